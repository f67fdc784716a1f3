"""A referee: reads the log of a battle and holds every event against the rules, written anew from the rulebook.

Nothing here is shared with the game but names of events and the figures; hexes are (column, row) pairs.
"""

from collections.abc import Iterable
from typing import Any

from simkit import games
from simkit.games.waterloo.schema import Event

TREE = games.figures("waterloo").tree
FRENCH, ALLIED = 0, 1
N_FRENCH = 26
COLUMNS = ["1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"]
RESULTS = ["Ae", "Ar", "Ee", "Dr", "De"]
Hex = tuple[int, int]


def hex_of(name: str) -> Hex:
    return int(name[:2]), int(name[2:])


def by_index(index: int) -> Hex:
    return index // 17 + 1, index % 17 + 1


def sides_of(place: Hex) -> dict[str, Hex]:
    """The six hexes around, on the map or not; a hex of an even column stands half a hex lower."""
    column, row = place
    down = 0 if column % 2 else 1
    return {
        "N": (column, row - 1),
        "S": (column, row + 1),
        "NE": (column + 1, row - 1 + down),
        "SE": (column + 1, row + down),
        "NW": (column - 1, row - 1 + down),
        "SW": (column - 1, row + down),
    }


ALL = {(column, row) for column in range(1, 24) for row in range(1, 18)}
WOODS = {hex_of(name) for name in TREE["terrain"]["woods"]}
ROADS = {hex_of(name): set(sides) for name, sides in TREE["roads"].items()}
BUILDINGS = {hex_of(name) for name in TREE["terrain"]["building"]}
EXITS = {(column, 1) for column in range(1, 10)}
EAST = {place for place in ALL if place[0] == 23 and place not in WOODS}
NORTH = {(column, 1) for column in range(12, 22)} - WOODS - {(16, 1)}
OPPOSITE = {"N": "S", "S": "N", "NE": "SW", "SW": "NE", "NW": "SE", "SE": "NW"}


def beside(place: Hex) -> set[Hex]:
    return set(sides_of(place).values()) & ALL


def steps(place: Hex) -> set[Hex]:
    """[4.2] Where a unit can go from a hex: not into woods, and in and out of Woods-Road hexes by road."""
    found = set()
    for side, other in sides_of(place).items():
        by_road = place not in ROADS or side in ROADS[place]
        if other in ALL - WOODS and by_road and (other not in ROADS or OPPOSITE[side] in ROADS[other]):
            found.add(other)
    return found


def in_range(gun: Hex, target: Hex) -> bool:
    """[2.2, 5.6] Two hexes away, and not everything between is woods."""
    if gun == target or target in beside(gun):
        return False
    between = beside(gun) & beside(target)
    return bool(between) and any(place not in WOODS and place not in ROADS for place in between)


