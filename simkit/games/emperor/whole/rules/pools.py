"""[Treasure; Arms; Encounters] The pools.  A pool holds what nobody holds, so no chit is ever lost or doubled."""

from simkit.core.dice import address, roll
from simkit.core.jit import kernel, routine
from simkit.core.log import emit
from simkit.core.records import PLAYING
from simkit.games.emperor.encounter.rules.hands import count, size, with_one, without_one
from simkit.games.emperor.encounter.rules.possessions import kind_at, n_magic_arms, n_treasures
from simkit.games.emperor.encounter.rules.worth import FIRST_MAGIC_ARM, least_arm
from simkit.games.emperor.shared.schema import N_ARMS, N_CLUES, N_COMPANIONS, N_GOODS, N_KINDS
from simkit.games.emperor.shared.terms import MAGIC_ARMS_FROM, N_IMPERIALS, Possession, Vessel
from simkit.games.emperor.whole.policies import note
from simkit.games.emperor.whole.rules.discovery import discovered
from simkit.games.emperor.whole.schema import Ending, Event, Policy, Purpose
from simkit.games.emperor.whole.terms import Habit


@kernel
def held_arms(state, arm):
    """Chits of an arm that players hold, that are traded and not yet back in the pool, or out of play."""
    total = count(state.battle.traded_arms, arm) + count(state.lost_arms, arm)
    for who in range(state.n_players):
        total += count(state.seats[who].player.arms, arm)
    return total


@kernel
def held_goods(state, good):
    """Chits of a treasure that players hold, that are traded and not yet back, or out of play."""
    total = count(state.battle.traded_goods, good) + count(state.returned, good) + count(state.lost_goods, good)
    for who in range(state.n_players):
        total += count(state.seats[who].player.goods, good)
    return total


@kernel
def fill_encounter_pool(rules, state):
    """[Encounters] All chits but companions, clues and patrols that players have; modifies `state.pool`."""
    for kind in range(N_KINDS):
        state.pool[kind] = rules.fight.encounter_pool[kind]
    for who in range(state.n_players):
        player = state.seats[who].player
        state.pool[rules.clue_kind] -= size(player.clues)
        state.pool[rules.patrol] -= state.seats[who].patrols
        if player.companions > 0:
            for slot in range(N_COMPANIONS):
                if player.companion_kinds[slot] > 0:
                    state.pool[player.companion_kinds[slot] - 1] -= 1


@kernel
def draw_clue(rules, state, tally, dice):
    """[Treasure Clues] One of the clues in the pool, by chance."""
    n = state.pool[rules.clue_kind]
    address(dice, Purpose.CLUE, tally.fight.turn, tally.fight.event)
    pick = roll(dice, n)
    for clue in range(N_CLUES):
        held = 0
        for who in range(state.n_players):
            held += count(state.seats[who].player.clues, clue)
        pick -= held == 0
        if pick == 0:
            return clue
    raise ValueError("draw_clue: no clue in the pool")


@routine
def draw_treasures(rules, n, who, state, tally, dice, log):
    """[Treasure] Chits from the Treasure Pool, one by one; the game ends as soon as Imperials enough are found.

    Returns the number drawn: nobody draws from an empty pool.
    """
    if n > 0:
        address(dice, Purpose.TREASURE, tally.fight.turn, tally.fight.event)
        tally.fight.event += 1
    for drawn in range(n):
        total = treasures_in_pool(rules, state)
        if state.ending != PLAYING or total == 0:
            return drawn
        take_treasure(rules, roll(dice, total), taker(who, state), state, log)
    return n


@kernel
def treasures_in_pool(rules, state):
    """[Treasure] How many chits the Treasure Pool holds."""
    total = 0
    for good in range(N_GOODS):
        total += rules.goods_pool[good] - held_goods(state, good)
    for arm in range(MAGIC_ARMS_FROM, N_ARMS):
        total += rules.magic_pool[arm] - held_arms(state, arm)
    return total


@kernel
def take_treasure(rules, pick, who, state, log):
    """[Treasure] Chit number `pick` of the pool, counted from 1, goes to a player."""
    player = state.seats[who].player
    for good in range(N_GOODS):
        pick -= rules.goods_pool[good] - held_goods(state, good)
        if pick <= 0:
            player.goods = with_one(player.goods, good)
            emit(log, state.turns, Event.DRAWS_TREASURE, who, Possession.GOOD, good, 0, 0)
            if good < N_IMPERIALS:
                state.found = state.found if count(state.found, good) > 0 else with_one(state.found, good)
                end_if_found(rules, state)
            return
    for arm in range(MAGIC_ARMS_FROM, N_ARMS):
        pick -= rules.magic_pool[arm] - held_arms(state, arm)
        if pick <= 0:
            player.arms = with_one(player.arms, arm)
            emit(log, state.turns, Event.DRAWS_TREASURE, who, Possession.ARM, arm, 0, 0)
            return
    raise ValueError("take_treasure: the pool is shorter than it was")


