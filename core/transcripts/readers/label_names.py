"""Whether the words before a colon can be a speaker's label, judged by the words alone.

A closed set of rules and word lists, English first: a label in another language still looks like a name. What the words
leave open is decided by `turn_labels`, which sees the whole transcript.
"""

import re
import unicodedata
from enum import IntEnum
from functools import lru_cache

from core.transcripts.speakers import TITLES

MAX_WORDS = 6
MAX_UNCASED = 14  # scripts without capitals, some of them without spaces: longer is a sentence


class LabelGrade(IntEnum):
    """How much a label looks like one by itself."""

    NONE = 0  # a sentence, a heading, a time
    LOWER = 1  # "anna"
    WORD = 2  # "Question", "Answer"
    LETTER = 3  # "Q", "A"
    SINGLE = 4  # "Anna"
    FULL = 5  # "Anna Berg"
    CERTAIN = 6  # "Speaker 1", "SPEAKER_00", "Host"


_ROLES = (
    "ad|announcer|anchor|audience|audience member|audience question|automated voice|break|caller|clip|co-?host|"
    "commercial|correspondent|crowd|extract|facilitator|female|female speaker|female voice|guest|host|interpreter|"
    "interviewee|interviewer|intro|jingle|journalist|male|male speaker|male voice|man|moderator|music|narrator|"
    "operator|outro|panell?ist|participant|presenter|recording|reporter|respondent|researcher|speaker|spk|spkr|sponsor|"
    "translator|unidentified speaker|unknown|unknown speaker|voice|voice-?over|witness|woman"
)
_ROLE = re.compile(rf"(?:{_ROLES})(?:[ _#-]{{0,2}}(?P<number>\d{{1,4}}|[A-Z]))?", re.IGNORECASE)
_LETTER = re.compile(r"[A-Z]|[QA]\d{1,3}")
_SENTENCE_WORDS = (
    "about actually after again all also although always am an and another any anyway are as at basically be because "
    "been before being but by can could did does don't each either else even every everything finally first firstly "
    "for from get gets getting give go going got had has have he her here here's hers him his how however i i'd i'll "
    "i'm i've if in indeed instead into is isn't it it's its just lastly let let's like maybe me meanwhile mine more "
    "most much must my never next no nope not nothing now of oh ok okay on once one only or other otherwise our ours "
    "out over perhaps please said say says saying second secondly she should similarly since so some something "
    "sometimes still such than that that's their them then there there's therefore these they think third this those "
    "though three thus to today tomorrow too two under until up us was we well were what what's when where which while "
    "who whose why with without would yeah yep yes yesterday yet you your yours"
)
_OTHER_THINGS = (
    "abstract act addendum agenda answers appendix article aside attachment attendees attention background bcc beware "
    "bonus bottom breaking cast category caution caveat cc chapter chapters citation comment comments conclusion "
    "contact contents context copyright correction credits date definition description details disclaimer "
    "disclosure download duration edit edited email episode errata example examples exhibit fact facts faq feature "
    "figure file filename footnote ftp fyi goal goals guests hashtags headline hint homework hosts http https "
    "idea ideas important importantly index info interview interviewed introduction item items keyword keywords "
    "language length lesson level license link links list location mailto meaning memo method methods module month "
    "names nb news note notes number objective objectives option options overview part participants phase phone "
    "photo place podcast point points postscript ppps pps preface present problem problems produced pro pros ps "
    "published question's questions quote quotes reasons recap recorded reference references regarding release "
    "remark remember reminder response result results resume risk rules scene season section see show sic "
    "side solution source sources spoiler sponsors stage step steps subject subtitle summary table tag tags "
    "takeaway takeaways task tel test theme thesis time timestamp tip tips title tl;dr tldr todo topic topics total "
    "track transcribed transcript transcription translation trigger twitter type update updated url version video "
    "volume warning web website word words year "
    "monday tuesday wednesday thursday friday saturday sunday january february march july "
    "september october november december"
)
_PARTICLES = (
    "al and bin da de del della den der di do dos du e el et f für ibn in la las le los of on och og the und van vom "
    "von y zu zum zur & +"
)
_ARTICLES = frozenset({"the", "a", "an"})
_ABBREVIATED = "jr sr st mt ft col gen gov sen rep sra srta hrsg ing dipl inc ltd co etc"
_NOT_IN_NAMES = frozenset(_SENTENCE_WORDS.split())
_NEVER_NAMES = frozenset(_OTHER_THINGS.split())
_IN_NAMES = frozenset(_PARTICLES.split())
_STOPPED = TITLES | frozenset(_ABBREVIATED.split())
_NOTE = re.compile(r"\s*[(\[][^()\[\]]{1,40}[)\]]$")
_SENTENCE_MARK = re.compile(r"^[\"“”«»„]|[?!;]")
_QUOTED = "\"'“”‘’«»"


