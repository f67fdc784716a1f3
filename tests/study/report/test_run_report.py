"""What a run says: JSON for programs, a table for people, files for both."""

import json
import math

import pandas as pd
import pytest
from conftest import JIT
from scenario_texts import DUELS, GRID, SKIRMISH, read

from simkit.study.report import run_report
from simkit.study.report.frames import summary
from simkit.study.report.pictures import played, provenance
from simkit.study.report.pivots import estimate_text
from simkit.study.runs import exact_odds, runner
from simkit.study.runs.run_folder import RunFolder

N = 400 if JIT else 40


@pytest.fixture(scope="module")
def skirmish(tmp_path_factory):
    return read(tmp_path_factory.mktemp("report"), SKIRMISH, games=N)


@pytest.fixture(scope="module")
def tallies(skirmish):
    return runner.run_in_memory(skirmish)


@pytest.fixture(scope="module")
def answers(skirmish):
    return [exact_odds.exact(skirmish, cell) for cell in skirmish.cells]


def printed(table, width: int) -> list[str]:
    return list(table.lines(width))


def test_a_run_as_json_has_a_cells_endings_metrics_and_intervals(skirmish, tallies):
    said = json.loads(json.dumps(run_report.run_json(skirmish, tallies)))
    assert (said["game"], said["entry"], said["seed"]) == ("emperor", "ENCOUNTER", 1)
    assert [cell["cell"] for cell in said["cells"]] == [{"policy": "bold"}, {"policy": "cautious"}]
    rows = summary(skirmish, tallies).to_dict("records")
    for cell, tally, row in zip(said["cells"], tallies, rows, strict=True):
        assert cell["n"] == tally.n == N
        assert sum(cell["endings"].values()) == pytest.approx(1)
        assert set(cell["endings"]) == {ending.name for ending in skirmish.game.endings if tally.endings[ending]}
        for name, (low, high) in cell["intervals"].items():
            assert low < cell["endings"][name] < high
        assert set(cell["metrics"]) == {metric.name for metric in skirmish.game.metrics}
        for name, metric in cell["metrics"].items():
            assert metric == {"mean": row[name], "low": row[f"{name}_low"], "high": row[f"{name}_high"]}


def test_an_exact_answer_as_json_has_the_same_shape(skirmish, answers):
    said = json.loads(json.dumps(run_report.exact_json(skirmish, answers)))
    assert (said["game"], said["entry"]) == ("emperor", "ENCOUNTER")
    for cell, answer in zip(said["cells"], answers, strict=True):
        assert cell["endings"] == answer.endings
        assert {name: metric["mean"] for name, metric in cell["metrics"].items()} == answer.means
        assert cell["states"] == answer.n_states


def test_a_table_has_a_line_a_cell_with_the_headline_metrics(skirmish, tallies):
    lines = printed(run_report.run_table(skirmish, tallies), 300)
    assert lines[0].strip() == "A skirmish, cut short, that few states describe"
    titles = {metric.name: metric.title for metric in skirmish.game.metrics}
    assert lines[1].split("  ")[0] == "policy"
    assert all(titles[name] in lines[1] for name in skirmish.game.headline)
    row, dash = summary(skirmish, tallies).iloc[0], "\N{EN DASH}"
    killed, low, high = (100 * row[f"killed{end}"] for end in ("", "_low", "_high"))
    (bold,) = (line for line in lines if line.startswith("bold"))
    assert f"{killed:.1f} % [{low:.1f}{dash}{high:.1f}]" in bold
    ends = f"{row['wounds_low']:.2f}{dash}{row['wounds_high']:.2f}"
    assert f"{row['wounds']:.2f} [{ends if math.isfinite(row['wounds_high']) else 'no interval'}]" in bold


