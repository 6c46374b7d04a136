"""Speakers named in so many words beside a quotation: `— Name` and `(Name)` after it, `Name:` before it."""

import re
from typing import NamedTuple

from core.verify.cast import Cast, Labels
from core.verify.names import looks_like_name
from core.verify.saying import MASK

LONGEST = 160
_TIME = r"[\[(]\s*\d{1,3}(?::\d\d){1,2}\s*[\])]"
_CLOSING_PUNCTUATION = re.compile(rf"\s*+[.,;:!?…。，]*+(?:\s*+{_TIME})?\s*+")
_DASH_AFTER = re.compile(r"(?:—|–|―|--+|(?<=[^\S\n])-(?=\s))\s*")
_PARENTHESIS = re.compile(rf"\s*[(（]([^()（）{MASK}]{{1,{LONGEST}}})[)）]")
_CUT = re.compile(rf"[,;.·|/(\[\n—–―{MASK}]|\s-\s|\s(?:at|in|on)\s")
_END_OF_ATTRIBUTION = re.compile(rf"[\n—–―{MASK}]")
_LABEL_BEFORE = re.compile(r"[:：]\s*\Z")
_NOISE = re.compile(_TIME)
_EDGE = " \t\n\r.,;*_•\u00a0"


class Named(NamedTuple):
    """Whom a text names for a quotation; `labels` are None where the name is nobody's of the transcript."""

    name: str
    labels: Labels | None


class Attribution(NamedTuple):
    """A name beside a quotation, and the offset in the text at which the attribution ends."""

    named: Named
    end: int


def read_name(text: str, cast: Cast) -> tuple[Named, int] | None:
    """Read `text` as a name that may go on with a comma, a time and the like; also return the length of the name.

    Known names first, the longest reading first; an unknown one must look like a name up to a cut.
    """
    if len(text) > LONGEST:
        return None
    cuts = [match.start() for match in _CUT.finditer(text)]
    for cut in (len(text), *reversed(cuts)):
        name = text[:cut].strip(_EDGE)
        if name and ":" not in name:
            labels = cast.resolve(name)
            if labels is not None:
                return Named(name, labels), cut
    for cut in (len(text), *reversed(cuts)):
        name = text[:cut].strip(_EDGE)
        if looks_like_name(name) and ":" not in name:
            return Named(name, None), cut
    return None


def named_after(text: str, offset: int, cast: Cast) -> Attribution | None:
    """Return the name that `— Name` or `(Name)` gives directly behind `offset`, past closing punctuation, or None.

    `text` should have its quotations masked. A dash that goes on as a sentence ("— Adam could not believe it") names
    nobody.
    """
    punctuation = _CLOSING_PUNCTUATION.match(text, offset)
    start = punctuation.end() if punctuation else offset
    parenthesis = _PARENTHESIS.match(text, start)
    if parenthesis:
        found = read_name(" ".join(parenthesis[1].split()), cast)
        return Attribution(found[0], parenthesis.end()) if found else None
    dash = _DASH_AFTER.match(text, start)
    if dash is None:
        return None
    stop = _END_OF_ATTRIBUTION.search(text, dash.end(), dash.end() + LONGEST)
    end = stop.start() if stop else min(len(text), dash.end() + LONGEST)
    found = read_name(text[dash.end() : end], cast)
    return Attribution(found[0], dash.end() + found[1]) if found else None


def named_before(text: str, cast: Cast) -> Named | None:
    """Return the name if `text`, all that stands before a quotation in its sentence or line, is `Name:`."""
    if len(text) > LONGEST or not _LABEL_BEFORE.search(text):
        return None
    label = _NOISE.sub(" ", text).strip().rstrip(":：").strip("-" + _EDGE)
    labels = cast.resolve(label)
    if labels is not None:
        return Named(label, labels)
    return Named(label, None) if looks_like_name(label) else None
