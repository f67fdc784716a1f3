"""The log of a whole game, folded event by event, comes to what the outcome says."""

from collections import Counter

import numpy as np
import pytest
from conftest import JIT
from games.emperor.whole.tables import FIGURES, rules_of

from simkit import games
from simkit.core.board import new_board
from simkit.core.log import MOST_EVENTS, events
from simkit.games.emperor.shared.schema import Event as Fight
from simkit.games.emperor.shared.terms import MAGIC_ARMS_FROM, N_IMPERIALS, Action, Good, Possession
from simkit.games.emperor.whole import setups
from simkit.games.emperor.whole.schema import KILLED_BY_PLAYER, OUTCOME, STATE, TALLY, Ending, Event

PART = games.get("emperor").part("WHOLE_GAME")
SCROLLS = {
    Action.READ_HEALING: Good.SCROLL_HEAL,
    Action.READ_PROTECTION: Good.SCROLL_PROTECTION,
    Action.READ_TELEPORT: Good.SCROLL_TELEPORT,
}
EVERYTHING = {"blood_and_guts": True, "traveling_together": True, "improved": True}
OUT_OF_HAND = {"imperials_end": False, "last_survivor": "plays_on", "time_limit": 120, "blood_and_guts": True}
GAMES = 400 if JIT else 4


def played(switches, policies, seed):
    """Outcomes of some games and the events of each."""
    cell = {"players": len(policies), "policies": policies}
    compiled, faults = setups.compile_setup(FIGURES, {}, "WHOLE_GAME", cell)
    assert faults == []
    simulate = games.kernels(PART).simulate
    for game in range(GAMES):
        outcomes, board = np.zeros(1, OUTCOME), new_board(STATE, TALLY, seed, MOST_EVENTS)
        simulate(rules_of(**switches), *compiled, game, board, outcomes)
        yield outcomes[0], events(board.log)


class Folded:
    """What a listener knows who hears the log and nothing else."""

    def __init__(self, n_players):
        self.hands = [Counter() for _ in range(n_players)]
        self.killers, self.graves = [0] * n_players, [0] * n_players
        self.turns = self.drawn = self.lost = self.redeemed = 0
        self.endings, self.imperials, self.scores = [], [], {}
        self.last_lost = self.last_dead = None
        self.estate = Counter()
        self.met = self.presented = self.quarrels = 0

    def hear(self, row):
        """One event."""
        kind, who = int(row["kind"]), int(row["side"])
        a, b = int(row["a"]), int(row["b"])
        hand = self.hands[who]
        if kind == Event.TURN:
            self.turns += 1
        elif kind == Event.DRAWS_TREASURE:
            hand[a, b] += 1
            self.drawn += 1
        elif kind == Fight.LOSES and (a == Possession.GOOD or (a == Possession.ARM and b >= MAGIC_ARMS_FROM)):
            self.drop(who, (a, b))
        elif kind == Fight.CASTS and a in SCROLLS:
            self.drop(who, (Possession.GOOD, SCROLLS[a]))
        elif kind == Event.TELEPORTS and a == 1:
            self.drop(who, (Possession.GOOD, Good.SCROLL_TELEPORT))
        elif kind == Fight.REVIVES:
            self.drop(who, (Possession.GOOD, Good.EMERALD))
        elif kind == Event.REDEEMS:
            returned = [one for one in hand.elements() if one[0] == Possession.GOOD and one[1] < N_IMPERIALS]
            assert len(returned) == a
            self.redeemed += a
            for one in returned:
                hand[one] -= 1
        elif kind == Event.TRIBUTE:
            hand[self.last_lost] += 1
            self.lost -= 1
        elif kind == Event.SWAPS:
            self.swap(who, a, b, int(row["c"]))
        elif kind == Event.SPOILS:
            assert (self.last_dead, self.estate.total()) == (a, b)
            hand.update(self.estate)
            self.lost -= b
        elif kind == Event.DIES:
            self.killers[who], self.graves[who] = a + 1, b + 1
            self.lost += hand.total()
            self.last_dead, self.estate = who, hand.copy()
            hand.clear()
        elif kind == Event.PRESENTS:
            self.presented += 1
        elif kind == Event.CHALLENGES:
            self.quarrels += 1
        elif kind == Fight.DRAWS_CHIT:
            self.met += 1
        elif kind == Event.GAME_ENDS:
            self.endings.append(a)
            self.imperials.append(b)
        elif kind == Event.SCORES:
            self.scores[who] = (a, b)
        assert min(hand.values(), default=0) >= 0

    def swap(self, who, other, given, taken):
        """Two arms change hands; magic ones are treasures."""
        for giver, taker, arm in ((who, other, given), (other, who, taken)):
            if arm >= MAGIC_ARMS_FROM:
                self.hands[giver][Possession.ARM, arm] -= 1
                self.hands[taker][Possession.ARM, arm] += 1

    def drop(self, who, treasure):
        """A treasure goes back to the pool, or out of play."""
        self.hands[who][treasure] -= 1
        self.last_lost = treasure
        self.lost += 1


