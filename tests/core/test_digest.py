"""The digest: an oracle in whole numbers, then what must and what must not change it."""

import numpy as np
import pytest
from statistical import assert_share

from simkit.core.digest import HIGH_FACTOR, HIGH_START, LOW_FACTOR, LOW_START, digest_text, fold

FIRST, GAMES, WORDS = 1_000, 24, 3
OUTCOMES = np.random.default_rng(1).integers(0, 50, (GAMES, WORDS)).astype(np.uint64)


def digest(outcomes, first=FIRST):
    return digest_text(*fold(np.ascontiguousarray(outcomes), first))


def merged(ranges):
    """The digest of ranges folded one by one."""
    sums = [fold(OUTCOMES[a:b], FIRST + a) for a, b in ranges]
    return digest_text(*map(sum, zip(*sums, strict=True)))


def mixed(outcome, game, start, factor):
    code = start ^ game
    for value in [*outcome, start]:
        code = (code * factor % 2**64 ^ code * factor >> 64) ^ value
    return code * factor % 2**64 ^ code * factor >> 64


def test_the_digest_is_the_sum_of_what_each_game_mixes_to():
    outcomes = OUTCOMES.tolist()
    for half, start, factor in [(0, LOW_START, LOW_FACTOR), (1, HIGH_START, HIGH_FACTOR)]:
        total = sum(mixed(outcome, FIRST + i, int(start), int(factor)) for i, outcome in enumerate(outcomes))
        assert fold(OUTCOMES, FIRST)[half] == total % 2**64


@pytest.mark.parametrize("size", [1, 5, 7, 24])
def test_chunks_of_any_size_merge_to_the_same_digest(size):
    assert merged([(a, min(a + size, GAMES)) for a in range(0, GAMES, size)]) == digest(OUTCOMES)


def test_chunks_may_come_in_any_order():
    assert merged([(17, 24), (0, 3), (9, 17), (3, 9)]) == digest(OUTCOMES)


def test_no_games_add_nothing():
    assert fold(OUTCOMES[:0], FIRST) == (0, 0)
    assert merged([(0, 24), (24, 24)]) == digest(OUTCOMES)


def test_every_single_bit_changes_both_halves():
    whole = fold(OUTCOMES, FIRST)
    for game in (0, GAMES - 1):
        for word in range(WORDS):
            for bit in range(64):
                changed = OUTCOMES.copy()
                changed[game, word] ^= np.uint64(1 << bit)
                assert not set(fold(changed, FIRST)) & set(whole)


def test_swapped_games_swapped_words_and_moved_games_change_it():
    changed = [OUTCOMES[::-1], OUTCOMES[:, ::-1], np.roll(OUTCOMES, 1), OUTCOMES[:-1]]
    digests = {digest(OUTCOMES), digest(OUTCOMES, FIRST + 1), *map(digest, changed)}
    assert len(digests) == 6


def test_a_game_played_twice_changes_it():
    assert merged([(0, 24), (3, 4)]) != digest(OUTCOMES)


def test_small_outcomes_do_not_collide():
    rows = np.array(list(np.ndindex(6, 6, 6)), np.uint64)
    codes = [fold(row[None], 0) for row in rows]
    assert [len(set(half)) for half in zip(*codes, strict=True)] == [216, 216]


def test_a_changed_bit_changes_half_of_the_bits():
    whole = fold(OUTCOMES[:1], FIRST)
    changed = 0
    for bit in range(192):
        outcome = OUTCOMES[:1].copy()
        outcome[0, bit // 64] ^= np.uint64(1 << bit % 64)
        changed += sum((a ^ b).bit_count() for a, b in zip(fold(outcome, FIRST), whole, strict=True))
    assert_share(changed, 192 * 128, 0.5)


def test_the_text_is_32_hex_digits_high_half_first():
    assert digest_text(1, 2) == f"{2:016}{1:016}"
    assert digest_text(2**64 + 1, 5 * 2**64) == digest_text(1, 0)


def test_both_lanes_and_every_version_digest_the_same():
    assert digest_text(*fold(np.arange(6, dtype=np.uint64).reshape(2, 3), 7)) == "405c8bc2181b35c0e176a3ab486e3741"
