"""The passages of an answer as one transcript: a turn for each record, its label the record's id.

So the code that proves quotations of a conversation also proves those of records: the same folds, whole tokens, one
turn, one speaker. There is no second matcher.
"""

import re
from bisect import bisect_right
from collections.abc import Container, Sequence

from core.answers.passage_transcript.refusals import RefusalFinder, message_of, says_more
from core.answers.record_ids import labels_of, with_own_ids
from core.answers.records import AnswerQuote, Citation, RefusalReason, Refused
from core.enforcement.matcher import TranscriptLookup
from core.prose.render import one_line
from core.span import Span
from core.text.segmentation import is_unspaced, sentence_spans, whole_tokens
from core.transcripts.speakers import Roster, Speaker
from core.transcripts.transcript import TranscriptPair, Turn
from core.whitelist.build import WhitelistQuote
from core.whitelist.occurrences import closing_of, take_in_punctuation
from core.whitelist.quote_key import quote_id_of, quote_key, resolve_markup, typed_words

__all__ = ["Ground", "count_words", "is_too_short", "message_of"]

# Between two passages: more line ends than an annotation may be long, so that none reaches across.
_BETWEEN = "\n" * 80
_REFERENCE = re.compile(r"(\d{1,6})\.(\d{1,6})(?:\s*[-‐–—]\s*(?:\1\.)?(\d{1,6}))?")
_WORD = re.compile(r"\S*\w\S*")
_SIC = re.compile(r"\s*[\[(]sic[.!]?[\])]", re.IGNORECASE)
_CHANGED_LETTER = re.compile(r"(?<!\w)\[([^\W\d_])\](?=[^\W\d_])")


def without_notes(words: str) -> str:
    """Return words without "[sic]", and without the brackets around a letter that was made large or small."""
    return _CHANGED_LETTER.sub(r"\1", _SIC.sub("", words)) if "[" in words or "(" in words else words


def count_words(text: str) -> int:
    """Return how many words a text has; in a script without spaces each letter counts as one."""
    apart = "".join(f" {char} " if is_unspaced(char) else char for char in text)
    return len(_WORD.findall(apart))


def is_too_short(words: str, claim: str, least_words: int) -> bool:
    """Tell whether a quotation has fewer words than it should, and says little that its claim does not say."""
    return count_words(words) < least_words and not says_more(words, claim)


def _transcript_of(citations: Sequence[Citation], labels: Sequence[str]) -> TranscriptPair:
    pieces: list[str] = [_BETWEEN]  # before the first one too, so that what is proven does not hang on the order
    turns: list[Turn] = []
    length = len(_BETWEEN)
    for citation, label in zip(citations, labels, strict=True):
        pieces += (citation.text, _BETWEEN)
        turns.append(Turn(speaker=label, span=Span(length, length + len(citation.text))))
        length += len(citation.text) + len(_BETWEEN)
    return TranscriptPair.from_raw("".join(pieces), turns=tuple(turns))


