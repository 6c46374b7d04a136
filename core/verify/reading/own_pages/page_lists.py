"""The folded lists at the end of a page: what was changed in a model's text, and where to look twice.

Each row has a form, and says something of its words that others can look up: that they are in the transcript, that
they stand on the page, or that they stand just outside a quotation of it.
"""

import re
from collections.abc import Callable, Iterator

from core.verify.reading.statements import ListedSentence, ShownLetters, can_be_name, find_fallen, words_told

HAPPENED = r"(?:kept|corrected to the transcript|marks taken off|left out)(?:, name corrected from(?P<name>[^\n]*+))?"
# Of these nobody says that they are in the transcript; of all others that are listed somebody does.
_NOT_TOLD = "not in the transcript|a reference to no proven quote|not among the proven quotes"
_TOLD = "|".join(
    (
        "a proven quote of (?:this|another) chapter",
        "part of a proven quote, not the whole of it",
        "in the transcript, but (?:not among the proven quotes|said by somebody else)",
        "a proven quote that (?:stands in this chapter already|was set as a block quote, where none may stand)",
        "a proven quote whose speaker could not be read from the text around it",
    )
)
WHY = f"{_NOT_TOLD}|{_TOLD}"
WARNING = "(?:a negation|a hedge|a condition) stands just outside it|it is part of a question|somebody reports it"
COPIED = "copied from the transcript without marks"
UNPROVEN = f"stood in quotation marks without proof|{COPIED}|a title or a few words that stood in marks"
WHERE = "in the narrative|in excerpts of its own|in a core claim"
WORDS, SENTENCE, NOW, OUTSIDE = "the words", "the sentence", "the sentence now", "outside the quotation"

_ROWS = {
    name: re.compile(pattern, re.DOTALL)
    for name, pattern in {
        # What happened and why; where the words stood; then the words, as written and now.
        "decision": rf"(?P<happened>{HAPPENED})\n(?P<why>{WHY})\n(?:{WHERE})(?:\n{NOW})?+",
        "prose": rf"(?P<kind>{UNPROVEN})\n{WORDS}(?:\n{SENTENCE})?+",
        "warning": rf"(?P<warning>{WARNING})\n{WORDS}\n{OUTSIDE}",
    }.items()
}
_STAYS = ("kept", "corrected")


def is_told(happened: str, why: str) -> bool:
    """Tell whether a row says that its words are in the transcript."""
    return happened.startswith(_STAYS) or not re.fullmatch(_NOT_TOLD, why)


class PageLists:
    """Takes the text of the chapters, then the elements of the folded lists, in order. `told` are the words, with their
    lines, that a row, or a mark in the text, says to be in the transcript."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int]] = []
        self._chapters: list[list[str]] = []
        self._shown = ShownLetters()
        self._strays: list[tuple[int, str]] = []
        self._decided: list[ListedSentence] = []
        self._warned: list[tuple[str, str, int]] = []
        self._labels: list[str] = []  # of the row: the words of its cells and before its words
        self._words: list[str] = []

    def begin_chapter(self) -> None:
        """Take the text of the next chapter."""
        self._chapters.append([])

    def show(self, words: str) -> None:
        """Take words of the chapter's text."""
        if self._chapters:
            self._chapters[-1].append(words)

    def take(self, element: str, words: str, line: int) -> str | None:
        """Take an element; return what is no row of ours, None where there is none."""
        if element == "caption":
            number = int(words.partition(" ")[0])
            self._shown = ShownLetters(*(text for texts in self._chapters[number - 1 : number] for text in texts))
        elif element == "code":
            self._words.append(words)
        elif element in ("td", "span.soft"):
            self._labels += [words] if words else []
        elif element == "tr":
            labels, said = "\n".join(self._labels), self._words
            self._labels, self._words = [], []
            return None if not labels or self._row(labels, said, line) else labels.replace("\n", ", ")
        return None

    def _row(self, labels: str, words: list[str], line: int) -> bool:
        """Read a row by its labels; tell whether it has a form of ours."""
        if row := _ROWS["decision"].fullmatch(labels):
            told = words_told(words[0]) if is_told(row["happened"], row["why"]) else ""
            self.told += [(told, line)] if told else []
            self._decided.append(ListedSentence(words[0], "".join(words[1:]), line, self._shown))
            name = (row["name"] or "").strip()
            self._strays += [] if can_be_name(name) else [(line, name)]
        elif row := _ROWS["prose"].fullmatch(labels):
            # The words stood so between marks; references among them are gone, and the sentence is as it stands.
            shown = [one for one in reversed(words) if one is words[-1] or "[" not in one]
            self._strays += ((line, one) for one in shown if not self._shown.hold(one))
            self.told += [(words[0], line)] if row["kind"] == COPIED else []
        elif row := _ROWS["warning"].fullmatch(labels):
            self._warned.append((f"{row['warning']}, {words[0]}".strip(), words[1], line))
        return row is not None

    def strays(self, has_warned: Callable[[str, str], bool]) -> Iterator[tuple[int, str]]:
        """Yield the line and the words of what the page does not hold; `has_warned` tells whether the card of a
        quotation has a warning."""
        yield from self._strays
        yield from find_fallen(self._decided)
        for said, words, line in self._warned:
            if words and not has_warned(said, words):
                yield line, f"{said}, outside {words}"
