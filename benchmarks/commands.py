"""What a user waits for: fresh processes of the command line, their bytecode warm, their kernels as it says."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from measure import Row, children_time, row, seconds, typical

from simkit import games
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario

VALIDATED = "scenarios/emperor/lethality_by_terrain.toml"
FEW_GAMES = "scenarios/emperor/win_rates.toml"
ODDS = (
    ("pool", "7"),
    ("escape", "8", "9"),
    ("crt", "waterloo", "11:4"),
    ("duel", "azann", "5/5", "troll"),
)
MOST_WAITED = {("emperor", "WHOLE_GAME"): 40}  # seconds on the wall, of two processors; others 20
ONE_EXACTLY = """
import sys
from contextlib import suppress
from pathlib import Path
from simkit.study.runs import exact_odds
from simkit.study.scenarios import reader
one = reader.load(Path(sys.argv[1]))
exact_odds.MOST_STATES = 1_000
with suppress(exact_odds.Unsolvable):  # too many states: it is compiled all the same
    exact_odds.exact(one, one.cells[0])
"""


class Terminal:
    """Runs `simkit` with folders of its own for kernels and bytecode, so that the user's caches play no part."""

    def __init__(self, folder: Path) -> None:
        caches = {"PYTHONPYCACHEPREFIX": str(folder / "bytecode"), "SIMKIT_CACHE": str(folder / "kernels")}
        self.environment = {**os.environ, **caches}
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def run(self, *words: str) -> None:
        """Run a command to its end; `CalledProcessError` when it fails."""
        self.python("-m", "simkit", *words)

    def python(self, *words: str) -> None:
        """The same with any program."""
        subprocess.run([sys.executable, *words], env=self.environment, stdout=subprocess.DEVNULL, check=True)


def waited(repetitions: int) -> Iterator[Row]:
    """Start-up, and compiling each game from nothing."""
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(Path(folder))
        for words in (["--help"], ["validate", VALIDATED]):
            terminal.run(*words)
            took = typical(partial(terminal.run, *words), repetitions, children_time)
            yield row(f"simkit {words[0]}", took, "s", most=0.25)
        for name in games.ours():
            yield from _compiled(terminal, name, repetitions)
        yield from _answered(terminal, repetitions)


def _compiled(terminal: Terminal, name: str, repetitions: int) -> Iterator[Row]:
    by_size = sorted(scenarios_of(name), key=lambda scenario: len(scenario.cells))  # not thousands to be read
    for part in games.get(name).every_part():
        if played := [scenario for scenario in by_size if scenario.entry in part.entries]:
            exact = [scenario for scenario in played if scenario.entry in part.exact_entries][:1]
            yield from _part_compiled(terminal, name, played[0], exact, repetitions)


def _part_compiled(
    terminal: Terminal, name: str, scenario: Scenario, exact: list[Scenario], repetitions: int
) -> Iterator[Row]:
    """The first game from nothing, with it what an exact answer takes more, and a game after that."""
    what, replay = f"{name}, {scenario.entry}", partial(terminal.run, "replay", str(scenario.path))
    begun = time.perf_counter()
    cold = seconds(replay, children_time)
    first = time.perf_counter() - begun
    cold += sum(seconds(partial(terminal.python, "-c", ONE_EXACTLY, str(one.path)), children_time) for one in exact)
    most = MOST_WAITED.get((name, scenario.entry), 20)
    yield row(f"{what}: first game, on the wall", first, "s", most=most)
    yield row(f"{what}: every kernel compiled", cold, "s", most=71)
    yield row(f"{what}: a game, from the cache", typical(replay, repetitions, children_time), "s", most=1)


def _answered(terminal: Terminal, repetitions: int) -> Iterator[Row]:
    """First answers, their kernels in the cache: any odds, and a few games with pictures and without."""
    for words in ODDS:
        yield _waited(f"simkit odds {words[0]}", partial(terminal.run, "odds", *words), repetitions, most=1)
    yield _waited("simkit run, 42 games", partial(_few_games, terminal), repetitions, most=1.5)
    yield _waited("... without pictures", partial(_few_games, terminal, "--no-pictures"), repetitions)


def _waited(what: str, answer: Callable[[], None], repetitions: int, most: float | None = None) -> Row:
    answer()  # compiles what is not in the cache
    return row(what, typical(answer, repetitions, children_time), "s", most=most)


def _few_games(terminal: Terminal, *options: str) -> None:
    """A run of 42 games into a folder of its own, so that none is found played."""
    with tempfile.TemporaryDirectory() as out:
        terminal.run("run", FEW_GAMES, "--games", "42", "--out", out, *options)


def scenarios_of(name: str) -> list[Scenario]:
    """The scenarios of a game that are in the house, by name."""
    return [load(path) for path in sorted(Path("scenarios", name).glob("*.toml"))]
