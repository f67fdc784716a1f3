"""What scripted players weigh: exchanges, pursuit, attacks made one, guns that hold fire, reinforcements that wait."""

import itertools

import pytest
from conftest import JIT
from games.waterloo.battlefield import ALLIED, FRENCH, Field
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.core.dice import random_dice
from simkit.games.waterloo.compile import COLUMNS
from simkit.games.waterloo.hexes import INDEX, NAMES, neighbour
from simkit.games.waterloo.policies import advance_worth, cut_off, destination, survey
from simkit.games.waterloo.rules.ground import in_contact
from simkit.games.waterloo.rules.movement import find_ways
from simkit.games.waterloo.rules.plans import next_attack, plan_attacks
from simkit.games.waterloo.rules.table import combat_column
from simkit.games.waterloo.rules.worth import cheapest, own_worth, price_of, with_unit
from simkit.games.waterloo.schema import NOTHING, NOWHERE, Arm, Fate, Result

ANY_DICE = random_dice(1)
MIDDLE = [f"{column:02}{row:02}" for column in range(9, 15) for row in range(5, 10)]


def attack_on(defender: int, strengths: list[int], hex_: str = "1312", **changes) -> Field:
    """Attackers S, SE, SW of a defender."""
    field = Field(**changes)
    field.add(ALLIED, hex_, defender)
    places = [NAMES[neighbour(hex_, side)] for side in ("S", "SE", "SW")]
    attackers = [field.add(FRENCH, place, strength) for place, strength in zip(places, strengths, strict=False)]
    return field.announce(attackers, [hex_])


# ---- What an exchange costs


@pytest.mark.parametrize(
    ("strengths", "defender", "face"),
    [([3, 3], 3, 5), ([5, 4, 3], 4, 6), ([2, 2, 2], 3, 5), ([7], 3, 5), ([6, 2, 2], 5, 5), ([5, 3, 2], 5, 5)],
)
def test_an_exchange_is_costed_at_what_it_takes(strengths, defender, face):
    field, column = attack_on(defender, strengths), COLUMNS.index(f"{sum(strengths) // defender}-1")
    price = price_of(field.rules, 0, 1, NOTHING, column, sum(strengths), defender, field.state)
    field.fight(face)
    assert field.tally.ee == 1
    assert price == field.state.lost[FRENCH]


@given(st.lists(st.integers(1, 9), min_size=1, max_size=6), st.integers(1, 50))
@settings(max_examples=100 if JIT else 30, deadline=None)
def test_the_cheapest_sum_is_that_of_all_sets(strengths, debt):
    sums, strength = 1, sum(strengths)
    for one in strengths:
        sums = with_unit(sums, one)
    sets = (sum(chosen) for n in range(len(strengths) + 1) for chosen in itertools.combinations(strengths, n))
    assert cheapest(sums, debt, strength) == min((paid for paid in sets if paid >= debt), default=strength)


def test_a_column_without_an_exchange_costs_none():
    field = attack_on(3, [3])
    assert price_of(field.rules, 0, 1, NOTHING, COLUMNS.index("1-1"), 3, 3, field.state) == 0


def test_who_leaves_an_attack_does_not_pay_for_it_and_who_would_come_does():
    field, column = attack_on(3, [3, 4]), COLUMNS.index("2-1")
    leaver = field.who[NAMES[neighbour("1312", "S")]]
    assert price_of(field.rules, 0, 1, leaver, column, 4, 3, field.state) == 4
    assert price_of(field.rules, 0, with_unit(1, 3), leaver, column, 7, 3, field.state) == 3


# ---- What own strength is worth


def test_own_strength_is_the_dearer_the_less_may_still_be_lost():
    field = Field().weights(FRENCH, trade=120, race=50, last_trade=30)
    policy, state = field.policies[FRENCH], field.state
    assert own_worth(field.rules, policy, state) == 120
    state.lost[FRENCH] = 20  # of 40: half follows 40 to 20
    assert own_worth(field.rules, policy, state) == 180
    state.lost[ALLIED] = 30  # 10 to 20
    assert own_worth(field.rules, policy, state) == 90
    state.demoralized = 1
    assert own_worth(field.rules, policy, state) == 30


# ---- Ways back


def test_what_is_cut_off_is_the_part_of_the_ways_back_that_are_closed():
    """An enemy in the open with a unit S of him has N, NE and NW to go to; from NE two of these are closed."""
    field = Field()
    field.add(ALLIED, "1312", 6)
    field.add(FRENCH, NAMES[neighbour("1312", "S")])
    places = {side: neighbour("1312", side) for side in ("N", "NE", "S")}
    taken = {side: cut_off(field.rules, FRENCH, place, field.state) for side, place in places.items()}
    assert taken == {"N": 6, "NE": 4, "S": 0}


