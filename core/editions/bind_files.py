"""Bind a certificate to the files of its edition: their SHA-256, and the words of their blocks."""

from collections import Counter
from collections.abc import Iterator, Mapping

from core.editions.certificate import (
    CERTIFICATE_VERSION,
    OLDER_VERSIONS,
    WITHOUT_ORIGINS,
    Certificate,
    CertifiedBlock,
    Section,
    places_in,
    section_after,
)
from core.editions.certified_words import CertifiedWords, words_seen
from core.editions.export.markdown import about_blocks, title_block
from core.editions.written_bytes import PAGE, TRANSCRIPT, digest_of, line_digests, lines_of
from core.enforcement.results import ChapterDraft, Edition
from core.prose.model import Block, Heading, Inline, ListBlock, Quote, QuoteBlock
from core.prose.render import unmarked
from core.text.confusables import without_order_controls
from core.verify.reading.page import VisibleBlockKind, collapse
from core.verify.reading.read_edition import read_edition


def _inlines(inlines: tuple[Inline, ...]) -> str:
    return collapse(
        "".join(
            f"“[[{one.quote_id}]]”" if isinstance(one, Quote) else without_order_controls(one.text) for one in inlines
        )
    )


def _words_of(block: Block) -> Iterator[tuple[VisibleBlockKind, str]]:
    """Yield what a reader takes for blocks of their own: those of a list one by one."""
    if isinstance(block, QuoteBlock):
        name = unmarked(block.quote.speaker.speaker_name)
        yield VisibleBlockKind.QUOTE, f"[[{block.quote.quote_id}]] — {name}"
    elif isinstance(block, ListBlock):
        for item in block.items:
            for inner in item:
                yield from _words_of(inner)
    else:
        kind = VisibleBlockKind.HEADING if isinstance(block, Heading) else VisibleBlockKind.PROSE
        yield kind, _inlines(block.inlines)


def _chapter(chapter: ChapterDraft, number: int) -> Iterator[CertifiedBlock]:
    section = Section.NARRATIVE
    for block in chapter.blocks:
        if isinstance(block, Heading):
            section = section_after(block, section)
        for kind, words in _words_of(block):
            yield CertifiedBlock(kind=kind, words=words, chapter=number, section=section)


def _shared(edition: Edition) -> tuple[CertifiedBlock, ...]:
    """Return the blocks that a reader of `edition.md` sees, in order."""
    found = [CertifiedBlock(kind=kind, words=words) for kind, words in _words_of(title_block(edition))]
    for number, chapter in enumerate(edition.chapters, start=1):
        found += _chapter(chapter, number)
    about = (one for block in about_blocks(edition) for one in _words_of(block))
    found += (CertifiedBlock(kind=kind, words=words) for kind, words in about)
    return tuple(block for block in found if block.words)


def _page_only(certificate: Certificate, page: str) -> tuple[str, ...]:
    """Return the words of the blocks that the page has besides the shared ones."""
    shared = Counter((one.block.kind, one.words) for one in CertifiedWords(certificate).in_form("html"))
    found: list[str] = []
    for block in read_edition(page, "html"):
        words = words_seen(block.text)
        if shared[block.kind, words]:
            shared[block.kind, words] -= 1
        else:
            found.append(words)
    return tuple(found)


def bind_files(certificate: Certificate, edition: Edition, files: Mapping[str, str]) -> Certificate:
    """Return the certificate with what it holds of the files: their SHA-256, and what names a change of them.

    One of an older format becomes one of format 2: its quotes still lack their origins and times.
    `files` has the texts of `edition.md`, `edition.html` and `edition.json`. `transcript.txt` is raw, whose SHA-256 the
    certificate has. Source: decisions.md#certificate.
    """
    digests = {name: digest_of(name, text) for name, text in files.items()}
    places = places_in(edition)
    quotes = (one.model_copy(update={"places": places.get(one.quote_id, ())}) for one in certificate.quotes)
    bound = certificate.model_copy(
        update={
            "format_version": WITHOUT_ORIGINS if certificate.format_version in OLDER_VERSIONS else CERTIFICATE_VERSION,
            "quotes": tuple(quotes),
            "files": {**digests, TRANSCRIPT: certificate.raw_sha256},
            "text": _shared(edition),
            "lines": {name: "".join(line_digests(lines_of(name, text))) for name, text in files.items()},
        }
    )
    return bound.model_copy(update={"page": _page_only(bound, files[PAGE])})
