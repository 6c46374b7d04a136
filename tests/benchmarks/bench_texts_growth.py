"""Reading and checking texts takes time in proportion to their length, whatever stands in them."""

from collections.abc import Iterator
from functools import partial

from core.editions.article_check import check_article
from core.text.segmentation import sentence_spans
from core.transcripts.readers.inline_markup import resolve_inline
from core.transcripts.readers.markdown import read_markdown
from core.transcripts.readers.text import read_text
from core.verify import verify_edition
from tests.benchmarks.registry import Case, growth
from tests.core.editions.test_article_check import BOAT, TALK
from tests.core.transcripts.readers.hostile import INLINE, MARKDOWN
from tests.core.verify.test_edition import BOAT as BOAT_TALK

PADDING = "He went on for a while, and nobody in the room had asked him to. " * 13


def article_of(paragraphs: int) -> str:
    """Return an article in which every third quotation is altered, each in another way."""
    return "\n\n".join(
        f"{PADDING}“{BOAT if number % 3 else f'We did lose {number} boats that year.'}” (Tom Okoro)"
        for number in range(paragraphs)
    )


@growth("editions: an article of ten times the paragraphs", 20)
def articles() -> Iterator[Case]:
    """The long one has a megabyte."""
    few, many = article_of(120), article_of(1_200)
    assert len(many) > 1_000_000
    yield Case("", *(partial(check_article, article, "markdown", TALK) for article in (few, many)))


FILLINGS = {
    "one sentence": "“ab” and ",
    "names and no stops": "Ann says “ab” ",
    "stops that end nothing": "“ab” x. y. z. ",
}


@growth("verify: ten times the quotations or stops", 15)
def editions() -> Iterator[Case]:
    """A paragraph of nothing but quotations, and a row of stops that ends no sentence."""
    for name, piece in FILLINGS.items():
        texts = (piece * count for count in (2_000, 20_000))
        yield Case(name, *(partial(verify_edition, text, BOAT_TALK, form="markdown") for text in texts))
    stops = (f"“ab”{'.' * count}x" for count in (5_000, 50_000))
    yield Case("a row of stops", *(partial(verify_edition, text, BOAT_TALK, form="markdown") for text in stops))


@growth("text: sentences of eight times a hostile text", 20)
def sentences() -> Iterator[Case]:
    """Words, stops and line ends."""
    for piece in ("It works. ", "word", "a.b", ". ", "\n\n", "\r", " \n", "no stop "):
        texts = (piece * (size // len(piece)) for size in (25_000, 200_000))
        yield Case(repr(piece), *(partial(sentence_spans, text) for text in texts))


@growth("transcripts: ten times a hostile file", 15, floor=0.01)
def files() -> Iterator[Case]:
    """Markdown with labels and markup that never end; what is read is read again as plain text."""

    def both(text: str) -> None:
        raw, turns = read_markdown(text)
        assert read_text(raw) == turns

    for piece in MARKDOWN:
        yield Case(repr(piece), *(partial(both, piece * (size // len(piece))) for size in (20_000, 200_000)))
    for piece in INLINE:
        texts = (piece * (size // len(piece)) for size in (20_000, 200_000))
        yield Case(f"inline {piece!r}", *(partial(resolve_inline, text) for text in texts))
