"""The tables for spreadsheets: what a strict reader reads, and what no spreadsheet runs."""

import csv
import io

import pytest

from core.errors import ResultsError
from core.evaluation.records import Coherence, Sample
from core.text.documents import is_object
from core.text.tables import ColumnMapping, RowKind, read_rows
from tests.workbench.experiments.results.making import INVENTED, KEPT, answer, chapter, two_variants, unwritten
from workbench.experiments.results import UnitGroup, results_csv, results_of_units, units_csv
from workbench.experiments.results.tables_csv import BYTE_ORDER_MARK, CHANGED

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''-1", "'\tx", "=", "-", "@"]
HARMLESS = [
    *("a = 1", "a+b", "e-mail", "a@b.c", "“=1”", "3 - 2", "", "plain", "ä, ö; ü", "semi;colon, comma", " =1", "\n=1"),
    *("'quoted' words", "'", "' =1", "’=1", "a;=1", 'a"=1', "−1", "–1", "nul \0"),
]


def rows_of(text: str) -> list[dict[str, str]]:
    """Read a table as RFC 4180 says."""
    assert text.startswith(BYTE_ORDER_MARK)
    body = text.removeprefix(BYTE_ORDER_MARK)
    return list(csv.DictReader(io.StringIO(body, newline=""), strict=True))


def named(name: str) -> str:
    return results_csv(results_of_units("A title", [UnitGroup(name=name, units=(chapter(1, KEPT),))]))


def test_there_is_a_row_for_each_variant_and_metric() -> None:
    """Shares are numbers; k and n are what they are made of."""
    rows = rows_of(results_csv(two_variants()))
    found = {(row["variant"], row["measure"]): row for row in rows if not row["level"]}
    assert len(found) == len([row for row in rows if not row["level"]])
    one = found["free", "verbatim_before"]
    assert (one["k"], one["n"], one["share"], one["stage"]) == ("14", "21", "0.666667", "as the model wrote it")
    assert (one["low"], one["high"]) == ("0.453735", "0.828052")
    assert (found["reference", "cost"]["mean"], found["reference", "cost"]["known"]) == ("0.0093", "7")
    assert found["reference", "cost"]["model"] == "gemini-x"


def test_target_words_are_told_by_level_too() -> None:
    """Seed 1 asks for them so."""
    units = (chapter(1), chapter(2, level="weak", within=False), chapter(3, level="weak"))
    rows = rows_of(results_csv(results_of_units("Levels", [UnitGroup(name="a", units=units)])))
    told = [(row["level"], row["k"], row["n"]) for row in rows if row["measure"] == "within_target"]
    assert told == [("", "2", "3"), ("strong", "1", "1"), ("weak", "1", "2")]


def test_what_was_not_counted_is_empty_and_not_zero() -> None:
    """0 of 0 has neither share nor interval."""
    rows = rows_of(results_csv(results_of_units("None", [UnitGroup(name="a", units=(unwritten(1),))])))
    one = next(row for row in rows if row["measure"] == "verbatim_before")
    assert (one["k"], one["n"], one["share"], one["low"], one["high"]) == ("0", "0", "", "", "")


def test_coherence_is_a_row_of_its_own_and_called_a_judgement() -> None:
    """4 and 3 over two answers, one of which nobody would judge twice."""
    units = (answer(1, scores=(4, None)), answer(2, scores=(3,)))
    rows = rows_of(results_csv(results_of_units("Judged", [UnitGroup(name="a", units=units)])))
    one = next(row for row in rows if row["measure"] == "coherence")
    assert (one["mean"], one["known"], one["of"]) == ("3.5", "2", "2")
    assert "judgement" in one["title"]


def test_every_unit_has_its_rows_with_its_repeat_from_one() -> None:
    """One that was not written says why."""
    judged = Coherence(judge="a judge", samples=(Sample(score=5),))
    units = (chapter(1, KEPT, INVENTED), chapter(1, KEPT, coherence=judged), unwritten(2))
    rows = rows_of(units_csv(results_of_units("Units", [UnitGroup(name="a", units=units, repeats=(0, 1, 1))])))
    told = [(row["repeat"], row["unit"], row["k"], row["n"]) for row in rows if row["measure"] == "verbatim_before"]
    assert told == [("1", "chapter 1", "1", "2"), ("2", "chapter 1", "1", "1"), ("2", "chapter 2", "0", "0")]
    assert {row["not written because"] for row in rows if row["unit"] == "chapter 2"} == {
        "The model would not write it."
    }
    assert [row["amount"] for row in rows if row["measure"] == "coherence"] == ["5"]


@pytest.mark.parametrize("name", FORMULAS)
def test_nothing_in_it_is_a_formula(name: str) -> None:
    """An apostrophe more stands before what would be one, and the row says so."""
    for row in rows_of(named(name)):
        assert (row["variant"], row[CHANGED]) == (f"'{name}", "variant")


@pytest.mark.parametrize("name", [*FORMULAS, *HARMLESS])
def test_what_reads_tables_reads_the_words_as_they_were(name: str) -> None:
    """The other columns too: numbers are no text, and no apostrophe is put before them."""
    problems: list[str] = []

    def complain(*problem: str) -> None:
        problems.append(" ".join(problem))

    def columns_of(_: tuple[str, ...]) -> ColumnMapping:
        return ColumnMapping({}, (), ())

    kind = RowKind("results", "", (), (), columns_of, ResultsError)
    table = read_rows(named(name), "results.csv", kind, complain)
    rows = [row for _, row in table.rows]
    assert not problems
    for row, written in zip(rows, rows_of(named(name)), strict=True):
        assert is_object(row)
        assert row == {**written, "variant": name}


@pytest.mark.parametrize("name", HARMLESS)
def test_other_words_stay_as_they_are(name: str) -> None:
    """And nothing is said of them."""
    for row in rows_of(named(name)):
        assert row["variant"] == name
        assert not row[CHANGED]


def test_the_file_says_that_its_words_may_not_be_verbatim() -> None:
    """In the heading of its last column, whatever is in it."""
    head = named("plain").removeprefix(BYTE_ORDER_MARK).split("\r\n")[0]
    assert head.endswith(f'"{CHANGED}"')
    assert "not be verbatim" in CHANGED


def test_lines_end_as_rfc_4180_says() -> None:
    """CRLF everywhere, the last line included; quotation marks are doubled."""
    text = named('a "b"')
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert '"a ""b"""' in text


def test_half_a_character_can_be_written() -> None:
    """As the sign for a character that is none, and said to be changed."""
    text = named("half \ud83d")
    assert text.encode()
    assert rows_of(text)[0]["variant"] == "half \ufffd"
    assert rows_of(text)[0][CHANGED] == "variant"
