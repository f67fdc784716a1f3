"""A run in a sentence."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any

from simkit.study.report.frames import summary
from simkit.study.report.pivots import ENDS, estimate_text
from simkit.study.report.standings import characters
from simkit.study.runs.tally import Tally
from simkit.study.scenarios.labels import in_words
from simkit.study.scenarios.quantities import labels
from simkit.study.scenarios.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

Row = dict[Hashable, Any]


def conclusion(scenario: Scenario, tallies: list[Tally]) -> Iterator[str]:
    """Who wins most and least; else how far the pictured metric goes from cell to cell."""
    if scenario.game.cast and len(tallies) == 1:
        yield from _winners(scenario, tallies[0])
        return
    frame = summary(scenario, tallies)
    yield _one(scenario, frame) if len(tallies) == 1 else _span(scenario, frame)


def telling_cell(scenario: Scenario, tallies: list[Tally]) -> int:
    """The cell whose games show the answer best: the one with the most of the pictured metric."""
    name = scenario.game.pictured(scenario.entry).name
    return int(summary(scenario, tallies)[name].fillna(0).to_numpy().argmax())


def _winners(scenario: Scenario, tally: Tally) -> Iterator[str]:
    frame = characters(scenario, tally)
    if len(frame) < 2:
        return
    assert scenario.game.cast is not None
    title = scenario.game.cast.title
    (best, most), (worst, least) = ((row[title], _text("share", "wins", row)) for row in _ends(frame))
    alike = f"if all won alike, each would win {100 * frame['wins'].mean():.1f} %"
    yield f"Of the games with each {title}, {best} wins most, {most}, and {worst} least, {least}; {alike}."


def _ends(frame: pd.DataFrame) -> list[Row]:
    """The first row and the last."""
    return [frame.iloc[index].to_dict() for index in (0, -1)]


def _one(scenario: Scenario, frame: pd.DataFrame) -> str:
    metric = scenario.game.pictured(scenario.entry)
    text = _text(metric.kind, metric.name, frame.iloc[0].to_dict())
    return f"{upper(metric.title)} in {text} of games." if metric.is_share else f"{upper(metric.title)}: {text}."


def _span(scenario: Scenario, frame: pd.DataFrame) -> str:
    metric, sides = scenario.game.pictured(scenario.entry), labels(scenario)
    ordered = frame[metric.name].sort_values().dropna().index
    if not len(ordered):
        return f"{upper(metric.title)}: no game counts."
    least, most = (
        f"{in_words(sides[index])}, {_text(metric.kind, metric.name, frame.loc[index].to_dict())}"
        for index in (ordered[0], ordered[-1])
    )
    return f"{upper(metric.title)}: least for {least}; most for {most}."


def upper(title: str) -> str:
    """A title with a capital letter."""
    return title[:1].upper() + title[1:]


def _text(kind: str, name: str, row: Row) -> str:
    return estimate_text(kind, *(row[name + end] for end in ENDS))
