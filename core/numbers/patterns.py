"""Patterns of query ids that a person wrote, on RE2, which is linear in the text.

One RE2 search is linear, but finding all matches is not if each one must look to the end of the text (`x*y|x`). So the
text is searched in windows, and no match of at most `_LONGEST` bytes is cut.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from core.errors import Problem, SettingsError
from core.numbers.rules import DEFAULT_ID_PATTERNS
from core.span import Span

_WIDE = dict.fromkeys(map(ord, "\u00a0\u2007\u2009\u202f"), " ")
_DRESS = re.compile(r"[*`]{1,3}(?P<sign>[ \t]?[:=])|(?:(?<=[:=])|(?<=[:=][ \t]))[*`]{1,3}(?=[ \t\w])")

MAX_PATTERNS = 50
MAX_PATTERN = 4_000
"""Characters of one pattern."""

_LONGEST = 512  # bytes of a match: a longer one may be cut there
_WINDOW = 2 * _LONGEST
_MEMORY = 4 << 20  # bytes that one compiled pattern may take; enough for 64 letters of any script
# Every kind of place between two characters, for patterns that match no character at all.
_PLACES = (b"", b"a", b" ", b"\n", b"aa", b"  ", b"a ", b" a", b"a\n", b"\na", b"\n\n")
# Words and numbers that are no ids: a pattern that matches one of them would take numbers for ids.
_ORDINARY = b"The rate, at 1,250 in 2024, rose by 58.3 percent (about $12m) to a new high of 4711 people."
_LABEL = re.compile(r"(?:query[\s_-]?id|qid|id)\s*[:=]\s*|[A-Za-z][\w .-]*?(?:\s*=\s*|:\s+)", re.IGNORECASE)
_UNKNOWN = {  # syntax of other engines that RE2 refuses
    "(?=": "look-ahead",
    "(?!": "look-ahead",
    "(?<": "look-behind",
    "(?P": "back-references",
    "(?>": "atomic groups",
    "(?(": "conditions",
    "(?#": "comments",
    "(?x": "the verbose form",
    "(?R": "recursion",
}
_BACK_REFERENCE = re.compile(r"\\[1-9]")
# The default patterns again, for the built-in engine, which costs a tenth for each id. They are linear too: the
# letters of their label are no part of what they repeat. White space and letters as RE2 defines them.
_LEAST = re.compile(r"\{([1-9]\d*),\}")
_ID = r"[\t\n\f\r ]*([A-Za-z0-9_-]{%s,})\b"
_OURS = {
    _LEAST.sub("", DEFAULT_ID_PATTERNS[0]): rf"QID(?<=\bQID)[:=]{_ID}",
    _LEAST.sub("", DEFAULT_ID_PATTERNS[1]): rf"query_id(?<=\bquery_id)[\t\n\f\r ]*={_ID}",
}
_IN_OTHER_WORDS = "RE2 reads patterns; it has no look-around and no back-references. Write the form of the id alone."


def _undressed(match: re.Match[str]) -> str:
    """Return the sign that ends a label, if there is one, and spaces for the rest."""
    return (match["sign"] or "").ljust(len(match.group()))


def with_plain_labels(text: str) -> str:
    """Return a text with plain spaces and without emphasis or marks of code between a label and what it labels.

    The result has the same length and offsets. Linear in the text.
    """
    plain = text if text.isascii() else text.translate(_WIDE)
    return _DRESS.sub(_undressed, plain) if "*" in plain or "`" in plain else plain


class QueryIdMatch(NamedTuple):
    """A query id in a text: where its pattern matches (code points, half-open), and the id itself."""

    span: Span
    query_id: str


class PatternRefusal(NamedTuple):
    """Why a pattern is refused, and what to do about it."""

    message: str
    remedy: str


def _compile(pattern: str) -> Any:
    """Return the pattern compiled by RE2, which logs nothing. Raises ValueError with RE2's words."""
    re2: Any = import_module("re2")  # the package has no types
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MEMORY
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        raise ValueError(error.args[0].decode("utf-8", "replace")) from error


