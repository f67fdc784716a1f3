"""Every other reading of a paragraph: switch, choice, and a branch that the default does not have."""

import re

import pytest
from games.azann.tower import (
    BOTH,
    CHILD,
    FIGURES,
    JEWEL,
    NO,
    STRONG,
    UP,
    WARRIOR,
    YES,
    die,
    has,
    read,
    rules_of,
)

from simkit.games.azann.variants import IN_PARAGRAPHS

READINGS = [
    ("vortex_stair_arrives", "returns", 11, [], UP, "090"),
    ("p007", "success_arrives", 7, [], UP, "level 3"),
    ("p087_at_one", "die_loss", 87, [die(3)], {**has(combat=1), **UP}, "level 2", (0, 4, 4)),
    ("p087_at_one", "both", 87, [die(3)], {**has(combat=1), **UP}, "level 2", (0, 3, 4)),
    ("p087_off_stairs", "nothing", 68, [], {}, "level 1"),
    ("p089", "one_lower", 89, [die(3)], {**has(agility=1), "level": 3, "bound": 4}, "023"),
    ("p089", "second_die_wounds", 89, [die(2), die(3)], {**has(agility=1), **UP}, "023", (2, 1, 4)),
    ("p014_fail", "goes_on", 14, [YES, die(6)], {}, "032"),
    ("p016_from_059", "room_only", 59, [die(4)], {}, "level 1"),
    ("p020_outrun", "to_018", 20, [NO], JEWEL, "018"),
    ("p020_outrun", "escapes", 20, [NO], JEWEL, "JEWEL"),
    ("p119_at_three", "killed", 119, [], {**has(agility=3), **CHILD}, "DEAD"),
    ("p119_at_three", "even_die", 119, [die(3)], {**has(agility=3), **CHILD}, "DEAD"),
    ("p119_at_three", "even_die", 119, [die(4)], {**has(agility=3), **CHILD}, "fight troll"),
    ("p042_run", "to_050", 42, [NO], {}, "050"),
    ("p042_run", "to_086", 42, [NO], {}, "086"),
    ("orphans", "in_empty_rooms", 16, [NO, die(4)], {}, "074"),
    ("orphans", "in_empty_rooms", 23, [die(4)], {}, "113"),
    ("orphans", "in_empty_rooms", 62, [die(4)], {}, "117"),
    ("duck_out_096", "roll", 97, [NO, YES, die(3)], {}, "098", (4, 3, 4)),
    ("duck_out_096", "roll", 97, [NO, YES, die(4)], {}, "104", (4, 3, 4)),
    ("duck_out_096", "roll", 106, [NO, NO, YES, die(4)], {}, "099", (4, 3, 4)),
    ("p098_resistance", "always_100", 98, [], {"spells": ["resistance"]}, "100"),
    ("p099_jewel", "to_097", 99, [], JEWEL, "097", (0, 4, 4)),
    ("p099_jewel", "to_100", 99, [], JEWEL, "100", (0, 4, 4)),
    ("p105_escape", "must_throw", 105, [], JEWEL, "107", (0, 4, 4)),
    ("oaths", "forfeits_jewel", 99, [], JEWEL, "097"),
    ("oaths", "forfeits_jewel", 105, [], JEWEL, "fight azann"),
    ("monster_first_text", "monsters", 12, [NO, die(4)], {}, "ambush ogre ogre"),
    ("monster_first_text", "monsters", 13, [NO, die(5)], {}, "ambush troll troll"),
    ("monster_first_text", "monsters", 21, [], {}, "ambush goblin"),
    ("monster_first_text", "monsters", 52, [], {}, "ambush goblin goblin goblin"),
    ("monster_first_text", "monsters", 110, [], {}, "ambush goblin goblin goblin"),
    ("p101_once", "repeatable", 101, [YES], {"facts": ["goblin_dead"]}, "094"),
    ("p111", "exactly_one", 111, [YES], has(combat=0), "108", (1, 4, 4)),
]
ELSEWHERE = {
    "p018_keeps_jewel", "item_numbers", "p092_fight", "p104_nerve", "p107_jewel_lost", "p120_return", "stat_rooms_once",
}  # fmt: skip


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: f"{reading[0]}-{reading[1]}-{reading[2]:03}")
def test_another_reading_leads_elsewhere(reading):
    switch, choice, number, shown, given, leads, *points = reading
    scene = read(number, *shown, rules=rules_of(**{switch: choice}), **given)
    assert scene.leads == leads
    unchanged = tuple({**STRONG, **given}[stat] for stat in STRONG)
    assert scene.points == (points[0] if points else unchanged)


def test_no_reading_is_left_out():
    told = {(switch, choice) for switch, choice, *_ in READINGS}
    choices = {(variant.key.name, choice) for variant in IN_PARAGRAPHS for choice in variant.key.choices[1:]}
    assert {pair for pair in choices - told if pair[0] not in ELSEWHERE} == set()
    assert told <= choices


def through(number, *shown, choice, **given):
    """A paragraph and its fight to the end, under another reading, by a strong fighter."""
    strong = {"combat": 20, "agility": 20, **given}
    return read(number, *shown, through=True, policy=WARRIOR, rules=rules_of(**choice), **strong)


