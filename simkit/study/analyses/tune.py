"""Better thresholds for a policy: searched on one seed, proved on another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit.errors import BadInput
from simkit.games.faults import short
from simkit.games.metrics import Metric
from simkit.study.analyses.finding import Finding
from simkit.study.analyses.interests import interest, seat_named
from simkit.study.analyses.side_differences import Estimate, Side, combined, difference, mean_of, sign_of
from simkit.study.analyses.threshold_search import Search, in_words, thresholds, usual_policy
from simkit.study.analyses.wording import estimated
from simkit.study.runs import columns, exact_values, runner
from simkit.study.scenarios.arguments import integer, name_of, threads, truth
from simkit.study.scenarios.changes import changed_setup
from simkit.study.scenarios.quantities import Quantity, all_policies, metric_asked
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario
from simkit.study.stats.estimates import family_level
from simkit.text import counted

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.pictures import Draw
    from simkit.study.report.plots import Axes, Figure
    from simkit.study.runs.journal import Records

ALPHA = 0.05  # chance of a wrong "better", and of any wrong word among the sides
SEARCHED, PROVED = 1, 2  # added to the seed of the file: for the search, and for the proof
FEWEST_TRIALS, MOST_TRIALS = 2, 100_000
BETTER, WORSE, OPEN = "better, proved", "worse, proved", "not proved better"


class OfSide(NamedTuple):
    """What the tuned policy changes for one side, on the fresh seed."""

    side: str
    base: float
    value: float
    difference: float
    low: float  # the intervals of all sides hold at once
    high: float
    word: str  # "higher", "lower" or "not settled"


@dataclass(frozen=True, repr=False)
class Tuning(Finding):
    """What `tune` found."""

    scenario: Scenario
    seat: str
    metric: Metric
    usual: str
    policy: dict[str, Any]  # the best thresholds, as a scenario file writes them
    frame: pd.DataFrame  # a row a trial: thresholds, and the metric over all sides on the search's seed
    sign: int  # -1 where less of the metric is better for the seat
    same: bool  # whether the best is the policy as it is
    estimate: Estimate  # the gain of the tuned policy over all sides, on the fresh seed; 0 where it is the same
    sides: tuple[OfSide, ...]
    seed: int  # of the proof
    games: int  # played in all; 0 where all is exact

    @property
    def gain(self) -> float:
        """The mean gain over all sides, on the fresh seed."""
        return self.estimate.size

    @property
    def interval(self) -> tuple[float, float]:
        """Interval of the gain at 95 %; of width 0 where the policies are the same, or the gain is exact."""
        return self.estimate.interval(1 - ALPHA)

    @property
    def settled(self) -> bool:
        """Whether the tuned policy is better, beyond chance."""
        return self.word == BETTER

    @property
    def word(self) -> str:
        """The verdict on the tuned policy."""
        return {1: BETTER, -1: WORSE, 0: OPEN}[self.sign * sign_of(self.estimate, 1 - ALPHA)]

    @cached_property
    def proof(self) -> pd.DataFrame:
        """A row a side: the metric under both policies, and the difference with its interval."""
        import pandas as pd

        return pd.DataFrame(self.sides, columns=OfSide._fields)

    @property
    def sentences(self) -> list[str]:
        """What was found and whether it is proved."""
        changed = ", ".join(f"{name} {value}" for name, value in self.policy.items() if name != "kind")
        way = "more" if self.sign > 0 else "less"
        where = "" if self.estimate.exact else f"On a fresh seed ({self.seed}): "
        gain = estimated(self.estimate, self.metric, 1 - ALPHA)
        sides = " on average over all sides" if len(self.sides) > 1 else ""
        proof = f"{where}{self.word}: {self.metric.title} {gain}{sides}, against {self.usual}."
        if self.same:
            proof = f"{OPEN.capitalize()}: no trial did better than the policy as it is, {self.usual}."
        lines = [
            f"Best of {counted(len(self.frame), 'trial')} for {self.seat}, where {way} is better: "
            f"{self.policy['kind']} with {changed or 'nothing changed'}.",
            proof[0].upper() + proof[1:],
        ]
        if len(self.sides) > 1 and not self.same:
            words = [f"{side.side} {side.word}" for side in self.sides]
            lines.append(f"Side by side, all words together at {100 * (1 - ALPHA):g} %: {', '.join(words)}.")
        return [*lines, f"{self._played()}. Made under: {all_policies([self.scenario])} (the file's policies)."]

    def tables(self) -> dict[str, pd.DataFrame]:
        """The trials, and the proof side by side."""
        return {"trials": self.frame, "proof": self.proof}

    def pictures(self) -> dict[str, Draw]:
        """The proof."""
        return {"proof": self.plot}

    def facts(self) -> dict[str, Any]:
        """What the manifest says, with the policy and its gain."""
        return {**self._proved(), "games_played": self.games}

    def as_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {**self._proved(), "verdict": self.sentences}

    def _proved(self) -> dict[str, Any]:
        return {"policy": self.policy, "gain": self.gain, "interval": self.interval, "settled": self.settled}

    def plot(self, ax: Axes | None = None) -> Figure:
        """What the tuned policy changes for each side, on the fresh seed; `ax` to draw on."""
        from simkit.study.report import plots

        frame = self.proof.assign(variant="tuned", title=f"{self.metric.title} ({self.metric.difference_unit})")
        frame[["difference", "low", "high"]] *= self.metric.scale
        return plots.forest(
            frame,
            title=self.scenario.title,
            subtitle=f"The tuned policy of {self.seat} less the file's; all intervals hold at once with "
            f"{100 * (1 - ALPHA):g} %.",
            note=f"{self._played()}, seed {self.seed}.",
            ax=ax,
        )

    def _played(self) -> str:
        return counted(self.games, "game") if self.games else "Exact: no games"


def tune(
    scenario: Scenario | str | Path | Mapping[str, Any],
    side: int | str = 1,
    *,
    metric: str = "",
    trials: int | None = None,
    exact: bool | None = None,
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    journal: Records | None = None,
    **changes: Any,
) -> Tuning:
    """Search better thresholds for the policy of a side (tree-structured Parzen estimator, Bergstra et al. 2011).

    Parameters
    ----------
    side
        The number of a key of the cells that holds a policy, from 1, or its name.
    metric, trials
        Instead of those of [tune].  The goal is the mean of the metric over all sides of the scenario, for the seats
        that the key governs (see `interests.interest`).
    exact
        True: exact answers.  False: play.  None: exact where that takes no longer: see `exact_values`.
    journal
        Keeps what was played; what it holds is not played again.  The same seed proposes the same policies again.
    changes
        games=, seed= instead of the file's.  The search plays on the next seed, the proof on the one after it.

    Raises
    ------
    BadInput
        With all that is wrong in the file; for an unknown side, metric or threshold; where nothing says what is better
        for the side; where optuna is not installed.
    """
    loaded = load(scenario, **changes)
    asked = loaded.asked.tune
    n_trials = asked.trials if trials is None else integer("trials", trials)
    if not FEWEST_TRIALS <= n_trials <= MOST_TRIALS:
        raise BadInput(f"{loaded.path}: trials are {FEWEST_TRIALS} to {MOST_TRIALS:,}, not {short(n_trials)}")
    name, exact = name_of("metric", metric) or asked.metric, truth("exact", exact)
    chosen_metric = metric_asked(loaded.game, name)
    seat = seat_named(loaded, side)
    usual = usual_policy(loaded, seat)
    chosen, sign = interest(loaded, seat, chosen_metric, asked.better, "tune")
    table = _Table(loaded, seat, chosen, threads(jobs), journal, exact, n_trials)
    search = Search(thresholds(loaded, usual), usual, asked.ranges, sign, table.search.run.seed)
    rows = []
    for _ in range(n_trials):
        policy = search.propose()
        value = _average(table.answer(table.search, policy))
        if math.isnan(value):
            raise ValueError(f"{loaded.path}: {chosen_metric.name} counts in none of the games")
        search.tell(value)
        rows.append({**policy, chosen_metric.name: value})
        progress(1)
    return table.proved(usual, search.best, rows, sign)


def _average(sides: Sequence[Side]) -> float:
    """The mean over the sides that sit in any game."""
    means = [mean for mean in map(mean_of, sides) if not math.isnan(mean)]
    return float(np.mean(means)) if means else math.nan


class _Table:
    """Results of policies of a seat: exact as long as exact answers are possible, from then on played."""

    def __init__(
        self, scenario: Scenario, seat: str, chosen: Sequence[Quantity], jobs: int, journal: Records | None,
        exact: bool | None, n_answers: int,
    ) -> None:  # fmt: skip
        self.scenario, self.seat, self.chosen, self.jobs, self.journal = scenario, seat, chosen, jobs, journal
        self.search, self.fresh = (_with_seed(scenario, beyond) for beyond in (SEARCHED, PROVED))
        self.exact, self.n_answers, self.n_games = exact, n_answers, 0

    def answer(self, scenario: Scenario, *policies: Mapping[str, Any]) -> list[Side]:
        """The metric of each side under one policy after the other."""
        arms = [self._with(scenario, policy) for policy in policies]
        answers: list[list[Side]] | None = None
        if self.exact is not False:
            means = exact_values.exact_values(
                arms, self.chosen, exact=self.exact, answers=self.n_answers, journal=self.journal
            )
            answers, self.exact = (None, False) if means is None else (means.tolist(), self.exact)
        if answers is None:
            answers = [list(sides) for sides in columns.played(arms, self.chosen, self.jobs, self.journal)]
            self.n_games += len(arms) * scenario.run.games * len({quantity.cell for quantity in self.chosen})
        return [side for sides in answers for side in sides]

    def _with(self, scenario: Scenario, policy: Mapping[str, Any]) -> Scenario:
        changed, faults = changed_setup(scenario, {self.seat: in_words(scenario, policy)})
        if faults:
            raise BadInput([f"{scenario.path}: {self.seat}: {fault.message}" for fault in faults])
        return changed

    def proved(
        self, usual: Mapping[str, Any], best: Mapping[str, Any], trials: list[dict[str, Any]], sign: int
    ) -> Tuning:
        """The best policy against the usual one, on the fresh seed."""
        import pandas as pd

        was, now = in_words(self.scenario, usual), in_words(self.scenario, best)
        sides = self.answer(self.fresh, usual) if was == now else self.answer(self.fresh, usual, best)
        before, after = sides[: len(self.chosen)], sides[-len(self.chosen) :]
        seated = [index for index, side in enumerate(before) if not math.isnan(mean_of(side))]
        terms = [(sides[index], times) for sides, times in ((after, 1), (before, -1)) for index in seated]
        return Tuning(
            self.scenario, self.seat, self.chosen[0].metric,
            ", ".join(str(value) if key == "kind" else f"{key} {value}" for key, value in was.items()),
            now, pd.DataFrame(trials), sign, was == now,
            Estimate(0.0, ()) if was == now else combined(terms, len(seated)),
            tuple(
                _of_side(quantity, before, after, family_level(ALPHA, len(seated)))
                for quantity, before, after in zip(self.chosen, before, after, strict=True)
            ),
            self.fresh.run.seed, self.n_games,
        )  # fmt: skip


def _of_side(quantity: Quantity, before: Side, after: Side, alpha: float) -> OfSide:
    estimate = difference(after, before)
    word = {1: "higher", -1: "lower", 0: "not settled"}[sign_of(estimate, 1 - alpha)]
    return OfSide(quantity.side, mean_of(before), mean_of(after), estimate.size, *estimate.interval(1 - alpha), word)


def _with_seed(scenario: Scenario, beyond: int) -> Scenario:
    return scenario._replace(run=scenario.run.model_copy(update={"seed": (scenario.run.seed + beyond) % 2**64}))
