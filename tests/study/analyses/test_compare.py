"""Variants against the base: pairs, looks, words; and that nothing depends on threads or on how a run is cut."""

import dataclasses

import numpy as np
import pytest
from conftest import JIT
from scenario_texts import RIVALS, read, write

from simkit.errors import BadInput
from simkit.study.analyses import stopping
from simkit.study.analyses.compare import compare
from simkit.study.runs import pairs, runner
from simkit.study.scenarios.quantities import find
from simkit.study.stats.paired import Verdict

N = 4_000 if JIT else 20


@pytest.fixture
def rivals(tmp_path):
    return read(tmp_path, RIVALS, games=N)


def frames_agree(one, other):
    assert one.frame.to_csv() == other.frame.to_csv()
    assert one.sentences[:-3] == other.sentences[:-3]


def looking(scenario, every):
    asked = scenario.asked._replace(compare=scenario.asked.compare.model_copy(update={"looks": every}))
    return scenario._replace(asked=asked)


def test_pairs_are_counted_as_by_hand(rivals):
    found = compare(rivals, jobs=1, exact=False)
    row = found.frame.set_index(["variant", "side", "metric"]).loc["harder_escape", "Rosa", "wounds"]
    variant = dict(rivals.variants)["harder_escape"]
    ours, theirs = (runner.simulate(one, one.cells[0], 0, N) for one in (rivals, variant))
    assert row["games"] == N
    assert row["base"] == ours["wounds"].mean()
    assert row["difference"] == pytest.approx((theirs["wounds"] - ours["wounds"].astype(int)).mean(), abs=1e-12)
    assert row["diverged"] == np.mean([a.tobytes() != b.tobytes() for a, b in zip(ours, theirs, strict=True)])


def test_the_same_rules_differ_by_exactly_nothing(rivals):
    found = compare(rivals)
    rows = found.frame[found.frame["variant"] == "parry_as_printed"]
    assert (rows[["difference", "low", "high", "diverged"]] == 0).all(axis=None)
    assert set(rows["verdict"]) == {"equivalent"}
    assert set(rows["note"]) == {"the same rules"}


@pytest.mark.parametrize(
    "mode",
    [stopping.Fixed(), stopping.Until(0.02), stopping.Peek(), stopping.Sprt(0, 0.02),
     stopping.Sprt(0, 0.02, both=True)],
    ids=["fixed", "until", "peek", "sprt", "both"],
)  # fmt: skip
def test_nothing_depends_on_threads_nor_on_how_a_run_is_cut(rivals, monkeypatch, mode):
    only = "killed:Rosa" if isinstance(mode, stopping.Sprt) else ""
    scenario = looking(rivals, N // 20)
    one = compare(scenario, mode=mode, only=only, jobs=1)
    monkeypatch.setattr(runner, "CHUNK", 7)
    monkeypatch.setattr(pairs, "GROWTH", 3.0)
    frames_agree(one, compare(scenario, mode=mode, only=only, jobs=2))


@pytest.mark.skipif(not JIT, reason="takes games")
@pytest.mark.parametrize(
    "mode", [stopping.Until(0.015), stopping.Peek(), stopping.Sprt(0, 0.02)], ids=["until", "peek", "sprt"]
)
def test_later_games_never_enter_what_was_said(rivals, mode):
    scenario = looking(rivals, 250)
    long = scenario._replace(run=rivals.run.model_copy(update={"games": 3 * N}))
    few, many = (compare(one, mode=mode, only="killed:Rosa") for one in (scenario, long))
    ended = [row.settled and row.series.stopped >= 0 for row in few.rows]
    assert any(ended)
    a, b = few.frame[ended].reset_index(drop=True), many.frame[ended].reset_index(drop=True)
    drop = ["p_holm"]  # adjusted for the others, which may have gone on
    assert a.drop(columns=drop).to_csv() == b.drop(columns=drop).to_csv()


@pytest.mark.skipif(not JIT, reason="takes games")
def test_words_for_what_is_plain(rivals):
    found = compare(rivals)
    words = found.frame.set_index(["variant", "side", "metric"])["verdict"]
    assert words["harder_escape", "Rosa", "killed"] == "higher"
    assert words["flee_earlier", "Rosa", "killed"] == "lower"
    assert words["flee_earlier", "Rosa", "wounds"] == "lower"
    assert found.settled


@pytest.mark.skipif(not JIT, reason="takes games")
def test_a_test_in_one_direction_has_three_ends(rivals):
    scenario = looking(rivals, 200)
    found = compare(scenario, mode=stopping.Sprt(-0.02, 0), only="killed:Rosa").frame.set_index("variant")["verdict"]
    assert found["flee_earlier"] == "lower"
    assert found["harder_escape"] == "not lower by 2pt"
    short = scenario._replace(run=scenario.run.model_copy(update={"games": 20}))
    found = compare(short, mode=stopping.Sprt(-0.02, 0), only="killed:Rosa")
    assert not found.settled
    assert set(found.frame["verdict"]) == {"not settled", "equivalent"}  # the variant with the same rules is settled


def test_the_family_of_a_metric_is_variants_by_sides(rivals):
    found = compare(rivals)
    assert {row.quantity.metric.name: row.family.k for row in found.rows} == {"killed": 6, "wounds": 6}
    alone = compare(rivals, only="killed:Rosa")
    assert {row.family.k for row in alone.rows} == {3}
    wide, narrow = (one.frame.query("side == 'Rosa' and metric == 'killed'")[["low", "high"]] for one in (found, alone))
    assert (np.diff(wide) >= np.diff(narrow)).all()


def test_every_claim_carries_its_policies(rivals):
    found = compare(rivals)
    assert all("Policy: prudent" in line for line in found.sentences[: len(found.rows)])
    assert "prudent (base), prudent flee_at 5 (variant)" in found.sentences[-1]


def test_the_claim_of_all_needs_no_correction(rivals):
    same = rivals._replace(variants=rivals.variants[1:2])
    found = compare(same, margin="1pt")
    assert any("All 2 differences of killed lie within 1.00" in line for line in found.sentences)


def test_looks_stand_at_whole_blocks_of_line_ups(rivals):
    cell = rivals.cells[0]
    blocks = cell.compiled._replace(setups=np.repeat(cell.compiled.setups, 24))
    scenario = rivals._replace(
        cells=(cell._replace(compiled=blocks),), run=rivals.run.model_copy(update={"games": 130})
    )
    asked = scenario.asked.compare.model_copy(update={"looks": 30})
    assert pairs.look_numbers(asked, scenario, early=True) == [48, 96, 130]
    assert pairs.look_numbers(asked, scenario, early=False) == [130]
    assert pairs.look_numbers(asked.model_copy(update={"looks": [7, 100, 500]}), scenario, early=True) == [7, 100, 130]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"metrics": ["wonds"]}, "did you mean 'wounds'"),
        ({"margin": "x"}, "a margin is a number"),
        ({"margin": "-1pt"}, "above 0"),
        ({"only": "killed"}, "name one side"),
        ({"mode": stopping.Sprt(0, 0.01), "only": "wounds:Rosa"}, "one of shares"),
    ],
)
def test_what_cannot_be_compared_is_told(rivals, changes, told):
    with pytest.raises(ValueError, match=told):
        compare(rivals, **changes)


