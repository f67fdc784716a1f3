"""Every branch of every paragraph, with loaded dice, and every other reading of a paragraph."""

import re

import pytest
from games.azann.tower import ALL_PARAGRAPHS, FIGURES, NO, STRONG, YES, die, read, rules_of

from simkit.games.azann.schema import N_PARAGRAPHS
from simkit.games.azann.variants import IN_PARAGRAPHS

CHILD, JEWEL, BOTH = ({"facts": facts} for facts in (["child"], ["jewel"], ["child", "jewel"]))
UP = {"level": 2, "bound": 3}  # on the stairs
DOWN = {"level": 5, "bound": 2}
WEAK = {"combat": 1, "agility": 1, "magic": 1}
WARRIOR = "fighter"


def has(combat=4, agility=4, magic=4):
    """A character's points."""
    return {"combat": combat, "agility": agility, "magic": magic}


# Paragraph, what dice and player show, what is given, where it leads, and his points when they change.
BRANCHES = [
    (1, [], BOTH, "CHILD_AND_JEWEL"),
    (2, [], UP, "level 3"),
    (3, [die(6)], UP, "038"),
    (3, [die(4)], {**WEAK, **UP}, "088"),
    (4, [], DOWN, "level 2"),
    (5, [], UP, "fight troll"),
    (6, [], {**has(agility=3), **UP}, "level 3"),
    (6, [], {**has(agility=2), **UP}, "118"),
    (7, [], {**has(agility=3), **UP}, "level 2"),
    (7, [], {**has(agility=3), **DOWN}, "level 5"),
    (7, [], {**has(agility=2), **UP}, "087"),
    (8, [die(6)], UP, "level 3"),
    (8, [die(4)], {**WEAK, **UP}, "115"),
    (9, [], {**has(agility=3), **UP}, "level 3"),
    (9, [], {**has(agility=2), **UP}, "fight goblin goblin"),
    (10, [], {**has(agility=2), **UP}, "level 3"),
    (10, [], {**has(agility=1), **UP}, "089"),
    (11, [], has(magic=3), "090"),
    (11, [], has(magic=2), "091"),
    (12, [YES, die(3)], {}, "110"),
    (12, [YES, die(4), die(3)], {}, "level 1"),
    (12, [NO, die(3)], {}, "level 1"),
    (12, [NO, die(4)], {}, "fight ogre ogre"),
    (13, [YES, die(4)], {}, "110"),
    (13, [YES, die(5), die(4)], {}, "level 1"),
    (13, [NO, die(5)], {}, "fight troll troll"),
    (14, [YES, die(5)], {}, "110"),
    (14, [YES, die(6)], {}, "level 1"),
    (14, [NO], {}, "032"),
    (15, [YES, die(3)], {}, "110"),
    (15, [YES, die(4), die(3)], {}, "021"),
    (15, [NO, die(4)], {}, "022"),
    (16, [YES], {}, "110"),
    (16, [NO], {}, "level 1"),
    (17, [die(6)], BOTH, "CHILD_AND_JEWEL"),
    (17, [die(4)], {**WEAK, **BOTH}, "018"),
    (18, [], BOTH, "ambush troll"),
    (19, [], JEWEL, "fight troll"),
    (20, [YES], JEWEL, "027"),
    (20, [NO], JEWEL, "019"),
    (21, [], {}, "fight goblin"),
    (22, [], {}, "level 1"),
    (23, [], {"level": 2}, "level 2"),
    (24, [die(4)], {"level": 2}, "level 2"),
    (24, [die(5)], {}, "fight troll troll"),
    (25, [die(4)], {}, "079"),
    (25, [die(5)], {"level": 2}, "level 2"),
    (26, [die(4)], {}, "080"),
    (26, [die(5)], {"level": 2}, "level 2"),
    (27, [], {**has(agility=3), **JEWEL}, "JEWEL"),
    (27, [], {**has(agility=2), **JEWEL}, "NOTHING"),
    (28, [], {}, "096"),
    (29, [YES], CHILD, "119"),
    (29, [NO], CHILD, "018"),
    (30, [YES], {}, "070"),
    (30, [NO], {}, "level 1"),
    (30, [], {"items": ["silver_dagger"]}, "level 1"),
    (31, [], {**has(agility=4), "level": 3}, "level 3"),
    (31, [], {**has(agility=3), "level": 3}, "057"),
    (32, [die(4)], {}, "030"),
    (32, [die(5)], {"level": 3}, "level 3"),
    (33, [die(6)], {"level": 3}, "level 3"),
    (33, [die(4)], WEAK, "116"),
    (34, [], {}, "fight troll troll"),
    (35, [die(4)], {}, "fight skeleton skeleton"),
    (35, [die(5)], {"level": 3}, "level 3"),
    (36, [], {"level": 3}, "level 3", (5, 4, 4)),
    (37, [YES], {}, "070"),
    (37, [NO], {"level": 4}, "level 4"),
    (38, [YES], {}, "070"),
    (38, [NO], UP, "level 3"),
    (39, [YES], {}, "070"),
    (39, [NO], {"level": 6}, "level 6"),
    (40, [YES], {}, "093"),
    (40, [NO], has(agility=2), "075"),
    (40, [NO], has(agility=3), "076"),
    (40, [NO], has(agility=4), "076"),
    (40, [NO], has(agility=5), "077"),
    (42, [YES], {}, "101"),
    (42, [NO], {}, "080"),
    (43, [die(4)], {"level": 4}, "level 4"),
    (43, [die(5)], {}, "fight goblin goblin goblin"),
    (43, [die(6)], {}, "011"),
    (44, [die(3)], {"level": 4}, "level 4"),
    (44, [die(4)], {}, "037"),
    (45, [], {}, "fight ogre"),
    (46, [], {"level": 4}, "level 4", (4, 6, 4)),
    (47, [die(3)], {}, "109"),
    (47, [die(4)], {}, "048"),
    (48, [die(6)], {}, "108"),
    (48, [die(4)], WEAK, "049"),
    (49, [die(4)], {}, "108"),
    (49, [die(5)], {}, "111"),
    (50, [die(3)], {}, "088"),
    (50, [die(4)], {}, "115"),
    (50, [die(5)], {}, "115"),
    (50, [die(6)], {}, "116"),
    (51, [die(3)], {"level": 5}, "level 5"),
    (51, [die(4)], {}, "081"),
    (52, [], {}, "fight goblin goblin goblin"),
    (53, [die(3)], {"level": 5}, "level 5"),
    (53, [die(4)], {}, "038"),
    (54, [die(4)], {"level": 5}, "level 5", (6, 4, 4)),
    (54, [die(5)], {"level": 5}, "level 5"),
    (55, [die(3)], {"level": 5}, "level 5"),
    (55, [die(4)], {}, "078"),
    (56, [], {"level": 5}, "level 5", (4, 5, 4)),
    (57, [], {"level": 3}, "ambush spider", (4, 3, 4)),
    (57, [], has(combat=0, agility=1), "DEAD", (0, 0, 4)),
    (58, [], {}, "fight goblin ogre"),
    (59, [die(3)], {}, "level 1"),
    (59, [die(4)], {}, "016"),
    (60, [die(3)], {}, "fight troll"),
    (60, [die(4)], {}, "level 1"),
    (61, [die(3)], {}, "039"),
    (61, [die(4)], {}, "fight goblin goblin goblin"),
    (62, [], {"level": 6}, "level 6"),
    (63, [die(6)], {}, "092"),
    (63, [die(4)], WEAK, "116"),
    (64, [], {}, "fight troll"),
    (65, [], {}, "fight troll troll"),
    (66, [die(2)], {"level": 6}, "level 6"),
    (66, [die(3)], {}, "fight skeleton skeleton skeleton"),
    (67, [die(6)], {}, "level 1"),
    (67, [die(4)], WEAK, "115"),
    (68, [die(4)], {}, "level 1"),
    (68, [die(5)], {}, "087"),
    (69, [die(4)], {"level": 5}, "level 5"),
    (70, [die(4)], {"level": 5}, "level 5"),
    (71, [], {}, "watch"),
    (74, [YES], {}, "112"),
    (74, [NO], {}, "level 1"),
    (75, [YES], {}, "058"),
    (75, [NO], {}, "059"),
    (76, [YES], {}, "060"),
    (76, [NO], {}, "067"),
    (77, [YES], {}, "080"),
    (77, [NO], {}, "068"),
    (78, [YES], {}, "069"),
    (79, [YES], {}, "069"),
    (80, [YES], {}, "069"),
    (81, [YES], {}, "069"),
    (82, [die(6)], CHILD, "CHILD"),
    (82, [die(4)], {**WEAK, **CHILD}, "029"),
    (83, [], CHILD, "CHILD"),
    (84, [die(6)], JEWEL, "JEWEL"),
    (84, [die(4)], {**WEAK, **JEWEL}, "020"),
    (85, [], JEWEL, "JEWEL"),
    (86, [die(4)], UP, "level 3"),
    (86, [die(6)], UP, "fight ogre ogre"),
    (87, [die(3)], UP, "level 2", (1, 4, 4)),
    (87, [die(6)], DOWN, "level 2", (0, 4, 4)),
    (87, [], {**has(combat=1), **UP}, "level 2", (1, 3, 4)),
    (87, [die(3)], {}, "level 1", (1, 4, 4)),
    (89, [die(3)], {**has(agility=1), **UP}, "023"),
    (89, [die(3)], {**has(agility=1), **DOWN}, "023"),
    (90, [die(2)], {}, "level 1", (4, 4, 6)),
    (90, [die(5)], {}, "level 1", (4, 4, 7)),
    (90, [die(5)], has(magic=9), "level 1", (4, 4, 9)),
    (91, [die(1)], has(magic=2), "level 1", (4, 4, 3)),
    (91, [die(2)], has(magic=2), "level 1"),
    (92, [YES], {}, "028"),
    (92, [NO, die(3)], {}, "fight wraith wraith wraith"),
    (93, [YES, die(4)], {}, "005"),
    (93, [NO, die(4)], {}, "014"),
    (94, [die(6)], {}, "level 1"),
    (94, [die(4)], WEAK, "115"),
    (95, [YES], {}, "072"),
    (95, [NO], {}, "073"),
    (96, [die(6)], {}, "106"),
    (96, [die(4)], WEAK, "097"),
    (96, [], {"level": 6, "facts": ["azann_gone"]}, "level 6"),
    (97, [YES], {}, "104"),
    (97, [NO], {}, "098"),
    (98, [], {}, "100"),
    (98, [YES], {"spells": ["resistance"], "level": 6}, "level 6", (3, 4, 4)),
    (98, [NO], {"spells": ["resistance"]}, "100"),
    (99, [], {}, "097"),
    (99, [YES], JEWEL, "107", (0, 4, 4)),
    (99, [], {**has(agility=0), **JEWEL}, "DEAD", (0, 0, 4)),
    (100, [die(6)], {}, "105"),
    (100, [die(4)], WEAK, "120"),
    (101, [YES], {}, "094"),
    (101, [NO], {}, "095"),
    (101, [], {"level": 4, "facts": ["goblin_dead"]}, "level 4"),
    (103, [], {}, "DEAD"),
    (104, [], {}, "fight demon demon"),
    (105, [], {}, "fight azann"),
    (105, [YES], JEWEL, "107", (0, 4, 4)),
    (105, [NO, YES, die(3)], {**JEWEL, "level": 6}, "level 6", (0, 3, 4)),
    (105, [NO, YES, die(4), die(3)], JEWEL, "071", (0, 3, 4)),
    (105, [NO, NO, die(4)], JEWEL, "103", (0, 4, 4)),
    (106, [YES], {}, "099"),
    (106, [NO, YES], {}, "097"),
    (106, [NO, NO], {}, "098"),
    (107, [die(4), YES, die(3)], {**JEWEL, "level": 6}, "level 6", (4, 3, 4)),
    (107, [die(4), YES, die(4), die(3)], JEWEL, "071", (4, 3, 4)),
    (107, [die(4), NO, die(4)], JEWEL, "103"),
    (107, [die(4), die(3)], {**JEWEL, **has(agility=0)}, "071"),
    (108, [], {}, "NOTHING"),
    (108, [], JEWEL, "084"),
    (108, [], CHILD, "082"),
    (108, [], BOTH, "017"),
    (109, [], {}, "NOTHING"),
    (109, [], JEWEL, "085"),
    (109, [], CHILD, "083"),
    (109, [], BOTH, "001"),
    (110, [], {}, "fight goblin goblin goblin"),
    (111, [YES], {}, "108", (1, 4, 4)),
    (111, [YES], has(combat=0), "108", (0, 4, 4)),
    (111, [NO], {}, "110"),
    (112, [die(4)], {}, "level 1", (5, 4, 4)),
    (112, [die(5)], {}, "level 1", (3, 4, 4)),
    (113, [YES], {}, "114"),
    (113, [NO], {}, "level 1"),
    (114, [die(3)], {}, "level 1", (6, 4, 4)),
    (114, [die(4)], has(magic=3), "level 1", (4, 4, 3)),
    (114, [die(4)], has(magic=2), "level 1", (3, 4, 2)),
    (115, [], {}, "level 1", (3, 3, 3)),
    (115, [], WEAK, "DEAD", (0, 0, 0)),
    (116, [], {}, "level 1", (2, 4, 2)),
    (116, [], has(combat=1, magic=1), "level 1", (0, 4, 0)),
    (117, [die(4), 0, 1, 2], {}, "level 1", (5, 5, 5)),
    (117, [die(5), 0, 0, 2, 1], {}, "level 1", (6, 5, 5)),
    (118, [die(4)], UP, "fight goblin", (3, 4, 4)),
    (118, [die(5)], UP, "086"),
    (119, [], {**has(agility=2), **CHILD}, "DEAD"),
    (119, [], {**has(agility=3), **CHILD}, "fight troll"),
    (120, [], {"level": 6}, "level 6"),
]
TOLD_ELSEWHERE = {41, 72, 73, 88, 102}  # what they change is neither points nor place


