"""Every switch of the rules does what it says, and no more; each test is named after its switch."""

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from conftest import JIT, all_faces, faces_of_pool, shares
from games.emperor.encounter.battles import (
    ARMS,
    BOLD,
    CATALOG,
    FOES,
    MELEE_AT_ONCE,
    OZMO,
    TIMID,
    die,
    exactly,
    faults,
    fight,
    pair,
    rules_of,
)

from simkit.games.emperor.encounter.rules.encounters import applies
from simkit.games.emperor.encounter.variants import VARIANTS
from simkit.games.emperor.shared.schema import BETTER, RULES, SPOT, Event

TESTS = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
TEN_DICE = {"characters.ozmo.ability": 9}


def chances(n, column, **switches):
    return np.diff([0.0, *(rules_of(**switches).hits[n, column, :n] / 2.0**64), 1.0])


def enumerated(n, hits):
    found = shares(hits(faces) for faces in all_faces(n))
    return pytest.approx([float(found.get(k, 0)) for k in range(n + 1)], abs=1e-15)


def kinds_that_differ(**switches):
    """Chits whose figures are others than under the default switches."""
    pairs = zip(FOES, rules_of().foes, rules_of(**switches).foes, strict=True)
    return {foe for foe, before, after in pairs if before.tobytes() != after.tobytes()}


def fields_that_differ(**switches):
    before, after = rules_of(), rules_of(**switches)
    return {name for name in RULES.names if before[name].tobytes() != after[name].tobytes()}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key.name)
def test_every_switch_has_a_test_and_its_default_changes_nothing(variant):
    key = variant.key
    assert any(re.search(rf"^def test_{key.name}", tests, re.MULTILINE) for tests in TESTS)
    default = CATALOG.constants[key.name] if key.default is None else key.default
    assert fields_that_differ(**{key.name: default}) == set()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key.name)
def test_every_other_setting_changes_one_field_of_the_rules(variant):
    key = variant.key
    settings = key.choices or ((True, False) if key.kind == "bool" else range(int(key.low), int(key.high) + 1))
    default = CATALOG.constants[key.name] if key.default is None else key.default
    changed = [fields_that_differ(**{key.name: setting}) for setting in settings if setting != default]
    if key.name in ("arms_limit", "rock_wall"):
        assert changed == [set()]  # they are for setups
    else:
        assert [len(fields) for fields in changed] == [1] * (len(settings) - 1)


# ---- House rules


@pytest.mark.parametrize("hit_face", range(2, 7))
def test_hit_face(hit_face):
    for n in range(1, 5):
        for plus in range(BETTER):
            expected = enumerated(n, lambda faces, plus=plus: faces_of_pool(faces, hit_face, plus))
            assert chances(n, plus, hit_face=hit_face) == expected
        better = enumerated(n, lambda faces: faces_of_pool(faces, hit_face - 1))
        assert chances(n, BETTER, hit_face=hit_face) == better


@pytest.mark.parametrize("target", range(2, 13))
def test_escape_target_for_both_sides(target):
    rules = {"escape_target": target, "encounters.wolves.wounds": 3}
    rolls = [*MELEE_AT_ONCE, 2, 0, pair(2), pair(2)]
    tried = fight(rolls[: 5 if target == 2 else 6], character="Nruff", foe="wolves", policy=TIMID, rules=rules)
    assert tried.told(Event.HERO_TRIES) == [(2, target, int(target == 2), 0)]
    assert tried.told(Event.FOE_TRIES) == ([(2, target, 0, 0)] if target > 2 else [])


def test_parry():
    cell = {"foe": "mountain_lion", "arms": ["axe", "kite_shield"], **OZMO}
    assert fight([0, 4, 0, 3], **cell).told(Event.DEFENCE) == [(4, 4, 4, 4), (4, 3, 0, 2)]
    assert fight([0, 4, 0, 3], rules={"parry": False}, **cell).told(Event.DEFENCE) == [(4, 4, 4, 4), (4, 3, 0, 0)]


