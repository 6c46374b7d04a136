"""Enforcement takes time in proportion to the reply, whatever stands in it."""

from collections.abc import Callable
from functools import partial

import pytest

from core.enforcement import enforce_chapter
from core.generation.line import Line
from core.prose.render import one_line, write_blocks
from tests.growth import growth

PROVEN = "The clock turns a drum of paper underneath, so you get a line, and the line is the sea."
WORDS = "nobody in the harbour minded that at all and they went on with it for a long while "
SMALL = 2_000  # characters; the large reply has ten times as many
MOST = 15
LEAST_SECONDS = 0.004  # a shorter time is mostly what every reply costs


def _repeated(piece: str) -> Callable[[int], str]:
    return lambda size: piece * (size // len(piece) + 1)


HOSTILE: dict[str, Callable[[int], str]] = {
    "stray marks": _repeated("“ \" ' ’ ” « "),
    "marks side by side": _repeated("\"'"),
    "openings": _repeated("“"),
    "pairs inside pairs": lambda size: "“" * (size // 2) + "a" + "”" * (size // 2),
    "different pairs inside pairs": lambda size: "“‘" * (size // 4) + "a" + "’”" * (size // 4),
    "pairs that close nothing inside": lambda size: "“’" * (size // 4) + "a" + "’”" * (size // 4),
    "everything unclosed": _repeated("[“*_`<q>(« "),
    "quotations of one subject": lambda size: "Sorrel says " + "“a” " * (size // 4),
    "names without a verb": _repeated("according to Sorrel “a” and Sorrel’s answer “b” and "),
    "references to nothing": _repeated("([[no]]), says Sorrel: [[deadbeefdeadbeef]] — and "),
    "references beside each other": _repeated("[[598a8f208e1e25ea]], and "),
    "references that never end": _repeated("[[ a [ [[[ "),
    "open brackets": _repeated("["),
    "open brackets and blanks": lambda size: "[[" + " " * size,
    "wrong names": _repeated(f"Sorrel says “{PROVEN}” and "),
    "wrong names and right ones": _repeated(f"Sorrel tells Boyle “{PROVEN}” and "),
    "one wrong name": lambda size: "Sorrel tells Boyle " + f"“{PROVEN}” " * (size // 90),
    "names cut by what nobody sees": _repeated("S\u200borrel says “a” and "),
    "quotations behind a pronoun": lambda size: (
        "Sorrel says “b” and " + WORDS * (size // 160) + "he said “a” " * (size // 24)
    ),
    "quotations without spaces": lambda size: "Sorrel says “b”" + ",“a”" * (size // 4),
    "quotations in one paragraph": _repeated("Sorrel says “Dirt is evidence” and "),
    "names behind quotations": _repeated("“a” (Sorrel), "),
    "open references": _repeated("[["),
    "open references apart": _repeated("[[ "),
    "references that miss a bracket": _repeated("[[a] "),
    "single brackets": _repeated("[0123456789abcdef, "),
    "references and quotations": _repeated("[[a]] “b” "),
    "labels": _repeated("Sorrel: *a*\n"),
    "emphasis": _repeated("*a* “b” "),
    "deep block quotes": lambda size: ">" * size + " “text”",
    "block quotes": _repeated("> “a”\n>\n"),
    "items": _repeated("- “a”\n"),
    "lists": _repeated("- “a”\n\n"),
    "one long line": _repeated(WORDS),
    "one long paragraph": _repeated(f"The sea was calm and {WORDS * 3}. "),
    "escaped emphasis inside marks": lambda size: "“\\*" * (size // 6) + "a" + "\\*”" * (size // 6),
}  # fmt: skip


def enforce(sample: Line, reply: str) -> None:
    enforced = enforce_chapter(reply, sample.merged.whitelist, 0, transcript=sample.transcript, roster=sample.roster)
    write_blocks(enforced.blocks)


@pytest.mark.parametrize("kind", HOSTILE)
def test_ten_times_the_reply_takes_at_most_fifteen_times_as_long(sample: Line, kind: str) -> None:
    """Nothing in a text makes the rest of it dearer."""
    make = HOSTILE[kind]
    small, large = (partial(enforce, sample, make(size)) for size in (SMALL, 10 * SMALL))
    assert growth(small, large, most=MOST, least=LEAST_SECONDS) <= MOST


def test_a_paragraph_that_never_ends_is_joined_once(sample: Line) -> None:
    """The stretches of one long paragraph become one paragraph again, word for word."""
    sentence = f"The sea was calm and {WORDS * 3}."
    reply = " ".join([sentence] * 200)
    enforced = enforce_chapter(reply, sample.merged.whitelist, 0, transcript=sample.transcript, roster=sample.roster)
    assert write_blocks(enforced.narrative) == one_line(reply) + "\n"
    assert len(enforced.narrative) == 1
