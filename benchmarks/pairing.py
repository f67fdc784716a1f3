"""What pairing saves: how many times the games two independent runs would need for the same error."""

from collections.abc import Iterator
from pathlib import Path

from measure import Row, row

from simkit.study.analyses.compare import compare
from simkit.study.scenarios.changes import altered, changed_setup
from simkit.study.scenarios.reader import load
from simkit.study.scenarios.scenario import Scenario

SCENARIO = Path("scenarios/emperor/known_answers.toml")
ABILITIES = ("ozmo", "rosa", "turb")


def saved(games: int) -> Iterator[Row]:
    """On the five encounters with known odds, the least ratio of the five: of the hero's wounds, and of two shares."""
    base = load(SCENARIO, games=games)
    variants = (("one more defender die", _one_more_die(base), 1.5), ("flee one wound earlier", _flee_earlier(base), 5))
    for what, variant, least in variants:
        found = compare(base._replace(variants=((what, variant),)), metrics=["wounds", "FOE_KILLED", "killed"],
                        exact=False).frame  # fmt: skip
        ratios = found.groupby("metric")["variance_ratio"].min()
        yield row(f"pairing, {what}: wounds", ratios["wounds"], "times", least=least)
        yield row("  the foe is killed", ratios["FOE_KILLED"], "times")
        yield row("  the hero is killed", ratios["killed"], "times")


def _one_more_die(base: Scenario) -> Scenario:
    """Every hero rolls one die more, in defence as in attack."""
    changed, faults = altered(base, {f"characters.{one}.ability": base.figures.get(f"characters.{one}.ability") + 1
                                     for one in ABILITIES})  # fmt: skip
    if faults:
        raise ValueError(faults)
    return changed


def _flee_earlier(base: Scenario) -> Scenario:
    """Every hero runs with one wound more left to him than he does."""
    cells = []
    for cell in base.cells:
        earlier = {"policy": {"flee_at": cell.values["policy"]["flee_at"] + 1}}
        changed, faults = changed_setup(base._replace(cells=(cell,)), earlier)
        if faults:
            raise ValueError(faults)
        cells += changed.cells
    return base._replace(cells=tuple(cells))
