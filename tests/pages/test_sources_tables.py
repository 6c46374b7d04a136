"""Sources with a map in another form: tables and lists of quotes, and which column is which."""

import pytest

from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.evidence.row_marks import RowOrigin
from tests.pages.conftest import Opener
from tests.pages.test_sources import TALK, give, opened, ran, stored, words
from workbench.store import Session, Store

RAIN = "I like the rain on a tin roof best of all"


def made(store: Store, session: Session) -> EvidenceMap:
    """Return the map that the session has."""
    kept = store.sessions.get(session.session_id).evidence
    assert kept is not None
    return read_evidence(store.sources.get(kept.sha256), kept.name)


def test_a_table_becomes_the_map_with_the_talk_s_words(store: Store, open_page: Opener) -> None:
    """Its rows about this talk; those about another are listed with its name, and its other columns said."""
    session = stored(store, TALK, None)
    table = f"theme,tag,content,document,colour\nRain,Liked,{RAIN},talk.txt,red\nFog,Feared,I fear fog,other.txt,red\n"
    said = words(give(opened(open_page, session), 1, "quotes.csv", table.encode()))
    (chapter,) = made(store, session).chapters
    (support,) = chapter.claims[0].support
    assert (chapter.title, chapter.claims[0].claim) == ("Rain", "Liked")
    assert (support.quote, support.speaker, support.origin) == (RAIN, "Speaker 2", RowOrigin.TABLE)
    assert "Columns that were left out: colour." in said
    assert "1 row about another talk left out." in said
    assert "line 3 is about other.txt: I fear fog" in said
    assert "Speaker 2 alone said these words" in said


@pytest.mark.parametrize("name", ["quotes.tsv", "quotes.csv"])
def test_a_column_that_may_be_two_things_is_asked_about(store: Store, open_page: Opener, name: str) -> None:
    """Nothing is kept before it is said; what is said is what counts, also that there is none."""
    session = stored(store, TALK, None)
    table = f"Theme,Topic,Words\nRain,Weather,{RAIN}\n".replace(",", "\t" if name.endswith("tsv") else ",")
    page = give(opened(open_page, session), 1, name, table.encode())
    assert store.sessions.get(session.session_id).evidence is None
    assert "No column is known to hold the quotes." in words(page)
    boxes = {one.label: one for one in page.app.selectbox}
    assert list(boxes["The quotes"].options) == ["no column", "Theme", "Topic", "Words"]
    boxes["The quotes"].select("Words")
    boxes["Chapter"].select("Topic")
    next(one for one in page.app.button if one.label == "Read the table").click()
    ran(page)
    (chapter,) = made(store, session).chapters
    assert chapter.title == "Weather"
    assert [one.quote for one in chapter.claims[0].support] == [RAIN]


def test_without_the_quotes_it_is_asked_again(store: Store, open_page: Opener) -> None:
    """A table without them is no map."""
    session = stored(store, TALK, None)
    page = give(opened(open_page, session), 1, "quotes.csv", f"Theme,Topic,Words\nRain,Weather,{RAIN}\n".encode())
    next(one for one in page.app.button if one.label == "Read the table").click()
    assert "No column is known to hold the quotes." in words(ran(page))
    assert store.sessions.get(session.session_id).evidence is None


def test_a_list_of_quotes_is_a_map(store: Store, open_page: Opener) -> None:
    """Where one of its lines stands in the transcript; another text is refused as before."""
    session = stored(store, TALK, None)
    page = give(opened(open_page, session), 1, "quotes.txt", b"Nothing that anybody said.\nNor this.\n")
    assert "quotes.txt cannot be used." in words(page)
    give(page, 1, "quotes.txt", f"- {RAIN}\n- I hate the rain\n".encode())
    claims = made(store, session).chapters[0].claims
    assert [one.quote for claim in claims for one in claim.support] == [RAIN, "I hate the rain"]


def test_a_table_waits_for_its_transcript(store: Store, open_page: Opener) -> None:
    """And says so."""
    session = stored(store, None, None)
    said = words(give(opened(open_page, session), 1, "quotes.csv", f"quote\n{RAIN}\n".encode()))
    assert "Bring the transcript first" in said


def test_every_problem_of_a_table_is_listed(store: Store, open_page: Opener) -> None:
    """With its line and column."""
    session = stored(store, TALK, None)
    table = f"quote,role\n{RAIN},quest\n{RAIN},gest\n"
    said = words(give(opened(open_page, session), 1, "quotes.csv", table.encode()))
    assert "line 2: role" in said
    assert "line 3: role" in said
    assert store.sessions.get(session.session_id).evidence is None


def test_a_table_in_the_box_of_transcripts_is_sent_to_the_other(store: Store, open_page: Opener) -> None:
    """It names the box."""
    table = f"evidence_id,quote,speaker\n1,{RAIN},Speaker 2\n"
    said = words(give(opened(open_page, stored(store, None, None)), 0, "quotes.csv", table.encode()))
    assert 'Put it into the box "Evidence map".' in said
