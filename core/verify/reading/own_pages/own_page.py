"""An HTML edition of this program, read by its closed grammar: where it leaves it, and what it says besides its text.

Strict where a browser is lenient: every element is closed by its own tag, in lower case, with the attributes that the
writer gives it in their order. So a browser builds the very tree that was read, and nothing in it is hidden or moved.
"""

import re
from html import unescape
from typing import NamedTuple

from core.verify.reading.documents.document_text import QuotationNote
from core.verify.reading.own_markdown import read_declaration
from core.verify.reading.own_pages.linked_data import says_what_is_shown
from core.verify.reading.own_pages.page_cards import PageCards
from core.verify.reading.own_pages.page_grammar import GRAMMAR, ROOMS, PageElement, is_own
from core.verify.reading.own_pages.page_lists import COPIED, PageLists
from core.verify.reading.page import collapse
from core.verify.reading.quoted_spans import find_quoted
from core.verify.reading.recording_links import RecordingLink
from core.verify.reading.statements import NamedRole, Statements, find_torn_roles
from core.verify.result import SpeakerDeclaration

_BEGINNING = "<!DOCTYPE html>\n"
_TEXT = re.compile(r"(?:[^<>&]|&(?:amp|lt|gt|quot|#x27);)++")
_TAG = re.compile(
    r'<(?P<close>/?)(?P<tag>[a-z][a-z0-9]{0,15})(?: class="(?P<class>[a-z]{1,20})(?: (?:open|twice))?")?'
    r'(?P<attributes>(?: [a-z-]{1,30}+(?:="[^"<>]*+")?+)*+)>'
)
_DATA = re.compile(r' type="application/json" id="(?:certificate|standing)"')
_LINKED_DATA = ' type="application/ld+json"'
_VOID = frozenset(("meta", "link"))
_NAMES = "Names in the transcript"
# What of a quotation is its text; the rest is its card.
_TEXT_OF_QUOTE = frozenset(("chapter span.quote", "quote p", "quote a"))


class OwnPage(NamedTuple):
    """A page as its grammar reads it; `obstacle` is the line, from 1, and the piece where it first leaves it, `notes`
    what its cards say, `unshown` where its data for machines say something else than it shows, `links` those of its
    quotations."""

    obstacle: tuple[int, str] | None
    declared: tuple[SpeakerDeclaration, ...]
    declared_lines: tuple[int, ...]
    notes: tuple[QuotationNote, ...]
    unshown: tuple[int, str] | None = None
    links: tuple[RecordingLink, ...] = ()
    statements: Statements = Statements()


class _Open(NamedTuple):
    """An element that is open: its name in the grammar, the room of what stands in it, its children with their lines,
    its own words."""

    name: str
    tag: str
    room: str
    line: int
    element: PageElement
    children: list[tuple[str, int]]
    words: list[str]


