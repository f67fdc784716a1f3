"""From figures and switches to RULES."""

import itertools
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from simkit.core.records import filled, freeze
from simkit.games.azann.book import write_book
from simkit.games.azann.grammar import CLOSES, Clause, read_clauses
from simkit.games.azann.schema import (
    CODED,
    ITEMS,
    MONSTERS,
    MOST_CLAUSES,
    MOST_FOES,
    N_LEVELS,
    N_PARAGRAPHS,
    N_SPELLS,
    NOTHING,
    RULES,
    STATS,
    TENS,
    YES_OR_NO,
    Check,
    Close,
    Effect,
    Fight,
    Kind,
)
from simkit.games.azann.variants import VARIANTS
from simkit.games.faults import Fault, suggest
from simkit.games.figures import WHAT_IF, Figures
from simkit.games.keys import canonical, check

FIELDS = {  # of RULES, and the figures that they hold
    "die_sides": "constants.die_sides",
    "levels": "constants.levels",
    "start_level": "constants.start.level",
    "start_paragraph": "constants.start.paragraph",
    "item_limit": "constants.item_limit",
    "step_limit": "constants.step_limit",
    "duck_cost": "constants.duck_cost",
    "n_wraiths": "constants.wraiths",
    "teleport_most": "spells.teleportation.magic_at_most",
    "teleport_outside": "spells.teleportation.outside",
    "resistance_help": "spells.resistance.nerve",
    "resistance_cost": "spells.resistance.combat",
    "resistance_least": "spells.resistance.combat_least",
    "fireball_divisor": "spells.fireball.combat_divisor",
    "example_combat": "spells.regeneration.example.combat",
    "example_agility": "spells.regeneration.example.agility",
    "example_magic": "spells.regeneration.example.magic",
    "sandals_cost": "items.enchanted_sandals.agility",
    "sphere_cost": "items.crystal_sphere.magic",
    "sphere_least": "items.crystal_sphere.magic_least",
    "dagger_cost": "items.silver_dagger.agility",
    "dagger_least": "items.silver_dagger.agility_least",
    "bow_strength": "items.great_bow.strength",
    "bow_cost": "items.great_bow.combat",
    "bow_least": "items.great_bow.combat_least",
    "axe_help": "items.great_axe.nerve",
    "opening_blows": "items.blows_first",
}
BOUNDS = {  # what the kernels' tables hold; all other figures are 0 to MOST_POINTS
    "die_sides": (2, 6),
    "levels": (1, N_LEVELS),
    "start_level": (1, N_LEVELS),
    "start_paragraph": (1, N_PARAGRAPHS),
    "n_wraiths": (1, MOST_FOES),
    "fireball_divisor": (1, 99),
    "step_limit": (1, 1_000_000),
    "opening_blows": (0, 9),
}
MOST_POINTS = 999
ROOMS = 6  # of a level
OF_SETUPS = {  # figures that no rule reads: a character has to agree with them
    "constants.start.points": (0, 3 * MOST_POINTS),
    "constants.start.least": (0, MOST_POINTS),
    "constants.start.spells": (0, N_SPELLS),
}
DUEL, DUEL_TEXT = "000", "fight group; beaten"  # what is read in a duel
Texts = Mapping[str, str]


def compile_rules(figures: Figures, variants: Mapping[str, Any]) -> tuple[Any, list[Fault]]:
    """RULES from the figures and the switches; the paths of faults are the names of switches and figures."""
    keys = [variant.key for variant in VARIANTS]
    faults = check(keys, variants)
    unfit = {fault.path[0] for fault in faults}
    sound = {name: value for name, value in variants.items() if name not in unfit}
    chosen = {key.name: canonical(key, sound.get(key.name, key.default)) for key in keys}
    rules = filled(RULES)
    misread = list(_misread(figures))
    faults += _said_twice(figures, chosen)
    faults += _fill_figures(rules[0], figures)
    faults += misread or _fill_paragraphs(rules[0], paragraphs(figures, chosen))
    for name, codes in CODED.items():
        rules[name] = codes[chosen[name].upper()]
    for name in YES_OR_NO:
        rules[name] = chosen[name]
    if faults:
        return None, faults
    write_book(rules[0])
    _fill_pays(rules[0])
    return freeze(rules)[0], []


