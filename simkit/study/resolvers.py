"""Single resolvers of the games over arrays and frames: hits of pools, escapes, odds tables, duels; exact and sampled.

Arguments broadcast as numpy's do.  A frame in the place of the first argument holds all of them, a column each; the
answer is then a frame, or a series, on its index.  Rolls are numbered: roll i of a seed shows the same in whatever
chunks it is asked for, and meets the same luck as a game of that number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit import games
from simkit.errors import BadInput
from simkit.games.faults import short, suggest
from simkit.study.scenarios.arguments import whole_number
from simkit.study.scenarios.limits import MOST_GAME, MOST_SEED

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike

POOLS = ("dice", "plus", "absorb", "better")
ESCAPES = ("fugitive", "pursuer")
ATTACKS = ("attacking", "defending")
MOST_STRENGTH = 1_000_000


def hit_chances(
    dice: ArrayLike | pd.DataFrame,
    plus: ArrayLike = 0,
    absorb: ArrayLike = 0,
    *,
    better: ArrayLike = False,
    **rules: Any,
) -> Any:
    """Chances of 0, 1, 2 ... hits that get through, of pools of the Emperor's dice.

    Parameters
    ----------
    dice : int array            attack dice, 0 ... 40; or a frame with columns dice, plus, absorb, better
    plus : int array            dice that may be raised by one, 0 ... 3
    absorb : int array          hits that shield and weapon together still take, 0 ... 40
    better : bool array         every die is one better; `plus` is then ignored
    **rules                     switches of the rules, such as hit_face=4

    Returns
    -------
    float64[..., 41]            over the broadcast shape of the arguments; of a frame a DataFrame, a column a hit

    Raises
    ------
    BadInput                    an argument out of range, shapes that do not fit, an unknown switch or column

    Examples
    --------
    >>> sk.hit_chances(7, plus=2, absorb=4)[:3].round(4)
    array([0.8137, 0.1426, 0.0392])
    >>> sk.hit_chances([[1], [2]], plus=[0, 1]).shape
    (2, 2, 41)
    >>> pools = pd.DataFrame({"dice": [1, 2]}, index=["dagger", "axe"])
    >>> sk.hit_chances(pools).loc["axe", :2].round(4).tolist()
    [0.4444, 0.4444, 0.1111]
    """
    if is_frame(dice):
        return _framed(hit_chances, dice, POOLS, rules)
    return ability("hit_chances")(dice, plus, absorb, better=better, **rules)


def escape_chance(fugitive: ArrayLike | pd.DataFrame, pursuer: ArrayLike = 0, **rules: Any) -> Any:
    """Chance that one of Escape Number `fugitive` gets away from one of `pursuer`, in one attempt.

    Parameters
    ----------
    fugitive, pursuer : int array       Escape Numbers, 0 ... 99; or a frame with these columns
    **rules                             switches of the rules, such as escape_target=8

    Returns
    -------
    float64 array                       of the broadcast shape; of a frame a Series

    Raises
    ------
    BadInput                            as of `hit_chances`

    Examples
    --------
    >>> sk.escape_chance([8, 9], 9).round(4)
    array([0.4167, 0.5833])
    """
    if is_frame(fugitive):
        return _framed(escape_chance, fugitive, ESCAPES, rules)
    return ability("escape_chance")(fugitive, pursuer, **rules)


def roll_hits(
    dice: ArrayLike | pd.DataFrame,
    plus: ArrayLike = 0,
    absorb: ArrayLike = 0,
    *,
    better: ArrayLike = False,
    seed: int = 1,
    first: int = 0,
    **rules: Any,
) -> Any:
    """Hits that get through, of one roll of each pool of the Emperor's dice, by the kernel that plays his battles.

    Parameters
    ----------
    dice, plus, absorb, better, **rules     as of `hit_chances`
    seed : int                              0 ... 2^64 - 1
    first : int                             number of the first roll

    Returns
    -------
    int64 array                             of the broadcast shape, 0 ... 40; of a frame a Series

    Raises
    ------
    BadInput                                as of `hit_chances`

    Examples
    --------
    >>> sk.roll_hits(np.full(5, 7), plus=2, seed=1981)
    array([2, 4, 4, 3, 1])
    >>> sk.roll_hits(np.full(3, 7), plus=2, seed=1981, first=2)
    array([4, 3, 1])
    """
    luck = {"seed": seed_number(seed), "first": first_number(first)}
    if is_frame(dice):
        return _framed(roll_hits, dice, POOLS, {**rules, **luck})
    return ability("roll_hits")(dice, plus, absorb, better=better, **luck, **rules)


def roll_escapes(
    fugitive: ArrayLike | pd.DataFrame, pursuer: ArrayLike = 0, *, seed: int = 1, first: int = 0, **rules: Any
) -> Any:
    """Whether each fugitive gets away in one attempt, by the kernel that plays the Emperor's battles.

    Parameters
    ----------
    fugitive, pursuer, **rules      as of `escape_chance`
    seed, first : int               as of `roll_hits`

    Returns
    -------
    bool array                      of the broadcast shape; of a frame a Series

    Raises
    ------
    BadInput                        as of `hit_chances`

    Examples
    --------
    >>> sk.roll_escapes([8, 9, 10, 11], 9, seed=7).tolist()
    [False, True, True, True]
    """
    luck = {"seed": seed_number(seed), "first": first_number(first)}
    if is_frame(fugitive):
        return _framed(roll_escapes, fugitive, ESCAPES, {**rules, **luck})
    return ability("roll_escapes")(fugitive, pursuer, **luck, **rules)


def crt_chances(
    attacking: ArrayLike | pd.DataFrame, defending: ArrayLike = 1, *, game: str = "waterloo"
) -> pd.DataFrame:
    """Chances of each result of attacks on a game's Combat Results Table, before any shift of columns.

    Parameters
    ----------
    attacking, defending : int array        strength points, 1 ... 1,000,000; or a frame with these columns
    game : str                              a game with such a table

    Returns
    -------
    DataFrame                               a row an attack, of the broadcast shape in C order, or on the frame's index:
                                            attacking, defending, column, and the chance of each result

    Raises
    ------
    BadInput                                strengths out of range, shapes that do not fit, a game without a table

    Examples
    --------
    >>> sk.crt_chances([11, 4], 4)["column"].tolist()
    ['2-1', '1-1']
    >>> sk.crt_chances(11, 4).round(4).iloc[0, 3:].to_dict()
    {'Ar': 0.1667, 'Ee': 0.1667, 'Dr': 0.6667}
    """
    attacks, index = _attacks(attacking, defending)
    ledger, results = games.figures(game_with("combat_results", game)), ability("combat_results", game)
    kinds, which = np.unique(attacks, axis=0, return_inverse=True)
    answers = [results(ledger, int(attack), int(defence)) for attack, defence in kinds]
    return _table(attacks, index, [{"column": column, **chances} for column, chances in answers], which.ravel())


def roll_crt(
    attacking: ArrayLike | pd.DataFrame,
    defending: ArrayLike = 1,
    *,
    game: str = "waterloo",
    seed: int = 1,
    first: int = 0,
) -> pd.DataFrame:
    """One roll for each attack on a game's Combat Results Table, by the kernel that plays the game.

    Parameters
    ----------
    attacking, defending, game      as of `crt_chances`
    seed, first : int               as of `roll_hits`

    Returns
    -------
    DataFrame                       a row an attack, as of `crt_chances`: attacking, defending, column, result

    Raises
    ------
    BadInput                        as of `crt_chances`

    Examples
    --------
    >>> sk.roll_crt([11, 4, 1], 4, seed=1815)["result"].tolist()
    ['Dr', 'Ar', 'Ae']
    """
    import pandas as pd

    (attacks, index), (seed, first) = _attacks(attacking, defending), (seed_number(seed), first_number(first))
    ledger, rolls = games.figures(game_with("roll_results", game)), ability("roll_results", game)
    columns, results = rolls(ledger, *np.ascontiguousarray(attacks.T), seed, first)
    return pd.DataFrame(dict(zip(ATTACKS, attacks.T, strict=True)) | {"column": columns, "result": results}, index)


def _attacks(attacking: Any, defending: Any) -> tuple[np.ndarray, Any]:
    """Strengths as int64[n, 2], and the index of the answer."""
    index = attacking.index if is_frame(attacking) else None
    if index is not None:
        attacking, defending = (attacking[name] for name in checked(attacking, ATTACKS, needed=2))
    try:
        both = np.broadcast_arrays(np.asarray(attacking), np.asarray(defending))
    except ValueError:
        raise BadInput(["attacking and defending: shapes do not fit together"]) from None
    for name, points in zip(ATTACKS, both, strict=True):
        whole = points.dtype.kind in "iu" or (points.dtype.kind == "f" and bool(np.all(points == np.floor(points))))
        if not whole or not bool(np.all((points >= 1) & (points <= MOST_STRENGTH))):
            raise BadInput([f"{name} must be 1 to {MOST_STRENGTH:,} strength points, not {short(points.tolist())}"])
    return np.stack([points.ravel().astype(np.int64) for points in both], axis=1), index


def _table(attacks: np.ndarray, index: Any, answers: list[dict[str, Any]], which: np.ndarray) -> pd.DataFrame:
    """The answer to each kind of attack, a row an attack; a result that a column does not have has chance 0."""
    import pandas as pd

    kinds = pd.DataFrame(answers, columns=None if answers else ["column"])
    results = [name for name in kinds.columns if name != "column"]
    kinds[results] = kinds[results].fillna(0.0)
    frame = kinds.iloc[which].reset_index(drop=True)
    frame.insert(0, "attacking", attacks[:, 0])
    frame.insert(1, "defending", attacks[:, 1])
    return frame if index is None else frame.set_index(index)


def _framed(resolver: Any, frame: Any, names: Sequence[str], more: dict[str, Any]) -> Any:
    """A resolver's answer to the columns of a frame, on its index."""
    import pandas as pd

    first, *others = checked(frame, names, needed=1 if names is POOLS else 2)
    answer = resolver(frame[first].to_numpy(), **{name: frame[name].to_numpy() for name in others}, **more)
    return pd.DataFrame(answer, frame.index) if answer.ndim > 1 else pd.Series(answer, frame.index)


