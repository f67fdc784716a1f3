"""What every analysis gives is written, printed and sent as JSON in one way; the command line ends as it says."""

import json
from dataclasses import dataclass
from types import SimpleNamespace

import pandas as pd
import pytest
import typer
from scenario_texts import RIVALS, read

import simkit as sk
from simkit.cli import run_analysis
from simkit.cli.exit_codes import ALARM, NOT_SETTLED
from simkit.plain_json import to_json
from simkit.study.analyses.audit_finding import Audit
from simkit.study.analyses.comparison import Comparison
from simkit.study.analyses.explain import Explanation
from simkit.study.analyses.fairness import Fairness
from simkit.study.analyses.finding import Finding
from simkit.study.analyses.lab import Lab
from simkit.study.analyses.ladder_finding import Ladder
from simkit.study.analyses.plan import Plan
from simkit.study.analyses.robust import Robustness
from simkit.study.analyses.sensitivity_finding import MOST_ROWS, Bar, Drawn, Sensitivity
from simkit.study.analyses.side_differences import Estimate
from simkit.study.analyses.tune import Tuning
from simkit.study.report.text_tables import Table
from simkit.study.scenarios.quantities import metric_named


@dataclass(frozen=True, repr=False)
class Least(Finding):
    """The least that an answer must say."""

    frame: pd.DataFrame
    sentences: tuple[str, ...] = ("One.", "Two.")
    games: int = 3

    def tables(self):
        return {"numbers": self.frame}


def test_every_answer_is_a_finding():
    answers = {Comparison, Lab, Robustness, Sensitivity, Tuning, Plan, Explanation, Fairness, Audit, Ladder}
    assert set(Finding.__subclasses__()) >= answers


def test_the_least_answer_is_printed_written_and_json():
    found = Least(pd.DataFrame({"n": [1, 2]}))
    assert (found.verdict, list(found.page())) == ("One.\nTwo.", ["One.", "Two."])
    assert (found.settled, found.alarming, found.pictures()) == (True, False, {})
    assert found.facts() == {"games_played": 3, "settled": True}
    assert found.as_json() == {
        "numbers": [{"n": 1}, {"n": 2}], "games_played": 3, "settled": True, "verdict": ["One.", "Two."],
    }  # fmt: skip
    assert repr(found).startswith("<Least>\nOne.\nTwo.\n")


def test_an_answer_without_tables_is_none():
    with pytest.raises(TypeError, match="tables"):
        type("Bare", (Finding,), {})()


@pytest.mark.parametrize(
    ("alarming", "settled", "code"), [(True, False, ALARM), (True, True, ALARM), (False, False, NOT_SETTLED)]
)
def test_a_verb_ends_with_the_code_that_fits(alarming, settled, code):
    with pytest.raises(typer.Exit) as caught:
        run_analysis._end(SimpleNamespace(alarming=alarming, settled=settled))
    assert caught.value.exit_code == code


def test_a_settled_answer_ends_quietly():
    run_analysis._end(SimpleNamespace(alarming=False, settled=True))


def test_a_comparison_is_its_tables_and_its_page(tmp_path):
    found = sk.compare(read(tmp_path, RIVALS), games=10, exact=False, metrics="killed")
    table, blank, units, *lines = found.page()
    assert isinstance(table, Table)
    assert [row[0] for row in table.rows] == list(found.frame["variant"])
    assert (blank, units.startswith("Shares in per cent")) == ("", True)
    assert lines[:-1] == found.together == found.sentences[-len(found.together) :]
    assert lines[-1].startswith("The game's figures: ")
    assert json.loads(to_json(found.as_json()))["comparisons"][0]["variant"] == "harder_escape"
    assert found.tables()["comparison"] is found.frame


def test_the_longest_bars_are_on_the_page_and_all_in_the_table(tmp_path):
    scenario = read(tmp_path, RIVALS)
    bars = tuple(
        Bar(f"figure{n}", 3, n, 0.1, n / 100, 0.0, 0.1, 0.01, n % 2 == 0, "flips", 0.1, "Rosa") for n in range(25)
    )
    claim = SimpleNamespace(title="Rosa is first", level=0.95)
    found = Sensitivity(
        scenario, metric_named(scenario.game, "killed"), claim, Estimate(0.1, ()), bars, joint=(Drawn(0.1, "stands"),)
    )
    table, units, more, *lines = found.page()
    assert len(table.rows) == MOST_ROWS
    assert table.rows[0][:2] == ("figure24", "24 (is 3)")
    assert {row[6] for row in table.rows} == {"FLIPS"}
    assert units == "Leads, changes and their standard errors in percentage points."
    assert more == "The longest 20 of 25 bars; figures.csv has all."
    assert lines == found.sentences
    assert found.facts()["joint"] == found.as_json()["joint"] == [{"lead": 0.1, "word": "stands"}]
    assert len(found.as_json()["figures"]) == 25
