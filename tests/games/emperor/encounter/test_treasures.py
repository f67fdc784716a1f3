"""What Imperial Treasures do for their holder, and what encounters take, heal and trade, by loaded dice."""

import pytest
from games.emperor.encounter.battles import BOLD, CATALOG, MELEE_AT_ONCE, OZMO, die, exactly, fight, pair, rules_of

from simkit.games.emperor.encounter.rules.hands import count
from simkit.games.emperor.encounter.rules.possessions import n_imperials, n_magic, n_treasures
from simkit.games.emperor.shared.schema import Event

HAPPENS, DOES_NOT = 0, 1  # loaded outcomes of a die of which only some faces matter
GOODS = tuple(CATALOG.goods)
IMPERIALS = {"treasures": ["emerald_of_life", "grail_of_pale"]}


# ---- Imperial Treasures


def test_talisman_of_quox_is_worth_one_in_flight():
    cell = {"character": "Ozmo", "foe": "great_whale", "policy": {"kind": "bold", "flee_at": 99}}
    cell |= {"terrain": "deep_sea", "vessel": "ship"}
    for treasures, needed in (([], 8), (["talisman_of_quox"], 7)):
        ran = fight([*MELEE_AT_ONCE, 0, 0, pair(2)], treasures=treasures, **cell)
        assert ran.told(Event.HERO_TRIES) == [(2, needed, 0, 0)]


def test_battle_ring_of_gorath_is_worth_a_die():
    fought = fight([*MELEE_AT_ONCE, 4, 0], foe="wolves", treasures=["battle_ring_of_gorath"], **OZMO)
    assert fought.told(Event.ATTACK) == [(4, 4, 0, 0)]


def test_emerald_of_life_is_used_once_and_the_fight_goes_on():
    cell = {"foe": "brown_bear", "wounds": 9, "treasures": ["emerald_of_life"], **OZMO}
    revived = fight([*MELEE_AT_ONCE, 0, 4], **cell)
    assert (revived.ending, revived.battle.revived, revived.player.wounds) == ("", 1, 0)
    assert (revived.tally.wounds, revived.tally.lost, revived.player.goods) == (2, 2, 0)
    assert fight([*MELEE_AT_ONCE, 0, 4, 0, 4, 0, 4, 0, 4], **cell).ending == "HERO_KILLED"


def test_emerald_of_life_lets_who_kills_and_dies_have_the_reward():
    cell = {
        "foe": "wastrels",
        "wounds": 10,
        "treasures": ["emerald_of_life"],
        "rules": {"encounters.wastrels.wounds": 3},
    }
    both = fight([*MELEE_AT_ONCE, 3, 1], **cell, **OZMO)
    assert (both.ending, both.battle.revived, both.player.wounds) == ("FOE_KILLED", 1, 0)


# ---- What encounters take, heal and trade


def test_the_demon_takes_the_stone_of_fire():
    met = fight([], foe="demon", treasures=["stone_of_fire"], **OZMO)
    assert (met.ending, met.player.goods, met.battle.treasures_lost) == ("PEACEFUL", 0, 1)


@pytest.mark.parametrize("healer", ["holy_man", "holy_woman"])
def test_the_holy_heal_a_die_of_wounds(healer):
    assert fight([die(4)], foe=healer, wounds=7, **OZMO).player.wounds == 3
    assert fight([die(6)], foe=healer, wounds=2, **OZMO).tally.healed == 2


def test_imperial_patrol_takes_imperial_treasures_out_of_play_or_fights():
    given = fight([], character="Ozmo", foe="imperial_patrol", **IMPERIALS)
    assert (given.ending, n_imperials(given.player), given.battle.confiscated) == ("PEACEFUL", 0, 1 | 1 << 15)
    assert fight([*MELEE_AT_ONCE, 0, 0], foe="imperial_patrol", **IMPERIALS, **OZMO).battle.hostile == 1


