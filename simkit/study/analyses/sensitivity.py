"""Whether a conclusion stands, whatever the reconstructed figures may have been.

The conclusion is who is first: the side that leads every other beyond chance.  Where a scenario has [variants] it is
which way each difference goes that is beyond chance.  It is asked again under other believable figures, on the same
luck; where there is no conclusion, nothing is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.errors import BadInput
from simkit.study.analyses import plausible_figures
from simkit.study.analyses.claim import ALPHA, FLIPS, NOT_SETTLED, STANDS, Answer, Claim, conclude, labels
from simkit.study.analyses.contrasts import Estimate, difference, mean_of, sign_of
from simkit.study.analyses.finding import Finding
from simkit.study.analyses.plausible_figures import Ledger
from simkit.study.analyses.wording import estimated, unit, within
from simkit.study.report.text_tables import Table, table
from simkit.study.runs import columns, exact_values, runner
from simkit.study.scenarios.arguments import threads
from simkit.study.scenarios.quantities import Quantity, all_policies, default_metric, metric_named, quantities
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sizes import said
from simkit.study.stats import latin_hypercube
from simkit.study.stats.estimates import family_level
from simkit.text import counted

if TYPE_CHECKING:
    import pandas as pd

    from simkit.games.metrics import Metric
    from simkit.study.report.plots import Axes, Figure
    from simkit.study.runs.journal import Records

COLUMNS = ("figure", "value", "lead", "change", "error", "beyond chance", "conclusion", "largest change")
MOST_ROWS = 20  # that a terminal is shown
NO_LEDGER = Ledger([], [], [])


class Bar(NamedTuple):
    """The lead under another value of one figure."""

    figure: str
    usual: Any
    value: Any
    lead: float
    change: float
    low: float  # of the change; the intervals of all bars hold at once
    high: float
    error: float  # of the change, on the same luck
    beyond_chance: bool  # whether the change is
    word: str  # of the conclusion: "stands", "flips" or "not settled"
    largest: float  # change of any single answer
    side: str  # of that answer


class Drawn(NamedTuple):
    """The lead under many other figures at once, or on another map."""

    lead: float
    word: str


@dataclass(frozen=True, repr=False)
class Sensitivity(Finding):
    """What `sensitivity` found."""

    scenario: Scenario
    metric: Metric
    claim: Claim
    base: Estimate | None  # the lead; None where there is no conclusion
    bars: tuple[Bar, ...] = ()
    ledger: Ledger = NO_LEDGER
    joint: tuple[Drawn, ...] = ()
    refused: int = 0  # joint draws that the game cannot play
    maps: tuple[Drawn, ...] = ()
    spread: latin_hypercube.Spread | None = None  # of the leads on maps
    games: int = 0  # 0 where all is exact

    @property
    def exact(self) -> bool:
        """Whether nothing was played."""
        return not self.games

    @property
    def words(self) -> Counter[str]:
        """How many bars, joint draws and maps say what of the conclusion."""
        return Counter([*(one.word for one in self.bars), *(one.word for one in (*self.joint, *self.maps))])

    @property
    def settled(self) -> bool:
        """Whether there is a conclusion, and it stands everywhere, all beyond chance."""
        return self.base is not None and set(self.words) <= {STANDS}

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row a bar, the longest first; `net` is the change with the Monte Carlo variance subtracted."""
        import pandas as pd

        rows = [
            {**bar._asdict(), "net": math.copysign(math.sqrt(max(0.0, bar.change**2 - bar.error**2)), bar.change)}
            for bar in sorted(self.bars, key=lambda bar: -abs(bar.change))
        ]
        return pd.DataFrame(rows, columns=[*Bar._fields, "net"]).astype({"usual": str, "value": str})

    @property
    def sentences(self) -> list[str]:
        """The conclusion, and where it stands."""
        if self.base is None:
            lines = [f"No conclusion that could stand or fall: {self.claim.title}."]
        else:
            lead = estimated(self.base, self.metric, self.claim.level)
            lines = [f"{self.claim.title}, by {lead}.", self._one_at_a_time(), self._jointly(), self._on_maps()]
            idle, unplayable = len(self.ledger.idle), len(self.ledger.unplayable)
            lines.append(
                f"{counted(idle, 'reconstructed figure')} {'does' if idle == 1 else 'do'} not enter, byte for byte; "
                f"{unplayable} {'has' if unplayable == 1 else 'have'} no other value that can be played."
            )
        return [*lines, f"{self._played()}. Made under: {self._hands()}."]

    def tables(self) -> dict[str, pd.DataFrame]:
        """The bars."""
        return {"figures": self.frame}

    def pictures(self) -> dict[str, Figure]:
        """A tornado, where there is a conclusion."""
        return {"tornado": self.plot()} if self.bars else {}

    def facts(self) -> dict[str, Any]:
        """What the manifest tells: the joint draws and maps, and the figures that are no bars, too."""
        return {
            "games_played": self.games,
            "exact": self.exact,
            "settled": self.settled,
            **self._draws(),
            "idle": self.ledger.idle,
            "unplayable": self.ledger.unplayable,
        }

    def as_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        told = {"figures": self.frame.to_dict("records"), **self._draws(), "exact": self.exact}
        return {**told, "settled": self.settled, "verdict": self.sentences}

    def page(self) -> Iterator[Table | str]:
        """The longest bars, and the sentences."""
        if self.bars:
            rows = map(self._cells, self.frame.head(MOST_ROWS).to_dict("records"))
            yield table(self.scenario.title, COLUMNS, rows, left=2)
            yield f"Leads, changes and their standard errors in {unit(self.metric)}."
        if len(self.frame) > MOST_ROWS:
            yield f"The longest {MOST_ROWS} of {len(self.frame)} bars; figures.csv has all."
        yield from self.sentences

    def _draws(self) -> dict[str, list[dict[str, Any]]]:
        return {name: [one._asdict() for one in getattr(self, name)] for name in ("joint", "maps")}

    def _cells(self, bar: Mapping[Any, Any]) -> tuple[str, ...]:
        kind = self.metric.kind
        return (
            bar["figure"], f"{bar['value']} (is {bar['usual']})", said(bar["lead"], kind, sign=True),
            said(bar["change"], kind, sign=True), said(bar["error"], kind), "yes" if bar["beyond_chance"] else "",
            bar["word"].upper() if bar["word"] == FLIPS else bar["word"],
            f"{said(bar['largest'], kind, sign=True)} {bar['side']}",
        )  # fmt: skip

    def plot(self, ax: Axes | None = None) -> Figure:
        """A tornado: how far each figure moves the lead over its range; `ax` to draw on."""
        from simkit.study.report import plots

        scale = 100 if self.metric.kind == "share" else 1
        frame = self.frame.assign(lead=[scale * lead for lead in self.frame["lead"]])
        return plots.tornado(
            frame,
            base=scale * (self.base.size if self.base else 0.0),
            title=self.scenario.title,
            subtitle=f"{self.claim.title}: the lead, in {unit(self.metric)}, over the range of each reconstructed "
            "figure. Pale bars are no longer than chance makes them; beyond 0 the conclusion falls.",
            note=f"{self._played()}, seed {self.scenario.run.seed}; policies: {self._hands()}.",
            ax=ax,
        )

    def _played(self) -> str:
        return "Exact: no games" if self.exact else counted(self.games, "game")

    def _hands(self) -> str:
        return all_policies([self.scenario, *_variants(self.scenario)])

    def _one_at_a_time(self) -> str:
        if not self.bars:
            return "One at a time: no reconstructed figure enters."
        n, moving = (len({bar.figure for bar in self.bars if bar.beyond_chance >= least}) for least in (0, 1))
        line = f"One at a time: of {counted(n, 'reconstructed figure')} that enter{'s' if n == 1 else ''}, "
        line += f"{moving} move{'s' if moving == 1 else ''} the lead{'' if self.exact else ' beyond chance'}"
        for word, before, otherwise in (
            (FLIPS, "; the conclusion flips at ", "; none flips the conclusion"),
            (NOT_SETTLED, "; whether it stands is not settled at ", ""),
        ):
            there = sorted({f"{bar.figure} = {bar.value}" for bar in self.bars if bar.word == word})
            line += before + ", ".join(there) if there else otherwise
        return f"{line}."

    def _jointly(self) -> str:
        n = len(self.joint)
        refused = f" ({self.refused} more cannot be played)" if self.refused else ""
        if not n:
            return f"Jointly: nothing was drawn{refused}."
        words = Counter(one.word for one in self.joint)
        flips, doubtful = words[FLIPS], words[NOT_SETTLED]
        low, high = latin_hypercube.share_of_box(flips, doubtful, n, 1 - _of_the_box(self.exact))
        bounds = f"{100 * low:.1f} to {100 * high:.1f} %" if flips else f"under {100 * high:.1f} %"
        return (
            f"Jointly: of {counted(n, 'draw')} {_flipping(words)}{refused}: {bounds} of all combinations of these "
            f"figures do, at {100 * (1 - ALPHA):g} %."
        )

    def _on_maps(self) -> str:
        if not self.maps:
            drawn = "jitter" in self.scenario.game.abilities and self.scenario.asked.sensitivity.maps
            return f"Maps: {'the map does not enter this question' if drawn else 'none was drawn otherwise'}."
        words = Counter(one.word for one in self.maps)
        line = f"Maps: of {counted(len(self.maps), 'map')} drawn otherwise {_flipping(words)}"
        if self.spread is None:
            return f"{line}."
        mean, low, high, variance = self.spread
        between = said(math.sqrt(variance), self.metric.kind)
        return (
            f"{line}; on average the lead is {said(mean, self.metric.kind, sign=True)} {unit(self.metric)} "
            f"{within((low, high), self.metric)}, between maps it spreads by {between}."
        )


