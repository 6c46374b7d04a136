"""The lenient reader: JSON as models write it, value by value, every departure from the standard noted.

It changes no character inside a string but escapes, guesses nothing, and stops where it would have to. It uses no
recursion, so that no nesting can exhaust the stack.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from core.llm.json_output import scan
from core.llm.json_output.strict import MAX_DEPTH
from core.llm.reply_faults import Artifact, Repair

_FENCES = ("```", "~~~")
_CLOSERS = {"{": "}", "[": "]"}


class ReadingEnd(Enum):
    """How reading came to its end."""

    WHOLE = "whole"
    CUT = "cut"
    TROUBLE = "trouble"
    UNSURE = "unsure"
    TOO_DEEP = "too deep"


class LenientReading(NamedTuple):
    """What was read: the value as far as it goes, the offset where reading ended and why it ended there.

    `members` counts the values that were read inside the outermost one; `elided` says that the model itself left
    something out, with an ellipsis or a comment that begins with one.
    """

    end: ReadingEnd
    value: Any
    offset: int
    members: int
    elided: bool
    artifacts: frozenset[Artifact]
    repairs: frozenset[Repair]
    issues: tuple[str, ...]


class _Expect(Enum):
    KEY = "a key"
    COLON = "a colon"
    VALUE = "a value"
    COMMA = "a comma"


@dataclass
class _Open:
    """A container that is not closed yet."""

    value: dict[str, Any] | list[Any]
    expect: _Expect
    key: str = ""
    after_comma: bool = False

    @property
    def bracket(self) -> str:
        return "{" if isinstance(self.value, dict) else "["

    def place(self, *, entered: bool) -> str:
        return f".{self.key}" if isinstance(self.value, dict) else f"[{len(self.value) - entered}]"


@dataclass
class _Reader:
    text: str
    offset: int
    root: Any = None
    open: list[_Open] = field(default_factory=list[_Open])
    members: int = 0
    after_number: bool = False
    artifacts: set[Artifact] = field(default_factory=set[Artifact])
    repairs: set[Repair] = field(default_factory=set[Repair])
    issues: list[str] = field(default_factory=list[str])

    def place(self) -> str:
        """Write the path of the value that is read now."""
        last = len(self.open) - 1
        return "".join(level.place(entered=at < last) for at, level in enumerate(self.open)).lstrip(".")

    def container(self) -> str:
        """Write the path of the innermost open container."""
        inside = "".join(level.place(entered=True) for level in self.open[:-1]).lstrip(".")
        return inside or "the value itself"

    def take(self, token: scan.JsonToken) -> None:
        start, self.offset = self.offset, token.end
        self.artifacts.update(token.artifacts)
        self.repairs.update(token.repairs)
        if Artifact.NAN_INFINITY in token.artifacts:
            became = "null" if token.value is None else "infinite"
            self.issues.append(f"{self.place()}: JSON has no such number; it became {became}.")
        if Repair.NUMBER_AS_TEXT in token.repairs:
            self.issues.append(f"{self.place()}: a number of {token.end - start:,} digits is kept as text.")

    def put(self, value: Any) -> None:
        """Give the value to the innermost open container."""
        self.members += 1
        if not self.open:
            self.root = value
            return
        level = self.open[-1]
        if isinstance(level.value, list):
            level.value.append(value)
        else:
            if level.key in level.value:
                self.artifacts.add(Artifact.DUPLICATE_KEYS)
                self.issues.append(f"{self.place()}: the key stands there twice; the last value counts.")
            level.value[level.key] = value
        level.expect, level.after_comma = _Expect.COMMA, False

    def enter(self, bracket: str) -> ReadingEnd | None:
        if len(self.open) >= MAX_DEPTH:
            return ReadingEnd.TOO_DEEP
        value: dict[str, Any] | list[Any] = {} if bracket == "{" else []
        self.put(value)
        self.open.append(_Open(value, _Expect.KEY if bracket == "{" else _Expect.VALUE))
        self.offset += 1
        return None

    def leave(self, bracket: str) -> ReadingEnd | None:
        level = self.open[-1]
        if bracket != _CLOSERS[level.bracket]:
            self.issues.append(f"{self.container()}: a bracket is missing, or there is one too many.")
            return ReadingEnd.CUT
        if level.after_comma:
            self.repairs.add(Repair.TRAILING_COMMA)
            self.artifacts.add(Artifact.TRAILING_COMMA)
        self.open.pop()
        self.offset += 1
        return None if self.open else ReadingEnd.WHOLE

    def comma(self, level: _Open) -> None:
        if level.expect is not _Expect.COMMA:
            self.repairs.add(Repair.EXTRA_COMMA)
        level.expect = _Expect.KEY if isinstance(level.value, dict) else _Expect.VALUE
        level.after_comma = True
        self.offset += 1

    def key(self, level: _Open) -> ReadingEnd | None:
        char = self.text[self.offset]
        token = (
            scan.read_string(self.text, self.offset)
            if char in scan.STRING_MARKS
            else scan.read_key(self.text, self.offset)
        )
        if token is None:
            return ReadingEnd.UNSURE if char.isdigit() else ReadingEnd.TROUBLE
        if char in scan.STRING_MARKS and scan.holds_mark(self.text, self.offset, token.end):
            return ReadingEnd.UNSURE
        self.take(token)
        if not token.whole:
            return ReadingEnd.CUT
        level.key, level.expect = token.value, _Expect.COLON
        return None

    def scalar(self) -> ReadingEnd | None:
        char = self.text[self.offset]
        if char in scan.STRING_MARKS:
            token = scan.read_string(self.text, self.offset)
            self.take(token)
            if not token.whole:
                self.issues.append(f"{self.place()}: the text was cut off.")
            self.put(token.value)
            return None if token.whole else ReadingEnd.CUT
        token = scan.read_number(self.text, self.offset) or scan.read_word(self.text, self.offset)
        if token is None:
            return ReadingEnd.UNSURE if char.isdigit() or char in "-+." else ReadingEnd.TROUBLE
        if not token.whole:
            self.offset = token.end
            return ReadingEnd.CUT
        self.take(token)
        self.put(token.value)
        self.after_number = isinstance(token.value, (int, float)) and not isinstance(token.value, bool)
        return None

    def ellipsis(self, level: _Open) -> bool:
        dots = next((dots for dots in ("...", "…") if self.text.startswith(dots, self.offset)), "")
        if not dots or level.expect is _Expect.COLON:
            return False
        self.offset += len(dots)
        self.artifacts.add(Artifact.TRUNCATED)
        level.expect, level.after_comma = _Expect.COMMA, False
        return True

    def colon(self, level: _Open) -> ReadingEnd | None:
        if self.text[self.offset] != ":":
            return ReadingEnd.UNSURE  # which words are the key would be a guess
        level.expect = _Expect.VALUE
        self.offset += 1
        return None

    def item(self, level: _Open) -> ReadingEnd | None:
        """Read a key or a value."""
        if level.expect is _Expect.KEY:
            return self.key(level)
        char = self.text[self.offset]
        return self.enter(char) if char in _CLOSERS else self.scalar()

    def without_comma(self, level: _Open, *, after_number: bool) -> ReadingEnd | None:
        """Go on where a comma should be, if what stands there can only be the next item."""
        begins = '"' if isinstance(level.value, dict) else '"{['
        if self.text[self.offset] not in begins or not self.text[self.offset - 1].isspace():
            return ReadingEnd.UNSURE if after_number else ReadingEnd.TROUBLE
        self.repairs.add(Repair.MISSING_COMMA)
        level.expect = _Expect.KEY if isinstance(level.value, dict) else _Expect.VALUE
        return self.item(level)

    def step(self) -> ReadingEnd | None:
        """Read one token inside the innermost container."""
        level, char = self.open[-1], self.text[self.offset]
        after_number, self.after_number = self.after_number, False
        after_colon = level.expect is _Expect.VALUE and isinstance(level.value, dict)
        end = None
        if self.text.startswith(_FENCES, self.offset):
            end = ReadingEnd.CUT
        elif self.ellipsis(level):
            pass
        elif level.expect is _Expect.COLON:
            end = self.colon(level)
        elif char in "]}" and not after_colon:
            end = self.leave(char)
        elif char == "," and not after_colon:
            self.comma(level)
        elif level.expect is _Expect.COMMA:
            end = self.without_comma(level, after_number=after_number)
        else:
            end = self.item(level)
        return end


def read_leniently(text: str, start: int) -> LenientReading:
    """Read the object or array whose bracket stands at `start`, as far as it can be read without guessing."""
    reader = _Reader(text, start)
    end = reader.enter(text[start])
    while end is None:
        reader.offset = scan.skip(text, reader.offset, reader.artifacts, reader.repairs)
        end = reader.step() if reader.offset < len(text) else ReadingEnd.CUT
    return LenientReading(
        end=end,
        value=reader.root,
        offset=reader.offset,
        members=reader.members - 1,
        elided=Artifact.TRUNCATED in reader.artifacts,
        artifacts=frozenset(reader.artifacts),
        repairs=frozenset(reader.repairs),
        issues=tuple(reader.issues),
    )
