"""The results of reading a reply: the clean value, and the record for debugging."""

from enum import StrEnum
from typing import Any

from core.llm.reply_faults import Artifact, JsonMetrics, Repair, ReplyReading, in_order
from core.record import Record


class Method(StrEnum):
    """Where in the reply the JSON was found."""

    DIRECT_PARSING = "direct_parsing"
    MARKDOWN_BLOCK_EXTRACTION = "markdown_block_extraction"
    EMBEDDED_JSON_EXTRACTION = "embedded_json_extraction"
    ESCAPED_STRING_DECODING = "escaped_string_decoding"
    NO_JSON_FOUND = "no_json_found"


class Extraction(Record):
    """The JSON of one reply.

    `data` is what was read; it may be used only where `ok` is true. `partial` says that something may be missing from
    it, `valid` whether it fits the schema (None without a schema or without a whole value), `fallback` that it comes
    from the simplified prompt. `issues` are sentences for people.
    """

    ok: bool
    data: Any = None
    artifacts: tuple[Artifact, ...] = ()
    repairs: tuple[str, ...] = ()
    method: Method = Method.NO_JSON_FOUND
    partial: bool = False
    valid: bool | None = None
    fallback: bool = False
    issues: tuple[str, ...] = ()

    @property
    def reading(self) -> ReplyReading:
        """What is kept of this reply: of json-repair's notes only that it was used."""
        known = {kind for kind in Repair if kind in self.repairs}
        kinds = known if len(known) == len(self.repairs) else {*known, Repair.JSON_REPAIR}
        return ReplyReading(ok=self.ok, artifacts=self.artifacts, repairs=in_order(kinds, Repair), valid=self.valid)

    @property
    def metrics(self) -> JsonMetrics:
        """The metrics of this reply alone."""
        return self.reading.metrics


class DebugInfo(Record):
    """Where a clean value came from; field names are seed 5's."""

    agent_name: str
    timestamp: str
    raw_response: str
    formatting_issues: tuple[str, ...]
    extraction_method: str


class DebugRecord(Record):
    """The record for debugging, written to a file of its own and never to the clean one."""

    debug_info: DebugInfo


def debug_record(extraction: Extraction, raw_response: str, *, agent_name: str, timestamp: str) -> DebugRecord:
    """Return the debug record of one reply; the caller gives the time. Source: decisions.md#seed-5."""
    return DebugRecord(
        debug_info=DebugInfo(
            agent_name=agent_name,
            timestamp=timestamp,
            raw_response=raw_response,
            formatting_issues=tuple(artifact.value for artifact in extraction.artifacts),
            extraction_method=extraction.method.value,
        )
    )
