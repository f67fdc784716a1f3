"""Scripted players: what each decision says, what each named policy makes of it, and that the dice decide fairly."""

from functools import partial

import numpy as np
import pytest
from conftest import JIT
from games.emperor.encounter.battles import (
    ARMS,
    GAME,
    MELEE_AT_ONCE,
    die,
    exactly,
    fight,
    pair,
    rules_of,
    scenario,
)

from simkit.core.log import MOST_EVENTS
from simkit.core.records import filled, freeze
from simkit.games.emperor.encounter.policies import (
    choose_weapon,
    flees,
    gives_up_magic,
    hits_on_vessel,
    lets_go,
    pays,
    runs,
    shoots,
    surrenders,
    trades,
    walks_away,
)
from simkit.games.emperor.encounter.rules.possessions import n_treasures
from simkit.games.emperor.shared.presets import SPARES, WEAPONS
from simkit.games.emperor.shared.schema import AT_RANDOM, BATTLE, NOTHING, PLAYER, POLICY, Event, Policy
from simkit.games.emperor.shared.terms import Spares, Weapon
from simkit.study.runs import runner

SCRIPTED, RANDOM = int(Policy.SCRIPTED), int(Policy.RANDOM)
UNKNOWN = 99


def policy(**values):
    return freeze(filled(POLICY, **{"kind": SCRIPTED, **values}))[0]


def battle(**values):
    nothing = dict.fromkeys(("strongest", "sturdiest", "launcher", "shield", "weapon", "parry_arm"), NOTHING)
    return filled(BATTLE, **{**nothing, **values})[0]


def player(**values):
    return filled(PLAYER, **values)[0]


# ---- Decisions


@pytest.mark.parametrize("flee_at", [0, 1, 4, 99])
def test_flees_with_so_many_wounds_left_or_fewer(flee_at):
    for wounds in range(10):
        left = 10 - wounds
        assert flees(policy(flee_at=flee_at), player(wound_number=10, wounds=wounds)) == int(left <= flee_at)


HABITS = {
    "lets_go": lets_go,
    "pays": pays,
    "surrenders": surrenders,
    "gives_up": gives_up_magic,
    "trades": trades,
    "walks_away": walks_away,
}


def seen_by(decision, chosen):
    """What a decision sees, the policy among it."""
    hurt = player(wound_number=9, wounds=1)
    if decision in ("pays", "surrenders", "gives_up"):
        return chosen, hurt
    if decision == "walks_away":
        return rules_of().foes[0], chosen, hurt, battle()
    return (chosen,)


@pytest.mark.parametrize("yes", [0, 1])
@pytest.mark.parametrize("habit", HABITS)
def test_habits_are_said_by_the_policy(habit, yes):
    others = dict.fromkeys(HABITS, 1 - yes)
    chosen = policy(**{**others, habit: yes, "yields_at": 99, "runs_from": 99})
    assert HABITS[habit](*seen_by(habit, chosen)) == yes


@pytest.mark.parametrize("kind", [SCRIPTED, RANDOM])
def test_shoots_only_with_something_to_shoot_with(kind):
    armed, unarmed = battle(launcher=ARMS.index("sling")), battle()
    assert not shoots(policy(kind=kind, shoots=1), unarmed)
    assert shoots(policy(kind=kind, shoots=1), armed)
    assert shoots(policy(kind=kind, shoots=0), armed) == (kind == RANDOM)


@pytest.mark.parametrize("parry_left", [0, 1, 3])
def test_choose_weapon_the_sturdiest_until_it_has_parried_all_it_can(parry_left):
    both = battle(strongest=ARMS.index("magic_mace"), sturdiest=ARMS.index("axe"))
    assert choose_weapon(policy(weapon=int(Weapon.STRONGEST)), both, parry_left) == both.strongest
    expected = both.sturdiest if parry_left else both.strongest
    assert choose_weapon(policy(weapon=int(Weapon.STURDIEST)), both, parry_left) == expected


DECISIONS = {
    "flees": (flees, lambda chosen: (chosen, player())),
    "runs": (runs, lambda chosen: (rules_of().foes[0], chosen, player(), battle())),
    "choose_weapon": (choose_weapon, lambda chosen: (chosen, battle(), 0)),
    "hits_on_vessel": (hits_on_vessel, lambda chosen: (chosen, 2, 5, 5)),
    **{habit: (decision, partial(seen_by, habit)) for habit, decision in HABITS.items()},
}


def test_random_leaves_every_decision_to_the_dice():
    anything = policy(kind=RANDOM)
    decisions = [decision(*seen(anything)) for decision, seen in DECISIONS.values()]
    assert decisions == [AT_RANDOM] * len(DECISIONS)


@pytest.mark.parametrize(("decision", "seen"), DECISIONS.values(), ids=DECISIONS)
def test_an_unknown_policy_is_refused_by_every_decision(decision, seen):
    with pytest.raises(ValueError, match="unknown policy"):
        decision(*seen(policy(kind=UNKNOWN)))


