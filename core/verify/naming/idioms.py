"""Longer expressions of a clause beside a quotation, each read as one word: "puts it this way" as "says"."""

from functools import lru_cache

from core.verify.naming.phrases import Phrases
from core.verify.naming.vocabulary import RANKS, THINGS_OF_WORDS

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
_LOOKED_AT = (
    "harbour|idea|landscape|memory|photo|photograph|picture|quay|question|river|sea|sky|table|thought|view|water|window"
)
_MANNER = (
    r"(?:(?:even |no |still )?(?:less|more)|equally|characteristically|similarly|typically)"
    r" (?!like\b|than\b)\w+(?<!ed)(?<!en)|"
    r"(?:quite |very |\w{2,14}ly )?(?:adamant|blunt|candid|categorical|clear|dismissive|emphatic|explicit|firm|frank"
    r"|insistent|scathing|unequivocal)"
    r"|(?:past|beyond) (?:politeness|diplomacy|irony|understatement)"
)
_POINTS = r"convention|custom|detail|difference|fact|feature|gap|pattern|point|problem|risk|rule"
_THINGS = (
    "catch|consequence|danger|difficulty|effect|lesson|method|outcome|price|reason|result|secret|trick|trouble|upshot"
)
_MADE = (
    r"analogy|example|illustration|argument|claim|comment|comparison|concession|conclusion|confession|correction|distinction|hypothesis|name"
    r"|objection|observation|phrase|idea|image|metaphor|point|prediction|proposal|qualification|remark|suggestion|theory|thought|word"
)
_MAKES = (
    r"makes|made|draws|drew|introduce[sd]|offer(?:s|ed)|propose[sd]|advance[sd]|formulate[sd]|raise[sd]|gives|gave"
    r"|adds|added|expresse[sd]|provide[sd]"
)
_ONE = "(?:the same|the following|an?|the|one|this|her|his|another)"
# What somebody does to a thing in words of one's own, unless it is itself something said.
_ARGUES = r"(?:compar|contrast|distinguish|ground|liken|revis|situat)(?:e?s|e?d|es)|qualifie[sd]"
_CLOSES = "ends|ended|closes|closed|concludes|concluded|finishes|finished|begins|began|opens|opened|starts|started"
_WORKS = "analysis|article|book|data|essay|findings?|lecture|paper|report|research|study|testimony|work"
_SUGGESTS = "argues?|concludes?|demonstrates?|emphasi[sz]es?|implies|reminds us|reveals?|shows?|suggests?|makes clear"
_SAID = (
    "account admission answer argument assessment claim comment conclusion formulation insight interpretation letter"
    " line log message note objection opinion phrase point position question remark reply report rule saying sign"
    " speech statement story suggestion theory thesis view voice warning words?"
).replace(" ", "|")
_FRAMED = r"argument|case|idea|issue|matter|point|position|principle|problem|question|rule|thing"
_FRAMES = r"(?:formulat|defin|characteri[sz]|express|summari[sz]|fram|phras|describ)(?:e?s|e?d)"
_TERMS = "(?:the following|these|simple|plain)"
_VIEWS = (
    r"(?:(?:defin|describ|interpret|portray|depict|dismiss|regard|view|characteri[sz])(?:es|e?s|e?d)|sees|saw|understands|understood"
    r"|treat(?:s|ed)|conceive[sd] of|present(?:s|ed)|construe[sd]|envisage[sd]|refer(?:s|red) to|(?:speaks|spoke) of)"
)
_SMALL = "(?-i:[a-z-])"
_UNWRITTEN = rf"(?![^:]*\b(?:{'|'.join(sorted(THINGS_OF_WORDS))})\b)"
_NOBODY = rf"(?!(?:{'|'.join(sorted(RANKS))})\b)"
# Whom or what somebody sees as something: "the bell in the tower", "it", "swarming", "men".
_SEEN = (
    rf"(?:(?:the|an?|his|her|its|their|this|these) (?:{_SMALL}+ ){{1,3}}"
    rf"(?:(?:of|in|on|at|over|about|between|for) (?:{_SMALL}+ ){{1,3}})?|it |them "
    rf"|(?!him|her|me\b|us\b|you\b){_SMALL}{{3,20}} )"
)
_EVENTS = r"storm|flood|fire|war|wreck|crossing|journey|launch|night|winter|summer|discovery"
# Longer expressions in whose place one word is read. "quoth" is any verb that stands directly before its subject.
_IDIOMS = {
    "is": (
        r"be read(?= alongside)|(?:amounts|amounted|comes|came) (?:down )?to(?=\s*\Z)"
        r"|(?:cannot|can|could|must|should|may|might)(?: not)? be(?= (?:\w{2,12}ed|taken|seen)\b)"
        r"(?! \w+ in (?:an?|one|her|his)\b)"
    ),
    "as": r"(?<=\w )as follows(?=:)|(?:(?<=\bis )|(?<=\bwas ))how(?= (?-i:[A-Z])(?![^,;:]{1,40} introduce[sd] ))",
    "calls": rf"(?:terms|termed|dubs|dubbed|(?:refers|referred) to as|describe[sd] as)(?=\s*\Z)"
    rf"|{_FRAMES} (?:the|an?) (?:{_SMALL}+ )?{_NOBODY}{_SMALL}+(?=\.)",
    "says": (
        r"(?:is|was) fond of saying"
        r"|(?:shoots?|shot|fire[sd]|hits?) back(?=\W*\Z)|cuts? in(?=\W*\Z)|(?:holds|held)(?= that)"
        r"|puts? (?:it|this|things)|has (?:it|this) to say|ha[sd] put it"
        r"|ha[sd] an? (?:(?:short|simple|plain|bett|long)er )?(?:explanation|objection|argument|theory)"
        r"(?: (?:about|for|of) (?:it|this|that))?(?=:)"
        rf"|(?:draws|drew) attention to (?:an?|the|one) (?:{_POINTS})(?: of (?:the|her|his) (?:trade|craft|work))?(?=:)"
        r"|question(?:s|ed)(?= whether)"
        rf"|(?:tells|told) the story of the (?:{_EVENTS})"
        r"|(?:is|was) (?:anxious|careful|correct|eager|glad|happy|keen|quick|ready|right|wrong) to"
        r" (?:say|add|claim|note|point out|insist"
        r"|stress|admit|explain|emphasi[sz]e|concede|acknowledge|remark|observe)\b"
        r"|(?:disagree[sd]|demur(?:s|red)|(?:goes|went) further|push(?:es|ed) back|sum(?:s|med) it up)(?=:)"
        rf"|(?:{_ARGUES})(?: (?!(?:{_SAID})\b){_SMALL}+){{1,9}}(?=:)|(?:likens?|likened|compare[sd]) {_SEEN}to(?=\s*\Z)"
        rf"|{_VIEWS} {_SEEN}(?:(?:to|in|for|at) (?:the|an?|her|his) {_SMALL}+ )?as(?=\s*\Z)"
        rf"|{_VIEWS} {_UNWRITTEN}{_SEEN}as (?:an? )?(?:{_SMALL}+ )?{_SMALL}+(?=:)"
        r"|(?:remembers?|remembered|recall(?:s|ed)?) (?:asking|saying|thinking|wondering)(?=,)"
        r"|(?:sees|saw|views|viewed|understands|understood) it(?=,)"
        r"|(?:prefers?|preferred|tends|tended|hastens|hastened) to"
        r" (?:say|add|argue|claim|insist|point out|note|suggest|stress)"
        r"|(?:would have|has|had) it(?=[,.])|point(?:s|ed) out"
        r"|(?:goes|went) (?:so|as) far as to (?:say|suggest|claim|argue|add|assert|insist|warn)"
        rf"|(?:{_CLOSES})(?: (?:the|her|his|an?) (?:{_SMALL}+ )?{_SMALL}+)? (?:with|on) (?:an?|one|this)"
        rf" (?:{_SMALL}+ ){{0,2}}(?:{_MADE}|{_SAID})(?=:)"
        rf"|{_FRAMES} (?:{_SMALL}+ ){{1,3}}(?:as follows|thus|like this"
        rf"|in (?:{_TERMS}|(?:\w+ly )?{_SMALL}+) (?:terms|words))(?=:)"
        rf"|(?:defines?|defined|frames?|framed|formulate[sd]|phrase[sd]) (?:{_SMALL}+ ){{1,8}}\w+ly(?=:)"
        rf"|{_FRAMES} (?:{_SMALL}+ ){{1,6}}in terms of {_SMALL}+(?=:)"
        rf"|puts? the (?:{_FRAMED}) (?:\w+ly|like this|this way|thus|with (?:some )?\w+|in the form of an? \w+)(?=:)"
        rf"|(?:sums|summed|puts|put) (?:up )?the (?:\w+ )?\w+ in {_ONE} (?:single )?(?:line|sentence|word|phrase)(?=:)"
        r"|(?:is|was|remains?) (?:adamant|clear|confident|convinced|emphatic|insistent|unequivocal)(?= that)"
        r"|(?:speaks?|spoke) \w+ly(?=:)"
        rf"|(?:{_CLOSES})(?: (?:the|her|his|an?) (?:{_SMALL}+ )?{_SMALL}+)? (?:with|from|on) (?:the|an?)"
        rf" (?:{_SMALL}+ )?(?:{_MADE}|{_SAID}|premise)(?= that)"
        rf"|(?:{_CLOSES})(?: (?:the|her|his|an?) (?:{_SMALL}+ )?{_SMALL}+)? by"
        r" (?:adding|arguing|insisting|noting|observing|saying|stressing|suggesting|warning)(?= that)"
        r"|(?:takes?|took) (?:the|an?) (?:\w+ ){1,2}(?:line|position|stance|view)(?=:)"
        rf"|(?:{_MAKES}) (?:the|{_ONE}) (?:\w{{1,15}} )?(?:{_MADE})(?: for (?:it|this|that)"
        rf"| of (?!the\b|an?\b|her\b|his\b){_SMALL}+(?: {_SMALL}+)?"
        r"|(?: more| rather| very)? \w{1,14}ly)?(?=:)"
        rf"|ha[sd] {_ONE} (?:\w{{1,15}} )?(?:name|phrase|rule|word)"
        rf"(?: for(?: (?!wh|that\b|what\b){_SMALL}+){{1,5}})?(?=:)|ha[sd] an answer ready(?=:)"
    ),
    "that": (
        r"how(?=\s*\Z)|(?<=\bis )how(?= (?-i:[A-Z])[^,;:]{1,40} introduce[sd] )"
        r"|(?<=questions )whether|(?<=questioned )whether"
    ),
    "when": r"(?:(?<=\A)|(?<=\A\s))(?:once|the (?:day|hour|minute|moment))(?= (?-i:[A-Z]))",
    "resented": r"denied(?= that [^,:]{1,80}, (?:adding|arguing|insisting|noting|saying|telling)\b)",
    "has": r"ha[sd] since(?= \w{2,14}ed\b)",
    "would": r"could(?= (?:count|serve|pass|stand) )|(?<=, who )d(?:oes|id) not",
    "seemed": (r"(?:could|can) be heard(?= to )|(?:look|sound|seem|feel)(?:s|ed) like"),
    "averse": (
        r"not (?:given|used|known|inclined|prone)(?= to )|which s?he (?:offers|gives|states) without \w{1,12}(?=,)"
    ),
    "namely": rf"(?:is|was) (?:{_TOPICAL})(?=:)",
    "thus": (
        rf"(?:(?:is|was) (?:\w{{2,16}}ly )?(?:{_TERSE}|worth quoting(?: in full)?|(?:well|widely) known"
        rf"|worth an? {_SMALL}+)|{_COMING}"
        rf"|makes? (?:it|this|the (?:{_SMALL}+ )?{_SMALL}+) (?:clear|evident|explicit|obvious|plain)"
        r"|(?:can|could|may|might) be (?:captured|expressed|put|stated|summari[sz]ed) in (?:an?|one|her|his)"
        r" (?:own |single )?(?:line|phrase|sentence|words?))(?=:)"
    ),
    "exclaims": (
        r"(?:is|was) (?!silent|absent|present|patient|famous|dependent|innocent)"
        r"\w{3,14}(?:ant|ent|ful|ous|ive|istic)(?=:)|"
        rf"(?:is|was) (?:{_MANNER})"
        rf"(?:(?=,)|(?: (?:about|on)(?: (?!wh|that\b|which\b){_SMALL}{{1,20}}){{1,6}})?(?=:))"
    ),
    "nature": r"nature of (?:the|an?) (?:account|answer|question|record|report|statement)",
    "words": (
        r"(?<=['’]s )(?:(?:phrase|perspective|experience|eyes|estimation|reckoning|recollection|standpoint"
        r"|point of view|(?:favou?rite )?(?:maxim|motto)"
        r"|(?:(?:later|earlier|recent|own) )?(?:analysis|study|work))(?=,)"
        rf"|(?:(?:later|earlier|recent|own) )?(?:{_WORKS}) (?:{_SUGGESTS})(?= that)"
        r"|(?:point|hunch|idea)(?= (?:is|was) that)"
        r"|(?:conception|idea|image|metaphor|notion|picture|vision)(?= of [^,:]{1,60} as\s*\Z))"
    ),
    "about": (
        r"(?:on|to) the (?:question|matter|issue|subject|topic) of|with (?:reference|respect|regard) to"
        r"|(?:(?<=\A)|(?<=\A\s))unlike(?= (?:the|most|many|some|other|his|her)\b)"
    ),
    "and": r"rather than",
    "panel": r"(?<=the )(?:find|hearing)\b",
    "gains": r"finds(?= (?:support|an echo)\b)",
    "delivered": r"read out(?= by)",
    "dawned": r"(?<= it )(?:began|begins)",
    "later": (
        rf"at (?:the|an?|her|his) (?:{_SMALL}+ )?(?:{_LOOKED_AT})(?=:)"
        r"|(?<=, )(?:(?:her|his) voice \w+|\w+ing (?:her|his) voice)"
        r"|after a (?:while|moment|pause)|without (?:looking|turning) \w+|with an? (?:sigh|grin|laugh|smile|shrug|nod)"
    ),
    "saying": r"(?<=, )calling(?= (?:it|an?|the|his|her|its|their)\b)",
    "tells": (
        r"(?:remembers?|remembered|recall(?:s|ed)?) telling"
        r"|(?:likes|liked|loves|loved|used) to (?:tell(?! us)|ask|remind|warn)"
    ),
    # A noun without an article is nobody: "For Ann Lee, work is a promise:"
    "forwhom": (
        r"(?:(?<=\A)|(?<=\A\s))for(?= (?-i:[A-Z])[^,:()]{1,40}(?: \([^()]{1,20}\))?,"
        r"(?: (?:by contrast|in contrast|however|too|then|therefore|at least),)?\s*\Z)|"
        r"(?:(?<=\A)|(?<=\A\s))for(?= (?-i:[A-Z])[^,:]{1,40},(?: an? [^,:]{1,40},)?"
        rf" (?:{_SMALL}+ ){{1,2}}(?:is|was) [^,:]{{1,80}}:\s*\Z)"
        rf"|(?:(?<=\A)|(?<=\A\s))for(?= (?-i:[A-Z])[^,:]{{1,40}},? (?:{_SMALL}+ ){{1,6}}(?:is|are|was|were)\s*\Z)"
    ),
    "in": r"to (?:borrow|use|adopt)(?= \w+(?: \w+)?['’]s )",
    "case": rf"(?:{_THINGS})(?=, (?:as|in|according) )",
    "but": r"(?:(?<=\A)|(?<=\A\s))or,(?= )",
    "many": (
        r"more than|(?:almost|nearly|hardly)"
        r"(?= (?:an|two|three|four|five|six|ten|\d+) (?:hour|minute|day|week|month|year|decade)s?\b)"
    ),
    "to": r"(?:by|for|from)(?= (?-i:[A-Z])[^,:]{1,40}, (?:an? [^,:]{1,30}, )?who )",
    "said": (
        r"(?:shown|demonstrated|documented)(?=(?: (?:in|on|at|by|for) [^,:]{1,40})?,\s*\Z)"
        r"|(?:chim|pip)(?:es|ed) (?:in|up)|sum(?:s|med) up"
    ),
    "nods": r"who ha[sd] heard (?:it|this|that) (?:all )?before(?=:)",
    "also": (
        r"(?<=ha[sd] )long(?= )|"
        r"(?:(?<=\A)|(?<=\A\s))(?:consider|take|recall|compare|note|following)(?= (?-i:[A-Z])[^,:]{1,40}['’]s )"
        r"|(?:(?<=\A)|(?<=\A\s))it is (?:worth|hard|difficult|easy|useful|instructive) (?:to )?"
        r"(?:consider|forget|ignore|quot(?:e|ing)|recall(?:ing)?|remember(?:ing)?)(?= (?-i:[A-Z]))"
    ),
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
        r"|in an? (?:\w+ )?(?:manner|style|tone|voice|whisper)(?! of)|almost to (?:him|her)self"
        r"|(?:on|down) the (?:line|phone|air)"
        r"|in an? (?:formulation|phrase|remark|sentence) s?he (?:would(?: come to)?|was to) regret"
        r"|as (?:if|though) it had happened (?:last \w{1,8}|yesterday|today)|(?<=, )not for the (?:first|last) time"
        r"|in the (?:voice|tone) of (?:somebody|someone) "
        r"(?!cit|imitat|mimick|quot|read|recit|repeat|report)\w{1,12}ing \w{1,12}"
        r"|in no (?:hurry|rush)(?: at all)?"
        r"|once (?:more|again)|more \w{2,12}ly|to (?:laughter|applause|cheers)|not without \w{1,15}|almost in a whisper"
        r"|by way of (?:explanation|introduction|comparison|example)"
        r"|to which (?:I|we) (?:shall |will )?(?:come back|return)|as much|thereby|in full|in other words"
        r"|(?:very|somewhat|almost)(?= \w+ly)"
        r"|with (?:an?|one) (?:single )?(?:anecdote|example|joke|line|phrase|question|sentence|word)(?=:)"
        r"|all along|(?:later|early|further) on|at (?:first|last|once|least)|for (?:example|instance)|no less"
    ),
    "hears": (
        r"reading (?:from|aloud|out|an?|the|it|h(?:er|is)|their)|(?:writes|wrote|takes|took|jots|jotted) (?:it )?down"
    ),
    "smiles": r"(?:lowers|lowered|raises|raised|drops|dropped) (?:her|his) voice"
    r"|(?:rolls|rolled|closes|closed) (?:her|his) eyes|(?:shakes|shook) (?:her|his) head"
    r"|(?:does|did) not spare (?:her|him)self|correct(?:s|ed) (?:her|him)self",
    "noon": r"[ap]\.\s?m\.(?!\w)",
    "because": r"as (?:though|if)|even (?:though|if)|so that",
    "presents": r"(?:here|this|that) is (?:how|what)|here['’]s how|what",
}
_KNOWN_IDIOMS = Phrases(_IDIOMS.items())


# A chapter is verified when it is finished, bound and certified.
@lru_cache(maxsize=1024)
def without_idioms(text: str) -> str:
    """Return a clause with one word in the place of each longer expression: "puts it this way", "in these words"."""
    return _KNOWN_IDIOMS.replace(text)
