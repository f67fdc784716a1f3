"""simkit for Python: scenarios and frames in, DataFrames out."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit import games
from simkit.study import odds, runner
from simkit.study.frame import exact_summary, summary
from simkit.study.made import made
from simkit.study.scenario import Scenario, load
from simkit.study.tables import Run
from simkit.study.tally import Tally
from simkit.study.transcript import transcript

if TYPE_CHECKING:
    import pandas as pd

GAME, ENTRY = "emperor", "ENCOUNTER"


def run(scenario: Scenario | str | Path, jobs: int | None = None, **changes: Any) -> "pd.DataFrame":
    """Play a scenario in memory: a row a cell, with 95 % intervals.  `changes`: games=, seed= instead of the file's."""
    loaded = _loaded(scenario, **changes)
    return summary(loaded, _played(loaded, jobs))


def exact(scenario: Scenario | str | Path) -> "pd.DataFrame":
    """The exact answer to a scenario: a row a cell, the chance of each ending and the mean of each metric."""
    loaded = _loaded(scenario)
    return exact_summary(loaded, [odds.exact(loaded, cell) for cell in loaded.cells])


def replay(scenario: Scenario | str | Path, cell: int = 0, game: int = 0) -> list[str]:
    """One game of a scenario, in sentences."""
    return list(transcript(_loaded(scenario), cell, game))


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
    frame : DataFrame
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
    Faulty
        With a line for everything that is wrong, by row.
    """
    scenario = _scenario(frame, n, seed, rules or {})
    if exact:
        answers = exact_summary(scenario, [odds.exact(scenario, cell) for cell in scenario.cells])
    else:
        answers = summary(scenario, _played(scenario, jobs))
    return answers.set_index(frame.index).drop(columns="row")


def _loaded(scenario: Scenario | str | Path, **changes: Any) -> Scenario:
    return scenario if isinstance(scenario, Scenario) else load(Path(scenario), **changes)


def _played(scenario: Scenario, jobs: int | None) -> list[Tally]:
    return runner.run_in_memory(scenario, jobs or runner.default_jobs())


def _scenario(frame: "pd.DataFrame", n: int, seed: int, rules: dict[str, Any]) -> Scenario:
    rows = {f"row {label}": _values(row) for label, row in zip(frame.index, frame.to_dict("records"), strict=True)}
    found = made(GAME, ENTRY, rows, rules, Run(games=n, seed=seed))
    cells = [cell._replace(coordinates={"row": label}) for label, cell in zip(frame.index, found.cells, strict=True)]
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
    if isinstance(value, tuple):
        return list(value)
    plain = value.item() if hasattr(value, "item") else value
    return int(plain) if isinstance(plain, float) and plain.is_integer() else plain


def _missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and value != value)
