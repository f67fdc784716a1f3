"""The verbs that compare: exit codes, what they print and write, and one line for what a user can cause."""

import inspect
import json
from pathlib import Path

import pytest
import toy
from conftest import JIT
from scenario_texts import DUELS, RIVALS, write
from test_cli import say

from simkit.cli import audit, compare, lab, ladder, league, robust, sensitivity, solve, tune
from simkit.cli.run_analysis import Shared


@pytest.fixture
def rivals(tmp_path) -> Path:
    return write(tmp_path, RIVALS)


def written(folder: Path) -> set[str]:
    (run,) = folder.iterdir()
    return {path.name for path in run.iterdir()}


def test_verbs_that_keep_their_answer_share_options():
    analyses = (compare.compare, lab.lab, robust.robust, sensitivity.sensitivity)
    searches = (tune.tune, league.league, audit.audit, ladder.ladder, solve.solve)
    for verb in (*analyses, *searches):
        names = list(inspect.signature(verb).parameters)
        assert [names[0], *names[1 - len(Shared._fields) :]] == list(Shared._fields)
        assert not {"scenario", "given"} & set(names)


# ---- compare


def test_compare_prints_a_table_and_writes_its_folder(rivals, tmp_path):
    code, said, told = say("compare", rivals, "--out", tmp_path / "out", "--margin", "90pt", "--metric", "killed",
                          "--simulate")  # fmt: skip
    assert (code, told.count("Error")) == (0, 0)
    assert "escape_target" not in said
    assert all(word in said for word in ("harder_escape", "Rosa", "Cleric B", "equivalent", "games played", "prudent"))
    assert written(tmp_path / "out") == {
        "comparison.csv", "comparison.parquet", "comparison.png", "comparison.svg", "verdict.txt", "manifest.json",
        "scenario.toml", "tasks.journal", "page.json", "report.html",
    }  # fmt: skip


def test_a_larger_budget_of_planned_looks_is_another_run(rivals, tmp_path):
    for games in (10, 12):
        code, said, _ = say("compare", rivals, "--out", tmp_path / "out", "--games", games, "--metric", "killed",
                            "--planned", "--no-pictures")  # fmt: skip
        assert (code, "nothing was spent" in said) == (3, True)
    assert len(list((tmp_path / "out").iterdir())) == 2


def test_compare_that_is_not_settled_ends_with_3(rivals, tmp_path):
    code, said, _ = say("compare", rivals, "--out", tmp_path / "out", "--games", 10, "--json")
    found = json.loads(said)
    assert (code, found["settled"]) == (3, False)
    assert {row["verdict"] for row in found["comparisons"]} >= {"not settled"}
    assert found["comparisons"][0]["policies"] == "prudent"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--until", "0pt"), "half-width above 0"),
        (("--until", "x"), "--until is a number"),
        (("--until", "1pt", "--peek"), "give one"),
        (("--planned", "--peek"), "give one"),
        (("--planned", "--metric", "wounds"), "planned looks are for shares"),
        (("--normalised",), "--sprt"),
        (("--sprt", "killed:Roza", "0", "1pt"), "did you mean 'Rosa'"),
        (("--sprt", "killed:Rosa", "0", "0"), "two different bounds"),
        (("--sprt", "wounds:Rosa", "0", "1pt"), "shares"),
        (("--metric", "kiled"), "did you mean 'killed'"),
        (("--margin", "x"), "a margin is a number"),
    ],
)
def test_compare_tells_what_is_wrong_in_a_line(rivals, tmp_path, arguments, told):
    code, said, errors = say("compare", rivals, "--out", tmp_path / "out", *arguments)
    assert (code, said) == (2, "")
    assert told in errors
    assert errors.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_compare_without_variants_is_told(tmp_path):
    code, _, errors = say("compare", write(tmp_path, DUELS), "--out", tmp_path / "out")
    assert code == 2
    assert "no [variants.NAME]" in errors


