"""Vessels, storms and shipwreck, and who travels along, by loaded dice."""

import pytest
from conftest import faces_of_pool
from games.emperor.encounter.battles import FOES, MELEE_AT_ONCE, OZMO, TIMID, die, fight, n_possessions, pair

from simkit.games.emperor.shared.schema import N_COMPANIONS, Event

HAPPENS, DOES_NOT = 0, 1  # loaded outcomes of a die of which only some faces matter
WHALE = {"foe": "great_whale", "terrain": "deep_sea", "vessel": "ship"}
POSSESSIONS = {
    "arms": ["short_sword", "dagger", "dagger", "kite_shield"],
    "treasures": ["sack_of_silver", "sack_of_silver", "gold_box", "magic_axe", "grail_of_pale", "emerald_of_life"],
}
SOFT = {"arms.kite_shield.absorb": 0, "arms.axe.absorb": 0}
SPARES_HERO = {"kind": "bold", "spares": "hero"}


# ---- The great whale, in the example of play


def test_the_whale_and_ozmo_as_printed():
    """Seven dice against seven; his shield takes three and one more, his axe two."""
    ours, theirs = faces_of_pool([1, 1, 3, 3, 4, 5, 5], plus=2), faces_of_pool([1, 2, 2, 4, 5, 6, 6])
    rolls = [die(5), die(5), ours, theirs, pair(6), 0, 3, pair(2)]
    fought = fight(rolls, character="Ozmo", policy=TIMID, **WHALE, **POSSESSIONS)
    assert fought.told(Event.RANGE) == [(5, 5, 0, 0)]
    assert fought.told(Event.ATTACK) == [(7, 3, 0, 0), (7, 0, 0, 0)]
    assert fought.told(Event.DEFENCE) == [(7, 3, 3, 3), (7, 3, 1, 3)]
    assert fought.told(Event.HERO_TRIES) == [(6, 8, 0, 0), (2, 8, 0, 0)]
    assert (fought.lives, fought.player.vessel_wounds) == ((0, 3), 0)


def test_the_emerald_brings_ozmo_back_with_his_ship_afloat_and_the_fight_goes_on():
    """Four hits: three on the ship, his last wound; then two more wounds, and the whale dies."""
    cell = {"character": "Ozmo", "wounds": 10, "vessel_wounds": 8, "treasures": ["emerald_of_life"], "policy": "random"}
    stays = 0
    rolls = [*MELEE_AT_ONCE, 1, 4, 3, stays]
    revived = fight(rolls, rules={"encounters.great_whale.wounds": 5}, **WHALE, **cell)
    assert (revived.ending, revived.battle.revived) == ("", 1)
    assert (revived.player.wounds, revived.player.vessel_wounds, revived.player.goods) == (0, 11, 0)
    won = fight([*rolls, 4, 2, 0], rules={"encounters.great_whale.wounds": 5}, **WHALE, **cell)
    assert (won.ending, won.player.wounds, won.player.vessel_wounds) == ("FOE_KILLED", 2, 11)


# ---- A vessel in a fight


@pytest.mark.parametrize(("vessel", "dice"), [("boat", 1), ("ship", 2)])
def test_vessel_dice_count_at_sea_and_not_ashore(vessel, dice):
    at_sea = fight([*MELEE_AT_ONCE, 0, 0], foe="fish_fiend", terrain="coastal_sea", vessel=vessel, **OZMO)
    docked = fight([*MELEE_AT_ONCE, 0, 3], foe="fish_fiend", terrain="coastal_land", vessel=vessel, **OZMO)
    assert at_sea.told(Event.ATTACK) == [(3 + dice, 0, 0, 0)]
    assert docked.told(Event.ATTACK) == [(3, 0, 0, 0)]
    assert (docked.player.wounds, docked.player.vessel_wounds) == (3, 0)


