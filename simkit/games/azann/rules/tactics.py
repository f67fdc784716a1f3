"""How scripted players fight: by the book of duels where it holds their foes, else by a rule of thumb."""

from simkit.core.jit import kernel, routine
from simkit.games.azann.schema import (
    AGILITY,
    CERTAIN,
    COMBAT,
    FOE_AGILITY,
    FOE_COMBAT,
    HERO_POINTS,
    KIND_BITS,
    KIND_MASK,
    N_OPTIONS,
    NOTHING,
)


@routine
def page_of(rules, line):
    """The page of the book about a line of foes, or about as many of its first ones as it holds; else NOTHING."""
    while line > 0:
        for page in range(rules.n_pages):
            if rules.pages[page] == line:
                return page
        line = without_last(line)
    return NOTHING


@kernel
def without_last(line):
    """A line of foes without the one that stands last."""
    last = line
    shift = 0
    while last >> KIND_BITS > 0:
        last >>= KIND_BITS
        shift += KIND_BITS
    return line - (last << shift)


@kernel
def line_faced(state):
    """The foe at hand and all behind it, as a line."""
    return (state.line << KIND_BITS) + state.foe_kind + 1


@kernel
def chance(rules, page, turn, foe, combat, agility):
    """Chance, out of CERTAIN, of beating the foes of a page with so many points; `turn`: whose blow is next.

    Where the book knows nothing whoever has an edge wins.
    """
    if not knows(page, foe):
        return CERTAIN if edge_over(foe, combat, agility) > 0 else 0
    combat, agility = min(combat, HERO_POINTS - 1), min(agility, HERO_POINTS - 1)
    return int(rules.odds[page, turn, foe.combat, foe.agility, combat, agility])


@kernel
def knows(page, foe):
    """Whether the book can be asked about this foe."""
    return page != NOTHING and foe.combat < FOE_COMBAT and foe.agility < FOE_AGILITY


@kernel
def edge_over(foe, combat, agility):
    """How far his blows exceed the foe's Agility, or his Agility the foe's blows, whichever is more."""
    return max(combat - foe.agility, agility - foe.combat)


@kernel
def is_spared(foe, combat, agility):
    """Whether a foe cannot cost him a point: all his blows land, and none of its."""
    return combat > foe.agility and agility > foe.combat


@routine
def best_combat(rules, page, turn, foe, least_combat, least_agility, total):
    """Combat Strength of the best way to lay out `total` points for a fight, the rest being Agility.

    Of those equally good the one just above the foe's Agility, or the next one higher.
    """
    wanted = min(max(foe.agility + 1, least_combat), total - least_agility)
    best, most = wanted, chance(rules, page, turn, foe, wanted, total - wanted)
    for combat in range(least_combat, total - least_agility + 1):
        odds = chance(rules, page, turn, foe, combat, total - combat)
        if odds > most:
            best, most = combat, odds
    return best


@kernel
def advised(rules, page, turn, hero, foe, both_hit):
    """What the book says of a blow: the characteristic that pays, and twice the foe's that is hurt; or NOTHING."""
    if not knows(page, foe):
        return NOTHING
    combat, agility = min(hero.combat, HERO_POINTS - 1), min(hero.agility, HERO_POINTS - 1)
    advice = int(rules.advice[page, turn, foe.combat, foe.agility, combat, agility])
    return advice // N_OPTIONS if both_hit else advice % N_OPTIONS


@kernel
def pays_by_thumb(hero, foe, strength, tie):
    """The characteristic from which he pays for a hit: the one by which he does not win."""
    return AGILITY if own_blows_win(hero, foe, strength, tie) else COMBAT


@kernel
def hurts_by_thumb(hero, foe, strength, tie):
    """The monster's characteristic that he lowers.

    The lower one where that is safe or kills, else what makes his way of winning surer.
    """
    own = own_blows_win(hero, foe, strength, tie)
    if own:
        sure = strength > foe.agility and hero.agility >= foe.combat
    else:
        sure = hero.agility > foe.combat and hero.combat >= foe.agility
    if sure or min(foe.agility, foe.combat) == 1:
        return AGILITY if foe.agility <= foe.combat else COMBAT
    return AGILITY if own else COMBAT


@kernel
def own_blows_win(hero, foe, strength, tie):
    """Whether he wins by blows of his that land, rather than by blows of the foe's that fail.

    For the first he spends Agility, for the second Combat Strength; in a tie he does not spend his last point.
    """
    own = strength - foe.agility >= hero.agility - foe.combat
    spends = hero.agility if own else hero.combat
    return own != (tie and spends == 1)


@kernel
def odds_now(rules, state):
    """His chance, out of CERTAIN, in the fight at hand."""
    hero = state.hero
    return chance(rules, page_of(rules, line_faced(state)), state.foe_first, state.foe, hero.combat, hero.agility)


@kernel
def odds_against(rules, line, combat, agility):
    """The same against foes that he has not met yet."""
    return chance(rules, page_of(rules, line), 0, rules.monsters[(line & KIND_MASK) - 1], combat, agility)


@kernel
def best_odds_against(rules, line, total):
    """The same with `total` points laid out as is best against them."""
    page, foe = page_of(rules, line), rules.monsters[(line & KIND_MASK) - 1]
    combat = best_combat(rules, page, 0, foe, 0, 0, total)
    return chance(rules, page, 0, foe, combat, total - combat)


@kernel
def opening_helps(rules, state, cost):
    """Whether two blows of his at once, for `cost` points of Agility, make it likelier that he wins."""
    hero, foe = state.hero, state.foe
    now = odds_now(rules, state)
    if now == CERTAIN or hero.combat <= foe.agility:
        return False
    page = page_of(rules, line_faced(state))
    if not knows(page, foe) or min(foe.combat, foe.agility) == 1:
        return False
    combat, agility = min(hero.combat, HERO_POINTS - 1), min(max(0, hero.agility - cost), HERO_POINTS - 1)
    weaker = rules.odds[page, 0, foe.combat - 1, foe.agility, combat, agility]
    slower = rules.odds[page, 0, foe.combat, foe.agility - 1, combat, agility]
    return max(weaker, slower) > now
