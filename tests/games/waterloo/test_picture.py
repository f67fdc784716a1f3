"""The map that is drawn, and what is told."""

import numpy as np
import pytest
from games.waterloo.battlefield import FIGURES, Event, scenario

from simkit.core.log import MOST_EVENTS
from simkit.games.game import Words
from simkit.games.waterloo.picture import draw_map, fold
from simkit.games.waterloo.schema import Fate
from simkit.study import plots, runner, transcript


@pytest.fixture(scope="module")
def battle():
    one = scenario("")
    outcomes, events = runner.replay(one, one.cells[0], 3, MOST_EVENTS)
    return one, one.cells[0].compiled.setups[0], outcomes[0], events


def test_the_start_is_the_set_up(battle):
    _, setup, _, events = battle
    position = fold(setup, events, 0)
    assert position.hexes == {
        who: card["hex"] for who, card in enumerate(setup["units"]) if card["fate"] == Fate.ON_MAP
    }
    assert position.attacks == []


def test_the_end_is_the_outcome(battle):
    _, setup, outcome, events = battle
    position = fold(setup, events, 99)
    assert position.lost == [outcome["french_lost"], outcome["allied_lost"]]
    assert position.exited == outcome["exited"]
    assert position.demoralized == bool(outcome["demoralized"])


def test_every_counter_is_drawn_with_its_strength(battle):
    _, setup, _, events = battle
    drawing = draw_map(FIGURES, setup, events, 1)
    texts = [shape.text for shape in drawing.shapes if isinstance(shape, Words)]
    for who in fold(setup, events, 1).hexes:
        card = setup["units"][who]
        assert f"{card['strength']}-{card['movement']}" in texts
    assert "Old Gd" in texts
    assert drawing.title == "Napoleon at Waterloo: After Game-Turn 1 (1 pm)"


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_maps_are_files(battle, tmp_path, kind):
    one, *_ = battle
    (path,) = transcript.draw_maps(one, 0, 3, tmp_path / f"map.{kind}", 2)
    head = path.read_bytes()[:200]
    assert head.startswith(b"\x89PNG") if kind == "png" else b"<svg" in path.read_bytes()
    assert transcript.map_complaint(one, tmp_path / "map.gif").endswith("a map is drawn as .png or .svg")


def test_a_map_for_every_turn(battle, tmp_path):
    one, _, outcome, _ = battle
    paths = list(transcript.draw_maps(one, 0, 3, tmp_path / "{turn}.svg"))
    assert [path.stem for path in paths] == [f"{turn:02}" for turn in range(outcome["turns"] + 1)]


def test_a_picture_has_the_same_bytes_every_time(battle, tmp_path):
    _, setup, _, events = battle
    drawing = draw_map(FIGURES, setup, events, 1)
    for name in ("a.svg", "b.svg"):
        plots.save_as(plots.draw(drawing), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_an_attack_is_told_with_its_odds(battle):
    one, setup, _, events = battle
    say = one.game.sentences(FIGURES, setup)
    said = [say(event) for event in events]
    attacks = [line for line, event in zip(said, events, strict=True) if event["kind"] == Event.ATTACKS]
    assert len(attacks) > 20
    assert all(" to " in line and ", die " in line for line in attacks)
    assert np.unique(said).size > 100
