"""The quotations of an article as they are shown: what the article says, what the transcript says, where."""

from collections.abc import Sequence

from core.editions.article_check import CheckedQuotation, TimedPassage
from core.transcripts.transcript import TranscriptPair
from workbench.safe_html import SafeHtml, diff, element, join_html
from workbench.ui.common.heard_recording import play_button
from workbench.ui.verify.state import STANDINGS, PassageLinks, alike, names_of, place_of, words_of

_AROUND = 60  # characters of the article shown on each side of a quotation
_NEIGHBOURS = 280  # characters of the transcript shown on each side of a passage


def _last_words(before: str, most: int) -> str:
    """Return the end of a text, from the beginning of a word on."""
    return before if len(before) <= most else f"…{before[-most:].partition(' ')[2] or before[-most:]}"


def _first_words(after: str, most: int) -> str:
    return after if len(after) <= most else f"{after[:most].rpartition(' ')[0] or after[:most]}…"


def _in_article(quotation: CheckedQuotation, lines: Sequence[str]) -> SafeHtml:
    """Return a quotation with what stands about it in its line, where the line has it as it is read."""
    line = lines[quotation.line - 1] if quotation.line <= len(lines) else ""
    start = line.find(quotation.text)
    if start < 0:
        return element("p", element("b", quotation.text), class_="said")
    before, after = line[:start], line[start + len(quotation.text) :]
    around = (_last_words(before, _AROUND), element("b", quotation.text), _first_words(after, _AROUND))
    return element("p", *around, class_="said")


def _neighbours(passage: TimedPassage, transcript: TranscriptPair) -> SafeHtml:
    start, end = passage.raw_span
    before = _last_words(transcript.raw[max(0, start - 2 * _NEIGHBOURS) : start], _NEIGHBOURS)
    after = _first_words(transcript.raw[end : end + 2 * _NEIGHBOURS], _NEIGHBOURS)
    return element("p", before, element("mark", passage.text), after, class_="neighbours")


def _in_transcript(quotation: CheckedQuotation, transcript: TranscriptPair, places: PassageLinks) -> SafeHtml:
    passage = quotation.passage
    if passage is None:
        return element("p", "Nothing near.", class_="note")
    words = diff(quotation.diff) if quotation.diff else passage.text
    where = " · ".join(filter(None, [place_of(passage), alike(quotation)]))
    address = places.address_of(passage)
    play = play_button(transcript, passage.raw_span) if places.heard else SafeHtml("")
    link = element("a", "Open it in the whitelist", href=address, target="_blank") if address else SafeHtml("")
    return join_html(
        (
            element("p", words, class_="said"),
            element("p", where, " ", play, class_="note"),
            places.said.note(passage.raw_span),
            element(
                "details",
                element("summary", "Show it in the transcript"),
                _neighbours(passage, transcript),
                element("p", link) if link else SafeHtml(""),
            ),
        )
    )


def _row(
    quotation: CheckedQuotation, lines: Sequence[str], transcript: TranscriptPair, places: PassageLinks
) -> SafeHtml:
    label = STANDINGS[quotation.standing]
    short = element("p", "A few words", class_="note") if quotation.short else SafeHtml("")
    return element(
        "article",
        element(
            "div",
            element("span", f"{label.sign} {label.word}", class_=f"wb-level wb-verdict {label.tone}"),
            element("p", f"Line {quotation.line:,}", class_="note"),
            short,
            class_="standing",
        ),
        element("div", element("h3", "Article"), _in_article(quotation, lines), class_="article"),
        element(
            "div",
            element("h3", "Transcript"),
            _in_transcript(quotation, transcript, places),
            class_="transcript",
        ),
        element("p", words_of(quotation), " ", names_of(quotation), class_="verdicts"),
        class_=f"wb-checked {label.tone}",
    )


def rows(
    quotations: Sequence[CheckedQuotation], article: str, transcript: TranscriptPair, places: PassageLinks
) -> SafeHtml:
    """Return quotations in the order given, each with its standing, both texts and both verdicts."""
    lines = article.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    shown = (_row(quotation, lines, transcript, places) for quotation in quotations)
    return element("section", *shown, class_="wb-checked-list", aria_label="Quotations of the article")
