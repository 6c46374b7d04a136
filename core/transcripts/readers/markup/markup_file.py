"""The door for XML and HTML: what they are is told by their first tag."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from core.transcripts.readers.markup.elan import read_elan
from core.transcripts.readers.markup.podcast_html import read_podcast_html
from core.transcripts.readers.pieces import Given, Reading
from core.transcripts.readers.refusal import refusal

_PROLOG = re.compile(r"(?:\s++|<\?[^<>]*>|<!--(?s:.*?)-->|<!DOCTYPE[^<>\[]*>)*+", re.IGNORECASE)
_SUBSET = re.compile(r"<!(?:DOCTYPE[^<>\[]*\[|ENTITY\b)", re.IGNORECASE)
_HTML = re.compile(r"<!DOCTYPE\s+html|<(?:html|head|body)\b", re.IGNORECASE)
_ROOT = re.compile(r"<(?P<name>[^\W\d][\w.:-]{0,100})(?P<rest>[^<>]*)>?")
_BLOCK = re.compile(r"</(?:p|div|li|td|tr|h[1-6]|section|article)\s*>", re.IGNORECASE)
_VALUE = re.compile(r"<ANNOTATION_VALUE>[^<>]*</ANNOTATION_VALUE>")
_AS_CAPTIONS = "Export it as WebVTT (.vtt) or SRT, and use that file."
_AS_TEXT = "Copy the transcript from it into a text file or a Word document, and use that file."


class _MarkupKind(NamedTuple):
    what: str
    remedy: str


_KINDS: Mapping[str, _MarkupKind] = {
    "tt": _MarkupKind("captions as TTML (XML)", _AS_CAPTIONS),
    "sami": _MarkupKind("captions as SAMI (.smi)", _AS_CAPTIONS),
    "timedtext": _MarkupKind("YouTube's timed text (XML)", _AS_CAPTIONS),
    "transcript": _MarkupKind("a transcript as XML, in a form that is not read", _AS_CAPTIONS),
    "rss": _MarkupKind("an RSS feed", "Use the transcript that an episode of it points to."),
    "feed": _MarkupKind("an Atom feed (XML)", "Use the transcript that an entry of it points to."),
    "svg": _MarkupKind("a picture as SVG", _AS_TEXT),
    "html": _MarkupKind("a web page (HTML)", _AS_TEXT),
}


def _other_xml(root: str) -> _MarkupKind:
    return _MarkupKind(f"XML (<{root[:40]}>), and no form of transcript that is read", _AS_TEXT)


def _kind_of(text: str) -> _MarkupKind | None:
    """Tell what a text is that begins with a tag; None where it is text all the same."""
    start = _PROLOG.match(text)
    stop = start.end() if start else 0
    prolog, root = text[:stop], _ROOT.match(text, stop)
    if _SUBSET.match(text, stop):
        return _MarkupKind("XML that declares entities of its own, which can grow without end", _AS_TEXT)
    if _HTML.search(prolog) or _HTML.match(text, stop):
        return _KINDS["html"]
    declared = prolog.lstrip().casefold().startswith(("<?", "<!doctype"))
    if root is None:
        damaged = declared or text[stop : stop + 2] in ("<?", "<!")
        return _MarkupKind("XML that is damaged", _AS_TEXT) if damaged else None
    name = root["name"].rpartition(":")[2].casefold()
    certain = declared or "xmlns" in root["rest"]
    if name in _KINDS and (certain or f"</{root['name']}" in text):
        return _KINDS[name]
    return _other_xml(root["name"]) if certain else _kind_of_fragment(text, root["name"])


def _kind_of_fragment(text: str, root: str) -> _MarkupKind | None:
    """Tell XML and HTML without a declaration from a text that begins with a tag."""
    if 2 * sum(1 for _ in _BLOCK.finditer(text)) >= 1 + text.count("\n"):
        return _KINDS["html"]
    return _other_xml(root) if text.rstrip().endswith(f"</{root}>") and text.count("</") > 1 else None


def _is_elan(text: str) -> bool:
    start = _PROLOG.match(text)
    if start and text.startswith("<ANNOTATION_DOCUMENT", start.end()):
        return True
    return sum(1 for _ in zip(range(2), _VALUE.finditer(text), strict=False)) == 2


def read(given: Given) -> Reading | None:
    """Read ELAN and the HTML of Podcasting 2.0; None for a text that only holds tags.

    Raises TranscriptError for every other XML and HTML.
    """
    if _is_elan(given.text):
        return read_elan(given)
    reading = read_podcast_html(given)
    if reading is not None or not given.text.lstrip().startswith("<"):
        return reading
    kind = _kind_of(given.text)
    if kind is None:
        return None
    raise refusal(given.name, f"this is {kind.what}.", kind.remedy)
