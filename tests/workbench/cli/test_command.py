"""The command as a person and a script meet it: what it prints, where, and how it ends."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core.verify import Verdict
from core.whitelist.build import WhitelistQuote
from tests.golden import CASES, load
from tests.workbench.cli.commands import DRAFT, EDITION, MAP, REPLIES, ROOT, TALK, files, process
from tests.workbench.conftest import Workbench


@pytest.fixture(scope="session")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample's edition, written by a process of its own."""
    folder = tmp_path_factory.mktemp("edition") / "new" / "folder"
    done = process("run", TALK, MAP, "--out", folder, PYTHONHASHSEED="0")
    assert done.code == 0, done.err
    return folder


# From two files to a proven edition.


def test_run_writes_five_files_and_says_so(edition: Path) -> None:
    """All of them, and nothing beside them."""
    assert set(files(edition)) == EDITION


@pytest.mark.parametrize("transcript", ["the transcript", "transcript.txt"])
@pytest.mark.parametrize("form", ["edition.md", "edition.html"])
def test_what_run_writes_verify_proves(workbench: Workbench, edition: Path, form: str, transcript: str) -> None:
    """Markdown and HTML, against the original file and against the raw text beside them: the same verdict."""
    against = TALK if transcript == "the transcript" else edition / transcript
    done = workbench("verify", edition / form, against, "--json")
    assert (done.code, done.err) == (0, "")
    assert set(done.json) == {"verdict", "quotations", "verified", "unproven", "second_proof", "differing"}
    assert (done.json["verdict"], done.json["unproven"]) == ("verified", [])
    assert done.json["quotations"] == done.json["verified"] > 50


def test_run_and_verify_work_from_a_shell(edition: Path) -> None:
    """Exit 0 in a process of its own, with one line for a person."""
    done = process("verify", edition / "edition.md", TALK)
    assert done.code == 0
    assert done.out.startswith("verified: ")


def test_the_same_input_gives_the_same_bytes(edition: Path, tmp_path: Path) -> None:
    """Two processes with different hash seeds write the same five files, byte for byte."""
    assert process("run", TALK, MAP, "--out", tmp_path / "again", PYTHONHASHSEED="1").code == 0
    assert files(tmp_path / "again") == files(edition)


def test_run_shows_its_progress_apart_from_its_result(workbench: Workbench, tmp_path: Path) -> None:
    """One line for each chapter on standard error, the outcome on standard output."""
    done = workbench("run", TALK, MAP, "--out", tmp_path, "--chapter", 3, "--chapter", 5, "--chapter", 6)
    assert done.code == 0
    assert [line.partition(":")[0] for line in done.err.splitlines()] == ["Chapter 1 of 2", "Chapter 2 of 2"]
    assert done.out == f"{tmp_path}: 2 chapters, {done.out.split(', ')[1]}, verified.\n"
    data = json.loads((tmp_path / "edition.json").read_bytes())
    assert [chapter["chapter_index"] for chapter in data["chapters"]] == [2, 4]
    assert data["chapters"][1]["title"] == "The Voice on the Reel / A Call from Veldrey"


@pytest.mark.parametrize("mode", ["reference", "quote", "free"])
def test_run_enforces_what_a_script_misbehaves(workbench: Workbench, tmp_path: Path, mode: str) -> None:
    """The sample's replies are written beside none of their inventions, in every mode."""
    done = workbench("run", TALK, MAP, "--out", tmp_path, "--client", f"scripted:{REPLIES}", "--mode", mode)
    assert done.code == 0
    data = json.loads((tmp_path / "edition.json").read_bytes())
    assert (data["client"], data["mode"], data["verdict"]) == ("scripted", mode, "verified")
    assert workbench("verify", tmp_path / "edition.md", TALK).code == 0
    assert workbench("verify", tmp_path / "edition.html", tmp_path / "transcript.txt").code == 0


def test_a_text_file_answers_every_call(workbench: Workbench, tmp_path: Path) -> None:
    """Also one that begins with a bracket and is no JSON list."""
    script = tmp_path / "reply.md"
    script.write_text("[Note] “He made this up,” Sorrel says.", encoding="utf-8")
    done = workbench("run", TALK, MAP, "--out", tmp_path / "out", "--client", f"scripted:{script}")
    assert done.code == 0
    assert "\\[Note\\] He made this up, Sorrel says." in (tmp_path / "out" / "edition.md").read_text(encoding="utf-8")


