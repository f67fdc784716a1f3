"""The house-rule lab: several switches at once, and the smallest set of rules that brings every side within a target.

The switches are the [variants] of a scenario; every cell of the design plays the same games on the same luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit.study import factorial, runner
from simkit.study.alter import altered, leaves
from simkit.study.factorial import CellSums, Effect, Signs, Switches
from simkit.study.quantities import EVERYBODY, Quantity, all_policies, default_metric, metric_named, quantities, values
from simkit.study.scenario import Faulty, Scenario, load
from simkit.study.sizes import parse, said
from simkit.study.stats import family_level, mean_interval, wilson

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.plots import Figure

FULL_UP_TO = 4  # switches: all 16 cells
MOST_SWITCHES = 12

Target = tuple[float, float]


class Proof(NamedTuple):
    """A set of rules, chosen by the effects, on a fresh seed."""

    switches: Switches
    intervals: tuple[tuple[float, float], ...]  # simultaneous, of each side
    shares: tuple[float, ...]
    holds: bool  # all of them lie inside the target
    seed: int


@dataclass(frozen=True)
class Lab:
    """What `lab` found."""

    scenario: Scenario
    switches: tuple[str, ...]
    design: Signs
    quantities: tuple[Quantity, ...]
    effects: tuple[tuple[Effect, ...], ...]  # of each quantity, in its unit
    logits: tuple[Mapping[Switches, tuple[float, float]], ...]  # of shares, with standard errors
    means: tuple[float, ...]  # of each quantity over the cells
    target: Target | None
    proof: Proof | None  # None without a target, and where no set of rules is predicted to reach it
    closest: Switches  # where none is
    games: int

    @property
    def settled(self) -> bool:
        """Whether the target, if there is one, is proved to be reached."""
        return self.target is None or (self.proof is not None and self.proof.holds)

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row an effect of a side: size, simultaneous interval, what may be said, and the effect on the log odds."""
        import pandas as pd

        rows = []
        for quantity, effects, logits in zip(self.quantities, self.effects, self.logits, strict=True):
            for effect in effects:
                logit, error = logits.get(effect.switches, (np.nan, np.nan))
                rows.append(
                    {
                        "effect": self.name(effect.switches),
                        "side": quantity.side,
                        "size": effect.size,
                        "low": effect.low,
                        "high": effect.high,
                        "verdict": _word(effect),
                        "log_odds": logit,
                        "log_odds_error": error,
                    }
                )
        return pd.DataFrame(rows)

    @property
    def aliases(self) -> pd.DataFrame:
        """What each effect is mixed up with among sets of up to four switches: a row a pair; none in a full design."""
        import pandas as pd

        table = factorial.aliases(self.design)
        rows = [(self.name(a), self.name(b), share) for a, row in table.items() for b, share in row.items()]
        return pd.DataFrame(rows, columns=["effect", "mixed_with", "share"])

    def name(self, switches: Switches) -> str:
        """Names of some switches."""
        return " x ".join(self.switches[one] for one in switches)

    @property
    def hands(self) -> str:
        """The policies of the base and of every switch."""
        return all_policies([self.scenario, *(one for _, one in self.scenario.compared)])

    @property
    def sentences(self) -> list[str]:
        """Which effects are more than chance, what is aliased, and the smallest set of rules."""
        metric = self.quantities[0].metric
        unit = "percentage points" if metric.kind == "share" else metric.unit
        lines = []
        for row in self.frame.to_dict("records"):
            if row["verdict"] != "not settled":
                low, high = (said(row[end], metric.kind, sign=True) for end in ("low", "high"))
                where = "" if row["side"] == EVERYBODY else f" ({row['side']})"
                size = said(row["size"], metric.kind, sign=True)
                lines.append(
                    f"{row['effect']}: {metric.title}{where}: {row['verdict']}, {size} {unit} [{low} to {high}]."
                )
        lines.append(f"{len(lines)} of {len(self.frame)} effects are more than chance; all intervals hold at once.")
        mixed = self.aliases
        if len(mixed):
            n = mixed["mixed_with"].nunique()
            lines.append(
                f"{len(self.design)} cells of {2 ** len(self.switches)}: main effects and two-way interactions are "
                f"clear of each other, and mixed up with {n} interactions of three and four switches."
            )
        else:
            lines.append(f"All {len(self.design)} cells were played: nothing is aliased.")
        lines += self._about_the_target()
        lines.append(f"{self.games:,} games. Made under: {self.hands}.")
        return lines

    @property
    def verdict(self) -> str:
        """The sentences as one text."""
        return "\n".join(self.sentences)

    def plot(self) -> Figure:
        """All effects with their intervals."""
        from simkit.study import plots

        metric = self.quantities[0].metric
        unit = "percentage points" if metric.kind == "share" else metric.unit
        frame = self.frame.rename(columns={"side": "variant", "effect": "side", "size": "difference"})
        frame[["difference", "low", "high"]] *= 100 if metric.kind == "share" else 1
        return plots.forest(
            frame.assign(title=f"{metric.title} ({unit})"),
            title=self.scenario.title,
            subtitle="Main effects and interactions of the switches; all intervals hold at once.",
            note=f"{self.games:,} games, seed {self.scenario.run.seed}; policies: {self.hands}.",
        )

    def _about_the_target(self) -> Iterator[str]:
        if self.target is None:
            return
        kind = self.quantities[0].metric.kind
        low, high = (said(end, kind) for end in self.target)
        where = f"every side within {low} to {high}{' %' if kind == 'share' else ''}"
        if self.proof is None:
            yield f"No set of these rules is predicted to bring {where}; closest is {self._set(self.closest)}."
            return
        ends = [said(end, kind) for interval in self.proof.intervals for end in interval]
        span = f"simultaneous intervals from {min(ends, key=_number)} to {max(ends, key=_number)}"
        yield (
            f"Smallest set found: {self._set(self.proof.switches)}; {'' if self.proof.holds else 'not '}proved to "
            f"bring {where} (fresh seed {self.proof.seed}, {self.scenario.run.games:,} games, {span})."
        )

    def _set(self, switches: Switches) -> str:
        return ", ".join(self.switches[one] for one in switches) or "no rule changed at all"


