"""Whether a headline hangs on who plays: other policies, restricted ones, and one thing done over and over."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.errors import BadInput
from simkit.games.metrics import Metric
from simkit.study.analyses.contrasts import Estimate
from simkit.study.analyses.finding import Finding
from simkit.study.analyses.headline import headline, worded
from simkit.study.analyses.interests import interest
from simkit.study.analyses.policy_fields import Hand, Table, field_of, hands
from simkit.study.analyses.wording import estimated, within
from simkit.study.report import text_tables
from simkit.study.runs import runner
from simkit.study.scenarios.arguments import name_of, threads, truth
from simkit.study.scenarios.quantities import Quantity, metric_asked, quantities
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sizes import said
from simkit.study.stats.estimates import family_level
from simkit.text import counted

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.pictures import Draw
    from simkit.study.report.plots import Figure
    from simkit.study.runs.journal import Records

COLUMNS = ("part", "policy", "variant", "side", "value", "interval", "word")


class Seen(NamedTuple):
    """One row of the answer."""

    part: str  # "policy", "restricted" or "repeats"
    name: str  # of the policy
    variant: str  # "" for the base
    side: str
    value: float  # of the metric; its difference with a variant, or where the policy is not of the field
    low: float  # all intervals of a part hold at once
    high: float
    word: str


@dataclass(frozen=True, repr=False)
class Robustness(Finding):
    """What `robust` found."""

    scenario: Scenario
    metric: Metric
    seen: tuple[Seen, ...]
    stands: bool  # whether the headline is the same under all policies, beyond chance
    headline: str
    restricted: tuple[str, ...]  # a sentence each
    alarms: tuple[str, ...]
    games: int  # 0 where all is exact

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row a policy, side and variant: the metric, or its difference, with an interval and a word."""
        import pandas as pd

        return pd.DataFrame(self.seen, columns=Seen._fields)

    @property
    def settled(self) -> bool:
        """Whether the headline is the same under all policies, and nothing alarms."""
        return self.stands and not self.alarms

    @property
    def alarming(self) -> bool:
        """Whether something that is done over and over beats the field."""
        return bool(self.alarms)

    @property
    def sentences(self) -> list[str]:
        """The headline, what restricted policies lose, and the alarms."""
        lines = [self.headline, *self.restricted, *(f"ALARM: {alarm}" for alarm in self.alarms)]
        if any(one.part == "repeats" for one in self.seen) and not self.alarms:
            lines.append("No alarm: nothing that is done over and over beats every policy of the field beyond chance.")
        played = "Exact: no games" if not self.games else counted(self.games, "game")
        return [*lines, f"{played}. Made under: {'; '.join(dict.fromkeys(one.name for one in self.seen))}."]

    def tables(self) -> dict[str, pd.DataFrame]:
        """The frame."""
        return {"policies": self.frame}

    def pictures(self) -> dict[str, Draw]:
        """The headline under each policy."""
        return {"policies": self.plot}

    def facts(self) -> dict[str, Any]:
        """What the manifest tells: alarms, too."""
        return {**super().facts(), "alarms": self.alarms}

    def as_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {
            "policies": self.frame.to_dict("records"),
            "alarms": self.alarms,
            "stands": self.stands,
            "games": self.games,
            "verdict": self.sentences,
        }

    def page(self) -> Iterator[text_tables.Table | str]:
        """A row a policy, side and variant, and the sentences."""
        yield text_tables.table(self.scenario.title, COLUMNS, map(self._cells, self.seen), left=4)
        shares = "Shares in per cent, their differences" if self.metric.is_share else "All"
        yield f"{shares} in {self.metric.difference_unit}."
        yield from self.sentences

    def _cells(self, one: Seen) -> tuple[str, ...]:
        sign = one.part != "policy" or bool(one.variant)
        ends = within((one.low, one.high), self.metric, sign=sign) if self.games else "exact"
        value = said(one.value, self.metric.kind, sign=sign) if math.isfinite(one.value) else ""
        return one.part, one.name, one.variant, one.side, value, ends if value else "none", one.word

    def plot(self, ax: Any = None) -> Figure:
        """The headline by side, a colour a policy; of variants, a panel each; `ax` to draw on, one a panel."""
        from simkit.study.report import plots

        frame = self.frame[self.frame["part"] == "policy"].rename(columns={"value": "difference"})
        share = self.metric.is_share
        whole = "%" if share else self.metric.difference_unit
        moved = f"difference, {self.metric.difference_unit}"
        titles = [
            f"{self.metric.title}, {one} ({moved})" if one else f"{self.metric.title} ({whole})"
            for one in frame["variant"]
        ]
        frame = frame.assign(variant=frame["name"], title=titles)
        frame[["difference", "low", "high"]] *= 100 if share else 1
        played = f"{counted(self.games, 'game')}, seed {self.scenario.run.seed}" if self.games else "exact: no games"
        return plots.forest(
            frame,
            title=self.scenario.title,
            subtitle="The same question in other hands; all intervals hold at once.",
            note=f"{played}.",
            zero=0 if self.scenario.variants else None,
            ax=ax,
        )


def n_answers(scenario: Scenario) -> int:
    """Answers that are asked for: one a policy and variant."""
    asked = scenario.asked.robust
    restricted = len(asked.restricted) + 1 if asked.restricted else 0
    return len(field_of(scenario)) * (1 + len(scenario.variants)) + restricted + len(asked.repeats)


