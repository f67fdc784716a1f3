"""What `simkit` alone says: what to try next, from where one stands."""

import shlex
from collections.abc import Iterator
from pathlib import Path

PAGE = "report.html"


def steps(here: Path) -> Iterator[str]:
    """Sentences and commands, those that fit the files of a folder."""
    yield "simkit answers balance questions about tabletop games: exactly, and by seeded games."
    yield ""
    yield "  simkit games                          what can be played"
    yield "  simkit odds pool 7 --plus 2           an exact answer at once"
    yield from _scenario(here)
    yield from _page(here)
    yield "  simkit new joust --at .               a package with a game of your own"
    yield "  simkit --help                         all commands; simkit COMMAND --help tells more"
    yield "  simkit --install-completion           lets your shell complete commands and options"


def _scenario(here: Path) -> Iterator[str]:
    """A scenario to run: a house's own, or the first that lies here."""
    scenarios = here / "scenarios"
    if (scenarios / "emperor" / "lethality_by_terrain.toml").is_file():
        yield "  simkit run scenarios/emperor/lethality_by_terrain.toml"
        yield "      plays 2.2 million encounters: how deadly is each terrain?"
        yield "  simkit compare scenarios/emperor/bear_rules.toml"
        yield "      what house rules change, on the same luck"
    elif file := next((path for path in sorted(here.glob("*.toml")) if path.name != "pyproject.toml"), None):
        yield f"  simkit validate {shlex.quote(file.name)}"
        yield f"  simkit run {shlex.quote(file.name)}"
    else:
        yield "  simkit schema emperor                 what a scenario may say; `simkit run FILE` plays it"


def _page(here: Path) -> Iterator[str]:
    """The answer that was written last."""
    pages = sorted(here.glob(f"results/*/{PAGE}"), key=lambda path: path.stat().st_mtime)
    if pages:
        yield f"  Your last answer: {pages[-1].relative_to(here)} (open it in a browser)"
