"""[9.2 to 9.7] Magic items, case by case: loaded dice, or every case there is."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from games.deathmaze.hauls import (
    ARCHER,
    COINS,
    HERO,
    ITEM,
    MEDALLION,
    NOTHING_MORE,
    POTION,
    THIEF,
    TRAPS,
    TREE,
    WIZARD,
    die,
    haul,
    hoard_j,
    rules_of,
)

from simkit.games.deathmaze.compile import BONUS_SCALE, TWICE, bonus_pool
from simkit.games.deathmaze.schema import MOST_BONUS, NOTHING, Ending, Event, Item, Potion, Spice

SPICE = dict(zip(TREE["spices"].values(), range(6), strict=True))
HURT = {**HERO, "wounds": 5}


# ---- [9.2] Weapons


@pytest.mark.parametrize("face", range(1, 7))
def test_9_21_a_weapon_has_a_type_and_then_a_bonus(face):
    told = haul([die(face), die(3)], find="weapon")
    assert told.of(Event.WEAPON) == [(face, 0, 0)]
    assert told.of(Event.COMBAT_BONUS) == [(3, 0, 0)]
    assert (told.outcome["weapons"], told.outcome["weapon_bonus"], told.outcome["bonus"]) == (1, 3, 3)


def rolled_twice(faces, depth):
    """The chance of each bonus, when a face that says so is rolled twice so many times one below the other."""
    chances = Counter()
    for face in faces:
        if face != TWICE:
            chances[int(face)] += Fraction(1, len(faces))
        elif depth > 0:
            below = rolled_twice(faces, depth - 1)
            for a, b in product(below, repeat=2):
                chances[a + b] += below[a] * below[b] / len(faces)
    return chances


@pytest.mark.parametrize("table", ["weapon_effects", "armor"])
def test_9_22_and_9_31_a_six_is_rolled_twice_without_limit(table):
    """A bonus of 5 takes four sixes at most."""
    faces = tuple(TREE[table].values())
    expected, pool = rolled_twice(faces, 4), bonus_pool(faces)
    assert all(abs(pool[bonus] - BONUS_SCALE * expected[bonus]) < 1 for bonus in range(1, 6))


@pytest.mark.parametrize(("table", "mean"), [("weapon_effects", Fraction(11, 4)), ("armor", Fraction(7, 4))])
def test_9_22_and_9_31_the_mean_bonus_is_that_of_the_recursion(table, mean):
    """E = (sum of the five faces) / 6 + 2 E / 6."""
    faces = TREE[table].values()
    assert mean == Fraction(sum(int(face) for face in faces if face != TWICE), 6) + mean / 3
    pool = bonus_pool(tuple(faces)).tolist()
    assert BONUS_SCALE - sum(pool) < MOST_BONUS
    found = Fraction(sum(bonus * chance for bonus, chance in enumerate(pool)), sum(pool))
    assert abs(found - mean) < Fraction(1, 10**14)


def test_9_23_the_living_use_two_weapons_each_in_marching_order():
    told = haul([0, 0] * 3, party=(HERO, WIZARD), find="weapon", number=3)
    assert [told.player(n)["weapons"] for n in range(3)] == [2, 1, 0]
    assert [haul([0, 0] * 3, find="weapon", number=3).player(n)["weapons"] for n in range(2)] == [2, 0]


# ---- [9.3] Armor


def test_9_32_the_example_a_hero_with_8_in_armor_of_2_has_10():
    told = haul([die(2)], find="armor")
    assert told.of(Event.DONS) == [(0, 2, 10)]
    assert (told.outcome["armors"], told.outcome["armor_bonus"], told.player(0)["armor"]) == (1, 2, 2)


def test_9_32_better_armor_is_exchanged_and_the_other_handed_on():
    """The weakest takes the better one, the other what he takes off, and nobody the worst."""
    told = haul([die(2), die(5), die(1)], party=(WIZARD, HERO), find="armor", number=3)
    assert told.of(Event.TAKES_OFF) == [(0, 2, 0)]
    assert told.of(Event.DONS) == [(0, 2, 7), (0, 5, 10), (1, 2, 10)]
    assert [told.player(n)["armor"] for n in range(3)] == [5, 2, 0]


def test_9_32_whoever_exchanges_armor_loses_what_he_takes_off():
    told = haul([die(2), die(5)], find="armor", number=2)
    assert told.of(Event.TAKES_OFF) == [(0, 2, 0)]
    assert told.of(Event.DONS) == [(0, 2, 10), (0, 5, 13)]


def test_9_32_taking_armor_off_kills_him_who_lives_by_it():
    """A hero of 5 in armor of 6 is strangled by 8, and exchanges it for one of 9: the dice choose him every time."""
    chosen = [0]
    strangled = [*chosen, MEDALLION["strangling"], die(2), die(6)]
    shown = [ITEM["armor"], die(6), *chosen, ITEM["medallion"], *strangled, ITEM["armor"], die(9), *chosen]
    told = haul(shown, party=({**HERO, "points": 5},), policy="random", find="magic_item", number=3)
    assert told.of(Event.WOUNDS) == [(0, 8, 3)]
    assert told.of(Event.TAKES_OFF) == [(0, 6, 0)]
    assert told.of(Event.DIES) == [(0, 0, 0)]
    assert told.outcome["ending"] == Ending.PARTY_DEAD


def test_9_32_a_scripted_player_does_not_exchange_what_he_lives_by():
    strangled = [MEDALLION["strangling"], die(2), die(6)]
    shown = [ITEM["armor"], die(6), ITEM["medallion"], *strangled, ITEM["armor"], die(9)]
    told = haul(shown, party=({**HERO, "points": 5},), find="magic_item", number=3)
    assert (told.of(Event.TAKES_OFF), told.outcome["deaths"], told.player(0)["armor"]) == ([], 0, 6)


def test_9_17_the_armor_of_the_dead_finds_another_wearer():
    shown = [ITEM["armor"], die(1), ITEM["medallion"], MEDALLION["strangling"], die(6), die(6)]
    policy = {"kind": "bold", "wearer": "strongest"}
    told = haul(shown, party=(HERO, WIZARD), policy=policy, find="magic_item", number=2)
    assert told.of(Event.DONS) == [(0, 1, 9), (1, 1, 6)]
    assert told.of(Event.DIES) == [(0, 0, 0)]


def test_a_bonus_beyond_what_can_be_worn_is_counted_all_the_same():
    told = haul([die(30)], find="armor")
    assert (told.outcome["armor_bonus"], told.player(0)["armor"]) == (30, TREE["limits"]["armor_worn"])


# ---- [9.4] Potions


@pytest.mark.parametrize("face", range(1, 7))
def test_9_41_the_potion_table_has_five_kinds_on_six_faces(face):
    kind = Potion[TREE["potions"][str(face)].upper()]
    more = {Potion.HEALING: [0], Potion.POISON: [0], Potion.STRENGTH: [0]}
    told = haul([die(face), *more.get(kind, [])], find="potion")
    assert told.of(Event.POTION) == [(0, kind, 0)]


def test_9_41_a_dose_is_left_after_the_test():
    assert haul([POTION["healing"], die(1)], find="potion").outcome["doses"] == 1
    assert haul([POTION["strength"], die(1)], find="potion").outcome["doses"] == 0


@pytest.mark.parametrize("face", range(1, 7))
def test_9_42_healing_takes_wounds_away_but_not_below_zero(face):
    one_wound_left = [die(1)] if face < 5 else []  # the dose that is left is for whoever has wounds still
    told = haul([POTION["healing"], die(face), *one_wound_left], party=(HURT,), find="potion")
    assert told.of(Event.HEALS)[0] == (0, min(face, 5), 3 + min(face, 5))
    assert told.outcome["healed"] == min(face, 5) + len(one_wound_left)


@pytest.mark.parametrize("face", range(1, 4))
def test_9_43_poison_is_1d3_wounds(face):
    told = haul([POTION["poison"], die(face)], find="potion")
    assert told.of(Event.WOUNDS) == [(0, face, 8 - face)]
    frail = haul([POTION["poison"], die(face)], party=({**HERO, "points": 2},), find="potion")
    assert (told.outcome["died"], frail.outcome["died"]) == (0, int(face >= 2))


@pytest.mark.parametrize("face", range(1, 7))
def test_9_44_strength_is_a_combat_bonus_of_1d6(face):
    assert haul([POTION["strength"], die(face)], find="potion").outcome["strength"] == face


@pytest.mark.parametrize("monster", TREE["monsters"])
@pytest.mark.parametrize("charm_person", ["orc", "ogre"])
def test_9_45_and_9_46_charms_work_on_persons_or_on_all_others(monster, charm_person):
    persons = {"evil_hero", "evil_wizard", "evil_thief", "goblin", charm_person}
    for potion in ("charm_person", "charm_monster"):
        told = haul([POTION[potion]], {"charm_person": charm_person}, find="potion", bystander=monster)
        assert told.outcome["charmed"] == ((monster in persons) == (potion == "charm_person"))


def test_9_45_without_a_monster_around_nothing_happens_and_one_is_charmed_once():
    assert haul([POTION["charm_person"]], find="potion").outcome["charmed"] == 0
    assert haul([POTION["charm_person"]] * 2, find="potion", number=2, bystander="orc").outcome["charmed"] == 1


def test_9_45_the_charmed_turns_on_the_party_when_its_charmer_dies():
    charmed = [ITEM["potion"], POTION["charm_person"]]
    strangled = [ITEM["medallion"], MEDALLION["strangling"], die(6), die(6)]
    told = haul(charmed + strangled, party=(HERO, WIZARD), find="magic_item", number=2, bystander="orc")
    assert (told.of(Event.CHARMS)[0][0], told.outcome["turned"]) == (0, 1)
    told = haul(strangled + charmed, party=(HERO, WIZARD), find="magic_item", number=2, bystander="orc")
    assert (told.of(Event.CHARMS)[0][0], told.outcome["turned"]) == (1, 0)


# ---- [9.5] Spices


@pytest.mark.parametrize("face", range(1, 7))
def test_9_51_the_spice_table(face):
    told = haul([die(face)], find="spice")
    assert told.of(Event.SPICE) == [(Spice[TREE["spices"][str(face)].upper()], 0, 0)]
    assert told.outcome["doses"] == (TREE["spices"][str(face)] == "mustard")


def test_9_52_mustard_heals_as_a_healing_potion_does():
    assert haul([SPICE["mustard"], die(4)], party=(HURT,), find="spice").of(Event.HEALS) == [(0, 4, 7)]


def test_9_53_sesame_opens_a_trapped_chest_before_anybody_tries():
    first = hoard_j((ITEM["spice"], SPICE["sesame"]), (ITEM["spice"], SPICE["cloves"]))
    told = haul([*first, die(1), *COINS, *NOTHING_MORE], TRAPS, party=(THIEF,), hoard="J", number=2)
    assert (len(told.of(Event.SESAME)), told.outcome["traps"], told.of(Event.DETRAPS)) == (1, 0, [])


def test_9_53_sesame_is_used_up():
    first = hoard_j((ITEM["spice"], SPICE["sesame"]), (ITEM["spice"], SPICE["cloves"]))
    more = [die(1), *COINS, *NOTHING_MORE]
    told = haul([*first, *more, *more], party=(HERO,), hoard="J", number=3)
    assert (len(told.of(Event.SESAME)), told.outcome["traps"]) == (1, 1)


# ---- [9.6] Medallions


def test_9_62_neutralize_poison_protects_from_poison_potions():
    shown = [ITEM["medallion"], MEDALLION["neutralize_poison"], ITEM["potion"], POTION["poison"]]
    told = haul(shown, party=({**HERO, "points": 1},), find="magic_item", number=2)
    assert (told.outcome["wounds"], told.outcome["deaths"], told.outcome["potions"]) == (0, 0, 1)


def test_9_62_neutralize_poison_protects_from_a_trap_of_poison():
    first = hoard_j((ITEM["medallion"], MEDALLION["neutralize_poison"]), (ITEM["spice"], SPICE["cloves"]))
    for poisonous in (True, False):
        rules = {**TRAPS, "traps.poisonous": poisonous}
        harm = [] if poisonous else [die(4)]
        told = haul([*first, die(1), *harm, *COINS, *NOTHING_MORE], rules, hoard="J", number=2)
        assert told.outcome["wounds"] == sum(harm) + len(harm)


@pytest.mark.parametrize(("potion", "doses"), [("healing", 2), ("poison", 0), ("strength", 0)])
def test_9_63_an_appraised_potion_is_not_tested_and_has_two_doses(potion, doses):
    shown = [ITEM["medallion"], MEDALLION["potion_appraisal"], ITEM["potion"], POTION[potion]]
    told = haul(shown, find="magic_item", number=2)
    assert told.of(Event.POTION) == [(NOTHING, Potion[potion.upper()], 0)]
    assert (told.outcome["doses"], told.outcome["wounds"], told.outcome["strength"]) == (doses, 0, 0)


def test_9_64_oratory_adds_up():
    assert haul([MEDALLION["oratory"]] * 3, find="medallion", number=3).outcome["oratory"] == 3 * 2


@pytest.mark.parametrize(("party", "bonus"), [((HERO,), 0), ((HERO, ARCHER), 2)])
def test_9_65_dexterity_is_for_those_who_shoot(party, bonus):
    assert haul([MEDALLION["dexterity"]], party=party, find="medallion").outcome["dexterity"] == bonus


def test_9_65_dexterity_is_not_for_the_dead():
    strangled = [MEDALLION["strangling"], die(6), die(6)]
    archer = {**ARCHER, "points": 9}
    told = haul([*strangled, MEDALLION["dexterity"]], party=(archer, HERO), find="medallion", number=2)
    assert told.outcome["dexterity"] == 0


@pytest.mark.parametrize(("a", "b"), list(product((1, 3, 6), repeat=2)))
def test_9_66_strangling_is_2d6_wounds(a, b):
    told = haul([MEDALLION["strangling"], die(a), die(b)], find="medallion")
    assert (told.outcome["wounds"], told.outcome["died"]) == (min(a + b, 8), int(a + b >= 8))


# ---- [9.7] Rings


@pytest.mark.parametrize("face", range(1, 7))
def test_9_71_the_ring_table(face):
    assert haul([die(face)], find="ring").of(Event.RING) == [(face, 0, 0)]


def test_9_7_in_the_basic_game_a_ring_is_rolled_again():
    """Until some other result comes: the others are equally likely, as if the table had no line for rings."""
    rules = rules_of({"game": "basic"})
    assert rules["item_faces"] == 5
    assert rules["items"][:5].tolist() == [Item.WEAPON, Item.ARMOR, Item.POTION, Item.SPICE, Item.MEDALLION]
    assert rules_of()["items"].tolist() == [*rules["items"][:5].tolist(), Item.RING]
