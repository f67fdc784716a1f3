"""A transcript of the whole game in which a referee can follow every line; and the map with everybody's way."""

import pytest
from conftest import JIT
from games.emperor.whole.tables import FIGURES, Table, dice, die, kind, pair, space

from simkit.core.log import events
from simkit.games.drawing import Stroke
from simkit.games.emperor.shared.schema import Ending as Fate
from simkit.games.emperor.shared.schema import Event as Fight
from simkit.games.emperor.whole.map import Way, draw_map, fold
from simkit.games.emperor.whole.rules import movement
from simkit.games.emperor.whole.schema import Event
from simkit.games.emperor.whole.sentences import sentences

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")


def told(table):
    """What a reader hears of the turn that was played."""
    say = sentences(FIGURES, table.setup)
    return [say(event) for event in events(table.log)]


def at(place, *others, rules=None, character="Ozmo", **said):
    """A player somewhere, who stays there; others at the Inn."""
    table = Table(character, *(others or ("Rosa",)), rules=rules)
    table.seat(0, space=place, **said)
    table.plan(0, site=place, meditates=0, flee_at=0)
    return table


def test_every_space_of_a_move_is_told_with_the_points_that_are_left():
    table = at("inn")
    table.plan(0, site="mines")
    table.turn(die(4), table.chit("great_whale"))
    assert told(table)[:5] == [
        "-- Ozmo's turn, at Inn of Nobnodd.",
        "Ozmo moves, and rolls 4.",
        "Ozmo comes to Clear south of the Inn, with 3 points left.",
        "Ozmo comes to Western Marshes 1, with 1 point left.",
        "Ozmo comes to Western Marshes 2.",
    ]


def test_the_step_of_the_talisman_is_told():
    table = at("inn", treasures=["talisman_of_quox"])
    table.plan(0, site="mines")
    table.turn(die(1), table.chit("great_whale"))
    assert told(table)[1:3] == [
        "Ozmo moves, and rolls 1, and adds 1 by the Talisman.",
        "Ozmo comes to Clear south of the Inn, with 1 point left.",
    ]


def test_a_step_back_is_told_before_the_passenger_is_led_astray():
    table = at("c02", companions={"elf_princess": "saltz"})
    table.log.written = 0
    movement.enter(table.rules, Event.STEPS, 0, space("c01"), 0, table.state, table.tally, table.log)
    assert told(table) == ["Ozmo comes to Clear south of the Inn.", "Elf Princess is led astray, and leaves Ozmo."]


def test_who_is_chased_out_is_told_so_before_his_passenger_leaves():
    table = at("grenger", companions={"elf_princess": "walled_city"})
    table.turn(die(4), table.chit("great_whale"))
    said = told(table)
    assert said.index("Elf Princess is led astray, and leaves Ozmo.") == 1 + next(
        number for number, line in enumerate(said) if line.startswith("Ozmo is chased out, to ")
    )


@pytest.mark.parametrize(
    ("face", "wounds", "said"),
    [
        (1, 0, ["Ozmo explores, rolls 1: healing of all wounds, and has none."]),
        (1, 2, ["Ozmo explores, rolls 1: healing of all wounds.", "Ozmo is healed of 2 wounds, 0 left."]),
        (6, 0, ["Ozmo explores, rolls 6: healing of one wound, and has none."]),
        (6, 2, ["Ozmo explores, rolls 6: healing of one wound.", "Ozmo is healed of 1 wound, 1 left."]),
    ],
)
def test_nobody_is_said_to_be_healed_who_has_no_wounds(face, wounds, said):
    table = at("monastery", wounds=wounds)
    table.turn(die(face))
    assert told(table)[2:] == said


def test_hits_on_familiar_and_companions_are_told():
    table = at("f08", character="Turb", familiar=6, companions={"ed_eagle": ""})
    stay = [0, 0]
    table.turn(table.chit("wild_boar"), *stay, *dice(1, 1), 2, 2, 5, 0)
    said = told(table)
    rolled = said.index("Wild Boar rolls 2 dice: 2 hits.")
    assert said[rolled + 1 : rolled + 3] == ["Ed Eagle has 1 of 5 wounds.", "Turb's familiar has 1 of 6 wounds."]
    assert said[-1] == "Wild Boar is killed."


def test_how_a_fight_ended_is_told():
    table = at("f08")
    table.policies[0].fight.flee_at = 99
    table.turn(table.chit("wild_boar"), *dice(1, 1), 0, 0, pair(12))
    assert told(table)[-1] == "Ozmo has escaped."


def test_what_is_told_of_many_is_told_in_the_plural():
    say = sentences(FIGURES, Table("Ozmo", "Rosa").setup)
    wolves = kind("wolves")
    rows = [
        (Fight.ATTACKS, wolves),
        (Fight.FOE_TRIES, 7, 6, 1),
        (Fight.STAYS, wolves, 0),
        (Fight.COMPANION_WOUNDS, wolves, 2, 9),
    ]
    rows += [(Fight.DEFENCE, 2, 1, 0, 0), (Fight.ENDS, Fate.FOE_FLED), (Fight.ENDS, Fate.FOE_KILLED)]
    assert [say(row(*numbers)) for numbers in rows] == [
        "Wolves attack!",
        "Wolves try to escape, need 6 and roll 7: away.",
        "Wolves are gone.",
        "Wolves have 2 of 9 wounds.",
        "Wolves roll 2 dice: 1 hit.",
        "Wolves have got away.",
        "Wolves are killed.",
    ]


