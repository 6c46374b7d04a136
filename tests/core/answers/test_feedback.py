"""Feedback records from files: every form and spelling, every problem at once, and nothing lost in silence."""

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answers.feedback import feedback_columns, read_feedback, take_feedback
from core.answers.records import Passage
from core.errors import RecordsError
from core.text.documents import MAX_BYTES
from tests.conftest import SAMPLE


def record(record_id: str = "a", text: str = "It is slow.", at: int = 0, **rest: Any) -> Passage:
    return Passage(record_id=record_id, text=text, source="f", position=at, **rest)


FORMS: dict[str, tuple[bytes | str, tuple[Passage, ...]]] = {
    "a list": ('[{"feedback_record_id": "a", "content": "It is slow."}]', (record(),)),
    "an object with a list": ('{"feedback": [{"id": "a", "content": "It is slow."}]}', (record(),)),
    "an object with one list": (
        '{"exported": "today", "of_may": [{"id": "a", "content": "It is slow."}], "tags": ["x"]}',
        (record(),),
    ),
    "an object with an id and one list": (
        '{"id": "export 7", "of_may": [{"id": "a", "content": "It is slow."}]}',
        (record(),),
    ),
    "one object": (
        '{"id": "a", "content": "It is slow.", "answers": [{"n": 1}]}',
        (record(metadata={"answers": [{"n": 1}]}),),
    ),
    "JSON lines": (
        '{"id": "a", "content": "It is slow."}\r\n\n{"id": "b", "text": "great"}\n',
        (record(), record("b", "great", 1)),
    ),
    "commas": ("id,content\na,It is slow.\nb,great\n", (record(), record("b", "great", 1))),
    "semicolons": ("id;content;summary\na;It is slow.;slow, it is", (record(summary="slow, it is"),)),
    "tabs": ("id\tcontent\na\tIt is slow.\n", (record(),)),
    "bars": ("id|content\na|It is slow.\n", (record(),)),
    "a separator that is named": ("sep=;\nid;content\na;It is slow.\n", (record(),)),
    "a mark and UTF-8": ("\ufeffid,content\na,It is slow.".encode(), (record(),)),
    "a mark and UTF-16": ("id,content\nä,„Naïve“".encode("utf-16"), (record("ä", "„Naïve“"),)),
    "line ends inside a field": (
        'id,content\r\na,"It is\r\nslow."\r\nb,great\r\n',
        (record(text="It is\r\nslow."), record("b", "great", 1)),
    ),
    "marks inside a field": ('id,content\na,"The ""new"" one"\n', (record(text='The "new" one'),)),
    "a line end inside a name": (
        'id,"What do you\nthink?",content\na,b,It is slow.\n',
        (record(metadata={"What do you think?": "b"}),),
    ),
    "separators at the end of lines": (
        "id,content,,\na,It is slow.,,\nb,great,,,,\n",
        (record(), record("b", "great", 1)),
    ),
    "white space around it": (
        'id,content,summary\n" a  1\t",  It is slow. ," It\nis slow "\n',
        (record("a 1", summary="It is slow"),),
    ),
    "numbers": (
        '[{"id": 12345678901234567890, "content": 5, "rating": 4.50}, {"id": 1.0, "content": "great"}]',
        (record("12345678901234567890", "5", metadata={"rating": 4.5}), record("1.0", "great", 1)),
    ),
    "camel case": ('[{"feedbackRecordId": "a", "feedbackText": "It is slow."}]', (record(),)),
    "capitals and spaces": ("Record ID,Comment,Feedback Summary\na,It is slow.,slow", (record(summary="slow"),)),
    "the proper name before the others": (
        "id,text,feedback_record_id,content\n7,other,a,It is slow.",
        (record(metadata={"id": "7", "text": "other"}),),
    ),
    "metadata": (
        '[{"id": "a", "content": "It is slow.", "metadata": {"course": "A", "device": {"os": "X", "n": [1, 2.5]}}}]',
        (record(metadata={"course": "A", "device": {"os": "X", "n": [1, 2.5]}}),),
    ),
    "metadata written as JSON": (
        'id;content;metadata\na;It is slow.;"{""course"": ""A"", ""n"": 1}"\n',
        (record(metadata={"course": "A", "n": 1}),),
    ),
    "metadata that is text": (
        "id,content,metadata\na,It is slow.,from the shop\n",
        (record(metadata={"metadata": "from the shop"}),),
    ),
    "columns of their own": (
        'id;text;Course;difficulty level;file;meta;Rate;Notes\na;It is slow.;A;hard;x;"{""course"": 1, ""k"": 2}";5;\n',
        (record(metadata={"k": 2, "course": "A", "difficulty": "hard", "file": "x", "Rate": "5"}),),
    ),
    "two columns of one name that is no field": (
        "id,content,Notes,Notes,\na,It is slow.,x,y,z\n",
        (record(metadata={"Notes": "x", "Notes (4)": "y", "column 5": "z"}),),
    ),
    "numbers that are none": (
        '[{"id": "a", "content": "It is slow.", "x": NaN, "y": 1e999, "z": null}]',
        (record(metadata={"x": "NaN", "y": "1e999"}),),
    ),
    "not a word": ("id,content\na,👍\nb,?\n", (record(text="👍"), record("b", "?", 1))),
    "ids that are anything on one line": (
        'id,content\n"— ”]]**<b>(x)",It is slow.\n#1; DROP TABLE,great\n',
        (record("— ”]]**<b>(x)"), record("#1; DROP TABLE", "great", 1)),
    ),
    "no rows": ("[]", ()),
    "no rows in a list": ('{"records": []}', ()),
    "a header alone": ("id,content\n", ()),
}


