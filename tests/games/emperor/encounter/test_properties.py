"""What holds in every encounter, whoever meets whom under whatever rules."""

import numpy as np
from conftest import JIT
from games.emperor.encounter.battles import ARMS, CATALOG, FOES, n_possessions, scenario, usable_by
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.core.log import MOST_EVENTS
from simkit.games.emperor.encounter.rules.hands import count
from simkit.games.emperor.encounter.variants import VARIANTS
from simkit.games.emperor.shared.schema import Ending, Event
from simkit.games.emperor.shared.terms import Possession, Reaction, Reward
from simkit.study.runs import runner

EXAMPLES = settings(max_examples=60 if JIT else 15, deadline=None, derandomize=True, database=None)
GAMES = 40 if JIT else 3


def settings_of(key):
    if key.choices:
        return st.sampled_from(key.choices)
    return st.booleans() if key.kind == "bool" else st.integers(int(key.low), int(key.high))


RULES = st.fixed_dictionaries({}, optional={variant.key.name: settings_of(variant.key) for variant in VARIANTS})
POLICIES = st.fixed_dictionaries(
    {"kind": st.sampled_from(["bold", "prudent", "cautious", "random"])},
    optional={
        "flee_at": st.integers(0, 12),
        "lets_go": st.booleans(),
        "pays": st.booleans(),
        "shoots": st.booleans(),
        "weapon": st.sampled_from(["strongest", "sturdiest"]),
    },
)


@st.composite
def encounters(draw):
    """What a scenario of one cell says: either entry, any character, arms, foe or place, policy and switches."""
    character = draw(st.sampled_from(CATALOG.character_names))
    usable = usable_by(character)
    held = draw(st.lists(st.sampled_from(ARMS), unique=True, max_size=4))
    where = draw(st.sampled_from(["ENCOUNTER", "TERRAIN"]))
    cell = {
        "character": character,
        "arms": draw(st.sampled_from(["drawn", [arm for arm in held if arm in usable]])),
        "carries": [arm for arm in held if arm not in usable],
        "wounds": draw(st.integers(0, CATALOG.character(character)["wounds"] - 1)),
        "treasures": draw(st.integers(0, 4)),
        "policy": draw(POLICIES),
    }
    spots = st.sampled_from(CATALOG.spot_names)
    cell |= {"terrain": draw(spots)} if where == "TERRAIN" else {"foe": draw(st.sampled_from(FOES))}
    return cell, {"entry": where, "rules": draw(RULES), "seed": draw(st.integers(0, 2**63 - 1))}


def built(said):
    cell, options = said
    return scenario(cell, **options)


def outcomes_of(one, first=0, count=GAMES):
    return runner.simulate(one, one.cells[0], first, count)


def start_of(one):
    """The setup, the hero and the arms that he holds or may draw, and may use."""
    setup = one.cells[0].compiled.setups[0]
    hero = one.rules.heroes[setup.player.hero]
    held = [arm for kind, arm in enumerate(one.rules.arms) if count(setup.player.arms, kind) or setup.draws_arms]
    return setup, hero, [arm for arm in held if arm.users[hero.hero_class]]


TAKEN_BY = ("absorbed", "familiar_hits", "companion_hits", "vessel_hits", "wounds", "lost")


@EXAMPLES
@given(encounters())
def test_hits_are_conserved(said):
    one = built(said)
    found = outcomes_of(one)
    took = sum(found[name].astype(int) for name in TAKEN_BY)
    assert (found["taken"] == took).all()
    assert (found["dealt"] >= found["foe_wounds"]).all()


@EXAMPLES
@given(encounters())
def test_everything_stays_within_its_bounds(said):
    one = built(said)
    found, (setup, hero, arms) = outcomes_of(one), start_of(one)
    foes = one.rules.foes[found["kind"]]
    shield = max((int(arm.absorb) for arm in arms if arm.shield), default=0)
    weapon = max((int(arm.absorb) for arm in arms if not arm.shield), default=0)
    assert ((found["wounds"] >= 0) & (found["wounds"] <= hero.wounds - setup.player.wounds)).all()
    assert ((found["foe_wounds"] >= 0) & (found["foe_wounds"] <= foes["wounds"])).all()
    assert ((found["absorbed"] >= 0) & (found["absorbed"] <= shield + weapon)).all()
    assert ((found["rounds"] >= 0) & (found["rounds"] < one.rules.round_limit)).all()
    assert (found["rounds"] == found["turns"]).all()
    assert np.isin(found["ending"], [int(ending) for ending in Ending]).all()
    assert (found["winner"] == -1).all()