@pytest.mark.skipif(not JIT, reason="takes games")
def test_compare_stops_by_itself(rivals, tmp_path):
    out = ("--out", tmp_path / "out", "--games", 20_000, "--json")
    killed = ("--metric", "killed")
    for arguments in (("--until", "2pt", *killed), ("--peek", *killed), ("--sprt", "killed:Rosa", "0", "+-2pt")):
        code, said, _ = say("compare", rivals, *out, *arguments)
        found = json.loads(said)
        assert code in (0, 3), arguments
        assert all(row["games"] < 20_000 for row in found["comparisons"] if row["verdict"] == "higher")


# ---- plan


def test_plan_tells_games_and_minutes(rivals):
    code, said, _ = say("plan", rivals, "--effect", "2pt", "--pilot", 100)
    assert code == 0
    assert all(word in said for word in ("games a cell", "Without pairing", "threads", "Under: prudent"))
    code, said, _ = say("plan", rivals, "--pilot", 100, "--json")
    assert (code, json.loads(said)["effect"]) == (0, 0.01)


@pytest.mark.parametrize("arguments", [("--effect", "x"), ("--effect", "-1pt")])
def test_plan_tells_what_is_wrong_in_a_line(rivals, arguments):
    code, said, errors = say("plan", rivals, *arguments)
    assert (code, said, errors.count("\n")) == (2, "", 1)


# ---- lab


def test_lab_prints_effects_and_writes_its_folder(rivals, tmp_path):
    code, said, _ = say("lab", rivals, "--out", tmp_path / "out", "--metric", "killed", "--games", 8, "--simulate")
    assert code == 0
    assert all(word in said for word in ("harder_escape x flee_earlier", "nothing is aliased", "prudent", "log odds"))
    assert {"effects.csv", "aliases.csv", "effects.png", "verdict.txt", "manifest.json"} <= written(tmp_path / "out")


def test_lab_that_cannot_prove_ends_with_3(rivals, tmp_path):
    out = ("--out", tmp_path / "out", "--games", 8, "--json", "--metric", "killed", "--simulate")
    code, said, _ = say("lab", rivals, *out, "--target", "98pt", "99pt")
    assert (code, json.loads(said)["settled"]) == (3, False)


@pytest.mark.parametrize("arguments", [("--metric", "kiled"), ("--target", "9pt", "1pt")])
def test_lab_tells_what_is_wrong_in_a_line(rivals, tmp_path, arguments):
    code, said, errors = say("lab", rivals, "--out", tmp_path / "out", *arguments)
    assert (code, said, errors.count("\n")) == (2, "", 1)


# ---- sensitivity


@pytest.fixture
def doubted(tmp_path) -> Path:
    asked = '[sensitivity]\nmetric = "killed"\nfigures = ["characters.rosa.wounds"]\ndraws = 3\n\n[run]'
    return write(tmp_path, RIVALS.replace("[run]", asked))


def test_sensitivity_prints_bars_and_writes_its_folder(doubted, tmp_path):
    code, said, _ = say("sensitivity", doubted, "--out", tmp_path / "out", "--games", 10)
    assert code == 3  # ten games settle nothing
    assert all(word in said for word in ("No conclusion", "no difference is beyond chance", "prudent"))
    assert "characters.rosa.wounds" not in said
    assert {"figures.csv", "verdict.txt", "manifest.json"} <= written(tmp_path / "out")
    code, said, _ = say("sensitivity", doubted, "--out", tmp_path / "out", "--games", 10, "--json")
    assert (code, json.loads(said)["settled"]) == (3, False)


@pytest.mark.skipif(not JIT, reason="takes games")
def test_sensitivity_that_concludes_prints_bars_and_a_picture(doubted, tmp_path):
    code, said, _ = say("sensitivity", doubted, "--out", tmp_path / "out", "--games", 4_000, "--simulate")
    assert code in (0, 3)
    assert all(word in said for word in ("characters.rosa.wounds", "9 (is 10)", "conclusion", "Jointly: of 3 draws"))
    assert {"figures.csv", "tornado.png", "verdict.txt", "manifest.json"} <= written(tmp_path / "out")


# ---- robust


def test_robust_prints_its_policies_and_writes_its_folder(rivals, tmp_path):
    code, said, _ = say("robust", rivals, "--out", tmp_path / "out", "--games", 10, "--metric", "killed")
    assert code in (0, 3)
    assert all(word in said for word in ("bold", "prudent", "cautious", "harder_escape", "Made under"))
    assert {"policies.csv", "policies.png", "verdict.txt", "manifest.json"} <= written(tmp_path / "out")


