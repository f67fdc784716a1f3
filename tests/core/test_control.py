"""Perfect play of small games: one whose answer is known on paper, and random ones against a solver in fractions."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from simkit.core import walking
from simkit.core.control import BEST, MEAN, WORST, Control, best_play, induced
from simkit.core.decisions import decisions
from simkit.core.dice import address, choose, roll
from simkit.core.exact import expected_gains, fresh_gains, fresh_state, note_arc, open_state, solve, start
from simkit.core.jit import kernel
from simkit.core.records import PLAYING, filled, integers
from simkit.core.walking import walk_ways

STATE, TALLY = integers("ending", "place"), integers("won", "lost")
LIMIT = 60
# A table of nodes: what is asked there, and the nodes that its outcomes lead to; an end has a place and gains instead.
END, ROLL, MINE, YOURS = range(4)
NODE = integers("asks", "sides", "first", "place", "won", "lost")
GAINS_OF = (-1, 0, 0, 0, 2)


@kernel
def step(nodes, ended, state, tally, dice):
    """From the root of a place, node number `place`, down to an end."""
    node = state.place
    while nodes[node].asks != END:
        address(dice, nodes[node].asks, 0, 0)
        if nodes[node].asks == ROLL:
            node = nodes[node].first + roll(dice, nodes[node].sides) - 1
        else:
            node = nodes[node].first + choose(dice, nodes[node].sides, nodes[node].asks - MINE)
    state.place, state.ending = nodes[node].place, ended[nodes[node].place]
    tally.won += nodes[node].won
    tally.lost += nodes[node].lost


@kernel
def explore(nodes, ended, memory):
    start(memory)
    while open_state(memory):
        more = True
        while more:
            step(nodes, ended, fresh_state(memory), fresh_gains(memory), memory.dice)
            more = note_arc(memory)


class Toy:
    """A game of a few places, of which the last `n_ends` are ends; each place is the root of a tree."""

    def __init__(self, trees, n_ends):
        """`trees`: of each place (asks, outcomes), or (END, place, won, lost)."""
        self.n_places = len(trees) + n_ends
        self.nodes = np.zeros(self.n_places, NODE)
        for place, tree in enumerate(trees):
            self._write(place, tree)
        self.ended = np.array([PLAYING] * len(trees) + [1] * n_ends)
        self.tree = walk_ways(lambda memory: explore(self.nodes, self.ended, memory), STATE, TALLY)
        self.trees, self.worth_of_end = trees, [Fraction(7 * end + 1, 3) for end in range(n_ends)]

    def _write(self, number, tree):
        asks, *rest = tree
        if asks == END:
            place, won, lost = rest
            self.nodes[number] = (END, 0, 0, place, won, lost)
            return
        (outcomes,), first = rest, len(self.nodes)
        self.nodes[number] = (asks, len(outcomes), first, 0, 0, 0)
        self.nodes = np.concatenate([self.nodes, np.zeros(len(outcomes), NODE)])
        for outcome, below in enumerate(outcomes):
            self._write(first + outcome, below)

    def control(self, roles, limit=LIMIT):
        """The question that `best` answers in fractions."""
        worth = [float(self.worth(place)) for place in self.tree.states["place"]]
        gain_worth = self.tree.gains["won"] - 3.0 * self.tree.gains["lost"]
        return Control(self.tree, np.array(roles), np.array(worth), gain_worth, limit)

    def worth(self, place):
        """Of an end; at the limit a play is worth its place."""
        in_play = len(self.trees)
        return self.worth_of_end[place - in_play] if place >= in_play else Fraction(place)

    def best(self, roles, limit):
        """The best from place 0 on with so many steps left."""

        @cache
        def of_place(place, left):
            return self.worth(place) if place >= len(self.trees) or left == 0 else of_tree(self.trees[place], left)

        def of_tree(tree, left):
            asks, *rest = tree
            if asks == END:
                place, won, lost = rest
                return of_place(place, left - 1) + won - 3 * lost
            values = [of_tree(below, left) for below in rest[0]]
            role = MEAN if asks == ROLL else roles[1 + asks - MINE]
            return {MEAN: sum(values) / len(values), BEST: max(values), WORST: min(values)}[role]

        for left in range(limit):
            for place in range(len(self.trees)):
                of_place(place, left)
        return of_place(0, limit)


def random_toy(seed):
    """Up to five places with trees up to three rolls deep, and two ends."""
    luck = np.random.default_rng(seed)
    n_places = int(luck.integers(1, 6))

    def grown(depth):
        if depth == 0 or luck.random() < 0.2:
            return (END, int(luck.integers(n_places + 2)), int(luck.choice(GAINS_OF)), int(luck.integers(2)))
        return (int(luck.integers(ROLL, YOURS + 1)), [grown(depth - 1) for _ in range(luck.integers(1, 4))])

    return Toy([grown(3) for _ in range(n_places)], n_ends=2)


def value_of(control, chain, solution):
    """What is played for, as the chain of a policy gives it."""
    gains = expected_gains(chain, solution)
    return float((solution.ended + solution.left) @ control.worth + gains["won"] - 3 * gains["lost"])


def dice_kept(rolls):
    """Roll a die at most so often, and keep a face; place 0 is before the first roll, 6 ends are the faces."""
    faces = [[(END, rolls + face, 0, 0) for face in range(6)] for _ in range(rolls)]
    again = [[(MINE, [face, (END, number + 1, 0, 0)]) for face in faces[number]] for number in range(rolls - 1)]
    return Toy([*((ROLL, one) for one in again), (ROLL, faces[-1])], n_ends=6)


def test_a_die_that_may_be_thrown_again_is_worth_what_everybody_knows():
    """3 1/2 with one throw; with two one keeps 4 and more, 4 1/4; with three one keeps 5 and 6 first, 4 2/3."""
    for rolls, known in ((1, Fraction(7, 2)), (2, Fraction(17, 4)), (3, Fraction(14, 3))):
        toy = dice_kept(rolls)
        toy.worth_of_end = [Fraction(face + 1) for face in range(6)]
        control = toy.control([MEAN, BEST, MEAN])
        found = best_play(control)
        assert abs(found.value[0] - known) < 1e-12
        assert found.error <= 1e-9
        first_choices = found.taken[slice(*control.tree.branches.first_edge[:2])]
        if rolls == 3:  # of each face: thrown, kept, thrown again
            assert first_choices.reshape(6, 3).tolist() == [[1, 0, 1]] * 4 + [[1, 1, 0]] * 2


@pytest.mark.parametrize("roles", [(MEAN, BEST, MEAN), (MEAN, BEST, WORST), (MEAN, MEAN, BEST), (MEAN, WORST, BEST)])
@pytest.mark.parametrize("seed", range(12))
def test_random_games_are_worth_what_a_solver_in_fractions_says(seed, roles):
    toy = random_toy(seed)
    for limit in (0, 1, 2, 7, LIMIT):
        found = best_play(toy.control(roles, limit))
        assert found.error <= 1e-9
        assert abs(found.value[0] - toy.best(roles, limit)) <= found.error + 1e-9


@pytest.mark.parametrize("seed", range(12))
def test_the_chain_of_the_best_policy_is_worth_as_much_and_takes_the_steps_told(seed):
    """Under a limit so far away that it does not matter; who is never left alone by a loop may lose at it."""
    control = random_toy(seed).control([MEAN, BEST, WORST])
    found = best_play(control)
    chain = induced(control, found.taken)
    solution = solve(chain, control.most_steps)
    sums = np.add.reduceat(chain.probability, chain.first_arc[:-1][np.diff(chain.first_arc) > 0])
    assert np.allclose(sums, 1.0, atol=1e-12)
    value = value_of(control, chain, solution)
    assert value <= found.value[0] + 1e-9
    if solution.unended == 0.0:
        assert abs(value - found.value[0]) < 1e-9
        assert abs(solution.visits.sum() - found.steps[0]) < 1e-6


def test_of_equal_choices_the_one_that_ends_sooner_is_taken_then_the_first():
    stay, leave = (END, 0, 0, 0), (END, 1, 0, 0)
    for choices, chosen in (
        ([stay, leave, leave], [0, 1, 0]),
        ([leave, stay], [1, 0]),
        ([stay, stay, leave], [0, 0, 1]),
    ):
        found = best_play(Toy([(MINE, choices)], n_ends=1).control([MEAN, BEST, MEAN]))
        assert (found.taken.tolist(), found.steps[0]) == (chosen, 1.0)


def test_who_gains_by_waiting_waits_until_the_limit():
    wait, leave = (END, 0, 1, 0), (END, 1, 0, 0)
    control = Toy([(MINE, [leave, wait])], n_ends=1).control([MEAN, BEST, MEAN], limit=50)
    found = best_play(control)
    assert (found.value[0], found.error, found.steps[0]) == (50.0, 0.0, 50.0)
    assert found.taken.tolist() == [0, 1]


@pytest.mark.parametrize("room", [("FIRST_STATES", 2), ("FIRST_ARCS", 3), ("FIRST_GAINS", 2)])
def test_memory_grows_without_changing_the_tree(monkeypatch, room):
    toy = random_toy(3)
    monkeypatch.setattr(walking, *room)
    again = walk_ways(lambda memory: explore(toy.nodes, toy.ended, memory), STATE, TALLY)
    assert again.states.tobytes() == toy.tree.states.tobytes()
    assert again.gains.tobytes() == toy.tree.gains.tobytes()
    for found, known in zip(
        (*again.branches[:4], *again.branches.ways), (*toy.tree.branches[:4], *toy.tree.branches.ways), strict=True
    ):
        assert found.tobytes() == known.tobytes()


def test_a_tree_keeps_what_each_roll_is_for_and_whose_it_is():
    toy = Toy([(ROLL, [(MINE, [(END, 1, 0, 0), (END, 1, 1, 0)]), (YOURS, [(END, 1, 0, 1)])])], n_ends=1)
    ways = toy.tree.branches.ways
    assert (ways.fork.tolist(), ways.depth.tolist()) == ([0, 1, 0], [2, 2, 2])
    assert ways.purpose.tolist() == [ROLL, MINE, MINE, ROLL, YOURS]
    assert ways.owner.tolist() == [0, 1, 1, 0, 2]
    assert ways.chance.tolist() == [1 / 2, 1 / 2, 1 / 2, 1 / 2, 1.0]
    assert toy.tree.branches.target.tolist() == [1, 1, 1]
    assert toy.tree.gains["won"][toy.tree.branches.gain].tolist() == [0, 1, 0]
    assert filled(STATE)["place"] == toy.tree.states["place"][0]


@pytest.mark.parametrize("seed", range(12))
def test_every_decision_takes_the_best_of_its_choices(seed):
    control = random_toy(seed).control([MEAN, BEST, WORST])
    found = best_play(control)
    for state in np.flatnonzero(control.tree.states["ending"] == PLAYING):
        for decision in decisions(control, found, int(state)):
            best = max(decision.values) if decision.owner == 1 else min(decision.values)
            assert abs(decision.values[decision.chosen] - best) <= 1e-12
            assert 0.0 <= decision.reach <= 1.0
            assert decision.purpose == MINE + decision.owner - 1


def test_a_decision_has_seen_the_rolls_before_it_and_no_others():
    toy = Toy([(ROLL, [(MINE, [(YOURS, [(END, 1, 0, 0)]), (END, 1, 1, 0)]), (END, 1, 0, 0)])], n_ends=1)
    control = toy.control([MEAN, BEST, MEAN])
    (mine,) = decisions(control, best_play(control), 0)
    assert (mine.seen, mine.chosen, mine.reach) == (((ROLL, 0),), 1, 0.5)
    assert mine.values == pytest.approx((1 / 3, 4 / 3))
