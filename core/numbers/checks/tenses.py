"""Whether a sentence tells what was, or what is to be."""

import re

_WAS = frozenset(
    """
    was were had did rose fell grew held became began came cost cut drew drove fed felt found fought gave got went hit
    kept knew left lost made met paid put ran saw sold sent shrank sank sold spent spoke stood took taught
    thought won wrote built bought brought broke chose led slid
    """.split()
)
_NO_PAST = frozenset(
    """
    said told announced added stated noted confirmed explained insisted
    need feed seed speed bed red shed breed bleed indeed hundred proceed exceed succeed agreed unprecedented sacred
    embed wed weed greed deed creed reed steed heed
    """.split()
)
_TO_BE = frozenset(
    "will would shall should may might could due until till if unless next deadline outlook scenario going".split()
)
_PLANS = re.compile(
    r"projected|projection|projecting|plan(?:s|ned|ning)?\b|expect|forecast|target|schedul|aim|intend|predict|anticipat"
    r"|goal|propos|pledg|commit|promis|hope|matur|expir|estimat|envisag|foresee|foresaw|ambition|prospect|extrapolat|simulat"
)
_WORD = re.compile(r"[^\W\d_]+")


def _is_past(word: str) -> bool:
    return word in _WAS or (word.endswith("ed") and len(word) > 3 and word not in _NO_PAST)


def tells_the_past(sentence: str) -> bool:
    """Tell whether a sentence is in the past tense, without any word of plan or expectation.

    What somebody said may be about any time: "said" alone is no past. With a capital letter "May" is the month.
    """
    words = [word.casefold() for word in _WORD.findall(sentence) if word != "May"]
    if any(word in _TO_BE or _PLANS.match(word) for word in words) or "’ll" in sentence or "'ll" in sentence:
        return False
    return any(map(_is_past, words))
