"""The switches of the rules: where the rulebook contradicts itself or leaves a gap, the readings to choose from.

Each is a finding of README.md, which argues for the default.  A switch is either a field of RULES, or it puts other
words in the place of some paragraphs (figures/readings.toml).
"""

from simkit.games.azann.schema import CODED
from simkit.games.game import Variant, choice, switch


def _choice(finding: str, name: str, title: str, choices: tuple[str, ...], section: str, reason: str) -> Variant:
    return choice(name, title, choices, section, f"{finding}: {reason}")


def _coded(finding: str, name: str, title: str, section: str, reason: str) -> Variant:
    return _choice(finding, name, title, tuple(code.name.lower() for code in CODED[name]), section, reason)


def _yes(finding: str, name: str, title: str, section: str, reason: str) -> Variant:
    return switch(name, title, True, section, f"{finding}: {reason}")


IN_RULES = (
    _coded(
        "AZ-02", "stairs_down", "the number of the stairs down", "Going Up and Down Stairs",
        "the stairs' own paragraphs, 002 to 011, speak of ascending and of descending",
    ),
    _yes(
        "AZ-03", "descend_many", "several floors may be descended in one move", "Going Up and Down Stairs",
        "the floor is the one that he wishes",
    ),
    _yes(
        "AZ-04", "stairs_bounds", "no stairs lead up from level 6", "Going Up and Down Stairs",
        "there are six floors",
    ),
    _coded(
        "AZ-07", "stair_event_arrival", "where an event on the stairs leaves him", "Going Up and Down Stairs",
        "no text sends him back, and he was on his way",
    ),
    _coded(
        "AZ-13", "escape_single_die", "the die of an escape", "Escape",
        "the section on escape has a roll of its own",
    ),
    _coded(
        "AZ-15", "nerve_check", "what passes a Nerve Check", "Nerve Checks",
        "the print makes strong nerves fail, and what is meant to help subtracts from the die",
    ),
    _coded(
        "AZ-16", "char_death", "who is dead at what", "Combat",
        "both sentences say so, and the example agrees",
    ),
    _yes(
        "AZ-17", "zero_diff_monster_turn", "a difference of zero is rolled for in the monster's attack too", "Combat",
        "the monster attacks in the same way",
    ),
    _yes(
        "AZ-18", "multi_first", "the character strikes first at every new monster", "Combat",
        "he always does unless the paragraph says otherwise",
    ),
    _coded(
        "AZ-30", "p071_bonus", "what the wraiths draw from his Magic Skill", "Adventure Paragraphs, 071",
        "each of them is given strength",
    ),
    _coded(
        "AZ-40", "spell_cost_gate", "what limits the spells", "Summary of Spells",
        "none is printed, and they may be used at any time",
    ),
    _yes(
        "AZ-41", "fireball_azann", "the Fireball kills Azann too", "Summary of Spells",
        "he is in the chart of monsters",
    ),
    _coded(
        "AZ-42", "teleport_11", "which teleport leads out of the tower", "Spell of Teleportation",
        "the two dice are read as digits everywhere else",
    ),
    _yes(
        "AZ-43", "regen_conserves", "Regeneration keeps the total", "Spell of Regeneration",
        "points are re-arranged, says its last clause",
    ),
    _coded(
        "AZ-44", "duck_out_timing", "when he may duck out", "Ducking Out",
        "at certain times only",
    ),
    _yes(
        "AZ-46", "mutual_death", "who falls together with his foe is dead", "Combat",
        "both sentences on death hold at once",
    ),
)  # fmt: skip

