"""What a scenario may say: every fault with its line, and what sound ones come to."""

import json

import pytest
from games.deathmaze.hauls import GAME, TREE, faults, scenario

from simkit.games.deathmaze.schema import MOST_BONUS, MOST_HOARDS, NOTHING, Item
from simkit.study.scenarios.json_schema import json_schema

HERO, THREE = '{ calling = "hero", points = 8 }', '["axe", "bow", "axe"]'
PARTY = f"party = [{HERO}]"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('hoard = "Z"', "2: unknown hoard 'Z'"),
        ('hoard = "trol"', "2: unknown hoard 'trol', did you mean 'troll'?"),
        ('hoards = ["A", "ork"]', "2: unknown treasure type or monster 'ork', did you mean 'orc'?"),
        ("hoards = []", f"2: 0 hoards: a haul has 1 to {MOST_HOARDS}"),
        ('hoards = ["A", "B"]\nnumber = 17', f"2: 34 hoards: a haul has 1 to {MOST_HOARDS}"),
        ('hoard = "A"\nnumber = 0', "3: number must be 1 to 32, not 0"),
        ('hoard = "A"\nnumber = true', "3: number must be a whole number, not true"),
        ('hoard = "A"\nbystander = "elf"', "3: unknown bystander 'elf'"),
        ('hoard = "A"\nguard = "elf"', "3: unknown key 'guard', did you mean 'hoard'?"),
        ('hoard = "A"\nfind = "gem"', "3: HAUL has no find: it needs hoard or hoards"),
        ('hoard = "A"\nhoards = ["A"]', "0: a cell of HAUL needs hoard or hoards, and not both"),
        ("number = 1", "0: a cell of HAUL needs hoard or hoards, and not both"),
        ('hoard = "A"\npolicy = "brave"', "3: unknown policy 'brave' (one of: careful, bold, "),
        ('hoard = "A"\npolicy = { kind = "bold", tester = "last" }', "3: unknown tester 'last' (one of: "),
        ('hoard = "A"\npolicy = { kind = "bold", heal_at = 0 }', "3: heal_at must be 1 to 999, not 0"),
    ],
)
def test_every_fault_of_a_cell_is_a_line(text, said):
    found = faults(f"{PARTY}\n{text}")
    assert len(found) == 1
    assert found[0].startswith(said)


@pytest.mark.parametrize(
    ("party", "said"),
    [
        ("[]", "2: party must be 1 to 6 adventurers, not 0"),
        ("'all'", "2: party must be a list of tables, not 'all'"),
        (f"[{', '.join([HERO] * 7)}]", "2: party must be 1 to 6 adventurers, not 7"),
        ('[{ calling = "hero" }]', "2: party: number 1 needs a points"),
        (f'[{HERO},\n{{ calling = "elf", points = 8 }}]', "3: unknown calling 'elf' (one of: hero, wizard, thief)"),
        (f'[{HERO},\n{{ calling = "hero", points = 0 }}]', "3: points must be 1 to 99, not 0"),
        (f'[{HERO},\n{{ calling = "hero", points = 8, age = 3 }}]', "3: unknown key 'age' (one of: calling, points, "),
        (f'[{HERO},\n{{ calling = "hero", points = 8, wounds = 8 }}]', "3: party: number 2 is dead with 8 wounds"),
        (f'[{HERO},\n{{ calling = "hero", points = 8, weapons = ["spoon"] }}]', "3: unknown weapon 'spoon' (one of: "),
        (
            f'[{HERO},\n{{ calling = "hero", points = 8, weapons = {THREE} }}]',
            "3: party: number 2 may use 2 weapons, not 3",
        ),
    ],
)
def test_every_fault_of_the_party_is_a_line(party, said):
    found = faults(f'hoard = "A"\nparty = {party}')
    assert len(found) == 1
    assert found[0].startswith(said)


def test_all_that_is_wrong_with_a_cell_is_told_at_once():
    dead = '[{ calling = "hero", points = 8, wounds = 8 }]'
    found = faults(f'party = {dead}\nhoard = "Q"\nhoards = ["A"]\npolicy = "brave"')
    assert [line[:34] for line in found] == [
        "0: a cell of HAUL needs hoard or h", "1: party: number 1 is dead with 8 ", "2: unknown hoard 'Q'",
        "4: unknown policy 'brave' (one of:",
    ]  # fmt: skip


def test_a_cell_needs_a_party():
    assert faults('hoard = "A"') == ["0: a cell of HAUL needs a party"]


def test_the_other_entry_wants_a_find():
    assert faults(f'{PARTY}\nhoard = "A"', "FIND") == [
        "0: a cell of FIND needs find",
        "2: FIND has no hoard: it needs find",
    ]
    assert faults(f'{PARTY}\nfind = "gems"', "FIND")[0].startswith("2: unknown find 'gems', did you mean 'gem'?")


