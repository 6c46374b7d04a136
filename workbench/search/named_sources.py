"""The columns and tiers that a person names of sources, and record ids that depend on the named sources alone."""

import json
from collections.abc import Callable, Sequence

from core.answers.record_ids import record_stems
from core.answers.records import Citation
from core.errors import BadInput, Problem
from core.prose.render import one_line
from workbench.search.index import SearchIndex
from workbench.search.index_records import IndexedSourceKind, IngestReport
from workbench.search.read_source import TIERS

_FIELDS = ("feedback_record_id", "content", "summary", "metadata")


def mapping_of(written: Sequence[str], tiers: Sequence[str] = ()) -> dict[str, str]:
    """Return the column of each field, from texts like `content=Comment`, and the tiers that are meant where a
    transcript has several. Raises BadInput."""
    mapping: dict[str, str] = {}
    problems: list[Problem] = []
    for words in written:
        field, _, column = (part.strip() for part in words.partition("="))
        if not column or field not in _FIELDS:
            message = f"{one_line(words)} names no field and its column."
            remedy = f"Write FIELD=COLUMN; the fields are {', '.join(_FIELDS)}."
            problems.append(Problem(place="--map", message=message, remedy=remedy))
        elif field in mapping:
            problems.append(Problem(place="--map", message=f"{field} has two columns.", remedy="Name one."))
        mapping[field] = column
    if problems:
        raise BadInput(*problems)
    return {**mapping, TIERS: json.dumps(sorted(set(tiers)))} if tiers else mapping


def own_names(library: SearchIndex, taken: IngestReport) -> Callable[[Citation], Citation]:
    """Return a function that gives passages ids that depend on the named sources alone.

    The index may hold other files of the same name, or records of the same ids, and uses longer ids for those.
    """
    keys = set(taken.keys)
    sources = [source for source in library.sources() if source.key in keys]
    names = record_stems([source.key for source in sources])
    stems = {source.key: names[source.key] for source in sources if source.kind is IndexedSourceKind.TRANSCRIPT}
    tables = [source for source in sources if source.kind is IndexedSourceKind.FEEDBACK]
    prefix = f"{tables[0].stem}#" if len(tables) == 1 else ""

    def named(citation: Citation) -> Citation:
        own = citation.record_id
        if citation.title == own:  # a record, whose id is its own
            own = own.removeprefix(prefix) or own
            return citation.model_copy(update={"record_id": own, "title": own})
        stem = stems.get(citation.file_path or "")
        return (
            citation if stem is None else citation.model_copy(update={"record_id": f"{stem}#{own.rpartition('#')[2]}"})
        )

    return named