@pytest.mark.parametrize("branch", BRANCHES, ids=lambda branch: f"{branch[0]:03}")
def test_a_branch_leads_where_it_is_printed(branch):
    number, shown, given, leads, *points = branch
    scene = read(number, *shown, **given)
    assert scene.leads == leads
    unchanged = tuple({**STRONG, **given}[stat] for stat in STRONG)
    assert scene.points == (points[0] if points else unchanged)


def test_no_paragraph_is_left_out():
    assert {number for number, *_ in BRANCHES} | TOLD_ELSEWHERE == set(ALL_PARAGRAPHS)
    assert len(ALL_PARAGRAPHS) == N_PARAGRAPHS == 120


# ---- What changes neither points nor place


def test_041_one_spell_more_of_his_choice():
    assert read(41, 1, spells=["fireball"]).spells == {"fireball", "resistance"}
    everything = ["teleportation", "resistance", "fireball", "regeneration"]
    assert read(41, spells=everything).spells == set(everything)


def test_057_one_thing_is_lost_of_his_choice():
    assert read(57, 1, items=["great_axe", "emerald_rod"]).items == {"emerald_rod"}


# Paragraph, what the dice show, what is given, where it leads after the fight.
AFTER_FIGHTS = [
    (5, [], UP, "level 3"),
    (9, [], {**UP, "agility": 2}, "level 3"),
    (12, [die(4)], {}, "level 1"),
    (13, [die(5)], {}, "level 1"),
    (18, [], CHILD, "CHILD"),
    (18, [], BOTH, "CHILD_AND_JEWEL"),
    (19, [], JEWEL, "JEWEL"),
    (21, [], {}, "level 1"),
    (24, [die(5)], {"level": 2}, "level 2"),
    (34, [], {"level": 3}, "level 3"),
    (35, [die(4)], {"level": 3}, "level 3"),
    (43, [die(5)], {"level": 4}, "level 4"),
    (45, [], {"level": 4}, "level 4"),
    (52, [], {"level": 5}, "level 5"),
    (57, [die(2)], {"level": 3}, "003"),
    (58, [], {}, "level 1"),
    (60, [die(1)], {}, "level 1"),
    (61, [die(4)], {"level": 6}, "level 6"),
    (64, [], {"level": 6}, "level 6"),
    (65, [], {"level": 6}, "level 6"),
    (66, [die(3)], {"level": 6}, "level 6"),
    (86, [die(6)], {**UP, "agility": 4}, "level 3"),
    (104, [], {}, "120"),
    (105, [], {"level": 6}, "level 6"),
    (110, [], {}, "047"),
    (118, [die(4)], UP, "level 3"),
    (119, [], CHILD, "NOTHING"),
]


