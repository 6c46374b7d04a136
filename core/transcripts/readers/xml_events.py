"""XML read piece by piece with the parser of the standard library: no DTD with declarations, no entities of its own."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol
from xml.parsers import expat

MAX_LEVELS = 256
_NAMESPACE_END = " "


class XmlTrouble(ValueError):
    """XML that is not read; its text is the rest of a sentence that begins with what the file is."""


class XmlHandler(Protocol):
    """Takes what an XML file holds, in order; names are without their namespace's prefix, as `namespace name`."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take a start tag."""

    def end(self, name: str) -> None:
        """Take an end tag."""

    def text(self, text: str) -> None:
        """Take a stretch of text."""


def local(name: str) -> str:
    """Return a name without its namespace."""
    return name.rpartition(_NAMESPACE_END)[2]


def value_of(attributes: Mapping[str, str], name: str) -> str | None:
    """Return an attribute's value, whatever its namespace."""
    for key, value in attributes.items():
        if local(key) == name:
            return value
    return None


def _refuse_declarations(*_: object) -> None:
    raise XmlTrouble("declares entities of its own, which can grow without end")


class XmlPlaces:
    """Reads one XML file and knows where in its bytes it is."""

    def __init__(self, handler: XmlHandler, encoding: str | None = None) -> None:
        self._handler = handler
        self._levels = 0
        parser = self._parser = expat.ParserCreate(encoding, _NAMESPACE_END)
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = handler.text
        parser.StartDoctypeDeclHandler = self._refuse_subset
        parser.EntityDeclHandler = _refuse_declarations

    @property
    def byte(self) -> int:
        """The byte at which the tag or text that is being read begins."""
        return self._parser.CurrentByteIndex

    def _refuse_subset(self, _name: str, _system: str | None, _public: str | None, has_subset: int) -> None:
        if has_subset:
            _refuse_declarations()

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._levels += 1
        if self._levels > MAX_LEVELS:
            raise XmlTrouble(f"is nested in more than {MAX_LEVELS} levels")
        self._handler.start(name, attributes)

    def _end(self, name: str) -> None:
        self._levels -= 1
        self._handler.end(name)

    def steps(self, chunks: Iterable[bytes]) -> Iterator[None]:
        """Read the file chunk by chunk, with a stop behind each. Raises XmlTrouble where it is no XML that is read."""
        try:
            for chunk in chunks:
                self._parser.Parse(chunk, False)  # noqa: FBT003
                yield
            self._parser.Parse(b"", True)  # noqa: FBT003
        except expat.ExpatError as error:
            raise XmlTrouble(f"is damaged: {expat.errors.messages[error.code]} in line {error.lineno}") from error


def read_xml(chunks: Iterable[bytes], handler: XmlHandler) -> None:
    """Hand what an XML file holds to `handler`. Raises XmlTrouble where it is no XML, or holds what is not read."""
    for _ in XmlPlaces(handler).steps(chunks):
        pass
