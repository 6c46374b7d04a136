"""Words as XML can hold them."""

import re
from html import escape

from core.text.confusables import without_order_controls

_SPACE = re.compile(r"\s+")
_CONTROLS = (code for code in range(0x20) if not chr(code).isspace())
_UNWRITABLE = dict.fromkeys((*_CONTROLS, *range(0xD800, 0xE000), 0xFFFE, 0xFFFF), "\ufffd")


def xml_slice(text: str) -> str:
    """Return a slice escaped, on one line; what XML cannot hold is U+FFFD, so that such a slice is not proven."""
    return escape(" ".join(text.split()).translate(_UNWRITABLE), quote=False)


def xml_words(text: str) -> str:
    """Return words that are no quotation, escaped: white space is one space, nothing turns the order of characters."""
    return escape(_SPACE.sub(" ", without_order_controls(text)).translate(_UNWRITABLE), quote=False)
