"""A finished chapter read again: its title, its narrative, its core claims."""

import re

from core.enforcement.results import CoreClaim
from core.prose.parse import SourceBlock, read_markdown, texts_of
from core.prose.quotations import find_quotations
from core.prose.sections import split_sections
from core.record import Record

_PARENTHESES = re.compile(r"\s*\(([^()]*)\)")


class ParsedChapter(Record):
    """What `parse_ideas_chapter` reads: plain text as a reader sees it, paragraphs separated by blank lines."""

    title: str
    narrative: str
    core_claims: list[CoreClaim]

    def with_core_claims(self, core_claims: list[CoreClaim]) -> "ParsedChapter":
        """Return the chapter with other claims: seed 1 assigns to `core_claims`, and a record never changes."""
        return self.model_copy(update={"core_claims": core_claims})


def _claim(item: SourceBlock) -> CoreClaim | None:
    texts = texts_of(item)
    if not texts:
        return None
    text = texts[0].replace("\n", " ")
    quotations = find_quotations(text)
    if not quotations:
        return CoreClaim(claim=text.strip().rstrip(":"), supporting_quote=" ".join(texts[1:]))
    support = quotations[-1]
    name = _PARENTHESES.match(text, support.outer.end)
    return CoreClaim(
        claim=text[: support.outer.start].strip().rstrip(":").rstrip(),
        supporting_quote=support.inner.slice(text),
        speaker_name=name.group(1).strip() if name else "",
    )


def parse_ideas_chapter(text: str) -> ParsedChapter:
    """Read a finished chapter: its title, its narrative, its core claims with their quotations.

    Source: decisions.md#seed-1.
    """
    sections = split_sections(read_markdown(text))
    narrative = [part.replace("\n", " ") for block in sections.narrative for part in texts_of(block)]
    claims = [claim for item in sections.core_claims if (claim := _claim(item)) is not None]
    return ParsedChapter(
        title=sections.title.text if sections.title else "", narrative="\n\n".join(narrative), core_claims=claims
    )
