"""The headline in other hands, restricted policies, and the alarm when one thing over and over beats the field."""

import pytest
from conftest import JIT
from scenario_texts import COMPANIES, PLAIN, RIVALS, read

from simkit.errors import BadInput
from simkit.study.analyses.robust import n_answers, robust
from simkit.study.runs import exact_values, runner
from simkit.study.scenarios.quantities import metric_named, quantities
from simkit.study.stats.intervals import share_interval

N = 4_000 if JIT else 10
ASKED = """[robust]
metric = "killed"
policies = ["prudent", { kind = "bold", shoots = false }]
restricted = { never_flees = { flee_at = 0 } }
repeats = { always_flees = { kind = "prudent", flee_at = 99 } }

[run]"""


@pytest.fixture
def plain(tmp_path):
    return read(tmp_path, PLAIN.replace("[run]", ASKED), games=N)


def rows(found, part):
    return found.frame[found.frame["part"] == part].set_index(["name", "side"])


def test_shares_are_those_of_the_games(plain):
    found = robust(plain, exact=False, jobs=1)
    row = rows(found, "policy").loc["prudent", "Rosa"]
    killed = int(runner.simulate(plain, plain.cells[0], 0, N)["killed"].sum())
    assert (row["value"], row["low"], row["high"]) == (killed / N, *share_interval(killed, N, 1 - 0.05 / 4))
    assert set(rows(found, "policy").index.get_level_values(0)) == {"prudent", "bold shoots false"}


@pytest.mark.skipif(not JIT, reason="takes games")
def test_an_alarm_when_one_thing_over_and_over_beats_the_field(plain):
    found = robust(plain, exact=False)
    assert rows(found, "restricted").loc["never_flees", "Rosa"]["word"] == "higher"
    assert rows(found, "repeats").loc["always_flees", "Rosa"]["word"] == "beats the field"
    assert any(alarm.startswith("always_flees beats the field (Rosa)") for alarm in found.alarms)
    assert not found.settled


@pytest.mark.skipif(not JIT, reason="takes games")
def test_no_alarm_where_the_field_is_as_good(tmp_path):
    asked = ASKED.replace('"prudent", {', '{ kind = "prudent", flee_at = 99 }, {')
    found = robust(read(tmp_path, PLAIN.replace("[run]", asked), games=N), exact=False)
    assert found.alarms == ()
    assert set(rows(found, "repeats")["word"]) == {"does not beat prudent flee_at 99"}
    assert "No alarm" in found.verdict
    assert found.games == N * 2 * 4  # who always flees is of the field, and is not played twice


def test_what_is_better_can_be_said(tmp_path):
    asked = ASKED.replace('metric = "killed"', 'metric = "killed"\nbetter = "high"')
    found = robust(read(tmp_path, PLAIN.replace("[run]", asked), games=N), exact=False)
    assert found.alarms == ()  # who always flees is killed least


def test_by_default_the_field_is_all_but_the_random_one(tmp_path):
    scenario, told = read(tmp_path, PLAIN, games=N), []
    found = robust(scenario, exact=False, progress=told.append)
    assert sum(told) == n_answers(scenario) == 3
    assert list(dict.fromkeys(found.frame["name"])) == ["bold", "prudent", "cautious"]
    assert set(found.frame["part"]) == {"policy"}


def test_of_variants_each_policy_has_its_words(tmp_path):
    asked = '[robust]\nmetric = "killed"\n\n[run]'
    found = robust(read(tmp_path, RIVALS.replace("[run]", asked), games=N), exact=False)
    same = found.frame[found.frame["variant"] == "parry_as_printed"]
    assert (len(same), set(same["word"])) == (6, {"equivalent"})
    assert (same[["value", "low", "high"]] == 0).all(axis=None)
    assert set(robust(found.scenario._replace(variants=()), exact=False).frame["variant"]) == {""}
    others = found.frame[found.frame["variant"] != "parry_as_printed"]
    assert (others["low"] < others["high"]).all()


def test_who_is_first_is_said_with_its_policies(plain):
    found = robust(plain, exact=False)
    assert found.headline.startswith("“the hero dies”: ")
    assert "Made under: prudent; bold shoots false; never_flees; always_flees." in found.verdict
    assert len(found.plot().axes) == 1


TWINS = """game = "emperor"
entry = "ENCOUNTER"
[setup]
foe = "brown_bear"
arms = ["mace"]
[robust]
metric = "killed"
policies = ["prudent", "bold"]
[axes]
character = %s
[run]
games = 10
"""


