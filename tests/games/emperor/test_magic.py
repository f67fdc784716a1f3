"""Spells and scrolls in an encounter, by loaded dice and in fractions."""

from fractions import Fraction

import pytest
from conftest import faces_of_pool
from games.emperor.battles import (
    BOLD,
    CATALOG,
    FOES,
    MELEE_AT_ONCE,
    die,
    exactly,
    faults,
    fight,
    n_possessions,
    pair,
    rules_of,
)
from games.emperor.oracle import pool, small

from simkit.games.emperor.encounter.rules.hands import count
from simkit.games.emperor.encounter.rules.possessions import n_treasures
from simkit.games.emperor.shared.schema import Event
from simkit.games.emperor.shared.terms import Action, Spell

HAPPENS, DOES_NOT = 0, 1  # loaded outcomes of a die of which only some faces matter
SPELLS, GOODS = tuple(CATALOG.spells), tuple(CATALOG.goods)
AT_ONCE = {"kind": "bold", "magic_flight_at": 99, "heals_at": 99, "scrolls_at": 99, "wards_from": 0, "charms": True}
TURB, ROSA, ALATHA = ({"character": name, "policy": AT_ONCE} for name in ("Turb", "Rosa", "Alatha"))
IMPERIALS = {"treasures": ["emerald_of_life", "grail_of_pale"]}


def spell_cast(spell, dice, hits):
    """The event of a spell."""
    return [(SPELLS.index(spell) + 1, dice, hits, 0)]


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


# ---- Healing and wards


def test_heal_completely_heals_all_wounds_and_takes_the_round():
    healed = fight([*MELEE_AT_ONCE, 0, 2], foe="wolves", spells=["heal_completely"], wounds=8, **ROSA)
    assert healed.told(Event.HEALED) == [(8, 0, 0, 0)]
    assert (healed.player.wounds, healed.tally.healed, healed.told(Event.ATTACK)) == (2, 8, [])


@pytest.mark.parametrize(
    ("who", "ward"),
    [
        (ROSA, {"spells": ["invisible_barrier"]}), (TURB, {"spells": ["rock_wall"]}),
        ({"character": "Ozmo", "policy": AT_ONCE}, {"treasures": ["scroll_protection"]}),
    ],
    ids=["barrier", "wall", "scroll"],
)  # fmt: skip
def test_wards_absorb_the_first_six_hits(who, ward):
    stood = fight([*MELEE_AT_ONCE, 0, 4, 0, 4], foe="brown_bear", **ward, **who)
    assert (stood.tally.absorbed, stood.battle.ward, stood.player.wounds) == (6, 0, 2)
    assert (stood.player.spells, stood.player.goods, stood.tally.cast) == (0, 0, 1)


def test_a_barrier_is_cast_at_sea_and_a_rock_wall_is_not():
    at_sea = {"foe": "fish_fiend", "terrain": "deep_sea", "vessel": "boat"}
    assert fight([*MELEE_AT_ONCE, 0, 4], spells=["invisible_barrier"], **at_sea, **ROSA).tally.absorbed == 4
    assert fight([*MELEE_AT_ONCE, 0, 0], spells=["rock_wall"], **at_sea, **TURB).tally.cast == 0


def test_rock_wall_may_be_absent():
    (refusal,) = faults(character="Turb", foe="wolves", spells=["rock_wall"], rules={"rock_wall": "absent"})
    assert "rock_wall" in refusal
    assert faults(character="Turb", foe="wolves", spells=["rock_wall"]) == []


def test_absorb_order():
    cell = {"character": "Ozmo", "foe": "brown_bear", "arms": ["kite_shield"], "treasures": ["scroll_protection"]}
    rolls = [*MELEE_AT_ONCE, 0, 4]
    first = fight(rolls, policy=AT_ONCE, **cell)
    assert (first.battle.ward, first.battle.shielded) == (2, 0)
    last = fight(rolls, policy=AT_ONCE, rules={"absorb_order": "shield_first"}, **cell)
    assert (last.battle.ward, last.battle.shielded) == (6, 4)


