"""The material of corruptions: the proven quotes, the words around them, and a simple search for who said what.

The search excludes corruptions that somebody said by accident. It uses only the transcript's words in their order, and
none of the packages under test; it ignores punctuation, so that it excludes too many rather than too few.
"""

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from core.generation.line import Line
from core.prose.render import one_line
from core.span import Span
from core.text.canonical import canonicalize, canonicalize_all
from core.text.fuzzy_ends import SPACELESS
from core.transcripts.annotations import blank_annotations
from core.transcripts.speakers import SpeakerRef
from core.transcripts.transcript import Turn
from core.whitelist.build import WhitelistQuote
from core.whitelist.difference import FILLERS, NEGATIONS, NUMBER_WORDS

# In scripts without spaces every character is a word, as it is a token to the whitelist.
_WORD = re.compile(rf"[{SPACELESS}]|[^\W_{SPACELESS}]+(?:'[^\W_{SPACELESS}]+)*")
_CONTENT_WORD = re.compile(r"(?<![^\W_'’-])[a-z]{4,}(?![^\W_]|['’-])")
_FUNCTION_WORDS = frozenset(
    "about above after again against also been before being below between both could does doing down during each from "
    "further have having here hers herself himself into itself just more most much must myself only other ours over "
    "same shall should some such than that their theirs them themselves then there these they this those through "
    "under until upon very were what when where which while whom whose will with within would your yours".split()
)
_NO_CONTENT = _FUNCTION_WORDS | FILLERS | NEGATIONS | NUMBER_WORDS


class TurnContext(NamedTuple):
    """A quote's turn and its neighbours, each as its words on one line; "" where there is none."""

    before: str
    own: str
    after: str


class CorruptionSource(NamedTuple):
    """A quote to corrupt. `slice` is its slice on one line, `speech` the same without annotations and timestamps."""

    quote: WhitelistQuote
    slice: str
    speech: str
    material: "CorruptionMaterial"


def content_words(text: str) -> list[re.Match[str]]:
    """Return the words that carry a meaning of their own: four small letters or more, none of a closed list."""
    return [match for match in _CONTENT_WORD.finditer(text) if match.group() not in _NO_CONTENT]


def run_of(words: str) -> str:
    """Return words in canonical form with single spaces between and around them, without punctuation."""
    return f" {' '.join(_WORD.findall(canonicalize(words)))} "


class CorruptionMaterial:
    """The proven quotes of a line and what was said around them."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.sources = tuple(
            CorruptionSource(quote, one_line(quote.quote_text), one_line(blank_annotations(quote.quote_text)), self)
            for quote in line.whitelist
            if self._is_named(quote.speaker)
        )

    def _is_named(self, speaker: SpeakerRef) -> bool:
        found = self._line.roster.resolve(speaker.speaker_name)
        return found is not None and found.speaker_id == speaker.speaker_id

    def _words_of(self, turn: Turn) -> str:
        return one_line(turn.span.slice(self._line.transcript.speech.text))

    @cached_property
    def _turns(self) -> list[Turn]:
        """The turns in which something is said."""
        return [turn for turn in self._line.transcript.turns if self._words_of(turn)]

    @cached_property
    def _runs(self) -> tuple[str, list[int], list[str | None]]:
        """All words in order, turn by turn; where each turn begins; its speaker, None if nobody is named."""
        transcript, roster = self._line.transcript, self._line.roster
        pieces = [self._words_of(turn) for turn in self._turns] or [transcript.speech.text]
        runs = [f" {' '.join(_WORD.findall(piece))} " for piece in canonicalize_all(pieces)]
        refs = [roster.resolve(turn.speaker) for turn in self._turns] or [None]
        starts = list(accumulate((len(run) + 1 for run in runs), initial=0))[:-1]
        return "\n".join(runs), starts, [ref.speaker_id if ref else None for ref in refs]

    def said_by(self, words: str) -> set[str | None]:
        """Return who says these words in a row within one turn; the set holds None for a turn without a name."""
        text, starts, speakers = self._runs
        run = run_of(words)
        found: set[str | None] = set()
        place = text.find(run)
        while place >= 0:
            found.add(speakers[bisect_right(starts, place) - 1])
            place = text.find(run, place + 1)
        return found

    @cached_property
    def speakers(self) -> tuple[SpeakerRef, ...]:
        """All speakers with a turn who can be named, in order of appearance."""
        resolved = (self._line.roster.resolve(label) for label in self._line.transcript.labels)
        found = {ref.speaker_id: ref for ref in resolved if ref is not None and self._is_named(ref)}
        return tuple(found.values())

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """The content words of all quotes, sorted."""
        return tuple(sorted({match.group() for source in self.sources for match in content_words(source.speech)}))

    def by(self, speaker: SpeakerRef) -> list[CorruptionSource]:
        """Return the quotes of one person."""
        return [source for source in self.sources if source.quote.speaker.speaker_id == speaker.speaker_id]

    def place_of(self, quote: WhitelistQuote) -> TurnContext | None:
        """Return the turn of a quote, and its neighbours; None if the transcript has no turns."""
        span = Span(*quote.raw_spans[0])
        for index, turn in enumerate(self._turns):
            if turn.span.contains(span):
                before = self._words_of(self._turns[index - 1]) if index else ""
                after = self._words_of(self._turns[index + 1]) if index + 1 < len(self._turns) else ""
                return TurnContext(before, self._words_of(turn), after)
        return None