def test_settings_reach_the_run(workbench: Workbench, tmp_path: Path) -> None:
    """What the file names changes, everything else stays; `--mode` wins over the file."""
    settings = tmp_path / "settings.yaml"
    settings.write_text("mode: quote\nthresholds:\n  weak: {excerpts: 1}\n", encoding="utf-8")
    for words, mode in (((), "quote"), (("--mode", "reference"), "reference")):
        done = workbench("run", TALK, MAP, "--out", tmp_path / "out", "--settings", settings, "--chapter", 3, *words)
        assert done.code == 0
        certificate = json.loads((tmp_path / "out" / "certificate.json").read_bytes())
        assert certificate["settings"]["mode"] == mode
        assert certificate["settings"]["thresholds"]["weak"]["excerpts"] == 1
        assert len(json.loads((tmp_path / "out" / "edition.json").read_bytes())["chapters"][0]["key_excerpts"]) == 1


# What each command tells a script.

QUOTE_FIELDS = {*WhitelistQuote.model_fields}


def test_whitelist_says_what_is_proven_and_what_is_not(workbench: Workbench) -> None:
    """Every quote of the map is in one of the two lists; slices, spans and reasons are there for a program."""
    found = workbench("whitelist", TALK, MAP, "--json").json
    assert set(found) >= {"transcript", "quotes", "rejections"}
    assert set(found["transcript"]) == {"sha256", "characters", "turns", "speakers"}
    assert all(set(one) == {"name", "speaker_id", "turns", "words"} for one in found["transcript"]["speakers"])
    assert {"raw_spans", "speaker_verified", "quote_id", "match_spans"} <= QUOTE_FIELDS
    assert all(set(one) == {*QUOTE_FIELDS, "listen_first"} for one in found["quotes"])
    assert not any(one["listen_first"] for one in found["quotes"])
    assert "listen first" not in workbench("whitelist", TALK, MAP).out
    rejection = {"evidence_id", "chapter_index", "claim_id", "quote", "speaker", "reason", "difference", "nearest"}
    assert all(set(one) == rejection for one in found["rejections"])
    nearest = [one["nearest"] for one in found["rejections"] if one["nearest"]]
    assert all(set(one) == {"quote_text", "raw_span", "speaker", "score"} for one in nearest)
    evidence = {
        support["evidence_id"]
        for chapter in json.loads(Path(MAP).read_bytes())["chapters"]
        for claim in chapter["claims"]
        for support in claim["support"]
    }
    proven = [name for one in found["quotes"] for name in one["source_evidence_ids"]]
    assert sorted([*proven, *(one["evidence_id"] for one in found["rejections"])]) == sorted(evidence)


def test_whitelist_marks_the_quotes_whose_words_the_transcript_is_unsure_of(
    workbench: Workbench, tmp_path: Path
) -> None:
    """As the default of `listen_below` has it, in the table too, with the word."""
    talk, evidence = tmp_path / "talk.json", tmp_path / "map.json"
    for file, name in ((talk, "talk"), (evidence, "evidence")):
        file.write_text(json.dumps(load("changed_hearing")[name]), encoding="utf-8")
    first, last = workbench("whitelist", talk, evidence, "--json").json["quotes"]
    assert (first["listen_first"], first["least_certain"]) == (True, {"word": "nineteen", "confidence": 0.12})
    assert (last["listen_first"], last["least_certain"]) == (False, {"word": "ladder.", "confidence": 0.71})
    table = " ".join(workbench("whitelist", talk, evidence).out.replace("│", " ").split())
    assert table.count("listen first") == 1
    assert "listen first: the transcript is 12% sure of nineteen" in table


