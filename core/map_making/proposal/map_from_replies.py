"""The map of a model's replies: the windows merged, every quote cut from raw and proven, the rest with its reason."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.evidence.map_reader import MAX_CHAPTERS, MAX_CLAIMS, MAX_SUPPORTS
from core.evidence.map_roster import roster_of
from core.evidence.row_marks import MadeBy, RowOrigin, RowStatus, WordsBy
from core.map_making.outline.roles import outline_speakers
from core.map_making.proposal.check_quotes import QuoteChecker, bare_text, span_of
from core.map_making.proposal.map_faults import MapFault, MapRefusal
from core.map_making.proposal.map_requests import MapWindow
from core.map_making.proposal.numbered_sentences import NumberedSentence, WindowRange, number_sentences
from core.map_making.proposal.read_map_reply import NamedChapter, NamedClaim, read_map_reply
from core.record import Record
from core.text.well_formed import WellFormed
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import prove_quotes

_PROPOSED: Any = {"origin": RowOrigin.MODEL, "status": RowStatus.PROPOSED}


class WindowReply(Record):
    """What a model answered for a window; `date` is an ISO date, "" where nobody says it."""

    window: MapWindow
    text: WellFormed
    model: WellFormed = ""
    date: WellFormed = ""

    @property
    def made_by(self) -> MadeBy:
        """How its quotes were proposed."""
        digest = self.window.prompt_sha256
        return MadeBy(model=self.model, prompt_sha256=digest, window=self.window.number, date=self.date)


class MapProposal(Record):
    """What is proposed: a map whose rows nobody has accepted, or None and why there is none, in words.

    `refusals` is all that is not in the map, each with its window, its place and the reason.
    """

    evidence_map: EvidenceMap | None = None
    reason: str = ""
    refusals: tuple[MapRefusal, ...] = ()


class _CutRow(NamedTuple):
    """A claim of a reply with the supports that were cut for it, each with the quote's place in the reply."""

    claim: NamedClaim
    supports: list[tuple[str, Support]]


class _CutChapter(NamedTuple):
    """A chapter of the reply for a window."""

    window: int
    row: NamedChapter
    claims: list[_CutRow]


class _Cutter:
    """Cuts the quotes of replies from the transcript and notes what is refused."""

    def __init__(self, transcript: TranscriptPair, base: EvidenceMap) -> None:
        self.refusals: list[MapRefusal] = []
        self._transcript = transcript
        self._base = base
        self._roster = roster_of(base, transcript.labels)
        self._sentences = number_sentences(transcript)
        self._checker = QuoteChecker(transcript, self._sentences)
        self._cut = 0

    def refuse(self, window: int, place: str, reason: MapFault) -> None:
        """Note that something of a window's reply is not taken."""
        self.refusals.append(MapRefusal(window=window, place=place, reason=reason))

    def _speaker(self, sentence: NumberedSentence) -> str:
        label = sentence.sentence.speaker
        if label is None:
            return "" if self._transcript.labels else self._base.speakers[0].speaker_name
        person = self._roster.resolve(label)
        return label if person is None else person.speaker_name

    def _supports(self, claim: NamedClaim, reply: WindowReply, made_by: MadeBy) -> Iterator[tuple[str, Support]]:
        window = reply.window
        for row in claim.quotes:
            named = self._checker.check(row, WindowRange(window.first, window.last))
            if isinstance(named, MapFault):
                self.refuse(window.number, row.place, named)
                continue
            self._cut += 1
            span = span_of(named)
            support = Support(
                evidence_id=str(self._cut),
                quote=span.slice(self._transcript.raw),
                speaker=self._speaker(named[0]),
                span=span,
                made_by=made_by,
                **_PROPOSED,
            )
            yield row.place, support

    def cut(self, reply: WindowReply) -> Iterator[_CutChapter]:
        """Yield the chapters of a reply, their quotes cut."""
        read, made_by = read_map_reply(reply.text), reply.made_by
        for place, fault in read.faults:
            self.refuse(reply.window.number, place, fault)
        for chapter in read.chapters:
            rows = [_CutRow(claim, list(self._supports(claim, reply, made_by))) for claim in chapter.claims]
            yield _CutChapter(reply.window.number, chapter, rows)

    def proven(self, chapters: Sequence[_CutChapter]) -> set[str]:
        """Return the ids of the supports that the whitelist proves."""
        supports = [support for one in chapters for row in one.claims for _, support in row.supports]
        all_at_once = ClaimEvidence(claim_id="all", claim="", support=tuple(supports))
        chapter = ChapterEvidence(title="all", claims=(all_at_once,))
        proofs = prove_quotes(self._base.model_copy(update={"chapters": (chapter,)}), self._transcript, self._roster)
        return {one.evidence_id for one in supports} - {refusal.evidence_id for refusal in proofs.refusals}


