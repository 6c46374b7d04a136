"""One act put into the rows of a map: the map afterwards, or why the act is refused."""

from collections.abc import Callable
from typing import Any

from core.evidence.evidence_map import ClaimEvidence, Support
from core.evidence.row_marks import RowOrigin, RowStatus, WordsBy
from core.map_making.acts.act_records import (
    ActGroup,
    ActRefusal,
    AddChapter,
    AddClaim,
    AddPassage,
    AddSupport,
    ChangeSpan,
    DeclareSpeaker,
    DeleteRow,
    JudgeRow,
    MendQuote,
    MergeRows,
    MoveRow,
    RejectProposed,
    RowKey,
    RowLevel,
    SingleAct,
    SplitRow,
    WriteNote,
    WriteWords,
    members_of,
)
from core.map_making.acts.map_rows import MapRows, words_of
from core.map_making.acts.place_row import (
    BY_A_PERSON,
    NO_CHANGE,
    WITHOUT_TITLE,
    add_made,
    add_row,
    as_written,
    changed,
    gone,
    made_row,
    place_row,
    spoken_support,
    too_long,
)
from core.whitelist.corrections.apply import mended_support

_INTO = {RowLevel.CHAPTER: None, RowLevel.CLAIM: RowLevel.CHAPTER, RowLevel.SUPPORT: RowLevel.CLAIM}


def _not_as_seen(rows: MapRows, act: SingleAct) -> ActRefusal | None:
    """Return which of the rows that an act touches is not as the person saw it, None where all are."""
    looks = looks_of(rows, act)
    if looks == act.seen:
        return None
    differing = [
        one.key for number, one in enumerate(act.touched) if looks[number] not in act.seen[number : number + 1]
    ]
    if not differing:
        return NO_CHANGE  # an act that was made for other rows than these
    return changed(rows.named(differing[0])) if differing[0] in rows.rows else gone(rows, differing[0])


def _change_span(rows: MapRows, act: ChangeSpan) -> MapRows | ActRefusal:
    row = rows.rows[act.key]
    fields = {"quote": act.quote, "speaker": act.speaker, "span": act.span, "made_by": None, **BY_A_PERSON}
    return rows.put(act.key, row.model_copy(update=fields))


def _write(rows: MapRows, act: WriteWords) -> MapRows | ActRefusal:
    words = as_written(act.row, act.words)
    if refused := too_long(act.row, words):
        return refused
    if act.row is RowLevel.CHAPTER and not words:
        return WITHOUT_TITLE
    row = rows.rows[act.key]
    if words_of(row) == words:
        return NO_CHANGE
    field = "title" if act.row is RowLevel.CHAPTER else "claim"
    update: dict[str, Any] = {field: words, "words_by": WordsBy.PERSON if words else None}
    if not words_of(row) and row.origin is RowOrigin.OUTLINE:  # the outline says no claim, whose quotes it proposes
        update["origin"] = RowOrigin.PERSON
    return rows.put(act.key, row.model_copy(update=update))


def _note(rows: MapRows, act: WriteNote) -> MapRows | ActRefusal:
    note = act.note.strip()
    refused = too_long(RowLevel.CLAIM, note)
    return refused or rows.put(act.key, rows.rows[act.key].model_copy(update={"note": note}))


def _move(rows: MapRows, act: MoveRow) -> MapRows | ActRefusal:
    level = _INTO[act.row]
    return place_row(rows, act.key, RowKey(level, act.into) if level else None, act.before)


def _merge(rows: MapRows, act: MergeRows) -> MapRows | ActRefusal:
    into = RowKey(act.row, act.into)
    if into == act.key:
        return ActRefusal("A row cannot be merged into itself. Choose another one.")
    if into not in rows.rows:
        return gone(rows, into)
    row, stays = rows.rows[act.key], rows.rows[into]
    update: dict[str, Any] = {"note": "\n".join(filter(None, (stays.note, row.note)))}
    if refused := too_long(RowLevel.CLAIM, update["note"]):
        return refused
    if isinstance(row, ClaimEvidence) and isinstance(stays, ClaimEvidence) and not stays.claim:
        update |= {"claim": row.claim, "words_by": row.words_by}
    merged = rows.put(into, stays.model_copy(update=update))
    for key in rows.inside[act.key]:
        merged = merged.placed(key, into, None)
    return merged.without(act.key)