def test_a_long_quote_that_was_turned_round_is_not_wholly_alike(workbench: Workbench, tmp_path: Path) -> None:
    """Its likeness is rounded down."""
    said = " ".join(f"On day {number} of that year we opened the gate again." for number in range(20))
    support = [{"quote": f"{said} I did close it.", "speaker": "Ada"}]
    chapters = [{"title": "Gate", "claims": [{"claim": "It stood open.", "support": support}]}]
    persons = [{"speaker_name": "Ada", "speaker_role": "guest"}]
    talk, evidence = tmp_path / "talk.txt", tmp_path / "map.json"
    talk.write_text(f"Ada: {said} I did not close it.\n\nBen: Well.\n", encoding="utf-8")
    evidence.write_text(json.dumps({"speakers": persons, "chapters": chapters}), encoding="utf-8")
    found = workbench("whitelist", talk, evidence, "--json").json
    assert 0.995 < found["rejections"][0]["nearest"]["score"] < 1
    assert "(0.99," in workbench("whitelist", talk, evidence).out


def test_whitelists_spans_slice_the_transcript_that_run_writes(workbench: Workbench, edition: Path) -> None:
    """`[start, end]` in code points of transcript.txt."""
    found = workbench("whitelist", TALK, MAP, "--json").json
    raw = (edition / "transcript.txt").read_bytes().decode()
    assert found["transcript"]["characters"] == len(raw)
    for quote in found["quotes"]:
        assert raw[slice(*quote["raw_spans"][0])] == quote["quote_text"]
    for one in found["rejections"]:
        if one["nearest"]:
            assert raw[slice(*one["nearest"]["raw_span"])] == one["nearest"]["quote_text"]


def test_coverage_shows_chapters_before_and_after_merging(workbench: Workbench) -> None:
    """People's numbers beside the data's, and the thresholds that were used."""
    found = workbench("coverage", TALK, MAP, "--json").json
    assert [one["number"] for one in found["chapters"]] == [1, 2, 3, 4, 5, 6, 7]
    assert [one["chapter_index"] for one in found["chapters"]] == [0, 1, 2, 3, 4, 5, 6]
    assert [one["numbers"] for one in found["merged"]] == [[1], [2], [3], [4], [5, 6], [7]]
    assert {one["level"] for one in found["chapters"]} == {"strong", "medium", "weak"}
    assert found["thresholds"]["strong_quotes"] == 5
    to_write = [(one["target_words"], one["reachable_words"]) for one in found["merged"]]
    assert to_write == [(500, 500), (800, 800), (250, 195), (500, 490), (500, 496), (800, 800)]
    assert "195 of 250" in workbench("coverage", TALK, MAP).out


def test_enforce_tells_what_becomes_of_a_draft(workbench: Workbench) -> None:
    """The finished chapter, one decision for each quotation, and seed 1's two lists."""
    done = workbench("enforce", TALK, MAP, DRAFT, "--chapter", 4, "--json")
    found = done.json
    assert done.code == 0
    assert set(found) >= {"text", "decisions", "replaced", "dropped"}
    expected = json.loads(Path(DRAFT).with_suffix(".json").read_bytes())["decisions"]
    fields = {"action", "reason", "original", "quote_id", "raw_span"}
    assert all(set(one) >= fields for one in found["decisions"])
    assert [(one["action"], one["original"]) for one in found["decisions"]] == [
        (one["action"], " ".join(one["original"].split())) for one in expected
    ]
    stands = [one["quote_id"] for one in found["decisions"] if one["action"] in ("kept", "replaced")]
    assert [one["quote_id"] for one in found["replaced"]] == stands
    assert found["dropped"] == [
        one["original"] for one in found["decisions"] if one["action"] in ("unquoted", "dropped")
    ]
    assert all(set(one) == QUOTE_FIELDS for one in found["replaced"])


def test_what_enforce_makes_verify_proves(workbench: Workbench, tmp_path: Path) -> None:
    """The finished text is an edition of one chapter."""
    finished = tmp_path / "chapter.md"
    finished.write_text(workbench("enforce", TALK, MAP, DRAFT, "--chapter", 4, "--json").json["text"], encoding="utf-8")
    assert workbench("verify", finished, TALK).code == 0


