"""The alphabet in which a clause beside a quotation is read: each word of it is one letter.

v says, said; o tells; t answers, warned; I asks; R recalls, describes; C calls; b their base forms; g their -ing
forms; E nods; G continues; h has, had; w will, would; e is, was; a adverbs; & and; B but; T to; A as; H that; Y
according; U used to say; O this is how; S speaking; m quoth; n namely; d articles and the like; p prepositions; c
after, until; f while, because; l him, them; q her; i it; j he, she, somebody; W who; L captain, host; M nouns of time
and of place in a text; k things that are written; z answer, words; Z slogan, sign; x whatever makes a clause
uncertain, 1 verbs of the mind and "which", which do so but behind a finished form; X not, never; J whether, could; D
numbers; y past forms; F for, where a view follows; u other -ing forms; V possessives; 2 nouns that could be verbs; 3
ages; s other words that end in s; r all other plain words.
Names are K (known) and N (unknown), P where they are possessive.
"""

from collections.abc import Sequence

_SAYING = """
    acknowledge add admit affirm agree announce argue assert blurt boast claim comment complain concede conclude
    confess confide confirm contend cry declare elaborate emphasise emphasize exclaim exult explain gasp generalise
    generalize groan grumble gush hint insist interject joke lament maintain marvel moan mumble murmur muse mutter
    note object observe offer opine plead pledge point ponder predict proclaim propose protest quip reason reckon
    recommend reflect reiterate remark reminisce report reveal scoff shout snap speculate state stress suggest
    summarise summarize tease testify theorise theorize urge venture volunteer vow whisper wonder yell bellow chant
    cheer roar scream shriek clarify deadpan drawl enthuse gloat gripe grouse hypothesise hypothesize intone opine
    parry posit postulate profess rasp riff sneer sniff stammer stutter surmise sympathise sympathize
"""
_ADDRESSING = "assure inform remind"
_ANSWERING = "admonish advise answer caution counsel promise reply respond retort warn"
_ASKING = "ask inquire"
_NAMING = "call"
_OBJECT_TAKING = (
    "question interrupt counter describe mention narrate recall recount relate remember voice express imply"
)
_CONTINUING = "continue"
_GESTURING = "beam blink chuckle frown gesture giggle grimace grin laugh nod shrug sigh smile smirk wince wink"
_UNCERTAIN = """
    accuse cite deny doubt echo imagine imitate impersonate mimic misquote mock paraphrase parrot pretend quote recite
    repeat suspect translate relay convey copy
"""
_OF_THE_MIND = """
    believe decline discover fail force guess help hope learn notice realise realize refuse want watch wish
"""
_UNCERTAIN_FORMS = """
    contrary denies denied denying hear hears heard hearing read reads reading sing sings sang sung singing cannot didn
    doesn don hadn hasn isn wasn
    echoes wrong mistaken untrue incorrect absurd unfair
    weren won wouldn allegedly apparently barely conceivably falsely hardly maybe mistakenly nearly almost
    ostensibly perhaps possibly presumably probably purportedly rarely reportedly scarcely seemingly seldom
    supposedly wrongly lest like or than unless unlike what whatever whichever whoever
    whom mimicked mimicking fake false fictional fictitious imaginary supposed alleged impostor
"""
_MIND_FORMS = """
    feel feels felt feeling find finds found finding know knows knew knowing let lets letting make making mean means
    meant meaning see sees saw seen seeing understand understands understood besides except instead which
"""
_NEGATIONS = "neither never no nobody none nor not nothing nowhere"
_PAST = """
    arose ate became been began begun bent bit blew bought broke broken brought built burst came caught chose clung
    cut drank drew driven drove eaten fallen fed fell fled flew flung forgot forgotten fought gave given gone got
    gotten grew grown held hid hit hung kept knelt known laid lay leapt led left lent lit lost made met paid ran rang
    risen rode rose sat sent sewn shaken shook shot shown slept slid slipped sold spent spoke spoken sprang stole
    stood struck stuck swam swept swore sworn swung taken taught threw thrown told took tore torn understood went
    woke wore worn wove wept won
"""
_ADVERBS = """
    afterward afterwards again ago aloud also always anyway aside away back elsewhere even ever finally first
    further furthermore here hence however indeed just later likewise meanwhile moreover nevertheless next
    nonetheless now often once only out overall simply sometimes soon still straight then there therefore thus
    today together tomorrow tonight too twice up usually well yesterday yet right so down otherwise last eventually
    recently previously shortly subsequently similarly initially ultimately additionally immediately lately earlier
    directly conversely ironically surprisingly unsurprisingly tellingly crucially importantly interestingly
    significantly notably accordingly consequently strikingly typically characteristically fittingly oddly
    curiously specifically briefly pointedly bluntly frankly quietly
"""
_NO_ENDINGS = """
    anything everything something string king ring ceiling building wedding ally assembly belly bully butterfly
    family fly holy italy jelly july lily rally supply ugly elderly
"""
_PREPOSITIONS = """
    about above across against along amid among around at behind below beneath beside between beyond by despite
    during for from in inside into near of off on onto opposite outside over past regarding through throughout
    toward towards under upon via with within without
"""
_CONJUNCTIVE = "after before since until"
_RANKS = """
    archivist artist author baker captain chairman chairwoman chef clockmaker clerk co-author co-founder co-host coach
    commissioner conductor director doctor
    driver economist editor engineer farmer ferryman fisherman governor guest historian host journalist keeper
    lawyer manager master mayor minister musician narrator nurse officer painter pilot poet premier presenter
    president prime producer professor programmer reporter researcher rower sailor scientist secretary senator
    sergeant sheriff singer skipper sociologist spokesman spokeswoman spokesperson teacher writer
"""
_DETERMINERS = """
    a all an another any both each every few many more most much other own same several some such
    that the these this those two three four five six seven eight nine ten
    eleven twelve twenty thirty forty fifty sixty seventy eighty ninety
"""
_TIMES = """
    afternoon afternoons autumn century conversation day days decade decades episode evening evenings fall hour
    hours interview lunch midnight minute minutes moment moments month months morning mornings night nights noon
    o'clock part passage passages point points place places programme second seconds show spring summer time times
    turn week weekend weeks winter year years case clip connection contrast end fact heading matter occasion
    particular point recording rest subject thing things topic transcript addition meeting conference hearing launch
    chapter sequel aftermath beginning start outset monday tuesday wednesday thursday friday saturday sunday january
    february march april june july august september october november december christmas easter am pm
"""
_WRITTEN = """
    account answer answers article biography blog book books column comment comments diary email essay inquiry
    journal letter letters log memoir message note notes paper poem post question questions remark remarks reply
    report reports response review speech statement story stories telegram testimony text texts tweet verdict
"""
_OWN = """
    account admission advice answer aphorism argument assessment claim comment complaint conclusion confession
    contention counter-argument credo criterion definition description diagnosis dictum explanation formulation
    hunch insight insistence interpretation intuition judgement judgment maxim objection observation opinion
    philosophy plea position premise proposal recommendation prediction recollection remark remarks reply response
    retort suggestion testimony theory thesis verdict view warning words
"""
_WORDS = """
    adage banner caption chorus cliché headline inscription label language lie line lines lyric lyrics maxim motto
    accent manner nickname novel phrase phrases plaque poster prayer proverb quotation quotations quote quotes refrain
    rumour rumor saying sayings sentence sentences sign slogan slogans song songs term title
    style tone verse voice voices word play film movie dream nightmare sketch cartoon fable screenplay
"""
_DOUBLING = "admit counsel deadpan quip nod grin snap chat".split()
_GROUPS = {
    "M": _TIMES,
    "k": _WRITTEN,
    "z": _OWN,
    "Z": _WORDS,
    "L": _RANKS,
    "y": _PAST,
    "a": _ADVERBS,
    "r": _NO_ENDINGS,
    "p": _PREPOSITIONS,
    "c": _CONJUNCTIVE,
    "d": _DETERMINERS,
}
_VERBS = {
    "v": _SAYING,
    "o": _ADDRESSING,
    "t": _ANSWERING,
    "I": _ASKING,
    "C": _NAMING,
    "R": _OBJECT_TAKING,
    "G": _CONTINUING,
    "E": _GESTURING,
    "x": _UNCERTAIN,
    "1": _OF_THE_MIND,
}
_IRREGULAR = {
    "x": _UNCERTAIN_FORMS,
    "1": _MIND_FORMS,
    "X": _NEGATIONS,
    "J": "whether if how why where can could may might must shall should ought",
    "v": "begin begins began says say said swear swears swore thinks think thought writes write wrote",
    "o": "told tells",
    "b": "say tell write think swear begin",
    "g": "saying telling writing thinking swearing beginning adding continuing",
    "h": "has had",
    "w": "will would",
    "e": "is was are were am be been being",
    "&": "and",
    "B": "but",
    "T": "to",
    "A": "as",
    "H": "that",
    "f": "although because though when whereas while",
    "l": "everybody everyone him me them us",
    "q": "her his its my our their your",
    "i": "it itself himself herself themselves",
    "j": "anybody anyone he i others people she somebody someone they we you",
    "D": "one",
    "W": "who whose",
    "U": "used",
    "Y": "according",
    "F": "forwhom",
    "m": "quoth",
    "n": "namely",
    "u": "reading",
    "O": "presents",
    "S": "speaking talking asking answering replying responding calling",
}


