"""Text in XML: without what no XML file can hold, and escaped."""

import re
from html import escape

_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def writable(text: str) -> str:
    """Return text in which U+FFFD stands for what XML cannot hold: control characters, halves of a character."""
    return _UNWRITABLE.sub("\ufffd", text)


def xml_text(text: str) -> str:
    """Return text as the content of an element."""
    return escape(writable(text), quote=False).replace("\r", "&#13;")
