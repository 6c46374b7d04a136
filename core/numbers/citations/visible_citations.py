"""The prefixes and query ids that a reader sees as citations: none in comments, addresses, code or quotations."""

import re
from collections.abc import Container, Sequence
from typing import NamedTuple, TypeVar

from core.numbers.citation_marks import CitationMarks, PrefixMatch
from core.numbers.claims.masks import find_code, find_hidden
from core.numbers.patterns import QueryIdMatch
from core.span import Span

_Mark = TypeVar("_Mark", PrefixMatch, QueryIdMatch)

_PLACEHOLDERS = frozenset(
    """
    unknown pending missing needed required forthcoming placeholder unavailable undefined notavailable notknown
    tobeadded tobeconfirmed tobedefined nothing whatever something insert inserthere addhere comingsoon yourid
    queryid yourqueryid yourqid
    """.split()
)
_UNDONE = frozenset(("todo", "tbd", "tba", "tbc", "fixme"))
_QUOTED = re.compile(
    r"“[^“”]{1,2000}”|„[^„“”]{1,2000}[“”]|«[^«»]{1,2000}»|‘[^‘\n]{1,2000}?[.,!?…]’|(?<![^\s(\[*_—–-])\"(?=\S)[^\"]{1,2000}\""
)
_GLUE = frozenset("-./@‐‑")


class VisibleMarks(NamedTuple):
    """The prefixes and query ids that a reader sees, and the well-formed ids that are only placeholders."""

    prefixes: Sequence[PrefixMatch]
    ids: Sequence[QueryIdMatch]
    placeholders: Sequence[QueryIdMatch]


def _outside(marks: Sequence[_Mark], stretches: Sequence[Span]) -> Sequence[_Mark]:
    """Return the marks outside all stretches; both are in order, stretches may overlap."""
    if not stretches:
        return marks
    kept: list[_Mark] = []
    at = reach = 0
    for mark in marks:
        while at < len(stretches) and stretches[at].start < mark.span.end:
            reach = max(reach, stretches[at].end)
            at += 1
        if mark.span.start >= reach:
            kept.append(mark)
    return kept


def _is_glued(narrative: str, start: int) -> bool:
    """Tell whether a prefix is only the end of a longer word: `non-Per LMIS:`."""
    return start > 1 and narrative[start - 1] in _GLUE and narrative[start - 2].isalnum()


def _is_placeholder(query_id: str) -> bool:
    """Tell whether an id is a placeholder: a known word, or one repeated character."""
    small = query_id.casefold()
    bare = small.replace("_", "").replace("-", "")
    return len(set(bare)) < 2 or bare in _PLACEHOLDERS or not _UNDONE.isdisjoint(re.split(r"[_-]", small))


def find_visible_marks(narrative: str, marks: CitationMarks, known: Container[str]) -> VisibleMarks:
    """Return the marks that a reader sees, each in order; an id in `known` is no placeholder."""
    hidden = sorted(find_hidden(narrative)) if marks.prefixes or marks.ids else []
    ids = _outside(marks.ids, hidden)
    placeholders = [one for one in ids if _is_placeholder(one.query_id) and one.query_id not in known]
    if placeholders:
        refused = set(placeholders)
        ids = [one for one in ids if one not in refused]
    standing = [one for one in marks.prefixes if not _is_glued(narrative, one.span.start)]
    unread = sorted([*hidden, *find_code(narrative)]) if standing else []
    return VisibleMarks(_outside(standing, unread), ids, placeholders)


def quotations(narrative: str) -> list[Span]:
    """Return the spans in quotation marks, in order; code points, half-open."""
    if not any(mark in narrative for mark in '“„«‘"'):
        return []
    return [Span(*found.span()) for found in _QUOTED.finditer(narrative)]
