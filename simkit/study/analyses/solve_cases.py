"""What perfect play is asked of: cells, the seat that plays, and the policies that are held against it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit import games
from simkit.errors import BadInput
from simkit.games.faults import short, suggest
from simkit.study.analyses.interests import governed, seat_keys
from simkit.study.runs.exact_odds import check_exact_entry
from simkit.study.runs.tasks import key_of, question
from simkit.study.scenarios.changes import changed_setup
from simkit.study.scenarios.goals import Goal, goal_asked
from simkit.study.scenarios.labels import spoken
from simkit.study.scenarios.scenario import Cell, Scenario

if TYPE_CHECKING:
    from simkit.study.runs.journal import Key


class Asked(NamedTuple):
    """What is asked of each cell."""

    goal: Goal
    seat: str  # the key of a cell that says who plays
    seats: list[int]


class Case(NamedTuple):
    """Cells of an arm that differ in the asked seat's policy alone: they have one best."""

    arm: Scenario
    opened: Scenario  # the arm, with every decision of the asked seat left open
    cells: list[int]
    asked: Asked

    @property
    def first(self) -> Cell:
        """The cell that speaks for all."""
        return self.opened.cells[self.cells[0]]

    @property
    def coordinates(self) -> dict[str, Any]:
        """What sets the case apart from others."""
        return {name: value for name, value in self.first.coordinates.items() if name != self.asked.seat}

    @property
    def key(self) -> Key:
        """The key of the answer in a journal."""
        weights = [(metric.name, weight) for metric, weight in self.asked.goal.weights]
        return key_of(question("perfect", [self.opened], self.cells[0], [weights, self.asked.seats]))

    def held_against(self) -> Iterator[tuple[str, Scenario, int]]:
        """Policies by name, with a scenario and a cell in which each plays.

        Those that are asked for, else the game's; then those that the cells play by.
        """
        seat, names = self.asked.seat, set()
        one = self.arm._replace(cells=(self.arm.cells[self.cells[0]],))
        for policy in self.arm.asked.solve.policies or list(self.arm.game.policies):
            names.add(str(spoken(policy)))
            yield str(spoken(policy)), _under(one, seat, policy), 0
        for number in self.cells:
            name = str(spoken(self.arm.cells[number].values.get(seat, "")))
            if name and name not in names:
                names.add(name)
                yield name, self.arm, number


def check_solvable(scenario: Scenario) -> None:
    """`BadInput` where perfect play of an entry cannot be computed, and why."""
    check_exact_entry(scenario)
    if scenario.entry not in scenario.game.solvable_entries:
        able = [f"{name} {entry}" for name in games.names() for entry in games.get(name).solvable_entries]
        raise BadInput(
            f"{scenario.path}: no policy of {scenario.entry} leaves all decisions open to be chosen, or they are too "
            f"many; entries of which perfect play is found: {', '.join(able)}"
        )


def asked_of(scenario: Scenario, goal: Any, seat: str) -> Asked:
    """What is asked, from the goal and the seat as a user says them; `BadInput` with what is wrong."""
    keys, key = seat_keys(scenario), seat or scenario.asked.solve.seat
    if key and key not in keys:
        raise BadInput(f"{scenario.path}: unknown seat {short(key)}{suggest(key, keys)}")
    key = key or keys[0]
    return Asked(goal_asked(scenario.game, goal, f"{scenario.path}: goal"), key, governed(scenario, key)[0])


def cases_of(arm: Scenario, asked: Asked) -> list[Case]:
    """The cells of an arm, those together that differ in the asked policy alone."""
    opened = _under(arm, asked.seat, arm.game.entries[arm.entry].open_policy)
    cells: dict[bytes, list[int]] = {}
    for number, cell in enumerate(opened.cells):
        cells.setdefault(b"".join(record.tobytes() for record in cell.records), []).append(number)
    return [Case(arm, opened, numbers, asked) for numbers in cells.values()]


def _under(arm: Scenario, seat: str, policy: Any) -> Scenario:
    changed, faults = changed_setup(arm, {seat: policy})
    if faults:
        raise BadInput(f"{arm.path}: {spoken(policy)}: {fault.message}" for fault in faults)
    return changed
