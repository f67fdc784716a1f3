"""DeathMaze (SPI, 1979): the treasure of section 9.0; the game's description of itself."""

from pathlib import Path

from simkit.games.deathmaze import schema
from simkit.games.deathmaze.choices import choices
from simkit.games.deathmaze.compile import compile_rules
from simkit.games.deathmaze.metrics import METRICS
from simkit.games.deathmaze.presets import POLICIES, POLICY_KEYS
from simkit.games.deathmaze.schema import Ending, Event
from simkit.games.deathmaze.sentences import sentences
from simkit.games.deathmaze.setups import compile_setup, keys
from simkit.games.deathmaze.variants import VARIANTS
from simkit.games.game import Entry, Game, Limit

GAME = Game(
    name="deathmaze",
    title="DeathMaze: treasure",
    version="2",
    sides=1,
    folder=Path(__file__).parent,
    schema=schema,
    entries=dict.fromkeys(
        ("HAUL", "FIND"), Entry(Limit("step_limit", Ending.STEP_LIMIT), exact=True, open_policy="random")
    ),
    refused_entries={"WHOLE_GAME": "only the rules of treasure (9.0) are held: ask for entry HAUL or FIND"},
    endings=Ending,
    events=Event,
    variants=VARIANTS,
    metrics=METRICS,
    headline=("value", "items", "bonus", "share", "deaths", "died"),
    policies=POLICIES,
    policy_keys=POLICY_KEYS,
    keys=keys,
    compile_rules=compile_rules,
    compile_setup=compile_setup,
    sentences=sentences,
    abilities={"choices": choices},
    unreached_endings={"STEP_LIMIT": "no haul takes that long; a what-if of limits.steps reaches it"},
)
