"""Exact answers against fractions, and against simulated hauls.

The kernels that simulate are the ones that are explored, so the agreement of those two proves the sampler only; that
the rules are right is for the fractions to say.
"""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from conftest import JIT, all_faces, shares
from games.deathmaze.hauls import TREE, scenario
from statistical import rejects

from simkit.games.deathmaze.schema import Ending
from simkit.study.runs import exact_odds, runner

PARTY = """party = [
    { calling = "hero", points = 8 },
    { calling = "hero", points = 7, weapons = ["bow"] },
    { calling = "thief", points = 6, wounds = 2 },
    { calling = "wizard", points = 5 },
]"""
TRAPS = '"traps.detrapped_to" = 2\n"traps.wounds" = "1D6"'
MEANS = {
    "first": (0, 3.5, 10.5, 13.796, 53.829, 71.993, 115.743, 19.046, 59.662, 112.162),
    "second": (0, 3.5, 3.5, 13.796, 32.748, 44.889, 80.743, 43.139, 59.662, 112.162),
}  # A to J
ROUNDED = 5.1e-4  # the means above have three digits
FLOATS = 1e-12  # what doubles lose on the way
GAMES = 100_000 if JIT else 150
ROWS = "ABCDEFGHIJKLM" if JIT else "ABCDI"


def exactly(text, entry="HAUL", rules=""):
    """The exact answer of a cell."""
    one = scenario(text, entry, rules)
    return exact_odds.exact(one, one.cells[0])


def lone(points, wounds=0):
    return f'party = [{{ calling = "hero", points = {points}, wounds = {wounds} }}]'


# ---- What a hoard is worth


def total(first, second):
    """The distribution of a sum."""
    sums = Counter()
    for (a, chance), (b, other) in product(first.items(), second.items()):
        sums[a + b] += chance * other
    return sums


def read(cell):
    """The distribution of what a printed code such as 3:2D6x20 gives."""
    if cell == "-":
        return {0: Fraction(1)}
    faces, dice, sides, times, plain = (int(n or 0) for n in re.findall(r"(\d):(?:(\d)D(\d)(?:x(\d+))?|(\d))", cell)[0])
    amounts = shares((times or 1) * sum(shown) if dice else plain for shown in all_faces(dice, sides or 6))
    found = Counter({amount: chance * faces / 6 for amount, chance in amounts.items()})
    found[0] += 1 - Fraction(faces, 6)
    return found


@cache
def gems(n):
    """The distribution of the value of so many gems."""
    one = shares(TREE["gems"][str(a + b)] for a, b in all_faces(2))
    return total(gems(n - 1), one) if n else {0: Fraction(1)}


def worth(row, version):
    """The distribution of a hoard's value."""
    cells = TREE["treasures"][row] | (TREE["treasures_second"].get(row, {}) if version == "second" else {})
    of_gems = Counter()
    for n, chance in read(cells["gems"]).items():
        for value, other in gems(n).items():
            of_gems[value] += chance * other
    return total(read(cells["bezants"]), of_gems)


def values(row, version, policy="porter"):
    answer = exactly(f'hoard = "{row}"\npolicy = "{policy}"\n{PARTY}', rules=f'treasure_table = "{version}"')
    return answer.means["value"], answer.distributions["value"]


@pytest.mark.parametrize("version", ["first", "second"])
@pytest.mark.parametrize("row", ROWS)
def test_the_value_of_a_hoard_is_that_of_the_tables(row, version):
    mean, found = values(row, version)
    expected = {value: float(chance) for value, chance in worth(row, version).items() if chance}
    assert found == pytest.approx(expected, abs=FLOATS)
    assert mean == pytest.approx(sum(value * chance for value, chance in expected.items()), rel=FLOATS)


@pytest.mark.parametrize("version", ["first", "second"])
def test_known_means_by_treasure_type(version):
    known = {row: mean for row, mean in zip("ABCDEFGHIJ", MEANS[version], strict=True) if row in ROWS}
    assert {row: values(row, version)[0] for row in known} == pytest.approx(known, abs=ROUNDED)


def test_hoards_add_up():
    answer = exactly(f'hoards = ["B", "F", "B"]\npolicy = "porter"\n{PARTY}')
    expected = total(total(worth("B", "first"), worth("B", "first")), worth("F", "first"))
    assert answer.distributions["value"] == pytest.approx({k: float(p) for k, p in expected.items() if p}, abs=FLOATS)


