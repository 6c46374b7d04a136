"""Read a model's reply leniently: JSON in any wrapping, fields under similar names.

`check_claims` decides which claims are kept.
"""

import re
from typing import Any

from core.answers.records import CitationRef, Claim, SynthesisOutput
from core.prose.render import one_line
from core.text.documents import is_list, is_object

MOST_CLAIMS = 100

_SHAPE = {"type": "object", "required": ["claims"], "properties": {"claims": {"type": "array"}}}
_BARE = {"type": "array", "items": {"type": "object"}, "minItems": 1}
_NUMBER = re.compile(r"\d{1,6}")
_CLAIM_FIELDS = ("claim_text", "claim", "text")
_QUOTE_FIELDS = ("quote", "verbatim_quote")
_PASSAGE_FIELDS = ("passage_id", "passage")


def _text(fields: dict[str, Any], *names: str) -> str:
    """Return the first of some fields that holds a text or a number, "" if none does."""
    for name in names:
        value = fields.get(name)
        if isinstance(value, str):
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
    return ""


def _passage_id(written: str) -> str:
    """Return the number in a passage's id as written ("Passage 3", "[3]"); an id without exactly one number stays."""
    numbers = _NUMBER.findall(written[:200])
    return str(int(numbers[0])) if len(numbers) == 1 and len(written) <= 200 else written.strip()


def _claim(value: object) -> Claim:
    """Return one claim; missing fields are empty, and then the check refuses it."""
    fields: dict[str, Any] = dict(value) if is_object(value) else {"claim_text": value}
    inner = fields.get("citation")
    citation: dict[str, Any] = dict(inner) if is_object(inner) else fields
    return Claim(
        claim_text=one_line(_text(fields, *_CLAIM_FIELDS)),
        citation=CitationRef(
            file_id=_text(citation, "file_id", "file"),
            passage_id=_passage_id(_text(citation, *_PASSAGE_FIELDS)),
            quote=_text(citation, *_QUOTE_FIELDS),
        ),
    )


def read_reply(text: str, finish_reason: str = "") -> SynthesisOutput | None:
    """Return the claims of a reply and the sentences around them, None if it holds no complete JSON with claims.

    Total. Of very many claims only the first are read.
    """
    from core.llm.json_output.examine import examine

    found = examine(text, _SHAPE, finish_reason or None).extraction
    data: Any = found.data
    if not found.ok and "[" in text:
        found = examine(text, _BARE, finish_reason or None).extraction
        data = {"claims": found.data}
    if not found.ok or not is_object(data) or not is_list(data["claims"]):
        return None
    fields: dict[str, Any] = dict(data)
    return SynthesisOutput(
        claims=[_claim(value) for value in data["claims"][:MOST_CLAIMS]],
        bridging_intro=one_line(_text(fields, "bridging_intro", "intro")) or None,
        bridging_conclusion=one_line(_text(fields, "bridging_conclusion", "conclusion")) or None,
    )
