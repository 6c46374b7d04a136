"""A file that was cut, doubled or flipped anywhere is read or refused, whatever its format."""

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core import BadInput, Verdict, Verification, prove_again
from core.verify import VerifiedQuotation
from tests.properties import examples
from tests.transcript_cases import FOLDER, Case, cases_of, file_of

CASES = [
    (path.stem, case) for path in sorted(FOLDER.glob("*.json")) for case in cases_of(path.stem) if "says" not in case
]
_TEXT_CASES = [case for name, case in CASES if name in ("html", "elan", "textgrid") and "turns" in case]


def _garbled(data: bytes, how: str, at: int, until: int) -> bytes:
    at, until = sorted((at % (len(data) + 1), until % (len(data) + 1)))
    if how == "cut":
        return data[:at] + data[until:]
    if how == "double":
        return data[:until] + data[at:]
    return data[:at] + bytes(one ^ 0x41 for one in data[at : at + 3]) + data[at + 3 :]


_WAYS = st.sampled_from(("cut", "double", "flip"))
_PLACES = st.integers(min_value=0, max_value=1_000_000)


@pytest.mark.property
@examples(2_000)
@given(one=st.sampled_from(CASES), how=_WAYS, at=_PLACES, until=_PLACES)
def test_whatever_happened_to_a_file_it_is_read_or_refused(
    one: tuple[str, Case], how: str, at: int, until: int
) -> None:
    """No other exception, raw and file hold every unit, and as text it names the same turns."""
    _, case = one
    data = _garbled(file_of(case), how, at, until)
    try:
        pair = core.read_transcript(data, case["name"])
    except BadInput:
        return
    assert all(unit.span.slice(pair.raw).strip() for unit in pair.units)
    said = [VerifiedQuotation(text=one.span.slice(pair.raw), line=1, raw_span=one.span) for one in pair.units]
    found = Verification(verdict=Verdict.VERIFIED, quotations=len(said), verified=len(said), proven=tuple(said))
    assert prove_again(found, pair, data).differing == ()
    if pair.source.reader != "markdown":
        again = core.read_transcript(pair.raw.encode(), "transcript.txt", form="text")
        assert (again.raw, again.canonical) == (pair.raw, pair.canonical)
        assert [(turn.speaker, turn.span) for turn in again.turns] == [(turn.speaker, turn.span) for turn in pair.turns]


@pytest.mark.property
@examples(1_000)
@given(case=st.sampled_from(_TEXT_CASES), at=_PLACES)
def test_a_file_that_lost_its_beginning_is_not_taken_for_text(case: Case, at: int) -> None:
    """As long as it holds two whole units, with what the format writes around them."""
    data = file_of(case)
    kept = data[at % (len(data) // 4) :]
    if len(case["units"]) < 4 or case.get("encoding", "utf-8") != "utf-8":
        return
    try:
        pair = core.read_transcript(kept, case["name"])
    except BadInput:
        return
    assert pair.source.reader != "text"


def test_a_part_that_grows_without_end_is_refused_at_once() -> None:
    """A zip bomb: 50 MB of spaces in a few thousand bytes, and one whose list of parts lies about it."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * 50_000_000)
    data = written.getvalue()
    size = (50_000_000).to_bytes(4, "little")
    assert size in data
    for bomb in (data, data.replace(size, (100).to_bytes(4, "little"))):
        with pytest.raises(BadInput, match=r"grows too much|damaged"):
            core.read_transcript(bomb, "bomb.docx")


def test_a_zip_file_of_very_many_parts_is_refused_at_once() -> None:
    """Nobody's document has them."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for number in range(1_001):
            archive.writestr(f"word/{number}.xml", b"")
    with pytest.raises(BadInput, match="more than 1,000 parts"):
        core.read_transcript(written.getvalue(), "many.docx")


@pytest.mark.parametrize("name", ["ANNOTATION_DOCUMENT", "w"])
def test_entities_of_its_own_are_refused(name: str) -> None:
    """They can grow without end."""
    text = f'<?xml version="1.0"?><!DOCTYPE {name} [<!ENTITY a "Ann: hello">]><{name}>&a;</{name}>'
    with pytest.raises(BadInput, match="declares entities"):
        core.read_transcript(text.encode(), "bomb.eaf")
