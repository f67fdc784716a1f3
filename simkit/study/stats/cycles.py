"""Where "beats" is not transitive: A beats B beats C beats A."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def cycles(beaten: Mapping[int, Sequence[int]]) -> list[tuple[int, ...]]:
    """For each number that stands in a cycle a shortest one, each cycle once and from its least number on.

    Parameters
    ----------
    beaten
        Whom each beats; who beats nobody may be left out.
    """
    shortest = {_from_least(cycle) for first in beaten if (cycle := _shortest(beaten, first))}
    return sorted(shortest, key=lambda cycle: (len(cycle), cycle))


def _shortest(beaten: Mapping[int, Sequence[int]], first: int) -> tuple[int, ...]:
    """A shortest way back to the first, step by step; empty where there is none."""
    ways: list[tuple[int, ...]] = [(first,)]
    seen = {first}
    for way in ways:
        for following in sorted(beaten.get(way[-1], ())):
            if following == first:
                return way
            if following not in seen:
                seen.add(following)
                ways.append((*way, following))
    return ()


def _from_least(cycle: tuple[int, ...]) -> tuple[int, ...]:
    start = cycle.index(min(cycle))
    return cycle[start:] + cycle[:start]
