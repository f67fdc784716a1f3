"""What holds in every game: bounds, what is kept, and a log that tells the whole outcome."""

from itertools import combinations

import pytest
from conftest import JIT
from games.azann.tower import FIGURES, GAME, MONSTERS, scenario
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from simkit.core.log import MOST_EVENTS
from simkit.core.records import MARKS_A_WORD
from simkit.games.azann.schema import CAUSES, FACTS, ITEMS, N_MONSTERS, SPELLS, STATS, Ending, Event
from simkit.games.azann.variants import VARIANTS
from simkit.study.runs import runner

EXAMPLES = settings(max_examples=120 if JIT else 8, deadline=None, database=None)
ALLOCATIONS = [{"combat": c, "agility": a} for c in range(2, 9) for a in range(2, 9) if c + a <= 10]
CHARACTERS = st.builds(
    lambda points, spells, policy: {**points, "spells": list(spells), "policy": policy},
    st.sampled_from(ALLOCATIONS), st.sampled_from(list(combinations(SPELLS, 2))), st.sampled_from(list(GAME.policies)),
)  # fmt: skip
SCRIPTED = [name for name in GAME.policies if name != "random"]
SWITCHES = st.dictionaries(
    st.sampled_from([variant.key.name for variant in VARIANTS]), st.integers(0, 3), max_size=4
).map(lambda picked: {name: pick(name, number) for name, number in picked.items()})
STEP, GAMES = (1, 20) if JIT else (15, 10)  # of the characters; of a run
LIMIT = {"constants.step_limit": 400 if JIT else 60}


def pick(name, number):
    """A choice of a switch by number."""
    key = next(variant.key for variant in VARIANTS if variant.key.name == name)
    return bool(number % 2) if key.kind == "bool" else key.choices[number % len(key.choices)]


def told(cell, number, rules=None, entry="WHOLE_GAME"):
    """A game's outcome, and its events as (Event, side, a, b, c, d)."""
    one = scenario(cell, rules={**LIMIT, **(rules or {})}, entry=entry)
    outcomes, events = runner.replay(one, one.cells[0], number, MOST_EVENTS)
    rows = [(Event(int(row["kind"])), int(row["side"]), *(int(row[name]) for name in "abcd")) for row in events]
    return outcomes[0], rows


@EXAMPLES
@given(CHARACTERS, SWITCHES, st.integers(0, 10_000))
def test_the_log_tells_the_outcome(cell, rules, number):
    outcome, rows = told(cell, number, rules)
    read = [row[2] for row in rows if row[0] == Event.READS]
    assert outcome["paragraphs"] == len(read)
    assert {n for n in range(1, 121) if seen(outcome, n)} == set(read)
    assert outcome["kills"] == sum(row[0] == Event.KILLS for row in rows)
    assert outcome["casts"] == sum(row[0] == Event.CASTS for row in rows)
    assert outcome["finds"] == sum(row[0] == Event.FINDS for row in rows)
    assert outcome["carried"] == outcome["finds"] - sum(row[0] == Event.LOSES for row in rows)
    assert rows[-1][:4] == (Event.ENDS, 0, outcome["ending"], outcome["cause"])
    assert Ending(outcome["ending"]).name == ending_told(rows)


def seen(outcome, number):
    word, bit = divmod(number - 1, MARKS_A_WORD)
    return int(outcome[f"seen_{word}"]) >> bit & 1


def ending_told(rows):
    """The ending as the events before the last one have it."""
    facts = {row[2]: row[3] for row in rows if row[0] == Event.FACT}
    out = {(1, 1): "CHILD_AND_JEWEL", (1, 0): "CHILD", (0, 1): "JEWEL", (0, 0): "NOTHING"}
    last = Ending(rows[-1][2])
    return last.name if last in (Ending.DEAD, Ending.STEP_LIMIT) else out[facts.get(0, 0), facts.get(1, 0)]


@pytest.mark.parametrize("rooms", ["unlimited", "once"])
@pytest.mark.parametrize("policy", SCRIPTED)
def test_nobody_gathers_strength_for_ever(policy, rooms):
    """Where a room pays once he goes on when it has paid: fewer than one in a hundred come to the limit of steps."""
    cells = [{**points, "spells": ["resistance", "fireball"], "policy": policy} for points in ALLOCATIONS]
    n = 10_000 // len(cells) + 1 if JIT else 1
    one = scenario(*cells[::STEP], rules={"stat_rooms_once": rooms}, n=n)
    ended = [tally.endings[Ending.STEP_LIMIT] for tally in runner.run_in_memory(one)]
    assert sum(ended) <= n * len(ended) / 100


@pytest.mark.parametrize("rules", [{}, {"nerve_check": "printed"}], ids=str)
def test_who_cannot_regenerate_comes_to_an_end_too(rules):
    """Blows without Combat Strength cost him what he gathers, and as printed nobody comes to Azann by his nerves."""
    habits = {"kind": "fighter", "regenerates": False}
    cells = [{**points, "spells": ["resistance", "regeneration"], "policy": habits} for points in ALLOCATIONS]
    n = 10_000 // len(cells) + 1 if JIT else 1
    one = scenario(*cells[::STEP], rules=rules, n=n)
    ended = [tally.endings[Ending.STEP_LIMIT] for tally in runner.run_in_memory(one)]
    assert sum(ended) <= n * len(ended) / 100