@pytest.mark.parametrize("after", AFTER_FIGHTS, ids=lambda after: f"{after[0]:03}")
def test_a_paragraph_goes_on_after_its_fight(after):
    number, shown, given, leads = after
    scene = read(number, *shown, through=True, policy=WARRIOR, **{"combat": 30, "agility": 30, **given})
    assert scene.leads == leads


def test_105_who_kills_azann_has_the_child():
    assert read(105, through=True, policy=WARRIOR, combat=20, agility=20).facts == {"azann_gone", "child"}


def test_069_and_070_less_than_the_characteristic_takes():
    for check, thing in ((69, 1), (70, 6)):
        assert len(read(check, die(3), offered=thing).items) == 1
        assert len(read(check, die(4), offered=thing).items) == 0


def test_072_and_073_the_goblin_dies_with_or_without_giving_the_jewel():
    assert read(72).facts == {"goblin_dead", "jewel"}
    assert read(73).facts == {"goblin_dead"}
    assert read(94, die(1)).facts == {"goblin_dead"}


def test_088_all_spells_but_one_are_forgotten():
    known = ["teleportation", "resistance", "fireball"]
    assert read(88, 1, 0, spells=known, **UP).spells == {"fireball"}
    assert read(88, spells=["fireball"], **UP).spells == {"fireball"}
    assert read(88, **UP).spells == set()


