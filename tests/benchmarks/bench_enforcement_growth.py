"""Enforcement takes time in proportion to the reply and the transcript, whatever stands in them."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial

from core.enforcement.context_warnings import find_meaning_warnings
from core.enforcement.enforcer import enforce_chapter
from core.enforcement.results import Decision
from core.enforcement.unmarked import find_unproven_prose
from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.prose.model import Block
from core.prose.render import write_blocks
from core.span import Span
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from tests.benchmarks.registry import Case, growth
from tests.conftest import SAMPLE
from tests.core.enforcement.test_unmarked import material

PROVEN = "The clock turns a drum of paper underneath, so you get a line, and the line is the sea."
WORDS = "nobody in the harbour minded that at all and they went on with it for a long while "


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


PIECES = {
    "marks that are never closed": '"a ',
    "nothing but marks": "“",
    "single marks": "'a ",
    "annotations in marks": "“[laughter] ",
    "one long paragraph of quotations": f"Sorrel says: “{PROVEN}” ",
    "a long list": "- “a” (Sorrel)\n",
    "a script": "Ann: x\n",
}


@lru_cache(maxsize=1)
def sample() -> Line:
    """Return the sample's line."""
    transcript = read_transcript((SAMPLE / "interview.md").read_bytes(), "interview.md")
    return prepare_line(read_evidence((SAMPLE / "evidence.json").read_bytes(), "evidence.json"), transcript)


def enforce(reply: str) -> None:
    """Enforce a reply as the sample's first chapter, and write it."""
    line = sample()
    enforced = enforce_chapter(reply, line.merged.whitelist, 0, transcript=line.transcript, roster=line.roster)
    write_blocks(enforced.blocks)


@growth("enforcement: ten times a hostile reply", 15, floor=0.004)
def hostile_replies() -> Iterator[Case]:
    """Nothing in a text makes the rest of it dearer."""
    for name, make in HOSTILE.items():
        yield Case(name, *(partial(enforce, make(size)) for size in (2_000, 20_000)))


@growth("enforcement: four times a short hostile reply", 24, floor=0.005)
def short_replies() -> Iterator[Case]:
    """At most sixteen times as long, and half as much again for chance."""
    for name, piece in PIECES.items():
        count = 100 if len(piece) < 20 else 30
        yield Case(name, *(partial(enforce, piece * times) for times in (count, 4 * count)))


@growth("enforcement: warnings about quotes in ten times a turn", 3)
def warnings() -> Iterator[Case]:
    """Only the words nearby are read."""
    sentence = "I thought that maybe the lamp was tired, and we did not mend the boats in the spring, if you ask me "

    def all_warnings(transcript: TranscriptPair) -> None:
        for start in (5 + number * len(sentence) + 21 for number in range(40)):
            assert find_meaning_warnings(transcript, Span(start, start + 18))

    talks = (read_transcript(f"Ann: {sentence * length}\n\nBob: Yes.\n".encode(), "a.txt") for length in (40, 400))
    yield Case("", *(partial(all_warnings, talk) for talk in talks))


def from_scratch(blocks: Sequence[Block], decisions: Sequence[Decision], transcript: TranscriptPair) -> int:
    """Look through a chapter with a transcript that nothing is known about, and count what is found."""
    unread = TranscriptPair.from_raw(transcript.raw, turns=transcript.turns)
    return len(find_unproven_prose(blocks, decisions, unread))


@growth("enforcement: unproven prose of ten times the chapter and the transcript", 15)
def unproven_prose() -> Iterator[Case]:
    """With a transcript that nothing is known about."""
    small, large = (material(size) for size in (400, 4_000))
    assert (from_scratch(*small), from_scratch(*large)) == (400 + 266, 4_000 + 2_666)
    yield Case("", partial(from_scratch, *small), partial(from_scratch, *large))
