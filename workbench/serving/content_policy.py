"""The headers of each answer: what a page of the app may load, and that no other page may show or read it."""

import base64
import hashlib
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

Headers = list[tuple[bytes, bytes]]

_FIXED: Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


@cache
def _inline_scripts() -> str:
    """Return the hashes of the scripts that stand in Streamlit's own page."""
    page = files("streamlit").joinpath("static", "index.html").read_bytes()
    hashes = (hashlib.sha256(script).digest() for script in _INLINE_SCRIPT.findall(page))
    return " ".join(f"'sha256-{base64.b64encode(each).decode()}'" for each in hashes)


def _policy(host: str) -> str:
    websocket = f" ws://{host} wss://{host}" if host else ""  # not every browser takes 'self' for one
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src 'self' {_inline_scripts()} blob:",  # Streamlit imports the scripts of components from there
            "style-src 'self' 'unsafe-inline'",  # it writes its styles while it runs
            "img-src 'self' data:",
            "font-src 'self' data:",
            "media-src 'self'",
            f"connect-src 'self'{websocket}",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ]
    )


def secured(headers: Iterable[tuple[bytes, bytes]], host: str) -> Headers:
    """Return the headers of an answer without any leave for other sites, and with what forbids them."""
    own = [*_FIXED, (b"content-security-policy", _policy(host).encode("ascii"))]
    names = {name for name, _ in own}
    kept = [
        (name, value)
        for name, value in headers
        if name.lower() not in names and not name.lower().startswith(b"access-control-")
    ]
    return [*kept, *own]
