"""From a reply to its JSON, without logging: search, layers, choice, and the issues to report."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.llm.json_output import refusal
from core.llm.json_output.candidate import CandidateStart, CandidateState, JsonCandidate, from_strict
from core.llm.json_output.choice import JsonChoice, choose
from core.llm.json_output.result import Extraction, Method
from core.llm.json_output.scan import BLANK_ENTITY, UNSEEN, WIDE_SPACE
from core.llm.json_output.schema import ExpectedKinds, Schema, expected_kinds, schema_violations
from core.llm.json_output.search import JsonSearchResult, has_entities, search, without_escapes, without_html
from core.llm.json_output.strict import MAX_DEPTH, read_strictly
from core.llm.reply_faults import Artifact, Repair, in_order
from core.text.punctuation import UNREADABLE
from core.text.well_formed import well_formed, well_formed_values

# A byte order mark that was read as Latin-1.
_MISREAD_BOM = "ï»¿"
_SPACE = " \t\n\r"
_BLANK = re.compile(rf"[\s{UNSEEN}{WIDE_SPACE}]*+")
_UNSEEN = re.compile(rf"[{UNSEEN}]")
_UNICODE_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{4}")
_ENTITIES = re.compile(BLANK_ENTITY)
_EMPTY_LINES = re.compile(r"\n(?:[ \t\r]*+\n){2,}")
_MOST_LAYERS = 4
_MOST_ISSUES = 20
_LONGEST_ISSUE = 300


class UnwrappedReply(NamedTuple):
    """A reply without its layers, what was found in it, and what the layers were."""

    text: str
    found: JsonSearchResult
    artifacts: frozenset[Artifact]


class ReplyExtraction(NamedTuple):
    """The extraction of a reply, and the text that holds the value (the prose, if there is no value)."""

    extraction: Extraction
    source: str


def _is_blank(text: str, start: int, end: int) -> bool:
    blank = _BLANK.match(text, start, end)
    return blank is not None and blank.end() == end


def _peel(text: str, wanted: ExpectedKinds) -> UnwrappedReply:
    """Take off layers until something usable is found."""
    artifacts: set[Artifact] = set()
    found = search(text, wanted)
    for _ in range(_MOST_LAYERS):
        telling = [one for one in found.candidates if not one.is_empty]
        if any(one.place.wanted and one.state is CandidateState.WHOLE for one in telling):
            break
        before = telling[0].start if telling else len(text)
        peeled, artifact = without_html(text, before), Artifact.HTML_ENTITIES
        if peeled is None:
            peeled, artifact = without_escapes(text, before), Artifact.ESCAPED_JSON_STRING
        if peeled is None or peeled == text:
            break
        text = peeled
        artifacts.add(artifact)
        found = search(text, wanted)
    return UnwrappedReply(text, found, frozenset(artifacts))


def _prose(peeled: UnwrappedReply, competing: Sequence[JsonCandidate]) -> Iterator[tuple[int, int]]:
    """Yield the spans of a reply that are neither JSON nor wrapping."""
    end = 0
    for start, stop in sorted([*peeled.found.wrapping, *((one.start, one.end) for one in competing)]):
        if start > end:
            yield end, start
        end = max(end, stop)
    if end < len(peeled.text):
        yield end, len(peeled.text)


def _has_words(text: str) -> bool:
    return _BLANK.fullmatch(_ENTITIES.sub(" ", text)) is None


def _around(peeled: UnwrappedReply, choice: JsonChoice) -> tuple[set[Artifact], str]:
    """Return what stands around the chosen value, and all prose."""
    text, chosen = peeled.text, choice.chosen
    spans = list(_prose(peeled, choice.competing))
    prose = "\n".join(text[start:end] for start, end in spans)
    artifacts: set[Artifact] = set()
    if chosen is not None:
        if any(end <= chosen.start and _has_words(text[start:end]) for start, end in spans):
            artifacts.add(Artifact.LEADING_TEXT)
        if any(start >= chosen.end and _has_words(text[start:end]) for start, end in spans):
            artifacts.add(Artifact.TRAILING_TEXT)
    elif not _has_words(prose):
        artifacts.add(Artifact.EMPTY)
    if "\ufeff" in prose:
        artifacts.add(Artifact.BOM)
    if any(unseen[0] != "\ufeff" for unseen in _UNSEEN.finditer(prose)):
        artifacts.add(Artifact.CONTROL_CHARS)
    if has_entities(prose):
        artifacts.add(Artifact.HTML_ENTITIES)
    return artifacts, prose


def _tidy(prose: str) -> str:
    return _EMPTY_LINES.sub("\n\n", _UNSEEN.sub("", prose)).strip()


def _method(peeled: UnwrappedReply, chosen: JsonCandidate | None) -> Method:
    if chosen is None:
        return Method.NO_JSON_FOUND
    if Artifact.ESCAPED_JSON_STRING in peeled.artifacts:
        return Method.ESCAPED_STRING_DECODING
    if chosen.place.fenced:
        return Method.MARKDOWN_BLOCK_EXTRACTION
    if _is_blank(peeled.text, 0, chosen.start) and _is_blank(peeled.text, chosen.end, len(peeled.text)):
        return Method.DIRECT_PARSING
    return Method.EMBEDDED_JSON_EXTRACTION


def _limits(found: JsonSearchResult) -> list[str]:
    issues: list[str] = []
    if found.too_deep:
        issues.append(f"The reply holds brackets that are nested more than {MAX_DEPTH} deep; they were not read.")
    if found.gave_up:
        issues.append("The reply holds too many brackets for a reply; the rest of it was not looked at.")
    if found.in_thought:
        issues.append("The model's thoughts never end: the reply was cut off before the answer.")
    return issues


def _brief(issues: Sequence[str]) -> tuple[str, ...]:
    """Return issues as a person can read them: a hostile reply has thousands, and keys as long as itself."""
    shown = [one if len(one) <= _LONGEST_ISSUE else f"{one[:_LONGEST_ISSUE]}…" for one in issues[:_MOST_ISSUES]]
    more = len(issues) - len(shown)
    return (*shown, f"And {more:,} more.") if more else tuple(shown)


def _conclude(
    choice: JsonChoice,
    artifacts: set[Artifact],
    method: Method,
    *,
    checked: bool,
    finish_reason: str | None,
    missing: bool,
) -> Extraction:
    """Decide what was found: `ok` means that it may be used without a second look."""
    chosen, issues = choice.chosen, list(choice.issues)
    if refusal.was_filtered(finish_reason):
        artifacts.add(Artifact.CONTENT_FILTER)
        issues.append(f"The model was stopped by a filter ({finish_reason}).")
    if refusal.was_cut_off(finish_reason):
        artifacts.add(Artifact.TRUNCATED)
        issues.append(f"The model ran out of tokens ({finish_reason}).")
    if chosen is None:
        return Extraction(
            ok=False,
            artifacts=in_order(artifacts, Artifact),
            issues=_brief([*issues, "There is no JSON in the reply that could be read."]),
        )
    if sum(not one.is_empty for one in choice.competing) > 1:
        artifacts.add(Artifact.MULTIPLE_JSON)
    if choice.cut or chosen.elided:
        artifacts.add(Artifact.TRUNCATED)
    if chosen.elided:
        issues.append("The model itself left something out.")
    repairs = set(chosen.repairs) - {Repair.JSON_REPAIR}
    partial = missing or choice.missing or not artifacts.isdisjoint((Artifact.TRUNCATED, Artifact.CONTENT_FILTER))
    data = well_formed_values(chosen.value)
    if UNREADABLE in json.dumps(data, ensure_ascii=False):
        issues.append("The JSON holds characters that could not be read: each is U+FFFD.")
    return Extraction(
        ok=not partial and not choice.problems,
        data=data,
        artifacts=in_order(artifacts | chosen.artifacts, Artifact),
        repairs=(*in_order(repairs, Repair), *chosen.notes),
        method=method,
        partial=partial,
        valid=not choice.problems if checked and not partial else None,
        issues=_brief([*issues, *(choice.problems or ()), *chosen.issues]),
    )


def _examine_clean(
    body: str, schema: Schema | None, wanted: ExpectedKinds, finish_reason: str | None
) -> ReplyExtraction | None:
    """Read a reply that is JSON and nothing else, None where it is not."""
    if not (body.startswith("{") and wanted.objects) and not (body.startswith("[") and wanted.arrays):
        return None
    found = read_strictly(body)
    if found is None or found.end < len(body):
        return None
    escaped = "\\" in body and _UNICODE_ESCAPE.search(body) is not None
    remarkable = escaped or UNREADABLE in body or found.duplicates or found.infinite
    if schema is None and not remarkable and refusal.ended_naturally(finish_reason):
        return ReplyExtraction(Extraction(ok=True, data=found.value, method=Method.DIRECT_PARSING), body)
    chosen = from_strict(CandidateStart(0, opening=True, fenced=False, wanted=True), found)
    choice = JsonChoice(chosen, (chosen,), None if schema is None else schema_violations(found.value, schema))
    artifacts = {Artifact.UNICODE_ESCAPES} if escaped else set[Artifact]()
    extraction = _conclude(
        choice,
        artifacts,
        Method.DIRECT_PARSING,
        checked=schema is not None,
        finish_reason=finish_reason,
        missing=False,
    )
    return ReplyExtraction(extraction, body)


def examine(response: str | None, schema: Schema | None = None, finish_reason: str | None = None) -> ReplyExtraction:
    """Find the JSON of a reply. Raises BadInput if the schema is invalid."""
    text, wanted = well_formed(response or ""), expected_kinds(schema)
    clean = _examine_clean(text.strip(_SPACE), schema, wanted, finish_reason)
    if clean is not None:
        return clean
    start = text.lstrip()
    misread = start.startswith(_MISREAD_BOM)
    peeled = _peel(start.removeprefix(_MISREAD_BOM) if misread else text, wanted)
    choice = choose(peeled.text, peeled.found, wanted, schema)
    artifacts, prose = _around(peeled, choice)
    artifacts |= peeled.artifacts
    found, chosen = peeled.found, choice.chosen
    flags = {
        Artifact.BOM: misread,
        Artifact.MARKDOWN_CODE_BLOCKS: found.fences,
        Artifact.THINK_TAGS: found.thoughts,
        Artifact.TRUNCATED: found.in_thought,
        Artifact.UNICODE_ESCAPES: "\\" in text and _UNICODE_ESCAPE.search(text) is not None,
        Artifact.CONTENT_FILTER: chosen is None and refusal.refuses(prose),
    }
    artifacts |= {artifact for artifact, holds in flags.items() if holds}
    if chosen is not None and Artifact.HTML_ENTITIES in peeled.artifacts:
        choice = choice._replace(chosen=chosen._replace(repairs=chosen.repairs | {Repair.HTML_ENTITIES}))
    choice = choice._replace(issues=(*choice.issues, *_limits(found)))
    extraction = _conclude(
        choice,
        artifacts,
        _method(peeled, chosen),
        checked=schema is not None,
        finish_reason=finish_reason,
        missing=found.too_deep or found.gave_up,
    )
    return ReplyExtraction(extraction, peeled.text[chosen.start : chosen.end] if chosen else _tidy(prose))