def test_vortex_stair_arrives_or_returns():
    assert read(11, rules=rules_of(vortex_stair_arrives="returns"), **UP).state.bound == 0
    assert read(11, **UP).state.bound == 3


def test_p018_keeps_jewel_or_the_child_only():
    assert through(18, choice={"p018_keeps_jewel": "child_only"}, **BOTH).leads == "CHILD"


def test_item_numbers_of_ruby_and_sphere():
    summary = rules_of(item_numbers="summary")
    assert [int(read(number, YES, rules=summary).state.offered) for number in (80, 81)] == [3, 2]
    assert [int(read(number, YES).state.offered) for number in (80, 81)] == [2, 3]


def test_p092_fight_proceeds_or_leads_to_096():
    strong, one_wraith = {"combat": 30, "agility": 30, "level": 6}, [NO, die(1), 0, 0]  # both blows take its strength
    assert read(92, *one_wraith, through=True, **strong).leads == "level 6"
    assert read(92, *one_wraith, through=True, rules=rules_of(p092_fight="to_096"), **strong).leads == "096"


def test_p104_nerve_before_azann():
    assert through(104, die(6), choice={"p104_nerve": "nerve"}).leads == "105"
    assert through(104, die(6), choice={"p104_nerve": "nerve", "nerve_check": "printed"}).leads == "120"


def test_p107_jewel_that_missed_stays_or_is_lost():
    shown = [die(4), NO, die(4)]
    assert read(107, *shown, facts=["jewel"]).facts == {"jewel"}
    assert read(107, *shown, facts=["jewel"], rules=rules_of(p107_jewel_lost="lost")).facts == set()


def test_p120_return_or_the_quest_is_over():
    assert read(120, rules=rules_of(p120_return="quest_over")).facts == {"azann_gone"}
    assert read(120).facts == set()


# Paragraphs that give points: what is shown when they do, how many, and the dice of a second visit.
GIVE_POINTS = [
    (36, [], 1, []), (46, [], 2, []), (54, [die(1)], 2, [die(1)]), (56, [], 1, []), (90, [die(2)], 2, []),
    (91, [die(1)], 1, [die(1)]), (112, [die(4)], 1, [die(1)]), (114, [die(3)], 2, [die(1)]),
    (117, [die(1), 0, 0, 0], 3, []), (117, [die(5), 0, 0, 0, 0], 4, []),
]  # fmt: skip


@pytest.mark.parametrize(("number", "shown", "gained", "again"), GIVE_POINTS)
def test_stat_rooms_once_pay_once(number, shown, gained, again):
    once = rules_of(stat_rooms_once="once", orphans="in_empty_rooms")
    first = read(number, *shown, rules=once)
    assert sum(first.points) == 12 + gained
    assert sum(read(number, *again, rules=once, paid=int(first.state.paid)).points) == 12
    assert sum(read(number, *shown, paid=int(first.state.paid)).points) == 12 + gained


def test_stat_rooms_once_041_teaches_one_spell():
    once = rules_of(stat_rooms_once="once")
    first = read(41, 0, spells=["fireball"], rules=once)
    assert first.spells == {"teleportation", "fireball"}
    assert read(41, spells=["fireball"], rules=once, paid=int(first.state.paid)).spells == {"fireball"}


@pytest.mark.parametrize(("number", "shown", "given"), [
    (54, [die(5)], {}), (91, [die(6)], {"magic": 2}), (90, [], {"magic": 8}),
    (112, [die(5)], {}), (114, [die(4)], {"magic": 2}),
])  # fmt: skip
def test_stat_rooms_once_what_gives_nothing_has_not_paid(number, shown, given):
    once = rules_of(stat_rooms_once="once")
    assert int(read(number, *shown, rules=once, **given).state.paid) == 0


@pytest.mark.parametrize(("number", "shown", "magic"), [(112, [die(6)], 4), (114, [die(6)], 2)])
def test_stat_rooms_once_what_takes_takes_again(number, shown, magic):
    once = rules_of(stat_rooms_once="once")
    everything_paid = (1 << 20) - 1
    assert read(number, *shown, rules=once, paid=everything_paid, magic=magic).points == (3, 4, magic)


def test_stat_rooms_once_is_said_of_every_paragraph_that_pays():
    """All that give points or a spell; the second branch of 117 is behind its first."""
    paragraphs = FIGURES.tree["paragraphs"]
    pays = {name for name, paragraph in paragraphs.items() if re.search(r"\b(gain|learn)\b", paragraph["does"])}
    assert pays - {"117_long"} == set(FIGURES.tree["readings"]["stat_rooms_once"]["once"])
    assert {int(name) for name in pays - {"117_long"}} == {number for number, *_ in GIVE_POINTS} | {41}


def test_stat_rooms_once_have_bits_of_their_own():
    once = rules_of(stat_rooms_once="once")
    dice = {number: shown for number, shown, *_ in GIVE_POINTS} | {41: [0]}
    paid = [int(read(number, *shown, rules=once).state.paid) for number, shown in dice.items()]
    assert sorted(paid) == [1 << bit for bit in range(10)]
