"""A map as a table is the same map again."""

import csv
import io
import json
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import EvidenceError
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support, read_evidence
from core.evidence.map_roster import roster_of
from core.evidence.row_marks import MadeBy, RowOrigin, RowStatus, WordsBy
from core.generation.line import Line
from core.map_making.tables.quote_table import read_quote_table
from core.map_making.tables.write_table import TABLE_FORMS, TableForm, write_map_table
from core.span import Span
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Speaker, SpeakerRole, derive_speaker_id
from core.whitelist.build import prove_quotes
from tests.core.map_making.tables.test_quote_table import TALK
from tests.properties import examples

HEADER = (
    "chapter,claim_id,claim,evidence_id,quote,speaker,role,start,end,document,note,chapter_note,claim_note,span_start,"
    "span_end,origin,status,claim_origin,claim_status,chapter_origin,chapter_status,chapter_words_by,words_by"
)


def bare(evidence_map: EvidenceMap) -> EvidenceMap:
    """Return a map without what a table does not keep: ids of speakers, how a model proposed a quote."""
    speakers = tuple(
        one.model_copy(update={"speaker_id": derive_speaker_id(one.speaker_name)}) for one in evidence_map.speakers
    )
    data = evidence_map.model_copy(update={"speakers": speakers}).model_dump()
    for chapter in data["chapters"]:
        for claim in chapter["claims"]:
            for support in claim["support"]:
                support["made_by"] = None
    return EvidenceMap.model_validate(data)


def again(evidence_map: EvidenceMap, form: TableForm, *, proofs: bool = False) -> EvidenceMap:
    """Write a map as a table and read it."""
    data = write_map_table(evidence_map, TALK, form, proofs=proofs).data
    return read_quote_table(data, f"map.{form}", TALK).evidence_map


# Whatever a cell may be taken for, and white space inside; a cell of white space alone is blank.
WORDS = (
    st.text(st.sampled_from("ab =+-@'\"“;,\t\n\r|_x0D\x07é漢😀<&>"), min_size=1, max_size=12)
    .map(lambda text: f"{text}.")
    .filter(lambda text: bool(text.strip()))
)
LINE = WORDS.map(str.strip)
MARKS = {
    "note": st.just("") | WORDS,
    "origin": st.none() | st.sampled_from(RowOrigin),
    "status": st.none() | st.sampled_from(RowStatus),
}
WORDS_BY = st.none() | st.sampled_from(WordsBy)
SUPPORTS = st.builds(
    Support,
    evidence_id=st.just(""),
    quote=WORDS,
    speaker=st.sampled_from(["Omar Keel", "Omar", "Lena Voss", "Tom Reed"]),
    span=st.none() | st.integers(0, 300).map(lambda start: Span(start, start + 3)),
    made_by=st.none() | st.just(MadeBy(model="m")),
    **MARKS,
)
CLAIMS = st.builds(
    ClaimEvidence,
    claim_id=st.just(""),
    claim=st.just("") | WORDS,
    support=st.lists(SUPPORTS, max_size=3).map(tuple),
    words_by=WORDS_BY,
    **MARKS,
)
CHAPTERS = st.builds(
    ChapterEvidence, title=LINE, claims=st.lists(CLAIMS, max_size=3).map(tuple), words_by=WORDS_BY, **MARKS
)
ROLES = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(["Omar Keel", "Lena Voss", "Ruth Adair"], st.sampled_from(SpeakerRole))
)


def numbered(chapters: list[ChapterEvidence], roles: dict[str, SpeakerRole], title: str) -> EvidenceMap:
    """Return a map of chapters with titles and ids of their own."""
    made = EvidenceMap(
        title=title,
        speakers=tuple(
            Speaker(speaker_id=derive_speaker_id(name), speaker_name=name, speaker_role=role)
            for name, role in roles.items()
        ),
        chapters=tuple(chapters),
    )
    data = made.model_dump()
    for at, chapter in enumerate(data["chapters"]):
        chapter["title"] += f" {at}"
        for number, claim in enumerate(chapter["claims"]):
            claim["claim_id"] = f"k{at}.{number}"
            for place, support in enumerate(claim["support"]):
                support["evidence_id"] = f"e{at}.{number}.{place}"
    return EvidenceMap.model_validate(data)


MAPS = st.builds(numbered, st.lists(CHAPTERS, min_size=1, max_size=3), ROLES, st.just("") | LINE)


@examples(300)
@given(MAPS, st.sampled_from(TABLE_FORMS), st.booleans())
def test_a_map_comes_back_from_its_table(evidence_map: EvidenceMap, form: TableForm, proofs: bool) -> None:  # noqa: FBT001
    """Whatever stands in its cells, with and without proofs, equal apart from how a model proposed a quote."""
    assert bare(again(evidence_map, form, proofs=proofs)) == bare(evidence_map)


