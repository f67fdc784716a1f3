"""What a game says of its keys and metrics, as far as no game's own tests ask for it."""

import numpy as np
import pytest

from simkit.core.records import record
from simkit.games.faults import spelt
from simkit.games.keys import Key, PolicyPreset, canonical, check, read_policy
from simkit.games.metrics import Metric

COLOURS = Key("colour", "choice", "colour", choices=("Red", "Deep Blue"))
UNITS = Key(
    "units", "tables", "units", low=1, high=2, fields=(COLOURS, Key("men", "int", "men", 3, low=1, high=9))
)  # fmt: skip
OUTCOME = record(("ending", "i1"), ("players", record(("share", "i4"), ("dead", "i1")), (2,)), ("hands", "i2", (3,)))


def said_of(units):
    return [(fault.path, fault.message) for fault in check((UNITS,), {"units": units}, ("cells", 4))]


def test_tables_are_checked_one_by_one():
    assert said_of([{"colour": "red"}, {"colour": "deep blue", "men": 9}]) == []
    assert said_of([{"colour": "red", "men": 0}, {"color": "red"}]) == [
        (("cells", 4, "units", 0, "men"), "men must be 1 to 9, not 0"),
        (("cells", 4, "units", 1, "color"), "unknown key 'color', did you mean 'colour'?"),
        (("cells", 4, "units", 1), "units: number 2 needs a colour"),
    ]


@pytest.mark.parametrize("units", [[], [{"colour": "Red"}] * 3])
def test_tables_are_counted(units):
    assert said_of(units) == [(("cells", 4, "units"), f"units must be 1 to 2 units, not {len(units)}")]


@pytest.mark.parametrize("units", ["all", [1], {"colour": "Red"}])
def test_tables_are_a_list_of_tables(units):
    assert said_of(units) == [(("cells", 4, "units"), f"units must be a list of tables, not {spelt(units)}")]


def test_tables_are_spelt_as_the_game_does_and_filled_up():
    assert canonical(UNITS, [{"colour": "deep_blue"}]) == [{"colour": "Deep Blue", "men": 3}]


def test_a_policy_is_spelt_as_the_game_does():
    presets = {"bold": PolicyPreset("bold", 0, {"colour": "Red", "risk": 1})}
    preset, faults = read_policy(presets, (COLOURS,), {"kind": "Bold", "colour": "DEEP BLUE"})
    assert faults == []
    assert preset is not None
    assert preset.parameters == {"colour": "Deep Blue", "risk": 1}


def test_a_metric_reads_a_field_or_a_place_in_one():
    outcomes = np.zeros(2, OUTCOME)
    outcomes["players"]["share"], outcomes["hands"] = [[1, 2], [3, 4]], [[5, 6, 7], [8, 9, 10]]
    for column, values in (("ending", [0, 0]), ("players.1.share", [2, 4]), ("hands.2", [7, 10])):
        assert Metric("m", "m", "mean", "", column).of(outcomes).tolist() == values
