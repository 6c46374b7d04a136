"""What an earlier version stored and exported is read by this one, and what this one writes stays alike."""

import json
import re
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from core.answers.records import Citation, CitedAnswer
from core.editions.certificate import WITHOUT_ORIGINS
from core.editions.comparison import EditionText, compare, read_certificate
from core.map_making.acts.act_records import AddPassage, MendQuote
from core.transcripts.readers import read_transcript
from core.verify import verify_edition
from tests.conftest import SAMPLE
from tests.workbench.conftest import Workbench
from workbench.experiments.results import results_of
from workbench.experiments.runner import line_of
from workbench.jobs import runs as generation
from workbench.sessions.create import import_session
from workbench.sessions.edited_edition import edition_of
from workbench.sessions.edition_files import certified_files
from workbench.sessions.session_material import material_of
from workbench.store import CallRecord, FinishedRun, Session, Store, StoredAnswer, edit_to_redo, hash_of, standing_edit

DATA = Path(__file__).parents[2] / "data"
VERSIONS = sorted(path for path in DATA.iterdir() if path.is_dir())
"""A folder of each earlier version that is still to be read, named by it."""
ANEW = {"0.1.0": ["verified", "unproven"]}
"""What the checker of today says of the editions in the export of each."""


def call_as_read(call: CallRecord) -> dict[str, Any]:
    """Return what is to stay of a call."""
    return {
        "place": [call.position, call.number, call.chapter_index],
        "purpose": call.purpose.value,
        "outcome": call.outcome.value,
        "trouble": call.trouble,
        "writer": [call.client, call.model],
        "tokens": [call.usage.input_tokens, call.usage.output_tokens, call.usage.thinking_tokens],
        "cost": call.cost,
        "texts": [hash_of(text or "") for text in (call.system, call.prompt, call.reply)],
    }


def run_as_read(store: Store, run: FinishedRun, session: Session) -> dict[str, Any]:
    """Return what is to stay of a finished run: how it was written, and how it reads with the edits that stand."""
    run_id = run.summary.run_id
    edits = store.edits.list(run_id)
    edited = edition_of(run, edits, line_of(store, material_of(store, session), session.settings))
    chapters = range(len(run.edition.chapters))
    return {
        **run.summary.model_dump(mode="json", exclude={"run_id", "session_id"}),
        "titles": [draft.title for draft in run.edition.chapters],
        "texts": [hash_of(draft.text) for draft in run.edition.chapters],
        "decisions": [[one.action.value for one in draft.enforcement.decisions] for draft in run.edition.chapters],
        "certificate": hash_of(run.certificate),
        "replies": [None if reply is None else hash_of(reply) for reply in store.runs.replies(run_id)],
        "calls": [call_as_read(call) for call in store.calls.list(run_id)],
        "edits": [[one.number, one.position, one.after, one.undone, hash_of(one.text)] for one in edits],
        "standing": [one and one.number for one in (standing_edit(edits, position) for position in chapters)],
        "to_redo": [one and one.number for one in (edit_to_redo(edits, position) for position in chapters)],
        "edited": [edited.edition.verdict, edited.aside, sorted(edited.edited), sorted(edited.broken)],
    }


def cited(answer: CitedAnswer) -> dict[str, Citation]:
    """Return the passages of an answer by their records' ids."""
    return {citation.record_id: citation for citation in answer.citations}


def answer_as_read(stored: StoredAnswer) -> dict[str, Any]:
    """Return what is to stay of an answer; each quotation with the text at its place in the passage that it names."""
    answer = stored.answer
    slices = [cited(answer)[one.record_id].text[one.within.start : one.within.end] for one in answer.quotes]
    return {
        "asked": [stored.number, stored.asked_at, answer.question, answer.mode.value, answer.client],
        "quotations": [[one.text, one.record_id, one.source, one.speaker] for one in answer.quotes],
        "slices": slices,
        "refused": [[one.reason.value, one.words, one.record_id] for one in answer.refused],
        "corrected": [[one.written, one.quote.text, one.named] for one in answer.corrections],
        "records": list(cited(answer)),
        "left_out": [[one.record_id, one.why] for one in stored.left_out],
        "fallback": answer.fallback_reason,
        "calls": [call_as_read(call) for call in stored.calls],
    }