def test_an_exact_table_has_every_ending_that_can_happen(skirmish, answers):
    lines = printed(run_report.exact_table(skirmish, answers), 300)
    assert all(words in lines[1] for words in ("foe killed", "both killed", "let go", "round limit"))
    assert "lost at sea" not in lines[1]
    (cautious,) = (line for line in lines if line.startswith("cautious"))
    assert f"{answers[1].endings['LET_GO']:.9f}" in cautious
    assert "0.000000000" in cautious  # the creature that the bold hero does not let go never flees from this one


def test_an_exact_table_tells_the_states_and_what_is_zero_in_every_cell(skirmish, answers):
    lines = printed(run_report.exact_table(skirmish, answers), 300)
    assert lines[1].rstrip().endswith("states")
    assert [line.split()[-1] for line in lines[3:5]] == [f"{answer.n_states:,}" for answer in answers]
    name, title = next(
        (metric.name, metric.title) for metric in skirmish.game.metrics
        if metric.kind == "mean" and not any(answer.means[metric.name] for answer in answers)
    )  # fmt: skip
    with_zero = skirmish._replace(game=skirmish.game._replace(headline=(name, *skirmish.game.headline)))
    lines = printed(run_report.exact_table(with_zero, answers), 300)
    assert lines[5].strip() == f"0 in every cell: {title}."
    assert title not in lines[1]


def test_there_is_one_minus_sign():
    assert estimate_text("mean", -1, -2, 0.5) == "-1.00 [-2.00 to 0.50]".replace("-", "\N{MINUS SIGN}")


@pytest.mark.parametrize(("kind", "numbers", "said"), [
    ("share", (0.5, 0.4, 0.6), "50.0 % [40.0-60.0]"),
    ("share", (0.0019, 0.0017, 0.0022), "0.19 % [0.17-0.22]"),
    ("share", (1, 0.9996, 1), "100.00 % [99.96-100.00]"),
    ("share", (0, 0, 0.00004), "0.00 % [0.00-0.00]"),
    ("mean", (112.16, 111.4, 112.9), "112.16 [111.40-112.90]"),
    ("mean", (0.0117, 0.0110, 0.0124), "0.012 [0.011-0.012]"),
    ("mean", (3, 3, 3), "3.00 [3.00-3.00]"),
    ("mean", (math.nan, math.nan, math.nan), "none"),
    ("mean", (2, -math.inf, math.inf), "2.00 [no interval]"),
    ("mean", (1e-9, 0, 2e-9), "0.000000 [0.000000-0.000000]"),
])  # fmt: skip
def test_an_estimate_has_the_decimals_that_its_interval_is_wide_enough_for(kind, numbers, said):
    assert estimate_text(kind, *numbers) == said.replace("-", "\N{EN DASH}")


@pytest.mark.parametrize("width", [20, 40, 60, 80, 120])
def test_a_narrow_table_breaks_no_word_and_says_what_it_leaves_out(tmp_path, width):
    duels = read(tmp_path, DUELS)
    table = run_report.run_table(duels, runner.run_in_memory(duels))
    lines = printed(table, width)
    longest = max(
        len(word) for text in (*table.columns, *(cell for row in table.rows for cell in row)) for word in text.split()
    )
    assert max(map(len, lines)) <= max(width, longest + len("  interval: ;"))
    known = {
        word
        for text in (table.title, *table.columns, *(cell for row in table.rows for cell in row))
        for word in text.split()
    }
    known |= {word for text in table.spare for word in text.split()} | {"For", "want", "of", "width", "without"}
    assert {word.strip(",;:.") for line in lines for word in line.split() if not set(word) <= {"─"}} <= {
        word.strip(",;:.") for word in known
    }
    missing = [name for name in table.columns[table.left :] if name.split()[0] not in " ".join(lines)]
    assert missing == []


def grid_of(scenario, n, axes):
    """The scenario with n copies of its first cell, named by axes."""
    cells = [
        scenario.cells[0]._replace(coordinates={name: f"{name[0]}{place // step % size}" for name, size, step in axes})
        for place in range(n)
    ]
    return scenario._replace(cells=tuple(cells), variants=())


