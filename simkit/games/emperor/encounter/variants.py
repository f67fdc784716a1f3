"""The switches of the rules: house rules, and the readings where the rulebook leaves a choice.

Defaults are the readings that README.md argues for; a switch whose default is a printed figure has None here.
"""

from simkit.games.game import Variant, choice, switch
from simkit.games.keys import Key


def yes(name: str, title: str, section: str, *, default: bool = True) -> Variant:
    """A house rule that is on or off."""
    return switch(name, title, default, section, "house rule")


HOUSE_RULES = (
    Variant(Key("hit_face", "int", "lowest face that hits", low=2, high=6), "Melee", "printed: 5 or 6 hits"),
    Variant(Key("escape_target", "int", "modified roll that escapes", low=2, high=12), "Escape Attempt", "printed: 7"),
    yes("parry", "weapons parry", "Shields and Other Defenses"),
    yes("shield", "shields absorb", "Shields and Other Defenses"),
    yes("escape_first", "attempts to escape come before the blows of a round", "Escape Attempt", default=False),
    choice(
        "attacks", "who strikes first in a round", ("simultaneous", "hero_first", "foe_first"),
        "Melee", "printed: attacks are simultaneous",
    ),
)  # fmt: skip

READINGS = (
    choice(
        "encounter_counts", "number of chits", ("summary", "descriptions", "clues_8_only"),
        "Encounter Descriptions; Summary",
        "only the Summary's counts give the 42 chits of the inventory and the table of the Strategy Tips",
    ),
    choice(
        "brigands_terrain", "where Brigands are found", ("land", "anywhere"),
        "Encounter Descriptions; Summary", "the description is the longer text, and they have no ship",
    ),
    choice(
        "coastal_land", "what counts as coastal land", ("five_civilized", "any_shore"),
        "The Map", "the map defines coastal areas as the five civilized ones beside the sea",
    ),
    choice(
        "arms_limit", "what the limit of five counts", ("five_chits", "five_kinds"),
        "Arms", "two daggers count as two of the four arms in the example of play",
    ),
    choice(
        "olliver_flee", "when Olliver runs", ("more_than_half", "half"),
        "Olliver J. Dragon", "more than half of 20 is 11",
    ),
    choice(
        "olliver_alone", "what Olliver does to a hero with no rival", ("sent_on", "attacks"),
        "Olliver J. Dragon", "a player who meets him may always send him on",
    ),
    choice(
        "attacker_escape_roll", "how a creature gets away", ("mirror", "automatic"),
        "Escape Attempt", "the same roll with the difference reversed is the only one described",
    ),
    choice(
        "attacker_must_flee", "whether a creature in peril tries to get away", ("must", "stays"),
        "Escape Attempt", "most are required to; the exceptions are named",
    ),
    choice(
        "flee_reward", "when a creature that leaves pays its reward", ("also_when_let_go", "roll_only"),
        "Encounter Descriptions", "it has run away either way",
    ),
    choice(
        "troll_who", "which troll has which numbers", ("ralph_3_10_6", "swapped"),
        "Summary", "the numbers stand in the order of the names",
    ),
    choice(
        "troll_regen_timing", "when a troll heals", ("after_flee_check", "before_flee_check"),
        "Trolls", "healing before it, Ralph would never be at one wound, and his printed flight could not happen",
    ),
    choice(
        "approach_skip", "an Approach in which nobody acts", ("skip_idle", "always_play"),
        "The Approach", "the printed step to Melee is open to whoever does nothing; the example casts a spell instead",
    ),
    choice(
        "missile_ability", "dice of a missile weapon", ("ability_plus_dice", "dice_only"),
        "Arms", "the number on the chit is of additional dice",
    ),
    choice(
        "missile_absorb", "what takes missile hits", ("shield", "both", "neither"),
        "The Approach", "a shield does; a weapon only while it is in hand, and one who shoots has a bow there",
    ),
    choice(
        "absorb_first", "which weapon may parry", ("first_to_absorb", "first_used", "best_held"),
        "Shields and Other Defenses", "only one weapon may absorb hits: the first that does",
    ),
    choice(
        "plus_applies", "dice that a magic weapon may raise", ("best_dice", "weapon_dice"),
        "Magic Weapons", "any of the attack dice, up to the weapon's number",
    ),
    choice(
        "brigands_missile", "the Brigands' missile dice", ("two_in_all", "two_plus_ability"),
        "Summary", "2m stands where others have their dice; only players add an Ability Score",
    ),
    choice(
        "overkill", "both would die in one round", ("both_die", "hero_survives"),
        "Melee", "attacks are simultaneous; the reward is then not drawn",
    ),
)  # fmt: skip

