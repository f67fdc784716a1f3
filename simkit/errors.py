"""The one exception for what a caller got wrong."""

from collections.abc import Iterable

from simkit.text import one_line


class BadInput(ValueError):  # noqa: N818 - it is what was given that is bad
    """What was given cannot be used; `lines` says everything that is wrong with it, such as "file:line: what"."""

    def __init__(self, lines: str | Iterable[str]) -> None:
        self.lines = [one_line(line) for line in ([lines] if isinstance(lines, str) else lines)]
        super().__init__("\n".join(self.lines))
