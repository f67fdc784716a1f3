"""[Meditating; Magic Spells] Spells that come back, and healing in place of moving."""

import pytest
from conftest import JIT
from games.emperor.whole.tables import Table, dice, die, rules_of, space

from simkit.core.dice import loaded_dice
from simkit.games.emperor.whole import policies
from simkit.games.emperor.whole.rules import goals, turns
from simkit.games.emperor.whole.schema import Event

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")


# ---- Meditating


def meditating(place, who="Turb", spells=(), rules=None):
    table = Table(who, "Ozmo", rules=rules)
    table.seat(0, space=place, spells=list(spells))
    table.plan(0, site=place, meditates=1)
    return table


@pytest.mark.parametrize(("face", "learns"), [(1, False), (2, True), (3, False), (4, True), (5, False), (6, True)])
def test_an_even_die_brings_a_spell_back(face, learns):
    table = meditating("saltz")
    chit = [table.chit("great_whale")] if face == 3 else []  # of the chart only Encounter and Must Leave count
    table.turn(die(face), *chit)
    assert len(table.spells(0)) == learns
    assert table.arms(0) == []
    assert table.told(Event.EXPLORES) == []


def test_must_leave_ends_a_meditation():
    table = meditating("monastery")
    table.turn(die(4), table.chit("great_whale"))
    assert (table.spells(0), table.where(0) == "monastery") == ([], False)


def test_a_fight_ends_a_meditation_and_a_friendly_chit_does_not():
    for chit, n in (("great_whale", 1), ("holy_woman", 1), ("black_bear", 0)):
        table = meditating("f08")
        table.plan(0, site="f08", bolts_from=1)
        table.seat(0, spells=["bolt_of_lightning"] * (chit == "black_bear"))
        rolls = [table.chit(chit)]
        if chit == "black_bear":
            rolls += [*dice(1, 1), 4, 0, 0]  # four hits of four wounds
        table.turn(die(2), *rolls)
        assert len(table.spells(0)) == n, chit


def test_meditating_in_the_mines():
    """Variant `mines_meditation`: the chart's 4 chases one away, or the chart is left alone."""
    for reading, out in (("chit_and_chart", True), ("chit", False)):
        table = meditating("mines", rules={"mines_meditation": reading})
        assert table.rules.spaces[space("mines")].worth > 0
        table.state.seats[0].meditation = 4
        called = table.roll(turns.calls_for_chit, [], table.policies, 1, True, 0)
        assert (table.where(0) != "mines") == out
        assert called == out


def learn(table, who, *rolls):
    learning = lambda rules, policy, state, tally, d, log: turns.learn_spell(rules, policy, who, state, tally, d)  # noqa: E731
    return table.roll(learning, rolls, table.policies[who])


def test_who_decides_by_the_dice_chooses_his_spells_by_them():
    table = Table("Turb", "Ozmo")
    table.seat(0, spells=["bolt_of_lightning"])
    table.plan(0, "wanderer")
    # Six are left: ball of fire, familiar, fog, teleport, fear, rock wall; then five.
    assert (learn(table, 0, die(5)), learn(table, 0, die(5))) == (5, 12)
    assert table.spells(0) == ["bolt_of_lightning", "fear", "rock_wall"]


def test_a_spell_is_learnt_only_while_the_economy_has_it_and_the_hand_has_room():
    table = Table("Turb", "Magician B", "Rosa")
    table.seat(0, spells=["bolt_of_lightning"])
    table.seat(1, spells=["bolt_of_lightning", "ball_of_fire"])
    table.seat(2, spells=["heal_completely", "invisible_barrier"])
    learnt = [learn(table, 0) for _ in range(4)]
    assert table.spells(0) == ["familiar", "stinking_fog", "bolt_of_lightning", "ball_of_fire"]
    assert learnt[-1] == -1  # four are held
    assert learn(table, 2) == -1  # two are
    table.seat(0, spells=["familiar"])
    table.rules = rules_of(**{"constants.spell_copies": 1})
    assert learn(table, 0) != 3  # the other magician has the only bolt


def test_a_fighter_has_nothing_to_meditate_for():
    table = Table("Ozmo", "Rosa")
    table.seat(0, space="saltz")
    table.plan(0, site="saltz", meditates=1)
    assert goals.choose_mode(table.rules, table.policies[0], 0, table.state, table.tally, loaded_dice([]))[0] == 0


def test_the_rock_wall_is_learnt_unless_it_is_absent():
    """Variant `rock_wall`."""
    for reading, known in (("included", True), ("absent", False)):
        table = Table("Turb", "Rosa", rules={"rock_wall": reading})
        assert policies.spell_to_learn(table.rules, table.state.seats[0].player, 12) == known


def test_a_meditation_does_not_outlast_its_turn():
    """Who meditated and is driven out of an encounter in another's turn explores where he lands as anybody would."""
    table = meditating("nebbswitt")
    table.turn(die(2))
    assert table.state.seats[0].meditation == 0


# ---- Healing in place of moving


def test_a_cleric_heals_himself_and_may_explore():
    """Variant `explore_after_healing`."""
    for explores in (True, False):
        table = Table("Rosa", "Ozmo", rules={"explore_after_healing": explores})
        table.seat(0, space="saltz", wounds=8, spells=["heal_completely"])
        table.plan(0, site="saltz", heals_by_spell=4)
        table.turn(*[die(5)] * explores)
        assert (table.state.seats[0].player.wounds, table.spells(0)) == (0, [])
        assert len(table.told(Event.EXPLORES)) == explores


def test_a_cleric_heals_another_in_the_same_space_and_nobody_elsewhere():
    for place, healed in (("saltz", True), ("inn", False)):
        table = Table("Rosa", "Ozmo")
        table.seat(0, space="saltz", spells=["heal_completely"])
        table.seat(1, space=place, wounds=9)
        table.plan(0, site="saltz", heals_by_spell=4, heals_others=1, meditates=0)
        table.turn(die(5))
        assert table.state.seats[1].player.wounds == (0 if healed else 9)
        assert len(table.told(Event.HEALS_OTHER)) == healed
