"""What is sent to a model that is to propose a map, and what it costs: said before the first call."""

from collections.abc import Sequence

from core.map_making.proposal.map_requests import MapWindow
from workbench.jobs.usage import UsageEstimate, estimate_in_words
from workbench.jobs.usage.estimate_usage import one_call, together
from workbench.providers import provider_of
from workbench.providers.transport.addresses import is_in_own_network
from workbench.store import ClientChoice

_CHARACTERS_A_TOKEN = 4
_READ_FOR_ONE_WRITTEN = 6  # tokens: a claim with its quotes for about each 250 words


def _characters(window: MapWindow) -> int:
    return len(window.request.system) + len(window.request.prompt)


def characters_of(windows: Sequence[MapWindow]) -> int:
    """Return how many characters are sent for windows."""
    return sum(map(_characters, windows))


def estimate_windows(windows: Sequence[MapWindow], choice: ClientChoice) -> UsageEstimate:
    """Return what the calls for windows take."""
    read = [-(-_characters(window) // _CHARACTERS_A_TOKEN) for window in windows]
    amount = together(one_call(choice, tokens, -(-tokens // _READ_FOR_ONE_WRITTEN)) for tokens in read)
    return UsageEstimate(**amount.model_dump(), most=amount)


def sent_in_words(windows: Sequence[MapWindow], of: int, choice: ClientChoice) -> str:
    """Return what is sent to whom and what it costs; `of` is how many windows the transcript has."""
    provider = provider_of(choice.kind)
    if not provider.is_service:
        return f"{choice.kind}: no service is asked, so nothing leaves this machine."
    what = "The whole transcript" if len(windows) == of else f"{len(windows):,} of {of:,} parts of the transcript"
    model = choice.model or provider.default_model
    at = f" at {choice.base_url}" if choice.base_url else ""
    near = bool(choice.base_url) and is_in_own_network(choice.base_url)
    how = "sent inside your own network" if near else "sent out of this machine"
    verb = "is" if len(windows) in (1, of) else "are"
    return (
        f"{what} {verb} {how}, to {provider.title}{at} ({model}): {characters_of(windows):,} characters; "
        f"{estimate_in_words(estimate_windows(windows, choice))}."
    )
