"""The certain forms of an attribution: patterns that the clause beside a quotation must have as a whole.

The letters: N a name, S its possessive; V a finite verb of saying, Q one that may take the person spoken to, L one that
must, B its base form, G its -ing form, E its participle; A adverb, X what makes it uncertain.
"""

import re
from collections import defaultdict
from itertools import chain
from typing import NamedTuple

from core.prose.attribution.clauses import JOINED, AttributionClause
from core.prose.attribution.form_words import IN_A_QUESTION, MADE, WORDS_OF_FORMS, WORDS_THAT_MAY_STAND
from core.prose.attribution.forms_before import (
    ACCORDING,
    ASIDE,
    BEFORE,
    BETWEEN,
    END,
    FIRST,
    LEAD_IN,
    OPEN_TAIL,
    PAUSE,
    PLAIN,
    SAYS,
    SECOND,
    THE_WORDS_OF,
    TO,
    WORDS_OF,
)
from core.prose.attribution.names import RosterName, names_other_source
from core.prose.speech_verbs import (
    GESTURES,
    MANNERS,
    OFFICES,
    RANKS,
    REACTIONS,
    SAYINGS,
    SPEECH_VERBS,
    TELLING_OF,
    WORD_CLASSES,
)
from core.span import Span

_ANY_WORD = re.compile(r"\w+")
_WORDS_OF_ATTRIBUTION = frozenset(
    filter(_ANY_WORD.fullmatch, SPEECH_VERBS | GESTURES | WORDS_OF_FORMS | {first for first, _ in JOINED})
) | {"see", "who", "whose"}
# “...,” and adds: “...” goes on with the speaker of the quotation before.
_GOES_ON = re.compile(rf"&H|[,\-]?(?:&A{{0,2}}|A{{1,2}}){PAUSE}(?:[VLQ]|G){LEAD_IN}{END}")

_TOLD = (
    rf"(?:(?<=[LQB])[dAFzM][{PLAIN}jz]{{0,8}}(?:R[^,:X]{{1,12}}|,N|,(?P<an>d)[{PLAIN}Q]{{1,6}}[NXz]?)?"
    rf"|(?<=L)F(?:P(?:N|[doF]{{1,4}}))?)?"
)
_LISTENER = (
    rf"{_TOLD}(?:[PiAUYTlZ][{PLAIN}jz]{{0,12}}(?:(?<=Y[lP])N|h[{PLAIN}]{{1,8}})?|Ps[BF]|A?Ud[{PLAIN}]{{1,8}},N)?"
)
_GOING_ON = r"(?P<more>[,\-](?=[&CwnTGU]).*|[,\-](?=[PiAYlFZB])[^rXxo]*|"
_MORE = rf"{_GOING_ON}(?=[&w]).*|[,\-](?=R).*|Zs[{PLAIN}&sn]{{1,20}}|[,\-]?)"
_MORE_BEHIND_A_NAME = rf"{_GOING_ON}[,\-](?=[Rd]).*|Zs[{PLAIN}&sn]{{1,20}}|(?=[PiAYTwCl]|&[VLQe]).*|[,\-]?)"
_MORE_BEHIND_A_ROLE = rf"{_GOING_ON}[,\-](?=R).*|[,\-]?)"
_BEHIND = [
    re.compile(pattern)
    for pattern in (
        rf"(?P<phrase>(?P<name>N){ASIDE}{SAYS})i[Md]A?(?P<medium>X)(?:h?Y)?",
        rf"(?:Z|dY)?(?P<phrase>(?P<name>N){ASIDE}{FIRST}{SAYS}{SECOND}{TO}M?){_LISTENER}(?:{_MORE}|{OPEN_TAIL})",
        rf"Z(?P<phrase>(?P<name>N)A{{0,2}}V),I[{PLAIN}r]{{0,12}}",
        rf"(?P<phrase>[VQ]A{{0,2}}(?:dY)?(?P<name>N)(?:UN)?)p?(?:{_MORE_BEHIND_A_NAME}|{OPEN_TAIL})",
        rf"(?P<phrase>V(?P<role>(?:do?)?F{{1,3}}),?(?P<name>N)){_MORE_BEHIND_A_ROLE}",
        rf"(?P<phrase>d?(?P<role>F{{1,3}})(?:,(?P<name>N),|(?P<other>N))A{{0,2}}(?P<plain>V)){_LISTENER}{_MORE}",
        rf"{ACCORDING}{ASIDE}{_MORE_BEHIND_A_NAME}",
        rf"{WORDS_OF}{_MORE_BEHIND_A_NAME}",
        rf"{THE_WORDS_OF}{_MORE_BEHIND_A_NAME}",
        r"Z(?P<phrase>(?P<name>N)HM)",
        r"Z(?P<phrase>(?P<name>N)A{0,2}V)d(?P<nobody>F{1,2})",
        rf"(?P<phrase>e(?P<name>N)){_MORE_BEHIND_A_NAME}",
        rf"(?P<phrase>(?:(?P<name>N){ASIDE}{SAYS}|V(?P<other>N)))[lPi]d?[AF]{{1,2}}(?:Ps)?[hR][^NSoXra]{{1,16}}",
        rf"Id(?P<own>[rFVBQ])P(?P<phrase>(?P<name>N)){_MORE_BEHIND_A_NAME}",
        r"Iq(?P<phrase>(?P<name>N)A{0,2}(?:V|Q|(?P<framing>[FcL])))(?:[Md]?F{0,3})",
        r"Ix(?P<phrase>(?P<name>N)A{0,2}(?P<called>Q)(?:M|d?F{1,4}))",
    )
]
_WHOLE_SENTENCE = re.compile(rf"[VQ]A{{0,2}}N.*|Z.*|[ai].*|N{ASIDE}{SAYS}{TO}M?A?")
# What may stand before a quotation whose speaker is named behind it.
_BEFORE_A_TAG = re.compile(rf"[{PLAIN}shNSCw&R,]*[IdPilhZ&AUHC]|[PidAMFYTlZC&]*,?")
_SPEAKS_TOO = re.compile(r"(?:(?:s|d[FP]{1,3}|N)A{0,3}(?:[VLQ]|HA{0,3}[VLQE])|[VQ]A{0,2}(?:s|d?F)).*")
_TELLS_MORE = re.compile(r",?(?:[IhR]|dA?F{1,2}[hdN]).*[VLQBGErX].*")
_IN_A_MANNER = (
    r"\bin (?:the|a|his|her|their) (?:\w+ )?(?:accent|cadence|manner|style|tone|voice) of\b(?! some\w+ \w+ing)"
)
_NOT_IN_LIFE = (
    r"\bin (?:the words of\b|(?:an?|the|his|her|\w+['’]s) (?:\w+ )?(?:dream|fable|film|movie|novel|play|poem|song)\b)"
)
_SOMEBODY_ELSES = re.compile(_IN_A_MANNER, re.IGNORECASE)
_WHO_QUOTES = r"\bwho (?:\w+ )?(?:cite|echoe|imitate|mimic|paraphrase|parrot|quote|recite|repeat)[sd]?\b"
_AS_ANOTHER_PUT_IT = re.compile(rf"{_IN_A_MANNER}|{_NOT_IN_LIFE}|{_WHO_QUOTES}|\bas\b.{{0,80}}\b(?:put|said|says)\b")
_ASKED_WHAT = re.compile(r"x[^VLQBEG]*[VLQBEG]")
_WHEN = re.compile(
    r"\W*(?:as soon as|by the time|once|(?:long )?before|until|when|whenever|the (?:day|hour|minute|moment))\b",
    re.IGNORECASE,
)
_WILL = re.compile(r"[^.;:]{0,60}\b(?:shall|will)\b")
_LEADING = ",-"
_A_TIME = re.compile("dA{0,2}Y(?:iF)?")
_PLURAL_CLAIM = re.compile("SF[BQV]")
_DESCRIBING = frozenset("detailed guarded measured nuanced pointed qualified".split())


