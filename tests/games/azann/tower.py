"""The tower by name: rules, characters, and paragraphs, ways and fights in which the dice show what the test says.

Who decides at random rolls for it, so that loaded dice decide for him too: YES and NO, or a place among what is legal.
"""

import json
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from simkit import games
from simkit.core.dice import loaded_dice
from simkit.core.log import events, new_log
from simkit.core.records import PLAYING
from simkit.errors import BadInput
from simkit.games.azann.schema import (
    FACTS,
    ITEMS,
    KIND_BITS,
    MONSTERS,
    N_PARAGRAPHS,
    SPELLS,
    STATE,
    STATS,
    TALLY,
    Ending,
    Event,
    Kind,
    Stage,
)
from simkit.games.azann.variants import VARIANTS
from simkit.study.runs import exact_odds
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario

GAME = games.get("azann")
FIGURES = games.figures("azann")
KERNELS = games.kernels(games.get("azann"))
NO, YES = 0, 1
STRONG = {"combat": 4, "agility": 4, "magic": 4}
START = {"combat": 8, "agility": 2, "spells": ["resistance", "fireball"]}
READINGS = {variant.key.name: variant for variant in VARIANTS}


def die(face: int) -> int:
    """A printed face as a loaded die shows it."""
    return face - 1


def rules_of(figures: Mapping[str, Any] | None = None, **switches: Any) -> Any:
    """RULES with some figures and switches changed."""
    return _rules(json.dumps([figures or {}, switches]))


@cache
def _rules(said: str) -> Any:
    figures, switches = json.loads(said)
    changed, complaints = FIGURES.override(figures)
    rules, faults = GAME.compile_rules(changed, switches)
    assert (complaints, faults) == ([], [])
    return rules


RULES = rules_of()


def policy_of(said: Any = "random") -> Any:
    """POLICY[1] by name or as a table."""
    return _compiled(json.dumps(said)).policies


@cache
def _compiled(policy: str) -> Any:
    compiled, faults = GAME.compile_setup(FIGURES, {}, "WHOLE_GAME", {**START, "policy": json.loads(policy)})
    assert faults == []
    return compiled


def bits(names: Sequence[str], held: Sequence[str]) -> int:
    """A set as bits."""
    return sum(1 << names.index(name) for name in held)


def named(names: Sequence[str], held: int) -> set[str]:
    """A set by its names."""
    return {name for place, name in enumerate(names) if held >> place & 1}


class Scene(NamedTuple):
    """How things stand when the dice have shown all that was said."""

    state: Any  # STATE
    tally: Any  # TALLY
    events: np.ndarray
    rolled: int  # dice and decisions
    rules: Any

    @property
    def points(self) -> tuple[int, int, int]:
        """Combat Strength, Agility and Magic Skill."""
        return tuple(int(self.state.hero[stat]) for stat in STATS)

    @property
    def foe(self) -> tuple[int, int]:
        """Combat Strength and Agility of the monster at hand."""
        return int(self.state.foe.combat), int(self.state.foe.agility)

    @property
    def foes(self) -> list[str]:
        """The monster at hand and those behind it."""
        line = (int(self.state.line) << KIND_BITS) + int(self.state.foe_kind) + 1
        return [MONSTERS[(line >> place) % 16 - 1] for place in range(0, line.bit_length(), KIND_BITS)]

    @property
    def items(self) -> set[str]:
        """What he carries."""
        return named(ITEMS, int(self.state["items"]))

    @property
    def spells(self) -> set[str]:
        """What he can cast."""
        return named(SPELLS, int(self.state.spells))

    @property
    def facts(self) -> set[str]:
        """What has come to pass."""
        return named(FACTS, int(self.state.facts))

    @property
    def leads(self) -> str:
        """An ending, a paragraph, the foes of a fight, the wraiths', or a choice of ways and the level."""
        if self.state.ending != PLAYING:
            return Ending(self.state.ending).name
        if self.state.stage == Stage.FIGHTING:
            return ("ambush " if self.state.ambush else "fight ") + " ".join(self.foes)
        if self.state.stage == Stage.READING:
            clause = self.rules.clauses[self.state.at]
            return f"{clause.paragraph:03}" if clause.kind == Kind.HEAD else f"on in {clause.paragraph:03}"
        return {Stage.WATCHING: "watch"}.get(Stage(self.state.stage), f"level {self.state.level}")

    def told(self, kind: Event) -> list[tuple[int, int, int, int]]:
        """What the events of one kind say."""
        rows = self.events[self.events["kind"] == kind]
        return [tuple(int(row[name]) for name in "abcd") for row in rows]


