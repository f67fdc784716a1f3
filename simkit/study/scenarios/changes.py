"""A scenario under other rules, figures or policies: the same cells, seed and game numbers, so the same luck."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from simkit.games.faults import LONGEST_WORD, Fault, Where, short, suggest
from simkit.games.figures import Figures
from simkit.games.game import Game
from simkit.study.scenarios.mixtures import MIXTURE, Slot, compile_cell, is_mixture
from simkit.study.scenarios.profiles import replaces, resolved
from simkit.study.scenarios.scenario import Cell, Scenario


class Applied(NamedTuple):
    """What rules make of a game's figures and switches."""

    figures: Figures
    switches: dict[str, Any]
    rules: Any  # RULES, or None
    faults: list[Fault]  # each path begins with the rule, by its name or dotted path, where the rule is known


def apply_rules(game: Game, figures: Figures, switches: Mapping[str, Any], changes: Mapping[str, Any]) -> Applied:
    """Figures and switches under some rules, and the RULES that these make.

    Parameters
    ----------
    figures, switches
        Those before the change.
    changes
        Switches by name, figures by dotted path.
    """
    names = [variant.key.name for variant in game.variants]
    turned = {**switches, **{name: value for name, value in changes.items() if name in names}}
    changed, complaints = figures.override({path: value for path, value in changes.items() if path not in names})
    faults = [Fault((path,), _refusal(path, message, names)) for path, message in complaints]
    rules, rule_faults = game.compile_rules(changed, turned)
    return Applied(changed, turned, rules, [*faults, *rule_faults])


def altered(
    scenario: Scenario, rules: Mapping[str, Any], setup: Mapping[str, Any] | None = None
) -> tuple[Scenario, list[Fault]]:
    """The scenario with some rules, figures and values of its cells changed.

    Parameters
    ----------
    rules
        Switches by name, figures by dotted path or as nested tables: as under [rules].
    setup
        Values that replace those of every cell: as under [setup].  A policy without `kind` changes
        thresholds of the cell's own.

    Returns
    -------
    Scenario, faults
        With a fault the scenario is as it was.  The path of a fault begins with "rules" or "setup".
    """
    located = {".".join(map(str, path)): (value, path) for path, value in leaves(rules)}
    plain = {name: value for name, (value, _) in located.items()}
    figures, switches, compiled, rule_faults = apply_rules(scenario.game, scenario.figures, scenario.switches, plain)
    faults = [Fault(("rules", *_path(located, fault.path)), fault.message) for fault in rule_faults]
    if faults:
        return scenario, faults
    changed, faults = changed_setup(scenario._replace(figures=figures, switches=switches, rules=compiled), setup or {})
    return (scenario, faults) if faults else (changed, [])


def _path(located: Mapping[str, tuple[Any, Where]], path: Where) -> Where:
    """The path of a fault, which begins with a rule's dotted name, as a path in nested tables."""
    return (*located[str(path[0])][1], *path[1:]) if path and path[0] in located else path


def _refusal(path: str, message: str, switches: Sequence[str]) -> str:
    """The message for a rule that is no switch, and is refused as a figure."""
    if "." in path:
        return f"{path if len(path) <= LONGEST_WORD else short(path)} {message}"
    return f"unknown rule {short(path)}{suggest(path, switches)}"


def changed_setup(
    scenario: Scenario, setup: Mapping[str, Any], slots: Sequence[Slot] = ()
) -> tuple[Scenario, list[Fault]]:
    """The scenario with other values in its cells, compiled anew; faults as of `altered`.

    `slots` say what each game draws instead of values of its cell.
    """
    policies = {key.name: key.default for key in scenario.game.keys(scenario.figures) if key.kind == "policy"}
    cells: list[Cell] = []
    folder = scenario.path.parent
    read = {name: resolved(scenario.game, name, item, folder) for name, item in setup.items()}
    faults = {
        Fault(("setup", *fault.path), fault.message): None
        for _, policy_faults in read.values()
        for fault in policy_faults
    }
    if faults:
        return scenario, list(faults)
    compile_values = partial(scenario.game.compile_setup, scenario.figures, scenario.switches, scenario.entry)
    for cell in scenario.cells:
        changes = {name: _policy(cell.values.get(name, policies.get(name)), item) for name, (item, _) in read.items()}
        values = {**cell.values, **changes}
        compiled, mixture, cell_faults = compile_cell(compile_values, values, slots)
        faults |= {Fault(("setup", *fault.path), fault.message): None for fault in cell_faults}
        if compiled is not None:
            cells.append(cell._replace(values=values, compiled=compiled, mixture=mixture))
    return (scenario, list(faults)) if faults else (scenario._replace(cells=tuple(cells)), [])


def _policy(old: Any, new: Any) -> Any:
    """The new value; a table without a kind changes thresholds of the old policy, or of all in a mixture."""
    if replaces(new) or old is None:
        return new
    if is_mixture(old):
        return {MIXTURE: [{**part, **new} for part in old[MIXTURE]]}
    return {**(old if isinstance(old, dict) else {"kind": old}), **new}


def leaves(tree: Mapping[str, Any], path: Where = ()) -> Iterator[tuple[Where, Any]]:
    """Every value of nested tables that is no table itself, with its path."""
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from leaves(value, (*path, name))
        else:
            yield (*path, name), value