def _in_words(trouble: str) -> PatternRefusal:
    """Return our own words for a pattern that RE2 does not compile."""
    what, _, where = trouble.partition(": ")
    unknown = next((name for sign, name in _UNKNOWN.items() if where.startswith(sign)), None)
    if _BACK_REFERENCE.match(where):
        unknown = "back-references"
    if unknown:
        return PatternRefusal(f"uses {unknown}, which RE2 does not know ({where}).", _IN_OTHER_WORDS)
    if where == r"\Z":
        return PatternRefusal(r"uses \Z, which RE2 does not know.", r"Write \z for the end of the text.")
    if what.startswith("pattern too large"):
        return PatternRefusal("is too big when it is compiled.", "Repeat less, or name fewer kinds of characters.")
    if what == "invalid repetition size":
        return PatternRefusal(f"repeats too often ({where}).", "A repetition goes up to 1000, within others too.")
    return PatternRefusal(f"is not a regular expression that RE2 can compile: {trouble}.", "Correct it there.")


@lru_cache(maxsize=512)
def refusal_of(pattern: str) -> PatternRefusal | None:
    """Return why a pattern of query ids is refused, None if it is accepted.

    A pattern is refused if RE2 cannot compile it, if it can match no character, or if it finds an id in a sentence of
    plain words and numbers.
    """
    if len(pattern) > MAX_PATTERN:
        return PatternRefusal(f"is too long: {len(pattern):,} characters.", f"Write at most {MAX_PATTERN:,}.")
    try:
        compiled = _compile(pattern)
    except UnicodeEncodeError:
        return PatternRefusal("holds half a character (a lone surrogate).", "Write the character itself.")
    except ValueError as error:
        return _in_words(str(error))
    if any(compiled.fullmatch(place, at, at) for place in _PLACES for at in range(len(place) + 1)):
        return PatternRefusal(
            "can match no character at all, so that it would match everywhere.", "Ask for the id's letters."
        )
    found = compiled.search(_ORDINARY)
    if found is not None:
        word = found.group().decode("utf-8", "replace")
        return PatternRefusal(
            f'matches plain words or numbers too ("{word[:30]}"), so that they would pass for ids.',
            r"Begin it with what marks an id, such as \bQID:.",
        )
    return None


def _id_in(found: Any) -> str:
    """Return the id in a match: its first group, else the text after the label."""
    named = next((group for group in found.groups() if group), None)
    if named is not None:
        return named.decode("utf-8", "replace").strip()
    whole = found.group().decode("utf-8", "replace").strip()
    label = _LABEL.match(whole)
    return whole[label.end() :] if label and label.end() < len(whole) else whole


class _Hit(NamedTuple):
    start: int  # bytes
    end: int
    query_id: str


def _hits(compiled: Any, data: bytes) -> Iterator[_Hit]:
    """Yield the matches from left to right, each searched in a bounded stretch with some context around it."""
    at, length = 0, len(data)
    while at < length:
        end = min(at + _WINDOW, length)
        found = compiled.search(data, at, end)
        if found is None:
            if end == length:
                return
            at = end - _LONGEST
        elif end < length and found.start() > max(at, end - _LONGEST):
            at = found.start()  # it may continue after the window
        else:
            yield _Hit(found.start(), found.end(), _id_in(found))
            at = found.end()


def _in_points(hits: Sequence[_Hit], data: bytes) -> Iterator[QueryIdMatch]:
    """Yield ordered hits in code points, without those that overlap an earlier one."""
    bytes_before = points_before = 0
    for start, end, query_id in hits:
        if start >= bytes_before:
            first = points_before + len(data[bytes_before:start].decode("utf-8", "ignore"))
            points_before = first + len(data[start:end].decode("utf-8", "ignore"))
            bytes_before = end
            yield QueryIdMatch(Span(first, points_before), query_id)


