"""[Using the Paragraphs] The reader: one clause after another, one resolver for each sort of clause."""

from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.core.records import MARKS_A_WORD, PLAYING
from simkit.games.azann.policies import answers, favours
from simkit.games.azann.rules.bits import count_bits, has
from simkit.games.azann.rules.checks import ducks_out, finds_the_exit, passes_nerve_check, throw_die
from simkit.games.azann.rules.choices import decide, decide_among
from simkit.games.azann.rules.combat import begin_encounter, end_encounter, line_up, note_kill
from simkit.games.azann.rules.items import drop_item, finds, take_item
from simkit.games.azann.rules.magic import cast_resistance, forget_spell, learn_spell, may_cast, muster, regenerate
from simkit.games.azann.rules.movement import (
    arrive,
    climb_stairs,
    come_to,
    enter_room,
    escape,
    fall,
    leave_room,
    proceed,
    turn_back,
)
from simkit.games.azann.rules.points import change_points, points, slain, spent
from simkit.games.azann.rules.watch import begin_watch
from simkit.games.azann.schema import (
    AGILITY,
    ALL_STATS,
    ESCAPE,
    MOST_CLAUSES,
    N_MONSTERS,
    NOBODY,
    NOTHING,
    ONE_POINT,
    RESIST,
    RESISTANCE,
    Check,
    Close,
    Effect,
    Ending,
    EscapeDie,
    Event,
    Fight,
    Kind,
    Stage,
)


@kernel
def read_on(rules, policy, state, tally, dice, log):
    """[Using the Paragraphs] Read a paragraph, or what is left of it, until it leads elsewhere."""
    number = rules.clauses[state.at].paragraph
    if rules.clauses[state.at].kind == Kind.HEAD:
        note_paragraph(number, state.level, tally, log)
        state.at += 1
    for _ in range(MOST_CLAUSES):
        clause = rules.clauses[state.at]
        if clause.kind == Kind.HEAD:
            break
        state.at += 1
        resolve(rules, policy, state, clause, tally, dice, log)
        if state.ending == PLAYING and spent(rules, state.hero):
            state.ending = Ending.DEAD
        if state.ending != PLAYING or state.stage != Stage.READING:
            break
    if state.ending == Ending.DEAD and state.cause == 0:
        state.cause = N_MONSTERS + number
    state.face, state.trying = 0, 0


@kernel
def note_paragraph(number, level, tally, log):
    """Count a paragraph, and mark it as seen."""
    if number == 0:
        return
    tally.paragraphs += 1
    if number > MARKS_A_WORD:
        tally.seen_1 |= 1 << (number - 1 - MARKS_A_WORD)
    else:
        tally.seen_0 |= 1 << (number - 1)
    emit(log, tally.steps, Event.READS, 0, number, level, 0, 0)


@kernel
def resolve(rules, policy, state, clause, tally, dice, log):
    """One clause, by its sort."""
    if clause.kind == Kind.CHECK:
        if holds(rules, policy, state, clause, tally, dice, log):
            state.at = clause.target
    elif clause.kind == Kind.FIGHT:
        fight(rules, policy, state, clause, tally, dice, log)
    elif clause.kind == Kind.CLOSE:
        close(rules, state, clause.op, tally, dice, log)
    elif clause.op <= Effect.CAP:
        change_character(rules, policy, state, clause, tally, dice, log)
    else:
        change_possessions(rules, policy, state, clause, tally, dice, log)


