"""Many expressions that each begin with a word, looked for only at the words of a text with which they can begin.

As one regular expression each of them would be tried at every word, and most words begin none.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

_WORD = re.compile(r"\b\w+")
# What `re.IGNORECASE` takes for a letter of ASCII, and `str.lower` does not.
_LIKE_ASCII = str.maketrans("ſıİ", "sii")
_ATOM = re.compile(
    r"(?P<around>\(\?<?[=!])|(?P<group>\(\?:)|\[(?P<choice>[^\W\d_]+|[^\w\\^\]-]+)\]|(?P<edge>\\[bAZ])|\\(?P<sign>[^\w])"
    r"|(?P<char>[^\\()\[\].?*+{}^$|])"
)
_QUANTIFIER = re.compile(r"(?:[?*+]|\{[\d,]+\})[?+]?")

Heads = frozenset[str]  # with what an expression begins, in lower case; what ends in a space is a whole word
_NOTHING: Heads = frozenset(("",))


def _closing(expression: str, start: int) -> int:
    """Return the offset of the bracket that closes the one at `start`."""
    depth, place = 0, start
    while True:
        sign = expression[place]
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return place
        place = expression.index("]", place + 2) if sign == "[" else place + (sign == "\\")
        place += 1


def _alternatives(expression: str) -> Iterator[str]:
    """Yield the alternatives of an expression, those inside brackets aside."""
    start = place = 0
    while place < len(expression):
        sign = expression[place]
        if sign == "|":
            yield expression[start:place]
            start = place + 1
        elif sign == "(":
            place = _closing(expression, place)
        elif sign == "[":
            place = expression.index("]", place + 2)
        place += 1 + (sign == "\\")
    yield expression[start:]


def _of_atom(expression: str, atom: re.Match[str], end: int) -> Heads | None:
    """Return with what one piece of an expression, up to `end`, goes on the word that it stands in."""
    if atom["around"] or atom["edge"]:
        return _NOTHING
    if atom["group"]:
        return _heads(expression[atom.end() : end - 1])
    signs = atom["choice"] or atom["sign"] or atom["char"]
    if any((sign.isalnum() and not sign.isalpha()) or sign == "_" for sign in signs):
        return None
    return frozenset(sign.lower() if sign.isalpha() else " " for sign in signs)


def _heads_of_one(expression: str) -> Heads | None:
    """Return with what an expression without alternatives can begin, up to the end of its first word."""
    heads: Heads = _NOTHING
    place = 0
    while place < len(expression) and not all(head.endswith(" ") for head in heads):
        atom = _ATOM.match(expression, place)
        if atom is None:
            return None
        place = _closing(expression, place) + 1 if atom["around"] or atom["group"] else atom.end()
        following = _of_atom(expression, atom, place)
        repeated = _QUANTIFIER.match(expression, place)
        if following is None or (repeated and repeated[0][0] != "?" and any(one[:1] != " " for one in following)):
            return None
        if repeated:
            following |= _NOTHING
            place = repeated.end()
        heads = frozenset(head if head.endswith(" ") else head + rest for head in heads for rest in following)
    return heads


def _heads(expression: str) -> Heads | None:
    """Return with what an expression can begin, None where that may be any word."""
    of_each = [_heads_of_one(one) for one in _alternatives(expression)]
    return None if None in of_each else frozenset[str]().union(*filter(None, of_each))


class Phrases:
    """Expressions that begin and end where a word does, each with what is written in its place, whatever the case of
    their letters. Where several fit, the first counts. None of their groups is captured."""

    def __init__(self, expressions: Iterable[tuple[str, str]]) -> None:
        pairs = [(written, one) for written, expression in expressions for one in _alternatives(expression)]
        self._written = [written for written, _ in pairs]
        self._expressions = [one for _, one in pairs]
        self._of_word: dict[str, list[int]] = {}
        self._of_any: list[int] = []
        for index, one in enumerate(self._expressions):
            heads = _heads(one)
            for head in heads or ():
                self._of_word.setdefault(head.rstrip(), []).append(index)
            if heads is None:
                self._of_any.append(index)
        self._patterns: dict[int, re.Pattern[str]] = {}

    def _pattern(self, index: int) -> re.Pattern[str]:
        """Return one of the expressions, compiled when it is first needed."""
        pattern = self._patterns.get(index)
        if pattern is None:
            expression = rf"(?:{self._expressions[index]})(?!\w)"
            pattern = self._patterns[index] = re.compile(expression, re.IGNORECASE)
        return pattern

    @cached_property
    def _any(self) -> re.Pattern[str]:
        """All that any word can begin, each of them a group."""
        groups = "|".join(f"({self._expressions[index]})" for index in self._of_any)
        return re.compile(rf"(?:{groups or '(?!)'})(?!\w)", re.IGNORECASE)

    def _find(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield where each phrase begins and ends, and what is written in its place."""
        done = 0
        for word in _WORD.finditer(text):
            start = word.start()
            if start < done:
                continue
            found = self._any.match(text, start)
            first = self._of_any[found.lastindex - 1] if found and found.lastindex else len(self._written)
            spelt = word[0] if word[0].isascii() else word[0].translate(_LIKE_ASCII)
            for index in self._of_word.get(spelt.lower(), ()):
                fits = self._pattern(index).match(text, start) if index < first else None
                if fits is not None:
                    found, first = fits, index
                    break
            if found is not None:
                done = found.end()
                yield start, done, self._written[first]

    def occur_in(self, text: str) -> bool:
        """Tell whether a text holds any of them."""
        return next(self._find(text), None) is not None

    def replace(self, text: str) -> str:
        """Return a text in which something else is written in the place of each of them."""
        pieces: list[str] = []
        done = 0
        for start, end, written in self._find(text):
            pieces += (text[done:start], written)
            done = end
        return "".join((*pieces, text[done:])) if pieces else text
