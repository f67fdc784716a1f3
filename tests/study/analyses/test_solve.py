"""Perfect play of a find: what it says, what it loses to nobody, and how bad questions are refused."""

import pytest
from scenario_texts import read

import simkit as sk
from simkit.errors import BadInput

POTION = """\
game = "deathmaze"
title = "Who should try a potion?"
entry = "FIND"

[setup]
find = "potion"
party = [{ calling = "hero", points = 3, wounds = 1 }, { calling = "thief", points = 2 }]

[axes]
policy = ["bold", "careful"]
"""
POLICIES = ("careful", "bold", "ruthless", "porter", "random")


@pytest.fixture(scope="module")
def potion(tmp_path_factory):
    return read(tmp_path_factory.mktemp("solve"), POTION)


@pytest.fixture(scope="module")
def found(potion):
    return sk.solve(potion, goal="died")


def test_cells_that_differ_in_the_policy_alone_are_one_case_and_every_policy_stands_beside_the_best(found):
    assert tuple(found.frame["policy"]) == POLICIES
    assert found.frame["best"].nunique() == 1
    assert len(found.perfect) == 1


def test_no_policy_is_better_than_the_best_and_values_are_those_of_exact(potion, found):
    exact = sk.exact(potion).set_index("policy")["died"]
    values = found.frame.set_index("policy")
    for name in ("bold", "careful"):
        assert values.loc[name, "value"] == pytest.approx(exact[name], abs=1e-12)
    assert (found.frame["regret"] > -1e-12).all()
    assert (found.frame["value"] - found.frame["best"]).tolist() == pytest.approx(found.frame["regret"].tolist())


def test_all_metrics_come_out_under_perfect_play(found):
    row = found.perfect.iloc[0]
    assert row["died"] == pytest.approx(row["best"], abs=1e-12)
    endings = [row[ending.name] for ending in found.scenario.game.endings]
    assert sum(endings) == pytest.approx(1.0, abs=1e-12)
    assert 0 < row["expected_steps"] <= found.scenario.rules["step_limit"]


def test_a_goal_of_the_file_counts_and_one_that_is_given_counts_more(tmp_path):
    one = read(tmp_path, f"{POTION}\n[solve]\ngoal = {{ healed = 2, died = -1 }}\npolicies = ['careful']\n")
    file, given = sk.solve(one), sk.solve(one, goal="healed")
    assert (file.goal.name, given.goal.name) == ("2 healed - died", "healed")
    assert file.frame["policy"].tolist() == ["careful", "bold"]
    assert given.perfect["best"].item() > file.perfect["healed"].item() - 1e-12


def test_what_hangs_on_the_limit_is_said():
    """Who is paid for rounds and for the kill waits with it; who does not count the rounds waits too long."""
    rules = {"encounters.desert_rat.wounds": 2, "encounters.desert_rat.ability": 2, "constants.round_limit": 5}
    setup = {"character": "Turb", "foe": "desert_rat", "arms": ["staff"], "wounds": 8}
    asked = {"game": "emperor", "entry": "ENCOUNTER", "setup": setup, "rules": rules, "solve": {"policies": ["bold"]}}
    found = sk.solve(asked, goal={"rounds": 1, "FOE_KILLED": 2})
    row = found.perfect.iloc[0]
    assert row["lost_at_limit"] == pytest.approx(0.1852, abs=1e-4)
    assert row["rounds"] + 2 * row["FOE_KILLED"] == pytest.approx(row["best"] - row["lost_at_limit"], abs=1e-9)
    (said,) = (line for line in found.sentences if "hangs on the limit of steps (round_limit)" in line)
    assert f"{100 * row['at_limit']:.4f} % of the plays" in said


def test_it_prints_a_table_and_sentences_and_draws(found):
    table, _, *sentences = list(found.page())
    assert table.columns == ("cell", "best", *POLICIES)
    assert sentences[0].startswith(
        "At best \N{LEFT DOUBLE QUOTATION MARK}somebody dies\N{RIGHT DOUBLE QUOTATION MARK} is "
    )
    assert "comes nearest" in sentences[1] or "plays perfectly" in sentences[1]
    assert found.plot().axes[0].get_xlabel() == "percentage points"


@pytest.mark.parametrize(
    ("how", "complaint"),
    [
        ({"goal": "dyed"}, "goal: 'dyed' is no ending and no metric"),
        ({"seat": "chair"}, "unknown seat 'chair'"),
        ({"exact": False}, "perfect play is computed, never played"),
    ],
)
def test_bad_questions_are_refused(potion, how, complaint):
    with pytest.raises(BadInput, match=complaint):
        sk.solve(potion, **how)


def test_a_game_whose_decisions_cannot_be_left_open_is_refused(potion):
    entries = {potion.entry: potion.game.entries[potion.entry]._replace(open_policy="")}
    closed = potion._replace(game=potion.game._replace(entries=entries))
    with pytest.raises(BadInput, match="no policy of FIND leaves all decisions open"):
        sk.solve(closed)
