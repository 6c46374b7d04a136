"""A quote as a picture (SVG): its words, who said them, in which talk and when, and the certificate's hash.

Text stays text, in fonts of whoever looks at it; nothing in the file is active or fetched.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from core.editions.export.card_lines import FittedLines, fit_lines, line_height
from core.editions.export.decision_labels import clock
from core.editions.quote_list import QuoteSource, vouched_by
from core.enforcement.results import EditionQuote
from core.errors import EditionError, Problem
from core.prose.render import one_line, unmarked
from core.text.xml_text import writable, xml_text
from core.transcripts.passage_source import TimesOf

CardShape = Literal["wide", "square"]
SHAPES: Mapping[CardShape, tuple[int, int]] = {"wide": (1200, 675), "square": (1080, 1080)}
"""Width and height of each shape, in pixels."""
_SVG = "http://www.w3.org/2000/svg"
_SIDE, _TOP, _BOTTOM = 84, 64, 46
_BAR = 8
_GAP = 34
_WORDS = (60, 54, 48, 43, 38, 34, 30, 27, 25, 23)
_NAME, _TALK, _HASH = (28, 24, 21), (22, 19, 17), (15, 14, 13)
_MOST_NAME = 2 * line_height(_NAME[0])  # two lines
_MOST_TALK = 2 * line_height(_TALK[0])
_FONT = "Georgia, 'Noto Serif', 'Liberation Serif', 'DejaVu Serif', serif"
_PAPER, _INK, _SOFT, _ACCENT = "#fbfaf6", "#22201c", "#665f55", "#28615a"


class _Block(NamedTuple):
    """Lines of one size and colour, and where the baseline of the first stands."""

    fitted: FittedLines
    fill: str
    baseline: float


def _refusal(quote_id: str, message: str) -> EditionError:
    remedy = "Export another format, which holds it whole; no word of a quote is cut."
    return EditionError(Problem(place=f"quote {quote_id}", message=message, remedy=remedy))


def _time(quote: EditionQuote) -> str:
    if quote.start_seconds is None:
        return ""
    start = clock(quote.start_seconds)
    if quote.times not in (TimesOf.WORDS, TimesOf.UNITS):
        return f"at or after {start}"
    return start if quote.end_seconds is None else f"{start} to {clock(quote.end_seconds)}"


def _is_rtl(text: str) -> bool:
    strong = (unicodedata.bidirectional(char) for char in text)
    return next((kind for kind in strong if kind in ("L", "R", "AL")), "L") != "L"


def _fitted(quote_id: str, what: str, text: str, size: tuple[float, float, tuple[int, ...]]) -> FittedLines:
    """Return text that must fit a box of a width and a height at one of some sizes. Raises EditionError."""
    fitted = fit_lines(text, *size)
    if fitted is None:
        raise _refusal(quote_id, f"{what} a card.")
    return fitted


def _below(edition: QuoteSource, quote: EditionQuote, certificate_sha256: str, shape: CardShape) -> list[_Block]:
    """Return what stands below the words, the lowest first."""
    width, bottom = SHAPES[shape][0] - 2 * _SIDE, float(SHAPES[shape][1] - _BOTTOM)
    talk = " · ".join(filter(None, (unmarked(edition.title), _time(quote))))
    rows = (
        (
            "the certificate's hash is too long for",
            f"Quote Workbench, {vouched_by(edition, certificate_sha256)}",
            _HASH,
            _SOFT,
        ),
        ("the talk's title is too long for", talk, _TALK, _SOFT),
        ("the speaker's name is too long for", unmarked(quote.speaker_name), _NAME, _ACCENT),
    )
    heights = (line_height(_HASH[0]), _MOST_TALK, _MOST_NAME)
    blocks: list[_Block] = []
    for (what, text, sizes, fill), height in zip(rows, heights, strict=True):
        fitted = _fitted(quote.quote_id, what, writable(text), (width, height, sizes))
        if not fitted.lines:
            continue
        first = bottom - (len(fitted.lines) - 1) * line_height(fitted.size)
        blocks.append(_Block(fitted, fill, first))
        bottom = first - line_height(fitted.size) - (0 if fill == _ACCENT else 6)
    return blocks


def _lines(block: _Block, width: int) -> Iterator[str]:
    rtl = _is_rtl(" ".join(block.fitted.lines))
    place = f'x="{width - _SIDE}" direction="rtl"' if rtl else f'x="{_SIDE}"'
    for number, (line, forced) in enumerate(zip(block.fitted.lines, block.fitted.forced, strict=True)):
        y = block.baseline + number * line_height(block.fitted.size)
        drawn = "" if forced is None else f' textLength="{forced:.1f}" lengthAdjust="spacingAndGlyphs"'
        yield (
            f'<text {place} y="{y:.1f}" font-size="{block.fitted.size}" font-family="{_FONT}" fill="{block.fill}"'
            f"{drawn}>{xml_text(line)}</text>"
        )


def write_card(
    edition: QuoteSource, quote_id: str, shape: CardShape = "wide", *, certificate_sha256: str = ""
) -> bytes:
    """Return a quote of an edition or a map as an SVG picture.

    White space in its words is one space. Long words are set smaller. Below stands the certificate's SHA-256, without
    one the transcript's. Raises EditionError where the words fit at no size, where a name or the title does not, and
    where there is no such quote.
    """
    quote = next((one for one in edition.quotes if one.quote_id == quote_id), None)
    if quote is None:
        raise _refusal(quote_id, "there is none of this id.")
    width, height = SHAPES[shape]
    below = _below(edition, quote, certificate_sha256, shape)
    highest = below[-1]
    room = highest.baseline - line_height(highest.fitted.size) - _GAP - _TOP
    words = writable(one_line(quote.text))
    fitted = _fitted(quote_id, "it has too many words for", words, (width - 2 * _SIDE, room, _WORDS))
    used = len(fitted.lines) * line_height(fitted.size)
    top = _TOP + (room - used) / 2
    blocks = (_Block(fitted, _INK, top + fitted.size), *reversed(below))
    bar = width - _SIDE + 28 if _is_rtl(words) else _SIDE - 28 - _BAR
    return "\n".join(
        (
            f'<svg xmlns="{_SVG}" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
            f"<title>Words of {xml_text(unmarked(quote.speaker_name))}</title>",
            f'<rect width="{width}" height="{height}" fill="{_PAPER}"/>',
            f'<rect x="{bar}" y="{top:.1f}" width="{_BAR}" height="{used:.1f}" fill="{_ACCENT}"/>',
            *(line for block in blocks for line in _lines(block, width)),
            "</svg>\n",
        )
    ).encode()
