"""Transcripts and quotes to measure with: seeded Zipf pseudo-English with turns, apostrophes, dashes and some accents.

The most frequent words are English ones, so that negations, fillers and common phrases occur as they do in speech; the
long tail is made of syllables. 0.7 % of the characters are not ASCII. The same size and seed give the same characters.
"""

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Literal, NamedTuple

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.span import Span
from core.transcripts.speakers import Speaker, SpeakerRole
from core.transcripts.transcript import TranscriptPair, Turn

SPEAKERS = ("Ada Moreno", "Ben Okafor", "Chloé Laurent")
QUOTES_PER_CLAIM = 4
CLAIMS_PER_CHAPTER = 5

_COMMON = (
    "the of and to a in that is it you I was for on with as we be have at not this they from by but what all were so "
    "when your can there an which their if do will how other about out many then them these some her would make like "
    "into him time has look two more go see no way could people my than first been call who its now long down day did "
    "get come made may part it's don't I'm that's you're we're can't didn't know think really just going want thing "
    "because well right yeah something kind mean lot actually where work never good back very even much maybe"
).split()
_ONSETS = "b c ch d f g h j k l m n p pl r s sh st t th tr v w".split()
_VOWELS = "a e i o u a e i o ea ou".split()
_CODAS = ["", "", "", "", "n", "r", "s", "t", "l", "ck"]
_ACCENTED = {"a": "à", "e": "é", "o": "ö", "u": "ü", "i": "ï"}
_VOCABULARY_SIZE = 30_000


class PlantedQuote(NamedTuple):
    """A quote as somebody typed it: `kind` says how it differs, `span` where in raw it was cut from (code points)."""

    text: str
    kind: Literal["verbatim", "near", "invented"]
    speaker: str
    span: Span | None


class Corpus(NamedTuple):
    """One transcript and the quotes made for it."""

    transcript: TranscriptPair
    quotes: tuple[PlantedQuote, ...]

    def typed(self, *kinds: str) -> list[str]:
        """The texts of the quotes of these kinds."""
        return [quote.text for quote in self.quotes if quote.kind in kinds]


@lru_cache(maxsize=1)
def _vocabulary() -> tuple[list[str], list[float]]:
    rng = random.Random(1)
    words: list[str] = list(_COMMON)
    seen = set(words)
    while len(words) < _VOCABULARY_SIZE:
        # Frequent words are short, as in speech: about five letters a word in running text.
        syllables = 1 if len(words) < 1_200 else 2 if len(words) < 9_000 else 3
        word = "".join(rng.choice(_ONSETS) + rng.choice(_VOWELS) + rng.choice(_CODAS) for _ in range(syllables))
        if rng.random() < 0.05:
            word = word.replace(found := next(char for char in word if char in _ACCENTED), _ACCENTED[found], 1)
        if word not in seen:
            seen.add(word)
            words.append(word)
    return words, list(accumulate(1 / (rank + 3) for rank in range(len(words))))


def _sentences(rng: random.Random) -> Iterator[str]:
    """Yield sentences for ever; their typography is a mixture, as in real transcripts."""
    words, weights = _vocabulary()
    while True:
        drawn = rng.choices(words, cum_weights=weights, k=rng.randint(4, 26))
        if rng.random() < 0.5:
            drawn = [word.replace("'", "’") for word in drawn]
        for index in range(len(drawn) - 1):
            chance = rng.random()
            if chance < 0.06:
                drawn[index] += ","
            elif chance < 0.068:
                drawn[index] += rng.choice((" --", " —", "—", "...", "…")) if index else ""
            elif chance < 0.075:
                drawn[index] = f"“{drawn[index]}”" if rng.random() < 0.3 else f'"{drawn[index]}"'
            elif chance < 0.078:
                drawn[index] = str(rng.randint(2, 9_000))
        text = " ".join(drawn)
        yield text[0].upper() + text[1:] + rng.choice(("." * 1, ".", ".", "?", "!"))


def _write_transcript(size: int, rng: random.Random) -> TranscriptPair:
    sentences = _sentences(rng)
    pieces: list[str] = []
    turns: list[Turn] = []
    length = 0
    while length < size:
        name = SPEAKERS[len(turns) % len(SPEAKERS)]
        label = f"{name}: "
        words = " ".join(next(sentences) for _ in range(rng.randint(1, 12)))
        start = length + len(label)
        turns.append(
            Turn(speaker=name, span=Span(start, start + len(words)), label_span=Span(length, length + len(name) + 1))
        )
        pieces += (label, words, "\n\n")
        length = start + len(words) + 2
    return TranscriptPair.from_raw("".join(pieces), turns=tuple(turns))