@pytest.mark.skipif(not JIT, reason="has too many states without the JIT")
def test_what_it_is_worth_does_not_depend_on_who_tests_what():
    one, other = (values("J", "first", policy)[1] for policy in ("porter", "bold"))
    assert one == pytest.approx(other, abs=FLOATS)


# ---- What a find is worth, and what it costs


@pytest.mark.parametrize(
    ("find", "metric", "mean"), [("gem", "value", 1301 / 36), ("weapon", "bonus", 2.75), ("armor", "bonus", 1.75)]
)
def test_known_means_of_finds(find, metric, mean):
    answer = exactly(f'find = "{find}"\n{lone(8)}', "FIND")
    assert answer.means[metric] == pytest.approx(mean, rel=FLOATS)
    assert sum(answer.distributions[metric].values()) == pytest.approx(1, abs=FLOATS)


def at_least(points, n_dice, sides):
    return sum(chance for shown, chance in shares(map(sum, all_faces(n_dice, sides))).items() if shown >= points)


@pytest.mark.parametrize("points", range(1, 14))
@pytest.mark.parametrize(("find", "harm"), [("medallion", (2, 6)), ("potion", (1, 3))])
def test_the_risk_of_a_test_is_a_sixth_of_that_of_the_dice(points, find, harm):
    answer = exactly(f'find = "{find}"\npolicy = "bold"\n{lone(points)}', "FIND")
    risk = at_least(points, *harm) / 6
    assert answer.endings.get("PARTY_DEAD", 0) == answer.means["died"] == pytest.approx(float(risk), abs=FLOATS)


@cache
def survives(n, points, wounds, doses=0, antidote=False, appraisal=False):
    """Chance that a lone hero, who tests everything and wears no armor, is alive after so many magic items."""
    if wounds and doses:
        healed = [survives(n, points, max(wounds - face, 0), doses - 1, antidote, appraisal) for face in range(1, 7)]
        return sum(healed) / 6
    if n == 0:
        return Fraction(1)

    def after(harm=0, more=0, **gained):
        medallions = {"antidote": antidote, "appraisal": appraisal} | gained
        alive = wounds + harm < points
        return survives(n - 1, points, max(wounds + harm, 0), doses + more, **medallions) if alive else Fraction(0)

    poison = [after() if antidote or appraisal else sum(after(face) for face in (1, 2, 3)) / 3]
    tested = [sum(after(-face, 1) for face in range(1, 7)) / 6] * 2
    potions = [*([after(more=2)] * 2 if appraisal else tested), *poison, after(), after(), after()]
    medallions = [after(antidote=True)] * 2 + [after(appraisal=True), after(), after()]
    medallions.append(sum(after(a + b) for a, b in all_faces(2)) / 36)
    spices = [after(more=1), *[after()] * 5]
    return (3 * after() + sum(potions) / 6 + sum(medallions) / 6 + sum(spices) / 6) / 6


@pytest.mark.parametrize("n", range(1, 5 if JIT else 2))
@pytest.mark.parametrize(("points", "wounds"), [(8, 0), (5, 2), (13, 9)])
def test_the_risk_of_several_items_one_after_the_other(n, points, wounds):
    policy = '{ kind = "bold", wearer = "nobody" }'
    answer = exactly(f'find = "magic_item"\nnumber = {n}\npolicy = {policy}\n{lone(points, wounds)}', "FIND")
    assert answer.endings["TAKEN"] == pytest.approx(float(survives(n, points, wounds)), abs=FLOATS)


@pytest.mark.parametrize("row", ["C", "F"] if JIT else ["C"])
@pytest.mark.parametrize("dead_share", ["true", "false"])
def test_shares_are_those_of_whoever_is_alive(row, dead_share):
    """A magic item in six hoards, a medallion in six of these, strangling in six of these: 8 or more kill the hero."""
    answer = exactly(f'hoard = "{row}"\npolicy = "bold"\n{PARTY}', rules=f"dead_share = {dead_share}")
    dies, mean = float(at_least(8, 2, 6)) / 216, answer.means["value"]
    of_all, of_the_rest = (1 - dies) * mean / 4, dies * mean / 3
    if dead_share == "true":
        assert answer.means["share"] == answer.means["share_1"] == pytest.approx(mean / 4, rel=FLOATS)
    else:
        assert answer.means["share"] == answer.means["share_4"] == pytest.approx(of_all + of_the_rest, rel=FLOATS)
        assert answer.means["share_1"] == pytest.approx(of_all, rel=FLOATS)
    assert answer.means["dead_1"] == answer.means["died"] == pytest.approx(dies, rel=FLOATS)
    assert answer.means["share_5"] == answer.means["dead_5"] == 0


