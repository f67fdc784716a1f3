"""Better thresholds for a policy: searched on one seed, proved on another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.errors import BadInput
from simkit.games.faults import short
from simkit.games.metrics import Metric
from simkit.study.analyses.finding import Finding
from simkit.study.analyses.interests import interest, seat_named
from simkit.study.analyses.side_differences import Estimate, Side, difference, mean_of, sign_of
from simkit.study.analyses.threshold_search import Search, in_words, thresholds, usual_policy
from simkit.study.analyses.turns import Luck, Policy, gain, searched
from simkit.study.analyses.wording import estimated
from simkit.study.runs import runner
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

    @property
    def conclusion(self) -> list[str]:
        """What is best, and whether it is proved."""
        return self.sentences[:2]

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
    luck = Luck(chosen, threads(jobs), journal, exact, n_trials)
    for_search, for_proof = (loaded.on_seed_after(beyond) for beyond in (SEARCHED, PROVED))
    search = Search(thresholds(loaded, usual, asked), usual, asked.ranges, sign, for_search.run.seed)
    arm = partial(_with_policy, for_search, seat)
    best, rows = searched(arm, search, luck, sign, n_trials, progress=progress, rival=None)
    was, now = in_words(loaded, usual), in_words(loaded, best.policy or usual)
    policies = [was] if was == now else [was, now]
    before, *others = luck.answers([_with_policy(for_proof, seat, policy) for policy in policies])
    after = others[0] if others else before
    n_seated = sum(not math.isnan(mean_of(side)) for side in before)
    level = family_level(ALPHA, n_seated)
    return Tuning(
        loaded, seat, chosen[0].metric, ", ".join(str(v) if key == "kind" else f"{key} {v}" for key, v in was.items()),
        now, _trials(rows, [key.name for key in search.keys], chosen[0].metric.name), sign, was == now,
        gain(after, before) if others else Estimate(0.0, ()),
        tuple(_of_side(*sides, level) for sides in zip(chosen, before, after, strict=True)),
        for_proof.run.seed, luck.n_games,
    )  # fmt: skip


def _trials(rows: list[dict[str, Any]], varied: Sequence[str], metric: str) -> pd.DataFrame:
    """A row a trial: the kind, what was varied, and the metric."""
    import pandas as pd

    return pd.DataFrame(rows, columns=["kind", *varied, metric])


def _with_policy(scenario: Scenario, seat: str, policy: Policy) -> Scenario:
    changed, faults = changed_setup(scenario, {seat: in_words(scenario, policy)})
    if faults:
        raise BadInput([f"{scenario.path}: {seat}: {fault.message}" for fault in faults])
    return changed


def _of_side(quantity: Quantity, before: Side, after: Side, alpha: float) -> OfSide:
    estimate = difference(after, before)
    word = {1: "higher", -1: "lower", 0: "not settled"}[sign_of(estimate, 1 - alpha)]
    return OfSide(quantity.side, mean_of(before), mean_of(after), estimate.size, *estimate.interval(1 - alpha), word)
