"""The report on an article in words, and as files: for people as Markdown, for programs as JSON."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from core.editions.article_check import (
    ORDER_CONTROL,
    ArticleReport,
    CheckedQuotation,
    QuotationResult,
    SpeakerResult,
    TimedPassage,
    WordingResult,
)
from core.generation.offline.plain_text import as_text
from core.verify import UnverifiedQuotation, UnverifiedReason, Verdict
from core.whitelist.rejection import percent_alike
from workbench.labels import DIFFERENCES, clock, count
from workbench.ui.verify.state.articles import Article, ReferenceTranscript
from workbench.version import program_version

FORMAT_VERSION = 1
OBJECT = "\ufffc"


class StandingLabel(NamedTuple):
    """The label of a result: a word with its sign; `tone` is its colour."""

    word: str
    sign: str
    tone: str


STANDINGS = {
    QuotationResult.FOUND: StandingLabel("Found", "✓", "good"),
    QuotationResult.TYPOGRAPHY: StandingLabel("Other typography", "≈", "care"),
    QuotationResult.NOBODY_NAMED: StandingLabel("Found, nobody named", "?", "care"),
    QuotationResult.UNKNOWN_NAME: StandingLabel("Found, unknown name", "?", "care"),
    QuotationResult.WRONG_MOUTH: StandingLabel("Misattributed", "⇄", "bad"),
    QuotationResult.ALTERED: StandingLabel("Altered", "≠", "bad"),
    QuotationResult.PARTIAL_WORD: StandingLabel("Cuts a word", "✗", "bad"),
    QuotationResult.CROSSES_TURNS: StandingLabel("Runs across turns", "✗", "bad"),
    QuotationResult.MISSING: StandingLabel("Missing", "✗", "bad"),
}
_WORDINGS = {
    WordingResult.FOUND: "The words are in the transcript, character for character.",
    WordingResult.TYPOGRAPHY: "The words are in the transcript; characters or punctuation differ.",
    WordingResult.ALTERED: "Not in the transcript. This is the nearest passage.",
    WordingResult.PARTIAL_WORD: "It begins or ends inside a word of the transcript.",
    WordingResult.CROSSES_TURNS: "It runs from one turn into the next, or over words that were lost.",
    WordingResult.MISSING: "Not in the transcript, and nothing there is near it.",
}
_ATTRIBUTIONS = {
    SpeakerResult.RIGHT: "with the name of whoever said it",
    SpeakerResult.WRONG: "misattributed",
    SpeakerResult.UNKNOWN_NAME: "with a name that the transcript does not know",
    SpeakerResult.NOBODY_NAMED: "with nobody named beside it",
}
_STRAYS = {
    UnverifiedReason.NOT_READABLE: "This is not what the program writes there, or the transcript contradicts it.",
    UnverifiedReason.REDACTED: "The edition says it of itself.",
    UnverifiedReason.WRONG_SPEAKER: "Where its quotation's place is told, somebody else is named than who said it.",
    UnverifiedReason.UNKNOWN_SPEAKER: "Where its quotation's place is told, a name stands that nobody has.",
    UnverifiedReason.NO_SPEAKER_NAMED: "Where its quotation's place is told, nobody is named.",
}
STANDS = (WordingResult.FOUND, WordingResult.TYPOGRAPHY)


def words_of(quotation: CheckedQuotation) -> str:
    """Return the result for the wording, and the kind of difference."""
    parts = [_WORDINGS[quotation.wording]]
    if quotation.difference is not None and quotation.wording is WordingResult.ALTERED:
        parts.append(DIFFERENCES[quotation.difference])
    if OBJECT in quotation.text:
        parts.append("It holds something other than plain text: a picture, or struck, raised or hidden words.")
    return " ".join(parts)


def names_of(quotation: CheckedQuotation) -> str:
    """Return whom the article names and who says it in the transcript."""
    named, passage = quotation.named or "nobody", quotation.passage
    speaker = (passage.speaker if passage else None) or "nobody"
    there = quotation.wording in STANDS
    says = f"the transcript says {speaker}" if there else f"the passage is said by {speaker}"
    match quotation.mouth:
        case SpeakerResult.RIGHT:
            agrees = "the transcript agrees" if there else "so does the transcript, for that passage"
            text = f"The article names {named}; {agrees}"
        case SpeakerResult.WRONG:
            text = f"The article names {named}; {says}"
        case SpeakerResult.UNKNOWN_NAME:
            text = f"The article names {named}, whom the transcript does not know; {says}"
        case SpeakerResult.NOBODY_NAMED:
            text = f"The article names nobody beside it; {says}"
        case SpeakerResult.NO_SPEAKERS:
            text = "The transcript names no speakers, so nobody can say who said it"
        case SpeakerResult.NOT_KNOWN:
            text = f"The article names {named}" + ("" if quotation.named else " beside it")
    return text if text.endswith(".") else f"{text}."


def place_of(passage: TimedPassage) -> str:
    """Return where a passage stands: who, in which turn from 1, when."""
    parts = [passage.speaker or "", "" if passage.turn is None else f"turn {passage.turn + 1:,}"]
    return ", ".join(filter(None, [*parts, clock(passage.start_seconds)]))


def alike(quotation: CheckedQuotation) -> str:
    """Return how much a passage is like the quotation, in whole percent; "" where they are the same."""
    if quotation.wording not in (WordingResult.ALTERED, WordingResult.PARTIAL_WORD):
        return ""
    return f"{percent_alike(quotation.score)}% alike"


def words_verdict(report: ArticleReport) -> str:
    """Say of how many quotations the words are in the transcript, those of a few words apart."""
    speech = report.speech
    there = sum(one.wording in STANDS for one in speech)
    parts = [f"{there:,} of {count(len(speech), 'quotation')} {'stands' if there == 1 else 'stand'} in the transcript"]
    typography = sum(one.wording is WordingResult.TYPOGRAPHY for one in speech)
    parts[0] += f", {typography:,} of them with other characters or punctuation." if typography else "."
    short = report.short
    if short:
        found = sum(one.wording in STANDS for one in short)
        what = f"{count(len(short), 'quotation')} of three words or fewer (titles, scare quotes)"
        those = "none of them" if not found else "it" if len(short) == 1 else f"{found:,} of them"
        parts.append(f"Counted apart: {what}; {those} {'stand' if found > 1 else 'stands'} there.")
    return " ".join(parts if speech else parts[-1:])


def names_verdict(report: ArticleReport) -> str:
    """Say of how many quotations whose words are there the right person is named."""
    if not report.names_speakers:
        return "The transcript names no speakers, so nobody can say who said what."
    there = [one.mouth for one in report.speech if one.wording in STANDS]
    listed = [f"{number:,} {text}" for result, text in _ATTRIBUTIONS.items() if (number := there.count(result))]
    if not listed:
        return "No quotation was found in a speaker's words, so no names were compared."
    return f"Of the {count(len(there), 'quotation')} there: {', '.join(listed)}."


def whole_in_words(report: ArticleReport) -> str:
    """Say what all of the text is, where every quotation was found in it; "" where one was not."""
    if report.verdict is Verdict.QUOTATIONS_FOUND:
        return (
            "Every quotation that was read in it was found. It is not an edition of this program, so a reader may take "
            "other words in it for quoted ones, too."
        )
    if report.verdict in (Verdict.VERIFIED, Verdict.VERIFIED_TEXT_ONLY):
        return "It is an edition of this program, and nothing else is in it."
    return ""


def strays_in_words(report: ArticleReport) -> str:
    """Say that an edition of ours holds more that is not proven than its quotations, "" where it does not."""
    if not report.strays:
        return ""
    return (
        "It says that it is an edition of this program, and not all of it is proven. Besides its quotations, "
        f"{count(len(report.strays), 'thing')} in it {'is' if len(report.strays) == 1 else 'are'} wrong."
    )


def stray_in_words(stray: UnverifiedQuotation) -> str:
    """Say what is wrong with something in an edition of ours that is no quotation of its text."""
    return _STRAYS.get(stray.reason, "It is not in the transcript in this form.")


def obstacle_in_words(report: ArticleReport) -> str:
    """Say that only the text was read, "" where all of it was."""
    if report.obstacle is None:
        return ""
    if report.obstacle.what == ORDER_CONTROL:
        return (
            f"Line {report.obstacle.line:,} has {report.obstacle.what}: what you see may stand in another order than "
            "what was read. Remove it, then check the article again."
        )
    return (
        f"Not written by this program: {report.obstacle.what} in line {report.obstacle.line:,}, which can change what "
        "a reader sees. The text was read as it stands in the file; what you see may differ."
    )


def _quotation_data(quotation: CheckedQuotation) -> dict[str, Any]:
    passage = quotation.passage
    return {
        "text": quotation.text,
        "line": quotation.line,
        "short": quotation.short,
        "standing": quotation.standing.value,
        "words": quotation.wording.value,
        "names": quotation.mouth.value,
        "named": quotation.named,
        "difference": quotation.difference.value if quotation.difference else None,
        "score": round(quotation.score, 4),
        "passage": None
        if passage is None
        else {
            "text": passage.text,
            "raw_span": list(passage.raw_span),
            "speaker": passage.speaker,
            "turn": None if passage.turn is None else passage.turn + 1,
            "start_seconds": passage.start_seconds,
        },
        "diff": [{"op": piece.op.value, "text": piece.text} for piece in quotation.diff],
    }


def report_json(report: ArticleReport, article: Article, against: ReferenceTranscript) -> bytes:
    """Return the report for programs; spans are `[start, end]` in code points, lines and turns count from 1."""
    source = against.transcript.source
    data = {
        "format_version": FORMAT_VERSION,
        "program_version": program_version(),
        "article": {"name": article.name, "form": article.form},
        "transcript": {"name": against.name, "sha256": source.sha256, "names_speakers": report.names_speakers},
        "verdict": report.verdict.value,
        "obstacle": report.obstacle.model_dump(mode="json") if report.obstacle else None,
        "strays": [{"text": one.text, "line": one.line, "reason": one.reason.value} for one in report.strays],
        "standings": {standing.value: report.counts[standing] for standing in QuotationResult},
        "quotations": [_quotation_data(one) for one in report.quotations],
    }
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace")


def _in_markdown(number: int, quotation: CheckedQuotation) -> Iterator[str]:
    label = STANDINGS[quotation.standing]
    short = ", short" if quotation.short else ""
    yield f"## {number}. {label.sign} {label.word} (line {quotation.line:,}{short})"
    yield f"Article: {as_text(quotation.text)}"
    yield as_text(f"{words_of(quotation)} {names_of(quotation)}")
    if quotation.passage is not None:
        where = ", ".join(filter(None, [place_of(quotation.passage), alike(quotation)]))
        yield f"Transcript ({as_text(where)}): {as_text(quotation.passage.text)}"


def report_markdown(report: ArticleReport, article: Article, against: ReferenceTranscript) -> bytes:
    """Return the report for people; every word of the article and the transcript is escaped."""
    lines = [f"# Quotations of {as_text(article.name)}", f"Checked against the transcript {as_text(against.name)}."]
    if report.quotations:
        lines += [words_verdict(report), names_verdict(report), whole_in_words(report)]
    else:
        lines.append("There is no quotation in it.")
    lines += [as_text(obstacle_in_words(report)), strays_in_words(report)]
    lines += [f"Line {one.line:,}: {as_text(one.text)} {stray_in_words(one)}" for one in report.strays]
    for number, quotation in enumerate(report.quotations, start=1):
        lines += _in_markdown(number, quotation)
    return ("\n\n".join(filter(None, lines)) + "\n").encode("utf-8", "replace")
