"""What every game promises, whatever game it is; the cells to play are those of its own scenarios.

    pytest --pyargs simkit.contract              every game that is installed, in the compiled lane
    pytest --pyargs simkit.contract -k duel/     the game `duel` alone
    NUMBA_DISABLE_JIT=1 pytest ...               the other lane, which notices overflows and a write to the rules

Each test runs for every game that `games.names()` finds, or for each of its scenarios.  Those of another package stand
in the folder `scenarios` of the game; those of our own beside simkit, where it was cloned.
"""

import itertools
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.registry import CPUDispatcher

from simkit import games
from simkit.contract_scenarios import JIT, SCENARIOS, is_long, loaded, scenario_files, some_cells, twin
from simkit.core import dice
from simkit.core.board import new_board
from simkit.core.log import EVENT, MOST_EVENTS
from simkit.core.records import freeze
from simkit.core.sources import PACKAGE, imported_files, imported_names
from simkit.games.figures import NEEDS
from simkit.games.game import ABILITIES, Game, Variant
from simkit.games.keys import Key
from simkit.study.runs import exact_odds, runner
from simkit.study.runs.tally import counted
from simkit.study.scenarios.scenario import Cell, Scenario

N, LONG = (300, 300) if JIT else (12, 2)
HEAD = [("ending", np.dtype("i1"), 0), ("winner", np.dtype("i1"), 1), ("turns", np.dtype("i4"), 4)]
SOME_STATES = 1 << 14
MOST_CHOICES = 20
MOST_CELLS = 120
WATCHED = {"simkit", "numpy", *sys.stdlib_module_names}

NAMES = [name for name in games.names() if games.origin(name) or SCENARIOS.is_dir()]
REFUSED = {f"{where.name}/{where.distribution}": complaint for where, complaint in games.refused().items()}
PARTS = [part for name in NAMES for part in games.get(name).every_part()]
FILES = {f"{name}/{file.stem}": file for name in NAMES for file in scenario_files(name)}


