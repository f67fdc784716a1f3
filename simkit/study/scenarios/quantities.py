"""What is compared: a metric, of all games of a cell or of those in which a character sat.

A side is a character of the game's cast, or where a game has none a cell; its label is what sets it apart.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit.errors import BadInput
from simkit.games.faults import short, slug, suggest
from simkit.games.game import Game
from simkit.games.metrics import Metric, column
from simkit.study.scenarios.labels import spoken
from simkit.text import counted

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Cell, Scenario

NOBODY = ANYWHERE = -1
WIN_SHARE = "win_share"
HALVES = 2  # parts of a share that counts a draw as a half
EVERYBODY = "all"  # the label of the only cell


class Quantity(NamedTuple):
    """One number a game."""

    cell: int
    side: str
    metric: Metric
    member: int = NOBODY  # of the cast
    seat: int = ANYWHERE  # in which he sits, from 0

    @property
    def name(self) -> str:
        """As a user writes it: "killed:Ozmo"."""
        return f"{self.metric.name}:{self.side}"

    @property
    def whole(self) -> float:
        """How many parts make one unit of the metric."""
        return self.metric.parts


def metrics_of(game: Game) -> tuple[Metric, ...]:
    """Everything that can be compared: win shares where somebody wins, the game's metrics, each ending as a share."""
    shares = [Metric(WIN_SHARE, "win share", "share", "", "", game.cast.whole)] if game.cast else []
    endings = [
        Metric(ending.name, ending.name.lower().replace("_", " "), "share", "", "ending") for ending in game.endings
    ]
    return (*shares, *game.metrics, *endings)


def default_metric(game: Game) -> Metric:
    """Win shares where somebody wins, else the metric that pictures of the game show."""
    return metric_named(game, WIN_SHARE if game.cast else game.headline[-1])


def score_asked(game: Game, name: str) -> Metric:
    """A metric by its name; where none is given, win shares or what counts a draw as a half, else the default."""
    halves = [metric for metric in game.metrics if metric.is_share and metric.parts == HALVES and not metric.among]
    return halves[0] if halves and not (name or game.cast) else metric_asked(game, name)


def metric_named(game: Game, name: str) -> Metric:
    """A metric by its name, `ValueError` if there is none."""
    known = {metric.name: metric for metric in metrics_of(game)}
    if name not in known:
        raise BadInput(f"unknown metric {short(name)}{suggest(name, list(known))}")
    return known[name]


def metric_asked(game: Game, name: str) -> Metric:
    """A metric by its name, or where none is given the default."""
    return metric_named(game, name) if name else default_metric(game)


def quantities(scenario: "Scenario", metrics: Sequence[Metric]) -> list[Quantity]:
    """Each metric of each side, metric by metric."""
    return [quantity for metric in metrics for quantity in _sides(scenario, metric)]


def _sides(scenario: "Scenario", metric: Metric) -> Iterator[Quantity]:
    cast = scenario.game.cast
    for number, label in enumerate(labels(scenario)):
        if metric.name != WIN_SHARE or cast is None:
            yield Quantity(number, label, metric)
            continue
        for member, name in enumerate(cast.names(scenario.figures)):
            yield Quantity(number, name if label == EVERYBODY else f"{name}, {label}", metric, member)


def labels(scenario: "Scenario") -> list[str]:
    """A label for each cell: the coordinates in which cells differ."""
    cells = scenario.cells
    differing = [
        name
        for name in cells[0].coordinates
        if any(cell.coordinates[name] != cells[0].coordinates[name] for cell in cells)
    ]
    texts = [", ".join(str(spoken(cell.coordinates[name])) for name in differing) or EVERYBODY for cell in cells]
    return texts if len(set(texts)) == len(texts) else [f"cell {number}: {label}" for number, label in enumerate(texts)]


def find(scenario: "Scenario", name: str) -> Quantity:
    """The quantity that METRIC:SIDE names; the side may be left out where there is only one."""
    metric_name, _, side = name.partition(":")
    choices = list(_sides(scenario, metric_named(scenario.game, metric_name)))
    if not side and len(choices) == 1:
        return choices[0]
    for quantity in choices:
        if slug(quantity.side) == slug(side):
            return quantity
    known = [quantity.side for quantity in choices]
    raise BadInput(
        f"unknown side {short(side)} of {metric_name}{suggest(side, known)}"
        if side
        else f"{metric_name}: name one side, such as {metric_name}:{known[0]} ({counted(len(known), 'side')})"
    )


def values(scenario: "Scenario", quantity: Quantity, outcomes: Any) -> tuple[Any, Any]:
    """int64[games] of OUTCOME[games], and bool[games]: where the side sits or the metric counts; None for all."""
    game = scenario.game
    if quantity.member != NOBODY and game.cast:
        seats = outcomes[game.cast.column]
        characters = seats[game.cast.who] if game.cast.who else np.arange(seats.shape[1])[None, :]
        if quantity.seat != ANYWHERE:
            only = slice(quantity.seat, quantity.seat + 1)
            seats, characters = seats[:, only], characters[:, only]
        seated = np.broadcast_to(characters == quantity.member, seats.shape)
        return np.where(seated, seats["share"], 0).sum(axis=1, dtype=np.int64), seated.any(axis=1)
    if quantity.metric.column == "ending":
        return (outcomes["ending"] == game.endings[quantity.metric.name]).astype(np.int64), None
    counting = column(outcomes, quantity.metric.among) != 0 if quantity.metric.among else None
    return quantity.metric.of(outcomes).astype(np.int64), counting


def policies(scenario: "Scenario", cell: "Cell") -> str:
    """The policies under which a cell is played, as a text."""
    keys = [key for key in scenario.game.keys(scenario.figures) if key.kind == "policy" or key.name == "policies"]
    texts = {key.name: spoken(cell.values.get(key.name, key.default)) for key in keys}
    shown = {name: text for name, text in texts.items() if text}
    if list(shown) == ["policy"]:
        return str(shown["policy"])
    return ", ".join(f"{name.replace('_', ' ')} {text}" for name, text in shown.items())


def all_policies(scenarios: Sequence["Scenario"]) -> str:
    """The policies of all cells of some scenarios, each once."""
    texts: dict[str, Any] = {policies(scenario, cell): None for scenario in scenarios for cell in scenario.cells}
    return "; ".join(texts)
