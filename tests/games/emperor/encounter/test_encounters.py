"""The Encounters and their Descriptions, in the order of the rulebook: what applies where, and what each one does."""

import numpy as np
import pytest
from games.emperor.encounter.battles import (
    BOLD,
    CATALOG,
    FIGHTERS,
    FOES,
    MELEE_AT_ONCE,
    OZMO,
    TIMID,
    chit,
    die,
    fight,
    n_possessions,
    pair,
    rules_of,
    scenario,
)

from simkit.games.emperor.encounter.rules.encounters import applies, bribe
from simkit.games.emperor.encounter.rules.possessions import n_treasures
from simkit.games.emperor.shared.schema import N_COMPANIONS, SPOT, Event
from simkit.games.emperor.shared.terms import TERRAINS

RULES = rules_of()
ATTACKS = {"olliver_alone": "attacks"}
HAPPENS, DOES_NOT = 0, 1  # loaded outcomes of a die of which only some faces matter
ESCORTS = ("elf_princess", "maid_marywin")
PASS_BY = {  # a hero who owns nothing, and the dice that are rolled before they do
    "ed_eagle": [DOES_NOT],
    "obtuse_genie": [DOES_NOT],
    "thieves": [DOES_NOT],
    **dict.fromkeys(
        ("evil_sorcerer", "holy_man", "holy_woman", "imperial_patrol", "mad_magician", "olliver", "storm"), ()
    ),
}
PEACEFUL = {*PASS_BY, *ESCORTS, "treasure_clue"}
OTHERS = {"brigands", "pirate_raiding_party", "demon", "elephant"}


def chits_in(name, rules=RULES):
    """The kinds of chit that apply in a terrain or place."""
    spot = np.array([CATALOG.spot(name)], SPOT)[0]
    return {foe for foe, figures in zip(FOES, rules.foes, strict=True) if applies(rules, figures, spot)}


def n_chits(kinds):
    return sum(int(RULES.encounter_pool[FOES.index(foe)]) for foe in kinds)


def companions(fought):
    """Who travels with the hero."""
    kinds = [int(fought.player.companion_kinds[slot]) for slot in range(N_COMPANIONS)]
    return [FOES[kind - 1] for kind in kinds if kind]


def terrain_of(name):
    return TERRAINS[CATALOG.spot(name)[0]]


def draws(fought):
    """Draws from the Treasure Pool and from the Arms Pool."""
    return fought.battle.treasure_draws, fought.battle.arms_draws


# ---- Encounters


PRINTED = {
    "mountain": (22, 10),
    "swamp": (19, 8),  # 9 are printed, of which one cannot be found
    "forest": (19, 6),
    "desert": (16, 5),
    "wastes": (15, 4),
    "clear": (13, 3),
    "coastal_sea": (6, 6),
    "deep_sea": (8, 8),
}


@pytest.mark.parametrize("terrain", TERRAINS)
def test_strategy_tips_possible_and_hostile_encounters_by_terrain(terrain):
    """One chit that is found anywhere is left out, and land and sea count differently who may be hostile."""
    at_sea = terrain.endswith("sea")
    counted = chits_in(terrain) - {"treasure_clue" if at_sea else "evil_sorcerer"}
    hostile = {*FIGHTERS, *(("storm", "evil_sorcerer", "olliver") if at_sea else ("brigands", "imperial_patrol"))}
    assert (n_chits(counted), n_chits(counted & hostile)) == PRINTED[terrain]


def test_encounters_number_of_chits_that_apply_by_terrain():
    found = {terrain: n_chits(chits_in(terrain)) for terrain in TERRAINS}
    assert found == dict(zip(TERRAINS, (14, 17, 16, 20, 20, 23, 12, 14), strict=True))
    assert RULES.encounter_pool.sum() == 42


def test_encounter_descriptions_places_where_more_is_found_than_their_terrain_tells():
    coast = {"fish_fiend", "pirate_raiding_party"}
    more = {name: chits_in(name) - chits_in(terrain_of(name)) for name in CATALOG.spot_names}
    assert {name: kinds for name, kinds in more.items() if kinds} == {
        "coastal_land": coast,
        "monastery": {"demon"},
        "despin": {"demon", "pirate_raiding_party"},  # the Fish Fiend is found in any swamp
        "m04": {"demon"},
        "m05": {"demon"},
        "m06": {"demon"},
        "wizards_tower": {"mad_magician"},
        "mines": {"mad_magician", "troll_ralph", "troll_edna"},
        "walled_city": {"obtuse_genie"} | coast,
        "pirate_lair": coast,
        "imperial_capital": coast,
        "fragon_birg": coast,
    }
    assert all(chits_in(name) >= chits_in(terrain_of(name)) for name in CATALOG.spot_names)


