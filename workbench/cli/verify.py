"""`workbench verify`: check an edition against the transcript, with nothing but these two files."""

from pathlib import Path
from typing import Any

from core.editions.comparison import Discrepancy, compare, read_certificate
from core.errors import EditionError, Problem
from core.text.documents import MAX_BYTES
from core.verify import Verdict, Verification, verify_edition
from workbench.cli.load_inputs import load_transcript
from workbench.cli.output import print_json, print_table, say
from workbench.cli.run import read_text
from workbench.file_types import form_of, is_data
from workbench.files.read_file import read_bytes


def _read_edition(path: Path) -> str:
    """Return the text of an edition. Raises EditionError if the file is data for programs."""
    text = read_text(path)
    if is_data(path, text):
        raise EditionError(
            Problem(
                place=str(path),
                message="this is JSON, not an edition for readers.",
                remedy="Give the edition.md or edition.html that was written with it.",
            )
        )
    return text


def _as_data(found: Verification, differences: tuple[Discrepancy, ...] | None) -> dict[str, Any]:
    data: dict[str, Any] = {
        "verdict": found.verdict.value,
        "quotations": found.quotations,
        "verified": found.verified,
        "unproven": [{"text": one.text, "line": one.line, "reason": one.reason.value} for one in found.unproven],
    }
    if differences is not None:
        data["certificate"] = {"differences": [one.model_dump(mode="json") for one in differences]}
    return data


def _print_report(found: Verification, differences: tuple[Discrepancy, ...] | None) -> None:
    say(f"{found.verdict.value}: {found.verified} of {found.quotations} quotations were found again.")
    if found.unproven:
        print_table(
            "Not proven",
            ("line", "reason", "quotation"),
            ((str(one.line), one.reason.value, one.text) for one in found.unproven),
        )
    if differences:
        print_table(
            "Differences from the certificate",
            ("line", "difference", "what differs"),
            (("" if one.line is None else str(one.line), one.kind.value, one.message) for one in differences),
        )
    elif differences is not None:
        say("Certificate, edition and transcript agree.")


def show_verified(
    edition_path: Path, transcript_path: Path, certificate_path: Path | None = None, *, text_only: bool, as_json: bool
) -> int:
    """Print the verdict, every quotation that is not proven, and every difference to a certificate, if one is given.

    Returns 0 if all quotations are proven and nothing differs, else 1.
    """
    text = _read_edition(edition_path)
    certificate = None
    if certificate_path is not None:
        certificate = read_certificate(read_bytes(certificate_path, MAX_BYTES), str(certificate_path))
    transcript = load_transcript(transcript_path)
    found = verify_edition(text, transcript, form=form_of(edition_path, text))
    differences = compare(certificate, found, transcript) if certificate is not None else None
    if as_json:
        print_json(_as_data(found, differences))
    else:
        _print_report(found, differences)
    passing = {Verdict.VERIFIED, Verdict.VERIFIED_TEXT_ONLY} if text_only else {Verdict.VERIFIED}
    return 0 if found.verdict in passing and not differences else 1
