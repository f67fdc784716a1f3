"""At every step of whole games: no chit is lost or doubled, and nobody has or is what the rules forbid."""

import numpy as np
import pytest
from conftest import JIT
from games.emperor.whole.tables import CATALOG, CHITS, FIGURES, SPACES, rules_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simkit.core.dice import random_dice
from simkit.core.log import new_log
from simkit.core.records import PLAYING
from simkit.games.emperor.encounter.rules.hands import count, size
from simkit.games.emperor.encounter.rules.possessions import n_treasures
from simkit.games.emperor.shared.schema import N_ARMS, N_CLUES, N_COMPANIONS, N_GOODS, N_SPELLS, N_VESSELS
from simkit.games.emperor.shared.terms import MAGIC_ARMS_FROM, N_IMPERIALS, Vessel
from simkit.games.emperor.whole import play, presets, setups
from simkit.games.emperor.whole.rules.discovery import discovered
from simkit.games.emperor.whole.rules.pools import fill_encounter_pool, treasures_in_pool
from simkit.games.emperor.whole.schema import STATE, TALLY
from simkit.games.emperor.whole.variants import VARIANTS

pytestmark = pytest.mark.skipif(JIT, reason="each kernel that Python calls would be compiled by itself")

PASSENGERS = {CHITS.index("elf_princess") + 1, CHITS.index("maid_marywin") + 1}
N_TREASURES = 34  # rulebook: Inventory of Game Parts
TURNS = 50
SWITCHES = {
    variant.key.name: st.sampled_from(list(variant.key.choices) or [False, True])
    for variant in VARIANTS
    if variant.key.kind in ("choice", "bool")
}


@st.composite
def tables(draw):
    """Players, their policies, switches and a seed."""
    n = draw(st.integers(2, 8))
    names = draw(st.permutations(CATALOG.character_names))[:n]
    policies = draw(st.lists(st.sampled_from(list(presets.POLICIES)), min_size=n, max_size=n))
    names_of_switches = draw(st.lists(st.sampled_from(list(SWITCHES)), max_size=8, unique=True))
    switches = {name: draw(SWITCHES[name]) for name in names_of_switches}
    optional = ("blood_and_guts", "traveling_together", "experience", "improved")
    switches |= {name: draw(st.booleans()) for name in optional}
    return names, policies, switches, draw(st.integers(0, 1 << 32))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(tables())
def test_chits_and_bounds_at_every_step(table):
    names, policies, switches, seed = table
    rules = rules_of(**switches)
    cell = {"characters": list(names), "seats": "fixed", "policies": policies}
    compiled, faults = setups.compile_setup(FIGURES, {}, "WHOLE_GAME", cell)
    assert faults == []
    state, tally = np.zeros(1, STATE)[0], np.zeros(1, TALLY)[0]
    dice, log = random_dice(seed), new_log()
    play.begin(rules, compiled.setups[0], compiled.policies, state, tally, dice, log)
    for _ in range(TURNS):
        hold_together(rules, state, bool(switches.get("arms_limit") == "five_kinds"))
        if state.ending != PLAYING:
            break
        assert state.seats[state.active].alive
        play.step(rules, compiled.setups[0], compiled.policies, state, tally, dice, log)
    hold_together(rules, state, bool(switches.get("arms_limit") == "five_kinds"))


def hold_together(rules, state, by_kind):
    """All that is true of every state between two turns."""
    seats = [state.seats[who] for who in range(state.n_players)]
    players = [seat.player for seat in seats]
    chits(rules, state, players)
    for who, (seat, player) in enumerate(zip(seats, players, strict=True)):
        bounds(rules, seat, player, by_kind)
        company(rules, state, who, seat)
    if state.ending == PLAYING and rules.imperials_end:
        assert discovered(rules, state) < rules.imperials_to_end[state.n_players]


def chits(rules, state, players):
    """No chit is in two hands, or more often in hands than there are."""
    for good in range(N_GOODS):
        held = sum(count(player.goods, good) for player in players)
        away = count(state.returned, good) + count(state.lost_goods, good)
        assert 0 <= held + away <= rules.goods_pool[good]
        assert good < N_IMPERIALS or count(state.returned, good) == 0
    for arm in range(N_ARMS):
        total = rules.magic_pool[arm] if arm >= MAGIC_ARMS_FROM else rules.fight.arms_pool[arm]
        assert sum(count(player.arms, arm) for player in players) + count(state.lost_arms, arm) <= total
    held = sum(map(n_treasures, players))
    lost = size(state.lost_goods) + sum(count(state.lost_arms, arm) for arm in range(MAGIC_ARMS_FROM, N_ARMS))
    assert held + size(state.returned) + lost + treasures_in_pool(rules, state) == N_TREASURES
    for clue in range(N_CLUES):
        assert sum(count(player.clues, clue) for player in players) <= 1
    for spell in range(N_SPELLS):
        assert sum(count(player.spells, spell) for player in players) <= rules.spell_copies
    for vessel in range(1, N_VESSELS):
        assert sum(player.vessel == vessel for player in players) <= rules.n_vessels[vessel]
    fill_encounter_pool(rules, state)
    assert all(n >= 0 for n in state.pool)
    assert state.battle.traded_goods == state.battle.traded_arms == 0


def bounds(rules, seat, player, by_kind):
    """What one player may have and be."""
    assert 0 <= player.wounds <= player.wound_number
    assert seat.alive == (player.wounds < player.wound_number)
    arms = [count(player.arms, arm) for arm in range(MAGIC_ARMS_FROM)]
    assert sum(min(n, 1) if by_kind else n for n in arms) <= rules.arms_limit
    spells = [spell for spell in range(N_SPELLS) if count(player.spells, spell)]
    assert all(count(player.spells, spell) == 1 and rules.spell_class[spell] == player.hero_class for spell in spells)
    assert len(spells) <= rules.class_spells[player.hero_class]
    assert 0 <= seat.space < len(SPACES)
    spot = rules.spaces[seat.space].spot
    assert player.vessel == Vessel.NONE or spot.sea or spot.coastal
    assert 0 <= player.vessel_wounds < max(1, rules.fight.vessels[player.vessel].wounds)
    travelling = [slot for slot in range(N_COMPANIONS) if player.companion_kinds[slot] > 0]
    assert len(travelling) == player.companions
    for slot in travelling:
        is_passenger = player.companion_kinds[slot] in PASSENGERS
        assert (seat.goals[slot] > 0) == is_passenger
    if not seat.alive:
        assert player.arms == player.goods == player.clues == player.spells == player.vessel == player.companions == 0


def company(rules, state, who, seat):
    """A company has a living leader and is in one place; nobody is at sea without a vessel of his or of his company."""
    if seat.company > 0 and seat.alive and state.ending == PLAYING:
        leader = state.seats[seat.company - 1]
        assert leader.alive
        assert leader.company == seat.company
        assert leader.space == seat.space
    if seat.alive and rules.spaces[seat.space].spot.sea and state.ending == PLAYING:
        others = [state.seats[other] for other in range(state.n_players) if state.seats[other].alive]
        fellows = [seat, *(other for other in others if 0 < seat.company == other.company)]
        assert any(fellow.player.vessel != Vessel.NONE for fellow in fellows)
