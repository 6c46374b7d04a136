"""What the view lists beside the text: rejected quotes with the mends on offer, and mends that a person made."""

from typing import Any

from core.difference import Op, word_diff
from core.mending import Mend, MendKind
from core.record import Record
from core.rejection import Rejection
from core.speakers import Roster
from core.transcript import TranscriptPair
from core.whitelist import closing_of, take_in_punctuation
from workbench.transcript_view.offsets import Utf16
from workbench.wording import clock, rejection_in_words


class RejectedRow(Record):
    """A rejected quote, the claim it was to support, and what a person can do about it, best first."""

    rejection: Rejection
    claim: str
    offers: tuple[Mend, ...] = ()


class MendedRow(Record):
    """A mend as it is stored; stale where the evidence map no longer says what it said then."""

    number: int
    mend: Mend
    undone: bool = False
    stale: bool = False


_DONE = {
    MendKind.TRANSCRIPT_WORDS: "The transcript’s words were taken.",
    MendKind.SPEAKER: "The speaker was corrected.",
    MendKind.TRIM: "It was trimmed to a part.",
}


def _diff(typed: str, passage: str) -> list[list[str]]:
    return [[piece.op.value, piece.text] for piece in word_diff(typed, passage)]


def _named(label: str | None, roster: Roster) -> str:
    """Return the person a label means, with the label where it reads otherwise; "" for nobody."""
    person = roster.resolve(label)
    if label is None or person is None or person.speaker_name == label:
        return label or ""
    return f"{person.speaker_name} ({label})"


def _offer(mend: Mend) -> dict[str, str]:
    """Return the words on a button: what it does, with which words, and what it changes besides."""
    speaker = f"The speaker is {mend.speaker}"
    words = f"“{mend.quote}”" if mend.quote != mend.was_quote else ""
    if mend.kind is MendKind.SPEAKER:
        return {"label": speaker, "words": words, "note": ""}
    label = "Trim to this part:" if mend.kind is MendKind.TRIM else "Use the transcript’s words"
    return {"label": label, "words": words, "note": speaker if mend.speaker != mend.was_speaker else ""}


def describe_rejected(row: RejectedRow, transcript: TranscriptPair, roster: Roster, utf16: Utf16) -> dict[str, Any]:
    """Return what the browser shows of a rejected quote; offsets in UTF-16 units."""
    rejection, nearest = row.rejection, row.rejection.nearest
    reason, difference = rejection_in_words(rejection)
    shown: dict[str, Any] = {
        "evidence": rejection.evidence_id,
        "chapter": rejection.chapter_index,
        "claim": row.claim,
        "quote": rejection.quote,
        "speaker": rejection.speaker,
        "reason": reason,
        "difference": difference,
        "offers": [_offer(mend) for mend in row.offers],
        "nearest": None,
    }
    if nearest is not None:
        # What a quote ends with does not decide, so it is no difference either.
        passage = take_in_punctuation(transcript.raw, nearest.raw_span, closing_of(rejection.quote))
        shown["nearest"] = {
            "span": [utf16.units(nearest.raw_span.start), utf16.units(nearest.raw_span.end)],
            "speaker": _named(nearest.speaker, roster),
            "likeness": f"{nearest.score:.0%} alike",
            "time": clock(transcript.time_at(nearest.raw_span.start)),
            "diff": _diff(rejection.quote, passage.slice(transcript.raw)),
        }
    return shown


def describe_mended(row: MendedRow, claims: dict[str, str]) -> dict[str, Any]:
    """Return what the browser shows of a mend; `claims` has the claim of each evidence id."""
    mend = row.mend
    pieces = _diff(mend.was_quote, mend.quote)
    return {
        "number": row.number,
        "evidence": mend.evidence_id,
        "claim": claims.get(mend.evidence_id, ""),
        "done": _DONE[mend.kind],
        "diff": pieces if any(op != Op.SAME.value for op, _ in pieces) else [[Op.SAME.value, mend.quote]],
        "speaker": mend.speaker,
        "was_speaker": mend.was_speaker if mend.was_speaker != mend.speaker else "",
        "undone": row.undone,
        "stale": row.stale,
    }
