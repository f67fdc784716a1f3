"""simkit for Python: scenarios and frames in, DataFrames out."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit import games
from simkit.errors import BadInput
from simkit.games.game import short, suggest
from simkit.study import runner
from simkit.study.frame import exact_summary, labelled, summary
from simkit.study.given import name_of, threads, truth, whole_number
from simkit.study.made import made
from simkit.study.scenario import BOUNDS, Scenario, load
from simkit.study.side_by_side import every, exact_answers, together
from simkit.study.tables import Run
from simkit.study.tally import Tally
from simkit.study.transcript import no_cell, transcript

if TYPE_CHECKING:
    import pandas as pd

GAME, ENTRY = "emperor", "ENCOUNTER"
SOME_MATCH_UP = {"character": "Rosa", "foe": "wild_boar"}  # whose answer has the columns of all
MOST_GAME = 2**62  # number of a game that can be told

Source = Scenario | str | Path | Mapping[str, Any]


def run(scenario: Source, jobs: int | None = None, *, long: bool = False, **changes: Any) -> "pd.DataFrame":
    """Play a scenario and its variants in memory: a row a cell, with 95 % intervals.

    Parameters
    ----------
    scenario
        A file, a dict of what one says, or a loaded scenario.
    jobs
        Threads; by default one a processor.
    long
        A row a cell and quantity instead, with title, kind and unit, value, low and high.
    **changes
        games=, seed= instead of the scenario's.

    Returns
    -------
    DataFrame
        With a column `variant`, the base first, where the scenario has variants.

    Raises
    ------
    BadInput
        With a line for everything that is wrong.
    """
    loaded, n, long = load(scenario, **changes), threads(jobs), bool(truth("long", long))
    tallies = [tally for one in every(loaded) for tally in _played(one, n)]
    told = together(loaded)
    frame = summary(told, tallies)
    return labelled(told, frame) if long else frame


def exact(scenario: Source) -> "pd.DataFrame":
    """The exact answer to a scenario and its variants: a row a cell, the chance of each ending, each metric's mean.

    Raises `BadInput` for an entry without an exact answer, too.
    """
    loaded = load(scenario)
    if loaded.entry not in loaded.game.exact_entries:
        able = ", ".join(loaded.game.exact_entries)
        raise BadInput([f"{loaded.path}: {loaded.entry} has no exact answer; entries that have: {able}"])
    return exact_summary(together(loaded), [answer for one in every(loaded) for answer in exact_answers(one)])


def replay(scenario: Source, cell: int = 0, game: int = 0, **changes: Any) -> list[str]:
    """One game of a scenario, in sentences; `changes` as of `run`."""
    loaded = load(scenario, **changes)
    number, place = whole_number("game", game, 0, MOST_GAME), whole_number("cell", cell, 0, MOST_GAME)
    if place >= len(loaded.cells):
        raise BadInput([no_cell(loaded, place)])
    return list(transcript(loaded, place, number))


def figures(game: str, status: str | None = None) -> "pd.DataFrame":
    """The ledger of a game: a row a figure, where it was read or why it is what it is."""
    import pandas as pd

    ledger = games.figures(_game(game)).ledger
    known = list(dict.fromkeys(figure.status for figure in ledger))
    status = name_of("status", status) or None
    if status is not None and status not in known:
        raise BadInput([f"unknown status {short(status)}{suggest(str(status), known)}"])
    return pd.DataFrame([figure._asdict() for figure in ledger if status in (None, figure.status)])


def _game(name: Any) -> str:
    if not isinstance(name, str) or name not in games.names():
        raise BadInput([f"unknown game {short(name)}{suggest(str(name), games.names())}"])
    return str(name)


def encounters(
    frame: "pd.DataFrame",
    n: int = 100_000,
    seed: int = 1,
    *,
    exact: bool = False,
    rules: dict[str, Any] | None = None,
    jobs: int | None = None,
) -> "pd.DataFrame":
    """The odds of many match-ups at once.

    Parameters
    ----------
    frame : DataFrame, or a dict of columns, or a list of rows
        A row a match-up.  Columns are what a cell of an encounter may say (character, foe, terrain, arms, spells,
        wounds, policy ...) and parameters of the policy (flee_at ...); a missing value leaves the default.
    n, seed : int
        Games a row, and their seed; rows meet the same luck.
    exact : bool
        Exact chances instead of simulation.
    rules : dict
        Switches and what-if figures, as under [rules] of a scenario.

    Returns
    -------
    DataFrame
        On the index of `frame`: games, the share of each ending and each metric, with 95 % intervals (`_low`, `_high`);
        exact ones without.

    Raises
    ------
    BadInput
        With a line for everything that is wrong, by row.
    """
    if rules is not None and not isinstance(rules, Mapping):
        raise BadInput([f"rules are a dict of switches and figures, not {short(rules)}"])
    n, seed, n_threads = (
        whole_number("n", n, *BOUNDS["games"]),
        whole_number("seed", seed, *BOUNDS["seed"]),
        threads(jobs),
    )
    found, exact = _framed(frame), bool(truth("exact", exact))
    if not len(found):
        about = games.get(GAME)
        known = [key.name for key in (*about.keys(games.figures(GAME)), *about.policy_keys)]
        if unknown := [name for name in found.columns if name not in known]:
            raise BadInput(f"unknown key {short(name)}{suggest(str(name), known)}" for name in unknown)
        some = _answers(_scenario(_framed([SOME_MATCH_UP]), 1, seed, {}), 1, exact=exact)
        return some.iloc[:0].set_index(found.index)
    return _answers(_scenario(found, n, seed, rules or {}), n_threads, exact=exact).set_index(found.index)


def _answers(scenario: Scenario, jobs: int, *, exact: bool) -> "pd.DataFrame":
    if exact:
        answers = exact_summary(scenario, list(exact_answers(scenario)))
    else:
        answers = summary(scenario, _played(scenario, jobs))
    return answers.drop(columns="row")


def _played(scenario: Scenario, jobs: int) -> list[Tally]:
    return runner.run_in_memory(scenario, jobs)


def _framed(given: Any) -> "pd.DataFrame":
    """A frame, of what makes one: a dict of columns, or a list of rows."""
    import pandas as pd

    if isinstance(given, pd.DataFrame):
        return given
    if not isinstance(given, (Mapping, list, tuple)):
        raise BadInput([f"match-ups are a DataFrame, a dict of columns or a list of rows, not {short(given)}"])
    try:
        one_row = isinstance(given, Mapping) and not any(isinstance(value, (list, tuple)) for value in given.values())
        return pd.DataFrame([given] if given and one_row else given)
    except ValueError as error:
        raise BadInput([f"match-ups: {error}"]) from error


def _scenario(frame: "pd.DataFrame", n: int, seed: int, rules: Mapping[str, Any]) -> Scenario:
    """A cell a row; rows are told by their labels, and by their places, too, where labels are repeated."""
    twice = sorted({str(name) for name in frame.columns[frame.columns.duplicated()]})
    if twice:
        raise BadInput([f"two columns are called {name!r}" for name in twice])
    labels = [f"row {label}" for label in frame.index]
    if len(set(labels)) < len(labels):
        labels = [f"row {place} ({label})" for place, label in enumerate(frame.index)]
    rows = dict(zip(labels, map(_values, frame.to_dict("records")), strict=True))
    found = made(GAME, ENTRY, rows, rules, Run(games=n, seed=seed))
    cells = [cell._replace(coordinates={"row": place}) for place, cell in enumerate(found.cells)]
    return found._replace(title="match-ups", cells=tuple(cells))


def _values(row: dict[Any, Any]) -> dict[str, Any]:
    """A row as a cell: without what is missing, the policy's parameters in its table, numpy's numbers plain."""
    parameters = {key.name for key in games.get(GAME).policy_keys}
    said = {str(name): _plain(value) for name, value in row.items() if not _missing(value)}
    changes = {name: said.pop(name) for name in list(said) if name in parameters}
    if changes:
        policy = said.get("policy", "prudent")
        said["policy"] = {**(policy if isinstance(policy, dict) else {"kind": policy}), **changes}
    return said


def _plain(value: Any) -> Any:
    """A value as a file would hold it: lists and Python's numbers, whole where they are."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    plain = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(plain, (list, tuple, set, frozenset)):
        return [_plain(item) for item in plain]
    return int(plain) if isinstance(plain, float) and plain.is_integer() else plain


def _missing(value: Any) -> bool:
    """None, NaN, NaT or pandas' NA; never a list or an array."""
    import pandas as pd

    return value is None or (pd.api.types.is_scalar(value) and bool(pd.isna(value)))
