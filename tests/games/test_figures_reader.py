"""The figures reader: it insists on provenance, refuses bad overrides in a sentence, digests equal figures equally."""

import math
import re
from pathlib import Path

import pytest

from simkit.games.figures import WHAT_IF, Figure, load_figures

BOAT = """
[vessels.boat]
value  = { dice = 1, wounds = 6 }
status = "reconstructed"
basis  = "half a ship"
range  = { wounds = [6, 9] }
"""
SHEETS = """
[[foes]]
status = "printed"
source = "Summary"
[foes.value]
bear = { wounds = 12, where = ["forest", "mountain"] }
rat  = { wounds = 6, where = [] }

[[foes]]
status = "deduced"
basis  = "says so nowhere else"
value  = { bear.swims = true, rat.swims = false }
rat.speed = { value = 1.5, status = "public", source = "https://example.org/rat" }
"""


def load(folder: Path, **texts: str):
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text)
    return load_figures(folder)


@pytest.fixture
def figures(tmp_path):
    return load(tmp_path, vessels=BOAT, foes=SHEETS)


def test_a_figure_gives_one_row_of_the_ledger_for_each_field(tmp_path):
    assert load(tmp_path, vessels=BOAT).ledger == (
        Figure("vessels.boat.dice", 1, "reconstructed", "", "half a ship", None, None),
        Figure("vessels.boat.wounds", 6, "reconstructed", "", "half a ship", (6, 9), None),
    )


def test_sheets_and_files_are_laid_over_one_another(figures):
    assert figures.tree == {
        "foes": {
            "bear": {"wounds": 12, "where": ["forest", "mountain"], "swims": True},
            "rat": {"wounds": 6, "where": [], "swims": False, "speed": 1.5},
        },
        "vessels": {"boat": {"dice": 1, "wounds": 6}},
    }
    assert figures.counts() == {"printed": 4, "deduced": 2, "public": 1, "reconstructed": 2}


def test_a_single_file_can_be_read(tmp_path, figures):
    assert load_figures(tmp_path / "vessels.toml").tree == {"vessels": {"boat": {"dice": 1, "wounds": 6}}}


def test_ranges_and_alternatives_reach_the_fields_that_they_name(tmp_path):
    text = """
    [clues]
    value  = { first = { draws = 3, place = "mines" }, second = { draws = 2, place = "oasis" } }
    status = "reconstructed"
    basis  = "none is known"
    range  = { draws = [1, 3] }
    alternatives = { second = { place = ["mines", "inn"] } }
    """
    found = {figure.path: (figure.range, figure.alternatives) for figure in load(tmp_path, clues=text).ledger}
    assert found == {
        "clues.first.draws": ((1, 3), None),
        "clues.first.place": (None, None),
        "clues.second.draws": ((1, 3), None),
        "clues.second.place": (None, ("mines", "inn")),
    }


def test_get_gives_values_and_groups(figures):
    assert figures.get("foes.rat.wounds") == 6
    assert figures.get("vessels.boat") == {"dice": 1, "wounds": 6}