def test_091_one_spell_is_forgotten():
    assert read(91, die(6), 0, spells=["resistance", "fireball"], magic=2).spells == {"fireball"}


def test_102_the_child_is_free():
    assert read(102).facts == {"azann_gone", "child"}
    assert read(107, die(5), facts=["jewel"]).facts == {"azann_gone", "child"}


# ---- Other readings: switch, choice, and a branch as above that the default does not have

READINGS = [
    ("vortex_stair_arrives", "returns", 11, [], UP, "090"),
    ("p007", "success_arrives", 7, [], UP, "level 3"),
    ("p087_at_one", "die_loss", 87, [die(3)], {**has(combat=1), **UP}, "level 2", (0, 4, 4)),
    ("p087_at_one", "both", 87, [die(3)], {**has(combat=1), **UP}, "level 2", (0, 3, 4)),
    ("p087_off_stairs", "nothing", 68, [], {}, "level 1"),
    ("p089", "one_lower", 89, [die(3)], {**has(agility=1), "level": 3, "bound": 4}, "023"),
    ("p089", "second_die_wounds", 89, [die(2), die(3)], {**has(agility=1), **UP}, "023", (2, 1, 4)),
    ("p014_fail", "goes_on", 14, [YES, die(6)], {}, "032"),
    ("p016_from_059", "room_only", 59, [die(4)], {}, "level 1"),
    ("p020_outrun", "to_018", 20, [NO], JEWEL, "018"),
    ("p020_outrun", "escapes", 20, [NO], JEWEL, "JEWEL"),
    ("p119_at_three", "killed", 119, [], {**has(agility=3), **CHILD}, "DEAD"),
    ("p119_at_three", "even_die", 119, [die(3)], {**has(agility=3), **CHILD}, "DEAD"),
    ("p119_at_three", "even_die", 119, [die(4)], {**has(agility=3), **CHILD}, "fight troll"),
    ("p042_run", "to_050", 42, [NO], {}, "050"),
    ("p042_run", "to_086", 42, [NO], {}, "086"),
    ("orphans", "in_empty_rooms", 16, [NO, die(4)], {}, "074"),
    ("orphans", "in_empty_rooms", 23, [die(4)], {}, "113"),
    ("orphans", "in_empty_rooms", 62, [die(4)], {}, "117"),
    ("duck_out_096", "roll", 97, [NO, YES, die(3)], {}, "098", (4, 3, 4)),
    ("duck_out_096", "roll", 97, [NO, YES, die(4)], {}, "104", (4, 3, 4)),
    ("duck_out_096", "roll", 106, [NO, NO, YES, die(4)], {}, "099", (4, 3, 4)),
    ("p098_resistance", "always_100", 98, [], {"spells": ["resistance"]}, "100"),
    ("p099_jewel", "to_097", 99, [], JEWEL, "097", (0, 4, 4)),
    ("p099_jewel", "to_100", 99, [], JEWEL, "100", (0, 4, 4)),
    ("p105_escape", "must_throw", 105, [], JEWEL, "107", (0, 4, 4)),
    ("oaths", "forfeits_jewel", 99, [], JEWEL, "097"),
    ("oaths", "forfeits_jewel", 105, [], JEWEL, "fight azann"),
    ("monster_first_text", "monsters", 12, [NO, die(4)], {}, "ambush ogre ogre"),
    ("monster_first_text", "monsters", 13, [NO, die(5)], {}, "ambush troll troll"),
    ("monster_first_text", "monsters", 21, [], {}, "ambush goblin"),
    ("monster_first_text", "monsters", 52, [], {}, "ambush goblin goblin goblin"),
    ("monster_first_text", "monsters", 110, [], {}, "ambush goblin goblin goblin"),
    ("p101_once", "repeatable", 101, [YES], {"facts": ["goblin_dead"]}, "094"),
    ("p111", "exactly_one", 111, [YES], has(combat=0), "108", (1, 4, 4)),
]
ELSEWHERE = {
    "p018_keeps_jewel", "item_numbers", "p092_fight", "p104_nerve", "p107_jewel_lost", "p120_return", "stat_rooms_once",
}  # fmt: skip


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: f"{reading[0]}-{reading[1]}-{reading[2]:03}")
def test_another_reading_leads_elsewhere(reading):
    switch, choice, number, shown, given, leads, *points = reading
    scene = read(number, *shown, rules=rules_of(**{switch: choice}), **given)
    assert scene.leads == leads
    unchanged = tuple({**STRONG, **given}[stat] for stat in STRONG)
    assert scene.points == (points[0] if points else unchanged)


