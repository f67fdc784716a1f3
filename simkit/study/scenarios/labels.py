"""Values and coordinates of a scenario as a person would say them."""

from typing import Any

from simkit.games.faults import spelt


def flat(coordinates: dict[str, Any]) -> dict[str, Any]:
    """Coordinates as plain columns: a policy as its text, a list joined by plus signs."""
    return {name: spoken(value) for name, value in coordinates.items()}


def spoken(value: Any) -> Any:
    """One coordinate as a person would say it."""
    if isinstance(value, list):
        return " + ".join(map(_inside, value)) or "none"
    if isinstance(value, dict) and "mixture" in value:
        return " or ".join(_part(part) for part in value["mixture"])
    if isinstance(value, dict):
        parts = [f"{key} {_inside(item)}" for key, item in value.items() if key != "kind"]
        return " ".join([str(value.get("kind", "")), *parts]).strip()
    return "" if value is None else value


def in_words(name: Any) -> str:
    """A name as a person reads it: "deep_sea" is "deep sea"."""
    return str(name).replace("_", " ")


def _part(part: dict[str, Any]) -> str:
    """A policy of a mixture, after its weight in per cent."""
    policy = {key: item for key, item in part.items() if key != "weight"}
    return f"{100 * part['weight']:g} % {spoken(policy)}"


def _inside(value: Any) -> str:
    return spelt(value) if isinstance(value, bool) else str(spoken(value))


def coordinates_text(coordinates: dict[str, Any]) -> str:
    """All coordinates of a cell in a line: "character Ozmo, policy bold"."""
    return ", ".join(f"{name} {spoken(value)}" for name, value in coordinates.items())
