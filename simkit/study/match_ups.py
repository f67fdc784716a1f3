"""The odds of many match-ups at once: a frame in, a frame out."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simkit import games
from simkit.errors import BadInput
from simkit.games.faults import short, suggest
from simkit.games.game import Game
from simkit.study.report.frames import exact_summary, summary
from simkit.study.report.variant_runs import exact_answers
from simkit.study.runs import runner
from simkit.study.scenarios.arguments import threads, truth, whole_number
from simkit.study.scenarios.in_memory import made
from simkit.study.scenarios.reader import BOUNDS
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sections import Run

if TYPE_CHECKING:
    import pandas as pd


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
        about = _game()
        known = [key.name for key in (*about.keys(games.figures(about.name)), *about.policy_keys)]
        if unknown := [name for name in found.columns if name not in known]:
            raise BadInput(f"unknown key {short(name)}{suggest(str(name), known)}" for name in unknown)
        some = _answers(_scenario(_framed([_some_match_up()[1]]), 1, seed, {}), 1, exact=exact)
        return some.iloc[:0].set_index(found.index)
    return _answers(_scenario(found, n, seed, rules or {}), n_threads, exact=exact).set_index(found.index)


def _answers(scenario: Scenario, jobs: int, *, exact: bool) -> "pd.DataFrame":
    if exact:
        answers = exact_summary(scenario, list(exact_answers(scenario)))
    else:
        answers = summary(scenario, runner.run_in_memory(scenario, jobs))
    return answers.drop(columns="row")


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
    entry, _ = _some_match_up()
    found = made(_game().name, entry, rows, rules, Run(games=n, seed=seed))
    cells = [cell._replace(coordinates={"row": place}) for place, cell in enumerate(found.cells)]
    return found._replace(title="match-ups", cells=tuple(cells))


def _values(row: dict[Any, Any]) -> dict[str, Any]:
    """A row as a cell: without what is missing, the policy's parameters in its table, numpy's numbers plain."""
    about = _game()
    parameters = {key.name for key in about.policy_keys}
    said = {str(name): _plain(value) for name, value in row.items() if not _missing(value)}
    changes = {name: said.pop(name) for name in list(said) if name in parameters}
    if changes:
        usual = next(key.default for key in about.keys(games.figures(about.name)) if key.name == "policy")
        policy = said.get("policy", usual)
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


def _game() -> Game:
    """The game of which somebody meets somebody."""
    return games.having("match_up")[0]


def _some_match_up() -> tuple[str, dict[str, Any]]:
    entry, cell = _game().abilities["match_up"]()
    return entry, cell
