"""The rules by their chapters, with loaded dice or every case there is; each switch that is a field of RULES too."""

from itertools import product

import pytest
from games.azann.tower import GAME, NO, RULES, START, YES, die, duel, faults, go, play, read, rules_of

from simkit.core.records import filled
from simkit.games.azann.rules.checks import steady
from simkit.games.azann.rules.combat import blow_lands
from simkit.games.azann.rules.movement import stairs_base
from simkit.games.azann.rules.points import lose_point, slain, spent
from simkit.games.azann.schema import AGILITY, COMBAT, FIGHTER, ITEMS, SPELLS, Event, NerveCheck
from simkit.games.azann.variants import IN_RULES, VARIANTS

ITEM = {name: place for place, name in enumerate(ITEMS)}
STRIKE_C, STRIKE_A = 0, 1  # whoever decides at random: Combat Strength or Agility
ROOM, TELEPORT, SANDALS = "room", "teleport", "sandals"


def way(wanted, level, *extra):
    """The place of a way among those that are open by rooms and stairs, and the `extra` ones."""
    return [ROOM, *(other for other in range(1, 7) if other < level or other == level + 1), *extra].index(wanted)


def fighter(combat, agility):
    return filled(FIGHTER, combat=combat, agility=agility)[0]


# ---- How to Start


def test_a_character_has_twelve_points_two_at_least_and_two_spells():
    assert faults(**START) == []
    assert faults(**{**START, "combat": 7}) == []
    said = "a character has 12 Characteristic Points: 8 + 2 + 3 is 13 (How to Start)"
    assert faults(**START, magic=3) == [said]
    assert faults(**{**START, "agility": 3}) == ["at least 2 points a characteristic, not 8 + 3 + 1 (How to Start)"]
    assert faults(**{**START, "spells": ["fireball"]}) == ["2 spells to start with, not 1 (How to Start)"]
    assert faults(**{**START, "spells": ["fireball", "fireball"]}) == ["spell 'fireball' is named twice"]
    assert faults(**START, items=["great_axe"]) == ["WHOLE_GAME starts without items: they are for entry DUEL"]
    assert faults(combat=2, agility=2) == ["a cell of WHOLE_GAME needs spells"]


def test_a_duel_may_be_fought_by_any_character_who_is_alive():
    assert faults(entry="DUEL", combat=0, agility=9, foes=["ogre"]) == []
    assert faults(entry="DUEL", combat=0, agility=0, foes=["ogre"]) == [
        "a character of Combat Strength 0 and Agility 0 is dead (Combat)"
    ]
    assert faults(entry="DUEL", combat=1, agility=1, foes=[]) == ["a duel has 1 to 12 foes, not 0"]
    assert faults(entry="DUEL", combat=1, agility=1, foes=["gobblin"]) == [
        "unknown monster 'gobblin', did you mean 'goblin'?"
    ]
    five = list(ITEMS[:5])
    assert faults(entry="DUEL", combat=1, agility=1, magic=1, foes=["ogre"], items=five) == [
        "5 things: he may carry 4 (Discovering Items)"
    ]


def test_all_that_is_wrong_with_a_cell_is_told_at_once():
    wrong = {"items": ["great_axe", "great_axe"], "foes": ["gobblin"], "policy": "warrior"}
    assert faults(entry="DUEL", combat=0, agility=0, **wrong) == [
        "a character of Combat Strength 0 and Agility 0 is dead (Combat)",
        "thing 'great_axe' is named twice",
        "unknown monster 'gobblin', did you mean 'goblin'?",
        "unknown policy 'warrior' (one of: fighter, mage, acrobat, searcher, random)",
    ]


@pytest.mark.parametrize(("thing", "points", "said"), [
    ("great_bow", (2, 9, 9), "to carry 'great_bow' takes Combat Strength 3, not 2 (Weapon Summary)"),
    ("great_axe", (1, 9, 9), "to carry 'great_axe' takes Combat Strength 2, not 1 (Weapon Summary)"),
    ("spear_of_grom", (9, 1, 9), "to carry 'spear_of_grom' takes Agility 2, not 1 (Weapon Summary)"),
    ("emerald_rod", (9, 9, 0), "to carry 'emerald_rod' takes Magic Skill 1, not 0 (Summary of Magic Items)"),
])  # fmt: skip
def test_nobody_starts_with_what_he_cannot_carry(thing, points, said):
    given = {"entry": "DUEL", "foes": ["ogre"], "items": [thing]}
    stats = dict(zip(("combat", "agility", "magic"), points, strict=True))
    assert faults(**given, **stats) == [said]
    assert faults(**given, **{name: value + 1 for name, value in stats.items()}) == []
    lighter = {f"items.{thing}.least": 0}
    assert faults(**given, **stats, rules=lighter) == []


