"""Scripted players: that they do what their weights say, and nothing that they may not."""

import itertools

import numpy as np
import pytest
from conftest import JIT
from games.waterloo import referee
from games.waterloo.battlefield import ALLIED, FRENCH, GAME, Field
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statistical import MUTANT_ALPHA, assert_counts

from simkit import games
from simkit.core.board import new_board
from simkit.core.dice import random_dice
from simkit.games.waterloo.hexes import INDEX, NAMES
from simkit.games.waterloo.policies import destination, distance, spread, survey
from simkit.games.waterloo.rules.attacks import require_attacks
from simkit.games.waterloo.rules.movement import find_ways
from simkit.games.waterloo.rules.plans import plan_attacks
from simkit.games.waterloo.rules.worth import column_worth
from simkit.games.waterloo.schema import N_COLUMNS, N_ROWS, OFF_MAP, OUTCOME, STATE, TALLY, Arm

FREE = sorted(f"{column:02}{row:02}" for column, row in referee.ALL - referee.WOODS)
MIDDLE = [name for name in FREE if 9 <= int(name[:2]) <= 14 and 6 <= int(name[2:]) <= 12]


def steps_between(first: str, second: str) -> int:
    """By hexes, woods or not."""
    reached, n = {referee.hex_of(first)}, 0
    while referee.hex_of(second) not in reached:
        reached |= {near for place in reached for near in referee.beside(place)}
        n += 1
    return n


@given(st.sampled_from(NAMES), st.sampled_from(NAMES))
@settings(max_examples=60 if JIT else 25, deadline=None)
def test_distances_are_counted_in_hexes(first, second):
    assert distance(INDEX[first], INDEX[second]) == steps_between(first, second)


@given(st.sampled_from(NAMES), st.integers(1, 6))
@settings(max_examples=30 if JIT else 10, deadline=None)
def test_strength_is_spread_over_a_disc(middle, radius):
    steps = np.zeros(N_COLUMNS * N_ROWS, np.int64)
    spread(steps, INDEX[middle], radius, 5)
    found = steps.reshape(N_COLUMNS, N_ROWS).cumsum(axis=1).ravel()
    near = np.array([distance(INDEX[middle], INDEX[name]) <= radius for name in NAMES])
    assert (found == 5 * near).all()


@given(st.data())
@settings(max_examples=80 if JIT else 12, deadline=None)
def test_a_plan_of_attacks_is_legal_wherever_units_stand(data):
    """Units thrown together at random: everybody in contact is in one attack that may be made."""
    places = data.draw(st.lists(st.sampled_from(MIDDLE), min_size=2, max_size=24, unique=True))
    n_french = data.draw(st.integers(1, len(places) - 1))
    field = Field(data.draw(st.sampled_from([FRENCH, ALLIED])), policy=data.draw(st.sampled_from(list(GAME.policies))))
    field.state.demoralized = data.draw(st.integers(0, 1))
    for place, name in enumerate(places):
        arm = data.draw(st.sampled_from([Arm.INFANTRY, Arm.ARTILLERY]))
        field.add(FRENCH if place < n_french else ALLIED, name, data.draw(st.integers(1, 7)), arm)
    dice = random_dice(7, data.draw(st.integers(0, 1000)))
    policy = field.policies[field.state.side]
    plan_attacks(field.rules, policy, field.state, field.tally, dice)
    require_attacks(field.rules, field.state)
    touching = {who for pair in _touching(field) for who in pair}
    assert {who for who in touching if field.state.part[who] <= 0} == set()


def _touching(field: Field) -> set[tuple[int, int]]:
    watcher = referee.Referee([])
    watcher.side = int(field.state.side)
    watcher.at = {who: referee.hex_of(name) for name, who in field.who.items()}
    return watcher.touching()


# ---- Who lets the dice decide


Plan = frozenset[tuple[frozenset[str], frozenset[str]]]  # attacks, each of attackers on defenders


def standing(attackers: list[str], defenders: list[str], guns: list[str]) -> Field:
    """A situation in which the French, who let the dice decide, attack."""
    field = Field(policy="random")
    for name in attackers:
        field.add(FRENCH, name)
    for name in guns:
        field.gun(FRENCH, name)
    for name in defenders:
        field.add(ALLIED, name)
    return field


def planned(field: Field, number: int) -> Plan:
    """One plan of attacks."""
    plan_attacks(field.rules, field.policies[FRENCH], field.state, field.tally, random_dice(7, number))
    require_attacks(field.rules, field.state)
    attacks: dict[int, tuple[set[str], set[str]]] = {}
    for name, who in field.who.items():
        part = int(field.state.part[who])
        if part > 0:
            attacks.setdefault(part, (set(), set()))[int(field.state.units[who].side)].add(name)
    return frozenset((frozenset(ours), frozenset(theirs)) for ours, theirs in attacks.values())


def legal_plans(attackers: list[str], defenders: list[str], guns: list[str]) -> set[Plan]:
    """[5.1 to 5.8] Every plan that may be made, by trying all; all defenders are in contact."""
    place, found = referee.hex_of, set()
    everybody = [*attackers, *defenders, *guns]
    for parts in itertools.product(range(len(everybody)), repeat=len(everybody)):
        part = dict(zip(everybody, parts, strict=True))
        attacks = {}
        for number in {part[name] for name in attackers + defenders}:
            ours = {name for name in attackers + guns if part[name] == number}
            theirs = {name for name in defenders if part[name] == number}
            near = ours - set(guns)
            touch = all(place(d) in referee.beside(place(a)) for a in near for d in theirs)
            see = all(any(referee.in_range(place(g), place(d)) for d in theirs) for g in ours - near)
            attacks[number] = (ours, theirs, touch and see and (bool(near) or len(theirs) == 1))
        if all(ours and theirs and fits for ours, theirs, fits in attacks.values()):
            found.add(frozenset((frozenset(ours), frozenset(theirs)) for ours, theirs, _ in attacks.values()))
    return found


