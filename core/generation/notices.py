"""What a person should know about two inputs that can be used as they are: what it means, and what to do."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import islice

from core.evidence.evidence_map import EvidenceMap, unaccepted_rows
from core.record import Record
from core.text.punctuation import UNREADABLE
from core.transcripts.readers.decoding import DECLARED_ENCODINGS
from core.transcripts.speakers import Roster, SpeakerRole
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import QuoteProofs
from core.whitelist.judge_places import MOST_PLACES
from core.whitelist.occurrences import find_all_of_many, is_in_one_turn, whole_occurrence
from core.whitelist.rejection import MOST_NEAREST, QuoteRefusal, RejectionReason

MANY_CLAIMS = 10_000
_MAX_NAMED = 5
_FEW = 0.5  # of all quotes; below it something is wrong with the pair of inputs, not with single quotes
_ALMOST_NONE = 0.1


class NoticeKind(StrEnum):
    """What a notice is about."""

    NO_GUEST = "no_guest"
    NO_SPEAKERS = "no_speakers"
    DETECTED_ENCODING = "detected_encoding"
    UNREADABLE = "unreadable"
    UNACCEPTED_ROWS = "unaccepted_rows"
    EMPTY_CHAPTERS = "empty_chapters"
    UNSAID_CLAIMS = "unsaid_claims"
    MANY_CLAIMS = "many_claims"
    SILENT_SPEAKERS = "silent_speakers"
    FEW_PROVEN = "few_proven"
    MANY_REFUSED = "many_refused"


class Notice(Record):
    """Something a person should know that stops nothing; `message` is plain text, names and titles as given."""

    kind: NoticeKind
    message: str


def _listed(names: list[str]) -> str:
    shown = names[:_MAX_NAMED]
    rest = len(names) - len(shown)
    return ", ".join(shown) + (f" and {rest:,} more" if rest else "")


def _about_guests(roster: Roster) -> Iterator[Notice]:
    if any(speaker.speaker_role is SpeakerRole.GUEST for speaker in roster.speakers):
        return
    names = [speaker.speaker_name for speaker in roster.speakers]
    known = f" The known speakers are {_listed(names)}." if names else ""
    yield Notice(
        kind=NoticeKind.NO_GUEST,
        message="No speaker is a guest, so chapters will have no key excerpts and no core claims. "
        'Give a speaker the role "guest": in the evidence map, on the page Sources, or with --guest NAME.'
        f"{known}",
    )


def _about_transcript(transcript: TranscriptPair) -> Iterator[Notice]:
    if not transcript.names_speakers:
        yield Notice(
            kind=NoticeKind.NO_SPEAKERS,
            message="The transcript names no speakers, so quotes are proven by their words alone and the names beside "
            'them are not verified. To have them verified, begin each turn with its speaker, as in "Name: words".',
        )
    encoding = transcript.source.encoding
    if encoding not in DECLARED_ENCODINGS:
        yield Notice(
            kind=NoticeKind.DETECTED_ENCODING,
            message=f"The transcript is not UTF-8; it was read as {encoding}, which is a guess. "
            "If letters look wrong, save the file as UTF-8 and read it again.",
        )


def _about_unreadable(evidence_map: EvidenceMap, transcript: TranscriptPair) -> Iterator[Notice]:
    quotes = (one for chapter in evidence_map.chapters for claim in chapter.claims for one in claim.support)
    held = {
        "transcript": transcript.raw.count(UNREADABLE),
        "evidence map’s quotes": sum(one.quote.count(UNREADABLE) for one in quotes),
    }
    where = " and ".join(f"{number:,} in the {what}" for what, number in held.items() if number)
    if where:
        yield Notice(
            kind=NoticeKind.UNREADABLE,
            message=f"There are characters that could not be read ({UNREADABLE}): {where}. No quote with one of them "
            "can be proven. Correct them in the file and read it again.",
        )


def _about_proposals(evidence_map: EvidenceMap) -> Iterator[Notice]:
    rows = unaccepted_rows(evidence_map)
    if rows:
        counted, them = f"{rows:,} rows of the evidence map (chapters, claims and quotes) were", "them"
        if rows == 1:
            counted, them = "One row of the evidence map (a chapter, a claim or a quote) was", "it"
        yield Notice(kind=NoticeKind.UNACCEPTED_ROWS, message=f"{counted} proposed, and nobody accepted {them}.")


def _about_chapters(evidence_map: EvidenceMap) -> Iterator[Notice]:
    empty = [chapter.title for chapter in evidence_map.chapters if not chapter.claims]
    if empty:
        chapters = f"{len(empty):,} chapters have" if len(empty) > 1 else "One chapter has"
        yield Notice(
            kind=NoticeKind.EMPTY_CHAPTERS,
            message=f"{chapters} no claims, so there is nothing to write there: {_listed(empty)}. "
            "Add claims to the evidence map, or take the chapter out.",
        )
    claims = sum(len(chapter.claims) for chapter in evidence_map.chapters)
    unsaid = sum(not claim.claim.strip() for chapter in evidence_map.chapters for claim in chapter.claims)
    if unsaid:
        counted = f"{unsaid:,} of {claims:,} claims of the evidence map have" if claims > 1 else "The one claim has"
        therefore = "what their quotes show is no core claim" if unsaid < claims else "there are no core claims"
        yield Notice(kind=NoticeKind.UNSAID_CLAIMS, message=f"{counted} no words yet, so {therefore}.")
    if claims > MANY_CLAIMS:
        yield Notice(
            kind=NoticeKind.MANY_CLAIMS,
            message=f"The evidence map has {claims:,} claims, which takes a while and makes long chapters. "
            "If that was not meant, split the map.",
        )


def _about_silent_speakers(evidence_map: EvidenceMap, transcript: TranscriptPair, roster: Roster) -> Iterator[Notice]:
    if not transcript.names_speakers:
        return
    heard = {person.speaker_id for person in map(roster.resolve, transcript.labels) if person is not None}
    silent = [speaker.speaker_name for speaker in evidence_map.speakers if speaker.speaker_id not in heard]
    if silent:
        yield Notice(
            kind=NoticeKind.SILENT_SPEAKERS,
            message=f"No turn of the transcript belongs to {_listed(silent)}, so no quote can be proven theirs. If the "
            "transcript writes the name differently, add its spelling to the speaker's aliases in the evidence map.",
        )


def _of_others(refusals: Iterable[QuoteRefusal], transcript: TranscriptPair) -> int:
    """Count the refused quotes whose words stand in one turn: only their speaker is wrong, or unknown."""
    wrong = unknown = 0
    nameless: list[str] = []
    for refusal in refusals:
        wrong += refusal.reason is RejectionReason.WRONG_SPEAKER
        if refusal.reason is RejectionReason.UNKNOWN_SPEAKER:
            nameless.append(refusal.canonical)
    for found in find_all_of_many(transcript.canonical, nameless):
        wholes = (whole_occurrence(transcript, match) for match in islice(found, MOST_PLACES))
        unknown += any(whole is not None and is_in_one_turn(transcript, whole) for whole in wholes)
    return wrong + unknown


def _why_few(proofs: QuoteProofs, transcript: TranscriptPair, proven: float) -> str:
    """Say why few of the quotes are proven, and what to do; `proven` is their share, 0 to 1."""
    half = sum(refusal.reason is not RejectionReason.EMPTY for refusal in proofs.refusals) / 2
    others = _of_others(proofs.refusals, transcript)
    if others >= half and not transcript.names_speakers:
        return (
            f", although the words of {others:,} more stand in it: the evidence map does not say who speaks them, or "
            "names somebody it does not declare. List the speakers in the evidence map, and name one for each quote."
        )
    if others >= half:
        return (
            f", although the words of {others:,} more stand in it: the transcript gives them to other speakers than "
            "the evidence map, or the map's names mean nobody there. Map the transcript's labels to persons: in the "
            "table of speakers, or as their aliases in the evidence map."
        )
    crossing = sum(refusal.reason is RejectionReason.CROSSES_TURNS for refusal in proofs.refusals)
    if crossing >= half:
        return (
            f", although the words of {crossing:,} more stand in it: they run over the ends of turns, or over lost "
            "speech. Choose the transcript that the evidence map was made from, or trim the rejected quotes."
        )
    if proven < _ALMOST_NONE:
        return (
            ": the words are not there, so the evidence map is probably another recording's. Choose the evidence map "
            "that was made from this transcript, or the transcript that it was made from."
        )
    return (
        ": most of the others are not there word for word. The evidence map was probably made from another version of "
        "the transcript, or its quotes were reworded. Choose the transcript that it was made from, or mend the "
        "rejected quotes: each is listed with its nearest passage."
    )


def _about_proofs(proofs: QuoteProofs, evidence_map: EvidenceMap, transcript: TranscriptPair) -> Iterator[Notice]:
    typed = sum(len(claim.support) for chapter in evidence_map.chapters for claim in chapter.claims)
    empty = sum(refusal.reason is RejectionReason.EMPTY for refusal in proofs.refusals)
    quotes, proven = typed - empty, typed - len(proofs.refusals)
    if len(proofs.refusals) > MOST_NEAREST:
        yield Notice(
            kind=NoticeKind.MANY_REFUSED,
            message=f"{len(proofs.refusals):,} quotes are refused. The nearest passage is looked for for the first "
            f"{MOST_NEAREST:,} of them. Split the evidence map to see that of the others.",
        )
    if not quotes or proven >= _FEW * quotes:
        return
    match = "quotes match" if quotes > 1 else "quote matches"
    counted = f"{'Only ' if proven else ''}{proven:,} of {quotes:,} {match} the transcript"
    yield Notice(kind=NoticeKind.FEW_PROVEN, message=counted + _why_few(proofs, transcript, proven / quotes))


def find_notices(
    evidence_map: EvidenceMap, transcript: TranscriptPair, roster: Roster, *, proofs: QuoteProofs | None = None
) -> tuple[Notice, ...]:
    """Return what a person should know before relying on the result; none of it is an error.

    With `proofs`, the outcome of the map's quotes, the first notice is that hardly any of them is proven, if so.
    Source: decisions.md#notices.
    """
    return (
        *(_about_proofs(proofs, evidence_map, transcript) if proofs is not None else ()),
        *_about_guests(roster),
        *_about_transcript(transcript),
        *_about_unreadable(evidence_map, transcript),
        *_about_silent_speakers(evidence_map, transcript, roster),
        *_about_proposals(evidence_map),
        *_about_chapters(evidence_map),
    )
