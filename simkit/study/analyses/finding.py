"""The base class of what every analysis returns: it can be shown, printed, drawn, written, and turned into JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simkit.study.report.shown import Shown

if TYPE_CHECKING:
    import pandas as pd

    from simkit.study.report.pictures import Draw
    from simkit.study.report.text_tables import Table
    from simkit.study.scenarios.scenario import Scenario


class Finding(Shown, ABC):
    """What an analysis found; most have a `plot`, too.

    A dataclass that inherits from this says `@dataclass(frozen=True, repr=False)`.
    """

    # Each answer has these as fields or as properties; properties here would be in their way.
    if TYPE_CHECKING:

        @property
        def scenario(self) -> Scenario:
            """The scenario that was asked about."""

        @property
        def games(self) -> int:
            """Games that the answer took; 0 where it is exact."""

        @property
        def sentences(self) -> Sequence[str]:
            """What was found, a sentence each."""

    @property
    def verdict(self) -> str:
        """The sentences as one text."""
        return "\n".join(self.sentences)

    @property
    def conclusion(self) -> Sequence[str]:
        """What is told first: one sentence, or a few."""
        return self.sentences[:1]

    @property
    def settled(self) -> bool:
        """Whether what was asked has been answered."""
        return True

    @property
    def alarming(self) -> bool:
        """Whether the answer raises an alarm."""
        return False

    @abstractmethod
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """Tables that are written, by name."""

    def pictures(self) -> Mapping[str, Draw]:
        """Pictures that are written, by name; each is drawn when it is called."""
        return {}

    def texts(self) -> Mapping[str, str]:
        """Other files that are written, by name with its ending."""
        return {}

    def facts(self) -> dict[str, Any]:
        """What the manifest says of the answer."""
        return {"games_played": self.games, "settled": self.settled}

    def as_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        tables = {name: frame.to_dict("records") for name, frame in self.tables().items()}
        return {**tables, **self.facts(), "verdict": list(self.sentences)}

    def page(self) -> Iterator[Table | str]:
        """What a terminal shows: tables and sentences."""
        yield from self.sentences
