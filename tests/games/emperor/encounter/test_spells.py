"""Spells that wound, end an encounter or make friends, by loaded dice and in fractions."""

from fractions import Fraction

import pytest
from conftest import faces_of_pool
from games.emperor.encounter.battles import (
    BOLD,
    DOES_NOT,
    FOES,
    HAPPENS,
    MELEE_AT_ONCE,
    ROSA,
    TURB,
    die,
    exactly,
    fight,
    n_possessions,
    rules_of,
    spell_cast,
)
from games.emperor.encounter.oracle import pool, small

from simkit.games.emperor.encounter.rules.hands import count
from simkit.games.emperor.encounter.rules.possessions import n_treasures
from simkit.games.emperor.shared.schema import Event
from simkit.games.emperor.shared.terms import Spell

IMPERIALS = {"treasures": ["emerald_of_life", "grail_of_pale"]}


# ---- The examples of play


EDNA = {
    "character": "Turb",
    "foe": "troll_edna",
    "terrain": "swamp",
    "arms": ["staff"],
    "spells": ["ball_of_fire", "familiar", "teleport"],
    "policy": {"kind": "bold", "summons": False},
}
ONE_ROUND_OF_APPROACH = (die(3), die(4))


def test_ball_of_fire_kills_edna_in_the_example_of_play():
    """Five dice, four wounds a hit."""
    shown = faces_of_pool([3, 3, 5, 6, 6])
    burnt = fight([*ONE_ROUND_OF_APPROACH, shown, 0, 0], rules={"ball_of_fire": "example_4_4"}, **EDNA)
    assert burnt.told(Event.CASTS) == spell_cast("ball_of_fire", 5, 3)
    assert (burnt.ending, burnt.tally.dealt, burnt.lives) == ("FOE_KILLED", 12, (0, 10))
    assert burnt.told(Event.HEALS) == []


def test_ball_of_fire_as_described_leaves_edna_a_wound_and_she_heals():
    """Four dice, three wounds a hit: nine of her ten."""
    burnt = fight([*ONE_ROUND_OF_APPROACH, 3, 0, 0], **EDNA)
    assert burnt.told(Event.CASTS) == spell_cast("ball_of_fire", 4, 3)
    assert (burnt.ending, burnt.tally.dealt, burnt.lives) == ("", 9, (0, 8))
    assert count(burnt.player.spells, int(Spell.BALL_OF_FIRE)) == 0


def test_stinking_fog_saves_turb_from_olliver_in_the_example_of_play():
    cell = {"foe": "olliver", "spells": ["stinking_fog"], "treasures": ["magic_great_sword", "battle_ring_of_gorath"]}
    met = fight([*MELEE_AT_ONCE, 1], rules={"olliver_alone": "attacks"}, **cell, **TURB)
    assert met.told(Event.CASTS) == spell_cast("stinking_fog", 5, 1)  # three, his own, and one of the ring
    assert (met.ending, met.lives, met.battle.dropped) == ("ENDED_BY_MAGIC", (0, 0), 0)
    assert (met.battle.treasure_draws, met.battle.arms_draws, n_treasures(met.player)) == (0, 0, 2)


# ---- Attack spells


@pytest.mark.parametrize(
    ("character", "spell", "dice", "wounds"),
    [
        ("Turb", "bolt_of_lightning", 5, 4), ("Turb", "ball_of_fire", 4, 3),
        ("Alatha", "elvin_bolt", 6, 4),
    ],
)  # fmt: skip
def test_bolts_and_balls_wound_by_their_hits(character, spell, dice, wounds):
    cell = {"character": character, "foe": "troll_edna", "spells": [spell], "policy": BOLD}
    for hits in (0, 1, 2):
        struck = fight([*MELEE_AT_ONCE, hits, 0, 2], **cell)
        assert struck.told(Event.CASTS) == spell_cast(spell, dice, hits)
        assert struck.tally.dealt == hits * wounds
        assert struck.told(Event.ATTACK) == []  # nothing else is done in that round
        assert (struck.player.wounds, struck.player.spells) == (2, 0)


