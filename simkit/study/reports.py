"""Pages that stand alone, made of the folders of answers: HTML for a browser, Markdown for a forum."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from simkit.errors import BadInput
from simkit.study.analyses.explain import TAIL, Explanation, explain
from simkit.study.report.page import answer as answers
from simkit.study.report.page.answer import Answer
from simkit.study.report.page.hangs import hangs, made, readings
from simkit.study.report.page.html import html
from simkit.study.report.page.markdown import markdown
from simkit.study.report.page.section import Picture, Section, Story
from simkit.study.report.read_folder import read_run
from simkit.study.runs.answer_folder import MANIFEST, SCENARIO
from simkit.study.runs.journal import atomic_write
from simkit.study.scenarios.quantities import labels
from simkit.study.scenarios.scenario import Scenario
from simkit.text import counted

PAGE = "report.html"
MOST_PLAYED = 500  # games of a cell, of which three are told
MARK = 6  # columns of a transcript that say which turn begins


def report(runs: str | Path | Sequence[str | Path], file: str | Path) -> Path:
    """Make a page of the answers in some folders: HTML that needs no other file, or Markdown and its pictures.

    Parameters
    ----------
    runs
        A folder under results/, or several.
    file
        The page; where its name ends with .md, it is Markdown.

    Raises
    ------
    BadInput
        For what is no folder of an answer, or was played by another version of its game.
    """
    folders = [Path(run) for run in ([runs] if isinstance(runs, (str, os.PathLike)) else runs)]
    sections, page = [read(folder) for folder in folders], Path(file)
    if page.suffix == ".md":
        return next(iter(list(write_markdown(folders, sections, page))))
    return write_html(sections, page)


def keep(folder: Path, scenario: Scenario, answer: Answer) -> list[Path]:
    """Keep an answer beside its files, and the page that shows it."""
    kept = answers.write(folder, answer)
    return [kept, write_html([_section(folder, scenario, answer)], folder / PAGE)]


def read(folder: Path) -> Section:
    """What a folder of an answer holds, for a page; `BadInput` where it is none, or of another version of the game."""
    run = read_run(folder)
    return _section(folder, _played(run.scenario, folder, run.manifest.get("game_version")), answers.read(folder))


def write_html(sections: Sequence[Section], file: Path) -> Path:
    """Write one HTML file that needs no other."""
    atomic_write(file, html(sections).encode())
    return file


def write_markdown(folders: Sequence[Path], sections: Sequence[Section], file: Path) -> Iterator[Path]:
    """Write Markdown, and the pictures beside it as PNG."""
    pictures = [_beside(folder, section, file) for folder, section in zip(folders, sections, strict=True)]
    atomic_write(file, markdown(sections, [[path.name for path in paths] for paths in pictures]).encode())
    yield file
    yield from (path for paths in pictures for path in paths)


def _beside(folder: Path, section: Section, file: Path) -> list[Path]:
    """The pictures of an answer, copied to where the Markdown stands, under names that say whose they are."""
    copies = []
    for picture in section.pictures:
        source, copy = folder / f"{picture.name}.png", file.with_name(f"{file.stem}-{folder.name}-{picture.name}.png")
        if source.is_file():
            shutil.copyfile(source, copy)
            copies.append(copy)
    return copies


def _played(scenario: Scenario, folder: Path, version: object) -> Scenario:
    """What was played: the scenario of a folder, or the one of its variants that the folder's name says."""
    if version != scenario.game.version:
        reason = f"was played by version {version} of {scenario.game.name}, and this is {scenario.game.version}"
        raise BadInput([f"{folder / MANIFEST}: {reason}: play it again"])
    arms = [scenario, *(variant for _, variant in scenario.variants)]
    return next((arm for arm in arms if folder.name.endswith(arm.digest)), scenario)


def _section(folder: Path, scenario: Scenario, answer: Answer) -> Section:
    told, stories = _stories(scenario, answer.cell)
    file = scenario.path if scenario.path.is_file() else folder / SCENARIO
    return Section(
        answer,
        scenario.title,
        scenario.question,
        scenario.game.title,
        tuple(Picture(path.stem, path.read_text("utf-8")) for path in sorted(folder.glob("*.svg"))),
        tuple(hangs(scenario)),
        readings(scenario),
        told,
        stories,
        tuple(made(scenario)),
        file.read_text("utf-8", "replace") if file.is_file() else "",
        json.loads((folder / MANIFEST).read_bytes())["scenario"],
        tuple((path.name, path.read_text("utf-8")) for path in sorted(folder.glob("*.csv"))),
    )


def _stories(scenario: Scenario, cell: int) -> tuple[str, tuple[Story, ...]]:
    """The median game of a cell, a lucky and an unlucky one; or why none is told."""
    few = scenario.without_variants().played(games=min(scenario.run.games, MOST_PLAYED))
    try:
        found = explain(few, cell=cell, jobs=1)
    except BadInput as bad:
        return f"None can be told: {'; '.join(bad.lines)}.", ()
    return _which(few, found, cell), tuple(_story(found, index) for index in range(len(found.told)))


def _which(scenario: Scenario, found: Explanation, cell: int) -> str:
    quantity, label = found.quantity, labels(scenario)[cell]
    where = f" of the cell \N{LEFT DOUBLE QUOTATION MARK}{label}\N{RIGHT DOUBLE QUOTATION MARK}" * (
        len(scenario.cells) > 1
    )
    whose = f" of {quantity.side}" * (quantity.side != label)
    return (
        f"Three of the first {counted(found.games, 'game')}{where}: the median, one of the luckiest {TAIL:.0%} and one "
        f"of the worst, by \N{LEFT DOUBLE QUOTATION MARK}{quantity.metric.title}\N{RIGHT DOUBLE QUOTATION MARK}{whose}."
    )


def _story(found: Explanation, index: int) -> Story:
    game, metric = found.told[index], found.quantity.metric
    what = f"The {game.what}: game {game.number:,}, {metric.title} {game.value:g}"
    return Story(what, tuple((line[:MARK].strip(), line[MARK:]) for line in game.lines))