@pytest.mark.parametrize(("data", "expected"), FORMS.values(), ids=FORMS.keys())
def test_records_are_read_from_every_form(data: bytes | str, expected: tuple[Passage, ...]) -> None:
    """Told by what is in the file; what is no field is metadata."""
    assert read_feedback(data, "f") == expected


MAPPINGS: dict[str, tuple[str, dict[str, str], tuple[Passage, ...]]] = {
    "all fields": (
        "Nr;Bewertung;Kurz;Kurs;content\na;It is slow.;slow;A;x",
        {"feedback_record_id": "Nr", "content": "Bewertung", "summary": "Kurz", "course": "Kurs"},
        (record(summary="slow", metadata={"content": "x", "course": "A"}),),
    ),
    "another than the usual one": (
        "id,key,content\n7,a,It is slow.",
        {"feedback_record_id": "key"},
        (record(metadata={"id": "7"}),),
    ),
    "in other letters": ("NR,content\na,It is slow.", {"feedback_record_id": " nr "}, (record(),)),
    "a usual one that is none": (
        "id,content,summary\na,It is slow.,x",
        {"summary": ""},
        (record(metadata={"summary": "x"}),),
    ),
    "which of two it is": (
        "id,Content,content\na,It is slow.,x",
        {"content": "Content"},
        (record(metadata={"content": "x"}),),
    ),
    "no column for two fields": ("id,text,body\na,slow,It is slow.", {"summary": "text"}, (record(summary="slow"),)),
    "the first of two in other letters": (
        "Nr,NR,content\na,b,It is slow.",
        {"feedback_record_id": "nr"},
        (record(metadata={"NR": "b"}),),
    ),
    "in JSON": ('[{"id": "a", "says": "It is slow."}]', {"content": "says"}, (record(),)),
}


@pytest.mark.parametrize(("data", "mapping", "expected"), MAPPINGS.values(), ids=MAPPINGS.keys())
def test_a_person_says_which_column_is_which(
    data: str, mapping: Mapping[str, str], expected: tuple[Passage, ...]
) -> None:
    """Before the usual names are looked for."""
    assert read_feedback(data, "f", mapping) == expected