def test_vessel_dice_approach():
    apart = [die(1), die(2)]
    assert fight([*apart, 0, 0], **WHALE, **OZMO).told(Event.CLOSES_IN) == [(1, 0, 0, 0)]
    fired = fight([*apart, 2, 0], rules={"vessel_dice_approach": True}, **WHALE, **OZMO)
    assert fired.told(Event.ATTACK) == [(2, 2, 1, 0)]


@pytest.mark.parametrize(
    ("spares", "wounds", "vessel_wounds", "hits", "hers"),
    [
        ("hero", 0, 0, 4, 4), ("hero", 0, 10, 4, 2), ("vessel", 0, 0, 4, 0), ("vessel", 9, 0, 4, 3),
        ("balanced", 0, 0, 4, 4), ("balanced", 0, 9, 4, 2),
    ],
)  # fmt: skip
def test_hits_go_to_hero_or_vessel_as_he_likes(spares, wounds, vessel_wounds, hits, hers):
    policy = {"kind": "bold", "spares": spares}
    cell = {"character": "Ozmo", "wounds": wounds, "vessel_wounds": vessel_wounds, "policy": policy}
    fought = fight([*MELEE_AT_ONCE, 0, hits], **WHALE, **cell)
    assert (fought.tally.vessel_hits, fought.tally.wounds) == (hers, hits - hers)


def test_vessel_hits():
    """Shield and axe come before the choice, or after it."""
    cell = {"character": "Ozmo", "arms": ["axe", "kite_shield"], "policy": SPARES_HERO}
    late = fight([*MELEE_AT_ONCE, 0, 7], **WHALE, **cell)
    assert (late.tally.absorbed, late.tally.vessel_hits) == (6, 1)
    early = fight([*MELEE_AT_ONCE, 0, 7], rules={"vessel_hits": "free_choice_first"}, **WHALE, **cell)
    assert (early.tally.absorbed, early.tally.vessel_hits) == (0, 7)


# ---- Lost at Sea


WRECK = {
    "character": "Ozmo",
    "vessel_wounds": 11,
    "arms": ["axe", "kite_shield"],
    "treasures": ["gold_cup"],
    "clues": ["treasure_map"],
    "companions": ["ed_eagle"],
    "policy": {**SPARES_HERO, "companions_first": False},
}
SINKS = [HAPPENS, *MELEE_AT_ONCE, 0, 1]


def test_lost_at_sea_saves_what_the_dice_save():
    lost = fight([*SINKS, HAPPENS, DOES_NOT, HAPPENS, DOES_NOT], rules=SOFT, **WHALE, **WRECK)
    assert (lost.ending, lost.battle.sunk, lost.battle.moved, lost.player.vessel) == ("LOST_AT_SEA", 1, 1, 0)
    assert (lost.battle.arms_lost, lost.battle.treasures_lost, lost.battle.clues_lost) == (1, 1, 0)
    assert (lost.player.companions, n_possessions(lost.player)) == (1, 2)


@pytest.mark.parametrize(
    ("reading", "rolls", "left"),
    [("kept", [], 1), ("lost", [], 0), ("rolled", [HAPPENS], 1), ("rolled", [DOES_NOT], 0)],
)
def test_lost_at_sea_companions(reading, rolls, left):
    """The rule names weapons, treasures and clues; companions it does not name."""
    rules = {**SOFT, "lost_at_sea_companions": reading}
    lost = fight([*SINKS, *[DOES_NOT] * 4, *rolls], rules=rules, **WHALE, **WRECK)
    assert (lost.ending, lost.player.companions) == ("LOST_AT_SEA", left)
    assert lost.told(Event.LEFT_BEHIND) == [(FOES.index("ed_eagle"), 0, 0, 0)] * (1 - left)


def test_lost_at_sea_may_leave_shields():
    kept = fight([*SINKS, *[HAPPENS] * 3], rules={**SOFT, "lost_at_sea": "shields_kept"}, **WHALE, **WRECK)
    assert (kept.battle.arms_lost, n_possessions(kept.player)) == (1, 1)


# ---- Storms at Sea


