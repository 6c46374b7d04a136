"""Sums and estimates in words: an estimate never says less than it may be."""

from decimal import ROUND_HALF_UP, Decimal

from core.text.safe_html import counted
from workbench.jobs.usage.estimate_usage import UsageAmount, UsageEstimate
from workbench.jobs.usage.sums import UsageTotal

_LEAST = Decimal("0.0001")
_CENT = Decimal("0.01")


def dollars(cost: Decimal) -> str:
    """Return an amount in USD: to the cent from a dollar on, below that to a hundredth of a cent."""
    if 0 < cost < _LEAST:
        return f"under ${_LEAST}"
    rounded = cost.quantize(_LEAST if cost < 1 else _CENT, ROUND_HALF_UP)
    if rounded == 0:
        return "$0"
    text = f"{rounded:,.2f}" if rounded >= 1 else f"{rounded:.4f}".rstrip("0")
    return "$" + (text if len(text) - text.index(".") > 2 else f"{rounded:.2f}")


def cost_in_words(total: UsageTotal) -> str:
    """Return what calls cost, with those whose price is not known beside it."""
    if not total.unpriced:
        return dollars(total.cost)
    if total.unpriced == total.calls and not total.cost:
        return "price not known"
    known = f"at least {dollars(total.cost)}" if total.cost else "unknown"
    return f"{known}, {counted(total.unpriced, 'call')} of unknown price"


def tokens_in_words(total: UsageTotal) -> str:
    """Return the tokens of calls in and out; what is 0 of the finer kinds is left out."""
    if not any((total.input_tokens, total.output_tokens, total.thinking_tokens)):
        return "tokens not counted" if total.uncounted else "no tokens"
    cached = f" ({total.cached_tokens:,} cached)" if total.cached_tokens else ""
    thinking = f" and {total.thinking_tokens:,} thinking" if total.thinking_tokens else ""
    words = f"{counted(total.input_tokens, 'token')} in{cached}, {total.output_tokens:,} out{thinking}"
    return f"at least {words}; {counted(total.uncounted, 'call')} not fully counted" if total.uncounted else words


def sum_in_words(total: UsageTotal) -> str:
    """Return all that is known of some calls in one line."""
    calls = [counted(total.calls, "call")]
    if total.failed:
        some = (
            "which"
            if total.calls == 1
            else "all of which"
            if total.failed == total.calls
            else f"{total.failed:,} of which"
        )
        calls.append(f"{some} failed")
    if total.requests > total.calls:
        calls.append(counted(total.requests, "request"))
    parts = [tokens_in_words(total)]
    if total.tokens_per_second is not None:
        parts.append(f"{total.tokens_per_second:,.1f} tokens a second")
    parts += [f"{total.seconds:,.1f} s", cost_in_words(total)]
    return f"{', '.join(calls)}: {'; '.join(parts)}"


def _price(amount: UsageAmount) -> str:
    if amount.cost is None:
        return "at a price that is not known"
    return f"for about {dollars(amount.cost)}" if amount.cost else "at no cost"


def estimate_in_words(estimate: UsageEstimate) -> str:
    """Return an estimate as part of a sentence; "about" stands before what nobody counted."""
    if not estimate.calls:
        return "no call: nothing is sent"
    given = f"{counted(estimate.input_tokens, 'token')} in"
    written = f"{estimate.output_tokens:,} out in {counted(estimate.calls, 'call')}"
    words = f"{given} and about {written}" if estimate.is_counted else f"about {given} and {written}"
    words = f"{words}, {_price(estimate)}"
    most = estimate.most
    if most.calls == estimate.calls:
        return words
    more = f"{most.input_tokens:,} in and {most.output_tokens:,} out in {counted(most.calls, 'call')}, {_price(most)}"
    return f"{words}; with second attempts up to {more}"
