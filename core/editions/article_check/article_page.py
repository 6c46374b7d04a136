"""What of an article is read: all of it, or of a foreign web page its text without what a style may do to it.

The checker reads a web page only where nothing on it can show other words than its text holds, which is true of this
program's own pages as they were written and of hardly any other. So that a foreign page can be checked at all, it is
reduced to the elements that a reader takes for text, quotations and blocks. What a browser shows of it may differ, and
the report says so.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from html import escape

from core.verify import Form
from core.verify.reading.html_tags import HtmlTag, scan_markup
from core.verify.reading.read_edition import read_edition
from core.verify.reading.read_file import EditionFile, read_file

_BLOCK_NAMES = """
    address article aside blockquote body caption dd details dialog div dl dt fieldset figcaption figure footer form h1
    h2 h3 h4 h5 h6 header hr legend li main nav ol option p pre section summary table tbody td tfoot th thead tr ul
"""
_BLOCKS = frozenset(_BLOCK_NAMES.split())
# Their text is not seen as text: inside a quotation they are a reason to look at the page.
_NOT_SIMPLY_TEXT = frozenset("img picture s del strike sub sup".split())
_KEPT = _BLOCKS | _NOT_SIMPLY_TEXT | {"br", "q"}
_NEVER_SHOWN = frozenset("script style template noscript noembed noframes iframe title object svg select".split())
# Only these end nowhere but at their own end tag, so that nothing behind them is taken for hidden.
_ENDED_BY_TAG = frozenset("article aside div figure footer header main nav ol section span ul template svg".split())
_HIDING_STYLE = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_LINE_END = re.compile(r"\r\n?")

Piece = tuple[int, HtmlTag | str]


def _ends(pieces: Sequence[Piece]) -> dict[int, int]:
    """Return for each start tag the index of the end tag that closes it, where there is one."""
    opened: dict[str, list[int]] = defaultdict(list)
    ends: dict[int, int] = {}
    for index, (_, piece) in enumerate(pieces):
        if not isinstance(piece, HtmlTag):
            continue
        if not piece.closes:
            opened[piece.name].append(index)
        elif opened[piece.name]:
            ends[opened[piece.name].pop()] = index
    return ends


def _hides(tag: HtmlTag) -> bool:
    if tag.name in _NEVER_SHOWN:
        return True
    if tag.name not in _ENDED_BY_TAG or not tag.attributes:
        return False
    attributes = tag.read_attributes()
    return any(name == "hidden" or (name == "style" and _HIDING_STYLE.search(value)) for name, value in attributes)


def _written(piece: HtmlTag | str) -> str:
    """Return a tag without its attributes, a text with its entities; what only dresses text up is nothing."""
    if isinstance(piece, str):
        return escape(piece, quote=False)
    if piece.name not in _KEPT:
        return ""
    return f"</{piece.name}>" if piece.closes else f"<{piece.name}>"


def _reduced(page: str) -> str:
    """Return a page as markup that shows its text and nothing else; every text stays in its line."""
    pieces = list(scan_markup(page))
    ends = _ends(pieces)
    written: list[str] = []
    index = done = lines = 0
    while index < len(pieces):
        offset, piece = pieces[index]
        if isinstance(piece, HtmlTag) and not piece.closes and index in ends and _hides(piece):
            index = ends[index] + 1
            continue
        if piece := _written(piece):
            lines += page.count("\n", done, offset)
            done = offset
            written.append("\n" * lines + piece)
            lines = -piece.count("\n")
        index += 1
    return "".join(written)


def read_page(article: str, form: Form) -> EditionFile:
    """Return an article as it is read: where a web page has an obstacle, the text of it.

    Total and linear.
    """
    read = read_file(article, form)
    if form != "html" or read.obstacle is None:
        return read
    return EditionFile(read_edition(_reduced(_LINE_END.sub("\n", article)), form), is_own=False)._replace(
        obstacle=read.obstacle
    )
