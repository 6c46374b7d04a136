"""What the browser is given: the text as it is stored, what can be done with it, and the quotes to insert."""

from collections.abc import Iterable, Sequence
from typing import Any

from core.prose.model import Paragraph, Quote, QuoteBlock, TextRun
from core.prose.render import one_line, stands_inside_marks, unmarked, write_blocks
from core.record import Record
from core.whitelist.build import WhitelistQuote
from workbench.labels import clock


class EditorContent(Record):
    """The text of a chapter as it stands; `number` is the edit's, `redo` the number of the one that can be made again,
    0 for none. `heard` is the last action received from this tab, `done` whether it was done."""

    key: str
    text: str
    number: int
    can_undo: bool = False
    redo: int = 0
    heard: int = 0
    done: bool = True
    broken: tuple[str, ...] = ()
    limit: int


def _insertion(quote: WhitelistQuote) -> dict[str, Any]:
    """Return a quote as Markdown that is proven where it is inserted: in marks with its name, or set apart."""
    proven = Quote.of(quote)
    shown = {
        "words": one_line(quote.quote_text),
        "who": quote.speaker.speaker_name,
        "time": clock(quote.start_seconds),
    }
    if not stands_inside_marks(quote.quote_text):
        return {**shown, "markdown": write_blocks((QuoteBlock(quote=proven),)).strip("\n"), "name": "", "apart": True}
    marked = write_blocks((Paragraph(inlines=(proven,)),)).strip("\n")
    name = write_blocks((Paragraph(inlines=(TextRun(text=f"({unmarked(quote.speaker.speaker_name)})"),)),)).strip("\n")
    return {**shown, "markdown": marked, "name": f" {name}", "apart": False}


def insertions(quotes: Iterable[WhitelistQuote]) -> list[dict[str, Any]]:
    """Return the quotes that a person may insert."""
    return [_insertion(quote) for quote in quotes]


def payload(editable: EditorContent, quotes: Sequence[WhitelistQuote]) -> dict[str, Any]:
    """Return what the component shows."""
    return {**editable.model_dump(mode="json"), "quotes": insertions(quotes)}
