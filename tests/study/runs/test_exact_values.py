"""Exact differences: from the rules that simulate, where states are fewer than games, and on demand."""

import numpy as np
import pytest
from conftest import JIT
from scenario_texts import RIVALS, SKIRMISH, read

from simkit.study.analyses import stopping
from simkit.study.analyses.compare import compare
from simkit.study.runs.exact_odds import MOST_STATES, Unsolvable, exact, exact_means
from simkit.study.runs.exact_values import PRICE, SOLVED_ANYWAY, exact_values, most_states
from simkit.study.runs.journal import Journal
from simkit.study.scenarios.quantities import metric_named, quantities

QUICK = f"""{SKIRMISH}
[variants.hit_face_6]
rules = {{ hit_face = 6 }}

[variants.as_it_is]
rules = {{ hit_face = 5 }}

[compare]
metrics = ["killed", "wounds", "HERO_ESCAPED"]
"""


@pytest.fixture
def quick(tmp_path):
    return read(tmp_path, QUICK, games=10_000)


def test_means_are_those_of_the_whole_answer(quick):
    for cell in quick.cells:
        whole, (lean, n_states) = exact(quick, cell), exact_means(quick, cell, MOST_STATES)
        assert n_states == whole.n_states
        assert lean.items() >= whole.means.items()
        assert {name: lean[name] for name in whole.endings} == whole.endings


def test_differences_are_those_of_the_exact_answers(quick):
    found = compare(quick, jobs=1)
    assert found.games == 0
    assert found.settled
    for row in found.frame.to_dict("records"):
        variant = dict(quick.variants)[row["variant"]]
        cell = [one.coordinates["policy"] for one in quick.cells].index(row["side"])
        ours, theirs = (exact(one, one.cells[cell]) for one in (quick, variant))
        values = [{**one.endings, **one.means}.get(row["metric"], 0.0) for one in (ours, theirs)]
        assert [row["base"], row["value"]] == pytest.approx(values, abs=1e-12)
        assert row["low"] == row["high"] == row["difference"]
        same = row["variant"] == "as_it_is"
        assert (row["exact"], row["note"], row["games"]) == (True, "the same rules" if same else "exact", 0)
        assert row["verdict"] == {1: "higher", 0: "equivalent", -1: "lower"}[np.sign(row["difference"])]
    words = found.frame.set_index(["variant", "side", "metric"])["verdict"]
    assert words["hit_face_6", "bold", "wounds"] == "lower"
    assert set(words["as_it_is"]) == {"equivalent"}
    assert "Exact: no games." in found.sentences


def test_few_games_are_played_and_many_are_not(tmp_path):
    chosen = [metric_named(read(tmp_path, QUICK).game, "killed")]
    few, many = (read(tmp_path, QUICK, games=games) for games in (5, 10_000))
    assert exact_values([few], quantities(few, chosen)) is None
    assert exact_values([many], quantities(many, chosen)).shape == (1, 2)
    assert exact_values([many], quantities(many, chosen), exact=False) is None
    assert exact_values([few], quantities(few, chosen), exact=True).shape == (1, 2)


def test_what_is_solved_is_kept_and_hangs_on_the_games_alone(tmp_path, monkeypatch):
    chosen = [metric_named(read(tmp_path, QUICK).game, "killed")]
    few, many = (read(tmp_path, QUICK, games=games) for games in (5, 10_000))
    with Journal.open(tmp_path / "tasks.journal", b"tasks") as journal:
        solved = exact_values([many], quantities(many, chosen), journal=journal)
        assert exact_values([few], quantities(few, chosen), journal=journal) is None
        monkeypatch.setattr("simkit.study.runs.exact_values.exact_means", None)
        assert (exact_values([many], quantities(many, chosen), journal=journal) == solved).all()


def test_who_asks_for_what_cannot_be_is_told(tmp_path, quick):
    with pytest.raises(ValueError, match="plays no games"):
        compare(quick, mode=stopping.Peek(), exact=True)
    whole = read(tmp_path, 'game = "emperor"\nentry = "WHOLE_GAME"\n[variants.a]\nrules = { presenting = false }\n')
    with pytest.raises(Unsolvable, match="who wins has no exact answer"):
        compare(whole, exact=True)


@pytest.mark.skipif(not JIT, reason="takes games")
def test_a_comparison_by_games_agrees_with_the_exact_one(tmp_path):
    rivals = read(tmp_path, RIVALS, games=20_000)
    played, known = compare(rivals, exact=False), compare(rivals, exact=True)
    for simulated, exact_row in zip(played.frame.to_dict("records"), known.frame.to_dict("records"), strict=True):
        assert simulated["low"] <= exact_row["difference"] <= simulated["high"]  # all at once, at 95 %


def test_few_states_are_solved_whatever_they_cost_and_many_where_that_takes_no_longer_than_the_games():
    assert most_states(20_000, 8) == 19_999  # fewer states than games, and few cells
    assert most_states(50_000, 56) == SOLVED_ANYWAY // 56
    assert most_states(20_000, 800) == SOLVED_ANYWAY // 800
    assert most_states(2_000_000, 800) == 2_000_000 // PRICE  # each state is worth so many games
    assert most_states(1, 1) == 0
