"""Military History: Napoleon at Waterloo (SPI, 1979): the game's description of itself."""

from pathlib import Path

from simkit.games.game import Entry, Game, Limit
from simkit.games.waterloo import schema
from simkit.games.waterloo.compile import compile_rules
from simkit.games.waterloo.metrics import CENSUSES, METRICS
from simkit.games.waterloo.picture import draw_map
from simkit.games.waterloo.presets import POLICIES, POLICY_KEYS
from simkit.games.waterloo.resolvers import combat_results, roll_results
from simkit.games.waterloo.schema import Ending, Event
from simkit.games.waterloo.sentences import sentences
from simkit.games.waterloo.setups import compile_setup, keys
from simkit.games.waterloo.variants import VARIANTS

GAME = Game(
    name="waterloo",
    title="Napoleon at Waterloo",
    version="3",
    sides=2,
    folder=Path(__file__).parent,
    schema=schema,
    entries={
        "WHOLE_GAME": Entry(Limit("player_turns", Ending.DRAW), exact=False),
        "ODDS": Entry(Limit("player_turns", Ending.DRAW), exact=True, picture="defender_lost"),
    },
    refused_entries={},
    endings=Ending,
    events=Event,
    variants=VARIANTS,
    metrics=METRICS,
    headline=(
        "ATTACKER_ELIMINATED", "ATTACKER_RETREATS", "EXCHANGE", "DEFENDER_RETREATS", "DEFENDER_ELIMINATED",
        "demoralized", "exited", "french_lost", "allied_lost", "attacker_lost", "defender_lost",
        "DRAW", "ALLIED_WIN", "french_win",
    ),
    policies=POLICIES,
    policy_keys=POLICY_KEYS,
    keys=keys,
    compile_rules=compile_rules,
    compile_setup=compile_setup,
    sentences=sentences,
    unreached_endings={},
    censuses=CENSUSES,
    abilities={"draw_map": draw_map, "combat_results": combat_results, "roll_results": roll_results},
)  # fmt: skip
