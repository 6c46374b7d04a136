"""The page Ask: sources come in, a question is asked, its answer is shown and kept, and mistakes lose nothing."""

import time
from pathlib import Path

import pytest

from core.answers.records import AnswerMode, CitedAnswer
from tests.pages.conftest import PATIENCE, Opened, Opener
from workbench.paths import SAMPLE_DATA
from workbench.providers import recorded
from workbench.search import SearchIndex, index_path
from workbench.store import AnswerContents, AnswerSettings, OpenQuestion, Session, Store

SLOW = "What are the main complaints about slow performance?"
PRICING = "How are the pricing and the paid plan received?"
TABLE = b"nr;what they wrote\n1;The battery is empty at noon, every single day of the week.\n2;great\n"


def ask(opened: Opened, text: str) -> Opened:
    return Opened(opened.app.chat_input("ask-question").set_value(text).run())


def press(opened: Opened, key: str) -> Opened:
    return Opened(opened.app.button(key).click().run())


def answered(opened: Opened, store: Store, session: Session, number: int = 1) -> Opened:
    """Wait until so many answers are stored and none is under way, and look at the page again."""
    end = time.monotonic() + PATIENCE
    while len(store.answers.list(session.session_id)) < number or store.answers.open_question(session.session_id):
        assert time.monotonic() < end, "no answer came"
        time.sleep(0.02)
    return Opened(opened.app.run())


def components(opened: Opened) -> int:
    return sum(one.type == "bidi_component" for one in opened.app.main)


def keys(opened: Opened) -> set[str]:
    return {str(button.key) for button in opened.app.button}


def drop(opened: Opened, *files: tuple[str, bytes]) -> Opened:
    given = [(name, data, "application/octet-stream") for name, data in files]
    opened.app.file_uploader[0].set_value(given)
    return Opened(opened.app.run())


def take_path(opened: Opened, path: str) -> Opened:
    (field,) = (one for one in opened.app.text_input if str(one.key).startswith("ask-path-"))
    field.input(path)
    (button,) = (one for one in opened.app.button if "ask-take-path" in str(one.key))
    return Opened(button.click().run())


def sample_answer(number: int) -> AnswerContents:
    """An answer without words, as it is stored."""
    answer = CitedAnswer(question=f"Question number {number}?", mode=AnswerMode.EXCERPTS, client="offline")
    return AnswerContents(asked_at=f"2026-11-22T10:{number:02}:00Z", answer=answer, settings=AnswerSettings())


def test_the_sample_is_asked_without_a_model(open_page: Opener, sample_stored: Session, store: Store) -> None:
    """Its transcript and its feedback are there from the first; the answer is shown whole, and kept."""
    opened = open_page("ask", session=sample_stored.session_id)
    assert opened.failures == []
    assert "This session’s transcript" in opened.words
    assert "120 passages" in opened.words
    opened = answered(ask(opened, SLOW), store, sample_stored)
    assert opened.failures == []
    (kept,) = store.answers.list(sample_stored.session_id)
    assert (kept.question, kept.mode) == (SLOW, AnswerMode.EXCERPTS)
    assert kept.quotes >= 5
    assert SLOW in opened.words
    assert f"Excerpts only · {kept.quotes} quotations proven" in " ".join(opened.words.split())
    assert components(opened) == 1


