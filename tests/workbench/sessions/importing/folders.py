"""Write the files that a case of `import_folders.json` describes."""

import base64
import io
import json
import stat
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from tests.golden import load

TEXTS: Mapping[str, Any] = load("import_folders")["texts"]


def bytes_of(text: Any) -> bytes:
    """Return the bytes of one of the table's texts."""
    if isinstance(text, list):
        return "".join(f"{line}\n" for line in cast("list[str]", text)).encode()
    if "base64" in text:
        return base64.b64decode(text["base64"])
    if "parts" in text:
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w") as archive:
            for name, lines in text["parts"].items():
                archive.writestr(zipfile.ZipInfo(name), "\n".join(lines))
        return written.getvalue()
    return json.dumps(text, ensure_ascii=False).encode()


def zip_of(files: Iterable[Mapping[str, Any]]) -> bytes:
    """Return a zip of files; names stay as they are."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            info = zipfile.ZipInfo("x")
            info.filename = file["name"]
            if "link" in file:
                info.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, file["link"] if "link" in file else contents_of(file))
    return written.getvalue()


def contents_of(file: Mapping[str, Any]) -> bytes:
    """Return the bytes of a file of a case that is no link and no copy."""
    return zip_of(file["zip"]) if "zip" in file else bytes_of(TEXTS[file["is"]])


def write_files(folder: Path, files: Iterable[Mapping[str, Any]]) -> None:
    """Write the files of a case into a folder."""
    for file in files:
        path = folder / file["name"]
        path.parent.mkdir(parents=True, exist_ok=True)
        if "link" in file:
            path.symlink_to(file["link"])
        elif "copy_of" in file:
            text = (folder / file["copy_of"]).read_text(encoding="utf-8")
            path.write_bytes(text.upper().replace("\n", "\r\n").encode())
        else:
            path.write_bytes(contents_of(file))
