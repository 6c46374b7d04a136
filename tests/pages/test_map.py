"""The page Map: an outline is proposed, nothing is taken by itself, and what is accepted is in the session's map."""

import json
from typing import Any

import pytest
from streamlit.testing.v1.element_tree import TextInput

from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.evidence.speaker_mapping import Cast
from core.transcripts.speakers import SpeakerRole
from tests.conftest import SAMPLE
from tests.pages.conftest import Opened, Opener
from tests.pages.test_sources import words
from workbench.sessions.effective_map import effective_map_of
from workbench.sessions.session_material import material_of
from workbench.store import Session, Store

CAPTIONS = (SAMPLE / "interview.vtt").read_bytes()
ROLES = {"Wanda Prell": SpeakerRole.HOST, "Casimir Boyle": SpeakerRole.GUEST, "Imke Sorrel": SpeakerRole.GUEST}


def talk(store: Store, *, with_roles: bool = True) -> Session:
    session = store.sessions.put_transcript(store.sessions.create("Tides"), "interview.vtt", CAPTIONS)
    for name, role in ROLES.items() if with_roles else ():
        label = "Dr. Imke Sorrel, M.Sc." if name == "Imke Sorrel" else name
        store.speaker_mappings.put(session.session_id, Cast(label=label, role=role), version=None)
    return session


def opened(open_page: Opener, session: Session, **parameters: str) -> Opened:
    page = open_page("map", session=session.session_id, **parameters)
    assert page.failures == []
    return page


def row_buttons(page: Opened, state: str) -> list[Any]:
    """Return the buttons of the rows on the screen that accept, or reject."""
    return [one for one in page.app.button if (one.key or "").startswith(f"map-{state}-")]


def field(page: Opened, label: str) -> TextInput:
    return next(one for one in page.app.text_input if one.label.startswith(label))


def press(page: Opened, key: str) -> Opened:
    page.app.button(key=key).click().run()
    assert page.failures == []
    return page


def test_roles_are_asked_first(store: Store, open_page: Opener) -> None:
    """Nobody is quoted whom nobody called a guest."""
    page = opened(open_page, talk(store, with_roles=False))
    assert "Nobody is known to be a guest" in words(page)
    assert row_buttons(page, "accepted") == []


def test_nothing_is_taken_by_itself(store: Store, open_page: Opener) -> None:
    """Every quote is offered with who says it, when and why; no box is ticked, and no map is made."""
    session = talk(store)
    page = opened(open_page, session)
    assert len(row_buttons(page, "accepted")) == len(row_buttons(page, "rejected")) > 10
    assert "0 of" in words(page)
    assert "Casimir Boyle, 0:00:32, Can stand alone" in words(page)
    assert page.app.button(key="map-Undo").disabled
    assert field(page, "Title of chapter 1").disabled
    assert store.acts.list(session.session_id) == ()


def made_of(session: Session, store: Store) -> EvidenceMap:
    acts = material_of(store, store.sessions.get(session.session_id)).acts
    return effective_map_of(EvidenceMap(chapters=()), (), (), acts).evidence_map


def test_what_is_accepted_is_in_the_map_at_once(store: Store, open_page: Opener) -> None:
    """All that is on the screen but one, with a title and a claim in a person's words; seen from any tab."""
    session = talk(store)
    page = press(opened(open_page, session), "map-all-accepted")
    boxes = row_buttons(page, "accepted")
    assert f"{len(boxes)} of {len(boxes)} quotes accepted" in words(page)
    boxes[0].click().run()
    field(page, "Title of chapter 1").set_value("What the clock draws").run()
    field(page, "What its quotes support").set_value("The clock draws the sea.").run()
    assert page.failures == []
    made = made_of(session, store)
    assert made.chapters[0].title == "What the clock draws"
    assert made.chapters[0].claims[0].claim == "The clock draws the sea."
    assert sum(len(claim.support) for part in made.chapters for claim in part.claims) == len(boxes) - 1
    again = opened(open_page, session, part="Outline")
    assert f"{len(boxes) - 1} of {len(boxes)} quotes accepted" in words(again)
    assert field(again, "Title of chapter 1").value == "What the clock draws"
    assert len(store.acts.list(session.session_id)) == 4


def test_what_was_decided_is_taken_back_and_done_again(store: Store, open_page: Opener) -> None:
    """All that is on the screen is one act; a rejected quote is remembered, and makes no map."""
    session = talk(store)
    page = opened(open_page, session)
    page = press(page, row_buttons(page, "rejected")[0].key)
    assert "1 rejected." in words(page)
    assert "This session has no evidence map yet." in words(page)
    page = press(page, "map-all-accepted")
    assert "0 rejected." in words(page)
    page = press(page, "map-Undo")
    assert "Taken back: " in words(page)
    assert "proposed quotes were accepted." in words(page)
    assert "0 of" in words(page)
    assert "1 rejected." in words(page)
    again = opened(open_page, session)
    assert "1 rejected." in words(again)
    press(again, "map-Redo")
    assert "This session has no evidence map yet." not in words(again)


