"""A long text in which much is looked for: the answers of `str.find`, most of them without going through the text."""

# A needle of at least twice this length holds one whole block of the text wherever it stands.
_BLOCK = 24
# About as many searches as the index costs.
_WORTH_AN_INDEX = 64


class SubstringCache:
    """A text that is searched many times; after a while it keeps an index of its blocks."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._searches = 0
        self._places: dict[str, int] = {}
        self._repeated: frozenset[str] = frozenset()

    def _index(self) -> dict[str, int]:
        if not self._places:
            places = range(0, len(self.text), _BLOCK)
            blocks = [self.text[place : place + _BLOCK] for place in places]
            self._places = dict(zip(blocks, places, strict=True))
            if len(self._places) < len(blocks):
                pairs = zip(blocks, places, strict=True)
                self._repeated = frozenset(block for block, place in pairs if self._places[block] != place)
        return self._places

    def find(self, needle: str, start: int = 0) -> int:
        """Return the first offset from `start` on at which `needle` stands, or -1: `text.find(needle, start)`."""
        self._searches += 1
        if len(needle) < 2 * _BLOCK or self._searches < _WORTH_AN_INDEX:
            return self.text.find(needle, start)
        index = self._index()
        first = -1
        for shift in range(_BLOCK):
            block = needle[shift : shift + _BLOCK]
            if block in self._repeated:
                return self.text.find(needle, start)
            at = index.get(block, -1) - shift
            if at >= start and (first < 0 or at < first) and self.text.startswith(needle, at):
                first = at
        return first
