"""Compare the bytes of an edition's file with those that were certified."""

from typing import NamedTuple

from core.editions.certificate import Certificate
from core.editions.written_bytes import NAMES, PAGE, certificate_in, digest_of
from core.errors import EditionError
from core.verify import Form


class EditionText(NamedTuple):
    """The text of an edition's file, all of it, and its form."""

    text: str
    form: Form

    @property
    def name(self) -> str:
        """What `run` calls a file of this form."""
        return NAMES[self.form]


class ComparedBytes(NamedTuple):
    """Whether the bytes are those certified, None where there is nothing to compare; their SHA-256."""

    same: bool | None
    digest: str = ""
    only_white_space: bool = False


def _without_white_space(text: str) -> str:
    """Return a text with plain line ends, no white space before them, and one at its end: what `run` writes."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip(" \t") for line in lines).rstrip("\n") + "\n"


def _is_of_another(certificate: Certificate, edition: EditionText) -> bool:
    """Tell whether a page holds another certificate than the one it is compared with."""
    from core.editions.comparison.read_certificate import read_certificate

    if edition.name != PAGE:
        return False
    try:
        return read_certificate(certificate_in(edition.text) or "") != certificate
    except EditionError:
        return True


def compare_bytes(certificate: Certificate, edition: EditionText) -> ComparedBytes:
    """Compare an edition's file with the SHA-256 that a certificate has for it.

    A page must hold this very certificate. Source: decisions.md#certificate.
    """
    certified = certificate.files.get(edition.name)
    if certified is None:
        return ComparedBytes(None)
    digest = digest_of(edition.name, edition.text)
    if _is_of_another(certificate, edition):
        return ComparedBytes(same=False, digest=digest)
    if digest == certified:
        return ComparedBytes(same=True, digest=digest)
    plain = digest_of(edition.name, _without_white_space(edition.text))
    return ComparedBytes(same=False, digest=digest, only_white_space=plain == certified)
