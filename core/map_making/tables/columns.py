"""The columns of a table of quotes: those that are written, and by which names others are known."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from core.errors import ColumnsToChoose, EvidenceError, Problem
from core.text.tables import ColumnMapping, RowKind, plain_name, tell_apart

COLUMNS = (
    "chapter claim_id claim evidence_id quote speaker role start end document note chapter_note claim_note span_start "
    "span_end origin status claim_origin claim_status chapter_origin chapter_status chapter_words_by words_by alias"
).split()
"""The columns that are written, in their order."""
ALIAS = COLUMNS[-1]
"""Another name of a row's speaker: a column that is written only where persons have some."""
PROOF_COLUMNS = "quote_id raw_start raw_end proof reason".split()
"""The columns that a table with proofs has behind them; whoever reads it proves anew."""
HEARD_COLUMNS = "heard heard_on heard_by heard_note".split()
"""The columns behind these where somebody listened to a quote; a map holds none of it."""

# The names by which analysts and their programs call what is a column here; only these are taken without asking.
_OTHER_NAMES: Mapping[str, Sequence[str]] = {
    "chapter": "chapter_title theme themes category categories topic section".split(),
    "claim": ("claim_text code codes code_name codename tag tags insight finding statement label assertion".split()),
    "evidence_id": "quote_id highlight_id quotation_id id".split(),
    "quote": (
        "quote_text quotation quotation_content quotation_text highlight highlighted_text coded coded_text "
        "coded_segment segment selected_text seltext excerpt extract passage verbatim fragment content text"
    ).split(),
    "speaker": "speaker_name participant participant_name respondent interviewee said_by person".split(),
    "role": "speaker_role participant_role".split(),
    "start": "start_time start_seconds timestamp time_stamp timecode time".split(),
    "end": "end_time end_seconds".split(),
    "document": (
        "document_name file filename file_name file/case case source source_name transcript transcript_name interview "
        "recording"
    ).split(),
    "note": "notes memo coded_memo comment comments remark annotation".split(),
}
_SPELLINGS = {field: (field, *_OTHER_NAMES.get(field, ())) for field in COLUMNS}
# A code may stand in categories in categories; the nearest comes first.
_NESTED = ("chapter",)
_FORMS = 'Name its columns in the first row, for example "chapter", "claim", "quote" and "speaker".'


class ColumnChoice(NamedTuple):
    """Which column each field is, and the columns that are none."""

    of_field: Mapping[str, str]
    left_out: tuple[str, ...]


def _found(header: Sequence[str]) -> dict[str, list[str]]:
    """Return the columns that may be a field, the documented name alone where it is there."""
    plain = {name: plain_name(name) for name in header}
    found: dict[str, list[str]] = {}
    for field, spellings in _SPELLINGS.items():
        exact = [name for name in header if plain[name] == field]
        found[field] = exact or [name for name in dict.fromkeys(header) if plain[name] in spellings]
    return {field: columns for field, columns in found.items() if columns}


def quote_rows(mapping: Mapping[str, str]) -> RowKind:
    """Return what the rows of a table of quotes are, for `read_rows`; `mapping` is a person's."""

    def columns_of(names: tuple[str, ...]) -> ColumnMapping:
        known = {field: columns[0] for field, columns in _found(names).items()}
        known |= {field: name for field, name in mapping.items() if _column_called(name, names)}
        return ColumnMapping(known, (), () if "quote" in known else ("quote",))

    return RowKind(
        what="quotes",
        forms="Give CSV, TSV, a workbook (.xlsx), a REFI-QDA file (.qdpx, .qdc), or a text of one quote a line.",
        lists=("quotes", "rows", "highlights"),
        needed=("quote",),
        columns_of=columns_of,
        error=EvidenceError,
        others=(("chapters", "an evidence map or an edition"), ("raw_sha256", "a certificate")),
    )


def read_mapping(pairs: Iterable[str]) -> dict[str, str]:
    """Return a person's mapping, FIELD=COLUMN each, as columns by field. Raises EvidenceError with every problem."""
    mapping: dict[str, str] = {}
    problems: list[Problem] = []
    for pair in pairs:
        field, says, column = (part.strip() for part in pair.partition("="))
        if not says or not column:
            problems.append(Problem(place="--map", message=f'"{pair}" is no pair.', remedy="Write FIELD=COLUMN."))
        elif plain_name(field) not in COLUMNS:
            message = f'there is no field "{field}".'
            problems.append(Problem(place="--map", message=message, remedy=f"The fields are: {', '.join(COLUMNS)}."))
        else:
            mapping[plain_name(field)] = column
    if problems:
        raise EvidenceError(*problems)
    return mapping


def _column_called(name: str, header: Sequence[str]) -> str:
    """Return the column with a name, else the one with the same in other letters, "" where there is none."""
    alike = [column for column in header if plain_name(column) == plain_name(name)]
    return name if name in header else next(iter(alike), "")


def _listed(columns: Iterable[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _unclear(field: str, columns: Sequence[str]) -> str:
    """Return what is unclear about the columns that may be a field, "" where nothing is."""
    if field in _NESTED and len(set(map(plain_name, columns))) == 1:
        return ""
    twice = [name for name, count in Counter(map(plain_name, columns)).items() if count > 1]
    if twice:
        return f"two columns are called {twice[0]}."
    return f"{_listed(columns)} may each be the {field}." if len(columns) > 1 else ""


def guess_columns(header: Sequence[str]) -> dict[str, str]:
    """Return the column that each field most likely is, of those that may be one."""
    return {field: columns[0] for field, columns in _found(header).items()}


def choose_columns(header: Sequence[str], mapping: Mapping[str, str], place: str) -> ColumnChoice:
    """Return which column of a header is which field; `place` names the header in messages.

    In `mapping` a field may have no column, "". Raises ColumnsToChoose where a column may be several things, or nothing
    is the quote: with the columns, and how a person says which.
    """
    problems: list[Problem] = []
    chosen: dict[str, str] = {}
    for field, name in mapping.items():
        chosen[field] = _column_called(name, header)
        if name and not chosen[field]:
            message, remedy = f'no column is called "{name}".', f"The columns are: {_listed(header)}."
            problems.append(Problem(place=place, message=message, remedy=remedy))
    taken = set(chosen.values())
    found = _found([name for name in header if name not in taken])
    for field, columns in found.items():
        if field not in chosen:
            if why := _unclear(field, columns):
                say = f"Say which: --map {field}={columns[-1]}, or give the others another name."
                problems.append(Problem(place=place, message=why, remedy=say))
            chosen[field] = columns[0]
    chosen = {field: column for field, column in chosen.items() if column or mapping[field]}
    if not chosen.get("quote"):
        say = f"Say which does: --map quote=COLUMN. The columns are: {_listed(header)}."
        problems.append(Problem(place=place, message="no column is known to hold the quotes.", remedy=say))
    if problems:
        raise ColumnsToChoose(*problems, columns=tuple(dict.fromkeys(name for name in header if name)))
    names = tell_apart(header)
    return ColumnChoice(chosen, tuple(name for name in names if name not in chosen.values()))
