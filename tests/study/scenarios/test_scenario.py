"""Scenario files: what is read from them, what decides their digest, and every kind of fault with its line."""

import random
import re

import pytest
from scenario_texts import DUELS, GRID, SKIRMISH, faults_of, line_of, read, write

from simkit import games
from simkit.errors import BadInput
from simkit.games import emperor
from simkit.study.scenarios import reader
from simkit.study.scenarios.reader import load

BEAR = 'foe = "brown_bear"'
CHARACTER = 'character = "Ozmo"'
ARMS = 'arms = ["axe", "kite_shield"]'
POLICY = '{ kind = "prudent", flee_at = 4 }'
RULES = "[rules]\n"
ODD_VALUES = [
    "nan",
    "-inf",
    "true",
    "-1",
    "1.5",
    "1e400",
    '"x"',
    '"*"',
    '"ozmo"',
    "[]",
    "{}",
    "[1, 2]",
    "[nan]",
    "[{}]",
]
ODD_VALUES += [
    '[["axe"], "drawn"]',
    "{ kind = 3 }",
    '{ kind = "bold", flee_at = "x" }',
    "1979-05-27",
    "{ a = { b = 1 } }",
]
ODD_LINES = [
    "[run]",
    "[setup]",
    "[[cells]]",
    "[axes]",
    "[rules]",
    "[rules.constants]",
    "[[variants]]",
    "rows = 3",
    "parry = 1",
]
ODD_LINES += [
    '"characters.ozmo.wounds" = []',
    "constants = 3",
    "axes.arms = [3]",
    "variants.a.rules = [3]",
    "setup = []",
]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"emperor"', '"emporer"', "unknown game 'emporer', did you mean 'emperor'?"),
        ('"ENCOUNTER"', '"ENCOUNTR"', "unknown entry 'ENCOUNTR', did you mean 'ENCOUNTER'?"),
        ("title =", "titel =", "unknown key 'titel', did you mean 'title'?"),
        ("games = 40", "game = 40", "unknown key 'game', did you mean 'games'?"),
        (BEAR, f"{BEAR}\nwounded = 1", "unknown key 'wounded', did you mean 'wounds'?"),
        (CHARACTER, 'character = "Ozzo"', "unknown character 'Ozzo', did you mean 'Ozmo'?"),
        (BEAR, f'{BEAR}\nterrain = "swmp"', "unknown terrain 'swmp', did you mean 'swamp'?"),
        (ARMS, 'arms = ["axxe"]', "unknown arm 'axxe', did you mean 'axe'?"),
        (BEAR, 'foe = "brown_bare"', "unknown foe 'brown_bare', did you mean 'brown_bear'?"),
        ('policy = "prudent"', 'policy = "prudnt"', "unknown policy 'prudnt', did you mean 'prudent'?"),
        (POLICY, '{ kind = "bould" }', "unknown policy 'bould', did you mean 'bold'?"),
        (POLICY, '{ kind = "bold", fle_at = 3 }', "unknown key 'fle_at', did you mean 'flee_at'?"),
        ("[run]", f"{RULES}pary = false\n[run]", "unknown rule 'pary', did you mean 'parry'?"),
        ("[run]", f'{RULES}overkill = "both_dye"\n[run]', "unknown overkill 'both_dye', did you mean 'both_die'?"),
    ],
)  # fmt: skip
def test_a_name_that_is_not_known(tmp_path, old, new, message):
    assert_fault(tmp_path, old, new, message)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (BEAR, f"{BEAR}\nwounds = -1", "wounds must be 0 to 99, not -1"),
        (BEAR, f"{BEAR}\nwounds = 100", "wounds must be 0 to 99, not 100"),
        (BEAR, f"{BEAR}\nwounds = true", "wounds must be a whole number, not true"),
        (BEAR, f"{BEAR}\nwounds = 1.0", "wounds must be a whole number, not 1.0"),
        (BEAR, f'{BEAR}\nwounds = "one"', "wounds must be a whole number, not 'one'"),
        (BEAR, f"{BEAR}\nwounds = nan", "wounds must be a whole number, not nan"),
        (POLICY, '{ kind = "bold", flee_at = inf }', "flee_at must be a whole number, not inf"),
        (POLICY, '{ kind = "bold", flee_at = 100 }', "flee_at must be 0 to 99, not 100"),
        (POLICY, '{ kind = "bold", pays = 1 }', "pays must be true or false, not 1"),
        (ARMS, 'arms = "axe"', "arms must be a list or \"drawn\", not 'axe'"),
        (CHARACTER, "character = 7", "character must be a name, not 7"),
        ("[run]", f"{RULES}escape_target = 99\n[run]", "escape_target must be 2 to 12, not 99"),
        ("[run]", f"{RULES}parry = 0\n[run]", "parry must be true or false, not 0"),
        ("games = 40", "games = 0", "run.games should be greater than or equal to 1, not 0"),
        ("games = 40", "games = true", "run.games should be a valid integer, not true"),
        ("games = 40", "games = nan", "run.games should be a valid integer, not nan"),
        ("seed = 7", "seed = -1", "run.seed should be greater than or equal to 0, not -1"),
        ("seed = 7", 'rows = "no"', "run.rows should be a valid boolean, not 'no'"),
        ('title = "Two duels"', "title = 2", "title should be a valid string, not 2"),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be(tmp_path, old, new, message):
    assert_fault(tmp_path, old, new, message)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('arms = ["mace"]', 'arms = ["bow"]', "Rosa is a cleric and may not use the bow (Arms)"),
        (ARMS, 'arms = ["axe", "mace", "bow", "sling", "club", "dagger"]', "6 arms: Ozmo may carry 5 (Arms)"),
        (ARMS, 'arms = ["axe", "axe", "axe"]', "3 of axe: the game has 2"),
        (BEAR, f"{BEAR}\nwounds = 11", "Ozmo is dead with 11 wounds: his Wound Number is 11"),
    ],
)  # fmt: skip
def test_what_the_rules_of_the_game_forbid(tmp_path, old, new, message):
    assert_fault(tmp_path, old, new, message)


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ('"characters.ozmo.wound" = 3', "characters.ozmo.wound is no figure of this game; did you mean char"),
        ('"characters.ozmo" = 3', "characters.ozmo is a group of 5 figures; name one, such as characters.ozmo."),
        ('"characters.ozmo.wounds" = true', "characters.ozmo.wounds must be a whole number"),
        ('"characters.ozmo.wounds" = nan', "characters.ozmo.wounds must be a whole number"),
        ('"characters.ozmo.wounds" = 1000', "characters.ozmo.wounds must be 1 to 99, not 1000"),
        ('"characters.ozmo.class" = "bard"', "characters.ozmo.class must be one of fighter, elf, magician, cleri"),
        ("constants.hit_face = 9", "constants.hit_face must be 2 to 6, not 9"),
        ("characters = { ozmo = { ability = -1 } }", "characters.ozmo.ability must be 0 to 9, not -1"),
    ],
)  # fmt: skip
def test_a_figure_that_cannot_be(tmp_path, new, message):
    assert_fault(tmp_path, "[run]", f"{RULES}{new}\n[run]", message)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('["swamp", "despin"]', '"swamp"', "an axis is a list of values or \"*\" for all, not 'swamp'"),
        ('["swamp", "despin"]', "[]", 'an axis is a list of values or "*" for all, not []'),
        ("terrain = [", "terrane = [", "unknown key 'terrane', did you mean 'terrain'?"),
        ('["swamp", "despin"]', '["swamp"]\nwounds = "*"', "an axis is a list of values, not '*'"),
        ('["swamp", "despin"]', '["swamp"]\nfo = 3', "unknown key 'fo', did you mean 'foe'?"),
        ('["swamp", "despin"]', '["swamp", "desspin"]', "unknown terrain 'desspin', did you mean 'despin'?"),
        ('["swamp", "despin"]', '["swamp"]\nfoe = ["brown_bear"]', "TERRAIN draws the chit itself: leave foe away"),
    ],
)  # fmt: skip
def test_an_axis_that_cannot_be(tmp_path, old, new, message):
    found = faults_of(write(tmp_path, GRID.replace(old, new)))
    assert any(message in fault for fault in found), found


