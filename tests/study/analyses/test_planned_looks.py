"""Comparisons at planned looks: words, estimates, and how often they are wrong."""

import numpy as np
import pytest
from pairs import HALVES, SHARE, chances, most_errors, play_looks, series_of
from scenario_texts import RIVALS, read
from scipy import stats

from simkit.errors import BadInput
from simkit.study.analyses import stopping
from simkit.study.analyses.compare import compare
from simkit.study.analyses.judging import Family
from simkit.study.analyses.planned_looks import Planned
from simkit.study.stats.paired import Verdict

ONE = Family(0.05, 1, 0.0)
LOOKS = [250 * number for number in range(1, 21)]
PLANNED = Planned(LOOKS)


def looks_of(table):
    """A series from counts of D in HALVES up to each look: int[looks, 5]."""
    return series_of(
        SHARE, *({round(2 * value): int(n) for value, n in zip(HALVES, row, strict=True)} for row in table)
    )


def judged(mode, table, family=ONE):
    """The verdict at the look where it stops, and that look."""
    series = looks_of(table)
    series.stop(mode.stops(series, 0, family))
    return mode.judge(series, family), series.look


def wrong(divergence, runs, seed):
    table = play_looks(divergence, 0.0, LOOKS[0], len(LOOKS), runs, seed)
    ends = [PLANNED.stops(looks_of(one), 0, ONE) for one in table]  # where none stops, its word is "not settled"
    return sum(end >= 0 for end in ends)


@pytest.mark.parametrize("divergence", [0.01, 0.3])
def test_300_nulls_are_called_a_difference_as_seldom_as_is_said(divergence):
    """At most 5 % of them; the limit errs once in a million."""
    assert wrong(divergence, 300, 1) <= most_errors(300)


@pytest.mark.slow
@pytest.mark.parametrize("divergence", [0.004, 0.01, 0.05, 0.3])
def test_2000_nulls_are_called_a_difference_as_seldom_as_is_said(divergence):
    assert wrong(divergence, 2_000, 2) <= most_errors(2_000)


def test_it_keeps_the_power_of_a_fixed_number_of_games_where_peeking_loses_it():
    """At a mean that 5,000 games find with a power of .71: 200 runs, of which peeking sees 50, at an error of 1e-6."""
    mean = 2.51 * np.sqrt(chances(0.1, 0.0) @ HALVES**2 / LOOKS[-1])
    runs = [looks_of(one) for one in play_looks(0.1, mean, LOOKS[0], len(LOOKS), 200, 3)]
    fixed = sum(stopping.Fixed().judge(series, ONE).verdict == Verdict.HIGHER for series in runs)
    planned = sum(PLANNED.stops(series, 0, ONE) >= 0 for series in runs)
    peek = sum(stopping.Peek().stops(series, 0, ONE) >= 0 for series in runs[:50])
    assert abs(planned - fixed) <= 20
    assert stats.binomtest(peek, 50, planned / 200, alternative="less").pvalue < 1e-6


def test_nothing_is_spent_before_25_pairs_differ():
    few = [{2: number, 0: 250 * number} for number in range(1, 21)]
    series = series_of(SHARE, *few)
    assert PLANNED.stops(series, 0, ONE) == -1
    result = PLANNED.judge(series, ONE)
    assert result.note.startswith("fewer than 25 pairs differ: nothing was spent before the end")
    assert result.interval == stopping.Fixed().judge(series, ONE).interval
    assert PLANNED.p_value(series, ONE) == stopping.Fixed().p_value(series, ONE)
    many = series_of(SHARE, *({2: 2 * number, 0: 250 * number} for number in range(1, 21)))
    assert PLANNED.stops(many, 0, ONE) == 12  # 26 of one kind


@pytest.mark.parametrize("k", [1, 8])
def test_the_word_the_interval_and_the_p_value_agree(k):
    family = Family(0.05, k, 0.0)
    for mean in (-0.02, 0.0, 0.008, 0.02, 0.05):
        for table in play_looks(0.1, mean, LOOKS[0], len(LOOKS), 4, 5):
            result, look = judged(PLANNED, table, family)
            series = looks_of(table[: look + 1])
            low, high = result.interval
            assert (result.verdict == Verdict.NOT_SETTLED) == (low <= 0 <= high)
            assert (PLANNED.p_value(series, family) <= 0.05 / k) == (low > 0 or high < 0)
            assert result.note.startswith(f"look {look + 1} of 20, adjusted ")


def test_mirrored_pairs_give_the_mirrored_verdict():
    (table,) = play_looks(0.1, 0.03, LOOKS[0], len(LOOKS), 1, 6)
    (up, look), (down, other) = judged(PLANNED, table), judged(PLANNED, table[:, ::-1])
    assert (up.verdict, down.verdict, look) == (Verdict.HIGHER, Verdict.LOWER, other)
    assert up.interval == pytest.approx((-down.interval[1], -down.interval[0]))


def test_a_small_difference_is_judged_at_the_end():
    (table,) = play_looks(0.02, 0.0, LOOKS[0], len(LOOKS), 1, 7)
    result, look = judged(PLANNED, table, Family(0.05, 1, 0.02))
    assert (result.verdict, look) == (Verdict.EQUIVALENT, 19)


def test_later_looks_do_not_change_a_verdict():
    (table,) = play_looks(0.1, 0.03, LOOKS[0], len(LOOKS), 1, 8)
    result, look = judged(PLANNED, table)
    assert 0 < look < 19
    assert judged(PLANNED, table[: look + 1]) == (result, look)


def test_a_scenario_gives_the_looks_and_means_are_refused(tmp_path):
    scenario = read(tmp_path, RIVALS)
    found = compare(scenario, mode=Planned(), metrics="killed", jobs=1)
    assert {row.judged.verdict for row in found.rows} <= set(Verdict)
    assert any("nothing was spent" in row.judged.note for row in found.rows)
    with pytest.raises(BadInput, match="planned looks are for shares"):
        compare(scenario, mode=Planned(), metrics="wounds")
