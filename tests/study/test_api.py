"""simkit for Python: the same questions, defaults and answers as the command line; frames of any kind."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from scenario_texts import DUELS, GRID, RIVALS, SKIRMISH, read, write
from test_cli import say

import simkit as sk
from simkit.study.report import plots

MATCH_UPS = pd.DataFrame({"character": ["Rosa", "Ozmo"], "foe": ["wild_boar", "brown_bear"], "flee_at": [np.nan, 4]})
VARIANT = "\n[variants.six]\nrules = { hit_face = 6 }\n\n[variants.runs]\nsetup = { policy = { flee_at = 4 } }\n"


# ---- Scenarios


def test_a_scenario_is_a_file_by_any_name_or_a_dict_of_its_tables(tmp_path):
    file = write(tmp_path, DUELS)
    tables = {
        "game": "emperor", "entry": "ENCOUNTER", "setup": {"policy": "prudent"}, "run": {"games": 40, "seed": 7},
        "cells": [
            {"character": "Ozmo", "arms": ["axe", "kite_shield"], "foe": "brown_bear"},
            {"character": "Rosa", "arms": ["mace"], "foe": "wild_boar", "policy": {"kind": "prudent", "flee_at": 4}},
        ],
    }  # fmt: skip
    found = [sk.run(source) for source in (file, str(file), sk.load(file), tables)]
    for frame in found[1:]:
        pd.testing.assert_frame_equal(frame, found[0])


def test_what_is_given_instead_of_the_files_holds_for_a_loaded_scenario_too(tmp_path):
    file = write(tmp_path, RIVALS)
    changes = {"games": np.int64(30), "seed": np.uint8(9)}
    pd.testing.assert_frame_equal(sk.run(sk.load(file), **changes), sk.run(file, games=30, seed=9))
    assert sk.load(file).played(games=5).variants[0][1].run.games == 5


def test_cells_are_chosen_by_their_coordinates(tmp_path):
    rivals = read(tmp_path, RIVALS)
    only = rivals.only(character="Rosa")
    assert [cell.coordinates for cell in only.cells] == [{"character": "Rosa"}]
    assert all(len(variant.cells) == 1 for _, variant in only.variants)
    assert len(rivals.only(character=["Rosa", "Cleric B"]).cells) == 2
    assert rivals.without_variants().variants == ()
    for wrong, said in (({"charcter": "Rosa"}, "did you mean 'character'"), ({"character": "Turb"}, "no cell has")):
        with pytest.raises(sk.BadInput, match=said):
            rivals.only(**wrong)


def test_a_scenario_is_shown_in_a_line(tmp_path):
    assert repr(read(tmp_path, RIVALS)) == (
        "<Scenario 'Rival rules': emperor ENCOUNTER, 2 cells, 3 variants, 100 games a cell>"
    )


# ---- Variants, for every verb


def test_exact_answers_have_a_row_a_variant_the_base_first(tmp_path):
    file = write(tmp_path, SKIRMISH + VARIANT)
    frame = sk.exact(file)
    assert list(frame["variant"]) == ["base", "base", "six", "six", "runs", "runs"]
    assert frame["FOE_KILLED"].nunique() > 2
    alone = sk.exact(write(tmp_path, f"{SKIRMISH}\n".replace("[rules]", "[rules]\nhit_face = 6"), "six.toml"))
    assert frame.loc[frame["variant"] == "six", "FOE_KILLED"].tolist() == alone["FOE_KILLED"].tolist()
    code, said, _ = say("exact", file, "--json")
    cells = json.loads(said)["cells"]
    assert (code, [cell["cell"]["variant"] for cell in cells]) == (0, list(frame["variant"]))
    assert [cell["endings"].get("FOE_KILLED", 0) for cell in cells] == frame["FOE_KILLED"].tolist()


def test_exact_check_simulates_every_variant(tmp_path):
    file = write(tmp_path, SKIRMISH + VARIANT)
    code, said, _ = say("exact", file, "--check", "--games", 40, "--out", tmp_path / "out")
    assert code == 0
    assert f"Checked: {6 * 37} quantities over 40 games a cell agree" in said
    (folder,) = (tmp_path / "out").iterdir()
    assert list(pd.read_csv(folder / "exact.csv")["variant"]) == list(sk.exact(file)["variant"])


def test_a_run_has_a_row_a_variant_as_the_command_line_has(tmp_path):
    file = write(tmp_path, RIVALS)
    frame = sk.run(file, games=20)
    assert list(frame["variant"]) == [name for name in ("base", *sk.load(file).asked.variants) for _ in range(2)]
    _, said, _ = say("run", file, "--games", 20, "--out", tmp_path / "out", "--json")
    assert [cell["metrics"]["killed"]["mean"] for cell in json.loads(said)["cells"]] == frame["killed"].tolist()


def test_one_game_is_json_without_infinities(tmp_path):
    code, said, _ = say("run", write(tmp_path, DUELS), "--games", 1, "--out", tmp_path / "out", "--json")
    assert code == 0
    json.loads(said, parse_constant=pytest.fail)


def test_a_long_frame_has_a_row_a_cell_and_quantity_with_its_name(tmp_path):
    file = write(tmp_path, DUELS)
    long, wide = sk.run(file, long=True), sk.run(file)
    killed = long[long["quantity"] == "killed"]
    assert killed["value"].tolist() == wide["killed"].tolist()
    assert killed["high"].tolist() == wide["killed_high"].tolist()
    assert set(killed["title"]) == {"the hero dies"}
    assert {"character", "games", "kind", "unit", "low"} <= set(long.columns)


# ---- Match-ups


@pytest.mark.parametrize("index", [[3, 3], ["a", "b"], pd.MultiIndex.from_tuples([(1, "x"), (1, "x")])])
@pytest.mark.parametrize("exact", [True, False])
def test_match_ups_answer_on_the_index_of_the_frame(index, exact):
    frame = MATCH_UPS.set_axis(index)
    found = sk.encounters(frame, n=np.int64(30), seed=np.int32(2), exact=exact)
    pd.testing.assert_index_equal(found.index, frame.index)
    plain = sk.encounters(MATCH_UPS, n=30, seed=2, exact=exact)
    assert found["HERO_KILLED"].tolist() == plain["HERO_KILLED"].tolist()


@pytest.mark.parametrize("exact", [True, False])
def test_no_match_ups_are_no_answers_with_the_same_columns(exact):
    some = sk.encounters(MATCH_UPS, n=5, exact=exact)
    for empty in (MATCH_UPS.iloc[:0], pd.DataFrame(), [], {}, {"character": []}):
        none = sk.encounters(empty, n=5, exact=exact)
        assert len(none) == 0
        assert set(none.columns) <= set(some.columns)
        assert {"HERO_KILLED", "killed"} <= set(none.columns)
    with pytest.raises(sk.BadInput, match="did you mean 'character'"):
        sk.encounters(pd.DataFrame(columns=["charcter"]))


def test_match_ups_are_a_frame_a_dict_of_columns_or_a_list_of_rows():
    said = {"character": ["Rosa", "Ozmo"], "foe": ["wild_boar", "brown_bear"]}
    rows = [dict(zip(said, pair, strict=True)) for pair in zip(*said.values(), strict=True)]
    found = [sk.encounters(given, n=20)["killed"].tolist() for given in (pd.DataFrame(said), said, rows)]
    assert found[0] == found[1] == found[2]
    assert len(sk.encounters(rows[0], n=20)) == 1


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA, pd.NaT])
def test_what_is_missing_is_left_to_the_game(missing):
    frame = pd.DataFrame({"character": ["Rosa"], "foe": ["wild_boar"], "arms": pd.Series([missing], dtype=object)})
    plain = sk.encounters([{"character": "Rosa", "foe": "wild_boar"}], n=20)
    assert sk.encounters(frame, n=20)["killed"].tolist() == plain["killed"].tolist()


def test_arms_may_be_a_list_a_tuple_or_an_array():
    found = [
        sk.encounters([{"character": "Rosa", "foe": "wild_boar", "arms": arms}], n=20)["wounds"].tolist()
        for arms in (["mace"], ("mace",), np.array(["mace"]))
    ]
    assert found[0] == found[1] == found[2]


def test_numpy_scalars_are_numbers():
    assert sk.hit_chances(np.int8(4))[1] == sk.hit_chances(4)[1]
    assert sk.hit_chances(np.array([4.0, 5.0])).shape == (2, 41)
    assert sk.hit_chances([]).shape == (0, 41)
    assert sk.escape_chance(np.uint8(8), np.float64(9)) == pytest.approx(15 / 36)


# ---- Folders and fairness


def test_a_run_folder_is_read_again(tmp_path):
    file = write(tmp_path, DUELS)
    say("run", file, "--games", 30, "--seed", 5, "--out", tmp_path / "out", "--quiet")
    (folder,) = (tmp_path / "out").iterdir()
    found = sk.read_run(str(folder))
    pd.testing.assert_frame_equal(found.frame, sk.run(file, games=30, seed=5))
    assert len(found.outcomes) == 60
    assert (found.scenario.run.games, found.scenario.run.seed) == (30, 5)
    assert found.verdict == "Two duels: emperor ENCOUNTER, 30 games a cell, seed 5."
    assert len(repr(found)) < 3_000


@pytest.mark.parametrize("kind", ["missing", "a file", "empty", "no JSON", "a list"])
def test_a_folder_that_is_no_run_is_told(tmp_path, kind):
    folder = tmp_path / "run"
    if kind == "a file":
        folder.touch()
    elif kind != "missing":
        folder.mkdir()
    if kind in ("no JSON", "a list"):
        (folder / "manifest.json").write_text({"no JSON": "{", "a list": "[]"}[kind])
    with pytest.raises(sk.BadInput, match=re.escape(str(folder))):
        sk.read_run(folder)


def test_fairness_is_asked_of_a_game_that_somebody_wins(tmp_path):
    with pytest.raises(sk.BadInput, match="nobody wins ENCOUNTER"):
        sk.fairness(write(tmp_path, DUELS))


# ---- Pictures


def test_every_picture_is_drawn_on_axes_that_a_caller_gives():
    from matplotlib.figure import Figure

    figure = Figure()
    one, two, three, four = figure.subplots(2, 2).ravel()
    table = pd.DataFrame([[0.1, 0.2], [0.3, np.nan]], ["a", "_b"], ["x", "中\x1b"])
    plots.heat_map(table, table, table, title="", subtitle="", value_label="", note="", ax=one)
    plots.dots(table.fillna(0), title="", subtitle="", ax=two)
    rows = pd.DataFrame({"variant": ["_v"], "side": ["s"], "title": ["t"], "difference": [1], "low": [0], "high": [2]})
    assert plots.forest(rows, title="", subtitle="", note="", ax=three) is figure
    bars = pd.DataFrame({"figure": ["f"], "value": [1], "usual": [2], "lead": [0.5], "beyond_chance": [True]})
    assert plots.tornado(bars, base=1, title="", subtitle="", note="", ax=four) is figure
    assert all(axes.has_data() for axes in (one, two, three, four))
    with pytest.raises(sk.BadInput, match="ax must be 1 pair of axes, not 2"):
        plots.forest(rows, title="", subtitle="", note="", ax=[one, two])


def test_every_answer_plots_on_axes_that_a_caller_gives(tmp_path):
    from matplotlib.figure import Figure

    compared = sk.compare(write(tmp_path, RIVALS), metrics="killed", games=20)
    axes = Figure().subplots()
    assert compared.plot(ax=axes) is axes.figure
    assert axes.has_data()
    with pytest.raises(sk.BadInput, match="ax must be 1 pair of axes, not 2"):
        compared.plot(ax=Figure().subplots(2))


def test_a_share_of_a_run_is_drawn_over_two_of_its_coordinates(tmp_path):
    from matplotlib.figure import Figure

    frame = sk.run(write(tmp_path, GRID), games=20)
    assert sk.heat_map(frame, "killed", "character", "terrain", title="How deadly?").axes
    axes = Figure().subplots()
    sk.heat_map(frame, "killed", "terrain", "character", ax=axes)
    assert [label.get_text() for label in axes.get_yticklabels()] == list(dict.fromkeys(frame["terrain"]))
    with pytest.raises(sk.BadInput, match="the frame has no column 'kiled_low'"):
        sk.heat_map(frame, "kiled", "character", "terrain")
    with pytest.raises(sk.BadInput, match="has several rows: a picture shows one variant"):
        sk.heat_map(pd.concat([frame, frame]), "killed", "character", "terrain")


def test_a_letter_without_a_glyph_is_no_warning(tmp_path):
    table = pd.DataFrame([[0.5]], ["中文"], ["\U0001f680"])
    figure = plots.heat_map(table, table, table, title="题", subtitle="\x1b[2J", value_label="v", note="n")
    assert [path.stat().st_size > 0 for path in plots.save(figure, tmp_path / "odd")] == [True, True]


# ---- Long form, and what a frame rests on


def test_a_run_has_a_long_form_and_says_what_it_rests_on(tmp_path):
    file = write(tmp_path, RIVALS)
    frame = sk.run(file, games=20)
    pd.testing.assert_frame_equal(frame.tidy(), sk.run(file, games=20, long=True))
    assert type(frame[["killed"]]) is pd.DataFrame
    assert (frame.attrs["seed"], frame.attrs["games_a_cell"]) == (3, 20)
    assert frame.attrs["units"]["wounds"] == "wounds"
    assert frame.attrs["figures"]["reconstructed"] == frame.tidy().attrs["figures"]["reconstructed"] > 500
    shown = frame._repr_html_()
    assert "Rival rules: 20 games a cell, seed 3." in shown
    assert "prudent" in shown
    assert shown.count("<tr") == 1 + min(len(frame), 10)


def test_a_folder_read_again_has_them_too(tmp_path):
    file = write(tmp_path, DUELS)
    assert say("run", file, "--out", tmp_path / "out", "--quiet")[0] == 0
    (folder,) = (tmp_path / "out").iterdir()
    frame = sk.open(folder).frame
    assert frame.attrs["seed"] == 7
    pd.testing.assert_frame_equal(frame.tidy(), sk.run(file).tidy())
    (folder / "scenario.toml").write_text("game = 'gone'")
    assert len(sk.open(folder).frame) == 2