def test_no_reading_is_left_out():
    told = {(switch, choice) for switch, choice, *_ in READINGS}
    choices = {(variant.key.name, choice) for variant in IN_PARAGRAPHS for choice in variant.key.choices[1:]}
    assert {pair for pair in choices - told if pair[0] not in ELSEWHERE} == set()
    assert told <= choices


def through(number, *shown, choice, **given):
    """A paragraph and its fight to the end, under another reading, by a strong fighter."""
    strong = {"combat": 20, "agility": 20, **given}
    return read(number, *shown, through=True, policy=WARRIOR, rules=rules_of(**choice), **strong)


def test_vortex_stair_arrives_or_returns():
    assert read(11, rules=rules_of(vortex_stair_arrives="returns"), **UP).state.bound == 0
    assert read(11, **UP).state.bound == 3


def test_p018_keeps_jewel_or_the_child_only():
    assert through(18, choice={"p018_keeps_jewel": "child_only"}, **BOTH).leads == "CHILD"


def test_item_numbers_of_ruby_and_sphere():
    summary = rules_of(item_numbers="summary")
    assert [int(read(number, YES, rules=summary).state.offered) for number in (80, 81)] == [3, 2]
    assert [int(read(number, YES).state.offered) for number in (80, 81)] == [2, 3]


