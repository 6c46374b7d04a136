"""The buffer that a narrative is written to: closed paragraphs, and one that is open."""

from core.whitelist.build import WhitelistQuote


class MarkdownBuffer:
    """Paragraphs of Markdown.

    Of the open one, `words` counts the words with its slices put in, `claims` its claims; `named` holds the ids of the
    speakers it names, and `last_quote` is the quotation that ends it so far.
    """

    def __init__(self) -> None:
        self.words = 0
        self.claims = 0
        self.last_quote: WhitelistQuote | None = None
        self.named: set[str] = set()
        self._closed: list[str] = []
        self._open: list[str] = []

    @property
    def text(self) -> str:
        """All that is written, paragraphs apart."""
        return "\n\n".join((*self._closed, *([" ".join(self._open)] if self._open else [])))

    def write(self, sentence: str, words: int, *, last_quote: WhitelistQuote | None = None) -> None:
        """Write a sentence; `words` is its length with the slices put in, `last_quote` the quotation it ends on."""
        self._open.append(sentence)
        self.words += words
        self.last_quote = last_quote

    def set_apart(self, paragraph: str) -> None:
        """Close the open paragraph and write one of its own."""
        self.close()
        self._closed.append(paragraph)

    def close(self) -> None:
        """Begin a new paragraph."""
        if self._open:
            self._closed.append(" ".join(self._open))
        self._open = []
        self.words = self.claims = 0
        self.last_quote = None
        self.named = set()
