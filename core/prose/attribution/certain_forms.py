"""The certain forms of an attribution: patterns that the clause beside a quotation must have as a whole.

The letters: N a name, S its possessive; V a finite verb of saying, Q one that may take the person spoken to, L one that
must, B its base form, G its -ing form, E its participle; A adverb, X what makes it uncertain.
"""

import re
from typing import NamedTuple

from core.prose.attribution.clauses import AttributionClause
from core.prose.attribution.form_words import (
    ARGUING,
    BORROWING,
    COMING,
    CONDITIONS,
    EAGER,
    FRAMED,
    FRAMING,
    IN_A_QUESTION,
    LIKENING,
    MADE,
    MADE_BY,
    MAKING,
    MINDS,
    TURNING,
    VIEWING,
)
from core.prose.attribution.forms_before import (
    ACCORDING,
    ASIDE,
    BEFORE,
    BETWEEN,
    END,
    FIRST,
    LEAD_IN,
    PAUSE,
    PLAIN,
    SAYS,
    SECOND,
    THE_WORDS_OF,
    TO,
    WORDS_OF,
)
from core.prose.attribution.names import RosterName
from core.prose.speech_verbs import (
    BODY,
    MANNERS,
    PLAIN_VERBS,
    REACTIONS,
    SAYINGS,
    SELVES,
    TELLING_OF,
    THINGS,
    WORD_CLASSES,
)
from core.span import Span

# “...,” and adds: “...” goes on with the speaker of the quotation before.
_GOES_ON = re.compile(rf"[,\-]?(?:&A{{0,2}}|A{{1,2}}){PAUSE}(?:[VLQ]|G){LEAD_IN}{END}")

_TOLD = rf"(?:(?<=[LQB])d[{PLAIN}]{{1,5}}(?:,N)?|(?<=L)F(?:P(?:N|[dF]{{1,3}}))?)?"
_LISTENER = rf"{_TOLD}(?:[PiAUYTlZ][{PLAIN}]{{0,12}}(?:(?<=Y[lP])N|h[{PLAIN}]{{1,8}})?)?"
_GOING_ON = r"(?P<more>[,\-](?=[&CwnTGU]).*|[,\-](?=[PiAYlFZ])[^rXx]*|"
_MORE = rf"{_GOING_ON}(?=[&w]).*|[,\-]?)"
_MORE_BEHIND_A_NAME = rf"{_GOING_ON}[,\-](?=[Rd]).*|Zs[{PLAIN}&sn]{{1,20}}|(?=[PiAYTwCl]|&[VLQe]).*|[,\-]?)"
_MORE_BEHIND_A_ROLE = rf"{_GOING_ON}[,\-](?=R).*|[,\-]?)"
_BEHIND = [
    re.compile(pattern)
    for pattern in (
        rf"Z?(?P<phrase>(?P<name>N){ASIDE}{FIRST}{SAYS}{SECOND}{TO}M?){_LISTENER}{_MORE}",
        rf"Z(?P<phrase>(?P<name>N)A{{0,2}}V),I[{PLAIN}r]{{0,12}}",
        rf"(?P<phrase>[VQ]A{{0,2}}(?P<name>N)(?:UN)?)p?{_MORE_BEHIND_A_NAME}",
        rf"(?P<phrase>V(?P<role>d?F{{1,3}}),?(?P<name>N)){_MORE_BEHIND_A_ROLE}",
        rf"(?P<phrase>d?(?P<role>F{{1,3}})(?:,(?P<name>N),|(?P<other>N))A{{0,2}}(?P<plain>V)){_LISTENER}{_MORE}",
        rf"{ACCORDING}{ASIDE}{_MORE_BEHIND_A_NAME}",
        rf"{WORDS_OF}{_MORE_BEHIND_A_NAME}",
        rf"{THE_WORDS_OF}{_MORE_BEHIND_A_NAME}",
        r"Iq(?P<phrase>(?P<name>N)A{0,2}(?:V|Q|(?P<framing>[FcL])))(?:M|d?F{1,3})?",
        r"Ix(?P<phrase>(?P<name>N)A{0,2}(?P<called>Q)(?:M|d?F{1,4}))",
    )
]
_WHOLE_SENTENCE = re.compile(rf"[VQ]A{{0,2}}N.*|Z.*|[ai].*|N{ASIDE}{SAYS}{TO}M?A?")
# What may stand before a quotation whose speaker is named behind it.
_BEFORE_A_TAG = re.compile(rf"[{PLAIN}shNSCw&R,]*[IdPilhZ&AUHC]|[PidAMFYTlZC&]*,?")
_SPEAKS_TOO = re.compile(r"(?:(?:s|d[FP]{1,3}|N)A{0,3}(?:[VLQ]|HA{0,3}[VLQE])|[VQ]A{0,2}(?:s|d?F)).*")
_TELLS_MORE = re.compile(r",?[Ih].*[VLQBGErX].*")
_QUOTING = r"\b(?:quot|cit|recit|repeat|echo|mimick|imitat|paraphras|parrot|translat|read)ing\b"
_SOMEBODY_ELSES = re.compile(_QUOTING)
_AS_ANOTHER_PUT_IT = re.compile(rf"{_QUOTING}|\bas\b.{{0,80}}\b(?:put|said|says)\b")
_ASKED_WHAT = re.compile(r"x[^VLQBEG]*[VLQBEG]")
_LEADING = ",-"


