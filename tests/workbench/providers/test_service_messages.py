"""Words of a service before a person reads them: no key in them, whole or in part, and nothing that nobody sees."""

import pytest

from workbench.providers.service_messages import in_one_line

KEY = "AIzaCanary-8Qw2Zx5Cv7Bn9Mk1"
LONGEST = 280

UNSEEN = {
    "nothing": "",
    "zero-width space": "\u200b",
    "zero-width joiner": "\u200d",
    "word joiner": "\u2060",
    "byte order mark": "\ufeff",
    "soft hyphen": "\u00ad",
    "direction": "\u202e",
    "tag": "\U000e0041",
    "control": "\x00",
    "delete": "\x7f",
    "half of a character": "\ud800",
    "private use": "\ue000",
    "grapheme joiner": "\u034f",
    "selector of a variant": "\ufe0f",
    "another selector": "\U000e0101",
    "Hangul filler": "\u3164",
    "half-width filler": "\uffa0",
    "Mongolian selector": "\u180b",
    "Khmer vowel": "\u17b5",
    "empty Braille": "\u2800",
    "several": "\u200b\u034f\x00",
}


@pytest.fixture(autouse=True)
def _a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", KEY)


@pytest.mark.parametrize("between", UNSEEN.values(), ids=UNSEEN)
def test_a_key_is_taken_out_whatever_stands_between_its_letters(between: str) -> None:
    """Between two, between all, and around it: nobody sees it there, and whoever copies it has the key."""
    for key in (KEY[:9] + between + KEY[9:], between.join(KEY), between + KEY + between):
        assert in_one_line(f"The key {key} is wrong.") == "The key [key] is wrong."


def test_what_parts_words_parts_them_still() -> None:
    """White space of any kind is one space, and what is not seen leaves none behind."""
    assert in_one_line(" One\r\ntwo\u2028three\u00a0\x1d four \u200b five\t\u200b") == "One two three four five"
    assert in_one_line("caf\u00e9 ☕ “quoted”") == "café ☕ “quoted”"


@pytest.mark.parametrize("before", range(LONGEST - len(KEY) - 2, LONGEST + 2))
def test_a_cut_leaves_no_half_of_a_key(before: int) -> None:
    """Wherever the key stands: what is cut has no key any more."""
    said = in_one_line("x" * before + KEY + "y" * 100)
    assert len(said) == LONGEST
    assert KEY[:4] not in said


@pytest.mark.parametrize(("length", "said"), [(280, "x" * 280), (281, "x" * 279 + "…")])
def test_what_is_long_is_cut(length: int, said: str) -> None:
    """And it shows."""
    assert in_one_line("x" * length) == said