@pytest.mark.parametrize(("terrain", "faces"), [("coastal_sea", [1, 2, 3]), ("deep_sea", [3, 4])])
def test_storms_roll_three_dice_near_the_coast_and_two_far_out(terrain, faces):
    struck = fight(
        [die(face) for face in faces], foe="storm", terrain=terrain, vessel="ship", arms=["kite_shield"], **OZMO
    )
    assert (struck.ending, struck.player.vessel_wounds, struck.tally.absorbed) == ("PEACEFUL", sum(faces), 0)


def test_a_storm_sinks_a_boat():
    sunk = fight([die(3), die(4), HAPPENS], foe="storm", terrain="deep_sea", vessel="boat", arms=["axe"], **OZMO)
    assert (sunk.ending, sunk.tally.vessel_hits, sunk.tally.lost, sunk.battle.arms_lost) == ("LOST_AT_SEA", 6, 1, 1)


def test_a_storm_passes_who_has_no_vessel():
    assert fight([], foe="storm", terrain="deep_sea", **OZMO).ending == "PEACEFUL"


def test_scroll_storm():
    """A barrier or a scroll, cast before the dice are rolled, takes six of it, or all."""
    cell = {
        "foe": "storm",
        "terrain": "deep_sea",
        "vessel": "ship",
        "policy": {"kind": "bold", "wards_from": 0, "scrolls_at": 99},
    }
    for ward in (
        {"character": "Rosa", "spells": ["invisible_barrier"]},
        {"character": "Ozmo", "treasures": ["scroll_protection"]},
    ):
        for setting, left in (("first_hits", 5), ("all", 0)):
            struck = fight([die(5), die(6)], rules={"scroll_storm": setting}, **cell, **ward)
            assert (struck.tally.absorbed, struck.player.vessel_wounds) == (11 - left, left)
            assert (struck.player.spells, struck.player.goods) == (0, 0)


# ---- Traveling companions


def company(fought):
    kinds = [int(fought.player.companion_kinds[slot]) for slot in range(N_COMPANIONS)]
    return [FOES[kind - 1] for kind in kinds if kind]


def test_companions_stay_on_an_even_die_each_for_himself():
    cell = {"foe": "troll_edna", "companions": ["wolves", "black_bear"]}
    fought = fight([HAPPENS, DOES_NOT, *MELEE_AT_ONCE, 0, 0], **cell, **OZMO)
    assert company(fought) == ["wolves"]
    assert fought.told(Event.ATTACK) == [(3 + 3, 0, 0, 0)]


def test_nobody_rolls_to_stay_before_a_peaceful_encounter():
    assert company(fight([], foe="olliver", companions=["wolves"], **OZMO)) == ["wolves"]


def test_companion_check():
    cell = {"foe": "thieves", "companions": ["wolves"]}
    assert company(fight([DOES_NOT], **cell, **OZMO)) == ["wolves"]
    assert company(fight([DOES_NOT, DOES_NOT], rules={"companion_check": "any_hostile_draw"}, **cell, **OZMO)) == []


@pytest.mark.parametrize(("first", "theirs"), [(True, 2), (False, 1)])
def test_hits_go_round_and_the_player_says_who_is_first(first, theirs):
    policy = {"kind": "bold", "companions_first": first}
    cell = {"character": "Ozmo", "foe": "troll_edna", "companions": ["wolves"], "policy": policy}
    fought = fight([HAPPENS, *MELEE_AT_ONCE, 0, 3], **cell)
    assert (fought.tally.companion_hits, fought.player.wounds) == (theirs, 3 - theirs)
    later = fight([HAPPENS, *MELEE_AT_ONCE, 0, 3, 0, 3], **cell)
    assert (later.tally.companion_hits, later.player.wounds) == (3, 3)


def test_hits_go_round_two_companions_and_a_dead_one_takes_no_more():
    cell = {"foe": "troll_edna", "companions": ["ed_eagle", "wolves"], "rules": {"encounters.ed_eagle.wounds": 1}}
    fought = fight([HAPPENS, HAPPENS, *MELEE_AT_ONCE, 0, 4], **cell, **OZMO)
    assert fought.told(Event.COMPANION_DIES) == [(FOES.index("ed_eagle"), 0, 0, 0)]
    assert (fought.player.companion_wounds[1], fought.player.wounds, company(fought)) == (2, 1, ["wolves"])


