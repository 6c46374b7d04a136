"""What cannot be used is one clear message, and nothing is written."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.workbench.cli.commands import DRAFT, MAP, TALK, files
from tests.workbench.conftest import Workbench


class Bad(NamedTuple):
    """A command with something wrong, and what its message must name; `{dir}` is a folder with the bad files."""

    words: tuple[str, ...]
    names: tuple[str, ...]


RUN = ("run", TALK, MAP, "--out", "{dir}/out")


BAD_FILES = {
    "empty.md": b"",
    "spaces.md": b" \n\n\t",
    "binary.md": bytes(range(256)) * 40,
    "zip.txt": b"PK\x03\x04\x00\x00rest",
    "no.json": b'{"chapters": [',
    "text.json": b"Dear reader",
    "list.json": b"[1, 2]",
    "deep.json": b'{"chapters": [{"claims": [{"claim": "c", "support": [{"quote": 5, "speaker": "A"}]}]}]}',
    "two.json": b'{"chapters": [{"claims": [{"claim": 1, "support": [{"quote": [], "speaker": "A"}]}]}]}',
    "none.json": b'{"chapters": []}',
    "without.json": b'{"title": "t"}',
    "unknown.yaml": b"thresholds: {strong_quotas: 3}\nmood: dark\n",
    "impossible.yaml": b"thresholds: {min_usable_words: 0}\n",
    "upside_down.json": b'{"thresholds": {"strong_quotes": 1}}',
    "mode.json": b'{"mode": "psychic"}',
    "template.json": b'{"prompt_template": "Write!"}',
    "one.json": b'["Nothing."]',
    "numbers.json": b'["Nothing.", 5]',
    "file": b"a file",
}


BAD = {
    "a missing transcript": Bad(("whitelist", "{dir}/nope.md", MAP), ("nope.md", "cannot be read")),
    "a folder for a transcript": Bad(("whitelist", "{dir}", MAP), ("cannot be read",)),
    "an empty transcript": Bad(("run", "{dir}/empty.md", MAP, "--out", "{dir}/out"), ("empty.md", "empty")),
    "a transcript of spaces": Bad(("coverage", "{dir}/spaces.md", MAP), ("spaces.md", "no words")),
    "a binary transcript": Bad(("run", "{dir}/binary.md", MAP, "--out", "{dir}/out"), ("binary.md",)),
    "a zip file": Bad(("enforce", "{dir}/zip.txt", MAP, DRAFT, "--chapter", "1"), ("zip.txt", "zip")),
    "an empty map": Bad(("run", TALK, "{dir}/empty.md", "--out", "{dir}/out"), ("empty.md", "empty")),
    "a binary map": Bad(("whitelist", TALK, "{dir}/binary.md"), ("binary.md", "UTF-8")),
    "a map that is not JSON": Bad(("run", TALK, "{dir}/no.json", "--out", "{dir}/out"), ("no.json", "line 1")),
    "a map that is prose": Bad(("whitelist", TALK, "{dir}/text.json"), ("text.json", "JSON")),
    "a map that is a list": Bad(("coverage", TALK, "{dir}/list.json"), ("list.json", "a list, not an object")),
    "a wrong type three levels down": Bad(
        ("run", TALK, "{dir}/deep.json", "--out", "{dir}/out"),
        ("deep.json", "chapters[0].claims[0].support[0].quote", "must be text, not a number"),
    ),
    "a map with no chapters": Bad(("run", TALK, "{dir}/none.json", "--out", "{dir}/out"), ("none.json", "chapters")),
    "a map without chapters": Bad(("enforce", TALK, "{dir}/without.json", DRAFT, "--chapter", "1"), ("no chapters",)),
    "an impossible setting": Bad(
        (*RUN, "--settings", "{dir}/impossible.yaml"), ("impossible.yaml", "thresholds.min_usable_words", "not 0")
    ),
    "thresholds upside down": Bad(
        ("coverage", TALK, MAP, "--settings", "{dir}/upside_down.json"), ("upside_down.json", "STRONG")
    ),
    "a mode that is none": Bad((*RUN, "--settings", "{dir}/mode.json"), ("mode.json: mode", "psychic")),
    "a template that lacks something": Bad(
        (*RUN, "--settings", "{dir}/template.json"), ("template.json", "KEY_EXCERPTS_PLACEHOLDER")
    ),
    "missing settings": Bad((*RUN, "--settings", "{dir}/nope.yaml"), ("nope.yaml", "cannot be read")),
    "an empty settings file": Bad((*RUN, "--settings", "{dir}/empty.md"), ("empty.md", "empty")),
    "a folder below a file": Bad(("run", TALK, MAP, "--out", "{dir}/file/out"), ("file/out", "cannot be written")),
    "a file for a folder": Bad(("run", TALK, MAP, "--out", "{dir}/file"), ("file", "cannot be written")),
    "chapter 0": Bad((*RUN, "--chapter", "0"), ("chapter 0", "1 to 7")),
    "chapter 8": Bad((*RUN, "--chapter", "1", "--chapter", "8"), ("chapter 8", "1 to 7")),
    "a draft for chapter 99": Bad(("enforce", TALK, MAP, DRAFT, "--chapter", "99"), ("chapter 99", "7 chapters")),
    "a script that runs out": Bad(
        (*RUN, "--client", "scripted:{dir}/one.json"), ("one.json", "reply 2 was asked for", "Add a reply")
    ),
    "a script of numbers": Bad((*RUN, "--client", "scripted:{dir}/numbers.json"), ("numbers.json", "not a text")),
    "a binary script": Bad((*RUN, "--client", "scripted:{dir}/binary.md"), ("binary.md", "UTF-8")),
    "a missing script": Bad((*RUN, "--client", "scripted:{dir}/nope"), ("nope", "cannot be read")),
    "a client that is none": Bad(
        (*RUN, "--client", "oracle"), ("oracle", "offline, scripted:PATH, gemini or openai:URL")
    ),
    "a script without a name": Bad((*RUN, "--client", "scripted:"), ("scripted:",)),
    "a missing draft": Bad(("enforce", TALK, MAP, "{dir}/nope.md", "--chapter", "1"), ("nope.md", "cannot be read")),
    "a binary draft": Bad(("enforce", TALK, MAP, "{dir}/binary.md", "--chapter", "1"), ("binary.md", "UTF-8")),
    "a missing edition": Bad(("verify", "{dir}/nope.md", TALK), ("nope.md", "cannot be read")),
    "a binary edition": Bad(("verify", "{dir}/binary.md", TALK), ("binary.md", "UTF-8")),
    "an edition against nothing": Bad(("verify", DRAFT, "{dir}/empty.md"), ("empty.md", "empty")),
    "a guest that nobody is": Bad((*RUN, "--guest", "Nobody"), ("Nobody", "Wanda Prell")),
    "a guest and host at once": Bad((*RUN, "--guest", "Casimir", "--host", "Boyle"), ("Casimir Boyle", "host")),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the bad files."""
    for name, data in BAD_FILES.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_bad_input_is_one_clear_message(workbench: Workbench, folder: Path, bad: Bad) -> None:
    """What is wrong, where, and what to do, in one line on standard error; exit 2, and not a file more than before."""
    before = files(folder)
    done = workbench(*(word.replace("{dir}", str(folder)) for word in bad.words))
    assert (done.code, done.out) == (2, "")
    told = [line for line in done.err.splitlines() if not line.startswith("Chapter ")]
    assert len(told) == 1
    (message,) = told
    assert message.startswith("workbench: ")
    assert all(name in message for name in bad.names)
    assert message.endswith(".")
    assert message.count(". ") >= 1  # what to do is a sentence of its own
    assert "Traceback" not in done.err
    assert files(folder) == before


