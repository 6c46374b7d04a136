"""The search for the end of a text at the beginning of another that comes letter by letter."""

from collections.abc import Iterator


class OverlapFinder:
    """Looks for the end of a text at the beginning of another while that comes; neither has white space.

    It is the search for a word whose letters come one by one: no letter of the text is looked at again for each.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._begun: list[str] = []
        self._borders: list[int] = []  # of each beginning the longest end that begins it, too
        self._at = 0
        self._matched = 0

    @property
    def is_over(self) -> bool:
        """Whether nothing that comes can change the lengths."""
        return self._at == len(self._text)

    def feed(self, bare: str) -> None:
        """Take the next characters."""
        for char in bare:
            if self.is_over:
                return
            border = self._borders[-1] if self._borders else 0
            while border and self._begun[border] != char:
                border = self._borders[border - 1]
            self._borders.append(border + 1 if self._begun and self._begun[border] == char else 0)
            self._begun.append(char)
            self._go_on()

    def _go_on(self) -> None:
        while self._at < len(self._text) and self._matched < len(self._begun):
            if self._text[self._at] == self._begun[self._matched]:
                self._at += 1
                self._matched += 1
            elif self._matched:
                self._matched = self._borders[self._matched - 1]
            else:
                found = self._text.find(self._begun[0], self._at + 1)
                self._at = found if found >= 0 else len(self._text)

    def finish(self) -> None:
        """Say that nothing more comes."""
        self.feed(" ")  # nothing has one

    def lengths(self) -> Iterator[int]:
        """Yield how many characters both have in common, the most first; where it is over."""
        matched = self._matched
        while matched:
            yield matched
            matched = self._borders[matched - 1]
