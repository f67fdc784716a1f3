"""Better players by iterated best response: each seat in turn searches against the field, and keeps what is proved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit.study.analyses.league_finding import CYCLE, NO_BETTER, OVER, Gain, League, Proof
from simkit.study.analyses.league_seats import (
    Policy,
    Profile,
    Seat,
    Weighted,
    drawn,
    field_of,
    field_slot,
    mixed_slots,
    own_slot,
    seats_of,
)
from simkit.study.analyses.side_differences import Estimate, sign_of
from simkit.study.analyses.threshold_search import Search, in_words
from simkit.study.analyses.turns import Best, Luck, average, gain, searched
from simkit.study.runs import runner
from simkit.study.scenarios.arguments import name_of, threads, truth, whole_number
from simkit.study.scenarios.mixtures import Slot
from simkit.study.scenarios.quantities import metric_asked
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario
from simkit.study.stats.estimates import family_level
from simkit.study.stats.matrix_games import equilibrium
from simkit.study.stats.paired import one_sided_level

if TYPE_CHECKING:
    from simkit.study.runs.journal import Records

ALPHA = 0.05  # chance of keeping anything, over the whole league, among players who are equals
MOST_ROUNDS, MOST_TRIALS = 1_000, 100_000
DIGITS = 6  # of the weights of a mixture


def league(
    scenario: Scenario | str | Path | Mapping[str, Any],
    *,
    metric: str = "",
    rounds: int | None = None,
    trials: int | None = None,
    exact: bool | None = None,
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    journal: Records | None = None,
    **changes: Any,
) -> League:
    """Search better players for every seat in turn (double oracle, McMahan et al. 2003; PSRO, Lanctot et al. 2017).

    A turn is an approximate best response (Timbers et al. 2022): policies are proposed and raced on the same luck
    against a field that is half the current profile and half all kept ones alike.  The best is proved on a seed of its
    own: proof number r at level .05 / (r (r + 1)), one-sided, so that over the whole league the chance of keeping
    anything among equals is .05 at most.  Nor may it do worse than what the seat has kept before, alike.  A profile
    that returns is a cycle: two sides get the equilibrium of the table of all that was kept, more seats each policy of
    the cycle alike.

    Parameters
    ----------
    metric, rounds, trials
        Instead of those of [league].
    exact
        True: exact answers.  False: play.  None: exact where that takes no longer: see `exact_values`.
    journal
        Keeps what was played; what it holds is not played again.
    changes
        games=, seed= instead of the file's.  Each search, each proof and the last word have seeds of their own.

    Raises
    ------
    BadInput
        With all that is wrong in the file; for a league without anything to vary; where nothing says what is better
        for a seat; where optuna is not installed.
    """
    loaded = load(scenario, **changes)
    asked = loaded.asked.league
    n_rounds = asked.rounds if rounds is None else whole_number("rounds", rounds, 1, MOST_ROUNDS)
    n_trials = asked.trials if trials is None else whole_number("trials", trials, 2, MOST_TRIALS)
    chosen_metric = metric_asked(loaded.game, name_of("metric", metric) or asked.metric)
    seats = seats_of(loaded, chosen_metric)
    lucks = {
        seat.key: Luck(seat.chosen, threads(jobs), journal, truth("exact", exact), n_rounds * n_trials)
        for seat in seats
    }
    return _League(loaded, seats, lucks, n_trials, progress).played(n_rounds)


class _Turn(NamedTuple):
    """Who searches, what he has played so far, and whom he meets."""

    seat: Seat
    parts: Weighted
    field: list[Slot]
    earlier: Weighted = ()  # what he has kept before, alike

    @property
    def heaviest(self) -> Policy:
        """The policy that he plays most."""
        return max(self.parts, key=lambda part: part[0])[1]


class _League:
    """A league while it is played."""

    def __init__(
        self, scenario: Scenario, seats: Sequence[Seat], lucks: Mapping[str, Luck], n_trials: int,
        progress: runner.Progress,
    ) -> None:  # fmt: skip
        self.scenario, self.seats, self.lucks, self.n_trials, self.progress = scenario, seats, lucks, n_trials, progress
        self.history: list[Profile] = [{seat.key: seat.usual for seat in seats}]
        self.proofs: list[Proof] = []
        self.n_proofs = self.n_seeds = 0

    def played(self, n_rounds: int) -> League:
        """All rounds, and the last word on one more seed."""
        ended = self._rounds(n_rounds)
        ending: Mapping[str, Weighted] = {key: [(1.0, policy)] for key, policy in self.history[-1].items()}
        if ended == CYCLE:
            ending = self._mixture()
            for seat in self.seats:
                turn = _Turn(seat, ending[seat.key], mixed_slots(self.scenario, seat, ending))
                self._respond(turn, "last")
        gains = self._gains(ending)
        n_games = sum(luck.n_games for luck in self.lucks.values())
        return League(
            self.scenario, self.seats[0].chosen[0].metric, tuple(seat.key for seat in self.seats), ended,
            {key: self._in_words(parts) for key, parts in ending.items()}, tuple(self.proofs), gains, n_games,
        )  # fmt: skip

    def _rounds(self, n_rounds: int) -> str:
        """Turns of all seats, until a round keeps nothing, a profile returns, or the rounds are over."""
        for number in range(1, n_rounds + 1):
            kept = False
            for seat in self.seats:
                policy = self._respond(self._turn(seat), str(number))
                if policy is None:
                    continue
                kept = True
                profile = {**self.history[-1], seat.key: policy}
                self.history.append(profile)
                if profile in self.history[:-1]:
                    return CYCLE
            if not kept:
                return NO_BETTER
        return OVER

    def _turn(self, seat: Seat) -> _Turn:
        field = field_slot(self.scenario, seat, field_of(self.history))
        policy = self.history[-1][seat.key]
        before, _ = _distinct(self.history, seat.key)
        others = [earlier for earlier in before if earlier != policy]
        return _Turn(seat, [(1.0, policy)], field, [(1 / len(others), earlier) for earlier in others])

    def _respond(self, turn: _Turn, number: str) -> Policy | None:
        """A better policy for the seat, where one was found and proved."""
        for_search, for_proof = self._next_seed(), self._next_seed()
        policy = self._search(turn, for_search)
        if policy is None:
            self.proofs.append(Proof(number, turn.seat.key, "none was ahead", 0.0, 0.0, 0.0, 1.0, 0.0, -1, False))
            return None
        proof = self._prove(turn, policy, for_proof)._replace(round=number)
        kept = proof.kept and number != "last"  # after the last search nothing is kept
        self.proofs.append(proof._replace(kept=kept))
        return policy if kept else None

    def _search(self, turn: _Turn, luck_of_search: Scenario) -> Policy | None:
        """The best of some proposals, where it is ahead of what the seat plays."""
        seat, luck = turn.seat, self.lucks[turn.seat.key]
        ranges, seed = self.scenario.asked.league.ranges, luck_of_search.run.seed
        search = Search(seat.varied, turn.heaviest, ranges, seat.sign, seed)  # first: nothing is played without optuna
        (sides,) = luck.answers([self._arm(seat, turn.parts, luck_of_search, turn.field)])
        best, _ = searched(
            lambda policy: self._arm(seat, [(1.0, policy)], luck_of_search, turn.field), search, luck, seat.sign,
            self.n_trials, progress=self.progress, rival=Best(None, sides, average(sides)),
        )  # fmt: skip
        return best.policy

    def _prove(self, turn: _Turn, policy: Policy, fresh: Scenario) -> Proof:
        """A policy against what the seat plays, and against all that it has kept before, alike."""
        self.n_proofs += 1
        seat, level = turn.seat, one_sided_level(ALPHA / (self.n_proofs * (self.n_proofs + 1)))
        arm = partial(self._arm, seat, scenario=fresh, others=turn.field)
        rivals = [parts for parts in (turn.parts, turn.earlier) if parts]
        after, *before = self.lucks[seat.key].answers([arm([(1.0, policy)]), *map(arm, rivals)])
        gained, *over_earlier = (gain(after, sides) for sides in before)
        held = over_earlier[0] if over_earlier else gained
        better = seat.sign * sign_of(gained, level) > 0
        holds = seat.sign * sign_of(held, 1 - ALPHA) >= 0
        low, high = sorted(seat.sign * end for end in gained.interval(level))
        sizes = (seat.sign * gained.size, low, high, level, seat.sign * held.size)
        return Proof("", seat.key, _changes(turn.heaviest, policy), *sizes, fresh.run.seed, better and holds)

    def _gain(self, luck: Luck, after: Scenario, before: Scenario) -> Estimate:
        was, now = luck.answers([before, after])
        return gain(now, was)

    def _arm(self, seat: Seat, parts: Weighted, scenario: Scenario, others: Sequence[Slot]) -> Scenario:
        return drawn(scenario, [own_slot(self.scenario, seat.key, parts), *others])

    def _next_seed(self) -> Scenario:
        self.n_seeds += 1
        return self.scenario.on_seed_after(self.n_seeds)

    def _mixture(self) -> dict[str, Weighted]:
        """What a cycle ends with: of two sides the equilibrium of all that was kept, else each of the cycle alike."""
        first = self.history.index(self.history[-1])
        cycle = self.history[first:-1]
        if _opposed(self.scenario, self.seats):
            return self._equilibrium()
        return {seat.key: _rounded(*_distinct(cycle, seat.key)) for seat in self.seats}

    def _equilibrium(self) -> dict[str, Weighted]:
        one, other = self.seats
        (rows, _), (columns, _) = (_distinct(self.history, seat.key) for seat in self.seats)
        fresh = self._next_seed()
        arms = [
            drawn(fresh, [own_slot(fresh, one.key, [(1.0, row)]), own_slot(fresh, other.key, [(1.0, column)])])
            for row in rows
            for column in columns
        ]
        payoffs = [one.sign * average(sides) for sides in self.lucks[one.key].answers(arms)]
        weights = equilibrium(np.array(payoffs).reshape(len(rows), len(columns)))
        return {one.key: _rounded(rows, weights[0]), other.key: _rounded(columns, weights[1])}

    def _gains(self, ending: Mapping[str, Weighted]) -> tuple[Gain, ...]:
        """What each seat gains over the policy that it began with, where the others play as the league ended."""
        fresh, level = self._next_seed(), 1 - family_level(ALPHA, len(self.seats))
        gains = []
        for seat in self.seats:
            if ending[seat.key] == [(1.0, seat.usual)]:
                gains.append(Gain(seat.key, 0.0, 0.0, 0.0, fresh.run.seed))
                continue
            others = mixed_slots(self.scenario, seat, ending)
            before, after = (self._arm(seat, parts, fresh, others) for parts in ([(1.0, seat.usual)], ending[seat.key]))
            estimate = self._gain(self.lucks[seat.key], after, before)
            low, high = sorted(seat.sign * end for end in estimate.interval(level))
            gains.append(Gain(seat.key, seat.sign * estimate.size, low, high, fresh.run.seed))
        return tuple(gains)

    def _in_words(self, parts: Weighted) -> list[tuple[float, dict[str, Any]]]:
        return [(weight, in_words(self.scenario, policy)) for weight, policy in parts]


def _changes(was: Policy, now: Policy) -> str:
    changed = [f"{name} {value}" for name, value in now.items() if value != was[name]]
    return ", ".join(changed) or "as the heaviest of the mixture"


def _opposed(scenario: Scenario, seats: Sequence[Seat]) -> bool:
    """Whether it is a game of two, of whom one gains what the other loses."""
    if len(seats) != 2 or len(scenario.cells[0].compiled.policies) != 2:
        return False
    one, other = seats
    return one.sign != other.sign or one.chosen != other.chosen


def _distinct(profiles: Sequence[Profile], key: str) -> tuple[list[Policy], list[float]]:
    """The policies of a seat, each once, and the part of the profiles that have it."""
    policies: list[Policy] = []
    for profile in profiles:
        if profile[key] not in policies:
            policies.append(profile[key])
    counts = [sum(profile[key] == policy for profile in profiles) for policy in policies]
    return policies, [count / len(profiles) for count in counts]


def _rounded(policies: Sequence[Policy], weights: Any) -> Weighted:
    """Policies that have a weight, with weights of few digits that sum to one."""
    heavy = [(round(float(weight), DIGITS), policy) for weight, policy in zip(weights, policies, strict=True)]
    heavy = sorted(((weight, policy) for weight, policy in heavy if weight > 0), key=lambda part: -part[0])
    first = round(1 - sum(weight for weight, _ in heavy[1:]), DIGITS)
    return [(first, heavy[0][1]), *heavy[1:]]