def test_the_whole_game_is_refused_with_the_reason():
    assert "only the rules of treasure" in faults(f'{PARTY}\nhoard = "A"', "WHOLE_GAME")[0]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ('"treasures.J.gems" = "2 dice"', "treasures.J.gems must be a dice code such as 3:2D6, or -, not '2 dice'"),
        ('"treasures.J.gems" = "1D6"', "treasures.J.gems must be a dice code such as 3:2D6, or -, not '1D6'"),
        ('"treasures.J.bezants" = "3:2D6x51"', "treasures.J.bezants must be a dice code such as 3:2D6x20, or -, not"),
        ('"traps.wounds" = "3:1D6"', "traps.wounds must be a dice code such as 2D6, or -, not '3:1D6'"),
        ('"effects.healing" = "lots"', "effects.healing must be a dice code such as 2D6, or -, not 'lots'"),
        ('"monsters.orc.room" = "Z"', "monsters.orc.room must be one of A, B, C, D, E, F, G, H, I, J, K, L, M, not"),
        ('"chests.types" = ["I", "Z"]', "chests.types must be one of A, B, C, D, E, F, G, H, I, J, K, L, M, not"),
        ('"effects.missiles" = ["bow", "sling"]', "effects.missiles must be one of sword, hammer, axe, bow, dagger, "),
        ('"potions.1" = "beer"', "potions.1 must be one of healing, poison, strength, charm_person, charm_monster"),
        ('"weapon_effects.1" = "1"', "weapon_effects.1 must be one of +1, +2, +3, +4, +5, +6, +7, +8, +9, twice"),
        ('"gems.7" = -1', "gems.7 must be 0 to 500, not -1"),
        ('"gems.13" = 1', "gems.13 is no figure of this game"),
        ('"chests.trapped_to" = 7', "chests.trapped_to must be 0 to 6, not 7"),
        ('"limits.die_sides" = 8', "limits.die_sides must be one of 6, not 8"),
        ('game = "expert"', "unknown game 'expert' (one of: advanced, basic)"),
        ('dead_share = "yes"', "dead_share must be true or false, not 'yes'"),
        ('dead_shares = true', "unknown rule 'dead_shares', did you mean 'dead_share'?"),
    ],
)  # fmt: skip
def test_every_unfit_rule_is_a_line(rule, said):
    found = faults(f'{PARTY}\nhoard = "A"', rules=rule)
    assert len(found) == 1
    assert found[0].split(":", 1)[1].strip().startswith(said)


def test_a_bonus_without_end_is_refused():
    rules = '"armor.1" = "twice"\n"armor.2" = "twice"'
    found = faults(f'{PARTY}\nhoard = "A"', rules=rules)
    assert len(found) == 2
    assert all(f"rolled twice so often, a bonus could well be {MOST_BONUS} or more" in line for line in found)
    assert faults(f'{PARTY}\nhoard = "A"', rules='"armor.6" = "+3"') == []


def setup_of(text, entry="HAUL"):
    return scenario(text, entry).cells[0].compiled.setups[0]


def test_hoards_are_the_types_of_what_was_slain():
    setup = setup_of(f'{PARTY}\nhoards = ["troll", "Wandering Orc", "d", "orc"]\nnumber = 2')
    assert setup["hoards"][: setup["n_hoards"]].tolist() == ["ABCDEFGHIJ".index(row) for row in "JBDHJBDH"]
    assert (setup["bystander"], setup["gems"], setup["items"]) == (NOTHING, 0, 0)


@pytest.mark.parametrize(("find", "kind"), [("gem", Item.NONE), ("magic_item", Item.NONE), ("armor", Item.ARMOR)])
def test_finds_are_laid_out(find, kind):
    setup = setup_of(f'{PARTY}\nfind = "{find}"\nnumber = 3\nbystander = "ogre"', "FIND")
    assert (setup["gems"], setup["items"]) == ((3, 0) if find == "gem" else (0, 3))
    assert (setup["kind"], setup["n_hoards"]) == (kind, 0)
    assert list(TREE["monsters"])[setup["bystander"]] == "ogre"


def test_who_shoots_is_known_by_his_weapons():
    cards = setup_of(
        'hoard = "A"\nparty = [{ calling = "thief", points = 6, wounds = 1, weapons = ["Throwing Dagger"] },'
        ' { calling = "hero", points = 8, weapons = ["dagger", "sword"] }]'
    )["party"]
    assert cards["missiles"].tolist() == [1, 0, 0, 0, 0, 0]
    assert cards["points"].tolist() == [6, 8, 0, 0, 0, 0]
    assert cards["wounds"].tolist() == [1, 0, 0, 0, 0, 0]


def test_a_schema_describes_the_party():
    party = json_schema(GAME)["properties"]["setup"]["properties"]["party"]
    assert (party["type"], party["minItems"], party["maxItems"]) == ("array", 1, 6)
    assert party["items"]["required"] == ["calling", "points"]
    assert set(party["items"]["properties"]) == {"calling", "points", "wounds", "weapons"}
    assert json.loads(json.dumps(party)) == party
