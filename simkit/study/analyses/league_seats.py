"""The seats of a league: whose policy each turn betters, against whom it is played, and which way is better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from simkit.errors import BadInput
from simkit.games.keys import Key
from simkit.games.metrics import Metric
from simkit.study.analyses.interests import governed, interest, seat_keys
from simkit.study.analyses.threshold_search import in_words, thresholds, usual_policy
from simkit.study.scenarios.changes import changed_setup
from simkit.study.scenarios.mixtures import Slot
from simkit.study.scenarios.quantities import Quantity
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.toml_lines import read_toml

FIELD = "field"  # the slot of the others' policies

Policy = Mapping[str, Any]  # a kind and all thresholds
Profile = Mapping[str, Policy]  # by seat
Weighted = Sequence[tuple[float, Policy]]


class Seat(NamedTuple):
    """A key whose policy takes turns."""

    key: str
    followers: tuple[str, ...]  # keys of every seat, this one included: the others play what this one has kept
    usual: dict[str, Any]
    varied: list[Key]
    chosen: list[Quantity]
    sign: int  # -1 where less of the metric is better for the seat


def seats_of(scenario: Scenario, metric: Metric) -> list[Seat]:
    """The seats of [league] seats; by default all keys that hold the policy of some of several seats.

    Raises
    ------
    BadInput
        For a league without a seat or a threshold to vary; where nothing says what is better for a seat.
    """
    try:
        return _seats(scenario, metric)
    except BadInput as error:
        line = read_toml(scenario.path).line(("league",)) if scenario.path.is_file() else 0
        begin = f"{scenario.path}:{line}:" if line else f"{scenario.path}:"
        raise BadInput([text.replace(f"{scenario.path}:", begin, 1) for text in error.lines]) from None


def _seats(scenario: Scenario, metric: Metric) -> list[Seat]:
    asked = scenario.asked.league
    places = {key: governed(scenario, key) for key in seat_keys(scenario)}
    everybody = tuple(key for key, (its_seats, n_seats) in places.items() if 1 < n_seats == len(its_seats))
    names = asked.seats or [key for key, (its_seats, _) in places.items() if its_seats and key not in everybody]
    if not names:
        raise BadInput(f"{scenario.path}: no key holds the policy of a single seat: a league has nobody to better")
    seats = [_seat(scenario, name, everybody, metric) for name in names]
    if not all(seat.varied for seat in seats):
        raise BadInput(f"{scenario.path}: a league without a threshold or a choice to vary")
    return seats


def _seat(scenario: Scenario, name: str, everybody: Sequence[str], metric: Metric) -> Seat:
    asked = scenario.asked.league
    usual = usual_policy(scenario, name)
    chosen, sign = interest(scenario, name, metric, asked.better, "league")
    followers = tuple(key for key in everybody if key != name)
    return Seat(name, followers, usual, thresholds(scenario, usual, asked), chosen, sign)


def field_of(history: Sequence[Profile]) -> list[tuple[float, Profile]]:
    """Whom a seat meets: half the current profile, half all kept ones alike; the current one is the last."""
    return [*((0.5 / len(history), profile) for profile in history), (0.5, history[-1])]


def field_slot(scenario: Scenario, seat: Seat, field: Sequence[tuple[float, Profile]]) -> list[Slot]:
    """The policies of the others, as each game draws them; the same ones count together."""
    weights: dict[str, float] = {}
    values: dict[str, dict[str, Any]] = {}
    for weight, profile in field:
        change = {key: in_words(scenario, policy) for key, policy in profile.items() if key != seat.key}
        change |= {key: in_words(scenario, profile[seat.key]) for key in seat.followers}
        if change:
            weights[str(change)] = weights.get(str(change), 0.0) + weight
            values[str(change)] = change
    return [Slot(FIELD, tuple((weight, values[name]) for name, weight in weights.items()))] if weights else []


def mixed_slots(scenario: Scenario, seat: Seat, ending: Mapping[str, Weighted]) -> list[Slot]:
    """The policies of the others at the end of a league, each seat's drawn by itself."""
    others = {key: parts for key, parts in ending.items() if key != seat.key}
    others |= dict.fromkeys(seat.followers, ending[seat.key])
    return [own_slot(scenario, key, parts, FIELD) for key, parts in others.items()]


def own_slot(scenario: Scenario, key: str, parts: Weighted, of: str = "") -> Slot:
    """What a key plays, as each game draws it."""
    choices = tuple((weight, {key: in_words(scenario, policy)}) for weight, policy in parts)
    return Slot(f"{of} {key}".strip(), choices)


def drawn(scenario: Scenario, slots: Sequence[Slot]) -> Scenario:
    """The scenario, played by what is drawn."""
    changed, faults = changed_setup(scenario, {}, slots)
    if faults:
        raise BadInput([f"{scenario.path}: {fault.message}" for fault in faults])
    return changed
