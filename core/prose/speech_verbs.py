"""The words by which English prose gives a quotation to a speaker, and those that only look like names."""

_STEMS = (
    "acknowledge add admit advise agree announce answer argue ask assert assure begin call claim comment complain "
    "concede conclude confess confirm continue contend counter cry declare deny describe emphasize emphasise "
    "estimate exclaim explain express finish insist interject interrupt joke laugh lament maintain mention muse "
    "murmur mutter note object observe offer opine point protest put quip quote read recall reckon recount "
    "reflect remark remember remind repeat reply report respond retort reveal say shout state stress suggest "
    "summarize summarise sum tell think volunteer warn whisper wonder write yell "
).split()
_IRREGULAR = (
    "began begun called cried cries denied denies put puts putting read reads replied replies said says saying "
    "told tells telling thought thinks wrote writes writing written summed admitted admitting quoth "
).split()
ADVERB = (
    r"(?:(?:likes|liked|loves|loved|used) to|"
    r"\w+ly|also|then|once|later|again|further|now|first|himself|herself|themself|even|still|has|have|had|would|will|"
    r"does|did|is|was|just|soon|often|never|always|sometimes|too|who)"
)


def _verb_forms() -> list[str]:
    forms = set(_IRREGULAR)
    for stem in _STEMS:
        forms.add(stem)
        forms.add(stem + "s")
        if stem.endswith("e"):
            forms.update((stem + "d", stem[:-1] + "ing"))
        else:
            forms.update((stem + "ed", stem + "ing", stem + "es"))
    return sorted(forms, key=len, reverse=True)


SPEECH_VERBS = frozenset(_verb_forms())
VERB = rf"(?:(?:go|goes|went) on|{'|'.join(_verb_forms())})\b"

# What somebody says, named as theirs ("her answer: ...") or as what is quoted from them ("according to her, ...").
SAYINGS = frozenset(
    (
        "account answer comment conclusion description explanation opinion phrase reply response retort summary "
        "verdict words"
    ).split()
)
SOURCES = frozenset(("according", *SAYINGS))

# Words that may precede a name without being part of it.
RANKS = frozenset("captain colonel dr judge lady lord mr mrs ms miss president prof professor senator sir".split())
# Capitalised at the start of a sentence, and no name.
SENTENCE_STARTS = frozenset(
    (
        "yesterday tomorrow tonight monday tuesday wednesday thursday friday saturday sunday however thus indeed "
        "often sometimes usually eventually years unlike beside behind during back here right between a about "
        "after again all also although an and another any anyone as asked at because before both but by each even "
        "every everybody everyone few finally first for from he her his how i if in instead it its just later "
        "like many meanwhile my nobody none nor not nothing now of on once one only or other others our perhaps "
        "she since so some somebody someone soon still such that the their then there these they this those "
        "though through to today together too two until we what when where which while who why with yes yet you "
        "your critics people listeners both neither either "
    ).split()
)