class Referee:
    """Follows a battle event by event; `AssertionError` at the first that breaks a rule."""

    def __init__(self, cards: Any) -> None:
        self.cards = [(int(card["strength"]), int(card["movement"]), int(card["arm"])) for card in cards]
        self.at = {who: by_index(int(card["hex"])) for who, card in enumerate(cards) if card["fate"] == 2}
        self.to_come = {who for who, card in enumerate(cards) if card["fate"] == 1}
        self.lost, self.exited, self.demoralized = [0, 0], [], False
        self.side, self.turn, self.fighting, self.begun = FRENCH, 0, False, False
        self.moved, self.parts, self.must, self.parted = set(), {}, set(), set()
        self.attack: dict[str, Any] = {}
        self.wasted = 0  # exchanges in which the attacker lost a unit that he need not have lost, as he may

    def watch(self, events: Iterable[Any]) -> None:
        for event in events:
            kind, self.turn = Event(int(event["kind"])), int(event["turn"])
            values = [int(event[name]) for name in "abcd"]
            if kind not in (Event.PLAYER_TURN, Event.MOVES, Event.ENTERS, Event.EXITS, Event.ENDS):
                self.begin_combat()
            getattr(self, f"on_{kind.name.lower()}")(int(event["side"]), *values)
            assert len(set(self.at.values())) == len(self.at) or kind == Event.DISPLACED, "two units in a hex (4.4)"

    # ---- Where things are

    def of(self, side: int) -> dict[int, Hex]:
        return {who: place for who, place in self.at.items() if (who >= N_FRENCH) == side}

    def zone(self, side: int) -> set[Hex]:
        return {near for place in self.of(side).values() for near in beside(place)}

    def touching(self) -> set[tuple[int, int]]:
        ours, theirs = self.of(self.side), self.of(1 - self.side)
        return {(a, d) for a, place in ours.items() for d, other in theirs.items() if other in beside(place)}

    def reach(self, starts: dict[Hex, int], movement: int) -> dict[Hex, int]:
        """[4.1 to 4.5] Hexes that can be come to, with their cost."""
        cost, waiting = dict(starts), list(starts)
        enemies, zone = set(self.of(1 - self.side).values()), self.zone(1 - self.side)
        friends = set(self.of(self.side).values())
        while waiting:
            place = waiting.pop(0)
            stopped = place in zone and cost[place] > 0
            for onward in steps(place) - enemies - set(cost):
                if not stopped and cost[place] < movement and not (onward in friends and onward in zone):
                    cost[onward] = cost[place] + 1
                    waiting.append(onward)
        return cost

    # ---- Movement

    def on_player_turn(self, side: int, *_: int) -> None:
        if self.begun:
            self.end_combat()
            self.side = 1 - self.side
        assert side == self.side
        self.begun, self.moved = True, set()

    def may_move(self, side: int, who: int) -> None:
        assert not self.fighting, "movement in the Combat Phase"
        assert side == self.side == (who >= N_FRENCH)
        assert who not in self.moved, "a unit moves twice"
        self.moved.add(who)

    def on_moves(self, side: int, who: int, here: int, there: int, *_: int) -> None:
        self.may_move(side, who)
        assert self.at[who] == by_index(here)
        assert by_index(here) not in self.zone(1 - side), "a unit leaves a Zone of Control by movement (4.5)"
        assert by_index(there) in self.reach({by_index(here): 0}, self.cards[who][1])
        self.at[who] = by_index(there)

    def on_enters(self, side: int, who: int, there: int, *_: int) -> None:
        self.may_move(side, who)
        assert who in self.to_come
        assert self.turn >= TREE["prussians"]["turn"]
        barred = self.zone(FRENCH) | set(self.of(FRENCH).values())
        gates = EAST - barred or NORTH - barred
        assert by_index(there) in self.reach(dict.fromkeys(gates, 1), self.cards[who][1])
        self.to_come.remove(who)
        self.at[who] = by_index(there)

    def on_exits(self, side: int, who: int, here: int, n: int, edge: int) -> None:
        self.may_move(side, who)
        assert side == FRENCH
        assert self.at[who] not in self.zone(ALLIED)
        cost, movement = self.reach({self.at.pop(who): 0}, self.cards[who][1]), self.cards[who][1]
        ways = [place for place in EXITS & set(cost) if place not in self.zone(ALLIED)]
        assert cost[by_index(edge)] == min(cost[place] for place in ways)
        assert by_index(edge) in ways
        assert cost[by_index(edge)] + 1 <= movement
        self.exited.append(who)
        assert n == len(self.exited)

    # ---- Combat

    def begin_combat(self) -> None:
        if not self.fighting:
            self.fighting = True
            self.parts, self.parted = {}, set()
            self.must = {who for pair in self.touching() for who in pair}

    def end_combat(self) -> None:
        """[5.1, 5.2] Everybody who was in contact has had an attack, unless he was parted from the enemy before it."""
        self.begin_combat()
        self.check_losers()
        missed = self.must - set(self.parts) - self.parted
        still = {who for pair in self.touching() if missed & set(pair) for who in pair}
        assert not {who for who in missed & still if self.untouched(who)}, "a unit in contact has no attack (5.1)"
        self.fighting = False

    def untouched(self, who: int) -> bool:
        """Whether somebody whom this one touches has had no attack either."""
        pairs = [pair for pair in self.touching() if who in pair]
        return any(other not in self.parts and other in self.must for pair in pairs for other in pair if other != who)

    def on_attacks(self, side: int, french: int, allied: int, guns: int, packed: int) -> None:
        self.check_losers()
        assert side == self.side
        forces = [[w for w in range(26) if french >> w & 1], [26 + w for w in range(27) if allied >> w & 1]]
        ours, theirs = forces[side], forces[1 - side]
        bombarding = [who for who in ours if guns >> (who - 26 * side) & 1]
        near = [who for who in ours if who not in bombarding]
        assert ours
        assert theirs
        for who in ours + theirs:
            assert who not in self.parts, "two attacks of one unit (5.2)"
            self.parts[who] = True
        for who in near:
            assert all(self.at[target] in beside(self.at[who]) for target in theirs), "not beside all (5.4)"
        for who in bombarding:
            assert self.cards[who][2] == 2
            assert self.at[who] not in self.zone(1 - side), "a gun in contact bombards (5.6)"
            assert any(in_range(self.at[who], self.at[target]) for target in theirs)
        packed, result = divmod(packed, 5)
        packed, face = divmod(packed, 6)
        packed, column = divmod(packed, 10)
        packed, due = divmod(packed, 10)
        defence, bare = divmod(packed, 10)
        assert defence == sum(self.cards[who][0] * (1 + (self.at[who] in BUILDINGS)) for who in theirs)
        strength = sum(self.cards[who][0] for who in ours)
        assert due == self.column(strength, defence)
        assert bare == self.bare_column(strength, defence)
        assert column <= due
        said = TREE["crt"][str(face + 1)][COLUMNS[column]]
        assert said == RESULTS[result]
        self.attack = {
            "result": said, "near": near, "guns": bombarding, "theirs": theirs, "advanced": False,
            "start": {who: self.at[who] for who in ours + theirs}, "dead": [], "back": [], "vacated": set(),
            "losers": {"Ar": near, "Dr": theirs}.get(said, []),
            "dead_ones": {"Ae": near, "De": theirs, "Ee": theirs}.get(said, []),
        }  # fmt: skip

    def column(self, strength: int, defence: int) -> int:
        """[6.2, 8.2]."""
        index = self.bare_column(strength, defence)
        if self.demoralized:
            index = min(max(index + (1 if self.side == FRENCH else -1), 0), 9)
        return index

    def bare_column(self, strength: int, defence: int) -> int:
        """[6.2]."""
        index = 4 + strength // defence - 1 if strength >= defence else 5 - -(-defence // strength)
        return min(max(index, 0), 9)

    def check_losers(self) -> None:
        """[6.3] What the last attack demanded has happened."""
        if not self.attack:
            return
        attack, self.attack = self.attack, {}
        gone = set(attack["dead"]) | set(attack["back"])
        assert set(attack["losers"]) <= gone
        assert set(attack["dead_ones"]) <= set(attack["dead"])
        if attack["result"] == "Ee":
            owed = sum(self.cards[who][0] for who in attack["theirs"])
            paid = [self.cards[who][0] for who in attack["dead"] if who in attack["near"]]
            assert sum(paid) >= owed or len(paid) == len(attack["near"])
            self.wasted += bool(paid) and sum(paid) - min(paid) >= owed
        elif attack["result"] in ("De", "Dr"):
            assert not set(attack["dead"]) & set(attack["near"])
        else:
            assert not set(attack["dead"]) & set(attack["theirs"])
        assert not set(attack["dead"]) & set(attack["guns"]), "bombarding guns are untouched (6.8)"

    def safe(self, who: int) -> set[Hex]:
        """[6.4] The safe hexes of a unit, with friends in them or not."""
        side = int(who >= N_FRENCH)
        return steps(self.at[who]) - self.zone(1 - side) - set(self.of(1 - side).values())

    def go_back(self, who: int, here: int, there: int) -> None:
        assert self.at[who] == by_index(here)
        assert by_index(there) in self.safe(who)
        assert by_index(there) not in self.at.values()
        self.at[who] = by_index(there)

    def on_retreats(self, _: int, who: int, here: int, there: int, *__: int) -> None:
        assert who in self.attack["losers"]
        self.attack["back"].append(who)
        self.attack["vacated"].add(by_index(here))
        self.go_back(who, here, there)

    def on_displaced(self, _: int, who: int, here: int, there: int, *__: int) -> None:
        losers = [one for one in self.attack["losers"] if one in self.at and one not in self.attack["back"]]
        assert any(not self.safe(one) - set(self.at.values()) for one in losers), "there was an empty safe hex (6.5)"
        assert who not in self.attack["losers"] or who in self.attack["back"]
        self.parted.add(who)
        self.go_back(who, here, there)

    def on_falls_back(self, _: int, who: int, here: int, there: int, *__: int) -> None:
        assert who in self.attack["guns"]
        assert self.attack["result"] in ("Ae", "Ar", "Ee")
        self.go_back(who, here, there)

    def on_destroyed(self, side: int, who: int, here: int, lost: int, cornered: int) -> None:
        assert self.at[who] == by_index(here)
        if cornered:
            assert who in self.attack["losers"]
            assert not self.safe(who) - set(self.at.values()), "there was a safe hex (6.4)"
        else:
            assert who in self.attack["dead_ones"] or (self.attack["result"] == "Ee" and who in self.attack["near"])
        self.attack["dead"].append(who)
        self.attack["vacated"].add(self.at.pop(who))
        self.lost[side] += self.cards[who][0]
        assert self.lost[side] == lost

    def on_advances(self, side: int, who: int, here: int, there: int, *_: int) -> None:
        attack = self.attack
        victors = attack["near"] if attack["result"] in ("De", "Dr", "Ee") else attack["theirs"]
        assert who in victors
        assert not attack["advanced"], "one unit advances (6.6)"
        assert self.at[who] == by_index(here)
        losers = attack["theirs"] if victors is attack["near"] else attack["near"]
        assert by_index(there) in {attack["start"][one] for one in losers} & attack["vacated"]
        assert by_index(there) in steps(by_index(here)), "by no way (6.6)"
        attack["advanced"] = True
        self.at[who] = by_index(there)

    def on_demoralized(self, _: int, lost: int, *__: int) -> None:
        assert lost == self.lost[ALLIED] >= TREE["victory"]["allied_limit"]
        assert not self.demoralized
        self.demoralized = True

    def on_lapses(self, side: int, *_: int) -> None:
        self.check_losers()
        assert side == self.side

    # ---- The end

    def on_ends(self, _: int, ending: int, french: int, allied: int, exited: int) -> None:
        assert [french, allied] == self.lost
        assert exited == len(self.exited)
        out, broken = exited >= TREE["victory"]["exit_units"], self.demoralized
        assert (ending == 1) == (broken and out)
        assert ending != 2 or french >= TREE["victory"]["french_limit"]
        if ending == 3:
            assert self.turn == TREE["victory"]["game_turns"]
            assert broken or max(french, allied) < 40
