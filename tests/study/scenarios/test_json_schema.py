"""The JSON Schema of scenario files: it takes what `load` takes, and refuses most of what `load` refuses."""

import json
import tomllib

import pytest
from scenario_texts import DUELS, GRID, SKIRMISH
from test_cli import say

from simkit import games
from simkit.contract import scenario_files
from simkit.contract_scenarios import SCENARIOS
from simkit.study.scenarios.json_schema import json_schema

jsonschema = pytest.importorskip("jsonschema", reason="comes with nbmake")
FILES = [file for name in games.ours() for file in scenario_files(name)]


def complaints(text: str, game: str = "emperor") -> list[str]:
    schema = json_schema(games.get(game))
    found = jsonschema.Draft202012Validator(schema).iter_errors(tomllib.loads(text))
    return [error.message for error in found]


@pytest.mark.parametrize("game", games.ours())
def test_it_is_a_schema(game):
    jsonschema.Draft202012Validator.check_schema(json_schema(games.get(game)))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_it_takes_every_scenario_of_the_house(file):
    assert complaints(file.read_text(), file.parent.name) == []


@pytest.mark.parametrize("text", [DUELS, GRID, SKIRMISH], ids=["duels", "grid", "skirmish"])
def test_it_takes_the_scenarios_of_the_tests(text):
    assert complaints(text) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"emperor"', '"emporer"'),
        ('"ENCOUNTER"', '"ENCOUNTR"'),
        ('"ENCOUNTER"', '"WHOLE_GAME"'),
        ("title =", "titel ="),
        ("games = 40", "game = 40"),
        ("games = 40", "games = 0"),
        ("seed = 7", "seed = -1"),
        ('"Ozmo"', '"Ozzo"'),
        ('"Ozmo"', "7"),
        ('["mace"]', '["maze"]'),
        ('["mace"]', '"mace"'),
        ('foe = "wild_boar"', 'fo = "wild_boar"'),
        ("flee_at = 4", "flee_at = 100"),
        ("flee_at = 4", "fle_at = 4"),
        ('policy = "prudent"', 'policy = "prudnt"'),
        ("[run]", "[rules]\nescape_target = 99\n[run]"),
        ("[run]", "[rules]\nparry = 0\n[run]"),
        ("[run]", '[rules]\noverkill = "both_dye"\n[run]'),
        ("[run]", '[axes]\nterrain = "swamp"\n[run]'),
        ("[run]", '[axes]\nterrane = ["swamp"]\n[run]'),
    ],
)  # fmt: skip
def test_it_refuses_a_slip(old, new):
    assert DUELS.count(old) == 1
    assert complaints(DUELS.replace(old, new)) != []


def test_every_key_tells_what_it_is():
    parts = json_schema(games.get("emperor"))["anyOf"]
    encounter, whole = (part["properties"]["setup"]["properties"] for part in parts)
    assert [name for cell in (encounter, whole) for name, key in cell.items() if not key["description"]] == []
    assert {"character", "terrain", "foe", "arms", "policy"} <= set(encounter)
    assert {"characters", "players", "policies"} <= set(whole)


@pytest.mark.parametrize("file", sorted(SCENARIOS.glob("*/*.toml")), ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_shipped_scenario_names_its_schema(file):
    assert file.read_text("utf-8").splitlines()[0] == f"#:schema ../schemas/{file.parent.name}.json"


def test_the_schemas_of_all_games_are_written_where_scenarios_look_for_them(tmp_path):
    code, said, _ = say("schema", "--all", "--out", tmp_path / "schemas")
    assert code == 0
    assert said.split() == [str(tmp_path / "schemas" / f"{name}.json") for name in games.names()]
    for name in games.names():
        assert json.loads((tmp_path / "schemas" / f"{name}.json").read_bytes()) == json_schema(games.get(name))


@pytest.mark.parametrize("words", [(), ("emperor", "--all")])
def test_one_schema_or_all(words):
    code, said, told = say("schema", *words)
    assert (code, said, told) == (2, "", "name one game, or give --all\n")