@pytest.fixture(params=PARTS, ids=lambda part: f"{part.name}/{next(iter(part.entries))}")
def game(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture(params=FILES)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    if same := twin(FILES[request.param]):
        pytest.skip(f"{same.stem} plays the very same")
    return loaded(FILES[request.param])


@pytest.fixture
def cell(scenario: Scenario) -> Cell:
    *_, last = some_cells(scenario).values()
    return last


def scenarios(game: Game) -> list[Scenario]:
    all_scenarios = [loaded(file) for file in scenario_files(game.name)]
    return [scenario for scenario in all_scenarios if scenario.entry in game.entries]


def few(scenario: Scenario) -> int:
    """How many games a test plays: of what has no exact answer, or takes many turns, fewer without the JIT."""
    exact = scenario.entry in scenario.game.exact_entries
    return N if JIT or (exact and not is_long(scenario.path)) else LONG


def outcomes(scenario: Scenario, cell: Cell, n: int = 0, first: int = 0, events: int = 0) -> bytes:
    """The outcomes of some games, with a log for so many events."""
    n, schema = n or few(scenario), scenario.game.schema
    played, board = np.zeros(n, schema.OUTCOME), new_board(schema.STATE, schema.TALLY, scenario.run.seed, events)
    games.kernels(scenario.game).simulate(scenario.rules, *cell.compiled, first, board, played)
    return played.tobytes()


def changed(scenario: Scenario, cell: Cell, variants: dict | None = None, policy: str = "") -> tuple[Scenario, Cell]:
    """The same cell under other variants, or with other policies on all sides."""
    game, figures = scenario.game, scenario.figures
    variants = {**scenario.switches, **(variants or {})}
    sides = [key.name for key in game.keys(figures) if key.kind == "policy"] if policy else []
    values = {**cell.values, **dict.fromkeys(sides, policy)}
    rules, faults = game.compile_rules(figures, variants)
    compiled, more = game.compile_setup(figures, variants, scenario.entry, values)
    assert [*faults, *more] == []
    assert compiled is not None
    return scenario._replace(rules=rules, switches=variants), cell._replace(compiled=compiled)


# ---- What a game says of itself


@pytest.mark.parametrize("name", [*(f"{name}/" for name in NAMES), *REFUSED])
def test_it_can_be_used(name: str) -> None:
    assert REFUSED.get(name, "") == ""


def test_it_has_scenarios(game: Game) -> None:
    assert scenario_files(game.name), f"{game.name} has no scenario"
    assert {scenario.entry for scenario in scenarios(game)} == set(game.entries)


def test_its_outcomes_begin_as_all_do(game: Game) -> None:
    fields = game.schema.OUTCOME.fields
    assert [(name, *fields[name]) for name in itertools.islice(fields, 3)] == HEAD
    assert game.schema.OUTCOME.itemsize % 8 == 0


@pytest.mark.parametrize("name", ["STATE", "EXPLORED", "TALLY"])
def test_what_changes_in_play_is_made_of_whole_words(game: Game, name: str) -> None:
    assert set(_leaves(getattr(game.schema, name))) <= {np.dtype("i8"), np.dtype("u8")}


def _leaves(dtype: np.dtype) -> Iterator[np.dtype]:
    if dtype.subdtype:
        yield from _leaves(dtype.subdtype[0])
    elif dtype.names:
        for name in dtype.names:
            yield from _leaves(dtype[name])
    else:
        yield dtype


def test_every_entry_has_a_limit_and_is_known_to_the_schema(game: Game) -> None:
    assert {*game.entries, *game.refused_entries} == {entry.name for entry in game.schema.Entry}
    assert {entry.limit.field for entry in game.entries.values()} <= set(game.schema.RULES.names)


def test_every_metric_is_a_column_and_every_headline_a_metric_or_an_ending(game: Game) -> None:
    outcomes = np.zeros(2, game.schema.OUTCOME)
    assert [metric.name for metric in game.metrics if metric.of(outcomes).shape != (2,)] == []
    metrics = {metric.name for metric in game.metrics}
    assert set(game.headline) <= metrics | set(game.endings.__members__)
    assert {game.pictured(entry).name for entry in game.entries} <= metrics
    assert set(game.abilities) <= set(ABILITIES)


def test_every_census_counts_each_of_its_labels(game: Game) -> None:
    outcomes = np.zeros(2, game.schema.OUTCOME)
    assert [census.name for census in game.censuses if counted(census, outcomes) != [0] * len(census.labels)] == []


def test_every_figure_has_its_provenance(game: Game) -> None:
    ledger = games.figures(game.name).ledger
    assert {figure.status for figure in ledger} <= set(NEEDS)
    assert [figure.path for figure in ledger if not getattr(figure, NEEDS[figure.status])] == []
    guessed = [figure for figure in ledger if figure.status == "reconstructed"]
    assert [figure.path for figure in guessed if figure.range is None and figure.alternatives is None] == []


def test_every_policy_kind_has_a_name(game: Game) -> None:
    assert {preset.kind for preset in game.policies.values()} == set(game.schema.Policy)


def test_every_event_has_a_sentence(game: Game) -> None:
    scenario = scenarios(game)[0]
    say = game.sentences(scenario.figures, scenario.cells[0].compiled.setups[0])
    assert [event.name for event in game.events if not any(_sayings(say, event))] == []


def _sayings(say: Callable[[Any], str], event: int) -> Iterator[str]:
    """What an event would be told as, over small values of what it says."""
    rows = np.zeros(1, EVENT)
    rows["kind"] = event
    for values in itertools.product((0, 1), repeat=4):
        rows[0].a, rows[0].b, rows[0].c, rows[0].d = values
        try:
            yield say(rows[0])
        except (ValueError, IndexError):
            continue  # no such ending, or the like


# ---- How it plays


def test_what_is_compiled_cannot_be_written_to(scenario: Scenario, cell: Cell) -> None:
    for records in (scenario.rules, *cell.compiled):
        first = records.dtype.names[0]
        with pytest.raises(ValueError, match="read-only"):
            records[first] = records[first]


def test_the_same_games_come_out_twice(scenario: Scenario, cell: Cell) -> None:
    assert (
        outcomes(scenario, cell)
        == outcomes(scenario, cell)
        == runner.simulate(scenario, cell, 0, few(scenario)).tobytes()
    )


@pytest.mark.parametrize("size", [1, 7])
def test_chunks_make_no_difference(scenario: Scenario, cell: Cell, size: int) -> None:
    n = few(scenario)
    parts = [outcomes(scenario, cell, min(size, n - first), first) for first in range(0, n, size)]
    assert b"".join(parts) == outcomes(scenario, cell)


@pytest.mark.parametrize("events", [MOST_EVENTS, 1])
def test_the_log_makes_no_difference(scenario: Scenario, cell: Cell, events: int) -> None:
    assert outcomes(scenario, cell, events=events) == outcomes(scenario, cell)


def test_play_leaves_rules_setups_and_policies_alone(scenario: Scenario, cell: Cell) -> None:
    before = [records.tobytes() for records in (scenario.rules, *cell.compiled)]
    outcomes(scenario, cell)
    assert [records.tobytes() for records in (scenario.rules, *cell.compiled)] == before


def test_seeds_and_games_differ(scenario: Scenario) -> None:
    other = scenario.on_seed_after(1)
    cells = scenario.cells  # what is certain in some of them may not be so in others
    assert any(outcomes(scenario, cell) != outcomes(other, cell) for cell in cells)
    assert any(outcomes(scenario, cell) != outcomes(scenario, cell, first=few(scenario)) for cell in cells)


def test_outcomes_are_what_they_should_be(scenario: Scenario, cell: Cell) -> None:
    played = runner.simulate(scenario, cell, 0, few(scenario))
    assert set(played["ending"].tolist()) <= {int(ending) for ending in scenario.game.endings}
    assert set(played["winner"].tolist()) <= {-1, *range(scenario.game.sides)}
    shares = [metric for metric in scenario.game.metrics if metric.kind == "share"]
    assert [metric.name for metric in shares if not set(metric.of(played).tolist()) <= {*range(metric.parts + 1)}] == []


@pytest.mark.skipif(JIT, reason="compiled kernels cannot be watched")
def test_no_address_is_used_twice_in_a_game(scenario: Scenario, cell: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    addresses: list[tuple[int, ...]] = []
    philox = vars(dice)["philox"]

    def noted(*address: int) -> Any:
        addresses.append(address)
        return philox(*address)

    monkeypatch.setattr(dice, "philox", noted)
    played = runner.simulate(scenario, cell, 0, few(scenario))
    assert len(set(addresses)) == len(addresses)
    assert addresses or (played == played[0]).all()  # some games are decided before the first die


def test_every_policy_plays(scenario: Scenario, cell: Cell) -> None:
    for policy in scenario.game.policies:
        played = runner.simulate(*changed(scenario, cell, policy=policy), 0, few(scenario))
        assert played["ending"].all()


def test_an_unknown_kind_of_policy_is_refused(game: Game) -> None:
    cells = [(scenario, cell) for scenario in scenarios(game) for cell in some_cells(scenario).values()]
    with pytest.raises(ValueError, match="unknown policy"):
        any(outcomes(scenario, of_unknown_kind(cell)) is None for scenario, cell in cells)


def of_unknown_kind(cell: Cell) -> Cell:
    policies = cell.compiled.policies.copy()
    policies["kind"] = 99
    return cell._replace(compiled=cell.compiled._replace(policies=freeze(policies)))


@pytest.mark.parametrize(
    ("part", "entry"),
    [pytest.param(part, entry, id=f"{part.name}/{entry}") for part in PARTS for entry in part.entries],
)
def test_every_choice_of_every_variant_plays(part: Game, entry: str) -> None:
    scenario = next(scenario for scenario in scenarios(part) if scenario.entry == entry)
    *_, cell = some_cells(scenario).values()
    for variant in scenario.game.variants:
        for choice in choices(variant):
            played = runner.simulate(*changed(scenario, cell, {variant.key.name: choice}), 0, -(-few(scenario) // 4))
            assert played["ending"].all(), f"{variant.key.name} = {choice}"


def choices(variant: Variant) -> list:
    """What a variant may be; of a long range of numbers, its ends."""
    key: Key = variant.key
    if key.kind in ("choice", "bool"):
        return list(key.choices) or [False, True]
    low, high = int(key.low or 0), int(key.high or 0)
    every = range(low, high + 1)
    return list(every) if len(every) <= MOST_CHOICES else [low, high]


@pytest.mark.skipif(not JIT, reason="takes more games than can be played without the JIT")
def test_every_ending_is_reached_or_explained(game: Game) -> None:
    reached, unreached = set(), game.unreached_endings
    for scenario, policy in itertools.product(scenarios(game), game.policies):
        for cell in scenario.cells[:: -(-len(scenario.cells) // MOST_CELLS)]:
            reached |= set(
                runner.simulate(*changed(scenario, cell, policy=policy), 0, few(scenario))["ending"].tolist()
            )
    assert {ending.name for ending in game.endings if ending not in reached} == set(unreached)
    assert all(unreached.values())


# ---- How it compiles


def test_an_edit_of_whatever_kernels_are_made_of_is_seen(game: Game) -> None:
    """Other libraries are not looked into when the cache is asked for what was compiled, so kernels take none in."""
    watched = {*WATCHED, games.package(game.name).partition(".")[0]}
    files = imported_files(Path(str(games.kernels(game).__file__)).resolve())
    own = [file for file in files if not file.is_relative_to(PACKAGE / "core")]
    taken = {f"{file.name} imports {name}" for file in own for name in absolute_imports(file) if name not in watched}
    assert taken == set()


def absolute_imports(file: Path) -> set[str]:
    """The packages whose names a file imports."""
    return {name.partition(".")[0] for name in imported_names(file.read_bytes())} - {""}


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_kernels_compile_once_for_random_and_once_for_loaded_dice(game: Game) -> None:
    """In a process of its own: other tests call kernels with what no game would give them.

    Kernels that Python calls are always seen; those that only kernels call just where they are not cached yet.
    """
    code = f"from simkit.contract import crowded; print(*crowded({game.name!r}, {next(iter(game.entries))!r}))"
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (child.stdout.strip(), child.stderr) == ("", "")


def crowded(name: str, entry: str) -> list[str]:
    """Kernels with two signatures for the same dice, after a game was played, told and explored in every way."""
    part = games.get(name).part(entry)
    for scenario in scenarios(part):
        *_, cell = some_cells(scenario).values()
        for used in every_way(scenario, cell):
            runner.simulate(*used, 0, 2)
            runner.replay(*used, 0, MOST_EVENTS)
        if scenario.entry in scenario.game.exact_entries:
            explore_some(scenario, cell)
            explore_some(*used)
    inside = f"{games.package(name)}."
    modules = [module for path, module in sys.modules.items() if path.startswith(inside)]
    things = [thing for module in modules for thing in vars(module).values()]
    kernels = {thing for thing in things if isinstance(thing, CPUDispatcher) and thing.__module__.startswith(inside)}
    assert sum(len(kernel.signatures) for kernel in kernels) >= 1 + bool(part.exact_entries)  # simulate, explore
    return sorted(
        kernel.__name__ for kernel in kernels if len({*map(dice_in, kernel.signatures)}) < len(kernel.signatures)
    )


def explore_some(scenario: Scenario, cell: Cell) -> None:
    """The exact answer, or as much of it as is needed to compile what it takes."""
    exact_odds.MOST_STATES = SOME_STATES
    try:
        exact_odds.exact(scenario, cell)
    except ValueError as error:
        if "too many for an exact answer" not in str(error):
            raise


def dice_in(signature: tuple) -> tuple[bool, bool]:
    """Whether a kernel takes random dice, and whether it takes loaded ones."""
    kinds = [kind for argument in signature for kind in getattr(argument, "types", (argument,))]
    return numba.from_dtype(dice.RANDOM) in kinds, numba.from_dtype(dice.LOADED) in kinds


def every_way(scenario: Scenario, cell: Cell) -> Iterator[tuple[Scenario, Cell]]:
    """The cell as it is, with a what-if figure, with other variants, and with other policies."""
    yield scenario, cell
    yield what_if(scenario), cell
    for variant in scenario.game.variants:
        yield changed(scenario, cell, {variant.key.name: choices(variant)[-1]})
    for policy in scenario.game.policies:
        yield changed(scenario, cell, policy=policy)


def what_if(scenario: Scenario) -> Scenario:
    """The scenario with a figure overridden, by its own value."""
    figure = scenario.figures.ledger[0]
    figures, _ = scenario.figures.override({figure.path: figure.value})
    rules, _ = scenario.game.compile_rules(figures, scenario.switches)
    return scenario._replace(figures=figures, rules=rules)
