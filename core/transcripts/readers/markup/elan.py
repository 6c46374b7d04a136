"""ELAN (.eaf): tiers of annotations; those of persons are read together, those that depend on others are left out."""

from collections.abc import Iterator, Mapping, Sequence

from core.transcripts.readers.pieces import Given, Piece, Reading, Tally
from core.transcripts.readers.refusal import refusal
from core.transcripts.readers.tiers import Stretch, Tier, chosen_tiers, in_order, person_of
from core.transcripts.readers.xml_events import XmlPlaces, XmlTrouble
from core.transcripts.units import Place

_WHAT = "this file of ELAN (.eaf)"
_MILLISECONDS = 1000
_CHUNK = 1 << 16
_LEAST_STEP = 1e-7  # seconds between two slots of which one has no time


class _Characters:
    """From bytes of the file as UTF-8 to its characters; the bytes are asked for in order."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._byte = self._character = 0

    def at(self, byte: int) -> int:
        if byte > self._byte:
            self._character += len(self._data[self._byte : byte].decode("utf-8", "surrogatepass"))
            self._byte = byte
        return self._character


class _Slots:
    """The points in time that annotations refer to; one may have no time, its neighbours then say where it lies."""

    def __init__(self) -> None:
        self._times: dict[str, tuple[float | None, float]] = {}
        self._last = 0.0

    def add(self, attributes: Mapping[str, str]) -> None:
        value = attributes.get("TIME_VALUE", "")
        seconds = int(value) / _MILLISECONDS if value.isdecimal() and len(value) < 12 else None
        self._last = self._last + _LEAST_STEP if seconds is None else seconds
        self._times[attributes.get("TIME_SLOT_ID", "")] = seconds, self._last

    def of(self, ident: str | None) -> tuple[float | None, float]:
        """Return the time of a slot, and when it is in the order of all."""
        return self._times.get(ident or "", (None, self._last))


class _Elan:
    """Takes the tags of an ELAN file."""

    def __init__(self, data: bytes, left_out: Tally) -> None:
        self.tiers: list[Tier] = []
        self.with_participant: set[int] = set()
        self._data = data
        self._left_out = left_out
        self._characters = _Characters(data)
        self._slots = _Slots()
        self._tier: Tier | None = None
        self._refs: tuple[str | None, str | None] = None, None
        self._begins = 0
        self.places = XmlPlaces(self, "utf-8")

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        match name:
            case "TIME_SLOT":
                self._slots.add(attributes)
            case "TIER":
                self._start_tier(attributes)
            case "ALIGNABLE_ANNOTATION":
                self._refs = attributes.get("TIME_SLOT_REF1"), attributes.get("TIME_SLOT_REF2")
            case "ANNOTATION_VALUE":
                self._begins = self._data.find(b">", self.places.byte) + 1
            case _:
                pass

    def _start_tier(self, attributes: Mapping[str, str]) -> None:
        self._tier = None
        if attributes.get("PARENT_REF"):
            self._left_out.add("tiers that depend on others", "they repeat the talk, or describe it")
            return
        participant = attributes.get("PARTICIPANT", "").strip()
        name = attributes.get("TIER_ID", "")
        self._tier = Tier(name, participant or person_of(name))
        if participant:
            self.with_participant.add(len(self.tiers))
        self.tiers.append(self._tier)

    def end(self, name: str) -> None:
        if name == "ANNOTATION_VALUE" and self._tier is not None:
            self._end_value(self._tier)
        elif name == "TIER":
            self._tier = None

    def _end_value(self, tier: Tier) -> None:
        stop = self.places.byte
        written = self._data[self._begins : stop]
        if self._begins >= stop or not written.strip():
            return
        first = self._begins + len(written) - len(written.lstrip())
        stop -= len(written) - len(written.rstrip())
        (start, order), (end, _) = map(self._slots.of, self._refs)
        tier.add(Stretch(start, end, Place("", self._characters.at(first), self._characters.at(stop)), order))

    def text(self, text: str) -> None:
        pass


class _Value:
    """Takes the text of one annotation."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        pass

    def end(self, name: str) -> None:
        pass

    def text(self, text: str) -> None:
        self.parts.append(text)


def _resolved(written: str) -> str:
    """Return the text of an annotation with the escapes of XML resolved."""
    if "&" not in written and "<" not in written:
        return written
    value = _Value()
    for _ in XmlPlaces(value, "utf-8").steps([b"<v>", written.encode("utf-8", "surrogatepass"), b"</v>"]):
        pass
    return "".join(value.parts)


def _pieces(tiers: Sequence[Tier], given: Given) -> Iterator[Piece]:
    for tier, one in in_order(tiers):
        text = _resolved(given.text[one.place.first : one.place.stop])
        yield Piece(text, one.place, tier.speaker, one.start, one.end)


def read_elan(given: Given) -> Reading:
    """Read an ELAN file.

    Raises TranscriptError where it is damaged or holds no words, and where tiers repeat others and nobody chose.
    """
    left_out = Tally()
    data = given.text.encode("utf-8", "surrogatepass")
    elan = _Elan(data, left_out)
    try:
        for _ in elan.places.steps(data[at : at + _CHUNK] for at in range(0, len(data), _CHUNK)):
            pass
    except XmlTrouble as trouble:
        raise refusal(given.name, f"{_WHAT} {trouble}.", "Save it again in ELAN, and use that file.") from trouble
    tiers: Sequence[Tier] = elan.tiers
    if any(len(tiers[number]) for number in elan.with_participant):
        tiers = [tier for number, tier in enumerate(tiers) if number in elan.with_participant]
        left_out.add("tiers without a person", "other tiers say whose they are", len(elan.tiers) - len(tiers))
    chosen = chosen_tiers(tiers, given, _WHAT)
    left_out.add("tiers", "they were not chosen", sum(1 for tier in tiers if len(tier)) - len(chosen))
    return Reading("elan", "elan", _pieces(chosen, given), left_out)