@kernel
def holds(rules, policy, state, clause, tally, dice, log):
    """Whether a check holds."""
    op, a, b = clause.op, clause.a, clause.b
    if op == Check.ALWAYS:
        return True
    elif op == Check.AT_LEAST:
        muster(rules, policy, state, a, b, tally, log)
        return points(state.hero, a) >= b
    elif op == Check.BETWEEN:
        return b <= points(state.hero, a) <= clause.c
    elif op == Check.FACE:
        return a <= state.face <= b
    elif op == Check.NERVE:
        return passes_nerve_check(rules, policy, state, tally, dice, log)
    elif op == Check.CHOOSE:
        return chooses(rules, policy, state, a, tally, dice, log)
    elif op == Check.DUCK:
        return ducks_out(rules, policy, state, tally, dice, log)
    elif op == Check.ESCAPE:
        return finds_the_exit(rules, policy, state, a, b, tally, dice, log)
    elif op == Check.TRYING:
        return state.trying == 1
    elif op == Check.FACT:
        return has(state.facts, a)
    elif op == Check.BOTH:
        return has(state.facts, a) and has(state.facts, b)
    elif op == Check.AGAIN:
        return paid_before(state, a)
    elif op == Check.FIND:
        return finds(rules, policy, state, a, tally, dice, log)
    elif op == Check.RESIST:
        return resists_influence(rules, policy, state, tally, dice, log)
    return rolls(rules, policy, state, clause, tally, dice, log)


@kernel
def rolls(rules, policy, state, clause, tally, dice, log):
    """A die held against a characteristic, which he raises first if he can."""
    op, stat = clause.op, clause.a
    regenerate(rules, policy, state, stat, rules.die_sides + 1, tally, log)
    face, level = throw_die(rules, state, tally, dice), points(state.hero, stat)
    emit(log, tally.steps, Event.ROLLS, 0, face, level, stat, 0)
    if op == Check.ROLL_AT_LEAST:
        return face >= level
    elif op == Check.ROLL_ABOVE:
        return face > level
    return face + level >= clause.b


@kernel
def chooses(rules, policy, state, choice, tally, dice, log):
    """A choice that the paragraph gives; the way out is only open on level 1."""
    if choice == ESCAPE and state.level != 1:
        return False
    yes = decide(answers(rules, policy, state, choice), tally, dice) != 0
    emit(log, tally.steps, Event.CHOOSES, 0, choice, int(yes), 0, 0)
    return yes


@kernel
def paid_before(state, index):
    """[Adventure Paragraphs] Whether a paragraph that pays once has paid already; from now on it has (AZ-32)."""
    paid = has(state.paid, index)
    state.paid |= 1 << index
    return paid


@kernel
def resists_influence(rules, policy, state, tally, dice, log):
    """[Spell of Resistance; Adventure Paragraphs, 098] An influence disregarded (AZ-29b)."""
    if not may_cast(rules, state, RESISTANCE):
        return False
    if not chooses(rules, policy, state, RESIST, tally, dice, log):
        return False
    cast_resistance(rules, state, tally, log)
    return True


@kernel
def change_character(rules, policy, state, clause, tally, dice, log):
    """Clauses that change his points; a roll that one of them calls for comes before it."""
    op, stat, hero = clause.op, clause.a, state.hero
    if op == Effect.ROLL:
        if state.face == 0 or rules.escape_single_die != EscapeDie.ONE_DIE:
            state.face = show_die(rules, state, tally, dice, log)
    elif op == Effect.GAIN:
        change_points(hero, stat, clause.b, tally, log)
    elif op == Effect.GAIN_ROLL:
        change_points(hero, stat, max(0, min(state.face, clause.b - points(hero, stat))), tally, log)
    elif op == Effect.GAIN_ANY:
        for _ in range(clause.a):
            favoured = decide_among(favours(policy, hero), ALL_STATS, tally, dice)
            change_points(hero, favoured, ONE_POINT, tally, log)
    elif op == Effect.LOSE:
        change_points(hero, stat, -clause.b, tally, log)
    elif op == Effect.LOSE_ROLL:
        change_points(hero, stat, -state.face, tally, log)
    elif op == Effect.SET:
        change_points(hero, stat, clause.b - points(hero, stat), tally, log)
    else:
        change_points(hero, stat, min(0, clause.b - points(hero, stat)), tally, log)


@kernel
def show_die(rules, state, tally, dice, log):
    """One die, logged by itself."""
    face = throw_die(rules, state, tally, dice)
    emit(log, tally.steps, Event.ROLLS, 0, face, 0, NOTHING, 0)
    return face


