"""Find shares out of bounds, negative counts, and parts of a whole that do not sum to it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import groupby, pairwise

from core.numbers.checks.change_phrases import Direction, course_of
from core.numbers.checks.format_like_claim import shorten
from core.numbers.claims import Sentence, split_sentences
from core.numbers.records import CitationIssue, Hedge, IssueCode, NumericClaim, Severity
from core.numbers.rules import SanityRules
from core.numbers.safe_arithmetic import plain
from core.span import Span

COUNTED = frozenset(
    """
    people persons person adults children men women boys girls babies employees workers staff nationals expatriates
    citizens residents inhabitants migrants refugees respondents voters members pupils students teachers graduates
    patients doctors nurses users customers clients visitors guests tourists passengers drivers farmers families
    households homes houses dwellings flats apartments villages towns cities districts countries schools classes
    universities hospitals clinics beds companies firms businesses shops stores offices banks factories farms jobs
    positions posts vacancies vehicles cars buses trucks trains ships boats aircraft planes deaths births cases
    applications applicants candidates participants delegates seats votes ballots books letters files complaints
    projects buildings rooms tickets animals cattle sheep prisoners soldiers officers players viewers readers
    subscribers parents mothers fathers teenagers youths seniors pensioners owners tenants landlords managers
    """.split()
)
"""People and things whose count is never negative."""

MAY_BE_PASSED = frozenset(
    """
    target targets goal goals gdp gnp gni level levels average mean median capacity budget income incomes plan quota
    forecast estimate value price cost costs face par median revenue revenues sales turnover earnings salary wage wages
    assets equity debt baseline norm limit requirement requirements poverty recommended maximum minimum normal
    estimated expected planned projected forecasted needed required previous prior earlier ago before built designed
    """.split()
)
"""Measures that may exceed 100%."""

MAY_TURN_NEGATIVE = frozenset(
    "profit profits income incomes earnings balance margin margins cash ebit ebitda result results surplus".split()
)
"""Amounts that may fall by more than 100%."""

NO_COUNT = frozenset(
    "change changes changed net by balance difference deviation gap swing variation adjustment".split()
)
"""Words before a number that make it no count."""

HOLDS = re.compile(
    r"\boccupan|\bcapacit|\butili[sz]ation|\b(?:ran|run|runs|operat\w+|holds?|held) (?:at )?(?:\w+ )?\Z", re.I
)
"""Words before a share of a capacity, which may exceed 100%."""

MAKES_UP = re.compile(
    r"\b(?:mak(?:es?|ing)|made) up\W+(?:\w+\W+){0,2}\Z|\baccount(?:s|ed|ing)? for\W+(?:\w+\W+){0,2}\Z", re.IGNORECASE
)
RATE_OF_A_WHOLE = re.compile(
    r"(?<!\bnet )\b(?:retention|employment|unemployment|literacy|participation|response|enrolment|enrollment|vacancy|"
    r"attendance|completion|survival|poverty) rates?\b|\bturnout\b|\b(?:share|proportion) of\b|\bliteracy\b",
    re.IGNORECASE,
)
WHOLE = re.compile(
    r"\b(?:consist(?:s|ed|ing)? of|made up (?:of|as follows)|makes up|compos(?:ed|es) of|comprised of"
    r"|(?:split|divided|broken down|breaks down|broke down)\b(?: up)?(?: into| between| among)?)",
    re.IGNORECASE,
)
"""Words after which the parts make up a whole."""

NO_PARTS = re.compile(
    r"\b(?:several|multiple|more than one) (?:answers?|responses?|choices|options|reasons)\b|\binclud(?:ing|es?|ed)\b"
    r"|\bof (?:which|whom|these|those|them)\b|\boverlap|\brespectively\b|\bmultiple[- ]choice\b",
    re.IGNORECASE,
)
"""Words with which percentages need not make up a whole."""

_NEAR = 120  # characters on each side of a number within which a word still says what it is
_PHRASE = 8  # words after "of" that still name the whole
_WORD = re.compile(r"[^\W\d_]+")
_OF = re.compile(r"\s+of\b([^.;:!?]*)")
_WHOLE_BEFORE = re.compile(r"\bof\b([^;:!?]*),\s*(?:[^\W\d_]+\s+){0,2}\Z", re.IGNORECASE)
_CLAUSE_ENDS = re.compile(r"[;:]|,(?!\d)|\b(?:and|but|while|whereas|who|which|that|in|on|at|for|with|by|to)\b")

_ALL = Decimal(100)
_BETWEEN = 60  # characters between two parts of one breakdown
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


def _before(narrative: str, claim: NumericClaim) -> str:
    return narrative[max(claim.sentence.start, claim.span.start - _NEAR) : claim.span.start]


def _behind(narrative: str, claim: NumericClaim) -> str:
    return narrative[claim.span.end : min(claim.sentence.end, claim.span.end + _NEAR)]


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _is_share(narrative: str, claim: NumericClaim) -> bool:
    """Tell whether a percentage is a share of a whole, which is at most all of it."""
    before = _before(narrative, claim)
    of = _OF.match(_behind(narrative, claim))
    if of:
        whole = _words(_CLAUSE_ENDS.split(of[1], maxsplit=1)[0])
        if not MAY_BE_PASSED.isdisjoint(_words(of[1])[:_PHRASE]) or HOLDS.search(before):
            return False
        return not COUNTED.isdisjoint(whole) or MAKES_UP.search(before) is not None
    whole_before = _WHOLE_BEFORE.search(before)
    if whole_before and not COUNTED.isdisjoint(_words(whole_before[1])):
        return MAY_BE_PASSED.isdisjoint(_words(whole_before[1]))
    return RATE_OF_A_WHOLE.search(before) is not None


def check_share(narrative: str, claim: NumericClaim, rules: SanityRules) -> CitationIssue | None:
    """Return the issue of a percentage that is impossible as a share or a fall; None if it is possible."""
    value = claim.value
    if claim.unit != "percent" or (rules.percent_min <= value <= rules.percent_max and value <= _ALL):
        return None
    number = shorten(claim.text)
    course = course_of(narrative, claim.span, claim.sentence)
    if course.direction and course.is_amount:
        if course.direction is Direction.UP or value <= _ALL:
            return None
        if not MAY_TURN_NEGATIVE.isdisjoint(_words(_before(narrative, claim) + _behind(narrative, claim))):
            return None
        return CitationIssue(
            code=IssueCode.PERCENT_OUT_OF_BOUNDS,
            severity=Severity.WARNING,
            span=claim.span,
            message=f"A fall of {number} is more than all there was. "
            "Check the number, or say what it is a percentage of.",
        )
    if rules.percent_min <= value <= rules.percent_max or not _is_share(narrative, claim):
        return None
    return CitationIssue(
        code=IssueCode.PERCENT_OUT_OF_BOUNDS,
        span=claim.span,
        message=f"{number} cannot be a share: it is not between {rules.percent_min:f}% and {rules.percent_max:f}%. "
        "Correct the number, or say what it is a percentage of.",
    )


def check_count(narrative: str, claim: NumericClaim) -> CitationIssue | None:
    """Return the issue of a negative count; None for a change, a net figure, a temperature."""
    if claim.value >= 0 or claim.unit:
        return None
    behind = _words(_behind(narrative, claim)[:60])[:4]
    if COUNTED.isdisjoint(behind[:2]) or "net" in behind or not NO_COUNT.isdisjoint(_words(_before(narrative, claim))):
        return None
    if course_of(narrative, claim.span, claim.sentence).direction:
        return None
    return CitationIssue(
        code=IssueCode.NEGATIVE_COUNT,
        span=claim.span,
        message=f"{shorten(claim.text)} cannot be a count: there is never fewer than none. "
        "Correct the sign, or say that it is a change.",
    )


def _issue(parts: Sequence[NumericClaim], rules: SanityRules, *, whole: bool = False) -> CitationIssue | None:
    """Return the issue of the sum of some parts; with `whole` no part can have been left out."""
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
        if len(between) > _BETWEEN or not _PART.match(between) or _VERB.search(between):
            break
        parts.append(after)
    return parts


def _check_sentence(
    narrative: str, sentence: Span, shares: Sequence[NumericClaim], rules: SanityRules
) -> CitationIssue | None:
    """Return the issue of the parts in one sentence; `shares` are all its percentages."""
    text = sentence.slice(narrative)
    if len(shares) < 2 or NO_PARTS.search(text) or not all(_is_part(narrative, share) for share in shares):
        return None
    for place, share in enumerate(shares[1:], 1):
        if _REST.search(narrative[max(shares[place - 1].span.end, share.span.start - _BETWEEN) : share.span.start]):
            return _issue(shares[: place + 1], rules, whole=True)
    whole = WHOLE.search(text)
    if whole:
        behind = [share for share in shares if share.span.start >= sentence.start + whole.end()]
        return _issue(behind, rules) if len(behind) > 1 else None
    for place, share in enumerate(shares[:-1]):
        if _ARE.search(narrative[max(sentence.start, share.span.start - _BETWEEN) : share.span.start]):
            parts = _run(narrative, shares[place:])
            return _issue(parts, rules) if len(parts) > 1 else None
    return None


def _total_of(narrative: str, spans: Sequence[Span], in_sentence: Mapping[Span, Sequence[NumericClaim]]) -> int:
    """Return the place of the line that gives the 100% total of the lines before it, -1 if there is none."""
    for place, span in enumerate(spans):
        numbers = in_sentence.get(span, ())
        if len(numbers) == 1 and numbers[0].value == _ALL and _TOTAL.match(narrative, span.start):
            return place
    return -1


def _check_lists(
    narrative: str, sentences: Sequence[Sentence], shares: Sequence[NumericClaim], rules: SanityRules
) -> Iterator[CitationIssue]:
    """Yield the issues of lists and tables that are a whole by their introduction or a line with the total."""
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
