"""An evidence map as rows, each under an identity that it keeps when it is moved or renamed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import count
from typing import NamedTuple

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.map_making.acts.act_records import ProposedQuote, RowKey, RowLevel

MapRow = ChapterEvidence | ClaimEvidence | Support
_CHAPTER, _CLAIM, _SUPPORT = RowLevel.CHAPTER, RowLevel.CLAIM, RowLevel.SUPPORT
_NAMES = {_CHAPTER: "chapter", _CLAIM: "claim", _SUPPORT: "quote"}
_SHOWN = 60  # characters of a row's words in a sentence


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def words_of(row: MapRow) -> str:
    """Return what a row says."""
    return row.title if isinstance(row, ChapterEvidence) else row.claim if isinstance(row, ClaimEvidence) else row.quote


def named_by(level: RowLevel, words: str) -> str:
    """Return how a sentence names a row with these words."""
    words = " ".join(words.split())
    shown = words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1]}…"
    return f"the {_NAMES[level]} “{shown}”" if words else f"a {_NAMES[level]} not yet said"


class MapRows(NamedTuple):
    """The rows of a map, each without what is in it, and which rows are in which, in their order.

    `given` is the map whose title and speakers these are. Under None stand the chapters. `rejected` are the proposed
    quotes that a person does not want. It is never changed: each method returns another one.
    """

    given: EvidenceMap
    rows: Mapping[RowKey, MapRow]
    inside: Mapping[RowKey | None, tuple[RowKey, ...]]
    within: Mapping[RowKey, RowKey | None]
    rejected: frozenset[ProposedQuote] = frozenset()

    def put(self, key: RowKey, row: MapRow) -> "MapRows":
        """Return the map with another content of a row."""
        return self._replace(rows={**self.rows, key: row})

    def placed(self, key: RowKey, into: RowKey | None, before: RowKey | None) -> "MapRows":
        """Return the map with a row in another one, above `before`, or at its end; what is in it goes with it."""
        inside = dict(self.inside)
        if key in self.within:
            old = self.within[key]
            inside[old] = tuple(one for one in inside[old] if one != key)
        others = inside[into]
        index = others.index(before) if before is not None and before in others else len(others)
        inside[into] = (*others[:index], key, *others[index:])
        inside.setdefault(key, ())
        return self._replace(inside=inside, within={**self.within, key: into})

    def without(self, key: RowKey) -> "MapRows":
        """Return the map without a row and all that is in it."""
        gone = set(self.below(key))
        inside = {own: keys for own, keys in self.inside.items() if own not in gone}
        inside[self.within[key]] = tuple(one for one in inside[self.within[key]] if one != key)
        return self._replace(
            rows={own: row for own, row in self.rows.items() if own not in gone},
            inside=inside,
            within={own: into for own, into in self.within.items() if own not in gone},
        )

    def below(self, key: RowKey) -> Iterator[RowKey]:
        """Yield a row and all rows in it, in the order of the map."""
        yield key
        for one in self.inside[key]:
            yield from self.below(one)

    def look(self, key: RowKey, *, whole: bool = False) -> str:
        """Return how a row looks, "" where there is none: a digest of what it says, with `whole` of all in it too."""
        if key not in self.rows:
            return ""
        own = self.rows[key].model_dump_json()
        return _digest("\0".join((own, *(self.look(one, whole=True) for one in self.inside[key])) if whole else (own,)))

    def named(self, key: RowKey) -> str:
        """Return how a sentence names a row: by its words, or without any where it has none, or is gone."""
        row = self.rows.get(key)
        return named_by(key.level, words_of(row)) if row is not None else f"the {_NAMES[key.level]}"

    def number_of(self, level: RowLevel) -> int:
        """Return how many rows of a level there are."""
        return sum(key.level is level for key in self.rows)

    def free_id(self, level: RowLevel) -> str:
        """Return an id that no row of a level has; the same map gives the same one."""
        return next(own for n in count(1) if (own := f"{_NAMES[level]}-{n}") and RowKey(level, own) not in self.rows)

    def _support(self, key: RowKey) -> Iterator[Support]:
        for one in self.inside[key]:
            row = self.rows[one]
            if isinstance(row, Support):
                yield row

    def _claims(self, key: RowKey) -> Iterator[ClaimEvidence]:
        for one in self.inside[key]:
            row = self.rows[one]
            if isinstance(row, ClaimEvidence):
                yield row.model_copy(update={"support": tuple(self._support(one))})

    def as_map(self) -> EvidenceMap:
        """Return the evidence map of these rows."""
        chapters = (self.rows[one].model_copy(update={"claims": tuple(self._claims(one))}) for one in self.inside[None])
        return self.given.model_copy(update={"chapters": tuple(chapters)})


def rows_of(evidence_map: EvidenceMap) -> MapRows:
    """Return the rows of a map under their ids in it.

    A chapter has none there: its id is made of its title. Of several with one id the later ones have a number behind
    it.
    """
    rows: dict[RowKey, MapRow] = {}
    inside: dict[RowKey | None, list[RowKey]] = {None: []}
    within: dict[RowKey, RowKey | None] = {}
    uses: Counter[RowKey] = Counter()

    def add(level: RowLevel, own_id: str, row: MapRow, into: RowKey | None) -> RowKey:
        meant = key = RowKey(level, own_id)
        while key in rows or not key.row_id:
            uses[meant] += 1
            key = RowKey(level, f"{own_id}-{uses[meant] + 1}")
        rows[key], within[key], inside[key] = row, into, []
        inside[into].append(key)
        return key

    for chapter in evidence_map.chapters:
        chapter_id = f"chapter-{_digest(chapter.title)}"
        own = add(_CHAPTER, chapter_id, chapter.model_copy(update={"claims": ()}), None)
        for claim in chapter.claims:
            held = add(_CLAIM, claim.claim_id, claim.model_copy(update={"support": ()}), own)
            for support in claim.support:
                add(_SUPPORT, support.evidence_id, support, held)
    return MapRows(evidence_map, rows, {key: tuple(keys) for key, keys in inside.items()}, within)