class _MergedChapter:
    """A chapter of the map while windows are merged: its title and, under their keys, its claims with their quotes."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.claims: dict[str, tuple[str, list[Support]]] = {}

    def made(self, number: int) -> ChapterEvidence:
        """Return it as the map has it; `number` is its place, from 1."""
        claims: list[ClaimEvidence] = []
        for at, (words, supports) in enumerate(self.claims.values(), 1):
            named = f"c{number}.{at}"
            support = tuple(
                one.model_copy(update={"evidence_id": f"{named}.{index}"}) for index, one in enumerate(supports, 1)
            )
            by = WordsBy.MODEL if words else None
            claims.append(ClaimEvidence(claim_id=named, claim=words, support=support, words_by=by, **_PROPOSED))
        by = WordsBy.MODEL if self.title else None
        title = self.title or f"Chapter {number}"
        return ChapterEvidence(title=title, claims=tuple(claims), words_by=by, **_PROPOSED)


class _Merger:
    """Merges the chapters of all windows: the same title goes on, and so does the same claim in it."""

    def __init__(self, cutter: _Cutter, proven: set[str]) -> None:
        self.chapters: dict[str, _MergedChapter] = {}
        self._cutter = cutter
        self._proven = proven
        self._claims = self._supports = 0

    def _standing(self, row: _CutRow, window: int) -> list[Support]:
        standing: list[Support] = []
        for place, support in row.supports:
            if support.evidence_id not in self._proven:
                self._cutter.refuse(window, place, MapFault.NOT_PROVEN)
            elif self._supports == MAX_SUPPORTS:
                self._cutter.refuse(window, place, MapFault.TOO_MANY)
            else:
                self._supports += 1
                standing.append(support)
        return standing

    def _add_claim(self, merged: _MergedChapter, row: _CutRow, window: int) -> None:
        standing = self._standing(row, window)
        if not standing:
            self._cutter.refuse(window, row.claim.place, MapFault.NO_QUOTE)
            return
        key = bare_text(row.claim.claim) or row.claim.claim
        if key not in merged.claims and self._claims == MAX_CLAIMS:
            self._cutter.refuse(window, row.claim.place, MapFault.TOO_MANY)
            return
        self._claims += key not in merged.claims
        merged.claims.setdefault(key, (row.claim.claim, []))[1].extend(standing)

    def add(self, chapter: _CutChapter) -> None:
        """Add a chapter with what stands of its claims."""
        title, place = chapter.row.title, chapter.row.place
        key = bare_text(title) or title or f"{chapter.window}: {place}"
        merged = self.chapters.get(key) or _MergedChapter(title)
        if key not in self.chapters and len(self.chapters) == MAX_CHAPTERS:
            self._cutter.refuse(chapter.window, place, MapFault.TOO_MANY)
            return
        before = self._supports
        for row in chapter.claims:
            self._add_claim(merged, row, chapter.window)
        if self._supports == before:
            self._cutter.refuse(chapter.window, place, MapFault.NO_QUOTE)
        else:
            self.chapters[key] = merged


def _merged(chapters: Iterable[_CutChapter], cutter: _Cutter, proven: set[str]) -> tuple[ChapterEvidence, ...]:
    merger = _Merger(cutter, proven)
    for chapter in chapters:
        merger.add(chapter)
    return tuple(one.made(number) for number, one in enumerate(merger.chapters.values(), 1))


def map_from_replies(
    transcript: TranscriptPair,
    replies: Sequence[WindowReply],
    *,
    guests: Sequence[str] = (),
    hosts: Sequence[str] = (),
) -> MapProposal:
    """Return the map that replies to `map_requests` propose, and what of them is refused and why.

    Total in what is replied. Every quote is a slice of one turn, cut from raw where the model named sentences, and
    proven by the same whitelist; titles and claims are the model's words. Windows are merged in the order given; of
    quotes that share a sentence the first stands. `guests` and `hosts` are those of the requests. Raises BadInput for a
    name that means nobody. Source: decisions.md#a-map-by-a-model.
    """
    base = outline_speakers(transcript, guests, hosts)
    cutter = _Cutter(transcript, base)
    cut = [chapter for reply in replies for chapter in cutter.cut(reply)]
    chapters = _merged(cut, cutter, cutter.proven(cut))
    refusals = tuple(cutter.refusals)
    if not chapters:
        reason = "No reply proposes a quote that stands." if replies else "There is no reply."
        return MapProposal(reason=reason, refusals=refusals)
    return MapProposal(evidence_map=base.model_copy(update={"chapters": chapters}), refusals=refusals)
