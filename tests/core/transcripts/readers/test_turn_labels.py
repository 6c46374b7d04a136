import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.transcripts.readers import turn_labels
from core.transcripts.readers.label_choice import find_labels
from core.transcripts.readers.turn_labels import seconds_of, split_label

CONVERSATIONS: dict[str, tuple[str, list[str]]] = {
    "names": ("Anna: Hi.\nBen: Hi.\n", ["Anna", "Ben"]),
    "capitals": ("ANNA BERG: Hi.\n\nBEN: Hi.\n", ["ANNA BERG", "BEN"]),
    "no space": ("ANNA:Hi.\nBEN:“Hi.”\n", ["ANNA", "BEN"]),
    "a label on its own line": ("Anna:\nHi.\n\nBen:\nHi.\n", ["Anna", "Ben"]),
    "numbered speakers": ("Speaker 1: Hi.\nSpeaker 2: Hi.\n", ["Speaker 1", "Speaker 2"]),
    "diarised": ("SPEAKER_00: Hi.", ["SPEAKER_00"]),
    "questions and answers": ("Q: Why?\nA: Because.\n", ["Q", "A"]),
    "questions and answers, written out": ("Question: Why?\nAnswer: Because.\n", ["Question", "Answer"]),
    "questions and answers in speech": ("Anna: a\nQ: b\nA: c\nBen: d", ["Anna", "Ben"]),
    "capitals behind a preamble": ("Night Flight\n\nANNA: Hi.\n", ["ANNA"]),
    "names behind a preamble": ("Night Flight\n\nRecorded live.\n\nAnna: Hi.\n\nBen: Hi.\n", ["Anna", "Ben"]),
    "small letters": ("anna: hi\nben: hi\nanna: so\nben: no\n", ["anna", "ben", "anna", "ben"]),
    "a wide colon": ("记者：你好。\n李先生：你好。", ["记者", "李先生"]),
    "seen once, whole name": ("Anna: a\n\nBen: b\n\nAnna: c\n\nTommy Boy: d", ["Anna", "Ben", "Anna", "Tommy Boy"]),
    "seen once, like the others": ("Anna: a\n\nAnna: c\n\nBen: d", ["Anna", "Anna", "Ben"]),
    "seen once, unlike the others": ("Anna Berg: a\n\nAnna Berg: c\n\nMeetings: they are long.", ["Anna Berg"] * 2),
    "notes in speech": ("Anna: a\n\nNote: b\n\nPS: c\n\nQuestion: d\n\nAnna: e", ["Anna", "Anna"]),
    "a sentence in speech": ("Anna: a\n\nHere is the thing: we lost.\n\nAnna: b", ["Anna", "Anna"]),
    "a wrapped line": ("Anna: a\n\nBen: b\n\n" * 9 + "Anna: so I told\nBen: no.", ["Anna", "Ben"] * 9 + ["Anna"]),
    "roles among names": ("Host: a\n\nBreak:\n\nAnna: b\n\nBen: c", ["Host", "Break", "Anna", "Ben"]),
    "numbers instead of names": ("Speaker 1: a\n\nMeetings: they are long.", ["Speaker 1"]),
    "an indented line": ("Anna: a\n Ben: b\nAnna: c", ["Anna", "Anna"]),
    "a tab makes it sure": ("the man in: row 3:\ta", ["the man in: row 3"]),
    "bold marks make it sure": ("**Extract:** a\n**Ben**: b", ["Extract", "Ben"]),
    "a preamble": ("Title: Shame\nDate: 2020\n\nAnna: a\n\nBen: b\n\nAnna: c", ["Anna", "Ben", "Anna"]),
    "no names": ("Once upon a time.\n\nHere is the thing: we lost.\n\nSee https://x.org: it is at 10:30.", []),
    "a lone colon word": ("Some text.\n\nAmazing: he did it.", []),
    "verses and times": ("John 3:16 says so.\n10:30 is late.\nC:\\temp\nstd::move\nfun :)", []),
    "nothing": ("", []),
}

TIMED = {
    "Anna (00:03): Hi.": ("Anna", "Anna (00:03):", 3.0),
    "Anna [1:00:03]: Hi.": ("Anna", "Anna [1:00:03]:", 3603.0),
    "[00:00:03] Anna: Hi.": ("Anna", "[00:00:03] Anna:", 3.0),
    "(0:03) Anna Berg: Hi.": ("Anna Berg", "(0:03) Anna Berg:", 3.0),
    "00:03 - Anna: Hi.": ("Anna", "00:03 - Anna:", 3.0),
    "Anna 00:03: Hi.": ("Anna", "Anna 00:03:", 3.0),
    "Anna Berg  0:03\nHi.": ("Anna Berg", "Anna Berg  0:03", 3.0),
    "Anna\t12:03\nHi.": ("Anna", "Anna\t12:03", 723.0),
    "Speaker 1 (00:03):\nHi.": ("Speaker 1", "Speaker 1 (00:03):", 3.0),
    "Speaker 1 (00:03)\nHi.": ("Speaker 1", "Speaker 1 (00:03)", 3.0),
    "Speaker 1 00:03\nHi.\nSpeaker 1 00:09\nSo.": ("Speaker 1", "Speaker 1 00:03", 3.0),
    "**Anna (0:03):** Hi.": ("Anna", "**Anna (0:03):**", 3.0),
    "**Anna** [0:03]: Hi.": ("Anna", "**Anna** [0:03]:", 3.0),
}


@pytest.mark.parametrize(("text", "names"), CONVERSATIONS.values(), ids=CONVERSATIONS)
def test_labels_are_told_from_other_colons(text: str, names: list[str]) -> None:
    """Every speaker's label is found, and nothing that only has a colon."""
    assert [label.name for label in find_labels(text)] == names


@pytest.mark.parametrize("text", TIMED)
def test_a_label_may_carry_a_time(text: str) -> None:
    """The time belongs to the label's stretch and not to the name."""
    name, written, seconds = TIMED[text]
    label = find_labels(text)[0]
    assert (label.name, label.span.slice(text), label.seconds) == (name, written, seconds)


@given(st.text(alphabet="AaBb:：\t\r\n (0:3)[]*_.1Q", max_size=80))
def test_labels_stand_in_order_and_apart(text: str) -> None:
    """Labels begin a line, never overlap, and hold their name."""
    labels = find_labels(text)
    assert all(first.span.end <= second.span.start for first, second in pairwise(labels))
    for label in labels:
        assert label.span.start == 0 or text[label.span.start - 1] in "\r\n"
        assert all(word in label.span.slice(text) for word in label.name.split())


@given(st.text(alphabet="AaBb:：\t\r\n (0:3)[]*_.1Q", max_size=80))
def test_a_plain_name_is_read_as_the_pattern_reads_it(text: str) -> None:
    """The short way for a name and a colon changes nothing."""
    quickly = find_labels(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turn_labels, "_plain_grade", re.compile(r"(?!)").match)
        assert find_labels(text) == quickly


def test_times_are_read_in_seconds() -> None:
    """Minutes, hours and fractions are understood, brackets or not."""
    assert [seconds_of(time) for time in ("0:03", "[01:06:43.15]", "(90:00)", None)] == [3.0, 4003.15, 5400.0, None]


def test_a_label_is_parted_from_its_time() -> None:
    """A time before or behind the name is no part of it."""
    assert split_label(" Anna  Berg (0:03)") == ("Anna Berg", 3.0)
    assert split_label("[0:03] Anna") == ("Anna", 3.0)
    assert split_label("Anna Berg") == ("Anna Berg", None)
