"""Where figures stand on a copy of a game, and what is printed of several together."""

import tomllib
from fnmatch import fnmatchcase

import pytest

from simkit import games
from simkit.games import components
from simkit.games.components import entries, stands, sum_faults
from simkit.games.figures import OWNER, RECONSTRUCTED

OURS = [game for game in map(games.get, games.ours()) if (game.folder / "components.toml").is_file()]


@pytest.fixture(autouse=True)
def nothing_is_remembered():
    components._read.cache_clear()
    yield
    components._read.cache_clear()


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_every_reconstructed_figure_stands_somewhere_and_every_pattern_has_one(game):
    paths = [figure.path for figure in games.figures(game.name).ledger if figure.status == RECONSTRUCTED]
    patterns = [row["figures"] for row in tomllib.loads((game.folder / "components.toml").read_text())["stands"]]
    assert [path for path in paths if not any(fnmatchcase(path, pattern) for pattern in patterns)] == []
    assert [pattern for pattern in patterns if not any(fnmatchcase(path, pattern) for path in paths)] == []


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_a_sheet_has_every_reconstructed_figure_once(game):
    ledger = games.figures(game.name).ledger
    found = [entry.figure for piece in entries(game, games.figures(game.name)) for entry in piece]
    assert sorted(found) == sorted(figure for figure in ledger if figure.status == RECONSTRUCTED)
    pieces = [{entry.stand.piece for entry in piece} for piece in entries(game, games.figures(game.name))]
    assert all(len(names) == 1 for names in pieces)
    assert len(set().union(*pieces)) == len(pieces)


@pytest.mark.parametrize(
    ("game", "path", "piece", "where"),
    [
        ("emperor", "characters.rosa.wounds", "Character card: Rosa", "the Wound Number"),
        ("emperor", "arms.bow.missile_dice", "Arms chit: Bow & Arrows", "upper left corner, underlined"),
        ("emperor", "magic_arms.magic_mace.melee_dice", "Treasure chit: Magic Mace", "lower left corner"),
        ("emperor", "spells.familiar.ability", "Spell chit: Familiar", "the Ability Score"),
        ("emperor", "map.spaces.m06.y", "Map board: Mountains north of Fragon Birg", "how far south"),
        ("deathmaze", "monsters.giant_ant.room", "Monster Characteristics Chart: Giant ant", "7.5"),
        ("azann", "readings.orphans.in_empty_rooms.016", "Paragraph 016", "the choice and the die"),
        ("waterloo", "places.0913", "Map sheet: hex 0913", "the name beside it"),
    ],
)
def test_figures_stand_on_named_pieces(game, path, piece, where):
    stand = stands(games.get(game), games.figures(game), path)
    assert (stand.piece, stand.where[: len(where)]) == (piece, where)


def test_a_game_that_does_not_tell_names_the_thing(tmp_path):
    game = games.get("emperor")._replace(folder=tmp_path)
    stand = stands(game, games.figures("emperor"), "characters.fighter_b.wounds")
    assert (stand.piece, stand.where) == ("Fighter b", "Wounds")


def test_what_decides_most_stands_first(tmp_path):
    game = games.get("emperor")
    (tmp_path / "components.toml").write_text((game.folder / "components.toml").read_text())
    (tmp_path / "decides.toml").write_text(
        '[share]\n"vessels.boat.wounds" = 0.2\n"characters.rosa.escape" = 0.5\n"characters.rosa.ability" = 0.1\n'
    )
    boat, rosa = ("vessels.boat.dice", "vessels.boat.wounds"), ("characters.rosa.wounds", "characters.rosa.escape")
    first, second, *rest = entries(game._replace(folder=tmp_path), games.figures("emperor"))
    assert [entry.figure.path for entry in first] == [rosa[1], "characters.rosa.ability", rosa[0]]
    assert [entry.figure.path for entry in second] == [boat[1], boat[0]]
    assert rest[0][0].stand.piece == "Character card: Fighter B"
    assert rest[-1][0].stand.piece == "Nowhere"


QUANTITIES = [figure for figure in games.figures("emperor").ledger if fnmatchcase(figure.path, "arms.*.quantity")]


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({}, ""),
        ({figure.path: figure.value for figure in QUANTITIES}, ""),
        ({"arms.mace.quantity": 7}, ""),  # others may be fewer than ours
        (
            {figure.path: 3 for figure in QUANTITIES},
            "33 Arms chits in all; the rules print 27 (Inventory of Game Parts)",
        ),
        (
            {figure.path: 7 for figure in QUANTITIES[:4]},
            "28 Arms chits in all, those not filled in left out; the rules print 27 (Inventory of Game Parts)",
        ),
        (
            {figure.path: 2 for figure in QUANTITIES},
            "22 Arms chits in all; the rules print 27 (Inventory of Game Parts)",
        ),
    ],
)
def test_chits_must_add_up_to_what_the_rules_print(given, complaint):
    figures, refused = games.figures("emperor").override(given, OWNER)
    assert refused == []
    found = list(sum_faults(games.get("emperor"), figures))
    assert found == ([(list(given)[-1], complaint)] if complaint else [])