def test_what_has_no_use_for_now_may_be_carried():
    idle = ["silver_dagger", "crystal_sphere", "ruby_of_kreesh", "enchanted_sandals"]
    assert faults(entry="DUEL", combat=0, agility=1, foes=["ogre"], items=idle) == []


@pytest.mark.parametrize(("text", "said"), [
    ("choose investigate: 101; 550", "there is no paragraph '550', did you mean '055'?"),
    ("choose invest: 101; 080", "cannot read 'choose invest', did you mean 'choose {choice}'?"),
    ("gain luck 2; proceed", "cannot read 'gain luck 2'"),
    ("fight 3 goblin", "its last clause must say where it leads"),
    ("fight 13 goblin; proceed", "an encounter has 1 to 12 monsters, not 13"),
    ("level 7; climb", "there is no level 7"),
    ("", "cannot read ''"),
])  # fmt: skip
def test_a_paragraph_that_makes_no_sense_is_one_line(text, said):
    assert faults(**START, rules={"paragraphs.042.does": text}) == [f"paragraphs.042.does: {said}"]


def test_a_paragraph_written_anew_is_not_replaced_by_a_reading_without_a_word():
    text = "gain combat 3; proceed"
    assert faults(**START, rules={"paragraphs.036.does": text}) == []
    assert faults(**START, rules={"paragraphs.036.does": text, "stat_rooms_once": "once"}) == [
        'paragraphs.036.does: stat_rooms_once = "once" has a text of its own for it, readings.stat_rooms_once.once.036'
    ]
    own = {"readings.stat_rooms_once.once.036": "again: proceed; " + text, "stat_rooms_once": "once"}
    assert faults(**START, rules=own) == []


def test_switches_and_figures_are_told_together():
    wrong = {"nerve_check": "printd", "paragraphs.062.does": "roll; 1-3: 777; proceed"}
    assert faults(**START, rules=wrong) == [
        "unknown nerve_check 'printd', did you mean 'printed'?",
        "paragraphs.062.does: there is no paragraph '777', did you mean '077'?",
    ]


def test_figures_beyond_the_tables_are_one_line_each():
    wrong = {"constants.levels": 7, "monsters.troll.agility": 0, "items.great_axe.carry": "luck"}
    assert faults(**START, rules=wrong) == [
        "constants.levels must be 1 to 6, not 7",
        "monsters.troll.agility must be 1 to 999, not 0",
        "items.great_axe.carry: unknown characteristic 'luck' (one of: combat, agility, magic, none)",
    ]


# ---- Going Up and Down Stairs


def test_stairs_up_are_the_level_and_a_die():
    """The example: from level 1 with a 5, paragraph 006."""
    scene = go(way(2, 1), die(5), level=1)
    assert (scene.leads, scene.state.bound) == ("006", 2)


def test_stairs_down_lead_to_any_floor_in_one_move():
    scene = go(way(2, 5), die(3), level=5)
    assert (scene.leads, scene.state.bound) == ("005", 2)
    assert read(5, level=5, bound=2, through=True, policy="fighter", combat=9, agility=9).leads == "level 2"


def test_descend_many_or_one_floor_a_move():
    room_4_or_6 = [ROOM, 4, 6]
    scene = go(room_4_or_6.index(4), die(3), level=5, rules=rules_of(descend_many=False))
    assert (scene.leads, scene.state.bound) == ("007", 4)


def test_stairs_bounds_of_the_tower():
    assert go(way(5, 6), die(3), level=6).state.bound == 5
    with pytest.raises(ValueError, match="does not have"):
        go(way(5, 6) + 1, level=6)
    beyond = go(way(5, 6) + 1, die(6), level=6, rules=rules_of(stairs_bounds=False))
    assert (beyond.leads, beyond.state.bound) == ("012", 6)
    assert read(12, die(1), level=6, bound=6).leads == "level 6"


