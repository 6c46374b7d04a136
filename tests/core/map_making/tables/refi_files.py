"""Makes the files of the golden table of REFI-QDA files, with code of its own."""

import io
import zipfile
from html import escape
from typing import Any

_HEAD = '<?xml version="1.0" encoding="{}"?>\n'


def _packed(parts: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return made.getvalue()


def _project(case: Any) -> str:
    return (
        f'{_HEAD.format("utf-8")}<Project xmlns="urn:QDA-XML:project:1.0" name="{escape(case.get("project", ""))}">'
        f"<Users>{case.get('users', '')}</Users><CodeBook><Codes>{case['codes']}</Codes></CodeBook>"
        f"<Cases>{case.get('persons', '')}</Cases><Sources>{case['sources']}</Sources>"
        f"<Notes>{case.get('notes', '')}</Notes></Project>"
    )


def refi_name(case: Any) -> str:
    """Return what the file of a case is called."""
    return "bees.qdpx" if "codes" in case or "file_in" in case else "bees.qdc"


def refi_file(case: Any) -> bytes:
    """Return the file of a case."""
    if "codes" in case:
        texts = {name: text.encode() for name, text in case.get("texts", {}).items()}
        packed = _packed({case.get("part", "project.qde"): _project(case).encode(), **texts})
        return packed[: len(packed) - case.get("cut", 0)]
    if "file" in case:
        whole = case["file"].encode()
        return _packed({case["file_in"]: whole}) if "file_in" in case else whole
    encoding = case.get("encoding", "utf-8")
    book = f'<CodeBook xmlns="urn:QDA-XML:codebook:1.0"><Codes>{case["codebook"]}</Codes></CodeBook>'
    return (_HEAD.format(encoding) + book).encode(encoding)
