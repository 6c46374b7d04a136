"""The files of an edition, for the command and for the screen."""

from core.certificate import Certificate, certify
from core.chapter import Edition
from core.line import Line
from core.transcript import TranscriptPair
from core.writers.data import write_json
from core.writers.markdown import write_markdown
from core.writers.webpage import write_html
from workbench.version import program_version


def certificate_of(edition: Edition, line: Line) -> Certificate:
    """Prove every quote of the edition once more and return what says so. Raises BrokenProof."""
    return certify(
        edition,
        line.transcript,
        settings=line.settings.model_dump(mode="json"),
        prompt_sha256s=tuple(draft.prompt_sha256 for draft in edition.chapters),
        program_version=program_version(),
    )


def certificate_text(certificate: Certificate) -> str:
    """Return the text of `certificate.json`."""
    return certificate.model_dump_json(indent=2) + "\n"


def certified_files(edition: Edition, certificate: Certificate, transcript: TranscriptPair) -> dict[str, str]:
    """Return the files of an edition that is certified already, by name; `transcript.txt` is what a stranger needs."""
    return {
        "edition.md": write_markdown(edition),
        "edition.html": write_html(edition, certificate),
        "edition.json": write_json(edition),
        "certificate.json": certificate_text(certificate),
        "transcript.txt": transcript.raw,
    }


def edition_files(edition: Edition, line: Line) -> dict[str, str]:
    """Return the files of an edition by name, with a certificate made now. Raises BrokenProof."""
    return certified_files(edition, certificate_of(edition, line), line.transcript)
