import pytest

from core.errors import BadInput
from workbench.store import MAX_TITLE, as_title, free_title
from workbench.store.names import one_line, web_address

LONG = "x" * MAX_TITLE


@pytest.mark.parametrize(
    ("title", "mark", "taken", "free"),
    [
        ("Talk", "{}", [], "Talk"),
        ("Talk", "{}", ["Talk"], "Talk 2"),
        ("Talk", "{}", ["Talk", "Talk 2"], "Talk 3"),
        ("Talk", "{}", ["Talk 2"], "Talk"),
        ("Talk", " (copy){}", ["Talk"], "Talk (copy)"),
        ("Talk", " (copy){}", ["Talk (copy)"], "Talk (copy) 2"),
        ("Talk", " (imported{})", ["Talk (imported)"], "Talk (imported 2)"),
        (LONG, "{}", [LONG], LONG[:-2] + " 2"),
        (LONG, " (copy){}", [LONG[:-7] + " (copy)"], LONG[:-9] + " (copy) 2"),
        (LONG[:-8] + " xxxxxxx", " (copy){}", [], LONG[:-8] + " (copy)"),
        ("{0} {}", " (copy){}", [], "{0} {} (copy)"),
    ],
)
def test_a_title_that_is_taken_gets_a_number(title: str, mark: str, taken: list[str], free: str) -> None:
    """The first that is free, from 2; never longer than a title may be."""
    assert free_title(title, taken, mark) == free
    assert one_line(free, "the title") == free


def test_half_a_character_in_a_name_could_not_be_read() -> None:
    """A file's name may be bytes that are no text."""
    assert one_line(" caf\udce9 \ud83d\ude00", "the title") == "caf\ufffd 😀"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Tides", "Tides"),
        ("  Tides \n and\twinds ", "Tides and winds"),
        ("Tides\u2028\x07\ud800winds", "Tides winds"),
        (LONG + "y", LONG),
        ("x" * (MAX_TITLE - 1) + " y", "x" * (MAX_TITLE - 1)),
        ("\u2029\x00", ""),
    ],
)
def test_what_a_title_can_hold_is_taken_from_a_text(text: str, title: str) -> None:
    """On one line, and not too long."""
    assert as_title(text) == title


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        (" https://talks.example/talk.mp3 ", "https://talks.example/talk.mp3"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("https://[2001:db8::1]/a?b=c&d=%20", "https://[2001:db8::1]/a?b=c&d=%20"),
        ("https://talks.example/a(1)'<\">é", "https://talks.example/a%281%29%27%3C%22%3E%C3%A9"),
        ("https://talks.example?talk=1", "https://talks.example?talk=1"),
    ],
)
def test_an_address_of_the_web_can_stand_in_any_link(typed: str, address: str) -> None:
    """What would end a link in Markdown, HTML or XML is written as bytes are in an address."""
    assert web_address(typed, "the link") == address


@pytest.mark.parametrize(
    "typed",
    [
        *("", "talk.mp3", "/talks/talk.mp3", "ftp://talks.example/talk.mp3", "javascript:alert(1)", "data:audio/wav,x"),
        *("https://", "https:///talk", "https://talks.example/a b", "https://talks.example/a\nb", "//talks.example/x"),
        *("https://me:secret@talks.example/", "https://talks.example/#t=5", "https://tälks.example/", "HTTPS //x"),
        "https://talks.example/" + "x" * 2_000,
    ],
)
def test_what_is_no_address_of_the_web_is_refused(typed: str) -> None:
    """A place in the page too: a quotation's seconds stand there."""
    with pytest.raises(BadInput):
        web_address(typed, "the link")
