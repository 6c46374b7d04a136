"""Zip files whose bytes say nothing of when or where they were made."""

import io
import zipfile
from collections.abc import Iterable

_MADE = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip file can name


def write_zip(parts: Iterable[tuple[str, bytes]], *, packed: bool = True) -> bytes:
    """Return a zip file of named parts, in this order; the same parts give the same bytes, with any compressor where
    they are not `packed`."""
    how = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", how) as archive:
        for name, data in parts:
            archive.writestr(zipfile.ZipInfo(name, _MADE), data, how)
    return made.getvalue()
