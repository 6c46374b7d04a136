"""Choose among the values in a reply: the one that fits the schema, else the largest.

The last resort is json-repair, accepted only if it lost, added and reordered nothing.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from core.llm.json_output.candidate import CandidateState, JsonCandidate
from core.llm.json_output.scan import unescape
from core.llm.json_output.schema import ExpectedKinds, Schema, schema_violations
from core.llm.json_output.search import JsonSearchResult
from core.llm.reply_faults import Repair
from core.text.documents import is_list, is_object

# It takes about five microseconds a character.
_LONGEST = 200_000
_MOST_NOTES = 10
_MOST_PLACES = 100
_MARKS = frozenset("\"'“”„‟‘’‚‛")
# What a model may leave without marks; anything else without them is a guess.
_PLAIN = re.compile(r"(?!(?:undefined|NaN)\Z)[^\W\d][\w .-]*+")
_WORD = re.compile(r"\d++(?:\.\d++)?(?:[eE][-+]?\d++)?|[^\W\d_]++")

_MOST_REPAIRED = 3
_MOST_FITTED = 100
_MOST_TROUBLES = 3


def _words(text: str) -> Iterator[str | float]:
    """Yield the words and numbers of a text in their order, as both sides of a repair would write them."""
    for word in _WORD.findall(text):
        folded = word.casefold()
        yield float(word) if word[0].isdecimal() else "null" if folded == "none" else folded


def _scalars(value: Any) -> Iterator[Any]:
    """Yield keys and values in the order of the text."""
    if is_object(value):
        for key, member in value.items():
            yield key
            yield from _scalars(member)
    elif is_list(value):
        for member in value:
            yield from _scalars(member)
    else:
        yield value


def _find(text: str, source: str, offset: int) -> int | None:
    """Return where a text of the value ends in its source: between marks, or without any as a plain word or two."""
    for _ in range(_MOST_PLACES):
        start = source.find(text, offset)
        if start < 0:
            return None
        end = start + len(text)
        if (source[start - 1] in _MARKS and source[end : end + 1] in _MARKS) or _PLAIN.fullmatch(text):
            return end
        offset = start + 1
    return None


def _is_faithful(value: Any, source: str) -> bool:
    """Tell whether a value has the words of its source, and each of its strings stands there unchanged."""
    words: list[str | float] = []
    offset: int | None = 1
    for scalar in _scalars(value):
        words += _words(str(scalar))
        if isinstance(scalar, str):
            offset = _find(scalar, source, offset)
            if offset is None:
                return False
    return words == list(_words(source))


def _repair(source: str) -> tuple[Any, list[dict[str, str]]]:
    from json_repair import repair_json

    try:
        return repair_json(source, return_objects=True, skip_json_loads=True, logging=True)
    except Exception:  # noqa: BLE001 - whatever a guessing parser fails on, the reply then stays unrepaired
        return None, []


def repair_candidate(text: str, broken: JsonCandidate) -> JsonCandidate | None:
    """Return a broken candidate as json-repair reads it, None where that is not what the reply says."""
    source = text[broken.start : broken.end]
    if broken.unsure or broken.size > _LONGEST:
        return None
    value, log = _repair(source)
    kind = list if source[0] == "[" else dict
    try:
        if not isinstance(value, kind) or not _is_faithful(value, unescape(source)):
            return None
    except RecursionError:
        return None
    notes = list(dict.fromkeys(entry["text"] for entry in log))[:_MOST_NOTES] or ["mended without a word about it"]
    return broken._replace(
        state=CandidateState.WHOLE,
        value=value,
        repairs=broken.repairs | {Repair.JSON_REPAIR},
        notes=tuple(f"{Repair.JSON_REPAIR}: {note}" for note in notes),
    )


class JsonChoice(NamedTuple):
    """The chosen value, all that competed with it, its schema violations, and whether anything is missing.

    `problems` is None if the value was not checked against a schema.
    """

    chosen: JsonCandidate | None
    competing: Sequence[JsonCandidate] = ()
    problems: Sequence[str] | None = None
    cut: bool = False
    missing: bool = False
    issues: Sequence[str] = ()


def _rank(candidate: JsonCandidate) -> tuple[bool, int, int]:
    """Rank by size; of two of one size the later counts, since models correct themselves forwards."""
    return not candidate.is_empty, candidate.size, candidate.start


def _repaired(text: str, broken: Sequence[JsonCandidate]) -> tuple[list[JsonCandidate], list[JsonCandidate]]:
    """Return the broken candidates that could be repaired, the largest first, and those that could not."""
    repaired: list[JsonCandidate] = []
    unreadable = list(broken[_MOST_REPAIRED:])
    for candidate in broken[:_MOST_REPAIRED]:
        found = repair_candidate(text, candidate)
        if found is None:
            unreadable.append(candidate)
        else:
            repaired.append(found)
    return repaired, unreadable


def _troubles(unreadable: Sequence[JsonCandidate]) -> list[str]:
    return [issue for one in unreadable[:_MOST_TROUBLES] for issue in one.issues]


def _is_citation(candidate: JsonCandidate) -> bool:
    """Tell a `[1, 2]` in prose, which nobody meant as JSON."""
    at_its_place = candidate.place.opening or candidate.place.fenced
    return not at_its_place and all(isinstance(item, (int, float)) for item in candidate.value)


def _take(competing: Sequence[JsonCandidate], schema: Schema | None) -> JsonChoice:
    ordered = sorted(competing, key=_rank, reverse=True)
    if schema is None:
        return JsonChoice(ordered[0], competing)
    against = [schema_violations(candidate.value, schema) for candidate in ordered[:1]]
    for candidate in ordered[1:_MOST_FITTED]:
        if not against[-1]:
            break
        against.append(schema_violations(candidate.value, schema))
    best = len(against) - 1 if not against[-1] else 0
    return JsonChoice(ordered[best], competing, against[best])


def _selection_issues(choice: JsonChoice) -> list[str]:
    count = sum(not candidate.is_empty for candidate in choice.competing)
    if count < 2 or choice.chosen is None:
        return []
    reason = "the one that fits the schema" if choice.problems == [] else "the largest"
    return [f"There are {count} values in the reply; {reason} was taken."]


def choose(text: str, found: JsonSearchResult, wanted: ExpectedKinds, schema: Schema | None) -> JsonChoice:
    """Choose among the candidates of a reply. Raises BadInput if the schema is invalid."""
    candidates = found.candidates
    usable = [one for one in candidates if one.place.wanted and one.state is CandidateState.WHOLE]
    last = max((one.start for one in usable), default=-1)
    cut = [one for one in candidates if one.state is CandidateState.CUT and (one.likely or one.start > last)]
    broken = sorted(
        (one for one in candidates if one.place.wanted and one.state is CandidateState.BROKEN), key=_rank, reverse=True
    )
    whole = [one for one in usable if one.is_serious]
    if cut:
        chosen = max(*whole, *cut, key=_rank) if whole or len(cut) > 1 else cut[0]
        return JsonChoice(
            chosen, (*whole, *cut), cut=True, issues=["The reply was cut off: its brackets do not close."]
        )
    repaired, unreadable = _repaired(text, [one for one in broken if one.is_serious])
    whole += repaired
    if not whole:
        whole = [one for one in usable if not one.is_serious]
    if not whole:
        whole, more = _repaired(text, [one for one in broken if not one.is_serious])
        unreadable += more
    if not whole:
        other = [one for one in candidates if one.state is CandidateState.WHOLE and not one.place.wanted]
        other = [one for one in other if not _is_citation(one)]
        if not other:
            return JsonChoice(None, issues=_troubles(unreadable))
        kinds = ("an array", "an object") if wanted.objects else ("an object", "an array")
        problem = f"the value itself: {kinds[0]} where {kinds[1]} is wanted."
        return JsonChoice(max(other, key=_rank), other, [problem])
    choice = _take(whole, schema)
    lost = [one for one in unreadable if choice.chosen and one.size > choice.chosen.size]
    issues = _selection_issues(choice)
    if lost and choice.problems != []:
        issues += ["A larger value in the reply could not be read.", *_troubles(lost)]
        return choice._replace(missing=True, issues=issues)
    return choice._replace(issues=issues)