def test_p092_fight_proceeds_or_leads_to_096():
    strong, one_wraith = {"combat": 30, "agility": 30, "level": 6}, [NO, die(1), 0, 0]  # both blows take its strength
    assert read(92, *one_wraith, through=True, **strong).leads == "level 6"
    assert read(92, *one_wraith, through=True, rules=rules_of(p092_fight="to_096"), **strong).leads == "096"


def test_p104_nerve_before_azann():
    assert through(104, die(6), choice={"p104_nerve": "nerve"}).leads == "105"
    assert through(104, die(6), choice={"p104_nerve": "nerve", "nerve_check": "printed"}).leads == "120"


def test_p107_jewel_that_missed_stays_or_is_lost():
    shown = [die(4), NO, die(4)]
    assert read(107, *shown, facts=["jewel"]).facts == {"jewel"}
    assert read(107, *shown, facts=["jewel"], rules=rules_of(p107_jewel_lost="lost")).facts == set()


def test_p120_return_or_the_quest_is_over():
    assert read(120, rules=rules_of(p120_return="quest_over")).facts == {"azann_gone"}
    assert read(120).facts == set()


# Paragraphs that give points: what is shown when they do, how many, and the dice of a second visit.
GIVE_POINTS = [
    (36, [], 1, []), (46, [], 2, []), (54, [die(1)], 2, [die(1)]), (56, [], 1, []), (90, [die(2)], 2, []),
    (91, [die(1)], 1, [die(1)]), (112, [die(4)], 1, [die(1)]), (114, [die(3)], 2, [die(1)]),
    (117, [die(1), 0, 0, 0], 3, []), (117, [die(5), 0, 0, 0, 0], 4, []),
]  # fmt: skip


