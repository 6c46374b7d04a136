"""Phrases beside a quotation that give its words another source than the person named: part, place, sheet or people.

Whoever speaks for the crew, with the host, in a role or from a script may say what is not hers. Each such phrase is
read as the one word "hears", which no certain form has a place for.
"""

from core.transcripts.speakers import TITLES
from core.verify.naming.phrases import Phrases
from core.verify.naming.vocabulary import RANKS, THINGS_OF_WORDS

_KIN = (
    "aunt boss boy brother caller child children client colleague cousin daughter father friend girl grandfather"
    " grandmother guest husband interpreter king man men moderator mother neighbor neighbour owner parents partner"
    " patient people pupil queen sister son student uncle widow wife woman women worker board committee company council"
    " crew family firm team union bishop devil emperor ghost hero heroine jury nun pope priest villain"
    " witch audience chorus choir congregation crowd"
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
_HERE = r"(?<![^ (\[])(?<![^,(–—\[] )"
_SPEAKS = (
    r"(?:says|said|speaks|spoke|writes|wrote"
    r"|sings|sang|cries|cried|(?:announce|declare|chant|cheer|shout|act|answer|appear|continue|finishe|interpret|plead|report|whisper)e?[sd]"
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
# Stories and plays, what is made of a text in other words, and who answers in somebody's place.
_TOLD_IN = (
    r"(?:adaptation|audiobook|ballad|biopic|cabaret|cartoon|comedy|comic|drama|dub|fable|fairy tale|fantasy|farce|film"
    r"|legend|libretto|masque|melodrama|movie|musical|myth|novel|opera|pantomime|parable|play|re-?construction"
    r"|re-?enactment|rendition|retelling|revue|romance|saga|satire|scene(?! of)|screenplay|script|sitcom|skit|sketch"
    r"|soap|staging|subtitles?|thriller|title role|translation|version(?! of the)"
    r"|(?:first|second|third|fourth|fifth|last|final|opening|closing) act(?! of))"
)
_PROXY = (
    r"(?:agent|aide|attorney|barrister|counsel|lawyer|office|publicist|representative|solicitor"
    r"|(?!german|human)\w{3,16}(?:m[ae]n|person|people|wom[ae]n))"
)
_AUTHORED = (
    r"(?:cloned|dictated|drafted|dubbed|ghost-?written|penned|scripted|translated|typed out|voiced|worded|written"
    r"|(?:speech|statement|letter) (?:prepared|signed))"
)
_SHEET = r"(?:tele-?prompter|prompter|sheet|script|log|letter|paper|page|card|notes?|text|statement|diary|transcript)"
# What everybody says, and no single person.
_COMMONPLACE = rf"(?:{_OTHERS_WORDS}|argument|claim|complaint|excuse|explanation|objection|reply|response|warning)s?"
_DEMANDS = "asks|asked|demands|demanded|dictates|dictated|does|did|do|had|ordered|required|requires|taught|told|would"
_PHRASES = (
    r"(?:on|in) behalf of(?: \w+){0,2}|on (?:his|her|their) behalf|(?:instead|in place) of",
    rf"in (?:the|an?) (?:{_PART}) of|in (?:character|costume|disguise|drag|role)|in the [a-z-]+ words",
    r"in (?:his|their) (?:name|stead)|(?:dressed|cast|posing|disguised|costumed|masked|billed) as",
    rf"(?:at|in|into|on|over|under|with) {_ONE} [a-z-]+(?: [a-z-]+)?['’]s? (?:own )?(?:{_PART}|{_WISH})",
    rf"(?:{_HERE}|{_SPEAKS})(?:(?:via|{_THROUGH.rstrip()}) {_SOMEBODY}|{_FOR}(?:{_ONE} [\w-]+|{_SOMEBODY}))",
    rf"{_SPEAKS}{_FOR}{_CALLED}|{_CALLED}, {_FOR}{_CALLED}",
    rf"{_HERE}[a-z-]+(?<!look)(?<!wait)(?<!search)(?<!reach)(?<!head)(?<!ask)(?<!hop)ing (?:in )?{_FOR}[\w-]+",
    (
        r"(?:speak|act|stand|appear|fill|answer|interpret|translat|report|plead|testify|writ|deputi[sz])ing (?:in )?"
        rf"(?:{_THROUGH}\w+|as {_ONE}|with the voice)(?: \w+)?"
    ),
    rf"(?:{_HERE}(?:along |together )?|{_SPEAKS})(?:with|after|from|as) {_SOMEBODY}{_STOPS_THERE}",
    rf"(?:{_HERE}|{_SPEAKS})as (?:the [a-z-]+|{_CALLED}(?: {_CALLED})?){_STOPS_THERE}",
    rf"as (?:{_SOMEBODY}|the [a-z-]+) (?:used to|{_DEMANDS})",
    rf"{_HERE}(?:like|[a-z-]+ing) {_SOMEBODY}|doing {_ONE} {_CALLED}|in h(?:er|is) best [\w-]+|in the cadence of",
    rf"(?<!in the ){_OTHERS_WORDS} (?:from|of) {_SOMEBODY}",
    rf"{_HERE}{_HANDLED} (?:on |along |for )?{_ONE} (?:[\w'’-]+ )?{_OTHERS_WORDS}",
    (
        rf"(?:says?|said|swears?|swore|finish(?:es|ed)|intone[sd]) {_ONE} (?:[a-z]+ )?{_OTHERS_WORDS}"
        r"(?!\w)(?! that)"
    ),
    rf"from (?:an?|the) (?:[a-z-]+ )?{_SHEET}|off (?:an?|the) (?:[a-z-]+ )?(?:tele-?prompter|prompter|script|card)",
    r"in (?:another|an? (?:better|fairer|just|perfect)) (?:life|world)|taking a leaf (?:out of|from)|lip-?sync\w*",
    rf"(?:{_OTHERS_WORDS}|address|lecture|speech) (?:that |which )?(?:s?he|they) had (?:been|borrowed|copied|found)",
    rf"[a-z-]+ing it (?:up )?as {_SOMEBODY}|as (?:the (?:\w+ ){{0,2}}\w+|people|they) (?:says?|has it|have it|goes)",
    rf"(?:was|been) (?:made|told|asked|paid|forced|taught|ordered|instructed) to(?:{_STOPS_THERE}| (?:say|read|write))",
    r"(?:was|is|been) (?:scripted|drafted|dictated|rehearsed|dubbed)|taking dictation|(?:it|this|words|lines) by heart",
    rf"under (?:the name of \w+|{_ONE} (?:\w+ )?(?:pseudonym|alias|byline))",
    rf"of {_ONE} [a-z-]+['’]s (?:own )?{_OTHERS_WORDS}",
    r"(?:act|scene) (?:\d+|[ivx]+|one|two|three|four|five)|(?:on|in) (?:next \w+|tomorrow)['’]s|h(?:er|is) lips moving",
    r"if [^,:]{1,40} (?:right|true|correct|accurate|believed)",
    r"(?:offer|promis|propos|volunteer|vow)e?[ds] to (?:say|tell|add|write)",
    rf"according to {_ONE} [a-z-]+{_STOPS_THERE}|(?:some|any)(?:one|body) else['’]s words",
    r"by proxy|aping(?= (?:an?|the))|as \w+ \w+ imagines it|for whom (?:\w+ ){1,3}(?:wrote|written|drafted)",
    r"on (?:advice|instructions?|orders?) (?:from|of)|in (?:one|the same) breath (?:as|with)|trans\.",
    r"(?<!about the )joint (?:article|declaration|essay|letter|paper|report|statement)",
    r"another (?:man|person|voice|woman) [a-z]+ing",
    rf"(?:eyes?|gaze|glanc\w+|look\w*|peer\w+) (?:[a-z]+ )?(?:at|into|on|over) {_ONE} (?:\w+ )?(?:{_SHEET}|minutes)",
    rf"(?:{_HERE}|{_SPEAKS})as {_SOMEBODY}(?= of )|which (?:is|was) (?:a lie|false|untrue)|cast against type",
    rf"(?<!about )the (?:old|usual|official|familiar|standard|stock|common|traditional|well-known) {_COMMONPLACE}",
    r"(?<!of )the (?:\w+ )?(?:rumou?r|myth|legend|gossip|belief|superstition)(?= that)",
    rf"(?:puts?|sum(?:s|med) up) {_ONE} (?:[\w'’-]+ )?(?:side|critics?|opponents?|objections?|reaction|reply)",
    r"from memory|(?:had|has|got|heard) (?:it|this|that) from",
    r"(?:channell?|impersonat|ventrilo\w+|represent|portray)ing(?! (?:nobody|nothing|no) )",
    r"(?:(?:borrow|lift|crib)(?:ing|ed)|stealing) from|(?:giv|lend)(?:s|ing|es) (?:\w+ )?voice",
    r"interpreting(?= for|\W*\Z)",
    rf"who (?:\w+ )?(?:plays|played|portrays|portrayed|impersonates|impersonated) {_SOMEBODY}",
    rf"(?:interpreter|translator|mouthpiece|ghostwriter) (?:for|of|to) {_SOMEBODY}",
    rf"{_ONE} [a-z-]+['’]s (?:interpreter|translator|mouthpiece|ghostwriter)",
    r"(?:notes|noted|sets|set) (?:it |that )?down|with (?:apologies|thanks|credit|deference) to|courtesy of",
    r"who transcribed",
    rf"(?:{_HERE}|{_SPEAKS})(?:via|through) {_ONE} (?:[a-z-]+ )?{_PROXY}",
    (
        rf"(?:in|during|through|throughout|(?:episode|act|scene|chapter|page(?: \d+)?|part|end) of)"
        rf" (?:{_ONE}|[\w-]+['’]s) (?:[\w-]+ ){{0,2}}{_TOLD_IN}"
        rf"(?!['’]s (?:premiere|launch|release|opening|screening))(?:['’]s)?"
    ),
    rf"{_AUTHORED} (?:for \w+ )?by(?! \w+self| h(?:er|is) own)|ghost-?writ(?:ten|ing|er)",
    r"ha[sd] (?:not|never) (?:drafted|written)",
    r"(?:along|jointly|together) with|in (?:chorus|tandem|unison)|with one voice|at one with",
    r"joined by (?:all|every\w*|the (?:rest|others|crowd|choir|audience|hall|room))",
    r"prompted (?:from|with)|it (?:was|is) [^,:]{1,40} who (?:ha[sd] )?(?:said|wrote|spoke)",
    r"s?he never did|to hear [^,:]{1,40} tell it|only (?:an?|the) (?:messenger|mouthpiece)|or rather",
    r"(?:(?<=\A)|(?<=\A )|(?<=\Aif ))(?=[^:]{1,100} would )(?:(?:[\w’'-]+ )?[\w’'-]+ (?:were|had)|(?:were|had) s?he)",
    r"(?:(?<=\A)|(?<=\A ))(?:tomorrow|next [a-z]+|one day)(?= [^:]{1,60} will )",
    r"in (?:my|our|your|his|her) (?:dreams?|head|imagination)|rendering [^,:]{1,40} into",
    r"(?:imitation|impersonation|parody|pastiche) of|(?:doing|does|did) (?:[\w’'-]+ ){1,3}impression",
    r"putting on (?:[\w’'-]+ ){1,4}(?:accent|act|voice)",
    r"pass(?:es|ed|ing)? (?:it|this|that|(?:the|an?) (?:message|word|news|line|note)s?) (?:along|on)",
    r"passing (?:along|on)(?= (?:an?|what|word))|with an? (?:bow|debt|nod|wink) to (?-i:[A-Z])[\w’'-]*",
    r"(?:tells|told|rec(?:alls|alled|ounts|ounted)|re(?:lates|lated|members|membered|ports|ported)) it(?=\W*\Z|,)",
)
_HEARS = Phrases(("hears", phrase) for phrase in _PHRASES)


def names_other_source(aside: str) -> bool:
    """Tell whether what stands beside a name, as "for the crew", gives the words another source."""
    return aside.strip().lower() == "reading" or _HEARS.occur_in(aside.strip())


def without_other_sources(text: str) -> str:
    """Return a clause in which each phrase that gives the words another source is the one word "hears"."""
    return _HEARS.replace(text)
