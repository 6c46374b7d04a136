"""Compare the cards of an edition's page with what the page lists of its quotations at its end: who, when, where.

A card is hidden until a reader asks for it; what stands on it is compared like the rest.
"""

from collections.abc import Iterator
from typing import NamedTuple

from core.editions.certificate import Certificate
from core.editions.certified_words import words_seen
from core.editions.comparison.blocks import BlocksSideBySide
from core.editions.comparison.discrepancy import Discrepancy, DiscrepancyKind, shown
from core.editions.comparison.list_differences import CertificateIndex
from core.verify.reading.html_tags import HtmlTag, scan_markup

# What begins a line of the page's list of places, and of each card the line of the same quotation.
_PLACE = "characters "
# The doubts that the list has as well; a card also warns of words beside the quotation.
_DOUBTS = ("speaker not verified", "listen first: ")


class PageCard(NamedTuple):
    """The card of a quotation: the id in its page, whom it names, its facts as the list has them, its line from 1."""

    quote_id: str
    name: str
    facts: str
    line: int


def _fields(pieces: list[tuple[str, str]]) -> tuple[str, str]:
    """Return the name on a card, and its facts in the order of the list; a piece is a class or element and a text."""
    name = " ".join(text for what, text in pieces if what == "b")
    role = " ".join(text.removeprefix(", ") for what, text in pieces if what == "who")
    facts = [text for what, text in pieces if what == "span"]
    doubts = [text for what, text in pieces if what == "doubt" and text.startswith(_DOUBTS)]
    return name, ", ".join((*reversed(facts), name, role, *doubts))


def read_cards(page: str) -> Iterator[PageCard]:
    """Yield the cards of a page in reading order. Total and linear."""
    line, done, quote_id, begins = 1, 0, "", 0
    inside: list[str] = []
    pieces: list[tuple[str, str]] = []
    for offset, piece in scan_markup(page):
        line += page.count("\n", done, offset)
        done = offset
        if isinstance(piece, str):
            if inside and words_seen(piece):
                pieces.append((inside[-1], words_seen(piece)))
        elif piece.closes:
            if inside and piece.name in ("span", "b"):
                inside.pop()
                if not inside:
                    yield PageCard(quote_id, *_fields(pieces), begins)
        else:
            quote_id, begins = _open(piece, inside, pieces, (quote_id, line, begins))


def _open(tag: HtmlTag, inside: list[str], pieces: list[tuple[str, str]], at: tuple[str, int, int]) -> tuple[str, int]:
    """Take a start tag into account; return the id of the quotation it is in, and the line of the card."""
    quote_id, line, begins = at
    attributes = dict(tag.read_attributes())
    quote_id = attributes.get("data-quote-id", quote_id)
    if attributes.get("class") == "provenance" and tag.name == "span":
        inside[:], pieces[:] = ["card"], []
        return quote_id, line
    if inside and tag.name in ("span", "b"):
        inside.append("b" if tag.name == "b" else attributes.get("class", "span"))
    return quote_id, begins


def _difference(card: PageCard, expected: str, name: str, sides: BlocksSideBySide) -> Discrepancy:
    place = sides.place_at(card.line).of_difference
    if card.name != name:
        return Discrepancy(
            kind=DiscrepancyKind.CHANGED_NAME,
            message=f"A card names {card.name or 'nobody'} where {name} was named.",
            quote_id=card.quote_id,
            line=card.line,
            place=place,
            was=name,
            found=card.name,
        )
    return Discrepancy(
        kind=DiscrepancyKind.CHANGED_TEXT,
        message=f"A card has {shown(card.facts)} where {shown(expected)} was certified.",
        quote_id=card.quote_id,
        line=card.line,
        place=place,
        was=expected,
        found=card.facts,
    )


def compare_cards(
    certificate: Certificate, index: CertificateIndex, page: str, sides: BlocksSideBySide
) -> Iterator[Discrepancy]:
    """Yield the cards that say something else of their quotation, and the quotations that have another id.

    Cards that came or went with their quotation are no differences of their own.
    """
    from rapidfuzz.distance import Levenshtein

    expected = [text for text in certificate.page if text.startswith(_PLACE)]
    ids = index.in_order
    cards = list(read_cards(page))
    if len(ids) != len(expected):
        return
    for step in Levenshtein.opcodes([card.facts for card in cards], expected):
        for offset in range(step.src_end - step.src_start if step.tag == "replace" else 0):
            number = step.dest_start + offset
            name = index.quotes[ids[number]].speaker_name
            yield _difference(cards[step.src_start + offset], expected[number], name, sides)
    if len(cards) != len(ids) or sorted(card.quote_id for card in cards) == sorted(ids):
        return
    for card, quote_id in zip(cards, ids, strict=True):
        if card.quote_id != quote_id:
            yield Discrepancy(
                kind=DiscrepancyKind.CHANGED_TEXT,
                message=f"A quotation has the id {card.quote_id}; it was certified with {quote_id}.",
                quote_id=quote_id,
                line=card.line,
                place=sides.place_at(card.line).of_difference,
                was=quote_id,
                found=card.quote_id,
            )