@kernel
def taker(who, state):
    """[Traveling Together] Who takes the next treasure: in a company who has fewest, of equals the drawer."""
    if state.seats[who].company == 0:
        return who
    best, fewest = who, n_treasures(state.seats[who].player)
    for other in range(state.n_players):
        mate = state.seats[other]
        if mate.alive and mate.company == state.seats[who].company and n_treasures(mate.player) < fewest:
            best, fewest = other, n_treasures(mate.player)
    return best


@kernel
def end_if_found(rules, state):
    """[How to Win] The game ends as soon as so many Imperial Treasures are discovered."""
    if rules.imperials_end and discovered(rules, state) >= rules.imperials_to_end[state.n_players]:
        state.ending = Ending.IMPERIALS_FOUND


@routine
def draw_arms(rules, policy, n, who, state, tally, dice, log):
    """[Arms] Chits from the Arms Pool; nobody draws from an empty one."""
    if n > 0:
        address(dice, Purpose.ARMS, tally.fight.turn, tally.fight.event)
        tally.fight.event += 1
    player = state.seats[who].player
    for _ in range(n):
        total = 0
        for arm in range(MAGIC_ARMS_FROM):
            total += rules.fight.arms_pool[arm] - held_arms(state, arm)
        if total == 0:
            return
        pick = roll(dice, total)
        for arm in range(MAGIC_ARMS_FROM):
            pick -= rules.fight.arms_pool[arm] - held_arms(state, arm)
            if pick <= 0:
                player.arms = with_one(player.arms, arm)
                emit(log, state.turns, Event.DRAWS_ARM, who, arm, 0, 0, 0)
                break
        keep_to_limit(rules, policy, player, who, state, dice, log)


@kernel
def keep_to_limit(rules, policy, player, who, state, dice, log):
    """[Arms] Five arms at one time, magic ones not counted: what is missed least goes back."""
    for _ in range(size(player.arms)):
        if n_normal_arms(rules, player) <= rules.arms_limit:
            return
        if policy.kind == Policy.WANDERER:
            arm = kind_at(player.arms, roll(dice, size(player.arms) - n_magic_arms(player)) - 1)
        else:
            arm, _ = least_arm(rules.fight, policy.fight, player, FIRST_MAGIC_ARM)
        player.arms = without_one(player.arms, arm)
        emit(log, state.turns, Event.DROPS_ARM, who, arm, 0, 0, 0)


@kernel
def n_normal_arms(rules, player):
    """[Arms] What counts against the limit: chits from the Arms Pool (variant `arms_limit`: kinds of them)."""
    total = 0
    for arm in range(MAGIC_ARMS_FROM):
        n = count(player.arms, arm)
        total += min(n, 1) if rules.arms_by_kind else n
    return total


@kernel
def heal_wounds(n, who, state, tally, log):
    """[Wound Markers] So many wounds are healed, if there are any."""
    player = state.seats[who].player
    healed = min(n, player.wounds)
    if healed > 0:
        player.wounds -= healed
        tally.fight.healed += healed
        emit(log, state.turns, Event.IS_HEALED, who, healed, player.wounds, 0, 0)


@kernel
def vessel_free(rules, state, vessel):
    """[Sea Movement] Whether a boat or a ship is in the Economy."""
    used = 0
    for who in range(state.n_players):
        used += state.seats[who].player.vessel == vessel
    return used < rules.n_vessels[vessel]


@kernel
def take_vessel(rules, find_ship, who, state, tally, log):
    """[Exploration] A boat, or a ship where there may be one; a boat is exchanged for a ship.  True if one is taken."""
    player = state.seats[who].player
    if find_ship and player.vessel != Vessel.SHIP and vessel_free(rules, state, Vessel.SHIP.value):
        if player.vessel != Vessel.NONE:
            emit(log, state.turns, Event.RETURNS_VESSEL, who, player.vessel, 0, 0, 0)
        player.vessel, player.vessel_wounds = Vessel.SHIP, 0
    elif player.vessel == Vessel.NONE and vessel_free(rules, state, Vessel.BOAT.value):
        player.vessel, player.vessel_wounds = Vessel.BOAT, 0
    else:
        return False
    note(tally, Habit.SAILS.value)
    emit(log, state.turns, Event.TAKES_VESSEL, who, player.vessel, 0, 0, 0)
    return True


@kernel
def spell_free(rules, state, spell):
    """[Magic Spells] Whether a chit of the spell is in the Economy."""
    used = 0
    for who in range(state.n_players):
        used += count(state.seats[who].player.spells, spell)
    return used < rules.spell_copies


@kernel
def give_back_all(rules, player, state):
    """[How to Win] A dead player's possessions go to pools (variant `dead_possessions`: treasures and arms do not)."""
    if rules.possessions_lost:
        state.lost_goods += player.goods
        state.lost_arms += player.arms
    player.arms = player.goods = player.clues = player.spells = 0
    player.vessel = player.vessel_wounds = player.familiar = 0
