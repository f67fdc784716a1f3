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
from simkit.study.scenarios.in_memory import build_scenario
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
    table, exact = _framed(frame), bool(truth("exact", exact))
    if not len(table):
        game = _game()
        known = [key.name for key in (*game.keys(games.figures(game.name)), *game.policy_keys)]
        if unknown := [name for name in table.columns if name not in known]:
            raise BadInput(f"unknown key {short(name)}{suggest(str(name), known)}" for name in unknown)
        example = _answers(_scenario(_framed([_some_match_up()[1]]), 1, seed, {}), 1, exact=exact)
        return example.iloc[:0].set_index(table.index)
    return _answers(_scenario(table, n, seed, rules or {}), n_threads, exact=exact).set_index(table.index)


def _answers(scenario: Scenario, jobs: int, *, exact: bool) -> "pd.DataFrame":
    if exact:
        answers = exact_summary(scenario, list(exact_answers(scenario)))
    else:
        answers = summary(scenario, runner.run_in_memory(scenario, jobs))
    return answers.drop(columns="row")


def _framed(match_ups: Any) -> "pd.DataFrame":
    """A frame from a frame, a dict of columns or a list of rows."""
    import pandas as pd

    if isinstance(match_ups, pd.DataFrame):
        return match_ups
    if not isinstance(match_ups, (Mapping, list, tuple)):
        raise BadInput([f"match-ups are a DataFrame, a dict of columns or a list of rows, not {short(match_ups)}"])
    try:
        one_row = isinstance(match_ups, Mapping) and not any(
            isinstance(value, (list, tuple)) for value in match_ups.values()
        )
        return pd.DataFrame([match_ups] if match_ups and one_row else match_ups)
    except ValueError as error:
        raise BadInput([f"match-ups: {error}"]) from error


def _scenario(frame: "pd.DataFrame", n: int, seed: int, rules: Mapping[str, Any]) -> Scenario:
    """A cell a row.  Messages name a row by its label, and also by its number where labels are repeated."""
    repeated = sorted({str(name) for name in frame.columns[frame.columns.duplicated()]})
    if repeated:
        raise BadInput([f"two columns are called {name!r}" for name in repeated])
    labels = [f"row {label}" for label in frame.index]
    if len(set(labels)) < len(labels):
        labels = [f"row {number} ({label})" for number, label in enumerate(frame.index)]
    rows = dict(zip(labels, map(_values, frame.to_dict("records")), strict=True))
    entry, _ = _some_match_up()
    scenario = build_scenario(_game().name, entry, rows, rules, Run(games=n, seed=seed))
    cells = [cell._replace(coordinates={"row": number}) for number, cell in enumerate(scenario.cells)]
    return scenario._replace(title="match-ups", cells=tuple(cells))


def _values(row: dict[Any, Any]) -> dict[str, Any]:
    """A row as a cell: missing values left out, parameters of the policy in its table, numpy's numbers as Python's."""
    game = _game()
    parameters = {key.name for key in game.policy_keys}
    cell = {str(name): _plain(value) for name, value in row.items() if not _missing(value)}
    changes = {name: cell.pop(name) for name in list(cell) if name in parameters}
    if changes:
        usual = next(key.default for key in game.keys(games.figures(game.name)) if key.name == "policy")
        policy = cell.get("policy", usual)
        cell["policy"] = {**(policy if isinstance(policy, dict) else {"kind": policy}), **changes}
    return cell


def _plain(value: Any) -> Any:
    """A value as a file would hold it: lists and Python's numbers, those without a fraction as integers."""
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
    """The game that has match-ups."""
    return next(games.having("match_up"))


def _some_match_up() -> tuple[str, dict[str, Any]]:
    entry, cell = _game().abilities["match_up"]()
    return entry, cell
