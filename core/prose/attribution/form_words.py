"""Words that a certain form must have where a letter does not suffice: which verb, which noun."""

from core.prose.speech_verbs import BODY, MANNERS, SAYINGS, SELVES

# What somebody makes of what is said ("raises an objection: ...").
MAKING = frozenset(
    (
        "advanced advances draws drew expressed expresses formulated formulates gave gives had has introduced "
        "introduces made makes offered offers proposed proposes raised raises"
    ).split()
)
# What somebody makes in words, and what only that person can have said ("introduces a distinction: ...").
MADE = SAYINGS | frozenset(
    (
        "analogy comparison concession correction distinction hypothesis idea name proposal qualification remark "
        "rule suggestion thought"
    ).split()
)
# What somebody does to a thing in words of one's own ("compares a swarm to a meeting: ...").
ARGUING = frozenset(
    (
        "compared compares contrasted contrasts distinguished distinguishes grounded grounds likened likens qualified "
        "qualifies revised revises situated situates"
    ).split()
)
EAGER = frozenset("anxious careful eager glad happy keen quick ready".split())
TURNING = frozenset("demurred demurs disagreed disagrees".split())
LIKENING = frozenset("compared compares likened likens".split())
# What somebody says of something with these stands behind "as", and is theirs whomever it tells of.
VIEWING = frozenset(
    (
        "characterised characterises characterized characterizes defined defines dismissed dismisses depicted depicts "
        "describes described portrayed portrays refers referred regarded regards saw sees understands understood "
        "viewed views"
    ).split()
)
# These lead in somebody's own words for a thing ("defines observation in the following terms: ...").
FRAMING = frozenset(
    (
        "characterised characterises characterized characterizes defined defines described describes expressed "
        "expresses formulated formulates framed frames phrased phrases put puts summarised summarises summarized "
        "summarizes"
    ).split()
)
FRAMED = frozenset(
    ("argument case idea issue it matter point position principle problem question rule thing things this").split()
)
MADE_BY = frozenset("drawn expressed formulated made put stated summarised summarized summed".split())
# How a saying comes ("her answer comes at once: ...").
COMING = frozenset("came comes goes ran runs went".split())
# Where somebody's words are taken from that person's mind ("in her experience, ...").
MINDS = frozenset("experience eyes estimation perspective reckoning recollection standpoint".split())
BORROWING = frozenset("adopt borrow quote use".split())
CONDITIONS = frozenset("if whereas where".split())
# Of the words that make a clause uncertain, those that a question may hold which somebody is asked.
IN_A_QUESTION = frozenset(
    ("certain ever if instead never no nobody nothing rather unless where whatever why without").split()
)

WORDS_OF_FORMS = (
    SAYINGS
    | MANNERS
    | SELVES
    | BODY
    | BORROWING
    | FRAMING
    | MADE_BY
    | MAKING
    | MINDS
    | VIEWING
    | ARGUING
    | TURNING
    | {"again"}
)
"""Words without which, and without a verb of speech or a gesture, no clause has a certain form."""
