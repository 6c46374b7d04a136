"""What a question asks for: its words and phrases, whatever is typed, and where a text has them."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answers.query_terms import MOST_WORDS, Question, matches, pairs_of, read_question, with_spaced_pairs
from core.text.well_formed import well_formed
from tests.golden import cases

SOME = "ab B'’`\"“”«»-‐_.,:1٣²ßéſİŉςｂﬁ\u00ad\u200b\u0301电池のーที่हिक्\0\ud800*()|–"
ANYTHING = st.text(st.sampled_from(SOME) | st.characters(exclude_categories=()), max_size=40)


@pytest.mark.parametrize("case", cases("questions"))
def test_the_table_of_questions_holds(case: dict[str, Any]) -> None:
    """Words and phrases exactly where the table says them, else what must be there and what must not."""
    question = read_question(case["question"])
    assert question.words == tuple(case.get("words", question.words))
    assert question.phrases == tuple(case.get("phrases", question.phrases))
    assert all(any(had in one for one in (*question.words, *question.phrases)) for had in case.get("has", []))
    assert not set(case.get("lacks", [])) & set(question.words)
    assert max(len(question.words), len(question.phrases)) <= case.get("most", MOST_WORDS)


MORE: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "What do users say about the phone's battery?": (("users", "say", "phone", "battery"), ()),
    "l’application ne s’ouvre pas": (("application", "ne", "ouvre", "pas"), ()),
    "rock'n'roll O'Brien": (("rock", "roll", "brien"), ()),
    "e-mail at 10:30 for 3.5 or 1,000": (("e-mail", "10:30", "3.5", "1,000"), ()),
    "10–12 end.start": (("10", "12", "end", "start"), ()),
    "battery Battery BATTERY": (("battery",), ()),
    "“How is it?” battery": (("battery",), ("how is it",)),
    "“Ann's e-mail, again”": (("ann", "e-mail"), ("ann's e-mail again",)),
    "„a ‚small‘ thing“": (("small", "thing"), ("a small thing",)),
    '5" or 6" screens': (("5", "6", "screens"), ("or 6",)),
    "电池battery电池": (("电池", "battery"), ()),
}


@pytest.mark.parametrize(("question", "expected"), MORE.items())
def test_words_and_phrases_are_read(question: str, expected: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
    """Possessives and elisions without their letter, compounds and numbers whole, each word once."""
    assert read_question(question) == Question(words=expected[0], phrases=expected[1])


def test_there_is_room_for_so_many_words() -> None:
    """The first ones, or as many characters of scripts without spaces; what is longer than any word is none."""
    assert read_question(" ".join(f"word{number}" for number in range(100))).words[-1] == f"word{MOST_WORDS - 1}"
    assert read_question("电池" * 100).words == ("电池" * (MOST_WORDS // 2),)
    assert read_question(f"{'x' * 101} battery").words == ("battery",)
    assert read_question("battery " + " " * 20_000 + "tablet").words == ("battery",)


@given(ANYTHING)
def test_any_text_is_a_question(text: str) -> None:
    """Nothing raises; its words can be written, are told apart, and stand in it."""
    question = read_question(text)
    assert len(set(question.words)) == len(question.words) <= MOST_WORDS
    for word in (*question.words, *question.phrases):
        assert word.strip() == word != ""
        assert well_formed(word) == word
        assert not set(word) & set('"“”«»\0*()\u200b')
    for word in question.words:
        assert matches(Question(words=(word,)), text)


MATCHES: dict[str, tuple[str, str, list[str]]] = {
    "whole words in other letters": ("battery life", "BATTERY, life; batteries, lifeboat", ["BATTERY", "life"]),
    "typography": (
        "don't café e-mail Ann's straße",
        "CAFE\u0301 – e‐mail; Ann’s STRASSE",
        ["CAFE\u0301", "e‐mail", "Ann", "STRASSE"],
    ),
    "what is not seen": ("battery", "bat\u00adtery \u200bbattery", ["bat\u00adtery", "battery"]),
    "pairs that touch": ("用户对价格", "用户不满，价格太高，用户对价格", ["用户", "价格", "用户对价格"]),
    "one character": ("电", "电池 电", ["电", "电"]),
    "beside a script without spaces": ("excel", "Excelの書き出し excels", ["Excel"]),
    "a number": ("3.5", "3.5 3,5 13.5 3.51", ["3.5"]),
    "nothing asked": ("", "battery", []),
    "nothing there": ("battery", "", []),
}


@pytest.mark.parametrize(("question", "text", "expected"), MATCHES.values(), ids=MATCHES.keys())
def test_words_are_found_in_a_text(question: str, text: str, expected: list[str]) -> None:
    """As the text writes them."""
    assert [span.slice(text) for span in matches(read_question(question), text)] == expected


@given(ANYTHING, ANYTHING)
def test_matches_stand_in_order_and_apart(question: str, text: str) -> None:
    """Whatever the text: stretches of it that hold something."""
    found = matches(read_question(question), text)
    assert all(0 <= span.start < span.end <= len(text) for span in found)
    assert all(before.end < after.start for before, after in pairwise(found))


SPACED = {
    "plain words – and “marks”, naïve café": "",
    "Die Straße ist gut": "strasse",
    "电池太慢。 slow": "电 池 太 慢",
    "Excelの書き出し ok": "Excel の 書 き 出 し",
    "电池battery ok": "电 池 battery",
    "bat\u00adtery \u200b": "battery",
    "ｂａｔ１ ﬁne λόγος": "bat1 fine λόγοσ",
    "ที่": "ท ี ่",
}


@pytest.mark.parametrize(("text", "expected"), SPACED.items())
def test_what_an_index_of_words_would_not_find_is_written_for_it(text: str, expected: str) -> None:
    """Characters of scripts without spaces, words beside them, and words that fold to others."""
    assert with_spaced_pairs(text) == expected


def test_a_run_is_searched_for_by_pairs() -> None:
    """A whole sentence in one run stands nowhere else."""
    assert pairs_of("用户对价格") == ("用户", "户对", "对价", "价格")
    assert pairs_of("哈哈哈哈") == ("哈哈",)
    assert pairs_of("用户") == ("用户",)
    assert pairs_of("用") == ("用",)
