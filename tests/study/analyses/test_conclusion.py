"""What a comparison says first: a line a variant and metric."""

import math

import pytest

from simkit import games
from simkit.study.analyses.comparison import Comparison, Numbers, Row
from simkit.study.analyses.judging import Family, Judged
from simkit.study.scenarios.quantities import EVERYBODY, Quantity, metric_named
from simkit.study.stats.paired import Verdict

EIGHT = [f"hero {number}" for number in range(8)]


def row(
    side: str, verdict: Verdict, difference: float, interval=(-0.01, 0.02), metric="killed", variant="no_parry"
) -> Row:
    quantity = Quantity(0, side, metric_named(games.get("emperor"), metric))
    numbers = Numbers(100, 0.5, 0.5 + difference)
    return Row(variant, quantity, None, Family(0.05, 1, 0), numbers, Judged(interval, verdict), "prudent", True)


def said(*rows: Row) -> list[str]:
    return Comparison(None, ("no_parry",), tuple(rows), 0).conclusion


def test_all_go_one_way():
    rows = [row(side, Verdict.HIGHER, 0.01 * (1 + number)) for number, side in enumerate(EIGHT)]
    assert said(*rows) == ["no parry: the hero dies: higher for all 8, by +1.00 to +8.00 percentage points."]


def test_some_are_open():
    rows = [row(side, Verdict.HIGHER, 0.03) for side in EIGHT[:2]] + [
        row(side, Verdict.NOT_SETTLED, 0) for side in EIGHT[2:]
    ]
    assert said(*rows) == [
        "no parry: the hero dies: higher for hero 0 and hero 1, by +3.00 percentage points; "
        "not settled for 6 of 8, anything from \N{MINUS SIGN}1.00 to +2.00 percentage points."
    ]


def test_nothing_is_known():
    unknown = row(EIGHT[0], Verdict.NOT_COMPARABLE, math.nan, (math.nan, math.nan))
    assert said(unknown) == ["no parry: the hero dies: not comparable for hero 0."]
    open_mean = row(EIGHT[0], Verdict.NOT_SETTLED, 0.1, (-math.inf, math.inf), "wounds")
    assert said(open_mean) == ["no parry: wounds taken by the hero: not settled for hero 0."]


@pytest.mark.parametrize(
    ("names", "whom"), [([EVERYBODY], ""), (["Ozmo"], " for Ozmo"), (["Ozmo", "Rosa"], " for both")]
)
def test_whom_it_is_about(names, whom):
    (line,) = said(*(row(name, Verdict.LOWER, -0.02) for name in names))
    assert line == f"no parry: the hero dies: lower{whom}, by \N{MINUS SIGN}2.00 percentage points."


def test_a_line_a_variant_and_metric():
    lines = said(row("Ozmo", Verdict.HIGHER, 0.1), row("Ozmo", Verdict.HIGHER, 1, metric="wounds"),
                 row("Ozmo", Verdict.LOWER, -0.1, variant="six"))  # fmt: skip
    assert [line.split(":")[:2] for line in lines] == [
        ["no parry", " the hero dies"], ["no parry", " wounds taken by the hero"], ["six", " the hero dies"],
    ]  # fmt: skip
