"""Whether a headline depends on the policies: on others, on restricted ones, and on those that repeat one thing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.errors import BadInput
from simkit.games.metrics import Metric
from simkit.study.analyses.finding import Finding
from simkit.study.analyses.headline import headline, worded
from simkit.study.analyses.interests import interest
from simkit.study.analyses.policy_fields import Hand, Table, field_of, hands
from simkit.study.analyses.side_differences import Estimate
from simkit.study.analyses.wording import estimated, within
from simkit.study.report import text_tables
from simkit.study.runs import runner
from simkit.study.scenarios.arguments import name_of, threads, truth
from simkit.study.scenarios.quantities import Quantity, metric_asked, quantities
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sizes import value_text
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
    value: float  # of the metric; its difference where there is a variant, or the policy is not of the field
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
        """Whether a policy that repeats one thing beats the field."""
        return bool(self.alarms)

    @property
    def sentences(self) -> list[str]:
        """The headline, what restricted policies lose, and the alarms."""
        lines = [self.headline, *self.restricted, *(f"ALARM: {alarm}" for alarm in self.alarms)]
        if any(row.part == "repeats" for row in self.seen) and not self.alarms:
            lines.append("No alarm: nothing that is done over and over beats every policy of the field beyond chance.")
        played = "Exact: no games" if not self.games else counted(self.games, "game")
        return [*lines, f"{played}. Made under: {'; '.join(dict.fromkeys(row.name for row in self.seen))}."]

    def tables(self) -> dict[str, pd.DataFrame]:
        """The frame."""
        return {"policies": self.frame}

    def pictures(self) -> dict[str, Draw]:
        """The headline under each policy."""
        return {"policies": self.plot}

    def facts(self) -> dict[str, Any]:
        """What the manifest says, with the alarms."""
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

    def _cells(self, row: Seen) -> tuple[str, ...]:
        sign = row.part != "policy" or bool(row.variant)
        ends = within((row.low, row.high), self.metric, sign=sign) if self.games else "exact"
        value = value_text(row.value, self.metric.kind, sign=sign) if math.isfinite(row.value) else ""
        return row.part, row.name, row.variant, row.side, value, ends if value else "none", row.word

    def plot(self, ax: Any = None) -> Figure:
        """The headline by side, a colour a policy; of variants, a panel each; `ax` to draw on, one a panel."""
        from simkit.study.report import plots

        frame = self.frame[self.frame["part"] == "policy"].rename(columns={"value": "difference"})
        share = self.metric.is_share
        whole = "%" if share else self.metric.difference_unit
        moved = f"difference, {self.metric.difference_unit}"
        titles = [
            f"{self.metric.title}, {variant} ({moved})" if variant else f"{self.metric.title} ({whole})"
            for variant in frame["variant"]
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
    """Number of answers: one a policy and variant."""
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

    The headline is which side is first, or with [variants] the direction of each difference; see `headline`.  A
    restricted policy is compared with that of the file.  A policy that repeats one thing raises an alarm where it does
    better than every policy of the field, for some side.  Each of the three errs with the probability of [compare]
    alpha, 5 % by default, at most: over all policies, variants and sides.

    Parameters
    ----------
    metric
        Instead of that of [robust].
    exact
        True: exact answers.  False: play.  None: exact where that takes no longer: see `exact_values`.
    progress
        Called after each answer.
    journal
        Keeps what was played; what it holds is not played again.
    changes
        games=, seed= instead of the file's.

    Raises
    ------
    BadInput
        With all that is wrong in the file or its policies; for cells that differ in the policy that [robust] sets,
        nothing to ask, or no way to say what is better for the seat.
    """
    loaded = load(scenario, **changes)
    asked = loaded.asked.robust
    if len({str(cell.coordinates.get(asked.seat)) for cell in loaded.cells}) > 1:
        raise BadInput(f"{loaded.path}: its cells differ in {asked.seat}, which [robust] sets: leave it to [robust]")
    name, exact = name_of("metric", metric) or asked.metric, truth("exact", exact)
    chosen_metric = metric_asked(loaded.game, name)
    chosen = quantities(loaded, [chosen_metric])
    field = hands(loaded, field_of(loaded), "robust.policies", variants=True)
    restricted = hands(loaded, asked.restricted, "robust.restricted")
    repeats = hands(loaded, asked.repeats, "robust.repeats")
    if len(field) + len(chosen) + len(loaded.variants) + len(restricted) + len(repeats) < 3:
        raise BadInput(f"{loaded.path}: one policy, one side and no variants: there is nothing to ask")
    interests, sign = interest(loaded, asked.seat, chosen_metric, asked.better, "robust") if repeats else ([], 1)
    arms = [arm for hand in field for arm in hand.arms]
    arms += [loaded, *(hand.scenario for hand in restricted)] if restricted else []
    arms += [hand.scenario for hand in repeats]
    every = list(dict.fromkeys([*chosen, *interests]))
    table = Table(arms, every, exact=exact, jobs=threads(jobs), journal=journal, progress=progress)
    chosen, interests = table.seated(chosen) or chosen[:1], table.seated(interests)
    answer = headline(field, table, chosen)
    rows = [Seen("policy", *row) for row in answer.rows]
    restricted_rows, sentences = _restricted(loaded, restricted, table, chosen)
    repeated_rows, alarms = _alarms(field, repeats, table, interests, sign)
    return Robustness(
        loaded, chosen_metric, (*rows, *restricted_rows, *repeated_rows), answer.stands, answer.told, tuple(sentences),
        tuple(alarms), table.games,
    )  # fmt: skip


