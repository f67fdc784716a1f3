"""`simkit figures`: the ledger of a game."""

from typing import TYPE_CHECKING

from simkit.cli.ends import end_with, ends_plainly
from simkit.cli.exit_codes import BAD
from simkit.cli.inputs import game_named
from simkit.cli.options import GameName, Json, Status
from simkit.cli.terminal import print_json, say

if TYPE_CHECKING:
    from simkit.games.figures import Figure

EXAMPLE = "simkit figures emperor --status reconstructed"


@ends_plainly
def figures(
    game: GameName,
    status: Status = None,
    json: Json = False,
) -> None:
    """Print the ledger: every figure of a game, where it was read or why it is what it is."""
    from simkit import games

    game_named(game)
    ledger = games.figures(game)
    if status is not None and status not in ledger.counts():
        end_with(BAD, f"unknown status {status!r:.60} (one of: {', '.join(ledger.counts())})")
    rows = [figure for figure in ledger.ledger if status in (None, figure.status)]
    if json:
        print_json([figure._asdict() for figure in rows])
        return
    say(*map(_line, rows), hang=4)
    say("", ", ".join(f"{n:,} {name}" for name, n in ledger.counts().items()))


def _line(figure: "Figure") -> str:
    from simkit.games.faults import spelt

    span = f"  [{figure.range[0]} ... {figure.range[1]}]" if figure.range else ""
    return f"{figure.path} = {spelt(figure.value)}{span}  {figure.status}: {figure.source or figure.basis}"