def test_every_hit_is_told_with_who_took_it():
    """After the creature's dice: the wounds of companions and of the vessel; then his own."""
    cell = {"companions": ["ed_eagle"], "vessel_wounds": 1, "arms": ["kite_shield"], **OZMO}
    fought = fight([HAPPENS, *MELEE_AT_ONCE, 0, 7], **{**WHALE, **cell, "policy": {"kind": "bold", "spares": "hero"}})
    kinds = [Event(kind) for kind in fought.events["kind"]]
    told = kinds[kinds.index(Event.DEFENCE) :]
    assert told == [Event.DEFENCE, Event.COMPANION_WOUNDS]  # three by his shield, four by the eagle
    later = fight([HAPPENS, *MELEE_AT_ONCE, 0, 7, 0, 3], **{**WHALE, **cell, "policy": SPARES_HERO})
    assert later.told(Event.COMPANION_WOUNDS) == [(FOES.index("ed_eagle"), n, 5, 0) for n in (4, 5)]
    assert later.told(Event.COMPANION_DIES) == [(FOES.index("ed_eagle"), 0, 0, 0)]
    assert later.told(Event.VESSEL_WOUNDS) == [(2, 2, 12, 0)]


def test_companion_vs_shield():
    """Split first, the shield serves its holder alone."""
    cell = {"foe": "troll_edna", "companions": ["wolves"], "arms": ["kite_shield"], **OZMO}
    split = fight([HAPPENS, *MELEE_AT_ONCE, 0, 4], **cell)
    assert (split.tally.absorbed, split.tally.companion_hits, split.player.wounds) == (2, 2, 0)
    shielded = fight([HAPPENS, *MELEE_AT_ONCE, 0, 4], rules={"companion_vs_shield": "shield_first"}, **cell)
    assert (shielded.tally.absorbed, shielded.tally.companion_hits) == (4, 0)


def test_protection_covers_companions():
    policy = {"kind": "bold", "wards_from": 0, "scrolls_at": 99}
    cell = {"character": "Ozmo", "foe": "troll_edna", "companions": ["wolves"], "treasures": ["scroll_protection"]}
    fought = fight([HAPPENS, *MELEE_AT_ONCE, 0, 4, 0, 4], policy=policy, **cell)
    assert (fought.tally.absorbed, fought.tally.companion_hits, fought.player.wounds) == (6, 1, 1)


@pytest.mark.parametrize(("setting", "wounds"), [("as_spell", 4), ("one_a_hit", 1)])
def test_princess_bolt(setting, wounds):
    cell = {"foe": "troll_edna", "companions": ["elf_princess"], "rules": {"princess_bolt": setting}}
    fought = fight([HAPPENS, *MELEE_AT_ONCE, 1, 0, 2], **cell, **OZMO)
    assert fought.told(Event.ATTACK) == [(3, 1, 0, 0)]  # she has no Ability Score
    assert fought.told(Event.BOLT) == [(4, 2, 2 * wounds, 0)]
    assert fought.tally.dealt == 1 + 2 * wounds


def test_princess_bolt_strikes_in_the_approach():
    fought = fight([HAPPENS, die(1), die(2), 0, 0, 1], foe="troll_edna", companions=["elf_princess"], **OZMO)
    assert (fought.told(Event.CLOSES_IN), fought.told(Event.BOLT)) == ([], [(4, 1, 4, 0)])


def test_a_fifth_companion_goes_its_way():
    cell = {"foe": "elf_princess", "companions": ["wolves", "ed_eagle", "black_bear", "black_bear"]}
    met = fight([], **cell, **OZMO)
    assert met.told(Event.JOINS) == [(FOES.index("elf_princess"), 0, 0, 0)]
    assert (met.player.companions, met.battle.joined) == (4, 0)
