"""Longer expressions of a clause beside a quotation, each read as one word: "puts it this way" as "says"."""

import re

_COMING = (
    r"(?:comes|came) (?:at once|promptly|quickly|instantly|immediately)|(?:runs|ran|goes|went) (?:as follows|like this)"
)
# What an argument can be, and no person: "Ann Lee’s is personal:" cannot mean her brother.
_TOPICAL = r"personal|procedural|historical|practical|technical|legal|economic|epistemological|methodological"
_TERSE = (
    r"simple|simpler|short|shorter|brief|plain|direct|different|two-?fold|exhaustion|fatigue|patience|practice"
    r"|experience|simplicity|precision|unambiguous|straightforward|immediate"
    r"|mechanical|harsh(?:er)?|strong(?:er)?|functional|deliberate|modest|dry|laconic|curt|swift|prompt|vivid|sober|sharp(?:er)?"
    r"|blunter|gentler|broader|narrower|bolder|subtle|measured|precise|concise|similar|memorable|characteristic|typical"
)
# How somebody speaks, and not how somebody is.
_MANNER = (
    r"(?:quite |very )?(?:adamant|blunt|candid|categorical|clear|dismissive|emphatic|explicit|firm|frank|insistent"
    r"|scathing|unequivocal)"
    r"|(?:past|beyond) (?:politeness|diplomacy|irony|understatement)"
)
_POINTS = r"convention|custom|detail|difference|fact|feature|gap|pattern|point|problem|risk|rule"
_THINGS = (
    "catch|consequence|danger|difficulty|effect|lesson|method|outcome|price|reason|result|secret|trick|trouble|upshot"
)
_MADE = (
    r"analogy|argument|claim|comment|comparison|concession|conclusion|confession|correction|distinction|hypothesis|name"
    r"|objection|observation|phrase|idea|image|metaphor|point|prediction|proposal|qualification|remark|suggestion|thought|word"
)
_MAKES = (
    r"makes|made|draws|drew|introduce[sd]|offer(?:s|ed)|propose[sd]|advance[sd]|formulate[sd]|raise[sd]|gives|gave"
    r"|adds|added|expresse[sd]"
)
_ONE = "(?:the same|the following|an?|the|one|this|her|his|another)"
# What somebody does to a thing in words of one's own, unless it is itself something said.
_ARGUES = r"(?:compar|contrast|distinguish|ground|liken|revis|situat)(?:e?s|e?d|es)|qualifie[sd]"
_SAID = (
    "account admission answer argument assessment claim comment conclusion formulation insight interpretation letter"
    " line log message note objection opinion phrase point position question remark reply report rule saying sign"
    " speech statement story suggestion theory thesis view voice warning words?"
).replace(" ", "|")
_FRAMED = r"argument|case|idea|issue|matter|point|position|principle|problem|question|rule|thing"
_FRAMES = r"(?:formulat|defin|characteri[sz]|express|summari[sz]|fram|phras|describ)(?:e?s|e?d)"
_TERMS = "(?:the following|these|simple|plain)"
_VIEWS = (
    r"(?:(?:defin|describ|portray|depict|dismiss|regard|view|characteri[sz])(?:es|e?s|e?d)|sees|saw|understands|understood"
    r"|refer(?:s|red) to)"
)
_SMALL = "(?-i:[a-z])"
# Whom or what somebody sees as something: "the bell in the tower", "it", "swarming", "men".
_SEEN = (
    rf"(?:(?:the|an?|his|her|its|their|this|these) (?:{_SMALL}+ ){{1,3}}(?:(?:of|in|on|at) (?:{_SMALL}+ ){{1,3}})?"
    rf"|it |them |{_SMALL}+ing |{_SMALL}+s )"
)
_EVENTS = r"storm|flood|fire|war|wreck|crossing|journey|launch|night|winter|summer|discovery"
# Longer expressions in whose place one word is read. "quoth" is any verb that stands directly before its subject.
_IDIOMS = {
    "is": r"(?:cannot|can|could|must|should|may|might)(?: not)? be(?= \w{2,12}ed\b)",
    "as": r"(?<=\w )as follows(?=:)|(?:(?<=\bis )|(?<=\bwas ))how(?= (?-i:[A-Z]))",
    "calls": rf"{_FRAMES} (?:the|an?) (?:{_SMALL}+ )?{_SMALL}+(?=\.)",
    "says": (
        r"(?:holds|held)(?= that)|puts? (?:it|this|things)|has (?:it|this) to say|ha[sd] put it"
        r"|ha[sd] an? (?:(?:short|simple|plain|bett|long)er )?(?:explanation|objection|argument|theory)(?=:)"
        rf"|(?:draws|drew) attention to (?:an?|the|one) (?:{_POINTS})(?: of (?:the|her|his) (?:trade|craft|work))?(?=:)"
        r"|question(?:s|ed)(?= whether)"
        rf"|(?:tells|told) the story of the (?:{_EVENTS})"
        r"|(?:is|was) (?:anxious|careful|eager|glad|happy|keen|quick|ready) to (?:say|add|note|point out|insist"
        r"|stress|admit|explain|emphasi[sz]e|concede|acknowledge|remark|observe)\b"
        r"|(?:disagree[sd]|demur(?:s|red)|(?:goes|went) further|push(?:es|ed) back|sum(?:s|med) it up)(?=:)"
        rf"|(?:{_ARGUES})(?: (?!(?:{_SAID})\b){_SMALL}+){{1,9}}(?=:)|(?:likens?|likened|compare[sd]) {_SEEN}to(?=\s*\Z)"
        rf"|{_VIEWS} {_SEEN}as(?=\s*\Z)|has it(?=,)|point(?:s|ed) out"
        rf"|{_FRAMES} (?:{_SMALL}+ ){{1,3}}(?:as follows|thus|like this|in {_TERMS} (?:terms|words))(?=:)"
        rf"|puts? the (?:{_FRAMED}) (?:\w+ly|like this|this way|thus)(?=:)"
        rf"|(?:sums|summed|puts|put) (?:up )?the (?:\w+ )?\w+ in {_ONE} (?:single )?(?:line|sentence|word|phrase)(?=:)"
        rf"|(?:{_MAKES}) {_ONE} (?:\w{{1,15}} )?(?:{_MADE})(?: for (?:it|this|that))?(?=:)"
        rf"|ha[sd] {_ONE} (?:\w{{1,15}} )?(?:name|phrase|rule|word)(?: for (?:it|this|that))?(?=:)"
    ),
    "that": r"how(?=\s*\Z)|(?<=questions )whether|(?<=questioned )whether",
    "has": r"ha[sd] since(?= \w{2,14}ed\b)",
    "would": r"could(?= (?:count|serve|pass|stand) )|(?<=, who )d(?:oes|id) not",
    "seemed": r"(?:could|can) be heard(?= to )",
    "averse": (
        r"not (?:given|used|known|inclined|prone)(?= to )|which s?he (?:offers|gives|states) without \w{1,12}(?=,)"
    ),
    "namely": rf"(?:is|was) (?:{_TOPICAL})(?=:)",
    "thus": rf"(?:(?:is|was) (?:{_TERSE})|{_COMING})(?=:)",
    "exclaims": (
        rf"(?:is|was) (?:{_MANNER})"
        r"(?:(?=,)|(?: (?:about|on) (?:(?:the|its|her|his|their) \w{1,14}|this \w{1,14}|it|this|that))?(?=:))"
    ),
    "nature": r"nature of (?:the|an?) (?:account|answer|question|record|report|statement)",
    "words": (
        r"(?<=['’]s )(?:(?:phrase|perspective|experience|eyes|estimation|reckoning|recollection|standpoint"
        r"|point of view)(?=,)|telling\b)"
    ),
    "about": r"(?:on|to) the (?:question|matter|issue|subject|topic) of|with (?:respect|regard) to",
    "in": r"to (?:borrow|use|adopt)(?= \w+(?: \w+)?['’]s )",
    "case": rf"(?:{_THINGS})(?=, (?:as|in|according) )",
    "many": "more than",
    "said": r"(?:chim|pip)(?:es|ed) (?:in|up)|sum(?:s|med) up",
    "nods": r"who ha[sd] heard (?:it|this|that) (?:all )?before(?=:)",
    "quoth": (
        r"(?:is|was|are|were) (?:described|explained|summed up|put|stated|expressed|formulated)(?: \w{1,12}ly)? by"
        r"|(?<=point )(?:is|was) made(?: \w{1,12}ly)? by|(?:see|to quote)(?= (?-i:[A-Z]))"
    ),
    "continues": r"(?:goes|went|carries|carried|keeps|kept) on(?: to (?:say|add|explain|note))?",
    "used": r"(?:used|likes|liked|loves|loved|is fond of|was fond of) to (?:say|tell us|put it|remark|observe|joke)",
    "aloud": (
        r"in (?:(?:(?:her|his) )?(?:response|reply|answer|return)(?: to (?:this|that|it|the question))?"
        r"|(?:these|the following|(?:her|his|their) own)(?: very)? words"
        r"|(?:an?|his|her) (?:\w{1,12} )?(?:statement|speech|interview|letter|e-?mail|post|tweet|essay|article|paper)"
        r"|an? (?:\w{1,8} )?(?:sentence|word|phrase)|part|full|short|turn|general|particular|public|private|addition)"
        r"|the following|as follows|like this|(?:this|that) way|as well|as usual|of course"
        r"|(?:on|down) the (?:line|phone|air)"
        r"|in an? (?:formulation|phrase|remark|sentence) s?he (?:would(?: come to)?|was to) regret"
        r"|as (?:if|though) it had happened (?:last \w{1,8}|yesterday|today)|(?<=, )not for the (?:first|last) time"
        r"|in the (?:voice|tone) of (?:somebody|someone) "
        r"(?!cit|imitat|mimick|quot|read|recit|repeat|report)\w{1,12}ing \w{1,12}"
        r"|in no (?:hurry|rush)(?: at all)?"
        r"|once (?:more|again)|more \w{2,12}ly|to (?:laughter|applause|cheers)|not without \w{1,15}|almost in a whisper"
        r"|by way of (?:explanation|introduction|comparison|example)"
        r"|all along|(?:later|early|further) on|at (?:first|last|once|least)|for (?:example|instance)|no less"
    ),
    "hears": (
        r"reading (?:from|aloud|out|an?|the|it|h(?:er|is)|their)|(?:writes|wrote|takes|took|jots|jotted) (?:it )?down"
    ),
    "smiles": r"(?:rolls|rolled|closes|closed) (?:her|his) eyes|(?:shakes|shook) (?:her|his) head"
    r"|(?:does|did) not spare (?:her|him)self|correct(?:s|ed) (?:her|him)self",
    "noon": r"[ap]\.\s?m\.(?!\w)",
    "because": r"as (?:though|if)|even (?:though|if)|so that",
    "presents": r"(?:here|this|that) is (?:how|what)|here['’]s how|what",
}
_KNOWN_IDIOMS = re.compile(
    rf"\b(?:{'|'.join(f'(?P<{word}>{expression})' for word, expression in _IDIOMS.items())})(?!\w)", re.IGNORECASE
)


def without_idioms(text: str) -> str:
    """Return a clause with one word in the place of each longer expression: "puts it this way", "in these words"."""
    return _KNOWN_IDIOMS.sub(lambda found: found.lastgroup or "", text)
