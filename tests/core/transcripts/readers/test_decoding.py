import codecs
from hashlib import sha256

import pytest

from core.errors import TranscriptError
from core.transcripts.readers.decoding import MAX_BYTES, decode

TALK = "Anna: Café, “so” – naïve.\r\nBen: Yes.\n"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TALK.encode(), "utf-8"),
        (codecs.BOM_UTF8 + TALK.encode(), "utf-8"),
        (TALK.encode("utf-16"), "utf-16"),
        (codecs.BOM_UTF16_BE + TALK.encode("utf-16-be"), "utf-16"),
        (TALK.encode("utf-32"), "utf-32"),
        (TALK.encode("cp1252"), "cp1252"),
    ],
)
def test_text_is_decoded_once_and_its_encoding_said(data: bytes, encoding: str) -> None:
    """A byte order mark decides, then UTF-8, then detection; line ends and characters stay as they are."""
    decoded = decode(data, "talk.txt")
    assert decoded == (TALK, encoding, sha256(data).hexdigest())


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (
            "Анна: Привет, как дела? Сегодня мы поговорим о книгах.\nБорис: Хорошо, спасибо, очень рад вас видеть.\n",
            "koi8_r",
        ),
        ("記者：今日はありがとうございます。\n先生：こちらこそ、よろしくお願いします。\n", "cp932"),
        ("記者：你好，今天我們來談談。\n記者：好的。\n", "big5"),
        ("Anna: Příliš žluťoučký kůň. Dobrý den, jak se máte?\nBen: Co říkáte na dnešní počasí?\n", "cp1250"),
        ("Anna: café\n", "cp1252"),
    ],
)
def test_usual_encodings_are_detected(text: str, encoding: str) -> None:
    """A file in an encoding of its language is read in it."""
    assert decode(text.encode(encoding), "")[:2] == (text, encoding)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b" \n\t", "holds no words"),
        (codecs.BOM_UTF8, "holds no words"),
        (b"PK\x03\x04rest", "zip archive"),
        (b"%PDF-1.7", "PDF"),
        (b"MZ\x90\0", "a program"),
        (b"\x89PNG\r\n", "a picture"),
        (b"{\\rtf1 Anna}", "RTF"),
        (b"Anna\0Ben", "NUL bytes"),
        (b"Anna\x01\x02\x03Ben", "does not look like a text"),
        (codecs.BOM_UTF16_LE + b"a\0\0\0b\0", "does not look like a text"),
        (codecs.BOM_UTF16_LE + b"a", "begins as UTF-16"),
        (b"a" * (MAX_BYTES + 1), "20,000,001 bytes"),
    ],
)
def test_what_is_no_text_is_refused_with_a_remedy(data: bytes, message: str) -> None:
    """Empty, binary and oversized files get one message: what, where, what to do."""
    with pytest.raises(TranscriptError, match=message) as refused:
        decode(data, "talk.bin")
    (problem,) = refused.value.problems
    assert problem.place == "talk.bin"
    assert problem.remedy


def test_words_that_look_like_magic_are_text() -> None:
    """A transcript may begin with the letters that some binary files begin with."""
    assert decode(b"MZ: Hello.\nID3 is a tag.", "").text.startswith("MZ")


def test_a_stray_control_character_is_text() -> None:
    """One control character in a long text is a slip, not a binary file."""
    assert decode(b"a" * 200 + b"\x07", "").text.endswith("\x07")