def test_shield():
    cell = {"foe": "mountain_lion", "arms": ["axe", "kite_shield"], **OZMO}
    assert fight([0, 4, 0, 3], rules={"shield": False}, **cell).told(Event.DEFENCE) == [(4, 4, 0, 2), (4, 3, 0, 0)]


def test_escape_first():
    early = {"escape_first": True, "encounters.wolves.wounds": 3}
    cell = {"character": "Nruff", "foe": "wolves", "policy": TIMID}
    gone = fight([*MELEE_AT_ONCE, pair(7)], rules=early, **cell)
    assert (gone.ending, gone.tally.taken, gone.told(Event.ATTACK)) == ("HERO_ESCAPED", 0, [])
    stuck = fight([*MELEE_AT_ONCE, pair(6), 2, 1, pair(6), pair(7)], rules=early, **cell)
    assert (stuck.ending, stuck.lives, stuck.tally.rounds) == ("FOE_FLED", (1, 2), 2)


def test_attacks_hero_first():
    cell = {"foe": "wolves", "wounds": 9, "rules": {"attacks": "hero_first", "encounters.wolves.wounds": 3}, **OZMO}
    slain = fight([*MELEE_AT_ONCE, 3, 3], **cell)
    assert (slain.ending, slain.lives, slain.told(Event.DEFENCE)) == ("FOE_KILLED", (9, 3), [])
    assert (slain.tally.taken, slain.tally.lost) == (0, 0)
    assert fight([*MELEE_AT_ONCE, 1, 2], **cell).ending == "HERO_KILLED"


def test_attacks_foe_first():
    rules = {"attacks": "foe_first", "encounters.wolves.wounds": 3}
    cell = {"foe": "wolves", "wounds": 9, "rules": rules, **OZMO}
    killed = fight([*MELEE_AT_ONCE, 3, 2], **cell)
    assert (killed.ending, killed.lives, killed.told(Event.ATTACK)) == ("HERO_KILLED", (11, 0), [])
    assert killed.tally.dealt == 0
    assert fight([*MELEE_AT_ONCE, 3, 1], **cell).ending == "FOE_KILLED"
    parried = fight([*MELEE_AT_ONCE, 3, 3], arms=["axe"], **cell)
    assert (parried.ending, parried.lives) == ("FOE_KILLED", (10, 3))


# ---- Readings: encounters


def test_encounter_counts():
    totals = {counts: rules_of(encounter_counts=counts).encounter_pool for counts in ("descriptions", "clues_8_only")}
    more = {
        name: dict(zip(FOES, (pool - rules_of().encounter_pool).tolist(), strict=True)) for name, pool in totals.items()
    }
    assert {name: {foe: n for foe, n in found.items() if n} for name, found in more.items()} == {
        "descriptions": {"treasure_clue": 2, "wastrels": 1, "wolves": 1},
        "clues_8_only": {"treasure_clue": 2},
    }


def test_brigands_terrain():
    brigands = FOES.index("brigands")
    found = {where: rules_of(brigands_terrain=where).foes[brigands].terrains.tolist() for where in ("land", "anywhere")}
    assert found == {"land": [1] * 6 + [0] * 2, "anywhere": [1] * 8}
    assert kinds_that_differ(brigands_terrain="anywhere") == {"brigands"}


def test_coastal_land():
    """The volcano's third mountain lies beside the sea, and is no civilized area."""
    spots = np.array([CATALOG.spot(name) for name in ("m06", "m05", "fragon_birg")], SPOT)
    raiders = FOES.index("pirate_raiding_party")
    for setting, expected in (("five_civilized", [False, False, True]), ("any_shore", [True, False, True])):
        rules = rules_of(coastal_land=setting)
        assert [bool(applies(rules, rules.foes[raiders], spot)) for spot in spots] == expected


