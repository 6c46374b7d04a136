"""The three stages that a corruption is sent through; each gives one answer per case: were the words accepted?

Many cases go through a stage at once, each isolated: as evidence of its own, or in a paragraph of its own between two
separators. The answer is read from the stage's result, never from its internals.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from core.enforcement.enforcer import enforce_chapter
from core.enforcement.matcher import EnforcementPolicy
from core.evaluation.corruptions.corruption import Corruption, CorruptionClass
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.finish_chapter import speaker_declarations
from core.generation.line import Line
from core.prose.model import Block, Heading, ListBlock, Paragraph, Quote, QuoteBlock
from core.prose.render import escape, unmarked, write_blocks
from core.text.punctuation import OTHER_QUOTATION_MARKS
from core.verify import UnverifiedQuotation, VerifiedQuotation
from core.verify.edition import EditionVerifier
from core.verify.reading.read_file import read_article
from core.whitelist.build import prove_quotes
from core.whitelist.quote_key import resolve_markup


class CheckStage(StrEnum):
    """Where a corruption could be accepted."""

    WHITELIST = "whitelist"
    ENFORCE = "enforce"
    VERIFY = "verify"


class CaseOutcome(NamedTuple):
    """The result of a case at a stage: whether its words were accepted, and what was seen."""

    accepted: bool
    seen: str


class StageTrial(NamedTuple):
    """A stage and the form in which it gets the cases; `judge` returns one outcome for each case, in their order.

    `in_marks` says that every case stands inside marks, even if its own marks make that ambiguous.
    """

    stage: CheckStage
    form: str
    judge: Callable[[Line, Sequence[Corruption]], Sequence[CaseOutcome]]
    in_marks: bool = False


_AT_LINE_START = re.compile(r"\d{1,9}(?=[.)])|(?=[#>+=~-])")
_MARKS = frozenset(OTHER_QUOTATION_MARKS).difference("″‶‵")  # primes stand for feet and inches
_BETWEEN = "Case {}."
_BETWEEN_READ = re.compile(r"Case (\d+)\.")


def has_unpaired_mark(case: Corruption) -> bool:
    """Tell whether the end of the words is ambiguous inside marks."""
    seen = resolve_markup(case.words) if case.is_markup else case.words
    return sum(char in OTHER_QUOTATION_MARKS for char in seen) % 2 == 1


def as_markdown(case: Corruption) -> str:
    """Return the words of a case as Markdown that shows them as they are."""
    if case.is_markup:
        return case.words
    words = escape(case.words)
    first = _AT_LINE_START.match(words)
    return f"{words[: first.end()]}\\{words[first.end() :]}" if first else words


def _name(case: Corruption) -> str:
    return escape(unmarked(case.speaker.speaker_name))


def _said_by(case: Corruption) -> str:
    return f"{_name(case)} said: “{as_markdown(case)}”"


def _named_behind(case: Corruption) -> str:
    return f"We read “{as_markdown(case)}” ({_name(case)})."


def _set_apart(case: Corruption) -> str:
    words = as_markdown(case).replace("\n", "\n> ")
    return f"> {words}\n> — {_name(case)}"


def run_whitelist_stage(line: Line, cases: Sequence[Corruption]) -> list[CaseOutcome]:
    """Send each case to the whitelist as evidence for one claim; it is accepted if it becomes a quote."""
    support = tuple(
        Support(evidence_id=str(number), quote=case.words, speaker=case.speaker.speaker_id)
        for number, case in enumerate(cases)
    )
    claim = ClaimEvidence(claim_id="1", claim="What was said.", support=support)
    evidence_map = EvidenceMap(
        speakers=line.evidence_map.speakers, chapters=(ChapterEvidence(title="", claims=(claim,)),)
    )
    proofs = prove_quotes(evidence_map, line.transcript, line.roster)
    seen = {refusal.evidence_id: CaseOutcome(accepted=False, seen=refusal.reason) for refusal in proofs.refusals}
    for quote in proofs.quotes:
        for evidence_id in quote.source_evidence_ids:
            case = cases[int(evidence_id)]
            another = case.corruption_class is CorruptionClass.TYPOGRAPHY and quote.quote_id != case.quote_id
            seen[evidence_id] = CaseOutcome(accepted=not another, seen=f"whitelisted as {quote.quote_id}")
    return [seen[str(number)] for number in range(len(cases))]


def _texts(blocks: Iterable[Block]) -> Iterator[tuple[list[Quote], str]]:
    """Yield the quotations of each text of finished blocks, and its prose, which may hold names and stray marks."""
    for block in blocks:
        match block:
            case QuoteBlock():
                yield [block.quote], unmarked(block.quote.speaker.speaker_name)
            case Paragraph() | Heading():
                quotes = [inline for inline in block.inlines if isinstance(inline, Quote)]
                yield quotes, "".join("" if isinstance(inline, Quote) else inline.text for inline in block.inlines)
            case ListBlock():
                for item in block.items:
                    yield from _texts(item)


def _is_put_right(quote: Quote, prose: str, wrong: str) -> bool:
    right = unmarked(quote.speaker.speaker_name)
    return right in prose and wrong not in prose.replace(right, "")


def _enforced(case: Corruption, blocks: Sequence[Block]) -> CaseOutcome:
    texts = list(_texts(blocks))
    standing = [quote for quotes, _ in texts for quote in quotes]
    stray = any(char in _MARKS for _, prose in texts for char in prose)
    if case.corruption_class is CorruptionClass.TYPOGRAPHY:
        accepted = [quote.quote_id for quote in standing] == [case.quote_id]
    elif case.corruption_class is CorruptionClass.WRONG_SPEAKER:
        wrong = unmarked(case.speaker.speaker_name)
        accepted = stray or not all(_is_put_right(quote, prose, wrong) for quotes, prose in texts for quote in quotes)
    else:
        accepted = stray or bool(standing)
    return CaseOutcome(accepted=accepted, seen=write_blocks(blocks).strip() or "nothing is left")


def _cut_apart(blocks: Sequence[Block]) -> dict[int, list[Block]]:
    """Return the blocks after each separator paragraph."""
    found: dict[int, list[Block]] = {}
    current: list[Block] = []
    for block in blocks:
        if isinstance(block, Paragraph) and (match := _BETWEEN_READ.fullmatch(write_blocks([block]).strip())):
            current = found.setdefault(int(match.group(1)), [])
        else:
            current.append(block)
    return found


def _enforce_all(
    line: Line, chapter_index: int, cases: dict[int, Corruption], frame: Callable[[Corruption], str]
) -> dict[int, CaseOutcome]:
    draft = "\n\n".join(f"{_BETWEEN.format(number)}\n\n{frame(case)}" for number, case in cases.items())
    chapter = enforce_chapter(
        f"{draft}\n",
        line.merged.whitelist,
        chapter_index,
        transcript=line.transcript,
        roster=line.roster,
        policy=EnforcementPolicy(each_once=False),  # the cases of one quote are no repeats
    )
    parts = _cut_apart(chapter.narrative)
    if parts.keys() == cases.keys():
        return {number: _enforced(case, parts[number]) for number, case in cases.items()}
    if len(cases) == 1:
        return {number: _enforced(case, chapter.narrative) for number, case in cases.items()}
    # One case affected others: then each gets a reply of its own.
    alone = (_enforce_all(line, chapter_index, {number: case}, frame) for number, case in cases.items())
    return {number: outcome for one in alone for number, outcome in one.items()}


def _enforce(frame: Callable[[Corruption], str], line: Line, cases: Sequence[Corruption]) -> list[CaseOutcome]:
    chapters = {quote.quote_id: quote.chapter_indices[0] for quote in line.merged.whitelist}
    by_chapter: defaultdict[int, dict[int, Corruption]] = defaultdict(dict)
    for number, case in enumerate(cases):
        by_chapter[chapters[case.quote_id]][number] = case
    outcomes: dict[int, CaseOutcome] = {}
    for chapter_index, own in by_chapter.items():
        outcomes |= _enforce_all(line, chapter_index, own, frame)
    return [outcomes[number] for number in range(len(cases))]


def enforce_with_speaker_before(line: Line, cases: Sequence[Corruption]) -> list[CaseOutcome]:
    """Send each case to enforcement in marks after its speaker; it is accepted if the marks stay."""
    return _enforce(_said_by, line, cases)


def enforce_with_name_behind(line: Line, cases: Sequence[Corruption]) -> list[CaseOutcome]:
    """Send each case to enforcement in marks before the name; it is accepted if the marks stay."""
    return _enforce(_named_behind, line, cases)


def enforce_set_apart(line: Line, cases: Sequence[Corruption]) -> list[CaseOutcome]:
    """Send each case to enforcement as a block quote with the name below; it is accepted if a quotation stays."""
    return _enforce(_set_apart, line, cases)


def _verified(outcomes: Sequence[VerifiedQuotation | UnverifiedQuotation]) -> CaseOutcome:
    unproven = [outcome for outcome in outcomes if isinstance(outcome, UnverifiedQuotation)]
    seen = ", ".join(f"{outcome.reason}: {outcome.text}" for outcome in unproven)
    if not outcomes:
        return CaseOutcome(accepted=True, seen="not read as a quotation")
    return CaseOutcome(accepted=not unproven, seen=seen or "proven")


def verify_in_edition(line: Line, cases: Sequence[Corruption]) -> list[CaseOutcome]:
    """Put each case into an edition as `“words” (Name)`; it is accepted if every quotation of it is proven.

    A case with an unpaired mark becomes a block quote, as an edition would write it. Words that are not read as a
    quotation count as accepted too: nobody checked them.
    """
    lines: list[str] = []
    starts: list[int] = []
    for number, case in enumerate(cases):
        starts.append(len(lines) + 1)
        frame = _set_apart if has_unpaired_mark(case) else _named_behind
        lines += [f"### {number}", "", *frame(case).split("\n"), ""]
    # Typography is corrupted too, as no edition of ours has it: so it is read like anybody's text.
    article = read_article("\n".join(lines), "markdown")._replace(declared=speaker_declarations(line))
    found = EditionVerifier(line.transcript).verify(article)
    by_case: defaultdict[int, list[VerifiedQuotation | UnverifiedQuotation]] = defaultdict(list)
    for outcome in (*found.proven, *found.unproven):
        by_case[bisect_right(starts, outcome.line) - 1].append(outcome)
    return [_verified(by_case[number]) for number in range(len(cases))]


TRIALS = (
    StageTrial(CheckStage.WHITELIST, "evidence", run_whitelist_stage),
    StageTrial(CheckStage.ENFORCE, "said by the name", enforce_with_speaker_before, in_marks=True),
    StageTrial(CheckStage.ENFORCE, "name behind", enforce_with_name_behind, in_marks=True),
    StageTrial(CheckStage.ENFORCE, "set apart", enforce_set_apart),
    StageTrial(CheckStage.VERIFY, "edition", verify_in_edition),
)
