"""Names of sources: the source that a prefix names, and the prefix that a name belongs to."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from core.numbers.records import QueryResult
from core.numbers.rules import CitationRules

_LEAD_WORDS = re.compile(
    r"\W*(?:as\s+(?:per|reported\s+by)|per|according\s+to|from|via|by|citing|based\s+on|data\s+from|(?:data\s+)?sources?)\b"
    r"\W*",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\W*(?:the|our|its|their)\s+", re.IGNORECASE)
_END = re.compile(r"[\s:;,.=*_–—-]+$")
_SAYS_NOTHING = frozenset(
    "data database dataset datasets figures statistics stats estimates numbers report reports survey release releases "
    "portal system".split()
)
_MOST_WORDS = 8  # of a name that are compared


def alike(name: str) -> str:
    """Return the normalised name of a source: letters and digits, ignoring case (`World Bank` is `world_bank`)."""
    return "".join(one for one in name.casefold() if one.isalnum()) or name.casefold().strip()


def own_name(prefix: str) -> str:
    """Return the source that a prefix names: `LMIS` of `Per LMIS:`."""
    bare = _END.sub("", prefix)
    lead = _LEAD_WORDS.match(bare)
    return (bare[lead.end() :] if lead else bare).strip() or prefix.strip()


class CitationSources(NamedTuple):
    """The sources that the rules know.

    `names` are the sources that the allowed prefixes name, `accepted` the names that their results may have
    (normalised); `prefix_of` is the prefix of each known name (normalised).
    """

    names: dict[str, str]
    accepted: dict[str, frozenset[str]]
    prefix_of: dict[str, str]

    def prefix_for(self, name: str, *, goes_on: bool = False) -> str:
        """Return the prefix of a source in any spelling (`the LMIS database`), "" if it is unknown.

        With `goes_on` other words may follow the name.
        """
        exact = self.prefix_of.get(alike(name))
        if exact:
            return exact
        article = _ARTICLE.match(name)
        words = (name[article.end() :] if article else name).split()[:_MOST_WORDS]
        while words:
            known = self.prefix_of.get(alike(" ".join(words)))
            if known:
                return known
            last = alike(words.pop())
            if not (goes_on or last in _SAYS_NOTHING or (last.isdecimal() and len(last) <= 4)):
                return ""
        return ""


class ResultIndex(NamedTuple):
    """The given results by id and by source (normalised); positions count from 0.

    `names` are the rows' sources, `sources_of` those of each id, both normalised.
    """

    rows: Sequence[QueryResult]
    names: list[str]
    by_id: dict[str, list[int]]
    first_of: dict[str, int]
    sources_of: dict[str, set[str]]


@lru_cache(maxsize=16)
def _read(prefixes: tuple[str, ...], mapped_names: tuple[tuple[str, tuple[str, ...]], ...]) -> CitationSources:
    mapping = {"".join(prefix.casefold().split()): names for prefix, names in mapped_names}
    accepted: dict[str, frozenset[str]] = {}
    prefix_of: dict[str, str] = {}
    names = {prefix: own_name(prefix) for prefix in prefixes}
    for prefix in prefixes:
        mapped = mapping.get("".join(prefix.casefold().split()), ())
        accepted[prefix] = frozenset(map(alike, mapped or (names[prefix],)))
        for name in (names[prefix], *mapped):
            prefix_of.setdefault(alike(name), prefix)
    return CitationSources(names, accepted, prefix_of)


def read_sources(rules: CitationRules) -> CitationSources:
    """Return the sources that the rules know; a prefix without mapping stands for its own name."""
    return _read(rules.allowed_prefixes, tuple(rules.source_mapping.items()))


def index_results(results: Sequence[QueryResult]) -> ResultIndex:
    """Return the results by id and by source; `first_of` is the first row of each source."""
    index = ResultIndex(results, [alike(row.data_source) for row in results], {}, {}, {})
    for position, (row, name) in enumerate(zip(results, index.names, strict=True)):
        index.by_id.setdefault(row.query_id, []).append(position)
        index.first_of.setdefault(name, position)
        index.sources_of.setdefault(row.query_id, set()).add(name)
    return index