@pytest.mark.parametrize(("number", "shown", "gained", "again"), GIVE_POINTS)
def test_stat_rooms_once_pay_once(number, shown, gained, again):
    once = rules_of(stat_rooms_once="once", orphans="in_empty_rooms")
    first = read(number, *shown, rules=once)
    assert sum(first.points) == 12 + gained
    assert sum(read(number, *again, rules=once, paid=int(first.state.paid)).points) == 12
    assert sum(read(number, *shown, paid=int(first.state.paid)).points) == 12 + gained


def test_stat_rooms_once_041_teaches_one_spell():
    once = rules_of(stat_rooms_once="once")
    first = read(41, 0, spells=["fireball"], rules=once)
    assert first.spells == {"teleportation", "fireball"}
    assert read(41, spells=["fireball"], rules=once, paid=int(first.state.paid)).spells == {"fireball"}


@pytest.mark.parametrize(("number", "shown", "given"), [
    (54, [die(5)], {}), (91, [die(6)], {"magic": 2}), (90, [], {"magic": 8}),
    (112, [die(5)], {}), (114, [die(4)], {"magic": 2}),
])  # fmt: skip
def test_stat_rooms_once_what_gives_nothing_has_not_paid(number, shown, given):
    once = rules_of(stat_rooms_once="once")
    assert int(read(number, *shown, rules=once, **given).state.paid) == 0


@pytest.mark.parametrize(("number", "shown", "magic"), [(112, [die(6)], 4), (114, [die(6)], 2)])
def test_stat_rooms_once_what_takes_takes_again(number, shown, magic):
    once = rules_of(stat_rooms_once="once")
    everything_paid = (1 << 20) - 1
    assert read(number, *shown, rules=once, paid=everything_paid, magic=magic).points == (3, 4, magic)


def test_stat_rooms_once_is_said_of_every_paragraph_that_pays():
    """All that give points or a spell; the second branch of 117 is behind its first."""
    paragraphs = FIGURES.tree["paragraphs"]
    pays = {name for name, paragraph in paragraphs.items() if re.search(r"\b(gain|learn)\b", paragraph["does"])}
    assert pays - {"117_long"} == set(FIGURES.tree["readings"]["stat_rooms_once"]["once"])
    assert {int(name) for name in pays - {"117_long"}} == {number for number, *_ in GIVE_POINTS} | {41}


def test_stat_rooms_once_have_bits_of_their_own():
    once = rules_of(stat_rooms_once="once")
    dice = {number: shown for number, shown, *_ in GIVE_POINTS} | {41: [0]}
    paid = [int(read(number, *shown, rules=once).state.paid) for number, shown in dice.items()]
    assert sorted(paid) == [1 << bit for bit in range(10)]
