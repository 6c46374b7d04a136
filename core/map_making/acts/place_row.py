"""A row comes into a map, or to another place in it: what it says of itself, and where it may stand."""

from typing import Any

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, Support
from core.evidence.map_reader import MAX_CHAPTERS, MAX_CLAIMS, MAX_NAME, MAX_SUPPORTS, MAX_TEXT
from core.evidence.row_marks import RowOrigin, RowStatus, WordsBy
from core.map_making.acts.act_records import (
    ActRefusal,
    AddChapter,
    AddClaim,
    AddSupport,
    RowKey,
    RowLevel,
    RowProposal,
)
from core.map_making.acts.map_rows import MapRow, MapRows, words_of
from core.span import Span

_MOST = {RowLevel.CHAPTER: MAX_CHAPTERS, RowLevel.CLAIM: MAX_CLAIMS, RowLevel.SUPPORT: MAX_SUPPORTS}
BY_A_PERSON: dict[str, Any] = {"origin": RowOrigin.PERSON, "status": RowStatus.ACCEPTED}
_LOOK = "Nothing was done. Look at the map as it is now."
WITHOUT_TITLE = ActRefusal("A chapter needs a title. Write one.")
NO_CHANGE = ActRefusal("By this nothing would change.")


def gone(rows: MapRows, key: RowKey) -> ActRefusal:
    """Return the refusal of what rests on a row that is not there."""
    named = rows.named(key)
    return ActRefusal(f"{named[0].upper()}{named[1:]} is no longer there in the map.", _LOOK)


def changed(named: str) -> ActRefusal:
    """Return the refusal of what a person saw otherwise."""
    return ActRefusal(f"{named[0].upper()}{named[1:]} was changed since you saw it.", _LOOK)


def too_long(level: RowLevel, words: str) -> ActRefusal | None:
    """Return the refusal of words that are too many for a row, None where they are not."""
    most = MAX_NAME if level is RowLevel.CHAPTER else MAX_TEXT
    if len(words) <= most:
        return None
    return ActRefusal(f"These are {len(words):,} characters; {most:,} characters may be written. Say it in fewer.")


def made_row(level: RowLevel, words: str, row_id: str, note: str = "") -> MapRow | ActRefusal:
    """Return a chapter or a claim that a person made; without words nobody wrote them."""
    fields: dict[str, Any] = {**BY_A_PERSON, "words_by": WordsBy.PERSON if words else None, "note": note.strip()}
    if level is RowLevel.CHAPTER:
        return ChapterEvidence(title=words, **fields) if words else WITHOUT_TITLE
    return ClaimEvidence(claim_id=row_id, claim=words, **fields)


def _as_proposed(row: MapRow | ActRefusal, proposal: RowProposal | None) -> MapRow | ActRefusal:
    """Return a row that a person adds as that of who proposed it; without a proposal it is the person's own."""
    if proposal is None or isinstance(row, ActRefusal):
        return row
    author = {"made_by": proposal.made_by} if isinstance(row, Support) else {"words_by": proposal.words_by}
    return row.model_copy(update={"origin": proposal.origin, **author})


def as_written(level: RowLevel, words: str) -> str:
    """Return a title on one line, or the words of a claim, without white space around them."""
    return " ".join(words.split()) if level is RowLevel.CHAPTER else words.strip()


def place_row(rows: MapRows, key: RowKey, into: RowKey | None, before: str) -> MapRows | ActRefusal:
    """Put a row that is in the map, or comes into it, to its place."""
    if into is not None and into not in rows.rows:
        return gone(rows, into)
    above = RowKey(key.level, before) if before else None
    if above is not None and above not in rows.inside[into]:
        return gone(rows, above)
    if above == key:
        return NO_CHANGE
    return rows.placed(key, into, above)


def add_made(
    rows: MapRows, key: RowKey, row: MapRow | ActRefusal, into: RowKey | None, before: str
) -> MapRows | ActRefusal:
    """Return the map with a row that was made, in another one, above `before`."""
    if isinstance(row, ActRefusal):
        return row
    if key in rows.rows:
        return ActRefusal(f"There is already a row with the id “{key.row_id}” in the map. Give it another one.")
    if (refused := too_long(key.level, words_of(row))) or (refused := too_long(RowLevel.CLAIM, row.note)):
        return refused
    if rows.number_of(key.level) >= _MOST[key.level]:
        return ActRefusal(f"A map has at most {_MOST[key.level]:,} rows of this kind. Delete some first.")
    placed = place_row(rows, key, into, before)
    return placed if isinstance(placed, ActRefusal) else placed.put(key, row)


def spoken_support(evidence_id: str, span: Span, quote: str, speaker: str) -> Support:
    """Return a quote that a person took from the transcript."""
    return Support(evidence_id=evidence_id, quote=quote, speaker=speaker, span=span, **BY_A_PERSON)


def add_row(rows: MapRows, act: AddChapter | AddClaim | AddSupport) -> MapRows | ActRefusal:
    """Return the map with the row that an act adds."""
    match act:
        case AddChapter():
            title = as_written(RowLevel.CHAPTER, act.title)
            key = RowKey(RowLevel.CHAPTER, act.new_id)
            row = _as_proposed(made_row(key.level, title, act.new_id, act.note), act.proposal)
            return add_made(rows, key, row, None, act.before)
        case AddClaim():
            key, into = RowKey(RowLevel.CLAIM, act.new_id), RowKey(RowLevel.CHAPTER, act.chapter_id)
            row = _as_proposed(made_row(key.level, act.words.strip(), act.new_id, act.note), act.proposal)
            return add_made(rows, key, row, into, act.before)
        case AddSupport():
            said = spoken_support(act.new_id, act.span, act.quote, act.speaker)
            row = _as_proposed(said.model_copy(update={"note": act.note.strip()}), act.proposal)
            key, into = RowKey(RowLevel.SUPPORT, act.new_id), RowKey(RowLevel.CLAIM, act.claim_id)
            return add_made(rows, key, row, into, act.before)
