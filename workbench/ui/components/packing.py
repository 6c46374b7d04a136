"""What is sent to the browser: bytes, because Streamlit turns anything else into JSON twice on every rerun.

What the browser already has is not sent again, because Streamlit remembers messages by their hash.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def _line(value: Mapping[str, Any]) -> bytes:
    """Return JSON on one line of ASCII, so that no character can be lost on the way."""
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def pack(**parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return each part as a line of JSON, and its hash as `<name>_hash`: the browser reads a part again only where its
    hash is another."""
    lines = {name: _line(part) for name, part in parts.items()}
    return {**lines, **{f"{name}_hash": hashlib.sha256(line).hexdigest() for name, line in lines.items()}}


def message_of(head: Mapping[str, Any], packed: Mapping[str, Any]) -> bytes:
    """Return a line with `head` and the hash of each part under its name, and the parts after it."""
    names = [name for name in packed if f"{name}_hash" in packed]
    hashes = {name: packed[f"{name}_hash"] for name in names}
    return b"\n".join((_line({**head, **hashes}), *(packed[name] for name in names)))
