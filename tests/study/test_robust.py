"""The headline in other hands, restricted policies, and the alarm when one thing over and over beats the field."""

import pytest
from conftest import JIT
from scenario_texts import RIVALS, read

from simkit.study import runner
from simkit.study.robust import robust
from simkit.study.scenario import Faulty
from simkit.study.stats import wilson

N = 4_000 if JIT else 10
PLAIN = RIVALS[: RIVALS.index("[variants.harder_escape]")] + RIVALS[RIVALS.index("[run]") :]
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
    found = robust(plain, jobs=1)
    row = rows(found, "policy").loc["prudent", "Rosa"]
    killed = int(runner.simulate(plain, plain.cells[0], 0, N)["killed"].sum())
    assert (row["value"], row["low"], row["high"]) == (killed / N, *wilson(killed, N, 1 - 0.05 / 2))
    assert set(rows(found, "policy").index.get_level_values(0)) == {"prudent", "bold shoots False"}


@pytest.mark.skipif(not JIT, reason="takes games")
def test_an_alarm_when_one_thing_over_and_over_beats_the_field(plain):
    found = robust(plain)
    assert rows(found, "restricted").loc["never_flees", "Rosa"]["word"] == "higher"
    assert rows(found, "repeats").loc["always_flees", "Rosa"]["word"] == "beats the field"
    assert any(alarm.startswith("always_flees beats the field (Rosa)") for alarm in found.alarms)
    assert not found.settled


@pytest.mark.skipif(not JIT, reason="takes games")
def test_no_alarm_where_the_field_is_as_good(tmp_path):
    asked = ASKED.replace('"prudent", {', '{ kind = "prudent", flee_at = 99 }, {')
    found = robust(read(tmp_path, PLAIN.replace("[run]", asked), games=N))
    assert found.alarms == ()
    assert set(rows(found, "repeats")["word"]) == {"does not beat prudent flee_at 99"}
    assert "No alarm" in found.verdict


def test_what_is_better_can_be_said(tmp_path):
    asked = ASKED.replace('metric = "killed"', 'metric = "killed"\nbetter = "high"')
    found = robust(read(tmp_path, PLAIN.replace("[run]", asked), games=N))
    assert found.alarms == ()  # who always flees is killed least


def test_by_default_the_field_is_all_but_the_random_one(tmp_path):
    found = robust(read(tmp_path, PLAIN, games=N))
    assert list(dict.fromkeys(found.frame["name"])) == ["bold", "prudent", "cautious"]
    assert set(found.frame["part"]) == {"policy"}


def test_of_variants_each_policy_has_its_words(tmp_path):
    found = robust(read(tmp_path, RIVALS.replace("[run]", '[robust]\nmetric = "killed"\n\n[run]'), games=N))
    same = found.frame[found.frame["variant"] == "parry_as_printed"]
    assert (len(same), set(same["word"])) == (6, {"equivalent"})
    torn = "hangs on the policy" in found.headline
    assert found.stands is not torn


def test_who_is_first_is_said_with_its_policies(plain):
    found = robust(plain)
    assert found.headline.startswith("the hero dies: ")
    assert "Made under: prudent; bold shoots False; never_flees; always_flees." in found.verdict
    assert len(found.plot().axes) == 1


def test_a_policy_that_is_none_is_told(tmp_path):
    text = PLAIN.replace("[run]", ASKED.replace("{ flee_at = 0 }", "{ flee_att = 0 }"))
    with pytest.raises(Faulty, match=r"robust\.restricted: never_flees: unknown key 'flee_att'"):
        robust(read(tmp_path, text))


def test_cells_that_differ_in_who_plays_are_told(tmp_path):
    text = PLAIN.replace("[axes]", '[axes]\npolicy = ["bold", "prudent"]').replace("[run]", ASKED)
    with pytest.raises(ValueError, match="its cells differ in policy"):
        robust(read(tmp_path, text))
