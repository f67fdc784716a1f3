"""What holds in every haul, whoever carries it off under whatever rules."""

from collections import Counter

import numpy as np
from conftest import JIT
from games.deathmaze.hauls import GAME, TREE, scenario
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.core.log import MOST_EVENTS
from simkit.games.deathmaze.presets import PICKS
from simkit.games.deathmaze.schema import PARTS, Ending, Event, Medallion, Potion, Spice
from simkit.games.deathmaze.variants import VARIANTS
from simkit.study.runs import runner

EXAMPLES = settings(max_examples=60 if JIT else 15, deadline=None, derandomize=True, database=None)
GAMES = 40 if JIT else 3
HOARDS = (*TREE["treasures"], *TREE["monsters"], *(f"wandering_{monster}" for monster in TREE["monsters"]))


def toml(value):
    """A value as TOML has it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {toml(item)}" for name, item in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


CARDS = st.builds(
    lambda calling, points, wounds, weapons: {
        "calling": calling,
        "points": points,
        "wounds": wounds % points,
        "weapons": weapons,
    },
    st.sampled_from(["hero", "wizard", "thief"]),
    st.integers(1, 14),
    st.integers(0, 13),
    st.lists(st.sampled_from(list(TREE["weapons"].values())), max_size=2),
)
POLICIES = st.fixed_dictionaries(
    {"kind": st.sampled_from(list(GAME.policies))},
    optional={
        **{name: st.sampled_from(list(PICKS)) for name in ("tester", "opener", "wearer")},
        **{name: st.integers(1, 14) for name in ("potions_from", "medallions_from", "chests_from", "heal_at")},
    },
)
RULES = st.fixed_dictionaries(
    {},
    optional={
        **{one.key.name: st.sampled_from(one.key.choices or (False, True)) for one in VARIANTS},
        '"traps.detrapped_to"': st.integers(0, 6),
        '"traps.wounds"': st.sampled_from(["-", "1D6", "2D6"]),
        '"traps.poisonous"': st.booleans(),
    },
)


@st.composite
def hauls(draw):
    """A scenario of one cell: up to eight hoards, any party, bystander, policy and rules."""
    said = {
        "hoards": draw(st.lists(st.sampled_from(HOARDS), min_size=1, max_size=8)),
        "party": draw(st.lists(CARDS, min_size=1, max_size=6)),
        "policy": draw(POLICIES),
        "bystander": draw(st.sampled_from(list(TREE["monsters"]))),
    }
    rules = "\n".join(f"{name} = {toml(value)}" for name, value in draw(RULES).items())
    return scenario("\n".join(f"{name} = {toml(value)}" for name, value in said.items()), rules=rules, n=GAMES)


def cards_of(one):
    return one.cells[0].compiled.setups[0]["party"]


@EXAMPLES
@given(hauls())
def test_nothing_is_lost_and_nothing_comes_from_nowhere(one):
    outcomes = runner.simulate(one, one.cells[0], 0, GAMES)
    kinds = ("weapons", "armors", "potions", "spices", "medallions", "rings")
    assert np.array_equal(outcomes["value"], outcomes["bezants"] + outcomes["gem_value"])
    assert np.array_equal(outcomes["bonus"], outcomes["weapon_bonus"] + outcomes["armor_bonus"])
    assert np.array_equal(outcomes["items"], sum(outcomes[kind] for kind in kinds))
    assert (outcomes["untested"] <= outcomes["potions"] + outcomes["medallions"]).all()
    assert (outcomes["chests_left"] + outcomes["traps"] <= outcomes["chests"]).all()
    assert (outcomes["turned"] <= outcomes["charmed"]).all()
    assert (outcomes["charmed"] <= 1).all()


@EXAMPLES
@given(hauls())
def test_the_party_is_either_alive_or_dead_and_shares_equally(one):
    outcomes, cards = runner.simulate(one, one.cells[0], 0, GAMES), cards_of(one)
    players, there = outcomes["players"], cards["points"] > 0
    dead, n = players["dead"] == 1, np.count_nonzero(there)
    assert not dead[:, ~there].any()
    assert np.array_equal(outcomes["deaths"], dead.sum(axis=1))
    assert np.array_equal(outcomes["died"], outcomes["deaths"] > 0)
    assert np.array_equal(outcomes["ending"] == Ending.PARTY_DEAD, outcomes["deaths"] == n)
    n_sharers = np.where(outcomes["deaths"] < n, n if one.rules["dead_share"] else n - outcomes["deaths"], 0)
    assert np.array_equal(
        outcomes["share"] * np.maximum(n_sharers, 1), np.where(n_sharers, outcomes["value"] * PARTS, 0)
    )
    assert np.array_equal(players["share"].sum(axis=1), outcomes["share"].astype(int) * n_sharers)
    assert (players["weapons"] <= 2).all()
    assert (players["weapons"].sum(axis=1) <= outcomes["weapons"]).all()
    assert (players["wounds"][~dead] < (cards["points"] + players["armor"] + ~there)[~dead]).all()


@EXAMPLES
@given(hauls())
def test_wounds_are_those_that_came_less_those_that_were_healed(one):
    """As far as nobody died, whose wounds are no longer told."""
    outcomes, before = runner.simulate(one, one.cells[0], 0, GAMES), cards_of(one)["wounds"].sum()
    alive = outcomes["deaths"] == 0
    suffered = (outcomes["wounds"] - outcomes["healed"])[alive]
    assert np.array_equal(outcomes["players"]["wounds"].sum(axis=1)[alive], before + suffered)


@EXAMPLES
@given(hauls())
def test_the_log_tells_the_outcome(one):
    for number in range(min(GAMES, 3)):
        outcomes, events = runner.replay(one, one.cells[0], number, MOST_EVENTS)
        outcome = outcomes[0]
        told = {kind: events[events["kind"] == kind] for kind in Event}
        sums = {
            "bezants": told[Event.BEZANTS]["a"].sum(),
            "gem_value": told[Event.GEM]["a"].sum(),
            "gems": len(told[Event.GEM]),
            "weapon_bonus": told[Event.COMBAT_BONUS]["a"].sum(),
            "armor_bonus": told[Event.ARMOR]["a"].sum(),
            "untested": len(told[Event.KEEPS_POTION]) + len(told[Event.KEEPS_MEDALLION]),
            "wounds": told[Event.WOUNDS]["b"].sum(),
            "healed": told[Event.HEALS]["b"].sum(),
            "deaths": len(told[Event.DIES]),
            "chests": len(told[Event.CHEST]),
            "traps": len(told[Event.TRAP]),
            "strength": told[Event.STRENGTH]["b"].sum(),
            "oratory": 2 * Counter(told[Event.MEDALLION]["b"].tolist())[Medallion.ORATORY],
        }
        assert {name: int(outcome[name]) for name in sums} == sums
        assert told[Event.ENDS]["a"].tolist() == [outcome["ending"]]
        assert told[Event.ENDS]["b"].tolist() == [outcome["value"]]
        assert outcome["doses"] == _doses(told)


def _doses(told):
    """Healing doses that are left: two of each potion and one of mustard, less those taken, in a test or later."""
    potions = int((told[Event.POTION]["b"] == Potion.HEALING).sum())
    mustard = int((told[Event.SPICE]["a"] == Spice.MUSTARD).sum())
    return 2 * potions + mustard - len(told[Event.HEALS])


@EXAMPLES
@given(hauls())
def test_what_a_hoard_holds_does_not_depend_on_the_hoards_after_it(one):
    """The dice are addressed by the hoard: the first is the same with others behind it."""
    text = 'policy = "porter"\nparty = [{ calling = "hero", points = 9 }]\n'
    kinds = list(TREE["treasures"])
    rows = [kinds[int(row)] for row in one.cells[0].compiled.setups[0]["hoards"][:2]]
    alone, first = (scenario(f"{text}hoards = {toml(names)}", n=GAMES) for names in (rows[:1], rows))
    values = [runner.replay(each, each.cells[0], 0, MOST_EVENTS)[1] for each in (alone, first)]
    of_the_first = [events[(events["turn"] == 1) & (events["kind"] != Event.ENDS)].tolist() for events in values]
    assert of_the_first[0] == of_the_first[1]


def test_the_largest_what_ifs_overflow_nothing():
    """Nine twelve-sided dice of everything, for each of 32 monsters: in the lane that notices, and in the other."""
    rules = {"bezants": "6:9D12x50", "gems": "6:9D12", "magic_items": "6:9D12"}
    text = "\n".join([*(f'"treasures.I.{column}" = "{code}"' for column, code in rules.items()), '"gems.7" = 500'])
    party = 'party = [{ calling = "hero", points = 9 }]\npolicy = "porter"'
    one = scenario(f'hoard = "I"\nnumber = 32\n{party}', rules=text)
    (outcome,) = runner.simulate(one, one.cells[0], 0, 1)
    assert outcome["bezants"] > 32 * 9 * 50 * 4
    assert outcome["share"] == outcome["value"] * PARTS == outcome["players"]["share"][0]
    assert outcome["value"] == outcome["bezants"] + outcome["gem_value"]
