"""Whether a conclusion stands, whatever the reconstructed figures may have been.

The conclusion is who is first: the side that leads every other beyond chance.  Where a scenario has [variants] it is
the direction of each difference that is beyond chance.  The question is asked again under other plausible figures, on
the same luck.  Where there is no conclusion, nothing is asked again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.errors import BadInput
from simkit.games.figures import RECONSTRUCTED
from simkit.study.analyses import plausible_figures
from simkit.study.analyses.claim import ALPHA, Answer, Claim, conclude, labels
from simkit.study.analyses.look_up import look_ups
from simkit.study.analyses.sensitivity_finding import MOST_FIRST, SHOWN_FIRST, Bar, Drawn, Sensitivity, alpha_of_the_box
from simkit.study.analyses.side_differences import difference, mean_of, sign_of
from simkit.study.runs import columns, exact_values, runner
from simkit.study.scenarios.arguments import name_of, threads, truth, whole_number
from simkit.study.scenarios.quantities import Quantity, metric_asked, quantities
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario
from simkit.study.stats import latin_hypercube
from simkit.study.stats.estimates import family_level

if TYPE_CHECKING:
    from simkit.study.runs.journal import Records


def n_answers(scenario: Scenario) -> int:
    """Number of answers: one a reconstructed figure, draw and map."""
    asked = scenario.asked.sensitivity
    figures = sum(figure.status == RECONSTRUCTED for figure in scenario.figures.ledger)
    return figures + asked.draws + asked.maps


def sensitivity(
    scenario: Scenario | str | Path | Mapping[str, Any],
    *,
    metric: str = "",
    first: int = SHOWN_FIRST,
    exact: bool | None = None,
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    journal: Records | None = None,
    **changes: Any,
) -> Sensitivity:
    """Whether the conclusion of a scenario stands under other plausible values of its reconstructed figures.

    The chance of any wrong word is 5 % at most over all bars, over all joint draws with the bounds for all
    combinations, and over all maps.

    Parameters
    ----------
    metric
        Instead of that of [sensitivity].
    first
        How many figures are told as worth looking up first.
    exact
        True: exact answers.  False: play.  None: exact where that takes no longer: see `exact_values`.
    progress
        Called after each answer but the first.
    journal
        Keeps what was played; what it holds is not played again.
    changes
        games=, seed= instead of the file's.

    Raises
    ------
    BadInput
        With all that is wrong in the file; for a single side without variants, which allows no conclusion; for an
        unknown metric or figure; for no exact answer where one is asked for.
    """
    loaded, first = load(scenario, **changes), whole_number("first", first, 0, MOST_FIRST)
    name, exact = name_of("metric", metric) or loaded.asked.sensitivity.metric, truth("exact", exact)
    chosen_metric = metric_asked(loaded.game, name)
    chosen = quantities(loaded, [chosen_metric])
    if len(chosen) < 2 and not loaded.variants:
        raise BadInput(f"{loaded.path}: one side and no variants: there is nothing to conclude")
    n_threads = threads(jobs)
    if exact is not False:
        try:
            solved = _concluded(loaded, chosen, lambda others: _solved(others, chosen, exact, journal), progress)
            return replace(solved, first=first)
        except _TooManyStatesError:
            pass
    played = _concluded(loaded, chosen, lambda others: _played(others, chosen, n_threads, journal), progress)
    return replace(played, first=first)


class _TooManyStatesError(Exception):
    """An exact answer would take more states than the games asked for, and need not be exact."""


Answers = Callable[[Sequence[Scenario]], Iterator[Answer]]


def _solved(
    scenarios: Sequence[Scenario], chosen: Sequence[Quantity], exact: bool | None, journal: Records | None
) -> Iterator[Answer]:
    for scenario in scenarios:
        arms = [scenario, *_variants(scenario)]
        means = exact_values.exact_values(arms, chosen, exact=exact, answers=len(scenarios), journal=journal)
        if means is None:
            raise _TooManyStatesError
        yield means.tolist()


def _played(
    scenarios: Sequence[Scenario], chosen: Sequence[Quantity], jobs: int, journal: Records | None
) -> Iterator[Answer]:
    sides = columns.played(
        [arm for scenario in scenarios for arm in (scenario, *_variants(scenario))], chosen, jobs, journal
    )
    for scenario in scenarios:
        yield [next(sides) for _ in range(1 + len(scenario.variants))]


def _concluded(
    scenario: Scenario, chosen: Sequence[Quantity], answers: Answers, progress: runner.Progress
) -> Sensitivity:
    """The answer of the base first; where it has a conclusion, all others."""
    (base,) = answers([scenario])
    claim, metric = conclude(scenario, chosen, base), chosen[0].metric
    exact = isinstance(base[0][0], float)
    n_games = 0 if exact else scenario.run.games * len(scenario.cells) * (1 + len(scenario.variants))
    if not claim.differences:
        return Sensitivity(scenario, metric, claim, None, games=n_games)
    asked = scenario.asked.sensitivity
    ledger = plausible_figures.settings(scenario, asked.figures)
    doubted = plausible_figures.doubts(ledger.settings)
    drawn = list(plausible_figures.joint_draws(scenario, doubted, asked.draws))
    together = [draw for draw in drawn if draw.scenario is not None]
    drawn_maps = list(plausible_figures.maps(scenario, asked.maps))
    others = [setting.scenario for setting in ledger.settings]
    others += [draw.scenario for draw in together if draw.scenario is not None] + drawn_maps
    counted = _counted(answers(others), progress)
    names, k = labels(scenario, chosen), len(ledger.settings)
    under = [next(counted) for _ in ledger.settings]
    bars = [_bar(*one, claim, base, names, ALPHA / k) for one in zip(ledger.settings, under, strict=True)]
    joint = [_drawn(claim, next(counted), alpha_of_the_box(exact) / len(together)) for _ in together]
    on_maps = [next(counted) for _ in drawn_maps]
    maps = [_drawn(claim, answer, family_level(ALPHA, len(on_maps))) for answer in on_maps]
    spread = _spread(claim, on_maps) if len(on_maps) > 1 else None
    changes = [claim.changes(answer, base) for answer in under]
    leads = [(draw.numbers, one.lead) for draw, one in zip(together, joint, strict=True)]
    between_maps = spread.variance if spread else 0.0
    found = look_ups(scenario, doubted, [lead.size for lead in claim.leads(base)], changes, leads, between_maps)
    return Sensitivity(
        scenario, metric, claim, claim.lead(base), tuple(bars), ledger, tuple(joint), len(drawn) - len(together),
        tuple(maps), spread, n_games * (1 + len(others)), found,
    )  # fmt: skip


def _variants(scenario: Scenario) -> list[Scenario]:
    return [variant for _, variant in scenario.variants]


def _counted(answers: Iterator[Answer], progress: runner.Progress) -> Iterator[Answer]:
    for answer in answers:
        yield answer
        progress(1)


def _bar(
    setting: plausible_figures.Setting, answer: Answer, claim: Claim, base: Answer, names: Sequence[str], alpha: float
) -> Bar:
    change = claim.moved(answer, base)
    single = [b - a for a, b in zip(_sizes(base), _sizes(answer), strict=True)]
    largest = max(range(len(single)), key=lambda index: -1.0 if math.isnan(single[index]) else abs(single[index]))
    return Bar(
        setting.figure.path, setting.figure.value, setting.value, claim.lead(answer).size, change.size,
        *change.interval(1 - alpha), change.error, sign_of(change, 1 - alpha) != 0, claim.word(answer, alpha),
        single[largest], names[largest],
    )  # fmt: skip


def _sizes(answer: Answer) -> list[float]:
    """The means of the sides; with variants their differences, variant by variant."""
    base, *variants = answer
    if not variants:
        return [mean_of(side) for side in base]
    return [difference(after, before).size for variant in variants for after, before in zip(variant, base, strict=True)]


def _drawn(claim: Claim, answer: Answer, alpha: float) -> Drawn:
    return Drawn(claim.lead(answer).size, claim.word(answer, alpha))


def _spread(claim: Claim, answers: Sequence[Answer]) -> latin_hypercube.Spread:
    leads, mean = [claim.lead(answer) for answer in answers], claim.over(answers)
    low, high = mean.interval(1 - ALPHA)
    return latin_hypercube.spread(
        [lead.size for lead in leads], [lead.error for lead in leads], (mean.size - low, high - mean.size), 1 - ALPHA
    )
