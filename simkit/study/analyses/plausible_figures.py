"""Other plausible values of reconstructed figures: one at a time, all together, and other maps."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.games.figures import RECONSTRUCTED, Figure
from simkit.study.runs.pairs import same_rules
from simkit.study.scenarios.changes import altered
from simkit.study.scenarios.scenario import Scenario
from simkit.study.stats.latin_hypercube import latin_hypercube


class Setting(NamedTuple):
    """A scenario under another value of a figure."""

    figure: Figure
    value: Any
    scenario: Scenario  # with its variants, all under this value


class Doubt(NamedTuple):
    """A figure that matters, and the values that it is doubted over: its range, or some values one by one.

    A position is a value of the range, or else the number of a value.
    """

    figure: Figure
    values: tuple[Any, ...]  # the usual one first, then those of settings

    def positions(self, drawn: NDArray[np.float64]) -> NDArray[np.float64]:
        """The positions that numbers from [0, 1) stand for, all alike likely."""
        if self.figure.range is None:
            return np.floor(drawn * len(self.values))
        low, high = self.figure.range
        whole = isinstance(self.figure.value, int)
        return np.floor(low + drawn * (high - low + 1)) if whole else low + drawn * (high - low)

    @property
    def places(self) -> list[float]:
        """The positions of the values."""
        return list(range(len(self.values))) if self.figure.range is None else list(self.values)

    def value(self, position: float) -> Any:
        """The value at a position."""
        return self.values[int(position)] if self.figure.range is None else type(self.figure.value)(position)


class Draw(NamedTuple):
    """All doubted figures drawn at once."""

    numbers: NDArray[np.float64]  # [figures] in [0, 1), in the order of the doubts
    scenario: Scenario | None  # None where the game refuses the draw


class Ledger(NamedTuple):
    """The reconstructed figures that were asked for, sorted by whether they matter."""

    settings: list[Setting]  # ends of ranges, or alternatives, that change the rules of the question
    idle: list[str]  # figures that leave the rules of the question as they are, byte for byte
    unplayable: list[str]  # figures without any other value that the game can play


def settings(scenario: Scenario, beginnings: Sequence[str]) -> Ledger:
    """Every reconstructed figure, or those whose path begins so, at the ends of its range or at its alternatives."""
    all_settings, idle, unplayable = [], [], []
    for figure in scenario.figures.ledger:
        if figure.status != RECONSTRUCTED or not (not beginnings or figure.path.startswith(tuple(beginnings))):
            continue
        under = [(value, under_figures(scenario, {figure.path: value})) for value in _values(figure)]
        playable = [(value, changed) for value, changed in under if changed is not None]
        moved = [Setting(figure, value, changed) for value, changed in playable if not _same(scenario, changed)]
        all_settings += moved
        if not playable:
            unplayable.append(figure.path)
        elif not moved:
            idle.append(figure.path)
    return Ledger(all_settings, idle, unplayable)


def doubts(moved: Sequence[Setting]) -> list[Doubt]:
    """The figures of some settings, each once, with their values."""
    found: dict[str, Doubt] = {}
    for figure, value, _ in moved:
        before = found.get(figure.path, Doubt(figure, (figure.value,)))
        found[figure.path] = Doubt(figure, (*before.values, value))
    return list(found.values())


def joint_draws(scenario: Scenario, doubted: Sequence[Doubt], draws: int) -> Iterator[Draw]:
    """The scenario with all figures that matter drawn at once over their ranges."""
    for row in latin_hypercube(draws, len(doubted), scenario.run.seed) if doubted else ():
        drawn = {
            doubt.figure.path: doubt.value(float(doubt.positions(number)))
            for doubt, number in zip(doubted, row, strict=True)
        }
        yield Draw(row, under_figures(scenario, drawn))


def maps(scenario: Scenario, n: int) -> Iterator[Scenario]:
    """The scenario on other maps, where its game can draw any and the map matters."""
    jitter = scenario.game.abilities.get("jitter")
    for number in range(n if jitter else 0):
        changed = under_figures(scenario, jitter(scenario.figures, scenario.run.seed + number)) if jitter else None
        if changed is not None and not _same(scenario, changed):
            yield changed


def under_figures(scenario: Scenario, changes: dict[str, Any]) -> Scenario | None:
    """The scenario and its variants under other figures; None where the game refuses them.

    A figure that [rules] of the file or of a variant sets keeps that value.
    """
    fixed = {figure.path for figure in scenario.figures.ledger if figure.status != RECONSTRUCTED}
    changes = {path: value for path, value in changes.items() if path not in fixed}
    if scenario.figures.override(changes)[1]:
        return None  # a figure of the wrong type: refused without compiling
    changed, faults = altered(scenario, changes)
    if faults:
        return None
    compared = []
    for name, _ in scenario.variants:
        variant = scenario.asked.variants[name]
        changed_variant, faults = altered(changed, variant.rules, variant.setup)
        if faults:
            return None
        compared.append((name, changed_variant))
    return changed._replace(variants=tuple(compared))


def _values(figure: Figure) -> tuple[Any, ...]:
    values = figure.range if figure.range is not None else figure.alternatives or ()
    return tuple(type(figure.value)(value) if _numbers(figure.value, value) else value for value in values
                 if value != figure.value)  # fmt: skip


def _numbers(*values: Any) -> bool:
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _same(scenario: Scenario, changed: Scenario) -> bool:
    pairs = [(scenario, changed)]
    pairs += [(before, after) for (_, before), (_, after) in zip(scenario.variants, changed.variants, strict=True)]
    return all(same_rules(before, after, cell) for before, after in pairs for cell in range(len(scenario.cells)))
