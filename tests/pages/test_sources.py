import json
import re
from html import unescape

import pytest

from core.evidence.evidence_map import read_evidence
from core.evidence.speaker_mapping import Cast
from core.transcripts.speakers import SpeakerRole
from tests.conftest import SAMPLE
from tests.pages.conftest import Opened, Opener
from tests.pages.weather import HAIL, RAIN, SNOW, WEATHER, WEATHER_MAP, weather
from workbench.store import Session, Store

INTERVIEW = (SAMPLE / "interview.md").read_bytes()
EVIDENCE = (SAMPLE / "evidence.json").read_bytes()
WORST = "<img src=x onerror=alert(1)> $x$ :smile: -- **b**"
TALK = b"Speaker 1: What do you make of rain, then?\n\nSpeaker 2: I like the rain on a tin roof best of all.\n"
TALK_MAP = json.dumps(
    {
        "speakers": [{"speaker_name": "Ann Ode", "speaker_role": "guest"}],
        "chapters": [
            {
                "title": "Rain",
                "claims": [
                    {
                        "claim": "Rain is liked.",
                        "support": [
                            {"quote": "I like the rain on a tin roof best of all", "speaker": "Ann Ode"},
                            {"quote": "I hate the rain", "speaker": "Ann Ode"},
                        ],
                    }
                ],
            }
        ],
    }
).encode()


def stored(store: Store, transcript: bytes | None = INTERVIEW, evidence: bytes | None = EVIDENCE) -> Session:
    session = store.sessions.create("Tides")
    if transcript is not None:
        session = store.sessions.put_transcript(
            session, "interview.md" if transcript == INTERVIEW else "talk.txt", transcript
        )
    if evidence is not None:
        session = store.sessions.put_evidence(session, "evidence.json", evidence)
    return session


def opened(open_page: Opener, session: Session) -> Opened:
    page = open_page("sources", session=session.session_id)
    assert page.failures == []
    return page


def ran(page: Opened) -> Opened:
    page.app.run()
    assert page.failures == []
    return page


def markup(page: Opened) -> str:
    return "\n".join(part.body for part in page.app.html if not part.body.startswith("<style>"))


def words(page: Opened) -> str:
    """Return the words on the page without tags, with single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", markup(page))).split())


def offered(page: Opened) -> list[str]:
    """Return the labels of the downloads; AppTest knows them as elements without a class of their own."""
    return [str(getattr(button, "label", "")) for button in page.app.get("download_button")]


def give(page: Opened, box: int, name: str, data: bytes) -> Opened:
    """Upload a file into the box for transcripts (0) or for evidence maps (1)."""
    page.app.file_uploader[box].set_value((name, data, "application/octet-stream"))
    return ran(page)


def test_without_sources_the_page_says_what_to_bring(store: Store, open_page: Opener) -> None:
    """Both boxes, the limit before the upload, and a template to begin with."""
    page = opened(open_page, stored(store, None, None))
    said = words(page)
    assert said.count("at most 20 MB") == 2
    assert len(page.app.file_uploader) == 2
    assert "Template of an evidence map" in offered(page)
    assert "Who speaks" not in said


def test_the_first_upload_is_taken_without_a_question(store: Store, open_page: Opener) -> None:
    """What was recognised is said, and the fields are empty again."""
    session = stored(store, None, None)
    page = give(opened(open_page, session), 0, "interview.md", INTERVIEW)
    kept = store.sessions.get(session.session_id).transcript
    assert kept is not None
    assert store.sources.get(kept.sha256) == INTERVIEW
    said = words(page)
    assert "Markdown, UTF-8" in said
    assert re.search(r"Speakers 5: Wanda Prell,", said)
    assert re.search(r"Turns \d+ Length [\d,]+ words, [\d,]+ characters Times 0:00", said)
    assert page.app.file_uploader[0].value is None
    page = give(page, 1, "evidence.json", EVIDENCE)
    assert store.sessions.get(session.session_id).evidence is not None
    assert re.search(r"\d+ of \d+ quotes are proven\.", words(page))


def test_both_boxes_may_be_filled_at_once(store: Store, open_page: Opener) -> None:
    """Neither upload is taken for another tab's change of the session."""
    session = stored(store, None, None)
    page = opened(open_page, session)
    page.app.file_uploader[0].set_value(("interview.md", INTERVIEW, "text/markdown"))
    page.app.file_uploader[1].set_value(("evidence.json", EVIDENCE, "application/json"))
    said = words(ran(page))
    assert "was changed in another tab" not in said
    assert "quotes are proven." in said
    now = store.sessions.get(session.session_id)
    assert [source.name for source in (now.transcript, now.evidence) if source] == ["interview.md", "evidence.json"]


