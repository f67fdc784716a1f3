"""Text as its writer wrote it, made fit for a terminal.

What would steer a terminal, or turn the order of its letters, shows as an escape; what its encoding lacks becomes plain
signs instead of an error.
"""

import codecs
import re
import unicodedata
from typing import Any

PLAIN = "simkit.plain"  # the name of `_plain` among the handlers of encoding errors
PLAINER = {
    "\N{EN DASH}": "-", "\N{EM DASH}": "-", "\N{MINUS SIGN}": "-", "\N{BOX DRAWINGS LIGHT HORIZONTAL}": "-",
    "\N{HORIZONTAL ELLIPSIS}": "...", "\N{PLUS-MINUS SIGN}": "+-", "\N{MULTIPLICATION SIGN}": "x",
    "\N{LEFT SINGLE QUOTATION MARK}": "'", "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"', "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{LESS-THAN OR EQUAL TO}": "<=", "\N{GREATER-THAN OR EQUAL TO}": ">=", "\N{RIGHTWARDS ARROW}": "->",
    "\N{NO-BREAK SPACE}": " ",
}  # fmt: skip
# Controls, formats that are not seen (but the two joiners, which scripts need), separators of lines, lone surrogates.
_UNSEEN = (
    r"\x00-\x09\x0b-\x1f\x7f-\x9f\u0600-\u0605\u061c\u06dd\u070f\u08e2\u180e\u200b\u200e\u200f\u2028-\u202e"
    r"\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0001-\U000e007f"
)
_STEERS, _STEERS_OR_BREAKS = re.compile(f"[{_UNSEEN}]"), re.compile(rf"[\n{_UNSEEN}]")
_WORD = re.compile(r"\S+(?: %)?")  # a number stays with its per cent sign
_ROOM_AND_WORD = re.compile(r"(\s*)(\S+(?: %)?)")


def visible(text: str) -> str:
    r"""The text with `\x1b`, `\u202e` and the like for what would steer a terminal; line breaks stay."""
    return _STEERS.sub(_escaped, text)


def one_line(text: str) -> str:
    """The same in one line: breaks are told, too."""
    return _STEERS_OR_BREAKS.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape", "surrogatepass").decode("ascii")


def width_of(text: str) -> int:
    """Columns of a terminal that a text takes."""
    if text.isascii():
        return len(text)
    return sum(_width_of_one(letter) for letter in text)


def _width_of_one(letter: str) -> int:
    if unicodedata.combining(letter) or letter in "\u200c\u200d":
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def words_of(text: str) -> list[str]:
    """What is never broken: words, and numbers with their per cent sign."""
    return _WORD.findall(text)


def wrapped(text: str, width: int, hang: int | None = None) -> list[str]:
    """Lines no wider than this, broken between words alone: a longer word has a line of its own.

    Parameters
    ----------
    hang
        Columns by which all lines but the first are set in; by default those of the first.
    """
    if width_of(text) <= width:
        return [text]
    margin = len(text) - len(text.lstrip(" "))
    lines, line = [], ""
    later = " " * min(margin if hang is None else hang, width // 2)
    for room, word in _ROOM_AND_WORD.findall(text):
        if line.strip() and width_of(line) + len(room) + width_of(word) > width:
            lines.append(line)
            line, room = later, ""
        line += room + word
    return [*lines, line]


def shortened(text: str, width: int) -> str:
    """As many whole words as fit, with dots for the others; nothing where not even one does."""
    if width_of(text) <= width:
        return text
    kept = ""
    for word in words_of(text):
        longer = f"{kept} {word}" if kept else word
        if width_of(longer) + 4 > width:
            break
        kept = longer
    return f"{kept} ..." if kept else ""


def speak_plainly(*streams: Any) -> None:
    """Let streams write plain signs for what their encoding lacks."""
    codecs.register_error(PLAIN, _plain)
    for stream in streams:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=PLAIN)


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_plain_letter(letter) for letter in error.object[error.start : error.end]), error.end


def _plain_letter(letter: str) -> str:
    if letter in PLAINER:
        return PLAINER[letter]
    bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return bare or letter.encode("ascii", "backslashreplace").decode()


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number and its noun: "1 cell", "2 cells"; an irregular plural is given."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
