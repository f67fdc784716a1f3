"""Answers as Markdown for forums, with their pictures in files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from simkit.study.report.page.html import title_of
from simkit.study.report.page.section import Section
from simkit.study.report.text_tables import Table
from simkit.text import visible

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~!&])")


def markdown(sections: Sequence[Section], pictures: Sequence[Sequence[str]]) -> str:
    """One answer, or several below one another; `pictures` are the files of each."""
    heading = "#" if len(sections) == 1 else "##"
    lines = [] if len(sections) == 1 else [f"# {title_of(sections)}", ""]
    for section, files in zip(sections, pictures, strict=True):
        lines += _section(section, files, heading)
    return "\n".join(lines) + "\n"


def _section(section: Section, files: Sequence[str], heading: str) -> Iterator[str]:
    yield from (f"{heading} {_plain(section.title)}", "")
    if section.question:
        yield from (f"*{_plain(section.question)}*", "")
    for sentence in section.answer.conclusion:
        yield from (f"**{_plain(sentence)}**", "")
    for file in files:
        yield from (f"![{_plain(section.title)}]({file})", "")
    for part in section.answer.rest:
        if isinstance(part, str):
            yield from (_plain(part), "")
        elif part.rows:
            yield from (*_table(part), "")
    yield from (f"{heading}# What the answer hangs on", "")
    yield from (f"- {word}: {_plain(said)}" for word, said in section.hangs)
    yield from ("", f"{heading}# How to get it again", "")
    yield from ("```", visible(section.answer.command), "```", "")
    yield from (f"- {word}: {_plain(said)}" for word, said in section.made)
    yield ""


def _table(table: Table) -> Iterator[str]:
    if table.title:
        yield from (f"{_plain(table.title)}:", "")
    yield f"| {' | '.join(map(_plain, table.columns))} |"
    yield f"|{'|'.join(':--' if column < table.left else '--:' for column in range(len(table.columns)))}|"
    yield from (f"| {' | '.join(map(_plain, row))} |" for row in table.rows)
    if table.caption:
        yield from ("", _plain(table.caption))


def _plain(text: str) -> str:
    """A text in which nothing is markup."""
    return _MARKUP.sub(r"\\\1", visible(text).replace("\n", " "))