IN_PARAGRAPHS = (
    _choice(
        "AZ-06", "vortex_stair_arrives", "where the vortex on the stairs leaves him", ("arrives", "returns"),
        "Adventure Paragraphs, 011", "as any event on the stairs",
    ),
    _choice(
        "AZ-08", "p007", "what the nimble gain on the pitching stairs", ("literal", "success_arrives"),
        "Adventure Paragraphs, 007", "it says back to where he began",
    ),
    _choice(
        "AZ-09", "p087_at_one", "a fall at Combat Strength 1", ("agility", "die_loss", "both"),
        "Adventure Paragraphs, 087", "the later clause is the exception",
    ),
    _choice(
        "AZ-10", "p087_off_stairs", "a fall in the passage", ("injury", "nothing"),
        "Adventure Paragraphs, 068 and 087", "there is no level to fall to, but there is a floor",
    ),
    _choice(
        "AZ-11", "p089", "the plunge", ("lower_level", "one_lower", "second_die_wounds"),
        "Adventure Paragraphs, 089", "the room below is on the lower of the two levels; the second die is never used",
    ),
    _choice(
        "AZ-12", "p014_fail", "who fails to escape from 014", ("nothing", "goes_on"),
        "Adventure Paragraphs, 014", "only who does not try goes on to 032",
    ),
    _choice(
        "AZ-14", "p016_from_059", "whether the passage leads out again", ("allowed", "room_only"),
        "Adventure Paragraphs, 016 and 059", "the paragraph is the same",
    ),
    _choice(
        "AZ-19", "p020_outrun", "what follows who runs with the Jewel", ("to_019", "to_018", "escapes"),
        "Adventure Paragraphs, 019 and 020", "019 fits, and no other paragraph leads there",
    ),
    _choice(
        "AZ-20", "p018_keeps_jewel", "what is kept after the troll", ("keeps", "child_only"),
        "Adventure Paragraphs, 018", "017 sends those who carry both",
    ),
    _choice(
        "AZ-22", "p119_at_three", "who lets the child go at Agility 3", ("fights", "killed", "even_die"),
        "Adventure Paragraphs, 119", "only 2 or less kills",
    ),
    _choice(
        "AZ-23", "p042_run", "where the runner comes to", ("to_080", "to_050", "to_086"),
        "Adventure Paragraphs, 042", "the print has a meaning",
    ),
    _choice(
        "AZ-24", "item_numbers", "which of 080 and 081 is the Ruby", ("paragraphs", "summary"),
        "Summary of Magic Items; Adventure Paragraphs", "the statue with ruby eyes leads to 080",
    ),
    _choice(
        "AZ-25", "orphans", "paragraphs to which nothing leads", ("unreachable", "in_empty_rooms"),
        "Adventure Paragraphs", "the print leads nowhere near",
    ),
    _choice(
        "AZ-27", "p092_fight", "after a fight with the crowd of wraiths", ("proceeds", "to_096"),
        "Adventure Paragraphs, 092", "no paragraph is named",
    ),
    _choice(
        "AZ-29a", "duck_out_096", "ducking out before Azann", ("no_roll", "roll"),
        "Adventure Paragraphs, 097 and 106", "both name the paragraph without a roll",
    ),
    _choice(
        "AZ-29b", "p098_resistance", "what Resistance does against the jolt", ("leaves", "always_100"),
        "Adventure Paragraphs, 098", "only who has no such spell goes to 100",
    ),
    _choice(
        "AZ-29c", "p099_jewel", "who rushes Azann with the Jewel", ("to_105", "to_097", "to_100"),
        "Adventure Paragraphs, 099", "105 begins with the same loss",
    ),
    _choice(
        "AZ-29d", "p104_nerve", "after the demons", ("always_120", "nerve"),
        "Adventure Paragraphs, 104", "as printed",
    ),
    _choice(
        "AZ-29e", "p105_escape", "an escape from Azann with the Jewel", ("duck_out", "must_throw"),
        "Adventure Paragraphs, 105", "107 says what happens to who tries and fails",
    ),
    _choice(
        "AZ-29f", "p107_jewel_lost", "the Jewel that missed", ("stays", "lost"),
        "Adventure Paragraphs, 107", "only 9 or more destroys it",
    ),
    _choice(
        "AZ-29g", "p120_return", "whether Azann and the child can be met again", ("they_can", "quest_over"),
        "Adventure Paragraphs, 120", "no text forbids it",
    ),
    _choice(
        "AZ-31", "oaths", "what a broken oath costs", ("no_effect", "forfeits_jewel"),
        "Adventure Paragraphs, 028 and 072", "the Jewel's own effect is the only one told",
    ),
    _choice(
        "AZ-32", "stat_rooms_once", "rooms that give points or spells", ("unlimited", "once"),
        "Adventure Paragraphs", "no limit is printed",
    ),
    _choice(
        "AZ-34", "monster_first_text", "monsters that attack at once", ("character", "monsters"),
        "Combat; Adventure Paragraphs", "018 and 057 say it in as many words",
    ),
    _choice(
        "AZ-38", "p101_once", "the sick goblin's room after his death", ("empty", "repeatable"),
        "Adventure Paragraphs, 101", "he dies in every branch",
    ),
    _choice(
        "AZ-39", "p111", "pushing the door with no strength left", ("at_most_one", "exactly_one"),
        "Adventure Paragraphs, 111", "it reduces",
    ),
)  # fmt: skip

VARIANTS = IN_RULES + IN_PARAGRAPHS
