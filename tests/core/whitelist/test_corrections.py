from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.line import Line
from core.span import Span
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Roster, Speaker
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import prove_quotes
from core.whitelist.corrections import Mend, MendKind, apply_mends, mend_to_span, offer_mends
from core.whitelist.rejection import Rejection, RejectionReason
from core.whitelist.report import examine_evidence
from tests.golden import cases, load
from tests.properties import examples

TABLE = load("mends")


def transcript_of(name: str) -> TranscriptPair:
    """Read one of the table's transcripts."""
    table = TABLE["transcripts"][name]
    if "text" in table:
        return TranscriptPair.from_raw(table["text"])
    text = "\n\n".join(f"{speaker}: {words}" for speaker, words in table["turns"])
    return read_transcript(text.encode(), "turns.txt")


def map_of(*supports: Support, speakers: tuple[Speaker, ...] = ()) -> EvidenceMap:
    """Make an evidence map of one claim."""
    claim = ClaimEvidence(claim_id="c1", claim="c", support=supports)
    return EvidenceMap(speakers=speakers, chapters=(ChapterEvidence(title="t", claims=(claim,)),))


def map_about(name: str, quote: str, speaker: str) -> EvidenceMap:
    """Make an evidence map of one quote with the roster of one of the table's transcripts."""
    speakers = tuple(Speaker(**one) for one in TABLE["transcripts"][name]["roster"])
    return map_of(Support(evidence_id="e1", quote=quote, speaker=speaker), speakers=speakers)


def roster_of(evidence_map: EvidenceMap, transcript: TranscriptPair) -> Roster:
    return Roster.of(evidence_map.speakers, transcript.labels)


def assert_proven(evidence_map: EvidenceMap, transcript: TranscriptPair, mend: Mend) -> None:
    """Apply one mend and see that it lets its quote in, as a slice of raw by the person it names."""
    mended = apply_mends(evidence_map, [mend])
    assert mended.applied == (mend,)
    proofs = prove_quotes(mended.evidence_map, transcript, roster_of(evidence_map, transcript))
    (quote,) = [quote for quote in proofs.quotes if mend.evidence_id in quote.source_evidence_ids]
    for start, end in quote.raw_spans:
        turn = transcript.turn_of(Span(start, end))
        assert not transcript.names_speakers or turn is not None
    assert transcript.raw[slice(*quote.raw_spans[0])] == quote.quote_text
    assert quote.speaker == roster_of(evidence_map, transcript).resolve(mend.speaker)


@pytest.mark.parametrize("case", cases("mends"))
def test_a_person_is_offered_what_an_editor_would_do(case: Any) -> None:
    """A refused quote has exactly the offers that the table says, in that order, or none."""
    transcript = transcript_of(case["transcript"])
    evidence_map = map_about(case["transcript"], case["quote"], case["speaker"])
    (rejection,) = examine_evidence(evidence_map, transcript).rejections
    offers = offer_mends(rejection, transcript, roster_of(evidence_map, transcript))
    assert rejection.reason == case["reason"]
    assert [{"kind": mend.kind, "quote": mend.quote, "speaker": mend.speaker} for mend in offers] == case["offers"]
    for mend in offers:
        assert_proven(evidence_map, transcript, mend)
        assert (mend.evidence_id, mend.was_quote, mend.was_speaker) == ("e1", case["quote"], case["speaker"])
        if mend.kind is not MendKind.SPEAKER:
            assert mend.quote in transcript.raw


WORDS = ["not", "never", "and", "really", "purple", "...", "[laughter]", "40", "twelve", "—", "“", "(", "it"]


def altered(data: st.DataObject, quotes: list[str]) -> str:
    """Draw what somebody may have made of a quote: words put in, left out, cut, or another quote behind it."""
    words = data.draw(st.sampled_from(quotes)).split(" ")
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, max(0, len(words) - 1)))
        match data.draw(st.sampled_from(["in", "out", "cut", "join"])):
            case "in":
                words.insert(at, data.draw(st.sampled_from(WORDS)))
            case "out":
                del words[at : at + data.draw(st.integers(1, 6))]
            case "cut":
                words[at : at + 1] = [words[at][1:]] if words else []
            case _:
                words += data.draw(st.sampled_from(quotes)).split(" ")[at:]
    return " ".join(words)


