"""The words of a quotation are read again from the bytes of the file that the transcript came from."""

import io
import zipfile
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core import SecondProof, TranscriptPair, Verdict, Verification, prove_again
from core.span import Span
from core.transcripts.units import Place, UnitColumns
from core.verify import UnverifiedReason, VerifiedQuotation
from tests.properties import examples
from tests.transcript_cases import FOLDER, Case, cases_of, file_of

# Of these forms raw is the file, or its markup resolved, and no unit says where it stands.
_WITHOUT_UNITS = ("markdown", "text")


def _read_cases() -> list[Case]:
    names = sorted(path.stem for path in FOLDER.glob("*.json"))
    cases = [case for name in names for case in cases_of(name)]
    by_units = [case for case in cases if "turns" in case and "asks" not in case]
    return [case for case in by_units if case["format"] == "docx" or case["dialect"] != "labels"]


CASES = _read_cases()


def _read(case: Case) -> TranscriptPair:
    return core.read_transcript(file_of(case), case["name"], chosen=case.get("choose", ()))


def _found(pair: TranscriptPair, *spans: Span) -> Verification:
    proven = tuple(VerifiedQuotation(text=span.slice(pair.raw), line=1, raw_span=span) for span in spans)
    return Verification(verdict=Verdict.VERIFIED, quotations=len(spans), verified=len(spans), proven=proven)


