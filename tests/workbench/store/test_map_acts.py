import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from core.errors import EvidenceError
from core.evidence.evidence_map import EvidenceMap, read_evidence, write_evidence
from core.map_making.acts.act_records import (
    AddChapter,
    AddClaim,
    DeleteRow,
    MendQuote,
    MoveRow,
    RowLevel,
    SingleAct,
    WriteWords,
)
from core.map_making.acts.act_sentences import act_in_words
from core.map_making.acts.apply_act import looks_of
from core.map_making.acts.make_act import already_made
from core.map_making.acts.map_rows import MapRows, rows_of
from core.map_making.acts.replay import replay
from tests.workbench.store import making
from workbench.store import Conflict, Session, Store, UnknownRecord

MAP: dict[str, Any] = {
    "chapters": [
        {"title": "One", "claims": [{"claim_id": "k1", "claim": "It was so.", "support": []}]},
        {"title": "Two", "claims": [{"claim_id": "k2", "claim": "It was not.", "support": []}]},
    ]
}


@pytest.fixture
def mapped(store: Store, session: Session) -> Session:
    """A session with a map of two chapters, each of one claim."""
    return store.sessions.put_evidence(session, "map.json", json.dumps(MAP).encode())


def effective(store: Store, session: Session) -> MapRows:
    """The rows of a session's map as they are now."""
    given = session.evidence
    evidence = read_evidence(store.sources.get(given.sha256)) if given else EvidenceMap(chapters=())
    return replay(rows_of(evidence), [one.act for one in store.acts.list(session.session_id) if not one.undone]).rows


def seen(act: SingleAct, rows: MapRows) -> SingleAct:
    """An act of a person who sees these rows."""
    return act.model_copy(update={"seen": looks_of(rows, act)})


def do(store: Store, session: Session, act: SingleAct) -> None:
    """Do an act that saw the map as it is."""
    made = already_made(seen(act, effective(store, session)))
    store.acts.add(session.session_id, made, transcript=session.transcript)


def write(claim_id: str, words: str) -> WriteWords:
    """Other words of a claim."""
    return WriteWords(row=RowLevel.CLAIM, row_id=claim_id, words=words)


def claims(store: Store, session: Session) -> list[str]:
    """What the claims of the map say."""
    return [one.claim for chapter in effective(store, session).as_map().chapters for one in chapter.claims]


def test_acts_are_numbered_and_never_forgotten(store: Store, mapped: Session) -> None:
    """Undo and redo go back and forth, each says what it does; a new act leaves nothing to redo."""
    for number, words in enumerate(("One.", "Two.", "Three."), start=1):
        do(store, mapped, write("k1", words))
        assert store.acts.list(mapped.session_id)[-1].number == number
    assert store.sessions.get(mapped.session_id).changed_at > mapped.changed_at
    assert store.sessions.get(mapped.session_id).version == mapped.version
    said = [store.acts.undo_last(mapped.session_id).sentence for _ in range(3)]
    assert said == [f"the claim “{words}” was renamed" for words in ("Two.", "One.", "It was so.")]
    assert claims(store, mapped) == ["It was so.", "It was not."]
    assert store.acts.redo_next(mapped.session_id).sentence == "the claim “It was so.” was renamed"
    assert claims(store, mapped)[0] == "One."
    do(store, mapped, write("k2", "Never."))
    with pytest.raises(UnknownRecord, match="no act to do again"):
        store.acts.redo_next(mapped.session_id)
    assert [(one.number, one.undone) for one in store.acts.list(mapped.session_id)] == [
        (1, False),
        (2, True),
        (3, True),
        (4, False),
    ]


def test_there_is_nothing_to_take_back(store: Store, session: Session) -> None:
    """It is said, and nothing changes."""
    with pytest.raises(UnknownRecord, match="no act to take back"):
        store.acts.undo_last(session.session_id)
    assert store.sessions.get(session.session_id) == session


def test_an_act_is_taken_back_alone_where_none_rests_on_it(store: Store, mapped: Session) -> None:
    """And done again in its place; else what rests on it is named."""
    do(store, mapped, write("k1", "One."))
    do(store, mapped, write("k2", "Two."))
    do(store, mapped, MoveRow(row=RowLevel.CLAIM, row_id="k2", into=effective(store, mapped).inside[None][0].row_id))
    with pytest.raises(Conflict, match=r"rests on it: the claim “Two.” was moved. Take that back first"):
        store.acts.undo(mapped.session_id, 2)
    store.acts.undo(mapped.session_id, 1)
    assert claims(store, mapped) == ["It was so.", "Two."]
    store.acts.redo(mapped.session_id, 1)
    assert claims(store, mapped) == ["One.", "Two."]
    store.acts.undo(mapped.session_id, 1)
    do(store, mapped, write("k1", "Another."))
    with pytest.raises(Conflict):
        store.acts.redo(mapped.session_id, 1)
    assert claims(store, mapped) == ["Another.", "Two."]


@pytest.mark.parametrize("number", [0, -1, 2, 10**30])
def test_an_act_that_is_not_there(store: Store, session: Session, number: int) -> None:
    """Says so and changes nothing."""
    stored = store.acts.add(session.session_id, making.chapter_act("a"), transcript=None)
    for mark in (store.acts.undo, store.acts.redo):
        with pytest.raises(UnknownRecord, match="no act"):
            mark(session.session_id, number)
    assert store.acts.list(session.session_id) == (stored,)


