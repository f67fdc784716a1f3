"""Exact answers against what is known of the duels, against an independent oracle, and against simulation."""

from functools import cache
from itertools import product

import pytest
from conftest import JIT
from games.azann.oracle import best_odds
from games.azann.tower import FIGURES, MONSTERS, exactly, scenario
from statistical import assert_share, rejects, share_p_value

from simkit.study.runs import exact_odds, runner

# Duels without spells and things, the character first, best play: a row for each Combat Strength, 0 ... 10, with a sign
# for each Agility, 0 ... 10: 1 he wins, . he loses, ? a die decides, x he is dead.
DUELS = {
    "azann": """x.........1 .........11 .........11 .........11 .........11 11111111111
                11111111111 11111111111 11111111111 11111111111 11111111111""",
    "goblin": """x....111111 ....1111111 ....1111111 ..?11111111 11111111111 11111111111
                11111111111 11111111111 11111111111 11111111111 11111111111""",
    "ogre": """x......1111 ......11111 ..????11111 11111111111 11111111111 11111111111
                11111111111 11111111111 11111111111 11111111111 11111111111""",
    "skeleton": """x...1111111 ...11111111 ...11111111 .?111111111 11111111111 11111111111
                11111111111 11111111111 11111111111 11111111111 11111111111""",
    "wraith": """x...1111111 ...11111111 ...11111111 ..?11111111 ..?11111111 .?111111111
                11111111111 11111111111 11111111111 11111111111 11111111111""",
}
BY_DIE = {
    ("goblin", 3, 2): 0.5,
    ("ogre", 2, 2): 0.166667, ("ogre", 2, 3): 0.222222, ("ogre", 2, 4): 0.324074, ("ogre", 2, 5): 0.435764,
    ("skeleton", 3, 1): 0.652778,
    ("wraith", 3, 2): 0.666667, ("wraith", 4, 2): 0.888889, ("wraith", 5, 1): 0.666538,
}  # fmt: skip
IF_BOTH_FALL = {("skeleton", 3, 1): 0.6644, ("wraith", 5, 1): 0.6666}  # and it counts as a win
HASTY = {"kind": "searcher", "rests_below": 0}  # who gathers no strength
STATES_OF_A_SEARCHER = 14_574
ROUNDING = 5e-7


@cache
def wins(foe, combat, agility, **how):
    """Chance to beat a monster."""
    return exactly(entry="DUEL", combat=combat, agility=agility, foes=[foe], **how).endings.get("FOES_BEATEN", 0.0)


def known(foe, combat, agility):
    said = DUELS[foe].split()[combat][agility]
    return BY_DIE[foe, combat, agility] if said == "?" else float(said == "1")


@pytest.mark.parametrize("foe", DUELS)
def test_the_600_known_duels(foe):
    grid = [(combat, agility) for combat, agility in product(range(11), repeat=2) if combat + agility]
    step = 1 if JIT else 13
    wrong = [(c, a) for c, a in grid[::step] if abs(wins(foe, c, a) - known(foe, c, a)) > ROUNDING]
    assert wrong == []
    assert len(grid) == 120


@pytest.mark.parametrize("duel", IF_BOTH_FALL)
def test_if_both_fall_and_it_counts_as_a_win(duel):
    foe, combat, agility = duel
    found = exactly(entry="DUEL", rules={"mutual_death": False}, combat=combat, agility=agility, foes=[foe])
    assert found.endings["FOES_BEATEN"] == pytest.approx(IF_BOTH_FALL[duel], abs=5e-5)
    assert found.endings["FOES_BEATEN"] > wins(*duel)


# ---- Against an oracle of its own


@pytest.mark.parametrize("foe", MONSTERS)
def test_no_choice_wins_more_duels_than_the_scripted_one(foe):
    most = 6 if JIT else 1
    foe_points = tuple(FIGURES.tree["monsters"][foe].values())
    best = best_odds(foe, most)
    for combat, agility, ambush in product(range(most + 1), range(most + 1), (False, True)):
        if combat + agility:
            found = wins(foe, combat, agility, ambush=ambush)
            assert found == pytest.approx(best[(combat, agility), foe_points, int(ambush)], abs=1e-12)