def test_a_model_that_misquotes_is_kept_at_its_word_nowhere(
    open_page: Opener, sample_stored: Session, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands is proven, what is refused is counted, and none of its own words is on the page as a quotation."""
    monkeypatch.setattr(recorded, "RECORDED_PACE", 100_000)
    opened = open_page("ask", session=sample_stored.session_id)
    opened = Opened(opened.app.radio(f"ask-who-{sample_stored.session_id}").set_value("recorded").run())
    opened = answered(ask(opened, PRICING), store, sample_stored)
    assert opened.failures == []
    (kept,) = store.answers.list(sample_stored.session_id)
    assert (kept.quotes, kept.refused) == (2, 3)
    assert "2 quotations proven, 3 refused" in opened.words
    assert "50,000" not in opened.words


def test_an_answer_that_is_stopped_leaves_what_was_found(
    open_page: Opener, sample_stored: Session, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As excerpts, which say why; while it comes, nothing else can be asked."""
    monkeypatch.setattr(recorded, "RECORDED_PACE", 1)
    opened = open_page("ask", session=sample_stored.session_id)
    opened = Opened(opened.app.radio(f"ask-who-{sample_stored.session_id}").set_value("recorded").run())
    opened = ask(opened, PRICING)
    assert opened.app.chat_input("ask-question").disabled
    opened = answered(press(opened, "ask-stop"), store, sample_stored)
    assert opened.failures == []
    (kept,) = store.answers.list(sample_stored.session_id)
    assert kept.mode is AnswerMode.EXCERPTS
    assert kept.fallback_reason.startswith("It was stopped by hand")
    assert not opened.app.chat_input("ask-question").disabled


def test_a_question_that_cannot_be_asked_is_in_the_box_again(
    open_page: Opener, sample_stored: Session, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what is missing; nothing is stored."""
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    monkeypatch.delenv("GOOGLE_API_KEY", raising=False)
    opened = open_page("ask", session=sample_stored.session_id)
    opened = Opened(opened.app.radio(f"ask-who-{sample_stored.session_id}").set_value("gemini").run())
    opened = ask(opened, "Who waits for what?")
    assert not opened.app.exception
    assert "there is no key for it" in opened.words
    box = opened.app.chat_input("ask-question").proto
    assert (box.set_value, box.value) == (True, "Who waits for what?")
    assert store.answers.list(sample_stored.session_id) == ()


def test_without_sources_there_is_nothing_to_ask(open_page: Opener, store: Store) -> None:
    """The page says what to do; the sample's feedback is one press away, and switched on by it."""
    session = store.sessions.create("Nothing in it")
    opened = open_page("ask", session=session.session_id)
    assert "There is nothing to ask yet." in opened.words
    assert opened.app.chat_input("ask-question").disabled
    opened = press(opened, "ask-sample")
    assert opened.failures == []
    assert not opened.app.chat_input("ask-question").disabled


def test_a_transcript_belongs_to_its_session(open_page: Opener, sample_stored: Session, store: Store) -> None:
    """Another session does not see it; a new one takes the place of the old one."""
    open_page("ask", session=sample_stored.session_id)
    other = store.sessions.create("Another")
    opened = open_page("ask", session=other.session_id)
    assert "This session’s transcript" not in opened.words
    other = store.sessions.put_transcript(
        other, "talk.md", b"**Ann:** We waited all winter.\n\n**Bo:** And nobody came.\n"
    )
    assert "2 passages" in open_page("ask", session=other.session_id).words
    store.sessions.put_transcript(other, "talk.md", b"**Ann:** We waited all winter.\n")
    assert "1 passage" in open_page("ask", session=other.session_id).words
    assert len([one for one in SearchIndex(index_path()).sources() if "Another" not in one.key]) == 3


def test_a_path_that_is_none_is_told_and_what_was_typed_stays(open_page: Opener, sample_stored: Session) -> None:
    """What is there already stays too."""
    opened = take_path(open_page("ask", session=sample_stored.session_id), "/nowhere/<b>at</b> all")
    assert not opened.app.exception
    assert "/nowhere/<b>at</b> all cannot be used." in opened.words
    assert "There is nothing at this path." in opened.words
    assert "120 passages" in opened.words
    opened = press(opened, "ask-close-told")
    assert "cannot be used" not in opened.words


def test_a_folder_is_taken_in_and_looked_at_again(
    open_page: Opener, sample_stored: Session, store: Store, tmp_path: Path
) -> None:
    """What can be read is asked from then on, what cannot is named; a second look reads what changed alone."""
    folder = tmp_path / "talks $1 :tada:"
    folder.mkdir()
    (folder / "one.md").write_bytes((SAMPLE_DATA / "interview.md").read_bytes())
    (folder / "two.md").write_text("**Ann:** The zeppelin was late again.\n", encoding="utf-8")
    (folder / "scan.md").write_bytes(b"%PDF-1.7")
    (folder / "out").symlink_to(tmp_path)
    opened = take_path(open_page("ask", session=sample_stored.session_id), str(folder))
    end = time.monotonic() + PATIENCE
    while "2 new" not in opened.words:
        assert time.monotonic() < end, opened.words
        opened = Opened(opened.app.run())
    assert "scan.md cannot be used." in opened.words
    assert "1 link left out: links that lead out of a folder are not followed." in opened.words
    assert str(folder) in opened.words
    assert "2 files, 119 passages" in opened.words
    opened = answered(ask(opened, "Was the zeppelin late?"), store, sample_stored)
    (kept,) = store.answers.list(sample_stored.session_id)
    assert "two#1" in {quote.record_id for quote in store.answers.get(kept.answer_id).answer.quotes}
    (folder / "two.md").write_text("**Ann:** The zeppelin was early, for once.\n", encoding="utf-8")
    (again,) = (one for one in opened.app.button if str(one.key).startswith("ask-again-"))
    opened = Opened(again.click().run())
    while "1 changed, 1 unchanged" not in opened.words:
        assert time.monotonic() < end, opened.words
        opened = Opened(opened.app.run())


def test_the_columns_of_a_table_are_chosen_beside_its_first_rows(
    open_page: Opener, sample_stored: Session, store: Store
) -> None:
    """Nothing is taken in before that; files that cannot be used are named, and the rest goes on."""
    files = [("reviews.csv", TABLE), ("broken.json", b'[{"id": 1,'), ("talk.txt", b"Ann: We waited all winter.\n")]
    opened = drop(open_page("ask", session=sample_stored.session_id), *files)
    assert not opened.app.exception
    assert "broken.json cannot be used." in opened.words
    assert "talk.txt: 1 passage." in opened.words
    assert "reviews.csv: which column is which?" in opened.words
    assert "The battery is empty at noon" in opened.words
    assert len(SearchIndex(index_path()).sources()) == 3
    choosers = {one.label: one for one in opened.app.selectbox if str(one.key).startswith("ask-column-")}
    choosers["Id of the record"].set_value("nr")
    choosers["Its words"].set_value("what they wrote")
    opened.app.run()
    (take,) = (one for one in opened.app.button if one.label == "Add these records")
    opened = Opened(take.click().run())
    assert opened.failures == []
    assert "reviews.csv: 2 passages." in opened.words
    assert "which column is which?" not in opened.words
    opened = answered(ask(opened, "Is the battery empty at noon?"), store, sample_stored)
    (kept,) = store.answers.list(sample_stored.session_id)
    assert "1" in {quote.record_id for quote in store.answers.get(kept.answer_id).answer.quotes}


def test_synonyms_of_a_file_are_searched_for(open_page: Opener, sample_stored: Session, store: Store) -> None:
    """Until they are forgotten; a file that cannot be used is refused, with everything that is wrong in it."""
    opened = open_page("ask", session=sample_stored.session_id)

    def choose(data: bytes) -> Opened:
        (chooser,) = (one for one in opened.app.file_uploader if one.label.startswith("Synonyms"))
        chooser.set_value(("words.yml", data, "application/octet-stream"))
        return Opened(opened.app.run())

    opened = choose(b"zebra: text\n")
    assert "words.yml: zebra" in opened.words
    opened = choose(b"zebra: [battery]\n")
    assert opened.failures == []
    assert "Synonyms of 1 word are searched for." in opened.words
    opened = answered(ask(opened, "zebras"), store, sample_stored)
    (kept,) = store.answers.list(sample_stored.session_id)
    assert {"fb-0046", "fb-0114"} <= {one.record_id for one in store.answers.get(kept.answer_id).answer.citations}
    (forget,) = (one for one in opened.app.button if str(one.key) == "ask-forget-synonyms")
    assert "are searched for" not in Opened(forget.click().run()).words


def test_a_file_that_cannot_be_read_does_not_take_the_place_of_one_that_could(
    open_page: Opener, sample_stored: Session
) -> None:
    """They have one name; the good one stays."""
    opened = drop(open_page("ask", session=sample_stored.session_id), ("talk.md", b"**Ann:** We waited.\n"))
    opened = drop(opened, ("talk.md", b"\0\0"))
    assert "talk.md cannot be used." in opened.words
    (kept,) = (one for one in SearchIndex(index_path()).sources() if one.name == "talk.md")
    assert (kept.passages, kept.problems) == (1, ())


def test_a_source_that_is_switched_off_is_not_asked(open_page: Opener, sample_stored: Session, store: Store) -> None:
    """Also after a reload, and its sample questions are offered no more."""
    opened = open_page("ask", session=sample_stored.session_id)
    feedback = opened.app.checkbox[1]
    opened = Opened(feedback.set_value(False).run())
    opened = open_page("ask", session=sample_stored.session_id)
    assert [one.value for one in opened.app.checkbox] == [True, False]
    opened = answered(ask(opened, "What is said about the feather and the glass?"), store, sample_stored)
    (kept,) = store.answers.list(sample_stored.session_id)
    sent = store.answers.get(kept.answer_id).answer.citations
    assert {citation.title for citation in sent} == {"interview.md"}


def test_of_many_folders_those_that_are_used_stand_first(open_page: Opener, sample_stored: Session) -> None:
    """The others are in the index and asked where they are switched on."""
    for number in range(60):
        place = f"/talks/{number:02}"
        SearchIndex(index_path()).take_text("a.md", b"**Ann:** We waited.\n", key=f"{place}/a.md", collection=place)
    opened = open_page("ask", session=sample_stored.session_id)
    assert opened.failures == []
    assert [one.value for one in opened.app.checkbox] == [True, True] + [False] * 40
    assert "20 folders more." in opened.words
    opened = Opened(opened.app.checkbox[5].set_value(True).run())
    assert [one.value for one in opened.app.checkbox] == [True] * 3 + [False] * 40


def test_of_a_long_history_the_last_questions_are_listed(
    open_page: Opener, sample_stored: Session, store: Store
) -> None:
    """The newest unfolded; earlier ones, and their answers, by a press each."""
    for number in range(1, 13):
        store.answers.add(sample_stored.session_id, f"answer-{number}", sample_answer(number))
    opened = open_page("ask", session=sample_stored.session_id)
    assert opened.failures == []
    assert "Question number 5?" in opened.words
    assert "Question number 4?" not in opened.words
    assert "4 earlier questions." in opened.words
    assert components(opened) == 1
    opened = press(opened, "ask-earlier")
    assert "Question number 1?" in opened.words
    opened = press(opened, "ask-fold-answer-1")
    assert components(opened) == 2
    opened = press(press(opened, "ask-fold-answer-1"), "ask-fold-answer-12")
    assert components(opened) == 0


def test_an_answer_is_deleted_for_good(open_page: Opener, sample_stored: Session, store: Store) -> None:
    """The others stay."""
    for number in (1, 2):
        store.answers.add(sample_stored.session_id, f"answer-{number}", sample_answer(number))
    opened = press(open_page("ask", session=sample_stored.session_id), "ask-delete-sure-answer-2")
    assert "The question and its answer were deleted." in opened.words
    assert "Question number 2?" not in opened.words
    assert [one.number for one in store.answers.list(sample_stored.session_id)] == [1]


def test_a_new_tab_begins_with_what_the_last_answer_was_made_with(
    open_page: Opener, sample_stored: Session, store: Store
) -> None:
    """Among them the full texts for the best alone."""
    settings = AnswerSettings(most=7, lambda_=0.3, domain="old clocks", raw_records=2)
    contents = sample_answer(1).model_copy(update={"settings": settings})
    store.answers.add(sample_stored.session_id, "answer-1", contents)
    opened = open_page("ask", session=sample_stored.session_id)
    held = {name: opened.app.session_state[f"ask-{name}-sample"] for name in ("most", "lambda_", "domain", "in_full")}
    assert held == {"most": 7, "lambda_": 0.3, "domain": "old clocks", "in_full": 2}
    opened = answered(ask(opened, SLOW), store, sample_stored, number=2)
    last = store.answers.get(store.answers.list(sample_stored.session_id)[-1].answer_id)
    assert last.settings == settings.model_copy(update={"mode": AnswerMode.EXCERPTS})


@pytest.mark.parametrize("lost", [True, False], ids=["its program ended", "another program asks it"])
def test_a_question_without_its_program_can_be_asked_again(
    open_page: Opener, sample_stored: Session, store: Store, *, lost: bool
) -> None:
    """One that another program asks is waited for."""
    until = time.time() + (-1 if lost else 1_000)
    question = OpenQuestion(
        answer_id="elsewhere", question=SLOW, asked_at="2026-11-22T10:00:00Z", owner="another", leased_until=until
    )
    store.answers.begin(sample_stored.session_id, question)
    opened = open_page("ask", session=sample_stored.session_id)
    assert opened.failures == []
    assert SLOW in opened.words
    assert opened.app.chat_input("ask-question").disabled
    assert ("ask-again" in keys(opened)) is lost
    if lost:
        assert "ended before the answer was ready" in opened.words
        opened = answered(press(opened, "ask-again"), store, sample_stored)
        assert components(opened) == 1
    else:
        assert "Another program is asking this question." in opened.words


def test_an_index_that_is_damaged_is_made_anew(open_page: Opener, sample_stored: Session) -> None:
    """With what belongs to the session, and a word that the rest is to be taken in again."""
    open_page("ask", session=sample_stored.session_id)
    data = bytearray(index_path().read_bytes())
    data[4_096:] = b"\xff" * len(data[4_096:])
    index_path().write_bytes(data)
    opened = open_page("ask", session=sample_stored.session_id)
    assert opened.failures == []
    assert "was rebuilt" in opened.words
    assert "118 passages" in opened.words
    assert not opened.app.chat_input("ask-question").disabled


def test_an_index_that_is_none_is_told_and_left_as_it_is(open_page: Opener, sample_stored: Session) -> None:
    """The page goes on, with nothing to ask."""
    index_path().write_bytes(b"This is a letter to my aunt." * 100)
    opened = open_page("ask", session=sample_stored.session_id)
    assert not opened.app.exception
    assert str(index_path()) in opened.words
    assert opened.app.chat_input("ask-question").disabled
    assert index_path().read_bytes().startswith(b"This is a letter")
