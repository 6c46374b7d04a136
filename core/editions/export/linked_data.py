"""What an HTML edition says of its quotations to machines: schema.org's `Quotation`, as JSON-LD."""

from collections.abc import Sequence
from typing import NamedTuple

from core.editions.export.self_check import data_text


class SaidOnPage(NamedTuple):
    """A quotation as a page shows it, without marks; `speaker` is "" where the page says that it is not verified."""

    words: str
    speaker: str


def linked_data(title: str, said: Sequence[SaidOnPage]) -> str:
    """Return the element with each quotation of a page once, "" where it has none; `said` has them in reading order.

    Each has the words, who said them, and as its id the place on the page where it stands first.
    """
    places: dict[SaidOnPage, int] = {}
    for number, one in enumerate(said, start=1):
        places.setdefault(one, number)
    if not places:
        return ""
    parts = [
        {
            "@type": "Quotation",
            "@id": f"#quote-{number}",
            "text": one.words,
            **({"creator": {"@type": "Person", "name": one.speaker}} if one.speaker else {}),
        }
        for one, number in places.items()
    ]
    whole = {"@context": "https://schema.org", "@type": "CreativeWork", "name": title, "hasPart": parts}
    return f'<script type="application/ld+json">{data_text(whole)}</script>'
