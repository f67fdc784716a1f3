"""The map that is drawn, and what is told."""

from pathlib import Path

import numpy as np
import pytest
from games.waterloo.battlefield import FIGURES, Event, scenario
from scenario_texts import write
from typer.testing import CliRunner

from simkit.cli.app import app
from simkit.core.log import MOST_EVENTS
from simkit.games.drawing import Words
from simkit.games.waterloo.picture import draw_map, fold
from simkit.games.waterloo.schema import Fate
from simkit.study.report import plots, transcript
from simkit.study.runs import runner


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


# ---- As a command

ONE_ATTACK = """\
game = "waterloo"
entry = "ODDS"
[setup]
column = "3-1"
[run]
games = 5
"""


@pytest.fixture
def one_attack(tmp_path):
    return write(tmp_path, ONE_ATTACK)


def say(*arguments) -> tuple[int, str, str]:
    spoken = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return spoken.exit_code, spoken.stdout, spoken.stderr


def test_replay_draws_the_map_after_telling(one_attack, tmp_path):
    code, said, told = say("replay", one_attack, "--map", tmp_path / "{turn}.svg")
    assert (code, told) == (0, "")
    assert said.splitlines()[-2:] == [f"  {tmp_path / '00.svg'}", f"  {tmp_path / '01.svg'}"]
    assert "Game-Turn 1" in (tmp_path / "01.svg").read_text()
    assert say("replay", one_attack, "--map", tmp_path / "start.png", "--turn", 0)[0] == 0
    assert (tmp_path / "start.png").exists()


def test_replay_says_why_there_is_no_map(one_attack, tmp_path):
    gone = tmp_path / "nowhere" / "map.png"
    assert say("replay", one_attack, "--map", gone) == (2, "", f"{gone.parent}: there is no such folder\n")
    assert say("replay", one_attack, "--map", "map.jpg") == (2, "", "map.jpg: a map is drawn as .png or .svg\n")
    code, _, told = say("replay", one_attack, "--map", tmp_path / "map.png", "--turn", 2)
    assert (code, told) == (2, "game 0 of cell 0 ends on turn 1: there is no turn 2 to draw\n")
    finds = Path(__file__).parents[3] / "scenarios" / "deathmaze" / "finds.toml"
    assert say("replay", finds, "--map", "map.png") == (2, "", "DeathMaze: treasure has no map to draw\n")
