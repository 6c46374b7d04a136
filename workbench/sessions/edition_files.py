"""The files of an edition, for the command and for the screen."""

from core.editions.certificate import Certificate, certify
from core.editions.export.json_data import write_json
from core.editions.export.markdown import write_markdown
from core.editions.export.webpage import write_html
from core.enforcement.results import Edition
from core.errors import BrokenProof
from core.generation.line import Line
from core.transcripts.transcript import TranscriptPair
from workbench.version import program_version


def certificate_of(edition: Edition, line: Line) -> Certificate:
    """Prove every quote of the edition again and return the certificate. Raises BrokenProof."""
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


def is_certified(edition: Edition, certificate: Certificate, transcript: TranscriptPair) -> bool:
    """Tell whether a certificate equals a new one of the same edition; the program's version may differ."""
    try:
        made = certify(
            edition,
            transcript,
            settings=certificate.settings,
            prompt_sha256s=certificate.prompt_sha256s,
            program_version=certificate.program_version,
        )
    except BrokenProof:
        return False
    # The certificate has times of turns; the edition has the time at which a quote begins inside one.
    if any(quote.start_seconds != transcript.time_at(quote.raw_span.start) for quote in edition.quotes):
        return False
    versions = ("format_version", "folds_version", "reader_version")
    return made.model_copy(update={name: getattr(certificate, name) for name in versions}) == certificate


def certified_files(edition: Edition, certificate: Certificate, transcript: TranscriptPair | None) -> dict[str, str]:
    """Return the files of a certified edition, by name; `transcript.txt` lets others check the edition.

    Without a transcript that file is missing; a certificate with another verdict is left out.
    """
    holds = certificate if certificate.verdict == edition.verdict else None
    files = {
        "edition.md": write_markdown(edition),
        "edition.html": write_html(edition, holds),
        "edition.json": write_json(edition),
    }
    if holds is not None:
        files["certificate.json"] = certificate_text(holds)
    if transcript is not None:
        files["transcript.txt"] = transcript.raw
    return files


def edition_files(edition: Edition, line: Line) -> dict[str, str]:
    """Return the files of an edition by name, with a new certificate. Raises BrokenProof."""
    return certified_files(edition, certificate_of(edition, line), line.transcript)