@pytest.mark.parametrize(("reading", "base"), [
    ("destination_plus_die", 2), ("start_plus_die", 5), ("start_less_one_plus_die", 4),
])  # fmt: skip
def test_stairs_down_readings(reading, base):
    assert stairs_base(rules_of(stairs_down=reading), 5, 2) == base
    assert stairs_base(rules_of(stairs_down=reading), 2, 3) == 2


def test_stairs_down_concatenated_lead_into_a_room():
    scene = go(way(2, 5), die(4), level=5, rules=rules_of(stairs_down="concatenated"))
    assert (scene.leads, scene.state.level, scene.state.bound) == ("024", 2, 0)


@pytest.mark.parametrize(("reading", "shown", "leads"), [
    ("arrives", [], "level 3"), ("stays", [], "level 2"), ("rolls_again", [die(2)], "004"),
])  # fmt: skip
def test_stair_event_arrival(reading, shown, leads):
    rules = rules_of(stair_event_arrival=reading)
    assert read(115, *shown, level=2, bound=3, rules=rules).leads == leads
    assert read(2, level=2, bound=3, rules=rules).leads == "level 3"
    assert read(7, level=2, bound=3, rules=rules).leads == "level 2"


# ---- Entering Rooms


@pytest.mark.parametrize("level", range(1, 7))
def test_rooms_are_the_level_and_a_die_as_digits(level):
    """The example: level 2 and a 3 are paragraph 23."""
    for face in range(1, 7):
        assert go(0, die(face), level=level).leads == f"0{level}{face}"


# ---- Combat


def test_the_example_of_a_wraith():
    """Combat Strength 4, Agility 5 against a wraith: -1, he pays with Combat Strength; -3, its Agility falls to 4."""
    scene = duel(STRIKE_C, STRIKE_A, foes=["wraith"], agility=5)
    assert scene.told(Event.STRIKES) == [(-1, 0, 1, 0), (-3, 0, 1, 0)]
    assert (scene.points, scene.foe) == ((3, 5, 4), (2, 4))


@pytest.mark.parametrize("difference", range(-3, 4))
def test_combat_below_zero_the_striker_above_zero_the_target(difference):
    if difference:
        assert blow_lands(difference, 0, 4, 4) == ((1, 0) if difference < 0 else (0, 1))


def test_combat_at_zero_each_whose_strength_the_die_exceeds():
    for face, striker, target in product(range(1, 7), range(9), range(9)):
        assert blow_lands(0, face, striker, target) == (face > striker, face > target)


def test_combat_a_die_is_rolled_for_zero_in_either_attack():
    tie = duel(die(4), STRIKE_C, STRIKE_A, die(3), STRIKE_A, foes=["goblin"], combat=3, agility=3)
    assert tie.told(Event.STRIKES) == [(0, 4, 1, 1), (0, 3, 0, 1)]


def test_zero_diff_monster_turn_rolls_or_does_nothing():
    quiet = duel(STRIKE_A, foes=["goblin"], agility=3, rules=rules_of(zero_diff_monster_turn=False))
    assert quiet.told(Event.STRIKES) == [(1, 0, 0, 1)]


def test_a_loss_that_one_characteristic_cannot_pay_falls_on_the_other():
    for combat, agility, stat, left in ((2, 2, COMBAT, (1, 2)), (2, 2, AGILITY, (2, 1)), (0, 2, COMBAT, (0, 1)),
                                        (2, 0, AGILITY, (1, 0)), (0, 0, COMBAT, (0, 0))):  # fmt: skip
        one = fighter(combat, agility)
        lose_point(one, stat)
        assert (one.combat, one.agility) == left


def test_death_takes_both_of_a_character_and_either_of_a_monster():
    cases = [fighter(0, 0), fighter(0, 3), fighter(3, 0), fighter(3, 3)]
    either, both = rules_of(char_death="either_zero"), rules_of(char_death="both_for_monsters")
    assert [bool(spent(RULES, one)) for one in cases] == [True, False, False, False]
    assert [bool(slain(RULES, one)) for one in cases] == [True, True, True, False]
    assert [bool(spent(either, one)) for one in cases] == [True, True, True, False]
    assert [bool(slain(both, one)) for one in cases] == [True, False, False, False]


