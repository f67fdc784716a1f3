"""Answers as one HTML file that needs no other: nothing is fetched, and nothing that a user wrote can run."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from simkit.study.report.page.section import LONG, WIDE, Picture, Section, cells, numeric
from simkit.study.report.page.svg import inline
from simkit.text import counted, visible

if TYPE_CHECKING:
    from markupsafe import Markup

HERE = Path(__file__).parent


def html(sections: Sequence[Section]) -> str:
    """One answer, or several below one another, as a page."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    css, js = ((HERE / f"page.{ending}").read_text("utf-8") for ending in ("css", "js"))
    environment = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, finalize=_seen
    )
    shown: dict[str, Any] = {
        "cells": cells,
        "numeric": numeric,
        "long": LONG,
        "wide": WIDE,
        "svg": _svg,
        "as_link": as_link,
    }
    return environment.get_template("page.html").render(
        sections=sections, title=title_of(sections), policy=_policy(css, js), css=Markup(css), js=Markup(js), **shown
    )


def title_of(sections: Sequence[Section]) -> str:
    """What a page is called."""
    return sections[0].title if len(sections) == 1 else counted(len(sections), "answer")


def as_link(content: str) -> str:
    """A text as the address of a download."""
    return f"data:text/csv;charset=utf-8,{quote(content)}"


def _policy(css: str, js: str) -> str:
    """What a browser may do with the page: show our style, run our script, and nothing else."""
    style, script = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (css, js))
    allowed = {"default-src": "'none'", "img-src": "data:", "style-src": f"'sha256-{style}'"}
    allowed |= {"script-src": f"'sha256-{script}'", "base-uri": "'none'", "form-action": "'none'"}
    return "; ".join(f"{what} {where}" for what, where in allowed.items())


def _svg(section: Section, picture: Picture, article: int, number: int) -> Markup:
    from markupsafe import Markup

    alt = visible(f"{section.title} {' '.join(section.answer.conclusion)}")
    return Markup(inline(picture.svg, f"p{article}-{number}-", alt))


def _seen(value: Any) -> Any:
    """Text with what would turn its letters round as an escape."""
    return visible(value) if type(value) is str else value