@kernel
def change_possessions(rules, policy, state, clause, tally, dice, log):
    """Clauses that change what he has, knows, or has done, and where he is."""
    op, a = clause.op, clause.a
    if op == Effect.TAKE:
        take_item(rules, policy, state, tally, dice, log)
    elif op == Effect.LEARN:
        learn_spell(policy, state, tally, dice, log)
    elif op == Effect.FORGET_ONE:
        forget_spell(policy, state, tally, dice, log)
    elif op == Effect.FORGET_ALL_BUT_ONE:
        for _ in range(count_bits(state.spells) - 1):
            forget_spell(policy, state, tally, dice, log)
    elif op == Effect.DROP_ITEM:
        drop_item(policy, state, tally, dice, log)
    elif op == Effect.NOW:
        state.facts |= 1 << a
        emit(log, tally.steps, Event.FACT, 0, a, 1, 0, 0)
    elif op == Effect.NO:
        state.facts &= ~(1 << a)
        emit(log, tally.steps, Event.FACT, 0, a, 0, 0, 0)
    elif op == Effect.LEVEL:
        if state.level != a:
            come_to(state, a, tally, log)
    elif op == Effect.FALL:
        fall(state, a, tally, log)
    elif op == Effect.LEAVE_ROOM:
        leave_room(state, tally, log)
    else:
        turn_back(state, tally, log)


@kernel
def fight(rules, policy, state, clause, tally, dice, log):
    """[Combat] Clauses that begin an encounter; where there is no monster, none begins."""
    op, line = clause.op, NOBODY
    if op == Fight.WATCH:
        begin_watch(rules, state, tally, log)
        return
    elif op == Fight.FIGHT or op == Fight.AMBUSH:
        line = line_up(clause.b, clause.a, line_up(clause.d, clause.c, NOBODY))
    elif op == Fight.ROLL:
        line = line_up(clause.a, show_die(rules, state, tally, dice, log), NOBODY)
    elif op == Fight.ROLL_LESS_AGILITY:
        regenerate(rules, policy, state, AGILITY, rules.die_sides, tally, log)
        line = line_up(clause.a, show_die(rules, state, tally, dice, log) - state.hero.agility, NOBODY)
    elif op == Fight.WEAKENED:
        line = clause.a + 1
    else:
        line = state.line
    if line != NOBODY:
        ambush = state.ambush if op == Fight.GROUP else int(op == Fight.AMBUSH)
        begin_encounter(rules, policy, state, line, ambush, tally, dice, log)
    if op == Fight.WEAKENED:
        weaken(rules, state, tally, dice, log)


@kernel
def weaken(rules, state, tally, dice, log):
    """[Adventure Paragraphs, 060] A die less Combat Strength for the monster, and that may be its end (AZ-36)."""
    state.foe.combat = max(0, state.foe.combat - show_die(rules, state, tally, dice, log))
    emit(log, tally.steps, Event.STANDS, 0, state.hero.combat, state.hero.agility, state.foe.combat, state.foe.agility)
    if slain(rules, state.foe):
        note_kill(state.foe_kind, tally, log)
        end_encounter(state)


@kernel
def close(rules, state, op, tally, dice, log):
    """Clauses after which the paragraph is over."""
    if op == Close.PROCEED:
        proceed(rules, state, tally, dice, log)
    elif op == Close.ARRIVE:
        arrive(state, tally, log)
    elif op == Close.BACK:
        turn_back(state, tally, log)
        proceed(rules, state, tally, dice, log)
    elif op == Close.END:
        escape(state)
    elif op == Close.KILLED:
        state.ending = Ending.DEAD
    elif op == Close.CLIMB:
        climb_stairs(rules, state, tally, dice, log)
    elif op == Close.ENTER:
        enter_room(rules, state, tally, dice, log)
    else:
        state.ending = Ending.FOES_BEATEN
