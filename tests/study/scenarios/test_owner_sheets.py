"""Sheets that the owner of a copy has filled in."""

import json
import re

import pytest
from scenario_texts import DUELS, SKIRMISH, write

from simkit import games
from simkit.errors import BadInput
from simkit.games.figures import OWNER, RECONSTRUCTED
from simkit.study.api import exact
from simkit.study.report.owner_sheet import html_text, toml_text, toml_value
from simkit.study.report.pictures import provenance
from simkit.study.scenarios.owner_sheets import read_sheet
from simkit.study.scenarios.reader import load

HEAD = 'game = "emperor"\nversion = "{}"\n'.format(games.get("emperor").version)
LETHALITY = DUELS.replace('entry = "ENCOUNTER"', 'entry = "ENCOUNTER"\nfigures = "mine.toml"')


def blank(name: str) -> str:
    return toml_text(games.get(name), games.figures(name))


def filled(name: str) -> str:
    """A sheet with our own values in it."""
    return re.sub(
        r'^(\S+) = "\?"$',
        lambda line: f"{line[1]} = {toml_value(games.figures(name).get(line[1]))}",
        blank(name),
        flags=re.MULTILINE,
    )


def complaints(tmp_path, text: str, name: str = "emperor") -> list[str]:
    with pytest.raises(BadInput) as caught:
        read_sheet(games.get(name), games.figures(name), write(tmp_path, text, "mine.toml"))
    return [line.removeprefix(f"{tmp_path / 'mine.toml'}:") for line in caught.value.lines]


@pytest.mark.parametrize("name", games.ours())
def test_a_sheet_that_nobody_filled_in_changes_nothing(tmp_path, name):
    published = games.figures(name)
    read = read_sheet(games.get(name), published, write(tmp_path, blank(name), "mine.toml"))
    assert read.ledger == published.ledger


@pytest.mark.parametrize("name", games.ours())
def test_a_sheet_filled_with_our_own_values_gives_the_same_rules(tmp_path, name):
    game, published = games.get(name), games.figures(name)
    read = read_sheet(game, published, write(tmp_path, filled(name), "mine.toml"))
    counts = published.counts()
    assert read.counts() == {status: n for status, n in counts.items() if status != RECONSTRUCTED} | {
        OWNER: counts[RECONSTRUCTED]
    }
    for part in game.every_part():
        (ours, faults), (theirs, others) = (part.compile_rules(figures, {}) for figures in (published, read))
        assert (faults, others) == ([], [])
        assert ours.tobytes() == theirs.tobytes()


def test_a_scenario_plays_with_what_was_read_off(tmp_path):
    write(tmp_path, HEAD + "characters.rosa.wounds = 9\ncharacters.rosa.escape = '?'\n", "mine.toml")
    plain, own = load(write(tmp_path, DUELS, "plain.toml")), load(write(tmp_path, LETHALITY))
    assert own.figures.get("characters.rosa.wounds") == 9
    assert own.figures.counts()[OWNER] == 1
    assert own.rules["heroes"]["wounds"].tolist() != plain.rules["heroes"]["wounds"].tolist()
    assert own.digest != plain.digest
    assert "571 reconstructed" in provenance(own)
    assert "1 owner" in provenance(own)
    given = load(write(tmp_path, DUELS, "plain.toml"), figures=tmp_path / "mine.toml")
    assert given.digest == own.digest


def test_a_character_whose_name_was_read_off_is_known_by_both_names(tmp_path):
    write(tmp_path, HEAD + 'characters.cleric_b.name = "Bodmin"\n', "mine.toml")
    for name in ("Bodmin", "Cleric B", "cleric_b"):
        scenario = load(write(tmp_path, LETHALITY.replace('"Rosa"', f'"{name}"')))
        assert scenario.cells[1].values["character"] == "Bodmin"


def test_two_characters_cannot_share_a_name(tmp_path):
    told = complaints(tmp_path, HEAD + 'characters.cleric_b.name = "rosa"\n')
    assert told == [
        "3: characters.cleric_b.name: 'rosa' is the name of another character, too",
    ]


def test_who_flees_dies_more_often_where_the_card_has_a_lower_escape_number(tmp_path):
    sheet = write(tmp_path, HEAD + "characters.turb.escape = 6\n", "mine.toml")
    file = write(tmp_path, SKIRMISH)
    ours, theirs = (exact(load(file, figures=figures)).set_index("policy")["killed"] for figures in (None, sheet))
    assert theirs["cautious"] > 2 * ours["cautious"]


def test_a_what_if_comes_after_the_owner(tmp_path):
    write(tmp_path, HEAD + "characters.rosa.wounds = 9\n", "mine.toml")
    asked = LETHALITY.replace("[setup]", '[rules]\n"characters.rosa.wounds" = 12\n\n[setup]', 1)
    counts = load(write(tmp_path, asked)).figures.counts()
    assert (OWNER in counts, counts["what-if"]) == (False, 1)


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("emperor", "map.shore", ["despin", "walled_city"]),
        ("waterloo", "terrain.building", ["0110", "0206"]),
        ("waterloo", "terrain.woods", ["0804"]),
    ],
)
def test_a_list_may_have_any_length_where_no_rule_counts_it(tmp_path, name, path, value):
    game = games.get(name)
    text = f'game = "{name}"\nversion = "{game.version}"\n{path} = {json.dumps(value)}\n'
    assert read_sheet(game, games.figures(name), write(tmp_path, text, "mine.toml")).get(path) == value


