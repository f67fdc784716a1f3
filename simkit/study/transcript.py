"""One game of a run, told in sentences."""

from collections.abc import Iterator

from simkit.core.log import MOST_EVENTS
from simkit.study import runner
from simkit.study.frame import spoken
from simkit.study.scenario import Scenario


def transcript(scenario: Scenario, cell: int, number: int) -> Iterator[str]:
    """The lines of game `number` of a cell; a mark before each event says the turn or round it belongs to."""
    chosen = scenario.cells[cell]
    where = ", ".join(f"{name} {spoken(value)}" for name, value in chosen.coordinates.items())
    yield f"{scenario.title}  (cell {cell}: {where}; game {number}, seed {scenario.run.seed})"
    _, events = runner.replay(scenario, chosen, number, MOST_EVENTS)
    setups = chosen.compiled.setups
    say = scenario.game.sentences(scenario.figures, setups[number % len(setups)])
    turn = None
    for event in events:
        mark = f"{event['turn']:>4}  " if event["turn"] != turn else " " * 6
        turn = event["turn"]
        yield mark + say(event)
