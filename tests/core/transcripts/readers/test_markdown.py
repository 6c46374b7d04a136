import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.transcripts.readers import markdown
from core.transcripts.readers.markdown import read_markdown
from core.transcripts.readers.text import read_text
from tests.core.transcripts.readers.hostile import MARKDOWN

_MARKUP = (
    "**Bob:** |**Anna Li:**|**Note:** |**Bob**: |__Zed:__ |**[00:03] Bob:** |**Bob** (0:04): |**the man in: row 3:** |"
    "**\\*\\*x\\*\\*:**|**?:** |**&#xFEFF;B:** |Bob: hi|Anna Li: yo|Note: x|Q: y|A: z|> |- |# |1. |```|---|word |*em* |"
    "_u_ |`c` |[l](http://x.y) |\\[04:10\\] |[0:05](http://x) |&quot;|&#10;|&#xFEFF;|<br>|<b>x</b>|<!-- c -->|<!--|"
    "Jane  0:03|Jane 0:03|SPEAKER_00: a|X:\ty|\t| |。|：|记者：|\x0b|\u2028|[r]: http://x|[a][r]| Me: hi|**|*|_|]|[|("
)
PIECES = st.sampled_from([*_MARKUP.split("|"), "\n", "\n\n", "\r\n", "\r"])

INTERVIEW = """\
# Shame

**Mireille Okafor, Psy.D:**&quot;Oh, *wait*.&quot;

Question: what did I mean? \\[laughter\\]

> - quoted *passage*

**Paul Frazee✌:** \\[04:10\\] Go to [the page](https://x.org/a_b).
**Break:** \\[00:43\\] to \\[01:05\\]

**Extract:**

Words below a label.

Bob: not a speaker here.
"""


def turns_of(source: str) -> list[tuple[str | None, str]]:
    raw, turns = read_markdown(source)
    return [(turn.speaker, turn.span.slice(raw)) for turn in turns]


def test_every_labelled_turn_stands_under_its_speaker() -> None:
    """Labels are read, unlabelled paragraphs belong to the turn above, and speech is resolved."""
    assert turns_of(INTERVIEW) == [
        (None, "Shame"),
        ("Mireille Okafor, Psy.D", '"Oh, wait."\n\nQuestion: what did I mean? [laughter]\n\nquoted passage'),
        ("Paul Frazee✌", "[04:10] Go to the page."),
        ("Break", "[00:43] to [01:05]"),
        ("Extract", "Words below a label.\n\n Bob: not a speaker here."),
    ]


def test_raw_is_what_a_person_reads() -> None:
    """The bold marks of a label go, its colon and the words stay, line by line."""
    raw, _ = read_markdown(INTERVIEW)
    assert raw.startswith('Shame\n\nMireille Okafor, Psy.D:"Oh, wait."\n\n')
    assert len(raw.splitlines()) == len(INTERVIEW.splitlines())


LABELS: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "the colon outside": ("**Bob**: Hi.", [("Bob", "Hi.")]),
    "both ways of bold": ("__Bob:__ Hi.", [("Bob", "Hi.")]),
    "no space": ("**Bob:**Hi.", [("Bob", "Hi.")]),
    "a time inside": ("**Bob (0:03):** Hi.", [("Bob", "Hi.")]),
    "a time outside": ("**Bob** \\[0:03\\]: Hi.", [("Bob", "Hi.")]),
    "escapes in the name": ('**Robert \\"Bob\\" O&#39;Ray:** Hi.', [('Robert "Bob" O\'Ray', "Hi.")]),
    "indented a little": ("   **Bob:** Hi.", [("Bob", "Hi.")]),
    "in the middle of a line": (
        "**Bob:** Hi. **Ann:** So.\n\n**Ann:** Hi.",
        [("Bob", "Hi."), ("Ann", "So."), ("Ann", "Hi.")],
    ),
    "left plain once": ("**Bob:** Hi.\n\n**Ann:** So.\n\nBob: No.", [("Bob", "Hi."), ("Ann", "So."), ("Bob", "No.")]),
    "bold words in speech": (
        "**Bob:** Hi, **all of you**: so\n\n**never** say",
        [("Bob", "Hi, all of you: so\n\nnever say")],
    ),
    "in a quoted passage": ("**Bob:** Look:\n\n> **Ann:** No.", [("Bob", "Look:\n\n Ann: No.")]),
    "behind an open fence": (
        "**Bob:** Look:\n\n```\n**Ann:** No.\n```\n",
        [("Bob", "Look:\n\n```"), ("Ann", "No.\n```")],
    ),
    "plain labels only": ("Anna: *Hi*.\n\nBen: So.", [("Anna", "Hi."), ("Ben", "So.")]),
    "no labels": ("Once *upon* a time.", []),
}


@pytest.mark.parametrize(("source", "turns"), LABELS.values(), ids=LABELS)
def test_labels_are_read_in_all_their_forms(source: str, turns: list[tuple[str, str]]) -> None:
    """The forms of a bold label are read; bold words and quoted labels are speech."""
    assert turns_of(source) == turns


@given(st.lists(PIECES, max_size=25).map("".join))
def test_raw_says_by_itself_who_speaks(source: str) -> None:
    """Raw, read as plain text, names the same speakers in the same places."""
    raw, turns = read_markdown(source)
    assert read_text(raw) == turns


def test_a_doubtful_label_is_followed_by_a_tab() -> None:
    """A label that plain text would not be trusted with is told from speech by a tab after its colon."""
    raw, turns = read_markdown("**the man in row 3:** Hi.\n\n**Note:**\n\nSo.")
    assert raw == "the man in row 3:\tHi.\n\nNote:\t\n\nSo."
    assert read_text(raw) == turns


def test_speech_that_looks_labelled_is_indented() -> None:
    """A line of speech that plain text would take for a label begins with a space."""
    raw, turns = read_markdown("**Bob Ray:** Hi.\n\nFun House: a film.\n\n**Ann Li:** So.")
    assert raw == "Bob Ray: Hi.\n\n Fun House: a film.\n\nAnn Li: So."
    assert read_text(raw) == turns


@pytest.mark.parametrize("piece", MARKDOWN)
def test_hostile_files_say_by_themselves_who_speaks(piece: str) -> None:
    """Whatever is repeated; benchmarks hold that it takes time in proportion."""
    raw, turns = read_markdown(piece * (10_000 // len(piece)))
    assert read_text(raw) == turns


@given(st.lists(PIECES, max_size=12).map("".join))
def test_a_plain_bold_label_is_read_as_any_other(text: str) -> None:
    """The short way for a name in bold changes nothing."""
    quickly = read_markdown(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(markdown, "_PLAIN_BOLD", re.compile(r"(?!)"))
        assert read_markdown(text) == quickly