def test_more_cells_than_anybody_would_play(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "MOST_CELLS", 3)
    assert faults_of(write(tmp_path, GRID)) == [f"{line_of(GRID, '[axes]')}: 4 cells: at most 3"]


def test_a_missing_key_is_told_where_the_cell_begins(tmp_path):
    text = DUELS.replace(f"{BEAR}\n", "")
    assert faults_of(write(tmp_path, text)) == ["8: a cell of ENCOUNTER needs a foe"]


def test_a_missing_game_and_entry_are_both_told(tmp_path):
    assert faults_of(write(tmp_path, "")) == ["1: entry is missing", "1: game is missing"]


def test_an_entry_that_the_game_refuses_is_told_with_its_reason(tmp_path, monkeypatch):
    monkeypatch.setattr(emperor, "GAME", emperor.GAME._replace(refused_entries={"SAGA": "it takes a winter"}))
    assert_fault(tmp_path, '"ENCOUNTER"', '"SAGA"', "entry SAGA: it takes a winter")


def test_the_setup_of_a_variant_is_checked_in_every_cell(tmp_path):
    text = f'{DUELS}\n[variants.weak.setup]\nwounds = 99\nfo = "orc"\n\n[variants.bold.setup]\npolicy = "bold"\n'
    assert faults_of(write(tmp_path, text)) == [
        f"{line_of(text, 'wounds = 99')}: Ozmo is dead with 99 wounds: his Wound Number is 11",
        f"{line_of(text, 'wounds = 99')}: Rosa is dead with 99 wounds: his Wound Number is 10",
        f"{line_of(text, 'fo = ')}: unknown key 'fo', did you mean 'foe'?",
    ]


