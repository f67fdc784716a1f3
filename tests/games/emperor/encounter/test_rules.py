"""The Battle Sequence and the Arms, rule by rule in the order of the rulebook: loaded dice, or every case there is."""

from itertools import product

import numpy as np
import pytest
from conftest import all_faces, faces_of_pool, shares
from games.emperor.encounter.battles import (
    ARMS,
    BOLD,
    CATALOG,
    FOES,
    MELEE_AT_ONCE,
    OZMO,
    TIMID,
    die,
    fight,
    n_possessions,
    pair,
    rules_of,
)

from simkit.core.records import filled
from simkit.games.emperor.encounter.rules.arms import may_use
from simkit.games.emperor.encounter.rules.battle import escape_roll_needed, foe_dice, hero_dice
from simkit.games.emperor.shared.schema import BATTLE, BETTER, NOTHING, PLAYER, Event
from simkit.games.emperor.shared.terms import HERO_CLASSES

RULES = rules_of()


def chances(n, column, rules=RULES):
    """Chance of 0 ... n hits of n dice, as a column of the rules' table has it."""
    return np.diff([0.0, *(rules.hits[n, column, :n] / 2.0**64), 1.0])


def enumerated(n, **how):
    """The same, of every way in which n dice can fall."""
    found = shares(faces_of_pool(faces, **how) for faces in all_faces(n))
    return pytest.approx([float(found.get(k, 0)) for k in range(n + 1)], abs=1e-15)


# ---- Battle Sequence: Range Determination and the Approach


@pytest.mark.parametrize(("ours", "theirs"), list(product((1, 4, 6), repeat=2)))
def test_range_determination_the_difference_of_two_dice(ours, theirs):
    told = fight([die(ours), die(theirs)], foe="wolves", **OZMO).told(Event.RANGE)
    assert told == [(ours, theirs, abs(ours - theirs), 0)]


def test_the_approach_missile_fire_on_both_sides():
    """A sling has one die, Rosa's Ability Score is 2, the Brigands have two missile dice."""
    shooting = fight([die(4), die(6), die(4), 2, 1], character="Rosa", arms=["sling", "mace"], foe="brigands")
    assert shooting.told(Event.RANGE)[0][2] == 2
    assert shooting.told(Event.ATTACK) == [(3, 2, 1, 0)]
    assert shooting.told(Event.DEFENCE) == [(2, 1, 0, 0)]
    assert shooting.lives == (1, 2)


def test_the_approach_ends_in_melee_after_its_rounds():
    rolls = [die(4), die(6), die(4), 0, 0, 0, 0, 3, 2]
    told = fight(rolls, character="Rosa", arms=["sling", "mace"], foe="brigands").told(Event.ATTACK)
    assert told == [(3, 0, 1, 0), (3, 0, 1, 0), (4, 3, 0, 0)]


def test_the_approach_is_passed_over_when_nobody_fires_or_runs():
    close = fight([die(6), die(1), 1, 1], foe="wolves", arms=["axe"], **OZMO)
    assert close.told(Event.CLOSES_IN) == [(5, 0, 0, 0)]
    assert close.told(Event.ATTACK) == [(5, 1, 0, 0)]


def test_the_approach_whoever_wants_to_run_may_try_after_each_of_its_rounds():
    chased = fight([die(6), die(4), 0, 0, pair(7), 0, 0, pair(8)], character="Ozmo", foe="wolves", policy=TIMID)
    assert chased.told(Event.HERO_TRIES) == [(7, 8, 0, 0), (8, 8, 1, 0)]
    assert chased.told(Event.ATTACK) == chased.told(Event.DEFENCE) == []
    assert (chased.ending, chased.tally.rounds) == ("HERO_ESCAPED", 2)


def test_the_approach_a_creature_shot_to_its_last_wound_tries_to_run():
    rules = {"encounters.wolves.wounds": 3}
    shot = fight([die(6), die(1), 2, 0, pair(6)], character="Alatha", arms=["bow"], foe="wolves", rules=rules)
    assert shot.told(Event.FOE_TRIES) == [(6, 6, 1, 0)]
    assert (shot.ending, shot.battle.approach) == ("FOE_FLED", 4)


def test_mountain_lion_there_is_no_approach():
    pounce = fight([2, 1], character="Nruff", arms=["bow"], foe="mountain_lion")
    assert pounce.told(Event.NO_APPROACH) == [(FOES.index("mountain_lion"), 0, 0, 0)]
    assert pounce.told(Event.RANGE) == []
    assert pounce.told(Event.ATTACK) == [(2, 2, 0, 0)]


# ---- Battle Sequence: Melee


