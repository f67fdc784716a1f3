"""Perfect play of a skirmish: what it says, what it loses to nobody, and how bad questions are refused."""

import pytest
from scenario_texts import SKIRMISH, read

import simkit as sk
from simkit.errors import BadInput


@pytest.fixture(scope="module")
def skirmish(tmp_path_factory):
    return read(tmp_path_factory.mktemp("solve"), SKIRMISH)


@pytest.fixture(scope="module")
def found(skirmish):
    return sk.solve(skirmish, goal="killed")


def test_cells_that_differ_in_the_policy_alone_are_one_case_and_every_policy_stands_beside_the_best(found):
    assert found.frame["policy"].tolist() == ["bold", "prudent", "cautious", "random"]
    assert found.frame["best"].nunique() == 1
    assert len(found.perfect) == 1


def test_no_policy_is_better_than_the_best_and_values_are_those_of_exact(skirmish, found):
    exact = sk.exact(skirmish).set_index("policy")["killed"]
    values = found.frame.set_index("policy")
    for name in ("bold", "cautious"):
        assert values.loc[name, "value"] == pytest.approx(exact[name], abs=1e-12)
    assert (found.frame["regret"] > -1e-12).all()
    assert (found.frame["value"] - found.frame["best"]).tolist() == pytest.approx(found.frame["regret"].tolist())


def test_all_metrics_come_out_under_perfect_play(found):
    row = found.perfect.iloc[0]
    assert row["killed"] == pytest.approx(row["best"], abs=1e-12)
    assert row["HERO_KILLED"] + row["BOTH_KILLED"] == pytest.approx(row["killed"], abs=1e-12)
    endings = [row[ending.name] for ending in found.scenario.game.endings]
    assert sum(endings) == pytest.approx(1.0, abs=1e-12)
    assert row["rounds"] > 0


def test_a_goal_of_the_file_counts_and_one_that_is_given_counts_more(tmp_path):
    one = read(tmp_path, f"{SKIRMISH}\n[solve]\ngoal = {{ FOE_KILLED = 2, killed = -1 }}\npolicies = ['cautious']\n")
    file, given = sk.solve(one), sk.solve(one, goal="FOE_KILLED")
    assert (file.goal.name, given.goal.name) == ("2 FOE_KILLED - killed", "FOE_KILLED")
    assert file.frame["policy"].tolist() == ["cautious", "bold"]
    assert given.perfect["best"].item() > file.perfect["FOE_KILLED"].item() - 1e-12


def test_what_hangs_on_the_limit_is_said(skirmish):
    """Who plays for rounds lets nothing end; he plays all that he can get without counting the steps."""
    found = sk.solve(skirmish, goal="rounds")
    assert found.perfect["best"].item() <= 9


def test_it_prints_a_table_and_sentences_and_draws(found):
    table, _, *sentences = list(found.page())
    assert table.columns == ("cell", "best", "bold", "prudent", "cautious", "random")
    assert sentences[0].startswith(
        "At best \N{LEFT DOUBLE QUOTATION MARK}the hero dies\N{RIGHT DOUBLE QUOTATION MARK} is "
    )
    assert "comes nearest" in sentences[1] or "plays perfectly" in sentences[1]
    assert found.plot().axes[0].get_xlabel() == "percentage points"


@pytest.mark.parametrize(
    ("how", "complaint"),
    [
        ({"goal": "kiled"}, "goal: 'kiled' is no ending and no metric"),
        ({"seat": "chair"}, "unknown seat 'chair'"),
        ({"exact": False}, "perfect play is computed, never played"),
    ],
)
def test_bad_questions_are_refused(skirmish, how, complaint):
    with pytest.raises(BadInput, match=complaint):
        sk.solve(skirmish, **how)


def test_a_game_whose_decisions_cannot_be_left_open_is_refused(skirmish):
    entries = {skirmish.entry: skirmish.game.entries[skirmish.entry]._replace(open_policy="")}
    closed = skirmish._replace(game=skirmish.game._replace(entries=entries))
    with pytest.raises(BadInput, match="no policy of ENCOUNTER leaves all decisions open"):
        sk.solve(closed)
