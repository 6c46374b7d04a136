import inspect
import json
import logging
from collections.abc import Callable
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field, RootModel, field_validator

from core.errors import BadInput, ClientError
from core.llm import json_output
from core.llm.json_output import (
    Artifact,
    Extraction,
    Method,
    ModelReply,
    clean_llm_response,
    debug_record,
    detect_markdown_artifacts,
    extract_json,
    extract_json_from_llm_response,
    extract_json_from_response,
    load_json,
    safe_json_loads,
    validate_json_with_pydantic,
)

FENCED = '```json\n{"title": "A"}\n```'


class ConceptModel(BaseModel):
    """Seed 5's example, in pydantic v2."""

    title: str = Field(min_length=1, description="Book title")
    logline: str = Field(min_length=1, description="One sentence summary")
    description: str = Field(min_length=1, description="Detailed description")

    @field_validator("title", "logline", "description")
    @classmethod
    def validate_non_empty_strings(cls, value: str) -> str:
        """Refuse what is only white space."""
        if not value.strip():
            raise ValueError("Field cannot be empty or whitespace only")
        return value.strip()


class KeywordsModel(BaseModel):
    """Seed 5's example: a text with commas becomes a list."""

    primary_keywords: list[str] = Field(default_factory=list[str])
    secondary_keywords: list[str] = Field(default_factory=list[str])
    genre_keywords: list[str] = Field(default_factory=list[str])

    @field_validator("*", mode="before")
    @classmethod
    def validate_keyword_lists(cls, value: Any) -> Any:
        """Split a text at its commas."""
        if isinstance(value, str):
            return [item.strip() for item in value.split(",") if item.strip()]
        return value or []


class Score(BaseModel):
    """One of several scores."""

    value: Annotated[int, Field(ge=1, le=5)]


class Scores(BaseModel):
    """Scores, one inside the other, for paths."""

    scores: list[Score]


CONCEPT = {"title": "A", "logline": "B", "description": "C"}


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("extract_json_from_llm_response", ["response"]),
        ("extract_json_from_response", ["response"]),
        ("validate_json_with_pydantic", ["data", "model_class"]),
        ("clean_llm_response", ["response"]),
        ("detect_markdown_artifacts", ["response"]),
        ("safe_json_loads", ["json_str"]),
        ("extract_json", ["response"]),
    ],
)
def test_the_doors_take_what_seed_five_gives_them(name: str, parameters: list[str]) -> None:
    """The positional parameters are the seeds'; whatever came later is keyword-only."""
    found = inspect.signature(getattr(json_output, name)).parameters.values()
    assert [one.name for one in found if one.kind is not inspect.Parameter.KEYWORD_ONLY] == parameters


@pytest.mark.parametrize("door", [extract_json_from_llm_response, extract_json_from_response])
@pytest.mark.parametrize(
    ("reply", "data"),
    [
        (FENCED, {"title": "A"}),
        ('{"title": "A",}', {"title": "A"}),
        ('{"title": "A"', None),
        ("[1, 2]", None),
        ("no JSON", None),
        ("", None),
    ],
)
def test_the_short_doors_give_the_object_or_nothing(
    door: Callable[[str], dict[str, Any] | None], reply: str, data: dict[str, Any] | None
) -> None:
    """A partial value never leaves by the doors that say nothing beside it."""
    assert door(reply) == data


def test_an_answer_that_never_came_is_an_empty_one() -> None:
    """Clients give None where a filter left no text."""
    assert extract_json(None) == extract_json("")


