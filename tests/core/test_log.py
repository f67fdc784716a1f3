"""The log counts always, holds what fits, and tells when it did not."""

import pytest

from simkit.core.log import EVENT, MOST_EVENTS, emit, events, new_log


def written(log, n):
    for i in range(n):
        emit(log, i, 10 + i, i % 2, 1, 2, 3, 4)
    return log


def test_a_log_that_is_off_holds_and_counts_nothing():
    log = written(new_log(), 3)
    assert log.written == 0
    assert len(events(log)) == 0


def test_events_stand_in_the_order_in_which_they_happened():
    found = events(written(new_log(5), 3))
    assert found.dtype == EVENT
    assert found.tolist() == [(0, 10, 0, 1, 2, 3, 4), (1, 11, 1, 1, 2, 3, 4), (2, 12, 0, 1, 2, 3, 4)]


def test_a_log_holds_as_many_events_as_it_was_made_for():
    assert len(events(written(new_log(3), 3))) == 3
    assert len(events(new_log(3))) == 0


@pytest.mark.parametrize("size", [1, 3])
def test_a_log_that_is_too_short_counts_on_and_says_so(size):
    log = written(new_log(size), 4)
    assert log.written == 4
    with pytest.raises(ValueError, match=f"the log holds {size} events, the game wrote 4"):
        events(log)


def test_a_log_that_is_too_short_keeps_its_first_events_and_writes_no_further():
    short, long = written(new_log(2), 4), written(new_log(9), 4)
    assert short.rows[:3].tolist() == [*long.rows[:2].tolist(), (0,) * 7]


def test_a_log_of_more_events_than_its_memory_is_refused():
    assert new_log(MOST_EVENTS).capacity == MOST_EVENTS
    with pytest.raises(ValueError, match=f"at most {MOST_EVENTS:,} events"):
        new_log(MOST_EVENTS + 1)