@pytest.mark.parametrize("terrain", ["forest", "deep_sea"])
def test_encounters_what_does_not_apply_is_peaceful(terrain):
    """In the forest, as for Alatha's Brown Bear in the Example of Play."""
    for foe in set(FOES) - chits_in(terrain):
        drawn = fight([chit(foe)], entry="TERRAIN", terrain=terrain, **OZMO)
        assert drawn.told(Event.DRAWS_CHIT) == [(FOES.index(foe), 0, 0, 0)]
        assert (drawn.ending, drawn.battle.hostile) == ("PEACEFUL", 0)


def test_encounters_at_home_a_named_chit_applies():
    cells = [{"character": "Ozmo", "foe": foe} for foe in FOES]
    for foe, cell in zip(FOES, scenario(*cells).cells, strict=True):
        spot = cell.compiled.setups[0].spot
        assert applies(RULES, RULES.foes[FOES.index(foe)], spot)


# ---- Encounter Descriptions


def test_encounter_descriptions_who_attacks_without_a_word():
    assert set(FOES) - PEACEFUL - OTHERS == set(FIGHTERS)
    for foe in FIGHTERS:
        met = fight([0, 0] if foe == "mountain_lion" else [*MELEE_AT_ONCE, 0, 0], foe=foe, **OZMO)
        assert met.told(Event.ATTACKS) == [(FOES.index(foe), 0, 0, 0)]
        assert met.battle.applies == met.battle.hostile == 1


def test_encounter_descriptions_who_begins_no_battle():
    for foe in PEACEFUL:
        met = fight(PASS_BY.get(foe, ()), foe=foe, **OZMO)
        assert met.told(Event.PASSES) == ([(FOES.index(foe), 0, 0, 0)] if foe in PASS_BY else [])
        assert met.told(Event.JOINS) == ([(FOES.index(foe), 1, 0, 0)] if foe in ESCORTS else [])
        assert len(met.told(Event.FINDS_CLUE)) == met.battle.clues_found == int(foe == "treasure_clue")
        assert (met.ending, met.battle.applies, met.battle.hostile) == ("PEACEFUL", 1, 0)
        assert companions(met) == ([foe] if foe in ESCORTS else [])
        assert (met.lives, met.battle.moved, n_possessions(met.player)) == ((0, 0), 0, 0)


def test_encounter_descriptions_what_a_roll_makes_of_the_peaceful():
    """The eagle comes along on an even die; the genie sends home on one, and the thieves are heard on a 1."""
    eagle, genie, thieves = (fight([HAPPENS], foe=foe, **OZMO) for foe in ("ed_eagle", "obtuse_genie", "thieves"))
    assert (companions(eagle), eagle.told(Event.PASSES)) == (["ed_eagle"], [])
    assert (len(genie.told(Event.SENT_HOME)), genie.battle.moved) == (1, 1)
    assert thieves.told(Event.FRIGHTENED) == [(1, 0, 0, 0)]
    assert {met.ending for met in (eagle, genie, thieves)} == {"PEACEFUL"}


def test_brigands_bribe_on_every_face():
    assert [bribe(face, 2) for face in range(1, 7)] == [1, 1, 1, 2, 2, 3]


