"""What an answer hangs on, in words: who plays, which figures are ours, how the rules were read."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import version

from simkit.games.faults import spelt
from simkit.games.figures import RECONSTRUCTED, WHAT_IF
from simkit.games.game import Variant
from simkit.study.report.pictures import provenance
from simkit.study.report.text_tables import Table, table
from simkit.study.scenarios.quantities import all_policies
from simkit.study.scenarios.scenario import Scenario
from simkit.text import counted

PRINTED = "as printed"
MOST_GROUPS = 6


def hangs(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Who plays, the figures, the house rules, and the variants."""
    arms = [scenario, *(variant for _, variant in scenario.variants)]
    policies = all_policies(arms)
    meant = [f"{name}: {preset.title}" for name, preset in scenario.game.policies.items() if name in policies.split()]
    yield "Who plays", f"{policies}. Other players may give another answer. {'; '.join(meant)}".strip()
    yield "Figures", " ".join([provenance(scenario), *_ours(scenario)])
    yield "House rules", _changes(scenario) or "none: the rules as they are printed, and read as below"
    for name, variant in scenario.variants:
        asked = scenario.asked.variants[name]
        said = [f"{key} = {spelt(value)}" for key, value in {**asked.rules, **asked.setup}.items()]
        yield name, ", ".join(said) or _changes(variant) or "the rules of the base"


def _ours(scenario: Scenario) -> Iterator[str]:
    """Where the reconstructed figures stand."""
    groups = Counter(figure.path.split(".")[0] for figure in scenario.figures.ledger if figure.status == RECONSTRUCTED)
    if not groups:
        return
    most = ", ".join(f"{name.replace('_', ' ')} {n:,}" for name, n in groups.most_common(MOST_GROUPS))
    more = " and others" if len(groups) > MOST_GROUPS else ""
    yield f"Nobody printed the {sum(groups.values()):,} that are reconstructed: {most}{more}."
    yield "The command simkit sensitivity tells whether the answer hangs on one of them."


def _changes(scenario: Scenario) -> str:
    """Switches and figures that the scenario sets."""
    what_ifs = {figure.path: figure.value for figure in scenario.figures.ledger if figure.status == WHAT_IF}
    return ", ".join(f"{name} = {spelt(value)}" for name, value in {**scenario.switches, **what_ifs}.items())


def readings(scenario: Scenario) -> Table:
    """Every switch of the rules, how it stands, and where the rulebook speaks of it."""
    rows = [_reading(variant, scenario) for variant in scenario.game.variants]
    return table("How the rules were read", ["switch", "here", "usual", "rulebook", "why"], rows, left=5)


def _reading(variant: Variant, scenario: Scenario) -> list[str]:
    key = variant.key
    here, usual = (_value(value) for value in (scenario.switches.get(key.name, key.default), key.default))
    return [key.title, here, usual, variant.section, variant.reason]


def _value(value: object) -> str:
    return PRINTED if value is None else spelt(value).strip('"')


def made(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """The seed, the games, and the versions."""
    run, n = scenario.run, len(scenario.cells)
    a_cell = f" for each of {counted(n, 'cell')}" if n > 1 else ""
    yield "Seed", str(run.seed)
    yield "Games", f"{run.games:,}{a_cell}{' and each variant' if scenario.variants else ''}, at most"
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba"))
    game = f"{scenario.game.name} version {scenario.game.version}"
    yield "Made by", f"simkit {version('simkit')}, {game}, Python {platform.python_version()}, {libraries}"
