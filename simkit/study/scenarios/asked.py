"""What a scenario asks of the analyses, held against its game: metrics, sizes, policies, thresholds, figures."""

from collections.abc import Iterator, Mapping
from typing import Any

from simkit.games.faults import Fault, Where, short, suggest
from simkit.games.figures import RECONSTRUCTED, Figures
from simkit.games.game import Game
from simkit.games.keys import check, read_policy
from simkit.study.scenarios.goals import read_goal
from simkit.study.scenarios.labels import spoken
from simkit.study.scenarios.limits import MOST_MARGIN, MOST_RANGE
from simkit.study.scenarios.profiles import replaces
from simkit.study.scenarios.quantities import metrics_of
from simkit.study.scenarios.sections import ScenarioTable, Size
from simkit.study.scenarios.sizes import ascending, points

SEARCHES = ("tune", "league")  # the sections that search better policies


def section_faults(game: Game, figures: Figures, table: ScenarioTable) -> list[Fault]:
    """Everything that is wrong in the sections of the analyses."""
    return [
        *_metrics_and_sizes(game, table),
        *_hands(game, figures, table),
        *_audited(game, figures, table),
        *_climbers(game, table),
        *_thresholds(game, table),
        *_seats(game, figures, table),
        *_figures(figures, table),
        *_solved(game, figures, table),
    ]


def _metrics_and_sizes(game: Game, table: ScenarioTable) -> Iterator[Fault]:
    """Unknown metrics; faulty sizes, margins, targets, ranges and looks."""
    metrics: list[tuple[Where, str]] = [
        (("compare", "metrics", index), name) for index, name in enumerate(table.compare.metrics)
    ]
    metrics += [(("compare", "margins", name), name) for name in table.compare.margins]
    for part in ("lab", "sensitivity", "robust", "tune", "league", "audit", "ladder"):
        metrics.append(((part, "metric"), getattr(table, part).metric))
    known = [metric.name for metric in metrics_of(game)]
    where: Where
    for where, name in metrics:
        if name not in known and (name or where[0] == "compare"):
            yield Fault(where, f"unknown metric {short(name)}{suggest(name, known)}")
    sizes: list[tuple[Where, Size]] = [
        (("compare", "margin"), table.compare.margin),
        (("audit", "margin"), table.audit.margin),
    ]
    sizes += [(("compare", "margins", name), size) for name, size in table.compare.margins.items()]
    sizes += [(("lab", "target", index), size) for index, size in enumerate(table.lab.target or ())]
    for where, size in sizes:
        if points(size) is None:
            yield Fault(where, f'a size is a number, or points as in "1pt", not {short(size)}')
        elif where[0] in ("compare", "audit") and not 0 <= (points(size) or 0) <= MOST_MARGIN:
            yield Fault(where, f"a margin is 0 to {MOST_MARGIN:,}, not {short(size)}")
    low, high = (points(size) for size in table.lab.target or (0.0, 1.0))
    if low is not None and high is not None and not low < high:
        yield Fault(("lab", "target"), f"a target rises: {short(table.lab.target)} does not")
    for part, name, ends in _ranges(table):
        if len(ends) != 2 or not -MOST_RANGE <= ends[0] < ends[1] <= MOST_RANGE:
            message = f"a range is its lowest and highest number, not {short(ends)}"
            yield Fault((part, "ranges", name), message)
    if not ascending(table.compare.looks):
        message = f"looks are a number above 0, or rising ones, not {short(table.compare.looks)}"
        yield Fault(("compare", "looks"), message)


def _hands(game: Game, figures: Figures, table: ScenarioTable) -> Iterator[Fault]:
    """An unknown seat of [robust], or faults of its policies."""
    robust, keys = table.robust, {key.name: key.kind for key in game.keys(figures)}
    if robust.seat not in keys:
        if "seat" in robust.model_fields_set:
            seats = [name for name, kind in keys.items() if kind == "policy"]
            yield Fault(("robust", "seat"), f"unknown seat {short(robust.seat)}{suggest(robust.seat, seats)}")
        return
    if keys[robust.seat] != "policy":
        return
    for index, policy in enumerate(robust.policies):
        yield from _policy(game, policy, ("robust", "policies", index))
    for part in ("restricted", "repeats"):
        for name, policy in getattr(robust, part).items():
            yield from _policy(game, policy, ("robust", part, name))


