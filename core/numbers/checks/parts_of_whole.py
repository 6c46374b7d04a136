"""Parts that are said to make up a whole, and do not."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import groupby, pairwise

from core.numbers.checks.directions import course_of
from core.numbers.checks.share_words import NO_PARTS, WHOLE
from core.numbers.claims import Sentence, split_sentences
from core.numbers.records import CitationIssue, Hedge, IssueCode, NumericClaim, Severity
from core.numbers.rules import SanityRules
from core.numbers.safe_arithmetic import plain
from core.span import Span

_ALL = Decimal(100)
_NEAR = 60  # characters between two parts of one breakdown
_ARE = re.compile(r"\b(?:is|are|was|were)\W+(?:(?:about|around|roughly|some|nearly|almost)\W+)?\Z", re.IGNORECASE)
_REST = re.compile(
    r"\b(?:rest|remaining|remainder)\b[\s,:(]*(?:(?:of|the|were|was|is|are|about|some)\s+){0,3}\Z", re.IGNORECASE
)
_PART = re.compile(
    r"\s+(?!(?:in|of|on|for|at|among|to|from|higher|lower|above|below|more|less|this|last|per|a|an|by|when|and|or|during|"
    r"between|as|after|before|since)\b)[^,;:.%()]{1,40}(?:,\s*(?:and\s+)?|\s+and\s+)"
    r"(?:(?:about|some|around|nearly|almost|over|under|(?:more|less|fewer)\s+than|at\s+(?:least|most)|up\s+to)\s+)?\Z",
    re.IGNORECASE,
)
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|had|said|rose|fell)\b", re.IGNORECASE)
_LIST = re.compile(r":[ \t]*\n")
_TOTAL_LINE = re.compile(r"^[ \t>|*+\-_]*(?:total|all|sum|overall)\b", re.IGNORECASE | re.MULTILINE)
_TOTAL = re.compile(r"\W*(?:total|all|sum|overall)\b", re.IGNORECASE)


def _issue(parts: Sequence[NumericClaim], rules: SanityRules, *, whole: bool = False) -> CitationIssue | None:
    """Return what is wrong with the sum of some parts; with `whole` nothing can have been left out."""
    total = sum((part.value for part in parts), Decimal(0))
    if abs(total - _ALL) <= rules.sum_tolerance or any(part.hedge in {Hedge.ABOVE, Hedge.BELOW} for part in parts):
        return None
    certain = whole or total > _ALL
    return CitationIssue(
        code=IssueCode.PARTS_DO_NOT_SUM,
        severity=Severity.ERROR if certain else Severity.WARNING,
        span=parts[-1].span,
        message=f"The {len(parts)} parts of this whole are {plain(total)}% together, not 100%. "
        + ("Correct a part." if certain else "Correct a part, or say that others are left out."),
    )


def _is_part(narrative: str, claim: NumericClaim) -> bool:
    """Tell whether a percentage can be a part: no end of a range, no change."""
    course = course_of(narrative, claim.span, claim.sentence)
    return claim.other_end is None and not (course.direction and course.is_amount)


def _run(narrative: str, shares: Sequence[NumericClaim]) -> list[NumericClaim]:
    """Return the parts that follow one another as `40% men, 35% women and 25% others`, from the first on."""
    parts = [*shares[:1]]
    for before, after in pairwise(shares):
        between = narrative[before.span.end : after.span.start]
        if len(between) > _NEAR or not _PART.match(between) or _VERB.search(between):
            break
        parts.append(after)
    return parts


def _check_sentence(
    narrative: str, sentence: Span, shares: Sequence[NumericClaim], rules: SanityRules
) -> CitationIssue | None:
    """Return what is wrong with the parts in one sentence; `shares` are all its percentages."""
    text = sentence.slice(narrative)
    if len(shares) < 2 or NO_PARTS.search(text) or not all(_is_part(narrative, share) for share in shares):
        return None
    for place, share in enumerate(shares[1:], 1):
        if _REST.search(narrative[max(shares[place - 1].span.end, share.span.start - _NEAR) : share.span.start]):
            return _issue(shares[: place + 1], rules, whole=True)
    whole = WHOLE.search(text)
    if whole:
        behind = [share for share in shares if share.span.start >= sentence.start + whole.end()]
        return _issue(behind, rules) if len(behind) > 1 else None
    for place, share in enumerate(shares[:-1]):
        if _ARE.search(narrative[max(sentence.start, share.span.start - _NEAR) : share.span.start]):
            parts = _run(narrative, shares[place:])
            return _issue(parts, rules) if len(parts) > 1 else None
    return None


def _total_of(narrative: str, spans: Sequence[Span], in_sentence: Mapping[Span, Sequence[NumericClaim]]) -> int:
    """Return the place of the line that says that those before it are 100% together, -1 where none does."""
    for place, span in enumerate(spans):
        numbers = in_sentence.get(span, ())
        if len(numbers) == 1 and numbers[0].value == _ALL and _TOTAL.match(narrative, span.start):
            return place
    return -1


def _check_lists(
    narrative: str, sentences: Sequence[Sentence], shares: Sequence[NumericClaim], rules: SanityRules
) -> Iterator[CitationIssue]:
    """Yield what is wrong with lists and tables whose introduction, or a line of the total, says they make a whole."""
    in_sentence: dict[Span, list[NumericClaim]] = {}
    for share in shares:
        in_sentence.setdefault(share.sentence, []).append(share)
    items = (one for one in sentences if one.kind in {"item", "row"})
    for (_, introduced_by), group in groupby(items, key=lambda one: (one.block, one.introduced_by)):
        introduction = sentences[introduced_by].span.slice(narrative) if introduced_by >= 0 else ""
        spans = [one.span for one in group]
        total = _total_of(narrative, spans, in_sentence)
        if NO_PARTS.search(introduction) or (total < 0 and not WHOLE.search(introduction)):
            continue
        rows = spans[:total] if total >= 0 else [span for span in spans if not _TOTAL.match(narrative, span.start)]
        parts = [in_sentence[span] for span in rows if span in in_sentence]
        if len(parts) > 1 and all(len(part) == 1 and _is_part(narrative, part[0]) for part in parts):
            issue = _issue([part[0] for part in parts], rules, whole=total >= 0)
            yield from (issue,) if issue else ()


def check_parts(
    narrative: str,
    claims: Sequence[NumericClaim],
    rules: SanityRules,
    *,
    sentences: Sequence[Sentence] | None = None,
) -> Iterator[CitationIssue]:
    """Yield the wholes whose parts in percent do not make 100, one issue each, at the last part."""
    shares = [claim for claim in claims if claim.unit == "percent"]
    for sentence, group in groupby(shares, key=lambda share: share.sentence):
        issue = _check_sentence(narrative, sentence, [*group], rules)
        yield from (issue,) if issue else ()
    if len(shares) > 1 and (_TOTAL_LINE.search(narrative) or (_LIST.search(narrative) and WHOLE.search(narrative))):
        yield from _check_lists(narrative, sentences or split_sentences(narrative), shares, rules)
