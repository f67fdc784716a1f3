"""[2. Turn in Clues] Clues at their places, passengers at their destinations."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.emperor.encounter.rules.companions import leave
from simkit.games.emperor.encounter.rules.hands import count, without_one
from simkit.games.emperor.shared.schema import EVENTS_AN_ENCOUNTER, N_CLUES, N_COMPANIONS
from simkit.games.emperor.whole.rules.pools import draw_treasures
from simkit.games.emperor.whole.schema import Event, Purpose


@kernel
def next_event(tally):
    """Go on to the address numbers of the next encounter; no two encounters share any."""
    tally.fight.event = (tally.fight.event // EVENTS_AN_ENCOUNTER + 1) * EVENTS_AN_ENCOUNTER


@kernel
def turn_in_clues(rules, who, state, tally, dice, log):
    """[Treasure Clues] Upon arrival the clue goes back to the pool, and its draws are made; returns how many."""
    seat = state.seats[who]
    turned_in = 0
    if seat.player.clues == 0:
        return turned_in
    for clue in range(N_CLUES):
        if count(seat.player.clues, clue) > 0 and rules.clues[clue].destination == seat.space:
            seat.player.clues = without_one(seat.player.clues, clue)
            turned_in += 1
            n = rules.clues[clue].draws
            next_event(tally)
            address(dice, Purpose.CLUE_DRAWS, tally.fight.turn, tally.fight.event)
            for _ in range(rules.clues[clue].draws_dice):
                n += roll(dice, rules.fight.die_sides)
            emit(log, state.turns, Event.TURNS_IN_CLUE, who, clue, n, 0, 0)
            tally.draws_clues += draw_treasures(rules, n, who, state, tally, dice, log)
    return turned_in


@kernel
def deliver_passengers(rules, who, state, tally, dice, log):
    """[Elf Princess; Maid Marywin] At her destination she leaves, and the draws are made; returns how many."""
    seat = state.seats[who]
    player = seat.player
    delivered = 0
    if player.companions == 0:
        return delivered
    for slot in range(N_COMPANIONS):
        if player.companion_kinds[slot] > 0 and seat.goals[slot] == seat.space + 1:
            kind = player.companion_kinds[slot] - 1
            n = rules.princess_draws if kind == rules.fight.princess else rules.marywin_draws
            leave(slot, player)
            seat.goals[slot] = 0
            delivered += 1
            emit(log, state.turns, Event.DELIVERS, who, kind, n, 0, 0)
            tally.draws_escorts += draw_treasures(rules, n, who, state, tally, dice, log)
    return delivered