@pytest.mark.parametrize("form", TABLE_FORMS)
def test_the_samples_map_comes_back(sample: Line, form: TableForm) -> None:
    """Its quotes are written with their times and come back as they were; who is written with an alias comes back by
    name, and the alias stays."""
    written = write_map_table(sample.evidence_map, sample.transcript, form)
    found = read_quote_table(written.data, f"map.{form}", sample.transcript).evidence_map
    assert found.title == sample.evidence_map.title
    assert [one.ref for one in bare(found).speakers] == [one.ref for one in bare(sample.evidence_map).speakers]
    for was, now in zip(sample.evidence_map.chapters, found.chapters, strict=True):
        assert [(one.claim_id, one.claim) for one in was.claims] == [(one.claim_id, one.claim) for one in now.claims]
        before = [(one.evidence_id, one.quote) for claim in was.claims for one in claim.support]
        assert before == [(one.evidence_id, one.quote) for claim in now.claims for one in claim.support]
    assert write_map_table(found, sample.transcript, form).data == write_map_table(found, sample.transcript, form).data


def a_map(quote: str) -> EvidenceMap:
    """Return a map of one quote."""
    support = {"evidence_id": "e1", "quote": quote, "speaker": "Omar Keel"}
    return read_evidence(json.dumps({"chapters": [{"title": "t", "claims": [{"claim": "c", "support": [support]}]}]}))


def test_the_columns_stand_in_their_order_and_no_cell_is_a_formula() -> None:
    """The columns are those that were promised; what a spreadsheet would compute is marked."""
    text = write_map_table(a_map("=1+1"), TALK, "csv").data.decode("utf-8-sig")
    assert text.split("\r\n")[0] == HEADER
    (row,) = csv.DictReader(io.StringIO(text))
    assert (row["quote"], row["document"], row["claim"]) == ("'=1+1", "bees.md", "c")


def test_a_quote_has_its_times() -> None:
    """`start` is where it stands in the recording."""
    (row,) = csv.DictReader(
        io.StringIO(write_map_table(a_map("I was afraid of"), TALK, "csv").data.decode("utf-8-sig"))
    )
    assert (row["start"], row["end"]) == ("0:00:20", "")


def test_what_a_table_does_not_keep_is_said() -> None:
    """Chapters of one title, and how a model proposed a quote."""
    twice = numbered([], {}, "").model_copy(
        update={"chapters": (ChapterEvidence(title="t"), ChapterEvidence(title="t"))}
    )
    assert write_map_table(twice, TALK, "tsv").notices == ("Chapters of one title are one chapter in a table: t.",)


@pytest.mark.parametrize("form", TABLE_FORMS)
@pytest.mark.parametrize("name", ["A & B", "Omar Keel", "Dr. Bee", "=SUM(1)"])
@pytest.mark.parametrize("aliases", [("Omar",), ("the beekeeper", "Bee-man; or, Bee"), ("Omar", "=1+1", "The Keeper")])
def test_a_persons_other_names_come_back(name: str, aliases: tuple[str, ...], form: TableForm) -> None:
    """Each in a row of its own, whatever stands in it: also the label that the transcript alone has for the person."""
    speakers = (Speaker(speaker_id=derive_speaker_id(name), speaker_name=name, aliases=aliases),)
    made = a_map("I was afraid of").model_copy(update={"speakers": speakers})
    assert again(made, form, proofs=True).speakers == speakers


@pytest.mark.parametrize("proofs", [False, True])
def test_a_quote_of_a_person_whose_label_is_an_alias_is_proven_from_the_table(proofs: bool) -> None:  # noqa: FBT001
    """A couple that the transcript calls by one name; without the alias the quote would be refused."""
    talk = read_transcript(b"Tom: The sea is older than every map of it.\n\nCleo Park: Not older than ours.\n", "t.md")
    support = {"evidence_id": "e1", "quote": "older than every map of it", "speaker": "A & B"}
    speaker = {"speaker_name": "A & B", "speaker_role": "guest", "aliases": ["Tom"]}
    chapter = {"title": "t", "claims": [{"claim": "c", "support": [support]}]}
    made = read_evidence(json.dumps({"speakers": [speaker], "chapters": [chapter]}))
    data = write_map_table(made, talk, "csv", proofs=proofs).data
    read = read_quote_table(data, "t.csv", talk).evidence_map
    (quote,) = prove_quotes(read, talk, roster_of(read, talk.labels)).quotes
    assert (quote.speaker.speaker_name, read.speakers) == ("A & B", made.speakers)


def test_a_cell_that_no_workbook_holds_is_said() -> None:
    """A spreadsheet would take the file for damage; CSV holds it."""
    long = a_map("word " * 7_000)
    with pytest.raises(EvidenceError, match=r"row 2, column 5: has 35,000 characters.*\.csv"):
        write_map_table(long, TALK, "xlsx")
    assert again(long, "csv") == long


def test_a_workbook_is_whole_and_the_same_each_time() -> None:
    """Its parts are well-formed, and hold no formula."""
    data = write_map_table(a_map("=1+1 <b> & \x07"), TALK, "xlsx").data
    assert data == write_map_table(a_map("=1+1 <b> & \x07"), TALK, "xlsx").data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in sheet
    assert "=1+1 &lt;b&gt; &amp; _x0007_" in sheet