class NamedClause(NamedTuple):
    """Whom a clause names, the words that say so, and whether they hold no verb ("according to Ann Lee").

    Of what somebody `claims` ("Ann Lee’s claim that “…”") the rest of the sentence may tell anything; behind a name
    that stands `alone` ("For Ann Lee, “…”") it may tell nothing.
    """

    name: RosterName
    phrase: Span
    source: bool
    claims: bool = False
    alone: bool = False


def _is_uncertain(word: str) -> bool:
    """Tell whether a word, or the first of two that are read as one, makes a clause uncertain wherever it stands."""
    return word not in IN_A_QUESTION and WORD_CLASSES.get(word.partition(" ")[0]) == "X"


def _names_people(found: re.Match[str], clause: AttributionClause, text: str) -> bool:
    """Tell whether a plural stands behind a possessive: Ann Lee’s critics claim that."""
    at = found.start("source") + 1
    if not _PLURAL_CLAIM.match(clause.letters, at - 1):
        return False
    word = text[slice(*clause.places[at])]
    return word.endswith("s") and not word.endswith(("ous", "ss"))


# Groups of a form whose words nothing may make uncertain.
_CERTAIN = ("asked", "opening", "said", "main", "open")
_IN_OFFICE = OFFICES | RANKS
_SAID_OR_MADE = SAYINGS | MADE