def test_a_hex_with_ways_back_is_sought_where_room_counts():
    field = Field()
    field.add(FRENCH, "0101")
    field.add(ALLIED, "2017")
    quiet = dict.fromkeys(("ground", "hold", "line", "cover", "caution", "guns", "aggression", "reserve"), 0)
    field.weights(FRENCH, **quiet, exit_drive=0, room=1)
    survey(field.rules, field.policies[FRENCH], field.state)
    worth = field.state.field.worth
    assert worth[INDEX["0101"]] == 2  # a corner of the map
    assert worth[INDEX["1312"]] == 3


def test_pursuit_is_for_what_it_cuts_off():
    """Two enemies side by side; the hex of the one who is gone closes ways back of the other."""
    field = Field().weights(FRENCH, pursue=0, cover=0, caution=0, trap=0)
    field.add(FRENCH, "1313")
    field.add(ALLIED, "1311", 5)
    unit, policy = field.state.units[field.who["1313"]], field.policies[FRENCH]
    assert advance_worth(field.rules, policy, unit, INDEX["1312"], field.state) == 0
    field.weights(FRENCH, trap=2)
    assert advance_worth(field.rules, policy, unit, INDEX["1312"], field.state) > 0
    assert advance_worth(field.rules, policy, unit, INDEX["1314"], field.state) == 0


def test_an_attack_is_weighed_by_the_way_back_that_an_advance_has_closed():
    field = attack_on(4, [4])
    next_attack(field.rules, field.policies[FRENCH], field.state, ANY_DICE)
    assert not field.state.attacks[0].held
    field.add(FRENCH, NAMES[neighbour("1312", "N")])
    next_attack(field.rules, field.policies[FRENCH], field.state, ANY_DICE)
    assert field.state.attacks[0].held


# ---- Who attacks whom


def plan_of(field: Field) -> list[tuple[int, int, int]]:
    """Attackers beside the enemy, guns and defenders of each attack."""
    plan_attacks(field.rules, field.policies[field.state.side], field.state, field.tally, ANY_DICE)
    attacks = [field.state.attacks[number] for number in range(field.state.n_attacks)]
    return [(int(a.n_attackers), int(a.n_guns), int(a.n_defenders)) for a in attacks if a.n_defenders]


@pytest.mark.parametrize(("unite", "plan"), [(1, [(2, 0, 2)]), (0, [(1, 0, 1), (1, 0, 1)])])
def test_two_attack_two_together_where_that_promises_more(unite, plan):
    """All touch all; 5 to 2 and 1 to 2 are 2-1 and 1-2, 6 to 4 is 1-1."""
    field = Field().weights(FRENCH, unite=unite, push=0, trade=100, race=0)
    field.add(FRENCH, "1111", 5)
    field.add(FRENCH, "1311", 1)
    field.add(ALLIED, "1210", 2)
    field.add(ALLIED, "1211", 2)
    assert plan_of(field) == plan


@pytest.mark.parametrize(("defender", "fire", "fires"), [(3, 0, True), (12, 0, False), (3, 400, False)])
def test_guns_hold_fire_where_too_little_is_promised(defender, fire, fires):
    """At 1-5 nothing can come of it."""
    field = Field().weights(FRENCH, fire=fire, push=30)
    field.gun(FRENCH, "1212")
    field.add(ALLIED, "1210", defender)
    assert plan_of(field) == ([(0, 1, 1)] if fires else [])


@given(st.data())
@settings(max_examples=80 if JIT else 10, deadline=None)
def test_guns_alone_fire_only_where_something_can_come_of_it(data):
    """Units thrown together at random.  One who must be attacked is fired at whatever the odds: it costs nothing."""
    places = data.draw(st.lists(st.sampled_from(MIDDLE), min_size=2, max_size=16, unique=True))
    field = Field(policy=data.draw(st.sampled_from(["attacker", "marshal", "duke"])))
    for number, name in enumerate(places):
        arm = data.draw(st.sampled_from([Arm.INFANTRY, Arm.ARTILLERY]))
        field.add(number % 2, name, data.draw(st.integers(1, 7)), arm)
    plan_of(field)
    state = field.state
    for number in range(state.n_attacks):
        attack = state.attacks[number]
        if attack.n_defenders and not attack.n_attackers and not in_contact(state.units[attack.target], state):
            column = combat_column(field.rules, attack.guns, attack.defence, state)
            assert set(field.rules.crt[:, column].tolist()) & {Result.DR, Result.EE, Result.DE}


# ---- Reinforcements


@pytest.mark.parametrize(("turn", "comes"), [(2, False), (3, True)])
def test_reinforcements_wait_for_their_turn(turn, comes):
    field = Field(side=ALLIED, policy="duke").weights(ALLIED, enter_from=3)
    field.state.turn = turn
    field.add(FRENCH, "0101")
    unit = field.state.units[-1]
    unit.fate, unit.movement, unit.strength = Fate.TO_COME, 4, 4
    who, policy = len(field.state.units) - 1, field.policies[ALLIED]
    survey(field.rules, policy, field.state)
    find_ways(field.rules, who, field.state)
    assert (destination(field.rules, policy, who, field.state, field.tally, ANY_DICE) != NOWHERE) == comes
