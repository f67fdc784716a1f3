"""The pictures of a run, by name."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from simkit.games.faults import slug
from simkit.games.metrics import Census, Metric
from simkit.study.report.frames import coordinate_columns
from simkit.study.report.pictures import LEVEL, heat_map, played, provenance, shares_of_games, win_shares
from simkit.study.report.run_conclusion import conclusion, upper
from simkit.study.report.standings import characters, seat_wins
from simkit.study.report.standings import lines as standing_lines
from simkit.study.runs.tally import Tally, census_counts, merge
from simkit.study.scenarios.labels import in_words
from simkit.study.scenarios.quantities import all_policies
from simkit.study.scenarios.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.pictures import Draw
    from simkit.study.report.plots import Figure

MOST_LABELS = 20  # of a census


def run_pictures(scenario: Scenario, tallies: list[Tally], frame: "pd.DataFrame") -> "Iterator[tuple[str, Draw]]":
    """The pictures of a run by name; nothing is drawn before they are called."""
    if scenario.game.cast and len(tallies) == 1:
        yield "wins_by_character", partial(_draw_winners, scenario, tallies[0])
        yield "wins_by_seat", partial(_draw_seats, scenario, tallies[0])
    yield from _heat_maps(scenario, frame, " ".join(conclusion(scenario, tallies)))
    total = merge(tallies, scenario.game)
    for census, counts in census_counts(scenario, total):
        if not census.several and sum(count > 0 for count in counts.values()) > 1:
            yield census.name, partial(_draw_census, scenario, census, counts)
    if "draw_run" in scenario.game.abilities:
        yield "map", partial(_draw_map, scenario, total)


def _draw_winners(scenario: Scenario, tally: Tally) -> "Figure":
    finding = " ".join(conclusion(scenario, [tally]))
    return win_shares(scenario, characters(scenario, tally), list(standing_lines(scenario, tally)), finding=finding)


def _draw_seats(scenario: Scenario, tally: Tally) -> "Figure":
    wins = {f"seat {number}": count for number, count in enumerate(seat_wins(scenario, tally), 1)}
    alone = sum(wins.values())
    fair = alone / tally.n / len(wins) if wins else None
    shown = "Share of games that each seat wins alone; the line is what each would win if all were equal."
    title, subtitle = f"Seats win {_extent(wins, tally.n)}", f"{scenario.title} {shown}"
    return shares_of_games(scenario, wins, tally.n, title=title, subtitle=subtitle, line=fair)


def _draw_census(scenario: Scenario, census: Census, counts: dict[str, int]) -> "Figure":
    """What befell so many, as shares of all that it befell, the commonest above."""
    seen = dict(sorted(((label, count) for label, count in counts.items() if count), key=lambda item: -item[1]))
    (first, most), n = next(iter(seen.items())), sum(seen.values())
    left = f"; {len(seen) - MOST_LABELS} rarer ones are left out" if len(seen) > MOST_LABELS else ""
    title = f"{upper(census.title)}: most often {in_words(first)}, {100 * most / n:.1f} % of {n:,}"
    shown = dict(list(seen.items())[:MOST_LABELS])
    return shares_of_games(scenario, shown, n, title=title, subtitle=f"{scenario.title} Share of these {n:,}{left}.")


def _extent(counts: dict[str, int], n: int) -> str:
    least, most = (100 * end(counts.values(), default=0) / n for end in (min, max))
    return f"{least:.1f} to {most:.1f} % of the games alone"


def _draw_map(scenario: Scenario, total: Tally) -> "Figure":
    from simkit.study.report import plots

    counts = {census.name: counts for census, counts in census_counts(scenario, total)}
    drawing = scenario.game.abilities["draw_run"](scenario.figures, counts, total.n)
    note = f"{drawing.note} Policies: {all_policies([scenario])}."
    return plots.draw(drawing._replace(note=note))


def _heat_maps(scenario: Scenario, frame: "pd.DataFrame", finding: str) -> "Iterator[tuple[str, Draw]]":
    """A heat map over the first two axes; where there is a third, one for each of its values."""
    axes = list(coordinate_columns(scenario).values())
    if not 2 <= len(axes) <= 3 or len(scenario.cells) < 4 or frame.duplicated(axes).any():
        return
    metric = scenario.game.pictured(scenario.entry)
    name = f"{metric.name}_by_{slug(axes[1])}"
    if len(axes) == 2:
        yield name, partial(_draw_heat_map, scenario, frame, metric, finding)
        return
    for number, value in enumerate(dict.fromkeys(frame[axes[2]])):
        part, title = frame[frame[axes[2]] == value], f"{scenario.title} ({axes[2]}: {value})"
        yield f"{name}_{slug(str(value)) or number}", partial(_draw_heat_map, scenario, part, metric, title)


def _draw_heat_map(scenario: Scenario, frame: "pd.DataFrame", metric: Metric, title: str) -> "Figure":
    names, (rows, columns) = list(scenario.cells[0].coordinates), list(coordinate_columns(scenario).values())[:2]
    return heat_map(
        frame, metric.name, rows, columns,
        title=title,
        subtitle=f"{scenario.title} Share of games in which {metric.title}, in per cent, and its {LEVEL} interval; "
        f"{names[0]} down, {names[1]} across.",
        label=metric.title,
        note=f"{played(scenario)} {provenance(scenario)}",
    )  # fmt: skip
