"""How long a chapter's narrative can become on its evidence, without padding."""

from collections.abc import Iterable

from core.whitelist.quote import WhitelistQuote

WORDS_AROUND_A_QUOTE = 20
"""The words, at most, that say who speaks, when, and in answer to what."""


def quoted_words(quotes: Iterable[WhitelistQuote]) -> int:
    """Return the words of some quotes, counted at white space; where quotes overlap, theirs count once."""
    words = 0
    told = 0  # the end in raw of what was counted
    for quote in sorted(quotes, key=lambda quote: quote.raw_spans[:1]):
        text = quote.quote_text
        if quote.raw_spans:
            start, end = quote.raw_spans[0]
            text = text[max(told - start, 0) :]
            told = max(told, end)
        words += len(text.split())
    return words


def reachable_words(target_words: int, claims: Iterable[str], quotes: Iterable[WhitelistQuote]) -> int:
    """Return how many words a narrative can have: its target, or fewer where the evidence carries no more.

    The evidence is the words of the proven quotes and of the claims, and what brings each quote in.
    """
    proven = tuple(quotes)
    carried = quoted_words(proven) + sum(len(claim.split()) for claim in claims)
    return min(target_words, carried + WORDS_AROUND_A_QUOTE * len(proven))
