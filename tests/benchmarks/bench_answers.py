"""Validating the quotes of an answer: against seed 2's own check, which lowers and collapses both texts each time."""

import random
from collections.abc import Iterator

from core.answers.records import CitationRef, Claim
from core.answers.validation import validate_citations
from tests.benchmarks.corpus import make_corpus
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import at_most

PASSAGES = 10
LENGTH = 2_000  # code points of a passage
MOST = 5  # times seed 2's check
ROUNDS = 50
MIXED = (*["exact"] * 4, *["variant"] * 3, "partial", "word changed", "invented")
ALL = {"mixed": MIXED} | {f"all {kind}": (kind,) * PASSAGES for kind in ("exact", "variant", "invented")}
STANDS = ("exact", "variant")
STANDS_BY_SEED = ("exact", "partial")
TYPOGRAPHY = str.maketrans({"’": "'", "'": "’", "“": '"', "”": '"', "…": "...", "—": "–"})


def passages() -> dict[str, str]:
    """Return stretches of speech in which quotes are typed as people type them."""
    raw = " ".join(make_corpus(130_000, 10).transcript.raw.split())
    return {str(number): raw[number * LENGTH : (number + 1) * LENGTH] for number in range(PASSAGES)}


def retyped(text: str) -> str:
    """Write the same words with other typography."""
    return text.translate(TYPOGRAPHY).replace("é", "e\u0301").replace('"', "&quot;")


def words_of(passage: str, rng: random.Random) -> list[str]:
    """Cut 20 to 60 whole words out of a passage that begin with letters and hold some typography."""
    words = passage.split(" ")[1:-1]
    while True:
        first = rng.randrange(len(words) - 61)
        cut = words[first : first + rng.randint(20, 60)]
        if retyped(text := " ".join(cut)) != text and cut[0][:2].isalpha():
            return cut


def written(kind: str, words: list[str], rng: random.Random) -> str:
    """Write cut words as a model writes them."""
    match kind:
        case "exact":
            return " ".join(words)
        case "variant":
            return retyped(" ".join(words))
        case "partial":
            return " ".join(words)[1:]
        case "word changed":
            place = rng.randrange(5, len(words) - 5)
            return " ".join((*words[:place], "never", *words[place + 1 :]))
        case _:
            return " ".join(rng.sample(words, len(words)))


def claims(kinds: tuple[str, ...], texts: dict[str, str]) -> Iterator[Claim]:
    """Yield a claim for each passage."""
    rng = random.Random(11)
    for (passage_id, text), kind in zip(texts.items(), kinds, strict=True):
        quote = written(kind, words_of(text, rng), rng)
        yield Claim(claim_text="It is so.", citation=CitationRef(passage_id=passage_id, quote=quote))


def lower_and_collapse(text: str) -> str:
    """Normalise a text as seed 2 does."""
    return " ".join(text.split()).lower()


def seeds_check(said: list[Claim], texts: dict[str, str]) -> list[Claim]:
    """Return the claims that seed 2's check lets stand."""
    return [
        claim
        for claim in said
        if lower_and_collapse(claim.citation.quote) in lower_and_collapse(texts[claim.citation.passage_id])
    ]


def against_the_seed(kinds: tuple[str, ...]) -> float:
    """What the seed loses to typography stands, the rest does not."""
    texts = passages()
    said = list(claims(kinds, texts))
    valid, errors = validate_citations(said, texts)
    assert [claim in valid for claim in said] == [kind in STANDS for kind in kinds]
    assert [claim in seeds_check(said, texts) for claim in said] == [kind in STANDS_BY_SEED for kind in kinds]
    assert len(errors) == len(said) - len(valid)

    def ours() -> None:
        for _ in range(ROUNDS):
            validate_citations(said, texts)

    def theirs() -> None:
        for _ in range(ROUNDS):
            seeds_check(said, texts)

    return ratio_of(ours, theirs, most=MOST)


@at_most("answers: validating ten claims against seed 2's own check", MOST)
def validating() -> float:
    """10 claims and 10 passages of 2,000 characters."""
    return max(map(against_the_seed, ALL.values()))
