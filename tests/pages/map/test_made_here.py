"""A session whose map was made here, act by act: every page works with it as with one that was given."""

from core.evidence.row_marks import RowOrigin
from core.map_making.acts.act_records import ActGroup, AddChapter, AddClaim, AddSupport, ProposedQuote, RejectProposed
from core.map_making.acts.make_act import already_made
from core.span import Span
from tests.pages.conftest import Opener
from tests.pages.test_map import look_at, opened, press
from tests.pages.test_measuring import until
from tests.pages.test_sources import words
from workbench.sessions.session_material import material_of
from workbench.store import Session, Store

TALK = b"Bob Marsh: Who kept the lamp?\n\nAnn Lee: I kept the lamp for nine long years, and nobody asked.\n"
WORDS = "I kept the lamp for nine long years"
PLACE = Span(TALK.index(WORDS.encode()), TALK.index(WORDS.encode()) + len(WORDS))


def made_here(store: Store) -> Session:
    """A session of a talk and a map of two quotes of the same words."""
    session = store.sessions.put_transcript(store.sessions.create("Lamps"), "talk.txt", TALK)
    quotes = (
        AddSupport(claim_id="k", span=PLACE, quote=WORDS, speaker="Ann Lee", new_id=own, seen=("",))
        for own in ("q1", "q2")
    )
    claim = AddClaim(chapter_id="one", words="Ann kept it.", new_id="k", seen=("",))
    act = ActGroup(acts=(AddChapter(title="The lamp", new_id="one"), claim, *quotes))
    store.acts.add(session.session_id, already_made(act), transcript=session.transcript)
    return session


def test_the_list_of_sessions_opens_its_quotes(store: Store, open_page: Opener) -> None:
    """It has all that a map needs, and nothing is missing."""
    session = made_here(store)
    page = open_page("sessions")
    assert page.failures == []
    assert "talk.txt + a map made here" in words(page)
    assert "1 proven" in words(page)
    (summary,) = store.sessions.list()
    assert summary.complete
    store.acts.undo_last(session.session_id)
    rejected = RejectProposed(quotes=(ProposedQuote(origin=RowOrigin.OUTLINE, span=PLACE, quote=WORDS),))
    store.acts.add(session.session_id, already_made(rejected), transcript=session.transcript)
    (summary,) = store.sessions.list()
    assert not summary.complete
    assert not material_of(store, session).complete


def test_it_has_the_title_of_its_session(store: Store, open_page: Opener) -> None:
    """An edition of it is called so; that of a given map is the map's own."""
    session = made_here(store)
    assert material_of(store, session).title == "Lamps"
    page = open_page("generate", session=session.session_id)
    page.app.button(key="write").click().run()
    assert page.failures == []
    until(lambda: len(store.runs.list(session.session_id)) == 1)
    (run,) = store.runs.list(session.session_id)
    assert store.runs.get(run.run_id).edition.title == "Lamps"
    given = store.sessions.put_evidence(session, "map.json", b'{"title": "Lights", "chapters": []}')
    assert material_of(store, given).title == ""


def test_an_experiment_can_be_made_of_it(store: Store, open_page: Opener) -> None:
    """It is among the sessions to choose from."""
    session = made_here(store)
    page = open_page("evaluate", session=session.session_id, of="Experiments")
    assert page.failures == []
    offered = [one for one in page.app.multiselect if "Lamps" in one.options]
    assert offered, [one.label for one in page.app.multiselect]


def test_the_doctor_looks_at_it(store: Store, open_page: Opener) -> None:
    """And says what stands twice; that is mended by one act, which can be taken back."""
    session = made_here(store)
    page = look_at(opened(open_page, session), "Doctor")
    assert "Its map is made here: 1 chapter, 2 quotes." in words(page)
    assert "Stands twice" in words(page)
    page = press(page, "map-mend")
    assert "Its map is made here: 1 chapter, 1 quote." in words(page)
    assert "Stands twice" not in words(page)
    assert page.app.button(key="map-mend").disabled
    store.acts.undo_last(session.session_id)
    assert "Stands twice" in words(opened(open_page, session, part="Doctor"))
