"""`workbench verify`: an edition is read as a stranger would read it and checked against the transcript."""

from pathlib import Path

from core.verify import Form, Verdict, verify_edition
from workbench.commands.inputs import load_transcript
from workbench.commands.output import print_json, print_table, say
from workbench.commands.run import read_text

_FORMS: dict[str, Form] = {".html": "html", ".htm": "html", ".md": "markdown", ".markdown": "markdown", ".txt": "text"}


def form_of(path: Path, text: str) -> Form:
    """Return how an edition is written, by its file name, else by how it begins."""
    known = _FORMS.get(path.suffix.lower())
    if known is not None:
        return known
    return "html" if text.lstrip()[:15].casefold().startswith(("<!doctype html", "<html")) else "markdown"


def show_verified(edition_path: Path, transcript_path: Path, *, text_only: bool, as_json: bool) -> int:
    """Print the verdict and every quotation that is not proven; return 0 where all are, else 1."""
    text = read_text(edition_path)
    transcript = load_transcript(transcript_path)
    found = verify_edition(text, transcript, form=form_of(edition_path, text))
    if as_json:
        print_json(
            {
                "verdict": found.verdict.value,
                "quotations": found.quotations,
                "verified": found.verified,
                "unproven": [
                    {"text": one.text, "line": one.line, "reason": one.reason.value} for one in found.unproven
                ],
            }
        )
    else:
        say(f"{found.verdict.value}: {found.verified} of {found.quotations} quotations were found again.")
        if found.unproven:
            print_table(
                "Not proven",
                ("line", "reason", "quotation"),
                ((str(one.line), one.reason.value, one.text) for one in found.unproven),
            )
    passing = {Verdict.VERIFIED, Verdict.VERIFIED_TEXT_ONLY} if text_only else {Verdict.VERIFIED}
    return 0 if found.verdict in passing else 1
