"""A map as a REFI-QDA project is the same map again, and a file that other programs take."""

import io
import os
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.editions.listener_verdict import ListenerVerdict, ListeningFinding
from core.errors import EvidenceError, NoTranscript
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.line import Line
from core.map_making.tables.quote_table import read_quote_table
from core.map_making.tables.refi.write_project import write_map_codebook, write_map_project
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Roster
from core.whitelist.build import prove_quotes
from tests.core.map_making.tables.refi_structure import wrong_with
from tests.core.map_making.tables.test_quote_table import TALK
from tests.properties import examples

HASH = "c3" * 32
PROJECT, CODEBOOK = "urn:QDA-XML:project:1.0", "urn:QDA-XML:codebook:1.0"
# What the talk's people said, and who; the last words were said by two.
SAID = {
    "I was afraid of every one of them": "Omar Keel",
    "The second is the smoker": "Lena Voss",
    "You have to be slow": "Omar Keel",
    "Nobody tells you that": "Omar Keel",
}


def element_of(xml: bytes) -> ET.Element:
    """Return the root of what was just written here."""
    return ET.fromstring(xml)  # noqa: S314


def part_of(data: bytes, suffix: str) -> bytes:
    """Return the part of a project whose name ends so."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(next(name for name in archive.namelist() if name.endswith(suffix)))


def a_map(*quotes: str, title: str = "Bees", claim: str = "A claim", note: str = "") -> EvidenceMap:
    """Return a map of one chapter and one claim."""
    support = tuple(
        Support(evidence_id=f"e{number}", quote=quote, speaker=SAID.get(quote, "Omar Keel"), note=note)
        for number, quote in enumerate(quotes)
    )
    claims = (ClaimEvidence(claim_id="c", claim=claim, support=support),)
    return EvidenceMap(title="Of bees", speakers=(), chapters=(ChapterEvidence(title=title, claims=claims),))


def shape_with_notes(evidence_map: EvidenceMap) -> list[Any]:
    """Return chapters, claims and quotes with their notes."""
    return [
        [
            chapter.title,
            chapter.note,
            [
                [claim.claim, claim.note, [[one.quote, one.speaker, one.note] for one in claim.support]]
                for claim in chapter.claims
            ],
        ]
        for chapter in evidence_map.chapters
    ]


# Words on one line, which may be markup, a formula or no XML; a remark may have lines.
LINE = st.text(st.sampled_from("ab =+-@'\"“;é漢😀<&>]"), min_size=1, max_size=12).map(
    lambda text: f"{' '.join(text.split())}."
)
NOTE = st.just("") | st.lists(LINE, min_size=1, max_size=2).map("\n".join)
SUPPORTS = st.lists(st.tuples(st.sampled_from(list(SAID)), NOTE), max_size=3, unique=True)


@st.composite
def maps(draw: st.DrawFn) -> EvidenceMap:
    """Return a map whose chapters, and whose claims in each, have names of their own."""
    chapters: list[ChapterEvidence] = []
    for at in range(draw(st.integers(1, 3))):
        first = [ClaimEvidence(claim_id="", claim="", support=tuple(draw(SUPPORTS.filter(bool).map(supports))))]
        claims = [
            ClaimEvidence(
                claim_id="",
                claim=f"{draw(LINE)} {number}",
                note=draw(NOTE),
                support=tuple(draw(SUPPORTS.map(supports))),
            )
            for number in range(draw(st.integers(1, 3)))
        ]
        claims = [*(first if draw(st.booleans()) else []), *claims]
        chapters.append(ChapterEvidence(title=f"{draw(LINE)} {at}", note=draw(NOTE), claims=tuple(claims)))
    return EvidenceMap(title=draw(LINE), speakers=(), chapters=tuple(chapters))


def supports(quotes: list[tuple[str, str]]) -> list[Support]:
    """Return the quotes of a claim."""
    return [Support(evidence_id="", quote=quote, speaker=SAID[quote], note=note) for quote, note in quotes]


def numbered(evidence_map: EvidenceMap) -> EvidenceMap:
    """Return a map with ids of their own."""
    data = evidence_map.model_dump()
    for at, chapter in enumerate(data["chapters"]):
        for number, claim in enumerate(chapter["claims"]):
            claim["claim_id"] = f"k{at}.{number}"
            for place, support in enumerate(claim["support"]):
                support["evidence_id"] = f"e{at}.{number}.{place}"
    return EvidenceMap.model_validate(data)


@examples(200)
@given(maps().map(numbered))
def test_a_map_comes_back_from_its_project(evidence_map: EvidenceMap) -> None:
    """Chapters, claims, quotes and remarks, whatever stands in them; and the file is as the schema has it."""
    data = write_map_project(evidence_map, TALK, HASH).data
    assert wrong_with(part_of(data, ".qde"), "Project", PROJECT) == []
    found = read_quote_table(data, "bees.qdpx", TALK).evidence_map
    assert shape_with_notes(found) == shape_with_notes(evidence_map)


@examples(200)
@given(maps())
def test_a_codebook_has_the_codes_alone(evidence_map: EvidenceMap) -> None:
    """Chapters and claims with their remarks."""
    data = write_map_codebook(evidence_map)
    assert wrong_with(data, "CodeBook", CODEBOOK) == []
    found = read_quote_table(data, "bees.qdc", TALK).evidence_map
    wanted: list[Any] = [
        [title, note, [[words, remark, []] for words, remark, _ in claims if words]]
        for title, note, claims in shape_with_notes(evidence_map)
    ]
    assert shape_with_notes(found) == wanted


@pytest.mark.parametrize(
    "before", ["", "😀 漢: Good.\n", "Omar: One.\r\n\r\nLena: Two.\r\n", "Omar: One.\rLena: Two.\r"]
)
def test_positions_are_code_points_of_a_text_whose_lines_end_in_one(before: str) -> None:
    """Half-open; a character beyond the first plane is one, and so is the end of a line."""
    talk = read_transcript(
        f"{before}Omar Keel: You have to be slow.\r\nLena Voss: The second is the smoker.\n".encode(), "t.txt"
    )
    data = write_map_project(a_map("You have to be slow", "The second is the smoker"), talk).data
    text = part_of(data, ".txt").decode()
    assert "\r" not in text
    tree = element_of(part_of(data, ".qde"))
    selections = list(tree.iter(f"{{{PROJECT}}}PlainTextSelection"))
    for one in selections:
        assert text[int(one.attrib["startPosition"]) : int(one.attrib["endPosition"])] == one.attrib["name"]
    assert [one.attrib["name"] for one in selections] == ["You have to be slow", "The second is the smoker"]


def test_only_proven_quotes_leave() -> None:
    """A project has no place for what is refused; that is said."""
    written = write_map_project(a_map("You have to be slow", "Nobody ever said this here"), TALK)
    assert b"Nobody ever said" not in part_of(written.data, ".qde")
    assert any("1 quote" in notice and "not proven" in notice for notice in written.notices)


def test_who_speaks_is_a_case() -> None:
    """A case for each person, with the selections of the person's words."""
    data = write_map_project(a_map("I was afraid of every one of them", "The second is the smoker"), TALK).data
    tree = element_of(part_of(data, ".qde"))
    said = {one.attrib["guid"]: one.attrib["name"] for one in tree.iter(f"{{{PROJECT}}}PlainTextSelection")}
    cases = {
        one.attrib["name"]: [said[ref.attrib["targetGUID"]] for ref in one] for one in tree.iter(f"{{{PROJECT}}}Case")
    }
    assert cases == {"Omar Keel": ["I was afraid of every one of them"], "Lena Voss": ["The second is the smoker"]}


