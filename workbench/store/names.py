"""Names that a person typed: one line, not too long."""

import unicodedata
from collections.abc import Iterable

from core.errors import BadInput, Problem
from core.text.web_address import MAX_ADDRESS
from core.text.web_address import web_address as core_web_address
from core.text.well_formed import well_formed

MAX_TITLE = 200
MAX_NAME = 1_000
MAX_PATH = 4_096

# Control characters, half characters, and what ends a line or a paragraph.
_NOT_IN_A_LINE = {"Cc", "Cs", "Zl", "Zp"}


def one_line(text: str, what: str, *, most: int = MAX_TITLE) -> str:
    """Return a name, well-formed and without white space around it. `what` names it in messages ("the title").

    Raises BadInput if it is empty, longer than `most` characters, or not one line.
    """
    stripped = well_formed(text).strip()
    message = ""
    if not stripped:
        message, remedy = "is empty.", "Type a word or two."
    elif len(stripped) > most:
        message, remedy = f"has {len(stripped):,} characters; {most} is the most.", "Shorten it."
    elif any(unicodedata.category(character) in _NOT_IN_A_LINE for character in stripped):
        message, remedy = "holds a line break or a character that cannot be seen.", "Write it on one line."
    else:
        return stripped
    raise BadInput(Problem(place=what, message=message, remedy=remedy))


def web_address(text: str, what: str) -> str:
    """Return an address of the web, its characters such that it can stand in any link. Raises BadInput."""
    return core_web_address(one_line(text, what, most=MAX_ADDRESS), what)


def as_title(text: str) -> str:
    """Return the part of a text that a title can hold, "" if there is none."""
    seen = "".join(" " if unicodedata.category(character) in _NOT_IN_A_LINE else character for character in text)
    return " ".join(seen.split())[:MAX_TITLE].rstrip()


def free_title(title: str, taken: Iterable[str], mark: str = "{}") -> str:
    """Return the title with a mark, numbered from 2 until it is not taken; the title is cut to make room for it.

    `mark` has a place for the number: " (copy){}" becomes " (copy)" and " (copy) 2".
    """
    titles = set(taken)
    number = 1
    while True:
        end = mark.format("" if number == 1 else f" {number}")
        free = title[: MAX_TITLE - len(end)].rstrip() + end
        if free not in titles:
            return free
        number += 1
