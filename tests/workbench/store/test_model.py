"""Random acts against a store and against a model of it that is a few dictionaries."""

import shutil
import tempfile
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, multiple, rule

from core.evidence.speaker_mapping import Cast
from core.text.well_formed import well_formed
from core.transcripts.speakers import SpeakerRole
from tests.properties import examples
from tests.workbench.store import making
from workbench.store import (
    Conflict,
    Session,
    SourceFile,
    Store,
    UnknownRecord,
    UnknownSession,
    edit_to_redo,
    standing_edit,
)

# In memory where there is such a disk: a thousand changes are a thousand waits for a real one.
SHM = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
TITLES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=20).filter(str.strip)
TEXTS = st.text(st.characters(exclude_categories=[]), max_size=30).map(well_formed)
NUMBERS = st.integers(3, 9)
LABELS = st.sampled_from(["Speaker 1", "Speaker 2", "Ü\0"])
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
DATA = st.binary(max_size=40) | st.just(b"the same")


def edits_of(store: Store, name: str) -> list[str]:
    """Return what the first chapter of a session's first run reads as, edit by edit; the oldest first."""
    edits = [edit for run in store.runs.list(name)[:1] for edit in store.edits.list(run.run_id)]
    return [edit.text for edit in edits if not edit.undone]


def state_of(store: Store, name: str) -> dict[str, Any]:
    """Return what a session holds, in the form of the model."""
    session = store.sessions.get(name)
    return {
        "title": session.title,
        "settings": session.settings,
        "transcript": session.transcript and (session.transcript.name, store.sources.get(session.transcript.sha256)),
        "evidence": session.evidence and (session.evidence.name, store.sources.get(session.evidence.sha256)),
        "casts": {one.cast.label: one.cast for one in store.speaker_mappings.list(name)},
        "acts": [(getattr(one.act, "title", ""), one.undone) for one in store.acts.list(name)],
        "presets": {one.name: one.thresholds for one in store.presets.list(name)},
        "runs": [
            (store.runs.get(one.run_id).certificate, store.runs.replies(one.run_id)) for one in store.runs.list(name)
        ],
        "edits": edits_of(store, name),
        "calls": [(one.run_number, one.facts) for one in store.calls.of_session(name)],
    }


