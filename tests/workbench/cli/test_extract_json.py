import json
from pathlib import Path
from typing import Any

import pytest

from core.errors import BadInput
from tests.workbench.conftest import Workbench
from workbench.cli import extract_json
from workbench.cli.extract_json import show_extracted

FENCED = 'Here:\n```json\n{"title": "Das Boot — “1981”"}\n```'


@pytest.fixture
def reply(tmp_path: Path) -> Path:
    return tmp_path / "reply.txt"


def printed(capfd: pytest.CaptureFixture[str]) -> Any:
    """Return the one JSON value on standard output; nothing may stand beside it on standard error."""
    out, err = capfd.readouterr()
    assert err == ""
    return json.loads(out)


def test_the_clean_object_alone_is_on_standard_output(reply: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """So that it can be written into a file; what was found stands beside it."""
    reply.write_text(FENCED, encoding="utf-8")
    assert show_extracted(reply, None, as_json=False) == 0
    out, err = capfd.readouterr()
    assert json.loads(out) == {"title": "Das Boot — “1981”"}
    assert err.splitlines() == [
        "ok: markdown_block_extraction",
        "artifacts: markdown_code_blocks, leading_text",
    ]


def test_what_may_not_be_used_is_not_on_standard_output(reply: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A cut reply leaves standard output empty, says why and where the rest is."""
    reply.write_text('{"title": "A", "te', encoding="utf-8")
    assert show_extracted(reply, None, as_json=False) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "not ok: direct_parsing",
        "artifacts: truncated",
        "The reply was cut off: its brackets do not close.",
        "The part that could be read is in the output of --json.",
    ]


def test_repairs_are_named(reply: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Whoever saves a repaired object knows that it was."""
    reply.write_text("{'a': 1,}", encoding="utf-8")
    assert show_extracted(reply, None, as_json=False) == 0
    assert "repairs: trailing_comma, single_quotes\n" in capfd.readouterr().err


@pytest.mark.parametrize(("text", "code"), [('{"a": 1}', 0), (FENCED, 0), ("{'a': 1}", 1), ('{"a": 1,}', 1)])
def test_strict_refuses_what_was_repaired(reply: Path, capfd: pytest.CaptureFixture[str], text: str, code: int) -> None:
    """What a model wrapped its JSON in is no repair; a refused value is not on standard output, and is said why."""
    reply.write_text(text, encoding="utf-8")
    assert show_extracted(reply, None, as_json=False, strict=True) == code
    out, err = capfd.readouterr()
    assert bool(out) is not bool(code)
    assert ("The reply had to be repaired, which --strict refuses." in err) is bool(code)


def test_debug_keeps_the_reply_apart_from_the_data(
    reply: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Three files: the reply as it came, seed 5's five fields, the repairs; nothing of it in the data."""
    text = "Here:\n```json\n{'a': \"C:\\new\\path\"}\n```"
    reply.write_text(text, encoding="utf-8")
    assert show_extracted(reply, None, as_json=False, debug=tmp_path / "debug") == 0
    assert json.loads(capfd.readouterr().out) == {"a": "C:\\new\\path"}
    kept = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "debug").iterdir()}
    assert sorted(kept) == ["debug.json", "repairs.json", "reply.txt"]
    assert kept["reply.txt"] == text
    info = json.loads(kept["debug.json"])["debug_info"]
    assert info.pop("timestamp")[:2] == "20"
    assert info == {
        "agent_name": "extract-json",
        "raw_response": text,
        "formatting_issues": ["markdown_code_blocks", "leading_text", "single_quotes"],
        "extraction_method": "markdown_block_extraction",
    }
    assert json.loads(kept["repairs.json"]) == {"repairs": ["single_quotes", "invalid_escapes"], "issues": []}


def test_json_has_everything(reply: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The five fields of the issue, whether something may be missing, and the sentences."""
    reply.write_bytes('\ufeff{"a": 1, "a": 2,}'.encode())
    assert show_extracted(reply, None, as_json=True) == 0
    assert printed(capfd) == {
        "ok": True,
        "data": {"a": 2},
        "artifacts": ["trailing_comma", "duplicate_keys", "bom"],
        "repairs": ["trailing_comma"],
        "method": "direct_parsing",
        "partial": False,
        "issues": ["a: the key stands there twice; the last value counts."],
    }


def test_a_partial_value_is_in_json_only(reply: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Shown, said to be partial, and exit code 1."""
    reply.write_text('{"title": "A", "te', encoding="utf-8")
    assert show_extracted(reply, None, as_json=True) == 1
    found = printed(capfd)
    assert (found["ok"], found["partial"], found["data"]) == (False, True, {"title": "A"})


@pytest.mark.parametrize(("text", "code"), [("[1, 2]", 0), ('{"a": 1}', 1), ('["x"]', 1)])
def test_a_schema_decides(reply: Path, tmp_path: Path, text: str, code: int) -> None:
    """What does not fit the schema ends with 1."""
    schema = tmp_path / "schema.json"
    schema.write_text('{"type": "array", "items": {"type": "integer"}}', encoding="utf-8")
    reply.write_text(text, encoding="utf-8")
    assert show_extracted(reply, schema, as_json=True) == code


def test_a_schema_may_be_yaml(reply: Path, tmp_path: Path) -> None:
    """As every other file that this program reads."""
    schema = tmp_path / "schema.yaml"
    schema.write_text("type: object\nrequired: [title]\n", encoding="utf-8")
    reply.write_text('{"x": 1}', encoding="utf-8")
    assert show_extracted(reply, schema, as_json=True) == 1


@pytest.mark.parametrize("text", ['{"a": 1e400}', '{"a": NaN}', '{"a": [Infinity, -1e999]}'])
def test_what_is_printed_is_json(reply: Path, capfd: pytest.CaptureFixture[str], text: str) -> None:
    """No NaN and no Infinity, which other programs refuse."""

    def refuse(word: str) -> None:
        raise AssertionError(word)

    reply.write_text(text, encoding="utf-8")
    show_extracted(reply, None, as_json=True)
    json.loads(capfd.readouterr().out, parse_constant=refuse)


def test_utf_16_is_read(reply: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Windows saves so."""
    reply.write_bytes('{"a": "ß"}'.encode("utf-16"))
    assert show_extracted(reply, None, as_json=True) == 0
    assert printed(capfd)["data"] == {"a": "ß"}


def test_half_a_character_and_deep_values_are_printed(reply: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Whatever may be used can be written; what could not be read is said."""
    value = '{"a": "\\ud83d", "b": ' + "[" * 190 + "]" * 190 + "}"
    reply.write_text(value, encoding="utf-8")
    assert show_extracted(reply, None, as_json=True) == 0
    found = printed(capfd)
    assert found["data"] == {**json.loads(value), "a": "\ufffd"}
    assert found["issues"] == ["The JSON holds characters that could not be read: each is U+FFFD."]


@pytest.mark.parametrize(
    ("reply_bytes", "schema", "words"),
    [
        pytest.param(None, None, "cannot be read", id="no reply"),
        pytest.param(b"\xff\xfe\x00", None, "not UTF-8", id="half of UTF-16"),
        pytest.param(b"{\xe4}", None, "not UTF-8", id="Latin-1"),
        pytest.param(b"{}", "missing.json", "cannot be read", id="no schema"),
        pytest.param(b"{}", "{", "is not JSON", id="a schema that is not JSON"),
        pytest.param(b"{}", "[1]", "not an object", id="a schema that is no object"),
        pytest.param(b"{}", '{"type": "thing"}', "is not a JSON Schema", id="a schema of no type"),
        pytest.param(b"{}", '{"$ref": "https://x.example/s"}', "not in it", id="a schema elsewhere"),
    ],
)
def test_what_cannot_be_used_is_bad_input(
    reply: Path, tmp_path: Path, reply_bytes: bytes | None, schema: str | None, words: str
) -> None:
    """Files that are not there or not what they should be are for the person to mend: exit code 2."""
    if reply_bytes is not None:
        reply.write_bytes(reply_bytes)
    path = None if schema is None else tmp_path / "schema.json"
    if path is not None and schema != "missing.json":
        path.write_text(schema or "", encoding="utf-8")
    with pytest.raises(BadInput, match=words):
        show_extracted(reply, path, as_json=True)


def test_a_reply_of_too_many_values_is_refused(workbench: Workbench, tmp_path: Path) -> None:
    """Each would take far more memory than its text."""
    reply = tmp_path / "reply.txt"
    reply.write_text("[" + "1," * 1_500_000 + "1]")
    done = workbench("extract-json", str(reply))
    assert done.code == 2
    assert "more than 1,500,000 opening brackets and commas" in done.err


@pytest.mark.thorough
def test_a_pattern_that_does_not_end_is_given_up(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some seconds of processor time, in words."""
    monkeypatch.setattr(extract_json, "LONGEST_CHECK", 1)
    reply, schema = tmp_path / "reply.txt", tmp_path / "schema.json"
    reply.write_text(json.dumps({"a": "a" * 60 + "b"}))
    schema.write_text(json.dumps({"properties": {"a": {"pattern": "^(a+)+$"}}}))
    done = workbench("extract-json", str(reply), "--schema", str(schema))
    assert done.code == 2
    assert "its patterns take more than 1 seconds" in done.err