@pytest.mark.parametrize(("arm", "approaching"), list(product([*ARMS, "bare hands"], (False, True))))
def test_melee_and_arms_dice_of_the_hero(arm, approaching):
    """Ability Score and the arm's dice, each kind of arm in its phase."""
    battle = filled(BATTLE, weapon=ARMS.index(arm) if arm in ARMS else NOTHING, approach=int(approaching))[0]
    player = filled(PLAYER, ability=3)[0]
    figures = CATALOG.arms.get(arm, {"missile_dice": 0, "melee_dice": 0})
    shooting = approaching and figures["missile_dice"] > 0
    found = hero_dice(RULES, player, battle, shooting)
    if approaching and not shooting:
        assert found == (0, 0)
    else:
        dice = figures["missile_dice"] if approaching else figures["melee_dice"]
        assert found == (3 + dice, figures.get("plus", 0))


@pytest.mark.parametrize("foe", FOES)
def test_melee_dice_of_the_creature_and_only_the_brigands_have_missiles(foe):
    figures = RULES.foes[FOES.index(foe)]
    melee, approach = (filled(BATTLE, approach=rounds)[0] for rounds in (0, 1))
    assert foe_dice(figures, melee) == CATALOG.chits[foe]["ability"]
    assert foe_dice(figures, approach) == (2 if foe == "brigands" else 0)


def test_melee_example_a_fighter_with_an_axe_rolls_five():
    assert fight([*MELEE_AT_ONCE, 2, 0], foe="wolves", arms=["axe"], **OZMO).told(Event.ATTACK) == [(5, 2, 0, 0)]


def test_melee_bare_hands_roll_the_ability_score():
    assert fight([*MELEE_AT_ONCE, 2, 0], foe="wolves", **OZMO).told(Event.ATTACK) == [(3, 2, 0, 0)]


def test_melee_missile_weapons_are_no_use_in_it():
    assert fight([*MELEE_AT_ONCE, 1, 0], foe="wolves", arms=["bow"], **OZMO).told(Event.ATTACK) == [(3, 1, 0, 0)]


@pytest.mark.parametrize("n", range(1, 7))
def test_melee_fives_and_sixes_hit(n):
    assert chances(n, 0) == enumerated(n)


def test_melee_both_attack_at_once_and_may_kill_each_other():
    both = fight([*MELEE_AT_ONCE, 1, 2], foe="wolves", wounds=9, rules={"encounters.wolves.wounds": 1}, **OZMO)
    assert (both.ending, both.lives) == ("BOTH_KILLED", (11, 1))


def test_melee_hits_beyond_death_are_lost():
    killed = fight([*MELEE_AT_ONCE, 0, 3], foe="wolves", wounds=10, **OZMO)
    assert (killed.ending, killed.lives) == ("HERO_KILLED", (11, 0))
    assert (killed.tally.taken, killed.tally.lost) == (3, 2)
    slain = fight([*MELEE_AT_ONCE, 3, 0], foe="wolves", rules={"encounters.wolves.wounds": 2}, **OZMO)
    assert (slain.ending, slain.lives, slain.tally.dealt) == ("FOE_KILLED", (0, 2), 3)


# ---- Escape Attempt


@pytest.mark.parametrize("target", range(2, 13))
def test_escape_attempt_the_difference_modifies_the_roll(target):
    for fugitive, pursuer, rolled in product(range(13), range(13), range(2, 13)):
        escapes = rolled + (fugitive - pursuer) >= target
        assert (rolled >= escape_roll_needed(target, fugitive, pursuer)) == escapes


@pytest.mark.parametrize(("rolled", "ending"), [(7, ""), (8, "HERO_ESCAPED")])
def test_escape_attempt_example_nruff_needs_an_eight_against_the_lion(rolled, ending):
    """Three more wounds would kill him, so he runs."""
    policy = {"kind": "prudent", "flee_at": 3}
    elf = fight([0, 0, pair(rolled)], character="Nruff", foe="mountain_lion", wounds=6, policy=policy)
    assert elf.told(Event.HERO_TRIES) == [(rolled, 8, int(rolled == 8), 0)]
    assert elf.ending == ending


def test_escape_attempt_the_creature_tries_with_exactly_one_wound_left():
    rolls = [*MELEE_AT_ONCE, 2, 0, 1, 0, pair(5), 0, 0, pair(6)]
    hurt = fight(rolls, foe="wolves", rules={"encounters.wolves.wounds": 4}, **OZMO)
    assert hurt.told(Event.FOE_TRIES) == [(5, 6, 0, 0), (6, 6, 1, 0)]
    assert (hurt.ending, hurt.tally.rounds) == ("FOE_FLED", 3)


