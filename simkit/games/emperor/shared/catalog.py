"""Names of things and the numbers that stand for them in kernels: a thing's number is its position in the figures."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from simkit.games.emperor.shared.terms import SEA, TERRAINS, Flight, Reaction, Reward
from simkit.games.figures import Figures

Rows = dict[str, Mapping[str, Any]]
REACTIONS = {
    "attack": Reaction.ATTACK,
    "bribe_or_attack": Reaction.BRIBE_OR_ATTACK,
    "attack_unless_stone": Reaction.ATTACK_UNLESS_STONE,
    "sent_to_other": Reaction.SENT_TO_OTHER,
    "elf_joins_else_1-3_attack": Reaction.ELF_JOINS_ELSE_ROLL,
    "roll_even_joins": Reaction.ROLL_JOINS,
    "escort": Reaction.ESCORT,
    "seeks_magic": Reaction.SEEKS_MAGIC,
    "heal_d6": Reaction.HEAL,
    "confiscate_or_attack": Reaction.CONFISCATE,
    "trade_magic": Reaction.TRADE,
    "odd_steal_even_inn": Reaction.STEAL_OR_SEND_HOME,
    "storm": Reaction.STORM,
    "steal_5_6_each": Reaction.THIEVES,
    "clue": Reaction.CLUE,
}
FLIGHTS = {"at_1_left": Flight.AT_ONE_LEFT, "never": Flight.NEVER, "over_half_wounded": Flight.OVER_HALF_WOUNDED}
REWARDS = {"none": Reward.NONE, "treasure": Reward.TREASURE, "arms": Reward.ARMS}
COASTAL_LAND = "coastal_land"  # a civilized clear area beside the sea, such as Fragon Birg


class Catalog:
    """Characters, arms, chits and places by name, each in the order of their numbers."""

    def __init__(self, figures: Figures) -> None:
        tree = figures.tree
        self.characters: Rows = tree["characters"]
        self.classes: Rows = tree["classes"]
        self.magic_arms: Rows = tree["magic_arms"]
        self.arms: Rows = {**tree["arms"], **self.magic_arms}
        self.goods: Rows = {name: good for name, good in tree["treasures"].items() if name not in self.magic_arms}
        self.treasures: Rows = tree["treasures"]
        self.clues: Rows = tree["clues"]
        self.spells: Rows = tree["spells"]
        self.scrolls: Rows = tree["scrolls"]
        self.imperials: Rows = tree["imperials"]
        self.vessels: Rows = tree["vessels"]
        self.exploration: dict[str, list[str]] = tree["exploration"]
        self.destinations: dict[str, str] = tree["destinations"]
        self.game_end: dict[str, int] = tree["game_end"]
        self.chits: Rows = tree["encounters"]
        self.map: Mapping[str, Any] = tree["map"]
        self.spaces: Rows = self.map["spaces"]
        self.constants: Mapping[str, Any] = tree["constants"]

    @cached_property
    def character_names(self) -> tuple[str, ...]:
        """Characters by the names on their cards."""
        return tuple(character["name"] for character in self.characters.values())

    def character(self, name: str) -> Mapping[str, Any]:
        """A character's figures, by the name on the card."""
        return list(self.characters.values())[self.character_names.index(name)]

    def base(self, arm: str) -> str:
        """The normal arm after which a magic one is made; a normal arm itself."""
        return str(self.arms[arm].get("base", arm))

    @cached_property
    def special_places(self) -> tuple[str, ...]:
        """Places that some chit names; number 0 stands for all others."""
        named = {place: None for chit in self.chits.values() for place in chit["places"]}
        return ("elsewhere", *named)

    @cached_property
    def spot_names(self) -> tuple[str, ...]:
        """Terrains, coastal land, and the places where other chits apply than on the rest of their terrain."""
        places = dict.fromkeys([*self.special_places[1:], *self.map["coastal"]])
        return (*TERRAINS, COASTAL_LAND, *places)

    def spot(self, name: str) -> tuple[int, bool, bool, bool, int]:
        """A terrain or place as a SPOT: terrain, at sea, coastal, shore, special place."""
        if name in TERRAINS:
            return TERRAINS.index(name), name in SEA, False, False, 0
        if name == COASTAL_LAND:
            return TERRAINS.index("clear"), False, True, True, 0
        place = self.special_places.index(name) if name in self.special_places else 0
        terrain = TERRAINS.index(self.spaces[name]["terrain"])
        return terrain, False, name in self.map["coastal"], name in self.map["shore"], place

    def home(self, foe: str) -> str:
        """A terrain or place where a chit applies."""
        chit = self.chits[foe]
        return str(next(iter([*chit["terrains"], *chit["places"], COASTAL_LAND])))