def checked(frame: pd.DataFrame, names: Sequence[str], needed: int) -> list[str]:
    """The columns of a frame that a resolver takes; `BadInput` for an unknown one, and where one is missing."""
    columns = [str(name) for name in frame.columns]
    lines = [f"unknown column {short(name)}{suggest(name, list(names))}" for name in columns if name not in names]
    lines += [f"the frame has no column {name!r}" for name in names[:needed] if name not in columns]
    if lines:
        raise BadInput(lines)
    return [name for name in names if name in columns]


def is_frame(argument: Any) -> bool:
    """Whether an argument is a DataFrame; pandas is not imported for that."""
    return hasattr(argument, "columns") and hasattr(argument, "iloc")


def ability(name: str, game: str = "") -> Any:
    """What a game can do, by default the first game that can."""
    return games.get(game or next(games.having(name)).name).abilities[name]


def game_with(ability: str, game: Any) -> str:
    """The name of a game that has an ability; `BadInput` where it has not."""
    if complaint := games.complaint(game):
        raise BadInput([complaint])
    if ability not in games.get(game).abilities:
        names = ", ".join(other.name for other in games.having(ability))
        raise BadInput([f"{game} cannot do this (games that can: {names or 'none'})"])
    return str(game)


def seed_number(seed: Any) -> int:
    """A seed; `BadInput` for anything else."""
    return whole_number("seed", seed, 0, MOST_SEED)


def first_number(first: Any) -> int:
    """The number of a first roll, or game; `BadInput` for anything else."""
    return whole_number("first", first, 0, MOST_GAME)
