"""Every file that a command reads, in place of it something without end: refused in one sentence, in little memory."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.properties import few
from tests.workbench.cli.commands import DRAFT, MAP, ROOT, SAMPLE, TALK

ZERO = Path("/dev/zero")
pytestmark = pytest.mark.skipif(not ZERO.exists(), reason="needs a device without end")

FEEDBACK, REPLIES = SAMPLE / "feedback.csv", SAMPLE / "replies.json"
# Each with a file of the sample that fits: the memory it takes is what the endless one is measured by.
READS: dict[str, tuple[tuple[str, ...], str]] = {
    "transcript": (("whitelist", "{}", MAP), TALK),
    "edition": (("verify", "{}", TALK), DRAFT),
    "map": (("whitelist", TALK, "{}"), MAP),
    "outline": (("map", "outline", "{}", "--out", "{dir}/map.json"), TALK),
    "certificate": (("verify", DRAFT, TALK, "--certificate", "{}"), MAP),
    "settings": (("coverage", TALK, MAP, "--settings", "{}"), MAP),
    "draft": (("enforce", TALK, MAP, "{}", "--chapter", "3"), DRAFT),
    "replies": (("run", TALK, MAP, "--estimate", "--client", "scripted:{}"), str(REPLIES)),
    "reply": (("extract-json", "{}"), MAP),
    "schema": (("extract-json", MAP, "--schema", "{}"), MAP),
    "narrative": (("numbers", "{}"), DRAFT),
    "results": (("numbers", DRAFT, "--results", "{}"), str(FEEDBACK)),
    "table": (("numbers", DRAFT, "--results", "{}", "--table", "x"), str(FEEDBACK)),
    "rules": (("numbers", DRAFT, "--rules", "{}"), MAP),
    "verification": (("numbers", DRAFT, "--verification", "{}"), MAP),
    "source": (("ask", "clock", "--from", "{}", "--index", "{dir}/ask.db"), str(FEEDBACK)),
    "import": (("import", "{}"), TALK),
    "experiment": (("evaluate", "{}", "--estimate"), str(SAMPLE / "experiment.yml")),
    "baseline": (("evaluate", str(SAMPLE / "experiment.yml"), "--baseline", "{}"), MAP),
}
_MOST_ABOVE = 300_000_000  # bytes


def run(case: str, file: object, folder: Path, *handles: int) -> tuple[int, bytes, int]:
    """Run a command on a file; return its exit code, what it said, and the most memory it had, in bytes."""
    words = [word.replace("{}", str(file)).replace("{dir}", str(folder)) for word in READS[case][0]]
    environment = {**os.environ, "WORKBENCH_DB": str(folder / "sessions.db")}
    with (folder / "said").open("w+b") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "workbench", *words],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=said,
            pass_fds=handles,
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return process.returncode, said.read(), used.ru_maxrss * 1_024


@pytest.mark.parametrize("case", few(1, READS))
def test_a_device_without_end_is_refused(tmp_path: Path, case: str) -> None:
    """Exit code 2, one line that names the file, at most 300 MB above the command with a file of the sample."""
    code, said, most = run(case, ZERO, tmp_path)
    assert (code, said.count(b"\n")) == (2, 1), said
    assert b"/dev/zero: " in said
    _, _, usual = run(case, READS[case][1], tmp_path)
    assert most - usual < _MOST_ABOVE


# A source, and what is imported, must be a file; the paths in an experiment are meant from its folder, and a pipe has
# none.
@pytest.mark.parametrize(
    "case", few(1, [case for case in READS if case not in ("source", "table", "import", "experiment")])
)
def test_a_pipe_is_read_like_the_file(tmp_path: Path, case: str) -> None:
    """`<(cat x)`: the same exit code; an endless one is refused as the device is."""
    code, said, _ = run(case, READS[case][1], tmp_path)
    with subprocess.Popen(["cat", READS[case][1]], stdout=subprocess.PIPE) as cat:
        assert cat.stdout is not None
        piped_code, piped, _ = run(case, f"/dev/fd/{cat.stdout.fileno()}", tmp_path, cat.stdout.fileno())
    assert piped_code == code, piped
    assert piped.count(b"\n") == said.count(b"\n")
    with subprocess.Popen(["yes"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as endless:
        assert endless.stdout is not None
        code, said, _ = run(case, f"/dev/fd/{endless.stdout.fileno()}", tmp_path, endless.stdout.fileno())
    assert code == 2
    assert b"is too big: it has more than " in said
