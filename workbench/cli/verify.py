"""`workbench verify`: check an edition against the transcript, with nothing but these two files."""

from pathlib import Path
from typing import Any, NamedTuple

from core.editions.comparison import Comparison
from core.text.documents import MAX_BYTES
from core.text.safe_html import ended
from core.transcripts.pseudonyms.names import MAX_NAMES_BYTES, read_pseudonyms
from core.transcripts.pseudonyms.transcript import labels_of, pseudonymise_transcript
from core.verify import SecondProof, Verdict, Verification
from workbench.cli.inputs.load_inputs import TranscriptFile, load_file
from workbench.cli.output import print_json, print_table, say
from workbench.files.read_file import read_bytes
from workbench.sessions.exporting.checked_edition import check_edition, read_edition
from workbench.sessions.exporting.vouching import VerifiedFile, Vouched, Vouching, read_vouching

_NOT_OURS = "This is not an edition of this program, so a reader may take other words in it for quoted ones, too."

_SAME = "Receipt: the file is the exported one, to the byte."
_NOT_THE_SAME = "Receipt: the file is not the one that was exported."

_SECOND_PROOF = {
    SecondProof.AGREES: "Second proof: {found} quotations were read again from the bytes of the transcript's file.",
    SecondProof.DIFFERS: "Second proof: {differing} of these do not stand where the transcript's file has them.",
}


def _as_data(found: Verification, vouched: Vouched) -> dict[str, Any]:
    compared = vouched.compared
    data: dict[str, Any] = {
        "verdict": found.verdict.value,
        "quotations": found.quotations,
        "verified": found.verified,
        "unproven": [{"text": one.text, "line": one.line, "reason": one.reason.value} for one in found.unproven],
        "second_proof": found.second_proof.value,
        "differing": [{"text": one.text, "line": one.line, "raw_span": one.raw_span} for one in found.differing],
    }
    if compared is not None:
        differences = [one.model_dump(mode="json", by_alias=True) for one in compared.differences]
        data["certificate"] = {"same_bytes": compared.same_bytes, "differences": differences}
    if vouched.receipt is not None:
        data["receipt"] = {**vouched.receipt.model_dump(mode="json"), "same_bytes": vouched.same_bytes}
    return data


def _print_report(found: Verification, vouched: Vouched) -> None:
    say(f"{found.verdict.value}: {found.verified} of {found.quotations} quotations were found again.")
    if found.verdict is Verdict.QUOTATIONS_FOUND:
        say(_NOT_OURS)
    for declared in found.declared:
        say(ended(f"By the edition's own word, {declared.name} is whom the transcript labels “{declared.label}”"))
    if found.unproven:
        print_table(
            "Not proven",
            ("line", "reason", "quotation"),
            ((str(one.line), one.reason.value, one.text) for one in found.unproven),
        )
    if found.second_proof is not SecondProof.NOT_MADE:
        say(_SECOND_PROOF[found.second_proof].format(found=len(found.proven), differing=len(found.differing)))
    if vouched.receipt is not None:
        say(_SAME if vouched.same_bytes else _NOT_THE_SAME)
    if vouched.compared is not None:
        _print_differences(vouched.compared)


def _print_differences(compared: Comparison) -> None:
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


class VerifiedFiles(NamedTuple):
    """The files that are given: what is checked, against what; `names` says whose label each pseudonym stands for."""

    edition: Path
    transcript: Path
    certificate: Path | None = None
    names: Path | None = None


def _transcript_of(files: VerifiedFiles) -> TranscriptFile:
    """Return the transcript, under the edition's pseudonyms where names are given. Raises BadInput."""
    transcript, data = load_file(files.transcript)
    if files.names is None:
        return TranscriptFile(transcript, data)
    names = read_pseudonyms(read_bytes(files.names, MAX_NAMES_BYTES), labels_of(transcript), str(files.names))
    return TranscriptFile(pseudonymise_transcript(transcript, names).transcript, data)


def _read_vouching(files: VerifiedFiles, edition: VerifiedFile) -> Vouching | None:
    """Return the certificate or the receipt, None where none is given. Raises BadInput."""
    if files.certificate is None:
        return None
    return read_vouching(read_bytes(files.certificate, MAX_BYTES), str(files.certificate), edition)


def show_verified(files: VerifiedFiles, *, text_only: bool, as_json: bool) -> int:
    """Print the verdict, every quotation that is not proven, and what differs from a certificate or a receipt, if one
    is given.

    Returns 0 if all quotations are proven, speakers too unless `text_only`, and nothing but white space at the ends of
    lines differs (from a receipt, nothing at all), else 1.
    """
    edition = read_edition(read_bytes(files.edition, MAX_BYTES), files.edition)
    given = _read_vouching(files, edition)
    checked = check_edition(edition, _transcript_of(files), given, place=str(files.edition))
    if as_json:
        print_json(_as_data(*checked))
    else:
        _print_report(*checked)
    return 0 if checked.is_in_order(text_only=text_only) else 1
