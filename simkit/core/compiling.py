"""What numba compiles while a kernel is called for the first time, and how much of it is left."""

from collections.abc import Callable
from typing import Any

from numba.core import event
from numba.core.dispatcher import Dispatcher

Tell = Callable[[int, int], Any]  # called with the number of routines that are ready, and of all


def routines(kernel: Dispatcher) -> list[Dispatcher]:
    """What a first call of a kernel compiles, but for what numba pastes: itself and all that it calls by name.

    In the order in which the compiler comes to them: whoever calls before what is called.
    """
    found: dict[Dispatcher, None] = {}
    waiting = [kernel]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = None
            named = [one.py_func.__globals__.get(name) for name in one.py_func.__code__.co_names]
            waiting.extend(other for other in reversed(named) if isinstance(other, Dispatcher))
    return [one for one in found if one.targetoptions.get("inline") != "always"]


def tell_of_compiling(kernel: Dispatcher, tell: Tell, done: Callable[[], Any]) -> None:
    """From now on, tell how much of a kernel is compiled after each of its routines, and when all of a call is done."""
    event.register("numba:compile", _Listener(routines(kernel), tell, done))


class _Listener(event.Listener):  # type: ignore[misc]  # numba has no types
    """Routines are compiled inside of one another: a callee when its caller comes to it."""

    def __init__(self, kernels: list[Dispatcher], tell: Tell, done: Callable[[], Any]) -> None:
        self.kernels, self.tell, self.done, self.depth = kernels, tell, done, 0

    def on_start(self, _: event.Event) -> None:
        self.depth += 1
        self.tell(sum(bool(one.overloads) for one in self.kernels), len(self.kernels))

    def on_end(self, _: event.Event) -> None:
        self.depth -= 1
        if self.depth == 0:
            self.done()
