"""What is written about: pairs of files, folders of pairs, sessions; each named, each with its own bytes."""

import json
import os
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from core.evidence.evidence_map import read_evidence
from core.evidence.map_roster import with_roles
from core.generation.settings import Settings
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import SpeakerRole
from tests.conftest import SAMPLE
from tests.transcript_cases import cases_of, file_of
from tests.workbench.experiments.plan_file.conftest import Read, Refused
from workbench.experiments.plan_file import LoadedPlan
from workbench.sample import SAMPLE_ID
from workbench.store import Session, SessionMaterial, Store

EVIDENCE = (SAMPLE / "evidence.json").read_bytes()
TALK = (SAMPLE / "interview.md").read_bytes()


def about(*subjects: dict[str, Any]) -> dict[str, Any]:
    """Return an experiment about these."""
    return {"subjects": list(subjects), "variants": [{"name": "one"}]}


def material_of(wished: LoadedPlan, place: int = 0) -> SessionMaterial:
    """Return what a subject's line is made from."""
    material = wished.plan.subjects[place].material
    assert material is not None
    return material


def test_a_pair_is_its_two_files(plain: dict[str, Any], read: Read) -> None:
    """The bytes as they are, under the names of the files; nothing of it says where they lie."""
    wished = read(plain)
    (subject,), material = wished.plan.subjects, material_of(wished)
    assert (subject.name, subject.chapters, subject.questions) == ("interview", None, ())
    assert material.transcript is not None
    assert material.evidence is not None
    assert (material.transcript.name, material.evidence.name) == ("interview.md", "evidence.json")
    assert [file.data for file in wished.files] == [TALK, EVIDENCE]
    assert [sha256(file.data).hexdigest() for file in wished.files] == [
        material.transcript.sha256,
        material.evidence.sha256,
    ]
    assert material.settings == Settings()


def test_the_same_experiment_elsewhere_is_the_same_plan(folder: Path, read: Read) -> None:
    """Paths are relative to the file, and whole ones are taken too."""
    (folder / "deep").mkdir()
    for name in ("interview.md", "evidence.json"):
        shutil.copy(folder / name, folder / "deep" / name)
    pairs = [
        {"transcript": f"{where}interview.md", "evidence": f"{where}evidence.json"}
        for where in ("", "deep/", f"{folder}/")
    ]
    plans = [read(about(pair)).plan for pair in pairs]
    assert plans.count(plans[0]) == 3


def test_chapters_are_counted_from_one(plain: dict[str, Any], read: Read) -> None:
    """In the file; in the plan from 0, each once and in order."""
    plain["subjects"][0]["chapters"] = [3, 1, 3]
    assert read(plain).plan.subjects[0].chapters == (0, 2)


def test_names_tell_subjects_apart(folder: Path, read: Read) -> None:
    """A given one first; else the file's, with its folder where two are alike, and a number where that is not all."""
    (folder / "other").mkdir()
    shutil.copy(folder / "interview.md", folder / "other" / "interview.md")
    pair = {"transcript": "interview.md", "evidence": "evidence.json"}
    others = {"transcript": "other/interview.md", "evidence": "evidence.json"}
    subjects = read(about(pair, others, {**pair, "name": "Mine"}, pair, {**others, "name": "Mine"})).plan.subjects
    own = folder.name
    assert [one.name for one in subjects] == [
        f"{own}/interview", "other/interview", "Mine", f"{own}/interview 2", "Mine 2",
    ]  # fmt: skip


def test_roles_are_those_of_the_run_command(plain: dict[str, Any], read: Read, refused: Refused) -> None:
    """The map's bytes are those of the map with the roles, which a transcript without names can have too."""
    plain["subjects"][0]["guest"] = "Pell"
    plain["subjects"][0]["host"] = ["Ada"]
    problems = refused(plain)
    assert len(problems) == 2
    assert all(one.startswith("subjects[0]: ") and "nobody, or more than one person" in one for one in problems)
    given, talk = read_evidence(EVIDENCE, ""), read_transcript(TALK, "interview.md")
    names = [speaker.speaker_name for speaker in given.speakers]
    plain["subjects"][0].update(guest=names[0], host=names[1:])
    wished = read(plain)
    kept = read_evidence(wished.files[1].data, "")
    assert kept == with_roles(given, names[:1], names[1:], talk.labels)
    assert [one.speaker_role for one in kept.speakers] == [SpeakerRole.GUEST, *[SpeakerRole.HOST] * len(names[1:])]
    assert material_of(wished).casts == ()


