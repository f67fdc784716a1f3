"""Perfect play of finds: nobody needs to die of what he may leave alone, and no scripted party does better."""

import pytest

import simkit as sk

PARTY = [{"calling": "hero", "points": 3, "wounds": 1}, {"calling": "thief", "points": 2}]


def solved(find, goal, **setup):
    return sk.solve({"game": "deathmaze", "entry": "FIND", "setup": {"find": find, "party": PARTY, **setup}}, goal=goal)


@pytest.mark.parametrize("find", ["potion", "medallion", "armor"])
@pytest.mark.parametrize("goal", ["died", "healed", {"healed": 1, "died": -2}])
def test_no_scripted_party_does_better_than_the_best(find, goal):
    found = solved(find, goal)
    assert found.frame["regret"].min() > -1e-9
    assert found.perfect["bound_error"].max() <= 1e-9


def test_a_party_that_plays_for_its_life_leaves_alone_what_could_kill():
    for find in ("potion", "medallion"):
        assert solved(find, "died").perfect["best"].item() == pytest.approx(0.0, abs=1e-12)


def test_the_best_rules_say_who_tries_a_potion():
    (told,) = solved("potion", "healed").rules
    assert {rules.decision for rules in told} >= {"tests"}
    assert "nobody" not in {rule.choice for rules in told for rule in rules.rules if rules.decision == "tests"}
