import io
import json
import zipfile

import pytest

from core.evidence.evidence_map import evidence_schema, read_evidence
from core.transcripts.readers.binary_kinds import binary_kind_of
from core.transcripts.speakers import SpeakerRole
from tests.conftest import SAMPLE
from workbench import paths
from workbench.files.names import clean_name
from workbench.sessions.recognise_file import (
    AcceptedSource,
    EvidenceFacts,
    RejectedSource,
    SourceKind,
    TranscriptFacts,
    take_in,
)

INTERVIEW = (SAMPLE / "interview.md").read_bytes()
EVIDENCE = (SAMPLE / "evidence.json").read_bytes()


def zipped(*members: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for member in members:
            archive.writestr(member, "words")
    return file.getvalue()


def refusal(kind: SourceKind, data: bytes, name: str = "given.txt") -> str:
    """Return what is said about something that cannot be used; its place is its name, its remedy is never missing."""
    outcome = take_in(kind, name, data)
    assert isinstance(outcome, RejectedSource)
    assert all(problem.place.startswith(outcome.name) and problem.remedy for problem in outcome.problems)
    return "\n".join(str(problem) for problem in outcome.problems)


def transcript_facts(data: bytes, name: str = "talk.txt") -> TranscriptFacts:
    outcome = take_in(SourceKind.TRANSCRIPT, name, data)
    assert isinstance(outcome, AcceptedSource)
    assert isinstance(outcome.facts, TranscriptFacts)
    return outcome.facts


def test_a_transcript_is_recognised_with_its_speakers_turns_length_and_times() -> None:
    """Words are counted at white space, characters as code points, times in seconds."""
    data = "Ann: [00:05] Good day 😀.\n\nBob: [01:10] And to you.\n\nAnn: Well then.\n".encode()
    facts = transcript_facts(data)
    assert (facts.form, facts.encoding, facts.guessed) == ("text", "utf-8", False)
    assert facts.labels == ("Ann", "Bob")
    assert facts.turns == 3
    assert facts.words == len(data.decode().split())
    assert facts.characters == len(data.decode())
    assert (facts.first_seconds, facts.last_seconds) == (5.0, 70.0)


def test_the_sample_is_taken_as_it_is() -> None:
    """Both files, byte for byte."""
    for kind, name, data in (
        (SourceKind.TRANSCRIPT, "interview.md", INTERVIEW),
        (SourceKind.EVIDENCE, "evidence.json", EVIDENCE),
    ):
        outcome = take_in(kind, name, data)
        assert isinstance(outcome, AcceptedSource)
        assert (outcome.kind, outcome.name, outcome.data) == (kind, name, data)


def test_an_evidence_map_is_recognised_with_its_chapters_claims_and_quotes() -> None:
    """Counted over the whole map."""
    outcome = take_in(SourceKind.EVIDENCE, "evidence.json", EVIDENCE)
    assert isinstance(outcome, AcceptedSource)
    read = json.loads(EVIDENCE)
    claims = [claim for chapter in read["chapters"] for claim in chapter["claims"]]
    assert outcome.facts == EvidenceFacts(
        title=read["title"],
        chapters=len(read["chapters"]),
        claims=len(claims),
        quotes=sum(len(claim["support"]) for claim in claims),
        speakers=tuple(speaker["speaker_name"] for speaker in read["speakers"]),
    )


def test_a_guessed_encoding_is_called_a_guess() -> None:
    """Nothing in an old file says which encoding it is in."""
    facts = transcript_facts(
        ("Zoé: déjà vu, ça va très bien, où être à Noël ?\n\nBob: l’été à la plage\n\n").encode("cp1252")
    )
    assert facts.guessed
    assert facts.encoding not in ("utf-8", "utf-16", "utf-32")


def test_captions_are_read_by_their_own_reader() -> None:
    """Times and headers are no words."""
    facts = transcript_facts(b"WEBVTT\n\n1\n00:00:01.000 --> 00:00:03.000\nJane: Hello there\n", "talk.vtt")
    assert (facts.form, facts.labels, facts.words) == ("webvtt", ("Jane",), 3)


CONTAINERS = [
    (b"MZ\x90\x00\x03" + bytes(60), "a program"),
    (b"\x7fELF\x02\x01" + bytes(60), "a program"),
    (zipped("[Content_Types].xml", "word/document.xml"), "a Word document"),
    (zipped("[Content_Types].xml", "xl/workbook.xml"), "an Excel workbook"),
    (zipped("talk.txt"), "a zip archive"),
    (b"\xd0\xcf\x11\xe0" + bytes(20) + "WordDocument".encode("utf-16-le"), "a Word document"),
    (b"\xd0\xcf\x11\xe0" + bytes(60), "an old Office document"),
    (b"%PDF-1.7\nabc", "a PDF"),
    (b"{\\rtf1 hello}", "an RTF document"),
    (b"\x1f\x8b\x08abc", "a compressed archive"),
    (b"\x89PNG\r\n\x1a\n", "a picture"),
    (b"\0\0\0\x18ftypM4A \0\0", "a sound or video recording"),
    (b"\0\0\0\x18ftypheic\0\0", "a picture"),
    (b"ID3\x04\0\0", "a sound or video recording"),
    (b"SQLite format 3\0rest", "a database"),
]


@pytest.mark.parametrize(("data", "what"), CONTAINERS, ids=[f"{what} {n}" for n, (_, what) in enumerate(CONTAINERS)])
@pytest.mark.parametrize("kind", SourceKind)
def test_a_file_that_is_no_text_is_called_what_it_is(kind: SourceKind, data: bytes, what: str) -> None:
    """By its bytes: `program.exe` renamed to `talk.txt` is a program. A zip file may be a transcript."""
    if kind is SourceKind.TRANSCRIPT and data.startswith(b"PK"):
        assert "zip" in refusal(kind, data) or "cannot be read" in refusal(kind, data)
        return
    assert f"this is {what}, not a text." in refusal(kind, data)


@pytest.mark.parametrize(
    "words", ["MZ is how I sign. ", "BM: the best magazine. ", "ID3 tags, RIFF and OggS. ", "GIF8 "]
)
def test_words_that_begin_as_a_file_format_does_are_words(words: str) -> None:
    """Letters alone make no binary file."""
    assert binary_kind_of(words.encode()) is None
    assert transcript_facts(f"{words}Hello.".encode()).words > 1


def test_a_word_document_says_what_to_do() -> None:
    """One that is damaged: not "bad zip file"."""
    assert "Save it again in the program" in refusal(SourceKind.TRANSCRIPT, zipped("word/document.xml"), "talk.docx")


@pytest.mark.parametrize("kind", SourceKind)
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "this file is empty."),
        (b"words\0more", ""),
        (b" \n\t ", ""),
        (b"x" * 20_000_001, "20,000,001 bytes; 20,000,000 (20 MB) may be read."),
    ],
    ids=["empty", "with a NUL", "white space", "too big"],
)
def test_bad_input_is_refused_by_name_and_with_a_remedy(kind: SourceKind, data: bytes, said: str) -> None:
    """For a transcript and for an evidence map alike."""
    assert said in refusal(kind, data)


