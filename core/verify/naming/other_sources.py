"""Phrases beside a quotation that give its words another source than the person named: part, place, sheet or people.

Whoever speaks for the crew, with the host, in a role or from a script may say what is not hers. Each such phrase is
read as the one word "hears", which no certain form has a place for.
"""

import re

from core.transcripts.speakers import TITLES
from core.verify.naming.vocabulary import RANKS, THINGS_OF_WORDS

_KIN = (
    "aunt boss boy brother caller child children client colleague cousin daughter father friend girl grandfather"
    " grandmother guest husband interpreter king man men moderator mother neighbor neighbour owner parents partner"
    " patient people pupil queen sister son student uncle widow wife woman women worker board committee company council"
    " crew family firm team union"
)
_WHOM = "|".join(sorted({*_KIN.split(), *RANKS}))
_ONE = r"(?:the|an?|her|his|their|our|my|its|this|that|some|one)"
_SOMEBODY = rf"(?:{_ONE} (?:[\w-]+ )?(?:{_WHOM})s?(?![\w'’])|(?:him|them|her)(?! \w|\w))"
_CALLED = rf"(?:(?:{'|'.join(sorted(TITLES))})\. )?+(?-i:[A-Z])[\w.’'-]*"  # the stop of a title ends nothing
_OTHERS_WORDS = (
    rf"(?:{'|'.join(sorted(THINGS_OF_WORDS))}|anthem|blessing|creed|formula|hymn|mantra|oath|opinion|pledge|script"
    "|sermon|tale|thought|view|words|news)"
)
# What she holds or folds is a thing; what she uses or follows are words.
_HANDLED = (
    r"(?!(?:choos|clos|clutch|draw|drop|find|fold|hold|lower|measur|open|pick|put|rais|soften|steady|tear"
    r"|weigh|writ)ing )[a-z-]+ing"
)
# Where a part of a clause begins. A verb may stand there instead, with its subject behind it.
_HERE = r"(?:(?<=\A)|(?<=\A )|(?<=[,(–—\[] )|(?<=[(\[]))"
_SPEAKS = (
    r"(?:says|said|speaks|spoke|writes|wrote"
    r"|(?:act|answer|appear|continue|finishe|interpret|plead|report|whisper)e?[sd]"
    rf"|stood in|stands in|emphatic|adamant)(?: {_CALLED}){{0,4}},? (?:along |together )?"
)
_STOPS_THERE = r"(?=\W*\Z| ?[,;:.)\]–—])"
_FOR = (
    r"for (?!(?:[\w-]+ ){0,2}(?:hours?|minutes?|moments?|days?|weeks?|months?|years?|decades?|century|centuries|while"
    r"|times?|once|record|fun|first|last|part|reasons?|sake|lunch|ages?|benefit|example|instance|fear)(?!\w))"
)
_THROUGH = r"through (?!(?:her|his|an|their) (?:interpreter|translator)\b)"
_PART = "name|role|part|place|guise|character|person|persona|shoes|stead|mouth"
_WISH = (
    "accent|cadence|manner|style|behalf|behest|bidding|dictation|instructions?|orders?|prompting|signature|voice|words"
)
_DEMANDS = "asks|asked|demands|demanded|dictates|dictated|does|did|do|had|ordered|required|requires|taught|told|would"
_PHRASES = (
    r"(?:on|in) behalf of(?: \w+){0,2}|on (?:his|her|their) behalf|(?:instead|in place) of",
    rf"in (?:the|an?) (?:{_PART}) of|in (?:character|role)|in (?:his|their) (?:name|stead)|in the [a-z-]+ words",
    rf"(?:at|in|on|over|under) {_ONE} [a-z-]+(?: [a-z-]+)?['’]s? (?:own )?(?:{_PART}|{_WISH})",
    rf"(?:{_HERE}|{_SPEAKS})(?:(?:via|{_THROUGH.rstrip()}) {_SOMEBODY}|{_FOR}(?:{_ONE} [\w-]+|{_SOMEBODY}))",
    rf"(?:{_SPEAKS}|{_CALLED}, ){_FOR}{_CALLED}",
    rf"{_HERE}[a-z-]+(?<!look)(?<!wait)(?<!search)(?<!reach)(?<!head)(?<!ask)(?<!hop)ing (?:in )?{_FOR}[\w-]+",
    (
        r"(?:speak|act|stand|appear|fill|answer|interpret|translat|report|plead|testify|writ|deputi[sz])ing (?:in )?"
        rf"(?:{_THROUGH}\w+|as {_ONE}|with the voice)(?: \w+)?"
    ),
    rf"(?:{_HERE}(?:along |together )?|{_SPEAKS})(?:with|after|from|as) {_SOMEBODY}{_STOPS_THERE}",
    rf"(?:{_HERE}|{_SPEAKS})as (?:the [a-z-]+|{_CALLED}(?: {_CALLED})?){_STOPS_THERE}",
    rf"as (?:{_SOMEBODY}|the [a-z-]+) (?:used to|{_DEMANDS})|(?:dressed|cast|posing) as",
    rf"{_HERE}(?:like|[a-z-]+ing) {_SOMEBODY}|doing {_ONE} {_CALLED}|in h(?:er|is) best [\w-]+|in the cadence of",
    rf"(?<!in the ){_OTHERS_WORDS} (?:from|of) {_SOMEBODY}",
    rf"{_HERE}{_HANDLED} (?:on |along |for )?{_ONE} (?:[\w'’-]+ )?{_OTHERS_WORDS}",
    (
        rf"(?:says?|said|swears?|swore|finish(?:es|ed)|intone[sd]) {_ONE} (?:[a-z]+ )?{_OTHERS_WORDS}"
        r"(?!\w)(?! that)"
    ),
    r"from (?:an?|the) (?:[a-z-]+ )?(?:sheet|script|log|letter|paper|page|card|notes?|text|statement|diary|transcript)",
    r"from memory|(?:had|has|got|heard) (?:it|this|that) from",
    r"(?:channell?|impersonat|ventrilo\w+|represent|portray)ing(?! (?:nobody|nothing|no) )",
    r"(?:borrow|steal|lift|crib)ing from|(?:giv|lend)(?:s|ing|es) (?:\w+ )?voice|interpreting(?= for|\W*\Z)",
    rf"who (?:\w+ )?(?:plays|played|portrays|portrayed|impersonates|impersonated) {_SOMEBODY}",
    rf"(?:interpreter|translator|mouthpiece|ghostwriter) (?:for|of|to) {_SOMEBODY}",
    rf"{_ONE} [a-z-]+['’]s (?:interpreter|translator|mouthpiece|ghostwriter)",
    r"(?:notes|noted|sets|set) (?:it |that )?down|with (?:apologies|thanks|credit|deference) to|courtesy of",
    r"who transcribed",
    r"(?:tells|told|rec(?:alls|alled|ounts|ounted)|re(?:lates|lated|members|membered|ports|ported)) it(?=\W*\Z|,)",
)
_ANY = re.compile(rf"\b(?=\w)(?:{'|'.join(_PHRASES)})(?!\w)", re.IGNORECASE)


def names_other_source(aside: str) -> bool:
    """Tell whether what stands beside a name, as "for the crew", gives the words another source."""
    return aside.strip().lower() == "reading" or _ANY.search(aside.strip()) is not None


def without_other_sources(text: str) -> str:
    """Return a clause in which each phrase that gives the words another source is the one word "hears"."""
    return _ANY.sub("hears", text)