def _audited(game: Game, figures: Figures, table: ScenarioTable) -> Iterator[Fault]:
    """Unknown seats and keys of [audit]."""
    seats = [key.name for key in game.keys(figures) if key.kind == "policy"]
    for index, name in enumerate(table.audit.seats):
        if name not in seats:
            yield Fault(("audit", "seats", index), f"unknown seat {short(name)}{suggest(name, seats)}")
    known = [key.name for key in game.policy_keys]
    for index, name in enumerate(table.audit.keys):
        if name not in known:
            yield Fault(("audit", "keys", index), f"unknown key of a policy {short(name)}{suggest(name, known)}")


def _solved(game: Game, figures: Figures, table: ScenarioTable) -> Iterator[Fault]:
    """Faults of the goal of [solve], of its seat and its policies."""
    solve = table.solve
    if solve.goal != "":
        yield from read_goal(game, solve.goal, ("solve", "goal"))[1]
    seats = [key.name for key in game.keys(figures) if key.kind == "policy"]
    if solve.seat and solve.seat not in seats:
        yield Fault(("solve", "seat"), f"unknown seat {short(solve.seat)}{suggest(solve.seat, seats)}")
    for index, policy in enumerate(solve.policies):
        yield from _policy(game, policy, ("solve", "policies", index))


def _climbers(game: Game, table: ScenarioTable) -> Iterator[Fault]:
    """Faults of the policies of [ladder]; a policy that stands there twice, or alone."""
    names = []
    for index, policy in enumerate(table.ladder.policies):
        yield from read_policy(game.policies, game.policy_keys, policy, ("ladder", "policies", index))[1]
        if spoken(policy) in names:
            yield Fault(("ladder", "policies", index), f"{short(spoken(policy))} stands on the ladder twice")
        names.append(spoken(policy))
    if len(names) == 1:
        yield Fault(("ladder", "policies"), "a ladder needs two policies or more, not 1")


def _policy(game: Game, policy: Any, where: Where) -> list[Fault]:
    """Faults of a policy, by name or as a table; a table without a kind changes thresholds of the cell's policy."""
    if isinstance(policy, Mapping) and not replaces(policy):
        return check(game.policy_keys, policy, where)
    if isinstance(policy, Mapping) and "kind" not in policy:
        return []  # a profile or a mixture: whoever plays it reads it
    return read_policy(game.policies, game.policy_keys, policy, where)[1]


def _ranges(table: ScenarioTable) -> list[tuple[str, str, list[int]]]:
    """The ranges of [tune] and [league]: section, threshold, ends."""
    return [(part, name, ends) for part in SEARCHES for name, ends in getattr(table, part).ranges.items()]


def _thresholds(game: Game, table: ScenarioTable) -> Iterator[Fault]:
    """Unknown thresholds of [tune] and [league]."""
    known = [key.name for key in game.policy_keys]
    thresholds: list[tuple[Where, str]] = [
        ((part, "thresholds", index), name)
        for part in SEARCHES
        for index, name in enumerate(getattr(table, part).thresholds)
    ]
    thresholds += [((part, "ranges", name), name) for part, name, _ in _ranges(table)]
    for where, name in thresholds:
        if name not in known:
            yield Fault(where, f"unknown threshold {short(name)}{suggest(name, known)}")


def _seats(game: Game, figures: Figures, table: ScenarioTable) -> Iterator[Fault]:
    """Seats of [league] that are no keys of a policy."""
    known = [key.name for key in game.keys(figures) if key.kind == "policy"]
    for index, name in enumerate(table.league.seats):
        where: Where = ("league", "seats", index)
        if name not in known:
            yield Fault(where, f"unknown seat {short(name)}{suggest(name, known)}")
        elif name in table.league.seats[:index]:
            yield Fault(where, f"seat {short(name)} is named twice")


def _figures(figures: Figures, table: ScenarioTable) -> Iterator[Fault]:
    """Dotted paths of [sensitivity], or beginnings of paths, that no reconstructed figure has."""
    known = [figure.path for figure in figures.ledger if figure.status == RECONSTRUCTED]
    for index, name in enumerate(table.sensitivity.figures):
        if not any(path.startswith(name) for path in known):
            where: Where = ("sensitivity", "figures", index)
            yield Fault(where, f"no reconstructed figure begins with {short(name)}{suggest(name, known)}")
