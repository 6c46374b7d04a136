"""Group excerpts by a word that several texts share, and write the groups.

A theme can be checked by reading: each of its texts has the first of its terms. Only the texts themselves are counted,
no statistics of a language: a term counts if it is rare among them and frequent in its own text.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log
from typing import NamedTuple

from core.answers.records import AnswerQuote, Citation
from core.answers.word_tokens import form_of, is_content_word, spellings_of, words_of
from core.editions.export.decision_labels import clock
from core.prose.model import Block, Emphasis, Heading, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.render import unmarked
from core.record import Record
from core.text.confusables import COLONS
from core.text.safe_html import counted, shortened
from core.transcripts.speakers import SpeakerRef, SpeakerRole

FEWEST = 2  # texts of a theme
_MOST_TERMS = 3
_PAIR = 1.5  # the weight of two words in a row against one: they rarely meet by chance
_WANTED = 1.5  # the weight of a word of the question
_OTHER_FILE = 0.3  # the extra weight of a term that other files have too

_MOST_NAMED = 12  # of a list in a sentence
_SHORT = 60  # characters of what is not quoted
_BETWEEN = " · "
_LIKE_A_SPEAKER = re.compile(f"[{COLONS}—―⸺>|]+")  # after a name or before words they introduce speech
_AT_START = re.compile(r"^[^\w(\[]+(?=\w)")
_AT_ENDS = " .,;:!?…。、！？"


class Theme(Record):
    """A theme of some texts: terms as forms and as written there (the first is in each text), and the texts' places."""

    forms: tuple[str, ...]
    terms: tuple[str, ...]
    places: tuple[int, ...]


def _terms_of(text: str) -> Counter[str]:
    """Count the forms of a text's content words, and of pairs of them side by side."""
    forms = [form_of(word) if is_content_word(word) else "" for word in words_of(text)]
    pairs = (f"{first} {second}" for first, second in pairwise(forms) if first and second and first != second)
    return Counter(form for form in (*forms, *pairs) if form)


