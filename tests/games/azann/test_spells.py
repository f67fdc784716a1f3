"""[Using Spells] What each spell does, and what it costs."""

import pytest
from games.azann.tower import NO, STRIKE_C, TELEPORT, YES, die, duel, go, read, rules_of, way

from simkit.games.azann.schema import SPELLS, Event


@pytest.mark.parametrize(("face", "left"), [(1, 3), (3, 1), (6, 1)])
def test_teleportation_costs_a_die_three_at_most(face, left):
    scene = go(way(TELEPORT, 3, TELEPORT), die(face), die(4), die(5), level=3, spells=["teleportation"])
    assert (scene.leads, scene.state.level, scene.points[2]) == ("045", 4, left)


def test_teleport_11_leads_outside_to_end_there_or_to_enter_again():
    by_sum = rules_of(teleport_11="sum")
    outside = [way(TELEPORT, 3, TELEPORT), die(1), die(1), die(1)]
    given = {"level": 3, "spells": ["teleportation"], "facts": ["child"]}
    assert go(*outside, YES, **given).leads == "CHILD"
    assert go(*outside, NO, **given).leads == "040"
    assert go(*outside, rules=rules_of(teleport_11="ends"), **given).leads == "CHILD"
    assert go(way(TELEPORT, 3, TELEPORT), die(1), die(6), die(5), NO, rules=by_sum, **given).leads == "040"
    assert go(*outside, rules=by_sum, **given).leads == "011"


@pytest.mark.parametrize(("combat", "left"), [(4, 2), (5, 3), (1, 1), (0, 0)])
def test_fireball_burns_all_halves_combat_strength_up_and_takes_all_magic(combat, left):
    scene = duel(1, foes=["demon", "demon", "azann"], combat=combat, spells=["fireball"], rounds=2)
    assert scene.leads == "FOES_BEATEN"
    assert scene.points == (left, 4, 0)
    assert len(scene.told(Event.KILLS)) == 3


def test_fireball_azann_or_all_but_him():
    spared = rules_of(fireball_azann=False)
    assert duel(1, foes=["azann"], rounds=2, spells=["fireball"]).leads == "FOES_BEATEN"
    assert duel(die(1), STRIKE_C, foes=["azann"], spells=["fireball"], rules=spared).leads == "fight azann"


@pytest.mark.parametrize(("gate", "given", "burns"), [
    ("as_printed", {"magic": 0}, True), ("magic_one", {"magic": 0}, False), ("magic_one", {"magic": 1}, True),
    ("once_each", {"cast": 0}, True), ("once_each", {"cast": 1 << SPELLS.index("fireball")}, False),
    ("not_in_combat", {}, True),
])  # fmt: skip
def test_spell_cost_gate_of_the_fireball(gate, given, burns):
    caster = {"kind": "mage", "fireball_at": 99, "regenerates": False}
    gated = rules_of(spell_cost_gate=gate)
    scene = duel(foes=["troll"], spells=["fireball"], policy=caster, rules=gated, **given)
    assert (len(scene.told(Event.CASTS)) == 1) == burns
    assert int(scene.state.cast) == (1 << SPELLS.index("fireball") if gate == "once_each" else 0)


def test_spell_cost_gate_of_regeneration_in_combat():
    fight = {"foes": ["troll"], "spells": ["regeneration"], "policy": "mage", "combat": 2, "agility": 2}
    assert len(duel(**fight).told(Event.CASTS)) == 1
    assert duel(die(1), rules=rules_of(spell_cost_gate="not_in_combat"), **fight).told(Event.CASTS) == []


def test_regeneration_moves_points_and_makes_none():
    scene = read(32, die(6), spells=["regeneration"], policy="mage", combat=2, agility=5, magic=5)
    assert (scene.points, scene.leads) == ((7, 5, 0), "030")


def test_regen_conserves_or_its_first_example_is_literal():
    given = {"spells": ["regeneration"], "policy": "mage", "combat": 2, "agility": 2, "magic": 2}
    scene = read(32, die(1), rules=rules_of(regen_conserves=False), **given)
    assert sum(scene.points) == 8
    assert sum(read(32, die(1), **given).points) == 6
