"""`workbench verify`: check an edition against the transcript, with nothing but these two files."""

from pathlib import Path
from typing import Any

from core.editions.comparison import Comparison, EditionText, compare, read_certificate
from core.errors import EditionError, Problem
from core.text.documents import MAX_BYTES
from core.verify import Verdict, Verification, verify_edition
from core.verify.reading.read_json import parse_json
from workbench.cli.inputs.load_inputs import load_transcript
from workbench.cli.output import print_json, print_table, say
from workbench.file_types import form_of, is_data
from workbench.files.read_file import read_bytes
from workbench.providers.client_spec import read_whole_text

_ALL_FOUND = frozenset((Verdict.VERIFIED, Verdict.VERIFIED_TEXT_ONLY, Verdict.QUOTATIONS_FOUND))
_NOT_OURS = "This is not an edition of this program, so a reader may take other words in it for quoted ones, too."


def _read_edition(path: Path) -> EditionText:
    """Return an edition's file. Raises EditionError if it is data for programs and no edition."""
    text = read_whole_text(path)
    if not is_data(path, text):
        return EditionText(text, form_of(path, text))
    if parse_json(text) is None:
        raise EditionError(
            Problem(
                place=str(path),
                message="this is JSON, and no edition.",
                remedy="Give the edition.md, edition.html or edition.json that was written with it.",
            )
        )
    return EditionText(text, "json")


def _as_data(found: Verification, compared: Comparison | None) -> dict[str, Any]:
    data: dict[str, Any] = {
        "verdict": found.verdict.value,
        "quotations": found.quotations,
        "verified": found.verified,
        "unproven": [{"text": one.text, "line": one.line, "reason": one.reason.value} for one in found.unproven],
    }
    if compared is not None:
        differences = [one.model_dump(mode="json", by_alias=True) for one in compared.differences]
        data["certificate"] = {"same_bytes": compared.same_bytes, "differences": differences}
    return data


def _print_report(found: Verification, compared: Comparison | None) -> None:
    say(f"{found.verdict.value}: {found.verified} of {found.quotations} quotations were found again.")
    if found.verdict is Verdict.QUOTATIONS_FOUND:
        say(_NOT_OURS)
    for declared in found.declared:
        say(f"By the edition's own word, {declared.name} is whom the transcript labels “{declared.label}”.")
    if found.unproven:
        print_table(
            "Not proven",
            ("line", "reason", "quotation"),
            ((str(one.line), one.reason.value, one.text) for one in found.unproven),
        )
    if compared is None:
        return
    if compared.differences:
        print_table(
            "Differences from the certificate",
            ("line", "difference", "what differs"),
            (("" if one.line is None else str(one.line), one.kind.value, one.message) for one in compared.differences),
        )
    else:
        say("Certificate, edition and transcript agree.")
    if compared.same_bytes is None:
        say("The certificate holds no SHA-256 of this file, so only its quotations were compared.")


def show_verified(
    edition_path: Path, transcript_path: Path, certificate_path: Path | None = None, *, text_only: bool, as_json: bool
) -> int:
    """Print the verdict, every quotation that is not proven, and every difference to a certificate, if one is given.

    Returns 0 if all quotations are proven, speakers too unless `text_only`, and nothing but white space at the ends of
    lines differs, else 1.
    """
    edition = _read_edition(edition_path)
    certificate = None
    if certificate_path is not None:
        certificate = read_certificate(read_bytes(certificate_path, MAX_BYTES), str(certificate_path))
    transcript = load_transcript(transcript_path)
    found = verify_edition(edition.text, transcript, form=edition.form)
    compared = compare(certificate, found, transcript, edition) if certificate is not None else None
    if as_json:
        print_json(_as_data(found, compared))
    else:
        _print_report(found, compared)
    passes = found.verdict in _ALL_FOUND and (found.speakers_verified or text_only)
    return 0 if passes and (compared is None or compared.agrees) else 1
