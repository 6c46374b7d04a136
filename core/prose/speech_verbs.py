"""The words by which English prose gives a quotation to a speaker, and those that only look like names."""

# Verbs whose subject says what is quoted. None of reading, hearing or repeating: their words are somebody else's.
_REGULAR = """
    acknowledge add admit affirm allow announce argue assert begin blurt boast caution claim comment complain
    concede conclude confess confide confirm contend continue counter cry declare elaborate emphasise emphasize
    estimate exclaim explain express finish generalise generalize grumble hint imply insist interject joke lament
    laugh maintain marvel mention mumble murmur muse mutter note object observe offer opine point posit predict
    proclaim promise propose protest quip recall reckon recount reflect remark relate remember reminisce reply
    report respond retort reveal shout sigh speculate stammer state stress suggest summarise summarize testify
    theorise theorize venture volunteer vow whisper wonder yell clarify deadpan drawl enthuse gloat gripe grouse
    hypothesise hypothesize inquire intone parry postulate profess rasp riff sneer stutter surmise
"""
# These take the person spoken to, or what is called so: "asks Ann", "calls the boat".
_WITH_OBJECT = "admonish advise answer ask assure call counsel describe inform interrupt remind urge warn"
_ONLY_WITH_LISTENER = frozenset("assure inform remind tell".split())  # “...” told Ann: Ann listens
_DOUBLED = frozenset("admit counsel deadpan quip".split())
_IRREGULAR = {  # base: third person, past, participle, -ing form
    "say": ("says", "said", "said", "saying"),
    "begin": ("begins", "began", "begun", "beginning"),
    "speak": ("speaks", "spoke", "spoken", "speaking"),
    "swear": ("swears", "swore", "sworn", "swearing"),
    "think": ("thinks", "thought", "thought", "thinking"),
    "write": ("writes", "wrote", "written", "writing"),
    "tell": ("tells", "told", "told", "telling"),
}


def _forms(verb: str) -> tuple[str, str, str, str]:
    """Return third person, past, participle and -ing form of a verb."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("e"):
        return f"{verb}s", f"{verb}d", f"{verb}d", f"{verb[:-1]}ing"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb[:-1]}ied", f"{verb}ing"
    third = f"{verb}es" if verb.endswith(("s", "sh", "ch", "x")) else f"{verb}s"
    stem = verb + verb[-1] if verb in _DOUBLED else verb
    return third, f"{stem}ed", f"{stem}ed", f"{stem}ing"


_SAY = {*_REGULAR.split(), *_IRREGULAR}.difference(_ONLY_WITH_LISTENER)
_TELL = {*_WITH_OBJECT.split(), *_ONLY_WITH_LISTENER}
_GESTURES = "nod shrug smile grin frown wince gesture chuckle giggle gasp hesitate pause"
_GESTURE_FORMS = "shakes shook nods nodded shrugs shrugged grins grinned winces winced".split()
SELVES = frozenset("herself himself itself themself themselves".split())
BODY = frozenset(
    "arms brow chair chin cup eye eyebrow eyebrows eyes face fist glasses hand hands head nose shoulders throat "
    "voice".split()
)

# Words behind which somebody else's words follow, and whoever handles them.
_NOT_THEIR_OWN = """
    allege deny doubt read repeat reiterate quote cite recite echo mimic imitate paraphrase parrot invoke hear
    overhear scream holler bellow chant sing hum print paint scrawl scribble copy translate relay
"""
_NOT_THEIR_OWN_FORMS = """
    reads read heard hearing quoting quoted sang sung mimicking mimicked allegedly supposedly reportedly
    apparently purportedly hardly scarcely barely rarely seldom never no nor neither nothing none without unless
    if except unlike instead rather than nobody whatever why where whoever whichever somebody's someone's slogan
    slogans letter letters sign signs lines poster posters log proverb proverbs quote quotes quotation quotations
    message messages headline headlines motto saying sayings song songs caption graffiti inscription tweet email
    telegram diary banner novel play film movie dream nightmare sketch cartoon fable screenplay fake false
    fictional fictitious imaginary imagined supposed alleged invented pretended impostor certain or almost nearly
    wrong mistaken untrue incorrect absurd unfair
    perhaps ever ostensibly presumably possibly probably seemingly falsely wrongly mistakenly hypothetically
    theoretically agree agrees agreed
