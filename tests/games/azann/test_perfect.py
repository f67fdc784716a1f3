"""Perfect play of duels, against an oracle of its own that knows the chart alone."""

from itertools import product

import pytest
from conftest import JIT
from games.azann.test_exact import best_odds
from games.azann.tower import FIGURES

import simkit as sk

MOST = 6 if JIT else 2


@pytest.mark.parametrize("foe", ["troll", "ogre", "demon"] if JIT else ["ogre"])
def test_the_best_of_a_duel_is_that_of_the_oracle(foe):
    points = [(combat, agility) for combat, agility in product(range(MOST + 1), repeat=2) if combat + agility]
    cells = [
        {"combat": combat, "agility": agility, "foes": [foe], "ambush": ambush}
        for combat, agility in points
        for ambush in (False, True)
    ]
    found = sk.solve({"game": "azann", "entry": "DUEL", "cells": cells}, goal="FOES_BEATEN")
    odds, foe_points = best_odds(foe, MOST), tuple(FIGURES.tree["monsters"][foe].values())
    known = [odds[(cell["combat"], cell["agility"]), foe_points, int(cell["ambush"])] for cell in cells]
    assert found.perfect["best"].tolist() == pytest.approx(known, abs=1e-9)
    assert (found.frame["regret"] > -1e-9).all()
    fighter = found.frame[found.frame["policy"] == "fighter"]
    assert fighter["regret"].abs().max() < 1e-9


def test_no_scripted_player_is_better_than_the_best_with_fireball():
    duel = {"combat": 3, "agility": 2, "magic": 2, "spells": ["fireball"], "foes": ["goblin", "goblin"][: 1 + JIT]}
    for goal in ({"DEAD": -1}, "FOES_BEATEN", {"GOT_AWAY": 1, "FOES_BEATEN": 2}):
        found = sk.solve({"game": "azann", "entry": "DUEL", "setup": duel}, goal=goal)
        assert found.frame["regret"].min() > -1e-9
        assert found.perfect["bound_error"].max() <= 1e-9
