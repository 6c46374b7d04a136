"""A page of the help as HTML: whatever is not built here is escaped, as with any text."""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from workbench.help import PAGES, HelpPage, read_page
from workbench.help.sections import anchor_of, plain_text, tokens_of
from workbench.safe_html import SafeHtml, element, escape_text, join_html
from workbench.ui.help.pictures import picture_of

if TYPE_CHECKING:
    from markdown_it.token import Token

LinkTo = Callable[[str, str], str]
"""Returns the address of a page by its name, and of the section with an anchor, "" for the page itself."""

_INSIDE = re.compile(r"(?:(?P<name>[a-z]+)\.md)?(?:#(?P<anchor>[\w-]+))?")
_OUTSIDE = re.compile(r"https?://\S+")
_NAMES = frozenset(page.name for page in PAGES)
_CONTAINERS = {
    "paragraph": "p",
    "bullet_list": "ul",
    "ordered_list": "ol",
    "list_item": "li",
    "blockquote": "blockquote",
    "table": "table",
    "thead": "thead",
    "tbody": "tbody",
    "tr": "tr",
    "th": "th",
    "td": "td",
    "em": "em",
    "strong": "strong",
}
_ATTRIBUTES: dict[str, dict[str, str]] = {"th": {"scope": "col"}}


class _Page:
    """Builds the HTML of one page from its tokens; what is open stands on a stack."""

    def __init__(self, name: str, link_to: LinkTo) -> None:
        self._name, self._link_to = name, link_to
        self._open: list[list[str]] = [[]]
        self._anchors: list[str] = []

    def html(self, tokens: "Sequence[Token]") -> SafeHtml:
        for at, token in enumerate(tokens):
            self._add(token, tokens[at + 1] if at + 1 < len(tokens) else token)
        return join_html(self._open[0])

    def _put(self, part: str) -> None:
        self._open[-1].append(part)

    def _close(self, name: str, **attributes: str) -> None:
        content = self._open.pop()
        self._put(element(name, *content, **attributes))

    def _add(self, token: "Token", following: "Token") -> None:
        kind, _, end = token.type.rpartition("_")
        if end == "open":
            self._open.append([])
            if kind == "heading":
                self._anchors.append(anchor_of(plain_text(following), self._anchors))
            elif kind == "link":
                self._put(str(token.attrs["href"]))  # taken out again where the link ends
        elif end == "close":
            self._end(kind, token)
        else:
            self._leaf(token)

    def _end(self, kind: str, token: "Token") -> None:
        if kind == "heading":
            self._close(token.tag, id=f"help-{self._anchors[-1]}", tabindex="-1")
        elif kind == "link":
            address, *content = self._open.pop()
            self._put(self._link(address, content))
        elif kind == "table":
            self._close("table")
            self._put(element("div", self._open[-1].pop(), class_="wb-help-table"))
        elif kind == "paragraph" and token.hidden:
            content = self._open.pop()
            self._put(join_html(content))
        else:
            self._close(_CONTAINERS.get(kind, "div"), **_ATTRIBUTES.get(kind, {}))

    def _leaf(self, token: "Token") -> None:
        match token.type:
            case "inline":
                inside = _Page(self._name, self._link_to)
                self._put(inside.html(token.children or ()))
            case "softbreak" | "hardbreak":
                self._put(" ")
            case "code_inline":
                self._put(element("code", token.content))
            case "fence" | "code_block":
                self._put(element("pre", element("code", token.content)))
            case "image":
                self._put(_picture(str(token.attrs["src"]), token.content))
            case "hr":
                self._put(SafeHtml("<hr>"))
            case _:
                self._put(escape_text(token.content))

    def _link(self, address: str, content: Sequence[str]) -> SafeHtml:
        inside = _INSIDE.fullmatch(address)
        name = (inside["name"] or self._name) if inside and address else ""
        if inside and name in _NAMES:
            return element("a", *content, class_="wb-help-link", href=self._link_to(name, inside["anchor"] or ""))
        if _OUTSIDE.fullmatch(address):
            return element("a", *content, href=address, target="_blank")
        return join_html(content)


def _picture(address: str, in_words: str) -> SafeHtml:
    picture = picture_of(address)
    if picture is None:
        return escape_text(in_words)
    size: dict[str, Any] = {"width": str(picture.width), "height": str(picture.height)}
    return SafeHtml(element("img", src=picture.source, alt=in_words, **size).removesuffix("</img>"))


def text_html(name: str, text: str, link_to: LinkTo) -> SafeHtml:
    """Return a text as one element, where `name` is the page that it stands on; the id of a heading is `help-` and its
    anchor."""
    return element("article", _Page(name, link_to).html(tokens_of(text)), class_="wb-help", data_help=name)


def page_html(page: HelpPage, link_to: LinkTo) -> SafeHtml:
    """Return a page of the help as one element."""
    return text_html(page.name, read_page(page), link_to)