@pytest.mark.parametrize("words", [("--json",), ()])
def test_with_json_a_problem_is_still_told_on_standard_error(
    workbench: Workbench, folder: Path, words: tuple[str, ...]
) -> None:
    """Standard output stays empty: a script never reads half an object."""
    done = workbench("whitelist", TALK, folder / "none.json", *words)
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (("whitelist", TALK, "{dir}/two.json"), 2),
        (("whitelist", "{dir}/empty.md", "{dir}/two.json"), 3),
        ((*RUN, "--settings", "{dir}/unknown.yaml"), 2),
        ((*RUN, "--guest", "Nobody", "--host", "No One"), 2),
    ],
)
def test_all_problems_are_told_together(workbench: Workbench, folder: Path, words: tuple[str, ...], count: int) -> None:
    """A person mends a file in one go: one line for each problem, of both files."""
    done = workbench(*(word.replace("{dir}", str(folder)) for word in words))
    assert (done.code, len(done.err.splitlines())) == (2, count)


def test_an_edition_that_was_there_stays_where_the_script_runs_out(workbench: Workbench, folder: Path) -> None:
    """The files of an earlier run are not touched by a run that fails in its middle."""
    out = folder / "out"
    assert workbench("run", TALK, MAP, "--out", out, "--chapter", 3).code == 0
    before = files(out)
    assert workbench("run", TALK, MAP, "--out", out, "--client", f"scripted:{folder / 'one.json'}").code == 2
    assert files(out) == before


@pytest.mark.parametrize(
    "words",
    [
        ("nonsense",),
        ("run",),
        ("run", TALK, MAP),
        ("run", TALK, MAP, "--out", "x", "--mode", "psychic"),
        ("run", TALK, MAP, "--out", "x", "--chapter", "one"),
        ("enforce", TALK, MAP, DRAFT),
        ("schema", "poem"),
        ("verify", DRAFT, TALK, "--colour"),
        ("app", "--port", "0"),
    ],
)
def test_wrong_words_are_bad_input_too(workbench: Workbench, words: tuple[str, ...]) -> None:
    """Exit 2 and nothing on standard output."""
    done = workbench(*words)
    assert (done.code, done.out) == (2, "")
    assert "Error: " in done.err
