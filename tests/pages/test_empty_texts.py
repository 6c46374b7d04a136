"""Every page bears texts without a word: nothing, white space, and characters that nobody sees."""

import json
from typing import Any

import pytest

from core.answers.records import AnswerMode, Citation, CitedAnswer
from core.enforcement.results import Edition
from core.evidence.evidence_map import read_evidence
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import bind_edition
from core.transcripts.readers import read_transcript
from tests.pages.conftest import Opened, Opener
from tests.properties import few
from workbench.jobs.runs.write_now import certified_run, write_run
from workbench.store import AnswerContents, AnswerSettings, FinishedRun, Session, Store
from workbench.ui.common import cache

UNSEEN = "\u200b"
EMPTY = ("", " ", UNSEEN)
TALK = (
    "Ann: We built the boats in the year of the flood, and everybody came to see them.\n\n"
    f"Bo: {UNSEEN}\n\n: nothing\n\nAnn: And then we left.\n"
)
FOLDS = ("evaluate-every", "see-prompts", "see-usage", "edition.calls", "edition.whole")
PAGES: list[tuple[str, dict[str, str]]] = [
    *((name, {}) for name in ("sessions", "sources", "whitelist", "coverage", "generate", "edition", "poison")),
    *((name, {}) for name in ("verify", "numbers", "ask", "evaluate")),
    *(("edition", {"look": "Edit", "chapter": chapter}) for chapter in ("1", "2", "3")),
    ("edition", {"run": "1"}),
    ("edition", {"look": "Compare"}),
    *(("help", {"q": text}) for text in EMPTY),
]
RUNS = [*((name, address) for name, address in PAGES if name in {"edition", "evaluate", "generate", "poison"})]


def support(quote: str, speaker: str, evidence_id: str) -> dict[str, str]:
    return {"evidence_id": evidence_id, "quote": quote, "speaker": speaker}


def evidence() -> bytes:
    quotes = [support(text, "Ann", f"e{number}") for number, text in enumerate(EMPTY)]
    quotes += [support("We built the boats in the year of the flood", "Ann", "e4"), support("We built", UNSEEN, "e5")]
    chapters: list[dict[str, Any]] = [
        {"title": "", "claims": []},
        {"title": " ", "claims": [{"claim": "", "support": []}]},
        {"title": UNSEEN, "claims": [{"claim": UNSEEN, "support": quotes}]},
    ]
    speaker = {"speaker_id": "a", "speaker_name": "Ann", "speaker_role": "guest"}
    return json.dumps({"title": UNSEEN, "speakers": [speaker], "chapters": chapters}).encode()


def add_session(store: Store, title: str) -> tuple[Session, Line]:
    session = store.sessions.put_transcript(store.sessions.create(title), "talk.txt", TALK.encode())
    session = store.sessions.put_evidence(session, "map.json", evidence())
    return session, prepare_line(read_evidence(evidence(), "map.json"), read_transcript(TALK.encode(), "talk.txt"))


def add_run(store: Store, session: Session, line: Line, *replies: str) -> FinishedRun:
    drafts = [finish_chapter(line, number, reply) for number, reply in enumerate(replies)]
    edition = bind_edition(line, "", None, drafts)
    run = certified_run(session.session_id, edition, line, started_at="2026-11-21T10:15:00+00:00")
    return store.runs.get(store.runs.add(session.session_id, run, replies, []).run_id)


def add_edition(store: Store, run: FinishedRun, edition: Edition, reply: str) -> None:
    """Store an edition beside the run that it was made from."""
    session_id, of = run.summary.session_id, run.summary
    made = FinishedRun.of(
        session_id,
        edition,
        settings=run.settings,
        certificate=run.certificate,
        started_at=of.started_at,
        finished_at=of.finished_at,
    )
    store.runs.add(session_id, made, [reply] * len(edition.chapters), [])


def empty_chapters(store: Store, session: Session) -> None:
    """Let every chapter of every run be edited, and then emptied."""
    for run in store.runs.list(session.session_id):
        for position in range(run.chapters):
            typed = store.edits.add(run.run_id, position, "Something.", after=0)
            store.edits.add(run.run_id, position, EMPTY[position % 3], after=typed.number)


