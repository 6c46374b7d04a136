"""Signatures: a name that stands behind words without marks as their speaker's, `words — Name` or `words. (Name)`.

A name that only says who is meant stays: "They carried the bell to its keeper (Maya Okafor). Then it rained." A
signature stands behind the stop of its sentence, on a line of its own, as the very last thing of a block without a stop
behind it, behind a sentence that is a block of its own, or behind words that the transcript has. A cell of a table that
nobody rendered is a block. The name of a block quote stands above, below or behind its words.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence, Set
from typing import NamedTuple

from core.enforcement.matcher import named_or_unknown
from core.enforcement.references import read_references
from core.enforcement.seen_names import SeenName, named_by, seen_names
from core.prose.attribution.names import LINK
from core.prose.attribution.running_text import mask_quotations, sentence_spans
from core.prose.model import StyledSpan
from core.prose.parse import SourceBlock, texts_of
from core.prose.quotations import find_quotations
from core.span import Span
from core.text.confusables import DASHES, EVERYDAY_SIGNS, HYPHENS, is_everyday, may_hold
from core.transcripts.speakers import TITLES, Roster, SpeakerRef

# Begins with one set of characters, so that the engine skips what cannot open.
_OPENS = re.compile(rf"[(\[（{DASHES}~{HYPHENS}](?:(?<![{HYPHENS}])|-++|(?<=\s[{HYPHENS}])(?=\s))[^\S\n]*")
_CLOSED = re.compile(
    r"[(（](?P<round>(?:[^()（）\n]|\([^()\n]{0,80}\)){1,90})[)）]|\[(?P<square>[^\[\]\n]{1,90})\](?:\([^()\n]{0,80}\))?"
)
_BRACKETS = "([（"
_EVERYDAY_OPENINGS = "".join(filter(is_everyday, f"{_BRACKETS}{DASHES}~{HYPHENS}"))
_NAME_END = re.compile(r"[.!?](?=\s|\Z)|[)\]](?=[.\s]*\Z)|\s*(?:[\n|]|\Z)")
_LAST_LINE = re.compile(r"\n[^\S\n]*(?=[^\n]{1,90}\s*\Z)")
_BEHIND_STOP = re.compile(r"[.!?…][”\"’)\]*]*[^\S\n]+(?=\S[^\n]{0,80}\Z)")
_GOES_ON = re.compile(r",[^\n]*\.\s+[^\W\d_A-Z]")  # M.Sc. says so
_ONLY_ATTRIBUTES = re.compile(
    r"(?:as )?(?:said|says|told|tells|quoted|recalled|spoken|by|from|per|so|thus)(?: (?:by|to))? |"
    r" (?:said|says|recalled|told us)\Z"
)
_NAME_BELOW = re.compile(r"(?:^|(?<=\s))(?:—|–|―|--|-)\s*(?P<name>[^\n]{1,80}?)\s*$")
_NAME_BEHIND = (
    re.compile(r"\s*\((?P<name>[^()\n]{1,80})\)[.,]?\s*$"),
    re.compile(r"\s*(?:—|–|―|--)\s*(?P<name>[^\n—–―]{1,80}?)[.,]?\s*$"),
)
CREDITS = re.compile(
    r"\A(?:(?:source|credits?|signed|quoted?(?: from)?|speaker|words|attribution|attributed to)\s*[:,—–-]\s*|via )",
    re.IGNORECASE,
)
"""What names whose words stand above or before: `Source: Name`, `Signed, Name`."""
# Any other sign that parts a name from words; a bar does so in a table, and "&" and "+" join names.
_A_SIGN = rf"[^\w\s,;:.!?…'\"“”‘’()\[\]{{}}<>|&+*_~{DASHES}{HYPHENS}]"
_SIGN = re.compile(rf"{_A_SIGN}{{1,3}}(?=[^\S\n])[^\S\n]*")
# Most texts hold none of these.
_EVERYDAY_SIGN = re.compile(f"[{re.escape(''.join(re.findall(_A_SIGN, EVERYDAY_SIGNS)))}]")
SAYS_WHO = re.compile(r"\A(?:as )?(?:said|says|told|quoted|recalled|spoken|by)(?: by)? ")
"""What only attributes before a name behind a dash, where "from" and "per" may go on with the sentence."""
_SO = re.compile(r"\A(?:so|thus) ", re.IGNORECASE)
_ENDS_IN_TITLE = re.compile(rf"(?<![^\W_])(?:{'|'.join(sorted(TITLES))}|[^\W\d_])\Z", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
# What signs nothing: the id of a record (fb-0001, but not "Speaker 1"), and what a dash parts.
_NO_SIGNER = re.compile(r"\A(?!.*[^\W\d_]{3}).*\d|[—–―]")
AROUND_A_NAME = " \t—–―-.,"
_STOPS = ".!?…"
_AROUND = " \t\n*_."
_BAR = "|"
_CLOSERS = '”"’)]*'
_LONGEST = 90
_MOST_GLUED = 4  # sentences that are looked at for white space between them
_TAIL = 200  # characters at the end of a text in which a name stands behind a stop
_FEWEST = 4  # words of a sentence
_LONGEST_ROLE = 5  # words behind a comma


class Signature(NamedTuple):
    """A signature: the stretch to take out, whom it means, the sentence, and whether that is all of its block."""

    span: Span
    speaker: SpeakerRef | None
    sentence: Span
    alone: bool


class _SignedPlace(NamedTuple):
    """A name behind words: where the words end and it ends, whether it is a line or sentence alone, whom it means.

    Behind a `sign` that may as well part two names or places, it signs only what ends without one and without a stop.
    """

    words_end: int
    end: int
    apart: bool
    speaker: SpeakerRef | None
    sign: bool = False


def _signer(written: str, roster: Roster) -> SeenName | None:
    """Return the name that a text is, with a role, a time or a verb that only attributes; None for any other."""
    name = CREDITS.sub("", _SO.sub("", written.strip()))
    if not seen_names(roster).may_hold_a_name(name) or _NO_SIGNER.search(name):
        return None
    _, _, role = name.partition(",")
    return seen_names(roster).read(name) if len(role.split()) <= _LONGEST_ROLE else None


def _words_end(text: str, offset: int) -> int:
    """Return where the words before a place end, white space aside; 0 where there are none."""
    while offset and text[offset - 1].isspace():
        offset -= 1
    return offset


def _behind_a_sign(text: str, roster: Roster) -> Iterator[_SignedPlace]:
    """Yield the name that is all behind the last sign of a text, if the words before it end without a name."""
    if is_everyday(text) and _EVERYDAY_SIGN.search(text) is None:
        return
    last = len(text.rstrip())
    signs = [
        one for one in _SIGN.finditer(text, max(0, last - _LONGEST)) if text[one.start() - 1 : one.start()].isspace()
    ]
    if len(signs) != 1 or _SIGN.search(text, max(0, signs[0].start() - _TAIL), signs[0].start()):
        return
    words_end = _words_end(text, signs[0].start())
    words = text[max(0, words_end - _LONGEST) : words_end].split()
    if not words or "\n" in text[words_end:last] or seen_names(roster).may_hold_a_name(words[-1]):
        return
    if seen := _signer(text[signs[0].end() : last], roster):
        yield _SignedPlace(words_end, last, apart=False, speaker=seen.speaker, sign=True)


def _places(text: str, roster: Roster, quotation_ends: Set[int] = frozenset()) -> Iterator[_SignedPlace]:
    """Yield the places of names; one directly behind a quotation is that one's and signs nothing."""
    for opening in _OPENS.finditer(text) if may_hold(text, _EVERYDAY_OPENINGS) else ():
        start, words_end = opening.end(), _words_end(text, opening.start())
        if not words_end or words_end in quotation_ends:
            continue
        apart = "\n" in text[words_end:start]
        if text[opening.start()] in _BRACKETS:
            closed = _CLOSED.match(text, opening.start())
            written = LINK.sub(r"\1", closed["round"] or closed["square"]) if closed else ""
            if closed and (seen := _signer(_ONLY_ATTRIBUTES.sub("", written.strip()), roster)):
                yield _SignedPlace(words_end, closed.end(), apart, seen.speaker)
            continue
        near = min(len(text), start + _LONGEST)
        if is_everyday(text) and not seen_names(roster).may_hold_a_name(text[start:near]):
            continue
        for end in _NAME_END.finditer(text, start, near):
            if seen := _signer(SAYS_WHO.sub("", text[start : end.start()]), roster):
                yield _SignedPlace(words_end, end.start(), apart, seen.speaker)
                break
            if "\n" in end.group():
                break
    yield from _behind_a_sign(text, roster)
    last = len(text.rstrip())
    line = text.rfind("\n", 0, last)
    last_line = _LAST_LINE.match(text, line) if line >= 0 else None
    stops = _BEHIND_STOP.finditer(text, max(0, last - _LONGEST), last)
    for bare in (last_line, *stops) if last_line else stops:
        name = text[bare.end() :].rstrip(_AROUND) if _words_end(text, bare.start()) else ""
        seen = _signer(name, roster) if name and not _GOES_ON.search(name) else None
        if seen and not _ENDS_IN_TITLE.search(text, max(0, bare.start() - 16), bare.start()):
            words_end = bare.start() + len(bare.group().rstrip())
            end = len(text[:last].rstrip(f"{_BAR} ")) if _BAR in bare.group() + text[bare.end() : last] else last
            yield _SignedPlace(words_end, end, apart=True, speaker=seen.speaker)


