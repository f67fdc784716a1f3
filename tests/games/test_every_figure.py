"""Every figure that can be set has an effect or is refused; every field of the rules is read by a kernel.

Of each kind of figure, such as the wounds of a character, two are tried here; `make nightly` tries them all.
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import pytest
from games.fields_read import fields, fields_read

from simkit import games
from simkit.games.figures import Figure, Figures
from simkit.games.game import Game

SHOWN = {  # figures that no rule reads, and what they are for
    "*.name": "told in sentences and on maps, and asked for in scenarios",
    "azann/paragraphs.*.label": "told in transcripts",
    "deathmaze/weapons.*": "told in transcripts, and asked for in scenarios: a weapon is as good as its bonus",
    "deathmaze/rings.*": "told in transcripts: what rings do, they do in combat, which is not played",
    "emperor/map.spaces.*.[xy]": "drawn on the map",
    "new_york/map.avenues": "drawn on the map and told in transcripts, all but the one of False Blond 7",
    "new_york/map.streets": "drawn on the map and told in transcripts",
    "waterloo/places.*": "drawn on the map",
    "waterloo/start.hour": "told on the map",
}
CELLS = {  # what is set up to see a figure's effect on it
    "azann": (
        ("WHOLE_GAME", {"combat": 2, "agility": 4, "spells": ["fireball", "regeneration"]}),
        ("DUEL", {"combat": 4, "agility": 4, "foes": ["troll"]}),
    ),
    "deathmaze": tuple(
        ("HAUL", {"hoards": hoards, "party": [{"calling": "hero", "points": 9, "weapons": ["bow", "axe"]}]})
        for hoards in (
            list(games.figures("deathmaze").tree["monsters"]),
            [f"wandering_{name}" for name in games.figures("deathmaze").tree["monsters"]],
        )
    ),
    "emperor": (
        ("ENCOUNTER", {"character": "Turb", "foe": "wolves", "familiar": True}),
        ("WHOLE_GAME", {"players": 2, "characters": ["Ozmo", "Turb"]}),
    ),
    "new_york": (("WHOLE_GAME", {}),),
    "waterloo": (("WHOLE_GAME", {}),),
}
UNREAD = {  # fields that no kernel reads, and why they are there
    "azann RULES.monsters.magic": "a monster is a record as the hero is, who alone has Magic Skill",
    "deathmaze RULES.*.faces": "a dice code as all are; this one is always rolled",
    "emperor SETUP.player.*": "a player as he is in play: this is filled in when the encounter begins",
}
GAMES = [games.get(name) for name in games.ours()]
MOST_TRIED = 8  # other values of a figure
MOST_VAIN = 3  # of these, under each switch
LARGEST = 2**31 - 1


def kind(figure: Figure) -> tuple[str, ...]:
    """What figures that stand for the same of different things have in common."""
    first, *_, last = figure.path.split(".")
    return (first,) if last.isdigit() or first in ("destinations",) else (first, last)


@cache
def siblings(name: str) -> dict[tuple[str, ...], list[Figure]]:
    """The figures of a game by their kinds."""
    found: dict[tuple[str, ...], list[Figure]] = {}
    for figure in games.figures(name).ledger:
        found.setdefault(kind(figure), []).append(figure)
    return found


def some(name: str) -> list[Figure]:
    """The first and the last figures of each kind."""
    return [those[place] for those in siblings(name).values() for place in ((0, -1) if len(those) > 1 else (0,))]


def other_values(name: str, figure: Figure) -> Iterator[Any]:
    """Values of the same type, such as those of figures of the same kind."""
    value = figure.value
    others = [one.value for one in siblings(name)[kind(figure)] if type(one.value) is type(value)]
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from (value + 1, value - 1, 0)
    elif isinstance(value, str):
        yield from (*(figure.alternatives or ()), *others, f"{value}, again")
    elif value:
        yield from (value[:-1], *([other, *value[1:]] for one in others for other in one))


def records(game: Game, figures: Figures, variants: tuple[tuple[str, Any], ...]) -> Iterator[Any]:
    """RULES of each part, and SETUP of the cells or what is wrong with them, as bytes; of refused rules a list."""
    for part in game.every_part():
        chosen = {name: value for name, value in variants if name in {one.key.name for one in part.variants}}
        rules, faults = part.compile_rules(figures, chosen)
        yield [fault.message for fault in faults] if faults else rules.tobytes()
        for entry, cell in CELLS[game.name]:
            if entry in part.entries:
                compiled, faults = part.compile_setup(figures, chosen, entry, cell)
                yield compiled.setups.tobytes() if compiled else str(faults)


@cache
def usual(game: str, variants: tuple[tuple[str, Any], ...]) -> tuple[Any, ...]:
    """What is played without what-ifs."""
    return tuple(records(games.get(game), games.figures(game), variants))


def readings(game: Game) -> Iterator[tuple[tuple[str, Any], ...]]:
    """Each choice of each switch that is not the usual one."""
    for variant in {one.key.name: one for part in game.every_part() for one in part.variants}.values():
        for choice in variant.key.choices or (True, False):
            if choice != variant.key.default and variant.key.kind in ("choice", "bool"):
                yield ((variant.key.name, choice),)


def effect(game: Game, figure: Figure, value: Any, variants: tuple[tuple[str, Any], ...] = ()) -> str:
    """What setting a figure does: "changes" something, is "refused", or "nothing"."""
    figures, complaints = games.figures(game.name).override({figure.path: value})
    if complaints:
        return "refused"
    for now, before in zip(records(game, figures, variants), usual(game.name, variants), strict=True):
        if isinstance(now, list):
            return "refused"
        if now != before:
            return "changes"
    return "nothing"


def is_idle(game: Game, figure: Figure) -> bool:
    """Whether a figure can be set to something else, and changes nothing whatever it is and whichever switch is set."""
    others = [value for value in other_values(game.name, figure) if value != figure.value]
    vain = []
    for value in others[:MOST_TRIED]:
        found = effect(game, figure, value)
        if found == "changes":
            return False
        vain += [value] if found == "nothing" else []
    return bool(vain) and all(
        effect(game, figure, value, reading) == "nothing" for value in vain[:MOST_VAIN] for reading in readings(game)
    )


def idle(game: Game, tried: list[Figure]) -> list[str]:
    """Figures that can be set and change nothing, without a reason."""
    return [figure.path for figure in tried if not reason(game, figure.path) and is_idle(game, figure)]


def reason(game: Game, path: str) -> str:
    """Why a figure is there that no rule reads."""
    fits = (why for pattern, why in SHOWN.items() if fnmatchcase(f"{game.name}/{path}", pattern))
    return next(fits, "")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_figure_that_can_be_set_has_an_effect(game):
    assert idle(game, some(game.name)) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_figure_that_can_be_set_has_an_effect(game):
    assert idle(game, list(games.figures(game.name).ledger)) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_only_shown_is_a_word_or_a_place(game):
    """Each reason is of some figure, and no number that a rule might want hides behind one."""
    shown = [figure for figure in games.figures(game.name).ledger if reason(game, figure.path)]
    assert {figure.path for figure in shown if isinstance(figure.value, int)} <= {"start.hour"}
    for pattern in SHOWN:
        if pattern.startswith(f"{game.name}/"):
            assert any(fnmatchcase(f"{game.name}/{figure.path}", pattern) for figure in shown), pattern


def wrong_values(game: Game, figure: Figure) -> Iterator[Any]:
    """Values that no figure of that sort can have."""
    value = figure.value
    yield [1] if isinstance(value, str) else "no such word"
    if isinstance(value, bool):
        yield 1
    elif isinstance(value, int | float):
        yield from (True, LARGEST, 10**30, float("nan"), -LARGEST)
        if isinstance(value, int):
            yield from (1.5, -1)
    elif isinstance(value, str):
        yield 1
        if not reason(game, figure.path):
            yield from ("no such word", "")
    elif value:
        yield [10**30 if isinstance(value[0], int) else "no such word", *value[1:]]
        yield [-1 if isinstance(value[0], int) else 1, *value[1:]]


def taken(game: Game, tried: list[Figure]) -> list[tuple[str, Any]]:
    """Wrong values that a game takes."""
    return [
        (figure.path, value)
        for figure in tried
        for value in wrong_values(game, figure)
        if not refused(game, figure, value)
    ]


def refused(game: Game, figure: Figure, value: Any) -> bool:
    """Whether a what-if is told to be wrong, at its path and in one line."""
    figures, complaints = games.figures(game.name).override({figure.path: value})
    told = list(complaints)
    for part in game.every_part() if not told else ():
        told += [(".".join(map(str, fault.path)), fault.message) for fault in part.compile_rules(figures, {})[1]]
    return figure.path in {path for path, _ in told} and all("\n" not in said for _, said in told)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_figure_that_the_rules_cannot_play_is_refused(game):
    assert taken(game, some(game.name)) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_figure_that_the_rules_cannot_play_is_refused(game):
    assert taken(game, list(games.figures(game.name).ledger)) == []


@pytest.mark.parametrize(
    ("game", "part"),
    [(game, part) for game in GAMES for part in game.every_part()],
    ids=lambda one: next(iter(one.entries)),
)
def test_every_field_of_the_rules_is_read_by_a_kernel(game, part):
    kernels = games.kernels(part)
    read = fields_read(kernels, part.schema)
    unread = [path for path in fields(part.schema) if path not in read]
    if part is not game:  # what the parts share may be read in either
        shared = fields_read(games.kernels(game), game.schema)
        unread = [path for path in unread if path.replace("RULES.fight.", "RULES.") not in shared]
    assert [path for path in unread if not any(fnmatchcase(f"{game.name} {path}", known) for known in UNREAD)] == []