def test_a_scenario_without_variants_is_told(rivals):
    with pytest.raises(ValueError, match=r"no \[variants.NAME\]"):
        compare(rivals._replace(variants=()))


def test_a_faulty_file_is_told(tmp_path):
    with pytest.raises(BadInput):
        compare(write(tmp_path, RIVALS.replace("Rosa", "Roza")))


@pytest.mark.parametrize(
    ("low", "high"),
    [
        ("0", "0"),
        ("0", "200pt"),
        ("-200pt", "0"),
        ("1pt", "+-2pt"),
        ("x", "1pt"),
        ("0", "+-x"),
        ("1pt", "0"),
        ("0", "-1pt"),
        ("-5pt", "-10pt"),
        ("0", "+--1pt"),
    ],
)
def test_bounds_that_are_none_are_refused(low, high):
    with pytest.raises(ValueError, match="bound"):
        stopping.read_sprt(low, high)


def test_bounds_are_read():
    one = stopping.read_sprt("0", "\N{PLUS-MINUS SIGN}1pt")
    assert (one.low, one.high, one.both) == (0, 0.01, True)
    other = stopping.read_sprt("-1pt", "0")
    assert (other.low, other.high, other.both) == (-0.01, 0, False)


@pytest.mark.parametrize("bounds", [("0", "1pt"), ("-1 pt", "0"), ("0", "5%")])
def test_normalised_bounds_are_no_points(bounds):
    with pytest.raises(ValueError, match="plain numbers, as 0 5"):
        stopping.read_sprt(*bounds, normalised=True)
    assert stopping.read_sprt("-5", "0", normalised=True).low == -5


