"""*Edition* → Download: the edition in the formats of other programs, each with its receipt."""

import json
from typing import Any

import pytest

from core.evidence.evidence_map import read_evidence
from core.evidence.speaker_mapping import Cast
from core.generation.line import prepare_line
from core.generation.offline_client import OfflineComposer
from core.transcripts.readers import read_transcript
from tests.pages.conftest import Opened, Opener
from workbench.jobs.runs.write_now import write_run
from workbench.sessions.check_edit import editable_text
from workbench.sessions.exporting.formats import FORMATS, SESSION, TITLES
from workbench.store import Session, Store

CHOICE = "edition.export-sample"


def offered(opened: Opened) -> dict[str, Any]:
    """Return the buttons of the export by their labels."""
    found: Any = opened.app.get("download_button")
    return {button.label: button for button in found}


def chosen(opened: Opened, form: str) -> Opened:
    """Choose a format."""
    opened.app.selectbox(key=CHOICE).set_value(form).run()
    return opened


def test_until_a_format_is_chosen_nothing_is_made(open_page: Opener, sample_stored: Session) -> None:
    """The files of the edition stand there as before; every format of the command is among the choices."""
    opened = open_page("edition", session=sample_stored.session_id)
    box = opened.app.selectbox(key=CHOICE)
    assert box.value is None
    assert set(box.options) == {TITLES[form] for form in FORMATS if form != SESSION}
    assert "The file" not in offered(opened)


@pytest.mark.parametrize("form", [form for form in FORMATS if form not in (SESSION, "vtt", "srt", "soundbites")])
def test_each_format_is_offered_with_its_receipt(open_page: Opener, sample_stored: Session, form: str) -> None:
    """What is in it is said; of cards the receipt lies among them."""
    opened = chosen(open_page("edition", session=sample_stored.session_id), form)
    assert opened.failures == []
    assert "The file" in offered(opened)
    assert ("Its receipt" in offered(opened)) == (form != "cards")


@pytest.mark.parametrize("form", ["vtt", "srt", "soundbites"])
def test_what_these_quotes_do_not_fit_is_said(open_page: Opener, sample_stored: Session, form: str) -> None:
    """The sample has no ends of times."""
    opened = chosen(open_page("edition", session=sample_stored.session_id), form)
    assert "The file" not in offered(opened)
    assert "none of its quotes has a beginning and an end" in opened.words


@pytest.mark.parametrize("form", ["csv", "annotations"])
def test_a_format_of_quotes_may_hold_the_map_instead(open_page: Opener, sample_stored: Session, form: str) -> None:
    """All of its quotes; a document does not ask."""
    opened = chosen(open_page("edition", session=sample_stored.session_id), form)
    opened.app.segmented_control(key=f"{CHOICE}-what").set_value("The evidence map").run()
    assert opened.failures == []
    assert "The file" in offered(opened)
    with pytest.raises(KeyError):
        chosen(opened, "docx").app.segmented_control(key=f"{CHOICE}-what")


def cards_of(opened: Opened, what: str = "edition") -> Any:
    """Return the box that asks for one of the cards."""
    return opened.app.selectbox(key=f"{CHOICE}-{what}-card")


def test_one_card_is_shown_of_those_that_are_exported(open_page: Opener, sample_stored: Session, store: Store) -> None:
    """Each quote of the edition is among them, with who said it; of the map's, each that is proven."""
    opened = chosen(open_page("edition", session=sample_stored.session_id), "cards")
    (run,) = store.runs.list("sample")
    quotes = store.runs.get(run.run_id).edition.quotes
    options = cards_of(opened).options
    assert len(options) == len(quotes)
    assert options[0].startswith(f"{quotes[0].speaker_name}: {quotes[0].text[:20]}")
    assert opened.app.segmented_control(key=f"{CHOICE}-shape").options == ["1200 × 675", "1080 × 1080"]
    opened.app.segmented_control(key=f"{CHOICE}-what").set_value("The evidence map").run()
    assert opened.failures == []
    assert len(cards_of(opened, "whitelist").options) > len(quotes) > 0
    with pytest.raises(KeyError):
        cards_of(chosen(opened, "csv"))