def test_pasted_text_is_taken_as_a_file_is(store: Store, open_page: Opener) -> None:
    """Under a name that says where it came from."""
    session = stored(store, None, None)
    page = opened(open_page, session)
    page.app.text_area[0].set_value(TALK.decode())
    page.app.button(key="use-transcript").click()
    assert "Pasted transcript" in words(ran(page))
    kept = store.sessions.get(session.session_id).transcript
    assert kept is not None
    assert store.sources.get(kept.sha256) == TALK


def test_what_cannot_be_used_is_said_with_all_its_problems(store: Store, open_page: Opener) -> None:
    """Each with its place and its remedy; the session stays as it was, and the next upload takes the message away."""
    session = stored(store, None, None)
    page = give(opened(open_page, session), 1, "map.json", b'{"chapters": [{"claims": [{"support": [3]}, 4]}]}')
    said = words(page)
    for place in ("claims[0].claim", "claims[0].support[0]", "claims[1]"):
        assert f"chapters[0].{place} : " in said
    assert "map.json cannot be used." in said
    assert "The session is as it was." in said
    assert store.sessions.get(session.session_id) == session
    assert "cannot be used" not in words(give(page, 1, "evidence.json", EVIDENCE))


@pytest.mark.parametrize(
    ("box", "name", "data", "told"),
    [
        (0, "talk.txt", b"MZ\x90\0\x03\0", "This is a program, not a text."),
        (0, "talk.zip", b"PK\x03\x04\0\0", "zip"),
        (0, "talk.docx", b"PK\x03\x04..word/document.xml..", "zip"),
        (0, "talk.txt", b"", "This file is empty."),
        (0, "evidence.json", EVIDENCE, "This is an evidence map, not a transcript."),
        (1, "interview.md", INTERVIEW, "This reads as a transcript (5 speakers"),
        (1, "map.json", b"\0\1\2\3", "not JSON (line 1, column 1"),
    ],
)
def test_bad_input_leaves_the_session_as_it_was(
    store: Store, open_page: Opener, box: int, name: str, data: bytes, told: str
) -> None:
    """Said by name, with what to do; also where there is something to replace already."""
    for session in (stored(store, None, None), stored(store)):
        page = give(opened(open_page, session), box, name, data)
        assert f"{name} cannot be used." in words(page)
        assert told in words(page)
        assert store.sessions.get(session.session_id) == session


def test_a_replacement_waits_for_a_word(store: Store, open_page: Opener) -> None:
    """It says what becomes of the quotes; until then nothing is replaced."""
    session = stored(store, TALK.replace(b"Speaker 2", b"Ann Ode"), TALK_MAP)
    page = opened(open_page, session)
    assert "1 of 2 quotes are proven." in words(page)
    page = give(page, 0, "other.txt", b"Ann Ode: Nothing of the kind was ever said by me.\n\nBo: Well, well.\n")
    said = words(page)
    assert "Replace the transcript talk.txt by other.txt?" in said
    assert "Now 1 of 2 quotes are proven; then it will be 0 of 2." in said
    assert "1 lost" in said
    assert "I like the rain on a tin roof best of all" in said
    assert store.sessions.get(session.session_id) == session
    page.app.button(key="replace-transcript").click()
    said = words(ran(page))
    assert "Replaced the transcript by other.txt." in said
    assert "Replace the transcript" not in said
    kept = store.sessions.get(session.session_id).transcript
    assert kept is not None
    assert kept.name == "other.txt"