@pytest.mark.parametrize(
    ("switches", "policies"),
    [
        ({}, ["seeker", "cautious", "hunter", "random"]),
        (EVERYTHING, ["hunter", "seeker", "hunter", "seeker", "random"]),
        (OUT_OF_HAND, ["hunter", "camper", "cautious"]),
        ({"traveling_together": True}, ["seeker", "seeker", "seeker", "seeker"]),
    ],
    ids=["as printed", "optional rules", "a time limit", "companies"],
)
def test_a_log_folds_to_the_outcome(switches, policies):
    for outcome, rows in played(switches, policies, 17):
        heard = Folded(len(policies))
        for row in rows:
            heard.hear(row)
        players = outcome.players[: len(policies)]
        assert (heard.turns, heard.endings, heard.imperials) == (outcome.turns, [outcome.ending], [outcome.imperials])
        assert [hand.total() for hand in heard.hands] == players["treasures"].tolist()
        imperials = [sum(hand[Possession.GOOD, good] for good in range(N_IMPERIALS)) for hand in heard.hands]
        assert imperials == players["imperials"].tolist()
        assert heard.killers == players["killer"].tolist()
        assert heard.graves == players["grave"].tolist()
        assert [int(killer > 0) for killer in heard.killers] == players["died"].tolist()
        assert outcome.deaths == players["died"].sum()
        assert heard.drawn == heard.lost + heard.redeemed + players["treasures"].sum()
        drawn = ("explored", "clues", "escorts", "redeemed", "fights")
        assert heard.drawn == sum(int(outcome[f"draws_{how}"]) for how in drawn)
        assert (heard.presented, heard.quarrels, heard.met) == (outcome.presented, outcome.quarrels, outcome.met)
        winners(outcome, players, heard.scores)


def winners(outcome, players, scores):
    """[How to Win] The living with most treasures share the win evenly."""
    alive = [who for who in range(len(players)) if not players["died"][who]]
    best = max((int(players["treasures"][who]) for who in alive), default=-1)
    first = [who for who in alive if players["treasures"][who] == best]
    shares = [840 // len(first) if who in first else 0 for who in range(len(players))]
    assert players["share"].tolist() == shares == [scores[who][1] for who in range(len(players))]
    assert outcome.winner == (first[0] if len(first) == 1 else -1)


def test_who_is_said_to_be_killed_by_another_player_was():
    killed = 0
    for outcome, rows in played({"blood_and_guts": True}, ["hunter"] * 4, 3):
        by_player = (outcome.players["killer"] == KILLED_BY_PLAYER + 1).sum()
        assert by_player == sum(row["kind"] == Event.DIES and row["a"] == KILLED_BY_PLAYER for row in rows)
        killed += by_player
        assert Ending(outcome.ending) in (Ending.IMPERIALS_FOUND, Ending.LAST_SURVIVOR, Ending.ALL_DEAD)
    assert killed > 0
