"""The figures against the rulebook's own counts, and the paragraphs as a graph."""

from collections import Counter
from itertools import combinations

import pytest
from games.azann.tower import FIGURES

from simkit.games.azann.compile import DUEL_TEXT, paragraphs
from simkit.games.azann.grammar import CHECKS, CLOSES, EFFECTS, read_clauses
from simkit.games.azann.schema import CHOICES, FACTS, ITEMS, MONSTERS, N_PARAGRAPHS, SPELLS, STATS, Check, Kind
from simkit.games.azann.variants import IN_PARAGRAPHS, VARIANTS

TREE = FIGURES.tree
DEFAULTS = {variant.key.name: variant.key.default for variant in VARIANTS}
TEXTS = paragraphs(FIGURES, DEFAULTS)
ENTRANCE = "040"
ROOMS = {f"0{level}{face}" for level in range(1, 7) for face in range(1, 7)}
STAIRS = {f"{number:03}" for number in range(2, 12)}


def names(*numbers):
    return {f"{number:03}" for number in numbers}


# ---- What there is


def test_there_are_120_paragraphs_in_order_and_their_branches():
    printed = [name for name in TREE["paragraphs"] if len(name) == 3]
    assert printed == [f"{number:03}" for number in range(1, N_PARAGRAPHS + 1)]
    branches = set(TREE["paragraphs"]) - set(printed)
    assert all(name[:3] in printed and name[3] == "_" for name in branches)
    assert all("label" in TREE["paragraphs"][name] for name in printed)


def test_the_monster_values_chart():
    chart = {name: (monster["combat"], monster["agility"]) for name, monster in TREE["monsters"].items()}
    assert tuple(chart) == MONSTERS
    assert list(chart.values()) == [(8, 4), (3, 3), (5, 2), (2, 3), (6, 3), (4, 2), (2, 5), (6, 5)]


def test_every_item_can_be_found_and_has_its_summary():
    assert tuple(TREE["items"])[: len(ITEMS)] == ITEMS
    found = Counter(clause.operands[0] for text in TEXTS.values() for clause in read_clauses(text) if is_find(clause))
    assert found == dict.fromkeys(range(len(ITEMS)), 1)


def is_find(clause):
    return (clause.kind, clause.op) == (Kind.CHECK, Check.FIND)


def test_28_allocations_and_168_starting_characters():
    start = TREE["constants"]["start"]
    points = range(start["least"], start["points"])
    allocations = [(c, a) for c in points for a in points if start["points"] - c - a >= start["least"]]
    assert len(allocations) == 28
    assert len(allocations) * len(list(combinations(SPELLS, start["spells"]))) == 168


def test_every_figure_has_a_source_or_a_basis():
    assert [figure.path for figure in FIGURES.ledger if not (figure.source or figure.basis)] == []
    assert FIGURES.counts().keys() == {"printed", "deduced", "reconstructed"}


def test_readings_belong_to_switches_and_none_edits_what_another_does():
    edits = Counter()
    for switch, readings in TREE["readings"].items():
        variant = next(variant for variant in IN_PARAGRAPHS if variant.key.name == switch)
        assert tuple(readings) == variant.key.choices[1:]
        edits.update({name for texts in readings.values() for name in texts})
    assert edits.most_common(1)[0][1] == 1
    assert set(TREE["readings"]) == {variant.key.name for variant in IN_PARAGRAPHS}


def test_the_language_says_what_the_paragraphs_need_and_no_more():
    readings = [texts for choices in TREE["readings"].values() for texts in choices.values()]
    every = [text for texts in (TEXTS, *readings) for text in texts.values()]
    used = {repr(CLOSES.get(clause.target, clause.op)) for text in every for clause in read_clauses(text)}
    used |= {repr(clause.op) for text in every for clause in read_clauses(text)}
    spoken = {repr(op) for op in (*CHECKS.values(), *EFFECTS.values(), *CLOSES.values())}
    used |= {repr(CLOSES[clause.target]) for text in every for clause in read_clauses(text) if clause.target in CLOSES}
    in_a_duel = {repr(clause.op) for clause in read_clauses(DUEL_TEXT)}
    assert used | in_a_duel == spoken | {repr(Check.ALWAYS)}


