"""What a cell of a scenario may say, what becomes of it, and what is refused, with the rule that it breaks."""

import pytest
from games.emperor.encounter.battles import ARMS, CATALOG, FOES, RICHES, faults, scenario, usable_by

from simkit.games.emperor.encounter.rules.hands import count
from simkit.games.emperor.encounter.rules.possessions import n_treasures
from simkit.games.emperor.shared.schema import NOTHING, Entry
from simkit.games.emperor.shared.terms import HERO_CLASSES, TERRAINS

OZMO = {"character": "Ozmo", "foe": "wolves"}
CHARACTERS = CATALOG.character_names


def setup_of(entry="ENCOUNTER", **cell):
    setups = scenario(cell, entry=entry).cells[0].compiled.setups
    assert len(setups) == 1
    assert not setups.flags.writeable
    return setups[0]


def in_hand(names, hand):
    """How many of each kind somebody holds."""
    return {name: n for kind, name in enumerate(names) if (n := int(count(hand, kind)))}


# ---- What it says


def test_a_cell_in_full():
    setup = setup_of(
        character="Nruff",
        foe="brigands",
        terrain="mines",
        wounds=3,
        treasures=["sack_of_silver", "sack_of_silver", "magic_bow", "talisman_of_quox"],
        arms=["dagger", "dagger", "magic_axe"],
        carries=["club", "magic_great_sword"],
    )
    player = setup.player
    assert (setup.entry, CHARACTERS[player.hero], FOES[setup.kind]) == (Entry.ENCOUNTER, "Nruff", "brigands")
    assert (player.wounds, n_treasures(player), bool(setup.draws_arms)) == (3, 6, False)
    assert tuple(setup.spot) == CATALOG.spot("mines")
    given, carried = {"dagger": 2, "magic_axe": 1}, {"club": 1, "magic_great_sword": 1}
    assert in_hand(ARMS, player.arms) == {**given, **carried, "magic_bow": 1}
    assert in_hand(CATALOG.goods, player.goods) == {"sack_of_silver": 2, "talisman_of_quox": 1}


def test_a_cell_that_says_little():
    setup = setup_of(**OZMO)
    player = setup.player
    assert (player.wounds, n_treasures(player), bool(setup.draws_arms)) == (0, 0, False)
    assert player.arms == player.goods == player.clues == player.spells == player.vessel == player.companions == 0
    drawn = setup_of(entry="TERRAIN", character="Ozmo", terrain="swamp", arms="drawn")
    assert (drawn.entry, drawn.kind, bool(drawn.draws_arms)) == (Entry.TERRAIN, NOTHING, True)
    assert drawn.player.arms == 0


@pytest.mark.parametrize("character", CHARACTERS)
def test_every_character_is_as_on_his_card(character):
    one = scenario({"character": character, "foe": "wolves"})
    hero, card = one.rules.heroes[one.cells[0].compiled.setups[0].player.hero], CATALOG.character(character)
    assert HERO_CLASSES[hero.hero_class] == card["class"]
    assert (hero.ability, hero.wounds, hero.escape) == (card["ability"], card["wounds"], card["escape"])


def test_names_may_be_written_as_on_the_chits():
    spelt = setup_of(character="ozmo", foe="Brown Bear", arms=["Kite Shield", "AXE"], terrain="Pirate Lair")
    assert spelt == setup_of(character="Ozmo", foe="brown_bear", arms=["axe", "kite_shield"], terrain="pirate_lair")


@pytest.mark.parametrize("place", CATALOG.spot_names)
def test_every_terrain_and_place_may_be_named(place):
    spot = setup_of(entry="TERRAIN", character="Ozmo", terrain=place).spot
    terrain = (
        CATALOG.spaces[place]["terrain"] if place in CATALOG.spaces else {"coastal_land": "clear"}.get(place, place)
    )
    assert TERRAINS[spot.terrain] == terrain
    assert bool(spot.coastal) == (place in CATALOG.map["coastal"] or place == "coastal_land")
    assert (spot.place > 0) == any(place in chit["places"] for chit in CATALOG.chits.values())