def row(happened, *numbers):
    """A line of a log, of the first player."""
    return {"kind": happened, "side": 0, **dict(zip("abcd", (*numbers, 0, 0, 0, 0), strict=False))}


def test_who_has_lost_something_is_not_told_that_no_harm_was_done():
    table = at("c05", arms=["club"])
    table.turn(table.chit("thieves"), 1, 0)
    assert told(table)[-2:] == ["Ozmo loses the Club.", "Thieves by Night: there is no fight."]


def test_a_meditation_is_told_from_its_die_to_its_end():
    table = at("nebbswitt", character="Turb")
    table.plan(0, site="nebbswitt", meditates=1)
    table.turn(die(3), table.chit("great_whale"))
    assert told(table)[1:] == [
        "Turb meditates, and rolls 3.",
        "Turb draws Great Whale, which concerns nobody.",
        "Turb's meditation is in vain.",
    ]


def test_experience_points_are_told_where_they_count():
    for rules, said in (
        ({"experience": True}, ["Ozmo earns 7 Experience Points, and has 7."]),
        ({"improved": True}, ["Ozmo earns 7 Experience Points, and has 7."]),
        ({}, []),
    ):
        table = at("f08", rules=rules)
        table.turn(table.chit("wild_boar"), *dice(1, 1), 3, 0, 3, 0, pair(2), 1, 0)
        assert [line for line in told(table) if "Experience" in line] == said


def test_a_boat_is_returned_before_the_ship_is_taken():
    table = at("fragon_birg", vessel="boat")
    table.turn(die(3))
    assert told(table)[-2:] == ["Ozmo leaves the Boat behind.", "Ozmo takes a Ship."]


def test_a_patrol_that_is_left_behind_is_told():
    table = at("c05", patrols=1)
    table.log.written = 0
    movement.relocate(table.rules, space("inn"), 0, table.state, table.tally, table.log)
    assert told(table) == ["The patrol stays behind."]
    table.seat(0, patrols=2)
    movement.wash_ashore(table.rules, 0, table.state, table.tally, table.log)
    assert told(table)[1:] == ["2 patrols stay behind.", "Ozmo is now at The Pirate Lair."]


def test_the_dead_are_buried_before_they_are_despoiled():
    table = at("c05", rules={"blood_and_guts": True, "experience": True})
    table.seat(1, space="c05", treasures=["gold_box"], wounds=8)
    table.seat(0, wounds=0)
    table.plan(0, site="c05", challenges_from=-99, pays=0, flee_at=0)
    table.plan(1, site="c05", challenges_from=99, pays=0, flee_at=0)
    table.turn(table.chit("great_whale"), *dice(1, 1), 3, 0)
    said = told(table)
    dead = next(place for place, line in enumerate(said) if line.startswith("Rosa is dead, killed by another player"))
    number = int(table.state.seats[1].player.wound_number)
    points = f"Ozmo earns {number} Experience Points, and has {number}."
    assert said[dead + 1 : dead + 3] == ["Ozmo takes 1 treasure from Rosa.", points]


# ---- The map


def rows(*events_):
    """A log as `fold` reads it."""
    names = ("turn", "kind", "side", "a", "b")
    return [dict(zip(names, event, strict=True)) for event in events_]


LOG = rows(
    (1, Event.TURN, 0, 0, 0),
    (1, Event.STEPS, 0, 4, 3),
    (1, Event.STEPS, 0, 9, 0),
    (1, Event.FOLLOWS, 1, 9, 0),
    (2, Event.TELEPORTS, 0, 0, 20),
    (3, Event.DIES, 1, 0, 0),
)
SETUP = {"n_players": 2, "heroes": [0, 1]}


def test_the_way_of_each_player_is_kept_step_by_step():
    ways, dead = fold(SETUP, LOG, 3, 0)
    on_foot = [Way(1, (0, 4), True), Way(1, (4, 9), True)]
    assert ways == [[*on_foot, Way(2, (9, 20), False)], on_foot]  # who follows goes the same way
    assert dead == [False, True]
    assert fold(SETUP, LOG, 1, 0) == ([on_foot, on_foot], [False, False])


def test_the_map_shows_the_ways_and_not_only_where_they_end():
    before, after = (draw_map(FIGURES, SETUP, LOG, turn) for turn in (0, 2))
    lines = [[shape for shape in drawing.shapes if isinstance(shape, Stroke)] for drawing in (before, after)]
    added = lines[1][len(lines[0]) :]
    assert len(added) == 5
    assert [stroke.arrow for stroke in added] == [False, False, True, False, False]
    assert max(stroke.width for stroke in added) == added[2].width  # the turn that was last made
    assert len({stroke.colour for stroke in added}) == 2
