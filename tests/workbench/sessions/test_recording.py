"""Which files are recordings, by their first bytes and never by their names; what became of one that was named."""

import os
from hashlib import sha256
from pathlib import Path

import pytest

from core.errors import BadInput
from core.generation.settings import Settings
from workbench.sessions.recording import (
    RecordingState,
    heard_in_words,
    kind_of,
    read_recording,
    state_of,
    verdicts_on,
)
from workbench.store import EarVerdict, Recording, RecordingKind, Session, hash_of

# Written from the formats' own descriptions: RIFF/WAVE, RF64 (EBU 3306), Ogg (RFC 3533), EBML's DocType, ISO 14496-12
# brands, ID3v2, and the frame header of ISO 11172-3 (eleven bits of sync, version, layer III, a bitrate, a rate).
FIRST_BYTES: list[tuple[bytes, str | None, str]] = [
    (b"RIFF\x24\x00\x00\x00WAVEfmt ", "wav", "the usual one"),
    (b"RF64\xff\xff\xff\xffWAVEds64", "wav", "one of more than four gigabytes"),
    (b"RIFF\x24\x00\x00\x00AVI LIST", None, "a film in the same container"),
    (b"RIFF\x24\x00\x00\x00WEBPVP8 ", None, "a picture in the same container"),
    (b"RIFF\x24\x00\x00\x00WAV", None, "cut short before it says what it is"),
    (b"OggS\x00\x02\x00\x00\x00\x00", "ogg", "Vorbis, Opus and the rest"),
    (b"OggX\x00\x02", None, "nearly"),
    (
        b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm",
        "webm",
        "",
    ),
    (b"\x1a\x45\xdf\xa3\xa3\x42\x82\x88matroska\x42\x87\x81\x04", None, "a browser plays WebM, not every Matroska"),
    (b"\x00\x00\x00\x20ftypM4A \x00\x00\x02\x00isomiso2", "m4a", "the brand of Apple's audio"),
    (b"\x00\x00\x00\x1cftypmp42\x00\x00\x00\x00mp42isom", "m4a", "what a meeting's program writes"),
    (b"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2", "m4a", "what ffmpeg writes"),
    (b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", None, "a photo in the same container"),
    (b"\x00\x00\x00\x14ftypqt  \x00\x00\x02\x00qt  ", None, "QuickTime, which browsers do not play"),
    (b"\x00\x00\x00\x18ftyp", None, "cut short before it says what it is"),
    (b"ID3\x04\x00\x00\x00\x00\x0f\x76TIT2", "mp3", "its tags come first"),
    (b"\xff\xfb\x90\x64\x00\x0f\xf0\x00", "mp3", "MPEG 1, layer III, 128 kbit/s, 44.1 kHz"),
    (b"\xff\xf3\x40\xc4\x00\x00\x00\x03", "mp3", "MPEG 2, layer III"),
    (b"\xff\xe3\x18\xc4\x00\x00\x00\x03", "mp3", "MPEG 2.5, layer III"),
    (b"\xff\xf1\x50\x80\x02\x1f\xfc", None, "AAC in ADTS: the bits of the layer are 0"),
    (b"\xff\xfd\x90\x64", None, "layer II"),
    (b"\xff\xfb\xf0\x64", None, "no such bitrate"),
    (b"\xff\xfb\x9c\x64", None, "no such sampling rate"),
    (b"\xff\xfe\x57\x00E\x00B\x00", None, "text in UTF-16: its mark looks like a frame's sync"),
    (b"\xff\xfb", None, "cut short"),
    (b"fLaC\x00\x00\x00\x22", None, "FLAC is not among the five"),
    (b"WEBVTT\n\n00:00.000 --> 00:01.000\nHello", None, "captions are text"),
    (b"PK\x03\x04\x14\x00", None, "a zip, whatever is in it"),
    (b"%PDF-1.7\n", None, "a document"),
    (b"SQLite format 3\x00", None, "a database"),
    (b"", None, "nothing"),
]
WAV = FIRST_BYTES[0][0]


@pytest.mark.parametrize(("first", "kind", "why"), FIRST_BYTES)
def test_a_kind_is_known_by_the_first_bytes(first: bytes, kind: str | None, why: str) -> None:
    """Whatever follows them."""
    assert kind_of(first + bytes(50) if len(first) > 20 else first) == kind, why


def test_a_recording_is_its_path_hash_size_and_kind(tmp_path: Path) -> None:
    """The path from the root; nothing of the bytes."""
    file = tmp_path / "talk with spaces and ü.bin"
    file.write_bytes(WAV + bytes(1_000_000))
    read = read_recording(f"  {file}  ")
    digest = sha256(file.read_bytes()).hexdigest()
    assert read == Recording(path=str(file), sha256=digest, size=1_000_016, kind=RecordingKind.WAV)


def test_a_path_of_the_home_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell would have replaced the sign, a field of a page does not; "copy as path" adds quotation marks."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "talk.wav").write_bytes(WAV)
    assert read_recording("~/talk.wav").path == str(tmp_path / "talk.wav")
    assert read_recording(f'"{tmp_path / "talk.wav"}"').path == str(tmp_path / "talk.wav")


@pytest.mark.parametrize("what", ["nothing", "folder", "text", "pipe", "empty", "nul", "blank", "relative"])
def test_what_is_no_recording_is_refused_with_its_path_and_a_remedy(tmp_path: Path, what: str) -> None:
    """One sentence; a pipe is not waited for."""
    file = tmp_path / "x"
    if what == "folder":
        file.mkdir()
    elif what == "text":
        file.write_text("Ann: Hello.")
    elif what == "pipe":
        os.mkfifo(file)
    elif what == "empty":
        file.touch()
    typed = {"nul": "a\0b", "blank": "  ", "relative": "no/such.wav"}.get(what, str(file))
    with pytest.raises(BadInput) as raised:
        read_recording(typed)
    (problem,) = raised.value.problems
    assert problem.message
    assert problem.remedy


def test_what_became_of_a_recording_is_seen(tmp_path: Path) -> None:
    """The same bytes are the recording, touched or copied there anew; others of the same size are not."""
    file = tmp_path / "talk.wav"
    file.write_bytes(WAV + b"one")
    read = read_recording(str(file))
    assert state_of(read) is RecordingState.FOUND
    file.write_bytes(WAV + b"one")
    os.utime(file, (1, 1))
    assert state_of(read) is RecordingState.FOUND
    file.write_bytes(WAV + b"two")
    assert state_of(read) is RecordingState.CHANGED
    file.write_bytes(WAV + b"three")
    assert state_of(read) is RecordingState.CHANGED
    file.unlink()
    assert state_of(read) is RecordingState.MISSING
    file.mkdir()
    assert state_of(read) is RecordingState.MISSING


def test_what_was_heard_belongs_to_one_transcript_and_one_recording() -> None:
    """By their hashes; it is said with the day, the name and the note."""
    recording = Recording(path="/talk.wav", sha256="0a" * 32, size=9, kind=RecordingKind.WAV)
    session = Session(
        session_id="s",
        title="Talk",
        version=1,
        created_at="",
        changed_at="",
        transcript=None,
        evidence=None,
        settings=Settings(),
        recording=recording,
    )
    mine = EarVerdict(
        quote_id="q1",
        raw_sha256=hash_of("raw"),
        recording_sha256=recording.sha256,
        says_so=False,
        note="ninety,\n not nineteen",
        name="Ada",
        heard_at="2026-11-28T10:00:00Z",
    )
    others = [mine.model_copy(update={field: "2c" * 32}) for field in ("raw_sha256", "recording_sha256")]
    assert verdicts_on(session, "raw", [*others, mine]) == {"q1": mine}
    assert verdicts_on(session.model_copy(update={"recording": None}), "raw", [mine]) == {}
    assert heard_in_words(mine) == "Not so in the recording (listened to on 2026-11-28 by Ada): ninety, not nineteen"
    assert heard_in_words(mine.model_copy(update={"says_so": True, "note": ""})).startswith("So in the recording (")
