"""How labelled excerpts are written: an opening line, then theme by theme and file by file."""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from core.answers.records import AnswerQuote, Citation
from core.editions.export.labels import clock
from core.prose.model import Block, Emphasis, Heading, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.render import unmarked
from core.text.confusables import COLONS
from core.text.safe_html import counted, shortened
from core.transcripts.speakers import SpeakerRef, SpeakerRole

_MOST_NAMED = 12  # of a list in a sentence
_SHORT = 60  # characters of what is not quoted
_BETWEEN = " · "
_LIKE_A_SPEAKER = re.compile(f"[{COLONS}—―⸺>|]+")  # behind a name or before words they bring in what is said
_AT_START = re.compile(r"^[^\w(\[]+(?=\w)")
_AT_ENDS = " .,;:!?…。、！？"


class Excerpt(NamedTuple):
    """What is shown of a passage, how its record is written, and how the records are that say it in the same words."""

    citation: Citation
    label: str
    quote: AnswerQuote
    same: tuple[str, ...] = ()


def _plain(text: str) -> str:
    """Return words that others wrote as they can stand in a label: nothing is left that makes them a quotation."""
    words = _LIKE_A_SPEAKER.sub(" ", unmarked(text))
    return " ".join(_AT_START.sub("", words).split())


def _line(text: str) -> Paragraph:
    """Return a sentence; two words that others wrote can make a pair of marks where one of them makes none."""
    return Paragraph(inlines=(TextRun(text=unmarked(text)),))


def _listed(items: Sequence[str]) -> str:
    """Return names as a list in a sentence; of very many only the first."""
    shown = list(items[:_MOST_NAMED])
    if len(items) > _MOST_NAMED:
        shown.append(f"{len(items) - _MOST_NAMED:,} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _heading(text: str) -> Heading:
    return Heading(level=3, inlines=(TextRun(text=_plain(text)),))


def _file_name(citation: Citation) -> str:
    return _plain(citation.shown_file.replace("\\", "/").rstrip("/").rpartition("/")[2])


def _details(citation: Citation) -> str:
    """Return what a label says beside the file: who, when, and what is known of the record."""
    known = citation.metadata or {}
    when = clock(citation.start_seconds) if citation.start_seconds is not None else ""
    named = (_plain(f"{name} {known[name]}") for name in ("course", "difficulty") if known.get(name))
    return _BETWEEN.join(filter(None, (_plain(citation.speaker), when, *named)))


def _label(file_name: str, details: str) -> list[Block]:
    named = [TextRun(text=file_name, emphasis=Emphasis.BOLD)] if file_name else []
    known = [TextRun(text=(_BETWEEN if named else "") + details)] if details else []
    return [Paragraph(inlines=(*named, *known))] if named or known else []


def _excerpt_blocks(excerpt: Excerpt, file_name: str) -> list[Block]:
    """Return an excerpt under its label; `file_name` is "" where it stands above already."""
    quote = excerpt.quote
    speaker = SpeakerRef(speaker_id=quote.record_id, speaker_name=excerpt.label, speaker_role=SpeakerRole.UNCLEAR)
    quote_id = f"{quote.record_id}:{quote.within.start}-{quote.within.end}"
    block = QuoteBlock(quote=Quote(text=quote.text, quote_id=quote_id, raw_span=quote.span, speaker=speaker))
    same = [_line(f"In the same words, or nearly: {_listed(excerpt.same)}.")] if excerpt.same else []
    return [*_label(file_name, _details(excerpt.citation)), block, *same]


def opening_blocks(citations: Sequence[Citation], missing: Sequence[str]) -> list[Block]:
    """Return the opening line: how many passages, from where, by how many; and words of the question that none has."""
    if not citations:
        return [_line("No passage was found for this question. Other words may find some, or other sources.")]
    files = len({citation.shown_file for citation in citations})
    speakers = {citation.speaker for citation in citations}
    by = f", by {counted(len(speakers), 'speaker')}" if all(speakers) else ""
    text = f"{counted(len(citations), 'passage')} from {counted(files, 'file')}{by}, word for word."
    words = dict.fromkeys(_plain(word) for word in missing)
    plain = [word for word in words if word]
    if plain:
        noun, do = ("word", "does") if len(plain) == 1 else ("words", "do")
        text += f" The {noun} {_listed(plain)} {do} not occur in what was found."
    return [_line(text)]


def group_blocks(heading: str, excerpts: Sequence[Excerpt]) -> list[Block]:
    """Return excerpts under a heading, "" for none; a file is named once for those that follow each other."""
    blocks: list[Block] = [_heading(heading)] if heading else []
    last = None
    for excerpt in excerpts:
        file = excerpt.citation.shown_file
        blocks += _excerpt_blocks(excerpt, _file_name(excerpt.citation) if file != last else "")
        last = file
    return blocks


def short_blocks(excerpts: Sequence[Excerpt]) -> list[Block]:
    """Return in one sentence what passages of a few words say, each wording once with its records.

    It stands without marks: alone such words answer nothing, and how many there are is what they tell.
    """
    labels: dict[str, list[str]] = defaultdict(list)
    wordings: dict[str, str] = {}
    for excerpt in excerpts:
        words = shortened(_plain(excerpt.quote.text or excerpt.citation.text), _SHORT).strip(_AT_ENDS)
        if words:
            labels[words.casefold()].append(excerpt.label)
            wordings.setdefault(words.casefold(), words)
    if not labels:
        return []
    listed = [f"{words} ({_listed(labels[key])})" for key, words in wordings.items()]
    number = sum(map(len, labels.values()))
    say = "says no more than" if number == 1 else "say no more than"
    return [_heading("Very short"), _line(f"{counted(number, 'passage')} {say} a few words: {_listed(listed)}.")]