class SignatureReader:
    """Finds the signatures of a text; `stands_in_transcript` tells whether words do."""

    def __init__(self, roster: Roster, stands_in_transcript: Callable[[str], bool]) -> None:
        self._roster = roster
        self._stands_in_transcript = stands_in_transcript

    def find(self, text: str) -> list[Signature]:
        """Return the signatures of a block's text in order; a name behind a quotation in marks is that one's."""
        marked = find_quotations(text)
        quotations = [*(one.outer for one in marked), *(one.span for one in read_references(text).found)]
        ends = frozenset(one.end for one in quotations)
        places = sorted(_places(text, self._roster, ends), key=lambda place: place[:2])
        if not places:
            return []
        sentences = sentence_spans(mask_quotations(text, marked))
        found: list[Signature] = []
        for place in places:
            last = max((one.end for one in quotations if one.start < place.end), default=0)
            signature = self._signature(text, place, sentences, last)
            if signature is not None and not (found and found[-1].span.overlaps(signature.span)):
                found.append(signature)
        return found

    def _signature(
        self, text: str, place: _SignedPlace, sentences: Sequence[Span], last_quotation: int
    ) -> Signature | None:
        last = place.words_end
        while last and (text[last - 1].isspace() or text[last - 1] == _BAR):
            last -= 1
        if not last:
            return None
        index = bisect_right(sentences, last - 1, key=lambda one: one.start) - 1
        for _ in range(_MOST_GLUED):  # what stands at a stop without white space belongs to its sentence
            start = sentences[index].start
            index -= text[max(0, start - 1) : start] in tuple(_STOPS) and not text[start].isspace()
        cell = text.rfind(_BAR, sentences[index].start, last) + 1
        sentence = Span(max(sentences[index].start, cell), last)
        words = sentence.slice(text)
        own = _ASIDE.sub("", text[max(sentence.start, last_quotation) : last])
        own = own.lstrip("([ \n") if last_quotation <= sentence.start else own
        if place.sign and text[place.end - 1] in _STOPS:
            return None
        if last_quotation >= place.end or not any(map(str.isalnum, own)) or "(" in own:
            return None
        stop = text[place.end : place.end + 1] in tuple(_STOPS)
        behind, bar, _ = text[place.end + stop : place.end + stop + _LONGEST].lstrip(_CLOSERS).partition(_BAR)
        ends, few = not behind.strip(), len(words.split()) < _FEWEST
        stopped = words.rstrip(_CLOSERS)[-1:] in tuple(_STOPS)
        apart = stopped and (ends or (behind[0].isspace() and not behind.lstrip()[:1].islower()))
        alone = (cell > 0 or index == 0) and ends and last_quotation <= sentence.start
        signs = (place.apart and ends) or apart or (not few and ends and (not stop or alone))
        if not signs and (few or not self._stands_in_transcript(words)):
            return None
        whole = alone and not (cell or bar)
        return Signature(Span(last, place.end + (stop and stopped)), place.speaker, sentence, whole)


