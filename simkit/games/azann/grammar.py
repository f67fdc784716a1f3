"""The language in which paragraphs are written: a few words a clause, and one clause after another.

    roll; 1-3: 079; gain agility 1; proceed

A clause with a colon is a check: where it holds, the reader goes to what stands behind it, a paragraph or the way in
which this one is over; else he reads on.  A clause that is a paragraph's name sends him there.
"""

import re
from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import cache
from typing import NamedTuple

from simkit.games.azann.schema import (
    CHOICES,
    FACTS,
    ITEMS,
    MONSTERS,
    STATS,
    Check,
    Close,
    Effect,
    Fight,
    Kind,
)
from simkit.games.faults import suggest

WORDS = {"stat": STATS, "item": ITEMS, "monster": MONSTERS, "choice": CHOICES, "fact": FACTS}

CHECKS = {
    "{stat} {n}+": Check.AT_LEAST,
    "{stat} {n}-{n}": Check.BETWEEN,
    "{n}-{n}": Check.FACE,
    "roll at least {stat}": Check.ROLL_AT_LEAST,
    "roll above {stat}": Check.ROLL_ABOVE,
    "roll plus {stat} {n}+": Check.ROLL_PLUS,
    "nerve": Check.NERVE,
    "choose {choice}": Check.CHOOSE,
    "duck": Check.DUCK,
    "escape {n}-{n}": Check.ESCAPE,
    "trying": Check.TRYING,
    "if {fact}": Check.FACT,
    "if {fact} and {fact}": Check.BOTH,
    "again": Check.AGAIN,
    "find {item}": Check.FIND,
    "resist": Check.RESIST,
    "watch": Fight.WATCH,
}
EFFECTS = {
    "roll": Effect.ROLL,
    "gain {stat} {n}": Effect.GAIN,
    "gain {stat} roll to {n}": Effect.GAIN_ROLL,
    "gain any {n}": Effect.GAIN_ANY,
    "lose {stat} {n}": Effect.LOSE,
    "lose {stat} roll": Effect.LOSE_ROLL,
    "set {stat} {n}": Effect.SET,
    "cap {stat} {n}": Effect.CAP,
    "take": Effect.TAKE,
    "learn": Effect.LEARN,
    "forget one": Effect.FORGET_ONE,
    "forget all but one": Effect.FORGET_ALL_BUT_ONE,
    "drop item": Effect.DROP_ITEM,
    "now {fact}": Effect.NOW,
    "no {fact}": Effect.NO,
    "level {n}": Effect.LEVEL,
    "fall": Effect.FALL,
    "fall {n}": Effect.FALL,
    "stay": Effect.STAY,
    "leave room": Effect.LEAVE_ROOM,
    "fight {n} {monster}": Fight.FIGHT,
    "fight {n} {monster} and {n} {monster}": Fight.FIGHT,
    "ambush {n} {monster}": Fight.AMBUSH,
    "fight roll {monster}": Fight.ROLL,
    "fight roll less agility {monster}": Fight.ROLL_LESS_AGILITY,
    "fight weakened {monster}": Fight.WEAKENED,
    "fight group": Fight.GROUP,
}
CLOSES = {close.name.lower(): close for close in Close}


class Clause(NamedTuple):
    """One clause: its sort, its operands (names as numbers), and where a check leads."""

    kind: Kind
    op: IntEnum
    operands: tuple[int, ...] = ()
    target: str = ""


def read_clauses(text: str) -> Iterator[Clause]:
    """The clauses of a paragraph; raises `ValueError` naming the first that makes no sense."""
    for part in text.split(";"):
        guard, colon, target = (words.strip() for words in part.partition(":"))
        if colon:
            op, operands = _match(guard, CHECKS)
            yield Clause(_kind(op, Kind.CHECK), op, operands, target)
        elif guard in CLOSES:
            yield Clause(Kind.CLOSE, CLOSES[guard])
        elif re.fullmatch(r"\d{3}\w*", guard):
            yield Clause(Kind.CHECK, Check.ALWAYS, (), guard)
        else:
            op, operands = _match(guard, EFFECTS)
            yield Clause(_kind(op, Kind.EFFECT), op, operands)


def _kind(op: IntEnum, otherwise: Kind) -> Kind:
    return Kind.FIGHT if isinstance(op, Fight) else otherwise


def _match(words: str, forms: Mapping[str, IntEnum]) -> tuple[IntEnum, tuple[int, ...]]:
    for form, op in forms.items():
        if match := _pattern(form).fullmatch(words):
            slots = re.findall(r"{(\w+)}", form)
            return op, tuple(_number(slot, word) for slot, word in zip(slots, match.groups(), strict=True))
    raise ValueError(f"cannot read {words!r}{suggest(words, list(forms))}")


@cache
def _pattern(form: str) -> re.Pattern[str]:
    parts = re.split(r"{(\w+)}", form)  # words and slots in turn
    return re.compile("".join(_slot(part) if index % 2 else re.escape(part) for index, part in enumerate(parts)))


def _slot(name: str) -> str:
    return r"(\d{1,4})" if name == "n" else f"({'|'.join(WORDS[name])})"


def _number(slot: str, word: str) -> int:
    return int(word) if slot == "n" else WORDS[slot].index(word)
