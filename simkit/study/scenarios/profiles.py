"""Profiles: TOML files of policies by seat, with where they come from.  A seat may play a mixture of several.

A scenario names one as `policy = { profile = "league.toml", seat = "french" }`: a file beside it, or one that the game
brings in its folder `profiles`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simkit.errors import BadInput
from simkit.games.faults import Fault, Where, short, suggest
from simkit.games.game import Game
from simkit.games.keys import read_policy
from simkit.study.scenarios.mixtures import MIXTURE, is_mixture, mixture_of
from simkit.study.scenarios.toml_lines import Document, read_toml

PROFILE = "profile"  # the key of a policy's table that names a file
NAMING = (PROFILE, "seat")
TOP = ("game", "version", "entry", "provenance", "seats")
ROUNDING = 1e-6  # by which the weights of a mixture may miss one


def replaces(policy: Any) -> bool:
    """Whether a policy stands for itself, rather than changing thresholds of the one that is there."""
    return not isinstance(policy, dict) or any(name in policy for name in ("kind", PROFILE, MIXTURE))


def resolved(game: Game, key: str, value: Any, folder: Path) -> tuple[Any, list[Fault]]:
    """A value of a cell: where it names a profile, the policy that this gives the seat; mixtures are checked.

    Parameters
    ----------
    key
        Of the cell; without `seat` it is the seat, too.
    folder
        Of the scenario's file.

    Returns
    -------
    value, faults
        With a fault the value is of no use.  Paths of faults begin with the key.
    """
    if isinstance(value, dict) and PROFILE in value:
        return _from_profile(game, key, value, folder)
    if is_mixture(value):
        return value, _mixture_faults(game, value, (key,))
    return value, []


def _from_profile(game: Game, key: str, value: Mapping[str, Any], folder: Path) -> tuple[Any, list[Fault]]:
    unknown = [name for name in value if name not in NAMING]
    if unknown:
        message = f"unknown key {short(unknown[0])} beside profile{suggest(unknown[0], NAMING)}"
        return value, [Fault((key, unknown[0]), message)]
    name, seat = value[PROFILE], value.get("seat", key)
    if not isinstance(name, str) or not isinstance(seat, str):
        return value, [Fault((key,), "a profile is the name of a file, and its seat the name of one")]
    try:
        seats = read_profile(game, _found(game, name, folder))
    except BadInput as error:
        return value, [Fault((key, PROFILE), line) for line in error.lines]
    if seat not in seats:
        where = (key, "seat") if "seat" in value else (key, PROFILE)
        return value, [Fault(where, f"{name} has no seat {short(seat)}{suggest(seat, list(seats))}")]
    return seats[seat], []


def _found(game: Game, name: str, folder: Path) -> Path:
    """The file beside the scenario, else that of the game."""
    shipped = game.folder / "profiles" / name
    return shipped if shipped.is_file() and not (folder / name).exists() else folder / name


def read_profile(game: Game, path: Path) -> dict[str, Any]:
    """The policy of each seat, as a cell may say it.

    Raises
    ------
    BadInput
        With a line for everything that is wrong: no TOML, of another game, version or entry, an unknown policy or
        threshold, a mixture whose weights do not sum to one.
    """
    document = read_toml(path)
    located = [(fault.line, fault.message) for fault in document.faults]
    if not located:
        located = [(document.line(where), message) for where, message in _faults(game, document)]
    if located:
        raise BadInput([f"{path}:{line}: {message}" if line else f"{path}: {message}" for line, message in located])
    return {seat: mixture_of(_parts(table)) for seat, table in document.values["seats"].items()}


def _parts(table: Sequence[Mapping[str, Any]]) -> list[tuple[float, dict[str, Any]]]:
    return [(float(part.get("weight", 1.0)), _plain(part)) for part in table]


def _plain(part: Mapping[str, Any]) -> dict[str, Any]:
    return {name: item for name, item in part.items() if name != "weight"}


def _faults(game: Game, document: Document) -> list[Fault]:
    values = document.values
    unknown = [Fault((name,), f"unknown key {short(name)}{suggest(name, TOP)}") for name in values if name not in TOP]
    missing = [Fault((), f"a profile needs {name}") for name in ("game", "version", "entry", "seats")
               if name not in values]  # fmt: skip
    if unknown or missing:
        return unknown + missing
    if values["game"] != game.name:
        return [Fault(("game",), f"a profile of {short(values['game'])}, not of {game.name}")]
    if values["entry"] not in game.entries:
        return [Fault(("entry",), f"a profile of {short(values['entry'])}, not of {' or '.join(game.entries)}")]
    if values["version"] != game.version:
        message = f"a profile of version {short(values['version'])} of {game.name}, which is at {game.version!r}"
        return [Fault(("version",), f"{message}: play its league again")]
    if not isinstance(values["seats"], dict) or not values["seats"]:
        return [Fault(("seats",), "seats are tables of policies by seat")]
    return [fault for seat, table in values["seats"].items() for fault in _seat_faults(game, table, ("seats", seat))]


def _seat_faults(game: Game, table: Any, where: Where) -> list[Fault]:
    """Faults of what a seat of a profile plays: [[seats.NAME]], one or several."""
    if not isinstance(table, list):
        return [Fault(where, f"a seat is a list of policies, [[{where[0]}.{where[1]}]], not {short(table)}")]
    single = len(table) == 1 and isinstance(table[0], dict) and "weight" not in table[0]
    return _part_faults(game, [{"weight": 1.0, **table[0]}] if single else table, where)


def _mixture_faults(game: Game, value: Mapping[str, Any], where: Where) -> list[Fault]:
    """Faults of a mixture that a scenario writes itself."""
    if beside := [name for name in value if name != MIXTURE]:
        return [Fault((*where, beside[0]), f"a mixture stands alone: {short(beside[0])} goes into its policies")]
    return _part_faults(game, value[MIXTURE], (*where, MIXTURE))


def _part_faults(game: Game, parts: Any, where: Where) -> list[Fault]:
    if not isinstance(parts, list) or not parts or not all(isinstance(part, dict) for part in parts):
        return [Fault(where, "a mixture is a list of policies, each with a weight")]
    faults = []
    for index, part in enumerate(parts):
        if not _is_weight(part.get("weight")):
            message = f"weight must be a number above 0, up to 1, not {short(part.get('weight'))}"
            faults.append(Fault((*where, index, "weight"), message))
        faults += read_policy(game.policies, game.policy_keys, _plain(part), (*where, index))[1]
    total = sum(part["weight"] for part in parts) if not faults else 1.0
    if abs(total - 1) > ROUNDING:
        faults.append(Fault(where, f"the weights of a mixture sum to one, not to {total:g}"))
    return faults


def _is_weight(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value <= 1