def rows_of(page: Opened, caption: str) -> list[str]:
    """Return the rows of a table as words, one string each."""
    (table,) = re.findall(rf"<caption>{caption}</caption>.*?<tbody>(.*?)</tbody>", markup(page), re.DOTALL)
    cut = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]*>", " ", row)).split()) for row in cut]


def test_a_replacement_says_what_becomes_of_every_quote(store: Store, open_page: Opener) -> None:
    """Lost with its reason, moved from where to where, and how many stay, which can be unfolded."""
    page = opened(open_page, stored(store, WEATHER, WEATHER_MAP))
    assert "4 of 4 quotes are proven." in words(page)
    page = give(page, 0, "new.txt", weather(RAIN, SNOW, ("0:00:25", "Cy Roe", "Well."), ("0:00:40", *HAIL[1:])))
    said = words(page)
    assert "1 lost 1 moves to another place 2 stay where they are" in said
    assert rows_of(page, "What happens to the quotes") == [
        "Lost Fog hides the harbour light Bo Peep at 0:00:30 It is not in the transcript in this form.",
        "Moved Hail frightens the dogs Ann Ode at 0:00:20 → at 0:00:40",
    ]
    assert [fold.label for fold in page.app.expander if "stay" in fold.label] == ["Show the 2 that stay"]
    assert "The quotes that stay" not in markup(page)


def test_a_replacement_says_where_there_are_no_times(store: Store, open_page: Opener) -> None:
    """By turns, and by characters within one."""
    talk = b"Ann Ode: I like rain in May. Hail is bad.\n\nBo Peep: Snow is quite another thing.\n"
    quotes = ["Hail is bad", "Snow is quite another thing"]
    evidence = json.dumps(
        {
            "chapters": [
                {
                    "claims": [
                        {
                            "claim": "W.",
                            "support": [
                                {"quote": quotes[0], "speaker": "Ann Ode"},
                                {"quote": quotes[1], "speaker": "Bo Peep"},
                            ],
                        }
                    ]
                }
            ]
        }
    ).encode()
    page = opened(open_page, stored(store, talk, evidence))
    new = b"Ann Ode: I like all rain in May. Hail is bad.\n\nCy: Well.\n\nBo Peep: Snow is quite another thing.\n"
    assert rows_of(give(page, 0, "new.txt", new), "What happens to the quotes") == [
        "Moved Hail is bad Ann Ode character 30 → character 34",
        "Moved Snow is quite another thing Bo Peep turn 2 → turn 3",
    ]


def test_a_replacement_says_whose_the_words_were(store: Store, open_page: Opener) -> None:
    """Words that are given to somebody else are not simply moved."""
    page = opened(open_page, stored(store, WEATHER, WEATHER_MAP))
    page = give(page, 0, "new.txt", WEATHER.replace(b"Ann Ode", b"Amy Orr"))
    page = give(page, 1, "new.json", WEATHER_MAP.replace(b"Ann Ode", b"Amy Orr"))
    assert "2 become another speaker’s 2 stay where they are" in words(page)
    assert rows_of(page, "What happens to the quotes") == [
        "Other speaker I like the rain on a tin roof Amy Orr at 0:00:00 Was Ann Ode’s.",
        "Other speaker Hail frightens the dogs Amy Orr at 0:00:20 Was Ann Ode’s.",
    ]


