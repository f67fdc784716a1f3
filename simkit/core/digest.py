"""A digest of outcomes that no order of playing can change.

Every game's number and outcome are mixed to two words, and the digest is the sums of these over the games, modulo 2^64.
Sums of any ranges merge by addition, so chunks may come in any size and any order.  It guards against mistakes, not
against forgers.

Source: the folded multiplication of wyhash (Wang Yi 2019): the two halves of a 128-bit product, joined by exclusive or.
"""

from typing import Any

from simkit.core.jit import kernel
from simkit.core.words import MASK, U64, plus, wide_product, word

# Binary digits of pi, of the golden ratio and of e: numbers that nobody could choose to suit himself.
LOW_START, HIGH_START = U64(0x243F6A8885A308D3), U64(0x13198A2E03707344)
LOW_FACTOR, HIGH_FACTOR = U64(0x9E3779B97F4A7C15), U64(0xB7E151628AED2A6B)


@kernel
def fold(outcome_words: Any, first: Any) -> Any:
    """The two sums over games number `first` and up.

    Parameters
    ----------
    outcome_words : uint64[n, words]    one row a game, from `records.words`; padding counts, so it must be zero
    first : int                         number of the game in row 0, 0 ... 2^63 - 1

    Returns
    -------
    low, high : int                     0 ... 2^64 - 1; merge by adding, each by itself
    """
    low, high = word(0), word(0)
    for i in range(outcome_words.shape[0]):
        low_code, high_code = _codes(outcome_words[i], plus(word(first), word(i)))
        low, high = plus(low, low_code), plus(high, high_code)
    return low, high


@kernel
def _codes(outcome, game):
    low, high = _mix(LOW_START ^ game, LOW_FACTOR), _mix(HIGH_START ^ game, HIGH_FACTOR)
    for value in outcome:
        low, high = _mix(low ^ value, LOW_FACTOR), _mix(high ^ value, HIGH_FACTOR)
    return _mix(low ^ LOW_START, LOW_FACTOR), _mix(high ^ HIGH_START, HIGH_FACTOR)


@kernel
def _mix(a, factor):
    high, low = wide_product(a, factor)
    return high ^ low


def digest_text(low: int, high: int) -> str:
    """The digest as 32 hex digits; `low` and `high` may be plain sums, not yet taken modulo 2^64."""
    return f"{high & MASK:016x}{low & MASK:016x}"
