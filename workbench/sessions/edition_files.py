"""The files of an edition, for the command and for the screen."""

from collections.abc import Mapping

from core.editions.bind_files import bind_files
from core.editions.certificate import HEARING, OLDER_VERSIONS, Certificate, CertifiedQuote, certify
from core.editions.comparison import read_certificate
from core.editions.denied_quotes import with_denials
from core.editions.export.json_data import write_json
from core.editions.export.markdown import write_markdown
from core.editions.export.self_check import data_text
from core.editions.export.webpage import write_html
from core.editions.written_bytes import PAGE, with_certificate
from core.enforcement.results import Edition, EditionQuote
from core.errors import BrokenProof
from core.generation.line import Line
from core.transcripts.passage_source import Hearing, hearing_of
from core.transcripts.transcript import TranscriptPair
from workbench.version import program_version

CERTIFICATE = "certificate.json"


def certificate_text(certificate: Certificate) -> str:
    """Return the text of `certificate.json`."""
    return certificate.model_dump_json(indent=2) + "\n"


def _without_order(certificate: Certificate) -> Certificate:
    """Return a certificate as format 1 had its places: the others are the same in their sections."""
    quotes = (
        quote.model_copy(update={"places": tuple(place.model_copy(update={"order": None}) for place in quote.places)})
        for quote in certificate.quotes
    )
    return certificate.model_copy(update={"quotes": tuple(quotes)})


def _without_hearing(certificate: Certificate) -> Certificate:
    """Return a certificate as formats before 3 had it."""
    fresh = {name: field.default for name, field in CertifiedQuote.model_fields.items() if name in (*HEARING, "origin")}
    quotes = (quote.model_copy(update=fresh) for quote in certificate.quotes)
    return certificate.model_copy(update={"quotes": tuple(quotes)})


def _is_heard(quote: EditionQuote, transcript: TranscriptPair) -> bool:
    """Tell whether an edition has the times of a quote as the transcript has them; older ones have its beginning
    alone."""
    if quote.times is None:
        return quote.start_seconds == transcript.time_at(quote.raw_span.start)
    heard = hearing_of(transcript, quote.raw_span)
    return heard == Hearing(quote.start_seconds, quote.end_seconds, quote.times, quote.least_certain)


def is_certified(edition: Edition, certificate: Certificate, transcript: TranscriptPair) -> bool:
    """Tell whether a certificate equals a new one of the same edition; the program's version may differ, and what it
    holds of the files is written anew with them."""
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
    if not all(_is_heard(quote, transcript) for quote in edition.quotes):
        return False
    # What was heard, and in which recording, is the session's and not the run's.
    of_the_session = ("recording_url", "ear_verdicts")
    versions = ("format_version", "folds_version", "reader_version", "files", "text", "page", "lines", *of_the_session)
    made = made.model_copy(update={name: getattr(certificate, name) for name in versions})
    if certificate.format_version in OLDER_VERSIONS:
        made = _without_hearing(made)
    return _without_order(made) == _without_order(certificate)


def _texts(edition: Edition, certificate: Certificate | None) -> dict[str, str]:
    return {
        "edition.md": write_markdown(edition, certificate.recording_url if certificate else ""),
        PAGE: write_html(edition, certificate),
        "edition.json": write_json(edition, certificate.ear_verdicts if certificate else ()),
    }


def _bound(edition: Edition, certificate: Certificate) -> tuple[Certificate, dict[str, str]]:
    """Return the certificate with what it holds of the edition's files, and these files, whose page still has the one
    that is given; each says what it has of a listener."""
    edition = with_denials(edition, certificate.ear_verdicts)
    texts = _texts(edition, certificate)
    return bind_files(certificate, edition, texts), texts


def certificate_of(edition: Edition, line: Line) -> Certificate:
    """Prove every quote of the edition again and return the certificate. Raises BrokenProof."""
    made = certify(
        edition,
        line.transcript,
        settings=line.settings.model_dump(mode="json"),
        prompt_sha256s=tuple(draft.prompt_sha256 for draft in edition.chapters),
        program_version=program_version(),
    )
    return _bound(edition, made)[0]


def certified_files(edition: Edition, certificate: Certificate, transcript: TranscriptPair | None) -> dict[str, str]:
    """Return the files of a certified edition, by name; `transcript.txt` lets others check the edition.

    The certificate is of these very files, whatever version of the program made the one that is given. Without a
    transcript that file is missing; a certificate with another verdict is left out.
    """
    if certificate.verdict == edition.verdict:
        holds, files = _bound(edition, certificate)
        files[PAGE] = with_certificate(files[PAGE], data_text(holds.model_dump(mode="json")))
        files[CERTIFICATE] = certificate_text(holds)
    else:
        files = _texts(edition, None)
    if transcript is not None:
        files["transcript.txt"] = transcript.raw
    return files


def edition_files(edition: Edition, line: Line) -> dict[str, str]:
    """Return the files of an edition by name, with a new certificate. Raises BrokenProof."""
    return certified_files(edition, certificate_of(edition, line), line.transcript)


def with_links(files: Mapping[str, str], edition: Edition, recording_url: str) -> dict[str, str]:
    """Return the files of an edition with its quotations linked to a recording, which their certificate names.

    Those without a certificate stay as they are, and those with one of an older format, whose quotes have no times.
    """
    text = files.get(CERTIFICATE, "")
    certificate = read_certificate(text.encode()) if text and recording_url else None
    if certificate is None or certificate.format_version in OLDER_VERSIONS:
        return dict(files)
    linked = certificate.model_copy(update={"recording_url": recording_url})
    return {**files, **certified_files(edition, linked, None)}
