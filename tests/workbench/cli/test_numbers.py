"""`workbench numbers`: JSON for programs, a table for people, exit codes, files beside, and what is logged."""

import json
import re
import sqlite3
from collections import Counter
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.workbench.conftest import Outcome, Workbench

SAMPLE = Path(__file__).parents[3] / "sample_data"
NARRATIVE, RESULTS = SAMPLE / "narrative.md", SAMPLE / "results.csv"

GOOD = "Per LMIS: The qatarization rate increased to 58.3% in Q2 2024 (QID: lmis_qat_2024q2).\n"
BAD = "The retention rate is 87.5% in Q3.\n"
PRIVATE = "Per LMIS: 58.3% (QID: lmis_qat_2024q2). Ask mira@example.org or +1 202-555-0143, card 4111 1111 1111 1111.\n"


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A narrative with one number, cited well."""
    return write(tmp_path / "good.md", GOOD)


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A narrative with one number that has no source."""
    return write(tmp_path / "bad.md", BAD)


def test_the_json_is_as_the_seed_names_it(workbench: Workbench) -> None:
    """Counts, the time, each issue with its place and the number's text, the verdict; exit 1 for any ERROR."""
    done = workbench("numbers", NARRATIVE, "--results", RESULTS, "--today", "2026-11-22", "--json")
    text, data = NARRATIVE.read_text(encoding="utf-8"), done.json
    assert (done.code, done.err) == (1, "")
    assert list(data) == [
        "total_numbers",
        "cited_numbers",
        "uncited_count",
        "enforcement_time_ms",
        "issues",
        "verdict",
    ]
    counts = Counter(issue["code"] for issue in data["issues"])
    wrong = sum(counts[code] for code in ("UNCITED_NUMBER", "MISSING_QID", "UNKNOWN_SOURCE", "MALFORMED_CITATION"))
    assert data["uncited_count"] == counts["UNCITED_NUMBER"] == 3
    assert data["cited_numbers"] == data["total_numbers"] - wrong
    assert data["enforcement_time_ms"] > 0
    assert data["verdict"] == "failed"
    for issue in data["issues"]:
        assert list(issue) == ["code", "severity", "start", "end", "text", "message", "suggestions"]
        if issue["code"] == "PERSONAL_DATA":
            assert re.fullmatch(r"\[[a-zA-Z ]+\]", issue["text"])
        else:
            assert issue["text"] == text[issue["start"] : issue["end"]]


def test_a_narrative_without_errors_exits_with_0(workbench: Workbench, good: Path) -> None:
    """Without results, with results, and where there is nothing to check."""
    assert workbench("numbers", good, "--json").json["verdict"] == "passed"
    done = workbench("numbers", good, "--results", RESULTS, "--json")
    assert (done.code, done.json["total_numbers"], done.json["cited_numbers"], done.json["issues"]) == (0, 1, 1, [])
    none = workbench("numbers", write(good.parent / "none.txt", "No number at all.\n"), "--json")
    assert (none.code, none.json["verdict"], none.json["total_numbers"]) == (0, "nothing_to_check", 0)


def test_a_number_of_400_digits_is_a_claim_like_any_other(workbench: Workbench, tmp_path: Path) -> None:
    """Cited and right, cited with another last digit, and uncited."""
    digits = "7310986452" * 40
    results = write(tmp_path / "r.csv", f"query_id,data_source,value\nlmis_ways_001,LMIS,{digits}\n")
    texts = [f"Per LMIS: {words} ways (QID: lmis_ways_001).\n" for words in (digits, f"{digits[:-1]}5")]
    files = [write(tmp_path / f"{name}.md", text) for name, text in enumerate([*texts, f"There are {digits} ways.\n"])]
    done = workbench("numbers", *files, "--results", results, "--json")
    found = [(one["total_numbers"], [issue["code"] for issue in one["issues"]]) for one in done.json["narratives"]]
    assert found == [(1, []), (1, ["VALUE_MISMATCH"]), (1, ["UNCITED_NUMBER"])]


def test_several_narratives_are_listed_with_their_totals(workbench: Workbench, good: Path, bad: Path) -> None:
    """The verdict is the worst of all."""
    done = workbench("numbers", good, bad, "--results", RESULTS, "--json")
    assert done.code == 1
    assert [(one["file"], one["verdict"], one["total_numbers"]) for one in done.json["narratives"]] == [
        (str(good), "passed", 1),
        (str(bad), "failed", 1),
    ]
    assert (done.json["total_numbers"], done.json["cited_numbers"], done.json["uncited_count"]) == (2, 1, 1)
    assert done.json["verdict"] == "failed"


