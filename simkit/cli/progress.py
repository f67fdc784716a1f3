"""Progress of what takes long, on stderr."""

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from simkit.cli.terminal import echo
from simkit.text import one_line, shortened, width_of

if TYPE_CHECKING:
    from simkit.games.game import Game

FILE_WIDTH = 500  # characters: a file or a pipe has no edge at which a line must be broken


def say_if_cold() -> None:
    """Say on stderr, when the rules of a game are about to be compiled, that this takes long."""
    from simkit import games

    games.tell_when_cold(_say_cold)


def _say_cold(game: "Game", kernel: Any) -> None:
    """A sentence; on a terminal a line that counts, and is gone when all is compiled.  A second processor helps."""
    from simkit.core.compile_ahead import help_next_call
    from simkit.study.scenarios.arguments import default_jobs

    if default_jobs() > 1:
        help_next_call()
    if not sys.stderr.isatty():
        echo(f"Compiling the rules of {one_line(game.title)}, once on this machine: up to two minutes.", err=True)
        return
    from simkit.core.compiling import tell_of_compiling

    begun = time.monotonic()

    def draw(ready: int, total: int) -> None:
        seconds, width = time.monotonic() - begun, shutil.get_terminal_size().columns - 1
        echo(f"\r{compiling_line(game.title, ready, total, seconds, width)}\x1b[K", err=True, nl=False)

    tell_of_compiling(kernel, draw, lambda: echo("\r\x1b[K", err=True, nl=False))


def compiling_line(title: str, ready: int, total: int, seconds: float, width: int) -> str:
    """How much of a game is compiled, in one line that fits."""
    text = f"{ready} of {total} routines, {clock(seconds)}"
    name = shortened(f"Compiling {one_line(title)}", width - width_of(text) - 2)
    return f"{name}: {text}" if name else text


@contextmanager
def progress_bar(title: str, total: int, *, show: bool) -> Iterator[Callable[[int], Any]]:
    """A bar on stderr: gives a function to call with how much more is done."""
    if not show:
        yield lambda n: None
        return
    say_if_cold()
    bar = _Bar(title, total)
    try:
        yield bar.advance
        bar.total = bar.done  # all is done, though it took less than expected
    finally:
        bar.close()


class _Bar:
    """One line, drawn anew a few times a second on a terminal and once, at the end, elsewhere."""

    EVERY = 0.1  # seconds

    def __init__(self, title: str, total: int) -> None:
        self.title, self.total, self.done = one_line(title), total, 0
        self.live = sys.stderr.isatty()
        self.begun = self.drawn = 0.0  # 0: not begun, so an error before the first advance gets a clean line
        self.found = 0  # done at the first advance; the rate leaves it out

    def advance(self, n: int) -> None:
        self.done += n
        now = time.monotonic()
        if not self.begun:
            self.begun, self.found = now, self.done
        if self.live and now - self.drawn >= self.EVERY:
            self.drawn = now
            self._draw(now)

    def close(self) -> None:
        if self.begun:
            self._draw(time.monotonic())
            echo("", err=True)

    def _draw(self, now: float) -> None:
        width = shutil.get_terminal_size().columns - 1 if self.live else FILE_WIDTH
        seconds = now - self.begun
        rate = (self.done - self.found) / seconds if seconds > 0 else 0.0
        line = bar_line(self.title, self.done, self.total, rate, seconds, width)
        echo(f"\r{line}\x1b[K" if self.live else line, err=True, nl=False)


def bar_line(title: str, done: int, total: int, rate: float, seconds: float, width: int) -> str:
    """Progress in one line that fits: how much, how fast, how long still; then a bar and the title as there is room."""
    share = min(1.0, done / total) if total else 1.0
    text = f"{done:,}/{total:,}"
    if share < 1:
        left = f", {clock((total - done) / rate)} left" if rate > 0 else ""
        text = f"{100 * share:.0f} % {text}, {_per_second(rate)}{left}"
    else:
        text += f" in {clock(seconds)}"
    room = width - width_of(text) - 2
    size = min(30, room // 3)
    bar = f"{'#' * round(size * share):-<{size}} " if size >= 6 and share < 1 else ""
    name = shortened(title, room - len(bar))
    return f"{name}{'  ' if name else ''}{bar}{text}"


def _per_second(rate: float) -> str:
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.1f} {unit}/s"
    return f"{rate:.0f}/s" if rate >= 10 else f"{rate:.1f}/s"


def clock(seconds: float) -> str:
    """A length of time: 0:07, 12:34, 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