def test_monsters_are_taken_on_one_at_a_time_the_character_first():
    scene = duel(foes=["goblin", "ogre"], rounds=3, combat=9, agility=9, policy="fighter")
    assert [kind for kind, *_ in scene.told(Event.MEETS)] == [1, 2]
    assert [row["side"] for row in scene.events if row["kind"] == Event.STRIKES] == [0, 1, 0, 0, 1]


def test_multi_first_or_turns_go_on_alternating():
    alternate = rules_of(multi_first=False)
    scene = duel(foes=["goblin", "ogre"], rounds=3, combat=9, agility=9, policy="fighter", rules=alternate)
    assert [row["side"] for row in scene.events if row["kind"] == Event.STRIKES] == [0, 1, 0, 1, 0]
    fell_by_its_own = duel(foes=["goblin", "ogre"], rounds=2, combat=0, agility=20, policy="fighter", rules=alternate)
    assert fell_by_its_own.foes == ["goblin", "ogre"]


def test_who_is_ambushed_strikes_second():
    scene = read(18, level=1)
    assert scene.state.foe_first == 1
    scene = read(18, through=True, combat=9, agility=9, policy="fighter", facts=["child"])
    assert next(row["side"] for row in scene.events if row["kind"] == Event.STRIKES) == 1


def test_mutual_death_is_a_death_or_a_win():
    """Ogre 1/1 against 1/1: a tie, and a 2 hits both."""
    last = {"foes": ["ogre"], "combat": 1, "agility": 0}
    feeble = {"monsters.ogre.agility": 1, "monsters.ogre.combat": 1}
    shown = [die(2), STRIKE_C, STRIKE_C]
    assert duel(*shown, rules=rules_of(feeble), **last).leads == "DEAD"
    spared = duel(*shown, rules=rules_of(feeble, mutual_death=False), rounds=2, **last)
    assert spared.leads == "FOES_BEATEN"


# ---- Nerve Checks


@pytest.mark.parametrize("points", range(14))
def test_nerve_check_readings_face_by_face(points):
    for face in range(-3, 13):
        assert bool(steady(RULES, face, points)) == (face <= points)
        assert bool(steady(rules_of(nerve_check="printed"), face, points)) == (face > points)


def test_nerve_check_is_against_all_points_or_combat_strength_only():
    weak = {"combat": 2, "agility": 2, "magic": 1}
    assert read(8, die(5), level=2, bound=3, **weak).leads == "level 3"
    assert read(8, die(6), level=2, bound=3, **weak).leads == "115"
    assert read(8, die(3), level=2, bound=3, rules=rules_of(nerve_check="combat_only"), **weak).leads == "115"


def test_nerve_check_of_two_dice():
    two = rules_of(nerve_check="two_dice")
    assert read(8, die(6), die(5), level=2, bound=3, agility=3, rules=two).leads == "level 3"
    assert read(8, die(6), die(6), level=2, bound=3, agility=3, rules=two).leads == "115"
    assert NerveCheck(two.nerve_check) == NerveCheck.TWO_DICE


def test_nerve_check_great_axe_and_resistance_take_two_each():
    weak = {"combat": 3, "agility": 0, "magic": 0, "level": 2, "bound": 3}
    assert read(8, die(5), items=["great_axe"], **weak).leads == "level 3"
    assert read(8, die(6), items=["great_axe"], **weak).leads == "115"
    helped = read(8, YES, die(6), items=["great_axe"], spells=["resistance"], **weak)
    assert helped.told(Event.NERVE_CHECK) == [(6, 4, 2, 1)]
    assert helped.points == (2, 0, 0)


def test_nerve_check_resistance_needs_combat_strength():
    assert read(8, die(6), spells=["resistance"], combat=0, level=2, bound=3).leads == "level 3"


# ---- Ducking Out


