"""Whether any single change of a policy gains more than a margin: each key over its range, on the same luck."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.errors import BadInput
from simkit.games.faults import short
from simkit.games.metrics import Metric
from simkit.study.analyses.audit_finding import GAINS, NO_GAIN, NOTHING, OPEN, Audit, Row, Stage
from simkit.study.analyses.interests import by_character, interest, seats_of_their_own
from simkit.study.analyses.policy_changes import Change, InUse, in_use
from simkit.study.analyses.side_differences import Estimate, Side, difference, mean_of
from simkit.study.runs import columns, exact_values, runner
from simkit.study.runs.pairs import same_rules
from simkit.study.scenarios.arguments import integer, name_of, threads, truth
from simkit.study.scenarios.limits import MOST_GAMES_A_CELL, MOST_MARGIN
from simkit.study.scenarios.quantities import Quantity, score_asked
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sizes import in_points, parse
from simkit.study.stats.estimates import family_level

if TYPE_CHECKING:
    from simkit.study.runs.journal import Records

FIRST, AGAIN = 3, 4  # added to the seed of the file: `tune` plays on the two before
TIMES = 5  # as many games for what is open


class Pair(NamedTuple):
    """A change and a side for which it may gain."""

    used: InUse
    change: Change
    arm: Scenario
    quantity: Quantity
    sign: int  # -1 where less of the metric is better for the seat

    @property
    def change_name(self) -> str:
        """What sets the change apart from the others of its policy."""
        return f"{self.change.key} {self.change.said}"


def audit(
    scenario: Scenario | str | Path | Mapping[str, Any],
    *,
    metric: str = "",
    margin: str | float | None = None,
    more: int | None = None,
    exact: bool | None = None,
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    journal: Records | None = None,
    **changes: Any,
) -> Audit:
    """Every single change of every policy in use, against the policy as it is; [audit] of the file says of what.

    A change "gains" where its lower bound, one of a family over all changes and sides, exceeds the margin.  "None
    gains" where every one-sided upper bound is below it (an intersection-union test, Berger 1982).  What is open after
    the games of [run] goes on to fresh ones, and each of the two stages spends half of the error.

    Parameters
    ----------
    metric, margin, more
        Instead of those of [audit].  `more`: fresh games for what is open; 0 for none, five times as many by default.
    exact
        True: exact answers.  False: play.  None: exact where that takes no longer: see `exact_values`.
    progress
        Called after each change in each cell; again where fresh games are played for it.
    journal
        Keeps what was played; what it holds is not played again.
    changes
        games=, seed= instead of the file's.  It is played on the third seed after it, and again on the fourth.

    Raises
    ------
    BadInput
        With all that is wrong in the file; where nothing can be changed, or nothing says what is better for a seat.
    """
    loaded, exact = load(scenario, **changes), truth("exact", exact)
    asked = loaded.asked.audit
    chosen_metric = score_asked(loaded.game, name_of("metric", metric) or asked.metric)
    size = _margin(loaded, chosen_metric, asked.margin if margin is None else margin)
    fresh = 0 if exact else _more(loaded, asked.more if more is None else integer("more", more))
    policies = policies_in_use(loaded)
    pairs, refused = _pairs(loaded, policies, chosen_metric)
    table = _Table(threads(jobs), progress, journal)
    stages = _stages(loaded, size, fresh)
    rows = table.judged(pairs, stages[0], exact)
    for stage in stages[1:]:
        again = iter(table.judged([pair for pair, row in zip(pairs, rows, strict=True) if _open(row)], stage, False))
        rows = [next(again) if _open(row) else row for row in rows]
    unasked = dict.fromkeys(name for used in policies for name in used.unasked(asked.keys))
    seated = tuple(row for row in rows if row is not None)
    return Audit(loaded, chosen_metric, seated, stages, tuple(unasked), tuple(refused), table.games)


def policies_in_use(scenario: Scenario) -> list[InUse]:
    """Every policy of the seats that [audit] names, by default of each that has a key of its own."""
    asked = scenario.asked.audit
    policies = [used for seat in asked.seats or seats_of_their_own(scenario) for used in in_use(scenario, seat)]
    if not any(used.changes(asked.keys) for used in policies):
        keys = f" that has {', '.join(asked.keys)}" if asked.keys else " with anything to change"
        raise BadInput(f"{scenario.path}: nothing to audit: no policy in use{keys}")
    return policies


def n_changes(scenario: Scenario) -> int:
    """Number of changes, those in each cell apart."""
    return sum(
        len(used.changes(scenario.asked.audit.keys)) * len(used.scenario.cells) for used in policies_in_use(scenario)
    )


def _stages(scenario: Scenario, margin: float, fresh: int) -> tuple[Stage, ...]:
    """The games of [run], and fresh ones for what is then open; each stage has its part of the error."""
    first, again = (scenario.on_seed_after(beyond).run.seed for beyond in (FIRST, AGAIN))
    games, alpha = scenario.run.games, scenario.asked.audit.alpha
    if not fresh:
        return (Stage(first, games, alpha, margin, last=True),)
    return Stage(first, games, alpha / 2, margin, last=False), Stage(again, fresh, alpha / 2, margin, last=True)


def _open(row: Row | None) -> bool:
    return row is not None and row.word == OPEN


def _margin(scenario: Scenario, metric: Metric, asked: str | float) -> float:
    if in_points(asked) and not metric.is_share:
        raise BadInput(f"{scenario.path}: a margin in points is one of shares; for {metric.name} give a number, as 0.5")
    size = parse(asked, "a margin")
    if not 0 <= size <= MOST_MARGIN:
        raise BadInput(f"{scenario.path}: a margin is 0 to {MOST_MARGIN:,}, not {short(asked)}")
    return size


def _more(scenario: Scenario, asked: int | None) -> int:
    if asked is None:
        return min(TIMES * scenario.run.games, MOST_GAMES_A_CELL)
    if not 0 <= asked <= MOST_GAMES_A_CELL:
        raise BadInput(f"{scenario.path}: more is 0 to {MOST_GAMES_A_CELL:,} games, not {short(asked)}")
    return asked


def _pairs(scenario: Scenario, policies: Sequence[InUse], metric: Metric) -> tuple[list[Pair], list[str]]:
    """Every change for every side; and the changes that the game refuses, as texts."""
    pairs, refused = [], []
    for used in policies:
        base = used.scenario
        chosen, sign = interest(base, used.seat, metric, scenario.asked.audit.better, "audit")
        sides = by_character(base, chosen)
        for change in used.changes(scenario.asked.audit.keys):
            arm = used.under(change, base)
            if arm is None:
                refused.append(f"{change.key} {change.said}")
            else:
                pairs += [Pair(used, change, arm, side, sign) for side in sides]
    return pairs, refused


class _Table:
    """Plays or solves changes beside the policy as it is, and judges what they gain."""

    def __init__(self, jobs: int, progress: runner.Progress, journal: Records | None) -> None:
        self.jobs, self.progress, self.journal, self.games = jobs, progress, journal, 0

    def judged(self, pairs: Sequence[Pair], stage: Stage, exact: bool | None) -> list[Row | None]:
        """A row a pair; None for a side that never sits.  The pairs that can differ at all are the family."""
        family = max(1, sum(not _alike(pair) for pair in pairs))
        groups: dict[tuple[str, str, int], list[int]] = {}
        for number, pair in enumerate(pairs):
            groups.setdefault((pair.used.seat, pair.used.name, pair.quantity.cell), []).append(number)
        rows: list[Row | None] = [None] * len(pairs)
        for numbers in groups.values():
            together = [pairs[number] for number in numbers]
            estimates = self._differences(together, stage, exact, len(groups))
            for number, pair, estimate in zip(numbers, together, estimates, strict=True):
                rows[number] = _row(pair, estimate, stage, family_level(stage.alpha, family))
        return rows

    def _differences(
        self, pairs: Sequence[Pair], stage: Stage, exact: bool | None, n_groups: int
    ) -> Iterator[Estimate]:
        """The difference of each pair, all of one policy in one cell, change by change."""
        chosen = list(dict.fromkeys(pair.quantity for pair in pairs))
        arms = {pair.change_name: pair.arm for pair in pairs if not _alike(pair)}
        played = [arm.played(seed=stage.seed, games=stage.games) for arm in (pairs[0].used.scenario, *arms.values())]
        answers = self._sides(played, chosen, exact, n_groups)
        before = dict(zip(chosen, next(answers), strict=True))
        for name, its_pairs in groupby(pairs, key=lambda pair: pair.change_name):
            after = dict(zip(chosen, next(answers), strict=True)) if name in arms else before
            for pair in its_pairs:
                same = after is before and not math.isnan(mean_of(before[pair.quantity]))
                yield Estimate(0.0, ()) if same else difference(after[pair.quantity], before[pair.quantity])
            self.progress(1)

    def _sides(
        self, arms: Sequence[Scenario], chosen: Sequence[Quantity], exact: bool | None, n_groups: int
    ) -> Iterator[Sequence[Side]]:
        means = exact_values.exact_values(
            arms, chosen, exact=exact, answers=n_groups, jobs=self.jobs, journal=self.journal
        )
        if means is not None:
            yield from means.tolist()
            return
        self.games += len(arms) * arms[0].run.games
        yield from columns.played(arms, chosen, self.jobs, self.journal)


def _alike(pair: Pair) -> bool:
    """Whether a change leaves the rules, setups and policies of a cell as they are, byte for byte."""
    return same_rules(pair.used.scenario, pair.arm, pair.quantity.cell)


def _row(pair: Pair, estimate: Estimate, stage: Stage, level: float) -> Row | None:
    """What a change gains for a side, with its lower bound in the family and its own upper bound."""
    if math.isnan(estimate.size):
        return None
    low = min(pair.sign * end for end in estimate.interval(1 - 2 * level))
    high = max(pair.sign * end for end in estimate.interval(1 - 2 * stage.alpha))
    return Row(
        pair.used.seat, pair.used.name, pair.change.key, pair.change.said_was, pair.change.said, pair.quantity.side,
        pair.sign * estimate.size, low, high, _word(estimate, low, high, stage),
        0 if estimate.exact else stage.games, stage.seed,
    )  # fmt: skip


def _word(estimate: Estimate, low: float, high: float, stage: Stage) -> str:
    """The word on a change; where nothing bounds a metric, games that all came out alike have the last one."""
    never = not estimate.size and not any(group.numbers.any() for group in estimate.groups)
    if low > stage.margin:
        return GAINS
    if high < stage.margin or (estimate.exact and high <= stage.margin):
        return NOTHING if never else NO_GAIN
    return NOTHING if never and math.isinf(high) and stage.last else OPEN
