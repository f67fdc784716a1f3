"""Whose interest a metric is: the policy keys of a cell, the seats that each governs, and what is better for them."""

from __future__ import annotations

from collections.abc import Sequence

from simkit.errors import BadInput
from simkit.games.faults import LONGEST_WORD
from simkit.games.metrics import Metric
from simkit.study.scenarios.changes import changed_setup
from simkit.study.scenarios.quantities import WIN_SHARE, Quantity, labels, quantities
from simkit.study.scenarios.scenario import Scenario

SIGNS = {"high": 1, "low": -1}


def seat_keys(scenario: Scenario) -> list[str]:
    """The keys of a cell that hold a policy."""
    return [key.name for key in scenario.game.keys(scenario.figures) if key.kind == "policy"]


def seat_named(scenario: Scenario, side: int | str) -> str:
    """The key of a side: its name, or its number from 1; `BadInput` if there is none."""
    keys = seat_keys(scenario)
    if str(side) in keys:
        return str(side)
    numbers = [str(number) for number in range(1, len(keys) + 1)]
    if str(side) in numbers:
        return keys[numbers.index(str(side))]
    shown = str(side)[:LONGEST_WORD] or "''"
    raise BadInput(f"there is no side {shown}: sides are 1 to {len(keys)} ({', '.join(keys)})")


def governed(scenario: Scenario, key: str) -> tuple[list[int], int]:
    """The seats whose policy a key sets, from 0 on, and how many seats there are, in the first cell."""
    cell = scenario._replace(cells=scenario.cells[:1])
    policies = []
    for name in scenario.game.policies:
        changed, faults = changed_setup(cell, {key: name})
        if not faults:
            policies.append(changed.cells[0].compiled.policies)
    seats = [
        seat_number
        for seat_number in range(len(policies[0]) if policies else 0)
        if any(records[seat_number].tobytes() != policies[0][seat_number].tobytes() for records in policies[1:])
    ]
    return seats, len(scenario.cells[0].compiled.policies)


def seats_of_their_own(scenario: Scenario) -> dict[str, list[int]]:
    """The keys that set the policy of some of several seats, each with these; where there are none, of all seats."""
    governs = {key: governed(scenario, key) for key in seat_keys(scenario)}
    own = {key: seats for key, (seats, n_seats) in governs.items() if seats and (len(seats) < n_seats or n_seats == 1)}
    return own or {key: seats for key, (seats, _) in governs.items() if seats}


def interest(scenario: Scenario, key: str, metric: Metric, better: str, where: str) -> tuple[list[Quantity], int]:
    """The quantities to improve for the seats that a key governs, and whether more (1) or less (-1) of them is better.

    A key that governs every seat: `better` decides, else the metric itself.  A key that governs some of several seats:
    win shares are those of these seats.  A metric from the records of these seats is theirs.  A metric whose name
    begins with the key is theirs, too; one whose name begins with another key belongs to the opponent.

    Parameters
    ----------
    better
        "high", "low", or "" to let the metric decide.
    where
        The table of the file that a complaint names, such as "tune".

    Raises
    ------
    BadInput
        Nothing says what is better for these seats, or `better` is against their interest.
    """
    seats, n_seats = governed(scenario, key)
    sign = SIGNS.get(better, metric.lucky)
    if not seats:
        raise BadInput(f"{scenario.path}: {key} sets the policy of no seat here")
    if n_seats < 2 or len(seats) == n_seats:
        if n_seats > 1 and metric.name == WIN_SHARE:
            raise BadInput(
                f"{scenario.path}: {key} is the policy of all {n_seats} seats, of which one wins what the others lose: "
                f"name the key of a single seat, or another metric"
            )
        return quantities(scenario, [metric]), sign
    if metric.name == WIN_SHARE and scenario.game.cast:
        return own_shares(scenario, key, seats), SIGNS.get(better, 1)
    if _place(scenario, metric) in seats:
        return quantities(scenario, [metric]), sign
    owner = _owner(
        metric, [other_key for other_key in seat_keys(scenario) if len(governed(scenario, other_key)[0]) == 1]
    )
    if owner:
        their_sign = metric.lucky if owner == key else -metric.lucky
        if better and sign != their_sign:
            raise BadInput(
                f'{scenario.path}: [{where}] better = "{better}" is worse for {key}: {metric.name} is of {owner}'
            )
        return quantities(scenario, [metric]), their_sign
    if not better:
        raise BadInput(
            f"{scenario.path}: nothing says whether more {metric.name} is better for {key}: "
            f'say [{where}] better = "high" or "low"'
        )
    return quantities(scenario, [metric]), sign


def own_shares(scenario: Scenario, key: str, seats: Sequence[int]) -> list[Quantity]:
    """Win shares of seats, whoever sits there, of each cell."""
    cast = scenario.game.cast
    assert cast is not None
    return [
        Quantity(
            cell,
            f"{key}{f' {seat_number + 1}' if len(seats) > 1 else ''}{'' if label == 'all' else f', {label}'}",
            Metric(WIN_SHARE, "win share", "share", "", f"{cast.column}.{seat_number}.share", cast.whole),
        )
        for cell, label in enumerate(labels(scenario))
        for seat_number in seats
    ]


def by_character(scenario: Scenario, chosen: Sequence[Quantity]) -> list[Quantity]:
    """The same quantities, those of a seat in which several characters sit apart by these."""
    cast = scenario.game.cast
    parts: list[Quantity] = []
    for quantity in chosen:
        seat_number = _place(scenario, quantity.metric)
        if cast is None or not cast.who or quantity.metric.name != WIN_SHARE or seat_number < 0:
            parts.append(quantity)
            continue
        parts += [
            quantity._replace(side=f"{name} in {quantity.side}", member=member, seat=seat_number)
            for member, name in enumerate(cast.names(scenario.figures))
        ]
    return parts


def _place(scenario: Scenario, metric: Metric) -> int:
    """The number of the seat whose record holds a metric's column, as in "players.0.share"; -1 for none.

    A record of a character, such as "heroes.0.share", is that of whoever sits there.
    """
    cast = scenario.game.cast
    records, _, rest = metric.column.partition(".")
    number = rest.partition(".")[0]
    return int(number) if number.isdecimal() and (cast is None or records == cast.column) else -1


def _owner(metric: Metric, keys: Sequence[str]) -> str:
    """The key that a metric is named after; "" for none."""
    return next((key for key in keys if metric.name.lower().startswith(f"{key}_")), "")
