"""Looks through a reply for JSON: prose, fences, thoughts, layers of escapes around it, and what may be the value."""

import html
import re
from dataclasses import dataclass, field

from core.llm.json_output.candidate import CandidateStart, JsonCandidate, try_place
from core.llm.json_output.scan import BLANK_ENTITY, DOUBLE_CURLY, SINGLE_CURLY, UNSEEN, WIDE_SPACE, unescape
from core.llm.json_output.schema import ExpectedKinds

_ESCAPED = re.compile(r"""[\[{](?:(?:\s|\\++[nrt])*+\\++["']|(?:\s*+\\++[nrt])++\s*+["'])""")
_BRACKETS_BEFORE = re.compile(r"(?:\[(?:\s|\\+[nrt])*)+\Z")
_MARKS_BEFORE = re.compile(r"""(?:\\*["'])+\s*\Z""")
_MARKS_BEHIND = re.compile(r"""\s*+(?:\\*+["'])++""")
_NEAR = 200
_HTML = re.compile(rf"[\[{{](?:\s|{BLANK_ENTITY})*+&(?:quot|apos|#0*+3[49]|#[xX]2[27]);")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

_THOUGHTS = "think|thinking|thought|thoughts|reasoning|reflection|scratchpad"
_GAP = rf"(?:[\s{UNSEEN}{WIDE_SPACE}]|{BLANK_ENTITY})*+"
_MARKS = f"\"'{DOUBLE_CURLY}{SINGLE_CURLY}"
_PLACE = (
    rf"\{{(?={_GAP}(?:[{_MARKS}}}/#…]|\.\.\.|[A-Za-z_$][\w$-]*+\s*+:|\Z))"
    rf"|\[(?={_GAP}(?:[\[{{{_MARKS}\]]|-?\d|(?:true|false|null|none)\b|\Z))"
)
_MARK = re.compile(
    rf"(?P<fence>`{{3,}}|~{{3,}})|<(?P<slash>/?)(?P<thought>{_THOUGHTS})(?:\s[^<>]*+)?>|{_PLACE}", re.IGNORECASE
)
_PLACE_IN_LINE = re.compile(_PLACE, re.IGNORECASE)
_INFO = re.compile(r"[ \t]*+[\w+#.-]*+")
_INFO_ALONE = re.compile(r"[\w+#.-]++[ \t\r]*+(?:\n|\Z)")
_LONGEST_INFO = 200
_BLANK = re.compile(_GAP)
# A place that fails may cost as much as the reply is long, so the number of such places and their sum are bounded.
_MOST_PLACES = 1_000
# No reply to a request for one object holds so many; such a text is no reply.
_MOST_VALUES = 10_000
_MOST_WORK = 4


def has_entities(text: str) -> bool:
    """Tell whether a text holds HTML entities."""
    return "&" in text and _ENTITY.search(text) is not None


def without_html(text: str, before: int) -> str | None:
    """Return a reply with its entities decoded once, None unless JSON with entities for marks begins by `before`."""
    if "&" not in text:
        return None
    found = _HTML.search(text)
    if found is None or found.start() > before:
        return None
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)


def without_escapes(text: str, before: int) -> str | None:
    """Return a reply with one layer of string escapes taken off, None unless escaped JSON begins by `before`.

    Marks around the escaped JSON are the string's and go with the layer.
    """
    if "\\" not in text:
        return None
    found = _ESCAPED.search(text)
    if found is None:
        return None
    outer = _BRACKETS_BEFORE.search(text, max(0, found.start() - _NEAR), found.start())
    start = outer.start() if outer else found.start()
    if start > before:
        return None
    end = max(text.rfind("}", start), text.rfind("]", start)) + 1 or len(text)
    inside = unescape(text[start:end])
    marks_before = _MARKS_BEFORE.search(text, max(0, start - _NEAR), start)
    marks_behind = _MARKS_BEHIND.match(text, end)
    if marks_before and marks_behind:
        start, end = marks_before.start(), marks_behind.end()
    return text[:start] + inside + text[end:]


@dataclass
class JsonSearchResult:
    """The result of a search: candidates in the order of the text, and the spans that are wrapping, not prose."""

    candidates: list[JsonCandidate] = field(default_factory=list[JsonCandidate])
    wrapping: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    fences: bool = False
    thoughts: bool = False
    in_thought: bool = False
    too_deep: bool = False
    gave_up: bool = False


