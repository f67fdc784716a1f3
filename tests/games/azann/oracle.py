"""The best play of duels, by value iteration over points and blows: no kernel, no choice but the best."""

from functools import cache
from itertools import product

from games.azann.tower import FIGURES


def best_odds(foe, most, after=None, sweeps=300):
    """Chance to win from (our points, the foe's, whose blow) when every choice is the best.

    `after` is the chance with which the points that are left go on to win; without it nobody stands behind the foe.
    """
    chart = FIGURES.tree["monsters"][foe]
    us, it = product(range(most + 1), repeat=2), product(range(1, chart["combat"] + 1), range(1, chart["agility"] + 1))
    odds_of = {(*sides, turn): 0.0 for sides in product(us, it) if any(sides[0]) for turn in (0, 1)}
    for _ in range(sweeps):
        moved = 0.0
        for (ours, theirs, turn), old in odds_of.items():
            hits = hits_of_a_blow(*((ours, theirs), (theirs, ours))[turn])
            worths = [best_after(odds_of, ours, theirs, hit[::-1] if turn else hit, 1 - turn, after) for hit in hits]
            new = sum(worths) / len(hits)
            odds_of[ours, theirs, turn], moved = new, max(moved, abs(new - old))
        if moved < 1e-14:
            return odds_of
    raise AssertionError("value iteration does not settle")


@cache
def best_odds_against_all(foes, most):
    """Chance to win from our points, each of them striking second."""
    after, chart = best_odds_against_all(foes[1:], most) if foes[1:] else None, FIGURES.tree["monsters"][foes[0]]
    odds_of, fresh = best_odds(foes[0], most, after), tuple(chart.values())
    return {us: odds_of[us, fresh, 0] for us in product(range(most + 1), repeat=2) if any(us)}


def hits_of_a_blow(striker, target):
    """Whether striker and target lose a point, in equally likely cases."""
    gap = striker[0] - target[1]
    return [(gap < 0, gap > 0)] if gap else [(face > striker[0], face > target[0]) for face in range(1, 7)]


def best_after(odds_of, ours, theirs, hit, turn, after):
    """What a blow comes to when the points that it costs are the best ones."""
    return max(
        0.0 if us == (0, 0) else (after[us] if after else 1.0) if 0 in it else odds_of[us, it, turn]
        for us in losses(ours, hit[0])
        for it in losses(theirs, hit[1])
    )


def losses(points, hit):
    """Points as they are, or less one of either characteristic that has any."""
    combat, agility = points
    if not hit:
        return [points]
    return [left for left in ((combat - 1, agility), (combat, agility - 1)) if min(left) >= 0]
