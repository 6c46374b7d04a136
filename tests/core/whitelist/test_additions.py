import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from core.errors import BadInput
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap
from core.evidence.row_marks import RowOrigin, RowStatus
from core.generation.line import Line
from core.map_making.acts.act_records import AddPassage
from core.map_making.acts.map_rows import rows_of
from core.map_making.acts.replay import replay
from core.span import Span
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Roster, Speaker, SpeakerRole
from core.transcripts.transcript import TranscriptPair
from core.whitelist.additions import Addition, propose_addition
from core.whitelist.build import prove_quotes
from tests.properties import examples

TALK = (
    "ADA: I came down in the morning and the bridge was open. Nobody else had a key.\n\n"
    "BEN: Nobody else had a key. Did you ring the harbour? [inaudible] it was late.\n\n"
    "VOICE: The lamp was out all night.\n"
)
CLAIMS = ("The bridge moved without anybody.", "Only the keeper could unlock the gate with a key.")
ADA = Speaker(speaker_id="ada", speaker_name="Ada Lake", speaker_role=SpeakerRole.GUEST, aliases=("ADA",))
BEN = Speaker(speaker_id="ben", speaker_name="Ben Moss", speaker_role=SpeakerRole.HOST, aliases=("BEN",))
TWINS = (
    Speaker(speaker_id="v1", speaker_name="Voice One", speaker_role=SpeakerRole.CALLER, aliases=("VOICE",)),
    Speaker(speaker_id="v2", speaker_name="Voice Two", speaker_role=SpeakerRole.CALLER, aliases=("VOICE",)),
)


def talk() -> TranscriptPair:
    return read_transcript(TALK.encode(), "talk.txt")


def map_of(*speakers: Speaker, chapters: int = 1, claims: tuple[str, ...] = CLAIMS) -> EvidenceMap:
    made = tuple(ClaimEvidence(claim_id=f"c{number}", claim=claim) for number, claim in enumerate(claims))
    return EvidenceMap(speakers=speakers, chapters=(ChapterEvidence(title="t", claims=made),) * chapters)


def offer(words: str, sentence: str = "", transcript: TranscriptPair | None = None, *speakers: Speaker) -> Addition:
    transcript = transcript or talk()
    evidence_map = map_of(*(speakers or (ADA, BEN)))
    roster = Roster.of(evidence_map.speakers, transcript.labels)
    return propose_addition(words, sentence, [0], evidence_map=evidence_map, transcript=transcript, roster=roster)


def promoted(quote: str = "Nobody else had a key.", *, chapter: int = 0, number: int = 0, claim: str = "") -> Addition:
    return Addition(
        evidence_id="promoted-1",
        chapter_index=chapter,
        claim_index=number,
        quote=quote,
        speaker="Ada Lake",
        raw_span=Span(57, 79),
        claim=claim,
    )


OFFERED = [
    ("The bridge was open", "", "the bridge was open.", "Ada Lake", 0),
    ("nobody else had a KEY", "Ada says so.", "Nobody else had a key.", "Ada Lake", 1),
    ("Nobody else had a key.", "Moss asked it.", "Nobody else had a key.", "Ben Moss", 1),
    ("Nobody else had a key.", "", "Nobody else had a key.", "Ada Lake", 1),
    ("Did you ring the harbour", "It was about the bridge.", "Did you ring the harbour?", "Ben Moss", 0),
]


@pytest.mark.parametrize(("words", "sentence", "quote", "speaker", "claim"), OFFERED)
def test_a_passage_is_offered_as_it_stands_by_who_said_it(
    words: str, sentence: str, quote: str, speaker: str, claim: int
) -> None:
    """In the transcript's characters, for the claim that shares most words; of two persons the named one, or the
    guest."""
    transcript = talk()
    found = offer(words, sentence, transcript)
    assert found.raw_span.slice(transcript.raw).rstrip(".") == quote.rstrip(".")
    assert (found.quote, found.speaker, found.claim_index) == (found.raw_span.slice(transcript.raw), speaker, claim)
    assert found.claim == CLAIMS[claim]


REFUSED = [
    ("the bridge was shut", "does not stand in one turn"),
    ("a key. Nobody else", "does not stand in one turn"),
    ("he bridge was ope", "does not stand in one turn"),
    ("the harbour? it was late", "does not stand in one turn"),
    ("…", "does not stand in one turn"),
    ("", "does not stand in one turn"),
]


@pytest.mark.parametrize(("words", "why"), REFUSED)
def test_what_cannot_be_proven_is_not_offered(words: str, why: str) -> None:
    """Nothing near, nothing over two turns or lost speech, no part of a word."""
    with pytest.raises(BadInput, match=why):
        offer(words)