class StoreMachine(RuleBasedStateMachine):
    """The store does what the dictionaries do, and refuses what was not seen."""

    sessions: Bundle[str] = Bundle("sessions")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(dir=SHM if SHM.is_dir() else None))
        self.store = Store(self.folder / "workbench.db")
        self.model: dict[str, dict[str, Any]] = {}
        self.gone: set[str] = set()
        self.to_redo: dict[str, list[str]] = {}

    def teardown(self) -> None:
        """Every session, those that were deleted too, is what the model says; the file is sound."""
        for name in sorted(self.gone):
            self.store.sessions.restore(name)
        assert {name: state_of(self.store, name) for name in self.model} == self.model
        shutil.rmtree(self.folder)

    def seen(self, name: str) -> Session:
        """The session as it is now."""
        return self.store.sessions.get(name)

    @rule(target=sessions, title=TITLES)
    def create(self, title: str) -> str:
        """A new session."""
        session = self.store.sessions.create(title)
        self.model[session.session_id] = {
            "title": title.strip(),
            "settings": session.settings,
            "transcript": None,
            "evidence": None,
            "casts": {},
            "acts": [],
            "presets": {},
            "runs": [],
            "edits": [],
            "calls": [],
        }
        self.to_redo[session.session_id] = []
        return session.session_id

    def is_gone(self, name: str) -> bool:
        """Whether a session was deleted; the store must know that too."""
        if name in self.gone:
            with pytest.raises(UnknownSession, match="deleted"):
                self.store.sessions.get(name)
        return name in self.gone

    @rule(name=sessions, title=TITLES, number=NUMBERS)
    def change_and_conflict(self, name: str, title: str, number: int) -> None:
        """A change, and another by somebody who did not see it."""
        if self.is_gone(name):
            return
        before = self.seen(name)
        after = self.store.sessions.rename(before, title)
        if after.version != before.version:
            with pytest.raises(Conflict):
                self.store.sessions.put_settings(before, making.settings(number))
        self.store.sessions.put_settings(after, making.settings(number))
        self.model[name].update(title=title.strip(), settings=making.settings(number))

    @rule(name=sessions, data=DATA, which=st.sampled_from(["transcript", "evidence"]))
    def put_source(self, name: str, data: bytes, which: str) -> None:
        """Another file."""
        if not self.is_gone(name):
            put = self.store.sessions.put_transcript if which == "transcript" else self.store.sessions.put_evidence
            put(self.seen(name), f"{which}.txt", data)
            self.model[name][which] = (f"{which}.txt", data)

    @rule(name=sessions, label=LABELS, role=st.sampled_from([None, *SpeakerRole]))
    def put_cast(self, name: str, label: str, role: SpeakerRole | None) -> None:
        """A cast, and another by somebody who did not see it."""
        if self.is_gone(name):
            return
        stored = {one.cast.label: one for one in self.store.speaker_mappings.list(name)}.get(label)
        cast = Cast(label=label, person="Ada", role=role)
        with pytest.raises(Conflict):
            self.store.speaker_mappings.put(name, cast, version=None if stored else 1)
        self.store.speaker_mappings.put(name, cast, version=stored.version if stored else None)
        self.model[name]["casts"][label] = cast

    @rule(name=sessions, mark=st.sampled_from(["a", "b", "c"]))
    def add_act(self, name: str, mark: str) -> None:
        """An act, refused where one of the same row is in force, or by somebody who saw another transcript."""
        if self.is_gone(name):
            return
        acts, make, seen = self.model[name]["acts"], making.chapter_act(mark), self.seen(name).transcript
        with pytest.raises(Conflict, match="transcript"):
            self.store.acts.add(name, make, transcript=SourceFile(name="x", sha256="x", size=1))
        if (mark, False) in acts:
            with pytest.raises(Conflict, match="already"):
                self.store.acts.add(name, make, transcript=seen)
        else:
            assert self.store.acts.add(name, make, transcript=seen).number == len(acts) + 1
            acts.append((mark, False))

    @rule(name=sessions, pick=st.integers(0, 5), undone=st.booleans())
    def mark_act(self, name: str, pick: int, undone: bool) -> None:  # noqa: FBT001 - a drawn value
        """Undo or redo any of them; where another took its place it is refused."""
        if self.is_gone(name) or pick >= len(self.model[name]["acts"]):
            return
        acts = self.model[name]["acts"]
        mark, was = acts[pick]
        if was and not undone and (mark, False) in acts:
            with pytest.raises(Conflict):
                self.store.acts.redo(name, pick + 1)
        else:
            (self.store.acts.undo if undone else self.store.acts.redo)(name, pick + 1)
            acts[pick] = (mark, undone)

    @rule(name=sessions, forward=st.booleans())
    def step(self, name: str, forward: bool) -> None:  # noqa: FBT001 - a drawn value
        """The latest act is taken back, or the one that was taken back behind it is done again."""
        if self.is_gone(name):
            return
        acts = self.model[name]["acts"]
        latest = max((number for number, (_, undone) in enumerate(acts) if not undone), default=-1)
        meant = latest + 1 if forward else latest
        if not 0 <= meant < len(acts):
            with pytest.raises(UnknownRecord, match="no act to"):
                (self.store.acts.redo_next if forward else self.store.acts.undo_last)(name)
            return
        mark, undone = acts[meant]
        done = (self.store.acts.redo_next if forward else self.store.acts.undo_last)(name)
        assert (done.stored.number, done.sentence) == (meant + 1, f"the chapter “{mark}” was added")
        acts[meant] = (mark, not undone)

    @rule(name=sessions, preset=st.sampled_from(["a", "b"]), number=NUMBERS, delete=st.booleans())
    def put_preset(self, name: str, preset: str, number: int, delete: bool) -> None:  # noqa: FBT001 - a drawn value
        """A preset made, changed or deleted."""
        if self.is_gone(name):
            return
        stored = {one.name: one for one in self.store.presets.list(name)}.get(preset)
        if delete and stored:
            self.store.presets.delete(name, stored)
            del self.model[name]["presets"][preset]
        else:
            version = stored.version if stored else None
            self.store.presets.put(name, preset, making.thresholds(number), version=version)
            self.model[name]["presets"][preset] = making.thresholds(number)

    @rule(name=sessions, certificate=st.text(max_size=30), replies=st.lists(TEXTS | st.none(), max_size=3))
    def add_run(self, name: str, certificate: str, replies: list[str | None]) -> None:
        """A run."""
        if not self.is_gone(name):
            made = [making.call(position, text=reply or "") for position, reply in enumerate(replies)]
            stored = self.store.runs.add(name, making.run(name, certificate), replies, made)
            assert list(self.store.calls.list(stored.run_id)) == made
            self.model[name]["runs"].append((certificate, tuple(replies)))
            self.model[name]["calls"] += [(stored.number, call.facts) for call in made]

    @rule(name=sessions, act=st.sampled_from(["edit", "edit", "undo", "redo"]), text=WORDS)
    def edit(self, name: str, act: str, text: str) -> None:
        """Edits of the first run's first chapter: two stacks. What nobody could see is refused."""
        if self.is_gone(name) or not self.model[name]["runs"]:
            return
        run_id, stands, redoable = self.store.runs.list(name)[0].run_id, self.model[name]["edits"], self.to_redo[name]
        edits = self.store.edits.list(run_id)
        last, following = standing_edit(edits, 0), edit_to_redo(edits, 0)
        assert [edit.text for edit in (last, following) if edit] == [*stands[-1:], *redoable[-1:]]
        with pytest.raises(Conflict):
            self.store.edits.add(run_id, 0, text, after=len(edits) + 1)
        if act == "undo" and last:
            self.store.edits.undo(run_id, last.number)
            redoable.append(stands.pop())
        elif act == "redo" and following:
            self.store.edits.redo(run_id, following.number)
            stands.append(redoable.pop())
        elif act == "edit" and text not in stands[-1:]:
            self.store.edits.add(run_id, 0, text, after=last.number if last else 0)
            stands.append(text)
            redoable.clear()

    @rule(name=sessions)
    def delete(self, name: str) -> None:
        """A session goes."""
        if not self.is_gone(name):
            self.store.sessions.delete(self.seen(name))
            self.gone.add(name)

    @rule(name=sessions)
    def restore(self, name: str) -> None:
        """A session comes back, or was there all along."""
        self.store.sessions.restore(name)
        self.gone.discard(name)

    @rule(target=sessions, name=sessions, title=TITLES, travels=st.booleans())
    def copy(self, name: str, title: str, travels: bool) -> Any:  # noqa: FBT001 - a drawn value
        """A duplicate, or an export that is imported and exported alike."""
        if self.is_gone(name):
            return multiple()  # pyright: ignore[reportUnknownVariableType]
        if travels:
            data = self.store.sessions.export(name)
            session = self.store.sessions.import_file(data)
            again = self.store.sessions.rename(session, self.model[name]["title"])
            assert self.store.sessions.export(again.session_id) == data
            session = self.store.sessions.rename(again, title)
        else:
            session = self.store.sessions.duplicate(name, title)
        self.model[session.session_id] = deepcopy(self.model[name]) | {"title": title.strip()}
        self.to_redo[session.session_id] = [*self.to_redo[name]]
        return session.session_id

    @invariant()
    def the_lists_are_complete(self) -> None:
        """Each session is in one list, under its title."""
        listed = {summary.session.session_id: summary.session.title for summary in self.store.sessions.list()}
        assert listed == {name: state["title"] for name, state in self.model.items() if name not in self.gone}
        assert {summary.session.session_id for summary in self.store.sessions.list(deleted=True)} == self.gone


TestStoreMachine = StoreMachine.TestCase
TestStoreMachine.settings = settings(examples(25), stateful_step_count=25)
