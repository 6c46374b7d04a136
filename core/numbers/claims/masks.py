"""Stretches of a narrative whose numbers claim nothing: code, addresses, ids, prefixes, ignored tokens."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from core.numbers.claims.found import SENTINEL
from core.numbers.claims.sentences import fenced_code
from core.numbers.claims.words import read_words
from core.numbers.rules import DEFAULT_ID_PATTERNS, CitationRules
from core.span import Span

_TICKS = re.compile(r"`+")
_COMMENT = "<!--"
_TAG = re.compile(r"<(?:!--|[/!?a-zA-Z][^<>]*>)")
_ADDRESS = re.compile(r"(?:://|\bwww\.)[^\s<>\"”’]*")
_EMAIL = re.compile(r"@[^\s<>,;()]+")
_TARGET = re.compile(
    r"\]\([^()\s]{0,2000}(?:\([^()\s]{0,2000}\)[^()\s]{0,2000})?(?:[ ]\"[^\"\n]{0,2000}\")?\)"
    r"|^\[(?!\^)[^\]\[\n]{1,200}\]:[^\n]*",
    re.MULTILINE,
)
_FILE = re.compile(
    r"\.(?:pdf|csv|xlsx?|docx?|pptx?|txt|json|jsonl|ya?ml|xml|html?|png|jpe?g|gif|svg|zip|gz|md|py|sql|db|log|parquet)(?!\w)"
)
_WORD_BEFORE = re.compile(r"[\w.+/~\\-]{1,200}$")
# Begins with its letters, which the engine looks for fast; what stands before them is asked for afterwards.
_ID = re.compile(
    r"id(?:(?<=\bqid)|(?<=\bquery_id)|(?<=\bquery id)|(?<=\bid))"
    r"[*_`]{0,3}\s{0,3}[:=#][*_`\s]{0,6}[\w-]+(?:[./:][\w-]+){0,20}"
)
_BELONGS = r"(?!\w)(?:(?:[\s:#\u00a0-]|no\.?\s){0,3}[A-Za-z]?\d[\d./-]*)?"


def _inline_code(text: str) -> Iterator[Span]:
    """Yield code between ticks; a row of ticks that none of its length follows in its paragraph is text."""
    ticks = [Span(*match.span()) for match in _TICKS.finditer(text)]
    following: dict[int, int] = {}
    closing = [-1] * len(ticks)
    for place in reversed(range(len(ticks))):
        length = ticks[place].end - ticks[place].start
        closing[place] = following.get(length, -1)
        following[length] = place
    place = 0
    while place < len(ticks):
        end = closing[place]
        if end >= 0 and text.find("\n\n", ticks[place].end, ticks[end].start) < 0:
            yield Span(ticks[place].start, ticks[end].end)
            place = end
        place += 1


def _tags(text: str) -> Iterator[Span]:
    done = 0
    for match in _TAG.finditer(text):
        if match.start() < done:
            continue
        done = match.end()
        if match.group() == _COMMENT:
            close = text.find("-->", done)
            done = close + 3 if close >= 0 else len(text)
        yield Span(match.start(), done)


def _with_word_before(text: str, pattern: re.Pattern[str]) -> Iterator[Span]:
    """Yield what matches together with the word that ends where it begins."""
    done = 0
    for match in pattern.finditer(text):
        before = _WORD_BEFORE.search(text, max(done, match.start() - 60), match.start())
        done = match.end()
        yield Span(before.start() if before else match.start(), done)


def _markup(text: str) -> Iterator[Span]:
    """Yield code, tags, addresses, targets of links and names of files; each is looked for only where it may be."""
    if "`" in text or "~~~" in text:
        yield from fenced_code(text)
        yield from _inline_code(text)
    if "<" in text:
        yield from _tags(text)
    if "](" in text or "]:" in text:
        yield from (Span(*match.span()) for match in _TARGET.finditer(text))
    if "://" in text or "www." in text:
        yield from _with_word_before(text, _ADDRESS)
    if "@" in text:
        yield from _with_word_before(text, _EMAIL)
    yield from _with_word_before(text, _FILE)


def _says_number(prefix: str) -> bool:
    written = prefix + SENTINEL
    return any(map(str.isdigit, prefix)) or bool(read_words(written, written.lower()))


@lru_cache(maxsize=16)
def _numbered_prefixes(prefixes: Sequence[str]) -> re.Pattern[str] | None:
    """Return what finds the prefixes with a number in them."""
    numbered = [prefix for prefix in prefixes if _says_number(prefix)]
    choices = "|".join(
        r"\s+".join(map(re.escape, prefix.split())) for prefix in sorted(numbered, key=len, reverse=True)
    )
    return re.compile(rf"(?<!\w)(?:{choices})", re.IGNORECASE) if choices else None


@lru_cache(maxsize=256)
def _token(token: str) -> tuple[str, bool, re.Pattern[str]]:
    """Return a token's first word, whether case counts (it is all in capitals), and what finds the token."""
    exact = not any(map(str.islower, token))
    words = token.split() if exact else token.lower().split()
    written = r"\s{1,3}".join(map(re.escape, words))
    # Its first letter comes before the look behind, so that the engine can look for it fast.
    return words[0], exact, re.compile(rf"{written}{_BELONGS}")


def _tokens(text: str, lower: str, tokens: Sequence[str]) -> Iterator[Span]:
    """Yield the ignored tokens with the numbers that belong to them."""
    for token in tokens:
        if not token.strip():
            continue
        first, exact, pattern = _token(token)
        within = text if exact else lower
        if first in within:
            yield from (
                Span(*match.span()) for match in pattern.finditer(within) if not within[match.start() - 1].isalnum()
            )


def find_masks(text: str, lower: str, rules: CitationRules) -> list[Span]:
    """Return the stretches whose numbers claim nothing, in order of their beginnings; code points, half-open.

    `lower` is the text in small letters, every one where it was.
    """
    spans = [*_markup(text), *_tokens(text, lower, rules.ignore_tokens)]
    spans += [Span(*match.span()) for match in _ID.finditer(lower)]
    patterns = [pattern for pattern in rules.query_id_patterns if pattern not in DEFAULT_ID_PATTERNS]
    if patterns:
        from core.numbers.patterns import compile_patterns

        spans += [found.span for found in compile_patterns(patterns).find(text)]
    if prefixes := _numbered_prefixes(rules.allowed_prefixes):
        spans += [Span(*match.span()) for match in prefixes.finditer(text)]
    spans.sort()
    return spans
