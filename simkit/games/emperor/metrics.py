"""Named quantities of an outcome."""

from simkit.games.game import Metric

METRICS = (
    Metric("applies", "the chit applies", "share", "", "applies"),
    Metric("hostile", "there is a fight", "share", "", "hostile"),
    Metric("killed", "the hero dies", "share", "", "killed"),
    Metric("escaped", "the hero escapes", "share", "", "escaped"),
    Metric("wounds", "wounds taken by the hero", "mean", "wounds", "wounds"),
    Metric("foe_wounds", "wounds on the creature at the end", "mean", "wounds", "foe_wounds"),
    Metric("rounds", "rounds of Approach and Melee", "mean", "rounds", "rounds"),
    Metric("dealt", "hits rolled by the hero", "mean", "hits", "dealt"),
    Metric("taken", "hits rolled by the creature", "mean", "hits", "taken"),
    Metric("absorbed", "hits taken by shield and weapon", "mean", "hits", "absorbed"),
    Metric("lost", "hits on the hero beyond death", "mean", "hits", "lost"),
    Metric("treasure_draws", "draws from the Treasure Pool", "mean", "draws", "treasure_draws"),
    Metric("arms_draws", "draws from the Arms Pool", "mean", "draws", "arms_draws"),
    Metric("dropped", "possessions dropped in flight", "mean", "possessions", "dropped"),
)