@pytest.mark.parametrize(("agility", "face", "away"), [(4, 3, True), (4, 4, False), (1, 1, False), (7, 6, True)])
def test_ducking_out_a_die_below_agility_and_a_point_either_way(agility, face, away):
    shown = [die(1), YES, die(face)] if away else [die(1), YES, die(face), die(6)]
    scene = read(107, *shown, agility=agility, facts=["jewel"])
    assert scene.told(Event.DUCKS) == [(face, agility, int(away), agility - 1)]
    assert scene.points[1] == agility - 1
    assert scene.leads == ("level 1" if away else "103")


def test_ducking_out_is_not_for_who_has_no_agility():
    assert read(107, die(1), die(6), agility=0, facts=["jewel"]).leads == "103"


def test_duck_out_timing_where_offered_before_any_combat_or_in_any_round():
    ducks = {"kind": "acrobat", "duck_at": 99}
    fight = {"foes": ["spider"], "policy": ducks, "combat": 9, "agility": 6}
    assert duel(**fight).told(Event.DUCKS) == []
    before, always = rules_of(duck_out_timing="before_any_combat"), rules_of(duck_out_timing="any_round")
    assert duel(die(4), rules=before, **fight).leads == "GOT_AWAY"
    assert duel(die(6), rounds=2, rules=before, **fight).told(Event.DUCKS) == [(6, 6, 0, 5)]
    assert duel(die(6), die(6), rounds=2, rules=always, **fight).told(Event.DUCKS) == [(6, 6, 0, 5), (6, 4, 0, 3)]
    stairs = read(5, die(1), steps=2, level=2, bound=3, rules=before, **{**fight, "foes": []})
    assert stairs.leads == "level 3"


# ---- Escape


@pytest.mark.parametrize(("room", "highest"), [(12, 3), (13, 4), (14, 5), (15, 3)])
def test_escape_within_the_range_that_the_room_gives(room, highest):
    assert read(room, YES, die(highest)).leads == "110"
    assert read(room, YES, die(highest + 1), *([die(1)] if room != 14 else [])).leads != "110"


def test_escape_is_for_level_1_only():
    assert read(13, die(1), level=2).leads == "level 2"
    assert read(16, level=2).leads == "level 2"


def test_escape_single_die_serves_for_both():
    one = rules_of(escape_single_die="one_die")
    assert read(12, YES, die(4), rules=one).leads == "fight ogre ogre"
    assert read(13, YES, die(5), rules=one).leads == "fight troll troll"
    assert read(15, YES, die(4), rules=one).leads == "022"
    assert read(12, NO, die(4), rules=one).leads == "fight ogre ogre"


def test_escape_die_rolled_even_if_not_declared():
    always = rules_of(escape_single_die="always_rolled")
    assert read(12, NO, die(3), rules=always).leads == "110"
    assert read(12, NO, die(4), die(1), rules=always).leads == "level 1"


# ---- Discovering Items


def test_never_more_than_four_things():
    four = ["great_axe", "silver_dagger", "great_bow", "crystal_sphere"]
    scene = read(69, die(1), 0, items=four, offered=ITEM["emerald_rod"])
    assert scene.items == {"great_axe", "silver_dagger", "great_bow", "emerald_rod"}


@pytest.mark.parametrize(("thing", "points", "kept"), [
    ("great_bow", {"combat": 3}, True), ("great_bow", {"combat": 2}, False),
    ("great_axe", {"combat": 2}, True), ("great_axe", {"combat": 1}, False),
    ("spear_of_grom", {"agility": 2}, True), ("spear_of_grom", {"agility": 1}, False),
    ("emerald_rod", {"magic": 1}, True), ("emerald_rod", {"magic": 0}, False),
    ("crystal_sphere", {"magic": 0}, True), ("ruby_of_kreesh", {"combat": 0}, True),
    ("silver_dagger", {"agility": 0}, True),
])  # fmt: skip
def test_what_is_too_heavy_is_lost_and_the_rod_for_good(thing, points, kept):
    scene = read(62, items=[thing], **points)
    assert scene.items == ({thing} if kept else set())
    assert int(scene.state.gone) == (1 << ITEM["emerald_rod"] if thing == "emerald_rod" and not kept else 0)


