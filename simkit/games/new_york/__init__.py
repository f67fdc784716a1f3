"""The Creatures That Ate New York (SPI, 1979): the game's description of itself."""

from pathlib import Path

from simkit.games.game import Entry, Game, Limit
from simkit.games.metrics import Cast
from simkit.games.new_york import schema
from simkit.games.new_york.compile import compile_rules
from simkit.games.new_york.metrics import CENSUSES, HEADLINE, METRICS
from simkit.games.new_york.other_tables import other_table, what_is_drawn
from simkit.games.new_york.picture import draw_map
from simkit.games.new_york.presets import POLICIES, POLICY_KEYS
from simkit.games.new_york.resolvers import attack_results, combat_results
from simkit.games.new_york.schema import MOST_SEATS, N_MONSTERS, Ending, Event
from simkit.games.new_york.sentences import sentences
from simkit.games.new_york.setups import compile_setup, keys, monster_names
from simkit.games.new_york.variants import VARIANTS

GAME = Game(
    name="new_york",
    title="The Creatures That Ate New York",
    version="1",
    sides=MOST_SEATS,
    folder=Path(__file__).parent,
    schema=schema,
    entries={
        "WHOLE_GAME": Entry(Limit("player_turns", Ending.TURN_LIMIT), exact=False),
        "ATTACK": Entry(Limit("player_turns", Ending.TURN_LIMIT), exact=True, picture="defender_lost"),
    },
    refused_entries={},
    endings=Ending,
    events=Event,
    variants=VARIANTS,
    metrics=METRICS,
    headline=HEADLINE,
    policies=POLICIES,
    policy_keys=POLICY_KEYS,
    keys=keys,
    compile_rules=compile_rules,
    compile_setup=compile_setup,
    sentences=sentences,
    unreached_endings={"BOTH_ALIVE": "no fight of the scenarios lasts all its turns; fewer turns reach it"},
    censuses=CENSUSES,
    cast=Cast("monster", monster_names, N_MONSTERS, who="monster"),
    abilities={
        "draw_map": draw_map, "combat_results": combat_results, "attack_results": attack_results,
        "jitter": other_table, "jittered": what_is_drawn,
    },
)  # fmt: skip
