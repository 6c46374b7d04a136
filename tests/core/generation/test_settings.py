import json
from typing import Any

import pytest

from core.coverage.levels import DEFAULT_THRESHOLDS
from core.errors import SettingsError
from core.generation.settings import Settings, read_settings, settings_schema
from core.llm.client import Sampling, WritingMode

TEMPLATE = "{{KEY_EXCERPTS_PLACEHOLDER}} {{TARGET_WORDS}} {{GENERATION_MODE}}"


def test_an_empty_object_is_the_defaults() -> None:
    """What a file does not say keeps its default."""
    assert read_settings("{}") == Settings()
    assert Settings().thresholds == DEFAULT_THRESHOLDS
    assert Settings().mode is WritingMode.REFERENCE
    assert Settings().sampling == Sampling(temperature=0, seed=7, most_tokens=16_384)
    assert Settings().second_attempt


def test_a_file_says_only_what_it_changes() -> None:
    """Fields are laid over the defaults at every depth, in JSON and in YAML."""
    found = read_settings("mode: quote\nstrict_narrative: true\nthresholds:\n  strong: {target_words: 900}\n")
    assert (found.mode, found.strict_narrative) == (WritingMode.QUOTE, True)
    assert found.thresholds.strong == DEFAULT_THRESHOLDS.strong.model_copy(update={"target_words": 900})
    assert found.thresholds.weak == DEFAULT_THRESHOLDS.weak
    assert read_settings(json.dumps({"prompt_template": TEMPLATE})).prompt_template == TEMPLATE
    cooler = read_settings("sampling: {temperature: 0.7, seed: 1}\nsecond_attempt: false\n")
    assert (cooler.sampling, cooler.second_attempt) == (Sampling(temperature=0.7, seed=1), False)
    assert read_settings('{"sampling": {"temperature": 1}}').sampling == Sampling(temperature=1.0)


@pytest.mark.parametrize(
    ("given", "place", "message"),
    [
        ({"modes": "quote"}, "modes", "no such setting. The settings here are: thresholds, mode,"),
        (
            {"thresholds": {"strong": {"words": 1}}},
            "thresholds.strong.words",
            "are: target_words, generation_mode, excerpts",
        ),
        ({"mode": "QUOTE"}, "mode", "must be 'reference', 'quote' or 'free', not \"QUOTE\""),
        ({"strict_narrative": 1}, "strict_narrative", "not 1"),
        ({"thresholds": {"min_usable_words": 0}}, "thresholds.min_usable_words", "greater than or equal to 1, not 0"),
        ({"thresholds": {"min_usable_words": "8"}}, "thresholds.min_usable_words", 'not "8"'),
        ({"thresholds": {"min_usable_words": True}}, "thresholds.min_usable_words", "not true"),
        ({"thresholds": {"medium_quotes": 9}}, "thresholds", "STRONG must not begin below MEDIUM"),
        ({"thresholds": {"strong_words_per_claim": float("nan")}}, "thresholds.strong_words_per_claim", "NaN"),
        ({"thresholds": None}, "thresholds", "not null"),
        ({"thresholds": {"weak": {"excerpts": -1}}}, "thresholds.weak.excerpts", "not -1"),
        ({"sampling": {"temperature": 2.5}}, "sampling.temperature", "less than or equal to 2, not 2.5"),
        ({"sampling": {"temperature": "cold"}}, "sampling.temperature", 'not "cold"'),
        ({"sampling": {"seed": -1}}, "sampling.seed", "greater than or equal to 0, not -1"),
        ({"sampling": {"seed": 1.5}}, "sampling.seed", "not 1.5"),
        ({"sampling": {"most_tokens": 0}}, "sampling.most_tokens", "greater than or equal to 1, not 0"),
        ({"sampling": {"top_p": 1}}, "sampling.top_p", "are: temperature, seed, most_tokens"),
        ({"sampling": None}, "sampling", "not null"),
        ({"second_attempt": 1}, "second_attempt", "not 1"),
        ({"prompt_template": "{{TARGET_WORDS}}"}, "prompt_template", "lacks {{KEY_EXCERPTS_PLACEHOLDER}}"),
    ],
)
def test_unknown_and_impossible_values_are_refused(given: Any, place: str, message: str) -> None:
    """Each problem has its place, what is wrong, and what to do."""
    with pytest.raises(SettingsError) as refused:
        read_settings(json.dumps(given), "settings.json")
    (problem,) = refused.value.problems
    assert problem.place == f"settings.json: {place}"
    assert message in str(problem)
    assert problem.remedy


def test_all_problems_are_reported_together() -> None:
    """A person mends the file in one go."""
    with pytest.raises(SettingsError) as refused:
        read_settings('{"mode": "x", "speed": 2, "prompt_template": "", "thresholds": {"strong": {"excerpts": "4"}}}')
    assert sorted(problem.place for problem in refused.value.problems) == [
        "mode",
        "prompt_template",
        "speed",
        "thresholds.strong.excerpts",
    ]


@pytest.mark.parametrize("data", ["", "[]", "{", "words"])
def test_what_is_no_object_is_refused(data: str) -> None:
    """Empty and broken files give one clear message."""
    with pytest.raises(SettingsError, match=r"settings\.yaml"):
        read_settings(data, "settings.yaml")


def test_the_schema_requires_nothing() -> None:
    """Every setting is described and every one may be left out."""
    schema = settings_schema()
    assert set(schema["properties"]) == set(Settings.model_fields)
    assert set(schema["$defs"]["Sampling"]["properties"]) == set(Sampling.model_fields)
    assert not any(part.get("required") for part in (schema, *schema["$defs"].values()))


def test_what_is_left_out_is_written_only_where_it_is_not() -> None:
    """So whoever listened to nothing finds the files that they had."""
    assert "leave_out_denied" not in Settings().model_dump()
    kept = read_settings('{"leave_out_denied": false}')
    assert kept == Settings(leave_out_denied=False)
    assert kept.model_dump()["leave_out_denied"] is False