def test_sorcerer_gives_up():
    """Imperial Treasures, magic arms and scrolls, and under the switch the Stone of Fire; never riches or spells."""
    treasures = ["emerald_of_life", "magic_axe", "scroll_heal", "stone_of_fire", "gold_cup"]
    cell = {
        "character": "Turb",
        "foe": "evil_sorcerer",
        "treasures": treasures,
        "spells": ["fear"],
        "policy": "cautious",
    }
    for setting, left in (("magic", 2), ("with_stone", 1)):
        robbed = fight([], rules={"sorcerer_gives_up": setting}, **cell)
        assert (robbed.ending, n_treasures(robbed.player), n_magic(rules_of(), robbed.player)) == ("PEACEFUL", left, 0)
        assert robbed.player.spells > 0
    fought = fight([*MELEE_AT_ONCE, 0, 4], **{**cell, "policy": BOLD, "spells": []})
    assert (fought.battle.hostile, fought.player.wounds) == (1, 4)


def test_mad_magician_items():
    """Up to the die's face, two draws each."""
    treasures = ["emerald_of_life", "magic_axe", "scroll_heal", "gold_cup"]
    cell = {"character": "Turb", "foe": "mad_magician", "treasures": treasures}
    for setting, face, traded in (("with_imperials", 6, 3), ("with_imperials", 2, 2), ("without_imperials", 6, 2)):
        met = fight([die(face)], rules={"mad_magician_items": setting}, **cell)
        assert met.told(Event.TRADES) == [(face, traded, 0, 0)]
        assert (met.battle.treasure_draws, n_treasures(met.player)) == (2 * traded, 4 - traded)
    kept = fight([die(6)], **{**cell, "policy": {"kind": "prudent", "trades": False}})
    assert (kept.battle.treasure_draws, n_treasures(kept.player)) == (0, 4)


@pytest.mark.parametrize("place", range(3))
def test_the_genie_steals_any_treasure_on_an_odd_die(place):
    treasures = ["emerald_of_life", "gold_cup", "magic_axe"]
    robbed = fight([DOES_NOT, place], foe="obtuse_genie", treasures=treasures, arms=["club"], **OZMO)
    left = [name for index, name in enumerate(treasures) if index != place]
    assert n_treasures(robbed.player) == 2
    held = [count(robbed.player.goods, GOODS.index(name)) for name in left if name in GOODS]
    assert held == [1] * len(held)


def test_the_genie_sends_home_without_companions():
    home = fight([HAPPENS], foe="obtuse_genie", companions=["wolves"], treasures=["gold_cup"], **OZMO)
    assert (home.battle.moved, home.player.companions, n_treasures(home.player)) == (1, 0, 1)


def test_thieves_roll_for_every_possession():
    cell = {"foe": "thieves", "arms": ["axe"], "treasures": ["gold_cup"], "clues": ["treasure_map"]}
    robbed = fight([DOES_NOT, HAPPENS, DOES_NOT, HAPPENS], **cell, **OZMO)
    assert (robbed.battle.arms_lost, robbed.battle.treasures_lost, robbed.battle.clues_lost) == (1, 0, 1)
    assert exactly(**cell, **OZMO).means["arms_lost"] == pytest.approx(5 / 6 / 3, abs=1e-12)


def test_thieves_vessel():
    cell = {"foe": "thieves", "terrain": "coastal_land", "vessel": "boat"}
    assert fight([DOES_NOT, HAPPENS], **cell, **OZMO).player.vessel == 0
    assert fight([DOES_NOT], rules={"thieves_vessel": "exempt"}, **cell, **OZMO).player.vessel == 1


@pytest.mark.parametrize(
    ("setting", "rolls", "left"),
    [("owner", [], {"axe", "emerald_of_life"}), ("opponent", [], {"club", "axe"}), ("random", [2], {"club", "axe"})],
)
def test_drop_choice(setting, rolls, left):
    """The owner parts with his worst arm, an opponent would take the emerald, and the dice what comes third."""
    cell = {"character": "Ozmo", "foe": "wolves", "arms": ["club", "axe"], "treasures": ["emerald_of_life"]}
    rolls = [*MELEE_AT_ONCE, 0, 0, pair(12), *rolls]
    ran = fight(rolls, policy={"kind": "bold", "flee_at": 99}, rules={"drop_choice": setting}, **cell)
    assert (ran.ending, ran.battle.dropped) == ("HERO_ESCAPED", 1)
    arms = {arm for index, arm in enumerate(CATALOG.arms) if count(ran.player.arms, index)}
    assert arms | {good for index, good in enumerate(GOODS) if count(ran.player.goods, index)} == left
