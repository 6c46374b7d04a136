"""Which of the lines that could begin with a speaker's label do: the whole transcript decides."""

import re
from array import array
from collections import Counter
from functools import cached_property

from core.transcripts.readers.label_names import LabelGrade
from core.transcripts.readers.turn_labels import LabelKind, SpeakerLabels, find_candidates

_IN_COMPANY = (LabelGrade.LOWER, LabelGrade.WORD, LabelGrade.LETTER)
_PARAGRAPH = re.compile(r"(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)\s*\S")
_SEEN_LINE = re.compile(r"\S[^\r\n]*")


class _LabelChoice:
    """Which of the candidates are labels: the whole transcript decides. Candidates are named by their number."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._all = found = find_candidates(text)
        count = len(found.labels)
        self._counts = Counter(map(found.key, range(count)))
        self._anchors = array("I", filter(self._is_anchor, range(count)))
        plain = (one for one in range(count) if found.kinds[one] == LabelKind.PLAIN)
        self._single = [one for one in plain if self._counts[found.key(one)] == 1]

    def _is_anchor(self, one: int) -> bool:
        kind, grade = self._all.kinds[one], self._all.grades[one]
        if kind == LabelKind.CERTAIN or grade == LabelGrade.CERTAIN:
            return True
        return grade >= LabelGrade.SINGLE and (kind == LabelKind.TIMED or self._counts[self._all.key(one)] > 1)

    def _looks_like_an_anchor(self, one: int) -> bool:
        """Tell whether a name of one word, seen once, is written as the labels that are sure."""
        return self._all.name(one).isupper() in self._capitals_of_anchors

    @cached_property
    def _capitals_of_anchors(self) -> set[bool]:
        found, names = self._all, tuple(self._all.labels.names)
        singles = {found.labels.numbers[one] for one in self._anchors if found.grades[one] == LabelGrade.SINGLE}
        return {names[number].isupper() for number in singles}

    def _anchors_are_roles(self) -> bool:
        """Tell `Host` and `Break`, which stand among names, from `Speaker 1`, which stands for one."""
        found = self._all
        if any(found.grades[one] != LabelGrade.CERTAIN or found.kinds[one] != LabelKind.PLAIN for one in self._anchors):
            return False
        names = tuple(found.labels.names)
        return all(names[number].isalpha() for number in {found.labels.numbers[one] for one in self._anchors})

    def _leads(self, first: int, count: int) -> bool:
        """Tell whether so many labels begin at least half of the lines from the first one on."""
        start = self._all.labels.starts[first]
        paragraphs = 1 + _count(_PARAGRAPH, self._text, start + 1)
        return 2 * count >= (paragraphs if paragraphs > 1 else _count(_SEEN_LINE, self._text, start))

    def _one_offs(self) -> set[int]:
        """Choose among the names that occur once; returns their keys."""
        found, anchors = self._all, self._anchors
        names = [one for one in self._single if found.grades[one] in (LabelGrade.SINGLE, LabelGrade.FULL)]
        full = {found.key(one) for one in names if found.grades[one] == LabelGrade.FULL}
        if not self._anchors_are_roles():
            return full | {found.key(one) for one in names if self._looks_like_an_anchor(one)}
        if not names:
            return set()
        first = len(self._text) - len(self._text.lstrip())
        leads = any(found.labels.starts[one] == first for one in (*names, *anchors[:1]))
        if leads or (len(names) > 1 and self._leads(names[0], len(names) + len(anchors))):
            return set(map(found.key, names))
        capitals = {found.key(one) for one in names if found.name(one).isupper()}
        return capitals | (full if len(full) > 1 or anchors else set())

    def _last_resort(self, *, other: bool) -> set[int]:
        """Choose among names that are labels only together: `Q` and `A`, or names in small letters.

        Where there is another label, letters must begin most lines.
        """
        found = self._all
        counts = {grade: Counter[int]() for grade in _IN_COMPANY}
        for one, grade in enumerate(found.grades):
            if grade in counts:
                counts[LabelGrade(grade)][found.key(one)] += 1
        lines = _count(_SEEN_LINE, self._text, 0) if any(counts.values()) else 0
        letters, words = counts[LabelGrade.LETTER], counts[LabelGrade.WORD]
        if len(letters) > 1 and (not other or 2 * letters.total() > lines):
            return set(letters)
        if len(words) > 1 and not other:
            return set(words)
        lower = {key: count for key, count in counts[LabelGrade.LOWER].items() if count > 1}
        return set(lower) if len(lower) > 1 and 2 * sum(lower.values()) >= lines else set()

    def labels(self) -> SpeakerLabels:
        """Return the candidates that are labels."""
        found = self._all
        accepted = {found.key(one) for one in self._anchors} | self._one_offs()
        accepted |= self._last_resort(other=bool(accepted))
        sure = {found.key(one) for one in self._anchors if found.grades[one] >= LabelGrade.FULL}
        parted = bytearray(found.after_blanks[one] for one in self._anchors if found.kinds[one] == LabelKind.PLAIN)
        by_paragraph = len(parted) > 2 and sum(parted) >= 0.9 * len(parted)

        def is_label(one: int) -> bool:
            kind, key = found.kinds[one], found.key(one)
            if kind == LabelKind.CERTAIN:
                return True
            return key in accepted and bool(
                found.after_blanks[one] or not by_paragraph or kind == LabelKind.TIMED or key in sure
            )

        return found.labels.choose(is_label)


def _count(pattern: re.Pattern[str], text: str, start: int) -> int:
    return sum(1 for _ in pattern.finditer(text, start))


def find_labels(text: str) -> SpeakerLabels:
    """Find the labels of a plain-text transcript, in order; none where it names no speakers.

    Offsets are code points, half-open. Raises TranscriptError for too many names. Source: decisions.md#speaker-labels.
    """
    return _LabelChoice(text).labels()
