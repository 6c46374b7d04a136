"""Speakers named directly beside a quotation: `— Name` and `(Name)` after it, `Name:` before it.

Behind the name there may be a time and a few words that say who that is (— Ann Lee, harbour master). Whatever says more
is no attribution: it could be more words of the same person, or somebody else.
"""

import re
from typing import NamedTuple

from core.text.confusables import COLONS
from core.verify.naming.known_speakers import Labels, TranscriptPersons
from core.verify.naming.names import looks_like_name
from core.verify.naming.other_sources import names_other_source
from core.verify.naming.vocabulary import known_letter
from core.verify.reading.page import OBJECT

# Stands in for every character of a quotation, so that what is quoted is not read as the text's own words.
MASK = OBJECT

LONGEST = 160
_CLOCK = r"(?<![\d:])\d{1,3}(?::\d\d){1,2}(?!\d|:\d)"
_TIME = rf"[\[(]\s*{_CLOCK}\s*[\])]"
_CLOSING_PUNCTUATION = re.compile(rf"\s*+[.,;:!?…。，]*+(?:\s*+{_TIME})?\s*+")
_DASH_AFTER = re.compile(r"(?:—|–|―|--+|(?<=[^\S\n])-(?=\s))\s*")
_PARENTHESIS = re.compile(rf"\s*[(（]((?:[^()（）{MASK}]|\([^()（）{MASK}]{{0,60}}\)){{1,{LONGEST}}})[)）]")
_CUT = re.compile(rf"[,;.·|/(\[\n—–―{MASK}]|\s-\s|\s(?:at|in|on)\s|\s(?=\d)")
_END_OF_ATTRIBUTION = re.compile(rf"[\n—–―{MASK}]")
_END_OF_SENTENCE = re.compile(r"[.;!?:](?=\s)")
_LABEL_BEFORE = re.compile(rf"[{COLONS}]\s*\Z")
_ANY_CLOCK = re.compile(r":(?<=\d:)\d")  # a sign is sooner found than a digit
_NOISE = re.compile(rf"{_TIME}|{_CLOCK}")
_TIME_IN_WORDS = re.compile(rf"(?:\bat\s+)?(?:{_TIME}|{_CLOCK})")
_BEFORE_A_DESCRIPTION = re.compile(r"\s*[,(\[]|\s+(?:at|in|on)\s|\s+(?:1[5-9]|20)\d\d\b")
_MONTH = re.compile(r"(?:January|February|March|April|May|June|July|August|September|October|November|December)")
_ROLE = re.compile(
    r"(?P<name>[^\[(,]{2,80}?)\s*"
    r"(?:[\[(](?P<aside>[^()\[\]]{1,60})[\])]|(?P<rest>,(?:\s*\d{1,3},)?[^,]{1,60}))"
)
_EDGE = " \t\n\r.,;*_•\u00a0"
_MOST_WORDS = 4
_LONGEST_DESCRIPTION = 50
# Letters of words that say more than who or when that is: verbs of saying, pronouns, "is", "not", "and".
_SPEAKING = frozenset("voItRGgx1")
_NO_DESCRIPTION = frozenset("voItCRGbgjWex1XJf&B")


class NamedSpeaker(NamedTuple):
    """Whom a text names for a quotation; `labels` are None where nobody in the transcript has the name.

    No labels at all: two people are named, and nobody can have said it as both.
    """

    name: str
    labels: Labels | None


class AdjacentAttribution(NamedTuple):
    """A name beside a quotation, and the offset in the text at which the attribution ends."""

    named: NamedSpeaker
    end: int


def agreed_name(names: list[NamedSpeaker]) -> NamedSpeaker | None:
    """Return the first of several names, or one without labels where two of them mean different people."""
    known = [named for named in names if named.labels is not None]
    for other in known[1:]:
        if other.labels != known[0].labels:
            return NamedSpeaker(f"{known[0].name}, {other.name}", frozenset())
    return names[0] if names else None


