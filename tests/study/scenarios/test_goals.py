"""What perfect play plays for, as users say it, and how it is refused."""

import pytest
from scenario_texts import SKIRMISH, faults_of, line_of, write

from simkit import games
from simkit.errors import BadInput
from simkit.study.scenarios.goals import goal_asked, read_goal

EMPEROR, MAZE = games.get("emperor"), games.get("deathmaze")


def test_a_metric_counts_in_its_lucky_direction_and_an_ending_always_for_more():
    killed, ending = goal_asked(EMPEROR, "killed", "goal"), goal_asked(EMPEROR, "foe_killed", "goal")
    assert (killed.name, killed.sign, killed.worth({"killed": 0.25}), killed.shown(-0.25)) == (
        "killed",
        -1,
        -0.25,
        0.25,
    )
    assert (ending.name, ending.sign, ending.worth({"FOE_KILLED": 0.5})) == ("FOE_KILLED", 1, 0.5)
    assert (killed.is_share, goal_asked(EMPEROR, "rounds", "goal").is_share) == (True, False)


def test_a_worth_is_a_sum_with_the_signs_that_stand_there():
    goal = goal_asked(EMPEROR, {"FOE_KILLED": 1, "killed": -3, "treasure_draws": 0.5}, "goal")
    assert goal.name == "FOE_KILLED - 3 killed + 0.5 treasure_draws"
    assert goal.worth({"FOE_KILLED": 0.5, "killed": 0.1, "treasure_draws": 2.0}) == pytest.approx(1.2)
    assert (goal.sign, goal.is_share, goal.shown(-2.0)) == (1, False, -2.0)
    assert goal_asked(EMPEROR, {"killed": -3, "rounds": -1}, "goal").name == "-3 killed - rounds"


@pytest.mark.parametrize(
    ("asked", "complaints"),
    [
        ("kiled", ["'kiled' is no ending and no metric, did you mean 'killed'?"]),
        ({}, ["a worth names endings or metrics and what each is worth, as in { FOE_KILLED = 1 }"]),
        ({"killed": 0, "wound": 1}, [
            "'killed' is worth a number other than 0, of 1,000,000 at most, not 0",
            "'wound' is no ending and no metric, did you mean 'wounds'?",
        ]),
        ({"killed": "1pt"}, ["'killed' is worth a number other than 0, of 1,000,000 at most, not '1pt'"]),
        (3, ["a goal is an ending, a metric or a table of what these are worth, not 3"]),
    ],
)  # fmt: skip
def test_what_is_no_goal_is_refused(asked, complaints):
    goal, faults = read_goal(EMPEROR, asked)
    assert (goal, [fault.message for fault in faults]) == (None, complaints)


def test_what_is_no_sum_and_no_worth_of_an_ending_is_refused():
    with pytest.raises(BadInput, match="goal: share is no sum over the steps, nor what an ending is worth"):
        goal_asked(MAZE, "share", "goal")


def test_a_file_is_told_the_line(tmp_path):
    text = f'{SKIRMISH}\n[solve]\ngoal = {{ FOE_KILLED = 1, kiled = 2 }}\nseat = "chair"\npolicies = ["bold", "bald"]\n'
    line = line_of(text, "goal =")
    assert faults_of(write(tmp_path, text)) == [
        f"{line}: 'kiled' is no ending and no metric, did you mean 'killed'?",
        f"{line + 1}: unknown seat 'chair' (one of: policy)",
        f"{line + 2}: unknown policy 'bald', did you mean 'bold'?",
    ]
