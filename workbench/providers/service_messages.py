"""Words of a service, before a person reads them."""

import re

from core.prose.render import one_line
from workbench.providers.keys import scrub

_LONGEST = 280  # characters
# Letters and marks to Python, and still nothing that anybody sees: joiners, fillers and selectors of variants.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001bca0-\U0001bca3\U000e0100-\U000e01ef]"
)


def _seen(text: str) -> str:
    """Return a text on one line, without what cannot be seen."""
    return one_line("".join(char for char in one_line(_UNSEEN.sub("", text)) if char.isprintable()))


def in_one_line(text: str) -> str:
    """Return what a service says without keys, on one line, without what cannot be seen, and cut where it is long."""
    # In this order: what nobody sees may stand between the letters of a key, and a cut may leave half of one.
    words = scrub(_seen(text))
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
