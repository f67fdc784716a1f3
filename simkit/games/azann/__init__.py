"""Fantasy Role-Playing: The Tower of Azann: the game's description of itself."""

from pathlib import Path

from simkit.games.azann import schema
from simkit.games.azann.compile import compile_rules
from simkit.games.azann.metrics import CENSUSES, METRICS
from simkit.games.azann.presets import POLICIES, POLICY_KEYS
from simkit.games.azann.schema import Ending, Event
from simkit.games.azann.sentences import sentences
from simkit.games.azann.setups import compile_setup, duel, keys
from simkit.games.azann.variants import VARIANTS
from simkit.games.game import Entry, Game, Limit

GAME = Game(
    name="azann",
    title="The Tower of Azann",
    version="4",
    sides=1,
    folder=Path(__file__).parent,
    schema=schema,
    entries={
        "WHOLE_GAME": Entry(Limit("step_limit", Ending.STEP_LIMIT), exact=True),
        "DUEL": Entry(Limit("step_limit", Ending.STEP_LIMIT), exact=True, picture="won"),
    },
    refused_entries={},
    endings=Ending,
    events=Event,
    variants=VARIANTS,
    metrics=METRICS,
    headline=(
        "CHILD_AND_JEWEL", "CHILD", "JEWEL", "NOTHING", "DEAD", "FOES_BEATEN", "GOT_AWAY", "STEP_LIMIT",
        "paragraphs", "rounds", "saved",
    ),
    policies=POLICIES,
    policy_keys=POLICY_KEYS,
    keys=keys,
    compile_rules=compile_rules,
    compile_setup=compile_setup,
    sentences=sentences,
    unreached_endings={},
    censuses=CENSUSES,
    abilities={"duel": duel},
)  # fmt: skip