@pytest.mark.parametrize(("thing", "check", "points"), [
    ("great_bow", 70, {"combat": 2}), ("spear_of_grom", 70, {"agility": 1}), ("great_axe", 70, {"combat": 2}),
])  # fmt: skip
def test_what_he_cannot_carry_is_not_taken_and_nothing_is_left_for_it(thing, check, points):
    """Four things carried already; the dice say that he knows its worth."""
    four = ["silver_dagger", "crystal_sphere", "ruby_of_kreesh", "enchanted_sandals"]
    heavier = {"great_axe": {"items.great_axe.least": 3}}.get(thing, {})
    scene = read(check, die(1), items=four, offered=ITEM[thing], rules=rules_of(heavier), **points)
    assert scene.items == set(four)
    assert (scene.told(Event.TOO_HEAVY), scene.told(Event.LOSES)) == ([(ITEM[thing], 0, 0, 0)], [])
    assert int(scene.tally.finds) == 0
    assert scene.leads == "level 1"


def test_037_a_bow_too_heavy_costs_no_other_thing():
    """With Axe, Dagger, Sphere and Spear: the fighter would give the Spear for the Bow."""
    four = ["great_axe", "silver_dagger", "crystal_sphere", "spear_of_grom"]
    scene = play(die(1), at=37, steps=2, items=four, combat=2, agility=4, policy="fighter")
    assert (scene.items, scene.leads) == (set(four), "level 1")
    strong = play(die(1), at=37, steps=2, items=four, combat=3, agility=4, policy="fighter")
    assert strong.items == {"great_axe", "silver_dagger", "crystal_sphere", "great_bow"}


def test_who_regenerates_may_take_what_he_could_not_carry():
    """The die of 070 is prepared for: 2 Combat Strength become 7."""
    given = {"items": [], "offered": ITEM["great_bow"], "spells": ["regeneration"], "policy": "mage"}
    assert read(70, die(1), combat=2, **given).items == {"great_bow"}


def test_what_is_lost_can_be_found_again_but_not_the_rod():
    assert read(78, YES).leads == "069"
    assert read(78, gone=1 << ITEM["emerald_rod"]).leads == "level 1"


# ---- Spells


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


# ---- Magic items


def test_sandals_take_agility_for_as_long_as_he_is_in_the_room():
    place = way(SANDALS, 1, SANDALS)
    there = go(place, die(4), die(6), level=1, items=["enchanted_sandals"])
    assert (there.leads, there.state.level, there.points[1], there.state.lent) == ("046", 4, 2, 2)
    by_room = go(0, die(3), level=4, agility=2, lent=2)
    assert (by_room.points[1], by_room.state.lent) == (4, 0)
    away = go(way(TELEPORT, 4, TELEPORT), die(1), die(2), die(3), level=4, agility=2, lent=2, spells=["teleportation"])
    assert (away.points[1], away.state.lent) == (2, 0)


def test_sandals_what_they_borrow_comes_back_by_every_way_on_foot():
    """A room, stairs of his choice, stairs without a choice (057), and the door of the tower."""
    lent = {"agility": 2, "lent": 2, "level": 3}
    by_stairs = go(way(4, 3), die(1), **lent)
    assert (by_stairs.points[1], by_stairs.state.lent, by_stairs.leads) == (4, 0, "004")
    assert by_stairs.told(Event.GIVES_BACK) == [(2, 4, 0, 0)]
    for door in (108, 109):
        outside = read(door, **lent, facts=["jewel"])
        assert (outside.points[1], outside.state.lent) == (4, 0)
    assert read(62, **lent).points[1] == 2


def test_sandals_and_the_pit_of_057():
    """Agility 5, 3 in the room: he falls, loses a point, kills the spider, and is as nimble as ever on the stairs."""
    feeble = rules_of({"monsters.spider.combat": 1, "monsters.spider.agility": 1})
    scene = read(57, die(5), through=True, level=3, combat=30, agility=3, lent=2, policy="fighter", rules=feeble)
    assert (scene.leads, scene.state.lent) == ("006", 0)
    left = scene.points[1]
    assert scene.told(Event.GIVES_BACK) == [(2, left, 0, 0)]
    assert play(at=6, level=1, bound=2, agility=left, policy="fighter").leads == "level 2"
    assert left == 5 - 1


