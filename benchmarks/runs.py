"""Whole runs: threads, storage, and games a second."""

import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from commands import scenarios_of
from measure import Row, row, seconds, times_slower, typical

from simkit import games
from simkit.study.runs import exact_odds, runner
from simkit.study.runs.journal import Journal, Record
from simkit.study.runs.run_folder import RunFolder
from simkit.study.scenarios.arguments import default_jobs
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario

SCENARIO = Path("scenarios/emperor/lethality_by_terrain.toml")
HEAD = ("cell", "game", "ending", "winner", "turns")
DUELS = Path("scenarios/azann/duels.toml")
LONG_ENOUGH = 0.2  # seconds
LEAST_SPEED = {
    ("azann", "builds"): 200_000,
    ("deathmaze", "hauls"): 1_000_000,
    ("emperor", "win_rates"): 15_000,
    ("new_york", "win_rates"): 30_000,
    ("waterloo", "battle"): 500,
}
WHOLE_GAME = Path("scenarios/emperor/win_rates.toml")


def threaded(pairs: int, games_a_cell: int) -> Iterator[Row]:
    """Two threads against one."""
    what = "two threads against one"
    if default_jobs() < 2:
        yield Row(what, "skipped: there is one processor")
        return
    scenario = load(SCENARIO, games=games_a_cell)
    _play(scenario, 2)
    alone, together = (partial(seconds, partial(_play, scenario, jobs), time.perf_counter) for jobs in (1, 2))
    yield row(what, times_slower(alone, together, pairs), "times", least=1.85)


def stored(games_a_cell: int) -> Iterator[Row]:
    """Bytes a game in outcomes.parquet, and the part of a run that is spent on the journal."""
    scenario = load(SCENARIO, games=games_a_cell, rows=True)
    with tempfile.TemporaryDirectory() as folder:
        yield row("journal, share of a run", 100 * _journalled(scenario, Path(folder)), "%", most=5)
        run = RunFolder(scenario, Path(folder))
        run.play(default_jobs())
        sizes = _bytes_a_game(run.write_rows())
    yield row("on disk, cell, game and head of the outcome", sum(sizes[name] for name in HEAD), "bytes a game", most=12)
    yield row("on disk, the whole outcome", sum(sizes.values()), "bytes a game")


def whole_games() -> Iterator[Row]:
    """The Emperor's whole game for four seekers beside catanatron's for four random players (Collazo 2020)."""
    scenario = load(WHOLE_GAME)
    n = 4_000
    ours = n / typical(partial(runner.simulate, scenario, scenario.cells[0], 0, n), 5)
    turns = float(runner.simulate(scenario, scenario.cells[0], 0, n)["turns"].mean())
    theirs = _catan_games_a_second()
    yield row("emperor: player-turns of a whole game", turns, "turns")
    yield row("emperor: whole games against catanatron's", ours / theirs, "times", least=280)


def _catan_games_a_second() -> float:
    from catanatron import Color, Game, RandomPlayer

    def play() -> None:
        for _ in range(20):
            Game([RandomPlayer(color) for color in Color]).play()

    return 20 / typical(play, 5)


def speeds() -> Iterator[Row]:
    """Games a second on one core, as many of each cell of every scenario."""
    for name in games.ours():
        for scenario in scenarios_of(name):
            least = LEAST_SPEED.get((name, scenario.path.stem))
            what = f"{name}: {scenario.path.stem}, {scenario.entry}"
            yield row(what, _games_a_second(scenario), "games a second", least=least)


def duels(repetitions: int) -> Iterator[Row]:
    """The exact answer of a duel in the tower, warm: of all cells on average, and of the one that takes longest."""
    scenario = load(DUELS)
    exact_odds.exact(scenario, scenario.cells[0])
    took = [typical(partial(exact_odds.exact, scenario, cell), repetitions) * 1e3 for cell in scenario.cells]
    yield row("azann: a duel exactly, on average", sum(took) / len(took), "ms", most=5)
    yield row("azann: a duel exactly, the slowest", max(took), "ms", most=5)


def _play(scenario: Scenario, jobs: int) -> None:
    for _ in runner.map_chunks(partial(runner.play_chunk, scenario, False), runner.chunks(scenario), jobs):
        pass


class _TimedJournal(Journal):
    """A journal that counts the seconds of the processor which each of its threads spends on it."""

    def append(self, record: Record) -> None:
        self.spent.append(seconds(partial(super().append, record), time.thread_time))

    def close(self) -> None:
        self.spent.append(seconds(super().close, time.thread_time))

    def __init__(self, path: Path, file: int) -> None:
        super().__init__(path, file)
        self.spent: list[float] = []


def _journalled(scenario: Scenario, folder: Path) -> float:
    """The part of the processor's time; the disk is waited for once a second."""
    begun = time.process_time()
    with _TimedJournal.open(folder / "journal", b"") as journal:
        play = partial(runner.play_chunk, scenario, True)
        for _ in runner.map_chunks(play, runner.chunks(scenario), default_jobs(), journal):
            pass
    return sum(journal.spent) / (time.process_time() - begun)


def _bytes_a_game(path: Path) -> dict[str, float]:
    """By column, compressed."""
    import pyarrow.parquet as pq

    metadata = pq.read_metadata(path)
    groups = [metadata.row_group(index) for index in range(metadata.num_row_groups)]
    columns = [group.column(index) for group in groups for index in range(metadata.num_columns)]
    sizes = dict.fromkeys(metadata.schema.names, 0.0)
    for column in columns:
        sizes[column.path_in_schema] += column.total_compressed_size / metadata.num_rows
    return sizes


def _games_a_second(scenario: Scenario) -> float:
    def play() -> None:
        for cell in scenario.cells:
            runner.simulate(scenario, cell, 0, n)

    n = 1
    while seconds(play) < LONG_ENOUGH:
        n *= 2
    return n * len(scenario.cells) / typical(play, 5)
