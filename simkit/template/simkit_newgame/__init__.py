"""A duel of two fighters; the game's description of itself."""

from pathlib import Path

from simkit.games.game import Entry, Game, Limit
from simkit.games.metrics import Metric

from . import schema
from .compile import POLICIES, POLICY_KEYS, VARIANTS, compile_rules, compile_setup, keys
from .schema import Ending, Event
from .sentences import sentences

GAME = Game(
    name="newgame",
    title="A duel of two fighters",
    version="1",
    sides=2,
    folder=Path(__file__).parent,
    schema=schema,
    entries={"DUEL": Entry(Limit("round_limit", Ending.ROUND_LIMIT), exact=True)},
    refused_entries={},
    endings=Ending,
    events=Event,
    variants=VARIANTS,
    metrics=(
        Metric("first_wins", "the first fighter wins", "share", "", "first_wins"),
        Metric("second_wins", "the second fighter wins", "share", "", "second_wins"),
        Metric("hits", "hits", "mean", "hits", "hits"),
        Metric("rounds", "rounds", "mean", "rounds", "turns", counted="rounds"),
    ),
    headline=("second_wins", "BOTH_FALL", "YIELDS", "rounds", "first_wins"),
    policies=POLICIES,
    policy_keys=POLICY_KEYS,
    keys=keys,
    compile_rules=compile_rules,
    compile_setup=compile_setup,
    sentences=sentences,
    unreached_endings={"ROUND_LIMIT": "no duel takes that long; a what-if of limits.rounds reaches it"},
)