def _apart(found: Sequence[QueryIdMatch]) -> list[QueryIdMatch]:
    """Return ids in order, without those that overlap an earlier one."""
    kept: list[QueryIdMatch] = []
    for one in sorted(found, key=lambda one: (one.span.start, -one.span.end)):
        if not kept or one.span.start >= kept[-1].span.end:
            kept.append(one)
    return kept


class QueryIdPatterns:
    """Compiled patterns of query ids, searched together."""

    def __init__(self, compiled: Sequence[Any], ours: Sequence[re.Pattern[str]] = ()) -> None:
        self._compiled = tuple(compiled)
        self._ours = tuple(ours)  # for the built-in engine, if all patterns are default ones

    def find(self, text: str) -> list[QueryIdMatch]:
        """Return every id from left to right; of overlapping ones the first counts, of those with one start the
        longest.

        A wide space, or emphasis between a label and its id (`**QID:** x`), is ignored, as by a reader. Linear in the
        text, whatever the patterns are. An id with its label may have 512 bytes.
        """
        read = with_plain_labels(text)
        found = self._find(text)
        return found if read == text else _apart([*found, *self._find(read)])

    def _find(self, text: str) -> list[QueryIdMatch]:
        short = self._find_ours(text) if self._ours else None
        if short is not None:
            return short
        data = text.encode("utf-8", "replace")
        hits = [hit for one in self._compiled for hit in _hits(one, data)]
        hits.sort(key=lambda hit: (hit.start, -hit.end))
        return list(_in_points(hits, data))

    def _find_ours(self, text: str) -> list[QueryIdMatch] | None:
        """Return the matches of the default patterns, None if an id is so long that RE2's windows may cut it."""
        matches = [match for pattern in self._ours for match in pattern.finditer(text)]
        if len(self._ours) > 1:
            matches.sort(key=re.Match[str].start)
        found: list[QueryIdMatch] = []
        done = 0
        for match in matches:
            span = Span(*match.span())
            if span.end - span.start > _LONGEST:
                return None
            if span.start >= done:
                found.append(QueryIdMatch(span, match[1]))
                done = span.end
        return found


def _built_in(pattern: str) -> re.Pattern[str] | None:
    """Return a default pattern, with any least length, for the built-in engine; None for other patterns."""
    least = _LEAST.search(pattern)
    form = _OURS.get(_LEAST.sub("", pattern, count=1))
    return re.compile(form % least[1], re.ASCII) if form and least else None


@lru_cache(maxsize=64)
def _compiled_patterns(patterns: tuple[str, ...]) -> QueryIdPatterns:
    problems: list[Problem] = []
    if len(patterns) > MAX_PATTERNS:
        message = f"there are {len(patterns):,} patterns."
        problems.append(Problem(place="query_id_patterns", message=message, remedy=f"Write at most {MAX_PATTERNS}."))
    for index, refusal in enumerate(map(refusal_of, patterns)):
        if refusal is not None:
            place = f"query_id_patterns[{index}]"
            problems.append(Problem(place=place, message=refusal.message, remedy=refusal.remedy))
    if problems:
        raise SettingsError(*problems)
    ours = list(filter(None, map(_built_in, patterns)))
    return QueryIdPatterns(list(map(_compile, patterns)), ours if len(ours) == len(patterns) else ())


def compile_patterns(patterns: Sequence[str]) -> QueryIdPatterns:
    """Return patterns of query ids, compiled once.

    They are RE2's regular expressions, as they are written (`(?i)` at the beginning for any case); the first group is
    the id; without groups the id is the text after a label such as `QID:`. Raises SettingsError with every pattern that
    is refused. Source: decisions.md#seed-3.
    """
    return _compiled_patterns(tuple(patterns))
