"""Builds an evidence map of the rows of a table: a blank chapter or claim is the one above, never a blank speaker."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.map_making.tables.table_rows import QuoteRow, RowPart, RowReader
from core.transcripts.speakers import Roster, derive_speaker_id

FIRST_CHAPTER = "Chapter 1"
PLACE, START = "place in the table", "start in seconds"
"""Under which a quote of the document keeps what the map has no field for."""


class MapBuilder:
    """Collects rows; `document` is the map of them, as its JSON would be."""

    def __init__(self, reader: RowReader, *, names_chapters: bool) -> None:
        self._reader = reader
        self._names_chapters = names_chapters
        self._chapters: dict[str, dict[str, Any]] = {}
        self._chapter: dict[str, Any] | None = None
        self._claim: dict[str, Any] | None = None
        self.title = ""

    def _merge(self, holder: dict[str, Any], said: RowPart, place: str) -> None:
        """Let a row add what it says of a chapter or claim; another value than a row above is a problem."""
        for field, value in said.fields.items():
            known, known_place = holder.setdefault(field, (value, place))
            if known != value:
                message = f"says something else than {known_place}."
                self._reader.walk.complain(
                    said.columns[field], message, "Let all rows of it say the same, or one alone."
                )

    def _enter_chapter(self, row: QuoteRow) -> dict[str, Any] | None:
        title = row.chapter or (self._chapter["title"] if self._chapter else "")
        if not title and self._names_chapters:
            message = "is blank, and no row above says which it is."
            self._reader.walk.complain(self._reader.column(row.place, "chapter"), message, "Write the chapter.")
            return None
        chapter = self._chapters.setdefault(title or FIRST_CHAPTER, {"title": title or FIRST_CHAPTER, "claims": []})
        if chapter is not self._chapter:
            self._chapter, self._claim = chapter, None
        self._merge(chapter.setdefault("said", {}), row.of_chapter, row.place)
        return chapter

    def _enter_claim(self, chapter: dict[str, Any], row: QuoteRow) -> dict[str, Any]:
        """Return the claim of a row: known by its id and words, by either where only one is said; else a new one."""
        same_as_above = not row.claim and (not row.claim_id or (self._claim or {}).get("claim_id") == row.claim_id)
        if self._claim is not None and same_as_above:
            return self._claim
        for claim in chapter["claims"]:
            fits_id = not row.claim_id or claim["claim_id"] == row.claim_id
            fits_words = claim["claim"] == row.claim or (not row.claim and bool(row.claim_id))
            if fits_id and fits_words:
                return claim
        claim: dict[str, Any] = {"claim_id": row.claim_id, "claim": row.claim, "support": []}
        chapter["claims"].append(claim)
        return claim

    def add(self, row: QuoteRow) -> None:
        """Add one row: a chapter, a claim or a quote."""
        chapter = self._enter_chapter(row)
        if chapter is None or not (row.claim or row.claim_id or row.is_quote or self._continues(row)):
            return
        self._claim = self._enter_claim(chapter, row)
        self._merge(self._claim.setdefault("said", {}), row.of_claim, row.place)
        if row.is_quote:
            said = {"quote": row.quote, "speaker": row.speaker, PLACE: row.place, START: row.start}
            self._claim["support"].append({**row.of_quote.fields, **said})

    def _continues(self, row: QuoteRow) -> bool:
        return self._claim is not None and not row.chapter

    def document(self, speakers: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Return the map as its JSON would be."""
        return {
            "title": self.title,
            "speakers": list(speakers),
            "chapters": [
                {
                    **_settled(chapter),
                    "claims": [{**_settled(claim), "support": claim["support"]} for claim in chapter["claims"]],
                }
                for chapter in self._chapters.values()
            ],
        }


def _settled(holder: Mapping[str, Any]) -> dict[str, Any]:
    """Return a chapter or a claim with what its rows said of it."""
    return {**holder, **{field: value for field, (value, _) in holder.get("said", {}).items()}}


def persons_of(rows: Iterable[QuoteRow], labels: Sequence[str], reader: RowReader) -> list[dict[str, Any]]:
    """Return the persons with a role or another name, under the fullest of their names.

    Those with a row of their own come first. Two roles of one person are a problem.
    """
    named = sorted((row for row in rows if row.speaker), key=lambda row: row.says_where)
    names = list(dict.fromkeys(row.speaker for row in named))
    full = Roster.of(Roster.of((), labels).speakers, [name for name in names if len(name.split()) > 1])
    roster = Roster.of(full.speakers, names)
    persons: dict[str, dict[str, Any]] = {}
    declared: set[str] = set()  # by rows of their own, in which their name is written as it is to be
    for row in named:
        person = roster.resolve(row.speaker)
        key = person.speaker_id if person else derive_speaker_id(row.speaker)
        known = persons.setdefault(key, {"speaker_name": row.speaker})
        if not row.says_where:
            declared.add(key)
        elif key not in declared and len(row.speaker.split()) > len(known["speaker_name"].split()):
            known["speaker_name"] = row.speaker
        if row.role is not None and known.setdefault("speaker_role", row.role.value) != row.role.value:
            message = f"{row.speaker} is {known['speaker_role']} in another row, and cannot be {row.role.value} here."
            reader.walk.complain(reader.column(row.place, "role"), message, "Give each person one role.")
        if row.alias and row.alias not in known.setdefault("aliases", []):
            known["aliases"].append(row.alias)
    return [one for one in persons.values() if len(one) > 1]
