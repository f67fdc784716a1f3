"""A search for thresholds and choices of a policy: what is tried hangs on the seed and the values found alone."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

from simkit.errors import BadInput
from simkit.games.faults import suggest
from simkit.games.keys import Key, read_policy
from simkit.study.analyses.other_values import WIDEST, alternatives
from simkit.study.scenarios.mixtures import is_mixture
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sections import Tune

SEARCHED = ("int", "bool", "choice", "choices")  # kinds of keys
FREED = 3  # keys at most in which every other proposal leaves the best so far


class Search:
    """Proposals of optuna's tree-structured Parzen estimator; the first is the policy as it is.

    Every other one is the best so far but for one to three keys, which the sampler proposes: of many keys at once most
    proposals spoil some.
    """

    def __init__(
        self, keys: Sequence[Key], usual: Mapping[str, Any], ranges: Mapping[str, list[int]], sign: int, seed: int
    ) -> None:
        try:
            import optuna
        except ImportError:
            raise BadInput("a search of policies needs optuna: pip install 'simkit[tune]'") from None
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = optuna.samplers.TPESampler(seed=seed % 2**32)
        self._study = optuna.create_study(sampler=sampler, direction="maximize" if sign > 0 else "minimize")
        self._best = {key.name: _of_the_study(key, usual[key.name]) for key in keys}
        self._study.enqueue_trial(self._best)
        self._chance, self._sign, self._most, self._n = random.Random(seed), sign, -math.inf, 0
        self.keys, self._usual, self._ranges = keys, usual, ranges

    def propose(self) -> dict[str, Any]:
        """A policy to try: its kind and all its thresholds."""
        if self._n and self._n % 2 == 0:
            self._study.enqueue_trial(self._nearly_best())
        self._n += 1
        self._trial = self._study.ask()
        proposed = {key.name: _suggested(self._trial, key, self._usual, self._ranges) for key in self.keys}
        return {**self._usual, **proposed}

    def tell(self, value: float) -> None:
        """Report the value of the policy that was proposed last."""
        self._study.tell(self._trial, value)
        if self._sign * value > self._most:
            self._best, self._most = dict(self._trial.params), self._sign * value

    def _nearly_best(self) -> dict[str, Any]:
        """The best so far without a few of its keys."""
        n_freed = self._chance.randint(1, min(FREED, len(self._best)))
        freed = self._chance.sample(sorted(self._best), n_freed)
        return {name: value for name, value in self._best.items() if name not in freed}


def _suggested(trial: Any, key: Key, usual: Mapping[str, Any], ranges: Mapping[str, list[int]]) -> Any:
    if key.kind == "bool":
        return trial.suggest_categorical(key.name, [False, True])
    if key.kind == "choice":
        return trial.suggest_categorical(key.name, list(key.choices))
    if key.kind == "choices":
        return _suggested_list(trial, key, usual[key.name])
    now = int(usual[key.name])
    widest = max(WIDEST, 3 * abs(now))
    low = max(int(key.low or 0), -widest)
    high = int(min(math.inf if key.high is None else key.high, widest))
    low, high = ranges.get(key.name, (min(low, now), max(high, now)))
    return trial.suggest_int(key.name, low, high)


def _suggested_list(trial: Any, key: Key, usual: list[str] | tuple[str, ...]) -> Any:
    """The list as it is, or one of those nearby."""
    lists = [_of_the_study(key, value) for value in (usual, *alternatives(key, usual))]
    return type(usual)(json.loads(trial.suggest_categorical(key.name, lists)))


def _of_the_study(key: Key, value: Any) -> Any:
    """A value as optuna takes it, who knows no lists."""
    return json.dumps(list(value)) if key.kind == "choices" else value


def usual_policy(scenario: Scenario, seat: str) -> dict[str, Any]:
    """The policy of the seat, the same in all cells: its kind and all its thresholds."""
    defaults = {key.name: key.default for key in scenario.game.keys(scenario.figures)}
    policies = [_first(cell.values.get(seat), defaults[seat], cell.values.get("policy"), defaults.get("policy"))
                     for cell in scenario.cells]  # fmt: skip
    if any(policy != policies[0] for policy in policies):
        raise BadInput(f"{scenario.path}: the cells have different policies for {seat}: tune one")
    if is_mixture(policies[0]):
        raise BadInput(f"{scenario.path}: {seat} plays a mixture, and a search begins from one policy")
    table = policies[0] if isinstance(policies[0], dict) else {"kind": policies[0]}
    preset, _ = read_policy(scenario.game.policies, scenario.game.policy_keys, table)
    if preset is None or not preset.parameters:
        raise BadInput(f"{scenario.path}: {seat} has no policy with thresholds")
    return {"kind": table["kind"], **preset.parameters}


def _first(*policies: Any) -> Any:
    """The first that is given: a seat without a policy of its own has that of all seats."""
    return next((policy for policy in policies if policy is not None), None)


def thresholds(scenario: Scenario, usual: Mapping[str, Any], asked: Tune) -> list[Key]:
    """The keys of a policy to be varied: the thresholds of [tune] or [league], or all of them."""
    known = {key.name: key for key in scenario.game.policy_keys if key.kind in SEARCHED}
    for name in (*asked.thresholds, *asked.ranges):
        if name not in known or name not in usual:
            raise BadInput(f"{scenario.path}: unknown threshold {name!r}{suggest(name, list(known))}")
    for name, span in asked.ranges.items():
        key = known[name]
        if key.kind != "int":
            raise BadInput(f"{scenario.path}: {name} is no number: it has no range")
        if len(span) != 2 or not (key.low or 0) <= span[0] < span[1] <= (math.inf if key.high is None else key.high):
            raise BadInput(f"{scenario.path}: a range of {name} is a lower and a higher number, not {span}")
    return [known[name] for name in asked.thresholds or known if name in usual]


def in_words(scenario: Scenario, policy: Mapping[str, Any]) -> dict[str, Any]:
    """A policy as a scenario file writes it: its kind, and what differs from the preset of that kind."""
    preset = scenario.game.policies[policy["kind"]].parameters
    return {key: value for key, value in policy.items() if key == "kind" or value != preset.get(key)}