# ---- Named policies


NEW = (99, 0, 99, 3, 12, 3, 5, 2)  # runs from none, finishes nothing, yields hurt or not; what things are worth


def compiled(said):
    return scenario({"character": "Ozmo", "foe": "wolves", "policy": said}).cells[0].compiled.policies


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bold", (SCRIPTED, 0, 0, 0, 1, Weapon.STRONGEST, 5, 99, 2, 0, 0, 0, 1, 1, 0, 0, 1, 0, Spares.VESSEL, 1)),
        ("prudent", (SCRIPTED, 4, 0, 1, 1, Weapon.STRONGEST, 5, 4, 4, 3, 3, 1, 1, 1, 1, 0, 1, 0, Spares.BALANCED, 1)),
        ("cautious", (SCRIPTED, 6, 1, 1, 1, Weapon.STURDIEST, 5, 2, 6, 5, 99, 1, 1, 1, 1, 1, 1, 1, Spares.HERO, 1)),
        ("random", (RANDOM, 0, 0, 1, 1, Weapon.STRONGEST, 5, 4, 4, 3, 3, 1, 1, 1, 1, 0, 1, 0, Spares.BALANCED, 1)),
    ],
)
def test_named_policies(name, expected):
    found = compiled(name)
    assert tuple(found[0]) == (*expected, *NEW)
    assert found.tobytes() == compiled({"kind": name}).tobytes()
    assert not found.flags.writeable
    assert name in GAME.policies


def test_every_parameter_of_a_policy_is_open():
    said = {"flee_at": 7, "lets_go": True, "pays": True, "shoots": False, "weapon": "sturdiest"}
    said |= {"bolts_from": 1, "wards_from": 3, "heals_at": 8, "magic_flight_at": 6, "scrolls_at": 9}
    said |= {"charms": True, "snares": False, "summons": False, "surrenders": True, "gives_up": True, "trades": False}
    said |= {"walks_away": True, "spares": "hero", "companions_first": False}
    said |= {"runs_from": 5, "finishes_at": 2, "yields_at": 4, "die_worth": 1, "clue_worth": 2, "vessel_worth": 4}
    said |= {"imperial_worth": 6, "scroll_worth": 7}
    found = compiled({"kind": "bold", **said})[0]
    codes = {"weapon": WEAPONS[said["weapon"]], "spares": SPARES[said["spares"]]}
    assert {name: int(found[name]) for name in POLICY.names} == {"kind": SCRIPTED, **said, **codes}
    assert set(said) == {key.name for key in GAME.policy_keys} == set(POLICY.names) - {"kind"}


def test_the_default_policy_is_prudent():
    assert (
        compiled("prudent").tobytes()
        == scenario({"character": "Ozmo", "foe": "wolves"}).cells[0].compiled.policies.tobytes()
    )


# ---- What they do


def test_bold_neither_pays_nor_runs_nor_spares():
    rules = {"encounters.brigands.wounds": 3}
    cell = {"character": "Ozmo", "foe": "brigands", "treasures": 9, "wounds": 9, "policy": "bold"}
    fought = fight([die(1), *MELEE_AT_ONCE, 2, 1, pair(2), 0, 1], rules=rules, **cell)
    assert (fought.ending, fought.told(Event.HERO_TRIES), n_treasures(fought.player)) == ("HERO_KILLED", [], 9)
    assert len(fought.told(Event.FOE_TRIES)) == 1


def test_prudent_pays_and_runs_at_four_wounds_left_and_finishes_what_runs():
    cell = {"character": "Ozmo", "foe": "brigands", "policy": "prudent"}
    assert fight([die(1)], treasures=1, **cell).ending == "PEACEFUL"
    rules = {"encounters.brigands.wounds": 3}
    ran = fight([die(1), *MELEE_AT_ONCE, 2, 2, pair(2), 0, 1, pair(12)], wounds=4, rules=rules, **cell)
    assert ran.told(Event.WOUNDS) == [(6, 11, 2, 3), (7, 11, 2, 3)]
    assert (ran.ending, len(ran.told(Event.FOE_TRIES))) == ("HERO_ESCAPED", 1)


def test_cautious_pays_runs_at_six_wounds_left_lets_go_and_parries_first():
    cell = {"character": "Ozmo", "policy": "cautious", "arms": ["magic_mace", "axe"]}
    assert fight([die(1)], foe="brigands", treasures=1, **cell).ending == "PEACEFUL"
    ran = fight([0, 3, 0, 1, 0, 2, 0, 2, pair(12)], foe="mountain_lion", wounds=0, **cell)
    assert [ARMS[arm] for arm, *_ in ran.told(Event.TAKES_UP)] == ["axe", "magic_mace"]
    assert (ran.ending, ran.lives) == ("HERO_ESCAPED", (6, 0))
    spared = fight([2, 0], foe="mountain_lion", rules={"encounters.mountain_lion.wounds": 3}, **cell)
    assert spared.ending == "LET_GO"


