"""Calls that were made in this process and could not be stored yet: what was paid for is not lost with a full disk."""

from workbench.jobs.calls import has_failed
from workbench.store import CallRecord, OpenRun, Store


class PendingCalls:
    """The calls of one run that wait to be stored, whoever of this process makes or stores them."""

    def __init__(self) -> None:
        self._calls: dict[tuple[int, int], CallRecord] = {}

    def __bool__(self) -> bool:
        return bool(self._calls)

    @property
    def answered(self) -> int:
        """How many of them were answered."""
        return sum(not has_failed(call) for call in tuple(self._calls.values()))

    def of(self, position: int) -> tuple[CallRecord, ...]:
        """Return those for a chapter, in the order in which they were made."""
        return tuple(call for call in tuple(self._calls.values()) if call.position == position)

    def store(self, call: CallRecord, store: Store, run_id: str, owner: str) -> None:
        """Store a call; while that does not succeed, it stays here. Raises StoreError."""
        key = call.position, call.number
        self._calls[key] = call
        store.put_call(run_id, owner, call)
        self._calls.pop(key, None)  # another of this process may have stored it meanwhile

    def note_late(self, call: CallRecord, store: Store, run: OpenRun) -> None:
        """Keep a call whose run is another's by now, for the ledger; it waits no longer to be stored. Raises
        StoreError."""
        self._calls.pop((call.position, call.number), None)
        store.note_late_call(run, call)

    def store_all(self, position: int, store: Store, run_id: str, owner: str) -> tuple[CallRecord, ...]:
        """Store those for a chapter, which somebody may have gone on with meanwhile; return all of its stored calls."""
        for call in self.of(position):
            stored = store.calls(run_id, position)
            if not any(one.started_at == call.started_at for one in stored):
                store.put_call(run_id, owner, call.model_copy(update={"number": len(stored) + 1}))
            self._calls.pop((position, call.number), None)
        return store.calls(run_id, position)
