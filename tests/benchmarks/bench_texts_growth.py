"""Reading and checking texts takes time in proportion to their length, whatever stands in them."""

import json
from collections.abc import Callable, Iterator
from functools import partial

from core.editions.article_check import check_article
from core.text.segmentation import sentence_spans
from core.transcripts.readers import read_transcript
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


NAMES = ("Ann Berg", "Tom Reyes", "Ida Sol")
WORDS = "and then the lamp went out again, as it does"


def _time(number: int, comma: str = ".") -> str:
    minutes, seconds = divmod(number, 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}{comma}000"


def _cues(count: int, begin: str, comma: str, line: Callable[[int], str]) -> str:
    cues = (f"{n + 1}\n{_time(n, comma)} --> {_time(n + 1, comma)}\n{line(n)}\n\n" for n in range(count))
    return begin + "".join(cues)


def _whisper(count: int) -> str:
    words = [{"word": f" {word}", "probability": 0.9} for word in WORDS.split()]
    segments = [{"start": n, "end": n + 1, "text": f" {WORDS}", "words": words} for n in range(count)]
    return json.dumps({"text": "", "segments": segments, "language": "en"})


def _elan(count: int) -> str:
    slots = "".join(f'<TIME_SLOT TIME_SLOT_ID="ts{n}" TIME_VALUE="{n * 1000}"/>' for n in range(count + 1))
    said = "".join(
        f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a{n}" TIME_SLOT_REF1="ts{n}" TIME_SLOT_REF2="ts{n + 1}">'
        f"<ANNOTATION_VALUE>{WORDS}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>"
        for n in range(count)
    )
    return (
        f'<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER><TIER TIER_ID="Ann">{said}</TIER></ANNOTATION_DOCUMENT>'
    )


FORMATS: dict[str, Callable[[int], str]] = {
    "webvtt": lambda count: _cues(count, "WEBVTT\n\n", ".", lambda n: f"<v {NAMES[n % 3]}>{WORDS}"),
    "webvtt zoom": lambda count: _cues(count, "WEBVTT\n\n", ".", lambda n: f"{NAMES[n % 3]}: {WORDS}"),
    "srt": lambda count: _cues(count, "", ",", lambda n: f"{NAMES[n % 3]}: {WORDS}" if n % 4 else WORDS),
    "json whisper": _whisper,
    "table": lambda count: "start,speaker,text\n" + "".join(f'{n},{NAMES[n % 3]},"{WORDS}"\n' for n in range(count)),
    "elan": _elan,
    "webvtt lines": lambda count: _cues(count // 1_500, "WEBVTT\n\n", ".", lambda _: "ab\n" * 5_000),
    "webvtt marks": lambda count: f"WEBVTT\n\n{_time(0)} --> {_time(1)}\n" + "ab >> cd " * (count // 3) + "\n\n",
    "otter": lambda count: "".join(f"{NAMES[n % 3]}  {n // 60}:{n % 60:02}\n{WORDS}\n\n" for n in range(count)),
    "timed lines": lambda count: "".join(f"{_time(n)[:8]} {WORDS}\n" for n in range(count)),
}


@growth("transcripts: ten times the units of a file", 12, floor=0.01)
def units() -> Iterator[Case]:
    """One speaker after the other, a sentence each."""
    for name, written in FORMATS.items():
        few, many = (written(count).encode() for count in (1_500, 15_000))
        assert read_transcript(few).source.reader in (name.split()[0], "text")
        yield Case(name, *(partial(read_transcript, data) for data in (few, many)))