def test_more_states_than_allowed_are_refused(monkeypatch):
    monkeypatch.setattr(exact_odds, "MOST_STATES", 20)
    with pytest.raises(ValueError, match="too many for an exact answer"):
        exactly(f'hoard = "C"\npolicy = "bold"\n{PARTY}')


def test_a_limit_of_steps_is_an_ending():
    answer = exactly(f'hoards = ["B", "B"]\npolicy = "porter"\n{PARTY}', rules='"limits.steps" = 6')
    assert answer.endings == pytest.approx({Ending.STEP_LIMIT.name: 1}, rel=FLOATS)
    assert answer.means["value"] == pytest.approx(7, rel=FLOATS)


# ---- Simulated hauls

ITEMS = ("magic_item", "weapon", "armor", "potion", "medallion")
POLICIES = ("careful", "bold", "ruthless", "porter", "random")
HAULS = [
    (f'hoard = "{row}"\nnumber = {number}\nbystander = "{bystander}"\npolicy = "{policy}"\n{PARTY}', "HAUL")
    for row, number, bystander, policies in (
        ("C", 1, "orc", POLICIES[: 5 if JIT else 2]),
        ("I", 1, "troll", POLICIES if JIT else ()),
        ("B", 2, "orc", POLICIES),
        ("J", 1, "orc", ("porter",) if JIT else ()),
    )
    for policy in policies
]
FINDS = [
    (f'find = "{find}"\nbystander = "orc"\npolicy = "{policy}"\n{lone(13, 5)}', "FIND")
    for find, policy in product((*ITEMS, "gem", "spice", "ring"), ("bold", "random"))
]


def compared(cells, simulated_rules=TRAPS, exact_rules=TRAPS, n=GAMES):
    """Simulated cells against exact ones."""
    comparisons = []
    for text, entry in cells:
        played, one = scenario(text, entry, simulated_rules, n), scenario(text, entry, exact_rules, n)
        comparisons += exact_odds.compare(one, [exact_odds.exact(one, one.cells[0])], runner.run_in_memory(played))
    return comparisons


def test_simulation_agrees():
    comparisons = compared(HAULS + FINDS)
    worst = min(comparisons, key=lambda comparison: comparison.p_value)
    assert worst.p_value > exact_odds.threshold(comparisons), worst


@pytest.mark.skipif(not JIT, reason="takes more games than can be played without the JIT")
@pytest.mark.parametrize(
    "mutant",
    [
        '"treasures.F.bezants" = "2:1D6x5"',
        '"treasures.F.gems" = "3:1D3"',
        '"treasures.I.magic_items" = "1:1"',
        '"gems.7" = 35',
        '"magic_items.1" = "armor"',
        '"weapon_effects.6" = "+4"',
        '"armor.6" = "+3"',
        '"potions.2" = "poison"',
        '"medallions.1" = "strangling"',
        '"effects.healing" = "1D3"',
        '"effects.poison" = "2D3"',
        '"effects.strangling" = "1D6"',
        '"effects.potion_doses" = 1',
        '"chests.trapped_to" = 2',
        '"traps.detrapped_to" = 1',
        '"traps.wounds" = "1D3"',
        'game = "basic"',
    ],
)
def test_a_wrong_figure_is_caught(mutant):
    """One or other of these quantities has 13 standard errors of it, or more."""
    path = mutant.split(" = ")[0]
    rules = "\n".join([*(line for line in TRAPS.splitlines() if not line.startswith(path)), mutant])
    cells = [*((f'hoard = "{row}"\npolicy = "bold"\n{PARTY}', "HAUL") for row in "FI"), *FINDS[: 2 * len(ITEMS) : 2]]
    assert rejects(min(comparison.p_value for comparison in compared(cells, exact_rules=rules)))
