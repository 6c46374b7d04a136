"""A passage of the transcript that a person takes into the evidence map, as a support of one of its claims.

Nothing is added without a person, and only proven passages are offered; the whitelist makes the proof.
"""

from collections.abc import Sequence
from hashlib import sha256

from core.errors import BadInput, Problem
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.record import Record
from core.span import Span
from core.text.canonical import canonicalize
from core.text.fuzzy_seeds import split_words
from core.transcripts.speakers import Roster, SpeakerRole
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import prove_quotes
from core.whitelist.corrections.evidence_text import CorrectedQuote, CorrectionContext
from core.whitelist.occurrences import Occurrence, closing_of, find_all_occurrences, take_in_punctuation
from core.whitelist.quote_key import quote_key

_PLACE = "passage"
_TELLING = 3  # letters; shorter words stand in every sentence, and so do these
_COMMON = frozenset("the and for was you not but are had has his her its that with this they from have were".split())
_SHOWN = 60  # characters of the words in a message


class Addition(Record):
    """A passage that a person made a support of a claim; `raw_span` in code points, half-open.

    Chapters and claims count from 0, as in the evidence map. `claim` is what the claim said when the person decided,
    "" where that does not matter.
    """

    evidence_id: str
    chapter_index: int
    claim_index: int
    quote: str
    speaker: str
    raw_span: Span
    claim: str = ""


def _telling_words(text: str) -> set[str]:
    return {word for word in split_words(canonicalize(text))[0] if len(word) >= _TELLING} - _COMMON


def _suggested_claim(evidence_map: EvidenceMap, chapters: Sequence[int], sentence: str) -> tuple[int, int]:
    """Return chapter and claim that share most words with a sentence. Raises BadInput where there is no claim."""
    words = _telling_words(sentence)
    shared = {
        (index, number): len(words & _telling_words(claim.claim))
        for index in chapters
        for number, claim in enumerate(evidence_map.chapters[index].claims)
    }
    if not shared:
        raise BadInput(
            Problem(
                place=_PLACE,
                message="its chapter has no claim in the evidence map that it could support.",
                remedy="Add a claim to the evidence map, then add the passage.",
            )
        )
    return max(shared, key=lambda place: shared[place])


def only_speaker(roster: Roster) -> str:
    """Return the only possible speaker of a transcript that names nobody: the one guest, or the one person; else ""."""
    guests = [one.speaker_name for one in roster.speakers if one.speaker_role is SpeakerRole.GUEST]
    everybody = [one.speaker_name for one in roster.speakers]
    return next((names[0] for names in (guests, everybody) if len(names) == 1), "")


def _place_of(places: Sequence[Occurrence], sentence: str, context: CorrectionContext) -> Occurrence:
    """Return the place that is meant: by somebody the sentence names, else by a guest, else the first."""
    present = _telling_words(sentence)
    roles = {one.speaker_id: one.speaker_role for one in context.roster.speakers}
    names = {one.speaker_id: _telling_words(one.speaker_name) for one in context.roster.speakers}

    def rank(place: Occurrence) -> tuple[bool, bool]:
        speaker_id = context.speaker_id_at(place.raw.start) or ""
        return not present & names.get(speaker_id, set()), roles.get(speaker_id) is not SpeakerRole.GUEST

    return min(places, key=rank)


def _refused(words: str, why: str, remedy: str) -> BadInput:
    shown = words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1]}…"
    return BadInput(Problem(place=_PLACE, message=f"[{shown}] {why}", remedy=remedy))


def _is_proven(addition: Addition, evidence_map: EvidenceMap, transcript: TranscriptPair, roster: Roster) -> bool:
    """Tell whether the whitelist accepts the passage at exactly its place."""
    support = Support(evidence_id=addition.evidence_id, quote=addition.quote, speaker=addition.speaker)
    claim = ClaimEvidence(claim_id="", claim="", support=(support,))
    alone = evidence_map.model_copy(update={"chapters": (ChapterEvidence(title="", claims=(claim,)),)})
    return any(addition.raw_span in quote.raw_spans for quote in prove_quotes(alone, transcript, roster).quotes)


def _proven_place(words: str, sentence: str, context: CorrectionContext) -> tuple[Span, CorrectedQuote]:
    """Return the place of the words that are meant, without what follows them, and the quote there.

    Raises BadInput where they stand nowhere, or nobody can be named.
    """
    key = quote_key(words)
    places = context.in_one_turn(find_all_occurrences(context.transcript.canonical, key)) if key else []
    if not places:
        raise _refused(words, "does not stand in one turn of the transcript.", "Quote words that one person said.")
    place = _place_of(places, sentence, context)
    quoted = context.quote(place.raw, closing_of(words), only_speaker(context.roster))
    if quoted is None:
        raise _refused(
            words,
            "is said by nobody that can be named.",
            "Say on the page Sources who the label of this turn means, or add the person to the evidence map.",
        )
    return place.raw, quoted


def _id_of(place: Span, speaker: str) -> str:
    """Return the id of a passage, made of its place: the same words with other punctuation at the end are the same."""
    named = f"{place.start}:{place.end}|{speaker}"
    return f"promoted-{sha256(named.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def propose_addition(
    words: str,
    sentence: str,
    chapters: Sequence[int],
    *,
    evidence_map: EvidenceMap,
    transcript: TranscriptPair,
    roster: Roster,
) -> Addition:
    """Return an addition for words that are in the transcript and not whitelisted, proven before it is offered.

    `words` and `sentence` are a decision's; `chapters` are the evidence map's, from 0: two where they are merged. The
    speaker is the person of the turn, the claim the one that shares most words with the sentence. Raises BadInput where
    the words cannot be proven, or no claim is there for them.
    """
    around = f"{sentence} {words}"
    place, quoted = _proven_place(words, around, CorrectionContext(transcript, roster))
    chapter_index, claim_index = _suggested_claim(evidence_map, chapters, around)
    addition = Addition(
        evidence_id=_id_of(place, quoted.speaker),
        chapter_index=chapter_index,
        claim_index=claim_index,
        quote=quoted.quote,
        speaker=quoted.speaker,
        raw_span=take_in_punctuation(transcript.raw, place, closing_of(words)),
        claim=evidence_map.chapters[chapter_index].claims[claim_index].claim,
    )
    if not _is_proven(addition, evidence_map, transcript, roster):
        raise _refused(words, "cannot be proven as a quote.", "Quote a word more, or a word less, at its ends.")
    return addition
