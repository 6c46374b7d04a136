"""The text that elements of a zip file's parts show: of Word documents and of workbooks (ECMA-376)."""

import io
import zipfile
import zlib
from collections.abc import Collection, Iterator, Mapping
from xml.parsers import expat

_MOST = 200_000_000
_CHUNK = 1 << 16
_TROUBLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, LookupError, expat.ExpatError)
# What Word does not show in the place where it stands, and the aid of a workbook's ideographs.
_UNSEEN = frozenset({"del", "moveFrom", "txbxContent", "Fallback", "rt", "rPh", "delText", "instrText"})
_SHOWN = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}
_BREAKS = frozenset({"p", "si", "c"})
_OFF = frozenset({"0", "false", "off"})


def _own(name: str) -> str:
    return name.rpartition(" ")[2]


class _Shown:
    """Collects what wanted elements show; `texts` by the number of the element's start tag.

    What styles hide is known to no element by itself: `texts` has it, `unstyled` is without every run of a style.
    """

    def __init__(self, wanted: Collection[int]) -> None:
        self.texts: dict[int, list[str]] = {number: [] for number in wanted}
        self.unstyled: dict[int, list[str]] = {number: [] for number in wanted}
        self._count = -1
        self._open: list[tuple[int, int]] = []  # wanted elements that are open, with their level
        self._level = self._unseen = 0
        self._hidden = self._styled = self._in_text = self._in_properties = self._placeholder = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        own = _own(name)
        self._count += 1
        self._level += 1
        if self._count in self.texts:
            self._open.append((self._count, self._level))
        if self._unseen:
            return
        if (own in _UNSEEN and not self._in_properties) or (own == "sdtContent" and self._placeholder):
            self._unseen, self._placeholder = self._level, False
        elif own == "showingPlcHdr":
            self._placeholder = True
        elif own == "r":
            self._hidden = self._styled = False
        elif own == "rPr":
            self._in_properties = True
        elif own in ("vanish", "rStyle") and self._in_properties:
            value = next((text for key, text in attributes.items() if _own(key) == "val"), "")
            if own == "rStyle":
                self._styled = True
            else:
                self._hidden = value not in _OFF
        elif own == "sym":
            code = next((text for key, text in attributes.items() if _own(key) == "char"), "")
            self._add(chr(int(code, 16)) if code else "")
        elif own in _SHOWN and not self._in_properties:
            self._add(_SHOWN[own])
        self._in_text = own in ("t", "v")

    def end(self, name: str) -> None:
        own = _own(name)
        if own == "rPr":
            self._in_properties = False
        elif own in _BREAKS:
            self._hidden = self._styled = False
            self._add("\n")
        self._in_text = False
        if self._unseen == self._level:
            self._unseen = 0
        while self._open and self._open[-1][1] == self._level:
            self._open.pop()
        self._level -= 1

    def text(self, text: str) -> None:
        if self._in_text:
            self._add(text)

    def _add(self, text: str) -> None:
        if self._unseen or self._hidden:
            return
        for number, _ in self._open:
            self.texts[number].append(text)
            if not self._styled:
                self.unstyled[number].append(text)


def _refuse_declarations(*_: object) -> None:
    raise ValueError("entities that are declared can grow without end")


def _read_part(archive: zipfile.ZipFile, part: str, shown: _Shown) -> None:
    parser = expat.ParserCreate(None, " ")
    parser.StartElementHandler, parser.EndElementHandler = shown.start, shown.end
    parser.CharacterDataHandler = shown.text
    parser.EntityDeclHandler = _refuse_declarations
    read = 0
    with archive.open(part) as source:
        while chunk := source.read(_CHUNK):
            read += len(chunk)
            if read > _MOST:
                raise ValueError("more than is read")
            parser.Parse(chunk, False)  # noqa: FBT003
    parser.Parse(b"", True)  # noqa: FBT003


def element_texts(data: bytes, part: str, wanted: Collection[int]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the wanted elements of a part with the texts that they may show; nothing where the part cannot be read."""
    shown = _Shown(wanted)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _read_part(archive, part, shown)
    except _TROUBLE:
        return
    for number in wanted:
        yield number, ("".join(shown.texts[number]), "".join(shown.unstyled[number]))
