"""Words beside a quotation that name or imply another source than the person named.

What is said for somebody, with, after or as somebody, in a part, or from a sheet, is not surely the speaker's own. A
person counts only where a phrase makes a source of one: she may look at the mayor and turn to her brother.
"""

import re

from core.prose.speech_verbs import OFFICES, RANKS
from core.transcripts.speakers import TITLES

_PEOPLE = (
    OFFICES
    | RANKS
    | frozenset(
        (
            "aunt board boss boy brother child children client colleague committee company council cousin crew "
            "daughter "
            "family father firm friend girl grandfather grandmother husband interpreter king man men mother neighbor "
            "neighbour owner parents patient people poet pupil queen sister sailor son student team uncle union wife "
            "widow woman women worker"
        ).split()
    )
)
_A = r"(?:an?|the|his|her|their|our|my|its|this|that|one|some)"
_PERSON = rf"(?:{_A} (?:[a-z-]+ )?(?:{'|'.join(sorted(_PEOPLE))})s?\b(?!['’])|(?:him|them|her)\b(?! [a-z]))"
_NAME = rf"(?:(?:{'|'.join(sorted(TITLES))})\. )?+(?-i:[A-Z])[\w.’'-]*"  # the stop of a title ends nothing
_TEXTS = (
    r"(?:answer|anthem|blessing|creed|formula|hymn|line|lyric|mantra|message|motto|news|oath|opinion|phrase|pledge|poem"
    r"|prayer|proverb|psalm|quotation|quote|refrain|saying|script|sentence|sermon|song|story|tale|thought|verse|view|word)s?"
)
_SHEETS = "card|diary|letter|log|note|page|paper|prompter|script|sheet|statement|teleprompter|text|transcript"
_PARTS = "character|guise|mouth|name|part|person|persona|place|role|shoes|stead"
_ON_ORDERS = (
    "accent|behalf|behest|bidding|cadence|dictation|manner|style|instructions?|orders?|prompting|signature|voice|words"
)
# Where a clause or a part of it begins: not "in an interview with the mayor".
_APART = r"(?:\A|(?<=[,(\[—–-])|(?<=[,(\[—–-] ))"
_SAYS = (
    r"\b(?:(?:act|answer|appear|continu|finish|interpret|plead|repli|report|testifi|whisper)(?:e?d|e?s)|says|said"
    rf"|speaks|spoke|stands in|stood in|writes|wrote|emphatic|adamant)(?: {_NAME}){{0,4}},? (?:along |together )?"
)
_ENDS = r"(?=\s*(?:[,:;.)\]—–-]|\Z))"
# "for" is for somebody, but in these.
_FOR = (
    r"for (?!(?:[\w-]+ ){0,2}(?:age|ages|benefit|century|days?|decades?|example|fear|first|fun|hours?|instance|last"
    r"|lunch|minutes?|moments?|months?|part|once|reasons?|record|sake|time|times|weeks?|while|years?)\b)"
)
_SEEKING = r"(?<!\blook)(?<!\bwait)(?<!\breach)(?<!\bsearch)(?<!\bhead)(?<!\bask)(?<!\bhop)(?<!\bfumbl)"
_THROUGH = r"through (?!(?:an|her|his|their) (?:interpreter|translator)\b)"
_ACTING = (
    r"(?:act|answer|appear|deputi[sz]|fill|interpret|plead|report|speak|stand|testify|translat|writ)ing (?:in )?"
    rf"(?:{_FOR}|{_THROUGH}|as {_A}\b|with the voice\b)"
)
_REQUIRED = "asked|dictated|dictates|did|does|had|instructed|ordered|required|requires|taught|told|used to|wanted|would"
_NO_CHOICE = r"(?!(?:choos|clos|draw|drop|find|fold|hold|measur|open|pick|put|tear|weigh|writ)ing\b)"
_SOURCES = (
    rf"\b(?:on|in) behalf of\b|\b(?:on|in) (?:his|her|their) behalf\b|\b(?:instead|in place) of\b|\b{_ACTING}",
    rf"\bin (?:the|an?) (?:{_PARTS}) of\b|\bin (?:his|their) (?:name|stead|voice)\b|\bin (?:character|role)\b",
    rf"\b(?:at|in|on|over|under) {_A} [a-z-]+(?: [a-z-]+)?['’]s? (?:own )?(?:{_PARTS}|{_ON_ORDERS})\b",
    rf"(?:{_APART}|{_SAYS})(?:(?:via |{_THROUGH}){_PERSON}|{_FOR}(?:{_A}\b|{_PERSON}))",
    rf"(?:{_SAYS}|{_NAME}, ){_FOR}{_NAME}",
    rf"{_APART}[a-z-]+{_SEEKING}ing (?:in )?{_FOR}",
    rf"(?:{_APART}|{_SAYS})(?:with|after|from|as) {_PERSON}{_ENDS}",
    rf"(?:{_APART}|{_SAYS})as (?:the [a-z-]+|{_NAME}(?: {_NAME})?){_ENDS}",
    rf"{_APART}(?:like|[a-z-]+ing) {_PERSON}|\b(?:cast|dressed|posing) as {_A}\b|\bdoing {_A} {_NAME}",
    rf"\b(?:just )?as (?:{_PERSON}|the [a-z-]+) (?:{_REQUIRED})\b|\bin (?:his|her) best (?:{_NAME}|[a-z]+{_ENDS})",
    r"\bas (?:they|people|the [a-z]+) (?:say|says|has it|have it|goes)\b|\bto (?:borrow|cite|quote) (?:an?|the|his)\b",
    rf"\b(?<!in the ){_TEXTS} (?:from|of) {_PERSON}|\b{_TEXTS} of {_A} (?:[a-z-]+ )?[a-z-]+['’]s\b",
    rf"{_APART}{_NO_CHOICE}[a-z-]+ing (?:on |along |for )?{_A} (?:[\w’'-]+ )?{_TEXTS}\b",
    rf"\b(?:says|said|swears|swore|speaks|spoke|finish(?:es|ed)|intone[sd]) {_A} (?:[a-z]+ )?{_TEXTS}\b",
    rf"\bfrom (?:an?|the) (?:[a-z-]+ )?(?:{_SHEETS})\b|\bfrom memory\b|\b(?:had|has|got|heard) (?:it|this|that) from\b",
    r"\b(?:channell?ing|impersonating|representing|voicing)\b(?! (?:no|nothing|nobody)\b)",
    r"(?<!\bworth )\b(?:quot|cit|recit|repeat|echo|mimick|imitat|paraphras|parrot|pretend|translat|read)ing\b",
    rf"\binterpreting\b(?! {_A})|\b(?:borrow|crib|lift|steal)ing from\b|\b(?:giv|lend)\w+ (?:\w+ )?voice\b",
    rf"(?:interpreter|translator|mouthpiece|ghostwriter) (?:for|of|to) {_PERSON}",
    rf"\b{_A} [a-z-]+['’]s (?:interpreter|translator|mouthpiece|ghostwriter)\b|\bas told to\b",
    rf"\bwho (?:[a-z]+ )?(?:channel|impersonat|play|portray)\w* {_PERSON}|\bwho transcribe[sd]\b",
    r"\bas .{1,40} (?:narrate|recall|recount|relate|remember|report|tell|told)(?:e?[sd])? it\b",
    r"\bwith (?:acknowledg\w+|apologies|credit|deference|thanks) to\b|\bcourtesy of\b",
    r"\b(?<!in the )(?<!in a )voice of\b",
    r"\b(?:writes|wrote|notes|noted|jots|jotted|takes|took|sets|set) (?:it |that |this )?down\b",
)
# Every one begins with a word: elsewhere there is nothing to try.
OTHER_SOURCE = re.compile(rf"\b(?=\w)(?:{'|'.join(_SOURCES)})", re.IGNORECASE)