def test_two_replacements_are_one_question(store: Store, open_page: Opener) -> None:
    """Each of them alone would lose every quote; together none is lost, and both are replaced."""
    session = stored(store)
    page = give(opened(open_page, session), 0, "talk.txt", TALK.replace(b"Speaker 2", b"Ann Ode"))
    page = give(page, 1, "talk.json", TALK_MAP)
    said = words(page)
    question = "Replace the transcript interview.md by talk.txt, and the evidence map evidence.json by talk.json?"
    assert question in said
    assert "then it will be 1 of 2." in said
    page.app.button(key="replace-both").click()
    said = words(ran(page))
    assert "Replaced the transcript by talk.txt." in said
    assert "Replaced the evidence map by talk.json." in said
    assert "Replace the" not in said
    assert "1 of 2 quotes are proven." in said
    now = store.sessions.get(session.session_id)
    assert [source.name for source in (now.transcript, now.evidence) if source] == ["talk.txt", "talk.json"]


def test_a_transcript_without_labels_says_what_that_means(store: Store, open_page: Opener) -> None:
    """Above the names that only the map has; without a map there is no table."""
    talk = b"I like the rain on a tin roof best of all.\n"
    alone, mapped = (opened(open_page, stored(store, talk, given)) for given in (None, TALK_MAP))
    for page in (alone, mapped):
        assert "This transcript names no speakers" in words(page)
    assert 'class="wb-column"' not in markup(alone)
    assert ">The map&#x27;s name<" in markup(mapped)


def test_a_field_is_set_only_where_what_is_stored_changed(store: Store, open_page: Opener) -> None:
    """A field that is set replaces what somebody types into it meanwhile."""
    session = stored(store, TALK, TALK_MAP)
    page = person(opened(open_page, session), session, 0, "Bo Peep")
    fields = {field.key: field.proto.set_value for field in page.app.text_input if field.key}
    assert fields == {
        **dict.fromkeys((f"recording-{one}-{session.session_id}" for one in ("path", "link")), False),
        f"title-{session.session_id}": False,
        f"person-{session.session_id}-0": True,
        f"person-{session.session_id}-1": False,
        **dict.fromkeys((f"pseudonym-{session.session_id}-{number}" for number in range(2)), False),
    }


def test_a_replacement_can_be_left(store: Store, open_page: Opener) -> None:
    """Then everything is as it was."""
    session = stored(store)
    page = give(opened(open_page, session), 1, "talk.json", TALK_MAP)
    assert "Replace the evidence map evidence.json by talk.json?" in words(page)
    page.app.button(key="keep-evidence").click()
    assert "Replace the evidence map" not in words(ran(page))
    assert store.sessions.get(session.session_id) == session


def test_the_same_file_again_asks_nothing(store: Store, open_page: Opener) -> None:
    """There is nothing to decide."""
    session = stored(store)
    said = words(give(opened(open_page, session), 0, "interview.md", INTERVIEW))
    assert "interview.md is what the session has already; nothing was changed." in said
    assert "Replace the transcript" not in said


def test_a_label_gets_a_person_and_a_role(store: Store, open_page: Opener) -> None:
    """Stored at once; quotes that were nobody's are proven then."""
    session = stored(store, TALK, TALK_MAP)
    page = opened(open_page, session)
    assert "0 of 2 quotes are proven." in words(page)
    page.app.text_input(key=f"person-{session.session_id}-1").set_value("Ann Ode")
    page = ran(page)
    assert [one.cast for one in store.speaker_mappings.list(session.session_id)] == [
        Cast(label="Speaker 2", person="Ann Ode")
    ]
    assert "1 of 2 quotes are proven." in words(page)
    page.app.selectbox(key=f"role-{session.session_id}-0").set_value("host")
    ran(page)
    assert Cast(label="Speaker 1", role=SpeakerRole.HOST) in [
        one.cast for one in store.speaker_mappings.list(session.session_id)
    ]


def person(page: Opened, session: Session, number: int, name: str) -> Opened:
    page.app.text_input(key=f"person-{session.session_id}-{number}").set_value(name).run()
    assert not page.app.exception
    return page