def _forms(verb: str) -> tuple[str, str, str]:
    """Return the third person, the past and the -ing form of a regular verb."""
    if verb.endswith("e"):
        return f"{verb}s", f"{verb}d", f"{verb[:-1]}ing"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb}ing"
    stem = verb + verb[-1] if verb in _DOUBLING else verb
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x")) else f"{verb}s", f"{stem}ed", f"{stem}ing"


def _alphabet() -> dict[str, str]:
    letters: dict[str, str] = {}
    for letter, words in _GROUPS.items():
        letters.update(dict.fromkeys(words.split(), letter))
    for letter, verbs in _VERBS.items():
        for verb in verbs.split():
            third, past, going = _forms(verb)
            uncertain = letter in "x1"
            letters |= {third: letter, past: letter}
            letters[verb] = letter if uncertain else letters.get(verb, "r" if letter == "E" else "b")
            letters[going] = letter if uncertain else "u" if letter == "E" else "g"
    for letter, words in _IRREGULAR.items():
        letters.update(dict.fromkeys(words.split(), letter))
    return letters


RANKS = frozenset(_RANKS.split())
THINGS_OF_WORDS = frozenset(f"{_WORDS} {_WRITTEN}".split())
_BEFORE_A_NOUN = frozenset("a an the her his its their our my your this".split())
_VERB_LETTERS = frozenset("vtIRCb")
_GESTURES = frozenset(_GESTURING.split())
_LETTERS: dict[str, str] = _alphabet()
# Behind an article or a possessive these are no verbs.
_OWN_NOUNS = frozenset(_OWN.split())
_NOUNS = frozenset(_WRITTEN.split()) | _OWN_NOUNS
# Words that have one letter wherever they stand, but behind an article.
LISTED = {word: letter for word, letter in _LETTERS.items() if word not in _NOUNS and word != "the"}


def known_letter(word: str) -> str | None:
    """Return the letter of a word (lower case) that stands in a list, or None."""
    return _LETTERS.get(word)


def _by_ending(word: str) -> str:
    if word[-1] == "s":
        return "s"
    return "a" if word[-2:] == "ly" else "u" if word[-3:] == "ing" else "y" if word[-2:] == "ed" else "r"


def is_noun(word: str, before: str) -> bool:
    """Tell whether the word before it makes a noun of what could be a verb: "over the roar of the engine"."""
    return before in _BEFORE_A_NOUN and (LISTED.get(word) in _VERB_LETTERS or word in _GESTURES)


def letter_of(word: str, *, behind: Sequence[str]) -> str:
    """Return the letter of any word that is no name; `word` is in lower case, `behind` the letter before it, if any.

    Behind an article or a possessive "answer" is no verb.
    """
    if word in _NOUNS and behind and behind[0] in "dqpP":
        return "z" if word in _OWN_NOUNS else "k"
    return _LETTERS.get(word) or _by_ending(word)
