"""`simkit odds`: quick exact answers, without a file."""

import re
from collections.abc import Iterable
from typing import Annotated, Any

import typer

from simkit.cli.ends import end_with, ends_plainly, lines_of
from simkit.cli.exit_codes import BAD
from simkit.cli.inputs import game_named
from simkit.cli.options import GameName, Json, whole
from simkit.cli.terminal import print_json, print_table, say
from simkit.text import counted

MOST_STRENGTH = 1_000_000  # strength points of one side
NUMBER = whole(-1_000_000, 1_000_000)  # each resolver has closer bounds of its own

app = typer.Typer(no_args_is_help=True, help="Quick exact answers: a pool of dice, an escape, a table, a duel.")

Dice = Annotated[int, typer.Argument(help="Dice of the pool.", metavar="DICE", parser=NUMBER)]
Plus = Annotated[int, typer.Option("--plus", help="Dice that may be raised by one.", parser=NUMBER)]
Absorb = Annotated[int, typer.Option("--absorb", help="Hits that shield and weapon take.", parser=NUMBER)]
Better = Annotated[bool, typer.Option("--better", help="Every die is one better.")]
HitFace = Annotated[int | None, typer.Option("--hit-face", help="Lowest face that hits; 5 in print.", parser=NUMBER)]
Target = Annotated[int | None, typer.Option("--target", help="Modified roll that escapes; 7 in print.", parser=NUMBER)]
Fugitive = Annotated[int, typer.Argument(help="Escape Number of who runs.", metavar="FUGITIVE", parser=NUMBER)]
Pursuer = Annotated[int, typer.Argument(help="Escape Number of who pursues.", metavar="PURSUER", parser=NUMBER)]
Strengths = Annotated[str, typer.Argument(help="Attacking to defending strength, as 11:4.", metavar="A:D")]
Hero = Annotated[str, typer.Argument(help="As 5/5, or Ozmo+axe+kite_shield.", metavar="HERO")]
Foes = Annotated[list[str], typer.Argument(help="Whom he meets.", metavar="FOE...")]
PolicyName = Annotated[str | None, typer.Option("--policy", help="Who plays him; else the game's default.")]


@app.command(epilog="Example: simkit odds pool 7 --plus 2 --absorb 4")
@ends_plainly
def pool(
    dice: Dice, plus: Plus = 0, absorb: Absorb = 0, better: Better = False, hit_face: HitFace = None, json: Json = False
) -> None:
    """Chances of hits that get through, of a pool of the Emperor's dice."""
    chances = _asked("hit_chances", dice, plus, absorb, better=better, **_given(hit_face=hit_face))
    rows = [(hits, float(chances[hits]), float(chances[hits:].sum())) for hits in range(dice + 1) if chances[hits] > 0]
    mean = sum(hits * chance for hits, chance, _ in rows)
    if json:
        print_json({"chances": {hits: chance for hits, chance, _ in rows}, "mean": mean})
        return
    _show(
        counted(dice, "die", "dice"),
        ("hits through", "exactly", "at least"),
        ((h, _chance(a), _chance(b)) for h, a, b in rows),
    )
    say(f"{mean:.6f} on average.")


@app.command(epilog="Example: simkit odds escape 8 9")
@ends_plainly
def escape(fugitive: Fugitive, pursuer: Pursuer, target: Target = None, json: Json = False) -> None:
    """Chance of the Emperor's heroes and creatures to get away in one attempt."""
    from fractions import Fraction

    chance = float(_asked("escape_chance", fugitive, pursuer, **_given(escape_target=target)))
    ways = Fraction(round(36 * chance), 36)
    if json:
        print_json({"chance": chance})
        return
    say(f"{_chance(chance)}, {36 * ways} in 36: {fugitive} against {pursuer}.")


@app.command(epilog="Example: simkit odds crt waterloo 11:4")
@ends_plainly
def crt(game: GameName, strengths: Strengths, json: Json = False) -> None:
    """Chances of each result of an attack on a game's Combat Results Table."""
    from simkit import games

    results = _able(game, "combat_results", "Combat Results Table")
    attacking, defending = _strengths(strengths)
    column, chances = results(games.figures(game), attacking, defending)
    if json:
        print_json({"column": column, "chances": chances})
        return
    _show(
        f"{strengths} is {column}", ("result", "chance"), ((name, _chance(chance)) for name, chance in chances.items())
    )


