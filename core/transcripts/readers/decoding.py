"""From the bytes of a transcript file to its text, once and for all."""

import codecs
import hashlib
import unicodedata
from typing import NamedTuple

from core.errors import TranscriptError
from core.text.punctuation import UNREADABLE
from core.text.well_formed import decoded
from core.transcripts.readers.binary_kinds import binary_kind_of
from core.transcripts.readers.refusal import refusal, refusal_of_other

MAX_BYTES = 20_000_000
ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
DECLARED_ENCODINGS = ("utf-8", "utf-16", "utf-32")

# UTF-32 first: its little-endian mark begins with UTF-16's.
_MARKED = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WIDE_MARKS = tuple(mark for mark, encoding in _MARKED if encoding != "utf-8")
_CONTROLS_THAT_ARE_LAYOUT = frozenset("\t\n\r\f\v\x1d\x85")
_MAX_CONTROLS = 0.01
_GLANCE = 256  # characters among which nearly every text has one that is seen
# What people really save text in; the detector also knows encodings nobody meets and likes some of them too well.
_CANDIDATES = (
    "cp1252 cp1250 cp1251 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 koi8_r koi8_u iso8859_2 iso8859_5 iso8859_7 "
    "cp874 cp932 shift_jis euc_jp iso2022_jp gb18030 big5 cp949 euc_kr mac_roman"
)
# Letters and signs to Unicode, and still nothing that anybody sees or can read.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0" + UNREADABLE)
_REMEDY = 'Save the transcript as plain text or Markdown in UTF-8 ("Save as", "Plain text") and use that file.'


class DecodedText(NamedTuple):
    """A file's text without its byte order mark, the encoding it was in, and the sha256 of its bytes."""

    text: str
    encoding: str
    sha256: str


def _refusal(name: str, message: str, remedy: str = _REMEDY) -> TranscriptError:
    return refusal(name, message, remedy)


def _refuse_size(data: bytes, name: str) -> None:
    if len(data) > MAX_BYTES:
        raise _refusal(
            name,
            f"this file has {len(data):,} bytes; a transcript may have {MAX_BYTES:,}.",
            "Split it into one file for each recording.",
        )


def _refuse_binary(data: bytes, name: str) -> None:
    kind = binary_kind_of(data)
    if kind is not None:
        refused = refusal if kind.has_text else refusal_of_other
        raise refused(name, f"this is {kind.what}, not a text.", kind.remedy)
    if b"\0" in data and not data.startswith(_WIDE_MARKS):
        raise _refusal(name, "this is a binary file (it holds NUL bytes), not a text.")


def _refuse_controls(text: str, name: str) -> None:
    if text.replace("\n", "").isprintable():
        return
    present = set(text) - _CONTROLS_THAT_ARE_LAYOUT
    controls = [char for char in present if unicodedata.category(char) == "Cc"]
    count = sum(text.count(char) for char in controls)
    if "\0" in controls or count > _MAX_CONTROLS * len(text):
        raise _refusal(name, f"this does not look like a text: {count:,} of its {len(text):,} characters are controls.")


def _is_visible(char: str) -> bool:
    return char not in _BLANK and (unicodedata.category(char)[0] not in "CMZ" or unicodedata.category(char) == "Co")


def refuse_invisible(text: str, name: str) -> None:
    """Raise TranscriptError where a text has no character that anybody could see."""
    if not any(map(_is_visible, text[:_GLANCE])) and not any(map(_is_visible, set(text))):
        raise _refusal(name, "this file holds no words.", "Choose a file that holds a transcript.")


def _detect(data: bytes) -> str | None:
    """Return the encoding `data` is most likely in; where cp1252 explains it as well as any other, it is cp1252."""
    from charset_normalizer import from_bytes

    candidates: list[str] = [*_CANDIDATES.split()]
    best = from_bytes(data, cp_isolation=candidates).best()
    western = from_bytes(data, cp_isolation=["cp1252"]).best()
    if western is not None and (best is None or (western.coherence >= best.coherence and western.chaos <= best.chaos)):
        return "cp1252"
    return best.encoding if best is not None else None


def _decode_unmarked(data: bytes, name: str) -> tuple[str, str]:
    try:
        return decoded(data, "utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    encoding = _detect(data)
    if encoding is not None:
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            pass
    raise _refusal(name, "this is not UTF-8, and no other encoding could be recognised.")


def decode_zip(data: bytes, name: str) -> DecodedText | None:
    """Return a zip file as an empty text, None for any other file. Raises TranscriptError for one that is too big."""
    if not data.startswith(ZIP):
        return None
    _refuse_size(data, name)
    return DecodedText("", "zip", hashlib.sha256(data).hexdigest())


def decode(data: bytes, name: str) -> DecodedText:
    """Decode a transcript file: by its byte order mark, else UTF-8, else what detection finds.

    Raises TranscriptError where `data` is empty, too big, binary or in no recognisable encoding.
    Source: decisions.md#readers.
    """
    if not data:
        raise _refusal(name, "this file is empty.", "Choose a file that holds a transcript.")
    _refuse_size(data, name)
    _refuse_binary(data, name)
    encoding = next((marked for mark, marked in _MARKED if data.startswith(mark)), "")
    if encoding:
        try:
            text = decoded(data, encoding)
        except UnicodeDecodeError as error:
            raise _refusal(name, f"this begins as {encoding.upper()} but is not: {error.reason}.") from error
    else:
        text, encoding = _decode_unmarked(data, name)
    text = text.lstrip("\ufeff")
    _refuse_controls(text, name)
    refuse_invisible(text, name)
    return DecodedText(text, encoding, hashlib.sha256(data).hexdigest())