def test_absorb_order_leaves_companions_under_the_ward():
    cell = {"character": "Rosa", "foe": "brown_bear", "spells": ["invisible_barrier"], "companions": ["wolves"]}
    for order in ("ward_first", "shield_first"):
        stood = fight([HAPPENS, *MELEE_AT_ONCE, 0, 4], policy=AT_ONCE, rules={"absorb_order": order}, **cell)
        assert (stood.tally.absorbed, stood.tally.companion_hits, stood.player.wounds) == (4, 0, 0)


def test_spell_and_absorb():
    """A caster's shield absorbs, his weapon does not parry."""
    cell = {"character": "Alatha", "foe": "troll_edna", "spells": ["elvin_bolt"], "arms": ["axe", "round_shield"]}
    for setting, absorbed in (("absorbs", 3), ("does_not", 0)):
        struck = fight([*MELEE_AT_ONCE, 0, 0, 4], policy=BOLD, rules={"spell_and_absorb": setting}, **cell)
        assert (struck.tally.absorbed, struck.player.wounds) == (absorbed, 4 - absorbed)


def test_escape_after_casting():
    cell = {
        "character": "Alatha",
        "foe": "troll_edna",
        "spells": ["elvin_bolt"],
        "policy": {"kind": "bold", "flee_at": 99},
    }
    assert fight([*MELEE_AT_ONCE, 0, 0, 0], **cell).told(Event.HERO_TRIES) == []
    ran = fight([*MELEE_AT_ONCE, 0, 0, 0, pair(12)], rules={"escape_after_casting": True}, **cell)
    assert ran.ending == "HERO_ESCAPED"


# ---- The Elvin Snare


SNARE = {"character": "Alatha", "foe": "troll_edna", "spells": ["elvin_snare"]}


@pytest.mark.parametrize(
    ("setting", "hits", "held"),
    [
        ("next_rounds", 1, 3), ("next_rounds", 2, 6), ("this_round_counts", 1, 2), ("one_hit", 2, 3),
        ("may_flee", 1, 3),
    ],
)  # fmt: skip
def test_snare_details(setting, hits, held):
    """Rounds after the one of the spell in which the creature makes no attack."""
    rolls = [*MELEE_AT_ONCE, hits, 0, 0, *(0, 0) * held, 0, 2]
    fought = fight(rolls, policy=BOLD, rules={"snare_details": setting}, **SNARE)
    assert fought.told(Event.CASTS) == spell_cast("elvin_snare", 5, hits)
    assert fought.told(Event.DEFENCE) == [(4, 2, 0, 0)]
    assert fought.tally.rounds == held + 2


def test_snare_details_whether_a_held_creature_runs():
    """Wolves of nine wounds with one left."""
    cell = {
        **SNARE,
        "foe": "wolves",
        "policy": BOLD,
        "arms": ["great_sword"],
        "rules": {"characters.alatha.ability": 5},
    }
    assert fight([*MELEE_AT_ONCE, 1, 0, 0, 8, 0], **cell).told(Event.FOE_TRIES) == []
    cell["rules"] = {**cell["rules"], "snare_details": "may_flee"}
    assert fight([*MELEE_AT_ONCE, 1, 0, 0, 8, 0, pair(12)], **cell).ending == "FOE_FLED"


def test_a_snared_creature_can_be_left_without_dropping_anything():
    policy = {"kind": "bold", "walks_away": True}
    left = fight([*MELEE_AT_ONCE, 1, 0, 0, 0, 0], policy=policy, arms=["axe"], **SNARE)
    assert (left.ending, left.battle.dropped, len(left.told(Event.WALKS_AWAY))) == ("ENDED_BY_MAGIC", 0, 1)


# ---- The Familiar