@app.command(epilog="Example: simkit odds attack new_york 13:9")
@ends_plainly
def attack(game: GameName, strengths: Strengths, json: Json = False) -> None:
    """What one attack does on a game's attack table: chances, and the points that each side loses on average."""
    from simkit import games

    attack_results = _able(game, "attack_results", "attack table")
    answer = attack_results(games.figures(game), *_strengths(strengths))
    if json:
        print_json(answer)
        return
    chances = answer.pop("chances")
    _show(
        f"{strengths} is {answer.pop('column')}",
        ("result", "chance"),
        ((name, _chance(chance)) for name, chance in chances.items()),
    )
    say("; ".join(f"{name.replace('_', ' ')} {number:.4f}" for name, number in answer.items()) + ".")


def _strengths(text: str) -> tuple[int, int]:
    """Attacking and defending strength, or exit code 2."""
    match = re.fullmatch(r"([0-9]{1,12}):([0-9]{1,12})", text)
    strengths = tuple(int(number) for number in match.groups()) if match else (0, 0)
    if not all(1 <= number <= MOST_STRENGTH for number in strengths):
        message = f"{text!r:.60} are no strengths: write attacking to defending, each 1 to {MOST_STRENGTH:,}, as 11:4"
        end_with(BAD, message)
    return strengths[0], strengths[1]


@app.command(epilog="Example: simkit odds duel azann 5/5 troll")
@ends_plainly
def duel(game: GameName, hero: Hero, foes: Foes, policy: PolicyName = None, json: Json = False) -> None:
    """Exact chances of a fight: how it ends, and the headline means."""
    from simkit.study.report import run_report
    from simkit.study.report.pictures import provenance
    from simkit.study.runs.exact_odds import exact

    fight = _able(game, "duel", "duel")
    try:
        scenario = _duel(game, fight, hero, foes, policy)
    except ValueError as error:
        end_with(BAD, *(line.removeprefix("duel: ") for line in lines_of(error)))
    answers = [exact(scenario, cell) for cell in scenario.cells]
    if json:
        print_json(run_report.exact_json(scenario, answers)["cells"][0])
        return
    print_table(run_report.exact_table(scenario, answers))
    say(provenance(scenario))


def _duel(game: str, fight: Any, hero: str, foes: list[str], policy: str | None) -> Any:
    from simkit.study.scenarios.in_memory import build_scenario
    from simkit.study.scenarios.quantities import policies
    from simkit.study.scenarios.sections import Run

    entry, cell = fight(hero, foes)
    scenario = build_scenario(game, entry, {"duel": {**cell, **_given(policy=policy)}}, {}, Run())
    title = f"{hero} against {', '.join(foes)} ({policies(scenario, scenario.cells[0])})"
    return scenario._replace(title=title, cells=(scenario.cells[0]._replace(coordinates={}),))


def _given(**options: Any) -> dict[str, Any]:
    """The options that the user gave."""
    return {name: value for name, value in options.items() if value is not None}


def _able(game: str, ability: str, title: str) -> Any:
    """What a game can do besides being played, or exit code 2."""
    from simkit import games

    call = game_named(game).abilities.get(ability)
    if call is None:
        names = [other.name for other in games.having(ability)]
        end_with(BAD, f"{game} has no {title} (games that have one: {', '.join(names) or 'none'})")
    return call


def _asked(resolver: str, *args: Any, **kwargs: Any) -> Any:
    """A resolver's answer, or its complaint and exit code 2."""
    import simkit

    call = getattr(simkit, resolver)
    try:
        return call(*args, **kwargs)
    except ValueError as error:
        end_with(BAD, str(error).partition(": ")[2] or str(error))


def _chance(chance: float) -> str:
    return f"{100 * chance:.4f} %"


def _show(title: str, columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> None:
    from simkit.study.report.text_tables import table

    print_table(table(title, columns, ([str(value) for value in row] for row in rows)))