@pytest.mark.parametrize("path", ["foes.cat", "foes.rat.wounds.deep", ""])
def test_get_of_an_unknown_path_is_a_key_error(figures, path):
    with pytest.raises(KeyError):
        figures.get(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a.b]\nvalue = 1", "a.b: no status"),
        ('[a.b]\nstatus = "printed"', "a.b: no value"),
        ('[a.b]\nvalue = {}\nstatus = "printed"\nsource = "Arms"', "a.b: no value"),
        ("[a]\nb = 1", "a.b: a bare value; write value and status"),
        ('[a]\nsource = "Arms"', "a.source: a bare value; write value and status"),
        ("[a]\nb = [1, 2]", "a.b: a bare value; write value and status"),
        ('[a.b]\nvalue = 1\nstatus = "printd"', "a.b: unknown status 'printd'; did you mean printed?"),
        (f'[a.b]\nvalue = 1\nstatus = "{WHAT_IF}"', "a.b: unknown status 'what-if'"),
        ('[a.b]\nvalue = 1\nstatus = "printed"', "a.b: printed, but without source"),
        ('[a.b]\nvalue = 1\nstatus = "printed"\nsource = ""', "a.b: printed, but without source"),
        ('[a.b]\nvalue = 1\nstatus = "public"', "a.b: public, but without source"),
        ('[a.b]\nvalue = 1\nstatus = "public"\nsource = "a site"', "a.b: public, but its source is no URL"),
        ('[a.b]\nvalue = 1\nstatus = "deduced"\nsource = "Arms"', "a.b: deduced, but without basis"),
        ('[a.b]\nvalue = 1\nstatus = "reconstructed"\nrange = [0, 2]', "a.b: reconstructed, but without basis"),
        ('[a.b]\nvalue = 1\nstatus = "reconstructed"\nbasis = "x"', "a.b: reconstructed, but without range"),
        ('[a.b]\nvalue = 1\nstatus = "printed"\nsource = "Arms"\nnote = "x"', "a.b.note: a bare value"),
        ("[a.b]\nvalue = 1979-05-27\nstatus = 'printed'\nsource = 'Arms'", "a.b: must be a number, a text"),
        ("[a.b]\nvalue = nan\nstatus = 'printed'\nsource = 'Arms'", "a.b: must be a number from"),
    ],
)
def test_a_file_without_provenance_is_refused(tmp_path, text, message):
    with pytest.raises(ValueError, match=rf"^faulty\.toml: {re.escape(message)}"):
        load(tmp_path, faulty=text)


@pytest.mark.parametrize("content", [b"[a]\nb = {", b"[a]\nb = 1\nb = 2", b"a = '\xff'"])
def test_a_file_that_is_no_toml_is_refused_by_name(tmp_path, content):
    (tmp_path / "faulty.toml").write_bytes(content)
    with pytest.raises(ValueError, match=r"^faulty\.toml: \S"):
        load_figures(tmp_path)


@pytest.mark.parametrize("texts", [{}, {"empty": ""}, {"bare": "[vessels.boat]"}])
def test_nothing_at_all_is_refused(tmp_path, texts):
    with pytest.raises(ValueError, match=f"^{re.escape(str(tmp_path))}: holds no figures"):
        load(tmp_path, **texts)


@pytest.mark.parametrize(
    ("value", "limits", "message"),
    [
        ("4", "range = [6, 9]", "a.b: 4 lies outside its range"),
        ("4", "range = [1, 3]", "a.b: 4 lies outside its range"),
        ("{ c = 4 }", "range = { c = [6, 9] }", "a.b.c: 4 lies outside its range"),
        ("{ c = 4 }", "range = { d = [3, 9] }", "a.b: range or alternatives of unknown d"),
        ("{ c = 4 }", "range = { c = 4 }", "a.b.c: range and alternatives are lists"),
        ("4", "alternatives = []", "a.b: range and alternatives are lists"),
        ("4", "range = [3]", "a.b: a range is the lowest and the highest of a number"),
        ("4", "range = [3, inf]", "a.b: a range is the lowest and the highest of a number"),
        ('"axe"', "range = [3, 4]", "a.b: a range is the lowest and the highest of a number"),
        ("true", "range = [0, 1]", "a.b: a range is the lowest and the highest of a number"),
    ],
)
def test_a_range_must_hold_the_value(tmp_path, value, limits, message):
    text = f'[a.b]\nvalue = {value}\nstatus = "reconstructed"\nbasis = "x"\n{limits}'
    with pytest.raises(ValueError, match=rf"^faulty\.toml: {re.escape(message)}$"):
        load(tmp_path, faulty=text)


@pytest.mark.parametrize(
    ("again", "message"),
    [
        ('[vessels.boat.wounds]\nvalue = 7\nstatus = "printed"\nsource = "Arms"', "wounds: given twice"),
        ('[vessels.boat]\nvalue = 7\nstatus = "printed"\nsource = "Arms"', "given twice"),
        ('[vessels.boat.dice.d]\nvalue = 7\nstatus = "printed"\nsource = "Arms"', "dice is a figure already"),
    ],
)
def test_a_figure_given_twice_is_refused_with_file_and_path(tmp_path, again, message):
    with pytest.raises(ValueError, match=rf"^second\.toml: vessels\.boat.*{message}"):
        load(tmp_path, first=BOAT, second=again)


