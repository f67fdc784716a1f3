"""The records and enums of the whole game; nested in them are those of the encounter."""

from enum import IntEnum

import numpy as np

from simkit.core.records import MARKS_A_WORD, integers, outcome, record
from simkit.games.emperor.shared import schema as encounter
from simkit.games.emperor.shared.schema import BATTLE, N_COMPANIONS, PLAYER, SPOT
from simkit.games.emperor.shared.schema import POLICY as FIGHT_POLICY
from simkit.games.emperor.shared.schema import RULES as FIGHT_RULES
from simkit.games.emperor.shared.schema import TALLY as FIGHT_TALLY

# Array geometry
MOST_PLAYERS = 8
N_SPACES, MOST_LINKS, N_COLUMNS, N_FACES = 128, 8, 10, 6
N_SPACE_WORDS = -(-N_SPACES // MARKS_A_WORD)
N_CHART = 19  # sums of three dice, the chart of destinations
KILLED_BY_PLAYER = encounter.N_KINDS  # in place of a kind of creature
NOWHERE = np.int64(-1)  # not a literal, which would be a type of its own and a compilation more
NO_COMPANY = np.int64(0)  # the company of a player who travels alone
FAR = 1 << 14  # points to where there is no way
NOTHING_MORE = np.int64(0)  # the second number of an event that has none
SHARES = 840  # a game's win is so many parts, so that ties split exactly among up to eight


class Entry(IntEnum):
    """Where play begins and ends."""

    WHOLE_GAME = 0


class Ending(IntEnum):
    """Why a whole game ended."""

    IMPERIALS_FOUND = 1
    LAST_SURVIVOR = 2
    ALL_DEAD = 3
    TIME_LIMIT = 4
    TURN_LIMIT = 5


class Event(IntEnum):
    """What a log row says beyond the events of an encounter; its a, b, c, d in brackets."""

    TURN = 101  # (space, wounds)
    MOVES = 102  # (die, points that the Talisman adds)
    WAITS = 103  # ()
    OASIS = 104  # (1 when found)
    EXPLORES = 105  # (face, face as it is changed, Find, wounds)
    DRAWS_TREASURE = 106  # (Possession, item)
    DRAWS_ARM = 107  # (arm)
    TAKES_VESSEL = 108  # (Vessel)
    MUST_LEAVE = 109  # (space)
    TURNS_IN_CLUE = 110  # (clue, draws)
    DELIVERS = 111  # (kind, draws)
    REDEEMS = 112  # (imperials, draws)
    PRESENTS = 113  # (kind, seat)
    SENDS_OLLIVER = 114  # (seat)
    SORCERER_SEEKS = 115  # (seat)
    GETS_CLUE = 116  # (clue)
    DESTINATION = 117  # (kind, space, total of three dice)
    PASSENGER_LEAVES = 118  # (kind)
    DIES = 119  # (kind, or KILLED_BY_PLAYER; space)
    RETURNS_VESSEL = 120  # (Vessel)
    MEDITATES = 121  # (die)
    CASTS_INSTEAD = 122  # (spell)
    DROPS_ARM = 123  # (arm)
    IS_HEALED = 124  # (wounds healed, wounds left)
    WASHED_ASHORE = 125  # (space)
    CHOOSES_SPELL = 126  # (spell)
    GAME_ENDS = 127  # (Ending, imperials discovered)
    SECOND_CHIT = 128  # (kind taken, kind put back): the Palantir
    TELEPORTS = 129  # (1 by a scroll, space)
    HEALS_OTHER = 130  # (seat, wounds)
    IGNORES_CHIT = 131  # (kind): nobody's encounter
    MEETS = 132  # (kind): the rows that follow are this player's encounter
    IMPROVES = 133  # (Improves)
    CHALLENGES = 134  # (seat, 1 when a follower does at the time of his own turn)
    TRIBUTE = 135  # (seat that pays, 1 for a treasure)
    CLASH = 136  # (dice, hits, 1 in the Approach)
    HURT = 137  # (wounds, of how many)
    GETS_AWAY = 138  # (roll, needed, 1 when they do)
    SPOILS = 139  # (seat that is despoiled, treasures)
    TEAMS_UP = 140  # (seat of the leader)
    PARTS = 141  # ()
    SCORES = 142  # (treasures or experience points, share in 840ths)
    STEPS = 143  # (space, points left)
    FOLLOWS = 144  # (space, seat of the leader)
    HOLDS_BACK = 145  # (Mode): a member of a company, who wants to stay
    LEARNS = 146  # (spell or NOTHING): the result of a meditation
    PATROL_STAYS = 147  # ()
    HELPED = 148  # (dice of patrols, of the company in Melee, in the Approach)
    SHARES = 149  # (wounds, of how many): a member of a company after another member's fight
    ROLLS_OFF = 150  # (sum of two dice): to decide whom the Sorcerer seeks
    KEEPS_DISTANCE = 151  # (face, seat, its face, rounds of Approach): range in a fight among players
    ABSORBS = 152  # (hits taken by the shield, by a weapon): in a fight among players
    LEADS_ON = 153  # (): the new leader of a company
    TRAVELS_ALONE = 154  # (): the last of a company
    TAKES_OVER = 155  # (Vessel): of a dead member of his company, at sea
    PATROL_LEAVES = 156  # (patrols): before their time, since the player is elsewhere
    EARNS = 157  # (Experience Points, all that he has)
    BOARDS = 158  # (seat of the owner, Vessel): the vessel that a player without one fights from
    SWAPS = 159  # (seat of the other, arm given, arm taken)


class Purpose(IntEnum):
    """What a stream of dice is for; encounters have numbers below 100.  Only ever appended to."""

    FIRST_PLAYER = 102
    MOVEMENT = 103
    OASIS = 104
    EXPLORATION = 105
    TREASURE = 106
    ARMS = 107
    CHIT = 108
    CLUE = 110
    DESTINATION = 111
    SORCERER = 112
    MEDITATION = 113
    POLICY_PRESENT = 115
    EXPERIENCE = 116
    CLUE_DRAWS = 117
    QUARREL_RANGE = 118
    QUARREL = 119
    QUARREL_ESCAPE = 120
    POLICY_SPELL = 121
    POLICY_MODE = 122
    POLICY_CHOICE = 123


class Policy(IntEnum):
    """How a player travels when nothing is urgent; the encounter's policy, nested in it, says how he fights."""

    CAMPER = 0  # to his site, and stays there
    SEEKER = 1  # to the site that promises most for the way
    WANDERER = 2  # anywhere, by the dice
    HUNTER = 3  # where the leader is, if he may attack him there; else as a seeker


SPACE = record(
    ("spot", SPOT),
    ("cost", "i8"),
    ("kind", "i8"),
    ("column", "i8"),  # of the Exploration Chart, or NOWHERE
    ("n_links", "i8"),
    ("links", "i8", (MOST_LINKS,)),
    ("worth", "i8"),  # faces of its column that give a treasure
    ("heals", "i8"),  # faces that heal
    ("heals_all", "i8"),  # those of them that heal all wounds
    ("grail", "i8"),  # by how much the holder of the Grail may change a roll here
    ("sceptre", "i8"),
)
CLUE = integers("destination", "draws", "draws_dice")
RULES = record(
    ("fight", FIGHT_RULES),
    ("spaces", SPACE, (N_SPACES,)),
    ("exploration", "i8", (N_COLUMNS, N_FACES)),
    ("land_route", "i2", (N_SPACES, N_SPACES)),  # [from, to]: the next space on a cheapest way by land, or NOWHERE
    ("sea_route", "i2", (N_SPACES, N_SPACES)),  # by land and sea
    ("land_cost", "i2", (N_SPACES, N_SPACES)),  # points from one to the other
    ("sea_cost", "i2", (N_SPACES, N_SPACES)),
    ("land_hops", "i2", (N_SPACES, N_SPACES)),  # number of areas
    ("clues", CLUE, (encounter.N_CLUES,)),
    ("chart", "i8", (N_CHART,)),
    ("goods_pool", "i8", (encounter.N_GOODS,)),
    ("magic_pool", "i8", (encounter.N_ARMS,)),  # magic arms in the Treasure Pool
    ("n_vessels", "i8", (encounter.N_VESSELS,)),
    ("imperials_to_end", "i8", (MOST_PLAYERS + 1,)),
    ("class_spells", "i8", (encounter.N_CLASSES,)),
    ("spell_class", "i8", (encounter.N_SPELLS,)),
    ("spell_copies", "i8"),
    ("experience_good", "i8", (encounter.N_GOODS,)),
    ("experience_dice", "i8", (encounter.N_GOODS,)),
    ("experience_arm", "i8", (encounter.N_ARMS,)),
    ("experience_flee", "i8"),
    ("experience_foe_flees", "i8"),  # halves of the opponent's Wound Number, as are the next two
    ("experience_kill", "i8"),
    ("experience_charm", "i8"),
    ("experience_returned", "i8"),
    ("improvement_points", "i8"),
    ("n_spaces", "i8"),
    ("start", "i8"),
    ("capital", "i8"),
    ("lair", "i8"),
    ("marywin", "i8"),
    ("storm", "i8"),
    ("olliver", "i8"),
    ("sorcerer", "i8"),
    ("patrol", "i8"),
    ("by_player", "i8"),  # what stands for a kind of creature where a player killed a player
    ("clue_kind", "i8"),
    ("princess_draws", "i8"),
    ("marywin_draws", "i8"),
    ("imperial_draws", "i8"),
    ("arms_limit", "i8"),
    ("talisman_points", "i8"),  # of movement
    ("palantir_chits", "i8"),  # drawn by its holder
    ("oasis_on", "i8"),  # faces of a die that find the Oasis
    ("meditation_on", "i8"),  # faces that bring a spell back, as bits
    ("turn_limit", "i8"),
    ("time_limit", "i8"),  # player-turns, 0 for none
    ("arms_by_kind", "?"),
    ("must_leave_encounter", "?"),
    ("must_leave_by_sea", "?"),
    ("oasis_safe", "?"),
    ("oasis_each_entry", "?"),
    ("random_first", "?"),
    ("survivor_ends", "?"),
    ("explore_after_clue", "?"),
    ("explore_after_healing", "?"),
    ("clue_in_passing", "?"),
    ("mines_chart_meditating", "?"),
    ("found_for_good", "?"),
    ("imperials_break_ties", "?"),
    ("items_before_roll", "?"),
    ("possessions_lost", "?"),
    ("storm_everywhere", "?"),
    ("olliver_stays", "?"),
    ("patrol_always", "?"),
    ("presenting", "?"),
    ("imperials_end", "?"),
    ("starting_arms", "?"),
    ("camping_tax", "?"),
    ("experience", "?"),
    ("improved", "?"),
    ("blood_and_guts", "?"),
    ("spoils_to_victor", "?"),
    ("traveling_together", "?"),
    ("trade", "?"),
)
POLICY = record(
    ("kind", "i8"),
    ("fight", FIGHT_POLICY),
    ("site", "i8"),
    ("presents", "i8"),
    ("rests_at", "i8"),  # wounds left at which he goes to be healed
    ("redeems", "i8"),
    ("hunts_clues", "i8"),
    ("escorts", "i8"),
    ("sails", "i8"),
    ("meditates", "i8"),
    ("heals_by_spell", "i8"),  # wounds left
    ("heals_others", "i8"),
    ("teleports_from", "i8"),  # points of a way that he would rather teleport
    ("reach", "i8"),  # points beyond which a site is too far to seek
    ("challenges_from", "i8"),  # by how much stronger he wants to be than whom he attacks
    ("gangs_up", "i8"),
    ("teams_up", "i8"),
    ("betrays", "i8"),  # attacks players of his own company, too
    ("improves", "i8"),
    ("parts_at", "i8"),  # Imperial Treasures still to be discovered when he leaves a company
    ("spell_order", "i8", (encounter.N_SPELLS,)),  # what he learns first
    ("points_a_draw", "i8"),  # of a way that he goes for each treasure that an errand brings
    ("hastens_end", "i8"),  # returns Imperials also where that may end the game before he leads
    ("meditates_from", "i8"),  # spells that are missing
    ("summons_early", "i8"),  # calls a familiar in place of moving
    ("vessel_points", "i8"),  # points more that he would go rather than leave a vessel inland
    ("barters", "i8"),  # exchanges arms with players in the same space
)
SEAT = record(
    ("player", PLAYER),
    ("alive", "i8"),
    ("space", "i8"),
    ("goals", "i8", (N_COMPANIONS,)),  # where a passenger is to be brought: space + 1, or 0
    ("points", "i8"),  # experience
    ("improvements", "i8"),
    ("killer", "i8"),  # kind, or KILLED_BY_PLAYER
    ("grave", "i8"),  # space
    ("follows", "i8"),  # teleported out of an encounter: exploration or encounter still to come
    ("meditation", "i8"),  # the die, or 0
    ("fought", "i8"),  # a hostile encounter in this turn
    ("chased", "i8"),  # a Must Leave in this turn
    ("patrols", "i8"),  # Imperial Patrols that stay until the next turn
    ("last_treasure", "i8"),  # space + 1 where the last exploration gave a treasure
    ("company", "i8"),  # the leader's seat + 1, or 0 for one who travels alone
    ("wealth", "i8"),  # what counts at the end
)
STATE = record(
    ("ending", "i8"),
    ("active", "i8"),
    ("n_players", "i8"),
    ("turns", "i8"),
    ("last_calls", "i8"),  # seats passed round the table since the time was up
    ("returned", "i8"),  # a hand: Imperial Treasures out of play
    ("lost_goods", "i8"),  # a hand: out of play with the dead (variant `dead_possessions`)
    ("lost_arms", "i8"),
    ("found", "i8"),  # a hand: Imperial Treasures ever drawn
    ("leader", "i8"),
    ("battle", BATTLE),
    ("blank", BATTLE),  # always zero
    ("seats", SEAT, (MOST_PLAYERS,)),
    ("guards", BATTLE, (MOST_PLAYERS,)),  # each player's own BATTLE in a fight among players
    ("pool", "i8", (encounter.N_KINDS,)),
)
EXPLORED = STATE
TALLY = record(
    ("fight", FIGHT_TALLY),
    ("turns", "i8"),
    ("lead_changes", "i8"),
    ("met", "i8"),
    ("hostile", "i8"),
    ("presented", "i8"),
    ("quarrels", "i8"),
    ("draws_explored", "i8"),
    ("draws_clues", "i8"),
    ("draws_escorts", "i8"),
    ("draws_redeemed", "i8"),
    ("draws_fights", "i8"),
    ("civilized", "i8"),
    ("wilderness", "i8"),
    ("at_sea", "i8"),
    ("fired", "i8"),  # bits of Habit
    ("met_kinds", "i8"),  # bits of kinds of chits
    ("visited", "i8", (N_SPACE_WORDS,)),  # bits of spaces
)
SETUP = record(
    ("n_players", "i8"),
    ("heroes", "i8", (MOST_PLAYERS,)),
)
SEATED = record(  # a player by his seat
    ("share", "i2"),
    ("hero", "i1"),
    ("treasures", "i1"),
    ("imperials", "i1"),
    ("died", "i1"),
    ("killer", "i1"),  # kind + 1, KILLED_BY_PLAYER + 1, or 0
    ("grave", "i1"),  # space + 1 where he died, or 0
)
CAST = record(  # a character; of one who is not in the game all is 0
    ("share", "i2"),
    ("played", "i1"),
    ("died", "i1"),
    ("treasures", "i1"),
    ("imperials", "i1"),
)
OUTCOME = outcome(
    ("players", SEATED, (MOST_PLAYERS,)), ("heroes", CAST, (encounter.N_HEROES,)),
    ("imperials", "i1"), ("deaths", "i1"), ("lead_changes", "i2"), ("met", "i2"), ("hostile", "i2"),
    ("presented", "i2"), ("quarrels", "i2"), ("wounds", "i2"),
    ("draws_explored", "i2"), ("draws_clues", "i2"), ("draws_escorts", "i2"), ("draws_redeemed", "i2"),
    ("draws_fights", "i2"), ("civilized", "i2"), ("wilderness", "i2"), ("at_sea", "i2"), ("cast", "i2"),
    ("fired", "i8"), ("met_kinds", "i8"), ("visited", "i8", (N_SPACE_WORDS,)),
)  # fmt: skip