@pytest.mark.parametrize("quote", ["half \ufffd", "a\0b", "😀\u202e", "x" * 1_000_000, "'); --", '\\ud800 "'])
def test_words_of_an_act_come_back_as_they_were(store: Store, session: Session, quote: str) -> None:
    """What a transcript holds, an act may hold."""
    for make in making.acts()[:2]:
        store.acts.add(session.session_id, make, transcript=None)
    mend = MendQuote(mend=making.mend("promoted-1", quote=quote))
    stored = store.acts.add(session.session_id, already_made(mend), transcript=None)
    assert store.acts.list(session.session_id)[-1] == stored
    assert stored.act == mend


def test_a_session_without_a_map_may_have_acts(store: Store, session: Session) -> None:
    """They lie over none; and over one whose file cannot be read none of them counts, but they can be taken back."""
    do(store, session, AddChapter(title="Mine", new_id="mine"))
    do(store, session, AddClaim(chapter_id="mine", words="So it is.", new_id="k9"))
    assert claims(store, session) == ["So it is."]
    broken = store.sessions.put_evidence(session, "map.json", b"[]")
    with pytest.raises(EvidenceError):
        effective(store, broken)
    assert store.acts.undo_last(session.session_id).sentence == "the claim “So it is.” was added"


def test_another_map_takes_back_what_has_no_place_in_it(store: Store, mapped: Session) -> None:
    """Only what the person saw; the rest stays, under its ids."""
    do(store, mapped, write("k1", "One."))
    do(store, mapped, write("k2", "Two."))
    do(store, mapped, AddChapter(title="Mine", new_id="mine"))
    chapters = [MAP["chapters"][1], {"title": "Three", "claims": ["Else."]}]
    new = json.dumps({"chapters": chapters}).encode()
    with pytest.raises(Conflict, match="changed meanwhile"):
        store.acts.replace_map(mapped, "new.json", new, dropped=())
    assert store.sessions.get(mapped.session_id).evidence == mapped.evidence
    replaced = store.acts.replace_map(mapped, "new.json", new, dropped=(1,))
    assert claims(store, replaced) == ["Two.", "Else."]
    assert [one.undone for one in store.acts.list(mapped.session_id)] == [True, False, False]
    with pytest.raises(Conflict):
        store.acts.replace_map(mapped, "map.json", new, dropped=())


def test_an_act_over_another_transcript_is_refused(store: Store, mapped: Session) -> None:
    """Its words are of the one that the tab shows."""
    store.sessions.put_transcript(mapped, "talk.txt", b"Ada: So it is.")
    with pytest.raises(Conflict, match="transcript of this session was replaced"):
        do(store, mapped, write("k1", "One."))
    assert store.acts.list(mapped.session_id) == ()


def _of_a_tab(store: Store, session: Session, tab: int, acts: int) -> list[tuple[str, str]]:
    """Do acts as one of two tabs does, each after a look at the map; return each with why it was refused, "" where it
    was done."""
    found: list[tuple[str, str]] = []
    for number in range(acts):
        rows = effective(store, session)
        keys = [key for key in rows.rows if key.level is RowLevel.CLAIM]
        act: SingleAct = write(keys[number % len(keys)].row_id, f"tab {tab}, act {number}")
        if number % 5 == 4:
            into = rows.inside[None][number % 2].row_id
            act = AddClaim(chapter_id=into, words=f"tab {tab}, act {number}", new_id=f"{tab}-{number}")
        elif number % 11 == 10:
            act = DeleteRow(row=RowLevel.CLAIM, row_id=keys[-1].row_id)
        act = seen(act, rows)
        try:
            store.acts.add(session.session_id, already_made(act), transcript=session.transcript)
            found.append((act.model_dump_json(), ""))
        except Conflict as refused:
            found.append((act.model_dump_json(), str(refused)))
    return found


@pytest.mark.parametrize("acts", [40, pytest.param(500, marks=pytest.mark.thorough)])
def test_acts_of_two_tabs_are_in_the_map_or_refused_in_words(mapped: Session, store: Store, acts: int) -> None:
    """None is lost, none is done twice, and the history says again what the map is."""
    patient = Store(store.path)
    with ThreadPoolExecutor(2) as tabs:
        done = [tabs.submit(_of_a_tab, patient, mapped, tab, acts // 2) for tab in (1, 2)]
    results = [one for tab in done for one in tab.result()]
    assert len(results) == acts
    assert all(why.endswith("Look at the map as it is now.") for _, why in results if why)
    stored = [one.act.model_dump_json() for one in store.acts.list(mapped.session_id)]
    assert sorted(stored) == sorted(act for act, why in results if not why)
    given = rows_of(read_evidence(json.dumps(MAP)))
    again = replay(given, [one.act for one in store.acts.list(mapped.session_id)])
    assert again.refused == ()
    assert again.rows == effective(store, mapped)
    assert read_evidence(write_evidence(again.rows.as_map())) == again.rows.as_map()
    for one in reversed(store.acts.list(mapped.session_id)):
        before = replay(given, [other.act for other in store.acts.list(mapped.session_id)[: one.number - 1]]).rows
        if one.number % 25 == 0:
            assert store.acts.undo_last(mapped.session_id).sentence == act_in_words(before, one.act)
            assert effective(store, mapped) == before
        else:
            store.acts.undo(mapped.session_id, one.number)
    assert effective(store, mapped) == given