@examples(200)
@given(data=st.data())
def test_every_offer_is_proven_when_it_is_applied(sample: Line, data: st.DataObject) -> None:
    """Whatever was made of a quote and whoever is named: an offer that is taken lets the quote in."""
    quotes = [quote.quote_text for quote in sample.whitelist]
    speaker = data.draw(st.sampled_from([*(one.speaker_name for one in sample.roster.speakers), "", "Nobody", "Imke"]))
    support = Support(evidence_id="e1", quote=altered(data, quotes), speaker=speaker)
    evidence_map = map_of(support, speakers=sample.evidence_map.speakers)
    for rejection in examine_evidence(evidence_map, sample.transcript).rejections:
        offers = offer_mends(rejection, sample.transcript, sample.roster)
        assert len(offers) <= 4
        assert len({(mend.quote, mend.speaker) for mend in offers}) == len(offers)
        assert offers == offer_mends(rejection, sample.transcript, sample.roster)
        for mend in offers:
            assert_proven(evidence_map, sample.transcript, mend)


def test_the_offers_for_the_sample_are_proven_together(sample: Line) -> None:
    """The first offer of every rejection, all applied at once: each lets its quote in, and no other quote is lost."""
    first = [offers[0] for one in sample.rejections if (offers := offer_mends(one, sample.transcript, sample.roster))]
    assert len(first) > 3
    mended = apply_mends(sample.evidence_map, first)
    assert (mended.applied, mended.stale) == (tuple(first), ())
    proofs = prove_quotes(mended.evidence_map, sample.transcript, sample.roster)
    before = {evidence_id for quote in sample.whitelist for evidence_id in quote.source_evidence_ids}
    after = {evidence_id for quote in proofs.quotes for evidence_id in quote.source_evidence_ids}
    assert after == before | {mend.evidence_id for mend in first}


def test_at_most_four_are_offered() -> None:
    """Where six people said the words, the first four of the transcript are offered."""
    names = ["Ada", "Ben", "Cora", "Dan", "Edda", "Finn"]
    text = "\n\n".join(f"{name}: We never closed the gate at night." for name in names)
    transcript = read_transcript(text.encode(), "turns.txt")
    evidence_map = map_of(Support(evidence_id="e1", quote="We never closed the gate", speaker="Gus"))
    (rejection,) = examine_evidence(evidence_map, transcript).rejections
    offers = offer_mends(rejection, transcript, roster_of(evidence_map, transcript))
    assert [(mend.kind, mend.speaker) for mend in offers] == [(MendKind.SPEAKER, name) for name in names[:4]]


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("we wrote &amp; into the page by hand every single time", id="an entity as text"),
        pytest.param(r"we wrote \* into the page by hand every single time", id="an escape as text"),
        pytest.param("we wrote “yes” into the page, and *only* there, every single time", id="marks and emphasis"),
        pytest.param("we wrote it into the page\nby hand [laughter] every single time", id="a line's end"),
    ],
)
def test_a_slice_is_written_so_that_it_is_read_as_itself(words: str) -> None:
    """What an evidence map would take for markup is escaped in the mended quote."""
    transcript = TranscriptPair.from_raw(f"In those years {words}, and nobody minded.")
    quote = f"in those years {words}".replace("every", "each")
    evidence_map = map_of(
        Support(evidence_id="e1", quote=quote, speaker="Ada"), speakers=(Speaker(speaker_id="ada", speaker_name="Ada"),)
    )
    (rejection,) = examine_evidence(evidence_map, transcript).rejections
    mend = offer_mends(rejection, transcript, roster_of(evidence_map, transcript))[0]
    assert_proven(evidence_map, transcript, mend)
    proofs = prove_quotes(
        apply_mends(evidence_map, [mend]).evidence_map, transcript, roster_of(evidence_map, transcript)
    )
    assert proofs.quotes[0].quote_text == f"In those years {words}"


def mend_of(support: Support, quote: str, speaker: str = "B") -> Mend:
    return Mend(
        kind=MendKind.TRIM,
        evidence_id=support.evidence_id,
        was_quote=support.quote,
        was_speaker=support.speaker,
        quote=quote,
        speaker=speaker,
    )


ONE, TWO = (Support(evidence_id=name, quote=f"the words of {name}", speaker="A") for name in ("e1", "e2"))


def test_a_mend_changes_one_quote_and_its_speaker(sample: Line) -> None:
    """Everything else of the map stays as it was: titles, claims, speakers, order, the other quotes."""
    supports = [own for chapter in sample.evidence_map.chapters for claim in chapter.claims for own in claim.support]
    for support in supports:
        mended = apply_mends(sample.evidence_map, [mend_of(support, "other words")]).evidence_map.model_dump()
        expected = sample.evidence_map.model_dump()
        for chapter in expected["chapters"]:
            for claim in chapter["claims"]:
                for own in claim["support"]:
                    if own["evidence_id"] == support.evidence_id:
                        own |= {"quote": "other words", "speaker": "B"}
        assert mended == expected


