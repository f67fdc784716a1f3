"""[The Monster Mission Chart] What each monster still has to do, and who has won."""

from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.games.new_york.rules.ground import is_open
from simkit.games.new_york.schema import N_MISSIONS, NOTHING, Blond, Ending, Event, Exit, Mission


@kernel
def devours(rules, seat):
    """[Note on mission B] Whether a mission is to devour her; a good monster's B is A (variant `good_devours`)."""
    return seat.mission == Mission.B and (not seat.good or rules.good_devours)


@kernel
def seeks_blond(seat):
    """Whether a mission is about the Blond."""
    return seat.mission == Mission.A or seat.mission == Mission.B


@routine
def deed_done(rules, who, state):
    """[The Monster Mission Chart] Whether a monster has done its mission's deed.

    Variant `evil_finds`: an evil monster has found the Blond when it examines her, or when it carries her.
    """
    seat = state.seats[who]
    if seeks_blond(seat):
        if devours(rules, seat):
            return seat.devoured == 1
        if seat.good or rules.evil_exits or rules.carrying_found:
            return seat.carrying == 1
        return seat.met > 0
    if seat.mission == Mission.C:
        return seat.kills > 0
    if seat.mission == Mission.D:
        return has_hurt_all(rules, who, state)
    return seat.deed == 1


@kernel
def has_hurt_all(rules, who, state):
    """[Mission D] Whether a monster took a point from every other (variant `every_other`)."""
    for other in range(state.n_players):
        excused = rules.hurts_living and not state.seats[other].alive
        if other != who and not excused and not state.seats[who].hurt >> other & 1:
            return False
    return True


@kernel
def must_leave(rules, seat):
    """[The Monster Mission Chart; False Blond 9] Whether winning takes leaving the map (variant `evil_exits`)."""
    return seat.good == 1 or rules.evil_exits or seat.deadline > 0


@kernel
def exit_of(rules, seat):
    """[The Monster Mission Chart; False Blond 9] The exit that a monster needs: by Sixth Avenue if it must."""
    return Exit.SIXTH_AVENUE.value if seat.deadline > 0 else rules.exits[seat.mission]


@kernel
def is_done(rules, who, state):
    """Whether nothing is left for a monster to do but to leave."""
    seat = state.seats[who]
    return seat.alive and not seat.forgotten and seat.buildings == 0 and deed_done(rules, who, state)


@kernel
def note_eaten(rules, who, space, state, tally, log):
    """[Missions E, F, G; False Blond 7] A building is rubble: whose deed it was, and one less at the avenue."""
    seat = state.seats[who]
    if space == rules.targets[seat.mission]:
        seat.deed = 1
    for mission in range(N_MISSIONS):
        if space == rules.targets[mission]:
            seat.showed = 1
    if seat.buildings > 0 and rules.avenue[space]:
        seat.buildings -= 1
        emit(log, state.turn, Event.AVENUE, who, seat.buildings, 0, 0, 0)
        if seat.buildings == 0:
            seat.flies = rules.monsters[seat.monster].flyer


@kernel
def note_time(rules, who, state, log):
    """[False Blond 9] The turns in which to leave by Sixth Avenue are over (variant `forgotten`)."""
    seat = state.seats[who]
    if seat.deadline > 0 and state.turn > seat.deadline:
        seat.deadline = 0
        seat.forgotten = rules.forgotten_lose
        emit(log, state.turn, Event.FORGOTTEN, who, seat.forgotten, 0, 0, 0)


@kernel
def judge(rules, state, log):
    """[How to Win] The first monster that has performed its mission wins; else all may have lost."""
    for offset in range(state.n_players):
        who = (state.active + offset) % state.n_players
        if is_done(rules, who, state) and not must_leave(rules, state.seats[who]):
            win(who, state, log)
            return
    for who in range(state.n_players):
        if may_still_win(rules, who, state):
            return
    state.ending = Ending.ALL_LOST


@routine
def win(who, state, log):
    """[How to Win] The game ends at that point."""
    state.ending, state.winner = Ending.MISSION, who
    emit(log, state.turn, Event.WINS, who, state.seats[who].mission, 0, 0, 0)


@routine
def may_still_win(rules, who, state):
    """[How to Proceed] Whether a monster's mission can still be done by anybody in its place."""
    seat = state.seats[who]
    if not seat.alive or seat.forgotten or (must_leave(rules, seat) and seat.movement < rules.exit_cost):
        return False
    if seat.buildings > 0 and avenue_left(rules, state) < seat.buildings:
        return False
    return deed_done(rules, who, state) or deed_left(rules, who, state)


@kernel
def avenue_left(rules, state):
    """[False Blond 7] Buildings at the avenue that nobody has eaten."""
    n = 0
    for space in range(rules.n_spaces):
        n += rules.avenue[space] and not is_open(rules, space, state)
    return n


@routine
def deed_left(rules, who, state):
    """Whether a deed that is not done can be done: she is still there, so are victims, so is the building."""
    seat = state.seats[who]
    if seeks_blond(seat):
        return state.blond != Blond.LOST
    if seat.mission == Mission.C or seat.mission == Mission.D:
        victims = 0
        for other in range(state.n_players):
            unhurt = not seat.hurt >> other & 1
            if other != who and state.seats[other].alive:
                victims += 1
            elif other != who and unhurt and seat.mission == Mission.D and not rules.hurts_living:
                return False
        return victims > 0
    return not is_open(rules, rules.targets[seat.mission], state)


@kernel
def carrier(state):
    """The seat that carries the Blond, or NOTHING."""
    for who in range(state.n_players):
        if state.seats[who].carrying:
            return who
    return NOTHING
