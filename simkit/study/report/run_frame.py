"""What `sk.run` gives: a frame that knows what it rests on, and its long form."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import pandas as pd

from simkit.study.report.frames import labelled
from simkit.study.runs.answer_folder import facts_of, figures_of
from simkit.study.scenarios.quantities import all_policies
from simkit.text import counted, visible

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Scenario

MOST_ROWS = 10


class RunFrame(pd.DataFrame):
    """A row a cell.  `attrs` says what was played: game, version, seed, games, rules, policies, figures, units."""

    _metadata = ["scenario"]  # noqa: RUF012 - pandas' own way to keep a field
    scenario: Scenario  # the cells of base and variants

    @property
    def _constructor(self) -> Any:
        """Whatever is made of it, by choosing rows or columns, is a plain frame."""
        return pd.DataFrame

    def tidy(self) -> pd.DataFrame:
        """A row a cell and quantity: title, kind and unit, value, low and high (95 %)."""
        frame = labelled(self.scenario, pd.DataFrame(self))
        frame.attrs = dict(self.attrs)
        return frame

    def _repr_html_(self) -> str:
        """The first rows, and what they rest on."""
        facts = self.attrs
        said = visible(f"{facts['title']}: {counted(facts['games_a_cell'], 'game')} a cell, seed {facts['seed']}. ")
        rows = pd.DataFrame(self).head(MOST_ROWS).to_html(index=False, float_format="{:.4g}".format, escape=True)
        more = f"<p><em>{MOST_ROWS} of {len(self):,} rows</em></p>" if len(self) > MOST_ROWS else ""
        return f"<p>{escape(said)}Policies: {escape(visible(facts['policies']))}.</p>{rows}{more}"


def run_frame(scenario: Scenario, frame: pd.DataFrame) -> RunFrame:
    """A summary with what it rests on."""
    whole = RunFrame(frame)
    whole.scenario = scenario
    rests_on: dict[Any, Any] = {
        **facts_of(scenario),
        "policies": all_policies([scenario]),
        "figures": figures_of(scenario),
        "units": {
            metric.name: "share of games" if metric.is_share else metric.unit for metric in scenario.game.metrics
        },
        "titles": {metric.name: metric.title for metric in scenario.game.metrics},
        "intervals": 0.95,
    }
    whole.attrs = rests_on
    return whole
