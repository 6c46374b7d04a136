"""Find the numeric claims of a narrative."""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import cache
from operator import attrgetter
from typing import Any

from pydantic import TypeAdapter

from core.numbers.citation_marks import lower_case
from core.numbers.claims.candidate import ONE, SENTINEL, ClaimCandidate
from core.numbers.claims.classify import classify_candidate
from core.numbers.claims.digits import read_digits, read_vulgar
from core.numbers.claims.links import link
from core.numbers.claims.masks import find_masks
from core.numbers.claims.narrative_blocks import Sentence, split_sentences, with_plain_breaks
from core.numbers.claims.number_words import read_number_words
from core.numbers.claims.visible_text import VisibleNarrative, as_read
from core.numbers.records import NumericClaim
from core.numbers.rules import CitationRules
from core.span import Span

_DEFAULTS = CitationRules()
_FULL_YEAR = re.compile(r"(?<!\d)\d{4}(?!\w)")
_SHARES = frozenset(("fraction", "ratio"))


@cache
def _records() -> TypeAdapter[tuple[NumericClaim, ...]]:
    """Return the validator of all claims at once, which costs half as much as one call for each."""
    return TypeAdapter(tuple[NumericClaim, ...])


def _numbers(text: str, lower: str, rules: CitationRules) -> list[ClaimCandidate]:
    """Return whatever is a number, in order of beginnings; they may overlap: `3 million` and `million`."""
    found = read_digits(text, rules.decimal_style)
    more = read_vulgar(text)
    if rules.number_words:
        more += read_number_words(text, lower)
    if more:
        found += more
        found.sort(key=attrgetter("start"))
    return found


def _classified(text: str, numbers: Sequence[ClaimCandidate], masks: Sequence[Span]) -> list[ClaimCandidate]:
    """Return the classified numbers outside all masks, without those that overlap an earlier one."""
    standing: list[ClaimCandidate] = []
    at, masked, done, claimed = 0, 0, 0, 0
    for found in numbers:
        while at < len(masks) and masks[at].start < found.end:
            masked = max(masked, masks[at].end)
            at += 1
        if found.start < masked or found.first < done:
            continue
        found.start = max(found.start, done)  # a currency between two numbers belongs to the first
        if not found.excluded_as:
            classify_candidate(text, found, claimed)
        done = found.end
        claimed = 0 if found.excluded_as else done
        standing.append(found)
    return standing


def _with_years(text: str, numbers: Iterable[ClaimCandidate]) -> Iterator[ClaimCandidate]:
    """Yield the numbers with their years as claims, two for `2019-2023`."""
    for found in numbers:
        if found.excluded_as == "year" and not found.in_words:
            for match in _FULL_YEAR.finditer(text, found.start, found.end):
                start, end = match.span()
                yield ClaimCandidate(start, end, start, end, Decimal(match.group()), ONE)
        else:
            yield found


def _counts(found: ClaimCandidate, rules: CitationRules) -> bool:
    """Tell whether a number is a claim under the rules."""
    if found.excluded_as:
        return False
    if found.unit in _SHARES:
        return True
    if found.in_words and found.value == 1 and not found.unit and not found.other_end:
        return False
    return abs(found.value) >= rules.ignore_numbers_below


def _place_as_written(claims: Sequence[ClaimCandidate], seen: VisibleNarrative) -> None:
    """Move claims from offsets in the visible text to offsets in the narrative."""
    for found in claims:
        found.start, found.end = seen.written(found.start, found.end)
        if found.other_end:
            found.other_end = seen.written(*found.other_end)


def _forget_lost_ends(claims: Sequence[ClaimCandidate]) -> None:
    """Remove `other_end` from a claim if that end is no claim under the rules."""
    spans = {(found.start, found.end) for found in claims if found.other_end}
    for found in claims:
        if found.other_end and found.other_end not in spans:
            found.other_end = None


def _fields(
    narrative: str, claims: Sequence[ClaimCandidate], sentences: Sequence[Sentence]
) -> Iterator[dict[str, Any]]:
    """Yield the fields of the claims' records; a number outside all sentences is no claim; a sign belongs to the first
    number only."""
    place = done = 0
    for found in claims:
        found.start = max(found.start, done)
        while place < len(sentences) and sentences[place].span.end <= found.start:
            place += 1
        if place == len(sentences) or sentences[place].span.start > found.start or found.end <= found.start:
            continue
        sentence = sentences[place].span
        done = end = min(found.end, sentence.end)
        yield {
            "span": Span(found.start, end),
            "text": narrative[found.start : end],
            "value": found.value,
            "unit": found.unit,
            "quantum": found.quantum,
            "hedge": found.hedge,
            "other_end": found.other_end,
            "sentence": sentence,
        }


def find_numeric_claims(
    narrative: str,
    rules: CitationRules = _DEFAULTS,
    *,
    exempt: Sequence[Span] = (),
    sentences: Sequence[Sentence] | None = None,
) -> tuple[NumericClaim, ...]:
    """Return the numbers that a narrative claims, in order, never overlapping. Linear in the text.

    `exempt` are stretches whose numbers do not count; `sentences` those of `split_sentences`, if they are known
    already. Spans in code points, half-open. Raises SettingsError for patterns of query ids that RE2 does not compile.
    A claim is any number that a careful reader would check. Source: decisions.md#seed-3.
    """
    written = with_plain_breaks(narrative)
    seen = as_read(written)
    text = (seen.text if seen else written) + SENTINEL
    lower = lower_case(text)
    numbers = _numbers(text, lower, rules)
    if not numbers:
        return ()
    if sentences is None:
        sentences = split_sentences(narrative)
    if seen is None:
        masks = find_masks(text, lower, rules)
        stretches = sorted([*masks, *exempt]) if exempt else masks
    else:
        padded = written + SENTINEL
        stretches = sorted(seen.read([*find_masks(padded, lower_case(padded), rules), *exempt]))
    linked = link(text, _classified(text, numbers, stretches))
    claims = [found for found in (linked if rules.ignore_years else _with_years(text, linked)) if _counts(found, rules)]
    if seen is not None:
        _place_as_written(claims, seen)
    _forget_lost_ends(claims)
    return _records().validate_python(list(_fields(narrative, claims, sentences)))
