"""How near a quotation that failed is to its source: a slip that a person would accept is not what somebody made up.

Slices and the nearest passage are looked up as they are for refused quotes; there is no matcher of its own here.
Inflection is that of English: words of other languages are compared as they are written.
"""

from collections.abc import Iterable, Iterator

from core.answers.word_tokens import form_of, words_of
from core.enforcement.matcher import TranscriptLookup
from core.enforcement.references import refers
from core.evaluation.records import Judged, QuotationKind
from core.prose.render import one_line
from core.record import Record
from core.span import Span
from core.text.punctuation import END_PUNCTUATION
from core.text.segmentation import whole_tokens
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.verify import UnverifiedReason, Verification
from core.whitelist.difference import DiffOperation, DiffPiece, similarity, word_diff
from core.whitelist.nearest import NearestIndex
from core.whitelist.occurrences import closing_of
from core.whitelist.quote_key import quote_key, resolve_markup
from core.whitelist.slices import SliceFinder

MOST_WORDS = 2
"""Words that may differ in a quotation that is only reworded."""
NEAR = 0.85
"""The similarity of a quotation that is only reworded, however many of its words differ."""
BETWEEN = " … "
"""What stands between the passages of a quotation that is joined from several."""

_AT_THE_ENDS = END_PUNCTUATION + " -–—"  # of a passage; it begins and ends with its words
_UNDER_ANOTHER_NAME = frozenset((UnverifiedReason.WRONG_SPEAKER, UnverifiedReason.UNKNOWN_SPEAKER))
# The families that a search does not join, because their words stand everywhere or are other words too.
_FAMILIES = (
    "be am is are was were been being;isn't aren't wasn't weren't;have has had having;haven't hasn't hadn't;"
    "do does did done doing;don't doesn't didn't;go goes went gone going;get gets got gotten getting;"
    "make makes made making;take takes took taken taking;come comes came coming;see sees saw seen seeing;"
    "say says said saying;know knows knew known knowing;think thinks thought thinking;give gives gave given giving;"
    "find finds found finding;tell tells told telling;feel feels felt feeling;leave leaves left leaving;"
    "keep keeps kept keeping;run runs ran running;bring brings brought bringing;hear hears heard hearing;"
    "mean means meant meaning;sit sits sat sitting;show shows showed shown showing;"
    "understand understands understood understanding;this these;that those;person people;"
    "i me my mine;we us our ours;he him his;she her hers;they them their theirs;who whom whose"
)
_BASE = {form: family.split()[0] for family in _FAMILIES.split(";") for form in family.split()}


class NearVerbatim(Record):
    """The kind of a quotation that failed, and the passages of raw that it is most like, in its order; none where
    nothing is like it. `score` is 0 to 1, 1 minus the normalised distance; 1 where its words stand in the source."""

    kind: QuotationKind
    nearest: tuple[Span, ...] = ()
    score: float = 1.0


def _forms(text: str) -> list[str]:
    return [_BASE.get(word) or form_of(word) for word in words_of(text)]


def _count(pieces: Iterable[DiffPiece]) -> tuple[int, int]:
    """Return how many words of two texts are the same, and how many differ: a word in another's place is one."""
    same, differ, gone = 0, 0, 0
    for piece in pieces:
        words = len(piece.text.split())
        if piece.op is DiffOperation.SAME:
            same, gone = same + words, 0
        elif piece.op is DiffOperation.GONE:
            differ, gone = differ + words, words
        else:
            differ, gone = differ + max(0, words - gone), 0
    return same, differ


def _kind(words: str, passage: str, score: float) -> QuotationKind:
    same, differ = _count(word_diff(" ".join(_forms(words)), " ".join(_forms(passage))))
    if not differ:
        return QuotationKind.INFLECTED
    near = score >= NEAR or (differ <= MOST_WORDS and differ < same)
    return QuotationKind.REWORDED if near else QuotationKind.INVENTED