def _without_symbols(word: str) -> str:
    return "".join(char for char in word if unicodedata.category(char) not in ("So", "Sk", "Cf", "Mn", "Mc", "Me"))


def _is_name_word(word: str) -> bool:
    """Tell whether a word may stand in a name: a capital (or a script without any), no stop that ends a sentence."""
    bare = word.strip(_QUOTED)
    if bare.endswith("."):
        stem = bare[:-1]
        if not (len(stem) == 1 or "." in stem or stem.casefold() in _STOPPED):
            return False
        bare = stem
    if not bare or not all(char.isalnum() or char in "._-'’‐/&·@#" for char in bare):
        return False
    first = bare.lstrip("@#")[:1]
    if unicodedata.category(first or " ") == "Lo":
        return len(bare) <= MAX_UNCASED
    return first.isdigit() or first.isupper() or first.istitle()


def _grade_words(words: list[str]) -> LabelGrade:
    folded = [word.strip(_QUOTED + ".").casefold().replace("’", "'") for word in words]
    article = folded[0] in _ARTICLES
    if article:
        words, folded = words[1:], folded[1:]
    if not words or any(word in _NOT_IN_NAMES for word in folded if word not in _IN_NAMES):
        return LabelGrade.NONE
    if any(word in _NEVER_NAMES for word in folded) or words[0][:1].isdigit():
        return LabelGrade.NONE
    if len(words) > 1 and words[0].islower():
        return LabelGrade.NONE
    names = [word for word, low in zip(words, folded, strict=True) if _is_name_word(word) or low not in _IN_NAMES]
    if not names or not all(_is_name_word(word) for word in names):
        return LabelGrade.LOWER if len(words) == 1 and words[0].isalpha() and words[0].islower() else LabelGrade.NONE
    telling = [word for word in names if any(char.isalpha() for char in word)]
    return LabelGrade.FULL if len(telling) > 1 and not article else LabelGrade.SINGLE if telling else LabelGrade.NONE


@lru_cache(maxsize=1024)
def grade_name(name: str) -> LabelGrade:
    """Judge whether `name` can be a speaker's label, by its words alone.

    Source: decisions.md#speaker-labels.
    """
    name = _NOTE.sub("", _without_symbols(name).strip())
    role = _ROLE.fullmatch(name)
    if role and (role["number"] or not name.islower()):
        return LabelGrade.CERTAIN
    if _LETTER.fullmatch(name):
        return LabelGrade.LETTER
    if name in ("Question", "Answer", "QUESTION", "ANSWER"):
        return LabelGrade.WORD
    parts = [part.strip() for part in name.split(",")]
    words = [word for part in parts for word in part.split()]
    if not words or not all(parts) or len(words) > MAX_WORDS + len(parts) - 1 or _SENTENCE_MARK.search(name):
        return LabelGrade.NONE
    return _grade_words(words)


def may_be_a_name(words: list[str]) -> bool:
    """Tell whether words that a program wrote where names stand could be one: none is of a sentence or heading."""
    folded = [word.strip(_QUOTED + ".,").casefold().replace("’", "'") for word in words]
    sentence = any((word in _NOT_IN_NAMES and word not in _IN_NAMES) or word in _NEVER_NAMES for word in folded)
    return (
        0 < len(words) <= MAX_WORDS
        and not sentence
        and any(map(str.isalpha, "".join(words)))
        and not words[0][0].isdigit()
    )
