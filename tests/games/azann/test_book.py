"""The book of duels against an oracle of its own, and what scripted players do with it."""

from itertools import product

import numpy as np
import pytest
from conftest import JIT
from games.azann.oracle import best_odds_against_all
from games.azann.tower import FIGURES, RULES, exactly, rules_of, scenario

from simkit.games.azann.book import LONGEST, lines, packed
from simkit.games.azann.rules.tactics import page_of, without_last
from simkit.games.azann.schema import CERTAIN, FOE_COMBAT, MONSTERS, NOTHING, Ending
from simkit.study.runs import runner

GROUPS = [line for line in lines() if len(line) <= 3]
SMALL, GROWN = 6 if JIT else 3, 8  # the most points of a characteristic
SEVEN_GROUPS = (
    ("goblin",) * 2, ("goblin",) * 3, ("goblin", "ogre"), ("ogre",) * 2, ("troll",) * 2, ("skeleton",) * 3,
    ("demon",) * 2,
)  # fmt: skip


def odds_of(line, combat, agility, rules=RULES):
    """Chance of winning, the character first, as the book has it."""
    chart = FIGURES.tree["monsters"][line[0]]
    page = page_of(rules, np.int64(packed(line)))
    return rules.odds[page, 0, chart["combat"], chart["agility"], combat, agility] / CERTAIN


def test_the_fighter_who_was_lost_with_certainty_wins_with_certainty():
    assert exactly(entry="DUEL", combat=5, agility=2, foes=["goblin"] * 3, policy="fighter").endings == {
        "FOES_BEATEN": 1.0
    }


@pytest.mark.parametrize("line", GROUPS, ids="-".join)
def test_the_book_is_the_best_play_against_every_group(line):
    agrees_with_the_oracle(line, SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("line", GROUPS, ids="-".join)
def test_the_book_is_the_best_play_of_every_character_to_start_with(line):
    agrees_with_the_oracle(line, GROWN)


def agrees_with_the_oracle(line, most):
    """The book's chances of all characters of so many points a characteristic are those of the best play."""
    for (combat, agility), odds in best_odds_against_all(line, most).items():
        assert odds_of(line, combat, agility) == pytest.approx(odds, abs=2 / CERTAIN)


@pytest.mark.parametrize("line", GROUPS if JIT else [("goblin", "goblin"), ("goblin", "ogre")], ids="-".join)
def test_who_plays_by_the_book_wins_as_often_as_can_be(line):
    for (combat, agility), odds in best_odds_against_all(line, SMALL).items():
        if 0 < odds < 1:
            found = exactly(entry="DUEL", combat=combat, agility=agility, foes=list(line), policy="fighter")
            assert found.endings.get("FOES_BEATEN", 0.0) == pytest.approx(odds, abs=1e-5)


def test_who_wins_for_certain_is_never_beaten():
    """Every character of two to eight points a characteristic, by ten thousand games."""
    sure = [
        {"combat": combat, "agility": agility, "foes": list(line), "policy": "fighter"}
        for combat, agility, line in product(range(2, 9), range(2, 9), SEVEN_GROUPS)
        if odds_of(line, combat, agility) == 1
    ]
    n = 10_000 // len(sure) + 1 if JIT else 1
    one = scenario(*(sure if JIT else sure[::20]), entry="DUEL", n=n)
    for tally in runner.run_in_memory(one):
        assert tally.endings[Ending.FOES_BEATEN] == n


def test_every_group_of_a_paragraph_has_a_page():
    assert set(MONSTERS) == set(LONGEST)
    fights = [
        part.split()[1:]
        for paragraph in FIGURES.tree["paragraphs"].values()
        for part in paragraph["does"].split("; ")
        if part.startswith(("fight ", "ambush "))
    ]
    for words in fights:
        names = [word for word in words if word in MONSTERS]
        numbers = [int(word) for word in words if word.isdecimal()] or [6 if words[0] == "roll" else 1]
        line = tuple(name for name, number in zip(names, numbers, strict=True) for _ in range(number))
        assert page_of(RULES, np.int64(packed(line))) != NOTHING
        assert line in set(lines())


def test_of_a_line_that_is_not_in_the_book_the_first_foes_are():
    assert without_last(np.int64(packed(("troll", "demon", "ogre")))) == packed(("troll", "demon"))
    assert page_of(RULES, np.int64(packed(("troll", "demon", "ogre")))) == page_of(RULES, np.int64(packed(("troll",))))
    assert page_of(RULES, np.int64(0)) == NOTHING


def test_a_monster_beyond_the_tables_is_fought_by_rule_of_thumb():
    mighty = rules_of({"monsters.troll.combat": FOE_COMBAT})
    assert page_of(mighty, np.int64(packed(("troll",)))) == NOTHING
    giant = {"monsters.troll.combat": FOE_COMBAT}
    found = exactly(entry="DUEL", rules=giant, combat=4, agility=4, foes=["troll"], policy="fighter")
    assert sum(found.endings.values()) == pytest.approx(1)


@pytest.mark.parametrize("switch", [
    {"multi_first": False}, {"mutual_death": False}, {"zero_diff_monster_turn": False}, {"char_death": "either_zero"},
    {"char_death": "both_for_monsters"},
])  # fmt: skip
def test_the_book_follows_the_readings(switch):
    """What it says of a duel is what comes of a duel fought by it."""
    rules = rules_of(**switch)
    for combat, agility in [(3, 3), (4, 2), (2, 5)][: 3 if JIT else 1]:
        for line in (("goblin",), ("skeleton", "skeleton"), ("ogre", "ogre")):
            cell = {"combat": combat, "agility": agility, "foes": list(line), "policy": "fighter"}
            found = exactly(entry="DUEL", rules=switch, **cell).endings.get("FOES_BEATEN", 0.0)
            assert found == pytest.approx(odds_of(line, combat, agility, rules), abs=2 / CERTAIN)