# ---- What is refused


def test_arms_everybody_may_hold_five_and_magic_ones_besides():
    five = ["dagger", "dagger", "club", "staff", "bow"]
    magic = ["magic_axe", "magic_mace", "magic_bow", "magic_dagger", "magic_kite_shield", "magic_great_sword"]
    assert faults(**OZMO, arms=[*five, *magic]) == []
    assert faults(**OZMO, arms=[*five, "sling", *magic]) == ["6 arms: Ozmo may carry 5 (Arms)"]
    assert faults(**OZMO, arms=five[:3], carries=["staff", "bow", "sling"]) == ["6 arms: Ozmo may carry 5 (Arms)"]
    assert faults(**OZMO, arms="drawn", carries=five[:4]) == []
    assert faults(**OZMO, arms="drawn", carries=five) == ["6 arms: Ozmo may carry 5 (Arms)"]
    assert faults(**OZMO, arms=five[:2], rules={"constants.arms_limit": 1}) == ["2 arms: Ozmo may carry 1 (Arms)"]


@pytest.mark.parametrize("character", CHARACTERS)
def test_arms_what_a_class_may_not_use_it_may_only_carry(character):
    hero_class = CATALOG.character(character)["class"]
    usable = set(usable_by(character))
    assert (usable == set(ARMS)) == (hero_class in ("fighter", "elf"))
    for arm in ARMS:
        cell = {"character": character, "foe": "wolves"}
        refusal = (
            f"{character} is a {hero_class} and may not use the {arm} (Arms); to carry it unused, name it under carries"
        )
        assert faults(**cell, arms=[arm]) == ([] if arm in usable else [refusal])
        assert faults(**cell, carries=[arm]) == []


def test_arms_no_more_of_a_kind_than_there_are():
    assert faults(**OZMO, arms=["axe", "axe"]) == []
    assert faults(**OZMO, arms=["axe", "axe"], carries=["axe"]) == ["3 of axe: the game has 2"]
    assert faults(**OZMO, arms=["magic_axe"], carries=["magic_axe"]) == ["2 of magic_axe: the game has 1"]
    assert faults(**OZMO, arms=["axe"] * 3, rules={"arms.axe.quantity": 3}) == []


def test_wounds_no_hero_who_is_dead_already():
    assert faults(**OZMO, wounds=10) == []
    assert faults(**OZMO, wounds=11) == ["Ozmo is dead with 11 wounds: his Wound Number is 11"]
    assert faults(**OZMO, wounds=11, rules={"characters.ozmo.wounds": 12}) == []


def test_entries_need_what_they_are_about():
    assert faults() == ["a cell of ENCOUNTER needs a character", "a cell of ENCOUNTER needs a foe"]
    assert faults(entry="TERRAIN", character="Ozmo") == ["a cell of TERRAIN needs a terrain"]
    drawn = faults(entry="TERRAIN", terrain="swamp", **OZMO)
    assert drawn == ["TERRAIN draws the chit itself: leave foe away, or ask for entry ENCOUNTER"]


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        ({"character": "Osmo"}, "unknown character 'Osmo', did you mean 'Ozmo'?"),
        ({"foe": "wolfs"}, "unknown "),
        ({"terrain": "swmap"}, "unknown terrain"),
        ({"arms": ["axe", "sworde"]}, "unknown arm 'sworde'"),
        ({"arms": "borrowed"}, 'arms must be a list or "drawn"'),
        ({"arms": [3]}, "arms must be a name, not 3"),
        ({"carries": "drawn"}, "carries must be a list"),
        ({"wounds": -1}, "wounds must be 0 to 99, not -1"),
        ({"wounds": True}, "wounds must be a whole number, not true"),
        ({"wounds": 1.5}, "wounds must be a whole number, not 1.5"),
        ({"treasures": [*RICHES, "gold_cup"]}, "2 of gold_cup: the game has 1"),
        ({"treasures": ["gold_mug"]}, "unknown treasure 'gold_mug'"),
        ({"treasures": [3]}, "treasures must be a name, not 3"),
        ({"treasures": "drawn"}, "treasures must be a list"),
        ({"policy": "brave"}, "unknown policy 'brave'"),
        ({"policy": 3}, "unknown policy 3"),
        ({"policy": {"kind": "bold", "flee_at": -1}}, "flee_at must be 0 to 99, not -1"),
        ({"policy": {"kind": "bold", "lets_go": 1}}, "lets_go must be true or false, not 1"),
        ({"policy": {"kind": "bold", "weapon": "axe"}}, "unknown weapon 'axe'"),
        ({"policy": {"kind": "bold", "mood": 1}}, "unknown key 'mood'"),
        ({"weather": "fine"}, "unknown key 'weather'"),
    ],
)
def test_bad_values_are_refused_in_one_line(said, begins):
    found = faults(**{**OZMO, **said})
    assert len(found) == 1
    assert found[0].startswith(begins)


