"""A chapter in the simplest form a model can write: paragraphs and the ids of the quotations behind each.

The reply is read and written as Markdown in which nothing of the model's text can change the references; only
enforcement decides which quotations are kept.
"""

import html
import re
from typing import TYPE_CHECKING

from core.enforcement.seen_names import read_label
from core.llm.reply import NoChapterReason, unwrap_reply, without_thoughts
from core.prose.model import Heading, TextRun
from core.prose.render import escape, unmarked, write_blocks
from core.prose.sections import exact_section_name
from core.record import Record
from core.text.confusables import COLONS
from core.text.documents import is_list, is_object
from core.transcripts.speakers import Roster

if TYPE_CHECKING:
    from core.llm.json_output import Extraction

_LONGEST_ID = 64
_NOT_IN_IDS = re.compile(r"[^\w.:-]+")
_REFERENCE = re.compile(r"(\[\[[^\[\]\n]{1,80}\]\])")
_EMPHASIS = re.compile(r"(?<![\w*])[*_]{1,3}(?=\w)|(?<=[\w.,;:!?)])[*_]{1,3}(?![\w*])")
# What makes a line a heading, an item, a quotation or somebody's words; brackets, figures and sums of money may begin.
_LINE_START = re.compile(r"(?:[^\w(\[$€£¥§©]|_)+")
_NUMBER = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_COLON = re.compile(rf"[{COLONS}]\s*\Z")
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_NESTING = 3
# A reply with this in it was meant to be the requested object.
_SURELY_JSON = re.compile(r'[{,]\s*"(?:title|paragraphs|text|quote_ids|chapter)"\s*:')
_WHOLE_OBJECT = re.compile(r"[}\]][\s,}\]`]*\Z")
_WHOLE_TEXT = re.compile(r'["}\]][\s,}\]`]*\Z')


class SimpleParagraph(Record):
    """A paragraph in the model's own words; `quote_ids` name the quotations that stand behind it."""

    text: str
    quote_ids: tuple[str, ...] = ()


class SimpleChapter(Record):
    """The reply that the simpler prompt asks for."""

    title: str
    paragraphs: tuple[SimpleParagraph, ...]


def _texts(value: object) -> list[str]:
    """Return the texts of a value that should be a list of them."""
    return [one for one in (value if is_list(value) else [value]) if isinstance(one, str)]


def _plain(text: str) -> str:
    """Return a text on one line, without quotation marks, emphasis and what makes a line more than prose."""
    plain = _EMPHASIS.sub("", unmarked(_TAG.sub(" ", html.unescape(text))))
    return _LINE_START.sub("", plain, count=1) if _LINE_START.match(plain) else plain


def _prose(text: str, roster: Roster) -> str:
    """Return a text as plain prose in Markdown, "" where it has no words; references in it stay."""
    plain = _plain(text).replace("|", "/")
    if exact_section_name(plain):
        return ""
    label = read_label(plain, roster)
    # Under a name it would be that person's words.
    if label is not None and label.certain and plain[label.words :].strip():
        name = _COLON.sub("", plain[: label.words]).rstrip()
        plain = f"{name} – {plain[label.words :]}"
    pieces = _REFERENCE.split(plain)
    if not any(char.isalnum() for char in plain):
        return ""
    written = "".join(piece if number % 2 else escape(piece) for number, piece in enumerate(pieces))
    return _NUMBER.sub(r"\1\\\2", written, count=1) if _NUMBER.match(written) else written


def _title(value: object) -> str:
    title = _REFERENCE.sub("", _plain(" ".join(_texts(value)))).strip()
    # The very name of a section would open that.
    return f"The {title}" if exact_section_name(title) else title


def _paragraph(value: object, roster: Roster) -> list[str]:
    """Return a paragraph and, as one of their own where nothing can swallow them, the references behind it."""
    fields = value if is_object(value) else {"text": value}
    prose = _prose(" ".join(_texts(fields.get("text"))), roster)
    ids = (_NOT_IN_IDS.sub("", quote_id)[:_LONGEST_ID] for quote_id in _texts(fields.get("quote_ids")))
    references = (f"[[{quote_id}]]" for quote_id in ids if quote_id)
    return [prose, " ".join(one for one in references if one not in prose)]


def _holds(value: object, field: str) -> bool:
    return is_object(value) and field in value


def _chapter_in(value: object) -> dict[str, object] | None:
    """Return the object that holds paragraphs, whatever it is wrapped in; a list of paragraphs is one without title."""
    for _ in range(_NESTING):
        if is_object(value) and is_list(value.get("paragraphs")):
            return dict(value)
        members = list(value.values()) if is_object(value) else value if is_list(value) else []
        if is_list(value) and any(_holds(one, "text") for one in members):
            return {"paragraphs": value}
        inner = [one for one in members if is_object(one) or (is_list(one) and any(map(is_object, one)))]
        if len(inner) != 1:
            return None
        value = inner[0]
    return None


def _whole_paragraphs(paragraphs: list[object], extraction: "Extraction", reply: str) -> list[object]:
    """Return the complete paragraphs: in a reply that was cut off, the last one may be a piece."""
    if not paragraphs or "truncated" not in extraction.artifacts:
        return paragraphs
    whole = _WHOLE_OBJECT if is_object(paragraphs[-1]) else _WHOLE_TEXT
    return paragraphs if whole.search(reply[-200:].rstrip("\n`")) else paragraphs[:-1]


def _read(reply: str) -> dict[str, object] | None:
    """Return the chapter in a reply's JSON, None where there is none."""
    from core.llm.json_output.examine import examine

    paragraph: object = None
    for schema in (None, {"type": "array"}):
        extraction = examine(reply, schema).extraction
        fields = _chapter_in(extraction.data)
        if fields is not None and is_list(fields["paragraphs"]):
            return {**fields, "paragraphs": _whole_paragraphs(fields["paragraphs"], extraction, reply)}
        # Texts alone may be anything, unless they are the whole reply.
        if is_list(extraction.data) and reply.lstrip()[:1] == "[" and all(isinstance(t, str) for t in extraction.data):
            return {"paragraphs": extraction.data}
        paragraph = paragraph or extraction.data
    return {"paragraphs": [paragraph]} if _holds(paragraph, "text") and _holds(paragraph, "quote_ids") else None


def write_simple_chapter(reply: str, roster: Roster) -> str | None:
    """Return the Markdown of a reply to the simpler prompt, every quotation as `[[quote_id]]`.

    Total: of JSON that holds paragraphs, whatever else is wrong with it, the complete ones are written. Certain JSON
    without any gives None; anything else is taken as Markdown and returned as it is. `roster` says whose name before a
    colon would make a paragraph that person's words.
    """
    reply = without_thoughts(reply)
    fields = _read(reply) if "{" in reply or reply.lstrip()[:1] in ("[", "`") else None
    if fields is None:
        unwrapped = unwrap_reply(reply)
        is_json = unwrapped.reason is NoChapterReason.JSON or _SURELY_JSON.search(unwrapped.text or "") is not None
        return None if is_json else reply
    title = _title(fields.get("title"))
    heading = write_blocks((Heading(level=2, inlines=(TextRun(text=title),)),)).strip() if title else ""
    paragraphs = fields["paragraphs"]
    parts = [part for one in (paragraphs if is_list(paragraphs) else ()) for part in _paragraph(one, roster)]
    return "\n\n".join(part for part in (heading, *parts) if part) + "\n"
