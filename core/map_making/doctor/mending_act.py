"""What is certain about a map that was made act by act is mended by one act more."""

from collections.abc import Iterator

from core.evidence.evidence_map import EvidenceMap, Support
from core.map_making.acts.act_records import ActGroup, DeleteRow, MendQuote, RowKey, SingleAct, WriteNote
from core.map_making.acts.apply_act import looks_of
from core.map_making.acts.map_rows import MapRows
from core.map_making.decide import supports_of
from core.whitelist.corrections import Mend, MendKind


def _acts(key: RowKey, row: Support, after: Support | None) -> Iterator[SingleAct]:
    if after is None:
        yield DeleteRow(row=key.level, row_id=key.row_id)
        return
    if after.note != row.note:  # that of a doubled quote that goes
        yield WriteNote(row=key.level, row_id=key.row_id, note=after.note)
    if (after.quote, after.speaker) != (row.quote, row.speaker):
        mend = Mend(
            kind=MendKind.SPEAKER if after.quote == row.quote else MendKind.TRIM,
            evidence_id=row.evidence_id,
            was_quote=row.quote,
            was_speaker=row.speaker,
            quote=after.quote,
            speaker=after.speaker,
        )
        yield MendQuote(mend=mend)


def mending_act(rows: MapRows, mended: EvidenceMap) -> ActGroup:
    """Return the act that makes the quotes of a map those of `mended`, as `diagnose` gives it; empty where nothing is
    certain. Each row must look then as it does now."""
    now = {one.evidence_id: one for one in supports_of(mended)}
    acts = (
        one
        for key, row in rows.rows.items()
        if isinstance(row, Support)
        for one in _acts(key, row, now.get(row.evidence_id))
    )
    return ActGroup(acts=tuple(one.model_copy(update={"seen": looks_of(rows, one)}) for one in acts))
