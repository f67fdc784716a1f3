"""Named quantities of an outcome."""

from simkit.games.game import Metric

METRICS = (
    Metric("applies", "the chit applies", "share", "", "applies"),
    Metric("hostile", "there is a fight", "share", "", "hostile"),
    Metric("killed", "the hero dies", "share", "", "killed", lucky=-1),
    Metric("escaped", "the hero escapes", "share", "", "escaped"),
    Metric("wounds", "wounds taken by the hero", "mean", "wounds", "wounds", lucky=-1),
    Metric("foe_wounds", "wounds on the creature at the end", "mean", "wounds", "foe_wounds"),
    Metric("rounds", "rounds of Approach and Melee", "mean", "rounds", "rounds"),
    Metric("dealt", "hits rolled by the hero", "mean", "hits", "dealt"),
    Metric("taken", "hits rolled by the creature", "mean", "hits", "taken", lucky=-1),
    Metric("absorbed", "hits taken by shield, weapon and wards", "mean", "hits", "absorbed"),
    Metric("familiar_hits", "hits taken by the familiar", "mean", "hits", "familiar_hits"),
    Metric("companion_hits", "hits taken by companions", "mean", "hits", "companion_hits"),
    Metric("vessel_hits", "hits taken by the vessel", "mean", "hits", "vessel_hits"),
    Metric("lost", "hits on the hero beyond death", "mean", "hits", "lost", lucky=-1),
    Metric("treasure_draws", "draws from the Treasure Pool", "mean", "draws", "treasure_draws"),
    Metric("arms_draws", "draws from the Arms Pool", "mean", "draws", "arms_draws"),
    Metric("dropped", "a possession is dropped in flight", "share", "", "dropped", lucky=-1),
    Metric("healed", "wounds healed", "mean", "wounds", "healed"),
    Metric("cast", "spells cast and scrolls read", "mean", "spells", "cast"),
    Metric("joined", "a companion joins", "share", "", "joined"),
    Metric("revived", "the Emerald brings the hero back", "share", "", "revived"),
    Metric("sunk", "the vessel sinks", "share", "", "sunk", lucky=-1),
    Metric("moved", "the hero ends elsewhere", "share", "", "moved"),
    Metric("arms_lost", "arms lost or dropped", "mean", "arms", "arms_lost", lucky=-1),
    Metric("treasures_lost", "treasures lost, paid or traded", "mean", "treasures", "treasures_lost", lucky=-1),
    Metric("clues_lost", "clues lost", "mean", "clues", "clues_lost", lucky=-1),
    Metric("clues_found", "a clue is found", "share", "", "clues_found"),
)