def lab(
    scenario: Scenario | str | Path,
    *,
    metric: str = "",
    target: tuple[str | float, str | float] | None = None,
    order: int | None = None,
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    **changes: Any,
) -> Lab:
    """Main effects and interactions of the [variants] of a scenario, and the smallest set of them within a target.

    Up to four switches are played in all combinations; more in a fraction of resolution V.

    Parameters
    ----------
    metric, target, order
        Instead of those of [lab]; a target is where every side should lie, such as ("20pt", "30pt").
    changes
        games=, seed= instead of the file's.

    Raises
    ------
    Faulty
        With all that is wrong in the file.
    ValueError
        Fewer than two switches or too many, two that change the same thing, a target that is none.
    """
    loaded = scenario if isinstance(scenario, Scenario) else load(Path(scenario), **changes)
    asked = loaded.asked.lab
    names = tuple(name for name, _ in loaded.compared)
    if not 2 <= len(names) <= MOST_SWITCHES:
        raise ValueError(f"{loaded.path}: a lab has 2 to {MOST_SWITCHES} switches, its [variants], not {len(names)}")
    _insist_on_different_things(loaded)
    name = metric or asked.metric
    chosen = quantities(loaded, [metric_named(loaded.game, name) if name else default_metric(loaded.game)])
    within = _target(target or asked.target)
    threads = jobs or runner.default_jobs()
    design = factorial.full_design(len(names)) if len(names) <= FULL_UP_TO else factorial.small_design(len(names))
    arms = [_under(loaded, row > 0) for row in design]
    sums = _play(arms, chosen, threads, progress)
    effects = tuple(
        _in_units(one, factorial.effects(
            total, design, order=order or asked.order, alpha=asked.alpha, metrics=len(chosen), largest=one.whole
        ))
        for one, total in zip(chosen, sums, strict=True)
    )  # fmt: skip
    logits = tuple(
        factorial.logit_effects(total, design, int(one.whole), order or asked.order)
        if one.metric.kind == "share"
        else {}
        for one, total in zip(chosen, sums, strict=True)
    )
    means = tuple(
        float(sum(total.sums)) / total.n / len(design) / one.whole for one, total in zip(chosen, sums, strict=True)
    )
    n_games = loaded.run.games * len(loaded.cells) * len(design)
    proof: Proof | None = None
    closest: Switches = ()
    if within:
        candidate, reaches = _smallest(len(names), effects, means, within)
        if reaches:
            proof = _prove(loaded, candidate, chosen, within, asked.alpha, threads)
            n_games += loaded.run.games * len(loaded.cells)
        closest = candidate
    return Lab(loaded, names, design, tuple(chosen), effects, logits, means, within, proof, closest, n_games)


def _insist_on_different_things(scenario: Scenario) -> None:
    changed = {}
    for name, variant in scenario.asked.variants.items():
        changed[name] = {(part, *path) for part in ("rules", "setup") for path, _ in leaves(getattr(variant, part))}
    for (a, ours), (b, theirs) in combinations(changed.items(), 2):
        for same in ours & theirs:
            raise ValueError(f"{scenario.path}: the switches {a} and {b} both change {'.'.join(map(str, same))}")


