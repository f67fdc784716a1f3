"""The house-rule lab: several switches at once, and the smallest set of rules that brings every side within a target.

The switches are the [variants] of a scenario; every cell of the design plays the same games on the same luck.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.errors import BadInput
from simkit.study.analyses.experiment import Experiment, Logits
from simkit.study.analyses.factorial_effects import EXACT, NOT_COMPARABLE, UNPAIRED, Effect
from simkit.study.analyses.finding import Finding
from simkit.study.analyses.rule_sets import Proof, Target, insist_on_different_things, target_of
from simkit.study.report.pictures import provenance
from simkit.study.report.text_tables import Table, table
from simkit.study.runs import runner
from simkit.study.runs.exact_values import exact_values
from simkit.study.runs.journal import Records
from simkit.study.scenarios.arguments import name_of, threads, truth, whole_number
from simkit.study.scenarios.quantities import (
    EVERYBODY,
    Quantity,
    all_policies,
    metric_asked,
    quantities,
)
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sizes import value_text
from simkit.study.stats import factorial
from simkit.study.stats.factorial import Floats, Signs, Switches, effects_up_to

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.pictures import Draw
    from simkit.study.report.plots import Axes, Figure

FULL_UP_TO = 4  # switches: all 16 cells
MOST_SWITCHES = 12
MOST_ALIASES = 12  # shown on a terminal
SHOWN = ("effect", "side", "size", "interval", "verdict", "log odds")
COLUMNS = ["effect", "side", "size", "low", "high", "verdict", "how", "games", "log_odds", "log_odds_error"]

# The verdict on an effect that is neither higher nor lower.
WITHIN_CHANCE, NOT_SETTLED, EQUAL = "within chance", "not settled", "equal"


@dataclass(frozen=True, repr=False)
class Lab(Finding):
    """What `lab` found."""

    scenario: Scenario
    switches: tuple[str, ...]
    design: Signs
    quantities: tuple[Quantity, ...]
    effects: tuple[tuple[Effect, ...], ...]  # of each quantity, in its unit; empty where no cell seats the side
    logits: tuple[Logits, ...]  # of shares, with standard errors
    cells: Floats  # the mean of each quantity in each cell: float64[cells, quantities]
    target: Target | None
    proof: Proof | None  # None without a target, and where no set of rules is predicted to reach it
    closest: Switches  # to the target, where no set reaches it
    games: int  # 0 where everything is exact

    @property
    def exact(self) -> bool:
        """Whether everything is known without games."""
        return not self.games

    @property
    def settled(self) -> bool:
        """Whether what was asked is answered.

        With a target: a set of rules is proved to reach it, or it is exactly known that none does.  Without one: every
        effect that can be compared has an interval.
        """
        if self.target is None:
            return all(_word(effect) != NOT_SETTLED for row in self.effects for effect in row)
        if self.proof is None:
            return self.exact and self._is_full
        return bool(self.proof.holds)

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row an effect of a side: size, simultaneous interval, verdict, and the effect on the log odds.

        `how` says how the effect is known: from games on the same luck ("paired"), from cells that seat the side in
        different games ("unpaired"), without games ("exact", "the same rules"), or not at all ("not comparable": some
        cells never seat it).  `games` are those in which the side sits, in the cell with the fewest.
        """
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
                        "how": effect.how,
                        "games": effect.games,
                        "log_odds": logit,
                        "log_odds_error": error,
                    }
                )
        return pd.DataFrame(rows, columns=COLUMNS)

    @property
    def aliases(self) -> pd.DataFrame:
        """Aliases of each effect among sets of up to four switches: a row a pair; none in a full design."""
        import pandas as pd

        aliased = factorial.aliases(self.design)
        rows = [(self.name(a), self.name(b), share) for a, row in aliased.items() for b, share in row.items()]
        return pd.DataFrame(rows, columns=["effect", "aliased_with", "share"])

    def name(self, switches: Switches) -> str:
        """Names of some switches."""
        return " x ".join(self.switches[switch] for switch in switches)

    @property
    def hands(self) -> str:
        """The policies of the base and of every switch."""
        return all_policies([self.scenario, *(variant for _, variant in self.scenario.variants)])

    @property
    def clear(self) -> list[str]:
        """A sentence for each effect that is beyond chance."""
        metric = self.quantities[0].metric
        lines = []
        for row in self.frame.to_dict("records"):
            if row["verdict"] in ("higher", "lower"):
                low, high = (value_text(row[end], metric.kind, sign=True) for end in ("low", "high"))
                where = "" if row["side"] == EVERYBODY else f" ({row['side']})"
                size = f"{value_text(row['size'], metric.kind, sign=True)} {metric.difference_unit}"
                how = f", {UNPAIRED}" if row["how"] == UNPAIRED else ""
                text = f"exactly {size}" if row["how"] == EXACT else f"{size} [{low} to {high}]{how}"
                lines.append(f"{row['effect']}: {metric.title}{where}: {row['verdict']}, {text}.")
        return lines

    @property
    def together(self) -> list[str]:
        """Sentences about all effects together: what is aliased, and the smallest set of rules."""
        n_clear, n = len(self.clear), len(self.frame)
        condition = (
            "other than nothing; all are exact" if self.exact else "more than chance; all intervals hold at once"
        )
        lines = [f"{n_clear} of {n} effects {'is' if n_clear == 1 else 'are'} {condition}.", *self._about_sides()]
        aliased = self.aliases
        if len(aliased):
            n_others = aliased["aliased_with"].nunique()
            lines.append(
                f"{len(self.design)} cells of {1 << len(self.switches)}: main effects and two-way interactions are "
                f"clear of each other, and aliased with {n_others} interactions of three and four switches."
            )
        else:
            lines.append(
                f"All {len(self.design)} cells were {'solved' if self.exact else 'played'}: nothing is aliased."
            )
        lines += self._about_the_target()
        lines.append(f"{'No games' if self.exact else f'{self.games:,} games'}. Made under: {self.hands}.")
        return lines

    @property
    def sentences(self) -> list[str]:
        """Which effects are beyond chance, what is aliased, and the smallest set of rules."""
        return [*self.clear, *self.together]

    def tables(self) -> dict[str, pd.DataFrame]:
        """The effects, and what is aliased with what."""
        return {"effects": self.frame, "aliases": self.aliases}

    def pictures(self) -> dict[str, Draw]:
        """The effects."""
        return {"effects": self.plot}

    def as_json(self) -> dict[str, Any]:
        """The lab as plain data."""
        tables = {name: frame.to_dict("records") for name, frame in self.tables().items()}
        data = {**tables, "verdict": self.sentences, "settled": self.settled, "exact": self.exact, "games": self.games}
        if self.proof is None:
            return data
        chosen = [self.switches[switch] for switch in self.proof.switches]
        smallest = {"switches": chosen, "proved": self.proof.holds, "intervals": self.proof.intervals}
        return {**data, "smallest": smallest}

    def page(self) -> Iterator[Table | str]:
        """A row an effect, the first aliases, and the sentences about all together."""
        kind = self.quantities[0].metric.kind
        rows = [_cells(row, kind) for row in self.frame.to_dict("records")]
        yield table(self.scenario.title, SHOWN, rows, left=2)
        aliased = self.aliases.to_dict("records")
        for row in aliased[:MOST_ALIASES]:
            sign = "" if row["share"] > 0 else "\N{MINUS SIGN}"
            yield f"{row['effect']} is aliased with {sign}{row['aliased_with']}"
        if len(aliased) > MOST_ALIASES:
            yield f"... and {len(aliased) - MOST_ALIASES} more, in aliases.csv"
        yield from self.together
        yield provenance(self.scenario)

    def plot(self, ax: Axes | None = None) -> Figure:
        """All effects with their intervals; `ax` to draw on."""
        from simkit.study.report import plots

        metric = self.quantities[0].metric
        frame = self.frame.rename(columns={"side": "variant", "effect": "side", "size": "difference"})
        frame[["difference", "low", "high"]] *= metric.scale
        sure = "all are exact" if self.exact else "all intervals hold at once"
        games = "no games" if self.exact else f"{self.games:,} games, seed {self.scenario.run.seed}"
        return plots.forest(
            frame.assign(title=f"{metric.title} ({metric.difference_unit})"),
            title=self.scenario.title,
            subtitle=f"Main effects and interactions of the switches; {sure}.",
            note=f"{games}; policies: {self.hands}.",
            ax=ax,
        )

    @property
    def _is_full(self) -> bool:
        return len(self.design) == 1 << len(self.switches)

    def _about_sides(self) -> Iterator[str]:
        """Sides that cannot be compared, or not in pairs, and why."""
        for how, reason in (
            (NOT_COMPARABLE, "some cells never seat them"),
            (UNPAIRED, "cells seat them in different games, and each has its own share of its own games"),
        ):
            sides = dict.fromkeys(self.frame["side"][self.frame["how"] == how])
            if sides:
                yield f"{', '.join(sides)}: {how}: {reason}."
        n_open = int((self.frame["verdict"] == NOT_SETTLED).sum())
        if n_open:
            yield f"{n_open} of {len(self.frame)} effects {'has' if n_open == 1 else 'have'} no interval yet."

    def _about_the_target(self) -> Iterator[str]:
        if self.target is None:
            return
        kind = self.quantities[0].metric.kind
        low, high = (value_text(end, kind) for end in self.target)
        where = f"every side within {low} to {high}{' %' if kind == 'share' else ''}"
        if self.proof is None:
            none = (
                "No set of these rules brings"
                if self.exact and self._is_full
                else "No set of these rules is predicted to bring"
            )
            yield f"{none} {where}; closest is {self._set(self.closest)}."
            return
        ends = sorted(end for interval in self.proof.intervals for end in interval)
        span = " to ".join(value_text(end, kind) for end in (ends[0], ends[-1]))
        if self.proof.seed is None:
            does = "brings" if self.proof.holds else "was predicted to bring, and does not bring"
            yield f"Smallest set found: {self._set(self.proof.switches)}; it {does} {where}: exactly {span}."
            return
        yield (
            f"Smallest set found: {self._set(self.proof.switches)}; {'' if self.proof.holds else 'not '}proved to "
            f"bring {where} (fresh seed {self.proof.seed}, {self.scenario.run.games:,} games, simultaneous intervals "
            f"from {span})."
        )

    def _set(self, switches: Switches) -> str:
        return ", ".join(self.switches[switch] for switch in switches) or "no rule changed at all"


