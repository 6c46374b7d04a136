"""An edition's file checked again as a stranger would: against a transcript, and with what vouches for it."""

from pathlib import Path
from typing import NamedTuple

from core.editions.comparison import EditionText
from core.errors import EditionError, Problem
from core.transcripts.transcript import TranscriptPair
from core.verify import Verdict, Verification, prove_again, verify_document, verify_edition
from core.verify.reading.own_data.read_json import parse_json
from workbench.file_types import form_of, is_data, is_zip
from workbench.providers.client_spec import text_of_file
from workbench.sessions.exporting.vouching import VerifiedFile, Vouched, Vouching, vouch

_ALL_FOUND = frozenset((Verdict.VERIFIED, Verdict.VERIFIED_TEXT_ONLY, Verdict.QUOTATIONS_FOUND))


class CheckedEdition(NamedTuple):
    """What was found in an edition, and what its certificate or receipt says of it."""

    found: Verification
    vouched: Vouched

    def is_in_order(self, *, text_only: bool) -> bool:
        """Tell whether every quotation is proven, its speaker too unless `text_only`, and nothing speaks against it."""
        speakers = self.found.speakers_verified or text_only
        return self.found.verdict in _ALL_FOUND and speakers and self.vouched.agrees


def read_edition(data: bytes, path: Path) -> VerifiedFile:
    """Return an edition's file. Raises EditionError if it is data for programs and no edition."""
    if is_zip(data):
        return VerifiedFile(path.name, data, None)
    text = text_of_file(data, path)
    if not is_data(path, text):
        return VerifiedFile(path.name, data, EditionText(text, form_of(path, text)))
    if parse_json(text) is None:
        raise EditionError(
            Problem(
                place=str(path),
                message="this is JSON, and no edition.",
                remedy="Give the edition.md, edition.html or edition.json that was written with it.",
            )
        )
    return VerifiedFile(path.name, data, EditionText(text, "json"))


def check_edition(
    edition: VerifiedFile, transcript_file: tuple[TranscriptPair, bytes], vouching: Vouching | None, *, place: str
) -> CheckedEdition:
    """Find every quotation of an edition again in a transcript, given with the bytes of its file, and compare it with
    what vouches for it; `place` is what the edition is called in messages. Raises EditionError."""
    transcript, data = transcript_file
    if edition.text is None:
        found = verify_document(edition.data, place, transcript)
    else:
        found = verify_edition(edition.text.text, transcript, form=edition.text.form)
    found = prove_again(found, transcript, data)
    return CheckedEdition(found, Vouched() if vouching is None else vouch(vouching, edition, found, transcript))
