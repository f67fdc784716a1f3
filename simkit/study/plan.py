"""How many games a question takes, and how many minutes on this machine, from a pilot."""

from __future__ import annotations

import math
import time
from bisect import bisect_left
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.study import pairs, runner
from simkit.study.compare import families_of, quantities_of
from simkit.study.paired import difference_sums
from simkit.study.pairs import Series
from simkit.study.quantities import Quantity, all_policies
from simkit.study.scenario import Scenario, load
from simkit.study.sequential import ENOUGH_DIVERGED
from simkit.study.sizes import parse, said
from simkit.study.stats import half_width, wilson, z_quantile

if TYPE_CHECKING:
    import pandas as pd

PILOT = 2_000  # games a cell


class Need(NamedTuple):
    """What one comparison takes, or one share where nothing is compared."""

    variant: str
    quantity: Quantity
    paired: float  # pairs; without variants, games
    apart: float  # games of base and variant each, if they were independent runs
    at_most: bool  # too few pairs of the pilot diverged: taken is what they may be at most


@dataclass(frozen=True)
class Plan:
    """What `plan` found."""

    scenario: Scenario
    effect: float
    power: float
    alpha: float
    needs: tuple[Need, ...]
    seconds: float  # a game number, over all cells, base and variants
    jobs: int

    @property
    def games(self) -> int:
        """Games a cell that settle every comparison with that power."""
        return math.ceil(max(need.paired for need in self.needs))

    @property
    def games_apart(self) -> int:
        """The same if base and variants were independent runs."""
        return math.ceil(max(need.apart for need in self.needs))

    @property
    def minutes(self) -> float:
        """For the whole, on this machine."""
        return self.games * self.seconds / 60

    @property
    def minutes_apart(self) -> float:
        """The same if base and variants were independent runs."""
        return self.games_apart * self.seconds / 60

    @property
    def frame(self) -> pd.DataFrame:
        """A row a comparison: games with pairing and without."""
        import pandas as pd

        return pd.DataFrame(
            {
                "variant": need.variant,
                "side": need.quantity.side,
                "metric": need.quantity.metric.name,
                "games": math.ceil(need.paired),
                "games_apart": math.ceil(need.apart),
                "ratio": need.apart / need.paired,
                "at_most": need.at_most,
            }
            for need in self.needs
        )

    @property
    def verdict(self) -> str:
        """The plan in sentences."""
        kind = self.needs[0].quantity.metric.kind
        size = f"{said(self.effect, kind)} {'percentage points' if kind == 'share' else 'of its unit'}"
        where = f"on this machine with {self.jobs} threads"
        hands = f"Under: {all_policies([self.scenario, *(one for _, one in self.scenario.compared)])}."
        sure = f"{100 * (1 - self.alpha):g} %"
        long = f"{self.games:,} games a cell, {_minutes(self.minutes)} {where}."
        if not self.scenario.compared:
            return f"To know every share within {size}, all with {sure}: {long}\n{hands}"
        lines = [
            f"To find a difference of {size} in any of {len(self.needs)} comparisons with a chance of "
            f"{100 * self.power:g} %, all intervals holding at once with {sure}: {long}",
            f"Without pairing: {self.games_apart:,} games a cell, {_minutes(self.minutes_apart)}.",
        ]
        if any(need.at_most for need in self.needs):
            lines.append(
                f"Where fewer than {ENOUGH_DIVERGED} pairs of the pilot diverged, the most that they may be is taken."
            )
        return "\n".join([*lines, hands])


