"""HTML as its reader sees it: blocks, block quotes, marks for `<q>`; nothing that a browser does not show."""

from collections import Counter

from core.verify.markup import Tag, scan_markup
from core.verify.page import OBJECT, Block, PageBuilder

_BLOCK_NAMES = """
    address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption
    figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li main menu nav ol optgroup
    option p pre search section select summary table tbody td textarea tfoot th thead title tr ul xmp
"""
_VOID_NAMES = "area base br col embed hr img input link meta source track wbr"
# Where `hidden` is honoured. A browser moves, drops or closes many other elements, so that what they seem to hide is
# shown.
_HIDEABLE = """
    a article aside b blockquote button cite details div em figure footer h1 h2 h3 h4 h5 h6 header i label li main nav
    ol p section small span strong ul
"""
# Of these, the ones that only their own end tag, or that of an element around them, ends.
_ENDED_BY_TAG = "article aside details div figure footer header main nav ol section span ul template"

# Their content is not read as it stands there, or something else is seen in its place.
_NOT_SIMPLY_TEXT = """
    audio bdo canvas datalist del embed iframe img input math meter noscript object picture progress rp rt s select slot
    strike sub sup svg textarea video
"""

_BLOCKS = frozenset(_BLOCK_NAMES.split())
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_OBJECTS = frozenset(_NOT_SIMPLY_TEXT.split())
_VOID = frozenset(_VOID_NAMES.split())
_NEVER_SHOWN = frozenset(("script", "style", "template", "title"))
_MAY_BE_HIDDEN = frozenset(_HIDEABLE.split())
_LASTING = frozenset(_ENDED_BY_TAG.split())


class HtmlReader:
    """Writes markup onto a page, piece by piece; what is open after one piece is open in the next."""

    def __init__(self, page: PageBuilder) -> None:
        self._page = page
        self._quotes = 0

    def feed(self, markup: str, line: int) -> None:
        """Write `markup`, which begins in `line`."""
        done = 0
        for offset, piece in scan_markup(markup):
            line += markup.count("\n", done, offset)
            done = offset
            if isinstance(piece, Tag):
                self._tag(piece, line)
            else:
                self._write(piece, line)

    def _write(self, text: str, line: int) -> None:
        self._page.write(text, line)

    def _tag(self, tag: Tag, line: int) -> None:
        page = self._page
        if tag.name == "blockquote":
            if not tag.closes:
                self._quotes += 1
                page.open_quote()
            elif self._quotes:
                self._quotes -= 1
                page.close_quote()
        elif tag.name in _HEADINGS and not tag.closes:
            page.begin_heading()
        elif tag.name in _BLOCKS:
            page.end_block()
        elif tag.name == "br":
            page.break_line()
        elif tag.name == "q":
            page.write("”" if tag.closes else "“", line)
        elif self._is_object(tag):
            page.write(OBJECT, line)

    def _is_object(self, tag: Tag) -> bool:
        """Tell whether what a tag begins or ends may be seen otherwise than as the text that stands in it."""
        if tag.name in _NEVER_SHOWN:
            return not tag.closes
        return tag.name in _OBJECTS or tag.has("hidden") or tag.has("style")


class _Shown(HtmlReader):
    """Leaves out what a browser does not show; where it is not certain that something is hidden, it is shown."""

    def __init__(self, page: PageBuilder) -> None:
        super().__init__(page)
        self._open: list[tuple[str, bool]] = []
        self._names: Counter[str] = Counter()
        self._hidden = 0
        self._hidden_quotes = 0

    def _write(self, text: str, line: int) -> None:
        if not self._hidden:
            super()._write(text, line)

    def _tag(self, tag: Tag, line: int) -> None:
        if tag.closes:
            if self._names[tag.name]:
                self._close_to(tag.name)
        elif tag.name not in _VOID:
            if self._hidden:
                self._end_what_is_over(tag.name)
            hides = self._hides(tag)
            self._open.append((tag.name, hides))
            self._names[tag.name] += 1
            self._hidden += hides
        if tag.name == "blockquote" and not tag.closes and self._hidden:
            self._hidden_quotes += 1
        elif tag.name == "blockquote" and tag.closes and self._hidden_quotes:
            self._hidden_quotes -= 1
        elif not self._hidden:
            super()._tag(tag, line)

    def _hides(self, tag: Tag) -> bool:
        if self._names["svg"] or self._names["math"] or self._names["select"]:
            return False
        if tag.name in _NEVER_SHOWN:
            return not tag.has("shadowrootmode")
        return tag.name in _MAY_BE_HIDDEN and tag.has("hidden") and not self._names["table"]

    def _end_what_is_over(self, name: str) -> None:
        """End hidden elements that a new start tag may end without an end tag (`<p hidden>` at the next block)."""
        if name not in _BLOCKS and not self._names[name]:
            return
        while self._hidden and self._open[-1][0] not in _LASTING:
            self._close_to(self._open[-1][0])

    def _close_to(self, name: str) -> None:
        last = ""
        while last != name:
            last, hid = self._open.pop()
            self._names[last] -= 1
            self._hidden -= hid


def read_html(edition: str) -> list[Block]:
    """Return the blocks of an HTML edition as a browser shows them; attributes and what is hidden are not text."""
    page = PageBuilder()
    _Shown(page).feed(edition, 1)
    return page.finish()