def test_sandals_borrow_no_more_than_he_has():
    place = way(SANDALS, 1, SANDALS)
    there = go(place, die(4), die(6), level=1, items=["enchanted_sandals"], agility=1)
    assert (there.points[1], there.state.lent) == (0, 1)
    assert there.told(Event.USES) == [(ITEM["enchanted_sandals"], 4, 0, 4)]


def test_rod_ruby_and_spear_turn_one_point_into_another():
    given = {"policy": {"kind": "acrobat", "keeps": 1}, "level": 3}
    rod = read(31, items=["emerald_rod"], combat=4, agility=2, magic=4, **given)
    assert (rod.points, rod.leads) == ((4, 4, 2), "level 3")
    ruby = read(11, items=["ruby_of_kreesh"], combat=4, agility=4, magic=1, **given)
    assert (ruby.points, ruby.leads) == ((2, 4, 3), "090")
    spear = duel(foes=["troll"], items=["spear_of_grom"], combat=1, agility=4, policy=given["policy"])
    assert spear.told(Event.USES) == [(ITEM["spear_of_grom"], 3, 2, 4)]


@pytest.mark.parametrize(("thing", "price"), [("silver_dagger", (4, 3, 4)), ("crystal_sphere", (4, 4, 3))])
def test_dagger_and_sphere_strike_twice_before_the_first_foe(thing, price):
    scene = duel(0, STRIKE_A, STRIKE_A, foes=["troll", "troll"], items=[thing], combat=9, rounds=1)
    assert [row["side"] for row in scene.events if row["kind"] == Event.STRIKES] == [0, 0]
    assert scene.points == (9, *price[1:])
    assert scene.foes == ["troll"]


def test_dagger_and_sphere_have_their_limits():
    assert duel(0, STRIKE_A, STRIKE_A, foes=["troll"], items=["silver_dagger"], agility=2, combat=9).told(Event.USES)
    assert not duel(STRIKE_A, STRIKE_C, foes=["troll"], items=["silver_dagger"], agility=1, combat=9).told(Event.USES)
    assert not duel(STRIKE_A, STRIKE_C, foes=["ogre"], items=["crystal_sphere"], magic=0, combat=9).told(Event.USES)


def test_bow_has_strength_8_against_all_but_the_first():
    scene = duel(foes=["troll", "demon"], items=["great_bow"], combat=4, agility=9, rounds=2, policy="fighter")
    assert scene.told(Event.USES) == [(ITEM["great_bow"], 3, 9, 4)]
    struck = [(int(row["a"])) for row in scene.events if row["kind"] == Event.STRIKES and row["side"] == 0]
    assert struck == [2, 3]


def own_blows(scene):
    """The differences of his own blows."""
    return [int(row["a"]) for row in scene.events if row["kind"] == Event.STRIKES and row["side"] == 0]


def test_bow_is_not_for_combat_strength_below_3():
    scene = duel(foes=["troll", "demon"], items=["great_bow"], combat=2, agility=20, rounds=4, policy="fighter")
    assert scene.told(Event.USES) == []
    assert scene.items == set()


def test_bow_at_combat_strength_3_is_for_one_shot():
    """He shoots the demon with 8 and has 2 left: the bow is too heavy, and his blows are his own again."""
    duel_of = {"foes": ["ogre", "demon"], "items": ["great_bow"], "combat": 3, "agility": 8, "policy": "fighter"}
    scene = duel(**duel_of, rounds=0, through=True)
    first_of_demon = [int(row["kind"]) for row in scene.events].index(Event.USES)
    after = scene.events[first_of_demon + 1 :]
    blows = [int(row["a"]) for row in after if row["kind"] == Event.STRIKES and row["side"] == 0]
    assert scene.told(Event.USES) == [(ITEM["great_bow"], 2, 8, 4)]
    assert blows[0] == 8 - 5
    assert max(blows[1:]) <= 2 - 1
    assert scene.told(Event.LOSES) == [(ITEM["great_bow"], 0, 0, 0)]
    assert "great_bow" not in scene.items


def test_bow_that_a_blow_makes_too_heavy_is_not_shot_and_not_paid_for():
    """Ambushed by troll and demon: the demon strikes first, and 3 Combat Strength are 2 before his shot."""
    given = {"items": ["great_bow"], "combat": 3, "agility": 5, "policy": "fighter", "ambush": 1}
    scene = duel(foes=["troll", "demon"], rounds=0, through=True, **given)
    assert [kind for kind, *_ in scene.told(Event.MEETS)] == [5, 7]
    assert scene.told(Event.USES) == []
    assert own_blows(scene)[:2] == [3 - 1, 2 - 5]


