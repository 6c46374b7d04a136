"""What the view lists beside the text: rejected quotes with the mends on offer, and mends that a person made."""

from collections.abc import Iterable, Mapping
from typing import Any

from core.record import Record
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.whitelist.corrections import Mend, MendKind
from core.whitelist.difference import DiffOperation, word_diff
from core.whitelist.occurrences import closing_of, take_in_punctuation
from core.whitelist.quote_key import resolve_markup
from core.whitelist.rejection import Rejection
from workbench.labels import clock, rejection_in_words
from workbench.ui.components.transcript.offsets import Utf16Offsets


class RejectionRow(Record):
    """A rejected quote, the claim it was to support, and what a person can do about it, best first."""

    rejection: Rejection
    claim: str
    offers: tuple[Mend, ...] = ()


class CorrectionRow(Record):
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

_UNDONE = "Undone: it counts as the evidence map has it."
_REPLACED = "Replaced by a later correction."
_OVERTAKEN = "Undone: an earlier correction counts again."
_STALE = "Out of date: the evidence map no longer has what was corrected."


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
    words = f"“{resolve_markup(mend.quote)}”" if mend.quote != mend.was_quote else ""
    if mend.kind is MendKind.SPEAKER:
        return {"label": speaker, "words": words, "note": ""}
    label = "Trim to this part:" if mend.kind is MendKind.TRIM else "Use the transcript’s words"
    return {"label": label, "words": words, "note": speaker if mend.speaker != mend.was_speaker else ""}


def describe_rejected(
    row: RejectionRow, transcript: TranscriptPair, roster: Roster, utf16: Utf16Offsets
) -> dict[str, Any]:
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
            "likeness": f"{nearest.percent_alike}% alike",
            "time": clock(transcript.time_at(nearest.raw_span.start)),
            "diff": _diff(rejection.quote, passage.slice(transcript.raw)),
        }
    return shown


def _state(row: CorrectionRow, standing: int | None) -> str:
    if not row.undone:
        return _STALE if row.stale else ""
    if standing is None:
        return _UNDONE
    return _REPLACED if standing > row.number else _OVERTAKEN


def standing_numbers(mended: Iterable[CorrectionRow]) -> dict[str, int]:
    """Return the number of the mend that was not taken back, for each evidence id that has one."""
    return {row.mend.evidence_id: row.number for row in mended if not row.undone}


def describe_original(mend: Mend) -> dict[str, str]:
    """Return what the evidence map said before a mend that counts; "" for what the mend left as it was."""
    return {
        "evidence": mend.evidence_id,
        "quote": mend.was_quote if mend.was_quote != mend.quote else "",
        "speaker": (mend.was_speaker or "nobody") if mend.was_speaker != mend.speaker else "",
    }


def describe_mended(row: CorrectionRow, claims: Mapping[str, str], standing: Mapping[str, int]) -> dict[str, Any]:
    """Return what the browser shows of a mend, and what a person can do with it.

    `claims` has the claim of each evidence id, `standing` the number of the mend of it that was not taken back.
    """
    mend, other = row.mend, standing.get(row.mend.evidence_id)
    words = resolve_markup(mend.quote)
    pieces = _diff(mend.was_quote, words) if mend.quote != mend.was_quote else []
    return {
        "number": row.number,
        "evidence": mend.evidence_id,
        "claim": claims.get(mend.evidence_id, ""),
        "done": _DONE[mend.kind],
        "diff": pieces
        if any(op != DiffOperation.SAME.value for op, _ in pieces)
        else [[DiffOperation.SAME.value, words]],
        "speaker": mend.speaker,
        "was_speaker": mend.was_speaker if mend.was_speaker != mend.speaker else "",
        "undone": row.undone,
        "state": _state(row, other),
        # Only one mend of a quote can stand.
        "act": "undo" if not row.undone else "redo" if other is None else "",
    }
