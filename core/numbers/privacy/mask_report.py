"""Remove personal data from findings: messages, suggestions, and the report itself."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from core.numbers.privacy.detect import find_personal_data, redact_all
from core.numbers.privacy.personal_spans import PersonalDataSpan
from core.numbers.records import CitationIssue, CitationReport, CitedNumber, IssueCode, QueryResult
from core.numbers.rules import PrivacyRules
from core.prose.render import one_line
from core.span import Span

_WHY = {
    IssueCode.UNCITED_NUMBER: "has no source. Write the source and the query id with it.",
    IssueCode.MISSING_QID: "has a source, but no query id of the right form. Write the id after it.",
    IssueCode.UNKNOWN_SOURCE: "cites a source or a query id that is not known. Cite one that is.",
    IssueCode.MALFORMED_CITATION: "is cited in a form that is not known. Begin with one of the allowed prefixes.",
    IssueCode.VALUE_MISMATCH: "is not what the cited result says. Compare the two.",
    IssueCode.UNIT_MISMATCH: "is not in the unit of the cited result. Compare the two.",
    IssueCode.UNCHECKED_VALUE: "was not checked: the cited result has no value. Compare the number yourself.",
    IssueCode.PERCENT_OUT_OF_BOUNDS: "is a share beyond what shares can be. Check it.",
    IssueCode.PARTS_DO_NOT_SUM: "is one of several parts that do not sum to 100. Check them.",
    IssueCode.NEGATIVE_COUNT: "is a count below zero. Check it.",
    IssueCode.CHANGE_CONTRADICTED: "is part of a change that the values beside it contradict. Check them.",
    IssueCode.DATE_IN_FUTURE: "is a date in the future. Check it.",
    IssueCode.PERSONAL_DATA: "is personal data. Take it out.",
}
_NUMBER = re.compile(r"\d(?:[\d.,'’\s()/-]*\d)?")
_DIGIT = re.compile(r"\d")
_GROUP = re.compile(r"[\d-]+")
_LEAST_DIGITS = 3  # fewer identify nobody
_CUT = re.compile(r"\s*(?:…|\.\.\.|”)")  # a quoted lead-in or id may end inside a name
_LEAST_CUT, _MOST_CUT = 3, 80
_BETWEEN_TEXTS = "\0"


def inside(span: Span, personal: Sequence[PersonalDataSpan]) -> PersonalDataSpan | None:
    """Return the first stretch of personal data that a span overlaps; `personal` is in order, without overlaps."""
    index = bisect_right(personal, span.start, key=lambda stretch: stretch.span.end)
    return personal[index] if index < len(personal) and personal[index].span.overlaps(span) else None


def _secrets(results: Iterable[QueryResult], rules: PrivacyRules) -> Iterator[tuple[str, str]]:
    """Yield the personal data in the texts of results, each with its mark."""
    fields = {field for row in results for field in (row.query_id, row.data_source, row.metric, row.unit, row.period)}
    together = _BETWEEN_TEXTS.join(sorted(fields))
    for stretch in find_personal_data(together, rules):
        yield stretch.span.slice(together), stretch.mark


def _digits(text: str) -> str:
    return "".join(_DIGIT.findall(text))


class PersonalDataMask:
    """Removes personal data from the findings about one narrative and its results.

    `personal` is the narrative's personal data, in order and without overlaps; `numbers` are the spans of its claims. A
    number inside personal data is part of it, even if it identifies nobody alone; so is the beginning of personal data
    that a message cuts off.
    """

    def __init__(
        self, narrative: str, personal: Sequence[PersonalDataSpan], numbers: Iterable[Span], rules: PrivacyRules
    ) -> None:
        self._personal = personal
        self._rules = rules
        self._narrative = narrative
        self._hidden: dict[str, str] = {}
        self._cut: dict[str, str] = {}
        self._know((stretch.span.slice(narrative), stretch.mark) for stretch in personal)
        for span in numbers if personal else ():
            part = inside(span, personal)
            if part:
                self._hide(span.slice(narrative), part.mark)

    def know(self, results: Iterable[QueryResult]) -> None:
        """Add the personal data of results, which messages may quote in part."""
        self._know(_secrets(results, self._rules))

    def _know(self, secrets: Iterable[tuple[str, str]]) -> None:
        for secret, mark in secrets:
            line = one_line(secret)
            for length in range(_LEAST_CUT, min(len(line), _MOST_CUT)):
                self._cut[line[:length]] = mark
            for group in _GROUP.findall(line):
                self._hide(group, mark)

    def _hide(self, number: str, mark: str) -> None:
        if len(_digits(number)) >= _LEAST_DIGITS:
            self._hidden[_digits(number)] = mark

    def issues(self, issues: Sequence[CitationIssue]) -> tuple[CitationIssue, ...]:
        """Return issues whose messages hold no personal data; suggestions that would hold some are left out."""
        texts = [
            self._without_parts(text, issue.span) for issue in issues for text in (issue.message, *issue.suggestions)
        ]
        clean = iter(redact_all(texts, self._rules))
        covered: list[CitationIssue] = []
        for issue in issues:
            message = next(clean)
            suggestions = [one for one, safe in zip(issue.suggestions, clean, strict=False) if one == safe]
            part = inside(issue.span, self._personal)
            message = f"A number in {part.mark} {_WHY[issue.code]}" if part else message
            changes = {"message": message, "suggestions": tuple(suggestions)}
            covered.append(issue.model_copy(update=changes))
        return tuple(covered)

    def report(self, report: CitationReport) -> CitationReport:
        """Return a report whose claims, sources and ids hold no personal data.

        A claim in personal data has its mark for text and the value 0; `result_rows` identify its rows.
        """
        names = sorted({name for one in report.numbers for name in (one.prefix, one.data_source, *one.query_ids)})
        clean = dict(zip(names, redact_all(names, self._rules), strict=True))
        sources: dict[str, int] = {}
        for source, number in zip(
            redact_all(list(report.sources_used), self._rules), report.sources_used.values(), strict=True
        ):
            sources[source] = sources.get(source, 0) + number
        numbers = tuple(self._number(one, clean) for one in report.numbers)
        changes = {"numbers": numbers, "issues": self.issues(report.issues), "sources_used": sources}
        return report.model_copy(update=changes)

    def _number(self, number: CitedNumber, clean: dict[str, str]) -> CitedNumber:
        part = inside(number.claim.span, self._personal)
        claim = number.claim
        if part:
            claim = claim.model_copy(update={"text": part.mark, "value": Decimal(0)})
        names = {
            "prefix": clean[number.prefix],
            "data_source": clean[number.data_source],
            "query_ids": tuple(clean[query_id] for query_id in number.query_ids),
        }
        return number.model_copy(update={"claim": claim, **names})

    def _is_cut(self, text: str, length: int) -> bool:
        """Tell whether a text is the beginning of personal data, cut to `length`; digits alone may be a quoted
        number."""
        part = text[:length]
        return part in self._cut and (not text.endswith("”") or any(map(str.isalpha, part)))

    def _without_parts(self, text: str, span: Span) -> str:
        """Return a text without the numbers of personal data, except the issue's own, and without cut beginnings."""
        if self._hidden:
            own = _digits(span.slice(self._narrative))

            def shown(found: re.Match[str]) -> str:
                digits = _digits(found.group())
                return found.group() if digits == own else self._hidden.get(digits, found.group())

            text = _NUMBER.sub(shown, text)
        if not self._cut:
            return text
        pieces: list[str] = []
        done = 0
        for cut in _CUT.finditer(text):
            lengths = range(min(_MOST_CUT, cut.start() - done), _LEAST_CUT - 1, -1)
            length = next((one for one in lengths if self._is_cut(text[cut.start() - one : cut.end()], one)), 0)
            if length:
                mark = self._cut[text[cut.start() - length : cut.start()]]
                pieces += (text[done : cut.start() - length], mark)
                done = cut.start()
        return "".join((*pieces, text[done:]))
