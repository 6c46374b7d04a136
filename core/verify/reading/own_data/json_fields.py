"""Which fields an edition as data has, and of what kind their values are: a closed list, as for every other form.

A description of its own, which shares nothing with the writer; a test holds both together. What a program reads from a
field that stands here is checked by `read_json`; a field that does not is read by somebody else's program alone.
"""

import re
from collections.abc import Iterator, Mapping

from core.text.documents import is_list, is_object
from core.verify.reading.own_pages.page_grammar import NOTE
from core.verify.reading.page import collapse

_WORDS = "words"  # a text, or nothing
_NAME = "name"  # a text in which nobody is quoted, or nothing
_DATA = "data"  # a number, a truth or nothing, or a list of these
_PLACE = "place"  # which `read_json` compares with the transcript, whatever it is
_EDITION = "edition"

_LIST = " list"

_FINDING = (
    "(?:whitelisted|other_chapter|part_of_whitelisted|verbatim_not_whitelisted|wrong_speaker|not_in_transcript"
    "|unknown_reference|repeated|strict_narrative|not_attributed|not_whitelisted)"
)
# The texts of a closed list, and those that are made of a pattern.
_CLOSED = {
    what: re.compile(pattern)
    for what, pattern in {
        "version": "1",
        "verdict": "(?:verified|verified_text_only|unproven|redacted|nothing_to_verify)?",
        "mode": "reference|quote|free",
        "digest": "[0-9a-f]{0,64}",
        "id": "[0-9a-f]{16}",
        "role": "host|guest|caller|clip|unclear",
        "times": "words|units|turn",
        "section": "narrative|key_excerpts|core_claims",
        "level": "strong|medium|weak",
        "action": "kept|replaced|unquoted|dropped",
        "where": "narrative|own_excerpts|core_claim",
        "finding": _FINDING,
        "reason": f"(?:own_excerpts: |core_claim_refused: )?{_FINDING}",
        "look": "lost_marks|verbatim|mention",
        "warning kind": "negation|hedge|condition|question|reported_speech",
        "hearing": "so|not_so",
        "date": r"\d{4}-\d\d-\d\d",
        "attempt": f"(?:{NOTE})?",
    }.items()
}

# Of each kind of object its fields, and what stands in each: a kind of object, or a list of such.
_FIELDS: Mapping[str, Mapping[str, str]] = {
    kind: {name: what for names, what in fields.items() for name in names.split()}
    for kind, fields in {
        _EDITION: {
            "title": _WORDS,
            "transcript_name client model": _NAME,
            "format_version": "version",
            "transcript_sha256 raw_sha256": "digest",
            "mode": "mode",
            "verdict": "verdict",
            "unaccepted_rows": _DATA,
            "notices": "texts",
            "speakers": "speaker list",
            "quotes": "quote list",
            "chapters": "chapter list",
            "ear_verdicts": "heard list",
        },
        "speaker": {"speaker_id": _NAME, "speaker_name": _WORDS, "speaker_role": "role", "labels": "texts"},
        "quote": {
            "text speaker_name": _WORDS,
            "speaker_id": _NAME,
            "quote_id": "id",
            "times": "times",
            "section": "section",
            "raw_span": _PLACE,
            "speaker_verified start_seconds end_seconds listen_first ordinal": _DATA,
            "least_certain": "least certain",
            "speaker": "speaker",
        },
        "least certain": {"word": _WORDS, "confidence": _DATA},
        "chapter": {
            "title fallback text narrative": _WORDS,
            "attempt": "attempt",
            "number chapter_index effective_index": _DATA,
            "coverage": "coverage",
            "quotes": "quote list",
            "key_excerpts": "ids",
            "core_claims": "claim list",
            "decisions": "decision list",
            "unproven_prose mentions": "prose list",
            "meaning_warnings": "warning list",
        },
        "coverage": {
            "level": "level",
            "generation_mode": _NAME,
            "chapter_index usable_quotes quote_words_per_claim quotes_per_claim target_words reachable_words": _DATA,
        },
        "claim": {"claim supporting_quote speaker_name": _WORDS, "quote_id": "id"},
        "decision": {
            "original sentence": _WORDS,
            "corrected_name": _NAME,
            "action": "action",
            "reason": "reason",
            "place": "where",
            "finding": "finding",
            "quote_id": "id",
            "raw_span": _DATA,
        },
        "prose": {"words sentence": _WORDS, "kind": "look", "paragraph span title": _DATA},
        "warning": {"words": _WORDS, "kind": "warning kind", "raw_span": _PLACE, "quote_span": _DATA},
        "heard": {
            "name note": _WORDS,
            "quote_id": "id",
            "verdict": "hearing",
            "date": "date",
            "raw_sha256 recording_sha256": "digest",
        },
    }.items()
}
_NEVER_NOTHING = "verdict"
# Whose texts may hold a service's own words.
_NAMES = frozenset((_NAME, "attempt"))


def _is_data(value: object) -> bool:
    return value is None or isinstance(value, int | float)


def _fits(value: object, what: str) -> bool:
    """Tell whether a value is of a kind that is no object."""
    if what == _DATA:
        return all(map(_is_data, value)) if is_list(value) else _is_data(value)
    if what in ("texts", "ids"):
        return is_list(value) and all(isinstance(one, str) and (what == "texts" or _fits(one, "id")) for one in value)
    if what in _CLOSED and isinstance(value, str):
        return _CLOSED[what].fullmatch(collapse(value)) is not None
    return what == _PLACE or (value is None and what != _NEVER_NOTHING) or isinstance(value, str)


def _fields_of(value: object, kind: str) -> Iterator[tuple[str, object, str]]:
    """Yield the name, the value and the kind of each field that holds no object of a known kind, as many levels deep as
    an edition is; of a field that nobody writes the kind is ""."""
    for name, inner in value.items() if is_object(value) else ():
        what = _FIELDS[kind].get(name, "")
        inside = what.removesuffix(_LIST)
        members = inner if what.endswith(_LIST) else [inner]
        if inside not in _FIELDS:
            yield name, inner, what
        elif is_list(members) and all(map(is_object, members)):
            for one in members:
                yield from _fields_of(one, inside)
        elif inner is not None:
            yield name, inner, ""


def names_in(edition: object) -> Iterator[str]:
    """Yield the texts that name something, or hold a service's words: in them nobody is quoted."""
    for _, value, what in _fields_of(edition, _EDITION):
        if what in _NAMES and isinstance(value, str):
            yield value


def stray_fields(edition: object) -> Iterator[str]:
    """Yield the names of the fields of an edition that the program does not write, or not with such a value. Linear."""
    for name, value, what in _fields_of(edition, _EDITION):
        if not what or not _fits(value, what):
            yield name
