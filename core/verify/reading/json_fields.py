"""Which fields an edition as data has, and of what kind their values are: a closed list, as for every other form.

A description of its own, which shares nothing with the writer; a test holds both together. What a program reads from a
field that stands here is checked by `read_json`; a field that does not is read by somebody else's program alone.
"""

import re
from collections.abc import Iterator, Mapping

from core.text.documents import is_list, is_object

_WORDS = "words"  # a text, or nothing
_DATA = "data"  # a number, a truth or nothing, or a list of these
_PLACE = "place"  # which `read_json` compares with the transcript, whatever it is
_EDITION = "edition"

_LIST = " list"

# Of each kind of object its fields, and what stands in each: a kind of object, or a list of such.
_FIELDS: Mapping[str, Mapping[str, str]] = {
    kind: {name: what for names, what in fields.items() for name in names.split()}
    for kind, fields in {
        _EDITION: {
            "format_version title transcript_name transcript_sha256 raw_sha256 client model mode": _WORDS,
            "verdict": "verdict",
            "unaccepted_rows": _DATA,
            "notices": "texts",
            "speakers": "speaker list",
            "quotes": "quote list",
            "chapters": "chapter list",
            "ear_verdicts": "heard list",
        },
        "speaker": {"speaker_id speaker_name speaker_role": _WORDS, "labels": "texts"},
        "quote": {
            "quote_id text speaker_id speaker_name times section": _WORDS,
            "raw_span": _PLACE,
            "speaker_verified start_seconds end_seconds listen_first ordinal": _DATA,
            "least_certain": "least certain",
            "speaker": "speaker",
        },
        "least certain": {"word": _WORDS, "confidence": _DATA},
        "chapter": {
            "title fallback attempt text narrative": _WORDS,
            "number chapter_index effective_index": _DATA,
            "coverage": "coverage",
            "quotes": "quote list",
            "key_excerpts": "texts",
            "core_claims": "claim list",
            "decisions": "decision list",
            "unproven_prose mentions": "prose list",
            "meaning_warnings": "warning list",
        },
        "coverage": {
            "level generation_mode": _WORDS,
            "chapter_index usable_quotes quote_words_per_claim quotes_per_claim target_words reachable_words": _DATA,
        },
        "claim": {"claim supporting_quote speaker_name quote_id": _WORDS},
        "decision": {
            "action reason original quote_id place finding sentence corrected_name": _WORDS,
            "raw_span": _DATA,
        },
        "prose": {"kind words sentence": _WORDS, "paragraph span title": _DATA},
        "warning": {"kind words": _WORDS, "raw_span quote_span": _DATA},
        "heard": {"quote_id verdict date name note raw_sha256 recording_sha256": _WORDS},
    }.items()
}
_VERDICT = re.compile(r"(?:verified|verified_text_only|unproven|redacted|nothing_to_verify)?")


def _is_data(value: object) -> bool:
    return value is None or isinstance(value, int | float)


def _fits(value: object, what: str) -> bool:
    """Tell whether a value is of a kind that is no object."""
    if what == _DATA:
        return all(map(_is_data, value)) if is_list(value) else _is_data(value)
    if what == "texts":
        return is_list(value) and all(isinstance(one, str) for one in value)
    if what == "verdict":
        return isinstance(value, str) and _VERDICT.fullmatch(value) is not None
    return what == _PLACE or value is None or isinstance(value, str)


def stray_fields(value: object, kind: str = _EDITION) -> Iterator[str]:
    """Yield the names of the fields of an edition that the program does not write, or not with such a value.

    As many levels deep as an edition is, and linear.
    """
    for name, inner in value.items() if is_object(value) else ():
        what = _FIELDS[kind].get(name, "")
        inside = what.removesuffix(_LIST)
        if inside not in _FIELDS:
            if not what or not _fits(inner, what):
                yield name
            continue
        members = inner if what.endswith(_LIST) else [inner]
        if not is_list(members) or not all(map(is_object, members)):
            yield from [name] if inner is not None else ()
            continue
        for one in members:
            yield from stray_fields(one, inside)
