"""Which prefixes and query ids a reader sees as citations: none in comments, addresses, code or other quotations."""

import re
from collections.abc import Sequence

from core.numbers.claims.masks import find_code, find_hidden
from core.numbers.marks import PrefixAt
from core.numbers.patterns import FoundId
from core.span import Span

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


def _outside(marks: Sequence[PrefixAt], stretches: Sequence[Span]) -> list[PrefixAt]:
    """Return the marks that no stretch touches; both are in order, stretches may overlap."""
    kept: list[PrefixAt] = []
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


def seen_prefixes(narrative: str, prefixes: Sequence[PrefixAt]) -> list[PrefixAt]:
    """Return the allowed prefixes that a reader sees as such, in order."""
    if not prefixes:
        return []
    hidden = sorted([*find_hidden(narrative), *find_code(narrative)])
    standing = [one for one in prefixes if not _is_glued(narrative, one.span.start)]
    return _outside(standing, hidden) if hidden else standing


def seen_ids(narrative: str, ids: Sequence[FoundId]) -> list[FoundId]:
    """Return the query ids that a reader sees, in order; words that only hold the place of an id are none."""
    hidden = sorted(find_hidden(narrative)) if ids else []
    shown = ids
    if hidden:
        kept = {one.span for one in _outside([PrefixAt(one.span, "") for one in ids], hidden)}
        shown = [one for one in ids if one.span in kept]
    return [one for one in shown if _is_an_id(one.query_id)]


def _is_an_id(query_id: str) -> bool:
    bare = query_id.casefold().replace("_", "").replace("-", "")
    return (
        bare not in _PLACEHOLDERS and _UNDONE.isdisjoint(re.split(r"[_-]", query_id.casefold())) and len(set(bare)) > 1
    )


def quotations(narrative: str) -> list[Span]:
    """Return what stands in quotation marks, in order; code points, half-open."""
    if not any(mark in narrative for mark in '“„«‘"'):
        return []
    return [Span(*found.span()) for found in _QUOTED.finditer(narrative)]