@pytest.mark.parametrize("kind", ["evidence", "settings", "certificate"])
def test_schema_prints_a_json_schema(workbench: Workbench, kind: str) -> None:
    """An object with properties, and nothing beside it."""
    found = workbench("schema", kind).json
    assert found["type"] == "object"
    assert found["properties"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("whitelist", TALK, MAP), "56 quotes are proven"),
        (("coverage", TALK, MAP), "Chapters 5 and 6 are merged into one"),
        (("enforce", TALK, MAP, DRAFT, "--chapter", "4"), "Decisions on 11 quotations"),
        (("verify", DRAFT, TALK), "Not proven"),
        (("--help",), "verify"),
        (("--version",), "version"),
    ],
)
def test_people_get_words_and_tables(workbench: Workbench, words: tuple[str, ...], says: str) -> None:
    """Without `--json` the same is said for reading."""
    done = workbench(*words)
    assert says in done.out
    assert done.err == ""


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_any_terminal_will_do(encoding: str) -> None:
    """A console that cannot show a curly quote is no reason to fail."""
    done = process("whitelist", TALK, MAP, PYTHONIOENCODING=encoding)
    assert (done.code, done.err) == (0, "")


# Verdicts and exit codes.


CHANGES: dict[str, tuple[Callable[[str], str], str, int]] = {
    "untouched": (str, "verified", 0),
    "a word changed": (lambda text: text.replace("hundred years of evi", "hundred days of evi"), "unproven", 1),
    "a letter changed": (lambda text: text.replace("Dirt is evidence", "Dint is evidence"), "unproven", 1),
    "a name changed": (lambda text: text.replace("— Imke Sorrel", "— Wanda Prell", 1), "unproven", 1),
    "a quotation more": (lambda text: text + "\nHe said “I made it all up”.\n", "unproven", 1),
    "no quotation": (lambda _: "# An edition\n\nWithout a word of anybody's.\n", "nothing_to_verify", 1),
    "nothing": (lambda _: "", "nothing_to_verify", 1),
}


@pytest.mark.parametrize(("change", "verdict", "code"), CHANGES.values(), ids=CHANGES.keys())
def test_verify_exits_with_its_verdict(
    workbench: Workbench,
    edition: Path,
    tmp_path: Path,
    change: Callable[[str], str],
    verdict: str,
    code: int,
) -> None:
    """0 for verified alone; what is not proven is named with its line and reason."""
    text = (edition / "edition.md").read_text(encoding="utf-8")
    (tmp_path / "edition.md").write_text(change(text), encoding="utf-8")
    done = workbench("verify", tmp_path / "edition.md", TALK, "--json")
    assert (done.json["verdict"], done.code) == (verdict, code)
    assert all(set(one) == {"text", "line", "reason"} for one in done.json["unproven"])
    assert bool(done.json["unproven"]) is (verdict == "unproven")
    assert workbench("verify", tmp_path / "edition.md", TALK).code == code


def test_a_transcript_without_labels_is_verified_by_its_words(workbench: Workbench, tmp_path: Path) -> None:
    """`--text-only` is content with that; without it the exit code says that speakers are not verified."""
    talk, evidence, out = tmp_path / "talk.txt", tmp_path / "map.yaml", tmp_path / "out"
    talk.write_text("We never lost a single boat, she said.\nAnd so it was.\n", encoding="utf-8")
    evidence.write_text(
        "speakers: [{speaker_name: Ann, speaker_role: guest}]\n"
        "chapters: [{claims: [{claim: All safe, support: [{quote: We never lost a single boat, speaker: Ann}]}]}]\n",
        encoding="utf-8",
    )
    done = workbench("run", talk, evidence, "--out", out)
    assert (done.code, done.out.endswith("verified_text_only.\n")) == (0, True)
    for form in ("edition.md", "edition.html"):
        assert workbench("verify", out / form, talk, "--text-only").code == 0
        assert workbench("verify", out / form, talk).code == 1
        assert workbench("verify", out / form, talk, "--json").json["verdict"] == Verdict.VERIFIED_TEXT_ONLY