MAGIC = (
    choice(
        "ball_of_fire", "figures of the Ball of Fire", ("description_3_3", "example_4_4"),
        "Spell Descriptions; Example of Play", "the example uses those of the Bolt of Lightning",
    ),
    choice(
        "rock_wall", "whether magicians know a Rock Wall", ("included", "absent"),
        "Spell Descriptions", "seven kinds are announced, six described, and this one is mentioned",
    ),
    choice(
        "spell_stops_attack", "Fog, Fear, Teleport, Snare and charms against the attack of that round",
        ("stops", "lands"), "Use of Magic",
        "the encounter is over, or the creature held, before hits are counted",
    ),
    choice(
        "spell_and_absorb", "whether a caster's shield absorbs", ("absorbs", "does_not"),
        "Use of Magic", "no other action is not no defence",
    ),
    choice(
        "familiar_summoned", "what summoning a familiar costs in a battle", ("a_round", "nothing"),
        "Familiar", "who casts a spell takes no other action in that round; that no die is rolled makes it no swifter",
    ),
    yes("escape_after_casting", "a caster may try to escape in that round", "Use of Magic", default=False),
    yes("teleport_drops", "who teleports out of an encounter drops a possession", "Teleport", default=False),
    choice(
        "snare_details", "how long a snare holds", ("next_rounds", "this_round_counts", "one_hit", "may_flee"),
        "Elvin Snare", "each hit holds three rounds, after the one in which it is cast; a held creature cannot run",
    ),
    choice(
        "absorb_order", "what takes hits first", ("ward_first", "shield_first"),
        "Shields and Other Defenses; Spell Descriptions",
        "a barrier absorbs the first hits that would have been inflicted",
    ),
    choice(
        "speak_targets", "what Speak to Animals works on", ("animals", "with_olliver", "with_trolls", "land_animals"),
        "Spell Descriptions", "beasts; trolls are trolls, and Olliver is Olliver",
    ),
    choice(
        "phrase_targets", "whom the Phrase of Friendship works on", ("with_wastrels", "listed_only"),
        "Spell Descriptions", "Wastrels are a small group of humans, if a scraggly one",
    ),
    choice(
        "princess_bolt", "wounds of the Princess's bolt", ("as_spell", "one_a_hit"),
        "Elf Princess", "an elvin bolt is a spell with a description",
    ),
    choice(
        "sorcerer_gives_up", "what the Sorcerer takes", ("magic", "with_stone"),
        "Evil Sorcerer", "all magic treasures; the Stone of Fire is a thing of its own",
    ),
    choice(
        "mad_magician_items", "what the Mad Magician trades for", ("with_imperials", "without_imperials"),
        "Mad Magician", "the Imperial Treasures are magical",
    ),
)  # fmt: skip

COMPANY_AND_SEA = (
    choice(
        "companion_vs_shield", "the shield and the even split of hits", ("split_first", "shield_first"),
        "Traveling Companions", "the split is between companion and player with his shield",
    ),
    choice(
        "companion_check", "when companions roll to stay", ("fights", "any_hostile_draw"),
        "Traveling Companions", "before a hostile encounter, which is one that fights",
    ),
    choice(
        "vessel_hits", "order of shield, weapon and vessel", ("shield_first", "free_choice_first"),
        "Hostile Encounters at Sea", "the example's shield and axe absorb before there is a choice",
    ),
    yes("vessel_dice_approach", "a vessel's dice count in the Approach", "Hostile Encounters at Sea", default=False),
    choice(
        "lost_at_sea", "what rolls to be saved", ("everything", "shields_kept"),
        "Lost at Sea", "weapons, treasures and clues; arms are meant",
    ),
    choice(
        "lost_at_sea_companions", "what becomes of companions in a shipwreck", ("kept", "lost", "rolled"),
        "Lost at Sea", "the rules say where they stay behind (Teleport, the Genie); here they name possessions alone",
    ),
    choice(
        "scroll_storm", "what a barrier takes of a storm", ("first_hits", "all"),
        "Storms at Sea", "it absorbs six hits",
    ),
    choice(
        "thieves_vessel", "whether Thieves may take a vessel", ("rolled", "exempt"),
        "Thieves by Night", "every personal possession, and a vessel is one",
    ),
    choice(
        "drop_choice", "who picks the dropped possession", ("owner", "random", "opponent"),
        "Escape Attempt", "any single one: the owner's choice",
    ),
)  # fmt: skip

VARIANTS = HOUSE_RULES + READINGS + MAGIC + COMPANY_AND_SEA
