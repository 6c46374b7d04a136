"""The name right beside a quotation: in parentheses or behind a dash after it, or a label before it."""

import re
from enum import StrEnum

from core.prose.attribution.subjects import NAME
from core.prose.quotations import Quotation
from core.prose.speech_verbs import RANKS, VERB
from core.record import Record
from core.span import Span
from core.transcripts.speakers import TITLES, Roster, SpeakerRef

_LABEL_LENGTH = 100  # characters before a quotation in which a label is looked for
_AFTER = re.compile(
    r"[,.;:]?\s*(?:\((?P<paren>(?:[^()\n]|\([^()\n]{1,80}\)){1,80})\)|(?:—|–|--|-)\s*(?P<dash>[^\n,;:!?()“”\"]{1,80}))"
)
_BEHIND_A_NAME = re.compile(r",\s*(?:\d{1,2}(?::\d\d){1,2}|(?:[^\W\d_A-Z][\w’'-]*\s*){1,5})\Z")  # a time, or who it is
_TITLES = rf"(?i:(?:{'|'.join(sorted(RANKS | TITLES))})\.\s)"
_SAID_BY = re.compile(rf"\A(?:(?:as )?{VERB}(?: (?:by|to))?|according to|from|by|so) |(?<=\S) {VERB}\Z", re.IGNORECASE)
_LABEL = re.compile(rf"(?:^|[\s(])(?P<label>{_TITLES}*[^\n:;.!?()“”\"]{{1,80}}):\s*$")


class AttributionForm(StrEnum):
    """In which way a quotation is given to a person."""

    PARENTHESES = "parentheses"
    DASH = "dash"
    LABEL = "label"
    SUBJECT = "subject"
    SOURCE = "source"


class Attribution(Record):
    """The name a quotation is given: as written, where, how, and who that is (None: nobody the roster knows).

    `close` says that nothing stands between the quotation and its name or its verb that could name somebody else.
    `phrase` is a subject with its verb, for other names the name alone.
    """

    name: str
    span: Span
    how: AttributionForm
    speaker: SpeakerRef | None
    close: bool = True
    phrase: Span | None = None


def _names_at_start(written: str, how: AttributionForm) -> list[str]:
    """Return what of the words beside a quotation may be its speaker's name, the longest first."""
    if how is AttributionForm.PARENTHESES:
        return [written, _BEHIND_A_NAME.sub("", written), _SAID_BY.sub("", written)]
    stops = [match.start() for match in re.finditer(r"\.(?=\s|\Z)", written)]
    return [written, *(written[:stop].rstrip() for stop in reversed(stops))]


def find_behind(text: str, quotation: Quotation, roster: Roster) -> Attribution | None:
    """Return the name in parentheses or behind a dash that follows a quotation directly."""
    match = _AFTER.match(text, quotation.outer.end)
    if match:
        how = AttributionForm.PARENTHESES if match["paren"] is not None else AttributionForm.DASH
        group = "paren" if match["paren"] is not None else "dash"
        written = match[group].rstrip()
        for name in _names_at_start(written, how):
            speaker = roster.resolve(name)
            if speaker is not None:
                # What goes on behind a name in parentheses goes with it; behind a dash it stays.
                end = match.start(group) + len(written if how is AttributionForm.PARENTHESES else name)
                return Attribution(name=name, span=Span(match.start(group), end), how=how, speaker=speaker)
        name, span = written, Span(match.start(group), match.start(group) + len(written))
        if how is AttributionForm.PARENTHESES and NAME.fullmatch(name) and len(name.split()) > 1:
            return Attribution(name=name, span=span, how=how, speaker=None)
    return None


def find_label(text: str, quotation: Quotation, roster: Roster) -> Attribution | None:
    """Return the name that stands as a label directly before a quotation."""
    window = max(0, quotation.outer.start - _LABEL_LENGTH)
    lead = text[window : quotation.outer.start]
    before = _LABEL.search(lead) if lead.rstrip().endswith(":") else None
    if before:
        name = before["label"].strip()
        speaker = roster.resolve(name)
        if speaker is not None:
            start = window + before.start("label") + len(before["label"]) - len(before["label"].lstrip())
            return Attribution(
                name=name, span=Span(start, start + len(name)), how=AttributionForm.LABEL, speaker=speaker
            )
    return None
