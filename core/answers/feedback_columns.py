"""Which column of a feedback file is which field: by a person's mapping, its usual names, or inside seed 4's objects.

A column inside an object goes by the names on the way to it with dots between (`feedback_record.content`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.errors import RecordsError
from core.text.documents import is_object
from core.text.tables import ColumnMapping, DuplicateFields, RowKind, find_columns, plain_name

ID, CONTENT, SUMMARY, METADATA = FIELDS = ("feedback_record_id", "content", "summary", "metadata")
KNOWN_METADATA = ("course", "difficulty", "file")
MAPPED = (*FIELDS, *KNOWN_METADATA)
"""The fields that a mapping may give a column."""

_LINKS = "feedback_record_id feedbackrecordid record_id recordid".split()  # by which a summary names its record
_SPELLINGS = {
    ID: [
        *_LINKS,
        *("feedback_id feedbackid response_id responseid review_id reviewid ticket_id ticketid uuid guid id").split(),
    ],
    CONTENT: (
        "content verbatim_feedback verbatimfeedback feedback_text feedbacktext feedback text body comment comments "
        "review review_text reviewtext message verbatim response feedback_record feedbackrecord"
    ).split(),
    SUMMARY: "summary feedback_summary feedbacksummary abstract".split(),
    METADATA: "metadata meta_data meta attributes".split(),
    "course": "course course_name coursename".split(),
    "difficulty": "difficulty difficulty_level difficultylevel".split(),
    "file": "file file_name filename file_path filepath document_name documentname document".split(),
}
_RECORD, _OF_SUMMARY = {"feedback_record", "feedbackrecord"}, {"feedback_summary", "feedbacksummary"}
_IN_SUMMARY = {SUMMARY: [*_SPELLINGS[SUMMARY], *_SPELLINGS[CONTENT]], ID: _LINKS}
_NEEDED = (ID, CONTENT)
_LISTS = ("feedback", "feedback_records", "records", "reviews", "results", "rows", "items", "data")
_OTHERS = (("chapters", "an evidence map or an edition"), ("raw_sha256", "a certificate"))
_FORMS = (
    "Give JSON, JSON lines or CSV, with feedback_record_id and content, and summary and metadata where there are any."
)
_DEEPEST, _MOST_PATHS = 5, 50  # of the paths that are offered


def _key(value: Mapping[str, Any], name: str) -> str | None:
    """Return the key of an object that has a name, else the first that has it in other letters."""
    if name in value:
        return name
    plain = plain_name(name)
    return next((key for key in value if plain and plain_name(key) == plain), None)


def take_out(value: Mapping[str, Any], path: str) -> tuple[Any, Mapping[str, Any]] | None:
    """Return what stands at a path of names with dots between, and the object without it; None if nothing does."""
    key = _key(value, path)
    if key is not None:
        return value[key], {name: one for name, one in value.items() if name != key}
    for at in reversed([at for at, char in enumerate(path) if char == "."]):
        key = _key(value, path[:at])
        inside = take_out(value[key], path[at + 1 :]) if key is not None and is_object(value[key]) else None
        if key is not None and inside is not None:
            return inside[0], {**value, key: inside[1]}
    return None


def paths_of(value: Mapping[str, Any], before: str = "", depth: int = 0) -> Iterator[str]:
    """Yield the paths of the texts and numbers inside the objects that an object holds; the first, of very many."""
    if depth < _DEEPEST:
        for name, one in list(value.items())[:_MOST_PATHS]:
            if is_object(one):
                yield from paths_of(one, f"{before}{name}.", depth + 1)
            elif before and isinstance(one, str):
                yield before + name


def open_row(row: Mapping[str, Any], mapping: Mapping[str, str]) -> Mapping[str, Any]:
    """Return a row with columns for what its objects hold: what the mapping names by a path, and all of seed 4's two.

    A column whose name has the dot itself stays as it is. Source: decisions.md#seed-4.
    """
    if not any(map(is_object, row.values())):
        return row
    opened: dict[str, Any] = dict(row)
    own = {plain_name(name) for name in row if "." in name}
    for path in mapping.values():
        found = None if "." not in path or plain_name(path) in own else take_out(opened, path)
        if found is not None:
            opened = {**found[1], path: found[0]}
    for name in [name for name in opened if plain_name(name) in _RECORD | _OF_SUMMARY]:
        inside = opened[name]
        if is_object(inside):
            del opened[name]
            opened = {**{f"{name}.{key}": value for key, value in inside.items()}, **opened}
    twice = isinstance(row, DuplicateFields) or any(
        isinstance(value, DuplicateFields) and opened.get(name) is not value for name, value in row.items()
    )
    return DuplicateFields(opened) if twice else opened


def _inside(names: Sequence[str], of: set[str]) -> dict[str, str]:
    """Return the columns of one of seed 4's objects, by their names inside it."""
    parted = ((name, name.partition(".")) for name in names)
    return {inner: name for name, (outer, dot, inner) in parted if dot and plain_name(outer) in of}