def _is_description(rest: str) -> bool:
    """Tell whether what stands behind a name only says who or when that is: "04:10", ", harbour master"."""
    words = _TIME_IN_WORDS.sub(" ", rest).strip(_EDGE + "()[]")
    if not words:
        return True
    if names_other_source(words) or len(words) > _LONGEST_DESCRIPTION or not _BEFORE_A_DESCRIPTION.match(rest):
        return False
    plain = [re.sub("['’-]", "", word.strip("()[],:.")) for word in words.split()]
    return len(plain) <= _MOST_WORDS and all(
        word.isdigit()
        or _MONTH.fullmatch(word)
        or (word.isalpha() and word == word.lower() and word != "for" and known_letter(word) not in _NO_DESCRIPTION)
        for word in plain
    )


def _is_quiet(aside: str) -> bool:
    """Tell whether nobody speaks in what stands in brackets behind a name: "(captain)", not "(the mayor says)"."""
    return not (names_other_source(aside) or any(known_letter(word) in _SPEAKING for word in aside.lower().split()))


def read_attribution(text: str, persons: TranscriptPersons) -> NamedSpeaker | None:
    """Read all of `text` as a name that may go on with a time and a short description, or return None.

    Known names first, the longest reading first; an unknown one must look like a name.
    """
    if len(text) > LONGEST or "?" in text:
        return None
    parts = [(text, ""), *((text[: cut.start()], text[cut.start() :]) for cut in reversed([*_CUT.finditer(text)]))]
    parts = [(name.strip(_EDGE), rest) for name, rest in parts]
    for name, rest in parts:
        labels = persons.resolve(name) if name else None
        if labels is not None and _is_description(rest):
            return NamedSpeaker(name, labels)
    for name, rest in parts:
        if looks_like_name(name) and _is_description(rest) and not any(colon in name for colon in COLONS):
            return NamedSpeaker(name, None)
    return None


def named_after(text: str, offset: int, persons: TranscriptPersons) -> AdjacentAttribution | None:
    """Return the name that `— Name` or `(Name)` gives directly behind `offset`, past closing punctuation, or None.

    `text` should have its quotations masked. A dash that goes on as a sentence ("— Adam could not believe it") names
    nobody.
    """
    punctuation = _CLOSING_PUNCTUATION.match(text, offset)
    start = punctuation.end() if punctuation else offset
    parenthesis = _PARENTHESIS.match(text, start)
    if parenthesis:
        named = read_attribution(" ".join(parenthesis[1].split()), persons)
        return AdjacentAttribution(named, parenthesis.end()) if named else None
    dash = _DASH_AFTER.match(text, start)
    if dash is None:
        return None
    stop = _END_OF_ATTRIBUTION.search(text, dash.end(), dash.end() + LONGEST)
    end = stop.start() if stop else min(len(text), dash.end() + LONGEST)
    ends = [match.start() for match in _END_OF_SENTENCE.finditer(text, dash.end(), end)]
    for cut in (end, *reversed(ends)):
        named = read_attribution(text[dash.end() : cut], persons)
        if named is not None:
            return AdjacentAttribution(named, cut)
    return None


def without_times(text: str) -> str:
    """Return `text` with every time of day or of the recording blanked, offsets kept."""
    return _NOISE.sub(lambda time: " " * len(time.group()), text) if ":" in text and _ANY_CLOCK.search(text) else text


def read_label(text: str, persons: TranscriptPersons) -> NamedSpeaker | None:
    """Read what stands before a colon as whose words follow: a name, with a role or a time beside it, or None.

    Letters that look like those of a name are read as such: a reader does.
    """
    label = without_times(text).strip("-|>" + _EDGE)
    labels = persons.resolve_seen(label)
    if labels is not None:
        return NamedSpeaker(label, labels)
    role = _ROLE.fullmatch(label)
    if role and (_is_description(role["rest"]) if role["rest"] else _is_quiet(role["aside"])):
        labels = persons.resolve_seen(role["name"])
        if labels is not None:
            return NamedSpeaker(role["name"], labels)
    return NamedSpeaker(label, None) if looks_like_name(label) else None


def named_before(text: str, persons: TranscriptPersons) -> NamedSpeaker | None:
    """Return the name if `text`, all that stands before a quotation in its sentence or line, is `Name:`."""
    if len(text) > LONGEST or not _LABEL_BEFORE.search(text):
        return None
    return read_label(without_times(text).rstrip().rstrip(COLONS), persons)
