"""`workbench ask`: from files and folders to an answer, offline and with models; whatever they do, nothing unproven is
quoted."""

import contextlib
import io
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.errors import BadInput
from core.transcripts.readers import read_transcript
from tests.conftest import SAMPLE
from tests.wire import openai
from tests.wire.server import Request, Script, Server
from tests.workbench.conftest import Outcome, Workbench
from tests.workbench.jobs.answers.records import GOOD, QUESTION, RECORDS, SLICE, as_csv
from workbench.__main__ import cli
from workbench.cli.calls.terminal_progress import StatusLine
from workbench.cli.plain_text import plain_text_of
from workbench.store import AnswerSettings

ROOT = Path(__file__).parents[3]
ISSUED = {"answer", "claims", "quotes", "rejected", "usage", "fallback_reason"}
MISQUOTED = "> “it loses every third column of the spreadsheet” — f-3\n"
Ask = Callable[..., Outcome]


@pytest.fixture
def ask(workbench: Workbench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ask:
    """Ask about the records, with an index of the test's own."""
    monkeypatch.setenv("WORKBENCH_INDEX", str(tmp_path / "index" / "ask.db"))
    (tmp_path / "feedback.csv").write_text(as_csv(), encoding="utf-8")

    def asked(*words: object, question: str = QUESTION, paths: tuple[object, ...] = ()) -> Outcome:
        return workbench("ask", question, "--from", *(paths or (tmp_path / "feedback.csv",)), *words)

    return asked


def script(folder: Path, *replies: str) -> str:
    """Return a client that answers with these replies."""
    (folder / "replies.json").write_text(json.dumps(replies), encoding="utf-8")
    return f"scripted:{folder / 'replies.json'}"


def said(text: str) -> Script:
    """Return a reply in pieces, with what it took."""
    half = len(text) // 2
    ending = (openai.chunk(finish="stop"), openai.used(openai.usage(900, 300)), openai.DONE)
    return openai.streamed(openai.chunk(text[:half]), openai.chunk(text[half:]), *ending)


def marked(text: str) -> list[str]:
    """Return what stands between marks, as a reader sees it."""
    return re.findall("“([^”]*)”", re.sub(r"\\(?=[^\w\s])", "", text))


# Offline.


def test_a_question_is_answered_from_transcripts_and_records(ask: Ask, tmp_path: Path) -> None:
    """Files of both kinds: labelled excerpts, each an exact slice of its source, and nothing is said on the side."""
    talk = SAMPLE / "interview.md"
    done = ask("--json", question="Which spreadsheet of the harbour is lost?", paths=(talk, tmp_path / "feedback.csv"))
    assert (done.code, done.err) == (0, "")
    assert set(done.json) >= ISSUED
    assert (done.json["mode"], done.json["fallback_reason"], done.json["rejected"]) == ("excerpts", "", [])
    raw = read_transcript(talk.read_bytes(), talk.name).raw
    sources: set[str] = set()
    for quote in done.json["quotes"]:
        text = RECORDS.get(quote["record_id"], raw)
        assert quote["text"] == text[slice(*quote["span"])]
        assert quote["proven"] is True
        sources.add("records" if quote["record_id"] in RECORDS else "talk")
    assert sources == {"records", "talk"}


def test_folders_are_looked_in_and_paths_may_follow_each_other(ask: Ask, tmp_path: Path) -> None:
    """Several behind one `--from`, or each behind its own; the answer is printed with the ids of its records."""
    notes = tmp_path / "notes"
    (notes / "deep").mkdir(parents=True)
    (notes / "deep" / "talk.md").write_text(
        "Ada: The export of our spreadsheet failed three times.\n", encoding="utf-8"
    )
    (tmp_path / "feedback.csv").rename(notes / "feedback.csv")
    more = tmp_path / "more.txt"
    more.write_text("Bob: My spreadsheet and its export are fine, thank you.\n", encoding="utf-8")
    for paths in ((notes, more), (notes, "--from", more)):
        done = ask("--k", 20, paths=paths)
        assert (done.code, done.err) == (0, "")
        assert {"talk#1", "more#1", "f-1", "f-3"} <= set(re.findall(r"— (\S+)", done.out))
        assert "The export of our spreadsheet failed three times." in marked(done.out)


def test_columns_may_have_names_of_their_own(ask: Ask, tmp_path: Path) -> None:
    """`--map` says which is which; what it cannot mean is said."""
    table = tmp_path / "other.csv"
    table.write_text("Row,Said by them\nx-1,The export lost my spreadsheet twice this week.\n", encoding="utf-8")
    done = ask("--map", "feedback_record_id=Row", "--map", "content = Said by them", "--json", paths=(table,))
    assert [quote["record_id"] for quote in done.json["quotes"]] == ["x-1"]
    for wrong, message in (("content", "names no field"), ("text=Row", "the fields are feedback_record_id, content")):
        done = ask("--map", wrong, paths=(table,))
        assert (done.code, done.out) == (2, "")
        assert message in done.err


def test_records_of_seed_4_are_read_as_they_are(ask: Ask, tmp_path: Path) -> None:
    """Without a mapping, or with one that reaches inside; the words quoted are the record's, never the summary's."""
    table = tmp_path / "seed.json"
    written = {
        "id": "x-1",
        "content": "The export lost my spreadsheet twice this week.",
        "other": "It is far too slow.",
    }
    row = {
        "content": "Complains that the export is unreliable.",
        "feedback_summary": {"feedback_record_id": "x-1", "summary": "Complains that the export is unreliable."},
        "feedback_record": written,
    }
    table.write_text(json.dumps([row]), encoding="utf-8")
    for words, quoted in (((), written["content"]), (("--map", "content=feedback_record.other"), written["other"])):
        done = ask(*words, "--json", "--least-words", 0, paths=(table,))
        assert [(quote["record_id"], quote["text"]) for quote in done.json["quotes"]] == [("x-1", quoted)]
    done = ask("--map", "content=feedback_record.nothing", paths=(table,))
    assert (done.code, 'no column is called "feedback_record.nothing"' in done.err) == (2, True)


def test_columns_are_those_that_this_command_names(ask: Ask, tmp_path: Path) -> None:
    """Not those of a command before, whether that could be used or not."""
    table = tmp_path / "two.csv"
    table.write_text("id,text,other\nx-1,The export lost it.,The spreadsheet is too slow.\n", encoding="utf-8")
    for words, code, found in (
        ((), 0, "The export lost it."),
        (("--map", "content=other"), 0, "The spreadsheet is too slow."),
        ((), 0, "The export lost it."),
        (("--map", "content=nowhere"), 2, ""),
        ((), 0, "The export lost it."),
    ):
        done = ask(*words, paths=(table,))
        assert (done.code, found in done.out) == (code, True)


def test_ids_depend_on_what_is_named_alone(ask: Ask, tmp_path: Path) -> None:
    """Not on what the index holds besides: files of the same name with records of the same ids, asked of before."""
    for name in ("before", "now"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "feedback.csv").write_text(as_csv(), encoding="utf-8")
        (tmp_path / name / "talk.md").write_text("Ada: The export of the spreadsheet failed twice.\n", encoding="utf-8")
    for name in ("before", "now"):
        done = ask("--json", "--k", 20, paths=(tmp_path / name,))
        assert {source["record_id"] for source in done.json["sources"]} == {*RECORDS, "talk#1"} - {"f-7"}
    both = ask("--json", "--k", 20, paths=(tmp_path / "before", tmp_path / "now"))
    assert {source["record_id"] for source in both.json["sources"]} > {"before-talk#1", "now-talk#1"}


def test_what_cannot_be_read_among_many_is_noted(ask: Ask, tmp_path: Path) -> None:
    """The rest is used; where nothing is left, nothing is answered."""
    broken, gone = tmp_path / "broken.json", tmp_path / "gone.md"
    broken.write_text("{", encoding="utf-8")
    done = ask(paths=(tmp_path / "feedback.csv", broken, gone))
    assert done.code == 0
    assert SLICE in done.out
    assert "broken.json" in done.err
    assert str(gone) in done.err
    assert all(line.startswith("Note: ") for line in done.err.splitlines())
    done = ask(paths=(broken, gone))
    assert (done.code, done.out) == (2, "")
    assert "broken.json" in done.err


def test_folders_are_read_as_far_as_they_were_named(ask: Ask, tmp_path: Path) -> None:
    """A link that leads out is left out, which is noted once; of many files that cannot be read the first are named and
    the others counted. Nothing outside is in the index afterwards."""
    named = tmp_path / "named"
    named.mkdir()
    (named / "feedback.csv").write_text(as_csv(), encoding="utf-8")
    (tmp_path / "secret.md").write_text("Ada: The zither is secret.\n", encoding="utf-8")
    (named / "out.md").symlink_to(tmp_path / "secret.md")
    (named / "root").symlink_to("/")
    for number in range(60):
        (named / f"{number}.json").write_text("{", encoding="utf-8")
    done = ask(paths=(named,))
    assert (done.code, SLICE in done.out) == (0, True)
    notes = done.err.splitlines()
    assert sum("2 links left out: links that lead out of a folder are not followed." in note for note in notes) == 1
    assert "Note: --from: 10 more files cannot be read." in notes
    assert len(notes) == 52
    assert "No passage was found" in ask(question="zither", paths=(named,)).out


REFUSED: dict[str, tuple[tuple[object, ...], str]] = {
    "no words": ((), "the question: is empty"),
    "no client": (("--client", "nobody"), "there is no client nobody"),
    "no key": (("--client", "gemini"), "there is no key for this service"),
    "no model": (("--client", "openai:http://127.0.0.1:1/v1"), "needs the name of a model"),
    "no form": (("--out", "answer.txt"), "neither in .md nor in .json"),
    "no index": (("--index", __file__), "this is not an index of this program"),
    "too many": (("--k", 51), "51 is not in the range"),
}


@pytest.mark.parametrize(("words", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_asked_is_said(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...], message: str
) -> None:
    """The exit code is 2, and nothing is printed."""
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    done = ask(*words, question=" " if not words else QUESTION)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_without_a_place_to_look_nothing_is_asked(workbench: Workbench, tmp_path: Path) -> None:
    """An option that is missing, and a folder that holds nothing."""
    assert "Missing option '--from'" in workbench("ask", QUESTION).err
    done = workbench("ask", QUESTION, "--from", tmp_path, "--index", tmp_path / "ask.db")
    assert (done.code, done.out) == (2, "")
    assert "there is nothing to search" in done.err


def test_the_options_are_the_settings() -> None:
    """The same names, and the same where nothing is chosen, as on the page."""
    given = cli.commands["ask"].make_context("ask", [QUESTION, "--from", "a.md"]).params
    chosen = set(AnswerSettings.model_fields) - {"mode", "diversity", "sampling"}
    settings = AnswerSettings().model_dump()
    assert {name: given[name] for name in chosen} == {name: settings[name] for name in chosen}


# With a model.


def test_a_model_answers_and_only_what_is_proven_is_quoted(ask: Ask, tmp_path: Path) -> None:
    """A wrong id is put right, an invented quote is refused and stands in no marks."""
    reply = GOOD.replace("f-3", "f-1") + "\nAnd more is lost.\n\n" + MISQUOTED
    done = ask("--client", script(tmp_path, reply), "--quote", "--json")
    assert done.code == 0, done.err
    assert [(quote["text"], quote["record_id"]) for quote in done.json["quotes"]] == [(SLICE, "f-3")]
    assert [(one["named"], one["quote"]["record_id"]) for one in done.json["corrections"]] == [("f-1", "f-3")]
    assert [one["reason"] for one in done.json["rejected"]] == ["not_in_records"]
    assert marked(done.json["answer"]) == [SLICE]
    done = ask("--client", script(tmp_path, reply), "--quote")
    assert marked(done.out) == [SLICE]
    assert f"> “{SLICE}” — f-3" in done.out
    assert re.fullmatch(r"1 call: no tokens; [\d.]+ s; \$0; first token after [\d.]+ s\n", done.err)


def test_an_answer_is_written_to_a_file(ask: Ask, tmp_path: Path) -> None:
    """As Markdown or JSON, the same that is printed; never over what is read, nor where the next question reads it."""
    client = ("--client", script(tmp_path, GOOD), "--quote")
    done = ask(*client, "--out", tmp_path / "out" / "answer.md")
    assert (tmp_path / "out" / "answer.md").read_text(encoding="utf-8") == done.out
    done = ask(*client, "--json", "--out", tmp_path / "out" / "answer.JSON")
    written: dict[str, Any] = json.loads((tmp_path / "out" / "answer.JSON").read_bytes())
    assert written == done.json
    copy = tmp_path / "copy.json"
    copy.write_text(json.dumps([{"id": "f", "text": "The export of a spreadsheet."}]), encoding="utf-8")
    before = copy.read_bytes()
    for paths, out, message in (
        ((copy,), copy, "nothing is written over it"),
        ((tmp_path,), tmp_path / "new.md", "the next question would find this answer"),
        ((copy,), tmp_path / "folder.md", "it is a folder"),
    ):
        (tmp_path / "folder.md").mkdir(exist_ok=True)
        done = ask("--out", out, paths=paths)
        assert (done.code, done.out) == (2, "")
        assert message in done.err
    assert copy.read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_answer_is_written_to_a_file_though_it_cannot_be_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was paid for is not lost because standard output is full, or nobody reads on."""
    (tmp_path / "feedback.csv").write_text(as_csv(), encoding="utf-8")
    out = tmp_path / "out" / "answer.md"
    words = ["ask", QUESTION, "--from", tmp_path / "feedback.csv", "--index", tmp_path / "ask.db", "--out", out]
    with contextlib.suppress(OSError), Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        with pytest.raises(BadInput, match="standard output: cannot be written: No space"):
            cli.main([*map(str, words)], standalone_mode=False)
    assert SLICE in out.read_text(encoding="utf-8")


def test_a_service_that_fails_leaves_the_passages(ask: Ask) -> None:
    """They are printed, the reason is said, and the exit code is 1."""
    with Server(lambda _: openai.failed(401, openai.trouble("Wrong key."))) as server:
        words = ("--client", f"openai:{server.url}/v1", "--model", "m")
        done, data = ask(*words), ask(*words, "--json")
    assert (done.code, data.code) == (1, 1)
    assert SLICE in done.out
    assert done.err.startswith("Note: ")
    assert "requires a key" in done.err
    assert data.json["fallback_reason"]
    assert data.json["usage"]["calls"] == 1
    assert all(quote["text"] == RECORDS[quote["record_id"]][slice(*quote["span"])] for quote in data.json["quotes"])


def test_what_is_chosen_reaches_the_model(ask: Ask) -> None:
    """Domain, how it quotes, how many passages, summaries in place of texts; what is saved by that is said."""
    prompts: list[str] = []

    def answer(request: Request) -> Script:
        prompts.append("\n".join(str(message["content"]) for message in request.json["messages"]))
        whole = openai.completed("Nothing is certain.\n", counts=openai.usage(900, 300))
        return said("Nothing is certain.\n") if request.json.get("stream") else whole

    with Server(answer) as server:
        service = ("--client", f"openai:{server.url}/v1", "--model", "m")
        ask(*service, "--domain", "note taking", "--k", 3)
        saving = ask(*service, "--quote", "--raw", 0, "--search-in", "both")
        ask(*service, "--mode", "baseline", "--no-stream")
    by_reference, by_words, baseline = prompts
    assert "note taking" in by_reference
    assert by_reference.count("[RECORD ") == 3
    assert "[[3.2]]" in by_reference
    assert "[[3.2]]" not in by_words
    assert "(not sent)" in by_words
    assert re.search(r"About \d+ fewer tokens were sent", saving.err)
    assert "300 out" in saving.err
    assert SLICE not in baseline


def test_an_estimate_sends_nothing(ask: Ask, tmp_path: Path) -> None:
    """It says how many passages and tokens there would be; where no model is asked, that."""
    with Server(lambda _: said("never")) as server:
        done = ask("--client", f"openai:{server.url}/v1", "--model", "m", "--estimate", "--k", 2)
        assert server.requests == []
    assert re.fullmatch(r"2 passages: about [\d,]+ tokens in and 500 out, at no cost\. Nothing was sent\.\n", done.out)
    assert "no model is asked" in ask("--estimate").out
    assert (done.code, done.err) == (0, "")


def test_who_cannot_answer_says_so(ask: Ask) -> None:
    """An answer by claims is wanted of nobody."""
    done = ask("--mode", "synthesis")
    assert (done.code, done.err) == (
        0,
        "Note: offline cannot answer questions, so these are the passages themselves.\n",
    )
    assert SLICE in done.out


def test_a_file_name_cannot_steer_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line that tells what is read shows its controls as what they are."""
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    StatusLine().show("Reading 1 of 2 files: \x1b[2Jnotes\u202e.md")
    assert terminal.getvalue() == "\rReading 1 of 2 files: \\u001b[2Jnotes\\u202e.md"


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        (r"1 \< 2, \<b\>bold\</b\>", "1 < 2, <b>bold</b>"),
        ("**forum** and *more*", "forum and more"),
        (r"\*bleep\* \\\* C:\\x \[1\]", r"*bleep* \* C:\x [1]"),
        (
            "## Sources\n\n- a \u2014 b\n\n> \u201cc\u201d \u2014 d",
            "## Sources\n\n- a \u2014 b\n\n> \u201cc\u201d \u2014 d",
        ),
    ],
    ids=["escapes", "emphasis", "stars", "signs"],
)
def test_markdown_in_plain(markdown: str, plain: str) -> None:
    """Its characters themselves; a text that is cut anywhere begins like the whole."""
    assert plain_text_of(markdown) == plain
    for cut in range(len(markdown)):
        assert plain.startswith(plain_text_of(markdown[:cut]))


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_at_a_terminal_only_what_is_proven_appears_as_it_comes(tmp_path: Path) -> None:
    """The paragraph is there while the quote is still open; what is not proven never appears in marks, and at the end
    the sources are listed below what stands there already. Nothing is escaped: nobody there would take it away."""
    (tmp_path / "feedback.csv").write_text(as_csv(), encoding="utf-8")
    reply = f"People cannot <rely> on it_.\n\n> “{SLICE}” — f-1\n\nMore of it is lost.\n\n{MISQUOTED}"
    cut = reply.index("second")
    pieces = (openai.chunk(reply[:cut]), 2.0, openai.chunk(reply[cut:]), openai.chunk(finish="stop"), openai.DONE)
    with Server(lambda _: openai.streamed(*pieces)) as server:
        words = ("--client", f"openai:{server.url}/v1", "--model", "m", "--quote", "--index", tmp_path / "ask.db")
        command = [sys.executable, "-m", "workbench", "ask", QUESTION, "--from", tmp_path / "feedback.csv", *words]
        ours, theirs = pty.openpty()
        with subprocess.Popen(command, stdout=theirs, stderr=subprocess.PIPE, cwd=ROOT) as process:
            os.close(theirs)
            screens = [b""]
            while True:
                try:
                    screens.append(screens[-1] + os.read(ours, 65_536))
                except OSError:  # the other end is closed
                    break
            os.close(ours)
    seen = [screen.decode("utf-8", "ignore").replace("\r\n", "\n") for screen in screens]
    assert process.returncode == 0
    assert any(screen.strip() == "People cannot <rely> on it_." for screen in seen)
    assert not any("third column" in words for words in marked(seen[-1]))
    assert seen[-1].count("People cannot <rely> on it_.") == 1
    shown, _, rest = seen[-1].partition("## Sources")
    assert (SLICE in shown, "— f-3" in shown, "f-3" in rest) == (True, True, True)


def test_synonyms_are_searched_for(ask: Ask, tmp_path: Path) -> None:
    """Those of the file that is named; one that cannot be used ends the command, with everything that is wrong."""
    table, words = tmp_path / "table.csv", tmp_path / "words.yml"
    table.write_text("id,content\nx-1,The spreadsheet lost every row of my budget this week.\n", encoding="utf-8")
    words.write_text("export: [spreadsheet, table]\n", encoding="utf-8")
    assert ask("--json", paths=(table,), question="export").json["sources"] == []
    found = ask("--json", "--synonyms", words, paths=(table,), question="exports").json["sources"]
    assert [source["record_id"] for source in found] == ["x-1"]
    words.write_text("export: spreadsheet\ntwo words: []\n", encoding="utf-8")
    done = ask("--synonyms", words, paths=(table,))
    assert (done.code, done.out) == (2, "")
    assert "words.yml: export" in done.err
    assert "words.yml: two words" in done.err
