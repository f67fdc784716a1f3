"""Quick exact answers on the command line, against values known from elsewhere."""

import json

import pytest
from test_cli import say

from simkit.games import emperor

CRT = ("De", "Dr", "Ee")


def answer(*arguments):
    code, said, _ = say("odds", *arguments, "--json")
    assert code == 0
    return json.loads(said)


@pytest.mark.parametrize(
    ("dice", "hits", "per_cent"),
    [(4, 1, 80.25), (4, 2, 40.74), (4, 3, 11.11), (4, 4, 1.23), (8, 4, 25.86), (10, 4, 44.07), (15, 4, 79.08)],
)
def test_pools_are_the_known_ones(dice, hits, per_cent):
    chances = {int(k): chance for k, chance in answer("pool", dice)["chances"].items()}
    assert sum(chances.values()) == pytest.approx(1, abs=1e-12)
    assert 100 * sum(chance for k, chance in chances.items() if k >= hits) == pytest.approx(per_cent, abs=0.005)


def test_what_is_absorbed_does_not_get_through():
    whole, through = answer("pool", 7, "--plus", 2)["chances"], answer("pool", 7, "--plus", 2, "--absorb", 4)["chances"]
    assert through["3"] == whole["7"]
    assert through["0"] == pytest.approx(sum(whole[str(k)] for k in range(5)), abs=1e-15)


def test_the_rulebooks_escape():
    assert answer("escape", 8, 9)["chance"] == pytest.approx(15 / 36, abs=1e-15)
    assert say("odds", "escape", 8, 9)[1] == "41.6667 %, 15 in 36: 8 against 9.\n"
    assert answer("escape", 8, 9, "--target", 8)["chance"] == pytest.approx(10 / 36, abs=1e-15)


def test_a_duel_in_the_tower():
    assert answer("duel", "azann", "5/5", "troll")["endings"] == {"FOES_BEATEN": 1.0}
    assert answer("duel", "azann", "3/2", "goblin")["endings"]["FOES_BEATEN"] == pytest.approx(0.5, abs=1e-12)


def test_a_battle_of_the_emperors():
    said = ("duel", "emperor", "Ozmo+axe+kite_shield", "brown_bear")
    assert answer(*said, "--policy", "bold")["endings"].keys() == {
        "FOE_KILLED",
        "HERO_KILLED",
        "BOTH_KILLED",
        "FOE_FLED",
    }
    code, text, _ = say("odds", *said)
    assert code == 0
    assert "against brown_bear (prudent)" in text


def test_a_table_of_combat_results(monkeypatch):
    def results(figures, attacking, defending):
        return f"{attacking}-{defending}", dict.fromkeys(CRT, 1 / 3)

    monkeypatch.setattr(emperor, "GAME", emperor.GAME._replace(abilities={"combat_results": results}))
    assert answer("crt", "emperor", "11:4") == {"column": "11-4", "chances": dict.fromkeys(CRT, 1 / 3)}
    assert say("odds", "crt", "emperor", "11:4")[1].splitlines()[0].startswith("11:4 is 11-4")
    for wrong in ("11", "11:0", "a:b", ":4"):
        code, _, told = say("odds", "crt", "emperor", wrong)
        assert code == 2
        assert "as 11:4" in told


@pytest.mark.parametrize(
    ("strengths", "column", "cleared", "removed"),
    [
        ("11:4", "2-1", 5 / 6, 1 / 6), ("4:11", "1-3", 0, 0), ("3:1", "3-1", 1, 1 / 3), ("60:10", "6-1", 1, 1),
        ("1000000:1", "6-1", 1, 1),
        ("1:1", "1-1", 1 / 2, 0), ("99:1", "6-1", 1, 1),
    ],
)  # fmt: skip
def test_the_table_of_waterloo(strengths, column, cleared, removed):
    found = answer("crt", "waterloo", strengths)
    chances = found["chances"]
    assert found["column"] == column
    assert sum(chances.get(name, 0) for name in ("De", "Ee")) == pytest.approx(removed, abs=1e-12)
    assert sum(chances.get(name, 0) for name in ("Dr", "De", "Ee")) == pytest.approx(cleared, abs=1e-12)


def test_an_attack_in_new_york():
    found = answer("attack", "new_york", "13:9")
    assert found["column"] == "3 or 4 more"
    assert (found["attacker_loses"], found["eaten_if_it_is_a_building"]) == pytest.approx((0.5, 4 / 6))
    code, said, _ = say("odds", "attack", "new_york", "13:9")
    assert (code, said.splitlines()[0]) == (0, "13:9 is 3 or 4 more")
    code, _, told = say("odds", "attack", "waterloo", "13:9")
    assert (code, told) == (2, "waterloo has no attack table (games that have one: new_york)\n")


@pytest.mark.parametrize(("strengths", "chance"), [("1:2", 1 / 6), ("1:5", 1)])
def test_the_attacker_at_waterloo_may_be_eliminated(strengths, chance):
    assert answer("crt", "waterloo", strengths)["chances"].get("Ae", 0) == pytest.approx(chance, abs=1e-12)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("pool", 99), "dice must be a whole number from 0 to 40, not 99"),
        (("pool", 7, "--plus", 9), "plus must be a whole number from 0 to 3, not 9"),
        (("pool", 7, "--hit-face", 9), "hit_face must be 2 to 6"),
        (("pool", 7, "--absorb", 41), "absorb must be a whole number from 0 to 40, not 41"),
        (("escape", 800, 900), "fugitive must be a whole number from 0 to 99, not 800"),
        (("escape", 8, 100), "pursuer must be a whole number from 0 to 99, not 100"),
        (("crt", "waterloo", "9223372036854775807:1"), "each 1 to 1,000,000, as 11:4"),
        (("crt", "waterloo", "1:1000001"), "each 1 to 1,000,000, as 11:4"),
        (("crt", "waterloo", "0:1"), "each 1 to 1,000,000, as 11:4"),
        (("duel", "azann", "99/99", "troll"), "a characteristic is 0 to 24"),
        (("duel", "azann", "5/25", "troll"), "a characteristic is 0 to 24"),
        (("duel", "azann", "9" * 300 + "/5", "troll"), "a characteristic is 0 to 24"),
        (("duel", "azann", "²/5", "troll"), "as 5/5"),
        (("duel", "emperor", "Ozmo", "Ralph Troll"), "did you mean 'troll_ralph'"),
        (("crt", "deathmaze", "11:4"), "no Combat Results Table"),
        (("crt", "nowhere", "11:4"), "unknown game"),
        (("duel", "deathmaze", "a", "b"), "no duel"),
        (("duel", "azann", "5", "troll"), "as 5/5"),
        (("duel", "azann", "5/5", "trol"), "did you mean 'troll'"),
        (("duel", "emperor", "Ozmo", "bear"), "unknown foe 'bear'"),
        (("duel", "emperor", "Ozmo", "brown_bear", "wild_boar"), "one chit"),
        (("duel", "azann", "5/5", "troll", "--policy", "figter"), "did you mean 'fighter'"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(arguments, told):
    code, said, errors = say("odds", *arguments)
    assert (code, said) == (2, "")
    assert told in errors
    assert errors.count("\n") == 1
