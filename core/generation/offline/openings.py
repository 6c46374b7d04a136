"""When something was said, as the opening of the sentence that quotes it: by the clock, by its place, or by the
quotation before it."""

from core.generation.offline.quote_context import Distance, distance_between
from core.llm.client import QuoteOccasion
from core.whitelist.build import WhitelistQuote

_SECONDS = 60
_MOST_MINUTES = 180
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()

# What part of the talk stands before a quotation, at most, and what is said of its place then.
_PLACES: tuple[tuple[float, tuple[str, ...]], ...] = (
    (
        0.05,
        (
            "At the start of the conversation",
            "Right at the start of the talk",
            "In the first few exchanges",
            "In the opening exchanges",
        ),
    ),
    (
        0.22,
        (
            "In the early part of the conversation",
            "At an early point in the talk",
            "In the first part of the conversation",
            "In the opening part of the talk",
            "Near the start of the conversation",
            "At an early stage of the conversation",
        ),
    ),
    (
        0.42,
        (
            "About a third of the way in",
            "In the first half of the conversation",
            "Before the middle of the talk",
            "After about a third of the conversation",
            "In the first half of the talk",
        ),
    ),
    (
        0.58,
        (
            "Around the middle of the conversation",
            "About halfway through",
            "At about the middle of the talk",
            "Near the middle of the conversation",
            "In the middle part of the talk",
        ),
    ),
    (
        0.78,
        (
            "In the second half of the conversation",
            "Well into the conversation",
            "Past the middle of the talk",
            "About two thirds of the way through",
            "After the middle of the conversation",
            "In the second half of the talk",
        ),
    ),
    (
        0.94,
        (
            "Towards the end of the conversation",
            "In the last part of the talk",
            "At a late point in the conversation",
            "In the last third of the conversation",
            "In the later part of the conversation",
        ),
    ),
    (
        1.0,
        (
            "Near the very end",
            "At the close of the conversation",
            "Shortly before the end",
            "In the last few exchanges",
            "Near the end of the talk",
        ),
    ),
)
_DISTANCES: dict[Distance, tuple[str, ...]] = {
    Distance.RIGHT_AFTER: (
        "Directly after this",
        "Straight after this",
        "Directly after that",
        "Straight afterwards",
    ),
    Distance.NEAR: (
        "Soon afterwards",
        "A moment later",
        "Shortly after that",
        "Right after that",
        "Soon after that in the conversation",
        "Just afterwards",
        "Shortly after that in the talk",
        "Shortly afterwards",
        "Just after that",
    ),
    Distance.LATER: (
        "Later on",
        "Later in the conversation",
        "Further on",
        "At a later point in the talk",
        "Further on in the talk",
        "Later in the same part of the conversation",
        "After some time",
        "In a later part of the conversation",
        "At a later point in the conversation",
        "Later on in the talk",
        "In a later passage",
    ),
    Distance.FAR: (
        "At a much later point in the talk",
        "Later on in the conversation",
        "In a much later part of the conversation",
        "In a much later passage",
        "At a much later stage of the conversation",
    ),
    Distance.EARLIER: (
        "Earlier in the conversation",
        "At an earlier point in the talk",
        "Earlier on",
        "In an earlier part of the conversation",
        "In an earlier passage",
    ),
    Distance.UNKNOWN: (
        "At one point",
        "Elsewhere",
        "At another point",
        "In another place",
        "In one passage",
        "In another part of the talk",
        "At one point in the talk",
    ),
}
# A quotation that earlier chapters have too, by their number: the same words never stand in the same sentence twice.
_AGAIN = ("Again", "Here too", "Once again", "Here as well", "Yet again", "Here again")


def _number(number: int) -> str:
    if number < len(_ONES):
        return _ONES[number]
    if number < 100:
        ones = f"-{_ONES[number % 10]}" if number % 10 else ""
        return f"{_TENS[number // 10]}{ones}"
    rest = f" and {_number(number % 100)}" if number % 100 else ""
    return f"{_ONES[number // 100]} hundred{rest}"


def _by_the_clock(seconds: float) -> tuple[str, ...]:
    minutes = round(seconds / _SECONDS)
    if not 2 <= minutes <= _MOST_MINUTES:
        return ()
    number = _number(minutes)
    return (
        f"About {number} minutes in",
        f"After about {number} minutes",
        f"About {number} minutes into the conversation",
    )


def again(chapters_before: int) -> str:
    """Return the opening of a quotation that so many earlier chapters have, at least one."""
    if chapters_before <= len(_AGAIN):
        return _AGAIN[chapters_before - 1]
    return f"For time number {chapters_before + 1}"


def openings_of(quote: WhitelistQuote, place: QuoteOccasion | None, before: WhitelistQuote | None) -> tuple[str, ...]:
    """Return what may be said of when a quotation was spoken, the most telling first; `before` is the one before it."""
    if before is not None:
        return _DISTANCES[distance_between(before, quote)]
    if place is None:
        return _DISTANCES[Distance.UNKNOWN]
    clock = _by_the_clock(quote.start_seconds) if quote.start_seconds is not None else ()
    return (*clock, *next(openings for most, openings in _PLACES if place.share <= most))