def test_a_variant_is_checked_where_it_stands(tmp_path):
    text = f"{DUELS}\n{RULES}pary = true\n\n[variants.wild]\nrules = {{ escape_target = 99, hit_fase = 4 }}\n"
    variant = line_of(text, "rules = {")
    assert faults_of(write(tmp_path, text)) == [
        f"{line_of(text, 'pary')}: unknown rule 'pary', did you mean 'parry'?",
        f"{variant}: escape_target must be 2 to 12, not 99",
        f"{variant}: unknown rule 'hit_fase', did you mean 'hit_face'?",
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'game = "emperor"\nentry = ENCOUNTER\n', "2: no TOML value: text stands in quotes"),
        (b'title = "a"\ntitle = "b"\n', "2: "),
        (b"[[[[[[\n", "1: "),
        (b"cells = " + b"[" * 5_000 + b"]" * 5_000, "1: "),
        (b"[" + b".".join([b"a"] * 20_000) + b"]\n", "1: "),
        (b"\xff\xfe game", "1: "),
        (b'title = "\x00"\n', "1: "),
        (b"games = 99999999999999999999\n", "1: "),
    ],
    ids=["no quotes", "twice", "brackets", "deep", "a key of 40 kB", "not UTF-8", "a control", "beyond 64 bits"],
)
def test_what_is_no_toml_is_one_fault_with_its_line(tmp_path, data, message):
    path = tmp_path / "scenario.toml"
    path.write_bytes(data)
    (fault,) = faults_of(path)
    assert fault.startswith(message)
    assert len(fault) > len(message)


def test_a_folder_and_a_missing_file_are_faults_without_a_line(tmp_path):
    for path in (tmp_path, tmp_path / "missing.toml"):
        with pytest.raises(BadInput) as caught:
            load(path)
        (line,) = caught.value.lines
        assert line.startswith(f"{path}: ")