def test_what_cannot_be_read_is_said_with_the_problems_of_that_file(folder: Path, refused: Refused) -> None:
    """All of the map's, and the transcript's too."""
    (folder / "bad.json").write_text(json.dumps({"chapters": [{"claims": [{}, {"claim": 7}]}]}), encoding="utf-8")
    (folder / "empty.md").write_text("", encoding="utf-8")
    problems = refused(about({"transcript": "empty.md", "evidence": "bad.json"}))
    assert any(one.startswith("subjects[0].transcript: empty.md: ") for one in problems)
    assert any("subjects[0].evidence: bad.json: chapters[0].claims[0].claim: is missing." in one for one in problems)
    assert any("subjects[0].evidence: bad.json: chapters[0].claims[1].claim: must be text" in one for one in problems)


def test_a_file_may_not_be_too_big(folder: Path, refused: Refused) -> None:
    """It is not even read."""
    with (folder / "big.md").open("wb") as file:
        file.truncate(20_000_001)
    (problem,) = refused(about({"transcript": "big.md", "evidence": "evidence.json"}))
    assert problem.startswith("subjects[0].transcript: ")
    assert "big.md: the file is too big: it has 20,000,001 bytes; 20,000,000 may be read." in problem


def test_what_never_ends_is_not_read(folder: Path, refused: Refused) -> None:
    """A device, or a pipe that nobody writes into, wherever a file may be named."""
    os.mkfifo(folder / "pipe.md")
    for name in ("/dev/zero", "pipe.md"):
        problems = refused(
            {
                "subjects": [{"transcript": name, "evidence": "evidence.json"}],
                "variants": [{"name": "a", "client": f"scripted:{name}"}, {"name": "b", "prompt": name}],
            }
        )
        assert [one.partition(": ")[0] for one in problems] == [
            "subjects[0].transcript", "variants[0].client", "variants[1].prompt",
        ]  # fmt: skip
        assert all("is not a regular file" in one for one in problems)