class KindFinder:
    """Tells the kinds of quotations from one source, which is indexed once: a talk, or the records that were sent."""

    def __init__(self, transcript: TranscriptPair, *, of_records: bool = False) -> None:
        self._transcript = transcript
        self._misnamed = QuotationKind.OTHER_RECORD if of_records else QuotationKind.WRONG_SPEAKER
        self._lookup = TranscriptLookup((), transcript, Roster())
        self._slices = SliceFinder(transcript)
        self._index: NearestIndex | None = None
        self._found: dict[tuple[str, bool], NearVerbatim | None] = {}

    @property
    def kinds(self) -> tuple[QuotationKind, ...]:
        """The kinds that there can be: a talk has no records, and no wrong speaker where it names none."""
        misnamed = {QuotationKind.OTHER_RECORD, QuotationKind.WRONG_SPEAKER}
        own = {self._misnamed} if self._transcript.names_speakers else set[QuotationKind]()
        return tuple(kind for kind in QuotationKind if kind not in misnamed - own)

    def find(self, words: str, *, misnamed: bool = False) -> NearVerbatim | None:
        """Return the kind of a quotation as written, None where its words stand in one turn and not `misnamed`.

        `misnamed` says that they stand there, but under another name than the text gives. Source: decisions.md#seed-4.
        """
        if (words, misnamed) not in self._found:
            self._found[words, misnamed] = self._look_up(words, misnamed=misnamed)
        return self._found[words, misnamed]

    def _look_up(self, words: str, *, misnamed: bool) -> NearVerbatim | None:
        typed = resolve_markup(words)
        key = quote_key(typed)
        if not any(map(str.isalnum, key)) or refers(words):
            return NearVerbatim(kind=QuotationKind.INVENTED, score=0.0)
        places = self._lookup.occurrences(key)
        if misnamed:
            return NearVerbatim(kind=self._misnamed, nearest=tuple(place.raw for place in places[:1]))
        if places:
            return None
        if within := self._slices.elided(key):
            return NearVerbatim(kind=QuotationKind.ELIDED, nearest=(within,))
        if slices := self._slices.joined(typed):
            return NearVerbatim(kind=QuotationKind.JOINED, nearest=slices)
        return self._compare(typed, key)

    def _compare(self, typed: str, key: str) -> NearVerbatim:
        """Return the kind of words that stand nowhere, by the passage that they are most like."""
        self._index = self._index or NearestIndex(self._transcript)
        near = self._index.find([key])[0]
        if near is None:
            return NearVerbatim(kind=QuotationKind.INVENTED, score=0.0)
        raw = self._transcript.raw
        parts = self._transcript.speech.parts_of(near.span)
        nearest = tuple(whole_tokens(self._transcript.raw_span(*part), raw) for part in parts)
        passage = " ".join(span.slice(raw) for span in nearest)
        score = similarity(key, quote_key(passage))
        return NearVerbatim(kind=_kind(typed, passage, score), nearest=nearest, score=score)

    def tell(self, judged: Judged) -> Judged:
        """Return a quotation with its kind and its nearest passage; one that did not fail is returned as it is."""
        if judged.verbatim and judged.cited is not False:
            return judged
        found = self.find(judged.words, misnamed=judged.verbatim)
        if found is None:
            return judged
        raw = self._transcript.raw
        nearest = BETWEEN.join(one_line(span.slice(raw)).strip(_AT_THE_ENDS) for span in found.nearest)
        return judged.model_copy(update={"kind": found.kind, "nearest": nearest})

    def kinds_after(self, found: Verification) -> Iterator[QuotationKind]:
        """Yield the kinds of the quotations of a finished text that its checker does not prove; words that stand in the
        source under no name, or in other characters, are of none."""
        for one in found.unproven:
            kind = self.find(one.text, misnamed=one.reason in _UNDER_ANOTHER_NAME)
            if kind is not None:
                yield kind.kind


def shown_difference(words: str, nearest: str) -> list[DiffPiece]:
    """Return what turns a quotation into its nearest passage, word by word, each piece but the last with a space behind
    it; the punctuation at the end of the quotation is no difference. Nothing where there is no passage."""
    line = one_line(words)
    pieces = word_diff(line.removesuffix(closing_of(line)), nearest) if nearest else ()
    spaced = [piece.model_copy(update={"text": f"{piece.text.rstrip()} "}) for piece in pieces[:-1]]
    return [*spaced, *pieces[-1:]]
