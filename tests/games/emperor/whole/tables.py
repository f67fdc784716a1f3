"""The whole game by name: players round a table, who go where the test puts them and roll what it says."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from simkit import games
from simkit.core.dice import loaded_dice
from simkit.core.log import events, new_log
from simkit.games.emperor.encounter.rules.hands import count, with_one
from simkit.games.emperor.shared.catalog import Catalog
from simkit.games.emperor.shared.schema import Policy as Fight
from simkit.games.emperor.shared.terms import MAGIC_ARMS_FROM, Vessel
from simkit.games.emperor.whole import compile as whole
from simkit.games.emperor.whole import play, setups
from simkit.games.emperor.whole.rules import player_fights, pools
from simkit.games.emperor.whole.schema import OUTCOME, STATE, TALLY, Event, Policy
from simkit.games.emperor.whole.terms import Presents

FIGURES = games.figures("emperor")
CATALOG = Catalog(FIGURES)
ARMS, GOODS, SPELLS = list(CATALOG.arms), list(CATALOG.goods), list(CATALOG.spells)
CHITS, CLUES, SPACES = list(CATALOG.chits), list(CATALOG.clues), list(CATALOG.spaces)
PLACES = [name for name, one in CATALOG.spaces.items() if one["kind"] not in ("wilderness", "sea")]
MAGIC = with_one(0, MAGIC_ARMS_FROM)  # a hand of arms: what is below is normal
OZMO, ROSA, TURB, NRUFF = range(4)
FIRES = {"blood_and_guts": True}
QUIET = {"starting_arms": False, "first_player": "first_seat"}  # nothing to roll before the first turn


@cache
def _rules(said: str) -> Any:
    figures, variants = json.loads(said)
    changed, complaints = FIGURES.override(figures)
    rules, faults = whole.compile_rules(changed, variants)
    assert (complaints, faults) == ([], [])
    return rules


def rules_of(**rules: Any) -> Any:
    """RULES under some switches, or with other figures: those have a dot in their names."""
    figures = {name: value for name, value in rules.items() if "." in name}
    return _rules(json.dumps([figures, {name: value for name, value in rules.items() if name not in figures}]))


def die(face: int) -> int:
    """The loaded outcome of one die."""
    return face - 1


def dice(*faces: int) -> list[int]:
    """The loaded outcomes of dice that are rolled one by one."""
    return [face - 1 for face in faces]


def pair(total: int) -> int:
    """The loaded outcome of two dice that are rolled as one."""
    return total - 2


def hand(names: Sequence[str], things: Sequence[str]) -> int:
    """A hand of things by their names."""
    held = 0
    for name in names:
        held = with_one(held, things.index(name))
    return held


class Table:
    """A whole game in play: its STATE and what goes with it, and names for what is in it."""

    def __init__(self, *characters: str, rules: Mapping[str, Any] | None = None, policy: Any = "bold") -> None:
        self.rules = rules_of(**{**QUIET, **(rules or {})})
        cell = {"characters": list(characters), "seats": "fixed", "policy": policy}
        compiled, faults = setups.compile_setup(FIGURES, {}, "WHOLE_GAME", cell)
        assert compiled is not None, faults
        self.setup, self.policies = compiled.setups[0], compiled.policies.copy()
        self.state, self.tally = np.zeros(1, STATE)[0], np.zeros(1, TALLY)[0]
        self.log = new_log(4000)
        play.begin(self.rules, self.setup, self.policies, self.state, self.tally, loaded_dice([]), self.log)
        for seat in self.state.seats:
            seat.player.spells = 0  # those of the test are said by it

    # ---- What a test says

    def seat(self, who: int, **said: Any) -> Any:
        """Put a player somewhere with something: space, arms, goods, spells, clues, vessel, companions, wounds."""
        seat = self.state.seats[who]
        player = seat.player
        for name, value in said.items():
            if name == "space":
                seat.space = SPACES.index(value)
            elif name == "arms":
                player.arms = player.arms // MAGIC * MAGIC + hand(value, ARMS)
            elif name == "treasures":
                player.arms = player.arms % MAGIC + hand([one for one in value if one in ARMS], ARMS)
                player.goods = hand([one for one in value if one in GOODS], GOODS)
            elif name == "spells":
                player.spells = hand(value, SPELLS)
            elif name == "clues":
                player.clues = hand(value, CLUES)
            elif name == "vessel":
                player.vessel = Vessel[value.upper()]
            elif name == "companions":
                for slot, (kind, goal) in enumerate(value.items()):
                    player.companions += 1
                    player.companion_kinds[slot] = CHITS.index(kind) + 1
                    seat.goals[slot] = SPACES.index(goal) + 1 if goal else 0
            elif name in ("company", "points", "alive", "patrols", "last_treasure", "improvements", "meditation"):
                seat[name] = value
            else:
                player[name] = value
        return seat

    def plan(self, who: int, kind: str = "camper", *, fights: str = "", **said: Any) -> None:
        """How a player travels, and how he fights: `fights="random"` leaves each decision to the next die."""
        policy = self.policies[who]
        policy.kind = {"camper": Policy.CAMPER, "seeker": Policy.SEEKER, "wanderer": Policy.WANDERER}.get(
            kind, Policy.HUNTER
        )
        policy.rests_at, policy.meditates_from = 0, 1
        if kind == "camper":
            policy.hunts_clues = policy.escorts = policy.redeems = 0
        if fights:
            policy.fight.kind = Fight[fights.upper()]
        for name, value in said.items():
            if name in policy.dtype.names:
                policy[name] = SPACES.index(value) if name == "site" else value
            else:
                policy.fight[name] = value

    # ---- What happens

    def roll(self, kernel: Callable[..., Any], rolls: Sequence[int], *before: Any) -> Any:
        """Call a kernel that takes `..., state, tally, dice, log`; the rolls must be just enough."""
        shown = loaded_dice(list(rolls))
        found = kernel(self.rules, *before, self.state, self.tally, shown, self.log)
        assert shown.rolled == len(rolls), f"{shown.rolled} rolls were made, {len(rolls)} were said"
        return found

    def turn(self, *rolls: int) -> None:
        """One player-turn."""
        self.log.written = 0
        shown = loaded_dice(list(rolls))
        play.step(self.rules, self.setup, self.policies, self.state, self.tally, shown, self.log)
        assert shown.rolled == len(rolls), f"{shown.rolled} rolls were made, {len(rolls)} were said"

    def outcome(self, *rolls: int) -> Any:
        """The score; `rolls` of Experience Points."""
        found = np.zeros(1, OUTCOME)[0]
        shown = loaded_dice(list(rolls))
        play.score(self.rules, self.setup, self.state, self.tally, shown, self.log, found)
        assert shown.rolled == len(rolls), f"{shown.rolled} rolls were made, {len(rolls)} were said"
        return found

    # ---- What a die has to show

    def chit(self, kind: str) -> int:
        """The loaded outcome of a chit from the Encounter Pool."""
        pools.fill_encounter_pool(self.rules, self.state)
        there = [n for n in range(len(CHITS)) if self.state.pool[n] > 0]
        return there.index(CHITS.index(kind))

    def arm(self, name: str) -> int:
        """The loaded outcome of a chit from the Arms Pool."""
        pool = [self.rules.fight.arms_pool[n] - pools.held_arms(self.state, n) for n in range(MAGIC_ARMS_FROM)]
        assert pool[ARMS.index(name)] > 0
        return int(sum(pool[: ARMS.index(name)]))

    def treasure(self, name: str, *gone: str) -> int:
        """The loaded outcome of a chit from the Treasure Pool, when those `gone` have just been drawn."""
        pool = [
            self.rules.goods_pool[n] - pools.held_goods(self.state, n) - gone.count(GOODS[n]) for n in range(len(GOODS))
        ]
        pool += [
            self.rules.magic_pool[n] - pools.held_arms(self.state, n) - gone.count(ARMS[n])
            for n in range(MAGIC_ARMS_FROM, len(ARMS))
        ]
        place = GOODS.index(name) if name in GOODS else len(GOODS) + ARMS.index(name) - MAGIC_ARMS_FROM
        assert pool[place] > 0
        return int(sum(pool[:place]))

    # ---- How it stands

    def where(self, who: int) -> str:
        """The space of a player."""
        return SPACES[self.state.seats[who].space]

    def holds(self, who: int) -> list[str]:
        """The treasures of a player."""
        player = self.state.seats[who].player
        goods = [name for n, name in enumerate(GOODS) for _ in range(count(player.goods, n))]
        arms = [name for n, name in enumerate(ARMS) for _ in range(count(player.arms, n)) if n >= MAGIC_ARMS_FROM]
        return goods + arms

    def arms(self, who: int) -> list[str]:
        """The normal arms of a player."""
        player = self.state.seats[who].player
        return [name for n, name in enumerate(ARMS[:MAGIC_ARMS_FROM]) for _ in range(count(player.arms, n))]

    def spells(self, who: int) -> list[str]:
        """The spells of a player."""
        return [name for n, name in enumerate(SPELLS) if count(self.state.seats[who].player.spells, n)]

    def told(self, kind: Event) -> list[tuple[int, ...]]:
        """(seat, a, b, c, d) of every event of a kind since the turn began."""
        rows = [row for row in events(self.log) if row["kind"] == kind]
        return [tuple(int(row[name]) for name in ("side", "a", "b", "c", "d")) for row in rows]


def kind(name: str) -> int:
    """The number of a kind of chit."""
    return CHITS.index(name)


def space(name: str) -> int:
    """The number of a space."""
    return SPACES.index(name)


def four(rules=None, place="f08"):
    """Four players, the first in the wilderness, who stays there."""
    table = Table("Ozmo", "Rosa", "Turb", "Nruff", rules=rules)
    table.seat(OZMO, space=place)
    table.plan(OZMO, site=place, meditates=0, presents=Presents.LEADER, redeems=0)
    return table


def foes(*others, rules=None, **plan):
    """Ozmo, who attacks whoever has a treasure, and Rosa, who has one, in Saltz; the others elsewhere."""
    table = Table("Ozmo", "Rosa", "Turb", "Nruff", rules={**FIRES, **(rules or {})})
    for who in range(4):
        table.seat(who, space="saltz" if who < 2 or who in others else "inn")
        table.plan(who, site="saltz", meditates=0, flee_at=0, pays=0, challenges_from=99, gangs_up=0)
    table.seat(ROSA, treasures=["gold_box", "magic_mace"])
    table.plan(OZMO, site="saltz", challenges_from=-99, flee_at=0, **plan)
    return table


def quarrel(table, *rolls, who=OZMO):
    """What follows when everything else in a turn is done."""
    table.log.written = 0
    table.roll(player_fights.quarrel, list(rolls), table.policies, who)
    return table
