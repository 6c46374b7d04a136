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
            "audience aunt board boss boy brother child children choir chorus client colleague committee company "
            "congregation council cousin crew crowd daughter family father firm friend ghost girl grandfather "
            "grandmother hero heroine husband interpreter jury king man men mother neighbor neighbour owner parents "
            "patient people poet pupil queen sister sailor son student team uncle union villain wife "
            "widow woman women worker"
        ).split()
    )
)
_A = r"(?:an?|the|his|her|their|our|my|its|this|that|one|some)"
_PERSON = rf"(?:{_A} (?:[a-z-]+ )?(?:{'|'.join(sorted(_PEOPLE))})s?\b(?!['’])|(?:him|them|her)\b(?! [a-z]))"
_NAME = rf"(?:(?:{'|'.join(sorted(TITLES))})\. )?+(?-i:[A-Z])[\w.’'-]*"  # the stop of a title ends nothing
_TEXTS = (
    r"(?:answer|anthem|blessing|creed|formula|hymn|line|lyric|mantra|message|motto|news|oath|opinion|phrase|pledge|poem"
    r"|prayer|proverb|psalm|quotation|quote|refrain|saying|script|sentence|sermon|song|story|tale|thought|verdict|verse"
    r"|view|word)s?"
)
_SHEETS = "card|diary|letter|log|note|page|paper|prompter|script|sheet|statement|teleprompter|text|transcript"
# What is played or told, and the parts of it; "at the scene" and "on a show" people speak for themselves.
_FICTIONS = (
    "adaptation|audiobook|ballad|biopic|cabaret|cartoon|comedy|comic|drama|dub|fable|fairy tale|fantasy|farce|film"
    "|legend|libretto|masque|melodrama|movie|musical|myth|novel|opera|pantomime|parable|parody|play|re-?construction"
    "|re-?enactment|rendition|retelling|revue|romance|saga|satire|scene(?! of)|screenplay|script|sitcom|skit|sketch"
    "|soap|staging|subtitles?|thriller|title role|translation|version(?! of the)"
    "|(?:first|second|third|fourth|fifth|last|final|opening|closing) act(?! of)"
)
# What everybody says, and no single person ("the usual excuse", "the rumour that").
_SHARED = "classic|common|customary|familiar|official|old|standard|stock|traditional|usual|well-known"
_POSED = "billed|cast|costumed|disguised|dressed|made up|masked|masquerading|posing"
_ANY_OF = rf"(?:{_A}|[\w-]+['’]s) (?:[\w-]+ ){{0,2}}"
_MADE = "cloned|dictated|drafted|dubbed|ghost-?written|penned|scripted|translated|typed out|voiced|worded|written"
_PARTS = "character|guise|mouth|name|part|person|persona|place|role|shoes|stead"
_ON_ORDERS = (
    "accent|behalf|behest|bidding|cadence|dictation|manner|style|instructions?|orders?|prompting|signature|voice|words"
)
# Where a clause or a part of it begins: not "in an interview with the mayor".
_APART = r"(?:\A|(?<=[,(\[—–-])|(?<=[,(\[—–-] ))"
_SAYS = (
    r"\b(?:(?:act|answer|appear|chant|cheer|continu|finish|interpret|plead|repli|report|shout|testifi|whisper)e?[ds]"
    r"|says|said|cried|cries|sang|sings|speaks|spoke|stands in|stood in|writes|wrote|emphatic"
    rf"|adamant)(?: {_NAME}){{0,4}},? (?:along |together )?"
)
_ENDS = r"(?=\s*(?:[,:;.)\]—–-]|\Z))"
# "for" is for somebody, but in these.
_FOR = (
    r"for (?!(?:[\w-]+ ){0,2}(?:age|ages|benefit|century|days?|decades?|example|fear|first|fun|hours?|instance|last"
    r"|lunch|minutes?|moments?|months?|part|once|reasons?|record|sake|time|times|weeks?|while|years?)\b)"
)
_SEEKING = r"(?<!\blook)(?<!\bwait)(?<!\breach)(?<!\bsearch)(?<!\bhead)(?<!\bask)(?<!\bhop)(?<!\bfumbl)"
# Whoever answers in somebody's place, and by what a voice is carried.
_VOICES = (
    r"(?:agent|aide|attorney|barrister|counsel|lawyer|office|publicist|representative|solicitor"
    r"|(?!german\b|human\b)\w{3,16}(?:man|men|people|person|women|woman))"
)
_THROUGH = r"through (?!(?:an|her|his|their) (?:interpreter|translator)\b)"
_ACTING = (
    r"(?:act|answer|appear|deputi[sz]|fill|interpret|plead|report|speak|stand|testify|translat|writ)ing (?:in )?"
    rf"(?:{_FOR}|{_THROUGH}|as {_A}\b|with the voice\b)"
)
_REQUIRED = "asked|dictated|dictates|did|does|had|instructed|ordered|required|requires|taught|told|used to|wanted|would"
_NO_CHOICE = r"(?!(?:choos|clos|draw|drop|find|fold|hold|measur|open|pick|put|tear|weigh|writ)ing\b)"
_SOURCES = (
    rf"(?:on|in) behalf of\b|(?:on|in) (?:his|her|their) behalf\b|(?:instead|in place) of\b|\b{_ACTING}",
    rf"in (?:the|an?) (?:{_PARTS}) of\b|in (?:his|their) (?:name|stead|voice)\b",
    r"in (?:character|costume|disguise|drag|role)\b|from memory\b|(?:had|has|got|heard) (?:it|this|that) from\b",
    rf"(?:at|in|into|on|over|under|with) {_A} [a-z-]+(?: [a-z-]+)?['’]s? (?:own )?(?:{_PARTS}|{_ON_ORDERS})\b",
    rf"(?:{_APART}|{_SAYS})(?:(?:via |{_THROUGH}){_PERSON}|{_FOR}(?:{_A}\b|{_PERSON}))",
    rf"(?:{_APART}|{_SAYS})(?:via|through) {_A} (?:[a-z-]+ )?{_VOICES}\b",
    rf"(?:{_SAYS}|{_NAME}, ){_FOR}{_NAME}",
    rf"{_APART}[a-z-]+{_SEEKING}ing (?:in )?{_FOR}",
    rf"(?:{_APART}|{_SAYS})(?:with|after|from|as) {_PERSON}{_ENDS}",
    rf"(?:{_APART}|{_SAYS})as (?:the [a-z-]+|{_NAME}(?: {_NAME})?){_ENDS}",
    rf"{_APART}(?:like|[a-z-]+ing) {_PERSON}|(?:{_POSED}) as {_A}\b|doing {_A} {_NAME}",
    rf"(?:just )?as (?:{_PERSON}|the [a-z-]+) (?:{_REQUIRED})\b|in (?:his|her) best (?:{_NAME}|[a-z]+{_ENDS})",
    r"as (?:they|people|the (?:[a-z]+ ){0,2}[a-z]+) (?:say|says|has it|have it|goes)\b",
    rf"to (?:borrow|cite|quote) {_A}\b|off (?:an?|the) (?:[a-z-]+ )?(?:card|(?:tele)?prompter|script)\b",
    rf"\b(?<!in the ){_TEXTS} (?:from|of) {_PERSON}|\b{_TEXTS} of {_A} (?:[a-z-]+ )?[a-z-]+['’]s\b",
    rf"{_APART}{_NO_CHOICE}[a-z-]+ing (?:on |along |for )?{_A} (?:[\w’'-]+ )?{_TEXTS}\b",
    rf"(?:says|said|swears|swore|speaks|spoke|finish(?:es|ed)|intone[sd]) {_A} (?:[a-z]+ )?{_TEXTS}\b",
    rf"from (?:an?|the) (?:[a-z-]+ )?(?:{_SHEETS})\b",
    r"(?:channell?ing|impersonating|representing|voicing)\b(?! (?:no|nothing|nobody)\b)",
    r"(?<!\bworth )\b(?:quot|cit|recit|repeat|echo|mimick|imitat|mim|paraphras|parrot|pretend|translat|read)ing\b",
    rf"interpreting\b(?! {_A})|(?:(?:borrow|crib|lift)(?:ed|ing)|stealing) from\b|(?:giv|lend)\w+ (?:\w+ )?voice\b",
    rf"(?:interpreter|translator|mouthpiece|ghostwriter) (?:for|of|to) {_PERSON}",
    rf"{_A} [a-z-]+['’]s (?:interpreter|translator|mouthpiece|ghostwriter)\b|as told to\b",
    rf"who (?:[a-z]+ )?(?:channel|impersonat|play|portray)\w* {_PERSON}|who transcribe[sd]\b",
    r"(?:as|to hear) .{1,40} (?:imagine|narrate|recall|recount|relate|remember|report|tell|told)(?:e?[sd])? it\b",
    r"\b(?<!in the )(?<!in a )voice of\b",
    r"(?:writes|wrote|notes|noted|jots|jotted|takes|took|sets|set) (?:it |that |this )?down\b",
)
# In a play, a film, a translation, a disguise or an imitation.
_PLAYED = (
    (
        rf"(?:during|in|through|throughout|(?:act|chapter|end|episode|page(?: \d+)?|part|scene) of) {_ANY_OF}"
        rf"(?:{_FICTIONS})\b(?![’']s (?:launch|opening|premiere|release|screening))"
    ),
    r"(?:act|scene) (?:\d+|[ivx]+|one|two|three|four|five)\b",
    r"rendering .{1,40} into\b|trans\.|lip-?sync|aping (?:an?|the)\b|putting on (?:[\w'’-]+ ){1,4}(?:accent|voice)\b",
    r"(?:imitation|impersonation|parody|pastiche) of\b|(?:doing|does|did) (?:[\w'’-]+ ){1,3}(?:impression|voices)\b",
    rf"{_APART}[a-z-]+ing it (?:up )?as {_PERSON}|(?:{_SAYS}|{_APART})as {_PERSON} of\b|cast against type\b",
    r"meant to (?:be|pass for|sound like)\b|(?:in|with) an? [a-z-]+ that (?:is|was) not (?:her|his)s?\b",
)
# In words that somebody else wrote, handed over or says first.
_BY_OTHERS = (
    rf"(?:{_MADE}|(?:letter|speech|statement) (?:prepared|signed)) (?:for [a-z]+ )?by (?!\w+self\b|(?:her|his) own\b)",
    r"(?:had|has|did) (?:not|never) (?:draft|writ|wrote)|ghost-?writ|prompted (?:from|with)\b",
    rf"(?:{_TEXTS}|address|lecture|speech) (?:that |which )?(?:s?he|they) had (?:been|borrow|copied|found|lift)",
    r"whose [a-z-]+ (?:draft|had|wrote)|for whom (?:[a-z]+ ){1,3}(?:draft|writ|wrote)",
    r"(?:any|some)(?:body|one) else['’]s words\b|taking dictation\b|(?:it|lines|this|words) by heart\b",
    rf"(?:eyes?|gaze|glanc\w+|look\w*|peer\w+) (?:[a-z]+ )?(?:at|into|on|over) {_A} (?:[a-z-]+ )?(?:{_SHEETS}|minutes)",
    r"pass(?:e[sd]|ing)? (?:it|this|that|(?:an?|the) (?:line|message|news|note|word)s?) (?:along|on)\b",
    r"passing (?:along|on) (?:an?|what)\b",
    r"only (?:the|an?) (?:messenger|mouthpiece)\b|by proxy\b|on (?:advice|instructions?|orders?) (?:from|of)\b",
    r"with (?:acknowledg\w+|apologies|credit|deference|thanks) to\b|with an? (?:bow|debt|nod|wink) to (?-i:[A-Z])",
    rf"(?<!about )the (?:{_SHARED}) (?:{_TEXTS}|argument|claim|complaint|excuse|explanation|objection|response)\b",
    r"(?<!of )the (?:[a-z]+ )?(?:belief|gossip|legend|myth|rumou?r|superstition) that\b",
    rf"(?:puts?|sum(?:s|med) up) {_A} (?:[\w'’-]+ )?(?:complaint|critic|objection|opponent|reaction|reply|side)s?\b",
    rf"(?:been|was) (?:asked|forced|instructed|made|ordered|paid|taught|told) to(?:{_ENDS}| (?:read|say|write)\b)",
    r"(?:been|is|was) (?:dictated|drafted|dubbed|rehearsed|scripted)\b",
    rf"under (?:the name of|{_A} (?:[a-z]+ )?(?:alias|byline|pseudonym))\b|of {_A} [a-z-]+['’]s (?:own )?{_TEXTS}\b",
    rf"according to {_A} [a-z-]+{_ENDS}|taking a leaf (?:from|out of)\b|courtesy of\b",
)
_TOGETHER = (
    r"(?:along|jointly|together|at one|(?:arm|hand) in (?:arm|hand)) with\b|in (?:chorus|tandem|unison)\b",
    r"joined by (?:all|every[a-z]*|the (?:audience|choir|crowd|hall|others|rest|room))\b|with one voice\b",
    r"in (?:one|the same) breath (?:as|with)\b|(?<!about the )joint (?:article|essay|letter|paper|report|statement)\b",
    rf"{_PERSON} (?:complet|finish)ing\b|as (?:all|any|every|most|so many) (?:[a-z]+ ){{1,3}}(?:did|do|does|had)\b",
)
# Dreamt, awaited, supposed or denied.
_UNSAID = (
    r"in (?:my|our|your|his|her) (?:dreams?|head|imagination)\b|\A(?:tomorrow|next [a-z]+|one day)\b.{1,60} will\b",
    r"if (?:[\w’'-]+ ){1,3}(?:had|were)\b.{1,60} would\b|(?:had|were) (?:s?he|they|we) .{1,60} would\b",
    r"in (?:another|an? (?:better|fairer|just|perfect)) (?:life|world)\b|s?he never did\b",
    r"it (?:was|is) .{1,40} who (?:had |has )?(?:said|spoke|wrote)\b|another (?:man|person|voice|woman) [a-z]+ing\b",
    r"which (?:is|was) (?:a lie|false|untrue)\b|if .{1,40} (?:accurate|believed|correct|right|true)\b",
    r"(?:in|on) (?:next [a-z]+|tomorrow)['’]s\b",
    r"(?:offer|promis|propos|volunteer|vow)e?[ds] to (?:add|say|tell|write)\b",
)
# Every one begins with a word: elsewhere there is nothing to try.
OTHER_SOURCE = re.compile(
    rf"\b(?=\w)(?:{'|'.join((*_SOURCES, *_PLAYED, *_BY_OTHERS, *_TOGETHER, *_UNSAID))})", re.IGNORECASE
)
