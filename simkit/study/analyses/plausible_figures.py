"""Other believable values of reconstructed figures: one at a time, jointly, and maps drawn otherwise."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from simkit.games.figures import RECONSTRUCTED, Figure
from simkit.study.runs.pairs import same_rules
from simkit.study.scenarios.changes import altered
from simkit.study.scenarios.scenario import Scenario
from simkit.study.stats.latin_hypercube import latin_hypercube


class Setting(NamedTuple):
    """A scenario under another value of a figure."""

    figure: Figure
    value: Any
    scenario: Scenario  # its variants changed with it


class Ledger(NamedTuple):
    """What becomes of the reconstructed figures that were asked for."""

    settings: list[Setting]  # the ends of each range, or each alternative, that change what is played
    idle: list[str]  # figures that do not enter this question: the same rules, byte for byte
    unplayable: list[str]  # alternatives that are words, or that the game refuses


def settings(scenario: Scenario, beginnings: Sequence[str]) -> Ledger:
    """Every reconstructed figure, or those whose path begins so, at the ends of its range or at its alternatives."""
    found, idle, unplayable = [], [], []
    for figure in scenario.figures.ledger:
        if figure.status != RECONSTRUCTED or not (not beginnings or figure.path.startswith(tuple(beginnings))):
            continue
        under = [(value, under_figures(scenario, {figure.path: value})) for value in _values(figure)]
        playable = [(value, changed) for value, changed in under if changed is not None]
        moved = [Setting(figure, value, changed) for value, changed in playable if not _same(scenario, changed)]
        found += moved
        if not playable:
            unplayable.append(figure.path)
        elif not moved:
            idle.append(figure.path)
    return Ledger(found, idle, unplayable)


def joint_draws(scenario: Scenario, moved: Sequence[Setting], draws: int) -> Iterator[Scenario | None]:
    """The scenario with all figures that matter drawn at once over their ranges; None where the game refuses a draw."""
    choices: dict[str, list[Any]] = {}
    for setting in moved:
        figure = setting.figure
        if figure.range is None:
            choices.setdefault(figure.path, [figure.value]).append(setting.value)
        else:
            choices[figure.path] = [figure]
    if not choices:
        return
    for row in latin_hypercube(draws, len(choices), scenario.run.seed):
        said = {path: _drawn(values, u) for (path, values), u in zip(choices.items(), row.tolist(), strict=True)}
        yield under_figures(scenario, said)


def maps(scenario: Scenario, n: int) -> Iterator[Scenario]:
    """The scenario on other maps, where its game can draw any and the map matters."""
    jitter = scenario.game.abilities.get("jitter")
    for number in range(n if jitter else 0):
        changed = under_figures(scenario, jitter(scenario.figures, scenario.run.seed + number)) if jitter else None
        if changed is not None and not _same(scenario, changed):
            yield changed


def under_figures(scenario: Scenario, said: dict[str, Any]) -> Scenario | None:
    """The scenario and its variants under other figures; None where the game refuses them.

    A figure that [rules] of the file or of a variant set is theirs, and stays.
    """
    theirs = {figure.path for figure in scenario.figures.ledger if figure.status != RECONSTRUCTED}
    said = {path: value for path, value in said.items() if path not in theirs}
    if scenario.figures.override(said)[1]:
        return None  # a word where a number must be: no need to compile
    changed, faults = altered(scenario, said)
    if faults:
        return None
    compared = []
    for name, _ in scenario.variants:
        variant = scenario.asked.variants[name]
        one, faults = altered(changed, variant.rules, variant.setup)
        if faults:
            return None
        compared.append((name, one))
    return changed._replace(variants=tuple(compared))


def _values(figure: Figure) -> tuple[Any, ...]:
    values = figure.range if figure.range is not None else figure.alternatives or ()
    return tuple(type(figure.value)(value) if _numbers(figure.value, value) else value for value in values
                 if value != figure.value)  # fmt: skip


def _numbers(*values: Any) -> bool:
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _drawn(values: list[Any], u: float) -> Any:
    if isinstance(values[0], Figure):
        figure = values[0]
        low, high = figure.range or (0, 0)
        return int(low + u * (high - low + 1)) if isinstance(figure.value, int) else low + u * (high - low)
    return values[int(u * len(values))]


def _same(scenario: Scenario, changed: Scenario) -> bool:
    pairs = [(scenario, changed)]
    pairs += [(ours, theirs) for (_, ours), (_, theirs) in zip(scenario.variants, changed.variants, strict=True)]
    return all(same_rules(ours, theirs, cell) for ours, theirs in pairs for cell in range(len(scenario.cells)))
