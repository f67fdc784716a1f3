"""What a league found: a profile, what was kept, and how much the last search still gained."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from simkit.games.metrics import Metric
from simkit.study.analyses.finding import Finding
from simkit.study.analyses.wording import within
from simkit.study.report import text_tables
from simkit.study.scenarios.labels import spoken
from simkit.study.scenarios.mixtures import mixture_of
from simkit.study.scenarios.quantities import all_policies
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sizes import value_text
from simkit.text import counted

if TYPE_CHECKING:
    import pandas as pd

NO_BETTER, CYCLE, OVER = "no better answer among those tried", "a cycle", "the rounds are over"
COLUMNS = ("round", "seat", "policy", "gain", "interval", "earlier", "seed", "kept")
DIGITS = 6  # of gains in a profile


class Proof(NamedTuple):
    """The best policy of one search, against what the seat played so far; a gain above 0 is better for the seat."""

    round: str  # "last" for the search that a mixture is held against
    seat: str
    policy: str  # what it changes
    gain: float
    low: float
    high: float
    level: float  # of the interval, whose low end is the one-sided bound of the proof
    earlier: float  # the gain over all that the seat has kept before, alike; over what it plays where that is all
    seed: int  # of the proof; -1 where nothing was ahead in the search, so that there was none
    kept: bool


class Gain(NamedTuple):
    """What a seat gains over the policy that it began with, on one more seed; all intervals hold at once."""

    seat: str
    gain: float
    low: float
    high: float
    seed: int


@dataclass(frozen=True, repr=False)
class League(Finding):
    """What `league` found."""

    scenario: Scenario
    metric: Metric
    seats: tuple[str, ...]
    ended: str
    profile: Mapping[str, list[tuple[float, dict[str, Any]]]]  # by seat: weights and policies, as a file writes them
    proofs: tuple[Proof, ...]
    gains: tuple[Gain, ...]
    games: int  # played in all; 0 where all is exact

    @property
    def settled(self) -> bool:
        """Whether it ended by itself: with no better answer, or a cycle."""
        return self.ended != OVER

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row a search: what was best, its gain, and whether it was kept."""
        import pandas as pd

        return pd.DataFrame(self.proofs, columns=Proof._fields)

    @property
    def last(self) -> Proof:
        """The largest gain that the last search of a seat still found."""
        last = {proof.seat: proof for proof in self.proofs}
        return max(last.values(), key=lambda proof: proof.gain)

    @property
    def sentences(self) -> list[str]:
        """How it ended, what is played, what was gained, and what the last search still found."""
        kept = sum(proof.kept for proof in self.proofs)
        n_proofs = sum(proof.seed >= 0 for proof in self.proofs)
        lines = [
            f"It ended with {self.ended}, after {counted(len(self.proofs), 'search', 'searches')} and "
            f"{counted(n_proofs, 'proof')}, of which {kept} kept a policy."
        ]
        lines += [f"{seat} plays {spoken(mixture_of(parts))}." for seat, parts in self.profile.items()]
        lines += [self._gained(gain) for gain in self.gains]
        return [*lines, self._left(), f"{self._played()}. It began with: {all_policies([self.scenario])}."]

    def _gained(self, gain: Gain) -> str:
        if gain.low == gain.high == 0:
            return f"{gain.seat} plays as it began."
        ends = within((gain.low, gain.high), self.metric) if self.games else "(exact)"
        size = value_text(gain.gain, self.metric.kind, sign=True)
        return (
            f"{gain.seat} gains {size} {self.metric.difference_unit} {ends} over "
            f"what it began with, against the others as they ended ({self.metric.title}; seed {gain.seed})."
        )

    def _left(self) -> str:
        if self.last.seed < 0:
            return "The last search of each seat found nothing that was ahead of the profile."
        size, most = (value_text(number, self.metric.kind, sign=True) for number in (self.last.gain, self.last.high))
        return f"The largest gain that the last search still found: {size} ({self.last.seat}), at most {most}."

    def tables(self) -> dict[str, pd.DataFrame]:
        """The searches, and the gains."""
        import pandas as pd

        return {"league": self.frame, "gains": pd.DataFrame(self.gains, columns=Gain._fields)}

    def texts(self) -> dict[str, str]:
        """The profile."""
        return {"profile.toml": self.profile_text}

    @property
    def profile_text(self) -> str:
        """The profile as a TOML file, which a scenario names as `{ profile = "profile.toml", seat = ... }`."""
        game, run = self.scenario.game, self.scenario.run
        top = {"game": game.name, "version": game.version, "entry": self.scenario.entry}
        provenance = {
            "scenario": self.scenario.path.name, "metric": self.metric.name, "ended": self.ended, "seed": run.seed,
            "games_a_cell": run.games, "games_played": self.games, "rounds": self._n_rounds(),
            "last_search_gained": _number(self.last.gain), "last_search_at_most": _number(self.last.high),
        }  # fmt: skip
        lines = [f"# Policies of {game.title}, by `simkit league`.", *_pairs(top), "", "[provenance]"]
        lines += _pairs(provenance)
        for gain in self.gains:
            numbers = {name: _number(getattr(gain, name)) for name in ("gain", "low", "high")}
            lines += ["", f"[provenance.gains.{gain.seat}]", *_pairs({**numbers, "seed": gain.seed})]
        for seat, parts in self.profile.items():
            for weight, policy in parts:
                weighted = {"weight": weight, **policy} if len(parts) > 1 else policy
                lines += ["", f"[[seats.{seat}]]", *_pairs(weighted)]
        return "".join(f"{line}\n" for line in lines)

    def _n_rounds(self) -> int:
        return max(int(proof.round) for proof in self.proofs if proof.round != "last")

    def facts(self) -> dict[str, Any]:
        """What the manifest says, with the profile."""
        policies = {seat: mixture_of(parts) for seat, parts in self.profile.items()}
        return {**super().facts(), "ended": self.ended, "profile": policies}

    def page(self) -> Iterator[text_tables.Table | str]:
        """A row a search, and the sentences."""
        yield text_tables.table(self.scenario.title, COLUMNS, map(self._cells, self.proofs), left=3)
        yield f"Gains of {self.metric.title}, in {self.metric.difference_unit}; above 0 is better for the seat."
        yield from self.sentences

    def _cells(self, proof: Proof) -> tuple[str, ...]:
        if proof.seed < 0:
            return (proof.round, proof.seat, proof.policy, "", "", "", "", "no")
        ends = within((proof.low, proof.high), self.metric) if proof.low < proof.high else "exact"
        gain, earlier = (value_text(number, self.metric.kind, sign=True) for number in (proof.gain, proof.earlier))
        return (
            proof.round,
            proof.seat,
            proof.policy,
            gain,
            ends,
            earlier,
            str(proof.seed),
            "yes" if proof.kept else "no",
        )

    def _played(self) -> str:
        return counted(self.games, "game") if self.games else "Exact: no games"


def _number(value: float) -> float:
    """A number of few digits; never minus nothing, which a gain that is turned round may be."""
    return round(value, DIGITS) + 0.0


def _pairs(values: Mapping[str, Any]) -> list[str]:
    """Keys and values as TOML writes them, whose texts and lists are those of JSON."""
    return [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
