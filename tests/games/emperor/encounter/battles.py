"""The Emperor's encounters by name: whole scenarios, and fights in which the dice show what the test says."""

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from simkit import games
from simkit.core.dice import loaded_dice
from simkit.core.log import events, new_log
from simkit.core.records import PLAYING
from simkit.errors import BadInput
from simkit.games.emperor.encounter.rules.hands import size
from simkit.games.emperor.shared.catalog import Catalog
from simkit.games.emperor.shared.schema import STATE, TALLY, Ending, Event
from simkit.games.emperor.shared.terms import Stage, Vessel
from simkit.study.runs import exact_odds
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario

GAME = games.get("emperor")
CATALOG = Catalog(games.figures("emperor"))
ARMS, FOES = tuple(CATALOG.arms), tuple(CATALOG.chits)
FIGHTERS = tuple(foe for foe, chit in CATALOG.chits.items() if chit["reaction"] == "attack")
RICHES = [name for name, good in CATALOG.goods.items() if good["category"] == "riches" for _ in range(good["quantity"])]
KERNELS = games.kernels(games.get("emperor"))
HAPPENS, DOES_NOT = 0, 1  # loaded outcomes of a die of which only some faces matter
SPELLS, GOODS = tuple(CATALOG.spells), tuple(CATALOG.goods)
AT_ONCE = {"kind": "bold", "magic_flight_at": 99, "heals_at": 99, "scrolls_at": 99, "wards_from": 0, "charms": True}
TURB, ROSA, ALATHA = ({"character": name, "policy": AT_ONCE} for name in ("Turb", "Rosa", "Alatha"))


def usable_by(character: str) -> list[str]:
    """Arms, magic ones too, that a character's class may use."""
    normal = CATALOG.classes[CATALOG.character(character)["class"]]["arms"]
    return [arm for arm in ARMS if CATALOG.base(arm) in normal]


def scenario(
    *cells: Mapping[str, Any], entry: str = "ENCOUNTER", rules: Any = None, n: int = 1, seed: int = 7
) -> Scenario:
    """A scenario as a user would write it; `BadInput` where he could not."""
    lines = ['game = "emperor"', f'entry = "{entry}"', "[rules]", *_assignments(rules or {})]
    for cell in cells:
        lines += ["[[cells]]", *_assignments({name: _riches(name, value) for name, value in cell.items()})]
    lines += ["[run]", f"games = {n}", f"seed = {seed}"]
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write("\n".join(lines))
        file.flush()
        return load(Path(file.name))


def faults(**cell: Any) -> list[str]:
    """What is said of a cell that breaks the rules; nothing of one that does not."""
    options = {name: cell.pop(name) for name in ("entry", "rules") if name in cell}
    try:
        scenario(cell, **options)
    except BadInput as refusal:
        return [line.split(": ", 1)[1] for line in refusal.lines]
    return []


def rules_of(**switches: Any) -> Any:
    """RULES with some switches set."""
    return scenario({"character": "Ozmo", "foe": "wolves"}, rules=switches).rules


def exactly(**cell: Any) -> exact_odds.Exact:
    """The exact answer for one cell; `entry` and `rules` as for `scenario`."""
    options = {name: cell.pop(name) for name in ("entry", "rules") if name in cell}
    one = scenario(cell, **options)
    return exact_odds.exact(one, one.cells[0])


class Fight(NamedTuple):
    """How a fight stands when the dice have shown all that was said."""

    battle: Any  # BATTLE
    player: Any  # PLAYER
    tally: Any  # TALLY
    events: np.ndarray

    @property
    def ending(self) -> str:
        """The ending's name; nothing while the fight goes on."""
        return Ending(self.battle.ending).name if self.battle.ending else ""

    @property
    def lives(self) -> tuple[int, int]:
        """Wounds of the hero and of the creature."""
        return int(self.player.wounds), int(self.battle.foe_wounds)

    def told(self, kind: Event) -> list[tuple[int, ...]]:
        """(a, b, c, d) of every event of a kind, in the order in which they happened."""
        return [tuple(int(event[name]) for name in "abcd") for event in self.events if event["kind"] == kind]


def fight(rolls: Sequence[int], entry: str = "ENCOUNTER", rules: Any = None, **cell: Any) -> Fight:
    """Play a cell with loaded dice until the encounter ends or `rolls` are used up; they must be just enough.

    A round of battle takes the hero's hits, the creature's hits (0 of no dice too), then the two dice of each attempt
    to escape that is made; `die` and `pair` turn faces into outcomes, `conftest.faces_of_pool` the faces of a pool.
    """
    one = scenario(cell, entry=entry, rules=rules)
    setups, policies = one.cells[0].compiled
    state, tally, dice, log = np.zeros(1, STATE)[0], np.zeros(1, TALLY)[0], loaded_dice(list(rolls)), new_log(500)
    KERNELS.begin(one.rules, setups[0], policies, state, tally, dice, log)
    while state.ending == PLAYING and (state.battle.stage < Stage.ROUNDS or dice.rolled < len(rolls)):
        KERNELS.step(one.rules, setups[0], policies, state, tally, dice, log)
    assert dice.rolled == len(rolls), f"{dice.rolled} rolls were made, {len(rolls)} were said"
    return Fight(state.battle, state.player, tally, events(log))


def n_possessions(player: Any) -> int:
    """[Escape Attempt] Personal possessions: arms, treasures, clues, a vessel; not spells, wounds or companions."""
    return size(player.arms) + size(player.goods) + size(player.clues) + (player.vessel != Vessel.NONE)


def die(face: int) -> int:
    """The loaded outcome of one die."""
    return face - 1


def pair(total: int) -> int:
    """The loaded outcome of two dice."""
    return total - 2


def chit(foe: str) -> int:
    """The loaded outcome of a chit drawn from the Encounter Pool, of which every kind is there."""
    return FOES.index(foe)


MELEE_AT_ONCE = (die(1), die(1))  # both roll the same for range
BOLD = {"kind": "bold"}
TIMID = {"kind": "prudent", "flee_at": 99}  # runs whenever he may
OZMO = {"character": "Ozmo", "policy": BOLD}


def _riches(name: str, value: Any) -> Any:
    """A number of treasures as so many riches, for tests that only count them."""
    return RICHES[:value] if name == "treasures" and isinstance(value, int) else value


def _assignments(values: Mapping[str, Any]) -> list[str]:
    return [f"{json.dumps(name)} = {_toml(value)}" for name, value in values.items()]


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_assignments(value))} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value)


def spell_cast(spell, dice, hits):
    """The event of a spell."""
    return [(SPELLS.index(spell) + 1, dice, hits, 0)]
