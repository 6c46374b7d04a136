"""Words that a certain form must have where a letter does not suffice: which verb, which noun."""

from core.prose.speech_verbs import BODY, MANNERS, PLAIN_VERBS, SAYINGS, SELVES, THINGS

# What somebody makes of what is said ("raises an objection: ...").
MAKING = frozenset(
    (
        "advanced advances draws drew expressed expresses formulated formulates gave gives had has introduced "
        "introduces made makes offered offers provided provides proposed proposes raised raises"
    ).split()
)
# What somebody makes in words, and what only that person can have said ("introduces a distinction: ...").
MADE = SAYINGS | frozenset(
    (
        "analogy comparison concession correction distinction example hypothesis idea illustration name proposal "
        "qualification remark rule suggestion thought"
    ).split()
)
# What somebody does to a thing in words of one's own ("compares a swarm to a meeting: ...").
ARGUING = frozenset(
    (
        "compared compares contrasted contrasts distinguished distinguishes grounded grounds likened likens qualified "
        "qualifies revised revises situated situates"
    ).split()
)
EAGER = frozenset("anxious careful correct eager glad happy keen quick ready right wrong".split())
# What somebody smiles or nods at, and what never speaks.
LOOKED_AT = frozenset(
    (
        "harbour idea landscape memory photo photograph picture quay question river sea sky table thought view water "
        "window"
    ).split()
)
TURNING = frozenset("demurred demurs disagreed disagrees".split())
LIKENING = frozenset("compared compares likened likens".split())
# What somebody says of something with these stands behind "as", and is theirs whomever it tells of.
VIEWING = frozenset(
    (
        "characterised characterises characterized characterizes defined defines dismissed dismisses depicted depicts "
        "describes described interpreted interprets portrayed portrays refers referred regarded regards saw sees "
        "understands understood viewed views treated treats construed construes envisaged "
        "envisages presented presents"
    ).split()
) | {"speaks of", "spoke of", "thinks of", "thought of", "conceives of", "conceived of"}
# These lead in somebody's own words for a thing ("defines observation in the following terms: ...").
FRAMING = frozenset(
    (
        "characterised characterises characterized characterizes defined defines described describes expressed "
        "expresses formulated formulates framed frames introduced introduces phrased phrases put puts summarised "
        "summarises summarized summarizes"
    ).split()
)
# What only words do, to whatever thing ("defines her standard narrowly: ...").
DEFINING = frozenset("defined defines formulated formulates framed frames phrased phrases".split())
# Behind "as" these bring in somebody's own finding ("As Ann Lee has shown, ...").
SHOWING = frozenset("demonstrated demonstrates documented shown shows".split())
# Whoever acts goes on with these, and not whom or what the action meets ("looks back, adding: ...").
ADDING = frozenset(
    (
        "adding admitting arguing claiming concluding conceding declaring emphasising emphasizing explaining insisting "
        "noting observing remarking saying stating stressing suggesting telling warning writing"
    ).split()
) | {"pointing out"}
FRAMED = frozenset(
    ("argument case idea issue it matter point position principle problem question rule thing things this").split()
)
MADE_BY = frozenset("drawn expressed formulated made put stated summarised summarized summed".split())
# How a saying comes ("her answer comes at once: ...").
COMING = frozenset("came comes goes ran runs went".split())
# Where somebody's words are taken from that person's mind ("in her experience, ...").
MINDS = frozenset("experience eyes estimation perspective reckoning recollection standpoint".split())
# How somebody ends or begins with what is said ("closes with a prediction: ...").
CLOSING = frozenset(
    ("began begins closed closes concluded concludes ended ends finished finishes opened opens started starts").split()
)
DECLINING = frozenset("declined declines refused refuses".split())
CLEAR = frozenset("clear evident explicit obvious plain".split())
# A reader is sent to what somebody said ("consider Ann Lee's remark: ...", "it is hard to forget ...").
CONSIDERING = frozenset("compare consider forget ignore note quote recall remember take".split())
WORTH = frozenset(("worth", "worth quoting", "hard", "difficult", "easy", "useful", "instructive"))
# As what somebody sees a thing ("Ann Lee's metaphor of the harbour as ...").
LIKENESS = frozenset("conception idea image metaphor notion picture vision".split())
WORKS = frozenset("analysis article book data essay finding findings lecture paper report research study work".split())
BORROWING = frozenset("adopt borrow quote use".split())
CONDITIONS = frozenset("if whereas where".split())
# Of the words that make a clause uncertain, those that a question may hold which somebody is asked.
IN_A_QUESTION = frozenset(
    (
        "any certain denied denies ever hidden if instead never no nobody nothing rather than unless "
        "unlike where whatever why without"
    ).split()
)

WORDS_OF_FORMS = (
    SAYINGS
    | MANNERS
    | SELVES
    | BODY
    | BORROWING
    | CLOSING
    | CLEAR
    | CONSIDERING
    | LIKENESS
    | FRAMING
    | MADE_BY
    | MAKING
    | MINDS
    | VIEWING
    | ARGUING
    | TURNING
    | DEFINING
    | SHOWING
    | {"again", "for", "have", "goes", "went", "saying", "calling", "dubbed", "dubs", "termed", "terms"}
)
"""Words without which, and without a verb of speech or a gesture, no clause has a certain form."""

WORDS_THAT_MAY_STAND = {
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
    "on": frozenset(("by", "on")),
    "at": LOOKED_AT,
    "no": frozenset(("no", "nobody", "nothing")),
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
    "an": frozenset(("a", "an")),
    "for": frozenset(("for", "to")),
    "ready": frozenset(("ready",)),
    "closing": CLOSING,
    "with": frozenset(("on", "with")),
    "note": MADE | {"note"},
    "declining": DECLINING,
    "far": frozenset("goes went so far as to".split()),
    "short": frozenset("line phrase sentence word words".split()),
    "makes": frozenset(("make", "makes", "made")),
    "clear": CLEAR,
    "worth": WORTH,
    "forget": CONSIDERING,
    "consider": CONSIDERING,
    "giver": frozenset("by for from to".split()),
    "likeness": LIKENESS,
    "own": SAYINGS,
    "seeing": frozenset("saw sees understands understood".split()),
    "with_what": frozenset(("with",)),
    "sure": frozenset("adamant clear confident convinced emphatic insistent unequivocal".split()),
    "from": frozenset("from on with".split()),
    "premise": MADE | {"premise"},
    "taking": frozenset(("takes", "took")),
    "view": frozenset("line position stance view".split()),
    "form": frozenset(("form",)),
    "motto": frozenset(("maxim", "motto")),
    "refers": frozenset("describes described refers referred".split()),
    "preferring": frozenset("hastened hastens preferred prefer prefers tended tends".split()),
    "time": frozenset("day days evening hour moment month morning night summer week winter year years".split()),
    "degree": frozenset("characteristically equally less more similarly typically".split()),
    "work": WORKS,
    "suggesting": frozenset("argues concludes demonstrates implies reveals shows suggests".split()),
    "calling": frozenset(("calling",)),
    "going": ADDING,
    "who": frozenset(("who",)),
    "medium": frozenset("diary email journal letter memoir message notebook statement telegram tweet".split()),
    "adding": frozenset("added adds confirmed confirms".split()),
    "showing": SHOWING,
    "terming": frozenset("dubbed dubs termed terms".split()),
    "terms": frozenset(("terms",)),
    "defining": DEFINING,
}
"""By the group of a form in which it stands, the words that one of its letters may be."""
