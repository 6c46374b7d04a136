"""What an outline is of any talk, and of the sample: slices of one turn of a guest, or a reason in words."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import core
from core.errors import BadInput
from core.evidence.evidence_map import EvidenceMap, read_evidence, unaccepted_rows, write_evidence
from core.map_making.outline.propose import TalkOutline, propose_outline
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import SpeakerRole
from core.transcripts.transcript import TranscriptPair
from tests.properties import examples

ROOT = Path(__file__).parents[4]
SAMPLE = read_transcript((ROOT / "sample_data" / "interview.md").read_bytes(), "interview.md")
WORDS = (
    "clock tide the brass keeper drew a well. paper ink! why? and it I [laughter] [inaudible] “no” (sighs) 7 sea, "
    "harbour é 時計は海を描く。 Nobody rope — bread oven salt boats [00:10] *x* -5 \n\n"
).split(" ")
LABELS = ("", "Ann Lee: ", "Bo: ", "HOST: ", "Dr. Eve Ray, M.D.: ")


def check(transcript: TranscriptPair, outline: TalkOutline) -> None:
    """Assert what holds of every outline."""
    assert (outline.evidence_map is None) == bool(outline.reason)
    if outline.evidence_map is None:
        return
    guests = {one.speaker_name for one in outline.evidence_map.speakers if one.speaker_role is SpeakerRole.GUEST}
    supports = [one for part in outline.evidence_map.chapters for claim in part.claims for one in claim.support]
    for support in supports:
        assert support.span is not None
        assert support.span.slice(transcript.raw) == support.quote
        assert support.note
        turn = transcript.turn_of(support.span)
        assert turn is not None or not transcript.turns
        assert not transcript.labels or support.speaker in guests
    assert core.prepare_line(outline.evidence_map, transcript).proofs.refusals == ()
    claims = [claim for part in outline.evidence_map.chapters for claim in part.claims]
    assert {claim.claim for claim in claims} <= {""}
    assert read_evidence(write_evidence(outline.evidence_map)) == outline.evidence_map
    assert unaccepted_rows(outline.evidence_map) == len(outline.evidence_map.chapters) + len(claims) + len(supports)


@given(
    turns=st.lists(
        st.tuples(st.sampled_from(LABELS), st.lists(st.sampled_from(WORDS), min_size=1, max_size=60)),
        min_size=1,
        max_size=8,
    ),
    named=st.booleans(),
)
@examples(200)
@example(turns=[("Ann Lee: ", ["[laughter]"])], named=True)
@example(turns=[("", ["(sighs)"])], named=False)
def test_any_talk(turns: list[tuple[str, list[str]]], *, named: bool) -> None:
    """Any text gives an outline or a reason in words; the same text the same one."""
    text = "\n\n".join(label + " ".join(words) for label, words in turns)
    try:
        transcript = read_transcript(text.encode(), "talk.txt")
    except BadInput:
        return
    guests = transcript.labels[:1] if named else ()
    outline = propose_outline(transcript, guests=guests)
    check(transcript, outline)
    assert propose_outline(transcript, guests=guests) == outline


def proposed(transcript: TranscriptPair, guests: tuple[str, ...] = ()) -> EvidenceMap:
    """Return the map of an outline, of which all that must hold is checked."""
    outline = propose_outline(transcript, guests=guests)
    check(transcript, outline)
    assert outline.evidence_map is not None, outline.reason
    return outline.evidence_map


def test_sample() -> None:
    """The sample's guests are found by how they take their turns; callers and clips are not quoted."""
    evidence_map = proposed(SAMPLE)
    supports = [one for part in evidence_map.chapters for claim in part.claims for one in claim.support]
    assert {one.speaker for one in supports} == {"Casimir Boyle", "Dr. Imke Sorrel, M.Sc."}
    assert len(evidence_map.chapters) >= 3
    edition = core.generate_edition(core.prepare_line(evidence_map, SAMPLE), core.OfflineComposer())
    assert edition.verdict == "verified"
    assert not any(chapter.core_claims for chapter in edition.chapters)