def lab(
    scenario: Scenario | str | Path | Mapping[str, Any],
    *,
    metric: str = "",
    target: tuple[str | float, str | float] | None = None,
    order: int | None = None,
    exact: bool | None = None,
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    journal: Records | None = None,
    **changes: Any,
) -> Lab:
    """Main effects and interactions of the [variants] of a scenario, and the smallest set of them within a target.

    Up to four switches are played in all combinations; more in a fraction of resolution V.

    Parameters
    ----------
    metric, target, order
        Instead of those of [lab]; a target is where every side should lie, such as ("20pt", "30pt").
    exact
        Whether to answer without games; by default where that takes fewer states than the games asked for.
    journal
        Keeps what was played; what it holds is not played again.
    changes
        games=, seed= instead of the file's.

    Raises
    ------
    BadInput
        With all that is wrong in the file; for fewer than two switches or too many, two that change the same thing, a
        bad target, or no exact answer where `exact` is True.
    """
    loaded = load(scenario, **changes)
    asked = loaded.asked.lab
    names = tuple(name for name, _ in loaded.variants)
    if not 2 <= len(names) <= MOST_SWITCHES:
        raise BadInput(f"{loaded.path}: a lab has 2 to {MOST_SWITCHES} switches, its [variants], not {len(names)}")
    insist_on_different_things(loaded)
    name, exact = name_of("metric", metric) or asked.metric, truth("exact", exact)
    chosen_metric = metric_asked(loaded.game, name)
    within = target_of(asked.target if target is None else target, chosen_metric)
    highest = asked.order if order is None else whole_number("order", order, 1, 2)
    design = factorial.full_design(len(names)) if len(names) <= FULL_UP_TO else factorial.small_design(len(names))
    factorial.insist_on_clear_effects(design, highest)
    experiment = Experiment(
        loaded, design, effects_up_to(highest, len(names)), quantities(loaded, [chosen_metric]), journal
    )
    values = exact_values(experiment.arms, experiment.chosen, exact=exact, jobs=threads(jobs), journal=journal)
    if values is None:
        experiment.play(threads(jobs), progress)
    else:
        experiment.solve(values)
    proof, closest = experiment.reach(within, threads(jobs)) if within else (None, ())
    return Lab(
        loaded, names, design, tuple(experiment.chosen), experiment.effects, experiment.logits, experiment.cells,
        within, proof, closest, experiment.games,
    )  # fmt: skip


