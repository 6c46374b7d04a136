"""Hostile transcripts and evidence maps, each made by a function: files of the greatest size, all of one kind."""

import codecs
import json
import os
from collections.abc import Callable
from functools import partial
from random import Random
from typing import NamedTuple

FULL = 20_000_000
"""The most bytes of a transcript or a map."""
MOST = FULL if os.environ.get("FULL_SIZE") else FULL // 5
"""The bytes of the shapes that nobody met yet; memory grows with the text, so a fifth shows it."""


class HostileInput(NamedTuple):
    """A file's name and what makes its bytes; `code` is how a command that reads it ends."""

    name: str
    make: Callable[[], bytes]
    code: int = 0

    def __str__(self) -> str:
        return self.name


def filled(piece: str, size: int = MOST, *, before: str = "", behind: str = "") -> bytes:
    """Return a piece repeated up to a size, in bytes."""
    written = piece.encode()
    around = len(before.encode()) + len(behind.encode())
    return before.encode() + written * ((size - around) // len(written)) + behind.encode()


def prose(size: int) -> bytes:
    """Return turns of two speakers, from a vocabulary of 5,000 words."""
    drawn = Random(2)
    words = ["".join(drawn.choices("abcdefghijklmnopqrstuvwxyz", k=drawn.randint(2, 9))) for _ in range(5_000)]
    turns: list[str] = []
    left = size
    while left > 2_000:
        turns.append(f"{('Ann', 'Bob')[len(turns) % 2]}: {' '.join(drawn.choices(words, k=120))}.\n\n")
        left -= len(turns[-1])
    return "".join(turns).encode()


def labels(size: int) -> bytes:
    """Return lines that each begin with a name of their own."""
    return b"".join(f"Ann{number:07x} Berg: yes\n".encode() for number in range(size // 22))


def random_bytes() -> bytes:
    """Return bytes of no encoding."""
    return bytes(128 + byte % 128 for byte in Random(3).randbytes(MOST))


TRANSCRIPTS = (
    HostileInput("brackets.md", partial(filled, "[", 3_000_000, before="a")),
    # Refused: it begins as JSON does, with more values than may be read.
    HostileInput("brackets_of_both_kinds.md", lambda: b"[" * (MOST // 2 - 1) + b"]" * (MOST // 2) + b"a", code=2),
    HostileInput("one_line.txt", partial(filled, "word ", FULL)),
    HostileInput("one_line.md", partial(filled, "word ")),
    HostileInput("one_word.txt", partial(filled, "a")),
    HostileInput("letters.txt", partial(filled, "a ")),
    HostileInput("doubted_labels.txt", partial(filled, "A: b\n", 10_000_000)),
    HostileInput("turns.txt", partial(filled, "Ann: b\nBob: c\n")),
    HostileInput("bold_turns.md", partial(filled, "**Ann:** b\n", MOST * 3 // 10)),
    HostileInput("bold_turns_in_one_line.md", partial(filled, "**Ann:** b ", MOST * 3 // 10)),
    HostileInput("labels_all_different.txt", partial(labels, MOST), 2),
    HostileInput("newlines.txt", partial(filled, "\n"), 2),
    HostileInput("marks.txt", partial(filled, "\u0301\u0327", before="a")),
    HostileInput("marks_that_expand.txt", partial(filled, "\u0344", before="a")),
    HostileInput("letters_with_marks.txt", partial(filled, "a\u0301")),
    HostileInput("letters_that_expand.txt", partial(filled, "ß")),
    HostileInput("ligatures.txt", partial(filled, "ﷺ")),
    HostileInput("joined_emoji.txt", partial(filled, "👩\u200d👩\u200d👧 ")),
    HostileInput("one_emoji.md", lambda: prose(MOST - 10) + "😀".encode()),
    HostileInput("unseen.txt", partial(filled, "\u200ba")),
    HostileInput("controls.txt", partial(filled, "\x01a"), 2),
    HostileInput("separators.txt", partial(filled, "\x1da")),
    HostileInput("dashes.txt", partial(filled, " - ", before="a")),
    HostileInput("ellipses.txt", partial(filled, "…", before="a")),
    HostileInput("apostrophes.txt", partial(filled, "'", before="a")),
    HostileInput("sounds.txt", partial(filled, "[laughter]", before="a")),
    HostileInput("times.txt", partial(filled, "[0:00]", before="a")),
    HostileInput("stars.md", partial(filled, "*", before="a")),
    HostileInput("emphasis.md", partial(filled, "*a ")),
    HostileInput("rules.md", partial(filled, "* ", before="a\n")),
    HostileInput("headings.md", partial(filled, "# a\n", MOST * 3 // 10)),
    HostileInput("quote_marks.md", partial(filled, "> ", behind="a")),
    HostileInput("escapes.md", partial(filled, "\\*", MOST * 3 // 10)),
    HostileInput("entities.md", partial(filled, "&amp;", MOST * 3 // 10)),
    HostileInput("code.md", partial(filled, "`a`", MOST * 3 // 10)),
    HostileInput("links.md", partial(filled, "[a](b)", MOST * 3 // 10)),
    HostileInput("open_links.md", partial(filled, "](http://x", MOST * 3 // 10)),
    HostileInput("definitions.md", partial(filled, "[a]: /b\n", MOST * 3 // 10, behind="word")),
    HostileInput("tags.md", partial(filled, "<b>", MOST * 3 // 10, behind="a")),
    HostileInput(
        "utf_16.txt", lambda: codecs.BOM_UTF16_LE + filled("word ", MOST // 2 - 10).decode().encode("utf-16-le")
    ),
    HostileInput("cp1252.txt", lambda: prose(MOST).replace(b"e", b"\xe9")),
    HostileInput("no_encoding.txt", random_bytes, 2),
    HostileInput("prose.md", partial(prose, MOST)),
)


def evidence(supports: list[str], per_claim: int = 10) -> bytes:
    """Return a map of these quotes, by a guest of the sample."""
    claims = [
        {"claim": "So.", "support": [{"quote": quote, "speaker": "Ann"} for quote in supports[at : at + per_claim]]}
        for at in range(0, len(supports), per_claim)
    ]
    speakers = [{"speaker_name": "Ann", "speaker_role": "guest"}]
    return json.dumps({"speakers": speakers, "chapters": [{"title": "One", "claims": claims}]}).encode()


def _claims(written: str, many: int) -> bytes:
    return b'{"chapters": [{"claims": [' + b", ".join([written.encode()] * many) + b"]}]}"


MAPS = (
    HostileInput("lists.json", partial(filled, "[],", before='{"chapters": [', behind="[]]}"), 2),
    HostileInput("nested.json", partial(filled, "[", before="{", behind=""), 2),
    HostileInput("empty_claims.json", partial(_claims, "{}", 1_000_000), 2),
    HostileInput("one_claim.json", lambda: evidence([""] * 400_000, 400_000), 2),
    HostileInput("fields.json", lambda: json.dumps({f"f{number:07}": 1 for number in range(1_100_000)}).encode(), 2),
    HostileInput("one_quote.json", lambda: evidence(["a" * 5_000_000]), 2),
    HostileInput("digits.json", lambda: b'{"chapters": ' + b"9" * 1_000_000 + b"}", 2),
    HostileInput("fields.yaml", lambda: b"".join(b"k%d: v\n" % number for number in range(300_000)), 2),
    HostileInput("numbers.yaml", lambda: b"".join(b"%d: v\n" % (number * (2**61 - 1)) for number in range(300_000)), 2),
    HostileInput("base_sixty.yaml", partial(filled, ":59", before="k: 1"), 2),
    HostileInput("merged.yaml", partial(filled, "{<<: ", 10_000_000, before="k: "), 2),
    HostileInput("documents.yaml", partial(filled, "---\na: b\n"), 2),
    HostileInput("anchors.yaml", partial(filled, "- &a b\n", before="k:\n"), 2),
    HostileInput("one_text.yaml", partial(filled, "  a\n", before="k: >\n"), 2),
)
