"""HTML as its reader sees it: blocks, block quotes, marks for `<q>`; nothing that a browser does not show."""

from collections import Counter
from typing import NamedTuple

from core.text.punctuation import UNREADABLE
from core.verify.reading.html_tags import HtmlTag, scan_markup
from core.verify.reading.page import OBJECT, PageBuilder, VisibleBlock
from core.verify.reading.quoted_spans import find_quoted

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

# Elements of the program's own page whose style hides them at times, and those that open only when asked to.
_HIDDEN_CLASSES = frozenset(("places", "provenance"))
# In Markdown, elements and attributes that every renderer shows as nothing but their text.
_PLAIN_NAMES = "a b br cite code em h1 h2 h3 h4 h5 h6 hr i kbd li ol p pre q strong u ul"
_PLAIN_ATTRIBUTES = frozenset(("href", "lang", "name"))

_PLAIN = frozenset(_PLAIN_NAMES.split()) | frozenset(_BLOCK_NAMES.split())
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_CELLS = frozenset(("dd", "dt", "td", "th"))
_LISTS = frozenset(("li", "ol", "ul"))
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
        self._in_cell = False

    def feed(self, markup: str, line: int) -> None:
        """Write `markup`, which begins in `line`."""
        done = 0
        for offset, piece in scan_markup(markup):
            line += markup.count("\n", done, offset)
            done = offset
            if isinstance(piece, HtmlTag):
                self._tag(piece, line)
            else:
                self._write(piece, line)

    def _write(self, text: str, line: int) -> None:
        self._page.write(text, line)

    def _tag(self, tag: HtmlTag, line: int) -> None:
        page = self._page
        if tag.name == "blockquote":
            if not tag.closes:
                self._quotes += 1
                page.open_quote()
            elif self._quotes:
                self._quotes -= 1
                page.close_quote()
        elif tag.name in _HEADINGS and not tag.closes:
            page.begin_heading(int(tag.name[1:]))
        elif tag.name in _LISTS:
            self._in_cell = False
            (page.begin_item if tag.name == "li" and not tag.closes else page.end_item)()
        elif tag.name in _CELLS:
            self._cell(tag, line)
        elif tag.name in _BLOCKS:
            self._in_cell = False
            page.end_block()
        elif tag.name == "br":
            page.break_line()
        elif tag.name == "q":
            page.write("”" if tag.closes else "“", line)
        elif self._is_object(tag):
            page.write(OBJECT, line)

    def _cell(self, tag: HtmlTag, line: int) -> None:
        """Read a cell as words behind a label: what stands in the one before it may be whose they are."""
        if tag.closes:
            return
        if self._in_cell and tag.name != "dt":
            self._page.write(":", line)
        self._page.end_block()
        self._in_cell = True

    def _is_object(self, tag: HtmlTag) -> bool:
        """Tell whether what a tag begins or ends may be seen otherwise than as the text that stands in it."""
        if tag.name in _NEVER_SHOWN:
            return not tag.closes
        if tag.name in _OBJECTS or tag.name not in _PLAIN:
            return True
        return any(name not in _PLAIN_ATTRIBUTES for name, _ in tag.read_attributes())


class _Open(NamedTuple):
    """An element that is open: whether it hides what stands in it, whether it may, whether it is inside a sentence."""

    name: str
    hides: bool
    may_hide: bool