def test_people_get_a_table_with_lines_and_columns(workbench: Workbench, bad: Path) -> None:
    """Then the counts and the Citations Summary; line and column count from 1."""
    done = workbench("numbers", write(bad, "# A title\r\n\r\nÉté: " + BAD), "--results", RESULTS)
    assert done.code == 1
    lines = done.out.splitlines()
    assert "".join(done.out.split()).startswith(f"{bad}:1issue")  # a long path is folded
    assert any(re.match(r"│\s*3:28\s*│ 87\.5%\s*│ ERROR: UNCITED_NUMBER", line) for line in lines)
    assert "lmis_ret_001" in done.out
    assert f"{bad}: failed. 1 number: 0 cited, 1 uncited." in lines
    assert "## Citations Summary" in lines


def test_the_results_may_be_a_table(workbench: Workbench, good: Path, tmp_path: Path) -> None:
    """Found by itself or named."""
    path = tmp_path / "results.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        for table, value in (("right", 58.3), ("wrong", 53.8)):
            connection.execute(f"create table {table} (query_id, data_source, value, unit)")
            connection.execute(f"insert into {table} values ('lmis_qat_2024q2', 'LMIS', {value}, 'percent')")  # noqa: S608
    assert workbench("numbers", good, "--results", path, "--table", "right").code == 0
    done = workbench("numbers", good, "--results", path, "--table", "wrong", "--json")
    assert [issue["code"] for issue in done.json["issues"]] == ["VALUE_MISMATCH"]
    several = workbench("numbers", good, "--results", path)
    assert (several.code, several.out) == (2, "")
    assert 'Say which one: "right", "wrong".' in several.err


def test_the_rules_decide(workbench: Workbench, bad: Path, tmp_path: Path) -> None:
    """Citation rules, and the layers around them."""
    rules = write(tmp_path / "rules.yml", "ignore_numbers_below: 100\n")
    assert workbench("numbers", bad, "--rules", rules, "--json").json["verdict"] == "nothing_to_check"
    layers = write(tmp_path / "layers.yml", "citation_enforcement_enabled: false\n")
    data = workbench("numbers", bad, "--verification", layers, "--json").json
    assert (data["verdict"], data["total_numbers"], data["cited_numbers"], data["uncited_count"]) == (
        "passed",
        1,
        None,
        None,
    )
    two = workbench("numbers", bad, bad, "--verification", layers, "--json").json
    assert (two["total_numbers"], two["cited_numbers"]) == (2, None)
    assert "citations not checked" in workbench("numbers", bad, "--verification", layers).out


def test_the_problems_of_all_files_are_told_together(workbench: Workbench, tmp_path: Path) -> None:
    """One line for each; exit 2, and nothing on standard output, whatever is logged."""
    rules = write(tmp_path / "rules.yml", "colour: red\n\nignore_years: 3\n")
    layers = write(tmp_path / "layers.yml", "sanity: 5\n")
    results = write(tmp_path / "results.csv", "query_id,data_source,value\na,,x\n")
    files = ("--rules", rules, "--verification", layers, "--results", results)
    done = workbench("numbers", tmp_path / "none.md", *files, "--json")
    assert (done.code, done.out) == (2, "")
    assert [line.split(": ", 3)[1:3] for line in done.err.splitlines()] == [
        [str(tmp_path / "none.md"), "the file cannot be read"],
        ["results.csv", "line 2"],
        ["results.csv", "line 2"],
        ["rules.yml", "line 1"],
        ["rules.yml", "line 3"],
        ["layers.yml", "line 1"],
    ]


USAGE = {
    "no narrative": ((), "Missing argument 'NARRATIVE...'"),
    "a table of nothing": (("n.md", "--table", "t"), "--table goes with --results."),
    "two narratives redacted": (("n.md", "m.md", "--redacted", "r.md"), "--redacted goes with one narrative."),
    "no day": (("n.md", "--today", "tomorrow"), "does not match the format"),
}


@pytest.mark.parametrize(("words", "said"), USAGE.values(), ids=USAGE.keys())
def test_what_cannot_be_asked_for_says_so(workbench: Workbench, words: tuple[str, ...], said: str) -> None:
    """Exit 2 before anything is read."""
    done = workbench("numbers", *words)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_today_is_the_clocks_unless_it_is_given(workbench: Workbench, tmp_path: Path) -> None:
    """A date in the sentence's past that has not come yet."""
    day = datetime.now().astimezone() + timedelta(days=40)
    narrative = write(tmp_path / "n.md", f"The register was closed on {day.day} {day:%B} {day.year}.\n")
    (issue,) = workbench("numbers", narrative, "--json").json["issues"]
    assert issue["code"] == "DATE_IN_FUTURE"
    assert workbench("numbers", narrative, "--today", f"{day:%Y-%m-%d}", "--json").json["issues"] == []