class NamedClause(NamedTuple):
    """Whom a clause names, the words that say so, and whether they hold no verb ("according to Ann Lee")."""

    name: RosterName
    phrase: Span
    source: bool


_WORDS_THAT_MAY_STAND = {
    "body": BODY,
    "self": SELVES,
    "making": MAKING,
    "saying": SAYINGS,
    "plain": PLAIN_VERBS,
    "manner": MANNERS,
    "thing": THINGS,
    "by": frozenset(("by",)),
    "see": frozenset(("see",)),
    "viewing": VIEWING,
    "framing": FRAMING,
    "arguing": ARGUING,
    "eager": EAGER,
    "turning": TURNING,
    "likening": LIKENING,
    "framed": FRAMED,
    "made": MADE_BY,
    "made_thing": MADE,
    "borrow": BORROWING,
    "mind": MINDS,
    "coming": COMING,
    "if": CONDITIONS,
    "called": frozenset(("calls", "called")),
}


def _is_meant(found: re.Match[str], clause: AttributionClause, text: str) -> bool:
    """Tell whether the words at the places of a form where letters do not suffice are such as it means."""

    def words(group: str) -> list[str]:
        if group not in found.re.groupindex or found[group] is None:
            return []
        return [place.slice(text).casefold() for place in clause.places[slice(*found.span(group))]]

    if any(word not in known for group, known in _WORDS_THAT_MAY_STAND.items() for word in words(group)):
        return False
    if any(word.endswith("ed") for word in words("role")[-1:]):
        return False  # a man named Ann Lee
    letters = found.re.groupindex
    if (
        # The mayor was blunt, says Ann: | Asked to read the sign, Ann said: | Ann argues against the view that
        not MANNERS.isdisjoint(words("told"))
        or any(WORD_CLASSES.get(word) == "X" and word not in IN_A_QUESTION for word in words("asked"))
        or "against" in words("lead")
        or not (SAYINGS | MADE).isdisjoint(words("matter"))  # rejects the view: ...
        # Ann says, asked what somebody said
        or ("more" in letters and _ASKED_WHAT.search(found["more"] or ""))
    ):
        return False
    told_of = "lead" in letters and found["lead"].startswith("d") and found.string[-1] == ":"
    return not told_of or "Z" in found["lead"] or TELLING_OF.isdisjoint(words("phrase")[-1:])


def _named(found: re.Match[str], clause: AttributionClause, text: str) -> NamedClause | None:
    """Return whom a matching clause names, None where its words are not such as the form means."""
    if not _is_meant(found, clause, text):
        return None
    group = next(group for group in ("name", "other", "source") if found.groupdict().get(group))
    first, last = found.start("phrase"), found.end("phrase") - 1
    phrase = Span(clause.places[first].start, clause.places[last].end)
    return NamedClause(clause.names[found.start(group)], phrase, group == "source")


def named_before(clause: AttributionClause, text: str, *, after_quotation: bool) -> NamedClause | None:
    """Return whom the clause in front of a quotation names in a certain form, or None."""
    if "N" not in clause.letters and "S" not in clause.letters:
        return None
    start = len(clause.letters) - len(clause.letters.lstrip(f"{_LEADING}p" if after_quotation else _LEADING))
    letters = frozenset(clause.letters)
    for needed, pattern in (*BEFORE, BETWEEN) if after_quotation else BEFORE:
        found = pattern.fullmatch(clause.letters, start) if needed <= letters else None
        named = _named(found, clause, text) if found else None
        if named is not None:
            return named
    return None


def named_behind(clause: AttributionClause, text: str, *, ended: bool) -> NamedClause | None:
    """Return whom the clause behind a quotation names in a certain form, or None.

    `ended`: the quotation has ended its sentence, so that only a whole sentence still is a tag.
    """
    if "N" not in clause.letters and "S" not in clause.letters:
        return None
    start = len(clause.letters) - len(clause.letters.lstrip(_LEADING))
    if ended and not _WHOLE_SENTENCE.fullmatch(clause.letters, start):
        return None
    if (
        ended
        and clause.letters[start] == "N"
        and any(place.slice(text).casefold() in REACTIONS for place in clause.places[start:])
    ):
        return None
    for pattern in _BEHIND:
        found = pattern.fullmatch(clause.letters, start)
        if found:
            named = _named(found, clause, text)
            return (
                None
                if named is None or quotes_somebody(text, Span(named.phrase.end, clause.places[-1].end), behind=True)
                else named
            )
    return None


def quotes_somebody(text: str, stretch: Span, *, behind: bool) -> bool:
    """Tell whether words beside a quotation say that it repeats somebody else."""
    return (_AS_ANOTHER_PUT_IT if behind else _SOMEBODY_ELSES).search(text, *stretch) is not None


def is_another_speaker(clause: AttributionClause) -> bool:
    """Tell whether the clause behind a quotation gives it to somebody, or tells whose it was."""
    letters = clause.letters.lstrip(_LEADING)
    return _SPEAKS_TOO.fullmatch(letters) is not None or _TELLS_MORE.fullmatch(letters) is not None


def goes_on(clause: AttributionClause) -> bool:
    """Tell whether the clause between two quotations lets the speaker of the first go on."""
    return _GOES_ON.fullmatch(clause.letters) is not None


def may_precede_a_tag(clause: AttributionClause) -> bool:
    """Tell whether words in front of a quotation leave it to the speaker who is named behind it."""
    return _BEFORE_A_TAG.fullmatch(clause.letters) is not None
