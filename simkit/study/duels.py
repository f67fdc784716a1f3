"""Duels over arrays and frames: how they end, exactly or game by game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simkit.errors import BadInput
from simkit.games.faults import short
from simkit.study.report.frames import exact_summary
from simkit.study.report.variant_runs import exact_answers
from simkit.study.resolvers import ability, checked, first_number, game_with, is_frame, seed_number
from simkit.study.runs import runner
from simkit.study.scenarios.arguments import whole_number
from simkit.study.scenarios.in_memory import build_scenario
from simkit.study.scenarios.limits import MOST_GAMES_A_CELL
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sections import Run

if TYPE_CHECKING:
    import pandas as pd

SIDES = ("hero", "foes")
Names = Any  # a name, or several: a list, an array, a column


def duels(
    hero: Names | pd.DataFrame,
    foes: Names = (),
    *,
    game: str = "azann",
    rules: Mapping[str, Any] | None = None,
    policy: Any = None,
) -> pd.DataFrame:
    """Exact chances of fights: how each ends, and the mean of each metric.

    Parameters
    ----------
    hero : str, or several      as `simkit odds duel` takes it: "5/5" in Azann, "Ozmo+axe+kite_shield" in the Emperor's
                                game; or a frame with columns hero, foes
    foes : str, or several      whom he meets, joined by "+" where they are more than one: "troll+goblin"
    game : str                  a game with duels
    rules : dict                switches and what-if figures, as under [rules] of a scenario
    policy                      who plays him, as in a scenario; by default the game's own

    Returns
    -------
    DataFrame                   a row a fight, of the broadcast shape, or on the frame's index: hero, foes, the
                                chance of each ending, the mean of each metric, the number of states

    Raises
    ------
    BadInput                    with a line for everything that is wrong, by row

    Examples
    --------
    >>> frame = sk.duels(["5/5", "8/2"], "troll")
    >>> list(frame.columns[:2]), len(frame)
    (['hero', 'foes'], 2)
    """
    fights, index = _fights(hero, foes)
    kinds = list(dict.fromkeys(fights))
    scenario = _scenario(kinds, game, rules or {}, policy, Run())
    frame = exact_summary(scenario, list(exact_answers(scenario))).drop(columns="row")
    return _named(frame.iloc[[kinds.index(fight) for fight in fights]], fights, index)


def roll_duels(
    hero: Names | pd.DataFrame,
    foes: Names = (),
    *,
    game: str = "azann",
    n: int = 1,
    seed: int = 1,
    first: int = 0,
    rules: Mapping[str, Any] | None = None,
    policy: Any = None,
) -> pd.DataFrame:
    """Fights played out, each `n` times, by the kernels of the game.

    Parameters
    ----------
    hero, foes, game, rules, policy         as of `duels`
    n : int                                 games of each fight; game i of every fight meets the same luck
    seed : int                              0 ... 2^64 - 1
    first : int                             number of the first game

    Returns
    -------
    DataFrame                               a row a fight and game: hero, foes, number, ending, and each metric

    Raises
    ------
    BadInput                                as of `duels`

    Examples
    --------
    >>> sk.roll_duels("5/5", "troll", n=2, seed=3)[["hero", "foes", "number"]].to_dict("records")
    [{'hero': '5/5', 'foes': 'troll', 'number': 0}, {'hero': '5/5', 'foes': 'troll', 'number': 1}]
    """
    import pandas as pd

    count, begin = whole_number("n", n, 1, MOST_GAMES_A_CELL), first_number(first)
    fights, _ = _fights(hero, foes)
    scenario = _scenario(list(dict.fromkeys(fights)), game, rules or {}, policy, Run(seed=seed_number(seed)))
    played = {kind: _played(scenario, number, begin, count) for number, kind in enumerate(dict.fromkeys(fights))}
    parts = [_named(played[fight], [fight] * count, None) for fight in fights]
    return pd.concat(parts, ignore_index=True) if parts else _named(_played(scenario, 0, begin, 0), [], None)


def _played(scenario: Scenario, cell: int, first: int, count: int) -> pd.DataFrame:
    """The outcomes of some games of a fight: number, ending, metrics."""
    import pandas as pd

    outcomes = runner.simulate(scenario, scenario.cells[cell], first, count)
    endings = {ending.value: ending.name for ending in scenario.game.endings}
    columns = {metric.name: metric.of(outcomes) / metric.parts for metric in scenario.game.metrics}
    return pd.DataFrame(
        {"number": range(first, first + count), "ending": [endings[int(e)] for e in outcomes["ending"]], **columns}
    )


def _scenario(fights: list[tuple[str, str]], game: str, rules: Mapping[str, Any], policy: Any, run: Run) -> Scenario:
    """A cell a fight."""
    fight, cells, entry = ability("duel", game_with("duel", game)), {}, ""
    for number, (hero, foes) in enumerate(fights):
        try:
            entry, cell = fight(hero, foes.split("+"))
        except ValueError as error:
            raise BadInput([f"fight {number}: {error}"]) from None
        cells[f"fight {number}"] = {**cell, **({} if policy is None else {"policy": policy})}
    if not cells:
        raise BadInput(["there is no fight"])
    scenario = build_scenario(game, entry, cells, rules, run)
    return scenario._replace(
        cells=tuple(cell._replace(coordinates={"row": row}) for row, cell in enumerate(scenario.cells))
    )


def _fights(hero: Any, foes: Any) -> tuple[list[tuple[str, str]], Any]:
    """Hero and foes of each fight, and the index of the answer."""
    import numpy as np

    index = hero.index if is_frame(hero) else None
    if index is not None:
        hero, foes = (hero[name] for name in checked(hero, SIDES, needed=2))
    try:
        pairs = np.broadcast_arrays(np.asarray(hero, object), np.asarray(foes, object))
    except ValueError:
        raise BadInput(["hero and foes: shapes do not fit together"]) from None
    names = [side.ravel().tolist() for side in pairs]
    for side, texts in zip(SIDES, names, strict=True):
        if wrong := [text for text in texts if not isinstance(text, str)]:
            raise BadInput([f"{side} must be a text, not {short(wrong[0])}"])
    return list(zip(*names, strict=True)), index


def _named(frame: pd.DataFrame, fights: list[tuple[str, str]], index: Any) -> pd.DataFrame:
    """The rows with hero and foes before them, on the index of a caller's frame."""
    named = frame.reset_index(drop=True)
    for number, side in enumerate(SIDES):
        named.insert(number, side, [fight[number] for fight in fights])
    return named if index is None else named.set_index(index)