def session_as_read(store: Store, session_id: str) -> dict[str, Any]:
    """Return what is to stay of a session wherever it is stored, with what is proven in it."""
    session = store.sessions.get(session_id)
    line = line_of(store, material_of(store, session), session.settings)
    thresholds, mode = session.settings.thresholds, session.settings.mode
    runs = [store.runs.get(one.run_id) for one in store.runs.list(session_id)]
    answers = [store.answers.get(one.answer_id) for one in store.answers.list(session_id)]
    acts = store.acts.list(session_id)
    return {
        "title": session.title,
        "created_at": session.created_at,
        "sources": [one and [one.name, one.sha256, one.size] for one in (session.transcript, session.evidence)],
        "settings": [mode.value, thresholds.strong_quotes, thresholds.strong_words_per_claim],
        "casts": [
            one.cast.model_dump(mode="json", exclude={"pseudonym"}) for one in store.speaker_mappings.list(session_id)
        ],
        "mends": [
            [number, one.undone, one.act.mend.model_dump(mode="json")]
            for number, one in enumerate((one for one in acts if isinstance(one.act, MendQuote)), start=1)
            if isinstance(one.act, MendQuote)
        ],
        "promotions": [
            [number, one.undone, one.act.addition.model_dump(mode="json")]
            for number, one in enumerate((one for one in acts if isinstance(one.act, AddPassage)), start=1)
            if isinstance(one.act, AddPassage)
        ],
        "presets": [[one.name, one.thresholds.model_dump(mode="json")] for one in store.presets.list(session_id)],
        "quotes": [len(line.whitelist), len(line.proofs.refusals)],
        "levels": [one.level.value for one in line.merged.coverages],
        "runs": [run_as_read(store, run, session) for run in runs],
        "answers": [answer_as_read(one) for one in answers],
    }


def experiments_as_read(store: Store) -> list[dict[str, Any]]:
    """Return what is to stay of the experiments, and what they say."""
    found: list[dict[str, Any]] = []
    for summary in store.experiments.list():
        experiment = store.experiments.get(summary.experiment_id)
        results = results_of(experiment)
        variants = {
            one.name: {
                "shares": {metric.value: [share.k, share.n] for metric, share in one.sums.shares.items()},
                "coherence": one.sums.coherence and [one.sums.coherence.total, one.sums.coherence.units],
                "units": [unit.title for unit in one.units],
            }
            for one in results.variants
        }
        found.append(
            {
                "experiment": [summary.title, summary.state.value, summary.units, summary.all_units],
                "reference": results.reference,
                "judge": results.judge,
                "variants": variants,
                "texts": [hash_of(done.text) for done in experiment.units],
                "calls": [[len(done.calls), len(done.judging), done.paid] for done in experiment.units],
            }
        )
    return found


def spent_as_read(store: Store, session_id: str) -> list[list[Any]]:
    """Return what every call of a session took, also of the run that is not finished."""
    return [
        [one.run_number, one.mode, one.facts.outcome.value, one.facts.usage.input_tokens, one.facts.cost]
        for one in store.calls.of_session(session_id)
    ]


def open_run_as_read(store: Store, session_id: str) -> dict[str, Any]:
    """Return what is to stay of the session's run that is not finished."""
    opened = store.runs.open_run(session_id)
    assert opened is not None
    client, chapters = opened.recipe.client, opened.chapters
    return {
        "run": [opened.number, opened.state.value, opened.message, client.kind, client.model],
        "done": [[one.chapter_index, one.calls, one.draft and hash_of(one.draft.text)] for one in chapters],
        "replies": [one.reply and hash_of(one.reply) for one in chapters],
        "calls": [call_as_read(call) for call in store.calls.list(opened.run_id)],
    }


def database_as_read(store: Store) -> dict[str, Any]:
    """Return what is to stay of a database with one session."""
    (summary,) = store.sessions.list()
    session_id = summary.session.session_id
    return {
        "session": session_as_read(store, session_id),
        "open_run": open_run_as_read(store, session_id),
        "spent": spent_as_read(store, session_id),
        "experiments": experiments_as_read(store),
    }


def editions_as_written(workbench: Workbench, out: Path) -> dict[str, dict[str, str]]:
    """Return the hashes of the sample's editions by writer and file, without the version that a certificate names."""
    written: dict[str, dict[str, str]] = {}
    for name, client in (("offline", "offline"), ("scripted", f"scripted:{SAMPLE / 'replies.json'}")):
        sources = (SAMPLE / "interview.md", SAMPLE / "evidence.json")
        done = workbench("run", *sources, "--client", client, "--out", out / name)
        assert done.code == 0, done.err
        written[name] = {}
        for file in ("edition.md", "edition.html", "edition.json", "certificate.json"):
            data = re.sub(rb'(?<="program_version":)( ?)"[^"]*"', rb'\1""', (out / name / file).read_bytes())
            written[name][file] = sha256(data).hexdigest()
    return written


