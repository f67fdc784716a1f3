"""The switches of the rules: house rules, and the readings where the rulebook leaves a choice.

Defaults are the readings that README.md argues for; a switch whose default is a printed figure has None here.
"""

from simkit.games.game import Key, Variant


def _choice(name: str, title: str, choices: tuple[str, ...], section: str, reason: str) -> Variant:
    return Variant(Key(name, "choice", title, choices[0], choices), section, reason)


def _yes(name: str, title: str, section: str, *, default: bool = True) -> Variant:
    return Variant(Key(name, "bool", title, default), section, "house rule")


HOUSE_RULES = (
    Variant(Key("hit_face", "int", "lowest face that hits", low=2, high=6), "Melee", "printed: 5 or 6 hits"),
    Variant(Key("escape_target", "int", "modified roll that escapes", low=2, high=12), "Escape Attempt", "printed: 7"),
    _yes("parry", "weapons parry", "Shields and Other Defenses"),
    _yes("shield", "shields absorb", "Shields and Other Defenses"),
    _yes("escape_first", "attempts to escape come before the blows of a round", "Escape Attempt", default=False),
    _choice(
        "attacks", "who strikes first in a round", ("simultaneous", "hero_first", "foe_first"),
        "Melee", "printed: attacks are simultaneous",
    ),
)  # fmt: skip

READINGS = (
    _choice(
        "encounter_counts", "number of chits", ("summary", "descriptions", "clues_8_only"),
        "Encounter Descriptions; Summary",
        "only the Summary's counts give the 42 chits of the inventory and the table of the Strategy Tips",
    ),
    _choice(
        "brigands_terrain", "where Brigands are found", ("land", "anywhere"),
        "Encounter Descriptions; Summary", "the description is the longer text, and they have no ship",
    ),
    _choice(
        "coastal_land", "what counts as coastal land", ("five_civilized", "any_shore"),
        "The Map", "the map defines coastal areas as the five civilized ones beside the sea",
    ),
    _choice(
        "arms_limit", "what the limit of five counts", ("five_chits", "five_kinds"),
        "Arms", "two daggers count as two of the four arms in the example of play",
    ),
    _choice(
        "olliver_flee", "when Olliver runs", ("more_than_half", "half"),
        "Olliver J. Dragon", "more than half of 20 is 11",
    ),
    _choice(
        "olliver_alone", "what Olliver does to a hero with no rival", ("sent_on", "attacks"),
        "Olliver J. Dragon", "a player who meets him may always send him on",
    ),
    _choice(
        "attacker_escape_roll", "how a creature gets away", ("mirror", "automatic"),
        "Escape Attempt", "the same roll with the difference reversed is the only one described",
    ),
    _choice(
        "attacker_must_flee", "whether a creature in peril tries to get away", ("must", "stays"),
        "Escape Attempt", "most are required to; the exceptions are named",
    ),
    _choice(
        "flee_reward", "when a creature that leaves pays its reward", ("also_when_let_go", "roll_only"),
        "Encounter Descriptions", "it has run away either way",
    ),
    _choice(
        "troll_who", "which troll has which numbers", ("ralph_3_10_6", "swapped"),
        "Summary", "the numbers stand in the order of the names",
    ),
    _choice(
        "troll_regen_timing", "when a troll heals", ("after_flee_check", "before_flee_check"),
        "Trolls", "healing before it, Ralph would never be at one wound, and his printed flight could not happen",
    ),
    _choice(
        "approach_skip", "an Approach in which nobody acts", ("skip_idle", "always_play"),
        "The Approach", "the printed step to Melee is open to whoever does nothing; the example casts a spell instead",
    ),
    _choice(
        "missile_ability", "dice of a missile weapon", ("ability_plus_dice", "dice_only"),
        "Arms", "the number on the chit is of additional dice",
    ),
    _choice(
        "missile_absorb", "what takes missile hits", ("shield", "both", "neither"),
        "The Approach", "a shield does; a weapon only while it is in hand, and one who shoots has a bow there",
    ),
    _choice(
        "absorb_first", "which weapon may parry", ("first_to_absorb", "first_used", "best_held"),
        "Shields and Other Defenses", "only one weapon may absorb hits: the first that does",
    ),
    _choice(
        "plus_applies", "dice that a magic weapon may raise", ("best_dice", "weapon_dice"),
        "Magic Weapons", "any of the attack dice, up to the weapon's number",
    ),
    _choice(
        "brigands_missile", "the Brigands' missile dice", ("two_in_all", "two_plus_ability"),
        "Summary", "2m stands where others have their dice; only players add an Ability Score",
    ),
    _choice(
        "overkill", "both would die in one round", ("both_die", "hero_survives"),
        "Melee", "attacks are simultaneous; the reward is then not drawn",
    ),
)  # fmt: skip

VARIANTS = HOUSE_RULES + READINGS
