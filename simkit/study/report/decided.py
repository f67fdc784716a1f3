"""What figures decide over several scenarios, kept in the folder of their game as the order of its sheet."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from simkit.games.components import DECIDES
from simkit.games.game import Game
from simkit.plain_json import to_json
from simkit.study.runs.answer_folder import MANIFEST
from simkit.study.runs.journal import atomic_write

SHARES = "decides.csv"  # what `sensitivity` writes
LEAST = 0.0005  # a share that is kept


class Answer(NamedTuple):
    """What figures decide in a scenario."""

    scenario: str
    shares: dict[str, float]  # by figure


def answers(game: str, folder: Path) -> list[Answer]:
    """The answers of `sensitivity` about a game in a folder of answer folders, by the names of their scenarios."""
    import pandas as pd

    found = []
    for file in sorted(folder.glob(f"*/{SHARES}")):
        manifest = json.loads((file.parent / MANIFEST).read_bytes())
        if manifest["game"] == game:
            frame = pd.read_csv(file)
            found.append(Answer(manifest["scenario"], dict(zip(frame["figure"], frame["share"], strict=True))))
    return sorted(found, key=lambda answer: answer.scenario)


def write_order(game: Game, found: Sequence[Answer]) -> Path:
    """Write the mean share of each figure, the largest first, and give the file."""
    known = {name for answer in found for name in answer.shares} & set(_paths(game))
    means = {name: sum(answer.shares.get(name, 0.0) for answer in found) / len(found) for name in known}
    lines = [
        "# What share of a conclusion's doubt each figure carries, on average over scenarios.",
        f"# Version {game.version}; written by: simkit figures {game.name} --order DIR",
        "# where DIR holds the answers of: simkit sensitivity FILE --out DIR",
        f"scenarios = {to_json([answer.scenario for answer in found])}",
        "",
        "[share]",
        *(
            f"{to_json(name)} = {share:.4f}"
            for name, share in sorted(means.items(), key=lambda item: (-item[1], item[0]))
            if share >= LEAST
        ),
    ]
    atomic_write(game.folder / DECIDES, ("\n".join(lines) + "\n").encode())
    return game.folder / DECIDES


def _paths(game: Game) -> list[str]:
    from simkit import games

    return [figure.path for figure in games.figures(game.name).ledger]
