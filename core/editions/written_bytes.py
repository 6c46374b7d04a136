"""The bytes of an edition's files, and what of them a certificate holds: their SHA-256."""

from collections.abc import Iterable
from hashlib import sha256

from core.verify import Form

LINE_DIGITS = 4
TRANSCRIPT = "transcript.txt"
PAGE = "edition.html"
NAMES: dict[Form, str] = {"markdown": "edition.md", "text": "edition.md", "html": PAGE, "json": "edition.json"}

_BEGIN = '<script type="application/json" id="certificate">'
_END = "</script>"


def _content(page: str) -> tuple[int, int] | None:
    """Return where the content of a page's first certificate element begins and ends, None where it has none."""
    start = page.find(_BEGIN)
    end = page.find(_END, start + len(_BEGIN)) if start >= 0 else -1
    return (start + len(_BEGIN), end) if end >= 0 else None


def certificate_in(page: str) -> str | None:
    """Return the content of the certificate element of a page, None where it has none."""
    found = _content(page)
    return page[slice(*found)] if found else None


def with_certificate(page: str, content: str) -> str:
    """Return a page with another content of its certificate element, the page itself where it has none."""
    found = _content(page)
    return page[: found[0]] + content + page[found[1] :] if found else page


def lines_of(name: str, text: str) -> list[str]:
    """Return the lines of a file as a certificate has them, without their ends and white space there."""
    if name == PAGE:
        text = with_certificate(text, "")
    return [line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]


def line_digests(lines: Iterable[str]) -> list[str]:
    """Return the beginning of each line's SHA-256, `LINE_DIGITS` hexadecimal digits: enough to find changed lines."""
    return [sha256(line.encode("utf-8", "surrogatepass")).hexdigest()[:LINE_DIGITS] for line in lines]


def digest_of(name: str, text: str) -> str:
    """Return the SHA-256 of a file in UTF-8 as a certificate has it.

    That of a page leaves out the content of its certificate element, which holds this very digest.
    Source: decisions.md#certificate.
    """
    if name == PAGE:
        text = with_certificate(text, "")
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
