"""What is compared: a metric, of every game of a cell or of those that count.

A side is what a metric is asked of.  Most metrics have one side a cell.  Where a game has characters that share a win,
"share" is asked of each of them: it stands for the metrics "ozmo_share", "rosa_share" and so on; so do others.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit import games
from simkit.games.game import Game, Metric, column, slug, suggest

if TYPE_CHECKING:
    from simkit.study.scenario import Cell, Scenario

WIN_SHARE = "share"
EVERYBODY = "all"  # the label of the only cell


class Quantity(NamedTuple):
    """One number a game."""

    cell: int
    side: str
    metric: Metric

    @property
    def name(self) -> str:
        """As a user writes it: "killed:Ozmo"."""
        return f"{self.metric.name}:{self.side}"

    @property
    def whole(self) -> float:
        """What the numbers count of one unit."""
        return self.metric.parts


def metrics_of(game: Game) -> tuple[Metric, ...]:
    """Everything that can be compared: what is asked of characters, the game's metrics, each ending as a share."""
    endings = [Metric(one.name, one.name.lower().replace("_", " "), "share", "", "ending") for one in game.endings]
    asked = [one for one in _of_characters(game) if one.name not in {metric.name for metric in game.metrics}]
    return (*asked, *game.metrics, *endings)


def _of_characters(game: Game) -> list[Metric]:
    """One metric for those that every character has, named and titled without him."""
    known = {metric.name: metric for metric in game.metrics}
    names = _cast(game)
    if not names:
        return []
    first = f"{slug(names[0])}_"
    endings = [name.removeprefix(first) for name in known if name.startswith(first)]
    return [
        known[first + ending]._replace(name=ending, title=known[first + ending].title.removeprefix(f"{names[0]} "))
        for ending in endings
        if all(f"{slug(name)}_{ending}" in known for name in names)
    ]


def _cast(game: Game) -> tuple[str, ...]:
    return game.cast(games.figures(game.name)) if game.cast else ()


def default_metric(scenario: "Scenario") -> Metric:
    """Win shares of characters, or what a picture shows."""
    game = scenario.game
    return metric_named(game, WIN_SHARE) if _cast(game) else game.pictured(scenario.entry)


def metric_named(game: Game, name: str) -> Metric:
    """A metric by its name, `ValueError` if there is none."""
    known = {metric.name: metric for metric in metrics_of(game)}
    if name not in known:
        raise ValueError(f"unknown metric {name!r}{suggest(name, list(known))}")
    return known[name]


def quantities(scenario: "Scenario", metrics: Sequence[Metric]) -> list[Quantity]:
    """Each metric of each side, metric by metric."""
    return [one for metric in metrics for one in _sides(scenario, metric)]


def _sides(scenario: "Scenario", metric: Metric) -> Iterator[Quantity]:
    known = {one.name: one for one in scenario.game.metrics}
    characters = [] if metric.name in known else _cast(scenario.game)
    for number, label in enumerate(labels(scenario)):
        found = [(name, known.get(f"{slug(name)}_{metric.name}")) for name in characters]
        if not any(one for _, one in found):
            yield Quantity(number, label, metric)
        for name, one in found:
            if one is not None:
                side = name if label == EVERYBODY else f"{name}, {label}"
                yield Quantity(number, side, one._replace(name=metric.name, title=metric.title))


def labels(scenario: "Scenario") -> list[str]:
    """What sets each cell apart."""
    from simkit.study.frame import spoken

    cells = scenario.cells
    apart = [
        name
        for name in cells[0].coordinates
        if any(cell.coordinates[name] != cells[0].coordinates[name] for cell in cells)
    ]
    said = [", ".join(str(spoken(cell.coordinates[name])) for name in apart) or EVERYBODY for cell in cells]
    return said if len(set(said)) == len(said) else [f"cell {number}: {label}" for number, label in enumerate(said)]


def find(scenario: "Scenario", name: str) -> Quantity:
    """METRIC:SIDE as a quantity; the side may be left out where there is but one, and the metric where it is plain."""
    metric_name, _, side = name.partition(":")
    found = list(_sides(scenario, metric_named(scenario.game, metric_name)))
    if not side and len(found) == 1:
        return found[0]
    for one in found:
        if slug(one.side) == slug(side):
            return one
    known = [one.side for one in found]
    raise ValueError(
        f"{name}: unknown side {side!r}{suggest(side, known)}" if side else f"{name}: name one side of {known}"
    )


def values(scenario: "Scenario", one: Quantity, outcomes: Any) -> tuple[Any, Any]:
    """int64[games] of OUTCOME[games], and which of these count, bool[games]; None for all."""
    if one.metric.column == "ending" and one.metric.name in scenario.game.endings.__members__:
        return (outcomes["ending"] == scenario.game.endings[one.metric.name]).astype(np.int64), None
    found = one.metric.of(outcomes).astype(np.int64)
    return found, column(outcomes, one.metric.among) == 1 if one.metric.among else None


def policies(scenario: "Scenario", cell: "Cell") -> str:
    """Under which policies a cell is played."""
    from simkit.study.frame import spoken

    keys = [key for key in scenario.game.keys(scenario.figures) if key.kind == "policy" or key.name == "policies"]
    said = {key.name: spoken(cell.values.get(key.name, key.default)) for key in keys}
    shown = {name: text for name, text in said.items() if text}
    if list(shown) == ["policy"]:
        return str(shown["policy"])
    return ", ".join(f"{name.replace('_', ' ')} {text}" for name, text in shown.items())


def all_policies(scenarios: Sequence["Scenario"]) -> str:
    """Those of all cells of some scenarios, each once."""
    said: dict[str, Any] = {policies(one, cell): None for one in scenarios for cell in one.cells}
    return "; ".join(said)