def test_one_who_will_not_shoot_keeps_his_weapon_in_hand():
    cell = {"character": "Alatha", "foe": "brigands", "arms": ["bow", "axe"]}
    holds = fight([die(1), die(3), die(1), 0, 2], policy={"kind": "bold", "shoots": False}, **cell)
    assert holds.told(Event.ATTACK) == []
    assert holds.told(Event.DEFENCE) == [(2, 2, 0, 2)]


def test_random_rolls_for_payment_weapon_flight_and_mercy():
    cell = {"character": "Ozmo", "foe": "brigands", "policy": "random"}
    no, yes, strongest, sturdiest = die(1), die(2), die(1), die(2)
    assert fight([die(1), yes, 0], treasures=1, **cell).ending == "PEACEFUL"  # the only treasure that he has
    rules = {"encounters.brigands.wounds": 3}
    two = {"arms": ["magic_mace", "axe"], "treasures": 1, "rules": rules, **cell}
    start = [die(1), no, *MELEE_AT_ONCE]
    spared = fight([*start, sturdiest, 1, 0, no, strongest, 1, 0, yes, pair(2), yes], **two)
    assert (spared.ending, len(spared.told(Event.HERO_TRIES))) == ("LET_GO", 1)
    assert [ARMS[arm] for arm, *_ in spared.told(Event.TAKES_UP)] == ["axe", "magic_mace"]
    fled = fight([*start, strongest, 2, 0, no, no, pair(12)], **two)
    assert fled.ending == "FOE_FLED"


def test_random_does_not_roll_for_what_he_cannot_afford_or_choose():
    cell = {"character": "Ozmo", "foe": "brigands", "policy": "random"}
    poor = fight([die(6), *MELEE_AT_ONCE, 0, 0, die(1)], treasures=2, arms=["axe"], **cell)
    assert poor.told(Event.DEMANDS)[0][3] == 0


def test_random_is_fair():
    """He pays in half of the cases in which he can: they want one treasure on three faces, two on two, three on one."""
    rules = {"characters.turb.wounds": 1, "encounters.brigands.wounds": 1, "encounters.brigands.ability": 0}
    rules |= {"encounters.brigands.missile_dice": 0, "attacker_must_flee": "stays", "characters.turb.ability": 9}
    rules |= {"hit_face": 2, "escape_target": 12, "encounters.brigands.escape": 20}
    for treasures, able in ((0, 0), (1, 3 / 6), (2, 5 / 6), (3, 1)):
        answer = exactly(character="Turb", foe="brigands", treasures=treasures, policy="random", rules=rules)
        assert answer.endings.get("PEACEFUL", 0.0) == pytest.approx(able / 2, abs=1e-12)


def test_random_tries_to_escape_in_half_of_the_rounds():
    """Nobody can hit, an attempt succeeds on any roll: a half, a quarter ... so two rounds on average."""
    rules = {"characters.turb.ability": 0, "encounters.mountain_lion.ability": 0, "characters.turb.escape": 20}
    answer = exactly(character="Turb", foe="mountain_lion", policy="random", rules=rules)
    assert answer.endings == pytest.approx({"HERO_ESCAPED": 1.0}, abs=1e-12)
    assert answer.means["rounds"] == pytest.approx(2, abs=1e-12)


@pytest.mark.parametrize("name", GAME.policies)
def test_nobody_tries_to_escape_with_more_wounds_left_than_his_threshold(name):
    """The log of many games; the others do sometimes run."""
    cell = {"character": "Nruff", "foe": "mountain_lion", "policy": name, "arms": ["short_sword"]}
    one = scenario(cell)
    threshold = {"bold": 0, "prudent": 4, "cautious": 6, "random": 9}[name]
    at = [left for game in range(100 if JIT else 15) for left in left_at_attempts(one, game)]
    assert all(left <= threshold for left in at)
    assert bool(at) == (name != "bold")
    assert not at or max(at) >= threshold - 2


def left_at_attempts(one, game):
    """Wounds left to the hero at each of his attempts to escape."""
    _, log = runner.replay(one, one.cells[0], game, MOST_EVENTS)
    hurt = 0
    for event in log:
        hurt = event["a"] if event["kind"] == Event.WOUNDS else hurt
        if event["kind"] == Event.HERO_TRIES:
            yield 9 - hurt


def test_running_earlier_means_dying_less():
    cell = {"character": "Nruff", "foe": "mountain_lion"}
    rules = {"characters.nruff.wounds": 3, "encounters.mountain_lion.wounds": 2, "encounters.mountain_lion.ability": 2}
    killed = [
        exactly(policy={"kind": "bold", "flee_at": flee_at}, rules=rules, **cell).means["killed"]
        for flee_at in (0, 1, 2, 3)
    ]
    assert all(np.diff(killed) < 0)
