"""Numbers written in words: `twelve`, `one hundred and five`, `two thirds`, `half a million`, `the third-largest`."""

from decimal import Decimal

from core.numbers.claims.affixes import read_tail
from core.numbers.claims.candidate import EXACT, ONE, ClaimCandidate, quotient
from core.numbers.claims.word_list import (
    AND_PART,
    BARE,
    DECADE,
    FOLDS,
    HALF_A,
    OF_A,
    ORDINALS,
    PARTS,
    SCALES,
    SMALL,
    SOME,
    TENS,
    UNITS,
    NumberWord,
    article_before,
    find_number_words,
    is_share,
    part_begins,
    ranks,
    stands_after,
)  # fmt: skip


class _Reader:
    """Reads the numbers of one text from its number words; `text` is in lower case, `written` is the original."""

    def __init__(self, written: str, text: str) -> None:
        self.written = written
        self.text = text
        self.words = list(find_number_words(text))
        self.at = 0

    def read(self) -> list[ClaimCandidate]:
        """Return all numbers, in order."""
        numbers: list[ClaimCandidate] = []
        while self.at < len(self.words):
            at, word = self.at, self.words[self.at]
            found = self._half_a(word) or self._cardinal(word) or self._alone(word)
            self.at = max(self.at, at + 1)
            if found is not None:
                self._skip(found.end)
                numbers.append(found)
        return numbers

    def _skip(self, end: int) -> None:
        while self.at < len(self.words) and self.words[self.at].start < end:
            self.at += 1

    def _next(self, end: int, *, conjunction: bool = False) -> NumberWord | None:
        """Return the number word directly after `end`."""
        word = self.words[self.at] if self.at < len(self.words) else None
        return word if word and stands_after(self.text, end, word.start, conjunction=conjunction) else None

    def _half_a(self, word: NumberWord) -> ClaimCandidate | None:
        scale = HALF_A.match(self.text, word.start) if word.word == "half" else None
        if scale is None:
            return None
        value = Decimal({**SCALES, "dozen": 12}[scale[1]] // 2)
        return self._finish(
            ClaimCandidate(word.start, scale.end(), word.start, scale.end(), value, EXACT, in_words=True, factor=ONE)
        )

    def _cardinal(self, word: NumberWord) -> ClaimCandidate | None:
        start, name = word.start, word.word
        if name in BARE:
            article = article_before(self.text, start)
            if article < 0 and (name != "dozen" or SOME.search(self.text, max(0, start - 8), start)):
                return None
            start = start if article < 0 else article
            total, current, step = _scaled(name, 1, 0)
        elif name in SMALL:
            total, current, step = 0, SMALL[name], 1
        else:
            return None
        self.at += 1
        return self._rest(
            ClaimCandidate(start, word.end, start, word.end, EXACT, in_words=True), (total, current, step), name
        )

    def _rest(self, found: ClaimCandidate, so_far: tuple[int, int, int], last: str) -> ClaimCandidate:
        """Read the words that continue a number: hundreds, thousands, a fraction after it."""
        total, current, step = so_far
        while word := self._next(found.end, conjunction=step >= 100):
            name = word.word
            if name in BARE:
                if not current or (name in ("hundred", "dozen") and current >= 100):
                    break
                total, current, step = _scaled(name, current, total)
            elif name in SMALL and ((last in TENS and 0 < SMALL[name] < 10) or (step >= 100 and current % 100 == 0)):
                current, step = current + SMALL[name], 1
            else:
                break
            last, found.end = name, word.end
            self.at += 1
        found.value, found.quantum = Decimal(total + current), Decimal(step)
        found.factor = Decimal(step) if step > 1 else EXACT
        self._read_decimals(found)
        if part := AND_PART.match(self.text, found.end):
            found.add(quotient({"three": 3}.get(part[1], 1), PARTS[part[2]]))
            found.end = part.end()
            self._skip(found.end)
            self._read_scale(found)
        found.last = found.end
        if 15 < found.value <= 20 and self._reads_year(found):
            return found
        return self._finish(found)

    def _reads_year(self, found: ClaimCandidate) -> bool:
        """Read the rest of `nineteen ninety-six`, `the nineteen nineties`; tell whether it was a year."""
        word = self._next(found.end)
        decade = DECADE.match(self.text, found.end)
        if decade:
            found.end, found.excluded_as = decade.end(), "year"
        elif word and SMALL.get(word.word, 0) > 9 and self.text[found.end] != "-":
            self.at += 1
            unit = self._next(word.end)
            small = unit and word.word in TENS and 0 < SMALL.get(unit.word, 0) < 10
            found.end, found.excluded_as = unit.end if unit and small else word.end, "year"
        return bool(found.excluded_as)

    def _read_decimals(self, found: ClaimCandidate) -> None:
        """Read the decimals of `three point five`."""
        if not self.text.startswith(" point ", found.end):
            return
        digits, end = "", found.end + len(" point")
        while (word := self._next(end)) and UNITS.get(word.word, 10) < 10 and len(digits) < 9:
            digits += str(UNITS[word.word])
            end = word.end
            self.at += 1
        if digits:
            found.value, found.quantum, found.end = found.value + Decimal(f"0.{digits}"), ONE.scaleb(-len(digits)), end
            self._read_scale(found)

    def _read_scale(self, found: ClaimCandidate) -> None:
        word = self._next(found.end)
        if word and word.word in SCALES and not found.factor:
            found.multiply(Decimal(SCALES[word.word]))
            found.end = word.end
            self.at += 1

    def _finish(self, found: ClaimCandidate) -> ClaimCandidate:
        """Read the words that make a number a fraction, or give it a unit."""
        word = self._next(found.end)
        if word and word.word in PARTS and not found.factor and is_share(self.text, found, word):
            found.value, found.quantum = quotient(found.value, PARTS[word.word]), EXACT
            found.end = found.last = word.end
            return self._as_share(found)
        read_tail(self.written, found)
        return found

    def _as_share(self, found: ClaimCandidate) -> ClaimCandidate:
        """Return a share as a fraction, or the number that it makes: `a quarter of a million`."""
        scale = OF_A.match(self.text, found.end)
        if scale is None:
            found.unit = "fraction"
            return found
        found.multiply(Decimal(SCALES[scale[1]]))
        found.end = found.last = scale.end()
        self._skip(found.end)
        read_tail(self.written, found)
        return found

    def _alone(self, word: NumberWord) -> ClaimCandidate | None:
        """Read one word that is a number by itself: a multiple, a part, a rank."""
        name, start, end = word.word, word.start, word.end
        if name in FOLDS:
            return ClaimCandidate(start, end, start, end, Decimal(FOLDS[name]), ONE, "times", in_words=True)
        begin = part_begins(self.text, word)
        if begin >= 0:
            return self._as_share(
                ClaimCandidate(begin, end, begin, end, quotient(1, PARTS[name]), EXACT, in_words=True)
            )
        if name in ORDINALS and ranks(self.text, start, end):
            return ClaimCandidate(start, end, start, end, Decimal(ORDINALS[name]), ONE, "ordinal", in_words=True)
        return None


def _scaled(name: str, current: int, total: int) -> tuple[int, int, int]:
    """Apply `hundred`, `dozen` or a greater magnitude to the number so far."""
    if name == "hundred":
        return total, current * 100, 100
    if name == "dozen":
        return total, current * 12, 1
    return total + current * SCALES[name], 0, SCALES[name]


def read_number_words(text: str, lower: str) -> list[ClaimCandidate]:
    """Return the numbers written in words, in order; `lower` is the text in lower case with the same offsets."""
    return _Reader(text, lower).read()