@pytest.mark.skipif(not JIT, reason="takes games")
def test_robust_alarms_with_4(tmp_path):
    text = RIVALS[: RIVALS.index("[variants.harder_escape]")] + RIVALS[RIVALS.index("[run]") :]
    asked = (
        '[robust]\nmetric = "killed"\npolicies = ["bold"]\nrepeats = { flees = { kind = "prudent", flee_at = 99 } }\n'
    )
    file = write(tmp_path, text.replace("[run]", f"{asked}\n[run]"))
    code, said, _ = say("robust", file, "--out", tmp_path / "out", "--games", 5_000)
    assert code == 4
    assert "ALARM: flees beats the field (Rosa)" in said


def test_robust_tells_what_is_wrong_in_a_line(rivals, tmp_path):
    code, said, errors = say("robust", rivals, "--out", tmp_path / "out", "--metric", "kiled")
    assert (code, said, errors.count("\n")) == (2, "", 1)


# ---- tune


def test_tune_prints_what_it_found_and_writes_its_folder(rivals, tmp_path):
    pytest.importorskip("optuna", reason="the extra `tune` is not installed")
    out = ("--out", tmp_path / "out", "--games", 10, "--metric", "killed", "--trials", 2)
    code, said, _ = say("tune", rivals, *out)
    assert code in (0, 3)
    assert "Best of 2 trials for policy, where less is better: prudent with" in said
    assert {"trials.csv", "proof.csv", "proof.png", "verdict.txt", "manifest.json"} <= written(tmp_path / "out")


def test_tune_tells_what_is_wrong_in_a_line(rivals, tmp_path):
    code, said, errors = say("tune", rivals, "--out", tmp_path / "out", "--side", 7)
    assert (code, said, errors.count("\n")) == (2, "", 1)


def test_tune_asks_what_is_better_for_a_side_of_which_nobody_can_say_it(tmp_path):
    pytest.importorskip("optuna", reason="the extra `tune` is not installed")
    battle = write(tmp_path, 'game = "waterloo"\nentry = "WHOLE_GAME"\n')
    code, said, errors = say("tune", battle, "--out", tmp_path / "out", "--side", 2, "--metric", "drawn")
    assert (code, said, errors.count("\n")) == (2, "", 1)
    assert '[tune] better = "high" or "low"' in errors
    assert not (tmp_path / "out").exists()


# ---- audit and ladder


@pytest.fixture
def duel(tmp_path, monkeypatch) -> Path:
    toy.entered(monkeypatch)
    asked = '[audit]\nkeys = ["redraw_at", "hat"]\nmargin = "2pt"\n[ladder]\npolicies = ["rock", "hasty"]\n'
    text = f'game = "toy"\nentry = "DUEL"\n[setup]\nfirst = "hasty"\n{asked}[run]\ngames = 2_000\n'
    return write(tmp_path, text)


def test_audit_alarms_with_4_and_writes_its_folder(duel, tmp_path):
    code, said, _ = say("audit", duel, "--out", tmp_path / "out")
    assert code == 4
    assert "GAINS: redraw_at 52 instead of 0 gains first (first, hasty)" in said
    assert {"audit.csv", "audit.parquet", "audit.png", "verdict.txt", "manifest.json"} <= written(tmp_path / "out")


def test_audit_that_is_open_ends_with_3_and_one_that_clears_with_0(duel, tmp_path):
    sound = write(tmp_path, duel.read_text().replace('first = "hasty"\n', ""), "sound.toml")
    out = ("--out", tmp_path / "out", "--json")
    code, said, _ = say("audit", sound, *out, "--games", 40, "--more", 0)
    assert (code, json.loads(said)["settled"]) == (3, False)
    code, said, _ = say("audit", sound, *out, "--margin", "3pt")
    assert (code, set(json.loads(said)["words"])) == (0, {"does not gain"})


