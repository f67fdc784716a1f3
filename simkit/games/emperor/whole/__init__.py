"""Search for the Emperor's Treasure, the whole game: map, turns, treasures and rivals; its description of itself."""

from pathlib import Path

from simkit.games.emperor.shared.schema import N_HEROES
from simkit.games.emperor.whole import schema
from simkit.games.emperor.whole.compile import compile_rules
from simkit.games.emperor.whole.map import draw_map, draw_run
from simkit.games.emperor.whole.metrics import CENSUSES, HEADLINE, METRICS
from simkit.games.emperor.whole.other_maps import other_map
from simkit.games.emperor.whole.presets import POLICIES, POLICY_KEYS
from simkit.games.emperor.whole.schema import MOST_PLAYERS, Ending
from simkit.games.emperor.whole.sentences import ALL_EVENTS, sentences
from simkit.games.emperor.whole.setups import character_names, compile_setup, keys
from simkit.games.emperor.whole.variants import VARIANTS
from simkit.games.game import Entry, Game, Limit
from simkit.games.metrics import Cast

WHOLE_GAME = Game(
    name="emperor",
    title="Search for the Emperor's Treasure, the whole game",
    version="4",
    sides=MOST_PLAYERS,
    folder=Path(__file__).parents[1],
    schema=schema,
    entries={"WHOLE_GAME": Entry(Limit("turn_limit", Ending.TURN_LIMIT), exact=False)},
    refused_entries={},
    endings=Ending,
    events=ALL_EVENTS,
    variants=VARIANTS,
    metrics=METRICS,
    headline=HEADLINE,
    policies=POLICIES,
    policy_keys=POLICY_KEYS,
    keys=keys,
    compile_rules=compile_rules,
    compile_setup=compile_setup,
    sentences=sentences,
    unreached_endings={"TURN_LIMIT": "no scenario plays long enough; a lower limit is reached, and reported as such"},
    censuses=CENSUSES,
    cast=Cast("character", character_names, N_HEROES, who="hero"),
    play="whole.play",
    abilities={"draw_map": draw_map, "draw_run": draw_run, "jitter": other_map},
)
