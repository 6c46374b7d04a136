"""The verbs that say somebody speaks, and the small words that stand around them."""

_REGULAR = """
    acknowledge add admit advise affirm agree allege announce answer argue ask assert assure blurt boast call caution
    claim comment complain concede conclude confess confide confirm contend continue counter cry declare deny describe
    elaborate emphasise emphasize exclaim explain express grumble hint imply inform inquire insist interject interrupt
    joke lament laugh maintain marvel mention murmur muse mutter note object observe offer opine point ponder predict
    proclaim promise propose protest question quip reason recall recommend recount reflect reiterate relate remark
    remember remind reminisce repeat reply report respond retort reveal shout sigh speculate state stress suggest
    summarise summarize theorise theorize urge utter venture voice volunteer vow warn whisper wonder yell
"""
_IRREGULAR = """
    admitted admitting begin begins began beginning go goes went going put puts putting
    quipped quipping say says said saying speak speaks spoke spoken speaking swear swears swore swearing tell tells told
    telling think thinks thought thinking write writes wrote written writing
"""
# Their object is the person spoken to: "tells Adam" is not "says Adam".
_ADDRESSING = """
    advise answer ask assure call counter describe inform interrupt promise question remind tell urge warn
"""

_BE = "is was are were be been being am gets got"
# What may stand between a subject and its verb.
_BETWEEN = """
    again all already also always and both but can could did do does even eventually ever finally first had has have
    herself himself in just later long may might must next now often on once only or out perhaps quite rather
    should simply so sometimes soon still then themselves there to today too turn twice who would will
"""
# What joins a verb to an earlier subject: "laughs and says", "likes to say".
_JOINING = "and but or then to"
_PREPOSITIONS = "about against at behind by for from in into of on to with"
# These can also begin a clause: "as Zed says".
_CONJUNCTIONS = "after as before like than"
_PRONOUNS = "anybody anyone everybody everyone he i it nobody one others she somebody someone they we you"
_DETERMINERS = "a an another her his its many most my our some that the their these this those your"

_LISTENERS = "everybody everyone her him me them us you"

# What a verb of speech may take with it on the way to the quotation it leads in: "says on the same matter: “…”".
_LEADING_IN = """
    a about afterwards again also as back caller clip elsewhere following follows for further here how in it just
    later like matter more next now of on once one only out passages place point response same simply so something
    straight that the then these thing things this to too two up way well words
"""

LEADING_IN = frozenset(_LEADING_IN.split())
BE = frozenset(_BE.split())
BETWEEN = frozenset(_BETWEEN.split())
JOINING = frozenset(_JOINING.split())
PREPOSITIONS = frozenset(_PREPOSITIONS.split())
CONJUNCTIONS = frozenset(_CONJUNCTIONS.split())
LISTENERS = frozenset(_LISTENERS.split())
PRONOUNS = frozenset(_PRONOUNS.split())
# As many words may lead in.
MOST_WORDS = 8
DETERMINERS = frozenset(_DETERMINERS.split())


def _forms(verb: str) -> tuple[str, ...]:
    if verb.endswith("e"):
        return verb, f"{verb}s", f"{verb}d", f"{verb[:-1]}ing"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb, f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb}ing"
    third = f"{verb}es" if verb.endswith(("s", "sh", "ch", "x")) else f"{verb}s"
    return verb, third, f"{verb}ed", f"{verb}ing"


SPEECH = frozenset(form for verb in _REGULAR.split() for form in _forms(verb)) | frozenset(_IRREGULAR.split())
ASKING = frozenset(("ask", "asks", "asked", "wonder", "wonders", "wondered"))
ADDRESSING = frozenset(form for verb in _ADDRESSING.split() for form in _forms(verb)) | {"told"}


def leads_in(words: list[str]) -> bool:
    """Tell whether `words`, those between a verb of speech and a quotation, leave the quotation to the verb's subject.

    A second verb of the same subject may stand among them: "notes Ann, and then says: “…”".
    """
    before = ""
    for word in words:
        joined = word in SPEECH and before in JOINING and not word.endswith("ing")
        closing = word == "is" and words[-2:] == ["is", "this"]
        if not (word in LEADING_IN or word in JOINING or word.endswith("ly") or joined or closing):
            return False
        before = word if not word.endswith("ly") else before
    return len(words) <= MOST_WORDS and words[-1:] not in (["and"], ["but"], ["or"])


def is_between(word: str) -> bool:
    """Tell whether `word` (lower case) may stand between a subject and its verb."""
    return word in BETWEEN or word in BE or word.endswith("ly")
