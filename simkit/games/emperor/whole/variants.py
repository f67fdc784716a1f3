"""The switches of the whole game: its own, and those of the encounter."""

from simkit.games.emperor.encounter.variants import VARIANTS as FIGHT_VARIANTS
from simkit.games.emperor.encounter.variants import yes
from simkit.games.game import Variant, choice
from simkit.games.keys import Key

ALONE = "olliver_alone"  # a switch that only a single encounter needs: here there are rivals
OWN_VARIANTS = (
    choice(
        "must_leave_follow_up", "what follows Must Leave", ("encounter", "nothing"),
        "Exploration", "who ends his turn in the wilderness draws an encounter; exploration is over",
    ),
    choice(
        "must_leave_vessel", "whither one may be chased", ("any", "land"),
        "Exploration", "any direction is said, so by sea too for the owner of a vessel",
    ),
    choice(
        "oasis_kind", "what the Vanishing Oasis is", ("wilderness", "safe"),
        "Movement", "it is in no list of civilized areas and has no column of the chart",
    ),
    choice(
        "oasis_retry", "when the Oasis must be found", ("each_entry", "once_a_turn"),
        "Movement", "each time a player tries to move onto or through it",
    ),
    choice(
        "first_player", "who begins", ("random", "first_seat"),
        "Sequence of Play", "the most experienced player, who may be any of them",
    ),
    choice(
        "clue_timing", "when a clue is turned in", ("stopping", "passing"),
        "Sequence of Play", "turning in is a step of its own, after movement",
    ),
    yes("explore_after_clue", "who turned in a clue or a passenger may explore in the same turn", "Sequence of Play"),
    yes("explore_after_healing", "who cast a spell in place of moving may explore in the same turn", "Magic Spells"),
    choice(
        "mines_meditation", "what meets one who meditates in the Mines", ("chit_and_chart", "chit"),
        "Meditating", "a wilderness that has a column of the chart: both, of the chart only Encounter and Must Leave",
    ),
    choice(
        "discovered", "which Imperial Treasures are discovered", ("held_or_returned", "ever_drawn"),
        "How to Win", "in the example the Emerald that went back to the pool must be found again",
    ),
    choice(
        "last_survivor", "when one player is left", ("ends", "plays_on"),
        "How to Win", "nobody can overtake him",
    ),
    choice(
        "tie_rule", "who wins of equals", ("shared", "imperials"),
        "How to Win", "an equal number is a tie",
    ),
    choice(
        "item_roll", "when Grail and Sceptre change a roll", ("after", "before"),
        "Imperial Treasures", "the result is modified, so it has been seen",
    ),
    choice(
        "dead_possessions", "where the goods of the dead go", ("pools", "out_of_play"),
        "How to Win", "as those of one who quits",
    ),
    choice(
        "storm_scope", "whom a storm strikes", ("drawn_at_sea", "always"),
        "Encounter Descriptions, Storms at Sea", "drawn by or presented to somebody at sea, it strikes every vessel",
    ),
    choice(
        "olliver_last_player", "what Olliver does when there is nobody else", ("attacks", "leaves"),
        "Encounter Descriptions, Olliver J. Dragon", "there is nobody to whom he could be sent",
    ),
    choice(
        "patrol_helps", "in which encounters a patrol that stays helps", ("presented", "all"),
        "Encounter Descriptions, Imperial Patrol", "those presented by other players; not a second one of his own",
    ),
    yes("presenting", "a chit that does not apply may be presented to another player", "Encounters"),
    yes("imperials_end", "the game ends when Imperial Treasures enough are found", "How to Win"),
    yes("starting_arms", "each player draws an arms chit at the start", "How to Start"),
    yes("camping_tax", "no Treasure result twice running in one place", "Exploration", default=False),
    yes("blood_and_guts", "players may attack one another", "Blood & Guts", default=False),
    choice(
        "spoils", "who gets the treasures of a player killed by players", ("victor", "pools"),
        "Blood & Guts", "players attack one another to seize treasure",
    ),
    yes("trade", "players in the same space may trade arms, one for one", "Sequence of Play"),
    yes("traveling_together", "players may travel in company", "Traveling Together", default=False),
    yes("experience", "the winner has the most experience points", "Experience Points", default=False),
    yes("improved", "forty experience points better a characteristic", "Improved Abilities", default=False),
    Variant(
        Key("time_limit", "int", "player-turns after which each has one more, 0 for none", 0, low=0, high=100_000),
        "Time Limit", "optional rule",
    ),
)  # fmt: skip
VARIANTS = (*(variant for variant in FIGHT_VARIANTS if variant.key.name != ALONE), *OWN_VARIANTS)
