"""An HTML edition of this program, read by its closed grammar: where it leaves it, and what it says besides its text.

Strict where a browser is lenient: every element is closed by its own tag, in lower case, with the attributes that the
writer gives it in their order. So a browser builds the very tree that was read, and nothing in it is hidden or moved.
"""

import re
from hashlib import sha256
from html import unescape
from typing import NamedTuple

from core.verify.reading.linked_data import ShownQuotation, says_what_is_shown
from core.verify.reading.own_markdown import read_declaration
from core.verify.reading.page import collapse
from core.verify.reading.page_grammar import (
    GRAMMAR,
    OWN_PANELS,
    OWN_POLICIES,
    OWN_SCRIPTS,
    OWN_STYLES,
    ROOMS,
    PageElement,
)
from core.verify.reading.quoted_spans import find_quoted
from core.verify.reading.recording_links import CardLinks, RecordingLink
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
_NOT_VERIFIED = "speaker not verified"
_DOUBTS_IN_PRINT = (_NOT_VERIFIED, "listen first: ")


class QuotationCard(NamedTuple):
    """What the card of a quotation says: its words and line, the speaker's name, and all of it as it stands in print;
    `number` tells it from the others."""

    number: str
    words: str
    line: int
    name: str
    in_print: str


class OwnPage(NamedTuple):
    """A page as its grammar reads it; `obstacle` is the line, from 1, and the piece where it first leaves it, `unshown`
    where its data for machines say something else than it shows, `links` those of its quotations."""

    obstacle: tuple[int, str] | None
    declared: tuple[SpeakerDeclaration, ...]
    declared_lines: tuple[int, ...]
    cards: tuple[QuotationCard, ...]
    unshown: tuple[int, str] | None = None
    links: tuple[RecordingLink, ...] = ()


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


def _is_known(text: str, digests: frozenset[str]) -> bool:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest() in digests


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
        self._number = ""
        self._set_apart = 0
        self._said: dict[str, list[str]] = {}
        self._link = ""
        self._about = ""
        self._places: list[tuple[int, str]] = []
        self._entries: list[tuple[int, str]] = []
        self._chapters = 0
        self._title = ""
        self._shown: list[ShownQuotation] = []
        self._linked: tuple[int, str] | None = None
        self.links = CardLinks()
        self.cards: list[QuotationCard] = []
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
        self._compare_in_print()
        if self.links.obstacle:
            raise _NotOurs(*self.links.obstacle)

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
        inside.words.append(unescape(text))

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
        self._expect(
            "policy" not in groups or groups["policy"] is None or _is_known(groups["policy"], OWN_POLICIES), what
        )
        next_of = {"entry": len(self._entries) + 1, "chapter": self._chapters + 1}
        self._expect(all(groups.get(name) in (None, str(number)) for name, number in next_of.items()), what)
        if "number" in groups:
            self._number, self._said, self._link = groups["number"], {}, ""
        self._link = groups.get("link") or self._link
        self._expect(groups.get("card") in (None, self._number), what)
        if tag not in _VOID:
            self._open.append(_Open(full, tag, ROOMS.get(name, room), self._line, element, [], []))

    def _raw(self, name: str, found: re.Match[str]) -> None:
        """Read an element that is known as a whole, or holds data for the script."""
        end = self._page.find(f"</{found['tag']}>", self._at)
        what = f"{_short(found.group())} that is not this program's"
        self._expect(end >= 0, what)
        text = self._page[self._at : end]
        known = {"style": OWN_STYLES, "script": OWN_SCRIPTS}.get(name)
        if name == "section.check":
            self._expect(_is_known(found.group() + text, OWN_PANELS), what)
        elif name == "script" and found["attributes"] == _LINKED_DATA:
            self._expect(self._linked is None and not any(char in text for char in "<>&"), what)
            self._linked = (self._line, text)
        elif name == "script" and _DATA.fullmatch(found["attributes"]):
            self._expect(not any(char in text for char in "<>&"), what)
        else:
            self._expect(known is not None and not found["attributes"] and _is_known(text, known), what)
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
        """Keep what a page says besides its text: names on cards, places in print, whom labels mean."""
        name = closed.name
        if closed.room == "quote":
            self._said.setdefault(name.removeprefix("quote ").removeprefix("chapter "), []).append(words)
            if name == "quote p":
                self._set_apart = closed.line
            if name.endswith(".quote"):
                self._finish_card(self._set_apart if name == "chapter figure.quote" else closed.line)
        elif name == "places li":
            self._places.append((closed.line, words))
        elif name == "header h1":
            self._title = words
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

    def _finish_card(self, line: int) -> None:
        said = self._said
        in_marks = "".join((*said.get("a", ()), *said.get("span.quote", ())))
        self._expect("p" in said or re.fullmatch("“.*”", in_marks, re.DOTALL), in_marks[:200], line)
        words = "".join((*said["p"], *said.get("a", ()))) if "p" in said else in_marks[1:-1]
        self.links.take(self._link, words, line, said.get("span", []))
        name, role = said["b"][0], said["span.who"][0].removeprefix(", ")
        doubts = (one for one in said.get("span.doubt", []) if one.startswith(_DOUBTS_IN_PRINT))
        in_print = ", ".join((*reversed(said.get("span", [])), name, role, *doubts))
        self.cards.append(QuotationCard(self._number, words, line, name, in_print))
        is_verified = _NOT_VERIFIED not in said.get("span.doubt", [])
        self._shown.append(ShownQuotation(self._number, words, name if is_verified else ""))

    def unshown(self) -> tuple[int, str] | None:
        """Return the line of the data for machines where these are not what the page shows, and what is said of it."""
        if self._linked is None or says_what_is_shown(self._linked[1], self._title, self._shown):
            return None
        return self._linked[0], "data for machines that the page does not show"

    def _compare_in_print(self) -> None:
        """Compare the list of places, which takes the place of the cards on paper, with the cards."""
        cards = {card.number: card for card in self.cards}
        for number, (line, place) in enumerate(self._places, start=1):
            card = cards.get(str(number))
            fits = card is None or place == collapse(card.in_print)
            self._expect(fits, place[:200], line)
        self._expect(
            all(int(number) <= len(self._places) for number in cards), "a quotation without its place in print"
        )


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
        cards=tuple(reader.cards),
        unshown=None if obstacle else reader.unshown(),
        links=tuple(reader.links.links),
    )