def own_name(name: str, row: Mapping[str, Any]) -> str:
    """Return the name of a column without that of seed 4's record around it, where no other column has it."""
    outer, dot, inner = name.partition(".")
    return inner if dot and inner not in row and plain_name(outer) in _RECORD else name


def link_of(names: Sequence[str], mapping: Mapping[str, str]) -> str:
    """Return the column by which seed 4's summary names its record, "" if there is none or a person named another."""
    links = find_columns(_inside(names, _OF_SUMMARY), {ID: _LINKS}, ()).of_field
    return "" if ID in mapping or ID not in links else _inside(names, _OF_SUMMARY)[links[ID]]


def is_summary_alone(names: Sequence[str], mapping: Mapping[str, str]) -> bool:
    """Tell whether columns are seed 4's without the record, so that their content is what was searched."""
    return CONTENT not in mapping and bool(_inside(names, _OF_SUMMARY)) and not _inside(names, _RECORD)


def _of_seed_four(names: Sequence[str], outside: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the columns of fields in seed 4's shape, and those that are there twice; `outside` are the usual ones.

    Beside the record the content is what was searched: it is the summary where there is no other.
    """
    record, summary = _inside(names, _RECORD), _inside(names, _OF_SUMMARY)
    if not record:
        return {}, ()
    of_record, of_summary = find_columns(record, _SPELLINGS, ()), find_columns(summary, _IN_SUMMARY, ())
    found = {ID: outside.get(ID, ""), CONTENT: "", SUMMARY: ""}
    found |= {field: summary[name] for field, name in of_summary.of_field.items()}
    found |= {field: record[name] for field, name in of_record.of_field.items() if field != SUMMARY}
    found[SUMMARY] = found[SUMMARY] or outside.get(SUMMARY) or outside.get(CONTENT) or ""
    return found, of_record.twice


def _mapped(names: tuple[str, ...], mapping: Mapping[str, str]) -> ColumnMapping:
    """Return the column of each field: from the mapping, else from seed 4's objects, else by its usual names."""
    by_name = {plain_name(name): name for name in reversed(names)}
    given = {
        field: column if column in names else by_name.get(plain_name(column), "") for field, column in mapping.items()
    }
    free = [name for name in names if name not in given.values()]
    usual = find_columns(free, {field: one for field, one in _SPELLINGS.items() if field not in mapping}, ())
    nested, twice = _of_seed_four(names, usual.of_field)
    new = {field: column for field, column in nested.items() if field not in mapping and column not in given.values()}
    found = {**usual.of_field, **new, **given}
    of_field = {field: found[field] for field in MAPPED if found.get(field)}
    return ColumnMapping(
        of_field, twice if nested else usual.twice, tuple(field for field in _NEEDED if field not in of_field)
    )


def kind_of_rows(mapping: Mapping[str, str]) -> RowKind:
    """Return the kind of feedback rows for a mapping in which a person gave some fields their columns ("" for none)."""
    cached: dict[tuple[str, ...], ColumnMapping] = {}

    def columns_of(names: tuple[str, ...]) -> ColumnMapping:
        if names not in cached:
            cached[names] = _mapped(names, mapping)
        return cached[names]

    return RowKind("feedback records", _FORMS, _LISTS, _NEEDED, columns_of, RecordsError, any_list=True, others=_OTHERS)