def test_who_is_named_decides() -> None:
    """A role that somebody is named for is not suggested to anybody else."""
    evidence_map = proposed(SAMPLE, guests=("Casimir",))
    assert {one.speaker for part in evidence_map.chapters for claim in part.claims for one in claim.support} == {
        "Casimir Boyle"
    }
    with pytest.raises(BadInput, match="Nemo"):
        propose_outline(SAMPLE, guests=("Nemo",))


PLAIN = "\n\n".join(
    " ".join(f"The {thing} in the {place} was {done} by a keeper in {1900 + number}." for number in range(5))
    for thing, place, done in (
        ("clock", "harbour", "painted"),
        ("oven", "bakery", "heated"),
        ("rope", "loft", "spliced"),
    )
)


def test_nobody_named() -> None:
    """Without labels the words alone are proven; a person may say in one word who speaks."""
    transcript = read_transcript(PLAIN.encode(), "talk.txt")
    assert {one.speaker_role for one in proposed(transcript).speakers} == {SpeakerRole.UNCLEAR}
    assert [one.speaker_name for one in proposed(transcript, guests=("Ann Lee",)).speakers] == ["Ann Lee"]
    with pytest.raises(BadInput, match="names no speakers"):
        propose_outline(transcript, guests=("Ann Lee", "Bo Ray"))
    with pytest.raises(BadInput, match="no letters"):
        propose_outline(transcript, guests=("—",))


def test_so_many_chapters_as_are_asked_for() -> None:
    for wanted in (1, 2, 5):
        outline = propose_outline(SAMPLE, chapters=wanted)
        assert outline.evidence_map is not None
        assert len(outline.evidence_map.chapters) == wanted


def test_no_guest_is_a_reason() -> None:
    transcript = read_transcript(b"Ann: The clock was painted.\n\nBo: The oven was heated.\n\nAnn: So it was.", "t.txt")
    outline = propose_outline(transcript)
    assert outline.evidence_map is None
    assert "Ann, Bo" in outline.reason


def test_nothing_that_stands_alone_is_a_reason() -> None:
    transcript = read_transcript(b"Ann: And it was.\n\nBo: Was it?\n\nAnn: But they say so.", "t.txt")
    outline = propose_outline(transcript, guests=("Ann",))
    assert outline.evidence_map is None
    assert "too short" in outline.reason


def test_a_talk_without_stops() -> None:
    """Where nothing says where sentences end, pieces of at most 40 words are the sentences."""
    said = " ".join(f"the keeper of harbour number {n} painted clock after clock with salt and tar" for n in range(30))
    transcript = read_transcript(f"Ann: {said}\n\nBo: hm\n\nAnn: {said} again\n\nBo: hm".encode(), "t.txt")
    evidence_map = proposed(transcript, guests=("Ann",))
    quotes = [one.quote for part in evidence_map.chapters for claim in part.claims for one in claim.support]
    assert quotes
    assert all(len(quote.split()) <= 40 for quote in quotes)


def test_units_are_the_sentences_where_captions_have_no_stops() -> None:
    lines = [f"the keeper of harbour {n} painted every clock with tar" for n in range(40)]
    cues = (f"00:00:{n:02}.000 --> 00:00:{n + 1:02}.000\n<v Ann>{line}\n" for n, line in enumerate(lines))
    transcript = read_transcript(("WEBVTT\n\n" + "\n".join(cues)).encode(), "t.vtt")
    evidence_map = proposed(transcript, guests=("Ann",))
    quotes = [one.quote for part in evidence_map.chapters for claim in part.claims for one in claim.support]
    assert quotes
    assert set(quotes) <= set(lines)


@pytest.mark.parametrize("text", ["?!" * 40, "— …", "\n\n", ""])
def test_where_nothing_is_said_that_is_the_reason(text: str) -> None:
    outline = propose_outline(TranscriptPair.from_raw(text))
    assert (outline.evidence_map, outline.reason) == (None, "No guest says a sentence.")
