"""[How to Start; How to Win] How the game begins, who dies, how it ends, and who wins."""

from itertools import combinations

import pytest
from conftest import JIT
from games.emperor.whole.tables import (
    ARMS,
    NRUFF,
    OZMO,
    ROSA,
    TURB,
    Table,
    dice,
    die,
    four,
    kind,
    pair,
    rules_of,
    space,
)

from simkit.games.emperor.whole import play
from simkit.games.emperor.whole.rules import encounters, pools
from simkit.games.emperor.whole.schema import KILLED_BY_PLAYER, Ending, Event

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")
IMPERIALS = [
    "emerald_of_life", "talisman_of_quox", "palantir_of_zog", "sceptre_of_balladan", "battle_ring_of_gorath",
    "grail_of_pale",
]  # fmt: skip


# ---- How it begins


def test_each_begins_at_the_inn_with_a_chit_of_arms_and_the_spells_of_his_class():
    """Variants `starting_arms` and `first_player`."""
    for arms in (True, False):
        for first in ("random", "first_seat"):
            said = {"starting_arms": arms, "first_player": first}
            table = Table("Ozmo", "Rosa", "Turb", "Nruff", rules=said)
            table.state.seats[:] = 0
            rolls = [*[0, 1, 2, 3] * arms, *[die(3)] * (first == "random")]
            begun = lambda rules, state, tally, d, log, t=table: play.begin(  # noqa: E731
                rules, t.setup, t.policies, state, tally, d, log
            )
            table.roll(begun, rolls)
            assert [table.where(who) for who in range(4)] == ["inn"] * 4
            assert [len(table.arms(who)) for who in range(4)] == [int(arms)] * 4
            assert [len(table.spells(who)) for who in range(4)] == [0, 2, 4, 1]
            assert table.state.active == (TURB if first == "random" else OZMO)


# ---- Death


def killed(rules=None, **seat):
    """Ozmo, with one wound left, is killed by a Black Bear."""
    table = four(rules)
    wounds = int(table.state.seats[OZMO].player.wound_number) - 1
    table.seat(OZMO, wounds=wounds, **seat)
    table.plan(OZMO, flee_at=0)
    table.turn(table.chit("black_bear"), *dice(1, 1), 0, 3)
    return table


def test_the_dead_are_out_and_their_goods_go_to_the_pools():
    """Variant `dead_possessions`."""
    for reading, returned in (("pools", True), ("out_of_play", False)):
        table = killed(
            {"dead_possessions": reading}, treasures=["gold_box", "magic_axe"], arms=["club"], clues=["clue_3"],
        )  # fmt: skip
        seat = table.state.seats[OZMO]
        assert (seat.alive, seat.killer, seat.grave) == (0, kind("black_bear"), space("f08"))
        assert (table.holds(OZMO), table.arms(OZMO), seat.player.clues) == ([], [], 0)
        assert (pools.held_goods(table.state, 10) == 0) == returned
        assert (pools.held_arms(table.state, ARMS.index("magic_axe")) == 0) == returned
        assert (pools.held_arms(table.state, ARMS.index("club")) == 0) == returned
        assert table.told(Event.DIES) == [(OZMO, kind("black_bear"), space("f08"), 0, 0)]
        assert table.state.active == ROSA
        table.state.active = NRUFF
        play.pass_turn(table.rules, table.policies, table.state, table.tally, table.log)
        assert table.state.active == ROSA  # his turn is passed over


def test_the_emerald_restores_and_must_be_found_again():
    table = four()
    table.seat(OZMO, wounds=int(table.state.seats[OZMO].player.wound_number) - 1, treasures=["emerald_of_life"])
    table.plan(OZMO, flee_at=99, redeems=0, rests_at=0)
    table.turn(table.chit("black_bear"), *dice(1, 1), 0, 1, pair(12))
    assert (table.state.seats[OZMO].alive, table.state.seats[OZMO].player.wounds) == (1, 0)
    assert pools.discovered(table.rules, table.state) == 0
    assert pools.held_goods(table.state, 0) == 0


# ---- How the game ends


