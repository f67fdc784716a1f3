"""Which what-if figures are refused: the rules cannot read them, or tables of this size cannot hold them."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from simkit.games.emperor.shared.catalog import FLIGHTS, REACTIONS, REWARDS
from simkit.games.emperor.shared.schema import BETTER, EVENTS_AN_ENCOUNTER, MOST_DICE, N_CLUES, N_SPELLS
from simkit.games.emperor.shared.terms import HERO_CLASSES, N_IMPERIALS, TERRAINS
from simkit.games.faults import Fault, slug
from simkit.games.figures import GIVEN, Between, Figures, Fixed, outside

DIE_SIDES = 6  # charts have as many rows, and the tables of hits and two dice know no other die
MOST_WOUNDS = 99
MOST_OF_A_KIND = 7  # in a hand: three bits
MOST_TREASURES = 127  # in the game: what a column of OUTCOME can tell
MOST_DRAWS_FOR_MAGIC = 9  # for each treasure traded
HALVES = ("nothing", "half_wound_number", "full_wound_number")  # experience by so many halves of the Wound Number
UP_TO_99 = range(100)
UP_TO_7 = range(MOST_OF_A_KIND + 1)
WOUNDS = range(1, MOST_WOUNDS + 1)
FACES = range(1, DIE_SIDES + 1)
ARM_DICE = range(10)  # a hero has up to 9 of his own: 18 in all
FOE_DICE = range(MOST_DICE // 2 + 1)  # the Brigands may roll both kinds at once
COST = range(1, 100)
YES_OR_NO = (False, True)
KINDS_OF_CHITS = (
    "none", "animal", "dragon", "human_group", "human_group_hard", "human_single", "monster", "spirit"
)  # fmt: skip
KINDS_OF_SPACES = (
    "wilderness", "sea", "inn", "village", "city", "castle", "lair", "monastery", "tower", "mines", "oasis"
)  # fmt: skip
NEED_HITS = ("stinking_fog", "fear", "speak_to_animals", "phrase_of_friendship")
LIMITS: dict[str, Any] = {  # what a figure, or each item of one, may be: by the first pattern that fits its path
    "characters.*.class": HERO_CLASSES,
    "characters.*.ability": ARM_DICE,
    "characters.*.wounds": WOUNDS,
    "characters.*.escape": UP_TO_99,
    "classes.*.spells_held": range(N_SPELLS + 1),
    "classes.*.scrolls": Fixed("every class reads scrolls"),
    "arms.*.type": ("melee", "missile", "shield"),
    "arms.*.quantity": UP_TO_7,
    "arms.*_dice": ARM_DICE,
    "arms.*.absorb": UP_TO_99,
    "magic_arms.*_dice": ARM_DICE,
    "magic_arms.*.absorb": UP_TO_99,
    "magic_arms.*.plus": range(BETTER),
    "vessels.*.count": UP_TO_99,
    "vessels.*.dice": ARM_DICE,
    "vessels.*.wounds": WOUNDS,
    "encounters.treasure_clue.count*": range(N_CLUES + 1),
    "encounters.*.reaction": REACTIONS,
    "encounters.*.escape_policy": FLIGHTS,
    "encounters.*.reward_*": REWARDS,
    "encounters.*.kind": KINDS_OF_CHITS,
    "encounters.*.terrains": TERRAINS,
    "encounters.*.fights": Fixed("the Summary prints it; whether a chit fights is its reaction"),
    "encounters.*.ability": FOE_DICE,
    "encounters.*.missile_dice": FOE_DICE,
    **dict.fromkeys((f"encounters.*.{name}" for name in ("plus", "coastal_land", "approach")), YES_OR_NO),
    **dict.fromkeys((f"encounters.*.{name}" for name in ("wounds", "escape", "heals", "count*")), UP_TO_99),
    "spells.*.class": HERO_CLASSES,
    "spells.*.dice": FOE_DICE,
    **{f"spells.{name}.hits_needed*": range(1, MOST_DICE + 1) for name in NEED_HITS},
    "spells.*.hits_needed": Fixed("the spell works whatever it hits"),
    "spells.*.*_per_hit": UP_TO_99,
    "spells.*.absorb": UP_TO_99,
    "spells.*.castable_at_sea": YES_OR_NO,
    "spells.familiar.wounds": WOUNDS,
    "spells.familiar.ability": ARM_DICE,
    "scrolls.scroll_protection.absorb": UP_TO_99,
    "scrolls.*.absorb": Fixed("the scroll absorbs nothing"),
    "imperials.palantir_of_zog.encounters": range(1, 3),
    "imperials.*.kinds": KINDS_OF_SPACES,
    "imperials.*.exploration": range(DIE_SIDES),
    "imperials.*": ARM_DICE,
    "treasures.*.quantity": UP_TO_7,
    "treasures.magic_*.magic": Fixed("magic arms are magic"),
    "treasures.*.magic": YES_OR_NO,
    "treasures.*.category": Fixed("it sorts the List of Treasures, and no rule asks for it"),
    "treasures.magic_*.experience_dice": Fixed("magic arms have fixed points"),
    "treasures.*.experience*": UP_TO_99,
    "clues.*.draws*": UP_TO_99,
    "game_end.*": range(1, MOST_OF_A_KIND * N_IMPERIALS + 1),
    "map.cost*": COST,
    "map.spaces.*.terrain": TERRAINS,
    "map.spaces.*.kind": KINDS_OF_SPACES,
    "map.spaces.*.[xy]": Between(-1000, 1000),
    "terrain_summary.*": Fixed("it sums up the encounters, and changes with them"),
    "components.*": Fixed("it counts what other figures say one by one"),
    "edition_1990.*": Fixed("it is of the later edition, and not played"),
    "constants.hit_face": range(2, 7),
    "constants.escape_target": range(2, 13),
    "constants.elephant_attacks": range(DIE_SIDES + 1),
    "constants.die_sides": (DIE_SIDES,),
    "constants.bribe_divisor": COST,
    "constants.magician_trade_draws": range(MOST_DRAWS_FOR_MAGIC + 1),
    "constants.princess_bolt_dice": range(MOST_DICE + 1),
    "constants.*_faces": FACES,
    "constants.thieves_frightened_face": FACES,
    **dict.fromkeys((f"constants.experience_{name}" for name in ("kill", "charm", "foe_flees")), HALVES),
    "constants.improvement_per_points": range(1, 1000),
    "constants.round_limit": range(1, EVENTS_AN_ENCOUNTER),
    "constants.turn_limit": range(1, 1_000_001),
    "constants.*": UP_TO_99,
}


@cache
def misfits(figures: Figures) -> list[Fault]:
    """Every figure that the rules cannot take."""
    faults = [Fault((path,), f"{path} {message}") for path, message in outside(figures, LIMITS | _names_in(figures))]
    faults += [
        Fault((path,), f"{path} names a face twice: {faces}")
        for path, faces in _faces(figures)
        if len(set(faces)) < len(faces)
    ]
    faults += list(_like_named(figures))
    return faults or list(_too_many_treasures(figures))


def _names_in(figures: Figures) -> dict[str, Any]:
    """The names that a figure may take where it names other figures: arms or spaces."""
    spaces = tuple(figures.get("map.spaces"))
    return {
        "magic_arms.*.base": tuple(figures.get("arms")),
        "classes.*.arms": tuple(figures.get("arms")),
        "encounters.*.places": spaces,
        "map.coastal": spaces,
        "map.shore": spaces,
    }


def _faces(figures: Figures) -> Iterator[tuple[str, list[int]]]:
    for name, value in figures.get("constants").items():
        if name.endswith("_faces"):
            yield f"constants.{name}", value


def _like_named(figures: Figures) -> Iterator[Fault]:
    """Characters that a scenario could not tell apart by their names, or not name at all."""
    names = [slug(character["name"]) for character in figures.get("characters").values()]
    for figure in figures.ledger:
        if figure.status in GIVEN and fnmatchcase(figure.path, "characters.*.name"):
            name = slug(figure.value)
            if not name or names.count(name) > 1:
                reason = "the name of another character, too" if name else "a name without letters"
                yield Fault((figure.path,), f"{figure.path}: {figure.value!r} is {reason}")


def _too_many_treasures(figures: Figures) -> Iterator[Fault]:
    """Given figures of a treasure's quantity, when all treasures are more than an outcome can count."""
    total = sum(treasure["quantity"] for treasure in figures.get("treasures").values())
    for figure in figures.ledger if total > MOST_TREASURES else ():
        if figure.status in GIVEN and fnmatchcase(figure.path, "treasures.*.quantity"):
            message = f"the game would have {total} treasures, and may have {MOST_TREASURES}"
            yield Fault((figure.path,), f"{figure.path}: {message}")