# ---- 071


@pytest.mark.parametrize("magic", [2, 3, 4, 8])
def test_071_wraiths_beat_azann_from_magic_skill_3_on(magic):
    """At 2 the wraiths' blows are ties, but no die exceeds Azann's Combat Strength of 8."""
    at_once = {"constants.start.paragraph": 71, "paragraphs.102.does": "now child; end"}
    spells = ["resistance", "fireball"]
    one = exactly(rules=at_once, combat=10 - magic if magic < 8 else 2, agility=2, spells=spells)
    assert one.endings == pytest.approx({"CHILD": 1.0} if magic > 2 else {"DEAD": 1.0})


# ---- Against simulation


def contradictions(one):
    """Quantities of which the simulation says otherwise, and the exact answers."""
    answers = [exact_odds.exact(one, cell) for cell in one.cells]
    comparisons = exact_odds.compare(one, answers, runner.run_in_memory(one))
    return [found for found in comparisons if found.p_value < exact_odds.threshold(comparisons)], answers


@pytest.mark.skipif(not JIT, reason="ten thousands of games")
def test_a_whole_adventure_exactly_and_by_simulation(monkeypatch):
    monkeypatch.setattr(exact_odds, "distribution", lambda *_: ())  # of how many paragraphs: takes a minute
    searcher = {"policy": HASTY, "spells": ["resistance", "fireball"]}
    found, answers = contradictions(
        scenario({"combat": 6, "agility": 4, **searcher}, {"combat": 2, "agility": 8, **searcher}, n=40_000)
    )
    assert found == []
    assert answers[0].n_states == STATES_OF_A_SEARCHER
    assert answers[0].endings == pytest.approx({"CHILD": 0.968886220, "DEAD": 0.031113780}, abs=1e-9)
    assert all(sum(one.endings.values()) == pytest.approx(1, abs=1e-12) for one in answers)


@pytest.mark.parametrize("policy", ["fighter", "mage", "acrobat", "random"])
def test_encounters_exactly_and_by_simulation(policy):
    given = {"combat": 4, "agility": 3, "magic": 3, "policy": policy}
    aids = {"spells": ["fireball", "teleportation"], "items": ["silver_dagger", "great_bow", "emerald_rod"]}
    cells = [
        {**given, "foes": ["goblin", "ogre"], "ambush": True},
        {**given, **aids, "foes": ["wraith", "demon", "spider"]},
        {**given, "spells": ["regeneration"], "items": ["crystal_sphere", "spear_of_grom"], "foes": ["azann"]},
    ]
    if policy == "random" and not JIT:  # who decides by dice comes to thousands of states
        cells = [{**cells[0], "foes": ["goblin"]}]
    found, answers = contradictions(scenario(*cells, entry="DUEL", n=20_000 if JIT else 60))
    assert found == []
    assert all(sum(one.endings.values()) == pytest.approx(1, abs=1e-12) for one in answers)


@pytest.mark.skipif(not JIT, reason="thousands of states")
def test_an_adventure_without_end_is_refused_with_a_reason(monkeypatch):
    monkeypatch.setattr(exact_odds, "MOST_STATES", 5_000)
    with pytest.raises(ValueError, match="too many for an exact answer"):
        exactly(combat=8, agility=2, spells=["fireball", "regeneration"], policy="mage")


@pytest.mark.skipif(not JIT, reason="thousands of games")
def test_what_the_printed_nerve_check_does_to_a_searcher():
    """With six points or more nobody passes: the child is out of reach until he is worn down: fewer bring it home."""
    cell = {"combat": 6, "agility": 4, "spells": ["resistance", "fireball"], "policy": HASTY}
    played = [runner.simulate(one, one.cells[0], 0, 4_000) for one in
              (scenario(cell, rules={"nerve_check": reading}) for reading in ("corrected", "printed"))]  # fmt: skip
    corrected, printed = (int(outcomes["saved"].sum()) for outcomes in played)
    assert_share(corrected, 4_000, 0.968886220)
    assert rejects(share_p_value(printed, 4_000, 0.968886220))
    assert printed < corrected