def _split(rows: MapRows, act: SplitRow) -> MapRows | ActRefusal:
    below = RowLevel.CLAIM if act.row is RowLevel.CHAPTER else RowLevel.SUPPORT
    held, at = rows.inside[act.key], RowKey(below, act.at)
    if at not in held:
        return gone(rows, at)
    if at == held[0]:
        named = rows.named(at)
        return ActRefusal(f"{named[0].upper()}{named[1:]} stands first: nothing would stay above it.")
    siblings, new = rows.inside[rows.within[act.key]], RowKey(act.row, act.new_id)
    behind = siblings[siblings.index(act.key) + 1 :]
    row = made_row(act.row, as_written(act.row, act.words), act.new_id)
    split = add_made(rows, new, row, rows.within[act.key], behind[0].row_id if behind else "")
    if isinstance(split, ActRefusal):
        return split
    for key in held[held.index(at) :]:
        split = split.placed(key, new, None)
    return split


def _judge(rows: MapRows, act: JudgeRow) -> MapRows | ActRefusal:
    row = rows.rows[act.key]
    if row.status is not RowStatus.PROPOSED:
        named = rows.named(act.key)
        return ActRefusal(f"{named[0].upper()}{named[1:]} is not a proposal, so it is neither accepted nor rejected.")
    if not act.accept:
        return rows.without(act.key)
    return rows.put(act.key, row.model_copy(update={"status": RowStatus.ACCEPTED}))


def _mend(rows: MapRows, act: MendQuote) -> MapRows | ActRefusal:
    """Correct every quote of this id that still says what the person saw. Source: decisions.md#corrections."""
    quotes = [(key, row) for key, row in rows.rows.items() if isinstance(row, Support)]
    corrected = [(key, now) for key, row in quotes if (now := mended_support(row, act.mend)) is not None]
    for key, now in corrected:
        rows = rows.put(key, now)
    if corrected:
        return rows
    there = next((key for key, row in quotes if row.evidence_id == act.mend.evidence_id), None)
    return gone(rows, RowKey(RowLevel.SUPPORT, act.mend.evidence_id)) if there is None else changed(rows.named(there))


def _add_passage(rows: MapRows, act: AddPassage) -> MapRows | ActRefusal:
    """Add a passage to its claim, which is meant by its place. Source: decisions.md#additions."""
    one = act.addition
    chapters = rows.inside[None]
    held = rows.inside[chapters[one.chapter_index]] if 0 <= one.chapter_index < len(chapters) else ()
    if not 0 <= one.claim_index < len(held):
        return gone(rows, RowKey(RowLevel.CLAIM, ""))
    claim = held[one.claim_index]
    if one.claim not in ("", words_of(rows.rows[claim])):
        return changed(rows.named(claim))
    row = spoken_support(one.evidence_id, one.raw_span, one.quote, one.speaker)
    return add_made(rows, RowKey(RowLevel.SUPPORT, one.evidence_id), row, claim, "")


def _reject(rows: MapRows, act: RejectProposed) -> MapRows:
    meant = frozenset(act.quotes)
    return rows._replace(rejected=rows.rejected | meant if act.rejected else rows.rejected - meant)


def _declare(rows: MapRows, act: DeclareSpeaker) -> MapRows:
    known = rows.given.speakers
    if any(one.speaker_id == act.speaker.speaker_id for one in known):
        return rows
    return rows._replace(given=rows.given.model_copy(update={"speakers": (*known, act.speaker)}))


def _delete(rows: MapRows, act: DeleteRow) -> MapRows:
    return rows.without(act.key)


_CHANGES: dict[type[SingleAct], Callable[[MapRows, Any], MapRows | ActRefusal]] = {
    AddChapter: add_row,
    AddClaim: add_row,
    AddSupport: add_row,
    ChangeSpan: _change_span,
    WriteWords: _write,
    WriteNote: _note,
    MoveRow: _move,
    MergeRows: _merge,
    SplitRow: _split,
    DeleteRow: _delete,
    JudgeRow: _judge,
    MendQuote: _mend,
    AddPassage: _add_passage,
    RejectProposed: _reject,
    DeclareSpeaker: _declare,
}


def _done(rows: MapRows, act: SingleAct) -> MapRows | ActRefusal:
    missing = next((one.key for one in act.touched if one.key not in rows.rows), None)
    if missing is not None:
        return gone(rows, missing)
    return _CHANGES[type(act)](rows, act)


def looks_of(rows: MapRows, act: SingleAct) -> tuple[str, ...]:
    """Return how the rows that an act touches look: what its `seen` must be."""
    return tuple(rows.look(one.key, whole=one.whole) for one in act.touched)


def apply_act(rows: MapRows, act: SingleAct | ActGroup) -> MapRows | ActRefusal:
    """Return the map after an act, or why it is refused: nothing of it is done then.

    Its rows must look as the person saw them, and something must change by it.
    """
    members, done = members_of(act), rows
    for one in members:
        if refused := _not_as_seen(rows, one):
            return refused
    for one in members:
        outcome = _done(done, one)
        if isinstance(outcome, ActRefusal):
            return outcome
        done = outcome
    return NO_CHANGE if done == rows else done
