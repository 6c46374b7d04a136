"""The parts of a chapter: title, narrative, the model's own key excerpts, core claims."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from enum import Enum

from core.prose.parse import BlockKind, SourceBlock, code_lines, quoted_lines
from core.record import Record
from core.text.confusables import plain_letters

KEY_EXCERPTS = "Key Excerpts"
CORE_CLAIMS = "Core Claims"

_EXACT = {name.casefold(): name for name in (KEY_EXCERPTS, CORE_CLAIMS)}
_TITLE_LEVEL = 2
_LOWEST_LEVEL = 6
_LONGEST_NAME = 120
_NOT_WORD = re.compile(r"[\W_]+")
_OF_WHAT = r"(?: (?:of|from|in|with|by|for|and) [\w ]{1,60})?"
_WHICH = r"(?:\d+ )?(?:the |our |more |some )?(?:guest s |guests )?"
_EXCERPTS = re.compile(
    rf"{_WHICH}(?:key|core|main|notable|selected|top|best|memorable) (?:excerpts|excerpt s|quotes|quotations){_OF_WHAT}"
)
_CLAIMS = re.compile(rf"{_WHICH}(?:key|core|main|central|principal|major) claims{_OF_WHAT}")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")  # as CommonMark counts lines


class ReplySections(Record):
    """A reply cut into its parts, still as the model wrote them."""

    title: SourceBlock | None = None
    narrative: tuple[SourceBlock, ...] = ()
    own_excerpts: tuple[SourceBlock, ...] = ()
    core_claims: tuple[SourceBlock, ...] = ()


class SectionKind(Enum):
    """Where a block of a reply belongs."""

    TITLE = "title"
    NARRATIVE = "narrative"
    OWN_EXCERPTS = "own_excerpts"
    CORE_CLAIMS = "core_claims"
    SECTION = "section"  # a heading that opens a section and is no more than that


def _plain_words(text: str) -> str:
    """Return the words of a heading; case, punctuation, unseen characters and look-alike letters do not matter."""
    if len(text) > _LONGEST_NAME:
        return ""
    return " ".join(_NOT_WORD.sub(" ", plain_letters(unicodedata.normalize("NFKC", text)).casefold()).split())


def exact_section_name(text: str) -> str:
    """Return the section whose very name a text is, "" for none."""
    return _EXACT.get(_plain_words(text), "")


def paragraph_section_name(text: str) -> str:
    """Return the section whose very name a paragraph is, "" for none; one that shows signs of a heading was code."""
    return "" if len(text) > _LONGEST_NAME or text.lstrip().startswith("#") else exact_section_name(text)


def section_name(text: str) -> str:
    """Return which section a heading opens, by its name or another word for it; "" for none."""
    words = _plain_words(text)
    if _EXCERPTS.fullmatch(words):
        return KEY_EXCERPTS
    return CORE_CLAIMS if _CLAIMS.fullmatch(words) else ""


def opens_section(block: SourceBlock) -> str:
    """Return which section a block opens, "" for none: a heading, or a paragraph that is nothing but its very name."""
    if block.kind is BlockKind.PARAGRAPH:
        return paragraph_section_name(block.text)
    return section_name(block.text) if block.kind is BlockKind.HEADING else ""


class SectionReader:
    """Follows the sections of a reply block by block; a section ends at the next heading of its level or above."""

    def __init__(self) -> None:
        self._section = ""
        self._level = 0
        self._begun = False  # whether a title or anything of the narrative has come

    @property
    def in_narrative(self) -> bool:
        """Whether what comes next belongs to the narrative, headings aside."""
        return not self._section

    def open(self, name: str, level: int) -> None:
        """Begin a section."""
        self._section, self._level = name, level

    def place(self, block: SourceBlock) -> SectionKind:
        """Return where the next block belongs."""
        heading = block.kind is BlockKind.HEADING
        if heading and self._section and block.level <= self._level:
            self._section = ""
        titles = heading and block.level <= _TITLE_LEVEL and not self._begun and not self._section
        name = exact_section_name(block.text) if titles else opens_section(block)
        if name:
            self.open(name, block.level or _LOWEST_LEVEL)
            return SectionKind.SECTION
        if titles:
            self._begun = True
            return SectionKind.TITLE
        if self._section:
            return SectionKind.OWN_EXCERPTS if self._section == KEY_EXCERPTS else SectionKind.CORE_CLAIMS
        self._begun = True
        return SectionKind.NARRATIVE


def split_sections(blocks: Sequence[SourceBlock]) -> ReplySections:
    """Cut a reply into its parts; a section ends at the next heading of its level or above."""
    reader = SectionReader()
    parts: dict[SectionKind, list[SourceBlock]] = {part: [] for part in SectionKind}
    for block in blocks:
        parts[reader.place(block)].append(block)
    return ReplySections(
        title=parts[SectionKind.TITLE][0] if parts[SectionKind.TITLE] else None,
        narrative=tuple(parts[SectionKind.NARRATIVE]),
        own_excerpts=tuple(parts[SectionKind.OWN_EXCERPTS]),
        core_claims=tuple(items_of(parts[SectionKind.CORE_CLAIMS])),
    )


def items_of(blocks: Iterable[SourceBlock]) -> list[SourceBlock]:
    """Return the claims of a section: the items of its lists, and what stands beside them."""
    items: list[SourceBlock] = []
    for block in blocks:
        items += block.blocks if block.kind is BlockKind.LIST else (block,)
    return items


def strip_llm_blockquotes(generated_text: str) -> str:
    """Return a reply without the block quotes a model added outside Key Excerpts; every other line stays as it is.

    Lazy lines are recognised, too. Source: decisions.md#seed-1.
    """
    lines = _LINE.findall(generated_text)
    quoted, code = quoted_lines(generated_text), code_lines(generated_text)
    kept: list[str] = []
    in_excerpts = False
    for number, line in enumerate(lines):
        if number not in code and line.lstrip().startswith("#"):
            in_excerpts = section_name(line) == KEY_EXCERPTS
        if in_excerpts or number not in quoted:
            kept.append(line)
        elif line.endswith(("\n", "\r")):
            kept.append("\n")
    return "".join(kept)
