"""What a call costs, in USD, by the price list of the genai-prices library: nothing is asked over a network.

A price that is not known is None and never 0. A model on this machine or in the own network costs nothing.
"""

import re
from datetime import datetime
from decimal import Decimal
from urllib.parse import urlsplit

from core.llm.client import Usage
from workbench.providers.registry import provider_of
from workbench.providers.transport.addresses import is_in_own_network
from workbench.store import ClientChoice

_NOTHING = Decimal(0)


def _is_of(base_url: str, pattern: str) -> bool:
    """Tell whether a pattern of the price list, which may end in the middle of a host, means this address's own host.

    Raises ValueError for an address that is none.
    """
    host_ends = len(base_url) - len(base_url.partition("://")[2].partition("/")[2])
    matched = re.match(pattern, base_url)
    if matched is None:
        return False
    rest = base_url[matched.end() : host_ends].rstrip("/")
    is_whole = not rest or rest.startswith(":") or (matched[0].endswith(".") and "." not in rest)
    host = urlsplit(base_url).netloc
    return is_whole and re.match(pattern, base_url.replace(host, "elsewhere.invalid", 1)) is None


def _priced(usage: Usage, model: str, *, provider: str | None, base_url: str | None, at: datetime | None) -> Decimal:
    """Return the price by the list. Raises LookupError where it has none, ValueError for counts that cannot be."""
    from genai_prices import Usage as Counts
    from genai_prices.data_snapshot import get_snapshot

    counts = Counts(
        input_tokens=usage.input_tokens,
        output_tokens=(usage.output_tokens or 0) + (usage.thinking_tokens or 0),
        cache_read_tokens=usage.cached_tokens,
    )
    prices = get_snapshot()
    if base_url is not None and not _is_of(base_url, prices.find_provider(model, provider, base_url).api_pattern):
        raise LookupError(f"{base_url} only looks like a service that is listed")
    found = prices.calc(counts, model, provider, base_url, at)
    if found.model_price.input_mtok is None or found.model_price.output_mtok is None:
        raise LookupError(f"{model} is listed without a price")
    return found.total_price


def cost_of(usage: Usage, choice: ClientChoice, *, at: datetime | None = None) -> Decimal | None:
    """Return what a call with so many tokens costs, None where the price or the number of tokens is not known.

    Thinking costs as output, cached tokens as cached ones. Clients that ask no service cost nothing, and so does a
    server on this machine or in the own network. Prices are those of the moment `at`, now where it is None.
    """
    service = provider_of(choice.kind)
    has_address = service.check_address is not None
    if not service.is_service or (has_address and is_in_own_network(choice.base_url)):
        return _NOTHING
    if usage.input_tokens is None or (usage.output_tokens is None and usage.thinking_tokens is None):
        return None
    model = choice.model or service.default_model
    try:
        return _priced(
            usage,
            model.removeprefix("models/"),
            provider=service.price_list or None,
            base_url=choice.base_url if has_address else None,
            at=at,
        )
    except (LookupError, ValueError):
        return None