def test_arms_limit():
    six = ["dagger", "dagger", "club", "staff", "bow", "sling"]
    cell = {"character": "Turb", "foe": "wolves", "arms": six}
    assert faults(**cell) == ["6 arms: Turb may carry 5 (Arms)"]
    assert faults(rules={"arms_limit": "five_kinds"}, **cell) == []
    six_kinds = {"character": "Ozmo", "foe": "wolves", "arms": [*six[1:], "axe"], "rules": {"arms_limit": "five_kinds"}}
    assert faults(**six_kinds) == ["6 arms: Ozmo may carry 5 (Arms)"]


def test_olliver_flee():
    rules = {"olliver_alone": "attacks", **TEN_DICE}
    rolls = [*MELEE_AT_ONCE, 9, 0, 1, 0]
    ten = fight([*rolls, pair(6)], foe="olliver", rules={**rules, "olliver_flee": "half"}, **OZMO)
    assert (ten.ending, ten.lives) == ("FOE_FLED", (0, 10))
    assert fight(rolls, foe="olliver", rules=rules, **OZMO).told(Event.FOE_TRIES) == []


def test_olliver_alone():
    assert fight([], foe="olliver", **OZMO).ending == "PEACEFUL"
    attacked = fight(MELEE_AT_ONCE, foe="olliver", rules={"olliver_alone": "attacks"}, **OZMO)
    assert attacked.told(Event.ATTACKS) == [(FOES.index("olliver"), 0, 0, 0)]


# ---- Readings: the creature's flight


IN_PERIL = {"encounters.wolves.wounds": 3}


def test_attacker_escape_roll():
    rules = {"attacker_escape_roll": "automatic", **IN_PERIL}
    gone = fight([*MELEE_AT_ONCE, 2, 0], foe="wolves", rules=rules, **OZMO)
    assert (gone.ending, gone.told(Event.FOE_TRIES)) == ("FOE_FLED", [(0, 0, 1, 0)])


def test_attacker_must_flee():
    rules = {"attacker_must_flee": "stays", **IN_PERIL}
    stays = fight([*MELEE_AT_ONCE, 2, 0, 0, 0], foe="wolves", rules=rules, **OZMO)
    assert (stays.told(Event.FOE_TRIES), stays.lives) == ([], (0, 2))


def test_flee_reward():
    rules = {"encounters.brigands.wounds": 3, "flee_reward": "roll_only"}
    cell = {"character": "Ozmo", "foe": "brigands", "rules": rules}
    rolls = [die(1), *MELEE_AT_ONCE, 2, 0]
    spared = fight(rolls, policy={"kind": "bold", "lets_go": True}, **cell)
    assert (spared.ending, spared.battle.arms_draws) == ("LET_GO", 0)
    gone = fight([*rolls, pair(12)], policy=BOLD, **cell)
    assert (gone.ending, gone.battle.arms_draws) == ("FOE_FLED", 1)


def test_troll_who():
    """The numbers change places; Edna stays the one who never runs."""
    trolls = [FOES.index(troll) for troll in ("troll_ralph", "troll_edna")]
    numbers = ["ability", "wounds", "escape"]
    printed, swapped = (rules_of(troll_who=who).foes[trolls] for who in ("ralph_3_10_6", "swapped"))
    assert [tuple(foe[name] for name in numbers) for foe in printed] == [(3, 10, 6), (4, 10, 5)]
    assert [tuple(foe[name] for name in numbers) for foe in swapped] == [(4, 10, 5), (3, 10, 6)]
    assert printed["flees_at"].tolist() == swapped["flees_at"].tolist() == [9, 11]
    assert kinds_that_differ(troll_who="swapped") == {"troll_ralph", "troll_edna"}


