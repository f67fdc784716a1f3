"""A scenario under other rules, figures or policies: the same cells, seed and game numbers, so the same luck."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simkit.games.faults import LONGEST_WORD, Fault, Where, short, suggest

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Cell, Scenario


def altered(
    scenario: "Scenario", rules: Mapping[str, Any], setup: Mapping[str, Any] | None = None
) -> tuple["Scenario", list[Fault]]:
    """The scenario with some rules, figures and values of its cells changed.

    Parameters
    ----------
    rules
        Switches by name, figures by dotted path or as nested tables: as under [rules].
    setup
        What every cell says instead: as under [setup].  A policy without `kind` changes thresholds of the cell's own.

    Returns
    -------
    Scenario, faults
        Where there is a fault, with a path that begins with "rules" or "setup", the scenario is as it was.
    """
    names = [variant.key.name for variant in scenario.game.variants]
    said = {".".join(map(str, path)): (value, path) for path, value in leaves(rules)}
    switches = {**scenario.variants, **{name: value for name, (value, _) in said.items() if name in names}}
    figures, complaints = scenario.figures.override(
        {path: value for path, (value, _) in said.items() if path not in names}
    )
    faults = [Fault(("rules", *said[path][1]), refusal(path, message, names)) for path, message in complaints]
    compiled_rules, complaints_of_rules = scenario.game.compile_rules(figures, switches)
    faults += [Fault(("rules", *fault.path), fault.message) for fault in complaints_of_rules]
    if faults:
        return scenario, faults
    changed, faults = changed_setup(
        scenario._replace(figures=figures, variants=switches, rules=compiled_rules), setup or {}
    )
    return (scenario, faults) if faults else (changed, [])


def refusal(path: str, message: str, switches: Sequence[str]) -> str:
    """What is wrong with a rule that is no switch, and no figure either."""
    if "." in path:
        return f"{path if len(path) <= LONGEST_WORD else short(path)} {message}"
    return f"unknown rule {short(path)}{suggest(path, switches)}"


def changed_setup(scenario: "Scenario", setup: Mapping[str, Any]) -> tuple["Scenario", list[Fault]]:
    """The cells compiled anew, with what they say instead; faults as of `altered`."""
    policies = {key.name: key.default for key in scenario.game.keys(scenario.figures) if key.kind == "policy"}
    cells: list[Cell] = []
    faults: dict[Fault, None] = {}
    for cell in scenario.cells:
        said = {name: _policy(cell.values.get(name, policies.get(name)), item) for name, item in setup.items()}
        values = {**cell.values, **said}
        compiled, found = scenario.game.compile_setup(scenario.figures, scenario.variants, scenario.entry, values)
        faults |= {Fault(("setup", *fault.path), fault.message): None for fault in found}
        if compiled is not None:
            cells.append(cell._replace(values=values, compiled=compiled))
    return (scenario, list(faults)) if faults else (scenario._replace(cells=tuple(cells)), [])


def _policy(old: Any, new: Any) -> Any:
    """A table without a kind changes thresholds of what was there."""
    if not isinstance(new, dict) or "kind" in new or old is None:
        return new
    return {**(old if isinstance(old, dict) else {"kind": old}), **new}


def leaves(tree: Mapping[str, Any], path: Where = ()) -> Iterator[tuple[Where, Any]]:
    """Every value of nested tables that is no table itself, with its path."""
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from leaves(value, (*path, name))
        else:
            yield (*path, name), value
