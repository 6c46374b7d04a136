"""Labels of query ids as a reader sees them: `**QID:** x` and a wide space behind the colon change nothing."""

import re

_WIDE = dict.fromkeys(map(ord, "\u00a0\u2007\u2009\u202f"), " ")
_DRESS = re.compile(r"[*`]{1,3}(?P<sign>[ \t]?[:=])|(?:(?<=[:=])|(?<=[:=][ \t]))[*`]{1,3}(?=[ \t\w])")


def _undressed(match: re.Match[str]) -> str:
    """Return the sign that ends a label, where there is one, and spaces for the rest."""
    return (match["sign"] or "").ljust(len(match.group()))


def with_plain_labels(text: str) -> str:
    """Return a text with plain spaces and without emphasis or marks of code between a label and what it labels.

    As long as the text, and what stands behind a label stands where it stood. Linear in the text.
    """
    plain = text if text.isascii() else text.translate(_WIDE)
    return _DRESS.sub(_undressed, plain) if "*" in plain or "`" in plain else plain