def test_a_familiar_and_the_battle_ring_add_dice_to_a_spell():
    cell = {
        "foe": "troll_edna",
        "spells": ["bolt_of_lightning"],
        "familiar": True,
        "treasures": ["battle_ring_of_gorath"],
    }
    struck = fight([HAPPENS, *MELEE_AT_ONCE, 1, 0, 0], character="Turb", policy=BOLD, **cell)
    assert struck.told(Event.CASTS) == spell_cast("bolt_of_lightning", 4 + 1 + 2 + 1, 1)


# ---- Spells that end an encounter


@pytest.mark.parametrize(("spell", "ending"), [("stinking_fog", "ENDED_BY_MAGIC"), ("fear", "FOE_FLED")])
def test_fog_and_fear_need_one_hit(spell, ending):
    cell = {"foe": "pirate_raiding_party", "spells": [spell], **TURB}
    worked = fight([die(1), *MELEE_AT_ONCE, 1], **cell)
    assert (worked.ending, worked.battle.arms_draws, worked.lives) == (ending, int(spell == "fear"), (0, 0))
    failed = fight([die(1), *MELEE_AT_ONCE, 0, 0, 2], **cell)
    assert (failed.ending, failed.lives, failed.player.spells) == ("", (2, 0), 0)


@pytest.mark.parametrize(("spell", "ending"), [("stinking_fog", "ENDED_BY_MAGIC"), ("fear", "FOE_FLED")])
def test_fog_and_fear_work_as_often_as_one_of_four_dice_hits(spell, ending):
    answer = exactly(foe="troll_edna", spells=[spell], rules=small("Turb", "troll_edna"), **TURB)
    assert answer.endings[ending] == pytest.approx(float(1 - Fraction(2, 3) ** 4), abs=1e-12)


def test_teleport_ends_an_encounter_and_nothing_is_dropped():
    answer = exactly(foe="wolves", spells=["teleport"], arms=["staff"], **TURB)
    assert answer.endings == pytest.approx({"ENDED_BY_MAGIC": 1.0})
    assert (answer.means["moved"], answer.means["dropped"], answer.means["taken"]) == pytest.approx((1, 0, 0))


def test_teleport_drops():
    """Under the house rule a possession is left behind; the familiar comes along, companions never do."""
    cell = {
        "foe": "wolves",
        "spells": ["teleport"],
        "familiar": True,
        "companions": ["black_bear"],
        "arms": ["staff", "club"],
    }
    rules = {"teleport_drops": True, "drop_choice": "random"}
    gone = fight([HAPPENS, HAPPENS, *MELEE_AT_ONCE, 0], rules=rules, **cell, **TURB)
    assert (gone.ending, gone.battle.moved, gone.battle.dropped) == ("ENDED_BY_MAGIC", 1, 1)
    assert (gone.player.companions, gone.player.familiar, n_possessions(gone.player)) == (0, 6, 1)


def test_spell_stops_attack_or_the_attack_lands():
    cell = {"foe": "wolves", "spells": ["stinking_fog"], **TURB}
    landed = fight([*MELEE_AT_ONCE, 1, 0, 3], rules={"spell_stops_attack": "lands"}, **cell)
    assert (landed.ending, landed.lives) == ("ENDED_BY_MAGIC", (3, 0))
    snared = {"character": "Alatha", "policy": BOLD, "foe": "wolves", "spells": ["elvin_snare"]}
    struck = fight([*MELEE_AT_ONCE, 1, 0, 3], rules={"spell_stops_attack": "lands"}, **snared)
    assert struck.told(Event.DEFENCE) == [(3, 3, 0, 0)]
    assert fight([*MELEE_AT_ONCE, 1, 0, 0], **snared).told(Event.DEFENCE) == []


# ---- Spells that make friends


def charmed_by(spell, **switches):
    rules = rules_of(**switches)
    return {
        foe: int(figures[field])
        for foe, figures in zip(FOES, rules.foes, strict=True)
        for field in ["speaks" if spell == "speak_to_animals" else "befriends"]
        if figures[field] > 0
    }


LAND_ANIMALS = {
    *("black_bear", "brown_bear", "desert_rat", "ed_eagle", "elephant", "mountain_lion", "vampire_frogs"),
    *("wild_boar", "wolves", "fish_fiend"),
}  # fmt: skip
SEA_ANIMALS = {"giant_squid", "great_whale", "sea_monster"}


