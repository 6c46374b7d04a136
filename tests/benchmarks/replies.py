"""Replies to measure with: chapters as a model writes them, with quotations proven, retyped, cut and invented."""

import random
from collections.abc import Iterator, Sequence

from core.whitelist.build import WhitelistQuote
from tests.benchmarks.corpus import invented, plain_sentences

_LEADS = (
    "{name} says, “{text}”",
    "“{text},” says {name}.",
    'It was plain: "{text}" ({name}).',
    "As we heard, “{text}”",
    "{name} went on: “{text}”.",
    "> {text}\n> — {name}",
    "- It came to this: “{text}” ({name})",
)


def _words_of(quote: WhitelistQuote, rng: random.Random) -> str:
    """Write a quote as a model does: most are right, some are retyped, some are cut, some are invented."""
    share = rng.random()
    if share > 0.9:
        return invented(rng)
    if share > 0.8:
        return " ".join(quote.quote_text.split()[:-2])
    if share > 0.65:
        return quote.quote_text.replace("’", "'").replace("—", "--")
    return quote.quote_text


def _prose(sentences: Iterator[str], length: int, rng: random.Random) -> str:
    """Write some sentences, with an emphasised word here and there."""
    written: list[str] = []
    while sum(map(len, written)) < length:
        words = next(sentences).split(" ")
        if rng.random() < 0.3:
            place = rng.randrange(len(words))
            mark = rng.choice(("*", "**"))
            words[place] = f"{mark}{words[place].rstrip('.,?!-')}{mark}"
        written.append(" ".join(words))
    return " ".join(written)


def make_reply(whitelist: Sequence[WhitelistQuote], size: int, quotations: int, seed: int = 5) -> str:
    """Write about `size` characters with as many quotations, in paragraphs, block quotes and lists under headings."""
    rng = random.Random(seed)
    sentences = plain_sentences(rng)
    usable = [quote for quote in whitelist if '"' not in quote.quote_text and "“" not in quote.quote_text]
    blocks: list[str] = []
    for number in range(quotations):
        quote = rng.choice(usable)
        lead = _LEADS[number % len(_LEADS)]
        cited = lead.format(name=quote.speaker.speaker_name, text=_words_of(quote, rng))
        prose = _prose(sentences, size // quotations - len(cited), rng)
        blocks += [prose, cited] if lead.startswith((">", "-")) else [f"{cited} {prose}"]
        if number % 20 == 19:
            blocks.append(f"## {next(sentences)}")
    return "\n\n".join(blocks) + "\n"
