"""The half of the referee that watches set-up, moves, attacks and lost points; Blonds and missions are in `referee`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from simkit.games.new_york.schema import Event

CITY = -1
RESULTS = ("A3", "A2", "A1", "B1", "D1", "D2", "D3")
COLUMNS = ("m7", "m5", "m3", "m1", "even", "p1", "p3", "p5", "p7")
EXITS = ("west", "south_west", "north_east", "north_west", "south", "sixth_avenue")
MISSION, ALL_LOST, TURN_LIMIT = 1, 2, 3
BUILT = {"E": "257_park_avenue_south", "F": "empire_state_building", "G": "macys"}
# What follows from something else, and may not come by itself.
FOLLOWS = {
    Event.STUCK, Event.LOCKED, Event.EATEN, Event.GOES_BACK, Event.LOSES, Event.DIES, Event.DISPLACED, Event.CORNERED,
    Event.CITY_ATTACKS, Event.GAINS, Event.TO_BE_STUCK, Event.MUST_EAT, Event.MUST_LEAVE, Event.FORGOTTEN,
    Event.SQUASHES, Event.ESCAPES, Event.AVENUE,
}  # fmt: skip


class BreachError(AssertionError):
    """A game that breaks a rule."""


def demand(holds: Any, rule: str) -> None:
    if not holds:
        raise BreachError(rule)


def column(differential: int) -> int:
    """[The Monster Attack Table] -7 and fewer, pairs, even, pairs, 7 and more."""
    half = min((abs(differential) + 1) // 2, 4)
    return 4 + half if differential > 0 else 4 - half


@dataclass
class Seat:
    """A player and its monster."""

    name: str  # of the monster's figures
    mission: str
    strength: int
    movement: int
    good: bool
    flyer: bool
    alive: bool = True
    space: int = -1
    came_from: int = -1
    foe: int = -1  # whom it must attack in its turn
    stuck: int = 0
    buildings: int = 0  # to be eaten on the avenue
    deadline: int = 0
    forgotten: bool = False
    carrying: bool = False
    met: int = -1  # the round in which it first saw the Blond
    deed: bool = False
    hurt: set[int] = field(default_factory=set)


class Moves:
    """Follows a game event by event; `BreachError` at the first that breaks a rule."""

    def __init__(self, tree: Mapping[str, Any], readings: Mapping[str, Any]) -> None:
        self.tree, self.reading = tree, readings
        rows = tree["map"]["rows"]
        self.width, self.height, self.ground = len(rows[0]), len(rows), "".join(rows)
        self.named = {name: self.at(*place["at"]) for name, place in tree["places"].items()}
        self.lost = dict.fromkeys([s for s, mark in enumerate(self.ground) if mark == "B"], 1)
        self.lost[self.named[BUILT["F"]]] = tree["buildings"]["empire_state_successes"]
        self.seats: list[Seat] = []
        self.chits: set[int] = set()
        self.turned: set[int] = set()  # numbers of chits that were examined
        self.blond, self.blond_space = "hidden", -1
        self.first, self.active, self.round, self.left = -1, -1, 0, 0
        self.winner, self.over = -1, False
        self.owed: list[tuple[Event, int, tuple[int, ...]]] = []
        self.steps, self.fought, self.bitten, self.devoured, self.halted, self.looked = 0, False, False, False, False, 0
        self.gone, self.held, self.bite_result, self.fight = False, False, "", (-1, -1)

    def watch(self, events: Iterable[Any]) -> None:
        for event in events:
            demand(not self.over, "something happens after the end")
            kind, side = Event(int(event["kind"])), int(event["side"])
            values = [int(event[name]) for name in "abcd"]
            if kind in FOLLOWS:
                demand(any(kind == due and side == who for due, who, _ in self.owed), f"{kind.name} out of nothing")
            else:
                demand(not self.owed, f"{kind.name} before {[(due.name, who) for due, who, _ in self.owed]}")
            self.now = int(event["turn"])
            getattr(self, f"on_{kind.name.lower()}")(side, *values)
        demand(self.over, "a game without an end")

    def owe(self, kind: Event, who: int, *numbers: int) -> None:
        self.owed.append((kind, who, numbers))

    def settle(self, kind: Event, who: int) -> tuple[int, ...]:
        """The numbers of what was owed."""
        due = next(one for one in self.owed if one[:2] == (kind, who))
        self.owed.remove(due)
        return due[2]

    # ---- The map

    def at(self, x: int, y: int) -> int:
        return y * self.width + x

    def beside(self, space: int) -> list[int]:
        """North, east, south, west."""
        x, y = space % self.width, space // self.width
        around = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        return [self.at(*to) for to in around if 0 <= to[0] < self.width and 0 <= to[1] < self.height]

    def intact(self, space: int) -> bool:
        return self.lost.get(space, 0) > 0

    def edge(self, name: str) -> set[int]:
        """[The Monster Mission Chart] The streets of an exit."""
        way = self.tree["exits"][name]
        span = range(way["first"], way["last"] + 1)
        places = {
            "north": [(k, 0) for k in span], "south": [(k, self.height - 1) for k in span],
            "west": [(0, k) for k in span], "east": [(self.width - 1, k) for k in span],
        }  # fmt: skip
        return {self.at(*place) for place in places[way["edge"]]}

    def starts(self) -> set[int]:
        if self.reading["starts"] == "corners":
            return {self.at(*corner) for corner in self.tree["starts"]["corners"]}
        rim = {s for s in range(len(self.ground)) if len(self.beside(s)) < 4}
        return {s for s in rim if self.ground[s] == "."}

    def avenue(self) -> set[int]:
        """[False Blond 7] The buildings that front on Ninth Avenue."""
        names = [name.strip() for name in self.tree["map"]["avenues"].split("|")]
        x = names.index(self.tree["false_blond_monsters"]["avenue"])
        return {s for s in self.lost if any(near % self.width == x for near in self.beside(s))}

    def within(self, space: int) -> list[int]:
        return [who for who, seat in enumerate(self.seats) if seat.alive and seat.space == space]

    def flies(self, who: int) -> bool:
        seat = self.seats[who]
        grounded = seat.buildings and seat.name in self.tree["false_blond_monsters"]["grounded"]
        return seat.flyer and not grounded

    def free(self, who: int, space: int) -> bool:
        """[How to Apply the Results] Whether a monster could normally be there: no building on foot, nobody else."""
        return not self.within(space) and (self.flies(who) or not self.intact(space))

    # ---- How to Start

    def on_sits(self, side: int, monster: int, mission: int, strength: int, movement: int) -> None:
        demand(side == len(self.seats) < 4, "seats out of order")
        name, card = list(self.tree["monsters"].items())[monster]
        demand((strength, movement) == (card["strength"], card["movement"]), "not what the counter says")
        seat = Seat(name, "ABCDEFG"[mission], strength, movement, card["good"], card["flyer"])
        demand(name not in [other.name for other in self.seats], "a monster twice")
        demand(seat.mission not in [other.mission for other in self.seats], "a mission twice")
        self.seats.append(seat)

    def on_laid(self, _: int, space: int, *__: int) -> None:
        coded = [self.named[name] for name in self.tree["blonds"]["places"]]
        places = coded if self.reading["blond_places"] == "coded" else list(self.named.values())
        demand(space in places and space not in self.chits, "a chit where none belongs")
        self.chits.add(space)

    def on_begins(self, side: int, *_: int) -> None:
        demand(len(self.chits) == 10, "ten Blonds")
        demand(len(self.seats) >= 2 and side < len(self.seats), "who begins")
        demand(self.reading["first_player"] == "random" or side == 0, "the first seat begins")
        self.first = side

    def on_placed(self, side: int, chooser: int, space: int, *_: int) -> None:
        n = len(self.seats)
        placed = sum(seat.space >= 0 for seat in self.seats)
        demand(side == (self.first + placed) % n and self.seats[side].space < 0, "placed in the order of play")
        demand(chooser == (side + 1) % n, "the next player chooses the start")
        demand(space in self.starts() and not self.within(space), "no start")
        self.seats[side].space = space

    # ---- How to Proceed

    def on_turn(self, side: int, space: int, strength: int, movement: int, _: int) -> None:
        self.end_turn()
        demand(not any(self.has_won(who) for who in range(len(self.seats))), "who has won does not say so")
        demand((side, self.now) == self.next_turn(), "out of turn")
        demand(self.now <= self.tree["limits"]["rounds"], "after the last round")
        seat = self.seats[side]
        demand((space, strength, movement) == (seat.space, seat.strength, seat.movement), "not what the monster is")
        if seat.deadline and not seat.forgotten and self.now > seat.deadline:
            self.owe(Event.FORGOTTEN, side)
        self.active, self.round = side, self.now
        self.left = max(0, movement - seat.carrying * self.tree["carrying"]["movement"])
        self.steps, self.fought, self.bitten, self.devoured, self.halted, self.looked = 0, False, False, False, False, 0
        self.fight = (-1, -1)
        self.held = seat.stuck > 0 or seat.foe >= 0
        if seat.stuck:
            self.left = 0
        if seat.foe >= 0:
            self.owe(Event.LOCKED, side, seat.foe)
        if seat.stuck:
            self.owe(Event.STUCK, side)
        seat.stuck = max(0, seat.stuck - 1)

    def next_turn(self) -> tuple[int, int]:
        """Who is next, and in which round."""
        if self.active < 0:
            demand(all(seat.space >= 0 for seat in self.seats), "a monster without a start")
            return self.first, 1
        who, turn = self.active, self.round
        for _ in self.seats:
            who = (who + 1) % len(self.seats)
            turn += who == self.first
            if self.seats[who].alive:
                break
        return who, turn

    def end_turn(self) -> None:
        """[How to Move] Whoever enters a building or a monster's space attacks; nobody else shares one."""
        for who, seat in enumerate(self.seats):
            for other in self.within(seat.space):
                bound = seat.foe == other or self.seats[other].foe == who
                demand(other == who or not seat.alive or bound, "two monsters in a space, and no fight")
            inside = seat.alive and self.intact(seat.space) and not self.flies(who)
            half = seat.space == self.named[BUILT["F"]] and self.lost[seat.space] < self.total()
            demand(not inside or (half and self.reading["half_eaten"] == "stays"), "in a building, on foot")
        if self.active < 0:
            return
        seat = self.seats[self.active]
        acted = self.bitten or self.fought or not seat.alive
        demand(not self.halted or acted, "enters, and does not attack")
        resting = seat.alive and self.intact(seat.space) and seat.flyer and self.steps
        demand(self.reading["flyers_rest"] or not resting or acted, "a flyer rests above a building")

    def total(self) -> int:
        return int(self.tree["buildings"]["empire_state_successes"])

    def on_stuck(self, side: int, *_: int) -> None:
        self.settle(Event.STUCK, side)

    def on_locked(self, side: int, foe: int, *_: int) -> None:
        demand(self.settle(Event.LOCKED, side) == (foe,), "must attack another")
        self.left, self.halted = 0, True

    # ---- How to Move

    def mover(self, side: int) -> Seat:
        demand(side == self.active and self.seats[side].alive, "not its turn")
        demand(not self.gone, "it has left the map")
        return self.seats[side]

    def before_attack(self, side: int) -> Seat:
        demand(not (self.fought or self.bitten or self.devoured or self.looked), "a move comes first")
        return self.mover(side)

    def on_steps(self, side: int, here: int, there: int, left: int, _: int) -> None:
        seat = self.before_attack(side)
        demand(seat.space == here and there in self.beside(here), "straight, a space at a time")
        self.left -= 1
        demand(left == self.left >= 0, "farther than it moves")
        demand(not self.halted, "through a building or a monster")
        others = self.within(there)
        demand(len(others) < 2, "into a fight")
        if self.intact(there) and not self.flies(side):
            above = any(self.flies(who) for who in others)
            demand(not above, "a flyer above a building is out of reach")
        self.halted = bool(others) or (self.intact(there) and not self.flies(side))
        self.steps += 1
        seat.came_from, seat.space = here, there

    def on_leaves(self, side: int, space: int, way: int, *_: int) -> None:
        seat = self.before_attack(side)
        demand(self.left >= self.tree["movement"]["exit_cost"] and not self.halted, "farther than it moves")
        name = "sixth_avenue" if self.late(seat) else self.tree["missions"][self.plays(seat).lower()]["exit"]
        demand(EXITS[way] == name and seat.space == space and space in self.edge(name), "not its exit")
        demand(self.must_leave(seat) and self.did(side), "leaves before its deed")
        self.gone = True

    def late(self, seat: Seat) -> bool:
        return seat.deadline > 0 and not seat.forgotten

    # ---- How to Attack

    def effective(self, seat: Seat) -> int:
        return seat.strength - seat.carrying * int(self.tree["carrying"]["strength"])

    def roll(self, differential: int, face: int, result: int) -> tuple[str, int]:
        table = self.tree["attack_table"][str(face)]
        if self.reading["attack_table"] == "gentle" and face > 2:
            table = {**table, **self.tree["gentle_table"][str(face)]}
        demand(table[COLUMNS[column(differential)]] == RESULTS[result], "not what the table says")
        return RESULTS[result][0], int(RESULTS[result][1])

    def on_attacks(self, side: int, other: int, differential: int, face: int, result: int) -> None:
        demand(not (self.fought or self.bitten or self.devoured or self.looked), "a second attack")
        seat, victim = self.mover(side), self.seats[other]
        demand(other != side and victim.alive and victim.space == seat.space, "not in its space")
        demand(seat.foe in (-1, other), "must attack another")
        demand(differential == self.effective(seat) - victim.strength, "not the strengths")
        who, points = self.roll(differential, face, result)
        self.fought, self.fight, seat.foe = True, (side, other), -1
        for loser in (side, other):
            if who in ("B", "A" if loser == side else "D"):
                only_one = loser == other and who == "D" and self.reading["one_point"]
                self.owe(Event.LOSES, loser, 1 if only_one else points, other if loser == side else side)
        if who == "B" and self.reading["both_lose"] == "stay":
            victim.foe = side
        elif who == "B":
            self.owe(Event.GOES_BACK, side)
        else:
            self.owe(Event.DISPLACED, side if who == "A" else other)
            self.owe(Event.CORNERED, side if who == "A" else other)

    def on_bites(self, side: int, space: int, differential: int, face: int, result: int) -> None:
        demand(not (self.fought or self.bitten or self.devoured or self.looked), "a second attack")
        seat = self.mover(side)
        demand(seat.foe < 0 and seat.space == space and self.intact(space), "no building to eat")
        demand(self.within(space) == [side], "eats a building in which another is")
        demand(differential == self.effective(seat) - self.tree["buildings"]["strength"], "not the strengths")
        who, points = self.roll(differential, face, result)
        self.bitten, self.bite_result = True, who
        if who != "D" and not (who == "A" and self.reading["unhurt_eater"]):
            self.owe(Event.LOSES, side, points, CITY)
        self.owe(Event.GOES_BACK if who == "A" else Event.EATEN, side)

    def on_eaten(self, side: int, space: int, left: int, *_: int) -> None:
        self.settle(Event.EATEN, side)
        self.lost[space] -= 1
        demand(space == self.seats[side].space and left == self.lost[space], "not what is left of it")
        seat = self.seats[side]
        if left:
            if seat.alive and self.reading["half_eaten"] == "returns":
                self.owe(Event.GOES_BACK, side)
            return
        target = BUILT.get(seat.mission)
        seat.deed |= target is not None and self.named[target] == space
        if seat.buildings and space in self.avenue() and seat.alive:
            self.owe(Event.AVENUE, side)

    def on_avenue(self, side: int, left: int, *_: int) -> None:
        self.settle(Event.AVENUE, side)
        self.seats[side].buildings -= 1
        demand(left == self.seats[side].buildings, "buildings on the avenue")

    def on_goes_back(self, side: int, here: int, there: int, *_: int) -> None:
        self.settle(Event.GOES_BACK, side)
        seat = self.seats[side]
        demand(seat.space == here, "not where it is")
        ways = [seat.came_from, *self.beside(here)]
        demand(there == next((s for s in ways if s >= 0 and self.free(side, s)), here), "not whence it came")
        seat.space, seat.foe = there, -1

    def on_displaced(self, side: int, chooser: int, here: int, there: int, _: int) -> None:
        self.settle(Event.DISPLACED, side)
        self.settle(Event.CORNERED, side)
        demand(side in self.fight and chooser in self.fight and chooser != side, "the enemy displaces")
        demand(self.seats[side].space == here and there in self.beside(here), "an adjacent space")
        demand(self.free(side, there), "where it could not go")
        self.seats[side].space, self.seats[side].came_from = there, here

    def on_cornered(self, side: int, other: int, *_: int) -> None:
        self.settle(Event.DISPLACED, side)
        self.settle(Event.CORNERED, side)
        demand(side in self.fight and other in self.fight and other != side, "cornered by the enemy")
        demand(not any(self.free(side, s) for s in self.beside(self.seats[side].space)), "there was a way")
        waiting = next(who for who in self.fight if who != self.active)
        self.seats[waiting].foe = self.active

    # ---- When You Lose Points

    def on_loses(self, side: int, strength: int, movement: int, left: int, moves: int) -> None:
        points, by = self.settle(Event.LOSES, side)
        seat = self.seats[side]
        demand(min(strength, movement) >= 0, "points below none")
        demand(strength + movement == min(points, seat.strength + seat.movement) or self.dead(left, moves), "points")
        seat.strength, seat.movement = seat.strength - strength, seat.movement - movement
        demand((left, moves) == (seat.strength, seat.movement) and min(left, moves) >= 0, "points left")
        if by != CITY:
            self.seats[by].hurt.add(side)
        if seat.carrying and points > self.tree["carrying"]["harmless"]:
            self.owe(Event.SQUASHES, side)
        elif seat.carrying and self.dead(left, moves):
            self.owe(Event.ESCAPES, side)
        if self.dead(left, moves):
            self.owe(Event.DIES, side, by)

    def dead(self, strength: int, movement: int) -> bool:
        return strength == 0 and (movement == 0 or self.reading["death"] == "strength")

    def on_dies(self, side: int, by: int, *_: int) -> None:
        demand(self.settle(Event.DIES, side) == (by,), "another killed it")
        self.seats[side].alive = False
        if by != CITY:
            self.seats[by].deed |= self.seats[by].mission == "C"
        over = (Event.DISPLACED, Event.CORNERED, Event.GOES_BACK, Event.CITY_ATTACKS, Event.TO_BE_STUCK)
        self.owed = [one for one in self.owed if one[1] != side or one[0] not in over]
        for seat in self.seats:
            seat.foe = -1 if seat.foe == side else seat.foe
