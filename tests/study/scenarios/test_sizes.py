"""Sizes as people write them."""

import pytest

from simkit.study.scenarios.sizes import ascending, parse, points, size_text, value_text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1pt", 0.01), ("0.5pt", 0.005), ("-1pt", -0.01), ("+2 pts", 0.02), ("1%", 0.01), ("0", 0.0), (".25", 0.25),
        (3, 3.0),
    ],
)  # fmt: skip
def test_a_size_is_read(text, value):
    assert points(text) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize("text", ["", "pt", "1 point of five", "1e3pt", "nan", "inf", "--1pt", float("nan")])
def test_what_is_no_size_is_refused(text):
    assert points(text) is None
    with pytest.raises(ValueError, match="margin"):
        parse(text, "a margin")


def test_looks_rise():
    assert ascending(5)
    assert ascending([1, 5, 9])
    assert not any(ascending(looks) for looks in (0, -1, [], [0, 5], [5, 5], [9, 5]))


def test_shares_are_said_in_points_and_means_in_their_unit():
    assert value_text(0.0123, "share", sign=True) == "+1.23"
    assert value_text(-0.5, "mean") == "\N{MINUS SIGN}0.500"


def test_a_size_is_written_as_people_do():
    assert size_text(0.01) == "1pt"
    assert size_text(-0.1, sign=True) == "\N{MINUS SIGN}10pt"
    assert size_text(0.005, sign=True) == "+0.5pt"
    assert size_text(5, unit="normalised Elo") == "5 normalised Elo"
