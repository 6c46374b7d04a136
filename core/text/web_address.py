"""Addresses of the web that a link may have: what a person types, and how it stands in a file."""

import re
from urllib.parse import quote

from core.errors import BadInput, Problem

MAX_ADDRESS = 2_000
_HOST = r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?"
_TYPED = re.compile(rf"{_HOST}(?:[/?][^\s#]*)?")
WRITTEN = rf"{_HOST}(?:[/?][A-Za-z0-9%/:?@!$&*+,;=~._\[\]-]*)?"
"""The pattern of an address as it is written: nothing in it could end a link, or be read as markup."""


def web_address(text: str, what: str) -> str:
    """Return an address of the web as it is written: every other character is percent-encoded; `what` names it in
    messages. Raises BadInput for anything else, for one with a name, a password or a place of its own (`#`), and for a
    very long one."""
    address = text.strip()
    written = quote(address, safe="%/:?@!$&*+,;=~[]", errors="replace") if _TYPED.fullmatch(address) else ""
    if written and len(written) <= MAX_ADDRESS:
        return written
    message = "is no address of the web, or holds a name, a password or a place in the page (#)."
    if written:
        message = f"has {len(written):,} characters as it is written; {MAX_ADDRESS:,} is the most."
    raise BadInput(Problem(place=what, message=message, remedy="Write it like https://talks.example/talk.mp3."))
