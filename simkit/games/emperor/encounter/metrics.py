"""Named quantities of an outcome."""

from simkit.games.emperor.shared.limits import (
    DIE_SIDES,
    MOST_DRAWS_FOR_MAGIC,
    MOST_OF_A_KIND,
    MOST_TREASURES,
    MOST_WOUNDS,
)
from simkit.games.emperor.shared.schema import N_CLUES, N_SPELLS
from simkit.games.emperor.shared.terms import MAGIC_ARMS_FROM, N_SCROLLS
from simkit.games.metrics import Metric

MOST_DRAWS = DIE_SIDES * MOST_DRAWS_FOR_MAGIC
MOST_CAST = N_SPELLS + MOST_OF_A_KIND * N_SCROLLS  # no two spells of one hand are alike
MOST_ARMS = MOST_OF_A_KIND * MAGIC_ARMS_FROM


def _share(name: str, title: str, lucky: int = 1) -> Metric:
    return Metric(name, title, "share", "", name, lucky=lucky)


def _count(name: str, title: str, unit: str, lucky: int = 1, most: int | None = None) -> Metric:
    return Metric(name, title, "mean", unit, name, lucky=lucky, most=most)


METRICS = (
    _share("applies", "the chit applies"),
    _share("hostile", "there is a fight"),
    _share("killed", "the hero dies", -1),
    _share("escaped", "the hero escapes"),
    _count("wounds", "wounds taken by the hero", "wounds", -1),
    _count("foe_wounds", "wounds on the creature at the end", "wounds", most=MOST_WOUNDS),
    _count("rounds", "rounds of Approach and Melee", "rounds"),
    _count("dealt", "hits rolled by the hero", "hits"),
    _count("taken", "hits rolled by the creature", "hits", -1),
    _count("absorbed", "hits taken by shield, weapon and wards", "hits"),
    _count("familiar_hits", "hits taken by the familiar", "hits"),
    _count("companion_hits", "hits taken by companions", "hits"),
    _count("vessel_hits", "hits taken by the vessel", "hits", most=MOST_WOUNDS),
    _count("lost", "hits on the hero beyond death", "hits", -1),
    _count("treasure_draws", "draws from the Treasure Pool", "draws", most=MOST_DRAWS),
    _count("arms_draws", "draws from the Arms Pool", "draws", most=1),
    _share("dropped", "a possession is dropped in flight", -1),
    _count("healed", "wounds healed", "wounds"),
    _count("cast", "spells cast and scrolls read", "spells", most=MOST_CAST),
    _share("joined", "a companion joins"),
    _share("revived", "the Emerald brings the hero back"),
    _share("sunk", "the vessel sinks", -1),
    _share("moved", "the hero ends elsewhere"),
    _count("arms_lost", "arms lost or dropped", "arms", -1, MOST_ARMS),
    _count("treasures_lost", "treasures lost, paid or traded", "treasures", -1, MOST_TREASURES),
    _count("clues_lost", "clues lost", "clues", -1, N_CLUES),
    _share("clues_found", "a clue is found"),
)
