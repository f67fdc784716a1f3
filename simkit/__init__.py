"""simkit: Monte Carlo and exact balance analysis of tabletop games.

import simkit as sk

sk.exact("scenarios/emperor/known_answers.toml")            a DataFrame, a row a cell
sk.run("scenarios/emperor/lethality_by_terrain.toml")       the same by simulation, with intervals
sk.replay("scenarios/emperor/known_answers.toml", game=17)  one game in sentences
sk.compare("scenarios/emperor/house_rules.toml")            variants on the same luck: .frame, .verdict, .plot()
sk.compare(path, mode=sk.Peek())                            or until a verdict; also sk.Planned(), sk.Until(0.005)
sk.solve("scenarios/emperor/perfect_bear.toml")             how good anybody could be; also .decisions, .rules
sk.frontier(path, "killed", "foe_killed")                   the best trade-offs between two goals
sk.fairness("scenarios/emperor/win_rates.toml")             whether all characters, and all seats, win alike
sk.heat_map(frame, "killed", "character", "terrain")        a share of a run over two of its coordinates
sk.open("results/win_rates-0123456789ab")                   what a folder under results/ holds
sk.report(folders, "answer.html")                           a page of answers that needs no other file
sk.load(path).only(character="Turb"), .without_variants()   part of a scenario, for any of these
sk.encounters(frame, exact=True)                            a DataFrame of match-ups in, one of odds out
sk.hit_chances(7, plus=2, absorb=4), sk.escape_chance(8, 9) single resolvers over arrays and frames, exactly
sk.crt_chances(11, 4), sk.duels("5/5", "troll")             an odds table; fights
sk.roll_hits(dice, seed=1), roll_escapes, roll_crt, roll_duels  the same, rolled
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` would take longer to import than all else here
if TYPE_CHECKING:
    from typing import Any

_PUBLIC = {
    "BadInput": "simkit.errors",
    "load": "simkit.study.scenarios.reader",
    "run": "simkit.study.api",
    "exact": "simkit.study.api",
    "replay": "simkit.study.api",
    "figures": "simkit.study.api",
    "fairness": "simkit.study.analyses.fairness",
    "read_run": "simkit.study.report.read_folder",
    "open": "simkit.study.report.read_folder:read_run",
    "report": "simkit.study.reports",
    "heat_map": "simkit.study.report.pictures",
    "compare": "simkit.study.analyses.compare",
    "Fixed": "simkit.study.analyses.stopping",
    "Until": "simkit.study.analyses.stopping",
    "Peek": "simkit.study.analyses.stopping",
    "Planned": "simkit.study.analyses.planned_looks",
    "Sprt": "simkit.study.analyses.stopping",
    "lab": "simkit.study.analyses.lab",
    "explain": "simkit.study.analyses.explain",
    "robust": "simkit.study.analyses.robust",
    "tune": "simkit.study.analyses.tune",
    "audit": "simkit.study.analyses.audit",
    "ladder": "simkit.study.analyses.ladder",
    "league": "simkit.study.analyses.league",
    "sensitivity": "simkit.study.analyses.sensitivity",
    "plan": "simkit.study.analyses.plan",
    "solve": "simkit.study.analyses.solve",
    "frontier": "simkit.study.analyses.frontier",
    "encounters": "simkit.study.match_ups",
    "hit_chances": "simkit.study.resolvers",
    "escape_chance": "simkit.study.resolvers",
    "crt_chances": "simkit.study.resolvers",
    "duels": "simkit.study.duels",
    "roll_hits": "simkit.study.resolvers",
    "roll_escapes": "simkit.study.resolvers",
    "roll_crt": "simkit.study.resolvers",
    "roll_duels": "simkit.study.duels",
}
__all__ = sorted([*_PUBLIC, "__version__"])


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: `import simkit` itself costs nothing."""
    if name == "__version__":
        from importlib.metadata import version

        return version("simkit")
    if name not in _PUBLIC:
        raise AttributeError(f"module 'simkit' has no attribute {name!r}")
    from importlib import import_module

    module, _, other = _PUBLIC[name].partition(":")
    return getattr(import_module(module), other or name)


def __dir__() -> list[str]:
    return __all__
