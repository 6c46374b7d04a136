"""Every passage under an id of its own, and how that id is written where a reader sees it."""

import re
import unicodedata
from collections.abc import Sequence

from core.answers.records import Citation
from core.prose.render import unmarked
from core.text.canonical import FORMAT_CHARACTERS

# What can stand behind a quotation without being read as anything else; a space only between two of these.
_SAFE = re.compile(r"\w(?:[\w.#/@+-]|[ ](?=[\w#@]))*(?<![\s./@+-])")
_UNSAFE_RUN = re.compile(r"[^\w.#@+-]+")
_LONGEST = 80


def _is_safe(label: str) -> bool:
    if len(label) > _LONGEST or _SAFE.fullmatch(label) is None or not any(map(str.isalnum, label)):
        return False
    # Some letters look like marks, or are not seen.
    return unmarked(label) == label and not FORMAT_CHARACTERS.intersection(label)


def _own(wanted: str, taken: set[str]) -> str:
    """Return a name that nobody has yet: the one that is wanted, or that with the first free number behind it."""
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}-{number}", number + 1
    taken.add(name)
    return name


def with_own_ids(citations: Sequence[Citation]) -> tuple[Citation, ...]:
    """Return the citations in their order, each with a record id that no other has.

    The first of several with one id keeps it; one without any is named by its place.
    """
    given = {citation.record_id for citation in citations}
    taken: set[str] = set()
    named: list[Citation] = []
    for number, citation in enumerate(citations, start=1):
        own = citation.record_id
        if not own.strip() or own in taken:
            own = _own(own if own.strip() else f"record-{number}", taken | given)
        taken.add(own)
        named.append(citation if own == citation.record_id else citation.model_copy(update={"record_id": own}))
    return tuple(named)


def labels_of(record_ids: Sequence[str]) -> tuple[str, ...]:
    """Return for each record id what is written for it: itself, or, where it holds what could be read as something
    else (marks, line ends, brackets), its words joined by `_`. No two are the same."""
    labels: list[str] = []
    taken = {one for one in record_ids if _is_safe(one)}
    for number, record_id in enumerate(record_ids, start=1):
        if _is_safe(record_id):
            labels.append(record_id)
            continue
        written = unmarked(unicodedata.normalize("NFKC", record_id)[:_LONGEST])
        plain = _UNSAFE_RUN.sub("_", written).strip("_.@+-#")
        labels.append(_own(plain if _is_safe(plain) else f"record-{number}", taken))
    return tuple(labels)
