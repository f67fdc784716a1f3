"""Rules that tell a policy: thresholds that are there are found, and what a rule loses is counted."""

import pytest

from simkit.study.analyses.solve_rules import rules_of
from simkit.study.runs.perfect_decisions import Met


def met(decision, wounds, foe, values, chosen, often=1.0):
    return Met(decision, {"wounds": wounds, "foe": foe}, "", ("no", "yes"), values, chosen, often)


def test_a_threshold_is_found_with_what_it_saves():
    rows = [
        met("runs", wounds, foe, (0.0, 0.1) if wounds >= 4 else (0.1, 0.0), int(wounds >= 4))
        for wounds in range(7)
        for foe in range(3)
    ]
    (told,) = rules_of(rows)
    assert [(rule.when, rule.choice) for rule in told.rules] == [
        ("wounds is 3 or less", "no"),
        ("wounds is 4 or more", "yes"),
    ]
    assert (told.loses, told.saves) == (pytest.approx(0.0), pytest.approx(0.1 * 9))
    assert [rule.met for rule in told.rules] == [12, 9]


def test_what_makes_no_difference_takes_no_rule():
    (told,) = rules_of([met("runs", wounds, 0, (0.2, 0.2), 0) for wounds in range(5)])
    assert [(rule.when, rule.choice) for rule in told.rules] == [("", "no")]
    assert (told.loses, told.saves) == (0.0, 0.0)


def test_the_decision_with_most_to_lose_stands_first_and_rare_ones_count_little():
    rows = [met("rare", wounds, 0, (float(wounds), 1.0 - wounds), 1 - wounds, 1e-6) for wounds in (0, 1)]
    rows += [met("usual", wounds, 0, (float(wounds), 1.0 - wounds), 1 - wounds) for wounds in (0, 1)]
    assert [told.decision for told in rules_of(rows)] == ["usual", "rare"]


def test_a_rule_joins_its_conditions_on_a_field():
    rows = [
        met("runs", wounds, 0, (0.0, 1.0) if 2 <= wounds <= 4 else (1.0, 0.0), int(2 <= wounds <= 4))
        for wounds in range(9)
    ]
    (told,) = rules_of(rows)
    assert [rule.when for rule in told.rules] == ["wounds is 1 or less", "wounds is 2 to 4", "wounds is 5 or more"]


def test_the_next_best_choice_says_what_is_at_stake():
    one = met("runs", 3, 0, (0.25, 0.75), 1, often=0.5)
    assert (one.loses, one.stake) == (0.5, 0.25)