def test_sources_may_not_be_too_many(
    folder: Path, plain: dict[str, Any], refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of an experiment stand in memory until they are stored: what a folder brings is counted as it is read."""
    monkeypatch.setattr("workbench.experiments.plan_file.subjects._MOST_BYTES", len(TALK) + len(EVIDENCE))
    (folder / "evidence.md").write_bytes(TALK + b"\n")
    (problem,) = refused({**plain, "subjects": [*plain["subjects"], {"folder": "."}]})
    assert problem.startswith("subjects[1]: with it there are ")


# Folders.


@pytest.fixture
def interviews(folder: Path) -> Path:
    """A folder with two pairs of either kind."""
    inside = folder / "interviews"
    inside.mkdir()
    for talk, evidence in (("b.md", "b.json"), ("a.txt", "a.evidence.json")):
        (inside / talk).write_bytes(TALK)
        (inside / evidence).write_bytes(EVIDENCE)
    return inside


def test_a_folder_is_every_transcript_with_the_map_beside_it(interviews: Path, read: Read) -> None:
    """By their names; a map of its own goes before a JSON file of the name, and what has none is told."""
    (interviews / "b.evidence.json").write_bytes(EVIDENCE + b"\n")
    (interviews / "notes.md").write_text("Only notes.\n", encoding="utf-8")
    (interviews / ".hidden.md").write_bytes(TALK)
    (interviews / "deep").mkdir()
    (interviews / "deep" / "c.md").write_bytes(TALK)
    wished = read(about({"folder": "interviews"}))
    assert [one.name for one in wished.plan.subjects] == ["a", "b"]
    evidence = [material_of(wished, place).evidence for place in (0, 1)]
    assert [one and one.name for one in evidence] == ["a.evidence.json", "b.evidence.json"]
    assert wished.notes == (f"{interviews}: without a map beside it, and so left out: notes.md.",)


def test_links_in_a_folder_are_left_out_and_that_is_noted(interviews: Path, read: Read, refused: Refused) -> None:
    """What a link leads to was not named, and may be elsewhere; a folder that is named by a link is read. A pipe in a
    folder is not opened."""
    (interviews / "c.md").symlink_to(interviews.parent / "interview.md")
    (interviews / "c.json").symlink_to(interviews.parent / "evidence.json")
    (interviews / "d.md").symlink_to("/dev/zero")
    (interviews / "e").symlink_to("/")
    os.mkfifo(interviews / "f.md")
    (interviews / "f.json").write_bytes(EVIDENCE)
    (interviews.parent / "link").symlink_to(interviews)
    for name in ("interviews", "link"):
        wished = read(about({"folder": name}))
        assert [one.name for one in wished.plan.subjects] == ["a", "b"]
        (note,) = wished.notes
        assert note.endswith(f"{name}: 4 links left out; links in a folder are not followed.")
    (interviews.parent / "only links").mkdir()
    (interviews.parent / "only links" / "a.md").symlink_to(interviews / "a.txt")
    (problem,) = refused(about({"folder": "only links"}))
    assert "the folder holds no files" in problem


def test_two_transcripts_with_one_map_are_named(interviews: Path, refused: Refused) -> None:
    """Nobody can know which of them is meant."""
    (interviews / "a.md").write_bytes(TALK)
    assert refused(about({"folder": "interviews"})) == [
        "subjects[0].folder: a.md and a.txt share one map, a.evidence.json. Leave one of the two in the folder."
    ]


def test_a_folder_without_a_pair_is_refused(folder: Path, refused: Refused) -> None:
    """Empty, without maps, not there, a file: never an experiment about nothing."""
    (folder / "empty").mkdir()
    (folder / "alone").mkdir()
    (folder / "alone" / "a.md").write_bytes(TALK)
    for name, message in (
        ("empty", "the folder holds no files"),
        ("alone", "holds no transcript with a map beside it"),
        ("nowhere", "the folder cannot be read: No such file"),
        ("interview.md", "the folder cannot be read: Not a directory"),
        ("a\0b", "the folder cannot be read: this is not a possible path"),
    ):
        (problem,) = refused(about({"folder": name}))
        assert problem.startswith("subjects[0].folder: ")
        assert message in problem


def test_a_transcript_of_whose_tiers_one_is_meant_is_read_by_it(interviews: Path, read: Read, refused: Refused) -> None:
    """The plan keeps which; without it the names are in the refusal. The other files of the folder are read whole."""
    case = next(case for case in cases_of("json-services") if "asks" in case)
    (interviews / "c.txt").write_bytes(file_of(case))
    (interviews / "c.evidence.json").write_bytes(EVIDENCE)
    (problem,) = refused(about({"folder": "interviews"}))
    assert f'Choose with `tier: NAME`: "{case["asks"][0]}", ' in problem
    wished = read(about({"folder": "interviews", "tier": case["asks"][1]}))
    chosen = [material_of(wished, place).transcript for place in range(3)]
    assert [one and one.chosen for one in chosen] == [(), (), (case["asks"][1],)]


def test_chapters_and_roles_of_a_folder(interviews: Path, read: Read, refused: Refused) -> None:
    """A host may be the same in all; chapters are of one map."""
    assert interviews.is_dir()
    (problem,) = refused(about({"folder": "interviews", "chapters": [1]}))
    assert problem.startswith("subjects[0].chapters: ")
    name = read_evidence(EVIDENCE, "").speakers[0].speaker_name
    wished = read(about({"folder": "interviews", "host": name}))
    assert len(wished.files) == 2  # both talks are alike, and so are both maps
    problems = refused(about({"folder": "interviews", "host": "Nobody"}))
    assert [one.partition(": host: ")[0] for one in problems] == [f"subjects[0].folder: {a}" for a in ("a.txt", "b.md")]


# Sessions.


def test_a_session_is_named_by_its_id_or_title(store: Store, session: Session, read: Read) -> None:
    """Its sources are in the database already; its casts and mends are in the plan, its settings are not."""
    store.sessions.put_settings(session, Settings(strict_narrative=True))
    wished = [read(about({"session": words})) for words in (SAMPLE_ID, session.title)]
    assert wished[0].plan == wished[1].plan
    assert wished[0].files == ()
    assert wished[0].plan.subjects[0].name == session.title
    material = material_of(wished[0])
    assert (material.transcript, material.evidence) == (session.transcript, session.evidence)
    assert material.settings == Settings()


def test_a_title_that_two_sessions_have_is_named_with_their_ids(
    store: Store, session: Session, refused: Refused, read: Read
) -> None:
    """And an id is always enough, even one that is another's title."""
    again = store.sessions.duplicate(SAMPLE_ID, session.title)
    (problem,) = refused(about({"session": session.title}))
    assert "2 sessions have the title “The sample: Slow Instruments”." in problem
    assert again.session_id in problem
    assert SAMPLE_ID in problem
    store.sessions.rename(store.sessions.get(again.session_id), SAMPLE_ID)
    assert read(about({"session": SAMPLE_ID})).plan.subjects[0].name == session.title


@pytest.mark.usefixtures("session")
def test_a_session_that_cannot_be_written_about_is_named(store: Store, refused: Refused) -> None:
    """One that is unknown, has no map, or is cast elsewhere; chapters are those of its map."""
    store.sessions.create("Empty")
    half = store.sessions.put_transcript(store.sessions.create("Half"), "interview.md", TALK)
    problems = refused(
        about(
            {"session": "Nobody"},
            {"session": "Empty"},
            {"session": half.session_id},
            {"session": SAMPLE_ID, "guest": "Ada"},
            {"session": SAMPLE_ID, "chapters": [8]},
        )
    )
    for place, message in (
        ("subjects[0].session", "There are: “Half”, “Empty”, “The sample: Slow Instruments”."),
        ("subjects[1].session", "“Empty” has no transcript yet."),
        ("subjects[2].session", "“Half” has no evidence map yet."),
        ("subjects[3].guest", "a session has its own speakers."),
        ("subjects[4].chapters[0]", "there is no chapter 8; they count from 1 to 7."),
    ):
        assert sum(one.startswith(f"{place}: ") and message in one for one in problems) == 1, (message, problems)
    assert len(problems) == 5
