"""What a concordance looks for: words as they are spoken, or by their stems; where they stand in what somebody said.

Words are compared as quotes are: folded, on whole tokens, in one turn, never over lost speech. What is plain is counted
by a pattern on the text as it is; where that may not be the whole truth, the text is folded.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from core.errors import BadInput, Problem
from core.span import Span
from core.text.canonical import canonicalize, fold
from core.text.punctuation import OTHER_QUOTATION_MARKS, UNREADABLE
from core.text.segmentation import cuts_token, is_unspaced, trimmed, whole_tokens
from core.whitelist.occurrences import occurrences_of
from core.whitelist.quote_key import strip_ends
from workbench.archive.search.spoken_units import SpokenUnit
from workbench.search.fts_query import marked_by_the_index

MOST_WORDS = 500
"""Characters that may be asked for."""
_PLAIN_WORDS = re.compile(r"[a-z]+(?: [a-z]+)*")
# Words whose letters the index knows, and their pieces there; of others it may have other pieces.
_LETTERS = r"[0-9a-z\u00df-\u00f6\u00f8-\u024f\u0370-\u03ff\u0400-\u04ff]+"
_SURELY_FOUND = re.compile(rf"[!-/:-@\[-`{{-~]*(?:{_LETTERS}[!-/:-@\[-`{{-~]*)+")
_PIECE = re.compile(_LETTERS)
# Anything else may be folded into other characters, or may be none that is seen.
_NOT_PLAIN = re.compile("[^\\x00-\\x7fÀ-ÖØ-Þà-öø-ÿ“”‘’–—…]")
_AFTER = r"(?=[\s,;:?!)”\"—…]|\.(?![\w“‘’'\"–-])|(?![\s\S]))"


def _quoted(words: str) -> str:
    return '"{}"'.format(words.replace('"', " "))


@lru_cache(maxsize=4096)
def _stays_itself(char: str) -> bool:
    """Tell whether a character is folded into no letter, and whether it parts words as Python's patterns say."""
    if unicodedata.category(char)[0] not in "LNPS" or is_unspaced(char):
        return False
    return char in OTHER_QUOTATION_MARKS or canonicalize(f"a{char}a") == f"a{char.lower()}a"


def _is_apart(words: list[str]) -> bool:
    """Tell whether no place of some words can begin inside another one."""
    first, *others = words
    return not any(one.startswith(first) or first.startswith(one) for one in others)


class _PlainForm(NamedTuple):
    """Words of plain letters as texts in small letters write them: at places that are certain, and at all that may be
    one, which are not those inside a longer word."""

    certain: re.Pattern[str]
    possible: re.Pattern[str]


def _plain_form(needle: str) -> _PlainForm | None:
    if not _PLAIN_WORDS.fullmatch(needle) or not _is_apart(needle.split()):
        return None
    # A pattern that begins with letters is looked for fast, so what stands before them is asked for behind them.
    first, *others = needle.split()
    begins, goes_on = rf"{first}(?<!\w{first})(?<!\w['’–-]{first})", "".join(rf"\s+{word}" for word in others)
    possible = rf"{begins}{goes_on}(?!\w|['’–-]\w)"
    certain = rf"{first}(?<![^\s\"“(—]{first}){goes_on}{_AFTER}"
    return _PlainForm(re.compile(certain), re.compile(possible))


class AskedWords:
    """Words in a row; any typography of theirs is found. Raises BadInput where there are none."""

    def __init__(self, words: str) -> None:
        self.needle = strip_ends(canonicalize(words))
        if not any(map(str.isalnum, self.needle)):
            raise BadInput(Problem(place="WORDS", message=f'"{words}" holds no word.', remedy="Write one."))
        if len(self.needle) > MOST_WORDS:
            message = f"they have {len(self.needle):,} characters; {MOST_WORDS} may be asked for."
            raise BadInput(Problem(place="WORDS", message=message, remedy="Ask for the first of them."))
        self._plain = _plain_form(self.needle)

    @property
    def crosses(self) -> bool:
        """Whether they may stand in two passages of one turn: no passage ends inside a word."""
        return " " in self.needle or "-" in self.needle or any(map(is_unspaced, self.needle))

    @property
    def filters(self) -> tuple[str, str]:
        """FTS5 expressions that each passage with these words fits, for the first word alone and for all of them; ""
        where the index may know a word by other letters."""
        sure = [word for word in self.needle.split() if _SURELY_FOUND.fullmatch(word)]
        pieces = [_quoted(piece) for word in sure for piece in _PIECE.findall(word)]
        is_first = pieces and sure[0] == self.needle.split()[0]
        return pieces[0] if is_first else "", " AND ".join(dict.fromkeys(pieces))

    def count(self, text: str) -> int | None:
        """Return how often they stand in a text of which all was said; None where that is not certain at a glance."""
        if self._plain is None or not (text.isascii() or all(map(_stays_itself, _NOT_PLAIN.findall(text)))):
            return None
        small = text.lower()
        possible = len(self._plain.possible.findall(small))
        return possible if not possible or len(self._plain.certain.findall(small)) == possible else None

    def places(self, units: Sequence[SpokenUnit]) -> list[list[Span]]:
        """Return where they stand in what is said in each go, places that share characters too."""
        return [list(self._places(unit)) for unit in units]

    def _places(self, unit: SpokenUnit) -> Iterator[Span]:
        text, spoken = unit.text, unit.spoken
        folding = fold(spoken)
        for match in occurrences_of(folding.text, self.needle):
            whole = folding.whole(*match)
            if whole is None:
                continue
            span = trimmed(whole, spoken)
            is_cut = cuts_token(text, span.start) or cuts_token(text, span.end)
            if not (is_cut or UNREADABLE in span.slice(text) or unit.is_lost_in(span)):
                yield span


class AskedStems(AskedWords):
    """Words in a row by their stems, as the index's own stemmer has them. Raises BadInput where there are none."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self._plain = None

    @property
    def filters(self) -> tuple[str, str]:
        """FTS5 expressions as those of `AskedWords`."""
        words = [_quoted(word) for word in self.needle.split() if any(map(str.isalnum, word))]
        return words[0], " AND ".join(dict.fromkeys(words))

    def places(self, units: Sequence[SpokenUnit]) -> list[list[Span]]:
        """Return where they stand in what is said in each go, as whole tokens."""
        marked = marked_by_the_index(_quoted(self.needle), [unit.spoken for unit in units])
        found = (
            dict.fromkeys(whole_tokens(span, unit.spoken) for span in own)
            for unit, own in zip(units, marked, strict=True)
        )
        return [[span for span in own if not unit.is_lost_in(span)] for unit, own in zip(units, found, strict=True)]


def read_words(words: str, *, by_stem: bool) -> AskedWords:
    """Return what words ask for; scripts without spaces know no endings. Raises BadInput where they ask for nothing."""
    asked = AskedWords(words)
    return AskedStems(words) if by_stem and not any(map(is_unspaced, asked.needle)) else asked
