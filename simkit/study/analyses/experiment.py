"""A factorial experiment with house rules: its cells played or solved, and the smallest set within a target."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from simkit.study.analyses.arms import Arms
from simkit.study.analyses.factorial_effects import (
    Effect,
    arm_interval,
    effects,
    exact_effects,
    exact_log_odds,
    log_odds,
)
from simkit.study.analyses.rule_sets import Proof, Target, reachable, smallest, under
from simkit.study.runs import runner
from simkit.study.runs.exact_values import exact_values
from simkit.study.runs.journal import Records
from simkit.study.scenarios.quantities import Quantity
from simkit.study.scenarios.scenario import Scenario
from simkit.study.stats.estimates import family_level
from simkit.study.stats.factorial import Floats, Signs, Switches, column, proved

Logits = Mapping[Switches, tuple[float, float]]  # of sets of switches: an effect and its standard error


class Experiment:
    """A design, its cells, and the effects once these are played or solved."""

    def __init__(
        self,
        scenario: Scenario,
        design: Signs,
        sets: list[Switches],
        chosen: list[Quantity],
        journal: Records | None = None,
    ) -> None:
        self.scenario, self.design, self.sets, self.chosen, self.journal = scenario, design, sets, chosen, journal
        self.signs = np.array([column(design, switches) for switches in sets])
        self.arms = [under(scenario, row > 0) for row in design]
        self.effects: tuple[tuple[Effect, ...], ...] = ()
        self.logits: tuple[Logits, ...] = tuple({} for _ in chosen)
        self.cells: Floats = np.empty((len(design), 0))
        self.games = 0

    def play(self, jobs: int, progress: runner.Progress) -> None:
        """Effects from games."""
        arms = Arms(self.arms, self.chosen, self.signs)
        sums = arms.play(jobs, progress, self.journal)
        n_compared = sum(bool(total.games.all()) for total in sums)  # sides that every cell seats
        level = 1 - family_level(self.scenario.asked.lab.alpha, max(1, n_compared) * len(self.sets))
        both = list(zip(self.chosen, sums, strict=True))
        self.effects = tuple(
            tuple(effects(total, quantity, self.sets, self.signs, level, arms.alike[quantity.cell]))
            for quantity, total in both
        )
        self.logits = tuple(log_odds(total, quantity, self.sets, self.signs) for quantity, total in both)
        self.cells = np.array([total.means / quantity.whole for quantity, total in both]).T
        self.games = arms.n_games

    def solve(self, values: Floats) -> None:
        """Effects from the exact values of all cells."""
        self.cells = values
        self.effects = tuple(tuple(exact_effects(means, self.sets, self.signs)) for means in values.T)
        if self.chosen[0].metric.is_share:
            self.logits = tuple(exact_log_odds(means, self.sets, self.signs) for means in values.T)

    def reach(self, target: Target, jobs: int) -> tuple[Proof | None, Switches]:
        """The smallest set of rules within a target, and its proof; else the closest one."""
        within = reachable(target, self.chosen[0])
        candidate, reaches = smallest(*self.predicted(), within)
        if not reaches:
            return None, candidate
        arm = under(self.scenario, np.isin(np.arange(self.design.shape[1]), candidate))
        if self.games:
            return self._prove(arm, candidate, within, jobs), candidate
        shares = tuple(np.asarray(exact_values([arm], self.chosen, exact=True))[0].tolist())
        intervals = tuple((share, share) for share in shares)
        return Proof(candidate, intervals, shares, proved(intervals, within), None), candidate

    def predicted(self) -> tuple[list[Switches], Floats]:
        """Every set of switches, and the predicted mean of each quantity under it: float64[sets, quantities].

        Where all cells were played these are the means of the cells, else predictions from the effects.
        """
        n = self.design.shape[1]
        sets = [chosen for size in range(n + 1) for chosen in combinations(range(n), size)]
        signs = np.array([[1 if switch in chosen else -1 for switch in range(n)] for chosen in sets])
        if len(self.design) == len(sets):
            row_of = {tuple(row): number for number, row in enumerate(self.design.tolist())}
            return sets, self.cells[[row_of[tuple(row)] for row in signs.tolist()]]
        columns = np.array([column(signs, switches) for switches in self.sets])
        sizes = self.signs @ self.cells * 2 / len(self.design)
        return sets, self.cells.mean(axis=0) + columns.T @ sizes / 2

    def _prove(self, arm: Scenario, candidate: Switches, target: Target, jobs: int) -> Proof:
        fresh = arm.on_seed_after(1)
        played = Arms([fresh], self.chosen, np.empty((0, 1), np.int64))
        sums = played.play(jobs, lambda n: None, self.journal)
        self.games += played.n_games
        sitting = [(quantity, total) for quantity, total in zip(self.chosen, sums, strict=True) if total.games[0]]
        level = 1 - family_level(self.scenario.asked.lab.alpha, max(1, len(sitting)))
        intervals = tuple(arm_interval(quantity, total, 0, level) for quantity, total in sitting)
        shares = tuple(float(total.means[0]) / quantity.whole for quantity, total in sitting)
        return Proof(candidate, intervals, shares, proved(intervals, target), fresh.run.seed)
