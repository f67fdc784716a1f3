"""[How to Start; Developing Monsters] Characters who may set out, and what else a scenario may say."""

import pytest
from games.azann.tower import START, faults

from simkit.games.azann.schema import ITEMS


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
