"""The styles of a Word document that matter to a reader: which are headings, which are bold, which hide their text."""

from collections.abc import Mapping
from typing import NamedTuple

from core.transcripts.readers.xml_events import local, value_of

_HEADINGS = ("title", "subtitle", "heading", "toc", "table of contents", "contents heading")
_MOST_BASES = 20
_MOST_STYLES = 20_000
_OFF = frozenset({"0", "false", "off", "none"})


class WordStyle(NamedTuple):
    """A style with what it is based on; None where it says nothing."""

    based_on: str = ""
    heading: bool | None = None
    bold: bool | None = None
    hidden: bool | None = None


def is_on(attributes: Mapping[str, str]) -> bool:
    """Tell whether a property that is there is switched on."""
    return (value_of(attributes, "val") or "").casefold() not in _OFF


def is_heading_level(value: str | None) -> bool:
    """Tell the level of a heading from that of other text."""
    return value is not None and value.isdecimal() and int(value[:4]) < 9


class WordStyles:
    """Reads the part with the styles, and answers for each."""

    def __init__(self) -> None:
        self._styles: dict[str, WordStyle] = {}
        self._ident = ""
        self._style = WordStyle()

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take a start tag."""
        match local(name):
            case "style":
                self._ident, self._style = value_of(attributes, "styleId") or "", WordStyle()
            case "name":
                if (value_of(attributes, "val") or "").casefold().startswith(_HEADINGS):
                    self._style = self._style._replace(heading=True)
            case "basedOn":
                self._style = self._style._replace(based_on=value_of(attributes, "val") or "")
            case "outlineLvl":
                self._style = self._style._replace(heading=is_heading_level(value_of(attributes, "val")))
            case "b":
                self._style = self._style._replace(bold=is_on(attributes))
            case "vanish":
                self._style = self._style._replace(hidden=is_on(attributes))
            case _:
                pass

    def end(self, name: str) -> None:
        """Take an end tag."""
        if local(name) == "style" and len(self._styles) < _MOST_STYLES:
            self._styles[self._ident] = self._style
            self._ident = ""

    def text(self, text: str) -> None:
        """Take a stretch of text: styles have none."""

    def of(self, ident: str) -> WordStyle:
        """Return a style with what it takes over from those it is based on."""
        found = self._styles.get(ident)
        if found is None:
            return WordStyle(heading=ident.casefold().startswith(_HEADINGS) or None)
        for _ in range(_MOST_BASES):
            base = self._styles.get(found.based_on) if found.based_on else None
            if base is None:
                break
            found = WordStyle(
                base.based_on,
                base.heading if found.heading is None else found.heading,
                base.bold if found.bold is None else found.bold,
                base.hidden if found.hidden is None else found.hidden,
            )
        return found