def test_no_mends_leave_the_map_alone(sample: Line) -> None:
    """Nothing applied, nothing stale, the same map."""
    mended = apply_mends(sample.evidence_map, [])
    assert (mended.evidence_map, mended.applied, mended.stale) == (sample.evidence_map, (), ())


@pytest.mark.parametrize(
    "stale",
    [
        pytest.param(mend_of(Support(evidence_id="e9", quote=ONE.quote, speaker="A"), "x"), id="no such evidence"),
        pytest.param(mend_of(Support(evidence_id="e1", quote="older words", speaker="A"), "x"), id="other words"),
        pytest.param(mend_of(Support(evidence_id="e1", quote=ONE.quote, speaker="C"), "x"), id="other speaker"),
    ],
)
def test_a_stale_mend_is_reported_and_not_applied(stale: Mend) -> None:
    """Where the map no longer says what the person saw, nothing is changed, and the others still are."""
    good = mend_of(TWO, "better words")
    mended = apply_mends(map_of(ONE, TWO), [stale, good])
    assert (mended.applied, mended.stale) == ((good,), (stale,))
    assert mended.evidence_map == map_of(ONE, TWO.model_copy(update={"quote": "better words", "speaker": "B"}))


def test_of_two_mends_of_the_same_words_the_first_applies() -> None:
    """The second saw words that are no longer there: it is stale, not lost."""
    first, second = mend_of(ONE, "first"), mend_of(ONE, "second")
    mended = apply_mends(map_of(ONE), [first, second])
    assert (mended.applied, mended.stale) == ((first,), (second,))
    assert mended.evidence_map == map_of(ONE.model_copy(update={"quote": "first", "speaker": "B"}))


def test_a_mend_of_mended_words_applies() -> None:
    """Who mends again what was mended before is heard."""
    first = mend_of(ONE, "first")
    again = mend_of(Support(evidence_id="e1", quote="first", speaker="B"), "again", speaker="C")
    mended = apply_mends(map_of(ONE), [first, again])
    assert (mended.applied, mended.stale) == ((first, again), ())
    assert mended.evidence_map == map_of(ONE.model_copy(update={"quote": "again", "speaker": "C"}))


def test_of_two_quotes_with_one_id_only_the_one_that_was_seen_is_mended() -> None:
    """A map that was made by hand may use an id twice; the words tell which is meant."""
    twin = Support(evidence_id="e1", quote="something else", speaker="A")
    mended = apply_mends(map_of(ONE, twin), [mend_of(ONE, "better")])
    assert mended.evidence_map == map_of(ONE.model_copy(update={"quote": "better", "speaker": "B"}), twin)


BRIDGE = transcript_of("bridge")


def rejection_of(quote: str, speaker: str) -> Rejection:
    return Rejection(
        evidence_id="e1",
        chapter_index=0,
        claim_id="c1",
        quote=quote,
        speaker=speaker,
        reason=RejectionReason.NOT_FOUND,
    )


@pytest.mark.parametrize(
    ("selected", "was", "kind", "quote", "speaker"),
    [
        pytest.param(
            "There were only two keys made",
            ("There were only three keys", "Joel Castellan"),
            MendKind.TRANSCRIPT_WORDS,
            "There were only two keys made",
            "Joel Castellan",
            id="the transcript's words",
        ),
        pytest.param(
            " He believes the numbers.\n\n",
            ("He believes the numbers. I believe the numbers.", "Joel Castellan"),
            MendKind.TRIM,
            "He believes the numbers.",
            "Dr. Petra Vance",
            id="white space comes off, the speaker is the turn's",
        ),
        pytest.param(
            "He believes the numbers.",
            ("She believes the numbers.", "Dr. Petra Vance"),
            MendKind.TRANSCRIPT_WORDS,
            "He believes the numbers.",
            "Dr. Petra Vance",
            id="a part of a word is another word",
        ),
        pytest.param(
            "It is not a ghost",
            ("It is not a ghost.", "Joel"),
            MendKind.SPEAKER,
            "It is not a ghost",
            "Dr. Petra Vance",
            id="the same words",
        ),
        pytest.param(
            "I had not opened it. [laughter] You know, I thought it was the boys",
            ("I thought it was the boys", "Joel"),
            MendKind.TRANSCRIPT_WORDS,
            "I had not opened it. [laughter] You know, I thought it was the boys",
            "Joel",
            id="over an annotation; a name that means the person stays",
        ),
    ],
)
def test_a_selected_stretch_becomes_the_quote(
    selected: str, was: tuple[str, str], kind: MendKind, quote: str, speaker: str
) -> None:
    """The slice a person selected, by the person in whose turn it stands."""
    evidence_map = map_about("bridge", *was)
    start = BRIDGE.raw.index(selected)
    mend = mend_to_span(rejection_of(*was), Span(start, start + len(selected)), BRIDGE, roster_of(evidence_map, BRIDGE))
    assert (mend.kind, mend.quote, mend.speaker) == (kind, quote, speaker)
    assert (mend.was_quote, mend.was_speaker) == was
    assert_proven(evidence_map, BRIDGE, mend)