def test_an_override_says_what_it_changed_and_leaves_the_rest(figures):
    changed, complaints = figures.override({"vessels.boat.wounds": 9, "foes.rat.speed": 2})
    assert not complaints
    assert changed.get("vessels.boat") == {"dice": 1, "wounds": 9}
    assert Figure("vessels.boat.wounds", 9, WHAT_IF, basis="was 6") in changed.ledger
    assert Figure("foes.rat.speed", 2.0, WHAT_IF, basis="was 1.5") in changed.ledger
    assert changed.counts() == {"printed": 4, "deduced": 2, "reconstructed": 1, WHAT_IF: 2}
    assert isinstance(changed.get("foes.rat.speed"), float)
    assert figures.get("vessels.boat.wounds") == 6


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("vessels.boat.wound", 7, "is no figure of this game; did you mean vessels.boat.wounds?"),
        ("weather", 7, "is no figure of this game"),
        ("vessels.boat", 7, "is a group of 2 figures; name one, such as vessels.boat.dice"),
        ("vessels.boat.wounds", True, "must be a whole number"),
        ("vessels.boat.wounds", "7", "must be a whole number"),
        ("vessels.boat.wounds", 7.0, "must be a whole number"),
        ("vessels.boat.wounds", 2**40, "must be a number from -2147483647 to 2147483647"),
        ("foes.bear.swims", 1, "must be true or false"),
        ("foes.rat.speed", math.nan, "must be a number from -2147483647 to 2147483647"),
        ("foes.rat.speed", math.inf, "must be a number from -2147483647 to 2147483647"),
        ("foes.rat.speed", 10**400, "must be a number from -2147483647 to 2147483647"),
        ("foes.rat.speed", False, "must be a number"),
        ("foes.bear.where", "forest", "must be a list"),
        ("foes.bear.where", ["forest"], "must be a list of 2"),
        ("foes.bear.where", ["forest", 3], "must be a text"),
    ],
)
def test_a_bad_override_is_a_complaint_and_no_change(figures, path, value, message):
    changed, complaints = figures.override({path: value, "foes.rat.wounds": 7})
    assert complaints == [(path, message)]
    assert changed.get("foes.rat.wounds") == 7
    assert changed.override({"foes.rat.wounds": 6})[0].tree == figures.tree


def test_the_digest_depends_on_values_and_statuses_alone(tmp_path, figures):
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    assert load(here, a=BOAT, b=SHEETS).digest() == load(there, a=SHEETS, b=BOAT).digest() == figures.digest()
    assert len(figures.digest()) == 64
    assert load(there, b=BOAT.replace("[6, 9]", "[5, 9]")).digest() == figures.digest()
    assert load(there, b=BOAT.replace("wounds = 6", "wounds = 7")).digest() != figures.digest()
    assert figures.override({"vessels.boat.wounds": 6})[0].digest() != figures.digest()


def test_a_list_of_any_length_may_be_replaced_by_another(tmp_path):
    (tmp_path / "map.toml").write_text(
        '[links.road]\nany_length = true\nvalue = ["a - b"]\nstatus = "printed"\nsource = "Map"\n'
    )
    figures = load_figures(tmp_path)
    changed, complaints = figures.override({"links.road": ["a - c", "c - b"]})
    assert (complaints, changed.get("links.road")) == ([], ["a - c", "c - b"])
    assert changed.override({"links.road": ["a - b"]})[1] == []
    assert figures.override({"links.road": ["a - c", 3]})[1] == [("links.road", "must be a text")]


def test_a_sheet_takes_the_place_of_whole_groups(tmp_path, figures):
    (tmp_path / "mine.toml").write_text('[vessels.boat]\nvalue = { hull = 3 }\nstatus = "printed"\nsource = "Mine"\n')
    mixed = figures.replaced(load_figures(tmp_path / "mine.toml"))
    assert mixed.get("vessels.boat") == {"hull": 3}
    assert mixed.get("foes") == figures.get("foes")
