"""Check whether the quotes of claims stand in the passages they name: exact in canonical form, on whole tokens.

Most passages need no folding: either the quote stands there character for character, apart from straight or curly
marks, or its letters do not stand there in this order. All other passages are folded at once, as the turns of one
transcript, because one long fold costs a fraction of many short ones.
"""

import html
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from core.answers.records import Claim
from core.span import FoldedText, OffsetLayer, Span
from core.text.canonical import canonicalize, canonicalize_all
from core.text.punctuation import END_PUNCTUATION, UNREADABLE
from core.text.segmentation import cuts_token
from core.transcripts.annotations import blank_annotations
from core.transcripts.transcript import TranscriptPair, Turn
from core.whitelist.occurrences import closing_of, one_turn_occurrences, take_in_punctuation, whole_token_occurrences
from core.whitelist.quote_key import resolve_markup, strip_ends, typed_words

_BRACKETS = frozenset("[]()")
_LONGEST_IN_BRACKETS = 60  # characters of an annotation (`core.transcripts.transcript`)
# More than an annotation may hold, so that none reaches from one passage into the next.
_APART = " " * (_LONGEST_IN_BRACKETS + 4)
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_CURLY = (("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"'))  # each folds like its straight form
_SMALL = bytes(range(128)).lower() + bytes(range(128, 256))
_NOT_PLAIN = bytes(code for code in range(128) if not chr(code).isalnum())
_MARKUP = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});|\\(?=[!-/:-@\[-`{-~])")
_FEW = 4  # exact places that are tried before the passage is folded
_MOST_WORK = 10_000_000  # characters compared for one quote: a long one stands in so many places only by intent


class _Reading(NamedTuple):
    """One reading of a quote in canonical form, with its number and the passage that it names."""

    number: int
    passage_id: str
    core: str  # never ""


class QuoteReference(NamedTuple):
    """A quote as written, and the id of the passage that it names."""

    passage_id: str
    quote: str


def _readings(quote: str) -> tuple[str, ...]:
    """Return the readings of a quote: as written, and with its entities and escapes resolved."""
    resolved = resolve_markup(quote)
    return (quote,) if resolved == quote else (quote, resolved)


def _plain_end(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _with_straight_marks(text: str) -> str:
    for mark, straight in _CURLY:
        text = text.replace(mark, straight)
    return text


def _whole_place(passage: str, text: str, words: str) -> Span | None:
    """Return where words stand in a text on whole tokens; `text` is the passage, offset for offset."""
    start = text.find(words)
    for _ in range(_FEW):
        if start < 0:
            break
        end = start + len(words)
        if not (cuts_token(passage, start) or cuts_token(passage, end)):
            return Span(start, end)
        start = text.find(words, start + 1)
    return None


def _as_it_stands(passage: str, quote: str) -> Span | None:
    """Return where the characters of a quote stand in a passage, its marks curly or straight, without folding either.

    Only if the canonical forms surely match too: between plain letters or digits nothing outside a stretch changes its
    folding, and without brackets it holds no annotation. None decides nothing.
    """
    words = quote.strip().rstrip(END_PUNCTUATION + " \n")
    if not words or not (_plain_end(words[0]) and _plain_end(words[-1])) or not _BRACKETS.isdisjoint(words):
        return None
    if UNREADABLE in words:
        return None
    if len(words) <= _LONGEST_IN_BRACKETS and ("[" in passage or "(" in passage):
        return None
    found = _whole_place(passage, passage, words)
    if found is None and not (passage.isascii() and words.isascii()):
        found = _whole_place(passage, _with_straight_marks(passage), _with_straight_marks(words))
    return found


class _FoldedPassages:
    """Passages in canonical form, as the turns of one transcript."""

    def __init__(self, passages: Mapping[str, str]) -> None:
        turns: dict[str, Turn] = {}
        start = 0
        for passage_id, text in passages.items():
            turns[passage_id] = Turn(speaker=None, span=Span(start, start + len(text)))
            start += len(text) + len(_APART)
        self._turns = turns
        self._pair = TranscriptPair.from_raw(_APART.join(passages.values()), turns=tuple(turns.values()))

    def find(self, passage_id: str, core: str) -> Span | None:
        """Return where words in canonical form first stand in a passage, on whole tokens."""
        turn = self._turns[passage_id].span
        folding = self._pair.speech.folding
        first, last = map(folding.canonical, turn)
        start = folding.text.find(core, first, last)
        for _ in range(_MOST_WORK // len(core) + 1):
            if start < 0:
                break
            whole = whole_token_occurrences(self._pair, [(start, start + len(core))])
            for found in one_turn_occurrences(self._pair, whole):
                return Span(found.raw.start - turn.start, found.raw.end - turn.start)
            start = folding.text.find(core, start + 1, last)
        return None


def _cores_of(quotes: Sequence[str]) -> list[str]:
    """Return the search text of each quote: its words in canonical form, "" without any letter or digit."""
    cores = map(strip_ends, canonicalize_all([typed_words(quote) for quote in quotes]))
    return [core if any(map(str.isalnum, core)) else "" for core in cores]


@lru_cache(maxsize=256)
def _hide_letters(characters: frozenset[str]) -> bool:
    """Tell whether any of some characters is invisible, combining, or folds to a plain letter or digit."""
    folded = (canonicalize(f"({char})")[1:-1] for char in characters)
    joins = any(unicodedata.category(char)[0] == "M" for char in characters)
    return joins or any(not to or any(map(_plain_end, to)) for to in folded)


def _plain_letters(text: str) -> bytes:
    """Return the plain letters and digits of a text in a row, in lower case."""
    return text.encode("ascii", "ignore").translate(_SMALL, _NOT_PLAIN)


def _letters_of(passage: str) -> bytes | None:
    """Return the plain letters of a passage's canonical form without folding it, None if folding may change them."""
    if not passage.isascii() and _hide_letters(frozenset(_NOT_ASCII.findall(passage))):
        return None
    return _plain_letters(blank_annotations(passage))


def _find_folded(readings: Sequence[_Reading], passages: Mapping[str, str]) -> dict[int, Span]:
    """Return where quotes stand in canonical form, by their number; of two readings of one the first that stands."""
    letters = {passage_id: _letters_of(passages[passage_id]) for passage_id in {one.passage_id for one in readings}}
    left = [one for one in readings if (own := letters[one.passage_id]) is None or _plain_letters(one.core) in own]
    found: dict[int, Span] = {}
    if not left:
        return found
    folded = _FoldedPassages({one.passage_id: passages[one.passage_id] for one in left})
    for number, passage_id, core in left:
        if number not in found and (span := folded.find(passage_id, core)) is not None:
            found[number] = span
    return found


def _resolved(text: str) -> FoldedText | None:
    """Return a passage with its own entities and escapes resolved and the way back, None where it has none."""
    pieces: list[str] = []
    edits: list[tuple[int, int, int]] = []
    done = 0
    for match in _MARKUP.finditer(text):
        start, end = match.span()
        to = "" if match.group() == "\\" else html.unescape(match.group())
        if start >= done and to != match.group():
            end += not to  # the escaped character never begins another escape
            pieces += (text[done:start], to or text[start + 1])
            edits.append((start, end, len(pieces[-1])))
            done = end
    if not edits:
        return None
    starts, ends, lengths = map(list, zip(*edits, strict=True))
    return FoldedText("".join((*pieces, text[done:])), (OffsetLayer(starts, ends, lengths),))


def _find_resolved(readings: Sequence[_Reading], passages: Mapping[str, str]) -> dict[int, Span]:
    """Return where quotes stand in passages that write characters as entities or with escapes, by their number."""
    resolved = {one.passage_id: _resolved(passages[one.passage_id]) for one in readings}
    texts = {passage_id: folding.text for passage_id, folding in resolved.items() if folding is not None}
    found: dict[int, Span] = {}
    for number, span in _find_folded([one for one in readings if one.passage_id in texts], texts).items():
        folding = resolved[next(one.passage_id for one in readings if one.number == number)]
        if folding is not None:
            found[number] = folding.original(*span)
    return found


def find_quotes(asked: Sequence[QuoteReference], passages: Mapping[str, str]) -> list[Span | None]:
    """Return where each quote stands in the passage it names, None if it is not there.

    `passages[passage_id][span.start : span.end]` are the passage's own words, with closing punctuation that the quote
    has too and any `?` or `!` that follows; code points, half-open. A match cuts no token and no grapheme, runs across
    `[laughter]` and never across `[inaudible]`. Total. Source: decisions.md#whole-tokens, decisions.md#seed-2.
    """
    found: dict[int, Span] = {}
    left: list[tuple[int, str]] = []
    for number, (passage_id, quote) in enumerate(asked):
        passage = passages.get(passage_id, "")
        readings = _readings(quote) if passage else ()
        place = next(filter(None, (_as_it_stands(passage, reading) for reading in readings)), None)
        if place is not None:
            found[number] = place
        else:
            left += ((number, reading) for reading in readings)
    cores = _cores_of([quote for _, quote in left])
    folded = [_Reading(at, asked[at].passage_id, core) for (at, _), core in zip(left, cores, strict=True) if core]
    if folded:
        found |= _find_folded(folded, passages)
        found |= _find_resolved([one for one in folded if one.number not in found], passages)
    return [
        take_in_punctuation(passages[one.passage_id], found[number], closing_of(one.quote)) if number in found else None
        for number, one in enumerate(asked)
    ]


def not_found_message(passage_id: str, quote: str) -> str:
    """Return the message about a quote that is not in its passage. Source: decisions.md#seed-2."""
    return f"Quote not found in passage {passage_id}: '{quote[:50]}...'"


def validate_citations(claims: list[Claim], passage_texts: dict[str, str]) -> tuple[list[Claim], list[str]]:
    """Return the claims whose quotes stand in the passages they name, as written, and an error for each other claim.

    `find_quotes` returns the passages' own words for them. `passage_texts` holds each passage's whole text under its
    id. An empty quote and an unknown id are errors. Source: decisions.md#seed-2.
    """
    asked = [QuoteReference(claim.citation.passage_id, claim.citation.quote) for claim in claims]
    places = find_quotes(asked, passage_texts)
    valid = [claim for claim, place in zip(claims, places, strict=True) if place is not None]
    errors = [not_found_message(*one) for one, place in zip(asked, places, strict=True) if place is None]
    return valid, errors
