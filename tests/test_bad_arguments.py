"""What Python is given wrongly: one class of errors, a line each, and nothing is played."""

import re

import numpy as np
import pytest
from scenario_texts import DUELS, RIVALS, write

import simkit as sk
from simkit.study.analyses import stopping


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: sk.load(7), "a scenario is a file or a dict of its tables, not 7"),
        (lambda: sk.load({}), "scenario: entry is missing"),
        (lambda: sk.load("none.toml"), "none.toml: there is no such file"),
        (lambda: sk.run({"game": "emperor", "entry": "FLY"}), "unknown entry 'FLY'"),
        (lambda: sk.encounters([], n=-5), "n must be a whole number from 1 to 1,000,000,000, not -5"),
        (lambda: sk.encounters([], n=2.5), "n must be a whole number from 1 to 1,000,000,000, not 2.5"),
        (lambda: sk.encounters([], seed=2**64), "seed must be a whole number from 0 to"),
        (lambda: sk.encounters([], jobs=0), "jobs must be a whole number from 1 to 1,024, not 0"),
        (lambda: sk.encounters("Rosa"), "match-ups are a DataFrame"),
        (lambda: sk.encounters({"character": ["Rosa"], "foe": ["a", "b"]}), "match-ups: "),
        (lambda: sk.encounters({"character": ["Rosa"], "foe": ["Ralph Troll"]}), "row 0: unknown foe 'Ralph Troll'"),
        (lambda: sk.encounters([{"character": "Rosa", "foe": "wolves"}], rules=[1]), "rules are a dict"),
        (lambda: sk.hit_chances("x"), "hit_chances: dice must be a whole number from 0 to 40, not 'x'"),
        (lambda: sk.hit_chances(-1), "hit_chances: dice must be a whole number from 0 to 40, not -1"),
        (lambda: sk.hit_chances(41), "hit_chances: dice must be a whole number from 0 to 40, not 41"),
        (lambda: sk.hit_chances(4, absorb=None), "hit_chances: absorb must be a whole number"),
        (lambda: sk.hit_chances(4, better="yes"), "hit_chances: better must be true or false"),
        (lambda: sk.hit_chances(4, colour=1), "unknown key 'colour'"),
        (lambda: sk.escape_chance(800, 900), "escape_chance: fugitive must be a whole number from 0 to 99"),
        (lambda: sk.escape_chance(8, 8.5), "escape_chance: pursuer must be a whole number from 0 to 99"),
        (lambda: sk.figures("emporer"), "unknown game 'emporer', did you mean 'emperor'?"),
        (lambda: sk.figures("emperor", "guessed"), "unknown status 'guessed'"),
    ],
)
def test_python_is_told_in_a_line_of_one_class(call, said):
    with pytest.raises(sk.BadInput) as caught:
        call()
    assert said in caught.value.lines[0]
    assert all("\n" not in line and "http" not in line for line in caught.value.lines)
    assert isinstance(caught.value, ValueError)


NO_SUCH_THING = (5, 1.5, True, float("nan"), np.float64(2), np.array([1, 2]), b"x", ...)


@pytest.mark.parametrize("given", [*NO_SUCH_THING, "x" * 999, 10**400], ids=repr)
@pytest.mark.parametrize(
    ("verb", "name"),
    [
        ("compare", "metrics"), ("compare", "mode"), ("compare", "only"), ("compare", "exact"), ("lab", "metric"),
        ("lab", "exact"), ("lab", "order"), ("lab", "target"), ("robust", "metric"), ("robust", "exact"),
        ("sensitivity", "metric"), ("sensitivity", "exact"), ("tune", "metric"), ("tune", "exact"), ("tune", "side"),
        ("audit", "metric"), ("audit", "exact"), ("ladder", "metric"), ("ladder", "exact"),
        ("league", "metric"), ("league", "exact"), ("solve", "goal"), ("solve", "seat"), ("solve", "explain"),
        ("plan", "power"), ("explain", "by"), ("explain", "cell"), ("explain", "variants"), ("run", "long"),
    ],
)  # fmt: skip
def test_what_is_of_another_kind_is_told_in_a_line(tmp_path, verb, name, given):
    if (given is True and name in ("exact", "long", "explain")) or (isinstance(given, np.float64) and name == "order"):
        return  # that is right
    with pytest.raises(sk.BadInput) as caught:
        getattr(sk, verb)(write(tmp_path, RIVALS), **{name: given})
    (line,) = caught.value.lines
    assert len(line) < 300


@pytest.mark.parametrize("given", [None, *NO_SUCH_THING, "x" * 999], ids=repr)
def test_what_is_no_folder_or_game_is_told_in_a_line(given):
    for call in (sk.read_run, sk.figures):
        with pytest.raises(sk.BadInput) as caught:
            call(given)
        assert len(caught.value.lines) == 1


@pytest.mark.parametrize("bounds", [("x", 1), (None, 1), ([0], 1), (0, np.array([1])), (float("nan"), 1), (0, 10**400)])
def test_bounds_of_a_mode_are_numbers(bounds):
    with pytest.raises(sk.BadInput):
        stopping.Sprt(*bounds)


@pytest.mark.parametrize("width", ["x", None, [], 0, -1, float("nan"), float("inf"), 10**400, True, 2e9])
def test_a_half_width_is_a_number_above_0(width):
    with pytest.raises(sk.BadInput):
        stopping.Until(width)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dice", [float("nan"), float("inf"), 1e30])
def test_dice_without_number_are_told_without_a_warning(dice):
    with pytest.raises(sk.BadInput, match="dice must be a whole number from 0 to 40"):
        sk.hit_chances(dice)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"games": 0}, "games must be a whole number from 1 to 1,000,000,000, not 0"),
        ({"seed": -1}, "seed must be a whole number from 0 to"),
        ({"gamez": 5}, "unknown argument 'gamez', did you mean 'games'?"),
        ({"jobs": 5_000}, "jobs must be a whole number from 1 to 1,024, not 5000"),
    ],
)
def test_what_is_given_instead_of_the_files_is_held_to_the_same_bounds(tmp_path, change, said):
    file = write(tmp_path, DUELS)
    for source in (file, str(file), sk.load(file)):
        with pytest.raises(sk.BadInput, match=re.escape(said)):
            sk.run(source, **change)


@pytest.mark.parametrize(("cell", "game"), [(99, 0), (-1, 0), (0, -1), (0, 2**63), ("a", 0), (0.5, 0)])
def test_a_game_that_is_not_there_is_told(tmp_path, cell, game):
    with pytest.raises(sk.BadInput):
        sk.replay(write(tmp_path, DUELS), cell=cell, game=game)
