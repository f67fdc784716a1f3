"""What a sensitivity analysis found, in every form: a row a bar, sentences, a page, a tornado, JSON."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit.games.metrics import Metric
from simkit.study.analyses.claim import ALPHA, FLIPS, NOT_SETTLED, STANDS, Claim
from simkit.study.analyses.finding import Finding
from simkit.study.analyses.look_up import NOTHING_TO_LOOK_UP, LookUp, LookUps
from simkit.study.analyses.plausible_figures import Ledger
from simkit.study.analyses.side_differences import Estimate
from simkit.study.analyses.wording import estimated, within
from simkit.study.report.text_tables import Table, table
from simkit.study.scenarios.quantities import all_policies
from simkit.study.scenarios.scenario import Scenario
from simkit.study.scenarios.sizes import value_text
from simkit.study.stats import latin_hypercube
from simkit.text import counted

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.pictures import Draw
    from simkit.study.report.plots import Axes, Figure

COLUMNS = ("figure", "value", "lead", "change", "error", "beyond chance", "conclusion", "largest change")
MOST_ROWS = 20  # shown on a terminal
SHOWN_FIRST, MOST_FIRST = 5, 10_000  # figures told as worth looking up first: by default, and at most
LOOK_UP_COLUMNS = ("look up", "ours", "it settles", "share of doubt", "then left")
FEW, FITS_WELL = 0.1, 0.8  # doubt that may be left; the spread of joint draws that bars should foretell
NO_LEDGER = Ledger([], [], [])


class Bar(NamedTuple):
    """The lead under another value of one figure."""

    figure: str
    usual: Any
    value: Any
    lead: float
    change: float
    low: float  # of the change; the intervals of all bars hold at once
    high: float
    error: float  # of the change, on the same luck
    beyond_chance: bool  # whether the change is beyond chance
    word: str  # of the conclusion: "stands", "flips" or "not settled"
    largest: float  # change of any single side or difference
    side: str  # the name of that side or difference


class Drawn(NamedTuple):
    """The lead under many other figures at once, or on another map."""

    lead: float
    word: str


@dataclass(frozen=True, repr=False)
class Sensitivity(Finding):
    """What `sensitivity` found."""

    scenario: Scenario
    metric: Metric
    claim: Claim
    base: Estimate | None  # the lead; None where there is no conclusion
    bars: tuple[Bar, ...] = ()
    ledger: Ledger = NO_LEDGER
    joint: tuple[Drawn, ...] = ()
    refused: int = 0  # joint draws that the game cannot play
    maps: tuple[Drawn, ...] = ()
    spread: latin_hypercube.Spread | None = None  # of the leads on maps
    games: int = 0  # 0 where all is exact
    look_ups: LookUps = NOTHING_TO_LOOK_UP
    first: int = SHOWN_FIRST  # so many of these are told

    @property
    def exact(self) -> bool:
        """Whether nothing was played."""
        return not self.games

    @property
    def words(self) -> Counter[str]:
        """How many bars, joint draws and maps have each word."""
        return Counter([*(row.word for row in self.bars), *(row.word for row in (*self.joint, *self.maps))])

    @property
    def settled(self) -> bool:
        """Whether there is a conclusion, and it stands under every bar, draw and map, beyond chance."""
        return self.base is not None and set(self.words) <= {STANDS}

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row a bar, the longest first; `net` is the change, its square less the Monte Carlo variance."""
        import pandas as pd

        rows = [
            {**bar._asdict(), "net": math.copysign(math.sqrt(max(0.0, bar.change**2 - bar.error**2)), bar.change)}
            for bar in sorted(self.bars, key=lambda bar: -abs(bar.change))
        ]
        return pd.DataFrame(rows, columns=[*Bar._fields, "net"]).astype({"usual": str, "value": str})

    @property
    def sentences(self) -> list[str]:
        """The conclusion, and where it stands."""
        if self.base is None:
            lines = [f"No conclusion that could stand or fall: {self.claim.title}."]
        else:
            lead = estimated(self.base, self.metric, self.claim.level)
            lines = [f"{self.claim.title}, by {lead}.", self._one_at_a_time(), self._jointly(), self._on_maps()]
            idle, unplayable = len(self.ledger.idle), len(self.ledger.unplayable)
            lines.append(
                f"{counted(idle, 'reconstructed figure')} {'does' if idle == 1 else 'do'} not enter, byte for byte; "
                f"{unplayable} {'has' if unplayable == 1 else 'have'} no other value that can be played."
            )
            lines += self._decided()
        return [*lines, f"{self._played()}. Made under: {self._hands()}."]

    @cached_property
    def decides(self) -> pd.DataFrame:
        """A row a figure that enters, with where it stands and its share of the doubt, the largest first."""
        import pandas as pd

        rows = [{**one._asdict(), "settles": self._settles(one)} for one in self.look_ups.figures]
        return pd.DataFrame(rows, columns=[*LookUp._fields, "settles"]).astype({"usual": str})

    def tables(self) -> dict[str, pd.DataFrame]:
        """The bars, and what they decide."""
        return {"figures": self.frame, "decides": self.decides}

    def pictures(self) -> dict[str, Draw]:
        """A tornado, where there is a conclusion."""
        return {"tornado": self.plot} if self.bars else {}

    def facts(self) -> dict[str, Any]:
        """What the manifest says, with the joint draws, the maps, and the figures that have no bar."""
        return {
            "games_played": self.games,
            "exact": self.exact,
            "settled": self.settled,
            **self._draws(),
            "explained": self.look_ups.explained,
            "idle": self.ledger.idle,
            "unplayable": self.ledger.unplayable,
        }

    def as_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        data: dict[str, Any] = {name: frame.to_dict("records") for name, frame in self.tables().items()}
        data |= {**self._draws(), "explained": self.look_ups.explained, "exact": self.exact}
        return {**data, "settled": self.settled, "verdict": self.sentences}

    def page(self) -> Iterator[Table | str]:
        """The longest bars, the sentences, and what to look up first."""
        if self.bars:
            rows = map(self._cells, self.frame.head(MOST_ROWS).to_dict("records"))
            yield table(self.scenario.title, COLUMNS, rows, left=2)
            yield f"Leads, changes and their standard errors in {self.metric.difference_unit}."
        if len(self.frame) > MOST_ROWS:
            yield f"The longest {MOST_ROWS} of {len(self.frame)} bars; figures.csv has all."
        yield from self.sentences
        told = self.look_ups.figures[: self.first]
        if told:
            left = 1 - np.cumsum([one.share for one in told])
            cells = [self._look_up_cells(*one) for one in zip(told, left.tolist(), strict=True)]
            yield table("What to look up first", LOOK_UP_COLUMNS, cells, left=3)

    def _look_up_cells(self, one: LookUp, left: float) -> tuple[str, ...]:
        ours = f"{one.usual} ({one.believed})" if one.believed else ""
        shares = (f"{100 * share:.1f} %" for share in (one.share, max(0, left)))
        return (f"{one.piece}, {one.where}", ours, self._settles(one), *shares)

    def _settles(self, one: LookUp) -> str:
        """What is known of the conclusion at the values that were asked."""
        found = [f"{bar.word} at {bar.value}" for bar in self.bars if bar.figure == one.figure]
        return "; ".join(dict.fromkeys(found)) if found else ""

    def _decided(self) -> list[str]:
        """How many figures carry nearly all of the doubt, and whether the surrogate that says so can be believed."""
        shares = [one.share for one in self.look_ups.figures]
        if not any(shares):
            return []
        n = int(np.argmax(np.cumsum(shares) > min(1 - FEW, 0.999 * sum(shares)))) + 1
        sentence = (
            f"Doubt: {counted(n, 'figure')} carr{'ies' if n == 1 else 'y'} {100 * sum(shares[:n]):.0f} % "
            "of the variance of the lead over all combinations"
        )
        fit = self.look_ups.explained
        if math.isnan(fit):
            return [f"{sentence}, if figures act each by itself; no joint draws tell whether they do."]
        alike = (
            "figures act nearly each by itself"
            if fit >= FITS_WELL
            else "they also act together: take the order as a hint"
        )
        return [f"{sentence}; the bars foretell R2 = {fit:.2f} of the spread of joint draws, so {alike}."]

    def _draws(self) -> dict[str, list[dict[str, Any]]]:
        return {name: [drawn._asdict() for drawn in getattr(self, name)] for name in ("joint", "maps")}

    def _cells(self, bar: Mapping[Any, Any]) -> tuple[str, ...]:
        kind = self.metric.kind
        return (
            bar["figure"], f"{bar['value']} (is {bar['usual']})", value_text(bar["lead"], kind, sign=True),
            value_text(bar["change"], kind, sign=True), value_text(bar["error"], kind),
            "yes" if bar["beyond_chance"] else "",
            bar["word"].upper() if bar["word"] == FLIPS else bar["word"],
            f"{value_text(bar['largest'], kind, sign=True)} {bar['side']}",
        )  # fmt: skip

    def plot(self, ax: Axes | None = None) -> Figure:
        """A tornado: how far each figure moves the lead over its range; `ax` to draw on."""
        from simkit.study.report import plots

        scale = self.metric.scale
        frame = self.frame.assign(lead=[scale * lead for lead in self.frame["lead"]])
        return plots.tornado(
            frame,
            base=scale * (self.base.size if self.base else 0.0),
            title=self.scenario.title,
            subtitle=f"{self.claim.title}: the lead, in {self.metric.difference_unit}, over the range of each "
            "reconstructed figure. Pale bars are no longer than chance makes them; beyond 0 the conclusion falls.",
            note=f"{self._played()}, seed {self.scenario.run.seed}; policies: {self._hands()}.",
            ax=ax,
        )

    def _played(self) -> str:
        return "Exact: no games" if self.exact else counted(self.games, "game")

    def _hands(self) -> str:
        return all_policies([self.scenario, *(variant for _, variant in self.scenario.variants)])

    def _one_at_a_time(self) -> str:
        if not self.bars:
            return "One at a time: no reconstructed figure enters."
        n, moving = (len({bar.figure for bar in self.bars if bar.beyond_chance >= least}) for least in (0, 1))
        line = f"One at a time: of {counted(n, 'reconstructed figure')} that enter{'s' if n == 1 else ''}, "
        line += f"{moving} move{'s' if moving == 1 else ''} the lead{'' if self.exact else ' beyond chance'}"
        for word, before, otherwise in (
            (FLIPS, "; the conclusion flips at ", "; none flips the conclusion"),
            (NOT_SETTLED, "; whether it stands is not settled at ", ""),
        ):
            values = sorted({f"{bar.figure} = {bar.value}" for bar in self.bars if bar.word == word})
            line += before + ", ".join(values) if values else otherwise
        return f"{line}."

    def _jointly(self) -> str:
        n = len(self.joint)
        refused = f" ({self.refused} more cannot be played)" if self.refused else ""
        if not n:
            return f"Jointly: nothing was drawn{refused}."
        words = Counter(drawn.word for drawn in self.joint)
        flips, doubtful = words[FLIPS], words[NOT_SETTLED]
        low, high = latin_hypercube.share_of_box(flips, doubtful, n, 1 - alpha_of_the_box(self.exact))
        bounds = f"{100 * low:.1f} to {100 * high:.1f} %" if flips else f"under {100 * high:.1f} %"
        return (
            f"Jointly: of {counted(n, 'draw')} {_flipping(words)}{refused}: {bounds} of all combinations of these "
            f"figures do, at {100 * (1 - ALPHA):g} %."
        )

    def _on_maps(self) -> str:
        abilities = self.scenario.game.abilities
        noun = abilities["jittered"]() if "jittered" in abilities else "map"
        if not self.maps:
            drawn = "jitter" in abilities and self.scenario.asked.sensitivity.maps
            said = f"the {noun} does not enter this question" if drawn else "none was drawn otherwise"
            return f"{noun.title()}s: {said}."
        words = Counter(on_map.word for on_map in self.maps)
        line = f"{noun.title()}s: of {counted(len(self.maps), noun)} drawn otherwise {_flipping(words)}"
        if self.spread is None:
            return f"{line}."
        mean, low, high, variance = self.spread
        between = value_text(math.sqrt(variance), self.metric.kind)
        return (
            f"{line}; on average the lead is {value_text(mean, self.metric.kind, sign=True)} "
            f"{self.metric.difference_unit} "
            f"{within((low, high), self.metric)}, between {noun}s it spreads by {between}."
        )


def _flipping(words: Counter[str]) -> str:
    flips, doubtful = words[FLIPS], words[NOT_SETTLED]
    doubts = f" and {doubtful} {'is' if doubtful == 1 else 'are'} not settled" if doubtful else ""
    return f"{flips or 'none'} flip{'s' if flips < 2 else ''} the conclusion{doubts}"


def alpha_of_the_box(exact: bool) -> float:
    """Chance of a wrong bound for all combinations; where draws are played, half of ALPHA is for their own errors."""
    return ALPHA if exact else ALPHA / 2