class Ground:
    """The passages that were sent for a question, indexed for any number of quotations.

    `first` is the number of the first passage in the ids of its sentences (`n.m`, both counted upwards, m from 1).
    """

    def __init__(self, citations: Sequence[Citation], *, first: int = 1) -> None:
        self.citations = with_own_ids(citations)
        self.first = first
        labels = labels_of([citation.record_id for citation in self.citations])
        self.transcript = _transcript_of(self.citations, labels)
        self.roster = Roster(
            speakers=tuple(
                # A name that begins with a small letter is found in a sentence only as an alias.
                Speaker(speaker_id=citation.record_id, speaker_name=label, aliases=(label,))
                for citation, label in zip(self.citations, labels, strict=True)
            )
        )
        self._index_of = {citation.record_id: index for index, citation in enumerate(self.citations)}
        self._starts = [turn.span.start for turn in self.transcript.turns]
        self._lookup = TranscriptLookup((), self.transcript, self.roster)
        self._refusals = RefusalFinder(self.transcript, self.citations)
        self._sentences: dict[int, tuple[Span, ...]] = {}

    def _at(self, raw_offset: int) -> int:
        """Return the index of the passage that holds a place of the transcript's raw."""
        return bisect_right(self._starts, raw_offset) - 1

    def prove(self, words: str, record_id: str = "", *, only: bool = False) -> WhitelistQuote | None:
        """Return the exact stretch of one passage with the quoted words, as a proven quote by its record; or None.

        If several passages have the words, the named one counts, else the first; with `only` no other than the named
        one. Entities and escapes must be resolved before. Editors' marks about spelling ("[sic]", "[t]he") are no part
        of a quotation.
        """
        found = self._prove(words, record_id, only=only)
        plain = without_notes(words) if found is None else words
        return found if plain == words else self._prove(plain, record_id, only=only)

    def _prove(self, words: str, record_id: str, *, only: bool) -> WhitelistQuote | None:
        index, key = self._index_of.get(record_id), quote_key(words)
        places = self._lookup.occurrences(key) if any(map(str.isalnum, key)) else []
        named = [place for place in places if self._at(place.raw.start) == index]
        if not named:
            first = self._at(places[0].raw.start) if places and not only else -1
            named = [place for place in places if self._at(place.raw.start) == first]
        if not named:
            return None
        raw, tail, typed = self.transcript.raw, closing_of(typed_words(words)), one_line(words)
        slices = [(take_in_punctuation(raw, place.raw, tail), place) for place in named]
        span, place = next((one for one in slices if one_line(one[0].slice(raw)) == typed), slices[0])
        quote = self._quote(span, place.match)
        # A slice with another key (because it ends in markup) would be another quote in the next enforcement.
        return quote if quote.quote_canonical == key else None

    def _quote(self, span: Span, match: tuple[int, int]) -> WhitelistQuote:
        text = span.slice(self.transcript.raw)
        index = self._at(span.start)
        speaker, key = self.roster.speakers[index].ref, quote_key(text)
        return WhitelistQuote(
            quote_id=quote_id_of(speaker.speaker_id, key),
            quote_text=text,
            quote_canonical=key,
            speaker=speaker,
            source_evidence_ids=[],
            chapter_indices=[],
            match_spans=[match],
            raw_spans=[(span.start, span.end)],
            speaker_verified=True,
            start_seconds=self.citations[index].start_seconds,
        )

    def named(self, name: str, shown: Container[int] | None = None) -> WhitelistQuote | None:
        """Return the quote that a reference names: `3.2`, or `3.2-4` for consecutive sentences; or None.

        `shown` are the indices of the passages whose sentences were sent, None where all were.
        """
        found = _REFERENCE.fullmatch(name.strip("[] \t\n"))
        if found is None:
            return None
        index, first = int(found[1]) - self.first, int(found[2])
        last = int(found[3] or first)
        if not 0 <= index < len(self.citations) or (shown is not None and index not in shown):
            return None
        sentences = self.sentences(index)
        if not 1 <= first <= last <= len(sentences):
            return None
        within = Span(sentences[first - 1].start, sentences[last - 1].end)
        proven = self.provable(index, within)
        return self._found(proven.slice(self.citations[index].text), index) if proven else None

    def provable(self, index: int, within: Span) -> Span | None:
        """Return what of a stretch of a passage can be quoted: all of it, else without what stands around its words,
        else None; code points of the passage's text. Whatever is offered for quoting is found here first."""
        text = self.citations[index].text
        words = [at for at in range(*within) if text[at].isalnum()]
        if words:
            bare = whole_tokens(Span(words[0], words[-1] + 1), text)
            for stretch in dict.fromkeys((within, bare)):
                if within.contains(stretch) and self._found(stretch.slice(text), index):
                    return stretch
        return None

    def _found(self, words: str, index: int) -> WhitelistQuote | None:
        """Return words of a passage as a quote by its record, as they stand or with entities and escapes resolved."""
        record_id = self.citations[index].record_id
        typed = dict.fromkeys((words, resolve_markup(words)))
        return next(filter(None, (self.prove(one, record_id, only=True) for one in typed)), None)

    def quote_at(self, raw_span: Span) -> AnswerQuote:
        """Return the quotation for a stretch of the transcript's raw, inside one passage."""
        index = self._at(raw_span.start)
        citation, start = self.citations[index], self._starts[index]
        within = Span(raw_span.start - start, raw_span.end - start)
        return AnswerQuote(
            text=within.slice(citation.text),
            record_id=citation.record_id,
            source=citation.file,
            within=within,
            span=Span(within.start + citation.offset, within.end + citation.offset),
            speaker=citation.speaker,
        )

    def _answer_quote(self, quote: WhitelistQuote | None) -> AnswerQuote | None:
        return self.quote_at(Span(*quote.raw_spans[0])) if quote is not None else None

    def find(self, words: str, record_id: str = "", *, only: bool = False) -> AnswerQuote | None:
        """Return the exact stretch of one passage with the typed words, as they stand or with entities and escapes
        resolved; see `prove`."""
        for typed in dict.fromkeys((words, resolve_markup(words))):
            found = self.prove(typed, record_id, only=only)
            if found is not None:
                return self._answer_quote(found)
        return None

    def find_in(self, words: str, record_id: str) -> AnswerQuote | None:
        """Return the exact stretch of the named passage with the typed words, None if it has none."""
        return self.find(words, record_id, only=True)

    def refer(self, name: str, *, shown: Container[int] | None = None) -> AnswerQuote | None:
        """Return the quotation that a reference names, None where it names no sentences that were sent."""
        return self._answer_quote(self.named(name, shown))

    def sentences(self, index: int) -> tuple[Span, ...]:
        """Return the sentences of a passage, in code points of its text; the m-th has the id `n.m`."""
        if index not in self._sentences:
            text = self.citations[index].text
            spans = sentence_spans(text)
            self._sentences[index] = tuple(span for span in spans if any(map(str.isalnum, span.slice(text))))
        return self._sentences[index]

    def sentence_lines(self, index: int) -> tuple[tuple[str, str], ...]:
        """Return the id and the words of each sentence of a passage, each on one line; the id is "" where they cannot
        be quoted."""
        text = self.citations[index].text
        return tuple(
            (f"{index + self.first}.{number}" if self.provable(index, span) else "", one_line(span.slice(text)))
            for number, span in enumerate(self.sentences(index), start=1)
        )

    def _nearest(self, raw_span: Span | None) -> str:
        """Return the nearest words of one passage that can be quoted, "" if there are none."""
        start, end = whole_tokens(raw_span or Span(0, 0), self.transcript.raw)
        turns = enumerate(self.transcript.turns)
        parts = [(index, Span(max(start, turn.span.start), min(end, turn.span.end))) for index, turn in turns]
        index, part = max(parts, key=lambda one: one[1].end - one[1].start, default=(0, Span(0, 0)))
        if part.start >= part.end:
            return ""
        begins = self._starts[index]
        within = self.provable(index, Span(part.start - begins, part.end - begins))
        return one_line(within.slice(self.citations[index].text)) if within else ""

    def refuse(
        self, words: str, *, record_id: str = "", claim_text: str = "", too_short: bool = False, only: bool = False
    ) -> Refused:
        """Return why quoted words are refused; with `only` they had to stand in the named record.

        `too_short` says that they are, if they are proven.
        """
        reason, nearest = RefusalReason.TOO_SHORT, ""
        proven = self.find(words, record_id)
        if proven is None:
            found = self._refusals.find(resolve_markup(words))
            reason, nearest = found.reason, self._nearest(found.nearest)
        elif only and proven.record_id != record_id:
            known = record_id in self._index_of
            reason = RefusalReason.OTHER_RECORD if known else RefusalReason.UNKNOWN_RECORD
            nearest = one_line(proven.text)
        elif not too_short:
            reason, nearest = RefusalReason.REPEATED, one_line(proven.text)
        return Refused(
            words=words,
            reason=reason,
            message=message_of(reason),
            claim_text=claim_text,
            record_id=record_id,
            nearest=nearest,
        )

    def refuse_reference(self, name: str, *, claim_text: str = "") -> Refused:
        """Return the refusal of a reference to sentences that were not sent."""
        reason = RefusalReason.UNKNOWN_REFERENCE
        return Refused(words=name, reason=reason, message=message_of(reason), claim_text=claim_text)
