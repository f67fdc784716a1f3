"""Search for the Emperor's Treasure (Tom Wham, 1981): the game's description of itself."""

from pathlib import Path

from simkit.games.emperor.encounter.choices import choices
from simkit.games.emperor.encounter.compile import compile_rules
from simkit.games.emperor.encounter.metrics import METRICS
from simkit.games.emperor.encounter.resolvers import escape_chance, hit_chances, roll_escapes, roll_hits
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
    version="5",
    sides=1,
    folder=Path(__file__).parent,
    schema=schema,
    entries=dict.fromkeys(
        ("ENCOUNTER", "TERRAIN"), Entry(Limit("round_limit", Ending.ROUND_LIMIT), exact=True, open_policy="random")
    ),
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
        "choices": choices,
        "jitter": jitter,
        "match_up": match_up,
        "hit_chances": hit_chances,
        "escape_chance": escape_chance,
        "roll_hits": roll_hits,
        "roll_escapes": roll_escapes,
    },
)