def test_how_many_imperials_end_the_game():
    rules = rules_of()
    assert [int(rules.imperials_to_end[n]) for n in range(2, 9)] == [4, 4, 4, 5, 6, 6, 6]


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 8])
def test_the_game_ends_as_soon_as_enough_are_drawn(n):
    names = ["Ozmo", "Rosa", "Turb", "Nruff", "Alatha", "Fighter B", "Cleric B", "Magician B"][:n]
    for ends in (True, False):
        table = Table(*names, rules={"imperials_end": ends})
        needed = {2: 4, 3: 4, 4: 4, 5: 5, 6: 6, 7: 6, 8: 6}[n]
        table.seat(0, treasures=IMPERIALS[1 : needed - 1])
        table.state.returned = 1  # the Emerald is with the Emperor
        drawn = [table.treasure(IMPERIALS[needed - 1]), *[0] * (not ends)]
        assert table.roll(pools.draw_treasures, drawn, 2, 0) == 2 - ends
        assert table.state.ending == (Ending.IMPERIALS_FOUND if ends else 0)


def test_one_survivor():
    """Variant `last_survivor`."""
    for reading, ending in (("ends", Ending.LAST_SURVIVOR), ("plays_on", 0)):
        table = Table("Ozmo", "Rosa", rules={"last_survivor": reading})
        encounters.die(table.rules, kind("wolves"), 0, table.state, table.tally, table.log)
        assert table.state.ending == ending
        if reading == "plays_on":
            encounters.die(table.rules, KILLED_BY_PLAYER, 1, table.state, table.tally, table.log)
            assert table.state.ending == Ending.ALL_DEAD
            found = table.outcome()
            assert (found.winner, found.deaths, found.players["share"].sum()) == (-1, 2, 0)


def test_a_survivor_wins_whatever_he_has():
    table = Table("Ozmo", "Rosa")
    encounters.die(table.rules, kind("wolves"), 0, table.state, table.tally, table.log)
    found = table.outcome()
    assert (found.ending, found.winner, found.players[1].share) == (Ending.LAST_SURVIVOR, 1, 840)


def test_the_time_limit_gives_each_one_more_turn():
    for limit in (1, 3, 4):
        table = Table("Ozmo", "Rosa", "Turb", "Nruff", rules={"time_limit": limit})
        took = []
        for who in range(4):
            table.seat(who, space="saltz")
            table.plan(who, site="saltz", meditates=0)
        for _ in range(30):
            if table.state.ending:
                break
            took.append(int(table.state.active))
            table.turn(die(4))
        assert table.state.ending == Ending.TIME_LIMIT
        assert len(took) == limit + 4
        assert took[limit:] == [(limit + place) % 4 for place in range(4)]


def test_the_dead_do_not_stretch_the_time_limit():
    table = Table("Ozmo", "Rosa", "Turb", "Nruff", rules={"time_limit": 2})
    table.seat(TURB, alive=0)
    took = []
    for who in range(4):
        table.seat(who, space="saltz")
        table.plan(who, site="saltz", meditates=0)
    for _ in range(30):
        if table.state.ending:
            break
        took.append(int(table.state.active))
        table.turn(die(4))
    assert took == [OZMO, ROSA, NRUFF, OZMO, ROSA]


# ---- Who wins


@pytest.mark.parametrize("shared_by", [group for n in (1, 2, 3, 4) for group in combinations(range(4), n)])
def test_ties_are_shared_evenly(shared_by):
    table = four()
    riches = ["gold_box", "gold_crown", "gold_cup", "gold_necklace"]
    for who in shared_by:
        table.seat(who, treasures=[riches[who]])
    found = table.outcome()
    shares = [int(found.players[who].share) for who in range(4)]
    assert shares == [840 // len(shared_by) if who in shared_by else 0 for who in range(4)]
    assert found.winner == (shared_by[0] if len(shared_by) == 1 else -1)


def test_imperials_may_break_a_tie():
    """Variant `tie_rule`."""
    for reading, shares in (("shared", [420, 420]), ("imperials", [0, 840])):
        table = Table("Ozmo", "Rosa", rules={"tie_rule": reading})
        table.seat(0, treasures=["gold_box"])
        table.seat(1, treasures=["grail_of_pale"])
        found = table.outcome()
        assert [int(found.players[who].share) for who in range(2)] == shares
        assert [int(found.players[who].treasures) for who in range(2)] == [1, 1]


def test_all_treasures_count_alike_and_arms_and_clues_do_not():
    table = Table("Ozmo", "Rosa")
    table.seat(0, treasures=["sack_of_silver", "scroll_heal", "magic_dagger"])
    table.seat(1, treasures=["emerald_of_life", "large_ruby"], arms=["axe", "club"], clues=["clue_2"])
    assert table.outcome().winner == 0


def test_the_dead_do_not_win():
    table = four()
    table.seat(ROSA, treasures=["gold_box"], alive=0)
    assert table.outcome().players[ROSA].share == 0
