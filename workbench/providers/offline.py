"""The offline composer as a provider."""

from core.generation.offline_client import OfflineComposer
from workbench.providers.provider import PickerEntry, Provider
from workbench.store import ClientChoice

OFFLINE = Provider(
    kind="offline",
    title="the offline composer",
    spec="offline",
    on_generate=PickerEntry(
        name="The offline composer",
        caption="Writes from the claims and the proven quotes, without a model, a key or the network. "
        "It takes a moment.",
    ),
    on_ask=PickerEntry(name="Nobody: excerpts only", caption="No model, no key, no network: the passages that fit."),
    on_evaluate="The offline composer",
    reads_prompt=False,
    make=lambda _choice, _answered, _chapters: OfflineComposer(),
    choose=lambda _asked, _line, _chapters: ClientChoice(kind="offline"),
)