@pytest.mark.parametrize("speaker", ["Omar Keel", "Ruth Adair"])
def test_words_that_two_people_said_stay_whose_they_are(speaker: str) -> None:
    """The case of whoever is meant says so when the project is read."""
    support = Support(evidence_id="e", quote="Nobody tells you that", speaker=speaker)
    claim = ClaimEvidence(claim_id="c", claim="A claim", support=(support,))
    chapters = (ChapterEvidence(title="Bees", claims=(claim,)),)
    data = write_map_project(EvidenceMap(title="Of bees", speakers=(), chapters=chapters), TALK).data
    found = read_quote_table(data, "bees.qdpx", TALK).evidence_map
    assert found.chapters[0].claims[0].support[0].speaker == speaker


def listened(finding: ListeningFinding, note: str = "") -> ListenerVerdict:
    """Return what somebody heard of the first quote."""
    proven = prove_quotes(a_map("You have to be slow"), TALK, Roster.of((), TALK.labels))
    return ListenerVerdict(
        quote_id=proven.quotes[0].quote_id,
        verdict=finding,
        date="2026-11-28",
        name="Ada Byron",
        note=note,
        raw_sha256="ab" * 32,
        recording_sha256="cd" * 32,
    )


@pytest.mark.parametrize(("finding", "said"), [(ListeningFinding.SO, "So in"), (ListeningFinding.NOT_SO, "Not so in")])
@pytest.mark.parametrize("note", ["", "Two lines,\none remark."])
def test_what_was_heard_stands_with_the_selection_and_is_no_remark(
    finding: ListeningFinding, said: str, note: str
) -> None:
    """A line below the quote's own remark, of that quote alone; whoever reads the project anew has the remark alone."""
    evidence_map = a_map("You have to be slow", "The second is the smoker", note=note)
    data = write_map_project(evidence_map, TALK, HASH, verdicts=(listened(finding, "There it is slower."),)).data
    assert wrong_with(part_of(data, ".qde"), "Project", PROJECT) == []
    line = f"{said} the recording (listened to on 2026-11-28 by Ada Byron). There it is slower."
    selections = element_of(part_of(data, ".qde")).iter(f"{{{PROJECT}}}PlainTextSelection")
    told = [one.findtext(f"{{{PROJECT}}}Description") or "" for one in selections]
    assert told == ["\n".join(filter(None, (note, line))), note]
    found = read_quote_table(data, "bees.qdpx", TALK).evidence_map
    assert [one.note for one in found.chapters[0].claims[0].support] == [note, note]


