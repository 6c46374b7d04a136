"""Words that are one word to a reader and share no stem: irregular forms (`draw`, `drew`), and `complain`, `complaint`.

A stemmer cuts endings; neither Porter's nor its successors bring these together. Forms that are mostly another word are
left out (`left`, `saw`, `felt`, `found`), and so are those that only everyday words have.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

_FAMILIES = (
    "arise arose arisen;beat beaten;become became;begin began begun;bend bent;bite bit bitten;bleed bled;"
    "blow blew blown;break broke broken;breed bred;build built;burn burnt;buy bought;catch caught;"
    "choose chose chosen;cling clung;creep crept;deal dealt;dig dug;draw drew drawn;dream dreamt;"
    "drink drank drunk;drive drove driven;eat ate eaten;fall fallen;feed fed;fight fought;flee fled;fling flung;"
    "fly flew flown;forbid forbade forbidden;forget forgot forgotten;forgive forgave forgiven;"
    "freeze froze frozen;grow grew grown;hang hung;hide hid hidden;hold held;kneel knelt;lead led;"
    "leap leapt;learn learnt;lend lent;lie lying lied;light lit;lose lost losing;meet met;"
    "overcome overcame;pay paid;prove proven;ride rode ridden;ring rang rung;rise risen;"
    "seek sought;sell sold;send sent;sew sewn;shake shook shaken;shine shone;shoot shot;"
    "shrink shrank shrunk;sing sang sung;sink sank sunk;sleep slept;slide slid;smell smelt;"
    "speak spoke spoken;speed sped;spell spelt;spend spent;spill spilt;spin spun;spoil spoilt;"
    "spring sprang sprung;stand stood;steal stole stolen;stick stuck;sting stung;strike struck stricken;"
    "string strung;strive strove striven;swear swore sworn;sweep swept;swell swollen;swim swam swum;swing swung;"
    "teach taught;tear tore torn;throw threw thrown;undo undid undone;wake woke woken;wear wore worn;"
    "weave wove woven;weep wept;win won;withdraw withdrew withdrawn;write wrote written;child children;foot feet;"
    "goose geese;loaf loaves;man men;mouse mice;shelf shelves;tooth teeth;wife wives;wolf wolves;woman women;"
    "criterion criteria;phenomenon phenomena;analysis analyses;crisis crises;hypothesis hypotheses;thesis theses;"
    "index indices;matrix matrices;appendix appendices"
)
_VERB, _NOUN = re.compile(r"[a-z]{4,60}ain"), re.compile(r"([a-z]{4,60}ain)ts?")


def _by_form() -> Mapping[str, tuple[str, ...]]:
    families = (tuple(family.split()) for family in _FAMILIES.split(";"))
    return MappingProxyType({form: family for family in families for form in family})


_BY_FORM = _by_form()


def base_of(word: str) -> str:
    """Return the word that an irregular form, or a noun like `complaint`, belongs to; any other word as it is."""
    if word in _BY_FORM:
        return _BY_FORM[word][0]
    noun = _NOUN.fullmatch(word)
    return noun[1] if noun else word


def relatives_of(word: str, stem: str) -> tuple[str, ...]:
    """Return the words that are looked for beside a word, whose own stem finds its regular forms already."""
    if word in _BY_FORM or stem in _BY_FORM:
        return tuple(one for one in _BY_FORM.get(word) or _BY_FORM[stem] if one not in (word, stem))
    base = base_of(word)
    if base != word:
        return (base,)
    return (f"{stem}t",) if _VERB.fullmatch(stem) else ()