def test_undo_takes_back_what_the_tab_saw_last_or_nothing(store: Store, open_page: Opener) -> None:
    """What another tab did since is not taken back unseen."""
    session = talk(store)
    page = press(opened(open_page, session), "map-all-accepted")
    other = opened(open_page, session, part="Outline")
    press(other, row_buttons(other, "accepted")[0].key)
    page.app.button(key="map-Undo").click().run()
    assert "The map was changed since you saw it" in words(page)
    assert [one.undone for one in store.acts.list(session.session_id)] == [False, False]


def test_a_title_cannot_be_nothing(store: Store, open_page: Opener) -> None:
    """It is said, and the field has the title that counts; so has it after a step back."""
    page = press(opened(open_page, talk(store)), "map-all-accepted")
    title = field(page, "Title of chapter 1").value
    field(page, "Title of chapter 1").set_value("").run()
    assert "A chapter needs a title." in words(page)
    assert field(page, "Title of chapter 1").value == title
    field(page, "Title of chapter 1").set_value("The clock").run()
    assert field(page, "Title of chapter 1").value == "The clock"
    press(page, "map-Undo")
    assert field(page, "Title of chapter 1").value == title


def test_rejecting_takes_back(store: Store, open_page: Opener) -> None:
    """All that is on the screen."""
    page = press(press(opened(open_page, talk(store)), "map-all-accepted"), "map-all-rejected")
    assert "0 of" in words(page)
    page = press(page, row_buttons(page, "accepted")[0].key)
    assert "1 of" in words(page)
    assert "Accepted." in words(page)


def test_what_is_accepted_is_added_to_the_map_that_there_is(store: Store, open_page: Opener) -> None:
    """The given file stays as it is."""
    session = store.sessions.put_evidence(talk(store), "evidence.json", (SAMPLE / "evidence.json").read_bytes())
    press(opened(open_page, session, part="Outline"), "map-all-accepted")
    assert store.sessions.get(session.session_id).evidence == session.evidence
    (act,) = store.acts.list(session.session_id)
    assert not act.undone


def test_a_transcript_without_labels_is_spoken_by_whom_a_person_names(store: Store, open_page: Opener) -> None:
    """Or by nobody: its words alone are proven then."""
    text = b"The lamp keeper of Hollin counted ships by the sound of their bells, and wrote each into a ledger.\n" * 3
    session = store.sessions.put_transcript(store.sessions.create("Lamps"), "talk.txt", text)
    page = opened(open_page, session)
    field(page, "Who speaks here?").set_value("Ada Moor").run()
    assert page.failures == []
    assert "Ada Moor" in words(page)
    press(page, "map-all-accepted")
    (ada,) = made_of(session, store).speakers
    assert (ada.speaker_name, ada.speaker_role) == ("Ada Moor", SpeakerRole.GUEST)


def test_two_sessions_in_one_tab_keep_their_own_words(store: Store, open_page: Opener) -> None:
    """A title that was written for one talk is not the other's."""
    one, two = talk(store), talk(store)
    page = press(opened(open_page, one), "map-all-accepted")
    field(page, "Title of chapter 1").set_value("What the clock draws").run()
    page.app.query_params["session"] = two.session_id
    page.app.run()
    assert page.failures == []
    assert field(page, "Title of chapter 1").value != "What the clock draws"
    assert "0 of" in words(page)


LAMPS = (
    "Bob Marsh: Who kept the lamp?\n\nAnn Lee: I kept it for nine long years, and nobody asked.\n\n"
    "Cy Dell: She wrote every ship into a ledger, $x$ -- and <b>I</b> rowed."
)
LAMP_MAP: dict[str, Any] = {
    "speakers": [
        {"speaker_name": "Ann Lee", "speaker_role": "guest"},
        {"speaker_name": "Cy Dell", "speaker_role": "guest"},
        {"speaker_name": "Bob Marsh", "speaker_role": "host"},
    ],
    "chapters": [
        {
            "title": "The lamp",
            "claims": [
                {
                    "claim_id": "c1",
                    "claim": "Ann kept the lamp.",
                    "support": [
                        {"evidence_id": "e1", "quote": "“I kept it for nine long years”", "speaker": "Ann Lee"},
                        {"evidence_id": "e2", "quote": "nobody ever asked", "speaker": "Ann Lee"},
                    ],
                },
                {"claim_id": "c2", "claim": "", "support": []},
            ],
        }
    ],
}


def lamps(store: Store) -> Session:
    session = store.sessions.put_transcript(store.sessions.create("Lamps"), "talk.txt", LAMPS.encode())
    return store.sessions.put_evidence(session, "lamps.json", json.dumps(LAMP_MAP).encode())


def look_at(page: Opened, part: str) -> Opened:
    page.app.button_group(key="part").set_value(part).run()
    assert page.failures == []
    return page