class _ShownHtmlReader(HtmlReader):
    """Leaves out what a browser does not show; where it is not certain that something is hidden, it is shown.

    What may be hidden at times is no proof: each piece of its text is an object. Hidden text in which something is
    quoted is read as well, because a style may show it.
    """

    def __init__(self, page: PageBuilder) -> None:
        super().__init__(page)
        self._open: list[_Open] = []
        self._names: Counter[str] = Counter()
        self._hidden = 0
        self._may_hide = 0
        self._hidden_quotes = 0
        self._unseen: list[tuple[int, str]] = []
        self.quoted_unseen: list[tuple[int, str]] = []

    def _write(self, text: str, line: int) -> None:
        text = text.replace(OBJECT, UNREADABLE)  # what is typed is no object
        if self._hidden:
            if not any(self._names[name] for name in _NEVER_SHOWN):
                self._unseen.append((line, text))
        elif self._may_hide and text.strip():
            super()._write(OBJECT + text, line)
        else:
            super()._write(text, line)

    def _tag(self, tag: HtmlTag, line: int) -> None:
        was_hidden = self._hidden
        if tag.closes:
            if self._names[tag.name]:
                self._close_to(tag.name)
        elif tag.name not in _VOID:
            if self._hidden:
                self._end_what_is_over(tag.name)
            self._begin(tag, line)
        if not self._hidden and was_hidden:
            self.end_unseen()
        self._show(tag, line)

    def _begin(self, tag: HtmlTag, line: int) -> None:
        element = _Open(tag.name, self._hides(tag), self._may_be_hidden(tag))
        self._open.append(element)
        self._names[tag.name] += 1
        self._hidden += element.hides
        self._may_hide += element.may_hide
        named = tag.attributes and any(name not in _PLAIN_ATTRIBUTES for name, _ in tag.read_attributes())
        if element.hides or (named and tag.name not in _BLOCKS):
            self._page.leave_gap(line)

    def _show(self, tag: HtmlTag, line: int) -> None:
        if self._hidden and tag.name in ("blockquote", "q") and not tag.closes:
            self._unseen.append((line, "“"))
        if tag.name == "blockquote" and not tag.closes and self._hidden:
            self._hidden_quotes += 1
        elif tag.name == "blockquote" and tag.closes and self._hidden_quotes:
            self._hidden_quotes -= 1
        elif not self._hidden:
            super()._tag(tag, line)

    def _is_object(self, tag: HtmlTag) -> bool:
        if tag.name in _NEVER_SHOWN:
            return not tag.closes
        return tag.name in _OBJECTS or tag.has("hidden") or tag.has("style")

    def end_unseen(self) -> None:
        """Keep the hidden text that has just ended if a reader would find a quotation in it."""
        text = "".join(piece for _, piece in self._unseen)
        if find_quoted(text):
            self.quoted_unseen.append((self._unseen[0][0], text))
        self._unseen = []

    def _hides(self, tag: HtmlTag) -> bool:
        if self._names["svg"] or self._names["math"] or self._names["select"]:
            return False
        if tag.name in _NEVER_SHOWN:
            return not tag.has("shadowrootmode")
        return tag.name in _MAY_BE_HIDDEN and tag.has("hidden") and not self._names["table"]

    def _may_be_hidden(self, tag: HtmlTag) -> bool:
        if tag.name in ("details", "dialog"):
            return True
        return any(
            name == "class" and not _HIDDEN_CLASSES.isdisjoint(value.split()) for name, value in tag.read_attributes()
        )

    def _end_what_is_over(self, name: str) -> None:
        """End hidden elements that a new start tag may end without an end tag (`<p hidden>` at the next block)."""
        if name not in _BLOCKS and not self._names[name]:
            return
        while self._hidden and self._open[-1].name not in _LASTING:
            self._close_to(self._open[-1].name)

    def _close_to(self, name: str) -> None:
        last = ""
        while last != name:
            last, hid, may_hide = self._open.pop()
            self._names[last] -= 1
            self._hidden -= hid
            self._may_hide -= may_hide


def read_html(edition: str) -> list[VisibleBlock]:
    """Return the blocks of an HTML edition as a browser shows them; attributes and what is hidden are not text.

    Hidden text that quotes something comes last, each piece of it as an object and its text.
    """
    page = PageBuilder()
    shown = _ShownHtmlReader(page)
    shown.feed(edition, 1)
    shown.end_unseen()
    page.end_block()
    page.finish()
    for line, text in shown.quoted_unseen:
        page.write(OBJECT + text, line)
        page.end_block()
    return page.finish()
