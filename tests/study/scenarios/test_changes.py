"""Variants of a scenario: what they change, what they leave, and where their faults stand."""

from scenario_texts import DUELS, RIVALS, faults_of, line_of, read, write

from simkit.study.scenarios.changes import altered


def test_the_variants_of_a_file_are_compiled(tmp_path):
    scenario = read(tmp_path, RIVALS)
    names, variants = zip(*scenario.variants, strict=True)
    assert names == ("harder_escape", "parry_as_printed", "flee_earlier")
    assert [variant.rules.escape_target for variant in variants] == [8, 7, 7]
    assert variants[1].rules.tobytes() == scenario.rules.tobytes()
    assert [cell.compiled.policies[0].flee_at for cell in variants[2].cells] == [5, 5]
    assert [cell.coordinates for cell in variants[0].cells] == [cell.coordinates for cell in scenario.cells]


def test_a_policy_without_a_kind_changes_the_cells_own(tmp_path):
    scenario = read(tmp_path, DUELS)
    changed, faults = altered(scenario, {}, {"policy": {"shoots": False}})
    assert faults == []
    assert [cell.compiled.policies[0].flee_at for cell in changed.cells] == [4, 4]
    assert [cell.values["policy"] for cell in changed.cells] == [
        {"kind": "prudent", "shoots": False}, {"kind": "prudent", "flee_at": 4, "shoots": False},
    ]  # fmt: skip


def test_a_figure_is_changed_once_more(tmp_path):
    scenario = read(tmp_path, DUELS)
    once, _ = altered(scenario, {"encounters": {"brown_bear": {"wounds": 14}}})
    twice, faults = altered(once, {"encounters.brown_bear.wounds": 15})
    assert faults == []
    assert twice.figures.get("encounters.brown_bear.wounds") == 15


def test_where_a_variant_is_wrong_the_scenario_stays(tmp_path):
    scenario = read(tmp_path, DUELS)
    same, faults = altered(scenario, {"pary": False, "escape_target": 99}, {})
    assert same is scenario
    assert [(fault.path, fault.message.split(",")[0]) for fault in faults] == [
        (("rules", "pary"), "unknown rule 'pary'"),
        (("rules", "escape_target"), "escape_target must be 2 to 12"),
    ]


def test_faults_of_a_variant_stand_where_it_does(tmp_path):
    text = RIVALS.replace("{ flee_at = 5 }", "{ flee_att = 5 }").replace("escape_target = 8", "escape_target = 80")
    assert faults_of(write(tmp_path, text)) == [
        f"{line_of(text, 'escape_target')}: escape_target must be 2 to 12, not 80",
        f"{line_of(text, 'flee_att')}: unknown key 'flee_att', did you mean 'flee_at'?",
    ]


def test_what_compare_asks_for_is_checked(tmp_path):
    text = RIVALS.replace('"wounds"]', '"wonds"]').replace('"2pt"', '"two"').replace("looks = 20", "looks = [5, 5]")
    assert faults_of(write(tmp_path, text)) == [
        f"{line_of(text, 'wonds')}: unknown metric 'wonds', did you mean 'wounds'?",
        f"{line_of(text, 'two')}: a size is a number, or points as in \"1pt\", not 'two'",
        f"{line_of(text, 'looks')}: looks are a number above 0, or rising ones, not [5, 5]",
    ]
