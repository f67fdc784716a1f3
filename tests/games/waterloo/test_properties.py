"""Whole battles: what holds in all of them, whatever is played."""

import numpy as np
import pytest
from conftest import JIT
from games.waterloo.referee import Referee
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit import games
from simkit.core.board import new_board
from simkit.core.log import MOST_EVENTS, events
from simkit.games.waterloo.schema import N_FRENCH, NOWHERE, OUTCOME, STATE, TALLY, Event, Fate

GAME, FIGURES = games.get("waterloo"), games.figures("waterloo")
KERNELS = games.kernels(GAME)
POLICIES = tuple(GAME.policies)
RULES, _ = GAME.compile_rules(FIGURES, {})
FUZZ = 10_000 if JIT else 30
WATCHED = 15 if JIT else 2


def compiled(french: str, allied: str):
    setup, faults = GAME.compile_setup(FIGURES, {}, "WHOLE_GAME", {"french": french, "allied": allied})
    assert faults == []
    return setup


def play(rules, cell, first: int, seed: int = 1815, log: int = 0, n: int = 1):
    board, outcomes = new_board(STATE, TALLY, seed, log), np.zeros(n, OUTCOME)
    KERNELS.simulate(rules, cell.setups, cell.policies, first, board, outcomes)
    return board, outcomes


def assert_whole(board) -> None:
    """No two units in a hex; every strength point on the map, destroyed, gone or to come; zones as they should be."""
    state = board.states[0]
    units, on_map = state["units"], state["units"]["fate"] == Fate.ON_MAP
    hexes = units["hex"][on_map]
    assert len(set(hexes.tolist())) == len(hexes)
    assert (state["at"][hexes] == np.flatnonzero(on_map) + 1).all()
    assert (state["at"] > 0).sum() == on_map.sum()
    assert (units["hex"][~on_map] == NOWHERE).all()
    for side, army in ((0, units[:N_FRENCH]), (1, units[N_FRENCH:])):
        fates = {fate: int(army["strength"][army["fate"] == fate].sum()) for fate in Fate}
        assert sum(fates.values()) == army["strength"].sum()
        assert fates[Fate.DESTROYED] == state["lost"][side]
        zone, pressure = np.zeros(len(state["at"]), int), np.zeros(len(state["at"]), int)
        for unit in army[army["fate"] == Fate.ON_MAP]:
            near = RULES["beside"][unit["hex"]]
            zone[near[near != NOWHERE]] += 1
            pressure[near[near != NOWHERE]] += unit["strength"]
        assert (zone == state["zone"][side]).all()
        assert (pressure == state["pressure"][side]).all()
    assert (state["units"]["fate"] == Fate.EXITED).sum() == state["exited"]


def test_random_battles_break_no_rule_that_the_kernels_guard():
    """Illegal moves and attacks raise; and after each battle nothing is lost but what was destroyed."""
    cell = compiled("random", "random")
    for game in range(FUZZ):
        board, outcomes = play(RULES, cell, game)
        assert outcomes["ending"][0] in (1, 2, 3)
        if not JIT or game % 20 == 0:
            assert_whole(board)


@pytest.mark.parametrize("french", POLICIES)
@pytest.mark.parametrize("allied", ["random", "duke"])
def test_a_referee_finds_no_fault(french, allied):
    cell = compiled(french, allied)
    for game in range(WATCHED if french in ("random", "marshal") else max(WATCHED // 10, 1)):
        board, _ = play(RULES, cell, game, log=MOST_EVENTS)
        Referee(cell.setups[0]["units"]).watch(events(board.log))


@settings(max_examples=60 if JIT else 4, deadline=None)
@given(st.sampled_from(POLICIES), st.sampled_from(POLICIES), st.integers(0, 2**40), st.integers(0, 2**60))
def test_nothing_is_lost_but_what_is_destroyed(french, allied, game, seed):
    board, _ = play(RULES, compiled(french, allied), game, seed)
    assert_whole(board)


def test_the_log_folds_to_the_outcome():
    cell = compiled("marshal", "duke")
    for game in range(WATCHED):
        board, outcomes = play(RULES, cell, game, log=MOST_EVENTS)
        referee = Referee(cell.setups[0]["units"])
        referee.watch(events(board.log))
        outcome = outcomes[0]
        assert referee.lost == [outcome["french_lost"], outcome["allied_lost"]]
        assert len(referee.exited) == outcome["exited"]
        assert referee.wasted == 0
        assert referee.demoralized == bool(outcome["demoralized"])
        assert outcome["french_infantry"] + outcome["french_cavalry"] + outcome["french_artillery"] == referee.lost[0]
        assert outcome["attacker_lost"] + outcome["defender_lost"] == sum(referee.lost)
        arms = [outcome[f"allied_{where}"] for where in ("in_clear", "in_building", "in_woods_road")]
        assert sum(arms) == referee.lost[1]
        results = [outcome[name] for name in ("ae", "ar", "ee", "dr", "de")]
        assert sum(results) == outcome["attacks"]


FAR = 0  # hex 0101, that nobody is near at first
DOCTORED = (
    (Event.MOVES, "c", lambda value: FAR),
    (Event.ATTACKS, "d", lambda packed: packed - packed % 5 + (packed + 1) % 5),  # another result
    (Event.ATTACKS, "d", lambda packed: packed + 5 * 6 * 10**3),  # a stronger defence
    (Event.ATTACKS, "d", lambda packed: packed + 5 * 6 * 10),  # due another column
    (Event.ATTACKS, "d", lambda packed: packed + 5 * 6 * 10**2),  # of another ratio
    (Event.EXITS, "d", lambda edge: edge + 17),
    (Event.ATTACKS, "c", lambda guns: guns ^ 1),  # another bombards, or one less
    (Event.RETREATS, "c", lambda value: FAR),
    (Event.ADVANCES, "c", lambda value: FAR),
    (Event.DESTROYED, "c", lambda lost: lost + 1),
    (Event.ENTERS, "b", lambda value: FAR),
    (Event.ENDS, "b", lambda lost: lost + 1),
)


@pytest.mark.parametrize(("kind", "field", "change"), DOCTORED)
def test_the_referee_notices_what_is_wrong(kind, field, change):
    """A log that says otherwise in one place: of the first battle in which such a thing happens."""
    cell = compiled("marshal", "duke")
    logs = (events(play(RULES, cell, game, log=MOST_EVENTS)[0].log).copy() for game in range(10))
    log = next(log for log in logs if kind in log["kind"])
    first = int(np.flatnonzero(log["kind"] == kind)[0])
    log[field][first] = change(int(log[field][first]))
    with pytest.raises((AssertionError, KeyError)):
        Referee(cell.setups[0]["units"]).watch(log)