@pytest.mark.parametrize("foe", ["brigands", "pirate_raiding_party"])
def test_brigands_and_pirate_raiding_party_are_paid_or_fight(foe):
    kind = FOES.index(foe)
    paid = fight([die(6)], character="Ozmo", foe=foe, treasures=4, carries=["club"])
    assert paid.told(Event.DEMANDS) == [(kind, 3, 4, 1)]
    assert (paid.ending, paid.battle.hostile) == ("PEACEFUL", 0)
    assert (n_treasures(paid.player), n_possessions(paid.player), paid.battle.treasures_lost) == (1, 2, 3)
    unable = fight([die(6), *MELEE_AT_ONCE, 0, 0], character="Ozmo", foe=foe, treasures=2)
    assert unable.told(Event.DEMANDS) == [(kind, 3, 2, 0)]
    unwilling = fight([die(6), *MELEE_AT_ONCE, 0, 0], foe=foe, treasures=9, **OZMO)
    assert unwilling.told(Event.DEMANDS) == [(kind, 3, 9, 0)]
    assert (unable.battle.hostile, n_treasures(unable.player)) == (1, 2)
    assert (unwilling.battle.hostile, n_treasures(unwilling.player)) == (1, 9)


@pytest.mark.parametrize(
    ("foe", "opening", "killed", "fled"),
    [
        ("brigands", [die(1)], (1, 0), (0, 1)),
        ("pirate_raiding_party", [die(1)], (1, 0), (0, 1)),
        ("olliver", [], (1, 0), (0, 0)),
        ("pirate_ship", [], (0, 0), (0, 0)),
        ("black_bear", [], (0, 0), (0, 0)),
    ],
)
def test_encounter_descriptions_what_is_drawn_when_it_is_killed_or_flees(foe, opening, killed, fled):
    cell = {"foe": foe, "rules": {**ATTACKS, f"encounters.{foe}.wounds": 3}, **OZMO}
    dead = fight([*opening, *MELEE_AT_ONCE, 3, 0], **cell)
    assert (dead.ending, draws(dead)) == ("FOE_KILLED", killed)
    gone = fight([*opening, *MELEE_AT_ONCE, 2, 0, pair(12)], **cell)
    assert (gone.ending, draws(gone)) == ("FOE_FLED", fled)
    both = fight([*opening, *MELEE_AT_ONCE, 3, 1], wounds=10, **cell)
    assert (both.ending, draws(both)) == ("BOTH_KILLED", (0, 0))


def test_brigands_let_go_leave_their_arms_too():
    policy = {"kind": "bold", "lets_go": True}
    rolls = [die(1), *MELEE_AT_ONCE, 2, 0]
    spared = fight(rolls, character="Ozmo", foe="brigands", policy=policy, rules={"encounters.brigands.wounds": 3})
    assert (spared.ending, draws(spared)) == ("LET_GO", (0, 1))


def test_demon_attacks_fights_to_the_death_and_leaves_a_treasure():
    cell = {"foe": "demon", "rules": {"encounters.demon.wounds": 2}, **OZMO}
    peril = fight([*MELEE_AT_ONCE, 1, 0, 0, 0, 1, 0], **cell)
    assert peril.told(Event.FOE_TRIES) == []
    assert (peril.ending, draws(peril), peril.tally.rounds) == ("FOE_KILLED", (1, 0), 3)


@pytest.mark.parametrize("face", range(1, 7))
def test_elephant_attacks_or_runs_from_all_but_elves(face):
    met = fight([die(face), *(MELEE_AT_ONCE if face <= 3 else ())], foe="elephant", **OZMO)
    assert met.battle.hostile == int(face <= 3)
    runs = [(FOES.index("elephant"), face, 0, 0)]
    assert met.told(Event.RUNS_AWAY) == (runs if face > 3 else [])
    assert met.ending == ("PEACEFUL" if face > 3 else "")


@pytest.mark.parametrize("elf", ["Alatha", "Nruff"])
def test_elephant_joins_an_elf_without_a_roll(elf):
    met = fight([], character=elf, foe="elephant")
    assert (met.ending, companions(met)) == ("PEACEFUL", ["elephant"])


def test_olliver_is_sent_on_unless_the_hero_has_nobody_to_name():
    assert fight([], foe="olliver", **OZMO).ending == "PEACEFUL"
    assert fight([*MELEE_AT_ONCE, 0, 0], foe="olliver", rules=ATTACKS, **OZMO).told(Event.ATTACKS) != []


def test_olliver_runs_when_more_than_half_wounded():
    """Of his 20: not at 10, but at 11."""
    rules = {**ATTACKS, "characters.ozmo.ability": 9}
    rolls = [*MELEE_AT_ONCE, 9, 0, 1, 0, 1, 0, pair(5), 0, 0, pair(6)]
    fought = fight(rolls, foe="olliver", rules=rules, **OZMO)
    assert fought.told(Event.FOE_TRIES) == [(5, 6, 0, 0), (6, 6, 1, 0)]
    assert (fought.ending, fought.lives) == ("FOE_FLED", (0, 11))


