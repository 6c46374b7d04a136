"""An evidence map as a table that is the same map again: a row for each quote, each claim and chapter without any."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from core.editions.listener_verdict import ListenerVerdict
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.map_making.tables.columns import ALIAS, COLUMNS, HEARD_COLUMNS, PROOF_COLUMNS, ColumnChoice
from core.map_making.tables.map_builder import persons_of
from core.map_making.tables.proven_places import ProvenPlaces
from core.map_making.tables.table_rows import RowReader
from core.map_making.tables.write_workbook import write_workbook
from core.span import Span
from core.text.tables import mark_formula
from core.transcripts.as_markdown import recording_time
from core.transcripts.speakers import Roster, Speaker, derive_speaker_id
from core.transcripts.transcript import TranscriptPair

TableForm = Literal["csv", "tsv", "xlsx"]
TABLE_FORMS: tuple[TableForm, ...] = ("csv", "tsv", "xlsx")
PROVEN, REFUSED = "proven", "refused"
"""What the column `proof` says of a quote."""
_BYTE_ORDER_MARK = "\ufeff"  # without it a spreadsheet assumes another encoding
_Row = Mapping[str, str]


class WrittenTable(NamedTuple):
    """A table's file, and what of the map it does not keep."""

    data: bytes
    notices: tuple[str, ...]


class _RowWriter:
    """Writes the rows of a map."""

    def __init__(
        self, evidence_map: EvidenceMap, transcript: TranscriptPair, verdicts: Iterable[ListenerVerdict]
    ) -> None:
        self._verdicts = {verdict.quote_id: verdict for verdict in verdicts}
        self._transcript = transcript
        self._map = evidence_map
        self._proven = ProvenPlaces(evidence_map, transcript)
        self._roster = self._proven.roster
        bare = (
            Speaker(speaker_id=derive_speaker_id(one.speaker_name), speaker_name=one.speaker_name)
            for one in evidence_map.speakers
        )
        self._without_aliases = Roster.of(bare, transcript.labels)

    def _person(self, written: str) -> _Row:
        """Return speaker and role: the name as it is written where it means the person without aliases as well."""
        person = self._roster.resolve(written)
        if person is None:
            return {"speaker": written}
        same = self._without_aliases.resolve(written)
        name = written if same is not None and same.speaker_name == person.speaker_name else person.speaker_name
        declared = any(one.speaker_id == person.speaker_id for one in self._map.speakers)
        return {"speaker": name, "role": person.speaker_role.value if declared else ""}

    def _times(self, place: Span | None) -> _Row:
        if place is None:
            return {}
        start, end = self._transcript.time_at(place.start), _end_of(place, self._transcript)
        return {
            "start": "" if start is None else recording_time(start),
            "end": "" if end is None else recording_time(end),
        }

    def _proof(self, support: Support, place: Span | None) -> _Row:
        if place is None:
            return {"proof": REFUSED, "reason": self._proven.reason_of(support)}
        quote_id = self._proven.quotes[support.evidence_id].quote_id
        heard = _heard(self._verdicts.get(quote_id))
        place_in_raw = {"raw_start": str(place.start), "raw_end": str(place.end)}
        return {"quote_id": quote_id, **place_in_raw, "proof": PROVEN, **heard}

    def _quote(self, support: Support) -> _Row:
        span, place = support.span, self._proven.place_of(support)
        return {
            "evidence_id": support.evidence_id,
            "quote": support.quote,
            **self._person(support.speaker),
            **self._times(place),
            "document": self._transcript.source.name,
            "note": support.note,
            "span_start": str(span.start) if span else "",
            "span_end": str(span.end) if span else "",
            "origin": support.origin or "",
            "status": support.status or "",
            **self._proof(support, place),
        }

    def rows(self) -> Iterator[_Row]:
        """Yield a row for each quote, and for each claim and chapter without any."""
        for chapter in self._map.chapters:
            if not chapter.claims:
                yield _of_chapter(chapter)
            for claim in chapter.claims:
                above = {**_of_chapter(chapter), **_of_claim(claim)}
                yield from ({**above, **self._quote(support)} for support in claim.support)
                if not claim.support:
                    yield above

    def own_rows(self, rows: Sequence[_Row]) -> Iterator[_Row]:
        """Yield a row for each person where the rows of quotes do not say them all, and one for the title."""
        reader = RowReader("", ColumnChoice({column: column for column in COLUMNS}, ()))
        said = persons_of([reader.read(row, "") for row in rows], self._transcript.labels, reader)
        persons = [(one.speaker_name, one.speaker_role.value) for one in self._map.speakers]
        if any(map(_other_names, self._map.speakers)) or [tuple(one.values()) for one in said] != persons:
            yield from (
                {"speaker": one.speaker_name, "role": one.speaker_role.value, ALIAS: alias}
                for one in self._map.speakers
                for alias in _other_names(one) or ("",)
            )
        if self._map.title:
            yield {"document": self._map.title}


