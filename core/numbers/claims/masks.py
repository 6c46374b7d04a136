"""Stretches of a narrative without claims: code, addresses, ids, prefixes, ignored tokens."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from core.numbers.citation_marks import find_prefixes
from core.numbers.claims.candidate import SENTINEL
from core.numbers.claims.narrative_blocks import fenced_code
from core.numbers.claims.number_words import read_number_words
from core.numbers.rules import DEFAULT_ID_PATTERNS, CitationRules
from core.numbers.trie import WordTrie
from core.span import Span

_BELONGS = re.compile(r"(?!\w)(?:(?:[\s:#\u00a0-]|no\.?\s){0,3}[A-Za-z]?\d[\d./-]*)?")

_TICKS = re.compile(r"`+")
_COMMENT = "<!--"
_TAG = re.compile(r"<(?:!--|[/!?a-zA-Z][^<>]*>)")
_UNREAD = re.compile(r"<(script|style|template|title)\b")
_ADDRESS = re.compile(r"(?:://|\bwww\.)[^\s<>\"”’]*")
_EMAIL = re.compile(r"@[^\s<>,;()]+")
_TARGET = re.compile(
    r"\]\([^()\s]{0,2000}(?:\([^()\s]{0,2000}\)[^()\s]{0,2000})?(?:[ ]\"[^\"\n]{0,2000}\")?\)"
    r"|^\[(?!\^)[^\]\[\n]{1,200}\]:[^\n]*",
    re.MULTILINE,
)
_PICTURE = re.compile(r"!\[[^\[\]\n]{1,200}\](?=[(\[])")
_STRUCK = re.compile(r"~~(?=[^\s~])[^~\n]{1,2000}~~")
_RAISED = re.compile(r"<sup>[\s\[(]{0,2}\d{1,3}(?:[,;\s–-]{1,2}\d{1,3}){0,9}[\])]?\s?</sup>")  # notes
_FILE = re.compile(
    r"\.(?:pdf|csv|xlsx?|docx?|pptx?|txt|json|jsonl|ya?ml|xml|html?|png|jpe?g|gif|svg|zip|gz|md|py|sql|db|log|parquet)(?!\w)"
)
_WORD_BEFORE = re.compile(r"[\w.+/~\\-]{1,200}$")
# Begins with its letters, which the engine finds fast; the text before them is checked afterwards.
_ID = re.compile(
    r"id(?:(?<=\bqid)|(?<=\bquery_id)|(?<=\bquery id)|(?<=\bid))"
    r"[*_`]{0,3}\s{0,3}[:=#][*_`\s]{0,6}[\w-]+(?:[./:\\][\w-]+){0,20}"
)


class _Tokens:
    """Tokens as one tree; white space between two words of a token is required, in any width."""

    def __init__(self, tokens: Iterable[str]) -> None:
        normal = (" ".join(token.split()) for token in tokens)
        self._tree = WordTrie(normal, word=r"[^\W_]+|[^\w\s]|_", gap=r"(?:\s{1,3})?", gaps_count=True)

    def find(self, text: str) -> Iterator[Span]:
        """Yield the tokens of a text; different ones may overlap. A line break ends the text."""
        done: dict[str, int] = {}
        for start in self._tree.starts(text):
            if text[start - 1].isalnum():
                continue
            for token, end in self._tree.endings(text, start):
                belongs = _BELONGS.match(text, end)
                if belongs and start >= done.get(token, 0):
                    done[token] = belongs.end()
                    yield Span(start, belongs.end())


@lru_cache(maxsize=16)
def _trees(tokens: Sequence[str]) -> tuple[_Tokens, _Tokens]:
    """Return the tokens in capitals, which are case-sensitive, and the others."""
    exact = [token for token in tokens if not any(map(str.islower, token))]
    return _Tokens(exact), _Tokens(token.lower() for token in tokens if any(map(str.islower, token)))


def find_tokens(text: str, lower: str, tokens: Sequence[str]) -> Iterator[Span]:
    """Yield the ignored tokens of a text with the numbers that belong to them, in no order; code points, half-open.

    `lower` is the text in lower case with the same offsets; both end in a line break. Linear in the text, however many
    tokens there are. A token in capitals is found in capitals only. Source: decisions.md#seed-3.
    """
    exact, others = _trees(tokens)
    yield from exact.find(text)
    yield from others.find(lower)


def _inline_code(text: str) -> Iterator[Span]:
    """Yield code between ticks; a row of ticks without a second one of its length in the paragraph is text."""
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
        unread = _UNREAD.match(match.group())
        if match.group() == _COMMENT or unread:
            end = f"</{unread[1]}>" if unread else "-->"
            close = text.find(end, done)
            done = close + len(end) if close >= 0 else len(text)
        yield Span(match.start(), done)


def _with_word_before(text: str, pattern: re.Pattern[str]) -> Iterator[Span]:
    """Yield the matches, each extended by the word that ends where it begins."""
    done = 0
    for match in pattern.finditer(text):
        before = _WORD_BEFORE.search(text, max(done, match.start() - 60), match.start())
        done = match.end()
        yield Span(before.start() if before else match.start(), done)


def find_code(text: str) -> Iterator[Span]:
    """Yield code, fenced and between ticks."""
    if "`" in text or "~~~" in text:
        yield from fenced_code(text)
        yield from _inline_code(text)


def _addresses(text: str) -> Iterator[Span]:
    """Yield tags, addresses and targets of links; each is searched only if its characters occur."""
    if "<" in text:
        yield from _tags(text)
        yield from (Span(*match.span()) for match in _RAISED.finditer(text))
    if "](" in text or "]:" in text:
        yield from (Span(*match.span()) for match in _TARGET.finditer(text))
    if "://" in text or "www." in text:
        yield from _with_word_before(text, _ADDRESS)


def find_hidden(text: str) -> Iterator[Span]:
    """Yield what a reader does not see, or sees only struck through: addresses, tags, comments, words for pictures."""
    yield from _addresses(text)
    if "![" in text:
        yield from (Span(*match.span()) for match in _PICTURE.finditer(text))
    if "~~" in text:
        yield from (Span(*match.span()) for match in _STRUCK.finditer(text))


def _markup(text: str) -> Iterator[Span]:
    """Yield code, tags, addresses, targets of links and names of files."""
    yield from find_code(text)
    yield from _addresses(text)
    if "@" in text:
        yield from _with_word_before(text, _EMAIL)
    yield from _with_word_before(text, _FILE)


def _says_number(prefix: str) -> bool:
    written = prefix + SENTINEL
    return any(map(str.isdigit, prefix)) or bool(read_number_words(written, written.lower()))


@lru_cache(maxsize=16)
def _numbered(prefixes: Sequence[str]) -> tuple[str, ...]:
    """Return the prefixes with a number in them."""
    return tuple(prefix for prefix in prefixes if _says_number(prefix))


def find_masks(text: str, lower: str, rules: CitationRules) -> list[Span]:
    """Return the stretches without claims, in order of their beginnings; code points, half-open.

    `lower` is the text in lower case with the same offsets.
    """
    spans = [*_markup(text), *find_tokens(text, lower, rules.ignore_tokens)]
    spans += [Span(*match.span()) for match in _ID.finditer(lower)]
    patterns = [pattern for pattern in rules.query_id_patterns if pattern not in DEFAULT_ID_PATTERNS]
    if patterns:
        from core.numbers.patterns import compile_patterns

        spans += [found.span for found in compile_patterns(patterns).find(text)]
    if prefixes := _numbered(rules.allowed_prefixes):
        spans += [found.span for found in find_prefixes(text, prefixes)]
    spans.sort()
    return spans