def test_troll_regen_timing():
    rules = {"encounters.troll_ralph.wounds": 3, "troll_regen_timing": "before_flee_check"}
    healed = fight([*MELEE_AT_ONCE, 2, 0, 0, 0], foe="troll_ralph", rules=rules, **OZMO)
    assert healed.told(Event.FOE_TRIES) == []
    assert healed.told(Event.HEALS) == [(1, 0, 0, 0), (0, 0, 0, 0)]
    assert exactly(foe="troll_ralph", rules=rules, **OZMO).endings.keys() == {
        "FOE_KILLED",
        "HERO_KILLED",
        "BOTH_KILLED",
    }


# ---- Readings: the Approach and the arms


def test_approach_skip():
    cell = {"foe": "wolves", "arms": ["axe"], **OZMO}
    played = fight([die(3), die(1), 0, 0, 0, 0, 3, 1], rules={"approach_skip": "always_play"}, **cell)
    assert (played.tally.rounds, played.lives, played.told(Event.CLOSES_IN)) == (3, (0, 3), [])
    skipped = fight([die(3), die(1), 3, 1], **cell)
    assert (skipped.tally.rounds, skipped.lives) == (1, (0, 3))


def test_missile_ability():
    cell = {"character": "Alatha", "foe": "wolves", "arms": ["bow"]}
    shot = [fight([die(3), die(1), 1, 0], rules=rules, **cell) for rules in ({}, {"missile_ability": "dice_only"})]
    assert [one.told(Event.ATTACK) for one in shot] == [[(2 + 2, 1, 1, 0)], [(2, 1, 1, 0)]]


@pytest.mark.parametrize(("setting", "absorbed"), [("shield", (1, 1)), ("both", (1, 2)), ("neither", (0, 0))])
def test_missile_absorb_while_shooting(setting, absorbed):
    """A worn-out shield and a sword at the archer's side against two missiles."""
    rules = {"missile_absorb": setting, "arms.round_shield.absorb": 1}
    cell = {"character": "Alatha", "foe": "brigands", "arms": ["bow", "short_sword", "round_shield"]}
    volley = fight([die(1), die(2), die(1), 0, 2], rules=rules, **cell)
    assert volley.told(Event.DEFENCE) == [(2, 2, *absorbed)]
    melee = fight([die(1), die(2), die(1), 0, 2, 0, 3], rules=rules, **cell)
    assert melee.told(Event.DEFENCE)[1] == (3, 3, 1 - absorbed[0], 3 - absorbed[1])


@pytest.mark.parametrize(("setting", "absorbed"), [("shield", 2), ("both", 2), ("neither", 0)])
def test_missile_absorb_sword_in_hand(setting, absorbed):
    cell = {"character": "Alatha", "foe": "brigands", "arms": ["short_sword"]}
    volley = fight([die(1), die(2), die(1), 0, 2], rules={"missile_absorb": setting}, **cell)
    assert volley.told(Event.DEFENCE) == [(2, 2, 0, absorbed)]


MACE_AND_SWORD = {"character": "Ozmo", "foe": "mountain_lion", "arms": ["magic_mace", "short_sword"]}


@pytest.mark.parametrize(("setting", "absorbed"), [("first_to_absorb", 2), ("first_used", 0), ("best_held", 2)])
def test_absorb_first_a_weapon_taken_up_second(setting, absorbed):
    """The dice choose the mace, which meets no hit, and then the sword, which parries two."""
    mace, sword, stays = die(1), die(2), die(1)
    rolls = [mace, 0, 0, stays, sword, 0, 3, stays]
    changed = fight(rolls, policy="random", rules={"absorb_first": setting}, **MACE_AND_SWORD)
    assert [ARMS[arm] for arm, *_ in changed.told(Event.TAKES_UP)] == ["magic_mace", "short_sword"]
    assert changed.told(Event.DEFENCE) == [(4, 0, 0, 0), (4, 3, 0, absorbed)]


@pytest.mark.parametrize(("setting", "absorbed"), [("first_to_absorb", 1), ("first_used", 1), ("best_held", 2)])
def test_absorb_first_the_best_that_is_held(setting, absorbed):
    struck = fight([0, 3], policy=BOLD, rules={"absorb_first": setting}, **MACE_AND_SWORD)
    assert struck.told(Event.TAKES_UP) == [(ARMS.index("magic_mace"), 0, 0, 0)]
    assert struck.told(Event.DEFENCE) == [(4, 3, 0, absorbed)]