class _Terms:
    """The terms of texts, and the weight of each as the name of a group."""

    def __init__(self, texts: Sequence[str], files: Sequence[str], wanted: frozenset[str]) -> None:
        self._files = files
        self._wanted = wanted
        self._counts = list(map(_terms_of, texts))
        self.holders: dict[str, list[int]] = defaultdict(list)
        for place, count in enumerate(self._counts):
            for term in count:
                self.holders[term].append(place)
        most = max(FEWEST, (len(texts) + 1) // 2)
        self.shared = [
            term for term, held in self.holders.items() if FEWEST <= len(held) <= most and self._is_characteristic(term)
        ]

    def _is_characteristic(self, term: str) -> bool:
        """Tell whether the texts share a term by more than chance."""
        held = self.holders[term]
        often = sum(self._counts[place][term] for place in held) > len(held)
        return " " in term or term in self._wanted or often or len(held) > FEWEST

    def weight(self, term: str, place: int) -> float:
        """Return the weight of a term in a text."""
        rarity = log(1 + len(self._counts) / len(self.holders[term]))
        worth = _PAIR if " " in term else _WANTED if term in self._wanted else 1.0
        return (1 + log(self._counts[place][term])) * rarity * worth

    def worth(self, term: str, places: Iterable[int]) -> float:
        """Return the weight of a term as the name of the texts at `places`."""
        places = list(places)
        files = len({self._files[place] for place in places})
        return sum(self.weight(term, place) for place in places) * (1 + _OTHER_FILE * (files - 1))


def _names(terms: _Terms, free: set[int]) -> list[str]:
    """Return the terms that name groups, best first, until no two texts are left that share one."""
    names: list[str] = []
    candidates = terms.shared
    while True:
        left = {term: free.intersection(terms.holders[term]) for term in candidates}
        candidates = [term for term in candidates if len(left[term]) >= FEWEST]
        if not candidates:
            return names
        best = max(candidates, key=lambda term: round(terms.worth(term, left[term]), 9))
        names.append(best)
        free = free - left[best]


def _assign(terms: _Terms, names: list[str], size: int) -> dict[str, list[int]]:
    """Put each text under its heaviest name; names with too few texts are given up."""
    while True:
        groups: dict[str, list[int]] = {name: [] for name in names}
        for place in range(size):
            fitting = [name for name in names if place in terms.holders[name]]
            if fitting:
                groups[max(fitting, key=lambda name: round(terms.weight(name, place), 9))].append(place)
        poor = [name for name in names if len(groups[name]) < FEWEST]
        if not poor:
            return groups
        names = [name for name in names if name != poor[-1]]


def _more_terms(terms: _Terms, name: str, places: list[int]) -> list[str]:
    """Return a group's name and the next best terms that most of it shares and that say something else."""
    chosen = [name]
    inside = frozenset(places)
    others = [
        (term, held)
        for term in terms.shared
        if len(held := inside.intersection(terms.holders[term])) >= max(FEWEST, (len(places) + 1) // 2)
    ]
    for term, _ in sorted(others, key=lambda other: -round(terms.worth(other[0], other[1]), 9)):
        if len(chosen) == _MOST_TERMS:
            break
        if not any(set(term.split()) & set(other.split()) for other in chosen):
            chosen.append(term)
    return chosen


def find_themes(texts: Sequence[str], files: Sequence[str], wanted: frozenset[str] = frozenset()) -> tuple[Theme, ...]:
    """Return the themes of some texts, each text in one of them or in none, in the order of their first texts.

    `files` holds the file of each text: a term of several files makes a better theme. `wanted` are the forms of a
    question: good names where only some of the texts have them.
    """
    terms = _Terms(texts, files, wanted)
    groups = _assign(terms, _names(terms, set(range(len(texts)))), len(texts))
    themes: list[Theme] = []
    for name, places in sorted(groups.items(), key=lambda group: group[1][0]):
        forms = _more_terms(terms, name, places)
        spelled = spellings_of(forms, [texts[place] for place in places])
        themes.append(Theme(forms=tuple(forms), terms=tuple(spelled), places=tuple(places)))
    return tuple(themes)


class Excerpt(NamedTuple):
    """What is shown of a passage, how its record is written, and the records that have the same words."""

    citation: Citation
    label: str
    quote: AnswerQuote
    same: tuple[str, ...] = ()


def _plain(text: str) -> str:
    """Return foreign words as a label may hold them: without anything that makes them a quotation."""
    words = _LIKE_A_SPEAKER.sub(" ", unmarked(text))
    return " ".join(_AT_START.sub("", words).split())


def _line(text: str) -> Paragraph:
    """Return a sentence without quotation marks: two foreign words may hold one half of a pair each."""
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
    """Return the text of a label after the file: who, when, and the metadata of the record."""
    known = citation.metadata or {}
    when = clock(citation.start_seconds) if citation.start_seconds is not None else ""
    named = (_plain(f"{name} {known[name]}") for name in ("course", "difficulty") if known.get(name))
    return _BETWEEN.join(filter(None, (_plain(citation.speaker), when, *named)))


def _label(file_name: str, details: str) -> list[Block]:
    named = [TextRun(text=file_name, emphasis=Emphasis.BOLD)] if file_name else []
    known = [TextRun(text=(_BETWEEN if named else "") + details)] if details else []
    return [Paragraph(inlines=(*named, *known))] if named or known else []


def _excerpt_blocks(excerpt: Excerpt, file_name: str) -> list[Block]:
    """Return an excerpt under its label; `file_name` is "" if the file is named above."""
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

    It has no marks: such words alone answer nothing, only their number matters.
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
    verb = "says no more than" if number == 1 else "say no more than"
    return [_heading("Very short"), _line(f"{counted(number, 'passage')} {verb} a few words: {_listed(listed)}.")]