def test_familiar_is_summoned_without_a_roll_and_fights_from_the_next_round_on():
    cell = {"character": "Turb", "foe": "troll_edna", "spells": ["familiar"], "policy": BOLD}
    fought = fight([*MELEE_AT_ONCE, 0, 4, 0, 4], **cell)
    assert fought.told(Event.ATTACK) == [(3, 0, 0, 0)]  # his one and its two
    assert (fought.tally.familiar_hits, fought.player.familiar, fought.player.wounds) == (6, 0, 2)
    assert fought.told(Event.STAYS) == []


FAMILIAR = SPELLS.index("familiar")


def test_familiar_stays_on_an_even_die():
    cell = {"character": "Turb", "foe": "troll_edna", "familiar": True, "policy": BOLD}
    stays = fight([HAPPENS, *MELEE_AT_ONCE, 0, 1], **cell)
    assert (stays.player.familiar, count(stays.player.spells, FAMILIAR)) == (5, 1)
    gone = fight([DOES_NOT, *MELEE_AT_ONCE, 0, 1], **cell)
    assert (gone.player.familiar, gone.player.wounds) == (0, 1)
    assert gone.told(Event.CASTS) == []  # and with it went the spell


def test_the_spell_of_a_familiar_is_held_until_it_is_gone():
    """Its chit is discarded when it dissipates or dies: he holds no more than four, and never two of it."""
    cell = {"character": "Turb", "foe": "troll_edna", "spells": ["familiar", "teleport"], "policy": BOLD}
    summoned = fight([*MELEE_AT_ONCE, 0, 0, 0, 4], **cell)
    assert (summoned.player.familiar, count(summoned.player.spells, FAMILIAR)) == (2, 1)
    killed = fight([*MELEE_AT_ONCE, 0, 4, 0, 2, 0, 1], **cell)
    assert (killed.player.familiar, count(killed.player.spells, FAMILIAR), killed.player.wounds) == (0, 0, 1)
    assert killed.told(Event.CASTS) == [(FAMILIAR + 1, 0, 0, 0)]
    assert killed.told(Event.COMPANION_WOUNDS) == [(-1, 4, 6, 0), (-1, 6, 6, 0)]


def test_one_who_decides_at_random_does_not_summon_what_is_there():
    cell = {"character": "Turb", "foe": "troll_edna", "familiar": True, "policy": "random"}
    fought = fight([HAPPENS, *MELEE_AT_ONCE, 0, 0, 0], **cell)  # no choice of spells, only whether to run: he stays
    assert fought.told(Event.CASTS) == []


def test_a_summoned_familiar_has_a_place_among_the_four_spells():
    spells = ["ball_of_fire", "fear", "teleport"]
    assert faults(character="Turb", foe="wolves", spells=spells, familiar=True) == []
    assert faults(character="Turb", foe="wolves", spells=["familiar", *spells]) == []


def test_familiar_summoned():
    """It costs the round, like every spell; or nothing, and fights at once."""
    cell = {"character": "Turb", "foe": "troll_edna", "spells": ["familiar"], "policy": BOLD}
    assert fight([*MELEE_AT_ONCE, 0, 0], **cell).told(Event.ATTACK) == []
    swift = fight([*MELEE_AT_ONCE, 1, 0], rules={"familiar_summoned": "nothing"}, **cell)
    assert (swift.told(Event.ATTACK), swift.tally.cast) == ([(3, 1, 0, 0)], 1)
    assert swift.told(Event.CASTS) == [(FAMILIAR + 1, 0, 0, 0)]


# ---- Scrolls


def test_scrolls_of_healing_and_teleport_serve_everybody():
    for character in CATALOG.character_names:
        who = {"character": character, "policy": AT_ONCE, "foe": "wolves"}
        healed = fight([*MELEE_AT_ONCE, 0, 0], treasures=["scroll_heal"], wounds=7, **who)
        assert healed.told(Event.CASTS) == [(int(Action.READ_HEALING), 0, 0, 0)]
        assert (healed.player.wounds, healed.player.goods) == (0, 0)
        gone = exactly(treasures=["scroll_teleport"], **who)
        assert gone.endings == pytest.approx({"ENDED_BY_MAGIC": 1.0})
        assert (gone.means["moved"], gone.means["cast"]) == pytest.approx((1, 1))