def play(
    *shown: int, stage: Stage = Stage.READING, at: int = 1, steps: int = 1, through: bool = False, rules: Any = RULES,
    policy: Any = "random", spells: Sequence[str] = (), items: Sequence[str] = (), facts: Sequence[str] = (),
    foes: Sequence[str] = (), **given: Any,
) -> Scene:  # fmt: skip
    """So many steps from a stage, and with `through` what is left of a paragraph, fights and all.

    `at` is a paragraph; `given` are fields of STATE or characteristics; `foes` make it a duel.
    """
    states, tallies, dice, log = np.zeros(1, STATE), np.zeros(1, TALLY), loaded_dice(list(shown)), new_log(400)
    state = states[0]
    state.stage, state.level = stage, 1
    state.at = rules.starts[at] if stage == Stage.READING else 0
    state.spells, state["items"], state.facts = bits(SPELLS, spells), bits(ITEMS, items), bits(FACTS, facts)
    for name, value in {**STRONG, **given}.items():
        (state.hero if name in STATS else state)[name] = value
    if foes:
        state.line, state.level = sum(MONSTERS.index(foe) + 1 << KIND_BITS * place for place, foe in enumerate(foes)), 0
        state.at = rules.starts[0]
    policies, setup = policy_of(policy), _compiled('"random"').setups[0]
    while steps > 0 or (through and _goes_on(rules, state)):
        KERNELS.step(rules, setup, policies, state, tallies[0], dice, log)
        steps -= 1
    return Scene(state, tallies[0], events(log), int(dice.rolled), rules)


def _goes_on(rules: Any, state: Any) -> bool:
    """Whether a fight, or a paragraph that was interrupted by one, is not over yet."""
    reading = state.stage == Stage.READING and rules.clauses[state.at].kind != Kind.HEAD
    return bool(state.ending == PLAYING and (reading or state.stage in (Stage.FIGHTING, Stage.WATCHING)))


def read(paragraph: int, *shown: int, **given: Any) -> Scene:
    """One paragraph read; all that was shown must be used."""
    scene = play(*shown, at=paragraph, **given)
    assert scene.rolled == len(shown)
    return scene


def go(*shown: int, **given: Any) -> Scene:
    """One way taken, by somebody who decides at random."""
    scene = play(*shown, stage=Stage.CHOOSING, **given)
    assert scene.rolled == len(shown)
    return scene


def duel(*shown: int, foes: Sequence[str], rounds: int = 1, **given: Any) -> Scene:
    """So many rounds of an encounter."""
    return play(*shown, foes=foes, steps=1 + rounds, **given)


def scenario(*cells: Mapping[str, Any], entry: str = "WHOLE_GAME", rules: Any = None, n: int = 1) -> Scenario:
    """A scenario as a user would write it; `BadInput` where he could not."""
    lines = ['game = "azann"', f'entry = "{entry}"', "[rules]", *_assignments(rules or {})]
    for cell in cells:
        lines += ["[[cells]]", *_assignments(cell)]
    lines += ["[run]", f"games = {n}", "seed = 7"]
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write("\n".join(lines))
        file.flush()
        return load(Path(file.name))


def faults(*, entry: str = "WHOLE_GAME", rules: Any = None, **cell: Any) -> list[str]:
    """What is said of a cell, or of rules, that cannot be."""
    try:
        scenario(cell, entry=entry, rules=rules)
    except BadInput as refusal:
        return [line.split(": ", 1)[1] for line in refusal.lines]
    return []


def exactly(*, entry: str = "WHOLE_GAME", rules: Any = None, **cell: Any) -> exact_odds.Exact:
    """The exact answer for one cell."""
    one = scenario(cell, entry=entry, rules=rules)
    return exact_odds.exact(one, one.cells[0])


def _assignments(table: Mapping[str, Any]) -> list[str]:
    return [f'"{name}" = {_toml(value)}' for name, value in table.items()]


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name} = {_toml(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


ALL_PARAGRAPHS = range(1, N_PARAGRAPHS + 1)
STRIKE_C, STRIKE_A = 0, 1  # whoever decides at random: Combat Strength or Agility
ROOM, TELEPORT, SANDALS = "room", "teleport", "sandals"
CHILD, JEWEL, BOTH = ({"facts": facts} for facts in (["child"], ["jewel"], ["child", "jewel"]))
UP = {"level": 2, "bound": 3}  # on the stairs
DOWN = {"level": 5, "bound": 2}
WEAK = {"combat": 1, "agility": 1, "magic": 1}
WARRIOR = "fighter"


def way(wanted, level, *extra):
    """The place of a way among those that are open by rooms and stairs, and the `extra` ones."""
    return [ROOM, *(other for other in range(1, 7) if other < level or other == level + 1), *extra].index(wanted)


def has(combat=4, agility=4, magic=4):
    """A character's points."""
    return {"combat": combat, "agility": agility, "magic": magic}
