"""The parts of a chapter: title, narrative, the model's own key excerpts, core claims."""

import re
from collections.abc import Iterable, Sequence

from core.chapter import CoreClaim
from core.markdown import BlockKind, SourceBlock, quoted_lines, read_markdown
from core.quotation import find_quotations
from core.record import Record

KEY_EXCERPTS = "Key Excerpts"
CORE_CLAIMS = "Core Claims"

_NOT_WORD = re.compile(r"[\W_]+")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")  # as CommonMark counts lines
_PARENTHESES = re.compile(r"\s*\(([^()]*)\)")


class Sections(Record):
    """A reply cut into its parts, still as the model wrote them."""

    title: SourceBlock | None = None
    narrative: tuple[SourceBlock, ...] = ()
    own_excerpts: tuple[SourceBlock, ...] = ()
    core_claims: tuple[SourceBlock, ...] = ()


class ParsedChapter(Record):
    """What `parse_ideas_chapter` reads: plain text as a reader sees it, paragraphs separated by blank lines."""

    title: str
    narrative: str
    core_claims: list[CoreClaim]


def section_name(text: str) -> str:
    """Return which section a heading opens, "" for none; case, punctuation and numbering do not matter."""
    words = _NOT_WORD.sub(" ", text.casefold()).strip()
    for name in (KEY_EXCERPTS, CORE_CLAIMS):
        if words == name.casefold():
            return name
    return ""


def _opens_section(block: SourceBlock) -> str:
    return section_name(block.text) if block.kind in (BlockKind.HEADING, BlockKind.PARAGRAPH) else ""


def split_sections(blocks: Sequence[SourceBlock]) -> Sections:
    """Cut a reply into its parts; a section ends at the next heading of its level or above."""
    title: SourceBlock | None = None
    parts: dict[str, list[SourceBlock]] = {"": [], KEY_EXCERPTS: [], CORE_CLAIMS: []}
    section, level = "", 0
    for block in blocks:
        name = _opens_section(block)
        if name:
            section, level = name, block.level or 6
            continue
        if block.kind is BlockKind.HEADING:
            if section and block.level <= level:
                section = ""
            if title is None and block.level <= 2 and not parts[""] and not section:
                title = block
                continue
        parts[section].append(block)
    return Sections(
        title=title,
        narrative=tuple(parts[""]),
        own_excerpts=tuple(parts[KEY_EXCERPTS]),
        core_claims=tuple(items_of(parts[CORE_CLAIMS])),
    )


def items_of(blocks: Iterable[SourceBlock]) -> list[SourceBlock]:
    """Return the claims of a section: the items of its lists, and what stands beside them."""
    items: list[SourceBlock] = []
    for block in blocks:
        items += block.blocks if block.kind is BlockKind.LIST else (block,)
    return items


def texts_of(block: SourceBlock) -> list[str]:
    """Return the texts of a block and all blocks inside, in reading order."""
    own = [block.text] if block.text else []
    return own + [text for inner in block.blocks for text in texts_of(inner)]


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


def strip_llm_blockquotes(generated_text: str) -> str:
    """Return a reply without the block quotes a model added outside Key Excerpts; every other line stays as it is.

    Source: seed 1 (`strip_llm_blockquotes`), with lazy lines recognised.
    """
    lines = _LINE.findall(generated_text)
    quoted = quoted_lines(generated_text)
    kept: list[str] = []
    in_excerpts = False
    for number, line in enumerate(lines):
        if line.lstrip().startswith("#"):
            in_excerpts = section_name(line) == KEY_EXCERPTS
        if in_excerpts or number not in quoted:
            kept.append(line)
        elif line.endswith(("\n", "\r")):
            kept.append("\n")
    return "".join(kept)


def parse_ideas_chapter(text: str) -> ParsedChapter:
    """Read a finished chapter: its title, its narrative, its core claims with their quotations.

    Source: seed 1 (`parse_ideas_chapter`).
    """
    sections = split_sections(read_markdown(text))
    narrative = [part.replace("\n", " ") for block in sections.narrative for part in texts_of(block)]
    claims = [claim for item in sections.core_claims if (claim := _claim(item)) is not None]
    return ParsedChapter(
        title=sections.title.text if sections.title else "", narrative="\n\n".join(narrative), core_claims=claims
    )