def _under(scenario: Scenario, on: Any) -> Scenario:
    """The scenario with some of its switches on."""
    for (name, variant), chosen in zip(scenario.asked.variants.items(), on, strict=True):
        if chosen:
            scenario, faults = altered(scenario, variant.rules, variant.setup)
            if faults:
                raise Faulty([f"{scenario.path}: {name}, together with others: {fault.message}" for fault in faults])
    return scenario


def _play(arms: Sequence[Scenario], chosen: Sequence[Quantity], jobs: int, progress: runner.Progress) -> list[CellSums]:
    from joblib import Parallel, delayed

    chunks = list(runner.chunks(arms[0], max(1, runner.CHUNK // 4)))
    parts: list[list[CellSums]] = [[] for _ in chosen]
    calls = (delayed(_cell_sums)(arms, chosen, chunk) for chunk in chunks)
    played = Parallel(n_jobs=jobs, backend="threading", return_as="generator")(calls)
    for chunk, found in zip(chunks, played, strict=True):
        for place, sums in found.items():
            parts[place].append(sums)
        progress(chunk.n)
    return [factorial.merge(one) for one in parts]


def _cell_sums(arms: Sequence[Scenario], chosen: Sequence[Quantity], chunk: runner.Chunk) -> dict[int, CellSums]:
    played = [runner.simulate(one, one.cells[chunk.cell], chunk.first, chunk.n) for one in arms]
    found = {}
    for place, quantity in enumerate(chosen):
        if quantity.cell == chunk.cell:
            columns = [values(one, quantity, outcomes) for one, outcomes in zip(arms, played, strict=True)]
            present = columns[0][1]
            table = np.array([column for column, _ in columns])
            found[place] = factorial.cell_sums(table if present is None else table[:, present])
    return found


def _in_units(quantity: Quantity, effects: Sequence[Effect]) -> tuple[Effect, ...]:
    whole = quantity.whole
    return tuple(Effect(one.switches, one.size / whole, one.low / whole, one.high / whole) for one in effects)


def _target(said_target: tuple[str | float, str | float] | None) -> Target | None:
    if said_target is None:
        return None
    low, high = (parse(end, "an end of a target") for end in said_target)
    if not low < high:
        raise ValueError(
            f"a target reaches from a lower to a higher end, not from {said_target[0]} to {said_target[1]}"
        )
    return low, high


def _smallest(
    n: int, effects: Sequence[Sequence[Effect]], means: Sequence[float], target: Target
) -> tuple[Switches, bool]:
    """The smallest set predicted to reach the target, of equals the one farthest inside; else the closest."""
    candidates = [chosen for size in range(n + 1) for chosen in combinations(range(n), size)]
    signs = np.full((len(candidates), n), -1)
    for row, chosen in zip(signs, candidates, strict=True):
        row[list(chosen)] = 1
    slack = np.full(len(candidates), np.inf)
    for found, mean in zip(effects, means, strict=True):
        predicted = mean + sum(one.size / 2 * factorial.column(signs, one.switches) for one in found)
        slack = np.minimum(slack, np.minimum(predicted - target[0], target[1] - predicted))
    inside = [place for place in range(len(candidates)) if slack[place] > 0]
    if not inside:
        return candidates[int(slack.argmax())], False
    fewest = min(len(candidates[place]) for place in inside)
    best = max((place for place in inside if len(candidates[place]) == fewest), key=lambda place: slack[place])
    return candidates[best], True


def _prove(
    scenario: Scenario, candidate: Switches, chosen: Sequence[Quantity], target: Target, alpha: float, jobs: int
) -> Proof:
    fresh = scenario.run.model_copy(update={"seed": (scenario.run.seed + 1) % 2**64})
    arm = _under(scenario, np.isin(np.arange(len(scenario.compared)), candidate))._replace(run=fresh)
    sums = _play([arm], chosen, jobs, lambda n: None)
    level = 1 - family_level(alpha, len(chosen))
    intervals = tuple(_interval(one, total, level) for one, total in zip(chosen, sums, strict=True))
    shares = tuple(float(total.sums[0]) / total.n / one.whole for one, total in zip(chosen, sums, strict=True))
    return Proof(candidate, intervals, shares, factorial.proved(intervals, target), fresh.seed)


def _interval(quantity: Quantity, sums: CellSums, level: float) -> tuple[float, float]:
    total, squares, whole = int(sums.sums[0]), int(sums.products[0, 0]), quantity.whole
    if quantity.metric.kind == "share":
        return wilson(total / whole, sums.n, level)
    low, high = mean_interval(total, squares, sums.n, level)
    return low / whole, high / whole


def _number(text: str) -> float:
    return float(text.replace("\N{MINUS SIGN}", "-"))


def _word(effect: Effect) -> str:
    return "higher" if effect.low > 0 else "lower" if effect.high < 0 else "not settled"
