"""Whether a conclusion stands, whatever the reconstructed figures may have been.

The conclusion is who is first: the side with the highest share, by its lead over the next one.  Where a scenario has
[variants] it is which way each difference that is settled goes, by the least of these differences.  That lead is played
again under other believable figures, on the same luck.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.study import believable, latin, runner
from simkit.study.believable import Ledger
from simkit.study.quantities import Quantity, all_policies, default_metric, metric_named, quantities, values
from simkit.study.scenario import Scenario, load
from simkit.study.sizes import said
from simkit.study.stats import family_level, wilson, z_quantile

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.plots import Figure

Floats = NDArray[np.float64]


class Answer(NamedTuple):
    """Estimates, and each game's part in their errors."""

    sizes: Floats  # float64[answers]
    parts: list[Floats]  # float64[games] an answer, of mean 0


class Claim(NamedTuple):
    """A conclusion: which answers are in it, and how."""

    title: str
    first: int  # the leading side, -1 where variants are compared
    signs: tuple[int, ...]  # of the differences that are settled, 0 for the others


class Lead(NamedTuple):
    """By how much a conclusion stands; below 0 it does not."""

    size: float
    parts: Floats

    @property
    def error(self) -> float:
        """Standard error of the size."""
        return float(np.std(self.parts)) / math.sqrt(len(self.parts))


class Bar(NamedTuple):
    """The lead under another value of one figure."""

    figure: str
    usual: Any
    value: Any
    lead: float
    change: float
    error: float  # of the change, on the same luck
    flips: bool
    largest: float  # change of any single answer
    side: str  # of that answer


