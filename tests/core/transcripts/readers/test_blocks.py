from collections.abc import Container, Iterable

import pytest

from core.transcripts.readers.blocks import BlockResolver, MarkdownLine, MarkdownLines, link_definitions, mark_fences

RESOLVED = {
    "quote marks": ("> one\n> two\n>\n> > three", "one\ntwo\n\nthree"),
    "bullets": ("Look:\n\n- one\n* two\n  + three", "Look:\n\none\ntwo\n  three"),
    "a dash is no bullet": ("-- and then\n-5 degrees", "-- and then\n-5 degrees"),
    "numbers stay": (
        "1. Be on time\n2. Be *kind*\n2019. That was it.",
        "1. Be on time\n2. Be kind\n2019. That was it.",
    ),
    "headings": ("# Part one\n## Part two ##\n#34 is a number", "Part one\nPart two\n#34 is a number"),
    "rules": ("above\n\n---\n\n* * *\n\nbelow", "above\n\n\n\n\n\nbelow"),
    "an underlined heading": ("Title\n=====\nwords", "Title\n\nwords"),
    "a fence": ("```js\nlet *a* = \\[1\\]\n```\n*x*", "\nlet *a* = \\[1\\]\n\nx"),
    "an open fence is text": ("~~~\n*words*", "~~~\nwords"),
    "a definition": ("[a page][ref]\n\n[ref]: https://x.org 'A page'\n", "a page\n\n\n"),
    "a bracket and a colon": ("[laughter]: he laughs", "[laughter]: he laughs"),
    "emphasis ends with its block": ("*one\n\ntwo*\n\n> *three*", "*one\n\ntwo*\n\nthree"),
    "line ends are kept": ("> a\r\n> b\rc\n", "a\r\nb\rc\n"),
    "spaces are kept": (" act on them  \nand  more", " act on them  \nand  more"),
}


def resolved(lines: Iterable[MarkdownLine], definitions: Container[str] = (), *, continued: bool = False) -> str:
    """Return lines as they are read."""
    pieces: list[str] = []
    blocks = BlockResolver(definitions, pieces.append)
    for index, line in enumerate(lines):
        blocks.add(line, continued=continued and not index)
    blocks.finish()
    return "".join(pieces)


@pytest.mark.parametrize(("source", "read"), RESOLVED.values(), ids=RESOLVED)
def test_blocks_are_resolved_line_by_line(source: str, read: str) -> None:
    """What makes a line a quote, a bullet, a heading or a rule goes; its words and its line end stay."""
    lines = mark_fences(MarkdownLines(source), ())
    assert resolved(lines, link_definitions(lines)) == read
    assert resolved(lines.with_blanks(), link_definitions(lines.with_blanks())) == read


def test_the_rest_of_a_line_begins_no_block() -> None:
    """Words that stand behind a label are no heading and no bullet, whatever they begin with."""
    assert resolved(MarkdownLines("- so it goes\n- and so"), continued=True) == "- so it goes\nand so"


def test_a_fence_does_not_swallow_the_next_speaker() -> None:
    """A fence that is not closed before the next label is only text."""
    lines = mark_fences(MarkdownLines("```\none\n**Anna:** two\n```"), {2})
    assert not any(line.code for line in lines)
