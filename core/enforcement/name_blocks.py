"""Names apart from the words: a block of their own, which signs what stands above or stands over what comes below; and
quotation marks that are a block of their own.

To a reader "**Maya Okafor**" over a paragraph makes its words hers. Such a name goes, and the words are listed; it
stays over words about that person, which name them. A name behind a dash only signs.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.enforcement.references import refers
from core.enforcement.results import Decision
from core.enforcement.seen_names import UNSTOPPED, SeenName, seen_names, without_number, without_times
from core.enforcement.signatures import CREDITS, SAYS_WHO
from core.prose.attribution.running_text import sentence_spans
from core.prose.model import Block, Heading, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.parse import BlockKind, SourceBlock, texts_of
from core.prose.render import one_line
from core.text.confusables import COLONS
from core.text.spelt_marks import NO_MARK, MarkAlone, mark_alone
from core.transcripts.speakers import Roster, SpeakerRef

_COLONS = frozenset(COLONS)
# What a name that stands over words may say of them: that they are its own.
_WORDS_OF = re.compile(r"\A[Ii]n (?:the (?:own )?words of )?")
_OWN_WORDS = re.compile(r",? in (?:her|his|their) own words\Z")
_SAYING = re.compile(
    r"(?:[’'](?:s )?(?:own )?(?:words|voice|testimony|answer|account|statement|reply)"
    r"| (?:says|said|speaks|remembers|recalls|tells|answers|explains|replies))\Z"
)
_LONGEST = 80  # characters of a name with what stands beside it
_MOST_WORDS = 8  # of a person with a role
_FEWEST = 4  # of a sentence
_SEEN = 240  # characters of the words below that are read
_FIRST_PERSON = frozenset(
    "i me my mine myself we us our ours ourselves i'm i've i'd i'll we're we've we'd we'll".split()
)
_ARTICLES = ("The ", "A ", "An ")
_APOSTROPHE = str.maketrans("’", "'")

Decide = Callable[[str, SpeakerRef | None], Decision]
"""Makes the decision that words without marks, given to a person by where they stand, stay as unproven prose."""


class NameAlone(NamedTuple):
    """A name that is all of a block; with a dash before it or in parentheses it `signs` what stands above."""

    speaker: SpeakerRef | None
    signs: bool


def name_alone(source: SourceBlock, roster: Roster) -> NameAlone | None:
    """Return the name that a paragraph or heading is, a time, a number, a role and a colon aside; else None."""
    text = source.text.strip()
    if source.blocks or not 0 < len(text) <= _LONGEST or "\n" in text or refers(text):
        return None
    credited = without_number(without_times(text)).strip(" \t*_#" + COLONS)
    bare = CREDITS.sub("", credited)
    signs = bare != credited
    if not signs:  # a colon behind what somebody says leads in what follows, as any sentence may
        bare = _OWN_WORDS.sub("", bare)
        bare = bare if text.endswith(tuple(COLONS)) else _SAYING.sub("", _WORDS_OF.sub("", bare))
    if not _COLONS.isdisjoint(bare):
        return None
    inside = bare.lstrip("—–―⸺-~ ")
    inside = SAYS_WHO.sub("", inside) if inside != bare else inside
    seen = seen_names(roster).read(inside.removeprefix("(").removesuffix(")") if inside[:1] == "(" else inside)
    return NameAlone(seen.speaker, signs=signs or inside != bare or inside[:1] == "(") if seen is not None else None


class _Held(NamedTuple):
    """A name that waits for what comes below, and the place of the decision that it signs what stands above, if any.

    As the last item of a list it only stands over a paragraph.
    """

    blocks: list[Block]
    name: SeenName
    signs: int | None
    item: bool = False


def _text_of(blocks: Sequence[Block]) -> str:
    """Return the words that some blocks begin with, "" where a quotation does."""
    first = blocks[0]
    if isinstance(first, ListBlock):
        return _text_of(first.items[0])
    if not isinstance(first, Paragraph | Heading) or not isinstance(first.inlines[0], TextRun):
        return ""
    return one_line("".join([one.text for one in first.inlines if isinstance(one, TextRun)]))


def _reads_as_a_person(item: Sequence[Block]) -> bool:
    """Tell whether an item is no sentence and no quotation, as the other items of a list of people are."""
    words = _text_of(item)
    quotes = isinstance(item[0], Paragraph) and any(isinstance(one, Quote) for one in item[0].inlines)
    tells = words.startswith(_ARTICLES) or words.endswith(tuple(".!?…")) or UNSTOPPED.match(words)
    return not (quotes or tells) and 0 < len(words.split()) <= _MOST_WORDS


def _is_sentence(words: str) -> bool:
    is_whole = words.endswith(tuple(".!?…")) or UNSTOPPED.match(words) is not None
    return is_whole and len(words.split(None, _FEWEST)) >= _FEWEST and not words[0].islower()


def _mark_in(text: str) -> MarkAlone | None:
    """Return the mark that is all of a text; most texts are longer, or begin as none does."""
    return mark_alone(text) if len(text) <= _LONGEST and not NO_MARK.match(text) else None


def _mark_of(source: SourceBlock) -> MarkAlone | None:
    """Return the mark that is all of a block; a tag of a page apart from its words is a block quote."""
    if source.blocks:
        return MarkAlone(opens=True, closes=True) if source.kind is BlockKind.QUOTE and not texts_of(source) else None
    return _mark_in(source.text)


class NameBlocks:
    """Follows the blocks of a text in order; `decisions` is where those about the text stand, in reading order."""

    def __init__(self, roster: Roster, decisions: list[Decision], decide: Decide) -> None:
        self._roster = roster
        self._decisions = decisions
        self._decide = decide
        self._held: _Held | None = None
        self._above: Sequence[Block] = ()  # what stands above
        self._in_marks = self._below_mark = False  # whether a mark that is a block of its own is open, or stands above
        self._is_listed = False  # whether what stands above is listed for such a mark

    def take(self, source: SourceBlock, settle: Callable[[], list[Block]], *, continues: bool = False) -> list[Block]:
        """Return what the next block adds to the text; a name is held back until what comes below is known."""
        alone = name_alone(source, self._roster)
        if alone is not None:
            signs = self._sign_above(alone.speaker) if source.kind is not BlockKind.HEADING else None
            stays = not (alone.signs or continues or source.text.rstrip().endswith(tuple(COLONS)))
            rest = self.finish()
            self._held = None if alone.signs else _Held(settle() if stays else [], SeenName(alone.speaker), signs)
            self._above = ()
            return rest
        mark = None if continues else _mark_of(source)
        if mark is not None:
            return self._take_mark(mark)
        before = len(self._decisions)
        below_mark, self._below_mark, self._is_listed = self._below_mark, False, False
        read = map(self._items_left, self._without_labels(settle()))
        blocks = [one for one in read if not isinstance(one, ListBlock) or one.items]
        if not blocks:
            return []
        mark = None if continues or len(blocks) > 1 else _mark_in(_text_of(blocks))
        if mark is not None:
            return self._take_mark(mark)
        left = self._name_left(blocks) if not continues else None
        if left is not None:
            rest = self.finish()
            self._held, self._above = _Held(blocks, left, self._sign_above(left.speaker)), ()
            return rest
        held, self._held = self._held, None
        self._above = blocks
        is_text = source.kind is not BlockKind.HEADING and isinstance(blocks[0], Paragraph)
        if held is not None and held.item and not is_text:
            blocks = [*held.blocks, *blocks]
        elif held is not None:
            blocks = [*self._over(held, blocks, before), *blocks]
            self._is_listed = below_mark
        elif below_mark:
            self._is_listed = self._list_first(_text_of(blocks), None, before)
        return self._hold_last_item(blocks)

    def _take_mark(self, mark: MarkAlone) -> list[Block]:
        """Take a mark away that is a block of its own; the words below one that opens are listed when they come."""
        opens = mark.opens and not (mark.closes and self._in_marks)
        if not opens and not self._is_listed:
            self._sign_above(None)
        self._in_marks = self._below_mark = opens
        return []

    def _list_first(self, words: str, speaker: SpeakerRef | None, before: int) -> bool:
        """List the first sentence of some words before the decisions behind the first `before`, if there is any."""
        if words:
            sentence = sentence_spans(words[:_SEEN])[0].slice(words).strip()
            self._decisions.insert(before, self._decide(sentence, speaker))
        return bool(words)

    def finish(self) -> list[Block]:
        """Return the item that waits for a paragraph and has none below it."""
        held, self._held = self._held, None
        return held.blocks if held is not None and held.item else []

    def _hold_last_item(self, blocks: list[Block]) -> list[Block]:
        """Hold a name back that is the last item of a list and stands in no list of people, or is left behind what was
        set apart; return what is left."""
        last = blocks[-1]
        left = self._name_left((last,)) if len(blocks) > 1 and isinstance(last, Paragraph) else None
        if left is not None:  # what was set apart before it left the name alone
            self._above = blocks[:-1]
            self._held, self._above = _Held([last], left, self._sign_above(left.speaker)), ()
            return blocks[:-1]
        name = self._name_left(last.items[-1]) if isinstance(last, ListBlock) else None
        if not isinstance(last, ListBlock) or name is None or any(map(_reads_as_a_person, last.items[-2:-1])):
            return blocks
        before, item = (last.model_copy(update={"items": part}) for part in (last.items[:-1], last.items[-1:]))
        self._held, self._above = _Held([item], name, None, item=True), ()
        return [*blocks[:-1], before] if before.items else blocks[:-1]

    def _without_labels(self, blocks: list[Block]) -> list[Block]:
        """Return the blocks that one became without the names that stand over what was set apart."""
        if len(blocks) < 2:
            return blocks
        return [one for one in blocks[:-1] if self._name_left((one,)) is None] + blocks[-1:]

    def _items_left(self, block: Block) -> Block:
        """Return a list without the names of its items that stand over the sentence in the next one."""
        if not isinstance(block, ListBlock):
            return block
        items = block.items
        kept: list[tuple[Block, ...]] = []
        for number, item in enumerate(items):
            mark = _mark_in(_text_of(item)) if len(item) == 1 else None
            if mark is not None:  # listed is what stands below one that opens
                below = _text_of(items[number + 1]) if mark.opens and number + 1 < len(items) else ""
                self._list_first(below, None, len(self._decisions))
                continue
            in_people = any(map(_reads_as_a_person, items[max(0, number - 1) : number]))
            name = None if in_people or number + 1 == len(items) else self._name_left(item)
            words = _text_of(items[number + 1]) if name is not None else ""
            if name is None or not _is_sentence(words) or self._is_about(words[:_SEEN], name):
                kept.append(item)
            else:
                self._list_first(words, name.speaker, len(self._decisions))
        return block if len(kept) == len(items) else block.model_copy(update={"items": tuple(kept)})

    def _name_left(self, blocks: Sequence[Block]) -> SeenName | None:
        """Return the name that is all that is left of a block."""
        alone = blocks[0] if len(blocks) == 1 else None
        if not isinstance(alone, Paragraph) or not all(isinstance(one, TextRun) for one in alone.inlines):
            return None
        text = _text_of(blocks)
        if len(text) > _LONGEST:
            return None
        found = name_alone(SourceBlock(kind=BlockKind.PARAGRAPH, text=text), self._roster)
        return SeenName(found.speaker) if found is not None else None

    def _sign_above(self, speaker: SpeakerRef | None) -> int | None:
        words = self._last_sentence(self._above) if self._above else ""
        if not words:
            return None
        self._decisions.append(self._decide(words, speaker))
        return len(self._decisions) - 1

    def _over(self, held: _Held, blocks: Sequence[Block], before: int) -> list[Block]:
        """Return the name over some blocks where they are about that person, else list the words below it."""
        if held.signs is not None:
            del self._decisions[held.signs]
            before -= 1
        words = _text_of(blocks)
        if words and self._is_about(words[:_SEEN], held.name):
            return held.blocks
        if not isinstance(blocks[0], QuoteBlock):
            self._list_first(words, held.name.speaker, before)
        return []

    def _is_about(self, words: str, name: SeenName) -> bool:
        plain = [word.strip(".,;:!?…()").casefold() for word in words.translate(_APOSTROPHE).split()]
        if name.speaker is None or not _FIRST_PERSON.isdisjoint(plain):
            return False
        own = seen_names(self._roster).words_of(name.speaker.speaker_id)
        return not own.isdisjoint(word.removesuffix("'s") for word in plain)

    @staticmethod
    def _last_sentence(blocks: Sequence[Block]) -> str:
        last = blocks[-1]
        if not isinstance(last, Paragraph) or not isinstance(last.inlines[-1], TextRun):
            return ""
        text = one_line(last.inlines[-1].text)[-2 * _SEEN :]
        spans = sentence_spans(text)
        return spans[-1].slice(text).strip() if spans else ""
