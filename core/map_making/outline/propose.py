"""An outline of a bare transcript, without a model: chapters, their titles, and quotes that could support something.

No claim is invented: the quotes of a chapter stand under one claim without words, which a person may write.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from core.answers.word_tokens import length_of, stem_of
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.evidence.map_roster import roster_of
from core.evidence.row_marks import RowOrigin, RowStatus
from core.map_making.outline.boundaries import CohesionPiece, choose_boundaries
from core.map_making.outline.candidates import Candidate, choose_candidates, content_forms, word_weights
from core.map_making.outline.chapter_titles import title_chapters
from core.map_making.outline.opening_words import language_of
from core.map_making.outline.roles import outline_speakers
from core.map_making.outline.standing_alone import LeaningReason, why_not_alone
from core.map_making.outline.talk_sentences import TalkSentence, talk_sentences
from core.record import Record
from core.text.canonical import canonicalize
from core.text.safe_html import in_words
from core.transcripts.speakers import Roster, SpeakerRole
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import prove_quotes

WORDS_OF_A_CHAPTER = 1_000
"""A talk is cut into as many chapters as it has thousands of words."""
MOST_CHAPTERS = 1_000
_FEWEST_CHAPTERS, _SMALL_CHAPTER = 3, 150  # of a short talk, as long as they have so many words
_PIECES = 100  # of a chapter of mean length, at most: a chapter may begin with a turn that follows one of them,
_WITHIN_A_TURN = 2  # and within a turn after a piece so many times as long
_ASKED = 2.0  # what speaks for a chapter that begins with a host's question: natural logarithms of odds
_INSIDE_A_TURN = -4.0
_PROPOSED: Any = {"origin": RowOrigin.OUTLINE, "status": RowStatus.PROPOSED}
_QUESTION_MARKS = ("?", "？", "؟")


class TalkOutline(Record):
    """What is proposed for a talk: a map whose rows nobody has accepted, or why there is none, in words.

    `language` is the code of the language whose openings of sentences were looked for, "" where there is no list.
    """

    evidence_map: EvidenceMap | None = None
    reason: str = ""
    language: str = ""


class _Piece(NamedTuple):
    """Sentences that no chapter parts."""

    sentences: list[TalkSentence]
    cue: float


def _asking(sentences: Sequence[TalkSentence]) -> set[int]:
    """Return the indices of the sentences that open a turn which ends with a question."""
    asking: set[int] = set()
    opened = 0
    for at, sentence in enumerate(sentences):
        opened = at if sentence.opens else opened
        last = at + 1 == len(sentences) or sentences[at + 1].opens
        if last and sentence.text.rstrip(" \"'”’»)]").endswith(_QUESTION_MARKS):
            asking.add(opened)
    return asking


def _pieces(sentences: Sequence[TalkSentence], hosts: frozenset[str | None], least: float) -> list[_Piece]:
    """Join sentences into pieces of at least so many words; `hosts` are the labels of those whose questions count, all
    where there are none."""
    asking = _asking(sentences)
    pieces: list[_Piece] = []
    words = 0
    for at, sentence in enumerate(sentences):
        if not pieces or words >= least * (1 if sentence.opens else _WITHIN_A_TURN):
            asked = at in asking and (not hosts or sentence.speaker in hosts)
            pieces.append(_Piece([], (0.0 if sentence.opens else _INSIDE_A_TURN) + (_ASKED if asked else 0.0)))
            words = 0
        pieces[-1].sentences.append(sentence)
        words += length_of(sentence.text)
    return pieces


def _chapter_count(words: int) -> int:
    usual = round(words / WORDS_OF_A_CHAPTER)
    return min(MOST_CHAPTERS, max(usual, min(_FEWEST_CHAPTERS, words // _SMALL_CHAPTER), 1))


def chapter_sentences(
    sentences: Sequence[TalkSentence], hosts: frozenset[str | None] = frozenset(), chapters: int | None = None
) -> list[list[TalkSentence]]:
    """Return the sentences of each chapter of a talk; of so many chapters, or as many as its length suggests.

    `hosts` are the labels of those whose questions often open a chapter; without them everybody's count.
    """
    if not sentences:
        return []
    words = sum(length_of(sentence.text) for sentence in sentences)
    wanted = chapters or _chapter_count(words)
    pieces = _pieces(sentences, hosts, words / wanted / _PIECES)
    stems = [[stem_of(form) for one in piece.sentences for form in content_forms(one.text)] for piece in pieces]
    starts = choose_boundaries(
        [CohesionPiece(words, piece.cue) for words, piece in zip(stems, pieces, strict=True)], wanted
    )
    ends = [*starts[1:], len(pieces)]
    return [
        [sentence for piece in pieces[start:end] for sentence in piece.sentences]
        for start, end in zip(starts, ends, strict=True)
    ]


class _Chooser:
    """Chooses the candidates of one chapter after the other, the same words once, and counts why others are none."""

    def __init__(self, transcript: TranscriptPair, language: str, guests: dict[str | None, str]) -> None:
        self._transcript = transcript
        self._language = language
        self._guests = guests
        self._known: set[str] = set()
        self.leaning: Counter[LeaningReason] = Counter()

    def _standing(self, sentences: Sequence[TalkSentence]) -> Iterator[TalkSentence]:
        for sentence in sentences:
            if sentence.speaker not in self._guests:
                continue
            lost = self._transcript.crosses_lost_speech(sentence.span)
            why = LeaningReason.LOST if lost else why_not_alone(sentence.text, self._language, whole=sentence.whole)
            if why is not None:
                self.leaning[why] += 1
            elif (canonical := canonicalize(sentence.text)) not in self._known:
                self._known.add(canonical)
                yield sentence

    def choose(
        self, sentences: Sequence[TalkSentence], weights: dict[str, float], counts: Counter[str]
    ) -> list[Candidate]:
        """Return the candidates of a chapter."""
        return choose_candidates(list(self._standing(sentences)), weights, counts)

    def chapter(self, title: str, number: int, candidates: Sequence[Candidate]) -> ChapterEvidence:
        """Return a chapter as it is proposed, its quotes under a claim without words."""
        support = tuple(
            Support(
                evidence_id=f"c{number}.1.{at}",
                quote=one.sentence.span.slice(self._transcript.raw),
                speaker=self._guests[one.sentence.speaker],
                span=one.sentence.span,
                note=one.reason,
                **_PROPOSED,
            )
            for at, one in enumerate(candidates, 1)
        )
        claim = ClaimEvidence(claim_id=f"c{number}.1", claim="", support=support, **_PROPOSED)
        return ChapterEvidence(title=title, claims=(claim,) if support else (), **_PROPOSED)


def _proven(evidence_map: EvidenceMap, transcript: TranscriptPair) -> EvidenceMap:
    """Return a map with the quotes alone that its own whitelist proves."""
    proofs = prove_quotes(evidence_map, transcript, roster_of(evidence_map, transcript.labels))
    refused = {refusal.evidence_id for refusal in proofs.refusals}
    if not refused:
        return evidence_map
    chapters: list[ChapterEvidence] = []
    for chapter in evidence_map.chapters:
        kept = [
            claim.model_copy(update={"support": tuple(one for one in claim.support if one.evidence_id not in refused)})
            for claim in chapter.claims
        ]
        chapters.append(chapter.model_copy(update={"claims": tuple(claim for claim in kept if claim.support)}))
    return evidence_map.model_copy(update={"chapters": tuple(chapters)})


def _why_none(leaning: Counter[LeaningReason]) -> str:
    if not leaning:
        return "No guest says a sentence."
    causes = ", ".join(f"{in_words(why)} {count:,}" for why, count in leaning.most_common())
    return f"No sentence of a guest can stand alone ({causes})."


def _labels_of(roster: Roster, transcript: TranscriptPair, role: SpeakerRole) -> dict[str | None, str]:
    """Return the labels of the persons in a role, with their names."""
    people = ((label, roster.resolve(label)) for label in transcript.labels)
    return {label: person.speaker_name for label, person in people if person and person.speaker_role is role}


def propose_outline(
    transcript: TranscriptPair, *, guests: Sequence[str] = (), hosts: Sequence[str] = (), chapters: int | None = None
) -> TalkOutline:
    """Propose chapters for a transcript, a title of each from its own words, and quotes of its guests.

    `guests` and `hosts` are names; a role that nobody is named for goes to those whose turns suggest it. Every quote is
    proven by the same whitelist and says why it is proposed. Without `chapters` there is one for about each 1,000
    words. The same input gives the same outline. Raises BadInput for a name that means nobody. Source:
    decisions.md#an-outline-without-a-model.
    """
    base = outline_speakers(transcript, guests, hosts)
    roster = roster_of(base, transcript.labels)
    quotable = _labels_of(roster, transcript, SpeakerRole.GUEST)
    if not transcript.labels:
        quotable[None] = base.speakers[0].speaker_name
    if not quotable:
        known = ", ".join(transcript.labels)
        return TalkOutline(reason=f"Nobody is known to be a guest. Name one; the labels are: {known}.")
    sentences = list(talk_sentences(transcript))
    language = language_of(transcript.canonical)
    parts = chapter_sentences(sentences, frozenset(_labels_of(roster, transcript, SpeakerRole.HOST)), chapters)
    texts = ["\n".join(sentence.text for sentence in part) for part in parts]
    counts = [Counter(content_forms(text)) for text in texts]
    chooser = _Chooser(transcript, language, quotable)
    proposed = tuple(
        chooser.chapter(title, number, chooser.choose(part, weights, own))
        for number, (title, part, weights, own) in enumerate(
            zip(title_chapters(texts), parts, word_weights(counts), counts, strict=True), 1
        )
    )
    evidence_map = _proven(base.model_copy(update={"chapters": proposed}), transcript)
    if not any(chapter.claims for chapter in evidence_map.chapters):
        return TalkOutline(reason=_why_none(chooser.leaning), language=language)
    return TalkOutline(evidence_map=evidence_map, language=language)
