"""What many exact answers say together."""

import pandas as pd
import pytest
from scenario_texts import faults_of, write

from simkit.study.report.exact_report import best, worth, write_exact
from simkit.study.runs import exact_odds
from simkit.study.scenarios.reader import load

SMALL = """\
game = "emperor"
entry = "ENCOUNTER"
[setup]
foe = "wolves"
[axes]
character = ["Ozmo", "Rosa"]
carries = [[], ["staff"], ["great_sword"]]
policy = [{ kind = "prudent", flee_at = 0 }, { kind = "prudent", flee_at = 5 }]
[report]
best = "policy"
worth = "carries"
"""
FRAME = pd.DataFrame(
    {"hero": list("aabb"), "arm": ["none", "axe"] * 2, "killed": [0.5, 0.25, 0.125, 0.125], "rounds": [1, 2, 3, 4]}
)


def test_best_is_the_least_and_of_equals_the_first():
    assert best(FRAME, "arm", ["hero"], "killed").to_dict("list") == {
        "hero": ["a", "b"],
        "arm": ["axe", "none"],
        "killed": [0.25, 0.125],
    }


def test_worth_is_what_is_saved_against_the_first():
    saved = worth(FRAME, "arm", ["hero"], "killed")
    assert saved.loc["none"].tolist() == [0, 0]
    assert saved.loc["axe"].tolist() == [0.25, 0]


def test_the_files_hold_the_exact_answers(tmp_path):
    scenario = load(write(tmp_path, SMALL))
    answers = [exact_odds.exact(scenario, cell) for cell in scenario.cells]
    files = {path.name: path for path in write_exact(scenario, answers, tmp_path)}
    frame = pd.read_csv(files["exact.csv"])
    assert frame["killed"].tolist() == pytest.approx([answer.means["killed"] for answer in answers], abs=1e-15)
    assert set(pd.read_csv(files["best_policy.csv"])["policy"]) == {"prudent flee_at 5"}
    saved = pd.read_csv(files["worth_of_carries.csv"], header=[0, 1], index_col=0)
    rosa, ozmo = saved["Rosa"], saved["Ozmo"]
    assert (rosa.loc["great_sword"] == 0).all(), "a cleric may not use it"
    assert (ozmo.loc["great_sword"] > ozmo.loc["staff"]).all()
    assert files["worth_of_carries.png"].stat().st_size > 0


def test_an_axis_that_is_none_is_a_fault(tmp_path):
    path = write(tmp_path, SMALL.replace('"carries"\n', '"carrys"\n'))
    line = len(SMALL.splitlines())
    assert faults_of(path) == [f"{line}: worth: 'carrys' is no axis of this scenario, did you mean 'carries'?"]