@EXAMPLES
@given(encounters())
def test_the_ending_says_what_happened(said):
    one = built(said)
    found, (setup, hero, _) = outcomes_of(one), start_of(one)
    foes, endings = one.rules.foes[found["kind"]], found["ending"]

    def ended(*names):
        return np.isin(endings, [int(Ending[name]) for name in names])

    assert (found["killed"] == ended("HERO_KILLED", "BOTH_KILLED")).all()
    assert (found["killed"] == (found["wounds"] == hero.wounds - setup.player.wounds)).all()
    assert (ended("FOE_KILLED", "BOTH_KILLED") == (found["hostile"] & (found["foe_wounds"] == foes["wounds"]))).all()
    assert (found["escaped"] == ended("HERO_ESCAPED")).all()
    possessions = n_possessions(setup.player) + setup.draws_arms
    assert (found["dropped"] == (found["escaped"] & int(possessions > 0))).all()
    assert (found["hostile"] == ~ended("PEACEFUL")).all()
    assert (found["hostile"] <= found["applies"]).all()
    traded = found["treasures_lost"] * (ended("PEACEFUL") & (foes["reaction"] == Reaction.TRADE))
    slain = ended("FOE_KILLED") & (foes["killed_reward"] == Reward.TREASURE)
    assert (found["treasure_draws"] == slain + traded * one.rules.magician_draws).all()
    leaves_arms = ended("FOE_FLED") | (ended("LET_GO") & one.rules.flee_reward_when_let_go)
    assert (found["arms_draws"] == (leaves_arms & (foes["fled_reward"] == Reward.ARMS))).all()
    assert not ended("ENDED_BY_MAGIC", "LOST_AT_SEA", "ROUND_LIMIT").any()


@EXAMPLES
@given(encounters())
def test_the_log_folds_to_the_outcome(said):
    """A player who hears the sentences can write down the result; the game replayed is the game that was played."""
    one = built(said)
    played, (setup, _, _) = outcomes_of(one), start_of(one)
    for game in range(min(GAMES, 5)):
        outcomes, log = runner.replay(one, one.cells[0], game, MOST_EVENTS)
        assert outcomes.tobytes() == played[game : game + 1].tobytes()
        assert folded(log, int(setup.player.wounds)) == {name: int(played[game][name]) for name in folded(log, 0)}


def folded(log, wounds_before):
    """An outcome from its events alone."""
    told = {kind: [event for event in log if event["kind"] == kind] for kind in Event}

    def total(kind, name):
        return sum(int(event[name]) for event in told[kind])

    hurt = [(int(event["a"]), int(event["c"])) for event in told[Event.WOUNDS]]
    last = [event for event in log if event["kind"] in (Event.WOUNDS, Event.HEALS)]
    wounds = hurt[-1][0] - wounds_before if hurt else 0
    foe_wounds = int(last[-1]["c" if last[-1]["kind"] == Event.WOUNDS else "a"]) if last else 0
    taken, absorbed = total(Event.DEFENCE, "b"), total(Event.DEFENCE, "d")
    lost = [(int(event["a"]), int(event["b"])) for event in told[Event.LOSES]]
    arms = [ARMS[which] for sort, which in lost if sort == Possession.ARM]
    magic = sum(arm in CATALOG.magic_arms for arm in arms)
    (drawn,), (end,) = told[Event.DRAWS_CHIT], told[Event.ENDS]
    return {
        "ending": ending_told(told),
        "kind": int(drawn["a"]),
        "applies": int(drawn["b"]),
        "hostile": len(told[Event.ATTACKS]),
        "rounds": int(end["turn"]),
        "dealt": total(Event.ATTACK, "b"),
        "taken": taken,
        "absorbed": absorbed,
        "wounds": wounds,
        "lost": taken - absorbed - wounds,
        "foe_wounds": foe_wounds,
        "treasure_draws": int(end["b"]),
        "arms_draws": int(end["c"]),
        "dropped": len(lost) * (ending_told(told) == Ending.HERO_ESCAPED),
        "arms_lost": len(arms) - magic,
        "treasures_lost": magic + sum(sort == Possession.GOOD for sort, _ in lost),
        "clues_lost": sum(sort == Possession.CLUE for sort, _ in lost),
        "clues_found": len(told[Event.FINDS_CLUE]),
        "joined": total(Event.JOINS, "b"),
        "moved": len(told[Event.SENT_HOME]),
        "healed": total(Event.HEALED, "a"),
    }


def ending_told(told):
    """The ending, from what was told before it; only letting a creature go is told in the last sentence itself."""
    dead = [(wound["a"] == wound["b"], wound["c"] == wound["d"]) for wound in told[Event.WOUNDS][-1:]]
    fate = {(True, True): Ending.BOTH_KILLED, (True, False): Ending.HERO_KILLED, (False, True): Ending.FOE_KILLED}
    if dead and dead[0] in fate:
        return fate[dead[0]]
    if any(attempt["c"] for attempt in told[Event.HERO_TRIES]):
        return Ending.HERO_ESCAPED
    if any(attempt["c"] for attempt in told[Event.FOE_TRIES]):
        return Ending.FOE_FLED
    return Ending.LET_GO if told[Event.ATTACKS] else Ending.PEACEFUL


@EXAMPLES
@given(encounters(), st.integers(1, GAMES - 1), st.integers(0, 2**40))
def test_games_do_not_depend_on_how_they_are_cut_into_chunks(said, cut, first):
    one = built(said)
    whole = outcomes_of(one, first)
    parts = [outcomes_of(one, first, cut), outcomes_of(one, first + cut, GAMES - cut)]
    assert b"".join(part.tobytes() for part in parts) == whole.tobytes()
    assert outcomes_of(one, first + cut, 1).tobytes() == whole[cut : cut + 1].tobytes()
