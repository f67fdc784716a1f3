"""[Adventure Paragraphs, 071] Six wraiths fight Azann in his stead."""

from simkit.core.jit import kernel
from simkit.core.log import emit
from simkit.games.azann.rules.combat import character_attacks, end_encounter, monster_attacks, note_kill
from simkit.games.azann.rules.points import change_points, slain
from simkit.games.azann.schema import AZANN, FIRST_BLOW, MAGIC, NOTHING, WRAITH, Event, Stage, WraithBonus


@kernel
def begin_watch(rules, state, tally, log):
    """[Adventure Paragraphs, 071] Wraiths come one after another and fight Azann in his stead."""
    state.stage = Stage.WATCHING
    state.stand_ins = rules.n_wraiths
    state.foe_kind = AZANN
    state.foe.combat, state.foe.agility = rules.monsters[AZANN].combat, rules.monsters[AZANN].agility
    next_stand_in(rules, state, tally, log)


@kernel
def next_stand_in(rules, state, tally, log):
    """[Adventure Paragraphs, 071] A wraith, strengthened by his Magic Skill (AZ-30)."""
    wraith, chart = state.stand_in, rules.monsters[WRAITH]
    wraith.combat, wraith.agility = chart.combat + wraith_bonus(rules, state), chart.agility
    emit(log, tally.steps, Event.STAND_IN, 0, wraith.combat, wraith.agility, state.stand_ins - 1, 0)


@kernel
def wraith_bonus(rules, state):
    """[Adventure Paragraphs, 071] What each wraith draws, or this one if they share."""
    if rules.p071_bonus == WraithBonus.EACH:
        return state.hero.magic
    elif rules.p071_bonus == WraithBonus.SHARED:
        return (state.hero.magic + state.stand_ins - 1) // rules.n_wraiths
    return 0


@kernel
def watch_round(rules, policy, state, tally, dice, log):
    """[Adventure Paragraphs, 071] One round between a wraith and Azann."""
    tally.rounds += 1
    wraith, azann = state.stand_in, state.foe
    character_attacks(rules, policy, wraith, azann, wraith.combat, FIRST_BLOW, NOTHING, tally, dice, log)
    if not slain(rules, azann) and not slain(rules, wraith):
        monster_attacks(rules, policy, wraith, azann, NOTHING, tally, dice, log)
    if slain(rules, azann):
        note_kill(AZANN, tally, log)
        end_watch(rules, state, tally, log)
        state.at = rules.clauses[state.at - 1].target
    elif slain(rules, wraith):
        state.stand_ins -= 1
        emit(log, tally.steps, Event.STAND_IN_FALLS, 0, 0, 0, 0, 0)
        if state.stand_ins == 0:
            end_watch(rules, state, tally, log)
        else:
            next_stand_in(rules, state, tally, log)


@kernel
def end_watch(rules, state, tally, log):
    """[Adventure Paragraphs, 071] The fight is over, and points that were shared out are lost."""
    if rules.p071_bonus == WraithBonus.SHARED:
        change_points(state.hero, MAGIC, -state.hero.magic, tally, log)
    state.stand_ins, state.stand_in.combat, state.stand_in.agility = 0, 0, 0
    end_encounter(state)
