"""Markdown of our own for a terminal: nobody there takes its escapes away."""

import re

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])|\*{1,2}")
_CUT = re.compile(r"(?<!\\)(?:\\\\)*\\\Z")


def plain_text_of(markdown: str) -> str:
    """Return Markdown as it is read at a terminal: its characters themselves, without emphasis; headings, lists and
    block quotes keep their signs.

    What begins like a whole text begins in plain like the whole in plain, wherever it is cut.
    """
    whole = markdown[:-1] if _CUT.search(markdown) else markdown
    return _ESCAPED.sub(lambda found: found[1] or "", whole)