def _flipping(words: Counter[str]) -> str:
    flips, doubtful = words[FLIPS], words[NOT_SETTLED]
    doubts = f" and {doubtful} {'is' if doubtful == 1 else 'are'} not settled" if doubtful else ""
    return f"{flips or 'none'} flip{'s' if flips < 2 else ''} the conclusion{doubts}"


def n_answers(scenario: Scenario) -> int:
    """Answers that are asked for, at most: one a reconstructed figure, draw and map."""
    asked = scenario.asked.sensitivity
    figures = sum(figure.status == "reconstructed" for figure in scenario.figures.ledger)
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
        True: exact answers.  False: play.  None: exact where everything has fewer states than the games asked for.
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
    name = metric or loaded.asked.sensitivity.metric
    one = metric_named(loaded.game, name) if name else default_metric(loaded.game)
    chosen = quantities(loaded, [one])
    if len(chosen) < 2 and not loaded.variants:
        raise BadInput(f"{loaded.path}: one side and no variants: there is nothing to conclude")
    plausible_figures.check(loaded, loaded.asked.sensitivity.figures)
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
        means = exact_values.exact_values([one, *_variants(one)], chosen, exact=exact, journal=journal)
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
    joint = [_drawn(claim, next(found), _of_the_box(exact) / len(together)) for _ in together]
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


def _of_the_box(exact: bool) -> float:
    """Chance of a wrong bound for all combinations; where draws are played, the other half is for their own errors."""
    return ALPHA if exact else ALPHA / 2


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
