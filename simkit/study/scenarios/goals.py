"""What is played for: an ending, a metric in its lucky direction, or a worth of several."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from simkit.errors import BadInput
from simkit.games.faults import Fault, Where, short, slug, suggest
from simkit.games.game import Game
from simkit.games.metrics import Metric
from simkit.study.scenarios.arguments import is_number
from simkit.study.scenarios.quantities import WIN_SHARE, metrics_of

MOST_WEIGHT = 1e6


class Goal(NamedTuple):
    """A sum of metrics and endings, of which more is better."""

    weights: tuple[tuple[Metric, float], ...]  # of a unit of each; a single metric has the sign of its lucky direction
    is_table: bool  # whether a worth of several was asked for

    @property
    def name(self) -> str:
        """As a file says it: "killed", or "3 FOE_KILLED - killed"."""
        if not self.is_table:
            return self.weights[0][0].name
        (metric, weight), *others = self.weights
        first = f"{'-' if weight < 0 else ''}{_factor(weight)}{metric.name}"
        signs = (f"{'-' if more < 0 else '+'} {_factor(more)}{other.name}" for other, more in others)
        return " ".join([first, *signs])

    @property
    def title(self) -> str:
        """What is shown, in words."""
        return f"the worth {self.name}" if self.is_table else self.weights[0][0].title

    @property
    def sign(self) -> int:
        """-1 where what is shown is better when it is less."""
        return -1 if not self.is_table and self.weights[0][1] < 0 else 1

    @property
    def is_share(self) -> bool:
        """Whether what is shown is a share of plays."""
        return not self.is_table and self.weights[0][0].is_share

    @property
    def metrics(self) -> list[Metric]:
        """What counts."""
        return [metric for metric, _ in self.weights]

    def worth(self, means: Mapping[str, float]) -> float:
        """The worth of a play from the mean of each metric and the chance of each ending, by name."""
        return sum(weight * means[metric.name] for metric, weight in self.weights)

    def shown(self, worth: float) -> float:
        """A worth as it is shown."""
        return self.sign * worth + 0.0  # no zero has a sign


def _factor(weight: float) -> str:
    return "" if abs(weight) == 1 else f"{abs(weight):g} "


def goal_asked(game: Game, asked: Any, where: str) -> Goal:
    """A goal as a user says it; `BadInput` with all that is wrong, each line after `where`."""
    goal, faults = read_goal(game, asked)
    if goal is None or faults:
        raise BadInput(f"{where}: {fault.message}" for fault in faults)
    return goal


def read_goal(game: Game, asked: Any, where: Where = ()) -> tuple[Goal | None, list[Fault]]:
    """A goal, and everything that is wrong with it."""
    if not isinstance(asked, (str, Mapping)):
        return None, [
            Fault(where, f"a goal is an ending, a metric or a table of what these are worth, not {short(asked)}")
        ]
    if isinstance(asked, str):
        metric, complaint = _metric(game, asked)
        return (
            (None, [Fault(where, complaint)]) if metric is None else (Goal(((metric, float(metric.lucky)),), False), [])
        )
    faults = list(_faults(game, asked, where))
    if faults:
        return None, faults
    weights = ((_metric(game, name)[0], float(weight)) for name, weight in asked.items())
    return Goal(tuple((metric, weight) for metric, weight in weights if metric), True), []


def _faults(game: Game, asked: Mapping[str, Any], where: Where) -> Iterator[Fault]:
    if not asked:
        yield Fault(where, "a worth names endings or metrics and what each is worth, as in { FOE_KILLED = 1 }")
    for name, weight in asked.items():
        if complaint := _metric(game, name)[1]:
            yield Fault((*where, name), complaint)
        if not is_number(weight) or not 0 < abs(weight) <= MOST_WEIGHT:
            message = (
                f"{short(name)} is worth a number other than 0, of {MOST_WEIGHT:,.0f} at most, not {short(weight)}"
            )
            yield Fault((*where, name), message)


def _metric(game: Game, name: str) -> tuple[Metric | None, str]:
    """The metric or ending of a name, or why it cannot be played for."""
    known = {slug(metric.name): metric for metric in reversed(metrics_of(game))}
    if slug(name) not in known:
        return None, f"{short(name)} is no ending and no metric{suggest(name, [one.name for one in known.values()])}"
    metric = known[slug(name)]
    if metric.name == WIN_SHARE or metric.counted or metric.among:
        return None, f"{metric.name} is no sum over the steps, nor what an ending is worth: it cannot be played for"
    return metric, ""
