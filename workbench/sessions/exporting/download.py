"""An export as a browser takes it: one file, and its receipt."""

from typing import NamedTuple

from core.text.zip_file import write_zip
from workbench.labels import count
from workbench.sessions.exporting.exported import Exported
from workbench.sessions.exporting.formats import SUFFIXES
from workbench.sessions.exporting.receipt import FOLDER_RECEIPT, receipt_of, receipt_of_files
from workbench.sessions.exporting.write_export import write_export


class ExportDownload(NamedTuple):
    """A file with its receipt, "" where that lies in it, what is in it, and what is to be said of it."""

    name: str
    data: bytes
    receipt: str
    holds: str
    notices: tuple[str, ...]

    @property
    def receipt_name(self) -> str:
        """What the receipt is called beside the file."""
        return f"{self.name}.receipt.json"


def download_of(given: Exported, form: str, stem: str) -> ExportDownload:
    """Return an export in a format that can hold it, several files as one zip file whose name begins with `stem`.

    Raises BadInput where these quotes do not fit.
    """
    written = write_export(given, form)
    name = f"{stem}.{SUFFIXES[form]}"
    holds = written.holds or count(written.quotes or 0, "quote")
    notices = (*getattr(given, "notices", ()), *written.notices)
    if written.files:
        receipt = receipt_of_files(written.files, form, given).encode()
        return ExportDownload(name, write_zip([*written.files.items(), (FOLDER_RECEIPT, receipt)]), "", holds, notices)
    return ExportDownload(name, written.data, receipt_of(written.data, form, given), holds, notices)