def test_slips_of_any_kind_are_faults_and_nothing_worse(tmp_path):
    chance = random.Random(11)
    found = [lines_of(write(tmp_path, slips(chance, chance.choice([DUELS, SKIRMISH, GRID])))) for _ in range(200)]
    assert [line for lines in found for line in lines if not re.fullmatch(r".*scenario\.toml:\d+: \S.*", line)] == []
    assert 100 < sum(len(lines) > 0 for lines in found) < 200


def slips(chance: random.Random, text: str) -> str:
    """The text with a few lines given other values, exchanged for others or left out."""
    lines = text.splitlines()
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(lines))
        key = lines[place].split(" =")[0]
        lines[place] = chance.choice([f"{key} = {chance.choice(ODD_VALUES)}", chance.choice(ODD_LINES), ""])
    return "\n".join(lines)


def lines_of(path) -> list[str]:
    """The faults of a file; none where it is sound all the same."""
    try:
        load(path)
    except BadInput as faulty:
        return faulty.lines
    return []


def test_all_faults_come_at_once_in_the_order_of_their_lines(tmp_path):
    text = (
        DUELS.replace("title", "titel").replace("Ozmo", "Ozzo").replace("wild_boar", "wild_bore").replace("= 40", "= 0")
        + f'\n{RULES}attacks = "hero"\n"characters.ozmo.wounds" = 1000\n'
    )
    assert [fault.split(":")[0] for fault in faults_of(write(tmp_path, text))] == [
        str(line_of(text, part)) for part in ("titel", "Ozzo", "wild_bore", "games", "attacks", "wounds")
    ]


def test_a_fault_of_the_setup_is_told_once_for_all_cells(tmp_path):
    text = GRID.replace('arms = "drawn"', 'arms = ["axxe"]')
    assert faults_of(write(tmp_path, text)) == [f"{line_of(text, 'axxe')}: unknown arm 'axxe', did you mean 'axe'?"]


def test_cells_are_the_product_of_the_axes_then_those_told_one_by_one(tmp_path):
    text = GRID + '\n[[cells]]\ncharacter = "Turb"\nterrain = "mines"\n'
    found = [tuple(cell.coordinates.values()) for cell in read(tmp_path, text).cells]
    assert found == [("Ozmo", "swamp"), ("Ozmo", "despin"), ("Rosa", "swamp"), ("Rosa", "despin"), ("Turb", "mines")]


def test_a_star_is_every_choice(tmp_path):
    scenario = read(tmp_path, GRID.replace('["Ozmo", "Rosa"]', '"*"'))
    (characters,) = (key.choices for key in scenario.game.keys(scenario.figures) if key.name == "character")
    assert [cell.coordinates["character"] for cell in scenario.cells[::2]] == list(characters)
    assert len(scenario.cells) == 2 * len(characters) == 16


def test_coordinates_are_what_sets_some_cell_apart_and_values_all_that_a_cell_says(tmp_path):
    first, second = read(tmp_path, DUELS.replace(BEAR, f"{BEAR}\nwounds = 1")).cells
    duel = {"character": "Ozmo", "arms": ["axe", "kite_shield"], "foe": "brown_bear"}
    assert list(first.coordinates.items()) == [*duel.items(), ("wounds", 1), ("policy", "prudent")]
    assert first.values == {**duel, "wounds": 1, "policy": "prudent"}
    assert second.coordinates["policy"] == {"kind": "prudent", "flee_at": 4}
    assert second.coordinates["wounds"] == 0
    assert list(second.coordinates) == list(first.coordinates)
    assert "wounds" not in second.values


def test_what_a_cell_leaves_open_is_nothing(tmp_path):
    first, second = read(tmp_path, DUELS.replace(BEAR, f'{BEAR}\nterrain = "swamp"')).cells
    assert (first.coordinates["terrain"], second.coordinates["terrain"]) == ("swamp", None)


