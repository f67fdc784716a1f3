"""[Going Up and Down Stairs; Entering Rooms] From one paragraph to the next."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.azann.policies import answers, next_way
from simkit.games.azann.rules.bits import has
from simkit.games.azann.rules.choices import decide, decide_among
from simkit.games.azann.rules.magic import may_cast, note_cast
from simkit.games.azann.rules.points import perish, spent
from simkit.games.azann.schema import (
    BY_ROOM,
    BY_SANDALS,
    BY_SPELL,
    CHILD,
    ENCHANTED_SANDALS,
    JEWEL,
    LEAVE,
    OWN_MAGIC,
    TELEPORTATION,
    TENS,
    Ending,
    Event,
    Purpose,
    Stage,
    StairEvent,
    StairsDown,
    Teleport11,
)


@kernel
def choose_way(rules, policy, state, tally, dice, log):
    """[Adventure Paragraphs] A paragraph is over: a room of this level, the stairs, or magic."""
    open_ways = ways(rules, state)
    way = decide_among(next_way(rules, policy, state, open_ways), open_ways, tally, dice)
    if not has(open_ways, way):
        raise ValueError("choose_way: there is no such way")
    if way == BY_SPELL:
        teleport(rules, policy, state, tally, dice, log)
    elif way == BY_SANDALS:
        put_on_sandals(rules, state, tally, dice, log)
    elif way == BY_ROOM:
        enter_room(rules, state, tally, dice, log)
    else:
        take_stairs(rules, state, way, tally, dice, log)


@kernel
def ways(rules, state):
    """[Going Up and Down Stairs] The ways that are open, as bits: a floor up, any floor down, rooms, magic."""
    open_ways = 1 << BY_ROOM
    for level in range(1, rules.levels + 1):
        down = level < state.level if rules.descend_many else level == state.level - 1
        if down or level == state.level + 1 or beyond(rules, state, level):
            open_ways |= 1 << level
    if may_cast(rules, state, TELEPORTATION):
        open_ways |= 1 << BY_SPELL
    if has(state.items, ENCHANTED_SANDALS):
        open_ways |= 1 << BY_SANDALS
    return open_ways


@kernel
def beyond(rules, state, level):
    """[Going Up and Down Stairs] Whether these are stairs up from the highest level, which lead back to it (AZ-04)."""
    return not rules.stairs_bounds and level == state.level == rules.levels


@kernel
def leave_room(state, tally, log):
    """[Enchanted Sandals] Out of a room without magic: the Agility that they have borrowed is regained."""
    if state.lent > 0:
        state.hero.agility += state.lent
        emit(log, tally.steps, Event.GIVES_BACK, 0, state.lent, state.hero.agility, 0, 0)
        state.lent = 0


@kernel
def enter_room(rules, state, tally, dice, log):
    """[Entering Rooms] The level and a die, read as two digits."""
    leave_room(state, tally, log)
    address(dice, Purpose.WAY, tally.steps, 0)
    face = roll(dice, rules.die_sides)
    emit(log, tally.steps, Event.ENTERS_ROOM, 0, state.level, face, 0, 0)
    go_to_room(rules, state, face)


@kernel
def go_to_room(rules, state, face):
    """[Entering Rooms] The paragraph of a room of this level."""
    state.bound = 0
    go_to(rules, state, two_digits(state.level, face))


@kernel
def go_to(rules, state, paragraph):
    """Turn to a paragraph."""
    state.stage = Stage.READING
    state.at = rules.starts[paragraph]


@kernel
def two_digits(level, face):
    """[Entering Rooms] Level 2 and a 3 are read as 23."""
    return TENS * level + face


@kernel
def take_stairs(rules, state, level, tally, dice, log):
    """[Going Up and Down Stairs] A die and a level give the paragraph of what happens on the way."""
    leave_room(state, tally, log)
    address(dice, Purpose.WAY, tally.steps, 0)
    face = roll(dice, rules.die_sides)
    emit(log, tally.steps, Event.TAKES_STAIRS, 0, state.level, level, face, 0)
    if level < state.level and rules.stairs_down == StairsDown.CONCATENATED:
        state.level = level
        go_to_room(rules, state, face)
    else:
        state.bound = level
        go_to(rules, state, stairs_base(rules, state.level, level) + face)


@kernel
def stairs_base(rules, start, level):
    """[Going Up and Down Stairs] What is added to the die: the level he comes from, or goes down to (AZ-02)."""
    if level >= start or rules.stairs_down == StairsDown.START_PLUS_DIE:
        return start
    elif rules.stairs_down == StairsDown.START_LESS_ONE_PLUS_DIE:
        return start - 1
    return level


@kernel
def climb_stairs(rules, state, tally, dice, log):
    """[Adventure Paragraphs, 057 and 093] Up one floor, without a choice."""
    state.bound = 0
    take_stairs(rules, state, min(state.level + 1, rules.levels), tally, dice, log)


@kernel
def arrive(state, tally, log):
    """He reaches the level to which the stairs lead; if he is on none, he stays where he is."""
    if state.bound > 0:
        come_to(state, state.bound, tally, log)
    close_book(state)


@kernel
def come_to(state, level, tally, log):
    """He comes to a level, from the stairs or by a fall."""
    back = int(level == state.level)
    state.level, state.bound = level, 0
    emit(log, tally.steps, Event.ARRIVES, 0, level, back, 0, 0)


@kernel
def turn_back(state, tally, log):
    """Back to the level from which the stairs lead; if he is on none, he stays where he is."""
    if state.bound > 0:
        come_to(state, state.level, tally, log)


@kernel
def close_book(state):
    """The paragraph is over.  Nothing of it is remembered, which makes for fewer states."""
    state.stage = Stage.CHOOSING
    state.at, state.offered = 0, 0


@kernel
def proceed(rules, state, tally, dice, log):
    """[Adventure Paragraphs] The paragraph is over; an event on the stairs lets him arrive (AZ-07)."""
    close_book(state)
    if state.bound == 0:
        return
    if rules.stair_event_arrival == StairEvent.ARRIVES:
        arrive(state, tally, log)
    elif rules.stair_event_arrival == StairEvent.STAYS:
        turn_back(state, tally, log)
    else:
        take_stairs(rules, state, state.bound, tally, dice, log)


@kernel
def fall(state, further, tally, log):
    """[Adventure Paragraphs, 087 and 089] Down to the lower end of the stairs that he is on, or further."""
    if state.bound > 0:
        come_to(state, max(1, min(state.level, state.bound) - further), tally, log)


@kernel
def teleport(rules, policy, state, tally, dice, log):
    """[Spell of Teleportation] To a random room, for a die of Magic Skill, three at most; two ones lead outside."""
    address(dice, Purpose.TELEPORTATION, tally.steps, 0)
    price = min(roll(dice, rules.die_sides), rules.teleport_most)
    state.hero.magic = max(0, state.hero.magic - price)
    note_cast(rules, state, TELEPORTATION, tally, log)
    level, face = roll(dice, rules.die_sides), roll(dice, rules.die_sides)
    emit(log, tally.steps, Event.TELEPORTS, 0, level, face, 0, 0)
    if leads_outside(rules, level, face):
        stand_outside(rules, policy, state, tally, dice, log)
    else:
        appear(rules, state, level, face)


@kernel
def leads_outside(rules, level, face):
    """[Spell of Teleportation] An 11: the digits 1 and 1, or a sum (AZ-42)."""
    if rules.teleport_11 == Teleport11.SUM:
        return level + face == rules.teleport_outside
    return two_digits(level, face) == rules.teleport_outside


@kernel
def appear(rules, state, level, face):
    """Be in a room from one moment to the next; what the sandals have borrowed is lost."""
    state.lent = 0
    state.level = min(level, rules.levels)
    go_to_room(rules, state, face)


@kernel
def stand_outside(rules, policy, state, tally, dice, log):
    """[Spell of Teleportation] He ends the adventure with what he carries, or enters again."""
    state.lent = 0
    ends = rules.teleport_11 == Teleport11.ENDS or decide(answers(rules, policy, state, LEAVE), tally, dice) != 0
    emit(log, tally.steps, Event.OUTSIDE, 0, int(ends), 0, 0, 0)
    if ends:
        escape(state)
    else:
        state.level, state.bound = rules.start_level, 0
        go_to(rules, state, rules.start_paragraph)


@kernel
def put_on_sandals(rules, state, tally, dice, log):
    """[Enchanted Sandals] To a random room, for Agility that comes back when he leaves it without magic."""
    address(dice, Purpose.TELEPORTATION, tally.steps, 0)
    level, face = roll(dice, rules.die_sides), roll(dice, rules.die_sides)
    emit(log, tally.steps, Event.TELEPORTS, 0, level, face, 1, 0)
    appear(rules, state, level, face)
    state.lent = min(state.hero.agility, rules.sandals_cost)
    hero = state.hero
    hero.agility -= state.lent
    emit(log, tally.steps, Event.USES, 0, ENCHANTED_SANDALS, hero.combat, hero.agility, hero.magic)
    if spent(rules, hero):
        perish(state, OWN_MAGIC)


@kernel
def escape(state):
    """[How to Win] Out of the tower with what he carries."""
    child, jewel = has(state.facts, CHILD), has(state.facts, JEWEL)
    if child and jewel:
        state.ending = Ending.CHILD_AND_JEWEL
    elif child:
        state.ending = Ending.CHILD
    elif jewel:
        state.ending = Ending.JEWEL
    else:
        state.ending = Ending.NOTHING
