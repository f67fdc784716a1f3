"""What befell how many games: counted, merged, told; and what else a game of many endings asks of a report."""

import numpy as np
import pytest

from simkit import games
from simkit.errors import BadInput
from simkit.games.metrics import Census, column
from simkit.study.report import run_report
from simkit.study.report.frames import census_table, summary
from simkit.study.runs import runner
from simkit.study.runs.tally import census_counts, counted, empty, from_bytes, merge, size, tally, to_bytes
from simkit.study.scenarios.reader import load

TOWER = """
game = "azann"
entry = "WHOLE_GAME"
title = "Towers"
[setup]
policy = "random"
[axes]
points = [{ combat = 2, agility = 2 }, { combat = 2, agility = 3 }, { combat = 3, agility = 2 }]
spells = [["fireball", "resistance"], ["fireball", "regeneration"]]
[run]
games = 30
seed = 3
"""
OUTCOMES = np.array(
    [(0, 0b101, 0), (2, 0b100, 0b1), (2, 0, 1 << 2), (1, 1 << 62, 0)], [("cause", "i2"), ("low", "i8"), ("high", "i8")]
)


@pytest.fixture(scope="module")
def towers(tmp_path_factory):
    file = tmp_path_factory.mktemp("towers") / "towers.toml"
    file.write_text(TOWER)
    scenario = load(file)
    return scenario, runner.run_in_memory(scenario)


def test_one_label_a_game_or_several():
    assert counted(Census("a", "", ("cause",), ("x", "y", "z"), several=False), OUTCOMES) == [1, 2, 0]
    labels = tuple(f"{number}" for number in range(66))
    counts = counted(Census("b", "", ("low", "high"), labels, several=True), OUTCOMES)
    assert {place: count for place, count in enumerate(counts) if count} == {0: 1, 2: 2, 62: 1, 63: 1, 65: 1}


def test_a_tally_keeps_its_counts_through_bytes_and_merging(towers):
    scenario, found = towers
    assert all(from_bytes(to_bytes(one), scenario.game) == one for one in found)
    assert len(to_bytes(found[0])) == size(scenario.game)
    total = merge(found, scenario.game)
    assert list(total.counts) == [sum(counts) for counts in zip(*(one.counts for one in found), strict=True)]
    assert merge([], scenario.game) == empty(scenario.game)


def test_the_ends_of_every_metric_merge_as_if_played_at_once(towers):
    scenario, _ = towers
    game = scenario.game
    outcomes = runner.simulate(scenario, scenario.cells[0], 0, 30)
    whole = tally(game, 0, outcomes)
    assert merge([tally(game, 20, outcomes[20:]), tally(game, 0, outcomes[:20]), empty(game)], game) == whole
    for number, metric in enumerate(game.metrics):
        values = metric.of(outcomes).tolist()
        ends = (min(values), values.count(min(values)), max(values), values.count(max(values)))
        assert whole.moments(number) == (30, sum(values), sum(value**2 for value in values), *ends)


def test_games_that_do_not_count_for_a_metric_are_in_none_of_its_numbers():
    game = next(part for part in games.get("emperor").every_part() if any(one.among for one in part.metrics))
    number, metric = next((place, one) for place, one in enumerate(game.metrics) if one.among and one.kind == "mean")
    outcomes = np.zeros(4, game.schema.OUTCOME)
    column(outcomes, metric.among)[[0, 2]] = 1
    column(outcomes, metric.column)[[0, 2]] = [3, 5]
    assert tally(game, 0, outcomes).moments(number) == (2, 8, 34, 3, 1, 5, 1)
    assert tally(game, 0, outcomes[:1]).moments(number) == (1, 3, 9, 3, 1, 3, 1)
    assert tally(game, 0, outcomes[1:2]).moments(number) == (0,) * 7


def test_deaths_are_counted_by_their_causes(towers):
    scenario, found = towers
    dead = scenario.game.endings.DEAD
    for one in found:
        (_, causes), (_, read) = census_counts(scenario, one)
        assert sum(causes.values()) == one.endings[dead] > 0
        assert read["040"] == one.n == 30


def test_games_without_a_census_tally_as_before():
    game = games.get("emperor")
    assert game.censuses == empty(game).counts == ()
    nobody = tally(game, 0, np.zeros(2, game.schema.OUTCOME))
    assert from_bytes(to_bytes(nobody), game) == nobody