def test_plus_applies():
    """To the weapon's own dice, thrown as the first ones, and to no others."""

    def on_weapon_dice(faces, plus):
        return sum(face + (index < plus) >= 5 for index, face in enumerate(faces))

    for n in range(1, 6):
        for plus in range(BETTER):
            expected = enumerated(n, lambda faces, plus=plus: on_weapon_dice(faces, plus))
            assert chances(n, plus, plus_applies="weapon_dice") == expected


def test_brigands_missile():
    volley = fight(
        [die(1), die(2), die(1), 0, 4], foe="brigands", rules={"brigands_missile": "two_plus_ability"}, **OZMO
    )
    assert volley.told(Event.DEFENCE) == [(5, 4, 0, 0)]
    assert kinds_that_differ(brigands_missile="two_plus_ability") == {"brigands"}


def test_overkill():
    rules = {"overkill": "hero_survives", "encounters.brigands.wounds": 3}
    saved = fight([die(1), *MELEE_AT_ONCE, 3, 3], foe="brigands", wounds=9, rules=rules, **OZMO)
    assert (saved.ending, saved.lives, saved.battle.treasure_draws) == ("FOE_KILLED", (10, 3), 1)
    assert saved.told(Event.WOUNDS) == [(10, 11, 3, 3)]
    assert (saved.tally.taken, saved.tally.lost) == (3, 2)
    killed = fight([die(1), *MELEE_AT_ONCE, 2, 3], foe="brigands", wounds=9, rules=rules, **OZMO)
    assert (killed.ending, killed.lives) == ("HERO_KILLED", (11, 2))


# ---- What they do to a whole battle


@pytest.mark.skipif(not JIT, reason="ten exact answers take a minute without the JIT")
def test_house_rules_move_the_odds_the_way_that_a_player_expects():
    """Easier hits shorten a fight, an easier escape is taken more often, and each defence lost costs lives."""
    cell = {"character": "Ozmo", "arms": ["axe", "kite_shield"], "foe": "mountain_lion"}
    cell["rules"] = {"characters.ozmo.wounds": 4, "encounters.mountain_lion.wounds": 4, "arms.kite_shield.absorb": 1}

    def with_(**switches):
        return exactly(**{**cell, "rules": {**cell["rules"], **switches}})

    rounds = [with_(hit_face=face).means["rounds"] for face in (4, 5, 6)]
    escapes = [with_(escape_target=target).endings["HERO_ESCAPED"] for target in (6, 7, 8, 9)]
    deaths = [with_(**off).means["wounds"] for off in ({}, {"shield": False}, {"shield": False, "parry": False})]
    assert all(before < after for before, after in pairwise(rounds))
    assert all(before > after for before, after in pairwise(escapes))
    assert all(before < after for before, after in pairwise(deaths))


def test_attacks_in_turn_decide_who_survives_a_round_in_which_both_would_die():
    rules = {"characters.turb.wounds": 2, "encounters.mountain_lion.wounds": 2, "encounters.mountain_lion.ability": 2}
    cell = {"character": "Turb", "policy": {"kind": "prudent", "flee_at": 1}, "foe": "mountain_lion"}
    hero, both, foe = (
        exactly(rules={**rules, "attacks": order}, **cell).endings
        for order in ("hero_first", "simultaneous", "foe_first")
    )
    last_round = both.pop("BOTH_KILLED")
    assert last_round > 1e-3
    assert hero == pytest.approx({**both, "FOE_KILLED": both["FOE_KILLED"] + last_round}, abs=1e-12)
    assert foe == pytest.approx({**both, "HERO_KILLED": both["HERO_KILLED"] + last_round}, abs=1e-12)