@pytest.mark.parametrize(
    "evidence",
    [
        EVIDENCE,
        b"\xef\xbb\xbf" + EVIDENCE,
        b"title: Talk\nchapters:\n  - title: One\n    claims:\n      - claim: It rains.\n        support: []\n",
    ],
    ids=["JSON", "JSON with a byte order mark", "YAML"],
)
def test_an_evidence_map_in_the_box_for_transcripts_is_called_one(evidence: bytes) -> None:
    """And the other box is named; nothing is moved there silently."""
    assert 'this is an evidence map, not a transcript. Put it into the box "Evidence map".' in refusal(
        SourceKind.TRANSCRIPT, evidence
    )


@pytest.mark.parametrize(
    "transcript", [INTERVIEW, b"Ann: Hello.\n\nBob: And to you.\n\nAnn: Well then.\n"], ids=["Markdown", "plain text"]
)
def test_a_transcript_in_the_box_for_evidence_maps_is_called_one(transcript: bytes) -> None:
    """The second one is YAML, too; its labels say what it is."""
    said = refusal(SourceKind.EVIDENCE, transcript)
    assert "this reads as a transcript" in said
    assert 'Put it into the box "Transcript".' in said


def test_a_broken_evidence_map_is_not_called_a_transcript() -> None:
    """Its fields look like labels to a reader of transcripts."""
    said = refusal(SourceKind.EVIDENCE, b"title: Talk\nspeaker: Ann\nquote: Hello\nspeaker: Bob\nchapters: 3\n")
    assert "transcript" not in said
    assert "must be a list" in said


