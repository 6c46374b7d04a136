from collections import Counter

from core.answers.records import AnswerMode, Citation
from core.answers.synthesis import INSUFFICIENT
from core.llm.client import GenerationRequest
from tests.workbench.jobs.answers.records import QUESTION, RECORDS, Room, scripted
from workbench.jobs.answers import QuestionRequest, choose_passages, find_passages
from workbench.jobs.answers.write_answer import AnswerWriter
from workbench.jobs.calls import CallPosition, MakeGate
from workbench.store import AnswerSettings, CallRecord, PassageDiversity


def never_asked(request: GenerationRequest, place: CallPosition, gate: MakeGate | None) -> CallRecord:
    """Fail: no call is made."""
    raise AssertionError(request, place, gate)


def citation(number: int, file: str, course: str, text: str) -> Citation:
    """A citation of a file and a course."""
    return Citation(
        number,
        file,
        text=text,
        file_path=file,
        metadata={"course": course},
        record_id=f"r{number}",
        confidence=1 / number,
    )


FOUND = (
    citation(1, "a.md", "x", "The boat was lost in the storm of March."),
    citation(2, "a.md", "x", "The boat was lost in the storm of March, and nine barrels with it."),
    citation(3, "a.md", "x", "A lamp burned in the window for a year."),
    citation(4, "b.md", "x", "Salt was dear that winter."),
    citation(5, "c.md", "y", "The school had no teacher."),
)


def test_each_passage_that_was_found_is_sent_or_left_out_with_a_reason() -> None:
    """The words say what is full, what is like what, and what others outran."""
    found = choose_passages(FOUND, AnswerSettings(most=3, max_per_file=1, lambda_=0.5))
    kept = [one.record_id for one in found.citations]
    assert kept == ["r1", "r4", "r5"]
    assert {one.record_id for one in found.left_out} == {"r2", "r3"}
    assert found.found == 5
    assert {one.why for one in found.left_out} == {
        "The most that may be sent of its file, one passage, are sent already."
    }
    assert {one.source for one in found.left_out} == {"a.md"}
    (ranked,) = choose_passages(FOUND[3:], AnswerSettings(most=1)).left_out
    assert ranked.why == "Others fit the question better, and no more are sent."


def test_what_is_like_another_says_which_and_how_much() -> None:
    """In words that are true however little it is: others differ more still, and a person can judge the slider."""
    found = choose_passages(FOUND, AnswerSettings(most=3, max_per_file=9, lambda_=0.3))
    like = next(one for one in found.left_out if one.record_id == "r2")
    before, _, likeness = like.why.partition("(likeness ")
    assert before == "Passages that differ more were preferred: it is most like r1, which is sent "
    assert 0 < float(likeness.removesuffix(").")) < 1


def test_courses_come_first_where_a_person_wants_that() -> None:
    """Seed 2's two passes: one of each course, then what is left by rank."""
    found = choose_passages(FOUND, AnswerSettings(most=3, max_per_file=2, diversity=PassageDiversity.COURSES))
    assert [one.record_id for one in found.citations] == ["r1", "r5", "r2"]
    assert [(one.record_id, one.why.partition(",")[0]) for one in found.left_out] == [
        ("r3", "The most that may be sent of its file"),
        ("r4", "Others fit the question better"),
    ]


def test_of_one_file_alone_as_much_is_sent_as_of_several() -> None:
    """A limit for each file would leave an interview with two passages."""
    alone = [one for one in FOUND if one.file == "a.md"]
    for diversity in PassageDiversity:
        found = choose_passages(alone, AnswerSettings(max_per_file=1, diversity=diversity))
        assert {one.record_id for one in found.citations} == {"r1", "r2", "r3"}
        assert found.left_out == ()


def two_files(each: int) -> tuple[Citation, ...]:
    """Citations of two files, each of other words."""
    return tuple(
        citation(2 * number + place + 1, file, "x", f"Of day {number} the {file} tells: {'abcdefghijkl'[number] * 6}.")
        for number in range(each)
        for place, file in enumerate(("a.md", "b.md"))
    )


def test_of_two_files_as_many_are_sent_as_a_synthesis_needs() -> None:
    """By itself the limit grows until five can be sent, which the answer says; a limit that somebody set holds."""
    for diversity in PassageDiversity:
        found = choose_passages(two_files(9)[1:], AnswerSettings(diversity=diversity))
        assert Counter(one.file for one in found.citations) == {"a.md": 3, "b.md": 3}
        assert "up to 3 passages of one file" in found.notice
        held = choose_passages(two_files(9)[1:], AnswerSettings(diversity=diversity, max_per_file=2))
        assert (len(held.citations), held.notice) == (4, "")
        assert "limit for one file (2;" in held.limited
        assert "leaves out 13 of the 17" in held.limited
    assert choose_passages(two_files(2), AnswerSettings()).notice == ""


def test_a_synthesis_of_too_few_says_what_the_limit_left_out() -> None:
    """A person learns which limit to take away."""
    asked = QuestionRequest(
        text=QUESTION, client=scripted(), settings=AnswerSettings(mode=AnswerMode.SYNTHESIS, max_per_file=2)
    )
    answer = AnswerWriter(asked).write(choose_passages(two_files(9), asked.settings), never_asked).answer
    assert answer.fallback_reason.startswith(f"{INSUFFICIENT}: the limit for one file (2;")
    assert answer.fallback_reason.endswith("leaves out 14 of the 18 passages that were found")


def test_a_question_finds_the_records_that_have_its_words(room: Room) -> None:
    """Each record of one file of feedback counts for itself; what has none of the words is not found."""
    found = find_passages(room.library, QuestionRequest(text=QUESTION, client=scripted()))
    assert {one.record_id for one in found.citations} == set(RECORDS) - {"f-7"}
    assert all(RECORDS[one.record_id] == one.text for one in found.citations)


def test_a_question_is_held_to_what_was_chosen(room: Room) -> None:
    """Sources by their keys, or collections; nothing chosen is nothing found."""
    (source,) = room.library.sources()
    asked = QuestionRequest(text=QUESTION, client=scripted())
    for chosen, count in (
        ({"sources": (source.key,)}, 6),
        ({"collections": (source.collection,)}, 6),
        ({"sources": ()}, 0),
        ({"collections": ("elsewhere",)}, 0),
    ):
        assert find_passages(room.library, asked.model_copy(update=chosen)).found == count
