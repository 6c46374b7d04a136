"""What an act did, in words."""

from collections.abc import Iterable, Sequence

from core.map_making.acts.act_records import (
    ActGroup,
    ActOnRows,
    ActRefusal,
    AddChapter,
    AddClaim,
    AddPassage,
    AddSupport,
    DeclareSpeaker,
    DeleteRow,
    JudgeRow,
    MendQuote,
    MergeRows,
    RejectProposed,
    RowKey,
    RowLevel,
    SingleAct,
    members_of,
)
from core.map_making.acts.apply_act import apply_act
from core.map_making.acts.map_rows import MapRows, named_by

_DID = {
    "add_chapter": "{} was added",
    "add_claim": "{} was added",
    "add_support": "{} was added",
    "addition": "{} was added",
    "mend": "{} was corrected",
    "span": "the ends of {} were moved",
    "write": "{} was renamed",
    "note": "the note on {} was written",
    "move": "{} was moved",
    "merge": "{} was merged into ",
    "split": "{} was split",
    "delete": "{} was deleted",
    "judge": "{} was accepted",
}


def _with_contents(rows: MapRows, key: RowKey) -> str:
    """Return what went with a row: ", with 1 claim and 2 quotes", "" for nothing."""
    levels = [one.level for one in rows.below(key)][1:] if key in rows.rows else []
    claims, quotes = levels.count(RowLevel.CLAIM), levels.count(RowLevel.SUPPORT)
    counted = ((claims, "claim"), (quotes, "quote"))
    parts = [f"{number:,} {what}{'' if number == 1 else 's'}" for number, what in counted if number]
    return f", with {' and '.join(parts)}" if parts else ""


def _proposed(quotes: Sequence[str]) -> str:
    """Return proposed quotes as the subject of a sentence, with its verb."""
    if len(quotes) == 1:
        return f"the proposed quote {named_by(RowLevel.SUPPORT, quotes[0]).removeprefix('the quote ')} was"
    return f"{len(quotes):,} proposed quotes were"


def _named(rows: MapRows, act: ActOnRows) -> str:
    """Return what an act was done to."""
    match act:
        case AddChapter():
            return named_by(RowLevel.CHAPTER, act.title)
        case AddClaim():
            return named_by(RowLevel.CLAIM, act.words)
        case AddSupport():
            return named_by(RowLevel.SUPPORT, act.quote)
        case AddPassage():
            return named_by(RowLevel.SUPPORT, act.addition.quote)
        case MendQuote():
            return named_by(RowLevel.SUPPORT, act.mend.was_quote)
        case _:
            return rows.named(act.key)


def _sentence(rows: MapRows, act: SingleAct) -> str:
    if isinstance(act, RejectProposed):
        return f"{_proposed([one.quote for one in act.quotes])} {'' if act.rejected else 'no longer '}rejected"
    if isinstance(act, DeclareSpeaker):
        return f"the speaker “{act.speaker.speaker_name}” was declared"
    did, more = _DID[act.kind], ""
    if isinstance(act, MergeRows):
        more = rows.named(RowKey(act.row, act.into)).removeprefix(f"the {act.row} ")
    elif isinstance(act, DeleteRow):
        did = "{} was removed" if act.row is RowLevel.SUPPORT else did
        more = _with_contents(rows, act.key)
    elif isinstance(act, JudgeRow) and not act.accept:
        did, more = "{} was rejected", _with_contents(rows, act.key)
    return did.format(_named(rows, act)) + more


def act_in_words(rows: MapRows, act: SingleAct | ActGroup) -> str:
    """Return what an act did to these rows, in the middle of a sentence: "the claim “…” was renamed"."""
    members = members_of(act)
    accepted = [one.quote for one in members if isinstance(one, AddSupport) and one.proposal is not None]
    if accepted:
        return f"{_proposed(accepted)} accepted"
    if members and isinstance(members[0], RejectProposed):
        return _sentence(rows, members[0])
    others = len(members) - 1
    more = f", and {others:,} more act{'' if others == 1 else 's'}" if others > 0 else ""
    return f"{_sentence(rows, members[0])}{more}" if members else "nothing was done"


def history_in_words(rows: MapRows, acts: Iterable[SingleAct | ActGroup]) -> tuple[str, ...]:
    """Return for each act of a history that is put over a map what it did there, or was to do."""
    sentences: list[str] = []
    for act in acts:
        sentences.append(act_in_words(rows, act))
        outcome = apply_act(rows, act)
        rows = rows if isinstance(outcome, ActRefusal) else outcome
    return tuple(sentences)