def _cut(raw: str, turns: Sequence[Turn], rng: random.Random) -> tuple[str, Turn, Span]:
    """Cut 5 to 45 whole words out of one turn."""
    while True:
        turn = rng.choice(turns)
        words = turn.span.slice(raw).split(" ")
        wanted = round(rng.triangular(5, 45, 20))
        if len(words) < wanted:
            continue
        first = rng.randrange(len(words) - wanted + 1)
        text = " ".join(words[first : first + wanted]).strip(',.?! -—…"“”')
        if text.count(" ") >= 4:
            start = raw.index(text, turn.span.start + sum(len(word) + 1 for word in words[:first]))
            return text, turn, Span(start, start + len(text))


def _retype(text: str, rng: random.Random) -> str:
    """Type the same words with other typography: equal in canonical form."""
    swaps = (("’", "'"), ("'", "’"), (" -- ", "—"), ("—", " — "), ("…", "..."), ("“", '"'), ("”", '"'), (" ", "  "))
    for old, new in rng.sample(swaps, 3):
        text = text.replace(old, new, 1 if old == " " else -1)
    if rng.random() < 0.3:
        text = text[0].swapcase() + text[1:]
    return f"“{text}”" if rng.random() < 0.2 and "“" not in text and '"' not in text else text


def _edit(text: str, rng: random.Random) -> str:
    """Change, drop or add one to three words."""
    vocabulary, weights = _vocabulary()
    words = text.split(" ")
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(words))
        new = rng.choices(vocabulary, cum_weights=weights)[0]
        match rng.choice(("change", "change", "drop", "add")):
            case "change":
                words[place] = new
            case "drop" if len(words) > 1:
                del words[place]
            case _:
                words.insert(place, new)
    return " ".join(words)


def plain_sentences(rng: random.Random) -> Iterator[str]:
    """Yield sentences without quotation marks for ever."""
    return (sentence for sentence in _sentences(rng) if not any(mark in sentence for mark in '"“”'))


def invented(rng: random.Random) -> str:
    """Return 5 to 45 words that nobody said in this order."""
    vocabulary, weights = _vocabulary()
    return " ".join(rng.choices(vocabulary, cum_weights=weights, k=round(rng.triangular(5, 45, 20))))


def evidence_map(quotes: Sequence[PlantedQuote]) -> EvidenceMap:
    """Put the quotes into claims of four and chapters of five claims."""
    claims = [
        ClaimEvidence(
            claim_id=f"c{first}",
            claim=f"Claim {first}",
            support=tuple(
                Support(evidence_id=f"e{first + index}", quote=quote.text, speaker=quote.speaker)
                for index, quote in enumerate(quotes[first : first + QUOTES_PER_CLAIM])
            ),
        )
        for first in range(0, len(quotes), QUOTES_PER_CLAIM)
    ]
    chapters = tuple(
        ChapterEvidence(title=f"Chapter {first}", claims=tuple(claims[first : first + CLAIMS_PER_CHAPTER]))
        for first in range(0, len(claims), CLAIMS_PER_CHAPTER)
    )
    speakers = tuple(
        Speaker(speaker_id=name.casefold().replace(" ", "_"), speaker_name=name, speaker_role=SpeakerRole.GUEST)
        for name in SPEAKERS
    )
    return EvidenceMap(speakers=speakers, chapters=chapters)


@lru_cache(maxsize=8)
def make_corpus(size: int, quotes: int, seed: int = 7) -> Corpus:
    """Write a transcript of about `size` characters and `quotes` quotes: 70 % verbatim, 15 % near, 15 % invented."""
    rng = random.Random(seed)
    transcript = _write_transcript(size, rng)
    turns = [turn for turn in transcript.turns if turn.span.end - turn.span.start > 40]
    planted: list[PlantedQuote] = []
    for number in range(quotes):
        share = number % 20
        if share >= 17:
            planted.append(PlantedQuote(invented(rng), "invented", rng.choice(SPEAKERS), None))
            continue
        text, turn, span = _cut(transcript.raw, turns, rng)
        speaker = turn.speaker or ""
        if share < 14:
            planted.append(PlantedQuote(_retype(text, rng), "verbatim", speaker, span))
        else:
            planted.append(PlantedQuote(_edit(text, rng), "near", speaker, span))
    return Corpus(transcript, tuple(planted))