SQUARE = (["1111", "1311"], ["1210", "1211"], [])  # both attackers touch both defenders
WITH_GUN = (["1111", "1311"], ["1210", "1211"], ["1213"])  # which sees one of them


def test_the_square_is_one():
    (first, second), defenders, _ = SQUARE
    near = [referee.beside(referee.hex_of(name)) for name in (first, second)]
    assert all({referee.hex_of(name) for name in defenders} <= place for place in near)


@pytest.mark.parametrize("situation", [SQUARE, WITH_GUN])
def test_at_random_every_legal_plan_comes_about_several_on_several_and_guns_that_abstain_too(situation):
    """The rarest plan here has a chance of 1/32: it is missed at most once in 10^8 runs."""
    field, n = standing(*situation), 3_000 if JIT else 600
    assert {planned(field, number) for number in range(n)} == legal_plans(*situation)


def test_at_random_two_attacks_that_may_be_one_are_one_one_time_in_two():
    field, n = standing(*SQUARE), 4_000 if JIT else 200
    united = sum(len(planned(field, number)) == 1 for number in range(n))
    assert_counts([united, n - united], [1 / 2] * 2)


@pytest.mark.parametrize(("targets", "share"), [(["1210"], 1 / 2), (["1210", "1012"], 1 / 3)])
def test_at_random_guns_take_each_target_in_sight_or_none(targets, share):
    field, n = standing([], targets, ["1212"]), 4_000 if JIT else 200
    quiet = sum(planned(field, number) == frozenset() for number in range(n))
    assert_counts([quiet, n - quiet], [share, 1 - share])


def goes(field: Field, name: str) -> str:
    """Where a scripted unit would move."""
    policy = field.policies[field.state.side]
    survey(field.rules, policy, field.state)
    find_ways(field.rules, field.who[name], field.state)
    chosen = destination(field.rules, policy, field.who[name], field.state, field.tally, random_dice(1))
    return "off the map" if chosen == OFF_MAP else NAMES[chosen]


QUIET = dict.fromkeys(("ground", "hold", "line", "cover", "caution", "guns", "aggression", "reserve", "exit_drive"), 0)


def test_ground_draws_towards_the_enemy_and_hold_towards_home():
    field = Field().weights(FRENCH, **QUIET)
    field.add(FRENCH, "1215")
    field.add(ALLIED, "1202")
    field.weights(FRENCH, ground=1)
    assert steps_between(goes(field, "1215"), "1202") == 9
    field.weights(FRENCH, ground=0, hold=1)
    field.state.units[field.who["1215"]].home = INDEX["1217"]
    assert goes(field, "1215") == "1217"


def test_guns_seek_a_target_two_hexes_away():
    field = Field().weights(FRENCH, **{**QUIET, "guns": 10})
    field.gun(FRENCH, "1212")
    field.add(ALLIED, "1208")
    place = referee.hex_of(goes(field, "1212"))
    assert referee.in_range(place, referee.hex_of("1208"))


def test_cover_draws_into_buildings():
    field = Field().weights(FRENCH, **{**QUIET, "cover": 5})
    field.add(FRENCH, "1313")
    field.add(ALLIED, "1301")
    assert goes(field, "1313") == "1310"


def test_contact_is_sought_where_the_odds_wanted_can_be_reached():
    field = Field().weights(FRENCH, **{**QUIET, "aggression": 5, "wanted": 2, "reserve": 5, "faith": 0})
    field.add(FRENCH, "1213", 6)
    field.add(ALLIED, "1210", 3)
    assert steps_between(goes(field, "1213"), "1210") == 1
    field.state.units[field.who["1210"]].strength = 7
    assert steps_between(goes(field, "1213"), "1210") > 1


def test_runners_leave_the_map_when_they_can():
    field = Field().weights(FRENCH, **{**QUIET, "exit_drive": 5, "exit_from": 1, "exit_strength": 2})
    field.add(FRENCH, "0503", 2)
    field.add(ALLIED, "2017", 3)
    assert goes(field, "0503") == "off the map"
    field.state.exited = 7
    assert goes(field, "0503") == "0503"  # more would be of no use
    field.state.exited = 6
    field.state.units[field.who["0503"]].strength = 5
    assert goes(field, "0503") == "0503"


def test_a_column_is_worth_what_the_table_says():
    """Three points attack one, at 3-1: De once, Dr four times, Ee once for a point; a retreat is worth 30 per cent."""
    field = Field().weights(FRENCH, push=30)
    worth = column_worth(field.rules, field.policies[FRENCH], 100, 6, 3, 1, 0, 1)
    assert worth == 100 * (100 + 100 + 4 * 30) - 100 * 100


@pytest.mark.skipif(not JIT, reason="takes many battles")
@pytest.mark.parametrize(("french", "allied", "winner"), [("marshal", "random", 0), ("random", "duke", 1)])
def test_the_tuned_pair_beats_chance(french, allied, winner):
    """That they win nine games of ten is told from less at p < 1e-12."""
    rules, _ = GAME.compile_rules(games.figures("waterloo"), {})
    cell, _ = GAME.compile_setup(games.figures("waterloo"), {}, "WHOLE_GAME", {"french": french, "allied": allied})
    board, outcomes = new_board(STATE, TALLY, 99), np.zeros(600, OUTCOME)
    games.kernels(GAME).simulate(rules, *cell, 0, board, outcomes)
    won = int((outcomes["winner"] == winner).sum())
    assert stats.binom.sf(won - 1, 600, 0.9) < MUTANT_ALPHA