"""
# What somebody says, named as theirs ("her answer: ...") or as what is quoted from them ("in her words, ...").
SAYINGS = frozenset(
    (
        "account admission advice answer aphorism argument assessment claim comment complaint conclusion confession "
        "contention counter-argument credo criterion defence defense definition description diagnosis dictum excuse "
        "explanation formulation hunch insight insistence interpretation intuition judgement judgment justification "
        "maxim objection observation opinion philosophy phrase plea point position prediction premise proposal "
        "question recollection recommendation remark remarks reply response retort suggestion "
        "testimony theory thesis verdict view warning word words"
    ).split()
)
# These may stand anywhere in a clause: alone they say nothing of whose words follow.
_TAKEN_FOR_PLAIN = frozenset(
    (
        "argument counter-argument credo diagnosis dictum formulation hunch insight interpretation intuition "
        "observation philosophy point position premise proposal question recommendation suggestion testimony theory "
        "thesis view"
    ).split()
)
# How somebody speaks, and not how somebody is ("is emphatic: ...", "is beyond politeness: ...").
MANNERS = frozenset(
    (
        "adamant blunt candid categorical clear dismissive emphatic explicit firm frank insistent scathing unequivocal "
        "past beyond politeness diplomacy irony understatement"
    ).split()
)
# Of these somebody tells who speaks in an aside ("The result, as Ann Lee put it, is ..."); they speak never themselves.
THINGS = frozenset(
    (
        "catch consequence danger difficulty effect lesson method outcome price reason result secret trick trouble "
        "upshot"
    ).split()
)
# What stands behind these is whom or what they tell of: "recalls the mayor: ...".
TELLING_OF = frozenset(
    (
        "describe described describes mention mentioned mentions observe observed observes recall recalled recalls "
        "recount recounted recounts remember remembered remembers report reported reports"
    ).split()
) | {"points out", "pointed out"}
# As a sentence of their own these tell what somebody else's words made of a listener: “...” Ann laughed.
REACTIONS = frozenset(
    (
        "conceded concedes joked jokes laughed laughs marvelled marvels objected objects protested protests sighed "
        "sighs wondered wonders"
    ).split()
)
# Beside these a role may stand before the name: "the host Ann Lee says". They take no person as their object, so that
# nobody reads "whom Ann Lee says".
PLAIN_VERBS = frozenset(
    (
        "says said explains explained adds added argues argued insists insisted replies replied writes wrote notes "
        "noted concludes concluded complains complained jokes joked comments commented laughs laughed"
    ).split()
) | {"put it", "puts it"}

_CLASSES = {
    "A": "very somewhat so also then once later again further now first even still just soon often always sometimes "
    "too already "
    "today yesterday tonight tomorrow earlier afterwards afterward meanwhile however thus therefore indeed "
    "finally only simply himself herself themself themselves quite twice eventually here there "
    "likewise moreover furthermore nevertheless nonetheless "
    "back together aloud right long ago elsewhere next throughout",
    "&": "and",
    "C": "but yet plus",
    "w": "when while although though because whenever whereas",
    "R": "who whose whom which",
    "Z": "as",
    "h": "that whether",
    "H": "has have had",
    "I": "is are was were be been being am",
    "W": "will would",
    "O": "does did do",
    "U": "to",
    "K": "likes liked loves loved used",
    "m": "can could may might must shall should ought",
    "s": "he she they we i you someone somebody everyone everybody anyone anybody others it's he's she's they're "
    "we're i'm those both either",
    "M": "him her them it us me",
    "d": "the a an his their its our my your this these some any every each all most many few several two three four "
    "five six ten last next other another such same own one",
    "P": "of at on by from about during through over under into onto around near behind beside between among against "
    "up down out off across along within toward towards upon regarding concerning above below despite after "
    "before since until beyond",
    "i": "in",
    "l": "like with for alongside",
    "Y": "morning afternoon evening night noon midnight day days week weeks month months year years moment point "
    "time times hour hours minute minutes decade decades century monday tuesday wednesday thursday friday "
    "saturday sunday january february march april june july august september october november december spring "
    "summer autumn winter weekend interview interviews conversation chapter episode",
    # Verbs that a clause may follow, and those that let somebody else act: no first verb of "laughs and says".
    "c": "know knows knew believe believes believed see sees saw watch watches watched find finds found notice "
    "notices noticed learn learns learned understand understands understood hope hopes hoped wish wishes wished "
    "feel feels felt imagine imagines imagined dream dreams dreamed fear fears feared guess guesses guessed let "
    "lets make makes made help helps helped want wants wanted get gets got leave leaves left "
    "allows seem seems seemed mean means meant decide decides decided realise realised realises realize "
    "realized realizes show shows showed prove proves proved refuse refuses refused fail fails failed decline "
    "declines declined forget forgets forgot",
}

_SINGLE = {
    **dict.fromkeys(("calling", "speaking", "reading"), "T"),
    "quoth": "V",
    "speak": "F",
    "how": "q",
    "what": "x",
    "point": "Y",
    "this": "F",
    "not": "n",
    "cannot": "n",
    "questioned": "V",
}


def _word_classes() -> dict[str, str]:
    found: dict[str, str] = {}
    for mark, words in _CLASSES.items():
        for word in words.split():
            found.setdefault(word, mark)
    for base in _SAY | _TELL:
        third, past, participle, continuous = _forms(base)
        finite = "V" if base in _SAY else "L" if base in _ONLY_WITH_LISTENER else "Q"
        found.update({base: "B", continuous: "G", participle: "E"})
        found.update({third: finite, past: finite})
    for base in _GESTURES.split():
        found.update(dict.fromkeys(_forms(base)[:2], "e"))
    found.update(dict.fromkeys(_GESTURE_FORMS, "e"))
    for base in _NOT_THEIR_OWN.split():
        found.update(dict.fromkeys((base, *_forms(base)), "X"))
    found.update(dict.fromkeys(_NOT_THEIR_OWN_FORMS.split(), "X"))
    for word in SAYINGS.difference(_TAKEN_FOR_PLAIN):
        found.setdefault(word, "r")
    return found | _SINGLE


WORD_CLASSES = _word_classes()
"""What a word is in a clause that gives a quotation to somebody: one letter a word, explained in `clauses`."""

SPEECH_VERBS = frozenset(word for word, mark in WORD_CLASSES.items() if mark in "VLQBGE")
GESTURES = frozenset(word for word, mark in WORD_CLASSES.items() if mark == "e")
VERB = rf"(?:(?:go|goes|went) on|{'|'.join(sorted(SPEECH_VERBS, key=len, reverse=True))})\b"
ADVERB = rf"(?:\w+ly|{'|'.join(word for word, mark in WORD_CLASSES.items() if mark in 'AHWOI')})"

# Words that may precede a name without being part of it.
RANKS = frozenset("captain colonel dr judge lady lord mr mrs ms miss president prof professor senator sir".split())
OFFICES = frozenset(
    (
        "admiral ambassador archivist author baker bishop brigadier caller chancellor chief coach commander "
        "commissioner conductor congressman congresswoman councillor detective director economist editor engineer "
        "farmer general governor guest historian host inspector journalist justice king lieutenant major mayor "
        "minister moderator officer pastor prince princess queen rabbi researcher scientist secretary sergeant sheriff "
        "sociologist speaker superintendent teacher writer"
    ).split()
)
# Capitalised at the start of a sentence, and no name.
SENTENCE_STARTS = frozenset(
    (
        "yesterday tomorrow tonight monday tuesday wednesday thursday friday saturday sunday however thus indeed often "
        "sometimes usually eventually years unlike beside behind during back here right between a about after again "
        "all also although an and another any anyone as asked at because before both but by each even every everybody "
        "everyone few finally first for from he her his how i if in instead it its just later like many meanwhile my "
        "nobody none nor not nothing now of on once one only or other others our perhaps she since so some somebody "
        "someone soon still such that the their then there these they this those though through to today together too "
        "two until we what when where which while who why with yes yet you your critics people listeners both neither "
        "either whereas earlier afterwards afterward meanwhile likewise similarly conversely hence therefore against "
        "under within without asked pressed speaking looking up down across elsewhere nowhere moreover furthermore "
        "nevertheless nonetheless consider take compare recall following"
    ).split()
)
