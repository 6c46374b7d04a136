"""Documents opened by programs that are not ours; where there is none, these tests skip and say so."""

import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest

from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition

pytestmark = pytest.mark.thorough

OFFICE = shutil.which("soffice")
JAVA, EPUBCHECK = shutil.which("java"), Path("/usr/share/java/epubcheck.jar")


@pytest.mark.skipif(OFFICE is None, reason="there is no LibreOffice (soffice) here")
def test_a_word_processor_reads_every_quotation(documents: dict[str, bytes], sample: Line, tmp_path: Path) -> None:
    """Its text has the words of each, and of each a note."""
    (tmp_path / "edition.docx").write_bytes(documents["docx"])
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    words = [str(OFFICE), profile, "--headless", "--convert-to", "html:HTML (StarWriter):UTF8", "edition.docx"]
    subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, timeout=500)
    page = (tmp_path / "edition.html").read_text(encoding="utf-8-sig")
    text = " ".join(unescape(re.sub(r"<[^>]*>", "", page)).split())
    edition = generate_edition(sample, OfflineComposer())
    assert all(" ".join(quote.text.split()) in text for quote in edition.quotes)
    assert text.count(", raw ") == 101


@pytest.mark.skipif(JAVA is None or not EPUBCHECK.exists(), reason="there is no epubcheck, or no Java, here")
def test_a_book_is_valid(documents: dict[str, bytes], tmp_path: Path) -> None:
    """Without an error and without a warning."""
    (tmp_path / "edition.epub").write_bytes(documents["epub"])
    words = [str(JAVA), "-jar", str(EPUBCHECK), "--failonwarnings", "edition.epub"]
    done = subprocess.run(words, cwd=tmp_path, check=False, capture_output=True, text=True, timeout=500)
    assert (done.returncode, "No errors or warnings detected" in done.stdout) == (0, True), done.stderr
