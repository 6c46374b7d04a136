"""`workbench extract-json`: print the clean JSON of a model's reply, and its faults on standard error."""

import codecs
import json
import math
import signal
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

from core.errors import BadInput, Problem
from core.llm.json_output import Extraction, debug_record, extract_json
from core.text.documents import MAX_BYTES, is_list, is_object, read_object
from workbench.cli.output import print_json, say
from workbench.files.read_file import read_bytes
from workbench.files.write_files import write_all

MOST_MARKS = 1_500_000
"""Opening brackets and commas of a reply: behind each stands a value, which takes far more memory than its text."""
LONGEST_CHECK = 20  # seconds of processor time; the steps of a check end it long before, but patterns have none


def _read_reply(path: Path) -> str:
    """Return a reply with its byte order mark, which is one of the faults to report."""
    data = read_bytes(path, MAX_BYTES)
    if sum(map(data.count, (b"{", b"[", b","))) > MOST_MARKS:
        message = f"the file holds more than {MOST_MARKS:,} opening brackets and commas."
        raise BadInput(Problem(place=str(path), message=message, remedy="Split the reply."))
    try:
        return data.decode("utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8")
    except UnicodeDecodeError as error:
        message = f"the file is not UTF-8 text (byte {error.start})."
        raise BadInput(Problem(place=str(path), message=message, remedy="Save it as text in UTF-8.")) from error


@contextmanager
def _limited_time(schema: Path | None) -> Generator[None]:
    """Refuse a schema one of whose patterns takes too long to be tried: how long that is depends on every character."""

    def stop(*_: object) -> None:
        message = f"its patterns take more than {LONGEST_CHECK} seconds to be tried."
        raise BadInput(Problem(place=str(schema), message=message, remedy="Write them without repeated repetitions."))

    if schema is None or not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_CHECK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _finite(value: Any) -> Any:
    """Return a value that can be written as JSON; infinity and NaN become null."""
    if is_object(value):
        return {key: _finite(member) for key, member in value.items()}
    if is_list(value):
        return [_finite(member) for member in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _print_found(found: Extraction) -> None:
    """Print the clean value on standard output, so that it can go into a file, and the rest on standard error."""
    if found.ok:
        print_json(_finite(found.data))
    say(f"{'ok' if found.ok else 'not ok'}: {found.method}", error=True)
    for name, words in (("artifacts", found.artifacts), ("repairs", found.repairs)):
        if words:
            say(f"{name}: {', '.join(words)}", error=True)
    for issue in found.issues:
        say(issue, error=True)
    if found.partial and found.data is not None:
        say("The part that could be read is in the output of --json.", error=True)


def _without_repairs(found: Extraction) -> Extraction:
    """Return what was found as not to be used if anything of it had to be repaired."""
    if not found.repairs:
        return found
    return found.model_copy(
        update={"ok": False, "issues": (*found.issues, "The reply had to be repaired, which --strict refuses.")}
    )


def _keep_debug(folder: Path, reply: str, found: Extraction) -> None:
    """Write the reply as it came, seed 5's record of it, and the repairs with all issues, beside no other data."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    record = debug_record(found, reply, agent_name="extract-json", timestamp=now)
    repairs = {"repairs": found.repairs, "issues": found.issues}
    write_all(
        folder,
        {
            "reply.txt": reply,
            "debug.json": record.model_dump_json(indent=2) + "\n",
            "repairs.json": json.dumps(repairs, ensure_ascii=False, indent=2) + "\n",
        },
        private=True,
    )


def show_extracted(
    path: Path, schema: Path | None, *, as_json: bool, strict: bool = False, debug: Path | None = None
) -> int:
    """Print the JSON of a reply; return 0 if it can be used as it is, else 1. Raises BadInput.

    `strict` refuses whatever had to be repaired; `debug` is a folder for the reply and what was wrong with it.
    """
    rules = read_object(read_bytes(schema, MAX_BYTES), schema.name, what="schema", error=BadInput) if schema else None
    reply = _read_reply(path)
    with _limited_time(schema):
        found = extract_json(reply, schema=rules)
    found = _without_repairs(found) if strict else found
    if debug is not None:
        _keep_debug(debug, reply, found)
    if as_json:
        print_json(
            {
                "ok": found.ok,
                "data": _finite(found.data),
                "artifacts": list(found.artifacts),
                "repairs": list(found.repairs),
                "method": found.method,
                "partial": found.partial,
                "issues": list(found.issues),
            }
        )
    else:
        _print_found(found)
    return 0 if found.ok else 1
