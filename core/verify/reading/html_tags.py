"""HTML cut into tags and text: a scanner of our own, because the checker must be linear and must never raise.

The standard library's parser is quadratic on some inputs and raises on others in the Python versions we support. Where
a browser and this scanner could differ, this one shows more text: what is shown is checked.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

# Elements whose content is no markup, whatever stands in it.
_RAW_TEXT = "script style title textarea xmp iframe noembed noframes noscript plaintext"
RAW_TEXT = frozenset(_RAW_TEXT.split())

_ATTRIBUTE = (
    r"""(?P<name>=?[^\s/>=]++)(?:\s*+=\s*+(?:"(?P<double>[^"]*+)"|'(?P<single>[^']*+)'|(?P<bare>(?!["'])[^\s>]*+)))?+"""
)
_ATTRIBUTES = re.sub(r"\?P<\w+>", "?:", _ATTRIBUTE)
_MARKUP = re.compile(
    r"<!--(?:-?>|(?:.*?)(?:--!?>|\Z))"  # a comment
    r"|<(?:[!?]|/(?![a-zA-Z]))[^>]*+(?:>|\Z)"  # what a browser reads as one: doctype, instruction, CDATA
    rf"|<(?P<close>/?)(?P<tag>[a-zA-Z][^\s/>]*+)(?P<attributes>(?:[\s/]++|{_ATTRIBUTES}|=)*+)(?P<end>>?)",
    re.DOTALL,
)
_ONE_ATTRIBUTE = re.compile(_ATTRIBUTE)
_ANY_TAG = re.compile(r"<[^<>]*+>")


class HtmlTag(NamedTuple):
    """A start or end tag, its name in lower case; `attributes` is what stands behind the name."""

    name: str
    closes: bool
    attributes: str

    def has(self, attribute: str) -> bool:
        """Tell whether the tag has an attribute of this name (lower case)."""
        if attribute not in self.attributes.lower():
            return False
        return any(found["name"].lower() == attribute for found in _ONE_ATTRIBUTE.finditer(self.attributes))

    def read_attributes(self) -> list[tuple[str, str]]:
        """Return the attributes in order, names in lower case, values with their entities decoded."""
        return [
            (found["name"].lower(), unescape(found["double"] or found["single"] or found["bare"] or ""))
            for found in _ONE_ATTRIBUTE.finditer(self.attributes)
        ]


def _end_of_raw_text(markup: str, name: str, start: int) -> int:
    end = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(markup, start)
    return end.start() if end and name != "plaintext" else len(markup)


def scan_markup(markup: str) -> Iterator[tuple[int, HtmlTag | str]]:
    """Yield the tags and the texts of `markup` in order, each with its offset; entities in texts are decoded.

    Total and linear. Source: the HTML standard's tokenization, simplified.
    """
    done = 0
    while found := _MARKUP.search(markup, done):
        start, end = found.span()
        if start > done:
            yield done, unescape(markup[done:start])
        done = end
        closes, name, attributes, closed = found.group("close", "tag", "attributes", "end")
        if name is None:
            continue
        if not closed:
            # A tag that never ends: a browser drops the rest; a reader with an editor sees it.
            yield start, unescape(_ANY_TAG.sub(" ", markup[start + 1 :]))
            return
        tag = HtmlTag(name.lower(), bool(closes), attributes)
        yield start, tag
        if tag.name in RAW_TEXT and not tag.closes:
            done = _end_of_raw_text(markup, tag.name, end)
            if done > end:
                yield end, unescape(_ANY_TAG.sub(" ", markup[end:done]))
    if done < len(markup):
        yield done, unescape(markup[done:])