def test_without_a_map_there_are_proposals_and_an_empty_one(store: Store, open_page: Opener) -> None:
    """Nothing is unused where nothing could be used."""
    page = opened(open_page, talk(store))
    assert page.app.button_group[0].options == ["Outline", "Let a model propose", "Start an empty map"]
    assert "An outline to start from" in words(page)


def test_a_map_is_opened_by_hand(store: Store, open_page: Opener) -> None:
    """The view of a session's map that comes first; without one it is asked for, also where nobody is a guest yet."""
    page = opened(open_page, lamps(store))
    assert page.app.button_group[0].value == "By hand"
    assert [one.type for one in page.app.get("bidi_component")] == ["bidi_component"]
    page = look_at(opened(open_page, talk(store, with_roles=False)), "By hand")
    assert len(page.app.get("bidi_component")) == 1


def test_what_is_not_used_is_shown(store: Store, open_page: Opener) -> None:
    """By speaker, the turns that no claim cites with their own characters, and what of the map is empty."""
    page = look_at(opened(open_page, lamps(store)), "Not used")
    assert "Proven quotes of the map have 7 of 25 words of the transcript, 28%." in words(page)
    assert "The longest stretch without a quote has 11 words: turn 3." in words(page)
    assert "No quote stands in 1 of 2 turns." in words(page)
    assert "She wrote every ship into a ledger, $x$ -- and <b>I</b> rowed." in words(page)
    assert "Chapter 1, claim 2 The claim is not said yet." in words(page)
    assert "Chapter 1, claim 2 The claim has no quotes." in words(page)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("... -- !!\n\n?? ...", "Nothing is said in this transcript."),
        (
            "Bob Marsh: Who kept the lamp?\n\nBob Marsh: And who paid for the oil?",
            "Only hosts speak in this transcript.",
        ),
    ],
)
def test_nothing_is_no_praise(store: Store, open_page: Opener, text: str, said: str) -> None:
    """Where there is no turn that could be quoted, the page does not say that every turn is."""
    session = store.sessions.put_transcript(lamps(store), "talk.txt", text.encode())
    page = look_at(opened(open_page, session), "Not used")
    assert said in words(page)
    assert "stands in every turn of those" not in words(page)


def test_the_doctor_lists_what_is_wrong(store: Store, open_page: Opener) -> None:
    """With the quote, what would help, and a way to the quote on Whitelist; nothing is changed by looking."""
    session = lamps(store)
    page = look_at(opened(open_page, session), "Doctor")
    assert "Marks around it certain Chapter 1, claim 1, quote 1 “I kept it for nine long years”" in words(page)
    assert "Not in the transcript Chapter 1, claim 1, quote 2 nobody ever asked" in words(page)
    listed = "".join(part.body for part in page.app.html)
    assert f'href="whitelist?session={session.session_id}&amp;quote=e2"' in listed
    assert store.sessions.get(session.session_id) == session


def test_what_is_certain_waits_to_be_confirmed(store: Store, open_page: Opener) -> None:
    """The map is replaced when a person says so on Sources; the words that nobody said are as they were."""
    session = lamps(store)
    page = press(look_at(opened(open_page, session), "Doctor"), "map-mend")
    assert "Replace the evidence map lamps.json by lamps.mended.json?" in words(page)
    assert store.sessions.get(session.session_id).evidence == session.evidence
    page = press(page, "replace-evidence")
    kept = store.sessions.get(session.session_id).evidence
    assert kept is not None
    support = read_evidence(store.sources.get(kept.sha256), kept.name).chapters[0].claims[0].support
    assert [one.quote for one in support] == ["I kept it for nine long years", "nobody ever asked"]
    assert look_at(opened(open_page, session), "Doctor").app.button(key="map-mend").disabled


def test_the_doctor_comes_where_nobody_is_a_guest(store: Store, open_page: Opener) -> None:
    """The outline asks for roles there; what is wrong with the map can still be seen."""
    session = lamps(store)
    bare = json.dumps({**LAMP_MAP, "speakers": []}).encode()
    session = store.sessions.put_evidence(session, "lamps.json", bare)
    page = look_at(opened(open_page, session), "Doctor")
    assert "No guest" in words(page)
    assert "Say on Sources, under who speaks, who is a guest and who a host." in words(page)


def test_filters_say_what_is_on_the_screen(store: Store, open_page: Opener) -> None:
    """Rows of one chapter, of one speaker, or not decided yet; only those are accepted with one press."""
    page = opened(open_page, talk(store))
    every = len(row_buttons(page, "accepted"))

    def choose(label: str, option: str) -> int:
        next(one for one in page.app.selectbox if one.label == label).select(option).run()
        assert page.failures == []
        return len(row_buttons(page, "accepted"))

    of_imke = choose("Speaker", "Dr. Imke Sorrel, M.Sc.")
    assert 0 < of_imke < every
    press(page, "map-all-accepted")
    assert f"{of_imke} of {every} quotes accepted" in words(page)
    assert choose("Rows", "Not decided") == 0
    assert "No row is shown" in words(page)
    assert choose("Speaker", "All") == every - of_imke