def test_a_map_may_have_other_ways(tmp_path):
    ways = games.figures("emperor").get("map.links.midland")
    text = HEAD + f"map.links.midland = {json.dumps([*ways, 'c10 - midland'])}\n"
    read = read_sheet(games.get("emperor"), games.figures("emperor"), write(tmp_path, text, "mine.toml"))
    assert len(read.get("map.links.midland")) == len(ways) + 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('game = "waterloo"\nversion = "2"\n', ["1: this is a sheet of 'waterloo', and emperor is played"]),
        (
            'game = "emperor"\nversion = "0"\n',
            [
                "2: this sheet of emperor is of version '0', and version '3' is played: "
                'see that it still says what your copy says, then write version = "3"'
            ],
        ),
        ("[characters]\n", ["1: is no sheet: it does not say game = ..."]),
        (HEAD + "characters.rosa.wounds = \n", ["3: no TOML value: text stands in quotes, true and false in small "
                                                "letters (column 26)"]),
    ],
)  # fmt: skip
def test_what_is_no_sheet_of_this_game_is_refused(tmp_path, text, told):
    found = complaints(tmp_path, text.replace("'3'", f"'{games.get('emperor').version}'"))
    version = games.get("emperor").version
    assert found == [line.replace("'3'", repr(version)).replace('"3"', f'"{version}"') for line in told]


def test_all_mistakes_are_told_at_once_with_their_lines(tmp_path):
    text = HEAD + "\n".join(
        [
            "characters.rosa.wounds = 0",  # 3
            "characters.rosa.wound = 9",
            'characters.rosa.escape = "seven"',  # 5
            "characters.ozmo.wounds = 12",
            'map.links.midland = ["c04 - nowhere"]',  # 7
            'clues.clue_2.destination = "mine"',
            "map.coastal = ['despin', 'inn']",  # 9
            "characters.alatha = 3",
            "arms.mace.quantity = 7",  # 11
            "arms.club.quantity = 7",
            "arms.staff.quantity = 7",  # 13
            "arms.dagger.quantity = 7",
            'map.spaces.c03.terrain = "deep_sea"',
        ]
    )
    assert complaints(tmp_path, text) == [
        "3: characters.rosa.wounds must be 1 to 99, not 0",
        "4: characters.rosa.wound is no figure of this game; did you mean characters.rosa.wounds?",
        "5: characters.rosa.escape must be a whole number",
        "6: characters.ozmo.wounds = 12 contradicts the rules, which print 11 (Example of Play)",
        "7: map.links.midland: unknown space 'nowhere'",
        "8: clues.clue_2.destination: there is no place 'mine' on the map, did you mean 'mines'?",
        "9: map.coastal = ['despin', 'inn'] contradicts the rules, which print "
        "['despin', 'fragon_birg', 'walled_city', 'pirate_lair', 'imperial_capital'] (The Map, Coastal Areas)",
        "10: characters.alatha is a group of 5 figures; name one, such as characters.alatha.name",
        "14: arms.dagger.quantity: 28 Arms chits in all, those not filled in left out; the rules print 27 "
        "(Inventory of Game Parts)",
        "15: map.spaces.c03.terrain: deep_sea is the sea, not land",
    ]


def test_a_printed_figure_may_be_repeated(tmp_path):
    sheet = write(tmp_path, HEAD + "characters.ozmo.wounds = 11\n", "mine.toml")
    assert read_sheet(games.get("emperor"), games.figures("emperor"), sheet).counts()[OWNER] == 1


def test_what_a_scenario_cannot_use_is_told_with_the_line_of_the_sheet(tmp_path):
    sheet = write(tmp_path, HEAD + "characters.rosa.wounds = 0\n", "mine.toml")
    with pytest.raises(BadInput) as caught:
        load(write(tmp_path, LETHALITY))
    assert caught.value.lines == [f"{sheet}:3: characters.rosa.wounds must be 1 to 99, not 0"]
    with pytest.raises(BadInput, match="there is no such file"):
        load(write(tmp_path, DUELS), figures=tmp_path / "missing.toml")
    with pytest.raises(BadInput, match="a loaded scenario has its figures"):
        load(load(write(tmp_path, DUELS)), figures=sheet)


def test_the_page_says_the_same_and_nothing_of_it_is_markup():
    page = html_text(games.get("emperor"), games.figures("emperor"))
    text = blank("emperor")
    named = re.findall(r'^(\S+) = "\?"$', text, flags=re.MULTILINE)
    assert named == re.findall(r"<small>(\w+(?:\.\w+)+)</small>", page)
    assert len(named) == 572
    assert "Bow &amp; Arrows" in page
    assert "Bow & Arrows" in text
    assert [line for line in text.splitlines() if len(line) > 120] == []
