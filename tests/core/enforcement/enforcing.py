"""What the tests of enforcement ask of the sample, and what a reader makes of what comes of it."""

from collections.abc import Iterator, Sequence

from hypothesis import strategies as st

from core.enforcement.enforcer import enforce_quote_whitelist
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.results import EnforcementResult
from core.generation.finish_chapter import speaker_declarations
from core.generation.line import Line
from core.llm.client import WritingMode
from core.prose.parse import BlockKind, SourceBlock, read_markdown, texts_of
from core.prose.render import one_line
from core.text.punctuation import QUOTATION_MARKS
from core.verify import Verdict, Verification, verify_part
from core.whitelist.build import WhitelistQuote

QUOTE = EnforcementPolicy(references=False)


OLD_CHAPTER = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6}  # a chapter of the evidence map for each one after merging


def enforce(sample: Line, text: str, chapter: int = 0, policy: EnforcementPolicy = QUOTE) -> EnforcementResult:
    """Enforce a text as a chapter of the sample; the chapter is the one after merging."""
    return enforce_quote_whitelist(
        text,
        list(sample.merged.whitelist),
        chapter,
        transcript=sample.transcript,
        roster=sample.roster,
        excerpts=(),
        policy=policy,
    )


def check(sample: Line, text: str) -> Verification:
    """Verify a finished text, with what an edition declares about the transcript's labels."""
    return verify_part(text, sample.transcript, declared=speaker_declarations(sample))


def in_mode(sample: Line, mode: WritingMode) -> Line:
    """Return the sample under another way of writing."""
    return sample.model_copy(update={"settings": sample.settings.model_copy(update={"mode": mode})})


def slices(sample: Line) -> list[str]:
    """Return every proven slice as it is written, the longest first."""
    return sorted({one_line(one.quote_text) for one in sample.whitelist}, key=len, reverse=True)


def quote_by(sample: Line, beginning: str) -> WhitelistQuote:
    """Return the proven quote that begins so."""
    return next(one for one in sample.merged.whitelist if one.quote_text.startswith(beginning))


def shown(blocks: Sequence[SourceBlock]) -> Iterator[tuple[BlockKind, list[str]]]:
    """Yield the block quotes and the other texts of a finished text."""
    for block in blocks:
        if block.kind is BlockKind.QUOTE:
            yield block.kind, [line for one in block.blocks for text in texts_of(one) for line in text.split("\n")]
        elif block.blocks:
            yield from shown(block.blocks)
        else:
            yield block.kind, [block.text]


def is_apostrophe(text: str, index: int) -> bool:
    """Tell whether a mark belongs to a word or measures something."""
    before, after = text[index - 1 : index], text[index + 1 : index + 2]
    if text[index] in "′″":
        return before.isdigit() or text[index + 1 :].lstrip(" ′")[:1] in ("(", "=")
    return text[index] in "'’‘´`ʼ" and (before.isalnum() or after.isalnum())


def unproven_marks(text: str, proven: Sequence[str]) -> list[str]:
    """Return what stands as a quotation in a finished text and is no proven slice."""
    wrong: list[str] = []
    for kind, lines in shown(read_markdown(text)):
        if kind is BlockKind.QUOTE:
            if len(lines) != 2 or lines[0] not in proven or not lines[1].startswith("— "):
                wrong.append(f"block quote: {lines}")
            continue
        (rest,) = lines
        for one in proven:
            rest = rest.replace(f"“{one}”", "·")
        wrong += [
            f"{char} in: {rest}"
            for index, char in enumerate(rest)
            if char in QUOTATION_MARKS and not is_apostrophe(rest, index)
        ]
    return wrong


def standing(sample: Line, text: str) -> list[str]:
    """Return what the independent checker takes for a quotation in a text."""
    found = check(sample, text)
    return [one.text for one in (*found.proven, *found.unproven)]


PASSING = (Verdict.VERIFIED, Verdict.NOTHING_TO_VERIFY)


CHAPTERS = st.integers(0, 5)
