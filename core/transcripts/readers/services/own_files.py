"""The product's own files of JSON: each is refused by its name, for no sentence in them is a transcript."""

from core.errors import NoTranscript
from core.text.documents import is_list
from core.transcripts.readers.refusal import refusal_of_other
from core.transcripts.readers.services.parts.json_fields import JsonObject, ParsedJson, fields_of, items_of

_SESSION = "quote-workbench-session"
_CHAPTERS = "Chapters of an edition of Quote Workbench,"
_MAP = "an evidence map"
_TRANSCRIPT = "Use the transcript that it was made from"


def _is_map(top: JsonObject) -> bool:
    chapters = items_of(top.get("chapters"))
    return any(is_list(fields_of(one).get("claims")) or is_list(fields_of(one).get("quotes")) for one in chapters)


def _own_name(top: JsonObject) -> tuple[str, str]:
    """Return what the product calls such a file, and what to do with it; "" for any other file."""
    if str(top.get("format", "")).startswith(_SESSION):
        return "an exported session", 'Import it on Sessions, or use the transcript that it holds under "sources".'
    if "raw_sha256" in top and "verdict" in top:
        what = "an edition as data (edition.json)" if "chapters" in top else "a certificate"
        return what, f"{_TRANSCRIPT}: transcript.txt lies beside it."
    if str(top.get("description", "")).startswith(_CHAPTERS):
        return "the chapters of a recording (Podcasting 2.0)", f"{_TRANSCRIPT}."
    if _is_map(top):
        return _MAP, f"Use it as the evidence map. {_TRANSCRIPT} as the transcript."
    return "", ""


def refusal_of_own_file(file: ParsedJson) -> NoTranscript | None:
    """Return the refusal of a file that the product itself writes or reads, None for any other."""
    what, remedy = _own_name(file.top)
    if not what:
        return None
    return refusal_of_other(file.given.name, f"this is {what}, not a transcript.", remedy, is_map=what == _MAP)