def robust(
    scenario: Scenario | str | Path | Mapping[str, Any],
    *,
    metric: str = "",
    exact: bool | None = None,
    jobs: int | None = None,
    progress: runner.Progress = lambda n: None,
    journal: Records | None = None,
    **changes: Any,
) -> Robustness:
    """The headline of a scenario under several policies; [robust] of the file says which.

    The headline is which side is first, or where there are [variants] which way each difference goes; see `headline`.
    A restricted policy is held against that of the file.  A policy that does one thing over and over raises an alarm
    where it does better than every policy of the field, for some side.  Each of the three errs with the probability of
    [compare] alpha, 5 % by default, at most: over all policies, variants and sides.

    Parameters
    ----------
    metric
        Instead of that of [robust].
    exact
        True: exact answers.  False: play.  None: exact where that takes no longer: see `exact_values`.
    progress
        Told of each answer when it is there.
    journal
        Holds what was played before, which is not played again.
    changes
        games=, seed= instead of the file's.

    Raises
    ------
    BadInput
        With all that is wrong in the file or its policies; cells that differ in what the policies are for; nothing to
        ask; nobody can say what is better for the seat.
    """
    loaded = load(scenario, **changes)
    asked = loaded.asked.robust
    if len({str(cell.coordinates.get(asked.seat)) for cell in loaded.cells}) > 1:
        raise BadInput(f"{loaded.path}: its cells differ in {asked.seat}, which [robust] sets: leave it to [robust]")
    name, exact = name_of("metric", metric) or asked.metric, truth("exact", exact)
    one = metric_asked(loaded.game, name)
    chosen = quantities(loaded, [one])
    field = hands(loaded, field_of(loaded), "robust.policies", variants=True)
    restricted = hands(loaded, asked.restricted, "robust.restricted")
    repeats = hands(loaded, asked.repeats, "robust.repeats")
    if len(field) + len(chosen) + len(loaded.variants) + len(restricted) + len(repeats) < 3:
        raise BadInput(f"{loaded.path}: one policy, one side and no variants: there is nothing to ask")
    theirs, sign = interest(loaded, asked.seat, one, asked.better, "robust") if repeats else ([], 1)
    arms = [arm for hand in field for arm in hand.arms]
    arms += [loaded, *(hand.scenario for hand in restricted)] if restricted else []
    arms += [hand.scenario for hand in repeats]
    every = list(dict.fromkeys([*chosen, *theirs]))
    table = Table(arms, every, exact=exact, jobs=threads(jobs), journal=journal, progress=progress)
    chosen, theirs = table.seated(chosen) or chosen[:1], table.seated(theirs)
    found = headline(field, table, chosen)
    seen = [Seen("policy", *row) for row in found.rows]
    restricted_rows, told = _restricted(loaded, restricted, table, chosen)
    repeated_rows, alarms = _alarms(field, repeats, table, theirs, sign)
    return Robustness(
        loaded, one, (*seen, *restricted_rows, *repeated_rows), found.stands, found.told, tuple(told), tuple(alarms),
        table.games,
    )  # fmt: skip


def _restricted(
    base: Scenario, restricted: Sequence[Hand], table: Table, chosen: Sequence[Quantity]
) -> tuple[list[Seen], list[str]]:
    """Each restricted policy against that of the file."""
    level = 1 - family_level(base.asked.compare.alpha, max(1, len(restricted) * len(chosen)))
    seen, told = [], []
    for hand in restricted:
        for quantity in chosen:
            found = table.difference(hand.scenario, base, quantity)
            word = worded(found, level)
            seen.append(Seen("restricted", hand.name, "", quantity.side, found.size, *found.interval(level), word))
            told.append(
                f"{hand.name}: {quantity.metric.title} ({quantity.side}): {word}, "
                f"{estimated(found, quantity.metric, level)} against the policy of the file."
            )
    return seen, told


def _alarms(
    field: Sequence[Hand], repeats: Sequence[Hand], table: Table, chosen: Sequence[Quantity], sign: int
) -> tuple[list[Seen], list[str]]:
    """Each repeating policy against every one of the field: it alarms where it is better than all, beyond chance.

    To be better than all is an intersection-union test (Berger 1982), so that the family is of policies and sides.
    """
    level = 1 - family_level(field[0].scenario.asked.compare.alpha, max(1, len(repeats) * len(chosen)))
    seen, alarms = [], []
    for hand in repeats:
        for quantity in chosen:
            rivals = [(one.name, table.difference(hand.scenario, one.scenario, quantity)) for one in field]
            rival, found = min(rivals, key=lambda pair: _ahead(pair[1], sign, level))
            beats = _ahead(found, sign, level) > 0
            word = "beats the field" if beats else f"does not beat {rival}"
            seen.append(Seen("repeats", hand.name, "", quantity.side, found.size, *found.interval(level), word))
            if beats:
                alarms.append(
                    f"{hand.name} beats the field ({quantity.side}): {quantity.metric.title} "
                    f"{estimated(found, quantity.metric, level)} against its closest rival, {rival}."
                )
    return seen, alarms


def _ahead(estimate: Estimate, sign: int, level: float) -> float:
    """How much better one surely is, at least; below 0 it may be worse."""
    return min(sign * end for end in estimate.interval(level))
