"""Single resolvers over arrays and frames: rolls fall as their chances say, the same in any chunks."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import simkit as sk
from simkit.study.resolvers import MOST_STRENGTH

ALPHA = 1e-6  # error of each test of a distribution
N = 3_000
POOLS = pd.DataFrame({"dice": [7, 3, 40], "plus": [2, 0, 3], "absorb": [4, 0, 9], "better": [False, True, False]})


def fits(seen: dict, chances: dict) -> bool:
    """Whether counts fit chances, by a chi-squared test; what happens less than five times on average is joined."""
    n = sum(seen.values())
    kept = [key for key, chance in chances.items() if n * chance >= 5]
    counts = [seen.get(key, 0) for key in kept]
    expected = [n * chances[key] for key in kept]
    rest = n - sum(counts), n - sum(expected)
    if rest[1] >= 5:
        counts, expected = [*counts, rest[0]], [*expected, rest[1]]
    expected = np.array(expected) * sum(counts) / sum(expected)
    return len(counts) < 2 or stats.chisquare(counts, expected).pvalue > ALPHA


def counted(values) -> dict:
    return dict(zip(*(part.tolist() for part in np.unique(values, return_counts=True)), strict=True))


@pytest.mark.parametrize("row", range(len(POOLS)))
def test_hits_fall_as_their_chances_say(row):
    pool = POOLS.iloc[row].to_dict()
    rolled = sk.roll_hits(**{**pool, "dice": np.full(N, pool["dice"])}, seed=3)
    assert fits(counted(rolled), dict(enumerate(sk.hit_chances(**pool))))


def test_escapes_fall_as_their_chances_say():
    for ahead in (5, 8, 12):
        away = sk.roll_escapes(np.full(N, ahead), 9, seed=11)
        assert fits(
            {True: int(away.sum()), False: int((~away).sum())}, {True: (p := sk.escape_chance(ahead, 9)), False: 1 - p}
        )


def test_attacks_fall_as_their_table_says():
    for attacking, defending in ((11, 4), (1, 4), (9, 9), (60, 2)):
        rolled = sk.roll_crt(np.full(N, attacking), defending, seed=5)
        table = sk.crt_chances(attacking, defending).iloc[0]
        assert set(rolled["column"]) == {table["column"]}
        assert fits(counted(rolled["result"]), table.iloc[3:].to_dict())


def test_duels_end_as_their_chances_say():
    exact = sk.duels("5/5", ["troll", "goblin+goblin"])
    rolled = sk.roll_duels("5/5", ["troll", "goblin+goblin"], n=60, seed=9)
    for number, foes in enumerate(["troll", "goblin+goblin"]):
        endings = counted(rolled.loc[rolled["foes"] == foes, "ending"])
        assert sum(endings.values()) == 60
        assert fits(endings, {name: exact.loc[number, name] for name in endings} | {"else": 0.0})


def test_rolls_are_the_same_in_any_chunks():
    dice, ahead, strength = np.arange(90) % 12, np.arange(90) % 20, 1 + np.arange(90) % 30
    whole = sk.roll_hits(dice, 1, seed=2), sk.roll_escapes(ahead, 9, seed=2), sk.roll_crt(strength, 7, seed=2)
    for chunk in (1, 7, 50):
        cuts = [(first, slice(first, first + chunk)) for first in range(0, 90, chunk)]
        parts = [sk.roll_hits(dice[cut], 1, seed=2, first=first) for first, cut in cuts]
        assert np.concatenate(parts).tolist() == whole[0].tolist()
        parts = [sk.roll_escapes(ahead[cut], 9, seed=2, first=first) for first, cut in cuts]
        assert np.concatenate(parts).tolist() == whole[1].tolist()
        parts = [sk.roll_crt(strength[cut], 7, seed=2, first=first) for first, cut in cuts]
        pd.testing.assert_frame_equal(pd.concat(parts, ignore_index=True), whole[2])
    duels = sk.roll_duels("5/5", "goblin", n=6, seed=4)
    parts = [sk.roll_duels("5/5", "goblin", n=2, seed=4, first=first) for first in (0, 2, 4)]
    pd.testing.assert_frame_equal(pd.concat(parts, ignore_index=True), duels)


def test_seeds_differ():
    assert sk.roll_hits(np.full(50, 9), seed=1).tolist() != sk.roll_hits(np.full(50, 9), seed=2).tolist()


def test_arguments_broadcast():
    assert sk.roll_hits(np.arange(1, 4)[:, None], plus=[0, 2]).shape == (3, 2)
    assert sk.roll_escapes([[1], [2]], [3, 4, 5]).shape == (2, 3)
    assert sk.roll_hits(5).shape == ()
    assert sk.crt_chances([[1], [2]], [3, 4, 5])[["attacking", "defending"]].to_numpy().tolist() == [
        [1, 3], [1, 4], [1, 5], [2, 3], [2, 4], [2, 5],
    ]  # fmt: skip
    assert sk.roll_hits(np.array([], int)).shape == (0,)
    assert len(sk.roll_crt([], 3)) == len(sk.crt_chances([], 3)) == 0


def test_a_frame_is_answered_on_its_index():
    frame = POOLS.set_index(pd.Index(["axe", "knife", "ship"], name="arm"))
    chances = sk.hit_chances(frame)
    assert chances.index.equals(frame.index)
    assert chances.loc["axe"].tolist() == sk.hit_chances(7, 2, 4).tolist()
    assert sk.roll_hits(frame, seed=8).tolist() == sk.roll_hits(*(frame[n] for n in ("dice", "plus", "absorb")),
                                                                better=frame["better"], seed=8).tolist()  # fmt: skip
    flights = pd.DataFrame({"fugitive": [8, 9], "pursuer": [9, 9]}, index=[4, 2])
    assert sk.escape_chance(flights).to_dict() == {4: pytest.approx(15 / 36), 2: pytest.approx(21 / 36)}
    assert sk.roll_escapes(flights, seed=1).index.tolist() == [4, 2]
    attacks = pd.DataFrame({"attacking": [11, 4], "defending": [4, 4]}, index=["a", "b"])
    assert sk.crt_chances(attacks)["column"].to_dict() == {"a": "2-1", "b": "1-1"}
    assert sk.roll_crt(attacks).index.tolist() == ["a", "b"]
    fights = pd.DataFrame({"hero": ["5/5", "8/2"], "foes": ["troll", "goblin"]}, index=["x", "y"])
    assert sk.duels(fights).loc["y", "hero"] == "8/2"


def test_chances_of_a_table_add_up():
    table = sk.crt_chances(np.arange(1, 40), 6)
    assert table.iloc[:, 3:].sum(axis=1).tolist() == pytest.approx([1] * 39)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: sk.roll_hits([1, 2], plus=[0, 1, 2]), "roll_hits: shapes do not fit together"),
        (lambda: sk.roll_hits(3, seed=-1), "seed must be a whole number from 0"),
        (lambda: sk.roll_escapes(3, 4, first=1.5), "first must be a whole number from 0"),
        (lambda: sk.roll_escapes(3, 400), "roll_escapes: pursuer must be a whole number from 0 to 99"),
        (
            lambda: sk.hit_chances(pd.DataFrame({"dice": [1], "pluss": [1]})),
            "unknown column 'pluss', did you mean 'plus'",
        ),
        (lambda: sk.hit_chances(pd.DataFrame({"plus": [1]})), "the frame has no column 'dice'"),
        (lambda: sk.escape_chance(pd.DataFrame({"fugitive": [1]})), "the frame has no column 'pursuer'"),
        (lambda: sk.crt_chances(0, 4), "attacking must be 1 to 1,000,000 strength points, not 0"),
        (lambda: sk.crt_chances(1.5, 4), "attacking must be 1 to"),
        (lambda: sk.crt_chances(1, MOST_STRENGTH + 1), "defending must be 1 to"),
        (lambda: sk.crt_chances([1, 2], [1, 2, 3]), "shapes do not fit together"),
        (lambda: sk.crt_chances(1, 2, game="azann"), "azann cannot do this"),
        (lambda: sk.roll_crt(1, 2, game="chess"), "chess"),
        (lambda: sk.duels("5/5", "trol"), "fight 0: "),
        (lambda: sk.duels("five", "troll"), "fight 0: 'five' is no character"),
        (lambda: sk.duels(5, "troll"), "hero must be a text, not 5"),
        (lambda: sk.duels([], "troll"), "there is no fight"),
        (lambda: sk.roll_duels("5/5", "troll", n=0), "n must be a whole number from 1"),
    ],
)
def test_what_cannot_be_answered_is_told_in_a_line(ask, said):
    with pytest.raises(sk.BadInput) as told:
        ask()
    assert said in str(told.value)
    assert "\n" not in str(told.value)
