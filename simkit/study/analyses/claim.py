"""A conclusion is a set of differences, all above 0; whether it stands in other answers is tested here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from simkit.study.analyses.side_differences import Estimate, Side, combined, difference, leaders, mean_of, sign_of
from simkit.study.runs.columns import Column
from simkit.study.stats.estimates import family_level

if TYPE_CHECKING:
    from simkit.games.metrics import Metric
    from simkit.study.scenarios.quantities import Quantity
    from simkit.study.scenarios.scenario import Scenario

ALPHA = 0.05  # chance of a wrong word in each family
STANDS, FLIPS, NOT_SETTLED = "stands", "flips", "not settled"

Answer = Sequence[Sequence[Side]]  # [arm][side]; the first arm is the base, the others are its variants
Part = tuple[int, int, int]  # an arm, a side, and 1, or -1 where it is subtracted


class Claim(NamedTuple):
    """A conclusion.  Without differences there is none, and the title says why."""

    title: str
    differences: tuple[tuple[Part, ...], ...] = ()  # each above 0 where it stands
    level: float = 1 - ALPHA  # confidence level of each difference

    def leads(self, answer: Answer) -> list[Estimate]:
        """Its differences in an answer."""
        return [combined([(answer[arm][side], sign) for arm, side, sign in parts]) for parts in self.differences]

    def least(self, answer: Answer) -> int:
        """The number of its least difference, on which it stands or falls."""
        sizes = [lead.size for lead in self.leads(answer)]
        return min(range(len(sizes)), key=lambda index: -math.inf if math.isnan(sizes[index]) else sizes[index])

    def lead(self, answer: Answer) -> Estimate:
        """Its least difference; where that is below 0 the conclusion does not stand."""
        return self.leads(answer)[self.least(answer)]

    def word(self, answer: Answer, alpha: float) -> str:
        """Whether it stands in an answer, beyond chance: both words err with probability alpha at most.

        It stands where every difference is above 0 (each tested at alpha: an intersection-union test, Berger 1982), and
        flips where any is below (at alpha over their number).  What is exact and not above 0 flips.
        """
        leads = self.leads(answer)
        if all(sign_of(lead, 1 - alpha) > 0 for lead in leads):
            return STANDS
        level = 1 - family_level(alpha, len(leads))
        return (
            FLIPS if any(sign_of(lead, level) < 0 or (lead.exact and lead.size <= 0) for lead in leads) else NOT_SETTLED
        )

    def moved(self, answer: Answer, base: Answer) -> Estimate:
        """The lead in an answer less that in the base answer, on the same luck."""
        terms = [(answer[arm][side], sign) for arm, side, sign in self.differences[self.least(answer)]]
        terms += [(base[arm][side], -sign) for arm, side, sign in self.differences[self.least(base)]]
        return combined(terms)

    def changes(self, answer: Answer, base: Answer) -> list[Estimate]:
        """Each of its differences in an answer less the same in the base answer, on the same luck."""
        return [
            combined(
                [(answer[arm][side], sign) for arm, side, sign in parts]
                + [(base[arm][side], -sign) for arm, side, sign in parts]
            )
            for parts in self.differences
        ]

    def over(self, answers: Sequence[Answer]) -> Estimate:
        """The mean of its leads in several answers."""
        terms = [
            (answer[arm][side], sign) for answer in answers for arm, side, sign in self.differences[self.least(answer)]
        ]
        return combined(terms, len(answers))


def conclude(scenario: Scenario, chosen: Sequence[Quantity], answer: Answer) -> Claim:
    """Who is first; with variants, the direction of each difference that is beyond chance."""
    metric = chosen[0].metric
    return _of_variants(scenario, chosen, answer) if scenario.variants else _of_sides(metric, chosen, answer[0])


def quoted(metric: Metric) -> str:
    """A metric's title in quotation marks."""
    return f"\N{LEFT DOUBLE QUOTATION MARK}{metric.title}\N{RIGHT DOUBLE QUOTATION MARK}"


def _of_sides(metric: Metric, chosen: Sequence[Quantity], sides: Sequence[Side]) -> Claim:
    sitting = [index for index, side in enumerate(sides) if not math.isnan(mean_of(side))]
    level = 1 - family_level(ALPHA, max(1, len(sitting) - 1))
    first = leaders(sides, level)
    if len(sitting) < 2:
        return Claim(f"{quoted(metric)}: fewer than two sides ever sit in a game")
    if len(first) > 1:
        names = ", ".join(sorted(chosen[index].side for index in first))
        why = "within chance" if isinstance(sides[first[0]], Column) else "exactly equal"
        return Claim(f"who is first in {quoted(metric)} is not settled, {why}: {names}")
    (best,) = first
    differences = tuple(((0, best, 1), (0, other, -1)) for other in sitting if other != best)
    return Claim(f"{chosen[best].side} is first in {quoted(metric)}", differences, level)


def _of_variants(scenario: Scenario, chosen: Sequence[Quantity], answer: Answer) -> Claim:
    pairs = [(arm, side) for arm in range(1, len(answer)) for side in range(len(chosen))]
    named = zip(labels(scenario, chosen), pairs, strict=True)
    # A side that sits only in the base, or only in the variant, is not compared and not in the family.
    compared = [(name, pair) for name, pair in named if not math.isnan(_gap(answer, *pair).size)]
    level = 1 - family_level(ALPHA, max(1, len(compared)))
    ways, differences = [], []
    for name, (arm, side) in compared:
        sign = sign_of(_gap(answer, arm, side), level)
        if sign:
            ways.append(f"{name} {'higher' if sign > 0 else 'lower'}")
            differences.append(((arm, side, sign), (0, side, -sign)))
    text = "; ".join(ways) or "no difference is beyond chance"
    return Claim(f"{quoted(chosen[0].metric)}: {text}", tuple(differences), level)


def _gap(answer: Answer, arm: int, side: int) -> Estimate:
    """A side under a variant less the same under the base."""
    return difference(answer[arm][side], answer[0][side])


def labels(scenario: Scenario, chosen: Sequence[Quantity]) -> list[str]:
    """The name of each difference: the side, or with variants the variant and the side."""
    if not scenario.variants:
        return [quantity.side for quantity in chosen]
    return [f"{name}, {quantity.side}" for name, _ in scenario.variants for quantity in chosen]