@pytest.mark.parametrize(
    "holder",
    [{"character": "Ozmo", "arms": ["magic_great_sword"]}, {"character": "Turb", "carries": ["magic_great_sword"]}],
)
def test_olliver_fights_the_holder_of_the_magic_great_sword_to_the_death(holder):
    """Also one who cannot use it, as Turb in the Example of Play."""
    rules = {**ATTACKS, "encounters.olliver.wounds": 3}
    stands = fight([*MELEE_AT_ONCE, 1, 0, 1, 0, 0, 0], foe="olliver", policy=BOLD, rules=rules, **holder)
    assert (stands.lives, stands.told(Event.FOE_TRIES)) == ((0, 2), [])


def test_olliver_minds_no_other_sword_and_nobody_else_minds_that_one():
    hurt = [*MELEE_AT_ONCE, 2, 0, pair(12)]
    rules = {**ATTACKS, "encounters.olliver.wounds": 3, "encounters.wolves.wounds": 3}
    assert fight(hurt, foe="olliver", arms=["great_sword", "magic_axe"], rules=rules, **OZMO).ending == "FOE_FLED"
    assert fight(hurt, foe="wolves", arms=["magic_great_sword"], rules=rules, **OZMO).ending == "FOE_FLED"


@pytest.mark.parametrize("troll", ["troll_ralph", "troll_edna"])
def test_trolls_heal_one_wound_after_every_round_if_wounded(troll):
    healing = fight([*MELEE_AT_ONCE, 0, 0, 2, 0, 0, 0, 0, 0], foe=troll, **OZMO)
    assert healing.told(Event.HEALS) == [(1, 0, 0, 0), (0, 0, 0, 0)]
    killed = fight([*MELEE_AT_ONCE, 3, 0], foe=troll, rules={f"encounters.{troll}.wounds": 3}, **OZMO)
    assert (killed.ending, killed.told(Event.HEALS)) == ("FOE_KILLED", [])


def test_trolls_heal_in_the_approach_too():
    rolls = [die(4), die(1), 2, 0, 0, 0, 0, 0]
    shot = fight(rolls, character="Alatha", arms=["bow"], foe="troll_edna")
    assert (shot.lives, len(shot.told(Event.HEALS)), shot.battle.approach) == ((0, 0), 2, 0)


def test_ralph_in_peril_tries_to_escape_and_edna_never():
    wounds = {"encounters.troll_ralph.wounds": 3, "encounters.troll_edna.wounds": 3}
    ralph = fight([*MELEE_AT_ONCE, 2, 0, pair(7), 1, 0, pair(8)], foe="troll_ralph", rules=wounds, **OZMO)
    assert ralph.told(Event.FOE_TRIES) == [(7, 8, 0, 0), (8, 8, 1, 0)]
    assert ralph.ending == "FOE_FLED"
    edna = fight([*MELEE_AT_ONCE, 2, 0, 1, 0], foe="troll_edna", rules=wounds, **OZMO)
    assert edna.told(Event.FOE_TRIES) == []
    assert edna.lives == (0, 1)


def test_most_creatures_try_to_escape_with_one_wound_left():
    flees_at = {foe: int(figures.flees_at) for foe, figures in zip(FOES, RULES.foes, strict=True)}
    never = {foe for foe in FOES if flees_at[foe] > CATALOG.chits[foe]["wounds"]}
    at_one_left = {foe for foe in FOES if flees_at[foe] == CATALOG.chits[foe]["wounds"] - 1}
    assert never & {*FIGHTERS, *OTHERS} == {"demon", "troll_edna"}
    assert {*FIGHTERS, *OTHERS} - never == at_one_left & {*FIGHTERS, *OTHERS}
    assert flees_at["olliver"] == 11


def test_escape_attempt_from_the_sea_is_as_on_land():
    gone = fight([*MELEE_AT_ONCE, 0, 0, pair(8)], character="Ozmo", foe="great_whale", policy=TIMID)
    assert (gone.ending, gone.told(Event.HERO_TRIES)) == ("HERO_ESCAPED", [(8, 8, 1, 0)])
