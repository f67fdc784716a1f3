"""A referee: reads the log of a game and holds every event against the rules, written anew from the rulebook.

Nothing here is shared with the game but names of events and the figures.  A space is its number, row by row.
"""

from games.new_york.referee_moves import ALL_LOST, BUILT, CITY, MISSION, TURN_LIMIT, Moves, Seat, demand

from simkit.games.new_york.schema import Event


class Referee(Moves):
    """Blonds, missions and ends."""

    # ---- How to Find a Blond

    def on_examines(self, side: int, space: int, number: int, *_: int) -> None:
        seat = self.mover(side)
        demand(seat.space == space and space in self.chits, "no chit there")
        demand(not self.intact(space), "a chit in an intact building")
        demand(number not in self.turned and 0 <= number < 10, "a chit twice")
        demand(not self.looked and not self.devoured, "a second chit in a turn")
        only_defender = self.bitten and self.reading["found_by"] == "defender"
        demand(not only_defender or self.bite_result == "D", "only when the building alone has lost")
        demand(not self.held, "one that is stuck, or has to fight, does not look")
        self.looked = 1
        self.turned.add(number)
        self.chits.remove(space)
        if number:
            self.explain(side, self.tree["false_blonds"][str(number)])
        else:
            self.blond, self.blond_space, seat.met = "found", space, self.round

    def on_meets(self, side: int, space: int, *_: int) -> None:
        seat = self.mover(side)
        demand(self.blond == "found" and seat.space == space == self.blond_space, "she is not there")
        demand(seat.met < 0, "it has seen her before")
        seat.met = self.round
        self.looked = 1

    def explain(self, side: int, chit: dict[str, int]) -> None:
        """[False Blond Explanations]"""
        seat, of = self.seats[side], self.tree["false_blond_monsters"]
        if chit["strength"] and seat.name in of["spared"]:
            self.owe(Event.GAINS, side, chit["strength"], chit["movement"])
            return
        self.attack(side, chit["flyers"] if seat.flyer else chit["others"])
        if seat.name in of["followed"]:
            self.attack(side, chit["follow_up"])
        if chit["adjacent"]:
            for space in self.beside(seat.space):
                for who in self.within(space) if self.ground[space] == "." else []:
                    self.attack(who, chit["flyers"] if self.seats[who].flyer else chit["others"])
        if turns := chit["stuck_flyers"] if seat.flyer else chit["stuck_others"]:
            self.owe(Event.TO_BE_STUCK, side, turns)
        if chit["buildings"] and seat.name not in of["exempt"]:
            self.owe(Event.MUST_EAT, side, chit["buildings"], int(seat.name in of["grounded"]))
        if chit["turns"]:
            self.owe(Event.MUST_LEAVE, side, self.round + chit["turns"])

    def attack(self, who: int, differential: int) -> None:
        if differential:
            self.owe(Event.CITY_ATTACKS, who, differential)

    def on_city_attacks(self, side: int, differential: int, face: int, result: int, _: int) -> None:
        demand(self.settle(Event.CITY_ATTACKS, side) == (differential,), "not the attack of the chit")
        loser, points = self.roll(differential, face, result)
        if loser == "D" and self.reading["one_point"]:
            points = 1
        if loser in ("B", "D" if self.reading["city_attack"] == "defender" else "A"):
            self.owe(Event.LOSES, side, points, CITY)

    def on_gains(self, side: int, strength: int, movement: int, left: int, moves: int) -> None:
        demand(self.settle(Event.GAINS, side) == (strength, movement), "not the gain of the chit")
        seat = self.seats[side]
        seat.strength, seat.movement = seat.strength + strength, seat.movement + movement
        demand((left, moves) == (seat.strength, seat.movement), "points left")

    def on_to_be_stuck(self, side: int, turns: int, *_: int) -> None:
        demand(self.settle(Event.TO_BE_STUCK, side) == (turns,), "turns without a move")
        self.seats[side].stuck += turns

    def on_must_eat(self, side: int, buildings: int, grounded: int, *_: int) -> None:
        demand(self.settle(Event.MUST_EAT, side) == (buildings, grounded), "buildings on the avenue")
        self.seats[side].buildings = buildings

    def on_must_leave(self, side: int, deadline: int, *_: int) -> None:
        demand(self.settle(Event.MUST_LEAVE, side) == (deadline,), "within six turns")
        self.seats[side].deadline = deadline

    def on_forgotten(self, side: int, lost: int, *_: int) -> None:
        seat = self.seats[side]
        self.settle(Event.FORGOTTEN, side)
        demand(lost == (self.reading["forgotten"] == "loses"), "what being forgotten means")
        seat.forgotten = True

    # ---- Carrying or Devouring the Blond

    def on_picks_up(self, side: int, space: int, *_: int) -> None:
        seat = self.before_attack(side)
        demand(self.steps == 0, "where its move begins")
        demand(self.blond == "found" and seat.space == space == self.blond_space, "she is not there")
        demand(0 <= seat.met < self.round, "the turn after it first saw her")
        seat.carrying, self.blond = True, "carried"
        self.left = max(0, self.left - self.tree["carrying"]["movement"])

    def on_devours(self, side: int, space: int, *_: int) -> None:
        seat = self.mover(side)
        demand(seat.carrying and seat.space == space, "it does not carry her")
        demand(not self.steps and not self.fought and not self.bitten, "a whole move in the same space, and no attack")
        self.devoured = True
        seat.deed |= seat.mission == "B" and self.plays(seat) == "B"
        self.lose_her(seat)

    def on_puts_down(self, side: int, space: int, *_: int) -> None:
        seat = self.before_attack(side)
        demand(seat.carrying and seat.space == space, "it does not carry her")
        self.owe(Event.ESCAPES, side)

    def on_squashes(self, side: int, *_: int) -> None:
        self.settle(Event.SQUASHES, side)
        self.lose_her(self.seats[side])

    def on_escapes(self, side: int, space: int, *_: int) -> None:
        self.settle(Event.ESCAPES, side)
        demand(space == self.seats[side].space, "where her carrier is")
        self.lose_her(self.seats[side])

    def lose_her(self, seat: Seat) -> None:
        seat.carrying, self.blond = False, "lost"

    # ---- How to Win

    def plays(self, seat: Seat) -> str:
        """[The Monster Mission Chart] A good monster's mission B is mission A."""
        return "A" if seat.mission == "B" and seat.good and not self.reading["good_devours"] else seat.mission

    def must_leave(self, seat: Seat) -> bool:
        return seat.good or self.reading["evil_exits"] or self.late(seat)

    def did(self, who: int) -> bool:
        """Whether a monster has performed its mission, but for the exit."""
        seat = self.seats[who]
        if not seat.alive or seat.buildings or (seat.forgotten and self.reading["forgotten"] == "loses"):
            return False
        if self.plays(seat) == "A":
            by_eye = not seat.good and not self.reading["evil_exits"] and self.reading["evil_finds"] == "examines"
            return seat.carrying or (by_eye and seat.met >= 0)
        if seat.mission == "D":
            return all(other in seat.hurt for other in self.others(who))
        return seat.deed

    def others(self, who: int) -> list[int]:
        """[Mission D] Every other monster."""
        living = self.reading["every_other"] == "living"
        return [k for k, other in enumerate(self.seats) if k != who and (other.alive or not living)]

    def has_won(self, who: int) -> bool:
        left = self.gone and who == self.active
        return self.did(who) and (left or not self.must_leave(self.seats[who]))

    def on_wins(self, side: int, mission: int, *_: int) -> None:
        self.end_turn()
        demand("ABCDEFG"[mission] == self.seats[side].mission and self.has_won(side), "has not won")
        order = [(self.active + k) % len(self.seats) for k in range(len(self.seats))]
        demand(side == next(who for who in order if self.has_won(who)), "another comes first")
        demand(self.winner < 0, "two winners")
        self.winner = side

    def may_win(self, who: int) -> bool:
        """Whether a monster could still perform its mission."""
        seat = self.seats[who]
        if not seat.alive or (seat.forgotten and self.reading["forgotten"] == "loses"):
            return False
        if seat.buildings > sum(self.intact(space) for space in self.avenue()):
            return False
        if not seat.movement and self.must_leave(seat) and self.tree["movement"]["exit_cost"]:
            return False
        if self.did(who):
            return True
        mission = self.plays(seat)
        if mission in "AB":
            return seat.deed or self.blond != "lost"
        if mission == "C":
            return seat.deed or any(self.seats[k].alive for k in range(len(self.seats)) if k != who)
        if mission == "D":
            return all(k in seat.hurt or self.seats[k].alive for k in self.others(who))
        return seat.deed or self.intact(self.named[BUILT[mission]])

    def on_ends(self, _: int, ending: int, turn: int, *__: int) -> None:
        self.end_turn()
        won = [who for who in range(len(self.seats)) if self.has_won(who)]
        hope = [who for who in range(len(self.seats)) if self.may_win(who)]
        demand((ending == MISSION) == (self.winner >= 0) == bool(won), "who has won")
        demand(ending != ALL_LOST or not hope, "somebody could still win")
        demand(ending != TURN_LIMIT or bool(hope), "nobody could win any more")
        if ending == TURN_LIMIT:
            demand(self.next_turn()[1] > self.tree["limits"]["rounds"], "before the last round is over")
        demand(turn == self.now, "the round of the end")
        self.over = True
