"""Who a sentence says is speaking: the name beside a quotation, if there is one.

A quotation is given to a person by `(Name)` or `— Name` after it, by `Name:` before it, or by a name that is the subject of
a speech verb in the same sentence. Somebody merely mentioned, and a pronoun, name nobody.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from core.quotation import Quotation
from core.record import Record
from core.span import Span
from core.speakers import Roster, SpeakerRef

_STEMS = (
    "acknowledge add admit advise agree announce answer argue ask assert assure begin call claim comment complain concede "
    "conclude confess confirm continue contend counter cry declare deny describe emphasize emphasise estimate exclaim "
    "explain express finish go insist interject interrupt joke laugh lament maintain mention muse murmur mutter note object "
    "observe offer opine point protest put quip quote read recall reckon recount reflect remark remember remind repeat reply "
    "report respond retort reveal say shout state stress suggest summarize summarise sum tell think volunteer warn whisper "
    "wonder write yell"
).split()
_IRREGULAR = (
    "began begun began called cried cries denied denies goes going gone went put puts putting read reads replied replies "
    "said says saying told tells telling thought thinks wrote writes writing written summed admitted admitting"
).split()
_ADVERB = r"(?:\w+ly|also|then|once|later|again|further|now|first|himself|herself|themself|herself|even|still|has|have|had|would|will|does|did|is|was|just|simply|soon)"


def _verb_forms() -> list[str]:
    forms = set(_IRREGULAR)
    for stem in _STEMS:
        forms.add(stem)
        forms.add(stem + "s")
        if stem.endswith("e"):
            forms.update((stem + "d", stem[:-1] + "ing"))
        else:
            forms.update((stem + "ed", stem + "ing", stem + "es"))
    return sorted(forms, key=len, reverse=True)


SPEECH_VERBS = frozenset(_verb_forms())
_VERB = rf"(?:{'|'.join(_verb_forms())})\b"
_WORD = r"(?:[^\W\d_a-z][\w’'.-]*[\w]|[^\W\d_a-z]\.?|\d{1,3}|SPEAKER_\d+)"
_NAME = re.compile(
    rf"(?<![\w’'])(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?{_WORD}(?:(?: |, (?=\w*\.|\w+D\b)| (?:van|von|de|der|den|da|di|la|le|bin|al|of) ){_WORD}\.?){{0,4}}"
)
_VERB_AFTER = re.compile(rf",?(?: {_ADVERB}){{0,3}} {_VERB}")
_APPOSITION = re.compile(r", [^,.:;!?“”\"]{1,60},")
_VERB_BEFORE = re.compile(rf"(?:^|[\s,])({_VERB}) $")
_SENTENCE_STARTS = frozenset(
    "a about after again all also although an and another any anyone as asked at because before both but by each even every "
    "everybody everyone few finally first for from he her here his how i if in instead it its just later like many meanwhile my "
    "nobody none nor not nothing now of on once one only or other others our perhaps she since so some somebody someone soon "
    "still such that the their then there these they this those though through to today together too two until we what when "
    "where which while who why with yes yet you your critics people listeners both neither either".split()
)


class How(StrEnum):
    """In which way a quotation is given to a person."""

    PARENTHESES = "parentheses"
    DASH = "dash"
    LABEL = "label"
    SUBJECT = "subject"


class Attribution(Record):
    """The name a quotation is given: as written, where, how, and who that is (None: nobody the roster knows)."""

    name: str
    span: Span
    how: How
    speaker: SpeakerRef | None


class _Subject(NamedTuple):
    """A name that is the subject of a speech verb; name and verb together stand from `start` to `end`."""

    name: Span
    start: int
    end: int
    speaker: SpeakerRef | None


_AFTER = re.compile(r"[,.;:]?\s*(?:\((?P<paren>[^()\n]{1,80})\)|(?:—|–|--|-)\s*(?P<dash>[^\n.,;:!?()“”\"]{1,80}))")
_LABEL = re.compile(r"(?:^|[\s(])(?P<label>[^\n:;.!?()“”\"]{1,80}):\s*$")


def _known_part(text: str, span: Span, roster: Roster) -> tuple[Span, SpeakerRef] | None:
    """Return the longest run of words of a capitalised phrase that is one person of the roster."""
    words = [Span(span.start + m.start(), span.start + m.end()) for m in re.finditer(r"\S+", span.slice(text))]
    for length in range(len(words), 0, -1):
        for first in range(len(words) - length, -1, -1):
            part = Span(words[first].start, words[first + length - 1].end)
            ref = roster.resolve(_without_possessive(part.slice(text).rstrip(",.")))
            if ref is not None:
                while text[part.end - 1] in ",.":
                    part = Span(part.start, part.end - 1)
                return part, ref
    return None


def _without_possessive(name: str) -> str:
    return name[:-2] if name.endswith(("'s", "’s")) else name


def _nobody_known(text: str, span: Span, sentence: Span) -> Span | None:
    """Return the unknown person a capitalised phrase names, None where it may be an ordinary word that begins a sentence."""
    words = [Span(span.start + m.start(), span.start + m.end()) for m in re.finditer(r"\S+", span.slice(text))]
    while words and words[0].slice(text).casefold() in _SENTENCE_STARTS:
        del words[0]
    if not words or (len(words) == 1 and words[0].start == sentence.start):
        return None
    return Span(words[0].start, span.end)


def _verb_follows(text: str, end: int) -> int | None:
    """Return where the speech verb ends whose subject ends at `end`, None where there is none."""
    apposition = _APPOSITION.match(text, end)
    for start in (end, apposition.end() if apposition else end):
        match = _VERB_AFTER.match(text, start)
        if match:
            return match.end()
    return None


def _subjects(text: str, masked: str, sentence: Span, roster: Roster) -> list[_Subject]:
    found: list[_Subject] = []
    for match in _NAME.finditer(masked, sentence.start, sentence.end):
        span = Span(*match.span())
        known = _known_part(masked, span, roster)
        unknown = _nobody_known(masked, span, sentence) if known is None else None
        if known is None and unknown is None:
            continue
        name, speaker = known or (unknown or span, None)
        if text[name.start : name.end].endswith(("'s", "’s")):
            continue
        start, end = name.start, _verb_follows(masked, name.end)
        inverted = _VERB_BEFORE.search(masked, max(sentence.start, name.start - 24), name.start)
        if end is None and inverted and not _has_own_subject(masked, inverted.start(1), sentence, roster):
            start, end = inverted.start(1), name.end
        if end is not None:
            found.append(_Subject(name, start, end, speaker))
    return found


def _has_own_subject(masked: str, verb_start: int, sentence: Span, roster: Roster) -> bool:
    """Tell whether the verb before a name already has a subject ("Ann told Bob")."""
    before = masked[sentence.start : verb_start].rstrip()
    last = re.search(r"([\w’'.-]+)$", before)
    if last is None:
        return False
    word = last.group(1)
    return word.casefold() in {"he", "she", "they", "it", "i", "we", "you", "who", "and"} or (
        roster.resolve(word) is not None
    )


def _beside(text: str, quotation: Quotation, roster: Roster) -> Attribution | None:
    """Return the name in parentheses or behind a dash that follows a quotation directly, or the label before it."""
    match = _AFTER.match(text, quotation.outer.end)
    if match:
        how = How.PARENTHESES if match["paren"] is not None else How.DASH
        group = "paren" if match["paren"] is not None else "dash"
        name = match[group].rstrip()
        span = Span(match.start(group), match.start(group) + len(name))
        speaker = roster.resolve(name)
        if speaker is not None:
            return Attribution(name=name, span=span, how=how, speaker=speaker)
        if how is How.PARENTHESES and _NAME.fullmatch(name) and len(name.split()) > 1:
            return Attribution(name=name, span=span, how=how, speaker=None)
    before = _LABEL.search(text[: quotation.outer.start])
    if before:
        name = before["label"].strip()
        speaker = roster.resolve(name)
        if speaker is not None:
            start = before.start("label") + len(before["label"]) - len(before["label"].lstrip())
            return Attribution(name=name, span=Span(start, start + len(name)), how=How.LABEL, speaker=speaker)
    return None


def mask_quotations(text: str, quotations: Sequence[Quotation]) -> str:
    """Return `text` with each quotation as one word of the same length, ending its sentence where its words do."""
    pieces: list[str] = []
    done = 0
    for quotation in quotations:
        length = quotation.outer.end - quotation.outer.start
        word = ("be" * length)[:length]  # a word that no segmenter takes for an abbreviation
        inner = quotation.inner.slice(text).rstrip()
        following = text[quotation.outer.end :].lstrip()[:40]
        if length > 1 and inner.endswith((".", "!", "?", "…")) and _begins_sentence(following, inner[-1]):
            word = word[:-1] + "."
        pieces += (text[done : quotation.outer.start], word)
        done = quotation.outer.end
    pieces.append(text[done:])
    return "".join(pieces)


def _begins_sentence(following: str, ending: str) -> bool:
    if not following or not following[0].isupper():
        return False
    name = _NAME.match(following)
    tagged = name is not None and (
        _VERB_AFTER.match(following, name.end()) is not None or _first_word_is_tag(following)
    )
    return not (tagged and ending in "!?…") and not _trailing_tag(following)


def _first_word_is_tag(following: str) -> bool:
    first = following.split()[0].rstrip(".,")
    return first.casefold() in SPEECH_VERBS


def _trailing_tag(following: str) -> bool:
    """Tell whether a short clause `Name says.` follows, which belongs to the quotation before it."""
    name = _NAME.match(following)
    if name is None:
        return False
    verb = _VERB_AFTER.match(following, name.end())
    return verb is not None and following[verb.end() : verb.end() + 1] in (".", "")


def sentence_spans(masked: str) -> list[Span]:
    """Return the sentences of a text; code points, half-open, without gaps."""
    import nupunkt

    return [Span(start, end) for start, end in nupunkt.sent_spans(masked)] if masked.strip() else []


def sentence_of(masked: str, offset: int) -> Span:
    """Return the sentence that holds `offset`."""
    spans = sentence_spans(masked)
    return next((span for span in spans if span.start <= offset < span.end), Span(0, len(masked)))


def _nearest(
    text: str, subjects: list[_Subject], quotation: Quotation, others: Sequence[Quotation]
) -> _Subject | None:
    """Choose whose words a quotation is: the tag that follows at once, else the last one before it, else one after it."""
    after = [subject for subject in subjects if subject.start >= quotation.outer.end]
    before = [subject for subject in subjects if subject.end <= quotation.outer.start]
    if after and not text[quotation.outer.end : after[0].start].strip(" ,;.–—-\n"):
        return after[0]
    if before:
        return before[-1]
    following = min((other.outer.start for other in others if other.outer.start > quotation.outer.start), default=None)
    return after[0] if after and following is None else None


def find_attribution(
    text: str, quotations: Sequence[Quotation], index: int, roster: Roster, *, masked: str | None = None
) -> Attribution | None:
    """Return who the sentence gives quotation number `index` of `text` to, None where it names nobody.

    `masked` is `mask_quotations(text, quotations)`, where the caller has it already.
    """
    quotation = quotations[index]
    beside = _beside(text, quotation, roster)
    if beside is not None:
        return beside
    if masked is None:
        masked = mask_quotations(text, quotations)
    sentence = sentence_of(masked, quotation.outer.start)
    subjects = _subjects(text, masked, sentence, roster)
    others = [other for other in quotations if sentence.contains(other.outer) and other.outer != quotation.outer]
    nearest = _nearest(text, subjects, quotation, others)
    if nearest is None:
        return None
    return Attribution(
        name=nearest.name.slice(text), span=nearest.name, how=How.SUBJECT, speaker=nearest.speaker
    )