def add_answers(store: Store, session: Session) -> None:
    for number, question in enumerate(("   ", UNSEEN, "Why?")):
        found = (Citation(1, "", UNSEEN, record_id="r1"), Citation(2, UNSEEN, "", record_id=""))
        answer = CitedAnswer(question=question, mode=AnswerMode.INLINE, client="scripted", citations=found)
        contents = AnswerContents(asked_at=f"2026-11-22T10:0{number}:00Z", answer=answer, settings=AnswerSettings())
        store.answers.add(session.session_id, f"answer-{number}", contents)


@pytest.fixture
def hollow(store: Store) -> Session:
    """A session in which every text is empty that may be."""
    session, line = add_session(store, UNSEEN)
    add_run(store, session, line, "", "## \n", UNSEEN)
    write_run(store, session.session_id, line, OfflineComposer())
    empty_chapters(store, session)
    add_answers(store, session)
    return session


def opened_with_folds(open_page: Opener, session: Session, name: str, address: dict[str, str]) -> Opened:
    page = open_page(name, session=session.session_id, **address)
    for fold in FOLDS:
        page.app.session_state[fold] = True
    assert page.failures == []
    page.app.run()
    return page


@pytest.mark.parametrize(("name", "address"), few(8, PAGES))
def test_every_page_bears_a_session_of_empty_texts(
    open_page: Opener, hollow: Session, name: str, address: dict[str, str]
) -> None:
    """Titles, claims, quotes, names, replies, edits, questions and passages."""
    assert opened_with_folds(open_page, hollow, name, address).failures == []


@pytest.mark.parametrize("text", [pytest.param(text, id=repr(text)) for text in EMPTY])
@pytest.mark.parametrize(("name", "address"), few(1, RUNS))
def test_a_stored_chapter_may_have_no_text(
    open_page: Opener, store: Store, text: str, name: str, address: dict[str, str]
) -> None:
    """Such a one comes from a session file: no blocks, no title, no narrative, and nobody who wrote it."""
    session, line = add_session(store, "From a file")
    run = add_run(store, session, line, "", "", "")
    bare = {"text": text, "blocks": (), "title": text, "narrative": text, "fallback": text}
    chapters = tuple(one.model_copy(update=bare) for one in run.edition.chapters)
    named = {"title": text, "client": text, "model": text, "transcript_name": text}
    add_edition(store, run, run.edition.model_copy(update={"chapters": chapters, **named}), text)
    assert opened_with_folds(open_page, session, name, address).failures == []


@pytest.mark.parametrize(("name", "address"), few(3, RUNS))
def test_a_run_may_have_no_chapters(open_page: Opener, store: Store, name: str, address: dict[str, str]) -> None:
    """It is said where the edition would be read, and it takes no other run with it."""
    session, line = add_session(store, "Hollow")
    run = add_run(store, session, line, "", "", "")
    add_edition(store, run, run.edition.model_copy(update={"chapters": ()}), "")
    page = opened_with_folds(open_page, session, name, address)
    assert page.failures == []
    if name == "edition" and "run" not in address:
        assert "Run 2 has no chapters, so there is nothing of it to read." in page.words


def test_an_emptied_chapter_is_seen_everywhere_and_taken_back(
    open_page: Opener, store: Store, sample_stored: Session
) -> None:
    """Edit says what to do, the edition is a draft with the title, the runs can be compared; one press undoes it."""
    summary = store.runs.list(sample_stored.session_id)[-1]
    store.edits.add(summary.run_id, 0, "", after=0)
    page = open_page("edition", session=sample_stored.session_id, look="Edit")
    assert page.failures == []
    assert "✗ Cannot be used There is no text. Write at least one sentence" in " ".join(page.words.split())
    assert [one.proto.label for one in page.app.get("download_button")] == ["Draft, not proven"]
    assert open_page("edition", session=sample_stored.session_id).failures == []
    write_run(store, sample_stored.session_id, cache.line_of(cache.material(sample_stored)), OfflineComposer())
    compared = open_page("edition", session=sample_stored.session_id, run="1", look="Compare")
    assert compared.failures == []
    assert "later edits are left out" in compared.words
    page = open_page("edition", session=sample_stored.session_id, run="1", look="Edit")
    page.app.button(key="edit-put-back").click().run()
    assert page.failures == []
    assert "✓ Verified" in page.words
    assert [one.text for one in store.edits.list(summary.run_id)][:1] == [""]