def test_escape_attempt_the_hero_comes_first():
    rules = {"encounters.wolves.wounds": 1}
    gone = fight([*MELEE_AT_ONCE, 0, 0, pair(8)], character="Ozmo", policy=TIMID, foe="wolves", rules=rules)
    assert (gone.ending, gone.told(Event.FOE_TRIES)) == ("HERO_ESCAPED", [])
    stuck = fight([*MELEE_AT_ONCE, 0, 0, pair(7), pair(6)], character="Ozmo", policy=TIMID, foe="wolves", rules=rules)
    assert (stuck.ending, len(stuck.told(Event.HERO_TRIES))) == ("FOE_FLED", 1)


def test_escape_attempt_the_hero_may_let_it_go():
    policy = {"kind": "bold", "lets_go": True}
    rules = {"encounters.wolves.wounds": 1}
    spared = fight([*MELEE_AT_ONCE, 0, 0], character="Ozmo", policy=policy, foe="wolves", rules=rules)
    assert (spared.ending, spared.told(Event.FOE_TRIES)) == ("LET_GO", [])


@pytest.mark.parametrize(
    ("held", "dropped"),
    [
        ({}, 0),
        ({"arms": ["axe"]}, 1),
        ({"carries": ["dagger"]}, 1),
        ({"treasures": 2}, 1),
        ({"arms": ["axe", "bow"]}, 1),
    ],
)
def test_escape_attempt_a_single_possession_is_dropped_by_whoever_has_any(held, dropped):
    gone = fight([0, 0, pair(12)], character="Ozmo", foe="mountain_lion", policy=TIMID, **held)
    n_held = sum(len(things) if isinstance(things, list) else things for things in held.values())
    assert (gone.ending, gone.battle.dropped, n_possessions(gone.player)) == ("HERO_ESCAPED", dropped, n_held - dropped)
    assert len(gone.told(Event.LOSES)) == dropped


# ---- Shields and Other Defenses


def test_shields_take_hits_first_and_then_the_weapon():
    rolls = [0, 3, 0, 4, 0, 1]
    struck = fight(rolls, foe="mountain_lion", arms=["axe", "kite_shield"], **OZMO)
    assert struck.told(Event.DEFENCE) == [(4, 3, 3, 3), (4, 4, 1, 3), (4, 1, 0, 0)]
    assert (struck.lives, struck.tally.absorbed) == ((2, 0), 6)


def test_example_of_play_ozmo_and_the_whale():
    """His ship's two dice stand in his Ability Score: seven dice, any two of which the axe may raise by one."""
    whale, ozmo = (1, 2, 2, 4, 5, 6, 6), (1, 1, 3, 3, 4, 5, 5)
    rolls = [die(5), die(5), faces_of_pool(ozmo, plus=2), faces_of_pool(whale), pair(6), 0, 3, pair(7)]
    cell = {"character": "Ozmo", "arms": ["magic_axe", "kite_shield"], "foe": "great_whale", "policy": TIMID}
    fought = fight(rolls, rules={"characters.ozmo.ability": 3 + 2}, **cell)
    assert fought.told(Event.RANGE) == [(5, 5, 0, 0)]
    assert fought.told(Event.ATTACK)[0] == (7, 3, 0, 0)
    assert fought.told(Event.DEFENCE) == [(7, 3, 3, 3), (7, 3, 1, 3)]
    assert fought.told(Event.HERO_TRIES) == [(6, 8, 0, 0), (7, 8, 0, 0)]
    assert fought.lives == (0, 3)


def test_shields_only_one_weapon_absorbs_in_an_encounter():
    policy = {"kind": "bold", "weapon": "sturdiest"}
    rolls = [0, 1, 0, 1, 0, 1]
    cell = {"character": "Ozmo", "foe": "mountain_lion", "arms": ["magic_mace", "short_sword"], "policy": policy}
    struck = fight(rolls, **cell)
    sword, mace = ARMS.index("short_sword"), ARMS.index("magic_mace")
    assert [arm for arm, *_ in struck.told(Event.TAKES_UP)] == [sword, mace]
    assert struck.told(Event.DEFENCE) == [(4, 1, 0, 1), (4, 1, 0, 1), (4, 1, 0, 0)]


def test_shields_only_one_shield_absorbs_in_an_encounter():
    struck = fight([0, 4, 0, 4], foe="mountain_lion", arms=["round_shield", "kite_shield"], **OZMO)
    assert struck.told(Event.DEFENCE) == [(4, 4, 4, 4), (4, 4, 0, 0)]


def test_shields_stop_missiles_and_a_weapon_does_while_no_bow_is_in_hand():
    volley = [die(4), die(6), die(4), 0, 2]
    shielded = fight(volley, character="Alatha", arms=["bow", "great_sword", "round_shield"], foe="brigands")
    assert shielded.told(Event.DEFENCE) == [(2, 2, 2, 2)]
    unshielded = fight(volley, character="Alatha", arms=["bow", "great_sword"], foe="brigands")
    assert unshielded.told(Event.DEFENCE) == [(2, 2, 0, 0)]
    parrying = fight(volley, character="Alatha", arms=["great_sword"], foe="brigands")
    assert parrying.told(Event.DEFENCE) == [(2, 2, 0, 2)]


