"""Tables opened by a spreadsheet that is not ours; where there is none, these tests skip and say so."""

import csv
import io
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.workbench.conftest import Workbench

SPREADSHEET = shutil.which("localc")
# Commas, quotation marks about words, UTF-8 (76), all cells as they are shown.
FORM = "Text - txt - csv (StarCalc):44,34,76,1,,0,false,{}"
READ, WRITE = FORM.format("false"), f"csv:{FORM.format('true,false')}"


def cells_of(path: Path) -> list[list[str]]:
    """Return the cells of a CSV file."""
    return list(csv.reader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))


@pytest.mark.thorough
@pytest.mark.skipif(SPREADSHEET is None, reason="there is no LibreOffice Calc (localc) here")
@pytest.mark.parametrize(("form", "how"), [("csv", [f"--infilter={READ}"]), ("xlsx", [])])
def test_a_spreadsheet_has_every_cell_as_it_was_written(
    workbench: Workbench, folder: Path, tmp_path: Path, form: str, how: list[str]
) -> None:
    """No time, number or formula is made of any."""
    for name in {"csv", form}:
        assert workbench("export", folder, "--to", name, "--out", tmp_path / f"quotes.{name}").code == 0
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    words = [str(SPREADSHEET), profile, "--headless", *how, "--convert-to", WRITE, "--outdir", "out", f"quotes.{form}"]
    subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, timeout=500)
    assert cells_of(tmp_path / "out" / "quotes.csv") == cells_of(tmp_path / "quotes.csv")
