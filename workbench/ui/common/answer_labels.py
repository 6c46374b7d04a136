"""Labels of the page Ask: modes, refusals, usage. None of them says that a claim is true."""

from typing import NamedTuple

from core.answers.records import AnswerMode, AnswerUsage, CitedAnswer, RefusalReason
from workbench.jobs.usage.usage_labels import dollars
from workbench.labels import count, duration


class AnswerLabel(NamedTuple):
    """A label with a sign and a tone, so that colour is never the only signal."""

    sign: str
    word: str
    tone: str


MODES = {
    AnswerMode.SYNTHESIS: (
        "Claims with quotes",
        "A model writes a few sentences, each with one quote. A quote that is refused is asked for again, or left out.",
    ),
    AnswerMode.INLINE: (
        "Paragraphs with quotes",
        "A model writes paragraphs with quotes behind them. They appear while it writes, a quote once it is proven.",
    ),
    AnswerMode.EXCERPTS: (
        "Excerpts only",
        "No model, no key, no network: the passages that fit best, by theme and file.",
    ),
    AnswerMode.BASELINE: (
        "Summaries only, without quotes",
        "The model is sent the summaries and may quote nothing. For comparison.",
    ),
}
REFUSALS = {
    RefusalReason.UNKNOWN_RECORD: AnswerLabel("✗", "No such record", "bad"),
    RefusalReason.NOT_IN_RECORDS: AnswerLabel("✗", "Not in the records", "bad"),
    RefusalReason.OTHER_RECORD: AnswerLabel("⇄", "In another record", "bad"),
    RefusalReason.PARTIAL_WORD: AnswerLabel("✂", "Cut inside a word", "bad"),
    RefusalReason.ELIDED: AnswerLabel("…", "Words left out", "bad"),
    RefusalReason.JOINED: AnswerLabel("+", "Joined from two places", "bad"),
    RefusalReason.FROM_SUMMARY: AnswerLabel("≠", "From the summary", "bad"),
    RefusalReason.TOO_SHORT: AnswerLabel("<", "Too short", "care"),
    RefusalReason.TOO_LONG: AnswerLabel(">", "Too long", "care"),
    RefusalReason.UNKNOWN_REFERENCE: AnswerLabel("?", "No such sentence", "bad"),
    RefusalReason.REPEATED: AnswerLabel("=", "Said already", "care"),
    RefusalReason.QUOTATION_IN_BRIDGE: AnswerLabel("–", "Sentence left out", "care"),
    RefusalReason.NUMBER_IN_BRIDGE: AnswerLabel("–", "Sentence left out", "care"),
}
_FELL_BACK = "Shown instead: the passages themselves, as labelled excerpts."


def fell_back(answer: CitedAnswer) -> str:
    """Say why a model's answer is missing, and what is shown instead; "" where it is not missing."""
    reason = answer.fallback_reason.strip()
    if not reason:
        return ""
    ended = reason if reason[-1] in ".!?…" else f"{reason}."
    return f"{ended} {_FELL_BACK}" if answer.blocks else ended


def _tokens(usage: AnswerUsage) -> str:
    if usage.input_tokens is None and usage.output_tokens is None:
        return "not counted"
    parts = [
        f"{number:,} {what}"
        for number, what in (
            (usage.input_tokens, "in"),
            (usage.output_tokens, "out"),
            (usage.thinking_tokens, "thinking"),
            (usage.cached_tokens, "cached"),
        )
        if number is not None and (number or what in ("in", "out"))
    ]
    return ", ".join(parts)


def usage_of(answer: CitedAnswer) -> list[tuple[str, str]]:
    """Return the usage of an answer, as terms and values; for one without a model's call, its time alone."""
    usage = answer.usage
    facts: list[tuple[str, str]] = []
    if usage.calls:
        sent = f", {count(usage.requests, 'request')}" if usage.requests > usage.calls else ""
        facts += [
            ("Calls", f"{usage.calls:,}{sent}"),
            ("Tokens", _tokens(usage)),
            ("Cost", "price not known" if usage.cost_usd is None else dollars(usage.cost_usd)),
        ]
        if usage.seconds_to_first is not None:
            facts.append(("First token after", duration(usage.seconds_to_first)))
    if usage.seconds is not None:
        facts.append(("Time", duration(usage.seconds)))
    if usage.tokens_saved:
        facts.append(("Saved by summaries", f"about {count(usage.tokens_saved, 'token')}"))
    return facts
