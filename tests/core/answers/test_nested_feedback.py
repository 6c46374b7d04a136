"""Feedback records inside objects: seed 4's own shape, and paths that a mapping names."""

from collections.abc import Mapping

import pytest

from core.answers.feedback import feedback_columns, read_feedback, take_feedback
from core.answers.records import Passage
from core.errors import RecordsError
from tests.core.answers.test_feedback import record

SEED_FOUR: dict[str, tuple[str, Passage]] = {
    "the shape itself": (
        """[{"content": "slow, it is", "feedback_summary": {"feedback_record_id": "a", "summary": "Too slow"},
         "feedback_record": {"feedback_record_id": "a", "content": "It is slow.", "rating": 2}}]""",
        record(summary="Too slow", metadata={"content": "slow, it is", "rating": 2}),
    ),
    "the searched text is the summary where no other is": (
        """[{"content": "slow, it is", "feedback_summary": {"feedback_record_id": "a", "topic": "speed"},
         "feedback_record": {"id": "a", "content": "It is slow."}, "score": 0.5}]""",
        record(summary="slow, it is", metadata={"feedback_summary.topic": "speed", "score": 0.5}),
    ),
    "the id in the summary alone, as a line": (
        """{"feedback_summary": {"record_id": "a", "id": 7, "text": "slow"}, "feedback_record": {"body": "It is slow."}}
{"feedback_summary": {"feedback_record_id": "b"}, "feedback_record": {"content": " "}}""",
        record(summary="slow", metadata={"feedback_summary.id": 7}),
    ),
    "one object alone": (
        '{"feedback_summary": {"summary": "slow"}, "feedback_record": {"id": "a", "content": "It is slow."}}',
        record(summary="slow"),
    ),
    "the summary as text": (
        '{"results": [{"feedback_summary": "slow", "feedback_record": {"id": "a", "text": "It is slow."}}]}',
        record(summary="slow"),
    ),
    "no summary, the id outside": (
        '[{"feedback_record_id": "a", "feedback_record": {"review_text": "It is slow."}}]',
        record(),
    ),
    "other letters, and what the record tells of itself": (
        """[{"feedbackSummary": {"summary": "slow"}, "feedbackRecord": {"feedbackRecordId": "a",
         "Comment": "It is slow.", "course": "A", "metadata": {"device": {"os": "X"}}}}]""",
        record(summary="slow", metadata={"device": {"os": "X"}, "course": "A"}),
    ),
    "a name inside that is outside too": (
        '[{"rating": 1, "feedback_record": {"id": "a", "content": "It is slow.", "rating": 2}}]',
        record(metadata={"rating": 1, "feedback_record.rating": 2}),
    ),
    "columns that a table was flattened to": (
        "feedback_record.id,feedback_record.content,feedback_summary.summary,content\na,It is slow.,slow,x\n",
        record(summary="slow", metadata={"content": "x"}),
    ),
    "a text of that name is the content": (
        "id,feedback_record\na,It is slow.\n",
        record(),
    ),
    "a text of that name beside the content is metadata": (
        "id,content,feedback_record\na,It is slow.,7\n",
        record(metadata={"feedback_record": "7"}),
    ),
}


@pytest.mark.parametrize(("data", "expected"), SEED_FOUR.values(), ids=SEED_FOUR.keys())
def test_the_record_shape_of_seed_4_is_recognised_by_itself(data: str, expected: Passage) -> None:
    """The record's own words are the content, what was searched is the summary, and what else is inside is metadata."""
    assert read_feedback(data, "f") == (expected,)


