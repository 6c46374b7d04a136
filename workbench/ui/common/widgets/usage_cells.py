"""Table cells with the usage of calls: a number, and notes in small letters below it."""

from core.text.safe_html import counted
from workbench.jobs.usage import UsageTotal
from workbench.safe_html import SafeHtml, element, join_html


def with_notes(first: str, *notes: str) -> SafeHtml:
    """Return the content of a cell: what it says, and notes below it; an empty note is none."""
    return join_html([first, *(element("p", note, class_="note") for note in notes if note)])


def calls_of(total: UsageTotal, text: str) -> SafeHtml:
    """Return `text`, with what was sent and what failed of some calls below it, where that is out of the ordinary."""
    sent = f"{counted(total.requests, 'request')} sent" if total.requests != total.calls else ""
    return with_notes(text, sent, f"{total.failed:,} failed" if total.failed else "")


def tokens_of(total: UsageTotal) -> SafeHtml:
    """Return the tokens of some calls; at least so many where not all were counted."""
    if total.uncounted and not (total.input_tokens or total.output_tokens):
        return with_notes("not counted")
    least = "at least " if total.uncounted else ""
    finer = [
        f"{number:,} {what}"
        for number, what in ((total.thinking_tokens, "thinking"), (total.cached_tokens, "cached"))
        if number
    ]
    return with_notes(f"{least}{total.input_tokens:,} in, {total.output_tokens:,} out", ", ".join(finer))


def speed_of(total: UsageTotal) -> str:
    """Return how fast models wrote, "" where it is unknown."""
    return "" if total.tokens_per_second is None else f"{total.tokens_per_second:,.0f} tokens a second"