@EXAMPLES
@given(st.integers(1, 6), st.integers(8, 20), st.sampled_from(MONSTERS), st.integers(0, 10_000))
def test_who_can_lay_out_his_points_is_not_hurt_where_he_need_not_be(combat, agility, foe, number):
    chart = FIGURES.tree["monsters"][foe]
    assume(combat + agility >= chart["combat"] + chart["agility"] + 2)
    cell = {"combat": combat, "agility": agility, "foes": [foe], "spells": ["regeneration"], "policy": "mage"}
    outcome, _ = told(cell, number, entry="DUEL")
    assert outcome["won"]
    assert outcome["combat_left"] + outcome["agility_left"] == combat + agility


@pytest.mark.parametrize("policy", SCRIPTED)
def test_who_turns_points_by_things_takes_some_that_turn_them(policy):
    keys = GAME.policies[policy].parameters
    assert not keys["converts"] or {"emerald_rod", "ruby_of_kreesh", "spear_of_grom"} & set(keys["takes"])


@EXAMPLES
@given(st.sampled_from(ALLOCATIONS), st.sampled_from(SCRIPTED), st.integers(0, 10_000))
def test_the_jewel_is_not_sought_while_it_would_be_spent_on_azann(points, policy, number):
    _, rows = told({**points, "spells": ["fireball", "teleportation"], "policy": policy}, number)
    facts = [FACTS[row[2]] for row in rows if row[0] == Event.FACT and row[3] == 1]
    if "jewel" in facts:
        assert {"child", "azann_gone"} & set(facts[: facts.index("jewel")])


@pytest.mark.parametrize("policy", SCRIPTED)
def test_nobody_learns_a_spell_that_he_does_not_cast(policy):
    keys = GAME.policies[policy].parameters
    casts = {
        "fireball": keys["fireball_below"] > 0, "teleportation": keys["vanish_below"] > 0,
        "regeneration": keys["regenerates"], "resistance": keys["resists"],
    }  # fmt: skip
    assert all(casts[spell] for spell in keys["learns"])


@EXAMPLES
@given(CHARACTERS, SWITCHES, st.integers(0, 10_000))
def test_nothing_leaves_its_bounds(cell, rules, number):
    outcome, rows = told(cell, number, rules)
    assert all(outcome[f"{stat}_left"] >= 0 for stat in STATS)
    assert 0 <= outcome["carried"] <= 4
    assert (outcome["cause"] > 0) == (outcome["ending"] == Ending.DEAD)
    assert outcome["cause"] <= len(CAUSES)
    assert all(1 <= row[3] <= 6 for row in rows if row[0] == Event.READS)
    assert all(row[2] in range(len(ITEMS)) for row in rows if row[0] in (Event.FINDS, Event.LOSES, Event.USES))
    assert all(min(row[2:6]) >= 0 for row in rows if row[0] == Event.STANDS)


@EXAMPLES
@given(CHARACTERS, st.integers(0, 10_000))
def test_who_dies_in_a_fight_is_killed_by_his_foe(cell, number):
    outcome, rows = told(cell, number)
    if 0 < outcome["cause"] <= N_MONSTERS:
        met = [row[2] for row in rows if row[0] == Event.MEETS]
        assert met[-1] == outcome["cause"] - 1
    elif outcome["cause"] <= N_MONSTERS + 120 and outcome["cause"]:
        assert [row[2] for row in rows if row[0] == Event.READS][-1] == outcome["cause"] - N_MONSTERS


@EXAMPLES
@given(st.sampled_from(ALLOCATIONS), st.sampled_from(["mage", "fighter"]), st.integers(0, 10_000))
def test_points_are_lost_to_blows_prices_and_paragraphs_only(points, kind, number):
    empty_handed = {"kind": kind, "takes": []}
    outcome, rows = told({**points, "spells": ["resistance", "regeneration"], "policy": empty_handed}, number)
    assume(all(row[0] != Event.STAND_IN for row in rows))  # whose blows are not his
    cast = [SPELLS[row[2]] for row in rows if row[0] == Event.CASTS]
    assume(not {"fireball", "teleportation"} & set(cast))  # learned in the tower; they have prices of their own
    changed = sum(row[3] for row in rows if row[0] == Event.POINTS)
    blows = sum(row[5] if row[1] else row[4] for row in rows if row[0] == Event.STRIKES)
    ducked = sum(row[0] == Event.DUCKS for row in rows)
    assert (
        sum(int(outcome[f"{stat}_left"]) for stat in STATS) == 12 + changed - blows - cast.count("resistance") - ducked
    )


def test_replay_gives_the_games_of_a_run():
    one = scenario({"combat": 4, "agility": 4, "spells": ["fireball", "resistance"], "policy": "random"}, n=GAMES)
    played = runner.simulate(one, one.cells[0], 0, GAMES)
    for number in (0, 7, GAMES - 1):
        outcomes, _ = runner.replay(one, one.cells[0], number, MOST_EVENTS)
        assert outcomes[0] == played[number]


@pytest.mark.parametrize("size", [1, 7, GAMES])
def test_chunks_of_any_size_give_the_same_tally(size):
    one = scenario({"combat": 4, "agility": 4, "spells": ["fireball", "resistance"], "policy": "random"}, n=GAMES)
    whole, parts = runner.run_in_memory(one), runner.run_in_memory(one, size=size)
    assert whole == parts
    assert sum(whole[0].counts) > 0