def test_everything_wrong_is_said_at_once():
    found = faults(character="Rosa", foe="wolfs", arms=["bow", "axe"], wounds=10, policy="brave", weather="fine")
    assert len(found) == 6
    assert sum("Rosa is a cleric and may not use the" in line for line in found) == 2


@pytest.mark.parametrize(
    ("figure", "value", "allowed"),
    [
        ("constants.bribe_divisor", 0, "1 to 99"),
        ("constants.die_sides", 8, "6"),
        ("constants.hit_face", 1, "2 to 6"),
        ("constants.hit_face", 7, "2 to 6"),
        ("constants.escape_target", 13, "2 to 12"),
        ("constants.round_limit", 1024, "1 to 1023"),
        ("characters.ozmo.ability", 10, "0 to 9"),
        ("characters.ozmo.class", "bard", "one of fighter, elf, magician, cleric"),
        ("arms.axe.melee_dice", 10, "0 to 9"),
        ("arms.axe.quantity", 8, "0 to 7"),
        ("vessels.ship.wounds", 0, "1 to 99"),
        ("vessels.boat.dice", 10, "0 to 9"),
        ("constants.magician_trade_draws", 10, "0 to 9"),
        ("arms.axe.type", "hat", "one of melee, missile, shield"),
        ("magic_arms.magic_axe.plus", 4, "0 to 3"),
        ("encounters.brigands.ability", 21, "0 to 20"),
        ("encounters.brigands.count", -1, "0 to 99"),
        ("encounters.brigands.escape_policy", "soon", "one of at_1_left, never, over_half_wounded"),
        ("encounters.brigands.reward_if_killed", "gold", "one of none, treasure, arms"),
        ("map.spaces.mines.terrain", "moon", f"one of {', '.join(TERRAINS)}"),
    ],
)
def test_what_if_figures_that_the_rules_cannot_take(figure, value, allowed):
    assert faults(**OZMO, rules={figure: value}) == [f"{figure} must be {allowed}, not {value}"]


def test_more_treasures_than_an_outcome_can_tell_are_refused():
    """Thirty-four and six more of sixteen kinds; one kind less is 124 in all."""
    single = [name for name, good in CATALOG.treasures.items() if good["quantity"] == 1][:16]
    rules = {f"treasures.{name}.quantity": 7 for name in single}
    assert faults(**OZMO, rules=rules) == [
        f"{figure}: the game would have 130 treasures, and may have 127" for figure in rules
    ]
    assert faults(**OZMO, rules=dict(list(rules.items())[1:])) == []


@pytest.mark.parametrize(
    ("figure", "value"),
    [("encounters.brigands.reaction", "dances"), ("magic_arms.magic_axe.base", "sword")],
)
def test_what_if_words_that_the_rules_do_not_have(figure, value):
    (found,) = faults(**OZMO, rules={figure: value})
    assert found.startswith(f"{figure} must be one of ")
    assert found.endswith(f", not {value}")