@pytest.mark.parametrize(
    ("name", "selected", "messages"),
    [
        pytest.param("bridge", "ere were only two keys", ["begins inside the word “There”."], id="begins in a word"),
        pytest.param("bridge", "I can", ["ends inside the word “can't”."], id="ends in a word"),
        pytest.param(
            "bridge",
            "ed the lever that nigh",
            ["begins inside the word “touched”.", "ends inside the word “night”."],
            id="both at once",
        ),
        pytest.param("bridge", "ghter] You know", ["begins inside “[laughter]”."], id="begins in an annotation"),
        pytest.param("bridge", "believes the numbers.\n\nJoel Castellan: I believe", ["two turns"], id="two turns"),
        pytest.param("bridge", "Petra Vance: He believes the numbers.", ["label"], id="with the label"),
        pytest.param("bridge", "and I was [inaudible] for about a week", ["runs over “[inaudible]”"], id="lost speech"),
        pytest.param("bridge", "[inaudible]", ["no words"], id="only lost speech"),
        pytest.param("bridge", "\n\n", ["no words"], id="white space"),
        pytest.param("bridge", ".", ["no words"], id="punctuation"),
        pytest.param("annas", "I have never believed", ["labelled “Anna”"], id="an ambiguous label"),
        pytest.param("orchard", "He wanted pears", ["names none", "“Somebody”"], id="no turns, and nobody is named"),
    ],
)
def test_a_stretch_that_cannot_be_a_quote_is_refused_with_the_reason(
    name: str, selected: str, messages: list[str]
) -> None:
    """Every reason is said, with what to do; nothing is moved by itself."""
    transcript = transcript_of(name)
    start = transcript.raw.index(selected)
    roster = roster_of(map_about(name, "", ""), transcript)
    with pytest.raises(BadInput) as raised:
        mend_to_span(rejection_of("x", "Somebody"), Span(start, start + len(selected)), transcript, roster)
    text = str(raised.value)
    assert all(message in text for message in messages)
    assert all(problem.place == "selection" and problem.remedy for problem in raised.value.problems)


@pytest.mark.parametrize("span", [Span(-1, 4), Span(4, 2), Span(0, 10**6)])
def test_a_stretch_outside_of_the_transcript_is_refused(span: Span) -> None:
    """Offsets that a browser made up are no crash."""
    with pytest.raises(BadInput, match="outside of the transcript"):
        mend_to_span(rejection_of("x", "Joel"), span, BRIDGE, roster_of(map_about("bridge", "", ""), BRIDGE))


@examples(200)
@given(data=st.data())
def test_any_stretch_is_proven_or_refused(sample: Line, data: st.DataObject) -> None:
    """Whatever is selected: the quote is that slice and is let in, or the reasons are said."""
    transcript = sample.transcript
    start = data.draw(st.integers(0, len(transcript.raw)))
    span = Span(start, min(len(transcript.raw), start + data.draw(st.integers(0, 300))))
    support = Support(evidence_id="e1", quote="x", speaker="Nobody")
    try:
        mend = mend_to_span(rejection_of("x", "Nobody"), span, transcript, sample.roster)
    except BadInput:
        return
    assert mend.quote == span.slice(transcript.raw).strip()
    assert_proven(map_of(support, speakers=sample.evidence_map.speakers), transcript, mend)


def test_a_book_is_no_quote(sample: Line) -> None:
    """What is longer than a quote may be has no parts looked up."""
    book = " ".join([sample.transcript.canonical] * 3)
    assert offer_mends(rejection_of(book, "Casimir Boyle"), sample.transcript, sample.roster) == ()