def may_be_signed(text: str, roster: Roster) -> bool:
    """Tell whether a name stands in a text as a signature would."""
    return next(_places(text, roster), None) is not None


def without_stretches(source: SourceBlock, spans: Sequence[Span]) -> SourceBlock:
    """Return a block of text without some stretches, in order."""
    edges = [0, *(offset for span in spans for offset in span), len(source.text)]
    kept = [Span(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True)]
    styled: list[StyledSpan] = []
    done = 0
    for span in kept:
        moved = styles_of(source.styled, span)
        styled += (StyledSpan(Span(one.span.start + done, one.span.end + done), one.emphasis) for one in moved)
        done += span.end - span.start
    text = "".join(span.slice(source.text) for span in kept)
    return source._replace(text=text, styled=tuple(styled))


def styles_of(styled: Sequence[StyledSpan], span: Span) -> list[StyledSpan]:
    """Return the styles of a stretch, relative to its start."""
    moved: list[StyledSpan] = []
    for style in styled:
        start, end = max(style.span.start, span.start), min(style.span.end, span.end)
        if start < end:
            moved.append(StyledSpan(Span(start - span.start, end - span.start), style.emphasis))
    return moved


def _split_name(unit: str, roster: Roster) -> tuple[str, str]:
    """Cut the name above, below or behind the words of a block quote off; "" where there is none."""
    lines = unit.split("\n")
    below = _NAME_BELOW.match(lines[-1])
    if len(lines) > 1 and below:
        return "\n".join(lines[:-1]), below["name"]
    for name, rest in ((lines[-1], lines[:-1]), (lines[0], lines[1:])):
        speaker = named_by(name.strip(AROUND_A_NAME), roster)
        if rest and speaker is not None:
            return "\n".join(rest), speaker.speaker_name
    for behind in (found for pattern in _NAME_BEHIND if (found := pattern.search(unit)) and found.start()):
        name = behind["name"].strip().rstrip(".,")
        words = unit[: behind.start()].strip()
        marked = find_quotations(words)
        # A dash behind other words than a quotation alone may stand inside the next quotation.
        alone = bool(marked) and marked[0].outer.start == 0 and marked[0].outer.end == len(words)
        closed = alone and marked[0].outer.end > marked[0].inner.end
        speaker = named_by(name, roster)
        if speaker is not None or closed:
            return unit[: behind.start()], speaker.speaker_name if speaker else name
    return unit, ""


def quote_units(source: SourceBlock, roster: Roster) -> tuple[list[str], SpeakerRef | None]:
    """Return the paragraphs of a block quote without the name below them, and who is named."""
    units: list[str] = []
    name = ""
    for text in texts_of(source):
        lone = _NAME_BELOW.fullmatch(text.strip())
        if units and lone:
            name = lone["name"]
            continue
        words, found = _split_name(text, roster)
        name = found or name
        if words.strip():
            units.append(words.replace("\n", " "))
    return units, named_or_unknown(name, roster.resolve(name))