@pytest.mark.parametrize("games", [5, N])
def test_what_is_within_chance_is_a_tie_whatever_the_order(tmp_path, games):
    """Two sides that are one are never apart; of five games nobody is first."""
    told = set()
    for order in ('["Rosa", "Alatha"]', '["Alatha", "Rosa"]') if games == 5 else ('["Rosa", "Rosa"]',):
        found = robust(read(tmp_path, TWINS % order, games=games), exact=False)
        assert not found.stands
        assert set(found.frame["word"]) == {"within chance of the first"}
        told.add(found.headline)
    (line,) = told
    assert "who is first is not settled. Within chance: " in line
    assert "under all" not in line


@pytest.mark.skipif(not JIT, reason="takes states")
def test_exact_values_are_first_or_equal(tmp_path):
    scenario = read(tmp_path, TWINS % '["Rosa", "Cleric B"]')
    found = robust(scenario, exact=True)
    chosen = quantities(scenario, [metric_named(scenario.game, "killed")])
    means = exact_values.exact_values([scenario], chosen, exact=True)
    row = rows(found, "policy").loc["prudent", "Rosa"]
    assert found.games == 0
    assert row["value"] == row["low"] == row["high"] == means[0, 0]
    assert "Exact: no games." in found.verdict
    twins = robust(read(tmp_path, TWINS % '["Rosa", "Rosa"]'), exact=True)
    assert not twins.stands


def test_a_field_of_not_settled_does_not_stand(tmp_path):
    asked = '[robust]\nmetric = "killed"\n\n[run]'
    text = RIVALS.replace("[variants.parry_as_printed]\nrules = { parry = true }\n", "").replace("[run]", asked)
    found = robust(read(tmp_path, text, games=5), exact=False)
    assert set(found.frame["word"]) == {"not settled"}
    assert not found.stands
    assert "of 4 differences none is settled alike under all of 3 policies" in found.headline


@pytest.mark.skipif(not JIT, reason="takes games")
def test_one_side_hangs_on_the_policy_or_not(tmp_path):
    asked = '[robust]\nmetric = "killed"\npolicies = ["prudent", { kind = "prudent", flee_at = %d }]\n\n[run]'
    text = PLAIN.replace('["Rosa", "Cleric B"]', '["Rosa"]')
    torn = robust(read(tmp_path, text.replace("[run]", asked % 99), games=N), exact=False)
    assert not torn.stands
    assert "hangs on the policy" in torn.headline
    same = robust(read(tmp_path, text.replace("[run]", asked % 4), games=N), exact=False)
    assert same.stands
    assert "the same under all policies" in same.headline
    near = robust(read(tmp_path, text.replace("[run]", asked % 99), games=20), exact=False)
    assert not near.stands
    assert "beyond chance" in near.headline


def test_nothing_to_ask_is_told(tmp_path):
    text = PLAIN.replace('["Rosa", "Cleric B"]', '["Rosa"]')
    asked = '[robust]\nmetric = "killed"\npolicies = ["prudent"]\n\n[run]'
    with pytest.raises(ValueError, match="nothing to ask"):
        robust(read(tmp_path, text.replace("[run]", asked)))


def test_a_policy_that_is_none_is_told(tmp_path):
    text = PLAIN.replace("[run]", ASKED.replace("{ flee_at = 0 }", "{ flee_att = 0 }"))
    with pytest.raises(BadInput, match=r"toml:\d+: unknown key 'flee_att'"):
        robust(read(tmp_path, text))


def test_cells_that_differ_in_who_plays_are_told(tmp_path):
    text = PLAIN.replace("[axes]", '[axes]\npolicy = ["bold", "prudent"]').replace("[run]", ASKED)
    with pytest.raises(ValueError, match="its cells differ in policy"):
        robust(read(tmp_path, text))


@pytest.mark.skipif(not JIT, reason="takes games")
def test_who_never_sits_is_no_side_and_who_sits_in_one_alone_is_not_compared(tmp_path):
    text = COMPANIES.format(
        base='["Ozmo", "Rosa", "Turb", "Nruff"]',
        variant='characters = ["Alatha", "Rosa", "Turb", "Nruff"]',
        metrics='["win_share"]',
        games=120,
    )
    found = robust(read(tmp_path, text.replace("[run]", '[robust]\npolicies = ["seeker"]\n\n[run]')))
    words = found.frame.set_index("side")["word"]
    assert set(words.index) == {"Ozmo", "Alatha", "Rosa", "Turb", "Nruff"}
    assert (words[["Ozmo", "Alatha"]] == "not comparable").all()
    assert "not comparable" not in set(words[["Rosa", "Turb", "Nruff"]])
    assert "2 differences more cannot be compared" in found.headline