def test_a_scenario_without_axes_and_cells_is_one_cell(tmp_path):
    text = SKIRMISH.replace("[axes]\n", "").replace('policy = ["bold", "cautious"]\n', "")
    (cell,) = read(tmp_path, text).cells
    assert cell.coordinates == cell.values == {"character": "Turb", "arms": ["staff"], "foe": "desert_rat", "wounds": 6}


def test_names_may_be_spelt_freely(tmp_path):
    free = read(tmp_path, DUELS.replace('"Ozmo"', '"ozmo"').replace('"kite_shield"', '"Kite Shield"'))
    assert free.cells[0].coordinates == read(tmp_path, DUELS).cells[0].coordinates
    assert free.digest == read(tmp_path, DUELS).digest


def test_the_command_line_overrides_games_and_seed(tmp_path):
    assert read(tmp_path, DUELS, games=5, seed=9).run.model_dump() == {"games": 5, "seed": 9, "rows": None}
    assert read(tmp_path, DUELS, games=None).run.model_dump() == {"games": 40, "seed": 7, "rows": None}


@pytest.mark.parametrize("rules", ['"characters.ozmo.wounds" = 12', "characters.ozmo.wounds = 12"])
def test_a_what_if_figure_is_marked_and_played(tmp_path, rules):
    scenario = read(tmp_path, f"{DUELS}\n{RULES}{rules}\n")
    (changed,) = [figure for figure in scenario.figures.ledger if figure.status == "what-if"]
    assert (changed.path, changed.value, changed.basis) == ("characters.ozmo.wounds", 12, "was 11")
    assert scenario.rules["heroes"]["wounds"][0] == 12
    assert games.figures("emperor").get("characters.ozmo.wounds") == 11


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("games = 40", "games = 4_000"),
        ("games = 40", "rows = false"),
        ("Two duels", "Three duels"),
        ("[run]", "# a remark\n[run]"),
        ("[run]", "[variants.other]\nrules = { parry = false }\n[run]"),
    ],
)  # fmt: skip
def test_the_digest_does_not_depend_on_what_decides_no_outcome(tmp_path, old, new):
    assert DUELS.count(old) == 1
    assert read(tmp_path, DUELS.replace(old, new)).digest == read(tmp_path, DUELS).digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seed = 7", "seed = 8"),
        (CHARACTER, 'character = "Alatha"'),
        (ARMS, 'arms = ["axe"]'),
        (BEAR, f'{BEAR}\nterrain = "swamp"'),
        (BEAR, f"{BEAR}\ntreasures = [\"gold_cup\"]"),
        (POLICY, '{ kind = "prudent", flee_at = 5 }'),
        ('policy = "prudent"', 'policy = "bold"'),
        ("[run]", f"{RULES}parry = false\n[run]"),
        ("[run]", f'{RULES}"characters.ozmo.wounds" = 12\n[run]'),
    ],
)  # fmt: skip
def test_the_digest_depends_on_all_that_decides_an_outcome(tmp_path, old, new):
    assert DUELS.count(old) == 1
    assert read(tmp_path, DUELS.replace(old, new)).digest != read(tmp_path, DUELS).digest


def test_the_digest_depends_on_game_version_entry_and_order(tmp_path):
    scenario = read(tmp_path, DUELS)
    others = [
        scenario._replace(game=scenario.game._replace(version="0")),
        scenario._replace(game=scenario.game._replace(name="emperors")),
        scenario._replace(entry="TERRAIN"),
        scenario._replace(cells=scenario.cells[::-1]),
        scenario._replace(cells=scenario.cells[:1]),
    ]
    assert len({scenario.digest, *(other.digest for other in others)}) == 6
    assert len(scenario.digest) == 12


def assert_fault(folder, old, new, message):
    """DUELS with `new` for `old` has this fault and no other, on the last line that `new` brought."""
    assert DUELS.count(old) == 1
    text = DUELS.replace(old, new)
    added = new.removesuffix("\n[run]").count("\n")
    line = text[: text.index(new)].count("\n") + 1 + added
    (fault,) = faults_of(write(folder, text))
    assert fault.startswith(f"{line}: {message}")