def test_roles_on_the_command_line_overrule_the_map(workbench: Workbench) -> None:
    """Excerpts and core claims follow; every command that takes EVIDENCE takes them."""

    def roles(*words: str) -> dict[str, str]:
        quotes = workbench("whitelist", TALK, MAP, "--json", *words).json["quotes"]
        return {one["speaker"]["speaker_name"]: one["speaker"]["speaker_role"] for one in quotes}

    assert roles()["Casimir Boyle"] == "guest"
    changed = roles("--host", "Casimir", "--guest", "Philippa Dunmore", "--guest", "anselm_brack")
    assert changed["Casimir Boyle"] == "host"
    assert changed["Philippa Dunmore"] == changed["Anselm Brack"] == changed["Imke Sorrel"] == "guest"
    claims = CASES / "drafts" / "blocks_and_scripts.md"
    refused = workbench("enforce", TALK, MAP, claims, "--chapter", 6, "--json").json["decisions"]
    allowed = workbench("enforce", TALK, MAP, claims, "--chapter", 6, "--json", "--guest", "Philippa").json["decisions"]
    stairs = [
        next(one["action"] for one in found if one["original"].startswith("She went down the stairs"))
        for found in (refused, allowed)
    ]
    assert stairs == ["dropped", "kept"]
    assert workbench("coverage", TALK, MAP, "--host", "Casimir").code == 0


def test_a_role_makes_an_undeclared_speaker_a_guest(workbench: Workbench, tmp_path: Path) -> None:
    """A map without speakers has no guest until somebody says who it is, and a notice says so."""
    document = json.loads(Path(MAP).read_bytes())
    document["speakers"] = []
    bare = tmp_path / "bare.json"
    bare.write_text(json.dumps(document), encoding="utf-8")
    for words, excerpts in (((), 0), (("--guest", "Casimir Boyle"), 4)):
        done = workbench("run", TALK, bare, "--out", tmp_path / "out", "--chapter", 7, *words)
        assert done.code == 0
        (chapter,) = json.loads((tmp_path / "out" / "edition.json").read_bytes())["chapters"]
        assert (len(chapter["key_excerpts"]) > 0) is (excerpts > 0)
        assert ("Note: " in done.err) is (excerpts == 0)


# Bad input: one clear message, exit 2, nothing half written.


def test_a_chapter_that_falls_back_is_found_wanting(workbench: Workbench, tmp_path: Path) -> None:
    """A map that gives one label's words to another's name: the checker refuses, all files are there, the exit is 1."""
    talk, evidence, out = tmp_path / "talk.txt", tmp_path / "map.yaml", tmp_path / "out"
    talk.write_text("ANN: Hello to all of you.\n\nBOB: We never lost a single boat.\n", encoding="utf-8")
    evidence.write_text(
        "speakers: [{speaker_name: Ann, speaker_role: guest, aliases: [BOB]}]\n"
        "chapters: [{claims: [{claim: All safe, support: [{quote: We never lost a single boat, speaker: BOB}]}]}]\n",
        encoding="utf-8",
    )
    done = workbench("run", talk, evidence, "--out", out)
    assert done.code == 1
    assert set(files(out)) == EDITION
    assert "fell back" in done.err
    (chapter,) = json.loads((out / "edition.json").read_bytes())["chapters"]
    assert "did not pass verification" in chapter["fallback"]
    draft = tmp_path / "draft.md"
    draft.write_text("Ann says: “We never lost a single boat.”", encoding="utf-8")
    enforced = workbench("enforce", talk, evidence, draft, "--chapter", 1, "--json")
    assert enforced.code == 1
    assert "did not pass verification" in enforced.json["fallback"]
    # What is left is nothing that anybody could refuse.
    assert workbench("verify", out / "edition.md", talk, "--json").json["unproven"] == []


def test_proving_quotes_loads_nothing_that_writes_or_reads_a_chapter() -> None:
    """The words for decisions are at hand without what decides: a cold start waits for each module that is loaded."""
    program = (
        "import sys; from workbench.__main__ import main\ntry: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    )
    command = [sys.executable, "-c", program, "whitelist", TALK, MAP]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)
    loaded = set(done.stderr.splitlines()[-1].split())
    assert "core.whitelist.build" in loaded
    idle = (
        "core.enforcement.enforcer",
        "core.prose.quotations",
        "core.prose.attribution",
        "core.verify",
        "markdown_it",
    )
    assert [name for name in (*idle, "numpy", "sqlite3", "streamlit") if name in loaded] == []
