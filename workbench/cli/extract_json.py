"""`workbench extract-json`: print the clean JSON of a model's reply, and its faults on standard error."""

import codecs
import math
from pathlib import Path
from typing import Any

from core.errors import BadInput, Problem
from core.llm.json_output import Extraction, extract_json
from core.text.documents import is_list, is_object, read_object
from workbench.cli.output import print_json, say
from workbench.files import read_bytes


def _read_reply(path: Path) -> str:
    """Return a reply with its byte order mark, which is one of the faults to report."""
    data = read_bytes(path)
    try:
        return data.decode("utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8")
    except UnicodeDecodeError as error:
        message = f"the file is not UTF-8 text (byte {error.start})."
        raise BadInput(Problem(place=str(path), message=message, remedy="Save it as text in UTF-8.")) from error


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


def show_extracted(path: Path, schema: Path | None, *, as_json: bool) -> int:
    """Print the JSON of a reply; return 0 if it can be used as it is, else 1. Raises BadInput."""
    rules = read_object(read_bytes(schema), schema.name, what="schema", error=BadInput) if schema else None
    found = extract_json(_read_reply(path), schema=rules)
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