def _restricted(
    base: Scenario, restricted: Sequence[Hand], table: Table, chosen: Sequence[Quantity]
) -> tuple[list[Seen], list[str]]:
    """Each restricted policy against that of the file."""
    level = 1 - family_level(base.asked.compare.alpha, max(1, len(restricted) * len(chosen)))
    rows, sentences = [], []
    for hand in restricted:
        for quantity in chosen:
            estimate = table.difference(hand.scenario, base, quantity)
            word = worded(estimate, level)
            rows.append(
                Seen("restricted", hand.name, "", quantity.side, estimate.size, *estimate.interval(level), word)
            )
            sentences.append(
                f"{hand.name}: {quantity.metric.title} ({quantity.side}): {word}, "
                f"{estimated(estimate, quantity.metric, level)} against the policy of the file."
            )
    return rows, sentences


def _alarms(
    field: Sequence[Hand], repeats: Sequence[Hand], table: Table, chosen: Sequence[Quantity], sign: int
) -> tuple[list[Seen], list[str]]:
    """Each repeating policy against every policy of the field: an alarm where it is better than all, beyond chance.

    "Better than all" is an intersection-union test (Berger 1982), so the family counts policies and sides, not rivals.
    """
    level = 1 - family_level(field[0].scenario.asked.compare.alpha, max(1, len(repeats) * len(chosen)))
    rows, alarms = [], []
    for hand in repeats:
        for quantity in chosen:
            rivals = [(other.name, table.difference(hand.scenario, other.scenario, quantity)) for other in field]
            rival, estimate = min(rivals, key=lambda pair: _ahead(pair[1], sign, level))
            beats = _ahead(estimate, sign, level) > 0
            word = "beats the field" if beats else f"does not beat {rival}"
            rows.append(Seen("repeats", hand.name, "", quantity.side, estimate.size, *estimate.interval(level), word))
            if beats:
                alarms.append(
                    f"{hand.name} beats the field ({quantity.side}): {quantity.metric.title} "
                    f"{estimated(estimate, quantity.metric, level)} against its closest rival, {rival}."
                )
    return rows, alarms


def _ahead(estimate: Estimate, sign: int, level: float) -> float:
    """The lower bound of how much better it is; below 0 it may be worse."""
    return min(sign * end for end in estimate.interval(level))