def test_bow_is_paid_for_once_an_opponent():
    scene = duel(
        foes=["troll", "demon", "demon"],
        items=["great_bow"],
        combat=5,
        agility=9,
        rounds=0,
        policy="fighter",
        through=True,
    )
    assert scene.leads == "FOES_BEATEN"
    assert scene.told(Event.USES) == [(ITEM["great_bow"], 4, 9, 4), (ITEM["great_bow"], 3, 9, 4)]


@pytest.mark.parametrize(("combat", "help_", "axe"), [(3, 4, True), (2, 2, False)])
def test_axe_that_resistance_makes_too_heavy_does_not_help(combat, help_, axe):
    """Who decides at random casts it: the price is paid before the die."""
    scene = read(
        33, YES, die(6), combat=combat, agility=0, magic=1, items=["great_axe"], spells=["resistance"], level=3
    )
    assert [check[1] for check in scene.told(Event.NERVE_CHECK)] == [help_]
    assert (scene.items == {"great_axe"}) == axe


def test_resistance_is_not_cast_where_it_costs_the_axe_more_than_it_helps():
    given = {
        "agility": 1,
        "magic": 0,
        "items": ["great_axe"],
        "spells": ["resistance"],
        "policy": "fighter",
        "level": 3,
    }
    assert read(33, die(6), combat=2, **given).told(Event.CASTS) == []
    assert len(read(33, die(6), combat=2, **{**given, "items": []}).told(Event.CASTS)) == 1


def test_resistance_used_up_comes_back_with_combat_strength():
    """Below 1 he has no power to use it; at 1 again he has."""
    given = {"agility": 1, "magic": 0, "spells": ["resistance"], "level": 3}
    spent = read(33, die(6), combat=0, **given)
    assert (spent.told(Event.CASTS), spent.spells) == ([], {"resistance"})
    assert len(read(33, YES, die(6), combat=1, **given).told(Event.CASTS)) == 1
    rested = play(at=36, combat=0, **given)
    assert read(33, YES, die(6), combat=rested.points[0], **given).told(Event.CASTS) != []


# ---- 071


@pytest.mark.parametrize(("bonus", "magic", "strengths"), [
    ("each", 3, [5] * 6), ("none", 3, [2] * 6), ("shared", 8, [4, 4, 3, 3, 3, 3]), ("shared", 0, [2] * 6),
])  # fmt: skip
def test_071_what_the_wraiths_draw(bonus, magic, strengths):
    rules = rules_of({"monsters.azann.combat": 99, "monsters.azann.agility": 99}, p071_bonus=bonus)
    scene = read(71, through=True, magic=magic, policy="fighter", rules=rules)
    assert [combat for combat, *_ in scene.told(Event.STAND_IN)] == strengths
    assert scene.leads == "103"
    assert scene.points[2] == (0 if bonus == "shared" else magic)


def test_071_the_wraiths_lead_to_the_child_or_to_death():
    assert read(71, through=True, magic=3, policy="fighter").leads == "102"
    assert read(71, through=True, magic=1, policy="fighter").leads == "103"


# ---- Switches


def test_every_switch_of_the_rules_is_named_in_a_test():
    names = " ".join(name for name in globals() if name.startswith("test_"))
    others = {"char_death": "death_takes_both", "p071_bonus": "071_what"}
    missing = [variant.key.name for variant in IN_RULES if others.get(variant.key.name, variant.key.name) not in names]
    assert missing == []


def test_every_finding_is_a_switch_or_a_ruling_of_the_readme():
    readme = (GAME.folder / "README.md").read_text()
    findings = [
        f"AZ-{number:02}{letter}" for number in range(1, 48) for letter in ("abcdefg" if number == 29 else [""])
    ]
    findings = [finding for finding in findings if finding not in ("AZ-21", "AZ-26")]
    assert [finding for finding in findings if f"| {finding} |" not in readme] == []
    assert len({variant.reason.split(":")[0] for variant in VARIANTS}) == len(VARIANTS) == 42