# ---- Arms


@pytest.mark.parametrize("hero_class", HERO_CLASSES)
def test_arms_who_may_use_what(hero_class):
    """A magic weapon or shield may be used by whoever may use the one that it is made after."""
    everything = {"great_sword", "short_sword", "axe", "mace", "club", "staff", "dagger", "bow", "sling"}
    everything |= {"round_shield", "kite_shield"}
    printed = {
        "fighter": everything,
        "elf": everything,
        "magician": {"dagger", "staff", "club", "bow", "sling"},
        "cleric": {"mace", "club", "staff", "sling"},
    }
    player = filled(PLAYER, hero_class=HERO_CLASSES.index(hero_class))[0]
    usable = {arm for arm, figures in zip(ARMS, RULES.arms, strict=True) if may_use(figures, player)}
    assert usable == {arm for arm in ARMS if CATALOG.base(arm) in printed[hero_class]}


def test_arms_one_that_may_not_be_used_is_drawn_and_carried():
    """Turb draws a short sword, as in the Example of Play."""
    sword = [ARMS.index("short_sword")]
    turb = fight([*sword, *MELEE_AT_ONCE, 1, 0], character="Turb", foe="wolves", arms="drawn", policy=BOLD)
    assert turb.told(Event.DRAWS_ARM) == [(*sword, 0, 0, 0)]
    assert turb.told(Event.ATTACK) == [(1, 1, 0, 0)]
    assert n_possessions(turb.player) == 1
    ozmo = fight([*sword, *MELEE_AT_ONCE, 1, 0], foe="wolves", arms="drawn", **OZMO)
    assert ozmo.told(Event.DRAWS_ARM) == [(*sword, 1, 0, 0)]
    assert ozmo.told(Event.ATTACK) == [(3 + 2, 1, 0, 0)]


def test_arms_one_weapon_at_a_time_changed_between_rounds():
    """The bow in the Approach, the staff while it parries, then the dagger, which has a better die."""
    cell = {"character": "Turb", "arms": ["bow", "staff", "magic_dagger"], "foe": "wolves"}
    rolls = [die(2), die(1), 1, 0, 1, 2, 1, 0]
    changing = fight(rolls, policy={"kind": "bold", "weapon": "sturdiest"}, **cell)
    held = [ARMS.index(arm) for arm in ("bow", "staff", "magic_dagger")]
    assert [arm for arm, *_ in changing.told(Event.TAKES_UP)] == held
    assert changing.told(Event.ATTACK) == [(1 + 2, 1, 1, 0), (1 + 1, 1, 0, 0), (1 + 1, 1, 0, 0)]


@pytest.mark.parametrize(
    ("held", "strongest", "sturdiest"),
    [
        (["dagger", "staff"], "staff", "staff"),
        (["magic_axe", "axe"], "magic_axe", "magic_axe"),
        (["axe", "magic_mace"], "magic_mace", "axe"),
        (["dagger", "mace", "magic_dagger"], "mace", "mace"),
        (["staff", "magic_great_sword", "axe"], "magic_great_sword", "magic_great_sword"),
    ],
)
def test_arms_of_several_weapons_the_best_are_at_hand(held, strongest, sturdiest):
    """Most dice, then most plusses, then most parried; or most parried, then the harder blow."""
    battle = fight(MELEE_AT_ONCE, foe="wolves", arms=held, **OZMO).battle
    assert (ARMS[battle.strongest], ARMS[battle.sturdiest]) == (strongest, sturdiest)


# ---- Magic Weapons


@pytest.mark.parametrize(("n", "plus"), list(product(range(1, 7), range(1, 4))))
def test_magic_weapons_one_is_added_to_any_of_the_dice(n, plus):
    """Up to the number of the weapon's dice; a four becomes a hit, a three does not."""
    assert chances(n, plus) == enumerated(n, plus=plus)


def test_magic_weapons_example_the_magic_axe():
    struck = fight([*MELEE_AT_ONCE, 3, 0], foe="wolves", arms=["magic_axe"], **OZMO)
    assert struck.told(Event.ATTACK) == [(5, 3, 0, 0)]
    assert hero_dice(RULES, struck.player, struck.battle, False) == (5, 2)


@pytest.mark.parametrize("n", range(1, 7))
def test_evil_sorcerer_and_demon_every_die_is_one_better(n):
    assert chances(n, BETTER) == enumerated(n, hit_face=4)
    better = {foe for foe, figures in zip(FOES, RULES.foes, strict=True) if figures.hits_column == BETTER}
    assert better == {"evil_sorcerer", "demon"}
