from collections.abc import Sequence

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from core.prose.model import Block, Emphasis, Heading, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.parse import BlockKind, SourceBlock, read_markdown
from core.prose.render import escape, one_line, stands_inside_marks, unmarked, write_blocks
from core.span import Span
from core.text.confusables import without_order_controls
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from core.verify import verify_edition
from core.verify.reading.read_edition import read_edition
from tests.properties import examples

HOSTILE = [
    "<script>alert(1)</script>",
    "a * b * c",
    "snake_case_word and _so_",
    "[x](y) and ![x](y 'z')",
    "$5 -- $6 ... >= :smile:",
    "`code` and ``more``",
    "| a | b |",
    "# no heading",
    "####### seven",
    "#nor this",
    "> not quoted",
    ">nor this",
    "1. not a list",
    "1) nor this",
    "123456789. nor this",
    "- no item",
    "+ no item",
    "* no item",
    "-",
    "--- not a rule",
    "***",
    "___",
    "===",
    "= no underline",
    "&amp; &#39; &quot; &copy",
    "AT&T",
    r"\* a \ backslash \\",
    "ends in \\",
    "~~struck~~ ~~~",
    "```",
    "<!-- no comment -->",
    "<b",
    "http://example.org/a_b_c?d=*e*",
    "<http://example.org>",
    "[[0123456789abcdef]]",
    "[a]: b 'c'",
    "[^1]: note",
    "**bold** ***both***",
    "5 < 6 > 4",
    "a\\nb",
    "&",
    "é 漢字 🌊 \u200b|",
    "don’t 6′2″",
    "{{TARGET_WORDS}}",
    "!",
    "![",
    "]",
    "a:",
]


def speaker(name: str = "Ann Lee") -> SpeakerRef:
    """Return a guest of this name."""
    return SpeakerRef(speaker_id="ann", speaker_name=name, speaker_role=SpeakerRole.GUEST)


def quote(text: str, name: str = "Ann Lee") -> Quote:
    """Return a quotation of these words."""
    return Quote(text=text, quote_id="q", raw_span=Span(0, len(text)), speaker=speaker(name))


def paragraph(*inlines: TextRun | Quote | str) -> Paragraph:
    """Return running text."""
    return Paragraph(inlines=tuple(TextRun(text=one) if isinstance(one, str) else one for one in inlines))


def seen(blocks: Sequence[SourceBlock]) -> list[object]:
    """Return what a parser shows: the text of each block, and lists of what stands inside lists and block quotes."""
    return [
        (block.kind.value, block.text)
        if block.kind in (BlockKind.PARAGRAPH, BlockKind.HEADING)
        else (block.kind.value, seen(block.blocks))
        for block in blocks
    ]


def meant(blocks: Sequence[Block]) -> list[object]:
    """Return what should be shown, read off the blocks themselves."""
    shown: list[object] = []
    for block in blocks:
        match block:
            case Heading() | Paragraph():
                text = "".join(
                    one.text if isinstance(one, TextRun) else f"“{one_line(one.text)}”" for one in block.inlines
                )
                shown.append(("heading" if isinstance(block, Heading) else "paragraph", one_line(text)))
            case QuoteBlock():
                below = f"— {unmarked(block.quote.speaker.speaker_name)}"
                shown.append(("quote", [("paragraph", f"{one_line(block.quote.text)}\n{below}")]))
            case ListBlock():
                shown.append(("list", [("item", meant(item)) for item in block.items]))
    return shown


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_rendered_is_the_text(text: str) -> None:
    """In a paragraph, a heading, a list, in marks and set apart: no character of a slice becomes markup or is lost."""
    blocks: list[Block] = [
        paragraph(text),
        Heading(level=3, inlines=(TextRun(text=text),)),
        paragraph(quote(text), f" {text} ", quote(text)),
        paragraph(TextRun(text=text, emphasis=Emphasis.ITALIC), " and ", TextRun(text=text, emphasis=Emphasis.BOLD)),
        QuoteBlock(quote=quote(text)),
        ListBlock(items=((paragraph(text), QuoteBlock(quote=quote(text))), (paragraph(quote(text)),))),
        paragraph("between"),
        ListBlock(ordered=True, items=((paragraph(text),), (paragraph(text), ListBlock(items=((paragraph(text),),))))),
    ]
    assert seen(read_markdown(write_blocks(blocks))) == meant(blocks)