def test_the_report_tells_shares_of_causes_and_what_never_was(towers):
    scenario, found = towers
    causes, never = run_report.census_lines(scenario, found)
    assert causes.startswith("cause of death: ")
    assert sum(float(share.rsplit(" ", 2)[1]) for share in causes[16:-1].split(", ")) == pytest.approx(100, abs=2)
    assert never.startswith("paragraphs never read in 180 games: ")
    assert "040" not in never
    assert "113" in never


def test_nothing_is_told_of_a_census_that_befell_no_game(towers):
    scenario, _ = towers
    assert list(run_report.census_lines(scenario, [empty(scenario.game)])) == []


def test_plain_data_and_the_summary_hold_the_counts(towers):
    scenario, found = towers
    cell = run_report.run_json(scenario, found)["cells"][0]
    assert cell["read"]["040"] == 30
    assert sum(cell["cause"].values()) == found[0].endings[scenario.game.endings.DEAD]
    frame = summary(scenario, found)
    told = [name for name in frame.columns if name.startswith("cause: ")]
    assert np.allclose(frame[told].sum(axis=1), frame["DEAD"])
    assert not any(name.startswith("read: ") for name in frame.columns)


def test_a_table_shows_endings_too_but_only_those_that_came(towers):
    scenario, found = towers
    columns = list(run_report.run_table(scenario, found).columns)
    assert columns[:3] == ["combat", "agility", "spells"]
    assert "dead" in columns
    assert "foes beaten" not in columns
    assert columns[-3:] == ["paragraphs read", "rounds of combat", "the child comes home"]


def test_a_file_has_the_counts_of_every_cell(towers):
    scenario, found = towers
    causes, read = (census_table(scenario, census, found) for census in scenario.game.censuses)
    assert list(read.columns[:5]) == ["combat", "agility", "spells", "games", "001"]
    assert read["040"].tolist() == [30] * 6
    assert causes.iloc[:, 4:].sum(axis=1).tolist() == [one.endings[scenario.game.endings.DEAD] for one in found]


# ---- Keys that go together in one axis


def test_an_axis_of_tables_sets_several_keys_at_once(towers):
    scenario, _ = towers
    assert [tuple(cell.coordinates) for cell in scenario.cells] == [("combat", "agility", "spells")] * 6
    assert [(cell.coordinates["combat"], cell.coordinates["agility"]) for cell in scenario.cells[::2]] == [
        (2, 2), (2, 3), (3, 2),
    ]  # fmt: skip


@pytest.mark.parametrize(("axis", "said"), [
    ("points = [2, 3]", "unknown key 'points'"),
    ("points = []", "unknown key 'points'"),
    ("points = [{ combat = 2, agilty = 2 }]", "unknown key 'agilty', did you mean 'agility'?"),
    ("points = [{ combat = 2, agility = 9 }]", "at least 2 points a characteristic, not 2 + 9 + 1 (How to Start)"),
])  # fmt: skip
def test_faults_of_such_an_axis_name_its_line(tmp_path, axis, said):
    file = tmp_path / "tower.toml"
    file.write_text(
        f'game = "azann"\nentry = "WHOLE_GAME"\n[setup]\nspells = ["fireball", "resistance"]\n[axes]\n{axis}\n'
    )
    with pytest.raises(BadInput) as refusal:
        load(file)
    assert any(line.startswith(f"{file}:6: {said}") for line in refusal.value.lines)


# ---- One heat map for each value of a third axis


def test_a_third_axis_gives_a_heat_map_for_each_of_its_values(towers, tmp_path):
    from simkit.study.runs.run_folder import RunFolder

    scenario, _ = towers
    folder = RunFolder(scenario, tmp_path)
    names = [path.name for path in run_report.write_files(folder, folder.play(jobs=1))]
    stems = [f"saved_by_agility_fireball_{spell}" for spell in ("resistance", "regeneration")]
    assert [name for name in names if name.endswith("g")] == [
        f"{stem}.{kind}" for stem in [*stems, "cause"] for kind in ("png", "svg")
    ]
    assert {"cause.csv", "read.csv"} < set(names)
    svg = (folder.path / f"{stems[0]}.svg").read_text()
    assert "Towers (spells: fireball + resistance)" in svg
    assert "combat down, agility across." in svg


def test_a_picture_shows_what_its_entry_is_about():
    game = games.get("azann")
    assert [game.pictured(entry).name for entry in game.entries] == ["saved", "won"]