@dataclass(frozen=True)
class Sensitivity:
    """What `sensitivity` found."""

    scenario: Scenario
    claim: Claim
    base: Lead
    sure: bool  # whether the lead is more than chance to begin with
    bars: tuple[Bar, ...]
    ledger: Ledger
    joint: tuple[float, ...]  # leads
    refused: int  # joint draws that the game cannot play
    maps: latin.Spread | None
    map_leads: tuple[float, ...]
    games: int

    @property
    def flips(self) -> int:
        """Bars, joint draws and maps under which the conclusion does not stand."""
        return sum(bar.flips for bar in self.bars) + sum(lead <= 0 for lead in (*self.joint, *self.map_leads))

    @property
    def settled(self) -> bool:
        """Whether the conclusion is more than chance and stands everywhere."""
        return self.sure and not self.flips

    @property
    def chance(self) -> float:
        """How many standard errors the largest of as many bars has where none does anything."""
        return latin.largest_null_bar(len(self.bars)) if self.bars else 0.0

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row a bar, the longest first; `net` is the change with the Monte Carlo variance subtracted."""
        import pandas as pd

        rows = [
            {
                **bar._asdict(),
                "net": math.copysign(math.sqrt(max(0.0, bar.change**2 - bar.error**2)), bar.change),
                "beyond_chance": abs(bar.change) > self.chance * bar.error,
            }
            for bar in sorted(self.bars, key=lambda bar: -abs(bar.change))
        ]
        return pd.DataFrame(rows, columns=[*Bar._fields, "net", "beyond_chance"]).astype({"usual": str, "value": str})

    @property
    def sentences(self) -> list[str]:
        """The conclusion, and where it stands."""
        half = z_quantile(0.95) * self.base.error
        lead = (
            f"{self._size(self.base.size)} [{self._size(self.base.size - half)} to {self._size(self.base.size + half)}]"
        )
        lines = [f"{self.claim.title}, by {lead} {self._unit}."]
        if not self.sure:
            lines.append("That is within chance: there is no conclusion yet that could stand or fall; play more games.")
        lines += [self._one_at_a_time(), self._jointly(), self._on_maps()] if self.sure else []
        lines.append(
            f"{len(self.ledger.idle)} reconstructed figures do not enter, byte for byte; of "
            f"{len(self.ledger.unplayable)} the alternatives are words, or cannot be played."
        )
        lines.append(f"{self.games:,} games. Made under: {all_policies([self.scenario, *_variants(self.scenario)])}.")
        return lines

    @property
    def verdict(self) -> str:
        """The sentences as one text."""
        return "\n".join(self.sentences)

    def plot(self) -> Figure:
        """A tornado: how far each figure moves the lead over its range."""
        from simkit.study import plots

        scale = 100 if self.kind == "share" else 1
        frame = self.frame.assign(lead=[scale * lead for lead in self.frame["lead"]])
        return plots.tornado(
            frame,
            base=scale * self.base.size,
            title=self.scenario.title,
            subtitle=f"{self.claim.title}: the lead, in {self._unit}, over the range of each reconstructed figure. "
            "Pale bars are no longer than chance makes them; beyond 0 the conclusion falls.",
            note=f"{self.games:,} games, seed {self.scenario.run.seed}; "
            f"policies: {all_policies([self.scenario, *_variants(self.scenario)])}.",
        )

    @property
    def kind(self) -> str:
        """Kind of the metric: "share" or "mean"."""
        return str(_metric(self.scenario, "").kind)

    @property
    def _unit(self) -> str:
        return "percentage points" if self.kind == "share" else _metric(self.scenario, "").unit

    def _size(self, value: float) -> str:
        return said(value, self.kind, sign=True)

    def _one_at_a_time(self) -> str:
        figures = {bar.figure for bar in self.bars}
        flipping = sorted({f"{bar.figure} = {bar.value}" for bar in self.bars if bar.flips})
        moving = self.frame[self.frame["beyond_chance"]]["figure"].nunique()
        what = (
            f"One at a time: of {len(figures)} reconstructed figures that enter, {moving} move the lead beyond chance"
        )
        return f"{what}, {'none flips it' if not flipping else 'it flips at ' + ', '.join(flipping)}."

    def _on_maps(self) -> str:
        if self.maps:
            below = sum(lead <= 0 for lead in self.map_leads)
            return (
                f"Maps: over {len(self.map_leads)} drawn otherwise the lead is {self._size(self.maps.mean)} "
                f"[{self._size(self.maps.low)} to {self._size(self.maps.high)}], between maps it spreads by "
                f"{self._size(math.sqrt(self.maps.variance))}; {below} of them flip the conclusion."
            )
        if self.scenario.game.jitter is None or not self.scenario.asked.sensitivity.maps:
            return "Maps: none was drawn otherwise."
        return "Maps: the map does not enter this question."

    def _jointly(self) -> str:
        n, flips = len(self.joint), sum(lead <= 0 for lead in self.joint)
        refused = f" ({self.refused} more cannot be played)" if self.refused else ""
        if not n:
            return f"Jointly: nothing was drawn{refused}."
        if flips:
            low, high = wilson(flips, n)
            span = f"{100 * low:.0f} to {100 * high:.0f} % of the box"
            return f"Jointly: {flips} of {n} draws flip the conclusion{refused}: {span} at 95 %."
        most = 100 * (1 - 0.05 ** (1 / n))
        return f"Jointly: none of {n} draws flips the conclusion{refused}: under {most:.1f} % of the box does, at 95 %."


def sensitivity(
    scenario: Scenario | str | Path,
    *,
    metric: str = "",
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    **changes: Any,
) -> Sensitivity:
    """Whether the conclusion of a scenario stands under other believable values of its reconstructed figures.

    Parameters
    ----------
    metric
        Instead of that of [sensitivity].
    changes
        games=, seed= instead of the file's.

    Raises
    ------
    Faulty
        With all that is wrong in the file.
    ValueError
        A single side and no variants: nothing that could be concluded.
    """
    loaded = scenario if isinstance(scenario, Scenario) else load(Path(scenario), **changes)
    if metric:
        asked = loaded.asked.sensitivity.model_copy(update={"metric": metric})
        loaded = loaded._replace(asked=loaded.asked._replace(sensitivity=asked))
    chosen = quantities(loaded, [_metric(loaded, metric)])
    if len(chosen) < 2 and not loaded.compared:
        raise ValueError(f"{loaded.path}: one side and no variants: there is nothing to conclude")
    threads = jobs or runner.default_jobs()
    asked = loaded.asked.sensitivity
    ledger = believable.settings(loaded, asked.figures)
    joint = list(believable.joint_draws(loaded, ledger.settings, asked.draws))
    drawn_maps = list(believable.maps(loaded, asked.maps))
    base = _answer(loaded, chosen, threads)
    claim, lead, sure = _conclude(loaded, chosen, base)
    bars = []
    for setting in ledger.settings:
        there = _answer(setting.scenario, chosen, threads)
        bars.append(_bar(setting, _lead(claim, there), lead, base, there, _labels(loaded, chosen)))
        progress(1)
    leads = []
    for one in joint:
        if one is not None:
            leads.append(_lead(claim, _answer(one, chosen, threads)).size)
        progress(1)
    on_maps = [_lead(claim, _answer(one, chosen, threads)) for one in drawn_maps]
    spread = latin.spread([one.size for one in on_maps], [one.error for one in on_maps]) if len(on_maps) > 1 else None
    n_answers = 1 + len(bars) + len(leads) + len(on_maps)
    n_games = n_answers * loaded.run.games * len(loaded.cells) * (1 + len(loaded.compared))
    return Sensitivity(
        loaded, claim, lead, sure, tuple(bars), ledger, tuple(leads), len(joint) - len(leads), spread,
        tuple(one.size for one in on_maps), n_games,
    )  # fmt: skip


def _metric(scenario: Scenario, name: str) -> Any:
    name = name or scenario.asked.sensitivity.metric
    return metric_named(scenario.game, name) if name else default_metric(scenario.game)


def _variants(scenario: Scenario) -> list[Scenario]:
    return [variant for _, variant in scenario.compared]


def _labels(scenario: Scenario, chosen: Sequence[Quantity]) -> list[str]:
    if not scenario.compared:
        return [one.side for one in chosen]
    return [f"{name}, {one.side}" for name, _ in scenario.compared for one in chosen]


def _answer(scenario: Scenario, chosen: Sequence[Quantity], jobs: int) -> Answer:
    """Shares of the sides, or their differences variant by variant."""
    ours = _shares(scenario, chosen, jobs)
    if not scenario.compared:
        return ours
    sizes, parts = [], []
    for variant in _variants(scenario):
        theirs = _shares(variant, chosen, jobs)
        sizes.append(theirs.sizes - ours.sizes)
        parts += [one - other for one, other in zip(theirs.parts, ours.parts, strict=True)]
    return Answer(np.concatenate(sizes), parts)


def _shares(scenario: Scenario, chosen: Sequence[Quantity], jobs: int) -> Answer:
    from joblib import Parallel, delayed

    chunks = list(runner.chunks(scenario, max(1_000, runner.CHUNK // 4)))
    columns: list[list[Floats]] = [[] for _ in chosen]
    presences: list[list[Floats]] = [[] for _ in chosen]
    calls = (delayed(_columns)(scenario, chosen, chunk) for chunk in chunks)
    for found in Parallel(n_jobs=jobs, backend="threading", return_as="generator")(calls):
        for place, (column, present) in found.items():
            columns[place].append(column)
            presences[place].append(present)
    sizes, parts = [], []
    for quantity, column, present in zip(
        chosen, map(np.concatenate, columns), map(np.concatenate, presences), strict=True
    ):
        share = column.sum() / quantity.whole / max(present.sum(), 1)
        sizes.append(share)
        parts.append((column / quantity.whole - share * present) / max(present.mean(), 1e-300))
    return Answer(np.array(sizes), parts)


def _columns(scenario: Scenario, chosen: Sequence[Quantity], chunk: runner.Chunk) -> dict[int, tuple[Floats, Floats]]:
    outcomes = runner.simulate(scenario, scenario.cells[chunk.cell], chunk.first, chunk.n)
    found = {}
    for place, quantity in enumerate(chosen):
        if quantity.cell == chunk.cell:
            column, present = values(scenario, quantity, outcomes)
            everywhere = np.ones(len(column)) if present is None else present.astype(float)
            found[place] = column.astype(float), everywhere
    return found


def _conclude(scenario: Scenario, chosen: Sequence[Quantity], base: Answer) -> tuple[Claim, Lead, bool]:
    """The conclusion, by how much it stands, and whether that is more than chance."""
    metric = chosen[0].metric
    if not scenario.compared:
        first = int(base.sizes.argmax())
        title = f"{chosen[first].side} is first in \N{LEFT DOUBLE QUOTATION MARK}{metric.title}"
        claim = Claim(f"{title}\N{RIGHT DOUBLE QUOTATION MARK}", first, ())
        lead = _lead(claim, base)
        return claim, lead, lead.size > z_quantile(1 - family_level(0.05, len(chosen) - 1)) * lead.error
    errors = np.array([np.std(part) / math.sqrt(len(part)) for part in base.parts])
    z = z_quantile(1 - family_level(0.05, len(errors)))
    settled = np.abs(base.sizes) > z * errors
    signs = tuple(int(sign) for sign in np.where(settled, np.sign(base.sizes), 0))
    ways = [
        f"{label} {'higher' if sign > 0 else 'lower'}"
        for label, sign in zip(_labels(scenario, chosen), signs, strict=True)
        if sign
    ]
    claim = Claim(f"{metric.title}: {'; '.join(ways) or 'no difference is settled'}", -1, signs)
    return claim, _lead(claim, base), any(signs)


def _lead(claim: Claim, answer: Answer) -> Lead:
    if claim.first >= 0:
        others = [place for place in range(len(answer.sizes)) if place != claim.first]
        second = max(others, key=lambda place: answer.sizes[place])
        n = min(len(answer.parts[claim.first]), len(answer.parts[second]))
        parts = answer.parts[claim.first][:n] - answer.parts[second][:n]
        return Lead(float(answer.sizes[claim.first] - answer.sizes[second]), parts)
    sizes = [sign * size if sign else math.inf for sign, size in zip(claim.signs, answer.sizes, strict=True)]
    least = int(np.argmin(sizes))
    if not claim.signs[least]:
        return Lead(0.0, np.zeros(1))
    return Lead(float(sizes[least]), claim.signs[least] * answer.parts[least])


def _bar(
    setting: believable.Setting, there: Lead, base: Lead, ours: Answer, theirs: Answer, labels: Sequence[str]
) -> Bar:
    moved = theirs.sizes - ours.sizes
    largest = int(np.abs(moved).argmax())
    error = float(np.std(there.parts - base.parts)) / math.sqrt(len(base.parts))
    return Bar(
        setting.figure.path, setting.figure.value, setting.value, there.size, there.size - base.size, error,
        there.size <= 0, float(moved[largest]), labels[largest],
    )  # fmt: skip