def test_choices_facts_and_characteristics_are_all_used():
    used = " ".join(TEXTS.values())
    assert [word for word in (*FACTS, *STATS) if word not in used] == []
    assert [choice for choice in CHOICES[:-3] if f"choose {choice}" not in used] == []
    assert CHOICES[-3:] == ("resist", "duck", "leave")  # clauses of their own, and what the spell gives


# ---- The paragraphs as a graph


def reached(texts, start, nerve=("passed", "failed")):
    """Paragraphs that can be read, clause by clause; `nerve` is how a Nerve Check can end."""
    waiting, found = list(start), set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += targets_of(texts[name], nerve)
    return {name for name in found if len(name) == 3}


def targets_of(text, nerve):
    """Where a paragraph can lead."""
    for clause in read_clauses(text):
        check = clause.op if clause.kind == Kind.CHECK else None
        if clause.target not in ("", *CLOSES) and (check != Check.NERVE or "passed" in nerve):
            yield clause.target
        if clause.kind == Kind.CLOSE or check == Check.ALWAYS or (check == Check.NERVE and "failed" not in nerve):
            return


ALL = names(*range(1, N_PARAGRAPHS + 1))
ROOTS = {ENTRANCE, *ROOMS, *STAIRS}


AS_PRINTED = {**TEXTS, "020": "choose throw_back: 027; end"}  # 020 names no paragraph to run to


def unread(texts, *nerve):
    return ALL - reached(texts, ROOTS, *nerve)


def test_seven_paragraphs_are_unreachable_as_printed():
    assert unread(AS_PRINTED) == names(19, 50, 74, 112, 113, 114, 117)


def test_by_default_019_is_where_the_runner_is_caught():
    assert unread(TEXTS) == names(50, 74, 112, 113, 114, 117)


def test_with_042_leading_to_050_five_are_left():
    assert unread(paragraphs(FIGURES, {**DEFAULTS, "p042_run": "to_050"})) == names(74, 112, 113, 114, 117)


def test_orphans_in_empty_rooms_leave_050_only():
    assert unread(paragraphs(FIGURES, {**DEFAULTS, "orphans": "in_empty_rooms"})) == names(50)


def test_what_the_printed_nerve_check_closes_to_who_has_six_points():
    closed = names(19, 28, 50, 71, 74, 92, *range(96, 101), *range(102, 108), 112, 113, 114, 117, 120)
    assert unread(AS_PRINTED, ["failed"]) == closed
    assert closed >= names(102, 105, 107)  # where the child is found


def test_what_the_corrected_nerve_check_closes_to_who_has_six_points():
    closed = names(18, 19, 20, 27, 29, 49, 50, 74, 88, 111, 112, 113, 114, 115, 116, 117, 119)
    assert unread(AS_PRINTED, ["passed"]) == closed


@pytest.mark.parametrize(("closed", "lost"), [
    (92, [28, *range(96, 101), *range(102, 108), 71, 120]), (28, [*range(96, 101), *range(102, 108), 71, 120]),
])  # fmt: skip
def test_azann_is_met_by_one_chain_only(closed, lost):
    """063, then 092, 028 and 096."""
    texts = {**TEXTS, f"{closed:03}": "proceed"}
    assert names(*lost) <= unread(texts)
    assert "063" in reached(texts, ROOTS)


def test_the_child_and_the_jewel_have_their_sources():
    sources = {fact: {name for name, text in TEXTS.items() if f"now {fact}" in text} for fact in ("child", "jewel")}
    assert sources == {"child": {"102", "105", "107_struck"}, "jewel": {"072"}}
    assert not names(102, 105, 107) & reached(TEXTS, {"104"})  # the demons' branch never frees the child
    assert names(105) <= reached(paragraphs(FIGURES, {**DEFAULTS, "p104_nerve": "nerve"}), {"104"})