def test_the_summary_and_the_redacted_narrative_are_written(workbench: Workbench, good: Path, bad: Path) -> None:
    """One file for the summaries of all; the narrative as it was but for personal data."""
    private, folder = write(good.parent / "private.md", PRIVATE), good.parent / "out"
    summary, redacted = folder / "summary.md", folder / "redacted.md"
    done = workbench("numbers", private, "--summary", summary, "--redacted", redacted)
    assert done.code == 0
    assert redacted.read_text(encoding="utf-8") == (
        "Per LMIS: 58.3% (QID: lmis_qat_2024q2). Ask [email] or [phone], card [card number].\n"
    )
    assert summary.read_text(encoding="utf-8").startswith("## Citations Summary\n")
    workbench("numbers", good, bad, "--summary", summary)
    written = summary.read_text(encoding="utf-8")
    assert [line for line in written.splitlines() if re.match("##? ", line)] == [
        "# good.md",
        "## Citations Summary",
        "# bad.md",
        "## Citations Summary",
    ]


def logged(done: Outcome) -> list[str]:
    assert {line.split()[1] for line in done.err.splitlines()} <= {"workbench.numbers:", "core.numbers:"}
    return done.err.splitlines()


def test_nothing_is_written_over_what_is_read(workbench: Workbench, good: Path) -> None:
    """Neither over the narrative, nor over the results, nor one output over the other."""
    outputs = good.parent / "out.md"
    for words in (
        ("--redacted", good),
        ("--summary", good.parent / "." / good.name),
        ("--summary", RESULTS),
        ("--summary", outputs, "--redacted", outputs),
    ):
        done = workbench("numbers", good, "--results", RESULTS, *words)
        assert (done.code, done.out) == (2, "")
        assert "so nothing is written over it. Give another name." in done.err
    assert good.read_text(encoding="utf-8") == GOOD
    assert not outputs.exists()


def test_the_log_says_counts_and_then_each_number(workbench: Workbench, good: Path, bad: Path) -> None:
    """At -v what is done under seed 3's names, at -vv every number; nothing else of the narrative."""
    assert workbench("numbers", good, bad).err == ""
    brief = logged(workbench("numbers", good, bad, "-v"))
    assert "INFO core.numbers: citation.total_numbers = 1" in brief
    assert "INFO core.numbers: citation.uncited_count = 1" in brief
    assert "INFO core.numbers: verification ends: failed, 1 issue" in brief
    full = logged(workbench("numbers", good, bad, "-vv"))
    assert [line for line in full if line.startswith("DEBUG")] == [
        "DEBUG core.numbers: 45-50: 58.3%: cited",
        "DEBUG core.numbers: 22-27: 87.5%: UNCITED_NUMBER",
    ]
    words = re.findall(r"[a-z]{5,}", f"{GOOD} {BAD}")
    assert not [word for word in words if word in "\n".join(full)]


def test_personal_data_is_nowhere_in_what_is_said(workbench: Workbench, tmp_path: Path) -> None:
    """Not in the table, the JSON, the summary, or the log, and no phone or card passes as a number."""
    numbers = "Call +1 202-555-0143 or 4111 1111 1111 1111 now, mira@example.org. Mira Tannous paid 58.3% too much.\n"
    narrative = write(tmp_path / "n.md", numbers)
    layers = write(tmp_path / "layers.yml", "privacy: {names: [Mira Tannous]}\n")
    for form in ((), ("--json",)):
        done = workbench("numbers", narrative, "--verification", layers, "-vv", *form)
        for secret in ("202-555", "4111", "mira", "Mira", "Tannous"):
            assert secret not in done.out.replace(str(narrative), "")
            assert secret not in done.err


def test_broken_rules_are_logged_as_an_error(workbench: Workbench, good: Path, tmp_path: Path) -> None:
    """By how many problems there are: the file's own words are the person's."""
    rules = write(tmp_path / "rules.yml", "colour: red\n")
    done = workbench("numbers", good, "--rules", rules, "-v")
    assert done.err.splitlines()[0] == "ERROR workbench.numbers: the rules are not accepted: 1 problem"
    assert len(done.err.splitlines()) == 2


@pytest.mark.parametrize(
    ("kind", "field"), [("citation-rules", "allowed_prefixes"), ("verification-rules", "citation_enforcement_enabled")]
)
def test_the_schemas_of_the_rules_are_printed(workbench: Workbench, kind: str, field: str) -> None:
    """Like those of the other files."""
    done = workbench("schema", kind)
    assert done.code == 0
    assert field in json.loads(done.out)["properties"]