class _NotOurs(Exception):
    """Something that no writer of this program makes."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.place = (line, what)


def _short(text: str) -> str:
    return collapse(text[:200])[:80]


class _PageReader:
    """Reads a page piece by piece; stops at the first that has no place in the grammar."""

    def __init__(self, page: str) -> None:
        self._page = page
        self._at = self._counted = 0
        self._line = 1
        self._open: list[_Open] = []
        self._was_open = False
        self._set_apart = 0
        self._about = self._marked = self._name = ""
        self._roles: list[NamedRole] = []
        self._lists = PageLists()
        self._places: list[tuple[int, str]] = []
        self._entries: list[tuple[int, str]] = []
        self._chapters = 0
        self._title = ""
        self._linked: tuple[int, str] | None = None
        self.cards = PageCards()
        self.declared: dict[str, tuple[SpeakerDeclaration, int]] = {}

    def read(self) -> None:
        """Read the whole page. Raises _NotOurs."""
        page = self._page
        self._expect(page.startswith(_BEGINNING), _short(page))
        self._at = len(_BEGINNING)
        while self._at < len(page):
            self._line += page.count("\n", self._counted, self._at)
            self._counted = self._at
            found = _TAG.match(page, self._at) or _TEXT.match(page, self._at)
            if found is None:
                raise _NotOurs(self._line, _short(page[self._at : self._at + 200]))
            self._at = found.end()
            if found.re is _TEXT:
                self._text(found.group())
            elif found["close"]:
                self._close(found)
            else:
                self._begin(found)
        self._expect(not self._open and self._was_open, "<html>")
        for line, entry in self._entries[self._chapters :]:
            raise _NotOurs(line, entry[:200])
        self._expect(len(self._entries) == self._chapters, "a chapter without its entry in the contents")
        for line, place in self.cards.other_in_print(self._places):
            raise _NotOurs(line or self._line, place[:200])
        if self.cards.links.obstacle:
            raise _NotOurs(*self.cards.links.obstacle)

    def _expect(self, holds: object, what: str, line: int | None = None) -> None:
        if not holds:
            raise _NotOurs(line or self._line, what)

    def _text(self, text: str) -> None:
        if text.isspace():
            return
        self._expect(self._open, _short(text))
        inside = self._open[-1]
        begins = self._line + text.count("\n", 0, len(text) - len(text.lstrip()))
        inside.children.append(("#", begins))
        words = unescape(text)
        inside.words.append(words)
        if inside.room == "chapter" or inside.name in _TEXT_OF_QUOTE:
            self._lists.show(words)

    def _begin(self, found: re.Match[str]) -> None:
        tag, what = found["tag"], _short(found.group())
        name = f"{tag}.{found['class']}" if found["class"] else tag
        if self._open:
            self._open[-1].children.append((name, self._line))
        if name in ("style", "script", "section.check"):
            self._raw(name, found)
            return
        self._expect(self._open or (name == "html" and not self._was_open), what)
        self._was_open = True
        room = self._open[-1].room if self._open else ""
        full = f"{room} {name}" if room else name
        element = GRAMMAR.get(full)
        attributes = element.attributes.fullmatch(found["attributes"].lstrip()) if element else None
        if element is None or attributes is None:
            raise _NotOurs(self._line, what)
        groups = attributes.groupdict()
        self._expect("policy" not in groups or groups["policy"] is None or is_own("policy", groups["policy"]), what)
        next_of = {"entry": len(self._entries) + 1, "chapter": self._chapters + 1}
        self._expect(all(groups.get(name) in (None, str(number)) for name, number in next_of.items()), what)
        if "chapter" in groups:
            self._lists.begin_chapter()
        if "number" in groups:
            self.cards.begin(groups["number"])
        if groups.get("link"):
            self.cards.take_link(groups["link"])
        self._marked = groups.get("marked") or self._marked
        self._expect(groups.get("card") in (None, self.cards.number), what)
        if tag not in _VOID:
            self._open.append(_Open(full, tag, ROOMS.get(name, room), self._line, element, [], []))

    def _raw(self, name: str, found: re.Match[str]) -> None:
        """Read an element that is known as a whole, or holds data for the script."""
        end = self._page.find(f"</{found['tag']}>", self._at)
        what = f"{_short(found.group())} that is not this program's"
        self._expect(end >= 0, what)
        text = self._page[self._at : end]
        if name == "section.check":
            self._expect(is_own(name, found.group() + text), what)
        elif name == "script" and found["attributes"] == _LINKED_DATA:
            self._expect(self._linked is None and not any(char in text for char in "<>&"), what)
            self._linked = (self._line, text)
        elif name == "script" and _DATA.fullmatch(found["attributes"]):
            self._expect(not any(char in text for char in "<>&"), what)
        else:
            self._expect(not found["attributes"] and is_own(name, text), what)
        self._at = end + len(f"</{found['tag']}>")

    def _close(self, found: re.Match[str]) -> None:
        self._expect(self._open and not found["attributes"] and not found["class"], found.group())
        closed = self._open.pop()
        self._expect(closed.tag == found["tag"], found.group())
        self._check_content(closed)
        words = collapse("".join(closed.words))
        if closed.element.words is not None:
            self._expect(closed.element.words.fullmatch(words), f"<{closed.tag}> {words[:80]}".strip(), closed.line)
        self._keep(closed, words)

    def _check_content(self, closed: _Open) -> None:
        children = "".join(f"{name}," for name, _ in closed.children)
        if closed.element.content.fullmatch(children):
            return
        fits = closed.element.content.match(children)
        read = children.count(",", 0, fits.end()) if fits else 0
        if read == len(closed.children):
            raise _NotOurs(closed.line, f"<{closed.tag}> that is not complete")
        name, line = closed.children[read]
        raise _NotOurs(line, f"{'words' if name == '#' else f'<{name}>'} in <{closed.tag}>")

    def _keep(self, closed: _Open, words: str) -> None:
        """Keep what a page says besides its text: places in print, whom labels mean, what stands in its rooms."""
        name = closed.name
        if closed.room in ("quote", "changes", "header"):
            {"quote": self._keep_card, "changes": self._keep_row}.get(closed.room, self._keep_top)(closed, words)
        elif name == "chapter mark.unproven":
            self._lists.told += [(words, closed.line)] if self._marked == COPIED else []
        elif name == "places li":
            self._places.append((closed.line, words))
        elif name == "contents span":
            self._entries.append((closed.line, words))
        elif name == "chapter section.chapter":
            self._chapters += 1
        elif name == "about h3":
            self._about = words
        elif name == "about li" and self._about == _NAMES:
            declared = read_declaration(words)
            if declared is None or self.declared.setdefault(declared.label, (declared, closed.line))[0] != declared:
                raise _NotOurs(closed.line, words[:80])
        elif name == "head title":
            self._expect(not find_quoted(words), "<title>")

    def _keep_card(self, closed: _Open, words: str) -> None:
        """Keep what stands in a quotation and on its card."""
        name = closed.name
        self.cards.take(name.removeprefix("quote ").removeprefix("chapter "), words)
        if name == "quote p":
            self._set_apart = closed.line
        if name.endswith(".quote"):
            line = self._set_apart if name == "chapter figure.quote" else closed.line
            stray = self.cards.finish(line)
            self._expect(stray is None, (stray or "")[:200], line)

    def _keep_top(self, closed: _Open, words: str) -> None:
        """Keep the title and who speaks, each with a role."""
        if closed.name == "header h1":
            self._title = words
        elif closed.name == "header b":
            self._name = words
        elif closed.name == "header li":
            self._roles.append(NamedRole(self._name, words.removeprefix(", "), closed.line))

    def _keep_row(self, closed: _Open, words: str) -> None:
        """Keep what stands in a folded list, whose tables have the titles of their chapters."""
        if closed.name == "changes caption":
            number, _, title = words.partition(" ")
            told = [entry for _, entry in self._entries[max(int(number) - 1, 0) : int(number)]]
            self._expect(told == [title], words[:200], closed.line)
        stray = self._lists.take(closed.name.removeprefix("changes "), words, closed.line)
        self._expect(stray is None, (stray or "")[:200], closed.line)

    def statements(self) -> Statements:
        """Return what the page says besides its text."""
        torn = find_torn_roles(self._roles, self.cards.roles)
        strays = (*torn, *self._lists.strays(self.cards.has_warned))
        return Statements(tuple(self._lists.told), tuple(self.cards.outside), strays)

    def unshown(self) -> tuple[int, str] | None:
        """Return the line of the data for machines where these are not what the page shows, and what is said of it."""
        if self._linked is None or says_what_is_shown(self._linked[1], self._title, self.cards.shown):
            return None
        return self._linked[0], "data for machines that the page does not show"


def read_own_page(page: str) -> OwnPage:
    """Read an HTML page as an edition of this program; line ends are `\\n`. Total and linear."""
    # As in Markdown, white space at the end of a line says nothing; in a style or a script, too.
    reader = _PageReader("\n".join(line.rstrip(" \t") for line in page.split("\n")))
    obstacle: tuple[int, str] | None = None
    try:
        reader.read()
    except _NotOurs as found:
        obstacle = found.place
    declared = reader.declared.values()
    return OwnPage(
        obstacle=obstacle,
        declared=tuple(one for one, _ in declared),
        declared_lines=tuple(line for _, line in declared),
        notes=tuple(reader.cards.notes),
        unshown=None if obstacle else reader.unshown(),
        links=tuple(reader.cards.links.links),
        statements=Statements() if obstacle else reader.statements(),
    )