def paragraphs(figures: Figures, chosen: Mapping[str, Any]) -> dict[str, str]:
    """What each paragraph does, by its name, under the readings chosen."""
    texts = {name: paragraph["does"] for name, paragraph in figures.tree["paragraphs"].items()}
    for switch, readings in figures.tree["readings"].items():
        texts |= readings.get(chosen[switch], {})
    return texts


def _misread(figures: Figures) -> Iterator[Fault]:
    """What is wrong with the readings of paragraphs, whether chosen or not."""
    readings = {
        f"readings.{switch}.{choice}.{name}": text
        for switch, choices in figures.tree["readings"].items()
        for choice, texts in choices.items()
        for name, text in texts.items()
    }
    names = (*figures.tree["paragraphs"], *(path.rpartition(".")[2] for path in readings))
    for path, text in readings.items():
        for problem in _mistakes(text, names):
            yield Fault((path,), f"{path}: {problem}")


@cache
def _mistakes(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """What is wrong with one paragraph; `names` are all paragraphs that there are."""
    try:
        return tuple(_problems(list(read_clauses(text)), list(names)))
    except ValueError as error:
        return (str(error),)


def _said_twice(figures: Figures, chosen: Mapping[str, Any]) -> Iterator[Fault]:
    """Paragraphs that a scenario writes anew, although a reading that it chooses replaces them."""
    written = {figure.path for figure in figures.ledger if figure.status == WHAT_IF}
    for switch, readings in figures.tree["readings"].items():
        choice = chosen[switch]
        for name in readings.get(choice, {}):
            path, own = f"paragraphs.{name}.does", f"readings.{switch}.{choice}.{name}"
            if path in written:
                yield Fault((path,), f'{path}: {switch} = "{choice}" has a text of its own for it, {own}')


def _fill_figures(rules: Any, figures: Figures) -> Iterator[Fault]:
    for field, path in FIELDS.items():
        low, high = BOUNDS.get(field, (0, MOST_POINTS))
        rules[field] = figures.get(path)
        if not low <= rules[field] <= high:
            yield Fault((path,), f"{path} must be {low} to {high:,}, not {rules[field]}")
    for path, (low, high) in OF_SETUPS.items():
        if not low <= figures.get(path) <= high:
            yield Fault((path,), f"{path} must be {low} to {high:,}, not {figures.get(path)}")
    for kind, name in enumerate(MONSTERS):
        for stat, points in figures.tree["monsters"][name].items():
            rules.monsters[kind][stat] = points
            path = f"monsters.{name}.{stat}"
            if not 1 <= points <= MOST_POINTS:
                yield Fault((path,), f"{path} must be 1 to {MOST_POINTS}, not {points}")
    for index, name in enumerate(ITEMS):
        yield from _fill_item(rules.items[index], name, figures.tree["items"][name])


def _fill_item(item: Any, name: str, figures: Mapping[str, Any]) -> Iterator[Fault]:
    if not 0 <= figures["least"] <= MOST_POINTS:
        path = f"items.{name}.least"
        yield Fault((path,), f"{path} must be 0 to {MOST_POINTS}, not {figures['least']}")
    item.carry_least, item.for_good = figures["least"], figures["for_good"]
    for field, figure in (("carry_stat", "carry"), ("from_stat", "from"), ("to_stat", "to")):
        stat = figures[figure]
        if stat not in (*STATS, "none"):
            path = f"items.{name}.{figure}"
            yield Fault((path,), f"{path}: unknown characteristic {stat!r}{suggest(stat, (*STATS, 'none'))}")
        else:
            item[field] = STATS.index(stat) if stat != "none" else NOTHING


def _fill_paragraphs(rules: Any, texts: Texts) -> Iterator[Fault]:
    """The clauses of all paragraphs one after another, first of all the ways in which a paragraph is over."""
    read, faults = _read(tuple(texts.items()))
    rows = [(0, Clause(Kind.CLOSE, close)) for close in Close]
    starts = {name: int(close) for name, close in CLOSES.items()}
    for name, clauses in read.items():
        starts[name] = len(rows)
        number = int(name[:3])
        if name[3:] == "":  # a branch is read on with its paragraph: it has no head
            rules.starts[number] = len(rows)
            rows.append((number, Clause(Kind.HEAD, Check.ALWAYS)))
        rows += [(number, clause) for clause in clauses]
    rows = list(_numbered(rows))
    if len(rows) > MOST_CLAUSES:
        faults = [*faults, Fault(("paragraphs",), f"{len(rows):,} clauses: all paragraphs may have {MOST_CLAUSES:,}")]
    if not faults:
        for row, (number, clause) in zip(rules.clauses, rows, strict=False):
            _put(row, number, clause, starts)
    yield from faults


def _numbered(rows: list[tuple[int, Clause]]) -> Iterator[tuple[int, Clause]]:
    """Each paragraph that pays once gets a bit of its own."""
    bits = itertools.count()
    for number, clause in rows:
        again = (clause.kind, clause.op) == (Kind.CHECK, Check.AGAIN)
        yield number, clause._replace(operands=(next(bits),)) if again else clause


def _put(row: Any, number: int, clause: Clause, starts: Mapping[str, int]) -> None:
    row.paragraph, row.kind, row.op = number, clause.kind, clause.op
    for field, operand in zip("abcd", clause.operands, strict=False):
        row[field] = operand
    row.target = starts[clause.target] if clause.target else 0


def _fill_pays(rules: Any) -> None:
    """On which levels rooms give points: again and again, or once, by the bits that tell whether they have."""
    gains, once = set(), {}
    for row in rules.clauses:
        if row.kind == Kind.EFFECT and row.op in (Effect.GAIN, Effect.GAIN_ROLL, Effect.GAIN_ANY):
            gains.add(int(row.paragraph))
        elif row.kind == Kind.CHECK and row.op == Check.AGAIN:
            once[int(row.paragraph)] = 1 << int(row.a)
    for level, face in itertools.product(range(1, N_LEVELS + 1), range(1, ROOMS + 1)):
        if (number := TENS * level + face) in gains:
            rules.pays[level] |= number not in once
            rules.pays_once[level] |= once.get(number, 0)


@cache
def _read(texts: tuple[tuple[str, str], ...]) -> tuple[dict[str, list[Clause]], list[Fault]]:
    """Every paragraph as clauses, with what is wrong with it: words, numbers, targets, no way on."""
    read, faults = {DUEL: list(read_clauses(DUEL_TEXT))}, []
    names = [name for name, _ in texts]
    for name, text in texts:
        path = f"paragraphs.{name}.does"
        try:
            read[name] = list(read_clauses(text))
            faults += [Fault((path,), f"{path}: {problem}") for problem in _problems(read[name], names)]
        except ValueError as error:
            faults.append(Fault((path,), f"{path}: {error}"))
    return read, faults


def _problems(clauses: list[Clause], names: list[str]) -> Iterator[str]:
    for clause in clauses:
        if clause.target and clause.target not in (*names, *CLOSES):
            yield f"there is no paragraph {clause.target!r}{suggest(clause.target, [*names, *CLOSES])}"
        if clause.op in (Fight.FIGHT, Fight.AMBUSH) and clause.kind == Kind.FIGHT:
            n_foes = sum(clause.operands[::2])
            if not 1 <= n_foes <= MOST_FOES:
                yield f"an encounter has 1 to {MOST_FOES} monsters, not {n_foes}"
        if clause.op == Effect.LEVEL and clause.kind == Kind.EFFECT and not 1 <= clause.operands[0] <= N_LEVELS:
            yield f"there is no level {clause.operands[0]}"
    last = clauses[-1]
    if last.kind != Kind.CLOSE and (last.kind, last.op) != (Kind.CHECK, Check.ALWAYS):
        yield "its last clause must say where it leads"