@pytest.mark.parametrize(
    ("reply", "cleaned"),
    [
        pytest.param(FENCED, '{"title": "A"}', id="fence"),
        pytest.param('Sure: {"a":  1,}!', '{"a":  1,}', id="the inside is not repaired"),
        pytest.param("<think>x</think>\n```\n[1, 2]\n```", "[1, 2]", id="a list"),
        pytest.param('"{\\"a\\": 1}"', '{"a": 1}', id="a layer of escapes"),
        pytest.param("\ufeff<think>Hm.</think>\n```\nJust text.\n```", "Just text.", id="no JSON"),
        pytest.param('Here: {"a": [1', '{"a": [1', id="cut off"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_cleaning_leaves_the_text_of_the_json(reply: str, cleaned: str) -> None:
    """What stands around goes, what stands inside stays; without JSON the prose is left."""
    assert clean_llm_response(reply) == cleaned


def test_artifacts_are_named_as_in_the_extraction() -> None:
    """One vocabulary, as plain words, so that it can be written anywhere."""
    assert detect_markdown_artifacts(f"Here:\n{FENCED}") == ["markdown_code_blocks", "leading_text"]
    assert detect_markdown_artifacts('{"a": 1}') == []


def test_the_names_of_artifacts_are_the_issues() -> None:
    """All twenty, in their order, and behind them one that only Markdown can have."""
    assert " ".join(Artifact) == (
        "markdown_code_blocks unicode_escapes leading_text trailing_text multiple_json think_tags escaped_json_string "
        "html_entities trailing_comma single_quotes python_literals comments smart_quotes control_chars nan_infinity "
        "duplicate_keys truncated empty content_filter bom wrapped_in_json"
    )
    assert Method.MARKDOWN_BLOCK_EXTRACTION == "markdown_block_extraction"


@pytest.mark.parametrize(
    ("text", "data"),
    [("[1, 2]", [1, 2]), ("null", None), ('"x"', "x"), (' {"a": 1}\n', {"a": 1}), ("\ufeff{}", {}), ("1.5", 1.5)],
)
def test_strict_loading_reads_any_value(text: str, data: object) -> None:
    """One JSON text, as the standard has it."""
    assert load_json(text) == json_output.LoadedJson(ok=True, data=data)
    assert safe_json_loads(text) == data


@pytest.mark.parametrize(
    ("text", "line", "column", "preview"),
    [
        ('{"a": 1,\n "b": oops}', 2, 7, '{"a": 1, "b": ▶oops}'),
        ("", 1, 1, "▶"),
        ('{"a": 1} x', 1, 10, '{"a": 1} ▶x'),
        ('{"a": 1,}', 1, 9, '{"a": 1,▶}'),
        ('{"a": NaN}', 1, 1, '▶{"a": NaN}'),
        ('{"a": ' + "9" * 5000 + "}", 1, 1, '▶{"a": ' + "9" * 34),
        ("[" * 5000, 1, 1, "▶" + "[" * 40),
        ('{"a": "' + "x" * 100 + '" "b"}', 1, 110, "x" * 38 + '" ▶"b"}'),
    ],
)
def test_what_cannot_be_loaded_is_shown_where_it_goes_wrong(text: str, line: int, column: int, preview: str) -> None:
    """The problem has the line, the column and a preview of the content around it; the short door gives None."""
    loaded = load_json(text)
    assert loaded.problem is not None
    assert (loaded.ok, loaded.problem.line, loaded.problem.column, loaded.problem.preview) == (
        False,
        line,
        column,
        preview,
    )
    assert safe_json_loads(text) is None


def test_a_failed_load_is_logged_with_the_preview(caplog: pytest.LogCaptureFixture) -> None:
    """The preview tells whoever reads the log what the model wrote there."""
    safe_json_loads('{"a": oops}')
    assert caplog.messages == ['JSON_EXTRACTION_WARNING: line 1, column 7: Expecting value: {"a": ▶oops}']


@pytest.mark.parametrize(
    ("data", "model", "messages"),
    [
        pytest.param(CONCEPT, ConceptModel, [], id="fits"),
        pytest.param({"primary_keywords": "a, b,, c"}, KeywordsModel, [], id="a comma string becomes a list"),
        pytest.param({}, KeywordsModel, [], id="defaults"),
        pytest.param(
            CONCEPT | {"logline": "  "},
            ConceptModel,
            ["logline: Value error, Field cannot be empty or whitespace only"],
            id="white space only",
        ),
        pytest.param({"title": "A", "logline": "B"}, ConceptModel, ["description: Field required"], id="missing"),
        pytest.param(
            {"scores": [{"value": 1}, {"value": 9}, {}]},
            Scores,
            ["scores[1].value: Input should be less than or equal to 5", "scores[2].value: Field required"],
            id="paths into lists",
        ),
        pytest.param(
            [], ConceptModel, ["the value itself: Input should be a valid dictionary or instance of ConceptModel"]
        ),
    ],
)
def test_pydantic_says_what_is_wrong_and_where(data: Any, model: type[BaseModel], messages: list[str]) -> None:
    """Every message begins with the field's path."""
    assert validate_json_with_pydantic(data, model) == (not messages, messages)


def test_a_comma_string_becomes_a_list() -> None:
    """Seed 5's worked example, from the fence to the model."""
    data = extract_json_from_llm_response('```json\n{"primary_keywords": "sea, fog , ,rope"}\n```')
    assert KeywordsModel.model_validate(data).primary_keywords == ["sea", "fog", "rope"]


def test_a_failed_validation_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Under seed 5's name, with the paths."""
    validate_json_with_pydantic({"scores": [{}]}, Scores)
    assert caplog.messages == ["JSON_VALIDATION_ERROR: Scores: scores[0].value: Field required"]
    assert caplog.records[0].levelno == logging.ERROR


@pytest.mark.parametrize(
    ("schema", "reply", "ok", "issues"),
    [
        pytest.param(ConceptModel, json.dumps(CONCEPT), True, (), id="a model"),
        pytest.param(ConceptModel, '{"title": "A", "logline": "B"}', False, ("description: Field required",)),
        pytest.param(RootModel[list[int]], "x [1, 2]", True, (), id="a model of a list"),
        pytest.param({"$ref": "#/$defs/A", "$defs": {"A": {"type": "array"}}}, "[1]", True, (), id="a reference"),
        pytest.param({"anyOf": [{"type": "array"}, {"type": "null"}]}, "[1]", True, (), id="one of several"),
        pytest.param({"allOf": [{"items": {"type": "integer"}}]}, "[1]", True, (), id="all of several"),
        pytest.param({}, "[1]", True, (), id="whatever"),
        pytest.param(
            {"$ref": "#/$defs/A", "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "object"}]}}},
            '{"a": 1}',
            False,
            ("the value itself: it is nested too deeply to be checked.",),
            id="a reference to itself",
        ),
        pytest.param(
            {"properties": {"s": {"items": {"type": "integer"}}}},
            '{"s": [1, "x"]}',
            False,
            ("s[1]: 'x' is not of type 'integer'",),
            id="paths into lists",
        ),
    ],
)
def test_a_schema_decides_what_is_wanted_and_what_is_ok(
    *, schema: Any, reply: str, ok: bool, issues: tuple[str, ...]
) -> None:
    """JSON Schemas and pydantic models alike."""
    found = extract_json(reply, schema=schema)
    assert (found.ok, found.valid, found.issues) == (ok, ok, issues)


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": 5}, "is not a JSON Schema"),
        ({"$ref": "https://x.example/schema.json"}, "refers to something that is not in it"),
        ({"$ref": "#/$defs/None"}, "refers to something that is not in it"),
    ],
)
def test_a_schema_that_is_none_is_bad_input(schema: dict[str, Any], words: str) -> None:
    """It is the caller's to mend; nothing is fetched from anywhere."""
    with pytest.raises(BadInput, match=words):
        extract_json('{"a": 1}', schema=schema)


def test_the_debug_record_is_seed_fives() -> None:
    """Name, time, raw reply, issues and method, apart from the clean value, which it does not hold."""
    record = debug_record(
        extract_json(FENCED), FENCED, agent_name="ConceptGeneratorAgent", timestamp="2025-01-12T10:30:00Z"
    )
    assert record.model_dump(mode="json") == {
        "debug_info": {
            "agent_name": "ConceptGeneratorAgent",
            "timestamp": "2025-01-12T10:30:00Z",
            "raw_response": FENCED,
            "formatting_issues": ["markdown_code_blocks"],
            "extraction_method": "markdown_block_extraction",
        }
    }


def test_the_metrics_of_replies_add_up() -> None:
    """Success, validation failures, filtering and cleanup over many replies, by sum()."""
    schema = {"type": "object", "required": ["title"]}
    replies = ['{"title": "A"}', FENCED, '{"x": 1}', '{"title": "A', "I cannot help with that."]
    found = [extract_json(reply, schema=schema) for reply in replies]
    total = sum((one.metrics for one in found), json_output.JsonMetrics())
    assert total == sum(one.metrics for one in found)
    assert total.replies == 5
    assert total.extraction_success_rate == 2 / 5
    assert total.validation_failure_rate == 1 / 3
    assert total.content_filtering_rate == 1 / 5
    assert total.cleanup_effectiveness == 1 / 3


def test_metrics_of_nothing_have_no_rates() -> None:
    """Zero of zero is not 100 %."""
    nothing = json_output.JsonMetrics()
    assert nothing.extraction_success_rate is None
    assert nothing.validation_failure_rate is None
    assert nothing.content_filtering_rate is None
    assert nothing.cleanup_effectiveness is None


REFUSAL = "I'm sorry, but I can't help with that."


def test_a_refusal_leads_to_the_simplified_prompt(caplog: pytest.LogCaptureFixture) -> None:
    """It is asked once, its JSON counts, and both are logged under seed 5's names."""
    calls: list[str] = []

    def ask() -> str:
        calls.append("asked")
        return FENCED

    found = extract_json(REFUSAL, simplified=ask)
    assert calls == ["asked"]
    assert (found.ok, found.data, found.fallback) == (True, {"title": "A"}, True)
    assert found.artifacts == (Artifact.MARKDOWN_CODE_BLOCKS, Artifact.CONTENT_FILTER)
    assert found.metrics.filtered == 1
    events = [getattr(record, "event", "") for record in caplog.records]
    assert events.count("CONTENT_FILTERING_DETECTED") == events.count("FALLBACK_GENERATION_USED") == 1


@pytest.mark.parametrize("reason", ["content_filter", "SAFETY", "FinishReason.PROHIBITED_CONTENT", "refusal"])
def test_a_filters_finish_reason_leads_there_as_well(reason: str) -> None:
    """Whatever the service calls it."""
    found = extract_json('{"title": "cut', finish_reason=reason, simplified=lambda: ModelReply(text='{"title": "B"}'))
    assert (found.ok, found.data, found.fallback) == (True, {"title": "B"}, True)


def test_the_simplified_prompt_may_fail_as_well() -> None:
    """A second refusal is the end of it, and a second reply may be cut off like any other."""
    assert not extract_json(REFUSAL, simplified=lambda: REFUSAL).ok
    cut = extract_json(REFUSAL, simplified=lambda: ModelReply(text='{"a": 1}', finish_reason="length"))
    assert (cut.ok, cut.partial, cut.fallback) == (False, True, True)


def test_a_reply_that_is_fine_asks_nothing_more() -> None:
    """The simplified prompt costs a call, so it waits for a filter."""

    def ask() -> str:
        raise AssertionError

    for reply in (FENCED, '{"a": 1', "", "nothing here"):
        assert not extract_json(reply, simplified=ask).fallback


def test_a_client_that_fails_is_heard() -> None:
    """What the client raises is a failure, not an outcome."""

    def ask() -> str:
        raise ClientError("no connection")

    with pytest.raises(ClientError):
        extract_json(REFUSAL, simplified=ask)


@pytest.mark.parametrize(
    "text",
    [
        "I cannot assist with this.",
        "Sorry, I can’t provide that.",
        "Unfortunately, I am unable to generate this content.",
        "I must decline to write this.",
        "As an AI language model, I do not have opinions.",
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        "Es tut mir leid, aber dabei kann ich nicht helfen.",
        "Je suis désolé, mais je ne peux pas vous aider.",
        "Lo siento, pero no puedo ayudar con eso.",
    ],
)
def test_refusals_are_recognised_by_their_words(text: str) -> None:
    """English, and the usual openings in German, French and Spanish."""
    assert Artifact.CONTENT_FILTER in extract_json(text).artifacts


@pytest.mark.parametrize(
    "text",
    [
        "I cannot find a title in the text.",
        "The hero says that she can't help her brother.",
        "The content policy of the school is strict.",
        "Sorry for the delay, here is the outline.",
        "There is no JSON here.",
    ],
)
def test_other_words_are_no_refusals(text: str) -> None:
    """A model that talks about something else has not refused."""
    assert Artifact.CONTENT_FILTER not in extract_json(text).artifacts


@pytest.mark.parametrize("reason", ["length", "MAX_TOKENS", "FinishReason.MAX_TOKENS", "max_output_tokens"])
def test_running_out_of_tokens_is_never_ok(reason: str) -> None:
    """Even where the object is closed, the model had more to say."""
    found = extract_json(FENCED, finish_reason=reason)
    assert (found.ok, found.partial, found.data) == (False, True, {"title": "A"})


@pytest.mark.parametrize("reason", [None, "", "stop", "STOP", "end_turn", "tool_calls", "FinishReason.STOP"])
def test_other_finish_reasons_mean_nothing(reason: str | None) -> None:
    """What is not known as a filter or a limit is a natural end."""
    assert extract_json(FENCED, finish_reason=reason).ok


def test_the_log_says_what_was_found_and_not_what_was_written(caplog: pytest.LogCaptureFixture) -> None:
    """Artifacts are warned of; the reply itself stays out of the log."""
    extract_json('Secret: {"secret": 1,}', schema={"required": ["title"]})
    assert [record.levelname for record in caplog.records] == ["WARNING", "ERROR"]
    assert caplog.messages[0] == "JSON_EXTRACTION_WARNING: leading_text, trailing_comma"
    assert caplog.messages[1].startswith("JSON_VALIDATION_ERROR: ")
    assert "ecret" not in caplog.text


def test_a_clean_reply_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Silence means that nothing was wrong."""
    extract_json('{"a": 1}')
    assert caplog.records == []


@pytest.mark.parametrize(
    ("reply", "data"),
    [
        pytest.param('{"a": "x" and more, "b": "y"}', None, id="words would be lost"),
        pytest.param('{"a": `b`}', None, id="a mark would become text"),
        pytest.param("{'a': u'x'}", None, id="a prefix would become text"),
        pytest.param('{"a": undefined}', None, id="a word of JavaScript is no text"),
        pytest.param('{"a" 1}', None, id="a value would be invented"),
        pytest.param('{"a": "5" wide", "b": 1}', {"a": '5" wide', "b": 1}, id="a mark inside a text"),
        pytest.param('{"a": The Harbour, "b": 1}', {"a": "The Harbour", "b": 1}, id="a text without marks"),
    ],
)
def test_a_guess_is_believed_only_where_the_words_stay(reply: str, data: object) -> None:
    """What json-repair makes of a reply is held against the reply, word by word."""
    found = extract_json(reply)
    assert (found.ok, found.data) == (data is not None, data)
    assert found.ok == any(repair.startswith("json_repair: ") for repair in found.repairs)


@pytest.mark.parametrize(
    ("reply", "ok", "data"),
    [
        pytest.param('{"a": 1} {"b": ', False, {"a": 1}, id="cut before the second value"),
        pytest.param('Use {\'a and then {"b": 1}', True, {"b": 1}, id="a mark in prose"),
        pytest.param('{"items": [{"n": 1}, // ... and so on\n]}', False, {"items": [{"n": 1}]}, id="a comment elides"),
        pytest.param('```css\na {color: red}\n```\n{"a": 1}', True, {"a": 1}, id="code is no object"),
        pytest.param(
            'Like {"x": 1}:\n```json\n{"title": "A", "n": 007}\n```', False, {"x": 1}, id="larger, unreadable"
        ),
    ],
)
def test_what_is_not_certain_is_not_ok(*, reply: str, ok: bool, data: object) -> None:
    """Where the answer may be something else than what was read, it is not ok."""
    found = extract_json(reply)
    assert (found.ok, found.data) == (ok, data)


def test_issues_stay_readable() -> None:
    """A reply with a thousand troubles, or a key as long as itself, is not answered in kind."""
    many = extract_json('{"k": [' + "NaN, " * 1_000 + "1]}").issues
    assert (len(many), many[-1]) == (21, "And 980 more.")
    long = extract_json(f'{{"{"k" * 10_000}": 1, "{"k" * 10_000}": 2}}').issues
    assert len(long[0]) < 400


def test_an_extraction_is_a_value() -> None:
    """It is compared by content and never changed."""
    assert extract_json(FENCED) == extract_json(FENCED)
    with pytest.raises(AttributeError, match="never changes"):
        setattr(extract_json(FENCED), "ok", False)  # noqa: B010 - a type checker would refuse the plain form
    assert isinstance(extract_json(FENCED), Extraction)