def test_words_of_a_label_that_means_two_persons_are_not_offered() -> None:
    """And it is said what to do."""
    with pytest.raises(BadInput, match="Say on the page Sources who the label of this turn means"):
        offer("The lamp was out all night.", "", None, ADA, BEN, *TWINS)


def test_where_nobody_is_named_only_one_person_can_be_meant() -> None:
    """The one guest; with two guests nobody knows."""
    plain = TranscriptPair.from_raw("The lamp was out all night and nobody had a key.")
    assert offer("the lamp was out all night", "", plain, ADA, BEN).speaker == "Ada Lake"
    guest = BEN.model_copy(update={"speaker_role": SpeakerRole.GUEST})
    with pytest.raises(BadInput, match="nobody that can be named"):
        offer("the lamp was out all night", "", plain, ADA, guest)


def test_a_chapter_without_claims_takes_nothing_in() -> None:
    """A passage has to support something."""
    evidence_map = map_of(ADA, claims=())
    roster = Roster.of(evidence_map.speakers, talk().labels)
    with pytest.raises(BadInput, match="no claim in the evidence map"):
        propose_addition("the bridge was open", "", [0], evidence_map=evidence_map, transcript=talk(), roster=roster)


def with_additions(evidence_map: EvidenceMap, *additions: Addition) -> tuple[EvidenceMap, list[int]]:
    """Return a map with additions in place, and which of them do not fit it."""
    done = replay(rows_of(evidence_map), [AddPassage(addition=one) for one in additions])
    return done.rows.as_map(), [one.place for one in done.refused]


def test_an_addition_changes_its_claim_and_nothing_else() -> None:
    """The map as it was given stays as it was; the passage says where it stands and that a person took it."""
    evidence_map = map_of(ADA, BEN, chapters=2)
    made, refused = with_additions(evidence_map, promoted(chapter=1, number=1))
    assert (refused, made.chapters[0]) == ([], evidence_map.chapters[0])
    first, second = made.chapters[1].claims
    assert first == evidence_map.chapters[1].claims[0]
    (support,) = second.support
    assert (support.evidence_id, support.quote, support.speaker) == (
        "promoted-1",
        "Nobody else had a key.",
        "Ada Lake",
    )
    assert (support.span, support.origin, support.status) == (
        promoted().raw_span,
        RowOrigin.PERSON,
        RowStatus.ACCEPTED,
    )
    assert evidence_map == map_of(ADA, BEN, chapters=2)


@pytest.mark.parametrize(
    "gone",
    [promoted(chapter=1), promoted(number=2), promoted(chapter=-1), promoted(number=-1), promoted(claim="Another.")],
)
def test_an_addition_whose_claim_is_gone_does_not_count(gone: Addition) -> None:
    """It never slips to another claim that now has its number."""
    evidence_map = map_of(ADA)
    made, refused = with_additions(evidence_map, gone, promoted(claim=CLAIMS[0]))
    assert refused == [0]
    assert made == with_additions(evidence_map, promoted(claim=CLAIMS[0]))[0]
    assert with_additions(evidence_map, gone) == (evidence_map, [0])


def test_a_passage_is_taken_in_once() -> None:
    """Also where the map has it already."""
    once, _ = with_additions(map_of(ADA), promoted())
    assert with_additions(once, promoted()) == (once, [0])


@examples(60)
@given(data=st.data())
def test_whatever_is_offered_is_let_in_by_the_whitelist(sample: Line, data: st.DataObject) -> None:
    """At its very place, by the person it names; a stretch of whole words that is not offered is refused in words."""
    raw = sample.transcript.raw
    turn = data.draw(st.sampled_from(sample.transcript.turns))
    words = turn.span.slice(raw).split(" ")
    first = data.draw(st.integers(0, len(words) - 1))
    passage = " ".join(words[first : first + data.draw(st.integers(1, 25))])
    try:
        promotion = propose_addition(
            passage,
            "",
            [0, 1],
            evidence_map=sample.evidence_map,
            transcript=sample.transcript,
            roster=sample.roster,
        )
    except BadInput:
        return
    made, _ = with_additions(sample.evidence_map, promotion)
    proofs = prove_quotes(made, sample.transcript, sample.roster)
    (quote,) = [one for one in proofs.quotes if promotion.evidence_id in one.source_evidence_ids]
    assert promotion.raw_span in quote.raw_spans
    assert quote.speaker == sample.roster.resolve(promotion.speaker)
    event("offered")


def test_a_passage_has_one_id_whatever_it_ends_with() -> None:
    """So it is not promoted twice; by another person it is another passage."""
    ids = {offer(words, "Ada").evidence_id for words in ("Nobody else had a key", "nobody else had a key.")}
    assert len(ids) == 1
    assert offer("Nobody else had a key", "Moss").evidence_id not in ids
