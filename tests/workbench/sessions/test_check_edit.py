"""Whatever can be typed into a chapter is read as an edition of ours, or it is said which lines would not be."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.editions.export.markdown import write_markdown
from core.editions.export.webpage import write_html
from core.generation.finish_chapter import PASSING
from core.generation.line import Line
from core.verify import Form, verify_edition
from core.verify.reading.read_file import read_file
from tests.hostile_replies import ANYTHING
from tests.properties import examples
from tests.workbench.sessions.edits import edited, run_of
from workbench.sessions.check_edit import check_edit
from workbench.store import FinishedRun

# Markdown and HTML of every kind, what an edition says of itself, names, marks, and what may be taken for a line end.
PIECES = st.sampled_from(
    [
        *(
            "word",
            "Ann Lee",
            "é",
            "語",
            "1986\\. A",
            "=a",
            " ",
            "  ",
            "\t",
            "    ",
            "\n",
            "\n\n",
            "\r\n",
            "\r",
            "—",
            ": ",
        ),
        *("# ", "## ", "### ", "###### x ######", "- ", "* ", "+ ", "1. ", "12) ", "> ", ">> ", "---\n", "===\n"),
        *("```\n", "~~~\n", "`", "*", "**", "_", "***x***", "~~s~~", "==m==", "H~2~O", "- [ ] t", "\\", "$x$", "|"),
        *("[a](b)", "[a]: b\n", "![i](u)", "[^1]", "[^1]: note\n", "<http://x.example>", "|a|b|\n|-|-|\n|c|d|\n"),
        *(
            "<b>",
            "</b>",
            "<div>\n",
            "</div>\n",
            "<script>x</script>",
            "<!-- c -->",
            "<p hidden>",
            "<q>",
            "<blockquote>",
        ),
        *("&amp;", "&#8220;", "&lt;", "&nbsp;", "\u202e", "\u2066", "\u200b", "\ufeff", "\ufffd", "\ud800", "\x00"),
        *("\u2028", "\u2029", "\x0b", "\x0c", "\x1c", "\x85", "“", "”", '"', "'", "«", "»"),
        *("About this edition", "## About this edition\n", "Quote Workbench edition", "### Key Excerpts\n"),
        *("In the transcript, Imke Sorrel is labelled Wanda Prell.", "### Core Claims\n", "“I withdraw the July.”"),
        *("Imke Sorrel: ", "— Imke Sorrel", "(Imke Sorrel)", "says Imke Sorrel"),
    ]
)
TYPED = st.one_of(st.lists(PIECES, max_size=14).map(lambda some: "## T\n\n" + "".join(some)), ANYTHING)


@pytest.fixture(scope="module")
def run(sample: Line) -> FinishedRun:
    return run_of(sample, chapters=[2])


@given(text=TYPED)
@example(text="## T\n\nIt rained\u2028— Imke Sorrel")
@example(text="## T\n\nIt rained\x85Imke Sorrel: never")
@examples(300)
def test_whatever_is_saved_is_read(sample: Line, run: FinishedRun, text: str) -> None:
    """As Markdown and as a page, whole; where all of it is proven, each form verifies."""
    check = check_edit(run, sample, 0, text)
    edition = edited(run, sample, text).edition
    forms: list[tuple[Form, str]] = [("markdown", write_markdown(edition)), ("html", write_html(edition))]
    for form, written in forms:
        file = read_file(written, form)
        assert (file.is_own, file.obstacle) == (True, None)
        assert verify_edition(written, sample.transcript, form=form).verdict in PASSING
    assert not check.draft.fallback or check.why


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("## One\n\nIt rained.\n\nA dry day.\n", ""),
        (
            "It rained.\n\n— Imke Sorrel|“I withdraw the July.”> note here\n\nA dry day.\n",
            "Line 3 would not be read as typed: — Imke Sorrel|“I withdraw the July.”> note here",
        ),
    ],
)
def test_the_lines_that_stop_a_text_are_named(sample: Line, run: FinishedRun, text: str, said: str) -> None:
    """With their numbers and first words, and why."""
    why = check_edit(run, sample, 0, text).why
    assert why.startswith(said)
    assert bool(why) == bool(said) == ("did not pass verification" in why)