def test_casts_that_contradict_each_other_are_refused_at_once(store: Store, open_page: Opener) -> None:
    """It is said why, nothing is stored, the field shows what is stored, and the other casts go on counting."""
    session = stored(store, TALK, TALK_MAP)
    page = person(opened(open_page, session), session, 1, "Ann Ode")
    page.app.text_input(key=f"person-{session.session_id}-0").set_value("...").run()
    assert [re.sub("<[^>]*>", "", said) for said in page.failures if "holds no letters or digits" in said]
    assert [one.cast for one in store.speaker_mappings.list(session.session_id)] == [
        Cast(label="Speaker 2", person="Ann Ode")
    ]
    assert page.app.text_input(key=f"person-{session.session_id}-0").value == "Speaker 1"
    assert "1 of 2 quotes are proven." in words(page)


def test_a_role_is_its_persons_under_every_label(store: Store, open_page: Opener) -> None:
    """Whoever changes it need not take it back under the other label first."""
    session = stored(store, TALK, TALK_MAP)
    page = opened(open_page, session)
    for number in range(2):
        page = person(page, session, number, "Ann Ode")
    for number, role in ((0, "host"), (1, "caller")):
        page.app.selectbox(key=f"role-{session.session_id}-{number}").set_value(role)
        page = ran(page)
    roles = {one.cast.label: one.cast.role for one in store.speaker_mappings.list(session.session_id)}
    assert roles == {"Speaker 1": None, "Speaker 2": SpeakerRole.CALLER}


def test_casts_that_fit_no_new_map_leave_the_others_alone(store: Store, open_page: Opener) -> None:
    """What cannot be applied is named; editing goes on, and mends it."""
    session = stored(store, TALK, TALK_MAP)
    for label, name in (("Speaker 1", "Ann"), ("Speaker 2", "Ann Ode")):
        store.speaker_mappings.put(session.session_id, Cast(label=label, person=name), version=None)
    two_anns = json.loads(TALK_MAP)
    two_anns["speakers"].append({"speaker_name": "Ann Roe"})
    store.sessions.put_evidence(session, "two.json", json.dumps(two_anns).encode())
    page = opened_with_problems(open_page, session)
    said = words(page)
    assert "“Ann” can mean Ann Ode or Ann Roe." in said
    assert "1 of 2 quotes are proven." in said
    assert "can mean" not in words(person(page, session, 0, "Ann Roe"))
    assert [one.cast.person for one in store.speaker_mappings.list(session.session_id)] == ["Ann Roe", "Ann Ode"]


def opened_with_problems(open_page: Opener, session: Session) -> Opened:
    page = open_page("sources", session=session.session_id)
    assert not page.app.exception
    return page


def test_a_source_that_cannot_be_read_can_be_replaced(store: Store, open_page: Opener) -> None:
    """Its box says what is wrong with it; the other half of the session is as it was."""
    readable = {0: INTERVIEW, 1: EVIDENCE}
    for box, name, good in ((0, "interview.md", INTERVIEW), (1, "evidence.json", EVIDENCE)):
        session = stored(store, *(b"\0\1\2" if box == other else readable[other] for other in (0, 1)))
        page = opened_with_problems(open_page, session)
        assert "cannot be read." in words(page)
        page = given(page, box, name, good)
        page.app.button(key=f"replace-{('transcript', 'evidence')[box]}").click()
        assert re.search(r"\d+ of \d+ quotes are proven\.", words(ran(page)))


def given(page: Opened, box: int, name: str, data: bytes) -> Opened:
    page.app.file_uploader[box].set_value((name, data, "application/octet-stream")).run()
    assert not page.app.exception
    return page


