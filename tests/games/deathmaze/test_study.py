"""What the study makes of shares in parts, of adventurers, and of distributions."""

import pyarrow.parquet as pq
import pytest
from games.deathmaze.hauls import scenario

from simkit.games.deathmaze.schema import MOST_ADVENTURERS, PARTS
from simkit.study.report import run_report
from simkit.study.report.frames import summary
from simkit.study.runs import exact_odds, runner
from simkit.study.runs.outcome_rows import write_outcomes

GAMES = 100
TEXT = """party = [
    { calling = "hero", points = 8 },
    { calling = "wizard", points = 5 },
    { calling = "thief", points = 6 },
]
policy = "porter"
hoard = "B"
"""


@pytest.fixture(scope="module")
def one():
    return scenario(TEXT, n=GAMES)


def test_shares_are_told_in_bezants(one):
    row = summary(one, runner.run_in_memory(one)).iloc[0]
    outcomes = runner.simulate(one, one.cells[0], 0, GAMES)
    assert row["share"] == row["share_3"] == pytest.approx(outcomes["value"].mean() / 3)
    assert row["share_low"] < row["share"] < row["share_high"] < row["value"]
    assert row["share_4"] == row["dead_1"] == 0


def test_rows_have_a_column_for_what_each_adventurer_has(one, tmp_path):
    outcomes = runner.simulate(one, one.cells[0], 0, GAMES)
    write_outcomes(one, [(runner.Chunk(0, 0, GAMES), outcomes)], tmp_path / "rows.parquet", 1 << 10)
    table = pq.read_table(tmp_path / "rows.parquet")
    assert table["players_0_share"].to_pylist() == (outcomes["value"] * (PARTS // 3)).tolist()
    assert {f"players_{number}_dead" for number in range(MOST_ADVENTURERS)} < set(table.column_names)


def test_exact_answers_give_the_chance_of_each_value(one):
    answer = exact_odds.exact(one, one.cells[0])
    (cell,) = run_report.exact_json(one, [answer])["cells"]
    assert cell["metrics"]["value"]["distribution"] == pytest.approx({str(face): 1 / 6 for face in range(1, 7)})
    assert cell["metrics"]["share"] == {"mean": pytest.approx(3.5 / 3)}


def test_a_table_tells_quantiles(one):
    table = run_report.exact_table(one, [exact_odds.exact(one, one.cells[0])])
    (row,) = table.rows
    assert row[table.columns.index("value, in Bezants") + 1] == "1, 3, 6"
    assert row[table.columns.index("share of each")] == "1.166667"
