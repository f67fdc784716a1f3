"""Small scenarios to write, change and load."""

from pathlib import Path

import pytest

from simkit.errors import BadInput
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario

DUELS = """\
game = "emperor"
title = "Two duels"
entry = "ENCOUNTER"

[setup]
policy = "prudent"

[[cells]]
character = "Ozmo"
arms = ["axe", "kite_shield"]
foe = "brown_bear"

[[cells]]
character = "Rosa"
arms = ["mace"]
foe = "wild_boar"
policy = { kind = "prudent", flee_at = 4 }

[run]
games = 40
seed = 7
"""
SKIRMISH = """\
game = "emperor"
title = "A skirmish, cut short, that few states describe"
entry = "ENCOUNTER"

[setup]
character = "Turb"
arms = ["staff"]
foe = "desert_rat"
wounds = 6

[rules]
"encounters.desert_rat.wounds" = 2
"constants.round_limit" = 9

[axes]
policy = ["bold", "cautious"]

[run]
games = 40
"""
GRID = """\
game = "emperor"
title = "Who fears the swamp?"
entry = "TERRAIN"

[axes]
character = ["Ozmo", "Rosa"]
terrain = ["swamp", "despin"]

[setup]
arms = "drawn"

[run]
games = 30
"""
RIVALS = """\
game = "emperor"
title = "Rival rules"
entry = "ENCOUNTER"

[setup]
foe = "brown_bear"
arms = ["mace"]

[axes]
character = ["Rosa", "Cleric B"]

[variants.harder_escape]
rules = { escape_target = 8 }

[variants.parry_as_printed]
rules = { parry = true }

[variants.flee_earlier]
setup = { policy = { flee_at = 5 } }

[compare]
metrics = ["killed", "wounds"]
margin = "2pt"
looks = 20

[run]
games = 100
seed = 3
"""
PLAIN = RIVALS[: RIVALS.index("[variants.harder_escape]")] + RIVALS[RIVALS.index("[run]") :]
COMPANIES = """\
game = "emperor"
entry = "WHOLE_GAME"
[setup]
players = 4
characters = {base}
policy = "seeker"
[variants.other]
setup = {{ {variant} }}
[compare]
metrics = {metrics}
[run]
games = {games}
seed = 1981
"""


def write(folder: Path, text: str, name: str = "scenario.toml") -> Path:
    """A scenario file with that text."""
    path = folder / name
    path.write_text(text)
    return path


def read(folder: Path, text: str, **run: int) -> Scenario:
    """What a text says."""
    return load(write(folder, text), **run)


def faults_of(path: Path) -> list[str]:
    """All that is wrong with a file, without its name: "12: what is wrong"."""
    with pytest.raises(BadInput) as caught:
        load(path)
    assert [line for line in caught.value.lines if not line.startswith(f"{path}:")] == []
    return [line.removeprefix(f"{path}:").strip() for line in caught.value.lines]


def line_of(text: str, part: str) -> int:
    """Number of the only line of a text that holds a part."""
    (number,) = (number for number, line in enumerate(text.splitlines(), 1) if part in line)
    return number
