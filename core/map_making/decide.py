"""What a person decides about proposed quotes, by the outline or by a model, as acts on the map."""

from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum
from itertools import chain, count

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.evidence.row_marks import WordsBy
from core.map_making.acts.act_base import ProposedQuote, RowKey, RowLevel, RowProposal
from core.map_making.acts.act_records import (
    ActGroup,
    AddChapter,
    AddClaim,
    AddSupport,
    DeclareSpeaker,
    DeleteRow,
    RejectProposed,
    SingleAct,
)
from core.map_making.acts.apply_act import looks_of
from core.map_making.acts.map_rows import MapRows, words_of
from core.span import Span


class RowState(StrEnum):
    """What became of a proposed quote."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


def supports_of(evidence: EvidenceMap) -> Iterator[Support]:
    """Yield the quotes of a map in order."""
    return (one for chapter in evidence.chapters for claim in chapter.claims for one in claim.support)


def _meant(support: Support) -> ProposedQuote:
    return ProposedQuote(origin=support.origin, span=support.span, quote=support.quote)


class DecidedRows:
    """What became of proposed quotes in a map: `rows` are the map's, under which an accepted quote is found by its
    words, wherever it stands by now."""

    def __init__(self, rows: MapRows) -> None:
        self.rows = rows
        self._standing = {_meant(row): key for key, row in rows.rows.items() if isinstance(row, Support)}

    def state_of(self, support: Support) -> RowState:
        """Return what became of a proposed quote."""
        if self.row_of(support) is not None:
            return RowState.ACCEPTED
        return RowState.REJECTED if _meant(support) in self.rows.rejected else RowState.OPEN

    def row_of(self, support: Support) -> RowKey | None:
        """Return the row of an accepted quote."""
        return self._standing.get(_meant(support))

    def claim_of(self, claim: ClaimEvidence) -> RowKey | None:
        """Return the claim in which the first accepted quote of a proposed one stands, None where none does."""
        standing = next((key for key in map(self.row_of, claim.support) if key is not None), None)
        return self.rows.within[standing] if standing is not None else None

    def chapter_of(self, chapter: ChapterEvidence) -> RowKey | None:
        """Return the chapter in which the first accepted quote of a proposed one stands, None where none does."""
        standing = next((key for key in map(self.claim_of, chapter.claims) if key is not None), None)
        return self.rows.within[standing] if standing is not None else None


class _Accepting:
    """Makes the acts that add proposed quotes, each where those proposed beside it stand."""

    def __init__(self, decided: DecidedRows, proposed: EvidenceMap) -> None:
        self._decided = decided
        self._rows = decided.rows
        self._proposed = proposed
        self._taken = set(self._rows.rows)
        self._added: dict[int, RowKey] = {}  # the chapters that are added, by their indices in the proposal
        known = {one.speaker_id for one in self._rows.given.speakers}
        new = (one for one in proposed.speakers if one.speaker_id not in known)
        self.acts: list[SingleAct] = [DeclareSpeaker(speaker=one) for one in new]

    def _own(self, level: RowLevel, wanted: str) -> str:
        """Return an id as it is wanted, or with a number behind it."""
        names = chain((wanted,), (f"{wanted}-{number}" for number in count(2)))
        found = next(name for name in names if RowKey(level, name) not in self._taken)
        self._taken.add(RowKey(level, found))
        return found

    def _above(self, later: Iterable[RowKey | None], into: RowKey | None) -> str:
        """Return the first of the rows proposed behind one that stands in the same row, "" for none."""
        return next((key.row_id for key in later if key is not None and self._rows.within[key] == into), "")

    def _of_words(self, words: str, into: RowKey | None) -> RowKey | None:
        there = self._rows.inside.get(into, ())
        return next((key for key in there if words_of(self._rows.rows[key]) == words), None)

    def _chapter(self, index: int) -> RowKey:
        """Return the chapter that goes on, or is added."""
        chapter = self._proposed.chapters[index]
        there = self._added.get(index) or self._decided.chapter_of(chapter) or self._of_words(chapter.title, None)
        if there is not None:
            return there
        key = self._added[index] = RowKey(RowLevel.CHAPTER, self._own(RowLevel.CHAPTER, f"proposed-{index + 1}"))
        later = map(self._decided.chapter_of, self._proposed.chapters[index + 1 :])
        self.acts.append(
            AddChapter(
                title=chapter.title,
                new_id=key.row_id,
                before=self._above(later, None),
                note=chapter.note,
                proposal=RowProposal(origin=chapter.origin, words_by=chapter.words_by),
            )
        )
        return key

    def _claim(self, into: RowKey, chapter: ChapterEvidence, at: int) -> RowKey:
        claim = chapter.claims[at]
        there = self._of_words(claim.claim, into)
        if there is not None:
            return there
        key = RowKey(RowLevel.CLAIM, self._own(RowLevel.CLAIM, claim.claim_id))
        later = map(self._decided.claim_of, chapter.claims[at + 1 :])
        self.acts.append(
            AddClaim(
                chapter_id=into.row_id,
                words=claim.claim,
                new_id=key.row_id,
                before=self._above(later, into),
                note=claim.note,
                proposal=RowProposal(origin=claim.origin, words_by=claim.words_by),
            )
        )
        return key

    def _support(self, into: RowKey, support: Support, span: Span, later: Iterable[Support]) -> None:
        self.acts.append(
            AddSupport(
                claim_id=into.row_id,
                span=span,
                quote=support.quote,
                speaker=support.speaker,
                new_id=self._own(RowLevel.SUPPORT, support.evidence_id),
                before=self._above(map(self._decided.row_of, later), into),
                note=support.note,
                proposal=RowProposal(origin=support.origin, made_by=support.made_by),
            )
        )

    def accept(self, index: int, at: int, evidence_ids: Collection[str]) -> None:
        """Add the quotes of a claim that have these ids and are not in the map."""
        chapter = self._proposed.chapters[index]
        claim = chapter.claims[at]
        wanted = [
            (number, one, one.span)
            for number, one in enumerate(claim.support)
            if one.evidence_id in evidence_ids and one.span is not None and self._decided.row_of(one) is None
        ]
        if not wanted:
            return
        into = self._decided.claim_of(claim) or self._claim(self._chapter(index), chapter, at)
        for number, one, span in wanted:
            self._support(into, one, span, claim.support[number + 1 :])


def _accepting(decided: DecidedRows, proposed: EvidenceMap, evidence_ids: Collection[str]) -> list[SingleAct]:
    accepting = _Accepting(decided, proposed)
    for index, chapter in enumerate(proposed.chapters):
        for at in range(len(chapter.claims)):
            accepting.accept(index, at, evidence_ids)
    return accepting.acts if any(isinstance(one, AddSupport) for one in accepting.acts) else []


def _taking_away(decided: DecidedRows, quotes: Iterable[Support]) -> list[SingleAct]:
    """Return the acts by which accepted quotes leave the map, with what is empty then; what a person wrote stays."""
    rows = decided.rows
    gone = {key for key in map(decided.row_of, quotes) if key is not None}
    for level in (RowLevel.CLAIM, RowLevel.CHAPTER):
        for key, row in rows.rows.items():
            written = not isinstance(row, Support) and row.words_by is WordsBy.PERSON
            if key.level is level and rows.inside[key] and gone.issuperset(rows.inside[key]) and not written:
                gone.add(key)
    return [DeleteRow(row=key.level, row_id=key.row_id) for key in rows.rows if key in gone - _inside(rows, gone)]


def _inside(rows: MapRows, gone: Collection[RowKey]) -> set[RowKey]:
    return {key for key in gone if rows.within[key] in gone}


def decide(
    decided: DecidedRows, proposed: EvidenceMap, evidence_ids: Collection[str], state: RowState
) -> SingleAct | ActGroup | None:
    """Return the act by which proposed quotes, named by their ids, are accepted, rejected or open again; None where all
    of them are so already.

    An accepted quote stands where those proposed beside it stand by now; else in a chapter of the proposed title, and
    in a claim there of the proposed words. Rejected ones leave the map and are remembered.
    """
    wanted = [one for one in supports_of(proposed) if one.evidence_id in evidence_ids]
    rejected = state is RowState.REJECTED
    marked = [one for one in map(_meant, wanted) if (one in decided.rows.rejected) is not rejected]
    acts: list[SingleAct] = [RejectProposed(quotes=tuple(marked), rejected=rejected)] if marked else []
    accepting = state is RowState.ACCEPTED
    acts += _accepting(decided, proposed, set(evidence_ids)) if accepting else _taking_away(decided, wanted)
    done = [one.model_copy(update={"seen": looks_of(decided.rows, one)}) for one in acts]
    return ActGroup(acts=tuple(done)) if len(done) > 1 else done[0] if done else None
