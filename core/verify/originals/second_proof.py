"""The second proof of an edition's quotations: their words, read again from the bytes of the transcript's own file."""

import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence

from core.text.punctuation import UNREADABLE
from core.transcripts.passage_source import PlacedWords, placed_words
from core.transcripts.transcript import TranscriptPair
from core.transcripts.units import Place
from core.verify.originals.written_words import words_at
from core.verify.result import (
    SecondProof,
    TranscriptPassage,
    UnverifiedQuotation,
    UnverifiedReason,
    Verdict,
    Verification,
    VerifiedQuotation,
)
from core.verify.tokens import is_unspaced

_BYTE_ORDER_MARK = "\ufeff"
# A label that stands in the place itself, before the words: `Name: words`, `>> words`, `- words`.
_ENDS_A_LABEL = (":", ">>", "-", "–", "—", "：")


def _seen(text: str) -> str:
    """Return text as words and single spaces; none between two characters of a script without spaces."""
    # A transcript cannot hold a control, nor a byte order mark.
    written = "".join(
        UNREADABLE if unicodedata.category(char) == "Cc" and not char.isspace() else char
        for char in text
        if char != _BYTE_ORDER_MARK
    )
    shown = ""
    for word in written.split():
        between = "" if not shown or (is_unspaced(shown[-1]) and is_unspaced(word[0])) else " "
        shown += between + word
    return shown


def _stands(words: str, texts: Collection[str], *, from_start: bool, to_end: bool) -> bool:
    """Tell whether words stand whole in one of the texts: from where its own words begin, up to its end."""
    for text in texts:
        at = text.find(words)
        while at >= 0:
            before, after = text[:at], text[at + len(words) :]
            begins = not from_start or not before.strip() or before.rstrip().endswith(_ENDS_A_LABEL)
            if begins and not (to_end and after.strip()) and _is_whole(before, words, after):
                return True
            at = text.find(words, at + 1)
    return False


def _is_whole(before: str, words: str, after: str) -> bool:
    """Tell whether no letter or digit touches words of a script with spaces."""
    touches_start = before[-1:].isalnum() and words[:1].isalnum() and not is_unspaced(words[0])
    touches_end = after[:1].isalnum() and words[-1:].isalnum() and not is_unspaced(words[-1])
    return not touches_start and not touches_end


def _agrees(parts: Sequence[PlacedWords], raw: str, written: Mapping[Place, Collection[str]]) -> bool:
    last = len(parts) - 1
    return all(
        part.place is not None
        and _stands(
            _seen(part.span.slice(raw)), written.get(part.place, ()), from_start=number > 0, to_end=number < last
        )
        for number, part in enumerate(parts)
    )


def _differing(found: Verification, transcript: TranscriptPair, data: bytes) -> Iterator[VerifiedQuotation | None]:
    """Yield the proven quotations that the file does not have at their places, None for one whose place is unknown."""
    parts = {one.raw_span: placed_words(transcript, one.raw_span) for one in found.proven}
    places = {part.place for some in parts.values() for part in some if part.place is not None}
    written = {place: [*map(_seen, texts)] for place, texts in words_at(data, places, transcript.source).items()}
    for one in found.proven:
        where = parts[one.raw_span]
        if any(part.place is None for part in where):
            yield None
        elif not _agrees(where, transcript.raw, written):
            yield one


def _unproven(one: VerifiedQuotation, raw: str) -> UnverifiedQuotation:
    nearest = TranscriptPassage(text=one.raw_span.slice(raw), raw_span=one.raw_span, speaker=one.speaker)
    return UnverifiedQuotation(text=one.text, line=one.line, reason=UnverifiedReason.NOT_IN_TRANSCRIPT, nearest=nearest)


def prove_again(found: Verification, transcript: TranscriptPair, data: bytes) -> Verification:
    """Return a verification with its second proof: each proven quotation is read again from the bytes of the file.

    `data` is the file that `transcript` was read from. A quotation that the file does not have at its place is
    `not_in_transcript` and listed in `differing`; the verdict is then `unproven`. The proof is not made where the place
    of any quotation is not known, as in plain text, or where none is proven. Total. Source: decisions.md#second-proof.
    """
    outcomes = list(_differing(found, transcript, data))
    differing = tuple(one for one in outcomes if one is not None)
    if not differing:
        made = bool(found.proven) and not outcomes
        return found.model_copy(update={"second_proof": SecondProof.AGREES if made else SecondProof.NOT_MADE})
    proven = tuple(one for one in found.proven if one not in differing)
    return found.model_copy(
        update={
            "verdict": Verdict.UNPROVEN,
            "verified": len(proven),
            "proven": proven,
            "unproven": (*found.unproven, *(_unproven(one, transcript.raw) for one in differing)),
            "speakers_verified": False,
            "second_proof": SecondProof.DIFFERS,
            "differing": differing,
        }
    )
