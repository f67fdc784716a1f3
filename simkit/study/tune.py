"""Better thresholds for a policy: searched on one seed, proved on another."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.games.game import Key, read_policy, suggest
from simkit.study import runner
from simkit.study.alter import changed_setup
from simkit.study.compare import Comparison, compare
from simkit.study.paired import same_luck_interval
from simkit.study.quantities import Quantity, default_metric, metric_named, quantities, values
from simkit.study.scenario import Faulty, Scenario, load
from simkit.study.sizes import said

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.plots import Figure

WIDEST = 12  # where a threshold may be anything up to 99, what is tried ends here, or at thrice what it is
SEARCHED, PROVED = 1, 2  # seeds beyond that of the file


@dataclass(frozen=True)
class Tuning:
    """What `tune` found."""

    scenario: Scenario
    seat: str
    usual: str
    policy: dict[str, Any]  # the best thresholds, as a scenario says them
    frame: pd.DataFrame  # a row a trial: thresholds, and the metric over all sides on the search's seed
    sign: int  # -1 where less of the metric is better
    gain: float  # on the fresh seed, over all sides
    interval: tuple[float, float]
    proof: Comparison  # side by side, on the fresh seed

    @property
    def settled(self) -> bool:
        """Whether the tuned policy is better on the fresh seed, beyond chance."""
        return min(self.sign * end for end in self.interval) > 0

    @property
    def sentences(self) -> list[str]:
        """What was found and whether it is proved."""
        metric = self.proof.rows[0].quantity.metric
        unit = "percentage points" if metric.kind == "share" else metric.unit
        low, high = (said(end, metric.kind, sign=True) for end in self.interval)
        words = {True: "better, proved", False: "not proved better"}
        changed = ", ".join(f"{name} {value}" for name, value in self.policy.items() if name != "kind") or "nothing"
        return [
            f"Best of {len(self.frame)} trials for {self.seat}: {self.policy['kind']} with {changed}.",
            f"On a fresh seed ({self.proof.scenario.run.seed}): {words[self.settled]}: {metric.title} "
            f"{said(self.gain, metric.kind, sign=True)} {unit} [{low} to {high}] over all sides, against {self.usual}.",
            *self.proof.sentences,
        ]

    @property
    def verdict(self) -> str:
        """The sentences as one text."""
        return "\n".join(self.sentences)

    def plot(self) -> Figure:
        """What the tuned policy changes for each side, on the fresh seed."""
        return self.proof.plot()


def tune(
    scenario: Scenario | str | Path,
    side: int | str = 1,
    *,
    metric: str = "",
    trials: int | None = None,
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    **changes: Any,
) -> Tuning:
    """Search better thresholds for the policy of a side (tree-structured Parzen estimator, Bergstra et al. 2011).

    Parameters
    ----------
    side
        The number of a key of the cells that holds a policy, from 1, or its name.
    metric, trials
        Instead of those of [tune].  What is bettered is the mean of the metric over all sides of the scenario.
    changes
        games=, seed= instead of the file's.  The search plays on the next seed, the proof on the one after it.

    Raises
    ------
    Faulty
        With all that is wrong in the file.
    ValueError
        No such side, metric or threshold; optuna is not installed.
    """
    loaded = scenario if isinstance(scenario, Scenario) else load(Path(scenario), **changes)
    asked = loaded.asked.tune
    name = metric or asked.metric
    one = metric_named(loaded.game, name) if name else default_metric(loaded.game)
    chosen, threads = quantities(loaded, [one]), jobs or runner.default_jobs()
    seat = _seat(loaded, side)
    usual = _usual(loaded, seat)
    sign = {"high": 1, "low": -1}.get(asked.better, one.lucky)
    search = _with_seed(loaded, SEARCHED)
    study = _study(search.run.seed, sign)
    keys = _thresholds(loaded, usual)
    study.enqueue_trial({key.name: usual.get(key.name) for key in keys})
    frame_rows = []
    for _ in range(trials or asked.trials):
        trial = study.ask()
        policy = {"kind": usual["kind"], **{key.name: _suggested(trial, key, usual, asked.ranges) for key in keys}}
        changed, faults = changed_setup(search, {seat: policy})
        if faults:
            raise Faulty([f"{loaded.path}: {seat}: {fault.message}" for fault in faults])
        value = float(np.mean(_means(changed, chosen, threads)))
        study.tell(trial, value)
        frame_rows.append({**policy, one.name: value})
        progress(1)
    best = {"kind": usual["kind"], **study.best_params}
    return _proved(loaded, seat, usual, best, frame_rows, chosen, sign, threads)


def _proved(
    scenario: Scenario, seat: str, usual: Mapping[str, Any], best: dict[str, Any], trials: list[dict[str, Any]],
    chosen: list[Quantity], sign: int, jobs: int,
) -> Tuning:  # fmt: skip
    import pandas as pd

    fresh = _with_seed(scenario, PROVED)
    base, (tuned, _) = fresh, changed_setup(fresh, {seat: _said(scenario, best)})
    against = base._replace(compared=(("tuned", tuned),))
    proof = compare(against, metrics=[chosen[0].metric.name], jobs=jobs)
    differences = _games(tuned, chosen, jobs) - _games(base, chosen, jobs)
    gain, interval = same_luck_interval(differences)
    was = ", ".join(str(value) if key == "kind" else f"{key} {value}" for key, value in _said(scenario, usual).items())
    return Tuning(scenario, seat, was, _said(scenario, best), pd.DataFrame(trials), sign, gain, interval, proof)


def _said(scenario: Scenario, policy: Mapping[str, Any]) -> dict[str, Any]:
    """A policy as a scenario says it: its kind, and what is not as usual with that."""
    preset = scenario.game.policies[policy["kind"]].parameters
    return {key: value for key, value in policy.items() if key == "kind" or value != preset.get(key)}


def _study(seed: int, sign: int) -> Any:
    try:
        import optuna
    except ImportError:
        raise ValueError("tuning needs optuna: pip install 'simkit[tune]'") from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=seed % 2**32)
    return optuna.create_study(sampler=sampler, direction="maximize" if sign > 0 else "minimize")


def _seat(scenario: Scenario, side: int | str) -> str:
    seats = [key.name for key in scenario.game.keys(scenario.figures) if key.kind == "policy"]
    if str(side) in seats:
        return str(side)
    if str(side).isdecimal() and 1 <= int(side) <= len(seats):
        return seats[int(side) - 1]
    raise ValueError(f"there is no side {side}: sides are 1 to {len(seats)} ({', '.join(seats)})")


def _usual(scenario: Scenario, seat: str) -> dict[str, Any]:
    """The policy of the seat, the same in all cells: its kind and all its thresholds."""
    default = next(key.default for key in scenario.game.keys(scenario.figures) if key.name == seat)
    said_policies = [cell.values.get(seat, default) for cell in scenario.cells]
    if any(policy != said_policies[0] for policy in said_policies):
        raise ValueError(f"{scenario.path}: the cells have different policies for {seat}: tune one")
    table = said_policies[0] if isinstance(said_policies[0], dict) else {"kind": said_policies[0]}
    preset, _ = read_policy(scenario.game.policies, scenario.game.policy_keys, table)
    if preset is None or not preset.parameters:
        raise ValueError(f"{scenario.path}: {seat} has no policy with thresholds")
    return {"kind": table["kind"], **preset.parameters}


def _thresholds(scenario: Scenario, usual: Mapping[str, Any]) -> list[Key]:
    asked = scenario.asked.tune
    known = {key.name: key for key in scenario.game.policy_keys if key.kind in ("int", "bool", "choice")}
    for name in (*asked.thresholds, *asked.ranges):
        if name not in known or name not in usual:
            raise ValueError(f"{scenario.path}: unknown threshold {name!r}{suggest(name, list(known))}")
    for name, span in asked.ranges.items():
        key = known[name]
        if len(span) != 2 or not (key.low or 0) <= span[0] < span[1] <= (math.inf if key.high is None else key.high):
            raise ValueError(f"{scenario.path}: a range of {name} is a lower and a higher number, not {span}")
    return [known[name] for name in asked.thresholds or known if name in usual]


def _suggested(trial: Any, key: Key, usual: Mapping[str, Any], ranges: Mapping[str, list[int]]) -> Any:
    if key.kind == "bool":
        return trial.suggest_categorical(key.name, [False, True])
    if key.kind == "choice":
        return trial.suggest_categorical(key.name, list(key.choices))
    now = int(usual[key.name])
    low = int(key.low or 0)
    high = int(min(math.inf if key.high is None else key.high, max(WIDEST, 3 * now)))
    low, high = ranges.get(key.name, (min(low, now), max(high, now)))
    return trial.suggest_int(key.name, low, high)


def _with_seed(scenario: Scenario, beyond: int) -> Scenario:
    return scenario._replace(run=scenario.run.model_copy(update={"seed": (scenario.run.seed + beyond) % 2**64}))


def _means(scenario: Scenario, chosen: list[Quantity], jobs: int) -> list[float]:
    """The metric of each side."""
    from joblib import Parallel, delayed

    calls = (delayed(_sums)(scenario, chosen, chunk) for chunk in runner.chunks(scenario))
    totals = np.sum(list(Parallel(n_jobs=jobs, backend="threading")(calls)), axis=0)
    return list(totals[:, 0] / np.maximum(totals[:, 1], 1))


def _sums(scenario: Scenario, chosen: list[Quantity], chunk: runner.Chunk) -> Any:
    outcomes = runner.simulate(scenario, scenario.cells[chunk.cell], chunk.first, chunk.n)
    table = np.zeros((len(chosen), 2))
    for place, quantity in enumerate(chosen):
        if quantity.cell == chunk.cell:
            column, present = values(scenario, quantity, outcomes)
            table[place] = column.sum() / quantity.whole, len(column) if present is None else present.sum()
    return table


def _games(scenario: Scenario, chosen: list[Quantity], jobs: int) -> Any:
    """The mean over all sides, game by game: float64[games]."""
    from joblib import Parallel, delayed

    chunks = list(runner.chunks(scenario))
    calls = (delayed(_game_sums)(scenario, chosen, chunk) for chunk in chunks)
    total = np.zeros(scenario.run.games)
    for chunk, found in zip(chunks, Parallel(n_jobs=jobs, backend="threading")(calls), strict=True):
        total[chunk.first : chunk.first + chunk.n] += found
    return total / len(chosen)


def _game_sums(scenario: Scenario, chosen: list[Quantity], chunk: runner.Chunk) -> Any:
    outcomes = runner.simulate(scenario, scenario.cells[chunk.cell], chunk.first, chunk.n)
    total = np.zeros(chunk.n)
    for quantity in chosen:
        if quantity.cell == chunk.cell:
            column, present = values(scenario, quantity, outcomes)
            part = 1.0 if present is None else max(float(present.mean()), 1e-300)  # he sits in this part of the games
            total += column / quantity.whole / part
    return total
