"""Search for the Emperor's Treasure (Tom Wham, 1981): the game's description of itself."""

from pathlib import Path

from simkit.games.emperor.encounter.compile import compile_rules
from simkit.games.emperor.encounter.metrics import METRICS
from simkit.games.emperor.encounter.resolvers import escape_chance, hit_chances
from simkit.games.emperor.encounter.sentences import sentences
from simkit.games.emperor.encounter.setups import compile_setup, duel, keys, match_up
from simkit.games.emperor.encounter.variants import VARIANTS
from simkit.games.emperor.shared import schema
from simkit.games.emperor.shared.jitter import jitter
from simkit.games.emperor.shared.presets import POLICIES, POLICY_KEYS
from simkit.games.emperor.shared.schema import Ending, Event
from simkit.games.emperor.whole import WHOLE_GAME
from simkit.games.game import Entry, Game, Limit

GAME = Game(
    name="emperor",
    title="Search for the Emperor's Treasure",
    version="4",
    sides=1,
    folder=Path(__file__).parent,
    schema=schema,
    entries=dict.fromkeys(("ENCOUNTER", "TERRAIN"), Entry(Limit("round_limit", Ending.ROUND_LIMIT), exact=True)),
    refused_entries={},
    endings=Ending,
    events=Event,
    variants=VARIANTS,
    metrics=METRICS,
    headline=("applies", "hostile", "wounds", "killed"),
    policies=POLICIES,
    policy_keys=POLICY_KEYS,
    keys=keys,
    compile_rules=compile_rules,
    compile_setup=compile_setup,
    sentences=sentences,
    unreached_endings={
        "ROUND_LIMIT": "no battle lasts that long; a what-if of round_limit reaches it",
    },
    play="encounter.play",
    parts=(WHOLE_GAME,),
    abilities={
        "duel": duel,
        "jitter": jitter,
        "match_up": match_up,
        "hit_chances": hit_chances,
        "escape_chance": escape_chance,
    },
)
