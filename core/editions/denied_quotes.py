"""An edition with a sentence behind each block that holds a denied quote: one that is not so in the recording.

The quote stays proven as text. The sentence is a paragraph of its own, the same in every form of the edition; `verify`
knows it by its closed grammar.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.editions.certificate import quotes_in, section_called
from core.editions.listener_verdict import ListenerVerdict, ListeningFinding, denial_sentence
from core.enforcement.results import ChapterDraft, Edition, EnforcementResult
from core.prose.model import Block, Heading, ListBlock, Paragraph, QuoteBlock, TextRun
from core.prose.render import write_blocks


class _DenialWriter:
    """Puts the sentences behind the blocks of one chapter; `moved` is where each of its paragraphs and headings stands
    then, counted as `UnprovenProse` counts them."""

    def __init__(self, denials: Mapping[str, ListenerVerdict]) -> None:
        self._denials = denials
        self._paragraph = 0
        self.moved: list[int] = []
        self.written = 0

    def blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield the blocks with the sentences."""
        for block in blocks:
            if isinstance(block, ListBlock):
                items = tuple(tuple(self.blocks(item)) for item in block.items)
                yield block.model_copy(update={"items": items})
                continue
            if not isinstance(block, QuoteBlock):
                self.moved.append(self._paragraph)
                self._paragraph += 1
            yield block
            for quote in {one.quote_id: one for one in quotes_in(block)}.values():
                if denial := self._denials.get(quote.quote_id):
                    self._paragraph += 1
                    self.written += 1
                    yield Paragraph(inlines=(TextRun(text=denial_sentence(denial, quote.raw_span)),))


def narrative_of(blocks: Sequence[Block]) -> list[Block]:
    """Return what stands between a chapter's title and its sections."""
    found: list[Block] = []
    for block in blocks[1:]:
        if isinstance(block, Heading) and section_called("".join(one.text for one in block.inlines)) is not None:
            break
        found.append(block)
    return found


def _enforced(result: EnforcementResult, moved: Sequence[int]) -> EnforcementResult:
    unproven = (
        one.model_copy(update={"paragraph": moved[one.paragraph]}) if one.paragraph < len(moved) else one
        for one in result.unproven
    )
    return result.model_copy(update={"unproven": tuple(unproven)})


def _chapter(draft: ChapterDraft, denials: Mapping[str, ListenerVerdict]) -> ChapterDraft:
    writer = _DenialWriter(denials)
    blocks = tuple(writer.blocks(draft.blocks))
    if not writer.written:
        return draft
    changed = {
        "blocks": blocks,
        "text": write_blocks(blocks),
        "narrative": write_blocks(narrative_of(blocks)),
        "enforcement": _enforced(draft.enforcement, writer.moved),
    }
    return draft.model_copy(update=changed)


def with_denials(edition: Edition, verdicts: Iterable[ListenerVerdict]) -> Edition:
    """Return the edition with a sentence behind each block that holds a denied quote, once for each of its denied
    quotes; the edition itself where none of its quotes is denied."""
    denials = {one.quote_id: one for one in verdicts if one.verdict is ListeningFinding.NOT_SO}
    if not denials:
        return edition
    return edition.model_copy(update={"chapters": tuple(_chapter(draft, denials) for draft in edition.chapters)})