def plan(
    scenario: Scenario | str | Path,
    effect: str | float,
    power: float = 0.9,
    *,
    jobs: int | None = None,
    pilot: int = PILOT,
    progress: runner.Progress = lambda n: None,
) -> Plan:
    """Games and minutes needed to find a difference, from a pilot with the scenario's own first games.

    Parameters
    ----------
    effect
        The difference to be found, such as "1pt"; where there are no [variants], the half-width of each interval.
    power
        Chance to find it, in (0, 1).
    pilot
        Games a cell of the pilot.

    Raises
    ------
    ValueError
        An effect that is not above 0, or a power that is no chance.
    """
    loaded = scenario if isinstance(scenario, Scenario) else load(Path(scenario))
    size = parse(effect, "an effect")
    if not size > 0:
        raise ValueError(f"an effect is a difference above 0, not {effect}")
    if not 0 < power < 1:
        raise ValueError(f"a power is a chance between 0 and 1, not {power:g}")
    threads = jobs or runner.default_jobs()
    chosen = quantities_of(loaded)
    variants = [variant for _, variant in loaded.compared] or [loaded]
    for one in (loaded, *variants):
        runner.simulate(one, one.cells[0], 0, 1)  # compiles
    begun = time.perf_counter()
    blocks = [max(1, pilot // (4 * threads)) * place for place in range(1, 4 * threads + 1)]  # pieces for threads
    played = pairs.play(loaded, variants, chosen, blocks, lambda series, first: -1, threads, progress)
    seconds = (time.perf_counter() - begun) / blocks[-1]
    alpha = loaded.asked.compare.alpha
    needs = _needs(loaded, played.series, size, power)
    return Plan(loaded, size, power, alpha, tuple(needs), seconds, threads)


def _needs(scenario: Scenario, series: list[Series], effect: float, power: float) -> list[Need]:
    families = families_of(scenario, quantities_of(scenario))
    if not scenario.compared:
        return [_share(one, effect, scenario.asked.compare.alpha / len(series)) for one in series]
    found = []
    for one in series:
        if one.same_rules:
            continue
        family = families[one.quantity.metric.name]
        z = z_quantile(family.level) + NormalDist().inv_cdf(power)
        name = scenario.compared[one.variant][0]
        found.append(_difference(name, one, (z / effect) ** 2))
    if not found:
        raise ValueError("every variant has the same rules as the base, byte for byte: nothing can differ")
    return found


def _difference(name: str, series: Series, factor: float) -> Need:
    sums, whole = series.end.sums, series.quantity.whole
    total, squares = difference_sums(sums)
    together = _variance(total, squares, sums.n) / whole**2
    apart = (
        _variance(sums.base, sums.base_squares, sums.n) + _variance(sums.variant, sums.variant_squares, sums.n)
    ) / whole**2
    rare = sums.diverged < ENOUGH_DIVERGED and series.quantity.metric.kind == "share"
    if rare:  # a difference of shares is at most 1 in a pair that diverges, and 0 in one that does not
        together = max(together, wilson(sums.diverged, sums.n)[1])
        apart = max(apart, together)
    return Need(name, series.quantity, max(1.0, factor * together), max(1.0, factor * apart), rare)


def _share(series: Series, effect: float, alpha: float) -> Need:
    sums, whole = series.end.sums, series.quantity.whole
    if series.quantity.metric.kind == "share":
        games: float = _wilson_games(sums.base / whole / sums.n, effect, 1 - alpha)
    else:
        variance = _variance(sums.base, sums.base_squares, sums.n) / whole**2
        games = max(1.0, (z_quantile(1 - alpha) / effect) ** 2 * variance)
    return Need("", series.quantity, games, games, at_most=False)


def _wilson_games(share: float, effect: float, level: float) -> int:
    """The fewest games of which a share's interval is narrow enough."""
    most = 1
    while half_width(share, most, level) > effect:
        most *= 2
    return 1 + bisect_left(range(1, most), -effect, key=lambda n: -half_width(share, n, level))


def _variance(total: int, squares: int, n: int) -> float:
    return (n * squares - total**2) / (n * max(n - 1, 1))


def _minutes(minutes: float) -> str:
    return f"{60 * minutes:.1f} seconds" if minutes < 2 else f"{minutes:,.1f} minutes"


def as_json(found: Plan) -> dict[str, Any]:
    """A plan as plain data."""
    return {
        "effect": found.effect,
        "power": found.power,
        "games": found.games,
        "games_apart": found.games_apart,
        "minutes": found.minutes,
        "minutes_apart": found.minutes_apart,
        "comparisons": found.frame.to_dict("records"),
    }