def _is_meant(found: re.Match[str], clause: AttributionClause, text: str) -> bool:
    """Tell whether the words at the places of a form where letters do not suffice are such as it means."""
    letters = found.re.groupindex
    words = defaultdict[str, list[str]](list)
    for group, written in found.groupdict().items():
        if written:
            words[group] = [text[start:end].casefold() for start, end in clause.places[slice(*found.span(group))]]
    if any(word.endswith("ed") for word in words["role"][-1:]):  # a man named Ann Lee
        return False
    if not all(
        WORDS_THAT_MAY_STAND[group].issuperset(said) for group, said in words.items() if group in WORDS_THAT_MAY_STAND
    ):
        return False
    # Ann Lee’s claim was rejected: | For Ann Lee, the mayor is
    if "source" in letters and _names_people(found, clause, text):
        return False
    befell = any(word.endswith("ed") and word not in _DESCRIBING for word in (*words["like"], *words["alike"]))
    if befell or not _IN_OFFICE.isdisjoint(words["nobody"]):
        return False
    if (
        # The mayor was blunt, says Ann: | Asked to read the sign, Ann said: | Ann argues against the view that
        not MANNERS.isdisjoint(words["told"])
        or any(map(_is_uncertain, chain.from_iterable(words[group] for group in _CERTAIN)))
        or "calling" in words["outer"]  # According to Ann, the mayor looks back, calling it
        or "by" in words["main"]  # Ann was interrupted by the mayor, saying
        or "against" in words["lead"]
        or not _SAID_OR_MADE.isdisjoint(words["matter"])  # rejects the view: ...
        # Ann says, asked what somebody said
        or ("more" in letters and _ASKED_WHAT.search(found["more"] or ""))
    ):
        return False
    told_of = "lead" in letters and found["lead"].startswith("d") and found.string[-1] == ":"
    return (
        not told_of
        or "Z" in found["lead"]
        or _A_TIME.match(found["lead"]) is not None
        or TELLING_OF.isdisjoint(words["phrase"][-1:])
    )


def _named(found: re.Match[str], clause: AttributionClause, text: str) -> NamedClause | None:
    """Return whom a matching clause names, None where its words are not such as the form means."""
    if not _is_meant(found, clause, text):
        return None
    group = next(group for group in ("name", "other", "source") if found.groupdict().get(group))
    first, last = found.start("phrase"), found.end("phrase") - 1
    phrase = Span(clause.places[first][0], clause.places[last][1])
    return NamedClause(
        clause.names[found.start(group)],
        phrase,
        group == "source",
        "saying" in found.re.groupindex and found.string.endswith("h"),
        "alone" in found.re.groupindex,
    )


def named_before(clause: AttributionClause, text: str, *, after_quotation: bool) -> NamedClause | None:
    """Return whom the clause in front of a quotation names in a certain form, or None."""
    if "N" not in clause.letters and "S" not in clause.letters:
        return None
    start = len(clause.letters) - len(clause.letters.lstrip(f"{_LEADING}p" if after_quotation else _LEADING))
    letters = frozenset(clause.letters)
    for needed, pattern in (*BEFORE, *BETWEEN) if after_quotation else BEFORE:
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
        and any(text[first:last].casefold() in REACTIONS for first, last in clause.places[start:])
    ):
        return None
    for pattern in _BEHIND:
        found = pattern.fullmatch(clause.letters, start)
        if found:
            named = _named(found, clause, text)
            if named is None or names_other_source(text, Span(clause.places[0][0], clause.places[-1][1])):
                return None
            rest = Span(named.phrase.end, clause.places[-1][1])
            return None if quotes_somebody(text, rest, behind=True) else named
    return None


def quotes_somebody(text: str, stretch: Span, *, behind: bool) -> bool:
    """Tell whether words beside a quotation say that it repeats somebody else."""
    found = (_AS_ANOTHER_PUT_IT if behind else _SOMEBODY_ELSES).search(text, *stretch)
    return found is not None or names_other_source(text, stretch)


def is_another_speaker(clause: AttributionClause) -> bool:
    """Tell whether the clause behind a quotation gives it to somebody, or tells whose it was."""
    letters = clause.letters.lstrip(_LEADING)
    return _SPEAKS_TOO.fullmatch(letters) is not None or _TELLS_MORE.fullmatch(letters) is not None


def is_awaited(text: str, lead: Span, behind: AttributionClause) -> bool:
    """Tell whether something will happen when the words are said: they have not been said yet."""
    first = behind.places[0][0] if behind.places else 0
    goes_on_behind = "," in text[max(0, first - 3) : first + 1]
    return goes_on_behind and _WHEN.match(text, *lead) is not None and _WILL.match(text, first) is not None


def hold_words_of_forms(text: str) -> bool:
    """Tell whether a text holds a word without which no clause has a certain form."""
    lower = text.lower()
    # Mostly one stands between blanks, and to cut a text there costs a fraction.
    return not (
        _WORDS_OF_ATTRIBUTION.isdisjoint(lower.split()) and _WORDS_OF_ATTRIBUTION.isdisjoint(_ANY_WORD.findall(lower))
    )


def goes_on(clause: AttributionClause) -> bool:
    """Tell whether the clause between two quotations lets the speaker of the first go on."""
    return _GOES_ON.fullmatch(clause.letters) is not None


def may_precede_a_tag(clause: AttributionClause) -> bool:
    """Tell whether words in front of a quotation leave it to the speaker who is named behind it."""
    return _BEFORE_A_TAG.fullmatch(clause.letters) is not None