def _word(effect: Effect) -> str:
    if effect.how == NOT_COMPARABLE:
        return NOT_COMPARABLE
    if effect.low > 0 or effect.high < 0:
        return "higher" if effect.low > 0 else "lower"
    if effect.low == effect.high:
        return EQUAL
    return WITHIN_CHANCE if np.isfinite([effect.low, effect.high]).any() else NOT_SETTLED


def _cells(effect: Mapping[Any, Any], kind: str) -> tuple[str, ...]:
    """A row of the table that a terminal is shown."""
    size, low, high = (
        value_text(effect[name], kind, sign=True) if math.isfinite(effect[name]) else ""
        for name in ("size", "low", "high")
    )
    interval = effect["how"] if effect["how"] == EXACT else f"{low} to {high}" if low and high else "none"
    verdict = f"{effect['verdict']}, {UNPAIRED}" if effect["how"] == UNPAIRED else str(effect["verdict"])
    odds = _log_odds(effect["log_odds"], effect["log_odds_error"])
    return str(effect["effect"]), str(effect["side"]), size, interval, verdict, odds


def _log_odds(odds: float, error: float) -> str:
    text = f"{odds:+.3f}{f' ± {error:.3f}' if error else ''}" if math.isfinite(odds) else ""
    return text.replace("-", "\N{MINUS SIGN}")