def _passages(pair: TranscriptPair) -> list[Span]:
    """Return each turn, each unit and all that two neighbours of one turn hold."""
    units = [unit.span for unit in pair.units]
    turns = [turn.span for turn in pair.turns]
    pairs = [Span(one.start, two.end) for one, two in pairwise(units)]
    return [*turns, *units, *(both for both in pairs if any(turn.contains(both) for turn in turns))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_the_file_agrees_with_what_its_reader_made_of_it(case: Case) -> None:
    """Every turn, unit and pair of units, of every format; not made only where a place is not known."""
    pair = _read(case)
    spans = _passages(pair)
    found = prove_again(_found(pair, *spans), pair, file_of(case))
    assert [one.raw_span.slice(pair.raw) for one in found.differing] == []
    if pair.source.reader not in _WITHOUT_UNITS and all(unit.place for unit in pair.units):
        assert found.second_proof is SecondProof.AGREES


@pytest.mark.property
@examples(2_000)
@given(case=st.sampled_from(CASES), at=st.integers(min_value=0, max_value=100_000), letter=st.sampled_from("qzx7"))
def test_one_letter_that_the_file_does_not_have_is_noticed(case: Case, at: int, letter: str) -> None:
    """As if a reader had misread it."""
    pair = _read(case)
    placed = [unit for unit in pair.units if unit.place]
    if not placed:
        return
    unit = placed[at % len(placed)].span
    letters = [place for place in range(*unit) if pair.raw[place].isalnum() and pair.raw[place].casefold() != letter]
    if not letters:
        return
    place = letters[at % len(letters)]
    misread = pair.model_copy(update={"raw": pair.raw[:place] + letter + pair.raw[place + 1 :]})
    found = prove_again(_found(misread, unit), misread, file_of(case))
    assert (found.second_proof, found.verdict) == (SecondProof.DIFFERS, Verdict.UNPROVEN)
    assert [(one.text, one.reason) for one in found.unproven] == [
        (unit.slice(misread.raw), UnverifiedReason.NOT_IN_TRANSCRIPT)
    ]
    assert (found.verified, found.speakers_verified) == (0, False)


VTT = (
    b"WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ann>I never said that,\n\n"
    b"00:03.000 --> 00:05.000\n<v Ann>not once &amp; not here.\n"
)


def _with(pair: TranscriptPair, raw: str, *spans: Span, places: list[Place | None] | None = None) -> TranscriptPair:
    """Return what a reader would have handed over that read other words from the same places."""
    units = UnitColumns()
    where = [unit.place for unit in pair.units] if places is None else places
    for span, place in zip(spans, where, strict=True):
        units.add(span, place, (None, None, None))
    return pair.model_copy(update={"raw": raw, "units": units})


MISREAD = {
    "a word lost in the middle": "I said that, not once & not here.",
    "a word lost at the end of the first unit": "I never said, not once & not here.",
    "a word lost at the beginning of the second": "I never said that, once & not here.",
    "a word added between them": "I never said that, no, not once & not here.",
    "another case": "I never said That, not once & not here.",
    "an entity left as it is": "I never said that, not once &amp; not here.",
    "two words in one": "I neversaid that, not once & not here.",
    "the units in another order": "not once & not here. I never said that,",
}


@pytest.mark.parametrize("said", MISREAD.values(), ids=MISREAD.keys())
def test_what_a_reader_changed_is_noticed(said: str) -> None:
    """Words dropped, added, joined, moved, or not resolved, in a quotation over two units."""
    pair = core.read_transcript(VTT, "talk.vtt")
    cut = next((at for at in (said.find(" not once"), said.find(" once"), said.find(" I never")) if at > 0), 0) + 1
    raw = f"Ann: {said}"
    misread = _with(pair, raw, Span(5, 5 + cut - 1), Span(5 + cut, len(raw)))
    assert prove_again(_found(misread, Span(5, len(raw))), misread, VTT).second_proof is SecondProof.DIFFERS


def test_a_part_of_a_unit_and_two_units_agree() -> None:
    """Whole words of it; half of a word does not stand there."""
    pair = core.read_transcript(VTT, "talk.vtt")
    for said, proof in (
        ("said that, not once & not", SecondProof.AGREES),
        ("never said", SecondProof.AGREES),
        ("ever said", SecondProof.DIFFERS),
        ("not once & not her", SecondProof.DIFFERS),
    ):
        start = pair.raw.index(said)
        found = prove_again(_found(pair, Span(start, start + len(said))), pair, VTT)
        assert (said, found.second_proof) == (said, proof)


def test_the_proof_is_not_made_where_a_place_is_not_known() -> None:
    """A plain text, a file without places, and nothing proven; one that differs counts more."""
    text = core.read_transcript(b"Ann: I never said that.\n", "talk.txt")
    assert (
        prove_again(_found(text, Span(5, 12)), text, b"Ann: I never said that.\n").second_proof is SecondProof.NOT_MADE
    )
    pair = core.read_transcript(VTT, "talk.vtt")
    assert prove_again(_found(pair), pair, VTT).second_proof is SecondProof.NOT_MADE
    one, two = (unit.span for unit in pair.units)
    placeless = _with(pair, pair.raw, one, two, places=[pair.units[0].place, None])
    assert prove_again(_found(placeless, one, two), placeless, VTT).second_proof is SecondProof.NOT_MADE
    elsewhere = _with(pair, pair.raw, one, two, places=[Place("", 0, 6), None])
    assert prove_again(_found(elsewhere, one, two), elsewhere, VTT).second_proof is SecondProof.DIFFERS


@pytest.mark.property
@examples(1_000)
@given(
    case=st.sampled_from(CASES),
    at=st.integers(0, 1_000_000),
    stop=st.integers(0, 1_000_000),
    junk=st.binary(max_size=40),
)
def test_any_other_bytes_are_compared_without_an_exception(case: Case, at: int, stop: int, junk: bytes) -> None:
    """What is given may be another file altogether."""
    pair, data = _read(case), file_of(case)
    at, stop = sorted((at % (len(data) + 1), stop % (len(data) + 1)))
    found = prove_again(_found(pair, *_passages(pair)), pair, data[:at] + junk + data[stop:])
    assert found.quotations == found.verified + len(found.unproven)


def test_entities_that_a_part_declares_are_not_expanded() -> None:
    """The words of such a file stand nowhere."""
    case = next(case for case in cases_of("docx") if "turns" in case)
    pair, written = _read(case), io.BytesIO()
    body = b'<w:document xmlns:w="w"><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:document>'
    bomb = b'<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">]>' + body
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("word/document.xml", bomb)
    found = prove_again(_found(pair, pair.turns[0].span), pair, written.getvalue())
    assert found.second_proof is SecondProof.DIFFERS
