"""The pages of documentation: their examples run, every public name has one, and their links lead somewhere."""

import doctest
import inspect
import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import simkit as sk

HOUSE = Path(__file__).parents[1]
PAGES = sorted((HOUSE / "docs").glob("*.md"))
SCENARIOS = HOUSE / "scenarios"
FILES = {
    "known": SCENARIOS / "emperor" / "known_answers.toml", "who_wins": SCENARIOS / "emperor" / "win_rates.toml",
    "ladder": SCENARIOS / "waterloo" / "ladder.toml", "league": SCENARIOS / "waterloo" / "league.toml",
}  # fmt: skip
NAMES = {"sk": sk, "np": np, "pd": pd, "Path": Path} | {name: str(file) for name, file in FILES.items()}
ROLLED = ("hit_chances", "escape_chance", "crt_chances", "duels", "roll_hits", "roll_escapes", "roll_crt", "roll_duels")
NIGHTLY = ("longer",)


def failures(text: str, name: str) -> list[str]:
    """What the examples of a text say that they should not."""
    said: list[str] = []
    examples = doctest.DocTestParser().get_doctest(text, dict(NAMES), name, None, 0)
    assert examples.examples, f"{name} has no example"
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples, out=said.append)
    return said


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.slow] * (page.stem in NIGHTLY), id=page.stem) for page in PAGES
     if ">>> " in page.read_text("utf-8")],
)  # fmt: skip
def test_the_examples_of_a_page_say_what_stands_there(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "".join(failures(page.read_text("utf-8"), page.stem)) == ""


@pytest.mark.parametrize("name", ROLLED)
def test_the_examples_of_a_resolver_say_what_stands_there(name):
    assert "".join(failures(inspect.getdoc(getattr(sk, name)), name)) == ""


def test_every_public_name_has_an_example():
    shown = "\n".join(
        line for page in PAGES for line in page.read_text("utf-8").splitlines() if line.strip()[:3] in (">>>", "...")
    )
    missing = [name for name in sk.__all__ if not re.search(rf"\bsk\.{name}\b", shown) and name not in ROLLED]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_are_commands(page):
    from simkit.cli.app import app

    verbs = {command.name or command.callback.__name__ for command in app.registered_commands} | {"odds"}
    for line in page.read_text("utf-8").splitlines():
        words = line.split()
        if line.startswith("    simkit ") and not words[1].startswith("-"):
            assert words[1] in verbs, line
            scenarios = [word for word in words if word.startswith("scenarios/")]
            assert all((HOUSE / file).is_file() for file in scenarios), line


def test_every_public_name_has_its_place_among_the_names():
    text = (HOUSE / "docs" / "names.md").read_text("utf-8")
    named = re.findall(r"^### sk\.(\w+)\n\n::: ([\w.]+)$", text, re.MULTILINE)
    assert sorted(name for name, _ in named) == sorted(set(sk.__all__) - {"__version__"})
    for name, path in named:
        module, _, of_it = path.rpartition(".")
        assert getattr(import_module(module), of_it) is getattr(sk, name)
