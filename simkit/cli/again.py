"""The command that gives an answer again, for whoever has the file of its scenario."""

import inspect
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simkit.study.scenarios.scenario import Scenario


def command_of(verb: str, scenario: "Scenario", more: Iterable[str] = ()) -> str:
    """A command with its file, seed and games, and what else was asked."""
    sizes = ["--games", str(scenario.run.games), "--seed", str(scenario.run.seed)]
    return shlex.join(["simkit", verb, scenario.path.name, *sizes, *more])


def options_given(ask: Callable[..., Any], given: Mapping[str, Any]) -> Iterator[str]:
    """The options of a verb that are not as they would be without them, as words of a command."""
    for name, parameter in inspect.signature(ask).parameters.items():
        value = given.get(name, parameter.default)
        if value != parameter.default:
            option = parameter.annotation.__metadata__[0]
            yield from _words(option.default, value)  # within Annotated, the name stands where a default would


def _words(flag: str, value: Any) -> Iterator[str]:
    yes, _, no = flag.partition("/")
    if isinstance(value, bool):
        yield yes if value else no
    elif isinstance(value, list):
        for item in value:
            yield from (flag, str(item))
    else:
        yield from (flag, *map(str, value if isinstance(value, tuple) else (value,)))