def test_a_remark_about_listening_stays() -> None:
    """Only a whole line in the form that is written is none."""
    note = "So in the recording, she says.\nShe was listened to on 2026-11-28 by Ada Byron)."
    data = write_map_project(a_map("You have to be slow", note=note), TALK).data
    found = read_quote_table(data, "bees.qdpx", TALK).evidence_map
    assert found.chapters[0].claims[0].support[0].note == note


def test_the_project_says_what_it_was_made_under() -> None:
    """The certificate's hash, where there is one."""
    assert HASH.encode() in part_of(write_map_project(a_map("You have to be slow"), TALK, HASH).data, ".qde")


def test_the_same_map_gives_the_same_bytes() -> None:
    """No clock, no chance."""
    assert write_map_project(a_map(*SAID), TALK, HASH) == write_map_project(a_map(*SAID), TALK, HASH)


@pytest.mark.parametrize("words", ["\x00\x0b\ufffe", "]]>", '"/><Code name="x"/>', "=HYPERLINK(1)", "a\r\nb\tc"])
def test_no_words_are_markup(words: str) -> None:
    """What XML cannot hold is shown as that; nothing else becomes an element."""
    written = write_map_project(
        a_map("You have to be slow", title=f"t{words}", claim=f"c{words}", note=f"n{words}"), TALK
    )
    assert wrong_with(part_of(written.data, ".qde"), "Project", PROJECT) == []
    tree = element_of(part_of(written.data, ".qde"))
    assert len(list(tree.iter(f"{{{PROJECT}}}Code"))) == 2


def test_a_map_without_chapters_is_no_codebook() -> None:
    """Said, not written."""
    empty = EvidenceMap(title="", speakers=(), chapters=())
    with pytest.raises(EvidenceError, match="holds no chapter"):
        write_map_codebook(empty)
    with pytest.raises(EvidenceError, match="holds no chapter"):
        write_map_project(empty, TALK)


def test_a_project_is_no_transcript() -> None:
    """Refused by name, as every other."""
    with pytest.raises(NoTranscript, match="REFI-QDA"):
        read_transcript(write_map_project(a_map(*SAID), TALK).data, "talk.qdpx")


def validated(xml: bytes, schema: str, folder: Path) -> str:
    """Return what xmllint says of a file."""
    (folder / "schema.xsd").write_text(schema, encoding="utf-8")
    (folder / "file.xml").write_bytes(xml)
    words = ["xmllint", "--noout", "--schema", folder / "schema.xsd", folder / "file.xml"]
    return subprocess.run(words, capture_output=True, text=True, check=False).stderr


@pytest.mark.skipif(
    not os.environ.get("REFI_PROJECT_XSD") or not shutil.which("xmllint"),
    reason="Project.xsd of REFI-QDA (REFI_PROJECT_XSD) or xmllint is not here",
)
def test_the_official_schema_takes_them(sample: Line, tmp_path: Path) -> None:
    """The project by the schema itself; the codebook by the same definitions under its own namespace."""
    schema = Path(os.environ["REFI_PROJECT_XSD"]).read_text(encoding="utf-8")
    of_codebook = schema.replace(PROJECT, CODEBOOK)
    of_codebook = of_codebook.replace('name="Project" type="ProjectType"', 'name="CodeBook" type="CodeBookType"')
    transcript = sample.transcript
    project = part_of(write_map_project(sample.evidence_map, transcript, HASH).data, ".qde")
    assert validated(project, schema, tmp_path).strip().endswith("file.xml validates")
    assert (
        validated(write_map_codebook(sample.evidence_map), of_codebook, tmp_path).strip().endswith("file.xml validates")
    )
    assert "fails to validate" in validated(project.replace(b"isCodable", b"codable"), schema, tmp_path)
