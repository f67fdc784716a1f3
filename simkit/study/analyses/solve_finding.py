"""What perfect play comes to, in tables, sentences and a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.study.analyses.finding import Finding
from simkit.study.analyses.solve_cases import Case
from simkit.study.analyses.solve_rules import Rules, rules_of
from simkit.study.report import text_tables
from simkit.study.runs.perfect import Perfect
from simkit.study.runs.perfect_decisions import Met, decisions_met
from simkit.study.scenarios.goals import Goal
from simkit.study.scenarios.labels import coordinates_text, flat
from simkit.study.scenarios.scenario import Scenario
from simkit.text import counted

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.pictures import Draw
    from simkit.study.report.plots import Axes, Figure

BEST, POLICY = "best", "policy"
NEGLIGIBLE = 1e-9  # a loss that is none


class Row(NamedTuple):
    """A policy in a case."""

    coordinates: dict[str, Any]
    policy: str
    value: float  # of what is played for
    best: float
    regret: float  # what the policy loses to the best


class Solved(NamedTuple):
    """The best of a case."""

    case: Case
    answer: Perfect

    @property
    def coordinates(self) -> dict[str, Any]:
        """What sets the case apart from others."""
        return self.case.coordinates

    @property
    def met(self) -> list[Met]:
        """Every decision that perfect play meets, in the first of its setups."""
        case = self.case
        return decisions_met(case.opened, case.first, case.asked.goal, case.asked.seats)


@dataclass(frozen=True, repr=False)
class Solve(Finding):
    """What `solve` found."""

    scenario: Scenario
    goal: Goal
    seat: str
    cases: tuple[Solved, ...]
    rows: tuple[Row, ...]  # every policy in every case
    explains: bool = False
    games: int = 0

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row a case and policy: what it reaches, the best, and what it loses to the best."""
        import pandas as pd

        return pd.DataFrame([{**flat(row.coordinates), **dict(list(row._asdict().items())[1:])} for row in self.rows])

    @cached_property
    def perfect(self) -> pd.DataFrame:
        """A row a case: the best, how it was found, and every metric and ending under perfect play."""
        import pandas as pd

        return pd.DataFrame([{**flat(case.coordinates), **self._found(case.answer)} for case in self.cases])

    @cached_property
    def _met(self) -> list[list[Met]]:
        return [solved.met for solved in self.cases]

    @cached_property
    def decisions(self) -> pd.DataFrame:
        """A row a case and decision that perfect play meets: the state, what is chosen, and what the next best loses.

        Of a cell with several setups the decisions of the first one.
        """
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    **flat(solved.coordinates), "decision": one.decision, **one.state, "seen": one.seen,
                    "chosen": one.choices[one.chosen], "worth": one.values[one.chosen], "next_best_loses": one.loses,
                    "met": one.met, "at_stake": one.stake,
                }
                for solved, met in zip(self.cases, self._met, strict=True)
                for one in met
            ]
        )  # fmt: skip

    @cached_property
    def rules(self) -> list[list[Rules]]:
        """Of each case the decisions of perfect play, told by a few rules."""
        return [rules_of(met) for met in self._met]

    @property
    def sentences(self) -> list[str]:
        """How good anybody could be, who comes nearest, and what limits the answer."""
        return [*self._best(), *self._nearest(), *self._at_the_limit(), *self._explained(), self._basis()]

    def tables(self) -> dict[str, pd.DataFrame]:
        """What policies lose, and what perfect play brings."""
        return {"regret": self.frame, "perfect": self.perfect}

    def pictures(self) -> dict[str, Draw]:
        """What policies lose."""
        return {"regret": self.plot}

    def page(self) -> Iterator[text_tables.Table | str]:
        """The best of each case and what each policy loses to it, then the sentences."""
        names = list(dict.fromkeys(row.policy for row in self.rows))
        regrets = {(self._label(row.coordinates), row.policy): row.regret for row in self.rows}
        rows = []
        for case in self.cases:
            label = self._label(case.coordinates)
            texts = (self._text(regrets[label, name]) if (label, name) in regrets else "" for name in names)
            rows.append((label, self._text(self.goal.shown(case.answer.worth)), *texts))
        caption = f"{BEST}: {self.goal.title}{self._in_unit}; then what each policy loses to it, in {self._lost_unit}"
        yield text_tables.table(self.scenario.title, ("cell", BEST, *names), rows)
        yield caption + "."
        yield from self.sentences

    def plot(self, ax: Axes | None = None) -> Figure:
        """What each policy loses to the best, case by case; `ax` to draw on."""
        from simkit.study.report import plots

        frame = self.frame.assign(cell=[self._label(row.coordinates) for row in self.rows])
        order = list(dict.fromkeys(frame["cell"])), list(dict.fromkeys(frame[POLICY]))
        table = frame.pivot_table(index="cell", columns=POLICY, values="regret", sort=False).loc[order]
        several = len(self.cases) > 1
        return plots.dots(
            table if several else table.T,
            title=self.scenario.title,
            subtitle=f"What each policy loses to perfect play, in {self._lost_unit}: {self.goal.title}."
            + ("\nThe bar is the mean over the policies." if several else ""),
            scale=100 if self.goal.is_share else 1,
            unit=self._lost_unit,
            ax=ax,
        )

    def _found(self, answer: Perfect) -> dict[str, Any]:
        """A row of `perfect`; the first columns have names that no metric has."""
        return {
            "best": self.goal.shown(answer.worth),
            "bound_error": answer.error,
            "lost_at_limit": answer.lost,
            "at_limit": answer.unended,
            "expected_steps": answer.steps,
            "n_states": answer.n_states,
            "n_ways": answer.n_ways,
            **answer.means,
        }

    def _best(self) -> Iterator[str]:
        best = sorted((self.goal.shown(case.answer.worth), self._label(case.coordinates)) for case in self.cases)
        (low, first), (high, last) = best[0], best[-1]
        title = self.goal.title
        what = title if self.goal.is_table else f"\N{LEFT DOUBLE QUOTATION MARK}{title}\N{RIGHT DOUBLE QUOTATION MARK}"
        if len(best) == 1:
            yield f"At best {what} is {self._text(low)}{self._unit}."
        else:
            ends = f"{self._text(low)}{self._unit} ({first}) to {self._text(high)}{self._unit} ({last})"
            yield f"At best {what} is {ends}."

    def _nearest(self) -> Iterator[str]:
        """Who loses least over all cases."""
        lost = self.frame.groupby(POLICY, sort=False)["regret"].agg(["mean", "max", "count"])
        lost = lost[lost["count"] == lost["count"].max()]
        name = str(lost["mean"].idxmin())
        mean, most = lost.loc[name, "mean"], lost.loc[name, "max"]
        if most <= NEGLIGIBLE:
            yield f"Of the policies {name} plays perfectly."
        elif len(self.cases) == 1:
            yield f"Of the policies {name} comes nearest: it loses {self._text(most)} {self._lost_unit}."
        else:
            yield (
                f"Of the policies {name} comes nearest: it loses {self._text(mean)} {self._lost_unit} on average, "
                f"{self._text(most)} where it loses most."
            )

    def _at_the_limit(self) -> Iterator[str]:
        limit = self.scenario.game.entries[self.scenario.entry].limit.field
        for case in self.cases:
            if case.answer.lost > 0:
                yield (
                    f"{self._label(case.coordinates)}: the best hangs on the limit of steps ({limit}): who does not "
                    f"count them plays until it in {100 * case.answer.unended:.4f} % of the plays, and loses "
                    f"{self._text(case.answer.lost)} {self._lost_unit}."
                )

    def _explained(self) -> Iterator[str]:
        """The best policy of each case in rules, where that was asked for."""
        for solved, told in zip(self.cases, self.rules, strict=True) if self.explains else ():
            for one in told:
                yield f"{self._label(solved.coordinates)}, {one.decision}: {self._told(one)}."

    def _told(self, one: Rules) -> str:
        rules = sorted(one.rules, key=lambda rule: -rule.met)
        texts = [f"{rule.choice} if {rule.when}" if rule.conditions else f"always {rule.choice}" for rule in rules]
        lost = f"loses {self._text(one.loses)} {self._lost_unit}"
        saved = f"; saves {self._text(one.saves)} against always the same" if len(rules) > 1 else ""
        return f"{'; '.join(texts)} ({lost}{saved})"

    def _basis(self) -> str:
        states = counted(sum(case.answer.n_states for case in self.cases), "state")
        return f"Exact, from {states}; best over the decisions that the README of {self.scenario.game.name} lists."

    def _label(self, coordinates: dict[str, Any]) -> str:
        differing = {
            name: value
            for name, value in coordinates.items()
            if any(case.coordinates[name] != value for case in self.cases)
        }
        return coordinates_text(differing) or "all"

    def _text(self, value: float) -> str:
        shown = f"{100 * value:.4f}" if self.goal.is_share else f"{value:.4f}"
        return shown.replace("-", "\N{MINUS SIGN}")

    @property
    def _unit(self) -> str:
        """After a number."""
        unit = "%" if self.goal.is_share else "" if self.goal.is_table else self.goal.weights[0][0].unit
        return f" {unit}" if unit else ""

    @property
    def _in_unit(self) -> str:
        return f", in{self._unit}" if self._unit else ""

    @property
    def _lost_unit(self) -> str:
        return "percentage points" if self.goal.is_share else self._unit.strip() or "points of worth"