def _other_names(speaker: Speaker) -> tuple[str, ...]:
    return tuple(alias for alias in speaker.aliases if alias != speaker.speaker_name)


def _end_of(span: Span, transcript: TranscriptPair) -> float | None:
    """Return when the unit of the transcript ends in which a stretch ends, None where it does not say."""
    units = transcript.units
    low, high = 0, len(units)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if units[middle].span.start < span.end else (low, middle)
    return units[low - 1].end_seconds if low else None


def _heard(verdict: ListenerVerdict | None) -> _Row:
    if verdict is None:
        return {}
    said = (verdict.verdict.value.replace("_", " "), verdict.date, verdict.name, verdict.note)
    return dict(zip(HEARD_COLUMNS, said, strict=True))


def _of_chapter(chapter: ChapterEvidence) -> _Row:
    return {
        "chapter": chapter.title,
        "chapter_note": chapter.note,
        "chapter_origin": chapter.origin or "",
        "chapter_status": chapter.status or "",
        "chapter_words_by": chapter.words_by or "",
    }


def _of_claim(claim: ClaimEvidence) -> _Row:
    return {
        "claim_id": claim.claim_id,
        "claim": claim.claim,
        "claim_note": claim.note,
        "claim_origin": claim.origin or "",
        "claim_status": claim.status or "",
        "words_by": claim.words_by or "",
    }


def _separated(cells: Iterable[Sequence[str]], separator: str) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    writer.writerows([mark_formula(cell) for cell in row] for row in cells)
    return (_BYTE_ORDER_MARK + text.getvalue()).encode()


def _not_kept(evidence_map: EvidenceMap) -> Iterator[str]:
    titles = Counter(chapter.title for chapter in evidence_map.chapters)
    twice = [title for title, count in titles.items() if count > 1]
    if twice:
        yield f"Chapters of one title are one chapter in a table: {', '.join(twice)}."
    if any(one.made_by for chapter in evidence_map.chapters for claim in chapter.claims for one in claim.support):
        yield "How a model proposed a quote (made_by) is not in the table."


def write_map_table(
    evidence_map: EvidenceMap,
    transcript: TranscriptPair,
    form: TableForm,
    *,
    proofs: bool = False,
    verdicts: Sequence[ListenerVerdict] = (),
) -> WrittenTable:
    """Return a map as the file of a table; `read_quote_table` makes the same map of it, apart from what is said.

    `start` and `end` are where the quote stands in the recording. With `proofs` more columns say of each quote whether
    it is proven: its id and its place in raw in code points, half-open, or why it is refused; with
    `verdicts` what was heard of it, by whom and when. Cells of CSV and TSV are
    marked as everywhere, those of a workbook are texts. Raises EvidenceError where a workbook cannot hold a cell.
    """
    write = _RowWriter(evidence_map, transcript, verdicts)
    rows = list(write.rows())
    rows += list(write.own_rows(rows))
    named = COLUMNS if any(row.get(ALIAS) for row in rows) else COLUMNS[:-1]
    columns = [*named, *(PROOF_COLUMNS if proofs else ()), *(HEARD_COLUMNS if verdicts else ())]
    cells = [columns, *([row.get(column, "") for column in columns] for row in rows)]
    data = write_workbook(cells) if form == "xlsx" else _separated(cells, "," if form == "csv" else "\t")
    return WrittenTable(data, tuple(_not_kept(evidence_map)))
