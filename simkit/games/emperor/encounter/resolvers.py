"""Single rules of the Emperor's battle over arrays: chances, from the table that the dice use, and rolls."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simkit import games
from simkit.errors import BadInput
from simkit.games.emperor.shared.schema import BETTER, MOST_DICE
from simkit.games.faults import short

MOST_ESCAPE = 99  # Escape Number
KINDS = (MOST_DICE + 1, BETTER + 1, MOST_DICE + 1)  # of pools: dice, column of the table, hits absorbed
TWO_DICE = np.array([6 - abs(total - 7) for total in range(2, 13)]) / 36  # chances of 2 ... 12


def hit_chances(
    dice: ArrayLike, plus: ArrayLike = 0, absorb: ArrayLike = 0, *, better: ArrayLike = False, **variants: Any
) -> NDArray[np.float64]:
    """[Melee; Magic Weapons; Shields and Other Defenses] Chances of 0, 1, 2 ... hits that get through.

    Parameters
    ----------
    dice : int array        attack dice, 0 ... 40
    plus : int array        dice that may be raised by one, 0 ... 3
    absorb : int array      hits that shield and weapon together still take, 0 ... 40
    better : bool array     every die is one better, as the Demon's and the Sorcerer's; `plus` is then ignored
    **variants              switches of the rules, such as hit_face=4

    Returns
    -------
    float64[..., 41]        chance of k hits beyond those absorbed, over the broadcast shape of the arguments

    Raises
    ------
    BadInput                an argument out of range, or an unknown switch
    """
    n, raised, soak = _pools("hit_chances", dice, plus, absorb, better)
    # Of a million pools few differ: each kind is worked out once.
    codes = np.ravel_multi_index((n, raised, soak), KINDS)
    there = np.flatnonzero(np.bincount(codes.ravel(), minlength=math.prod(KINDS)))
    kind_n, kind_raised, kind_soak = np.unravel_index(there, KINDS)
    kinds = _through(_rules(variants).hits[kind_n, kind_raised], kind_n, kind_soak)
    which = np.searchsorted(there, codes)
    return np.asarray(np.take(kinds, which, axis=0, mode="clip"))


def roll_hits(
    dice: ArrayLike,
    plus: ArrayLike = 0,
    absorb: ArrayLike = 0,
    *,
    better: ArrayLike = False,
    seed: int = 1,
    first: int = 0,
    **variants: Any,
) -> NDArray[np.int64]:
    """[Melee; Magic Weapons; Shields and Other Defenses] Hits that get through, of one roll of each pool.

    Parameters
    ----------
    dice, plus, absorb, better, **variants      as of `hit_chances`
    seed : int                                  0 ... 2^64 - 1
    first : int                                 the number of the first roll; roll i meets the same luck in any chunk

    Returns
    -------
    int64 array                                 of the broadcast shape of the arguments, 0 ... 40

    Raises
    ------
    BadInput                                    an argument out of range, or an unknown switch
    """
    from simkit.core.dice import random_dice  # with numba, which chances do without
    from simkit.games.emperor.encounter.rolls import roll_pools

    n, raised, soak = _pools("roll_hits", dice, plus, absorb, better)
    through = np.empty(n.size, np.int64)
    roll_pools(_rules(variants), random_dice(seed), n.ravel(), raised.ravel(), soak.ravel(), first, through)
    return through.reshape(n.shape)


def _pools(name: str, dice: ArrayLike, plus: ArrayLike, absorb: ArrayLike, better: ArrayLike) -> Any:
    """Dice, columns of the table and hits absorbed, broadcast: int64[...] each."""
    raised = np.where(_truth(f"{name}: better", better), BETTER, _whole(f"{name}: plus", plus, BETTER - 1))
    n, soak = _whole(f"{name}: dice", dice, MOST_DICE), _whole(f"{name}: absorb", absorb, MOST_DICE)
    return _broadcast(name, n, raised, soak)


def _broadcast(name: str, *arrays: NDArray[np.int64]) -> Any:
    try:
        return np.broadcast_arrays(*arrays)
    except ValueError:
        shapes = ", ".join(str(array.shape) for array in arrays)
        raise BadInput([f"{name}: shapes do not fit together: {shapes}"]) from None


def _through(thresholds: NDArray[np.uint64], n: NDArray[np.int64], soak: NDArray[np.int64]) -> NDArray[np.float64]:
    """Chances of 0, 1 ... hits beyond those absorbed: float64[k, 41]."""
    chances, hits = _chances(thresholds, n), np.arange(MOST_DICE + 1)
    through = np.maximum(hits - soak[:, None], 0)
    through_chances = np.zeros(chances.shape)
    for k in hits:
        through_chances[:, k] = np.where(through == k, chances, 0).sum(axis=-1)
    return through_chances


def escape_chance(fugitive: ArrayLike, pursuer: ArrayLike, **variants: Any) -> NDArray[np.float64]:
    """[Escape Attempt] Chance that one of Escape Number `fugitive` gets away from one of `pursuer`.

    Parameters
    ----------
    fugitive, pursuer : int array       Escape Numbers, 0 ... 99
    **variants                          switches of the rules, such as escape_target=8

    Returns
    -------
    float64 array                       of the broadcast shape; 15/36 for 8 against 9

    Raises
    ------
    BadInput                            an argument out of range, or an unknown switch
    """
    ahead, behind = _numbers("escape_chance", fugitive, pursuer)
    needed = _rules(variants).escape_target - (ahead - behind)
    at_least = np.concatenate([np.cumsum(TWO_DICE[::-1])[::-1], [0.0]])  # of 2, 3 ... 12, 13
    return np.asarray(at_least[np.clip(needed - 2, 0, 11)])


def roll_escapes(
    fugitive: ArrayLike, pursuer: ArrayLike, *, seed: int = 1, first: int = 0, **variants: Any
) -> NDArray[np.bool_]:
    """[Escape Attempt] Whether each fugitive gets away in one attempt.

    Parameters
    ----------
    fugitive, pursuer, **variants       as of `escape_chance`
    seed, first : int                   as of `roll_hits`

    Returns
    -------
    bool array                          of the broadcast shape of the arguments

    Raises
    ------
    BadInput                            an argument out of range, or an unknown switch
    """
    from simkit.core.dice import random_dice
    from simkit.games.emperor.encounter.rolls import roll_attempts

    ahead, behind = _numbers("roll_escapes", fugitive, pursuer)
    away = np.empty(ahead.size, np.bool_)
    roll_attempts(_rules(variants), random_dice(seed), ahead.ravel(), behind.ravel(), first, away)
    return away.reshape(ahead.shape)


def _numbers(name: str, fugitive: ArrayLike, pursuer: ArrayLike) -> Any:
    """Both Escape Numbers, broadcast: int64[...] each."""
    numbers = _whole(f"{name}: fugitive", fugitive, MOST_ESCAPE), _whole(f"{name}: pursuer", pursuer, MOST_ESCAPE)
    return _broadcast(name, *numbers)


def _chances(thresholds: NDArray[np.uint64], n: NDArray[np.int64]) -> NDArray[np.float64]:
    """From P(at most k hits) in 2^-64ths, k below n, to the chance of exactly k."""
    at_most = thresholds.astype(np.float64) / 2.0**64
    at_most[np.arange(MOST_DICE) >= n[..., None]] = 1.0
    edge = [(0, 0)] * n.ndim
    return np.diff(np.pad(at_most, [*edge, (1, 1)], constant_values=((*edge, (0.0, 1.0)))))


def _whole(name: str, argument: ArrayLike, most: int) -> NDArray[np.int64]:
    """Whole numbers from 0 to `most`; `BadInput` for anything else."""
    try:
        values = np.asarray(argument)
        fit = values.dtype.kind in "iuf" and bool(np.all((values >= 0) & (values <= most)))  # else a cast would warn
        whole = values.astype(np.int64) if fit else None
        fit = whole is not None and bool(np.all(whole == values))
    except (TypeError, ValueError, OverflowError):
        fit, whole = False, None
    if whole is None or not fit:
        raise BadInput([f"{name} must be a whole number from 0 to {most}, not {short(argument)}"])
    return whole


def _truth(name: str, argument: ArrayLike) -> NDArray[np.bool_]:
    """Truth values; `BadInput` for anything else."""
    values = np.asarray(argument)
    if values.dtype.kind != "b" and not (values.dtype.kind in "iu" and np.isin(values, (0, 1)).all()):
        raise BadInput([f"{name} must be true or false, not {short(argument)}"])
    return values.astype(bool)


def _rules(variants: dict[str, Any]) -> Any:
    rules, faults = games.get("emperor").compile_rules(games.figures("emperor"), variants)
    if faults:
        raise BadInput(fault.message for fault in faults)
    return rules