def test_a_test_of_lower_mirrors_one_of_higher(rivals):
    quantity = find(rivals, "killed:Rosa")
    rng, family = np.random.default_rng(5), stopping.Family(0.05, 1, 0.0)
    up, down = (pairs.Series(0, quantity, same_rules=False) for _ in range(2))
    for _ in range(30):
        base, variant = rng.random(100) < 0.3, rng.random(100) < 0.36
        for series, (before, after) in ((up, (base, variant)), (down, (variant, base))):
            columns = before.astype(int), after.astype(int)
            sums = pairs.pair_sums(*columns, int((before != after).sum()))
            series.add(pairs.Pairs(sums, pairs.count_differences(*columns), *map(pairs.count_values, columns), 0))
    for series, mode in ((up, stopping.Sprt(0, 0.05)), (down, stopping.Sprt(-0.05, 0))):
        series.stop(mode.stops(series, 0, family))
    assert up.stopped == down.stopped >= 0
    ours, theirs = stopping.Sprt(0, 0.05).judge(up, family), stopping.Sprt(-0.05, 0).judge(down, family)
    assert (ours.verdict, theirs.verdict) == (Verdict.HIGHER, Verdict.LOWER)
    assert ours.interval == pytest.approx([-end for end in theirs.interval[::-1]], abs=1e-9)


def test_the_picture_shows_every_comparison(rivals):
    figure = compare(rivals).plot()
    assert len(figure.axes) == 2
    assert {text.get_text() for text in figure.axes[0].get_yticklabels()} == {"Rosa", "Cleric B"}


def test_a_comparison_does_not_change(rivals):
    with pytest.raises(dataclasses.FrozenInstanceError):
        compare(rivals).games = 0


def test_python_shows_little_of_it(rivals):
    found = compare(rivals, metrics="killed", exact=False)
    assert set(found.frame["metric"]) == {"killed"}  # a name is one metric, not six letters
    assert len(repr(found)) < 5_000
    assert all(name in repr(found) for name in ("<Comparison>", "harder_escape", "low", "high", "verdict"))
    assert "<table" in found._repr_html_()


@pytest.mark.skipif(not JIT, reason="takes games")
def test_the_accepted_bound_is_in_the_sentence_and_in_the_table(rivals):
    found = compare(looking(rivals, 200), mode=stopping.Sprt(-0.2, -0.15), only="killed:Rosa")
    row = found.frame.set_index("variant").loc["harder_escape"]
    assert row["verdict"] == "not below \N{MINUS SIGN}20pt"
    assert row["low"] > -0.2
    assert "not below \N{MINUS SIGN}20pt" in found.sentences[0]
    assert "\N{MINUS SIGN}15pt accepted, \N{MINUS SIGN}20pt rejected" in found.sentences[0]


@pytest.mark.skipif(not JIT, reason="takes games")
def test_what_has_reached_its_width_is_settled_whatever_it_holds(rivals):
    found = compare(looking(rivals, 250), mode=stopping.Until(0.05), metrics=["killed"])
    assert found.settled
    assert "not settled" not in found.verdict
    assert (found.frame["high"] - found.frame["low"] <= 0.1).all()
    narrower = compare(looking(rivals, 250), mode=stopping.Until(0.0001), metrics=["killed"])
    assert not narrower.settled
    open_rows = [row for row in narrower.rows if not row.settled]
    assert all("not so narrow within the budget" in row.judged.note for row in open_rows)
    higher = sum(row.judged.verdict != Verdict.NOT_SETTLED for row in open_rows)
    assert f"In {higher} of them the interval is wider than asked." in narrower.sentences


@pytest.mark.skipif(not JIT, reason="takes games")
@pytest.mark.parametrize(
    "mode", [stopping.Fixed(), stopping.Peek(), stopping.Until(0.0001)], ids=["fixed", "peek", "until"]
)
@pytest.mark.parametrize("margin", ["2pt", "4pt", "6pt", "9pt", "12pt", "20pt", "50pt"])
def test_words_and_the_claim_of_all_tell_one_truth(rivals, mode, margin):
    found = compare(looking(rivals, 250), mode=mode, metrics=["killed"], margin=margin)
    claimed = any(line.startswith("All 6 differences of killed lie within") for line in found.sentences)
    assert claimed == all(row.judged.verdict.small for row in found.rows)
    if not isinstance(mode, stopping.Until):
        assert found.settled or not claimed


def test_what_has_no_interval_is_no_infinity_in_words(rivals):
    few = rivals._replace(run=rivals.run.model_copy(update={"games": 3}))
    found = compare(few, metrics=["wounds"], exact=False)
    assert "(no interval: too few games differ)" in found.verdict
    assert "inf" not in found.verdict
    open_ones = found.frame[found.frame["low"] == -np.inf]
    assert len(open_ones)
    assert open_ones["p_holm"].isna().all()


def test_a_margin_in_points_is_one_of_shares(rivals):
    with pytest.raises(BadInput, match="a margin in points is one of shares; for wounds give a number"):
        compare(rivals, metrics=["wounds"], margin="1pt")
    found = compare(rivals, metrics=["wounds"], margin=1000, exact=False)
    assert {row.family.margin for row in found.rows} == {1000}
