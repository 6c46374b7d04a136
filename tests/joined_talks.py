"""Talks of our own making, each about one craft, to be joined: where one ends and the next begins is known.

A talk keeps to the words of its craft as people do: two sentences in three hold none of them, the others take theirs
from a few that come up again and again, and all talks share the words of work, money and weather. The same seed makes
the same characters.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

from core.map_making.outline.talk_sentences import TalkSentence
from core.span import Span

_ASKING, _SMALL_TALK, _OF_THE_CRAFT = 0.4, 0.4, 0.5  # chances
PIECES, SENTENCES = (4, 9), (40, 120)
"""The pieces of a joined text, and the sentences of a piece, at least and at most."""

_CRAFTS = (
    "tide gauge float harbour well pen paper moon keeper wave "
    "pier current buoy chart rope anchor mooring sluice dock barnacle; "
    "oven dough flour crust yeast rye loaf baker starter crumb "
    "salt proofing basket mill grain bran sieve steam peel hearth; "
    "loom warp weft shuttle wool dye madder indigo fleece spindle "
    "bobbin pattern heddle selvedge felt carder skein mordant linen flax; "
    "hive queen swarm nectar brood comb honey frame smoker drone "
    "pollen clover wax mite forager apiary veil propolis sting bloom; "
    "violin bow varnish spruce maple scroll bridge peg luthier soundpost "
    "glue rosin fiddle purfling gut resonance arching rib chisel plane; "
    "kiln glaze clay wheel slip porcelain ash potter cone crackle "
    "stoneware bisque celadon throwing shard cobalt feldspar handle bowl foot; "
    "locomotive boiler piston valve signal points sleeper guard timetable viaduct "
    "gauge platform tender shunting whistle cutting fireman coal axle junction; "
    "orchard graft apple rootstock scion pruning cider press blossom canker "
    "ladder quince pear perry sapling wassail thicket harvest basket pomace; "
    "telescope mirror comet lens eclipse dome spectrum orbit galaxy nebula "
    "observer eyepiece tripod meteor crater parallax aperture planet star exposure; "
    "glacier moraine crevasse ice core ridge avalanche crampon meltwater snowfield "
    "summit hut guide piton cairn couloir altitude serac frost slope; "
    "dictionary headword dialect slip etymology lexicographer vowel spelling citation idiom "
    "grammar proverb syllable accent compiler printer proof column quotation suffix; "
    "surgeon scalpel suture theatre ward anaesthetic artery bandage fracture stitch "
    "plaster nurse fever tourniquet incision marrow splint infirmary scar pulse"
).split("; ")
_SHARED = (
    "money winter letter brother summer morning price train window kitchen village war street book radio garden".split()
)
_FRAMES = (
    "The {0} was never far from the {1} in those days.",
    "My grandfather kept a {0} that nobody else was allowed to touch.",
    "If the {0} is bad, then the {1} will be worse by the evening.",
    "People who know a {0} will tell you that the {1} comes first.",
    "We lost one {0} to the {2} and another to plain carelessness.",
    "I would rather mend a {0} than sell a new {1} to a stranger.",
    "Every {0} has a voice of its own, and so has every {1}.",
    "There was a {0} on the table and a {2} beside it.",
    "A good {0} costs more than a {1}, and it lasts three times as long.",
    "In the {2} they taught us to look at the {0} before we spoke.",
)
_SMALL = (
    "I think that is how most people would put it.",
    "You know, it was a different time altogether.",
    "That took me a while to understand, to be honest.",
    "And nobody ever told us why.",
    "It really was as simple as that.",
    "We laughed about it for years afterwards.",
    "I had no idea what I was doing at first.",
    "So we started again from the beginning.",
)
_ASKED = (
    "And what did that {0} look like?",
    "How did the {0} get there?",
    "Was it always like that?",
    "Could you say more?",
)


class JoinedTalk(NamedTuple):
    """Pieces of several talks, one after the other, and the sentences with which each but the first begins."""

    sentences: tuple[TalkSentence, ...]
    boundaries: tuple[int, ...]


def _talk(craft: str, size: int, rng: random.Random) -> list[tuple[str, bool]]:
    """Return the sentences of a talk, and whether each opens a turn."""
    favourites = rng.sample(craft.split(), 12)
    said: list[tuple[str, bool]] = []
    while len(said) < size:
        if rng.random() < _ASKING:
            said.append((rng.choice(_ASKED).format(rng.choice(favourites)), True))
        for number in range(rng.randint(1, 8)):
            words = rng.sample(favourites if rng.random() < _OF_THE_CRAFT else _SHARED, 2)
            frame = rng.choice(_SMALL if rng.random() < _SMALL_TALK else _FRAMES)
            said.append((frame.format(*words, rng.choice(_SHARED)), not number))
    return said[:size]


def join_talks(pieces: Sequence[Sequence[tuple[str, bool]]]) -> JoinedTalk:
    """Return pieces of talks as one; a piece's first sentence opens a turn."""
    sentences: list[TalkSentence] = []
    boundaries: list[int] = []
    at = 0
    for piece in pieces:
        if sentences:
            boundaries.append(len(sentences))
        for number, (text, opens) in enumerate(piece):
            sentences.append(TalkSentence(Span(at, at + len(text)), text, None, opens or not number, whole=True))
            at += len(text) + 1
    return JoinedTalk(tuple(sentences), tuple(boundaries))


def made_talks(many: int, seed: int = 1) -> list[JoinedTalk]:
    """Return so many texts, each joined from pieces of different talks."""
    rng = random.Random(seed)
    return [
        join_talks([_talk(craft, rng.randint(*SENTENCES), rng) for craft in rng.sample(_CRAFTS, rng.randint(*PIECES))])
        for _ in range(many)
    ]


def cut_and_joined(talks: Sequence[Sequence[tuple[str, bool]]], many: int, seed: int = 3) -> list[JoinedTalk]:
    """Return so many texts, each joined from pieces that are cut out of different talks."""
    rng = random.Random(seed)

    def cut(talk: Sequence[tuple[str, bool]]) -> Sequence[tuple[str, bool]]:
        size = rng.randint(*SENTENCES)
        first = rng.randrange(len(talk) - size + 1)
        return talk[first : first + size]

    return [join_talks([cut(talk) for talk in rng.sample(talks, rng.randint(*PIECES))]) for _ in range(many)]


def even_split(size: int, boundaries: int) -> list[int]:
    """Return as many boundaries at equal distances."""
    return [round(size * number / (boundaries + 1)) for number in range(1, boundaries + 1)]


def pk_of(reference: Sequence[int], found: Sequence[int], size: int) -> float:
    """Return Pk (Beeferman, Berger and Lafferty 1999): how often two sentences half a chapter apart are wrongly said to
    stand in one chapter, or in two; 0 is perfect."""
    apart = max(2, round(size / (len(reference) + 1) / 2))
    right, ours = ([sum(one <= at for one in cuts) for at in range(size)] for cuts in (reference, found))
    wrong = sum(
        (right[at] == right[at + apart]) != (ours[at] == ours[at + apart]) for at in range(max(0, size - apart))
    )
    return wrong / max(1, size - apart)