def test_many_cells_are_a_grid_of_the_pictured_metric(tmp_path):
    duels = read(tmp_path, DUELS, games=5)
    many = grid_of(duels, 112, (("character", 8, 14), ("terrain", 14, 1)))
    tallies = runner.run_in_memory(duels)[:1] * 112
    table = run_report.run_table(many, tallies)
    assert table.columns == ("terrain", *(f"c{place}" for place in range(8)))
    assert [row[0] for row in table.rows] == [f"t{place}" for place in range(14)]
    share = 100 * summary(many, tallies)[many.game.pictured(many.entry).name][0]
    assert {cell for row in table.rows for cell in row[1:]} == {f"{share:.1f}"}
    assert "95 % intervals reach" in table.caption
    assert list(run_report.left_out_line(many)) == []
    three = run_report.run_table(
        grid_of(duels, 112, (("variant", 2, 56), ("character", 4, 14), ("terrain", 14, 1))), tallies
    )
    assert (three.columns, len(three.rows)) == (("variant", "terrain", "c0", "c1", "c2", "c3"), 28)


def test_a_table_spells_true_and_false_as_the_file_does(tmp_path):
    duels = read(tmp_path, DUELS, games=5)
    cells = [
        cell._replace(coordinates={"familiar": said}) for cell, said in zip(duels.cells, (True, False), strict=True)
    ]
    table = run_report.run_table(duels._replace(cells=tuple(cells)), runner.run_in_memory(duels))
    assert [row[0] for row in table.rows] == ["true", "false"]


def test_cells_that_are_no_grid_are_told_line_by_line_up_to_a_number(tmp_path):
    duels = read(tmp_path, DUELS, games=5)
    many = grid_of(duels, 112, (("character", 1_000, 1),))
    table = run_report.run_table(many, runner.run_in_memory(duels)[:1] * 112)
    assert len(table.rows) == run_report.MOST_ROWS
    assert list(run_report.left_out_line(many)) == ["The first 40 of 112 cells; the files and --json have all."]


def test_provenance_counts_the_figures_and_names_the_what_ifs(tmp_path, skirmish):
    assert provenance(skirmish).endswith("2 what-if; what-if: encounters.desert_rat.wounds, constants.round_limit.")
    plain = provenance(read(tmp_path, DUELS))
    assert "what-if" not in plain
    assert " printed, " in plain


def test_a_picture_names_who_played(tmp_path):
    two = read(tmp_path, DUELS)
    assert played(two) == "40 games a cell, seed 7; policies: prudent; prudent flee_at 4."
    one = two._replace(cells=two.cells[:1])
    assert played(one) == "40 games, seed 7; policies: prudent."


def test_a_grid_leaves_a_picture_and_the_manifest_comes_last(tmp_path):
    grid = read(tmp_path, GRID)
    folder = RunFolder(grid, tmp_path)
    paths = [path.name for path in run_report.write_files(folder, folder.play(jobs=1))]
    assert sorted(paths[:3]) == ["outcomes.parquet", "summary.csv", "summary.parquet"]
    assert sorted(paths[3:-1]) == ["killed_by_terrain.png", "killed_by_terrain.svg", "scenario.toml"]
    assert paths[-1] == "manifest.json"
    assert {path.name for path in folder.path.iterdir()} == {*paths, "rows.journal"}
    table = pd.read_csv(folder.path / "summary.csv")
    pd.testing.assert_frame_equal(table, pd.read_parquet(folder.path / "summary.parquet"))
    assert list(zip(table["character"], table["terrain"], strict=True)) == [
        ("Ozmo", "swamp"), ("Ozmo", "despin"), ("Rosa", "swamp"), ("Rosa", "despin"),
    ]  # fmt: skip


def test_cells_that_are_no_grid_leave_none(tmp_path, skirmish):
    folder = RunFolder(skirmish, tmp_path)
    paths = list(run_report.write_files(folder, folder.play(jobs=1)))
    assert {path.suffix for path in paths} == {".csv", ".parquet", ".toml", ".json"}
