"""Healing, wards, snares, familiars and scrolls, by loaded dice and in fractions."""

import pytest
from games.emperor.encounter.battles import (
    AT_ONCE,
    BOLD,
    CATALOG,
    DOES_NOT,
    HAPPENS,
    MELEE_AT_ONCE,
    ROSA,
    SPELLS,
    TURB,
    exactly,
    faults,
    fight,
    pair,
    spell_cast,
)

from simkit.games.emperor.encounter.rules.hands import count
from simkit.games.emperor.shared.schema import Event
from simkit.games.emperor.shared.terms import Action

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
