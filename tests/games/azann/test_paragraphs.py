"""Every branch of every paragraph, with loaded dice."""

import pytest
from games.azann.tower import (
    ALL_PARAGRAPHS,
    BOTH,
    CHILD,
    DOWN,
    JEWEL,
    NO,
    STRONG,
    UP,
    WARRIOR,
    WEAK,
    YES,
    die,
    has,
    read,
)

from simkit.games.azann.schema import N_PARAGRAPHS

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
    (9, [die(1)] * 2, {**UP, "agility": 2}, "level 3"),  # a tie with each goblin
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
    (86, [die(6), *[die(1)] * 4], {**UP, "agility": 4}, "level 3"),  # ties with the ogres
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
