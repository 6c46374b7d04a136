"""The quotations of a block quote: mostly one on each line, with the id of its record behind it.

Models wrap them, put the id below, in brackets or backticks, behind any dash, or leave it out; and what they quote may
hold marks, dashes and ids itself.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from core.answers.inline.record_names import RecordNames, is_like_an_id, unknown_speaker
from core.enforcement.references import read_references, without_references
from core.prose.quotations import MARKS, find_quotations
from core.transcripts.speakers import SpeakerRef

_DASH = r"(?:—|–|―|⸺|--+|-|~)"
_ALONE = re.compile(rf"\s*(?:{_DASH}\s*(?P<dash>\S.{{0,120}})|[(\[](?P<inside>[^()\[\]]{{1,120}})[)\]][.,]?)\s*")
_AT_END = re.compile(
    rf"\s*(?:[(\[](?P<inside>[^()\[\]]{{1,120}})[)\]][.,]?|(?<=\s){_DASH}\s*(?P<dash>\S.{{0,120}}?))\s*\Z"
)
_DASHES = re.compile(rf"(?<=[\s”\"]){_DASH}\s*(?=\S)|(?:—|–)\s*(?=\S)")
_BEFORE_THE_NAME = re.compile(rf"[\s,.;:]*{_DASH}?\s*")
_LABEL = re.compile(
    r"\s*[(\[]?(?P<name>[^()\[\]:“”\"\n]{1,120}?)[)\]]?(?:\s*:\s*|\s+(?:—|–|-{1,2})\s*|\s*[—–]\s*(?=[“\"])|(?<=[)\]])\s+)(?=\S)"
)
_LONGEST_NAME = 6  # words of a name; more are a statement
_MOST_LINES = 40
_LONGEST = 4_000  # characters of a quotation over several lines
_NEAR_THE_END = 200  # characters from the end in which a name stands
_MOST_DASHES = 4  # that are tried as the dash before a name
_ONLY_PUNCTUATION = re.compile(r"[\s.,;:!?…*_|]*")


class BlockQuotation(NamedTuple):
    """A quotation set apart, as written, and the record that is named for it, if any is."""

    words: str
    named: SpeakerRef | None


def _name_at_end(text: str) -> re.Match[str] | None:
    """Find what may be a name in brackets or behind a dash at the end of a text."""
    return _AT_END.search(text, max(0, len(text) - _NEAR_THE_END))


def _closed_end(text: str) -> int | None:
    """Return the end of the quotation that begins a text; None if there is none, or it is open."""
    found = find_quotations(text)
    if not found or found[0].outer.start:
        return None
    return found[0].outer.end if found[0].outer.end > found[0].inner.end else None


def _is_open(text: str) -> bool:
    """Tell whether a text begins with a quotation that goes on after its end."""
    found = find_quotations(text)
    return bool(found) and not found[0].outer.start and found[0].outer.end == found[0].inner.end


def _without_lone_mark(text: str) -> str:
    """Return a text without the mark that opens a quotation which goes on to its end."""
    text = text.strip()
    return text[find_quotations(text)[0].inner.start :] if _is_open(text) else text


def _following_lines(lines: Sequence[str]) -> list[str]:
    """Return for each line the next one that is not empty, "" behind the last."""
    following: list[str] = []
    seen = ""
    for line in reversed(lines):
        following.append(seen)
        seen = line or seen
    return following[::-1]


class _Lines:
    """The lines of one block quote while its quotations are separated."""

    def __init__(self, texts: Sequence[str], names: RecordNames, is_proven: Callable[[str], bool]) -> None:
        self._lines = [line.strip() for text in texts for line in (*text.split("\n"), "")]
        self._names = names
        self._is_proven = is_proven
        self._open: list[str] = []

    def units(self) -> Iterator[BlockQuotation]:
        for line, following in zip(self._lines, _following_lines(self._lines), strict=True):
            below = self._name_alone(following) if following else None
            if not line:
                if self._open and below is None:
                    yield from self._close()
                continue
            alone = self._name_alone(line) if self._open else None
            if alone is not None:
                yield self._unit(" ".join(self._open), alone)
                self._open = []
                continue
            if self._open and (self._is_long() or (self._begins(line) and not _is_open(" ".join(self._open)))):
                yield from self._close()
            self._open.append(line)
            if below is None:
                yield from self._close_if_whole()
        yield from self._close()

    def _is_long(self) -> bool:
        """Tell whether the open lines are too many for one quotation, which bounds the work."""
        return len(self._open) >= _MOST_LINES or sum(map(len, self._open)) > _LONGEST

    def _name_alone(self, line: str) -> SpeakerRef | None:
        """Return whom a line names that holds only a name, perhaps after a dash or in brackets."""
        if read_references(line).found:
            return None
        known = self._names.known(line)
        match = None if known else _ALONE.fullmatch(line)
        if match is None:
            return known
        name = match["dash"] or match["inside"]
        found = self._names.among(name, " ".join(self._open))
        if found is not None and len(name.split()) <= _LONGEST_NAME:
            return found
        return unknown_speaker(name) if is_like_an_id(name) else None

    @staticmethod
    def _begins(line: str) -> bool:
        """Tell whether a line begins a quotation of its own: with a mark or a reference."""
        found = find_quotations(line)[:1]
        references = read_references(line).found[:1]
        return (line[0] in MARKS and any(not one.outer.start for one in found)) or any(
            not one.span.start for one in references
        )

    def _unit(self, words: str, named: SpeakerRef | None) -> BlockQuotation:
        """Return a quotation without the label before it, if that names a record and the words alone are proven."""
        label = None if self._is_proven(words) else _LABEL.match(words)
        record = self._names.known(label["name"]) if label else None
        if label is not None and record is not None:
            words = words[label.end() :]
        return BlockQuotation(_without_lone_mark(words) if not self._is_proven(words) else words, named or record)

    def _close_if_whole(self) -> Iterator[BlockQuotation]:
        """Yield the quotation of the open lines as soon as no further line can belong to it."""
        text = " ".join(self._open)
        units = self._whole(text)
        if units:
            self._open = []
            yield from units

    def _whole(self, text: str) -> list[BlockQuotation]:
        named = self._with_known_name(text)
        if named is not None and self._is_proven(named.words):
            return [named]
        label = _LABEL.match(text)
        start = label.end() if label and self._names.known(label["name"]) else 0
        end = _closed_end(text[start:])
        if end is not None:
            return self._marked(text, start, start + end)
        if named is not None:
            return [named]
        references = read_references(text).found
        only_refers = references and not without_references(text).strip(" ,;")
        return [self._unit(text, None)] if only_refers and not _is_open(text) else []

    def _marked(self, text: str, start: int, end: int) -> list[BlockQuotation]:
        """Return a quotation in marks with the name behind it; words that are no name are a quotation of their own, and
        a line with more quotations stays whole."""
        tail = text[end:].strip()
        if _ONLY_PUNCTUATION.fullmatch(tail) or find_quotations(tail) or self._is_proven(text):
            return [self._unit(text, None)]
        words, name = text[:end], tail[_BEFORE_THE_NAME.match(tail).end() :]  # type: ignore[union-attr] - matches ""
        at_end = _name_at_end(tail)
        beside = tail[: at_end.start()] if at_end else tail
        if tail[0].isalnum() and self._names.known(tail) is None and any(map(str.isalnum, beside)):
            named = (at_end["inside"] or at_end["dash"]) if at_end else ""
            record = self._names.among(named, text[start:end]) if named else None
            return [self._unit(words, record), BlockQuotation(beside.strip(), record)]
        record = self._names.among(name[:_NEAR_THE_END], text[start:end])
        if record is None and len(name.split()) > _LONGEST_NAME:
            return [self._unit(text, None)]
        return [self._unit(words, record or unknown_speaker(name))]

    def _with_known_name(self, text: str) -> BlockQuotation | None:
        """Return words without marks before a record's name, None if no record is named at the end."""
        match = _name_at_end(text)
        name = (match["inside"] or match["dash"]) if match else ""
        record = self._names.known(name) if name else None
        if match is None or record is None or not match.start():
            return None
        return self._unit(text[: match.start()], record)

    def _close(self) -> Iterator[BlockQuotation]:
        """Yield the quotations of the open lines, which are complete."""
        lines, self._open = self._open, []
        if not lines:
            return
        text = " ".join(lines)
        if self._is_proven(text):
            yield self._unit(text, None)
            return
        cut = self._cut_off_name(text)
        if cut is not None:
            yield cut
        elif len(lines) > 1 and any(map(self._is_proven, lines)):
            yield from (self._unit(line, None) for line in lines)
        else:
            yield self._unit(text, None)

    def _cut_off_name(self, text: str) -> BlockQuotation | None:
        """Return the words before an unknown name."""
        dashes = _DASHES.finditer(text, max(0, len(text) - _NEAR_THE_END))
        ends = [(match.start(), match.end()) for match in dashes]
        for start, end in reversed(ends[-_MOST_DASHES:]):
            record = self._names.among(text[end:], text[:start])
            if start and (record is not None or self._is_proven(text[:start]) or is_like_an_id(text[end:])):
                return self._unit(text[:start], record or unknown_speaker(text[end:]))
        match = _name_at_end(text)
        if (
            match
            and match.start()
            and match["inside"]
            and (self._is_proven(text[: match.start()]) or is_like_an_id(match["inside"]))
        ):
            return self._unit(text[: match.start()], unknown_speaker(match["inside"]))
        return None


def read_quote_lines(
    texts: Sequence[str], names: RecordNames, is_proven: Callable[[str], bool]
) -> list[BlockQuotation]:
    """Return the quotations of a block quote, whose paragraphs are `texts`, in order, each with the record it names.

    `is_proven` says whether words are proven as they are: such words are never cut.
    """
    return list(_Lines(texts, names, is_proven).units())
