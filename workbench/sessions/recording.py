"""The recording of a session: a file of this machine, known by its first bytes, and what became of it since."""

import os
import re
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from hashlib import file_digest
from pathlib import Path

from core.enforcement.results import Edition
from core.errors import BadInput, Problem
from core.prose.render import one_line
from workbench.files.mp3_frames import hides_its_places
from workbench.files.read_file import open_regular
from workbench.store import EarVerdict, Recording, RecordingKind, Session, hash_of

_FIRST = 64  # bytes: as far as the header of a WebM file reaches
# Films have these brands too; what is heard of one is its sound.
_MP4_BRANDS = (b"M4A ", b"M4B ", b"mp41", b"mp42", b"isom", b"iso2", b"iso4", b"iso5", b"iso6", b"dash")
_STARTS: dict[RecordingKind, re.Pattern[bytes]] = {
    RecordingKind.WAV: re.compile(rb"(?:RIFF|RF64).{4}WAVE", re.DOTALL),
    RecordingKind.OGG: re.compile(rb"OggS"),
    RecordingKind.WEBM: re.compile(rb"\x1a\x45\xdf\xa3.{0,56}\x42\x82\x84webm", re.DOTALL),
    RecordingKind.M4A: re.compile(rb".{4}ftyp(?:" + rb"|".join(_MP4_BRANDS) + rb")", re.DOTALL),
    RecordingKind.MP3: re.compile(rb"ID3"),
}
MEDIA_TYPES = {
    RecordingKind.MP3: "audio/mpeg",
    RecordingKind.M4A: "audio/mp4",
    RecordingKind.WAV: "audio/wav",
    RecordingKind.OGG: "audio/ogg",
    RecordingKind.WEBM: "audio/webm",
}
NO_PLACES = (
    "This mp3 has a changing bitrate and no table of places, so a browser plays another passage than the quote: "
    "convert it to m4a, to OGG, or to an mp3 of constant bitrate, and name that file."
)
_REMEDY = "Name an mp3, m4a, wav, ogg or webm file of this machine."


class RecordingState(StrEnum):
    """What stands under the path of a recording: its bytes, others, or no file that can be read; or nobody has named it
    on this machine, and it is not looked for."""

    FOUND = "found"
    CHANGED = "changed"
    MISSING = "missing"
    UNCONFIRMED = "unconfirmed"


STATES_IN_WORDS = {
    RecordingState.FOUND: "The file is there as it was named.",
    RecordingState.CHANGED: "Under this path is another file than the one that was named. Name the right one again.",
    RecordingState.MISSING: "The file is not there any more, or cannot be read. Name where it is now.",
    RecordingState.UNCONFIRMED: "It came with the session from elsewhere. It is not opened until you name it here.",
}


def _is_mp3_frame(first: bytes) -> bool:
    """Tell whether a frame of layer III begins so: sync, a version, a bitrate and a sampling rate that exist."""
    if len(first) < 3 or first[0] != 0xFF or first[1] & 0xE6 != 0xE2 or first[1] & 0x18 == 0x08:
        return False
    return first[2] >> 4 not in {0, 15} and first[2] & 0x0C != 0x0C


def kind_of(first: bytes) -> RecordingKind | None:
    """Return which recording begins with these bytes, None if none does."""
    known = next((kind for kind, start in _STARTS.items() if start.match(first)), None)
    return RecordingKind.MP3 if known is None and _is_mp3_frame(first) else known


@lru_cache(maxsize=64)
def _hash(path: Path, facts: tuple[int, ...]) -> str:
    """Return the SHA-256 of a file; `facts` say which one stands there, so that it is read once."""
    del facts
    with open_regular(path) as file:
        return file_digest(file, "sha256").hexdigest()


def _hash_now(path: Path) -> str:
    facts = path.stat()
    return _hash(path, (facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns))


def _typed_path(typed: str) -> Path:
    """Return the path of what a person typed; file managers put one into quotation marks when they copy it."""
    words = typed.strip()
    bare = words[1:-1].strip() if len(words) > 1 and words[0] == words[-1] and words[0] in "\"'" else words
    if not bare:
        raise BadInput(Problem(place="the recording", message="no path is given.", remedy=_REMEDY))
    return Path(os.path.abspath(os.path.expanduser(bare)))  # noqa: PTH100, PTH111 - what has no home stays as it is


def read_recording(typed: str) -> Recording:
    """Return what a path names as a recording; all of the file is read once, for its hash, and nothing is kept of it.

    Raises BadInput if there is no such file, or it is no recording.
    """
    path = _typed_path(typed)
    try:
        with open_regular(path) as file:
            kind = kind_of(file.read(_FIRST))
        if kind is None:
            message = "the file does not begin like a recording that browsers play."
            raise BadInput(Problem(place=str(path), message=message, remedy=_REMEDY))
        return Recording(path=str(path), sha256=_hash_now(path), size=path.stat().st_size, kind=kind)
    except (OSError, ValueError) as error:  # the latter: a path that no file can have
        reason = getattr(error, "strerror", None) or "this is not a possible path"
        message = f"the recording cannot be read: {reason}."
        raise BadInput(Problem(place=str(path), message=message, remedy=_REMEDY)) from error


def state_of(recording: Recording) -> RecordingState:
    """Return what stands now under a recording's path."""
    path = Path(recording.path)
    try:
        if not path.is_file():
            return RecordingState.MISSING
        same = path.stat().st_size == recording.size and _hash_now(path) == recording.sha256
    except (OSError, ValueError):
        return RecordingState.MISSING
    return RecordingState.FOUND if same else RecordingState.CHANGED


@lru_cache(maxsize=64)
def _hides_its_places(path: Path, sha256: str) -> bool:
    """Tell so of a file with this hash, of which little is read, and once."""
    del sha256
    with open_regular(path) as file:
        return hides_its_places(file)


def advice_on(recording: Recording) -> str:
    """Return what is to be done before the quotes of a recording that is there can be heard, "" where nothing is."""
    try:
        hides = recording.kind is RecordingKind.MP3 and _hides_its_places(Path(recording.path), recording.sha256)
    except OSError:
        return ""
    return NO_PLACES if hides else ""


def recording_state(session: Session) -> RecordingState | None:
    """Return what became of a session's recording, None where it has none."""
    if session.recording is None:
        return None
    return state_of(session.recording) if session.recording_confirmed else RecordingState.UNCONFIRMED


def recording_url_of(session: Session, edition: Edition) -> str:
    """Return the address that an edition's quotations link under their own names: that of its session's recording, ""
    where the session has another transcript now."""
    now = session.transcript.sha256 if session.transcript else ""
    return session.recording_url if edition.transcript_sha256 == now else ""


def verdicts_on(session: Session, raw: str, verdicts: Iterable[EarVerdict]) -> dict[str, EarVerdict]:
    """Return what was heard of a transcript's quotes in the recording that the session has now, by quote id; another
    transcript or recording inherits none of it."""
    about = (hash_of(raw), session.recording.sha256 if session.recording else "")
    return {one.quote_id: one for one in verdicts if one.key[1:] == about}


def heard_in_words(verdict: EarVerdict) -> str:
    """Return what was heard, by whom and when, as it is said beside a quote."""
    what = "So in the recording" if verdict.says_so else "Not so in the recording"
    note = f": {one_line(verdict.note)}" if verdict.note else ""
    return f"{what} (listened to on {verdict.heard_at[:10]} by {verdict.name}){note}"