def test_all_problems_of_an_evidence_map_are_told_with_their_places() -> None:
    """A person mends a file in one go."""
    said = refusal(
        SourceKind.EVIDENCE, b'{"chapters": [{"claims": [{"support": [{"speaker": 3}]}, {"claim": []}]}]}', "m.json"
    )
    for place in ("claims[0].claim", "claims[0].support[0].quote", "claims[0].support[0].speaker", "claims[1].claim"):
        assert f"m.json: chapters[0].{place}" in said


def test_data_and_web_pages_are_no_transcripts() -> None:
    """Their syntax would stand in the transcript as if somebody had said it."""
    assert "this is JSON" in refusal(SourceKind.TRANSCRIPT, b'{"segments": [{"text": "hi"}]}')
    assert "this is a web page" in refusal(SourceKind.TRANSCRIPT, b"<!DOCTYPE html><html><p>Hi</p></html>")


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("talk.md", "talk.md"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\me\\talk.md", "talk.md"),
        ("a\x00b\r\nc\u202egnp.txt", "abcgnp.txt"),
        ("<img src=x onerror=alert(1)>.txt", "<img src=x onerror=alert(1)>.txt"),
        ("  spaced   out .txt", "spaced out .txt"),
        ("..", "file without a name"),
        ("", "file without a name"),
        ("dir/", "dir"),
        ("é" * 200 + ".json", "é" * 114 + "….json"),
        ("é" * 200, "é" * 119 + "…"),
    ],
)
def test_a_hostile_file_name_becomes_a_name(given: str, shown: str) -> None:
    """Folders and unseen characters go, words and markup stay what they are, and the extension, which readers ask."""
    assert clean_name(given) == shown


def test_the_taken_bytes_are_read_by_the_line_as_they_were_here() -> None:
    """What was recognised is what the session will hold."""
    outcome = take_in(SourceKind.EVIDENCE, "x/evidence.json", EVIDENCE)
    assert isinstance(outcome, AcceptedSource)
    assert isinstance(outcome.facts, EvidenceFacts)
    assert len(read_evidence(outcome.data, outcome.name).chapters) == outcome.facts.chapters


def test_the_template_is_an_evidence_map_itself() -> None:
    """By its schema, and to the reader; it explains itself in its own values."""
    from jsonschema import Draft202012Validator

    template = (paths.APP.parent / "ui" / "sources" / "evidence_template.json").read_bytes()
    Draft202012Validator(evidence_schema()).validate(json.loads(template))
    outcome = take_in(SourceKind.EVIDENCE, "evidence-template.json", template)
    assert isinstance(outcome, AcceptedSource)
    assert isinstance(outcome.facts, EvidenceFacts)
    assert outcome.facts.chapters == 2
    roles = {speaker.speaker_role for speaker in read_evidence(template).speakers}
    assert roles == {SpeakerRole.GUEST, SpeakerRole.HOST}