def test_ladder_prints_ratings_and_writes_its_folder(duel, tmp_path):
    code, said, _ = say("ladder", write(tmp_path, duel.read_text().replace('first = "hasty"\n', ""), "sound.toml"),
                        "--out", tmp_path / "out")  # fmt: skip
    assert code == 0
    assert all(word in said for word in ("rock beats every other", "Nothing proved runs in a circle", "Seats: first"))
    assert {"ratings.csv", "seats.csv", "meetings.csv", "ladder.png", "manifest.json"} <= written(tmp_path / "out")


def test_ladder_of_one_seat_is_told_in_a_line(rivals, tmp_path):
    code, said, errors = say("ladder", rivals, "--out", tmp_path / "out")
    assert (code, said, errors.count("\n")) == (2, "", 1)
    assert "a ladder needs a seat with a policy of its own against others" in errors


# ---- solve

POTION = """\
game = "deathmaze"
title = "Who should try a potion?"
entry = "FIND"
[setup]
find = "potion"
party = [{ calling = "hero", points = 3, wounds = 1 }, { calling = "thief", points = 2 }]
[solve]
goal = "died"
"""


def test_solve_prints_what_policies_lose_and_writes_its_folder(tmp_path):
    code, said, _ = say("solve", write(tmp_path, POTION), "--out", tmp_path / "out", "--explain")
    assert code == 0
    assert all(word in said for word in ("best", "careful", "11.1111", "plays perfectly", "tests: always nobody"))
    assert {"regret.csv", "perfect.csv", "regret.png", "verdict.txt", "manifest.json"} <= written(tmp_path / "out")


def test_solve_answers_for_another_goal_in_json(tmp_path):
    goal = "{ died = -1, healed = 0.5 }"
    code, said, _ = say("solve", write(tmp_path, POTION), "--out", tmp_path / "out", "--json", "--goal", goal)
    found = json.loads(said)
    assert (code, {row["policy"] for row in found["regret"]}) == (
        0,
        {"careful", "bold", "ruthless", "porter", "random"},
    )
    assert found["perfect"][0]["best"] == pytest.approx(1 / 3 * 0.5 - 1 / 9)


def test_solve_tells_the_best_trade_offs_between_two_goals(tmp_path):
    code, said, _ = say("solve", write(tmp_path, POTION), "--out", tmp_path / "out", "--frontier", "died", "healed")
    assert code == 0
    assert "from died 0.0000 % with healed 0.0000 to died 11.1111 % with healed 0.3333, by 2 corners" in said
    assert {"policies.csv", "hull.csv", "frontier.png"} <= written(tmp_path / "out")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--goal", "dyed"], "goal: 'dyed' is no ending and no metric, did you mean 'died'?"),
        (["--goal", "{ died = }"], "a worth is a table as in"),
        (["--goal", "share"], "share is no sum over the steps, nor what an ending is worth"),
        (["--simulate"], "perfect play is computed, never played"),
    ],
)
def test_solve_tells_what_is_wrong_in_a_line(tmp_path, arguments, told):
    code, said, errors = say("solve", write(tmp_path, POTION), "--out", tmp_path / "out", *arguments)
    assert (code, said, errors.count("\n")) == (2, "", 1)
    assert told in errors


# ---- league


def test_league_prints_what_it_kept_and_writes_a_profile(rivals, tmp_path):
    pytest.importorskip("optuna", reason="the extra `tune` is not installed")
    out = ("--out", tmp_path / "out", "--games", 10, "--metric", "killed", "--trials", 2, "--rounds", 1)
    code, said, _ = say("league", rivals, *out)
    assert code in (0, 3)
    assert "policy plays prudent" in said
    assert {"league.csv", "gains.csv", "profile.toml", "verdict.txt", "manifest.json"} <= written(tmp_path / "out")


def test_league_of_players_without_choices_is_refused_in_a_line(tmp_path):
    text = 'game = "waterloo"\nentry = "WHOLE_GAME"\n[setup]\nfrench = "random"\n[league]\nrounds = 1\n'
    code, said, errors = say("league", write(tmp_path, text), "--out", tmp_path / "out")
    assert (code, said, errors.count("\n")) == (2, "", 1)
    assert ":5: french has no policy with thresholds" in errors