WRONG: dict[str, tuple[str, str, str]] = {
    "no id": ("id,content\n,great", "line 2: feedback_record_id", "is missing."),
    "null for an id": ('[{"id": null, "content": "great"}]', "row 1: feedback_record_id", "is missing."),
    "an object for an id": (
        '[{"id": {}, "content": "great"}]',
        "row 1: feedback_record_id",
        "must be text or a number, not an object.",
    ),
    "true for an id": (
        '[{"id": true, "content": "great"}]',
        "row 1: feedback_record_id",
        "must be text or a number, not true or false.",
    ),
    "a long id": (f"id,content\n{'x' * 201},great", "line 2: feedback_record_id", "is too long: 201 characters."),
    "an id that is not seen": (
        "id,content\na\u200bb,great",
        "line 2: feedback_record_id",
        "holds characters that are not seen.",
    ),
    "an id that turns the line": (
        "id,content\n\u202ea,great",
        "line 2: feedback_record_id",
        "holds characters that are not seen.",
    ),
    "half a character in an id": (
        '[{"id": "\\ud800", "content": "great"}]',
        "row 1: feedback_record_id",
        "holds a character that could not be read (�).",
    ),
    "a NUL": ('[{"id": "a", "content": "x\\u0000"}]', "row 1: content", "holds a NUL character."),
    "a list for a text": ('[{"id": "a", "content": ["x"]}]', "row 1: content", "must be text, not a list."),
    "an object for a summary": (
        '[{"id": "a", "content": "x", "summary": {}}]',
        "row 1: summary",
        "must be text, not an object.",
    ),
    "a long text": (
        f'[{{"id": "a", "content": "{"x" * 100_001}"}}]',
        "row 1: content",
        "is too long: 100,001 characters.",
    ),
    "metadata that is half JSON": (
        'id;content;metadata\na;great;{"course": \n',
        "line 2: metadata",
        "begins like an object and is no JSON.",
    ),
    "deep metadata": (
        '[{"id": "a", "content": "great", "x": ' + "[" * 50 + "]" * 50 + "}]",
        "row 1",
        "holds something that is nested too deeply.",
    ),
    "much metadata": (
        f'[{{"id": "a", "content": "great", "x": "{"y" * 20_000}"}}]',
        "row 1",
        "has too much besides its text: 20,009 characters.",
    ),
    "an id twice": (
        "id,content\na,great\nb,x\na,slow",
        "line 4: feedback_record_id",
        "is the same as in line 2, and the records are not.",
    ),
    "an id twice with another summary": (
        '[{"id": 1, "content": "x", "summary": "y"}, {"id": "1", "content": "x"}]',
        "row 2: feedback_record_id",
        "is the same as in row 1, and the records are not.",
    ),
    "a row that is none": ('[{"id": "a", "content": "great"}, 5]', "row 2", "must be an object with fields."),
    "a broken line": ('{"id": "a", "content": "great"}\n{"id":', "line 2", "is not JSON: Expecting value."),
    "a broken first line": (
        '{"id": "a", content: "great"}\n{"id": "b", "content": "great"}',
        "line 1",
        "is not JSON: Expecting property name enclosed in double quotes.",
    ),
    "a field twice": ('[{"id": "a", "content": "x", "content": "y"}]', "row 1", "has a field that is written twice."),
    "a field under two names": (
        '[{"id": "a", "Content": "x", "content": "y"}]',
        "row 1",
        "has two fields that are called content.",
    ),
    "a column twice": ("id,content,Content\na,x,y\nb,x,y", "the header", "two columns are called content."),
    "a comma without marks": ("id,content\na,great, really", "line 2", "has 3 columns, and the header 2."),
    "marks inside marks": ('id,content\na,"so "great" it is"\nb,x', "line 2", "is not CSV: ',' expected after '\"'."),
    "an open mark": ('id,content\na,"great\nb,x\nc,y\n', "line 2", "is not CSV: unexpected end of data."),
}


