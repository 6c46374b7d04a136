"""Which words can be a name."""

_PARTICLES = "al bin da de del della den der di dos du el la le ibn ten ter van von zu"
# Words that are often capitalised, at the beginning of a sentence or always, and are no names.
_NO_NAMES = """
    a about above according after again all almost also although always an and another any anybody anyone are around
    as asked at because been before being below both but by can could did do does each earlier even every everybody
    everyone everything few finally first for from had has have having he her here hers herself him himself his how
    however i i'm i've i'd i'll if in indeed instead is it it's its itself just last later let like looking many me
    meanwhile mine more most much my near neither never next no nobody none nor not nothing now of often on once one
    only or other others our ours out over perhaps people quite rather same says second several she should since so
    some somebody someone something soon still such than that that's the their theirs them then there there's these
    they thing things third this those though thus to today together too two under until up us usually very was we
    well were what when whenever where whereas whether which while who whoever whom whose why will with within without
    would yes yesterday yet you your yours
"""

PARTICLES = frozenset(_PARTICLES.split())
NO_NAMES = frozenset(_NO_NAMES.split())


def looks_like_name(text: str) -> bool:
    """Tell whether `text` as a whole can be a name: few words, each capitalised or a particle."""
    words = text.split()
    if not 0 < len(words) <= 5 or words[0].casefold() in NO_NAMES or not words[0][0].isalpha():
        return False
    if text.lower() == text.upper():
        return len(text) <= 20
    return all(
        word[0].isupper() or (word.isdigit() and len(word) < 3) or word.casefold() in PARTICLES for word in words
    )