@pytest.mark.parametrize(
    ("setting", "animals"),
    [
        ("animals", LAND_ANIMALS | SEA_ANIMALS), ("land_animals", LAND_ANIMALS),
        ("with_olliver", LAND_ANIMALS | SEA_ANIMALS | {"olliver"}),
        ("with_trolls", LAND_ANIMALS | SEA_ANIMALS | {"troll_ralph", "troll_edna"}),
    ],
)  # fmt: skip
def test_speak_targets(setting, animals):
    assert charmed_by("speak_to_animals", speak_targets=setting) == dict.fromkeys(animals, 1)


@pytest.mark.parametrize(("setting", "more"), [("with_wastrels", {"wastrels": 1}), ("listed_only", {})])
def test_phrase_targets(setting, more):
    easy = dict.fromkeys(["thieves", "brigands", "pirate_raiding_party"], 1)
    hard = dict.fromkeys(["imperial_patrol", "pirate_ship", "pirate_galley"], 2)
    assert charmed_by("phrase_of_friendship", phrase_targets=setting) == {**easy, **hard, **more}


def test_speak_to_animals_makes_a_companion_with_one_hit():
    cell = {"foe": "wolves", "spells": ["speak_to_animals"], **ROSA}
    won = fight([*MELEE_AT_ONCE, 1], **cell)
    assert won.told(Event.CASTS) == spell_cast("speak_to_animals", 5, 1)
    assert (won.ending, won.battle.joined, won.player.companion_kinds[0]) == (
        "ENDED_BY_MAGIC", 1, FOES.index("wolves") + 1,
    )  # fmt: skip
    assert fight([*MELEE_AT_ONCE, 0, 0, 1], **cell).lives == (1, 0)


def test_a_creature_that_is_charmed_keeps_its_wounds():
    cell = {"foe": "wolves", "spells": ["speak_to_animals"], **ROSA}
    attack, speak, stays = 0, 1, 0
    won = fight([*MELEE_AT_ONCE, attack, 2, 0, stays, speak, 1], **{**cell, "policy": "random"})
    assert (won.ending, won.battle.joined, won.player.companion_wounds[0]) == ("ENDED_BY_MAGIC", 1, 2)
    assert won.told(Event.JOINS) == [(FOES.index("wolves"), 1, 2, 0)]


def test_what_is_killed_as_it_is_charmed_does_not_join():
    """The attacks of that round land: the Princess's bolt kills what would have come along."""
    cell = {"foe": "wolves", "spells": ["speak_to_animals"], "companions": ["elf_princess"], **ROSA}
    rules = {"spell_stops_attack": "lands", "encounters.wolves.wounds": 4}
    slain = fight([HAPPENS, *MELEE_AT_ONCE, 1, 0, 0, 1], rules=rules, **cell)
    assert (slain.ending, slain.battle.joined, slain.player.companions) == ("FOE_KILLED", 0, 1)
    charmed = fight([HAPPENS, *MELEE_AT_ONCE, 1, 0, 2, 0], rules=rules, **cell)
    assert (charmed.ending, charmed.battle.joined) == ("ENDED_BY_MAGIC", 1)
    assert charmed.tally.companion_hits == 1  # it is no companion yet when the hits go round


def test_phrase_of_friendship_needs_two_hits_of_a_patrol():
    cell = {"foe": "imperial_patrol", "spells": ["phrase_of_friendship"], **IMPERIALS, **ROSA}
    assert fight([*MELEE_AT_ONCE, 2], **cell).battle.joined == 1
    assert fight([*MELEE_AT_ONCE, 1, 0, 0], **cell).battle.joined == 0
    answer = exactly(rules=small("Rosa", "imperial_patrol"), **cell)
    assert answer.means["joined"] == pytest.approx(float(1 - pool(4)[0] - pool(4)[1]), abs=1e-12)


def test_phrase_of_friendship_is_spoken_before_thieves_roll():
    cell = {"foe": "thieves", "spells": ["phrase_of_friendship"], "arms": ["mace"], **ROSA}
    assert fight([1], **cell).battle.joined == 1
    failed = fight([0, DOES_NOT, HAPPENS], **cell)
    assert (failed.ending, failed.battle.joined, failed.battle.arms_lost) == ("PEACEFUL", 0, 1)


def test_nobody_speaks_to_trolls():
    assert fight([*MELEE_AT_ONCE, 0, 0], foe="troll_edna", spells=["speak_to_animals"], **ROSA).told(Event.CASTS) == []