@pytest.mark.parametrize(("data", "place", "message"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_told_with_line_or_row_and_field(data: str, place: str, message: str) -> None:
    """Where, what, and what to do."""
    with pytest.raises(RecordsError) as error:
        read_feedback(data, "my feedback")
    (problem,) = error.value.problems
    assert (problem.place, problem.message) == (f"my feedback: {place}", message)
    assert problem.remedy


def test_all_problems_are_told_at_once() -> None:
    """In the order of the file, broken lines too; of very many the first, and how many more there are."""
    lines = [
        '{"id": "a", "content": "x"}',
        "{",
        '{"content": "y"}',
        '{"id": "a", "content": "z"}',
        "x",
        '{"id": [], "content": 1}',
    ]
    with pytest.raises(RecordsError) as error:
        read_feedback("\n".join(lines), "f.jsonl")
    assert [problem.place for problem in error.value.problems] == [
        "f.jsonl: line 2",
        "f.jsonl: line 3: feedback_record_id",
        "f.jsonl: line 4: feedback_record_id",
        "f.jsonl: line 5",
        "f.jsonl: line 6: feedback_record_id",
    ]
    with pytest.raises(RecordsError) as error:
        read_feedback('id,content\na,"x" y\n,z\nb,x,y\n')
    assert [problem.place for problem in error.value.problems] == ["line 2", "line 3: feedback_record_id", "line 4"]
    with pytest.raises(RecordsError) as error:
        read_feedback("id,content\n" + ",x\n" * 250)
    assert len(error.value.problems) == 101
    assert error.value.problems[-1].message == "there are 150 more problems."


def test_no_message_holds_what_people_wrote() -> None:
    """Neither words nor ids: both may name persons."""
    with pytest.raises(RecordsError) as error:
        read_feedback('id,content,metadata\nmira@x.org,mira,"{mira"\nmira@x.org,Mira,\nmira\u200b,mira,\n,mira,mira\n')
    assert len(error.value.problems) == 4
    assert "mira" not in str(error.value).lower()


def test_what_is_left_out_without_harm_is_noted() -> None:
    """Rows without words and rows that stand twice; the places of the others have no gap."""
    feedback = take_feedback("id,content,summary\na,great,\nb,  ,x\n,,\na, great,\nc,\u00a0,\nd,slow,\n,,x\n", "f.csv")
    assert [(one.record_id, one.position) for one in feedback.passages] == [("a", 0), ("d", 1)]
    assert [(note.place, note.message) for note in feedback.notes] == [
        ("f.csv: line 3", "has no words, and was left out."),
        ("f.csv: line 5", "is the record of line 2 once more, and was left out."),
        ("f.csv: line 6", "has no words, and was left out."),
        ("f.csv: line 8", "has no words, and was left out."),
    ]
    assert len(take_feedback("id,content\n" + "a,\n" * 250).notes) == 101


OTHERS: dict[str, tuple[bytes | str, str, str]] = {
    "an evidence map": (
        (SAMPLE / "evidence.json").read_bytes(),
        "f.json",
        "is an evidence map or an edition and holds no feedback records.",
    ),
    "a transcript in Markdown": (
        (SAMPLE / "interview.md").read_bytes(),
        "f.csv",
        "is a transcript and holds no feedback records.",
    ),
    "a transcript in text": (
        "Ann: Hello, you.\n\nBen: Yes?\n\nAnn: No.\n\nBen: Well.\n",
        "f.csv",
        "is a transcript and holds no feedback records.",
    ),
    "a transcript with times": (
        "[00:01] Ann: Hello.\n[00:02] Ben: Yes?\n[00:04] Ann: No.\n[00:05] Ben: Well.\n",
        "f",
        "is a transcript and holds no feedback records.",
    ),
    "results of a query": (
        (SAMPLE / "results.csv").read_bytes(),
        "f.csv",
        'holds no feedback records: no column is called "feedback_record_id" or "content".',
    ),
    "a list of texts": ('["great", "slow"]', "f.json", "holds no feedback records: none of its rows has fields."),
    "prose": (
        "Once upon a time.\n",
        "f.txt",
        'holds no feedback records: no column is called "feedback_record_id" or "content".',
    ),
    "one very long line": (
        "x" * 300_000,
        "f",
        'holds no feedback records: no column is called "feedback_record_id" or "content".',
    ),
    "empty rows": ("[{}]", "f", 'holds no feedback records: no column is called "feedback_record_id" or "content".'),
    "an object with several lists": ('{"a": [{}], "b": [{}]}', "f", "holds no list of feedback records."),
    "no id": ("text\ngreat\n", "f", 'no column is called "feedback_record_id".'),
    "no text": ('[{"id": 1}]', "f", 'no column is called "content".'),
    "empty": (" \n", "f", "is empty."),
    "a picture": (b"\x89PNG\xff\x00", "f", "is not UTF-8 text (byte 0)."),
    "half of JSON": ("[{", "f", "is not JSON (line 1: Expecting property name enclosed in double quotes)."),
    "deep JSON": ("[" * 100_000, "f", "is not JSON (it is nested too deeply)."),
    "too big": (b" " * (MAX_BYTES + 1), "f", "is too big: 20,000,001 bytes, 20,000,000 may be read."),
}


@pytest.mark.parametrize(("data", "name", "message"), OTHERS.values(), ids=OTHERS.keys())
def test_a_file_that_holds_no_records_says_so_once(data: bytes | str, name: str, message: str) -> None:
    """What it is instead where that can be told, and what to do."""
    with pytest.raises(RecordsError) as error:
        read_feedback(data, name)
    (problem,) = error.value.problems
    assert (problem.place, problem.message) == (name, message)
    assert problem.remedy


def test_a_mapping_that_does_not_fit_is_refused() -> None:
    """Fields and columns that there are not; the columns that there are are named."""
    with pytest.raises(RecordsError) as error:
        read_feedback("id,content\na,great", "f", {"content": "Text", "colour": "id", "summary": "Short"})
    assert [problem.message for problem in error.value.problems] == [
        'no column is called "Text", which was to be content.',
        'there is no field called "colour".',
        'no column is called "Short", which was to be summary.',
    ]
    assert error.value.problems[0].remedy == 'Its columns are "id", "content".'
    with pytest.raises(RecordsError, match='no column is called "content"'):
        read_feedback("id,content\na,great", "f", {"content": ""})


def test_the_columns_of_a_file_are_told() -> None:
    """What each would be taken for, what is missing, and what the first rows hold; missing ones are no error here."""
    found = feedback_columns(f"Nr;Bewertung;summary\n1;gut;\n2;{'x' * 300};y\n" + "3;z;\n" * 5)
    assert found.columns == ("Nr", "Bewertung", "summary")
    assert found.mapping == {"summary": "summary"}
    assert found.missing == ("feedback_record_id", "content")
    assert found.count == 7
    assert found.rows[:2] == (("1", "gut", ""), ("2", "x" * 200 + "…", "y"))
    assert len(found.rows) == 5
    assert feedback_columns("Nr;Bewertung\n1;gut, ja\n").columns == ("Nr", "Bewertung")
    mapped = feedback_columns("Nr;Bewertung\n1;gut\n", mapping={"feedback_record_id": "Nr", "content": "Bewertung"})
    assert (mapped.mapping, mapped.missing) == ({"feedback_record_id": "Nr", "content": "Bewertung"}, ())
    rows = feedback_columns('[{"id": 1, "content": "x"}, {"id": 2, "tags": ["ä"], "content": null}]')
    assert rows.columns == ("id", "content", "tags")
    assert rows.rows == (("1", "x", ""), ("2", "", '["ä"]'))
    with pytest.raises(RecordsError, match="is empty"):
        feedback_columns("")


def test_there_may_be_too_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too much is said, not cut off."""
    monkeypatch.setattr("core.answers.feedback.MAX_ROWS", 3)
    rows = [f"{number},x\n" for number in range(4)]
    assert len(read_feedback("id,content\n" + "".join(rows[:3]))) == 3
    with pytest.raises(RecordsError, match="holds more than 3 rows"):
        read_feedback("id,content\n" + "".join(rows))


WRITTEN = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]) | st.sampled_from(' ,;\t|"“\n'), max_size=20
)
ROWS = st.lists(
    st.fixed_dictionaries({"content": WRITTEN, "summary": WRITTEN, "rating": WRITTEN, "metadata": st.just("")}),
    min_size=1,
    max_size=5,
)


@given(ROWS)
def test_every_form_of_the_same_rows_is_read_alike(rows: list[dict[str, str]]) -> None:
    """Whatever is in them; each text is what the row holds, and rows without words are left out."""
    rows = [{"feedback_record_id": f"r{number}", **row} for number, row in enumerate(rows)]
    found = read_feedback(json.dumps(rows), "f")
    held = [row for row in rows if row["content"].strip()]
    assert [one.record_id for one in found] == [row["feedback_record_id"] for row in held]
    for one, row in zip(found, held, strict=True):
        assert one.text == row["content"].strip()
        assert one.summary == " ".join(row["summary"].split())
    assert read_feedback(json.dumps({"records": rows}, ensure_ascii=False).encode("utf-16"), "f") == found
    assert read_feedback("\n".join(map(json.dumps, rows)) + "\n", "f") == found
    for separator in ",;\t|":
        text = io.StringIO()
        writer = csv.DictWriter(text, list(rows[0]), delimiter=separator, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
        writer.writeheader()
        writer.writerows(rows)
        assert read_feedback(text.getvalue(), "f") == found


def test_the_sample_is_read_whole() -> None:
    """All its records, in other languages too, each with an id of its own."""
    feedback = take_feedback((SAMPLE / "feedback.csv").read_bytes(), "feedback.csv")
    assert len({one.record_id for one in feedback.passages}) == len(feedback.passages) == 120
    assert not feedback.notes
    assert {"course", "difficulty", "file"} <= set(feedback.passages[0].metadata)