class _Search:
    def __init__(self, text: str, wanted: ExpectedKinds) -> None:
        self._text = text
        self._wanted = wanted
        self._fence = ""
        self._opening = True
        self._never_closed: set[str] = set()
        self._places = 0
        self._work = 0
        self.found = JsonSearchResult()

    def _wrap(self, start: int, end: int) -> int:
        wrapping = self.found.wrapping
        last = wrapping[-1] if wrapping else (0, 0)
        if last[0] <= start and not self._text[last[1] : start].strip():
            wrapping[-1:] = [(last[0], max(last[1], end))]
        else:
            wrapping.append((start, end))
        return end

    def _pass_fence(self, mark: re.Match[str]) -> int:
        self.found.fences = True
        fence, end = mark["fence"], mark.end()
        closes = self._fence and fence[0] == self._fence[0] and len(fence) >= len(self._fence)
        if closes and not _INFO_ALONE.match(self._text, end):
            self._fence = ""
            return self._wrap(mark.start(), end)
        self._fence = fence
        self._opening = True
        info = _INFO.match(self._text, end)
        end = info.end() if info else end
        line_end = self._text.find("\n", end, end + _LONGEST_INFO)
        # What else stands in the line belongs to the fence, unless the JSON begins there already.
        alone = line_end >= 0 and _PLACE_IN_LINE.search(self._text, end, line_end) is None
        return self._wrap(mark.start(), line_end if alone else end)

    def _pass_thought(self, mark: re.Match[str]) -> int:
        self.found.thoughts = True
        self._opening = True
        self._fence = ""
        name = mark["thought"].lower()
        if mark["slash"]:
            # A template opened the thoughts for the model: everything so far was one.
            self.found.candidates.clear()
            self.found.in_thought = False
            return self._wrap(0, mark.end())
        closing = None
        if name not in self._never_closed:
            closing = re.compile(rf"</{name}\s*+>", re.IGNORECASE).search(self._text, mark.end())
        if closing is not None:
            return self._wrap(mark.start(), closing.end())
        self._never_closed.add(name)
        self.found.in_thought = True
        self._wrap(mark.start(), len(self._text))
        return mark.end()

    def _pass_inline(self, start: int, end: int) -> None:
        self.found.fences = True
        self._wrap(start - 1, start)
        if self._text.startswith("`", end):
            self._wrap(end, end + 1)

    def _pass_place(self, start: int) -> int | None:
        """Try to read at a bracket; return where to go on searching, None if that is of no use."""
        text, found = self._text, self.found
        wanted = self._wanted.objects if text[start] == "{" else self._wanted.arrays
        inline = not self._fence and text[start - 1 : start] == "`"
        attempt = try_place(text, CandidateStart(start, self._opening, bool(self._fence) or inline, wanted))
        self._opening = False
        if not attempt.strict:
            self._places += 1
        if attempt.candidate is not None:
            found.candidates.append(attempt.candidate)
            if inline:
                self._pass_inline(start, attempt.candidate.end)
        if attempt.candidate is None or not attempt.candidate.likely:
            self._work += attempt.work
        found.too_deep = attempt.too_deep
        found.gave_up = (
            self._places > _MOST_PLACES or self._work > _MOST_WORK * len(text) or len(found.candidates) > _MOST_VALUES
        )
        if found.too_deep or found.gave_up:
            return None
        return attempt.candidate.end if attempt.candidate and attempt.candidate.likely else start + 1

    def run(self) -> JsonSearchResult:
        position: int | None = 0
        while position is not None and (mark := _MARK.search(self._text, position)):
            blank = _BLANK.match(self._text, position, mark.start())
            if blank is None or blank.end() < mark.start():
                self._opening = False
            if mark["fence"]:
                position = self._pass_fence(mark)
            elif mark["thought"]:
                position = self._pass_thought(mark)
            else:
                position = self._pass_place(mark.start())
        return self.found


def search(text: str, wanted: ExpectedKinds) -> JsonSearchResult:
    """Return every stretch of a reply that may be the JSON."""
    return _Search(text, wanted).run()