def test_two_tabs_do_not_overwrite_each_others_roles(store: Store, open_page: Opener) -> None:
    """The second one is told, and shows what is stored."""
    session = stored(store, TALK, TALK_MAP)
    page = opened(open_page, session)
    store.speaker_mappings.put(session.session_id, Cast(label="Speaker 2", person="Bo Peep"), version=None)
    page.app.text_input(key=f"person-{session.session_id}-1").set_value("Ann Ode").run()
    assert not page.app.exception
    assert len(page.failures) == 1
    assert [one.cast.person for one in store.speaker_mappings.list(session.session_id)] == ["Bo Peep"]
    assert page.app.text_input(key=f"person-{session.session_id}-1").value == "Bo Peep"


def test_a_suggested_role_is_taken_only_by_a_click(store: Store, open_page: Opener) -> None:
    """With its reason beside it; one by one, or all at once."""
    evidence = json.loads(EVIDENCE)
    for speaker in evidence["speakers"]:
        speaker.pop("speaker_role")
    session = stored(store, INTERVIEW, json.dumps(evidence).encode())
    page = opened(open_page, session)
    assert store.speaker_mappings.list(session.session_id) == ()
    takes = [button for button in page.app.button if button.label == "Take"]
    assert len(takes) > 2
    takes[0].click()
    ran(page)
    (first,) = store.speaker_mappings.list(session.session_id)
    assert first.cast.role is not None
    page.app.button(key="take-all").click()
    ran(page)
    assert len(store.speaker_mappings.list(session.session_id)) == len(takes)


def test_many_labels_stay_usable(store: Store, open_page: Opener) -> None:
    """Those who say most come first; how many are folded away is said."""
    lines = [f"Caller {number}: {'word ' * (number + 2)}here.\n" for number in range(200)]
    page = opened(open_page, stored(store, "\n".join(lines * 2).encode(), None))
    labels = re.findall(r'<div class="wb-label"><b>(.*?)</b>', markup(page))
    assert labels[:2] == ["Caller 199", "Caller 198"]
    assert len(labels) < 30
    assert f"{200 - len(labels)} labels more." in words(page)


def test_the_evidence_map_is_shown_chapter_by_chapter(store: Store, open_page: Opener) -> None:
    """Every claim and quote with its state; a chooser for the chapters."""
    page = opened(open_page, stored(store))
    evidence_map = read_evidence(EVIDENCE)
    for index, chapter in enumerate(evidence_map.chapters):
        page.app.selectbox(key="claims.chapter").set_value(index)
        shown = markup(ran(page))
        said = words(page)
        for claim in chapter.claims:
            assert " ".join(claim.claim.split()) in said
        quotes = sum(len(claim.support) for claim in chapter.claims)
        assert shown.count("✓ Proven") + shown.count("✗ Rejected") == quotes


def test_downloads_are_offered_where_there_is_something_to_download(store: Store, open_page: Opener) -> None:
    """The mended map only where something was decided."""
    session = stored(store)
    names = ["Template of an evidence map", "JSON Schema of an evidence map", "The transcript's text"]
    assert offered(opened(open_page, session)) == names
    store.speaker_mappings.put(session.session_id, Cast(label="Wanda Prell", role=SpeakerRole.HOST), version=None)
    assert "The evidence map with your changes" in offered(opened(open_page, session))


def test_hostile_words_are_shown_as_they_are(store: Store, open_page: Opener) -> None:
    """In the file's name, labels, claims, quotes and titles."""
    evidence = TALK_MAP.replace(b"Rain is liked.", WORST.encode()).replace(b"Ann Ode", WORST.encode())
    transcript = f"{TALK.decode()}\n{WORST[:4]}: Words.\n".encode()
    session = stored(store, None, None)
    page = give(opened(open_page, session), 0, f"../x/{WORST}.txt", transcript)
    page = give(page, 1, f"{WORST}.json", evidence)
    assert "<img" not in markup(page)
    assert words(page).count(WORST) >= 4
    labels = [part.label for parts in (page.app.button, page.app.text_input, page.app.expander) for part in parts]
    assert not [label for label in labels if "img" in label]
