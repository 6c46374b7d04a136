"""Our Markdown as plain text for a terminal, which would show the escapes."""

import re

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])|\*{1,2}")
_CUT = re.compile(r"(?<!\\)(?:\\\\)*\\\Z")


def plain_text_of(markdown: str) -> str:
    """Return Markdown without escapes and emphasis; headings, lists and block quotes keep their signs.

    The plain text of any beginning of a text is a beginning of the plain text of the whole.
    """
    whole = markdown[:-1] if _CUT.search(markdown) else markdown
    return _ESCAPED.sub(lambda found: found[1] or "", whole)