@pytest.fixture(params=VERSIONS, ids=lambda path: path.name)
def older(request: pytest.FixtureRequest) -> Path:
    """The folder of an earlier version."""
    return request.param


@pytest.fixture
def expected(older: Path) -> dict[str, Any]:
    """What that version read itself."""
    return json.loads((older / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture
def store(older: Path, tmp_path: Path) -> Store:
    """A copy of its database."""
    shutil.copy(older / "workbench.db", tmp_path / "workbench.db")
    return Store(tmp_path / "workbench.db")


def test_settings_that_were_stored_keep_what_they_say(store: Store) -> None:
    """A default that changed since changes no session: block quotes stay allowed where they were."""
    assert {one.session.settings.strict_narrative for one in store.sessions.list()} == {False}


def test_an_earlier_database_reads_as_it_did(store: Store, expected: dict[str, Any]) -> None:
    """The session with its decisions, runs, edits and answers, the run that was left, the experiment and its shares."""
    found = database_as_read(store)
    assert found.keys() == expected.keys()
    for part, was in expected.items():
        assert found[part] == was, part


def test_an_earlier_export_is_imported_and_exported_alike(
    older: Path, tmp_path: Path, expected: dict[str, Any]
) -> None:
    """Its editions are verified anew; in the same format it is the same file to the byte."""
    data = (older / "session.json").read_bytes()
    store = Store(tmp_path / "fresh.db")
    imported = import_session(store, data, "session.json")
    # One sentence says that its speaker reads another's verdict back, which was a certain form then and is none now.
    for run, verdict in zip(expected["session"]["runs"], ANEW[older.name], strict=True):
        run["verdict"] = verdict
    assert session_as_read(store, imported.session_id) == expected["session"]
    exported = store.sessions.export(imported.session_id)
    if json.loads(exported)["format_version"] == json.loads(data)["format_version"]:
        assert exported == data


def test_an_earlier_certificate_is_read_and_binds_the_files_once_they_are_written(older: Path, store: Store) -> None:
    """As it was stored, nothing is said of bytes; files that are downloaded come with one that has their digests."""
    (summary,) = store.sessions.list()
    (first, *_) = store.runs.list(summary.session.session_id)
    run = store.runs.get(first.run_id)
    stored = read_certificate(run.certificate)
    data = store.sources.get(run.edition.transcript_sha256)
    transcript = read_transcript(data, run.edition.transcript_name)
    files = certified_files(run.edition, stored, transcript)
    edition = EditionText(files["edition.html"], "html")
    found = verify_edition(edition.text, transcript, form="html")
    written = read_certificate(files["certificate.json"])
    for certificate, same in ((stored, None if stored.format_version == "1" else True), (written, True)):
        compared = compare(certificate, found, transcript, edition)
        assert (compared.same_bytes, compared.differences) == (same, ()), older.name
    assert written.format_version == WITHOUT_ORIGINS


def test_a_run_that_an_earlier_version_left_can_be_finished(store: Store, expected: dict[str, Any]) -> None:
    """With the chapters that are done, which are the same, and every quotation of them is proven."""
    (summary,) = store.sessions.list()
    opened = store.runs.open_run(summary.session.session_id)
    assert opened is not None
    material = opened.recipe.material
    kept = generation.keep(store, opened, line_of(store, material, material.settings))
    edition = store.runs.get(kept.run_id).edition
    done = [text for _, _, text in expected["open_run"]["done"] if text is not None]
    assert [hash_of(draft.text) for draft in edition.chapters] == done
    assert (kept.number, kept.verdict) == (expected["open_run"]["run"][0], "verified")
    assert store.runs.open_run(summary.session.session_id) is None


def test_the_samples_editions_are_written_alike(workbench: Workbench, tmp_path: Path) -> None:
    """To the byte: what the composer writes, and what is left of the replies of a model that misbehaves. Whoever means
    to change what is written keeps the new hashes and says why; those of an earlier version stay in its folder."""
    expected = json.loads((DATA / "editions.json").read_text(encoding="utf-8"))
    assert editions_as_written(workbench, tmp_path) == expected
