"""A conclusion as differences that are all above 0, and what other answers say of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from simkit.study.analyses.contrasts import Estimate, Side, combined, difference, leaders, mean_of, sign_of
from simkit.study.runs.columns import Column
from simkit.study.stats.estimates import family_level

if TYPE_CHECKING:
    from simkit.games.metrics import Metric
    from simkit.study.scenarios.quantities import Quantity
    from simkit.study.scenarios.scenario import Scenario

ALPHA = 0.05  # chance of a wrong word in each family of words
STANDS, FLIPS, NOT_SETTLED = "stands", "flips", "not settled"

Answer = Sequence[Sequence[Side]]  # by arm, the base first and then its variants: what each side comes to
Part = tuple[int, int, int]  # an arm, a side, and 1, or -1 where it is subtracted


class Claim(NamedTuple):
    """A conclusion; without differences there is none, and the title says why."""

    title: str
    differences: tuple[tuple[Part, ...], ...] = ()  # each above 0 where it stands
    level: float = 1 - ALPHA  # confidence level at which each is

    def leads(self, answer: Answer) -> list[Estimate]:
        """Its differences in an answer."""
        return [combined([(answer[arm][side], sign) for arm, side, sign in one]) for one in self.differences]

    def least(self, answer: Answer) -> int:
        """The difference by which it stands, or falls first."""
        sizes = [one.size for one in self.leads(answer)]
        return min(range(len(sizes)), key=lambda place: -math.inf if math.isnan(sizes[place]) else sizes[place])

    def lead(self, answer: Answer) -> Estimate:
        """Its least difference: below 0 it does not stand."""
        return self.leads(answer)[self.least(answer)]

    def word(self, answer: Answer, alpha: float) -> str:
        """Whether it stands in an answer, beyond chance: both words err with probability alpha at most.

        It stands where every difference is above 0 (each tested at alpha: an intersection-union test, Berger 1982), and
        flips where any is below (at alpha over their number).  What is exact and not above 0 flips.
        """
        found = self.leads(answer)
        if all(sign_of(one, 1 - alpha) > 0 for one in found):
            return STANDS
        level = 1 - family_level(alpha, len(found))
        return FLIPS if any(sign_of(one, level) < 0 or (one.exact and one.size <= 0) for one in found) else NOT_SETTLED

    def moved(self, there: Answer, here: Answer) -> Estimate:
        """How far its lead is from one answer to another, on the same luck."""
        terms = [(there[arm][side], sign) for arm, side, sign in self.differences[self.least(there)]]
        terms += [(here[arm][side], -sign) for arm, side, sign in self.differences[self.least(here)]]
        return combined(terms)

    def over(self, answers: Sequence[Answer]) -> Estimate:
        """The mean of its leads in several answers."""
        terms = [
            (answer[arm][side], sign) for answer in answers for arm, side, sign in self.differences[self.least(answer)]
        ]
        return combined(terms, len(answers))


def conclude(scenario: Scenario, chosen: Sequence[Quantity], answer: Answer) -> Claim:
    """Who is first, or with variants which way each difference goes that is beyond chance."""
    metric = chosen[0].metric
    return _of_variants(scenario, chosen, answer) if scenario.variants else _of_sides(metric, chosen, answer[0])


def quoted(metric: Metric) -> str:
    """A metric's title in quotation marks."""
    return f"\N{LEFT DOUBLE QUOTATION MARK}{metric.title}\N{RIGHT DOUBLE QUOTATION MARK}"


def _of_sides(metric: Metric, chosen: Sequence[Quantity], sides: Sequence[Side]) -> Claim:
    there = [place for place, side in enumerate(sides) if not math.isnan(mean_of(side))]
    level = 1 - family_level(ALPHA, max(1, len(there) - 1))
    first = leaders(sides, level)
    if len(there) < 2:
        return Claim(f"{quoted(metric)}: fewer than two sides ever sit in a game")
    if len(first) > 1:
        names = ", ".join(sorted(chosen[place].side for place in first))
        why = "within chance" if isinstance(sides[first[0]], Column) else "exactly equal"
        return Claim(f"who is first in {quoted(metric)} is not settled, {why}: {names}")
    (best,) = first
    differences = tuple(((0, best, 1), (0, other, -1)) for other in there if other != best)
    return Claim(f"{chosen[best].side} is first in {quoted(metric)}", differences, level)


def _of_variants(scenario: Scenario, chosen: Sequence[Quantity], answer: Answer) -> Claim:
    pairs = [(arm, side) for arm in range(1, len(answer)) for side in range(len(chosen))]
    named = zip(labels(scenario, chosen), pairs, strict=True)
    # Who sits in the base or in the variant alone is not compared, and no member of the family.
    there = [(name, pair) for name, pair in named if not math.isnan(_gap(answer, *pair).size)]
    level = 1 - family_level(ALPHA, max(1, len(there)))
    ways, differences = [], []
    for name, (arm, side) in there:
        sign = sign_of(_gap(answer, arm, side), level)
        if sign:
            ways.append(f"{name} {'higher' if sign > 0 else 'lower'}")
            differences.append(((arm, side, sign), (0, side, -sign)))
    told = "; ".join(ways) or "no difference is beyond chance"
    return Claim(f"{quoted(chosen[0].metric)}: {told}", tuple(differences), level)


def _gap(answer: Answer, arm: int, side: int) -> Estimate:
    """A side under a variant less the same under the base."""
    return difference(answer[arm][side], answer[0][side])


def labels(scenario: Scenario, chosen: Sequence[Quantity]) -> list[str]:
    """What each difference is of: the sides, or with variants these and the sides."""
    if not scenario.variants:
        return [one.side for one in chosen]
    return [f"{name}, {one.side}" for name, _ in scenario.variants for one in chosen]