LONG = " ".join(["We are on the weir, and it is raining, and nobody knows for how long it will."] * 40)
SHORT = "And so it is, whatever they may say of it."
LONG_TALK = f"**Ines Calloway:** {LONG}\n\n**Ines Calloway:** {SHORT}\n".encode()


def long_session(store: Store) -> None:
    """Store a talk with a quote that no card can hold and one that any can, and an edition of both."""
    support = [{"quote": words, "speaker": "Ines Calloway"} for words in (LONG, SHORT)]
    people = [{"speaker_name": "Ines Calloway", "speaker_role": "guest"}]
    chapter = {"title": "Rain", "claims": [{"claim": "It rains.", "support": support}]}
    given = json.dumps({"speakers": people, "chapters": [chapter]}).encode()
    session = store.sessions.create("Long", session_id="long")
    session = store.sessions.put_transcript(session, "talk.md", LONG_TALK)
    store.sessions.put_evidence(session, "map.json", given)
    line = prepare_line(read_evidence(given, "map.json"), read_transcript(LONG_TALK, "talk.md"))
    write_run(store, "long", line, OfflineComposer())


def test_a_quote_that_is_too_long_says_so(open_page: Opener, store: Store) -> None:
    """No word is cut; another quote has its card."""
    long_session(store)
    opened = open_page("edition", session="long")
    opened.app.selectbox(key="edition.export-long").set_value("cards").run()
    opened.app.segmented_control(key="edition.export-long-what").set_value("The evidence map").run()
    box: Any = opened.app.selectbox(key="edition.export-long-whitelist-card")
    by_start = {option[:40]: number for number, option in enumerate(box.options)}
    box.select_index(by_start[f"Ines Calloway: {LONG}"[:40]]).run()
    assert "This quote has no card of this shape." in opened.words
    assert "it has too many words for a card" in opened.words
    box.select_index(by_start[f"Ines Calloway: {SHORT}"[:40]]).run()
    assert "has no card" not in opened.words


def rename(store: Store) -> None:
    """Put the sample under pseudonyms."""
    labels = ("Wanda Prell", "Casimir Boyle", "Dr. Imke Sorrel, M.Sc.", "Philippa Dunmore", "Anselm Brack")
    for number, label in enumerate(labels, start=1):
        store.speaker_mappings.put("sample", Cast(label=label, pseudonym=f"P{number:02}"), version=None)
    store.sessions.put_under_pseudonyms(store.sessions.get("sample"), on=True)


def test_under_pseudonyms_the_export_is_too(open_page: Opener, store: Store, sample_stored: Session) -> None:
    """No format offers the real names, or the map, which may hold any name."""
    rename(store)
    opened = chosen(open_page("edition", session=sample_stored.session_id), "csv")
    assert opened.failures == []
    assert "The file" in offered(opened)
    with pytest.raises(KeyError):
        opened.app.segmented_control(key=f"{CHOICE}-what")


def test_an_edition_that_is_not_proven_leaves_under_pseudonyms_as_a_document(
    open_page: Opener, store: Store, sample_stored: Session
) -> None:
    """It has no files of its own; a table has no place to say that it is not proven."""
    (run,) = store.runs.list("sample")
    text = editable_text(store.runs.get(run.run_id).edition.chapters[0])
    typed = "Nobody knows: “These words were never said by anybody at all,” Casimir Boyle says."
    store.edits.add(run.run_id, 0, text.replace("\n\n### Core Claims", f"\n\n{typed}\n\n### Core Claims", 1), after=0)
    rename(store)
    opened = chosen(open_page("edition", session=sample_stored.session_id), "docx")
    assert opened.failures == []
    assert set(offered(opened)) == {"Who is who (keep apart)", "The file", "Its receipt"}
    assert "an edit in it is not proven" in opened.words
    assert "The file" not in offered(chosen(opened, "csv"))
    assert "the edition is not proven" in opened.words