PIECES = st.one_of(
    st.sampled_from([*HOSTILE, " ", "\n", "\t", "\u00a0", "\u2028", "  \n", "said ", "1", ".", "x"]),
    st.text(alphabet="ab1 .#*_`~<>[]()&;\\|!-+=:$\"'’\n", max_size=6),
    st.text(max_size=4).filter(
        lambda text: "\0" not in text and not any("\ud800" <= char <= "\udfff" for char in text)
    ),
)
TEXTS = st.lists(PIECES, min_size=1, max_size=5).map("".join).filter(lambda text: bool(one_line(text)))
# What is read is a reply, which loses what turns the order of characters.
READ = TEXTS.map(without_order_controls).filter(lambda text: bool(one_line(text)))
INLINES = st.lists(
    st.one_of(
        st.builds(TextRun, text=READ, emphasis=st.sampled_from(Emphasis)),
        READ.map(quote),
    ),
    min_size=1,
    max_size=4,
).map(tuple)
FLAT = st.one_of(
    st.builds(Paragraph, inlines=INLINES),
    READ.map(lambda text: QuoteBlock(quote=quote(text))),
)
ITEMS = st.lists(st.lists(FLAT, min_size=1, max_size=2).map(tuple), min_size=1, max_size=3).map(tuple)
BLOCKS = st.one_of(
    FLAT,
    st.builds(Heading, level=st.integers(1, 6), inlines=INLINES),
    st.builds(ListBlock, ordered=st.booleans(), items=ITEMS),
)


@examples(200)
@given(st.lists(BLOCKS, min_size=1, max_size=3))
@example([paragraph("a\n# b")])
@example([paragraph("\u00a0- a")])
def test_whatever_is_written_reads_back(blocks: list[Block]) -> None:
    """Any blocks, with any text, are read back by a CommonMark parser as the same text modulo white space."""
    apart: list[Block] = [block for one in blocks for block in (one, paragraph("between"))]
    written = write_blocks(apart)
    assume("''" not in written and ",," not in written)  # a typewriter's double marks are read as what they stand for
    assert seen(read_markdown(written)) == meant(apart)


@examples(150)
@given(TEXTS)
def test_the_checker_sees_the_slice(text: str) -> None:
    """A stranger's reader, which shares no code with the writer, sees the slice too."""
    (block,) = read_edition(write_blocks([QuoteBlock(quote=quote(text))]), "markdown")
    assert one_line(block.text) == f"{one_line(text)} — Ann Lee"


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("don’t", True),
        ("the dogs' house", True),
        ("’90s", True),
        ("so", True),
        ("he said “no”", False),
        ('he said "no"', False),
        ("«no»", False),
        ("„no", False),
        ("6″", False),
        ("「海」", False),
        ("he said ‘no’ to me", True),
        ("'no', he said", True),
        ("he said \u202eno\u202c to me", False),
        ("\u2067no\u2069", False),
        ("אמר שלום", True),
        ("he said ᐦnoᐦ to me", False),
    ],
)
def test_a_slice_stands_in_marks_only_where_nobody_loses_track(text: str, inside: bool) -> None:  # noqa: FBT001 - the answer
    """A slice with double marks of any kind, or one that turns the order of characters, becomes a block quote; single
    marks are told apart inside “ and ”."""
    assert stands_inside_marks(text) is inside


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ('The "Wire"', "The Wire"),
        ("‘So’ it is", "So it is"),
        ("don't stop the dogs' barking", "don't stop the dogs barking"),
        ("O’Brien", "O’Brien"),
        ("«a» „b“ 「c」 ‹d› ❝e❞", "a b c d e"),
        ("a,,b''", "a,b"),
        ("海'海", "海海"),
        ("two\n lines", "two lines"),
        ("The \u202eWire\u202c, \u2067again\u2069", "The Wire, again"),
        ("The ᐦWireᐦ and the ⪡Wire⪢", "The Wire and the Wire"),
        ("ᐸᓂᒃ and ꜥnḫ", "ᐸᓂᒃ and ꜥnḫ"),
    ],
)
def test_what_is_mentioned_loses_its_marks(text: str, bare: str) -> None:
    """A name or a title never looks like a quotation; an apostrophe inside a word stays."""
    assert unmarked(text) == bare


def test_white_space_inside_a_slice_is_written_as_single_spaces() -> None:
    """Line breaks of the transcript never break a line of the edition."""
    text = write_blocks([QuoteBlock(quote=quote("one\n two\r\n\tthree\u2028four")), paragraph(quote("five\n\nsix"))])
    assert text == "> one two three four\n> — Ann Lee\n\n“five six”\n"


def test_no_blocks_are_no_text() -> None:
    """Nothing is not an empty line."""
    assert write_blocks([]) == ""


def test_escaping_touches_only_what_markdown_reads() -> None:
    """Prose stays readable as it is written."""
    assert escape("So it is, she said: 5% of $3 (or less) -- no!") == "So it is, she said: 5% of $3 (or less) -- no!"


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_slice_is_proven_in_the_finished_text(text: str) -> None:
    """Written in marks and as a block, the checker finds the very slice in the transcript."""
    words = f"so I wrote {text} on the wall and left"
    transcript = read_transcript(f"ANN: Well, {words}. Then nothing.\n".encode(), "talk.txt")
    written = write_blocks([paragraph("She said, ", quote(words), " (Ann)."), QuoteBlock(quote=quote(words, "ANN"))])
    found = verify_edition(written, transcript, form="markdown")
    assert [one.reason for one in found.unproven] == []
    assert found.verified == 2
