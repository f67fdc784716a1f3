"""Whether a conclusion stands, whatever the reconstructed figures may have been.

The conclusion is who is first: the side that leads every other beyond chance.  Where a scenario has [variants] it is
which way each difference goes that is beyond chance.  It is asked again under other believable figures, on the same
luck; where there is no conclusion, nothing is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.errors import BadInput
from simkit.games.figures import RECONSTRUCTED
from simkit.study.analyses import plausible_figures
from simkit.study.analyses.claim import ALPHA, Answer, Claim, conclude, labels
from simkit.study.analyses.contrasts import difference, mean_of, sign_of
from simkit.study.analyses.sensitivity_finding import Bar, Drawn, Sensitivity, alpha_of_the_box
from simkit.study.runs import columns, exact_values, runner
from simkit.study.scenarios.arguments import name_of, threads, truth
from simkit.study.scenarios.quantities import Quantity, metric_asked, quantities
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario
from simkit.study.stats import latin_hypercube
from simkit.study.stats.estimates import family_level

if TYPE_CHECKING:
    from simkit.study.runs.journal import Records


def n_answers(scenario: Scenario) -> int:
    """Answers that are asked for, at most: one a reconstructed figure, draw and map."""
    asked = scenario.asked.sensitivity
    figures = sum(figure.status == RECONSTRUCTED for figure in scenario.figures.ledger)
    return figures + asked.draws + asked.maps


def sensitivity(
    scenario: Scenario | str | Path | Mapping[str, Any],
    *,
    metric: str = "",
    exact: bool | None = None,
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    journal: Records | None = None,
    **changes: Any,
) -> Sensitivity:
    """Whether the conclusion of a scenario stands under other believable values of its reconstructed figures.

    Each word errs with probability 5 % at most over all bars, over all joint draws together with what is said of all
    combinations, and over all maps.

    Parameters
    ----------
    metric
        Instead of that of [sensitivity].
    exact
        True: exact answers.  False: play.  None: exact where that takes no longer: see `exact_values`.
    progress
        Told of each other answer when it is there.
    journal
        Holds what was played before, which is not played again.
    changes
        games=, seed= instead of the file's.

    Raises
    ------
    BadInput
        With all that is wrong in the file; a single side and no variants: nothing that could be concluded; no such
        metric or figure; no exact answer.
    """
    loaded = load(scenario, **changes)
    name, exact = name_of("metric", metric) or loaded.asked.sensitivity.metric, truth("exact", exact)
    one = metric_asked(loaded.game, name)
    chosen = quantities(loaded, [one])
    if len(chosen) < 2 and not loaded.variants:
        raise BadInput(f"{loaded.path}: one side and no variants: there is nothing to conclude")
    n_threads = threads(jobs)
    if exact is not False:
        try:
            return _concluded(loaded, chosen, lambda others: _solved(others, chosen, exact, journal), progress)
        except _TooManyStatesError:
            pass
    return _concluded(loaded, chosen, lambda others: _played(others, chosen, n_threads, journal), progress)


class _TooManyStatesError(Exception):
    """What need not be exact has more states than the games that were asked for."""


Answers = Callable[[Sequence[Scenario]], Iterator[Answer]]


def _solved(
    scenarios: Sequence[Scenario], chosen: Sequence[Quantity], exact: bool | None, journal: Records | None
) -> Iterator[Answer]:
    for one in scenarios:
        arms = [one, *_variants(one)]
        means = exact_values.exact_values(arms, chosen, exact=exact, answers=len(scenarios), journal=journal)
        if means is None:
            raise _TooManyStatesError
        yield means.tolist()


def _played(
    scenarios: Sequence[Scenario], chosen: Sequence[Quantity], jobs: int, journal: Records | None
) -> Iterator[Answer]:
    found = columns.played([arm for one in scenarios for arm in (one, *_variants(one))], chosen, jobs, journal)
    for one in scenarios:
        yield [next(found) for _ in range(1 + len(one.variants))]


def _concluded(
    scenario: Scenario, chosen: Sequence[Quantity], answers: Answers, progress: runner.Progress
) -> Sensitivity:
    """The base first, and where that concludes something everything else."""
    (base,) = answers([scenario])
    claim, metric = conclude(scenario, chosen, base), chosen[0].metric
    exact = isinstance(base[0][0], float)
    n_games = 0 if exact else scenario.run.games * len(scenario.cells) * (1 + len(scenario.variants))
    if not claim.differences:
        return Sensitivity(scenario, metric, claim, None, games=n_games)
    asked = scenario.asked.sensitivity
    ledger = plausible_figures.settings(scenario, asked.figures)
    drawn = list(plausible_figures.joint_draws(scenario, ledger.settings, asked.draws))
    together = [one for one in drawn if one is not None]
    drawn_maps = list(plausible_figures.maps(scenario, asked.maps))
    others = [*(one.scenario for one in ledger.settings), *together, *drawn_maps]
    found = _counted(answers(others), progress)
    names, k = labels(scenario, chosen), len(ledger.settings)
    bars = [_bar(one, claim, next(found), base, names, ALPHA / k) for one in ledger.settings]
    joint = [_drawn(claim, next(found), alpha_of_the_box(exact) / len(together)) for _ in together]
    on_maps = [next(found) for _ in drawn_maps]
    maps = [_drawn(claim, one, family_level(ALPHA, len(on_maps))) for one in on_maps]
    return Sensitivity(
        scenario, metric, claim, claim.lead(base), tuple(bars), ledger, tuple(joint), len(drawn) - len(together),
        tuple(maps), _spread(claim, on_maps) if len(on_maps) > 1 else None, n_games * (1 + len(others)),
    )  # fmt: skip


def _variants(scenario: Scenario) -> list[Scenario]:
    return [variant for _, variant in scenario.variants]


def _counted(answers: Iterator[Answer], progress: runner.Progress) -> Iterator[Answer]:
    for answer in answers:
        yield answer
        progress(1)


def _bar(
    setting: plausible_figures.Setting, claim: Claim, there: Answer, base: Answer, names: Sequence[str], alpha: float
) -> Bar:
    change = claim.moved(there, base)
    single = [b - a for a, b in zip(_sizes(base), _sizes(there), strict=True)]
    largest = max(range(len(single)), key=lambda place: -1.0 if math.isnan(single[place]) else abs(single[place]))
    return Bar(
        setting.figure.path, setting.figure.value, setting.value, claim.lead(there).size, change.size,
        *change.interval(1 - alpha), change.error, sign_of(change, 1 - alpha) != 0, claim.word(there, alpha),
        single[largest], names[largest],
    )  # fmt: skip


def _sizes(answer: Answer) -> list[float]:
    """Shares of the sides, or their differences variant by variant."""
    base, *variants = answer
    if not variants:
        return [mean_of(side) for side in base]
    return [difference(theirs, ours).size for variant in variants for theirs, ours in zip(variant, base, strict=True)]


def _drawn(claim: Claim, answer: Answer, alpha: float) -> Drawn:
    return Drawn(claim.lead(answer).size, claim.word(answer, alpha))


def _spread(claim: Claim, answers: Sequence[Answer]) -> latin_hypercube.Spread:
    leads, mean = [claim.lead(one) for one in answers], claim.over(answers)
    low, high = mean.interval(1 - ALPHA)
    return latin_hypercube.spread(
        [one.size for one in leads], [one.error for one in leads], (mean.size - low, high - mean.size), 1 - ALPHA
    )
