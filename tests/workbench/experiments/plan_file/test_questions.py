"""Questions of an experiment: their passages are looked up once, and every variant is given the same."""

import json
import os
from pathlib import Path
from typing import Any

from core.answers.records import Citation
from tests.transcript_cases import cases_of, file_of
from tests.workbench.experiments.plan_file.conftest import Read, Refused
from tests.workbench.jobs.answers.records import QUESTION, RECORDS, as_csv
from workbench.experiments.plan_file import LoadedPlan


def citations_of(wished: LoadedPlan, question: int = 0) -> tuple[Citation, ...]:
    """Return the passages of a question."""
    (subject,) = wished.plan.subjects
    return subject.questions[question].citations


def test_questions_are_the_units_of_one_subject(asking: dict[str, Any], read: Read) -> None:
    """With their passages, at most as many as are to be sent; the records are in no file of the plan."""
    asking["answers"]["k"] = 4
    wished = read(asking)
    (subject,) = wished.plan.subjects
    assert (subject.name, subject.material, wished.files) == ("feedback.csv", None, ())
    assert [one.text for one in subject.questions] == asking["answers"]["questions"]
    assert [len(one.citations) for one in subject.questions] == [4, 4]
    assert all(one.found >= 4 for one in subject.questions)


def test_questions_may_stand_in_a_file(asking: dict[str, Any], read: Read, folder: Path) -> None:
    """One on each line, blank ones left out."""
    text = "\ufeffWhich features are requested?\n\n  What is loved most about the app?  \r\n"
    (folder / "mine.txt").write_text(text, encoding="utf-8")
    asking["answers"]["questions"] = "mine.txt"
    asked = [one.text for one in read(asking).plan.subjects[0].questions]
    assert asked == ["Which features are requested?", "What is loved most about the app?"]


def test_the_same_records_elsewhere_are_the_same_plan(asking: dict[str, Any], read: Read, folder: Path) -> None:
    """No passage says in which folder of this disk it lies."""
    (folder / "notes").mkdir()
    (folder / "notes" / "talk.md").write_text("Ada: I love the app, most of all its export.\n", encoding="utf-8")
    asking["answers"]["from"] = ["feedback.csv", "notes"]
    plan = read(asking).plan
    assert str(folder) not in plan.model_dump_json()
    assert "notes/talk.md" in {one.file_path for one in citations_of(read(asking))}
    assert plan.subjects[0].name == "feedback.csv, notes"
    assert read(asking).plan == plan


def test_a_tier_may_be_named(asking: dict[str, Any], read: Read, refused: Refused, folder: Path) -> None:
    """As `ask --tier` does."""
    case = next(case for case in cases_of("json-services") if "asks" in case)
    (folder / "call.json").write_bytes(file_of(case))
    asking["answers"]["from"] = ["feedback.csv", "call.json"]
    assert any("Choose with `tier: NAME`" in one for one in refused(asking))
    asking["answers"]["tier"] = case["asks"][0]
    assert read(asking).plan.subjects[0].questions


def test_columns_may_be_named(asking: dict[str, Any], read: Read, refused: Refused, folder: Path) -> None:
    """As `ask --map` does; what cannot be meant is said."""
    (folder / "other.csv").write_text("Row,Said\nx-1,I love the app because it is fast.\n", encoding="utf-8")
    asking["answers"].update({"from": ["other.csv"], "map": {"feedback_record_id": "Row", "content": "Said"}})
    assert [one.record_id for one in citations_of(read(asking))] == ["x-1"]
    asking["answers"]["map"] = {"text": "Said"}
    assert any(one.startswith("answers.map: text=Said names no field") for one in refused(asking))


def test_passages_are_those_of_the_ask_command(asking: dict[str, Any], read: Read, folder: Path) -> None:
    """In the records' own words, by their own ids."""
    (folder / "feedback.csv").write_text(as_csv(), encoding="utf-8")
    asking["answers"]["questions"] = [QUESTION]
    found = citations_of(read(asking))
    assert found
    for one in found:
        assert one.text == RECORDS[one.record_id]


def test_a_question_without_a_passage_is_told(asking: dict[str, Any], read: Read) -> None:
    """It stays: what a variant does with nothing is measured, too."""
    asking["answers"]["questions"].append("Xylophone zeppelin?")
    wished = read(asking)
    assert citations_of(wished, 2) == ()
    assert wished.notes == ("Nothing in these sources has the words of “Xylophone zeppelin?”",)


def test_what_cannot_be_asked_is_refused(asking: dict[str, Any], refused: Refused, folder: Path) -> None:
    """Every question that is none, every source that cannot be read, at once."""
    (folder / "broken.csv").write_text('id,text\n1,"never closed\n', encoding="utf-8")
    (folder / "empty.txt").write_text("\n\n", encoding="utf-8")
    asking["answers"].update(
        {"from": ["feedback.csv", "nowhere.csv", "broken.csv"], "questions": ["a?", "", "a?", 7, "x" * 4_001], "k": 0}
    )
    problems = refused(asking)
    assert any(one.startswith("answers.k: ") for one in problems)
    del asking["answers"]["k"]
    problems = refused(asking)
    for place, message in (
        ("answers.questions[1]", "is empty."),
        ("answers.questions[2]", "is the same as answers.questions[0]."),
        ("answers.questions[3]", "must be text"),
        ("answers.questions[4]", "has 4,001 characters"),
        ("answers.from", "nowhere.csv"),
        ("answers.from", "broken.csv"),
    ):
        assert any(one.startswith(f"{place}: ") and message in one for one in problems), (place, message, problems)
    none: tuple[tuple[object, str], ...] = (
        ("empty.txt", "answers.questions: there are none."),
        ([], "answers.questions: there are none."),
        ("nowhere.txt", "answers.questions: "),
        ({}, "answers.questions: must be a file or a list, not an object."),
        ([f"{number}?" for number in range(501)], "answers.questions: are 501; 500 is the most."),
    )
    for questions, message in none:
        asking["answers"] = {"from": "feedback.csv", "questions": questions}
        (problem,) = refused(asking)
        assert problem.startswith(message)


def test_a_folder_without_sources_is_nothing_to_look_in(asking: dict[str, Any], refused: Refused, folder: Path) -> None:
    """Said like that, and once."""
    (folder / "empty").mkdir()
    asking["answers"]["from"] = "empty"
    assert [one.partition(" Name")[0] for one in refused(asking)] == ["answers.from: there is nothing to search."]


def test_links_out_of_a_folder_are_left_out_and_that_is_noted(
    asking: dict[str, Any], read: Read, refused: Refused, folder: Path
) -> None:
    """As `ask` does; a pipe in a folder is a problem, because the same experiment finds the same everywhere."""
    (folder / "records").mkdir()
    (folder / "records" / "here.csv").write_bytes((folder / "feedback.csv").read_bytes())
    (folder / "records" / "out.csv").symlink_to(folder / "feedback.csv")
    (folder / "records" / "up").symlink_to(folder)
    asking["answers"]["from"] = "records"
    (note,) = read(asking).notes
    assert "2 links left out" in note
    os.mkfifo(folder / "records" / "pipe.csv")
    (problem,) = refused(asking)
    assert "pipe.csv: cannot be read: it is not a regular file." in problem


def test_answers_read_the_same_as_json(asking: dict[str, Any], read: Read) -> None:
    """What the schema calls `from` and `lambda` is no word of Python."""
    asking["answers"]["lambda"] = 1
    assert read(json.dumps(asking)).plan.variants[0].asking.lambda_ == 1.0