NESTED: dict[str, tuple[str, dict[str, str], Passage]] = {
    "a path": (
        '[{"id": "a", "review": {"text": {"en": "It is slow."}, "stars": 2}}]',
        {"content": "review.text.en"},
        record(metadata={"review": {"text": {}, "stars": 2}}),
    ),
    "paths into one object": (
        '[{"review": {"key": "a", "says": "It is slow.", "short": "slow"}}]',
        {"feedback_record_id": "review.key", "content": "review.says", "summary": "review.short"},
        record(summary="slow", metadata={"review": {}}),
    ),
    "in other letters": (
        '[{"id": "a", "Review": {"Says": "It is slow."}}]',
        {"content": "review.says"},
        record(metadata={"Review": {}}),
    ),
    "a column whose name has the dot wins": (
        '[{"id": "a", "review.says": "It is slow.", "review": {"says": "x"}}]',
        {"content": "review.says"},
        record(metadata={"review": {"says": "x"}}),
    ),
    "a name inside whose name has the dot wins": (
        '[{"id": "a", "review": {"says.now": "It is slow.", "says": {"now": "x"}}}]',
        {"content": "review.says.now"},
        record(metadata={"review": {"says": {"now": "x"}}}),
    ),
    "the object's own name has a dot": (
        '[{"id": "a", "my.review": {"says": "It is slow."}}]',
        {"content": "my.review.says"},
        record(metadata={"my.review": {}}),
    ),
    "another part of seed 4's shape": (
        '[{"feedback_summary": {"record_id": "a"}, "feedback_record": {"content": "x", "raw": "It is slow."}}]',
        {"content": "feedback_record.raw"},
        record(metadata={"content": "x"}),
    ),
    "seed 4's own content, as the seed names it": (
        '[{"feedback_summary": {"feedback_record_id": "a"}, "feedback_record": {"content": "It is slow."}}]',
        {"content": "feedback_record.content"},
        record(),
    ),
    "which of two ids it is": (
        '[{"feedback_summary": {"feedback_record_id": "a"}, "feedback_record": {"id": 7, "content": "It is slow."}}]',
        {"feedback_record_id": "feedback_summary.feedback_record_id"},
        record(metadata={"id": 7}),
    ),
    "a path in a table's column": (
        "id,review.says\na,It is slow.\n",
        {"content": "review.says"},
        record(),
    ),
}


@pytest.mark.parametrize(("data", "mapping", "expected"), NESTED.values(), ids=NESTED.keys())
def test_a_mapping_reaches_inside_objects(data: str, mapping: Mapping[str, str], expected: Passage) -> None:
    """By the names on the way with dots between; what was taken is no metadata."""
    assert read_feedback(data, "f", mapping) == (expected,)


def test_all_that_is_wrong_inside_objects_is_told_with_its_path() -> None:
    """A wrong type, a wrong id, a summary of another record, a field twice, a record that is missing."""
    rows = [
        '{"feedback_summary": {"summary": {}}, "feedback_record": {"id": [], "content": ["x"]}}',
        '{"feedback_summary": {"summary": {}}, "feedback_record": {"id": [], "content": "x"}}',
        '{"feedback_summary": {"feedback_record_id": "b"}, "feedback_record": {"id": "a", "content": "x"}}',
        '{"feedback_record": {"id": "c", "content": "x", "content": "y"}}',
        '{"content": "x", "feedback_summary": {"feedback_record_id": "d"}}',
    ]
    with pytest.raises(RecordsError) as error:
        read_feedback("\n".join(rows), "f.jsonl")
    assert [(problem.place, problem.message) for problem in error.value.problems] == [
        ("f.jsonl: line 1: feedback_record.content", "must be text, not a list."),
        ("f.jsonl: line 2: feedback_summary.summary", "must be text, not an object."),
        ("f.jsonl: line 2: feedback_record.id", "must be text or a number, not a list."),
        ("f.jsonl: line 3: feedback_summary.feedback_record_id", "is not the id of the record beside it."),
        ("f.jsonl: line 4", "has a field that is written twice."),
        ("f.jsonl: line 5: feedback_record", "is missing; the content beside a summary is what was searched."),
    ]


def test_a_path_that_leads_nowhere_is_refused() -> None:
    """Through a text, a list, or to a name that is not there; rows that lack it are noted as without words."""
    rows = '[{"id": "a", "review": "x", "tags": [{"says": "y"}], "deep": {"says": "z"}}]'
    for path in ("review.says", "tags.says", "tags.0.says", "deep.text", "deep.", ".says", "."):
        with pytest.raises(RecordsError, match="no column is called"):
            read_feedback(rows, "f", {"content": path})
    found = take_feedback(
        '[{"id": "a", "review": {"says": "It is slow."}}, {"id": "b", "review": {}}]', "f", {"content": "review.says"}
    )
    assert found.passages == (record(metadata={"review": {}}),)
    assert [(note.place, note.message) for note in found.notes] == [("f: row 2", "has no words, and was left out.")]


def test_the_columns_of_nested_records_are_told() -> None:
    """What is recognised by itself, and every text inside objects, so that a person can choose it."""
    shape = '[{"content": "s", "feedback_summary": {"record_id": "a"}, "feedback_record": {"content": "Slow."}}]'
    found = feedback_columns(shape)
    assert found.mapping == {
        "feedback_record_id": "feedback_summary.record_id",
        "content": "feedback_record.content",
        "summary": "content",
    }
    assert found.missing == ()
    other = feedback_columns('[{"id": 1, "entry": {"text": {"en": "It is slow.", "n": 2}, "tags": ["x"]}}]')
    assert other.columns == ("id", "entry", "entry.text.en", "entry.text.n")
    assert other.missing == ("content",)
    assert other.rows == (("1", '{"text": {"en": "It is slow.", "n": "2"}, "tags": ["x"]}', "It is slow.", "2"),)
