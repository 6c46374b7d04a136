"""The ways of writing: every combination of a grid under a name that says what varies, and single ones."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.answers.records import AnswerMode
from core.coverage.levels import CoverageThresholds
from core.generation.prompt import IDEAS_PROMPT_TEMPLATE
from core.generation.settings import Settings
from core.llm.client import WritingMode
from tests.conftest import SAMPLE
from tests.workbench.experiments.plan_file.conftest import Read, Refused
from workbench.store import ClientChoice
from workbench.store.experiments.experiment_records import PlanVariant

REPLIES = tuple(json.loads((SAMPLE / "replies.json").read_bytes()))


def test_a_grid_is_every_combination_named_by_what_varies(plain: dict[str, Any], read: Read) -> None:
    """In order, the client first; the single ones stand behind it."""
    plain["grid"] = {"client": ["offline", "scripted:replies.json"], "mode": ["quote", "free"], "prompt": "default"}
    variants = read(plain).plan.variants
    assert [one.name for one in variants] == [
        "offline / quote", "offline / free", "replies.json / quote", "replies.json / free", "one",
    ]  # fmt: skip
    assert [one.settings.mode for one in variants[:4]] == [WritingMode.QUOTE, WritingMode.FREE] * 2
    assert [one.client.kind for one in variants] == ["offline"] * 2 + ["scripted"] * 2 + ["offline"]
    assert variants[2].client == ClientChoice(kind="scripted", name="replies.json", replies=REPLIES)


def test_a_client_that_cannot_write_in_a_mode_is_told(plain: dict[str, Any], read: Read) -> None:
    """It is no mistake, but its numbers are not what they seem."""
    plain["grid"] = {"client": ["offline", "scripted:replies.json"], "mode": ["reference", "free"]}
    (note,) = read(plain).notes
    assert note.startswith("offline / free: offline always quotes by reference")


def test_thresholds_and_prompts_of_a_grid(folder: Path, plain: dict[str, Any], read: Read) -> None:
    """Each says only what it changes, over the settings of the grid."""
    (folder / "short.md").write_text(IDEAS_PROMPT_TEMPLATE + "Be brief.\n", encoding="utf-8")
    plain["grid"] = {
        "thresholds": [{}, {"strong_quotes": 4, "weak": {"target_words": 100}}],
        "prompt": ["default", "short.md"],
        "settings": {"second_attempt": False},
    }
    variants = read(plain).plan.variants[:4]
    changed = "strong_quotes=4, weak.target_words=100"
    assert [one.name for one in variants] == [
        "default thresholds / default prompt", "default thresholds / short.md",
        f"{changed} / default prompt", f"{changed} / short.md",
    ]  # fmt: skip
    assert [one.settings.thresholds.strong_quotes for one in variants] == [5, 5, 4, 4]
    assert variants[2].settings.thresholds.weak.generation_mode == CoverageThresholds().weak.generation_mode
    assert [bool(one.settings.prompt_template) for one in variants] == [False, True, False, True]
    assert not any(one.settings.second_attempt for one in variants)


def test_models_are_for_the_clients_that_have_some(plain: dict[str, Any], read: Read) -> None:
    """One for each of them, and the others once."""
    plain["grid"] = {"client": ["offline", "gemini", "openai:http://127.0.0.1:9/v1"], "model": ["a", "b"]}
    found = [(one.name, one.client.kind, one.client.model) for one in read(plain).plan.variants[:-1]]
    assert found == [
        ("offline", "offline", None),
        ("gemini / a", "gemini", "a"),
        ("gemini / b", "gemini", "b"),
        ("http://127.0.0.1:9/v1 / a", "openai", "a"),
        ("http://127.0.0.1:9/v1 / b", "openai", "b"),
    ]


def test_a_grid_of_nothing_that_varies_is_one_variant(plain: dict[str, Any], read: Read) -> None:
    """It is called by its client."""
    plain["grid"] = {"client": "scripted:replies.json", "mode": "quote"}
    assert [one.name for one in read(plain).plan.variants] == ["replies.json", "one"]


def test_the_first_variant_is_the_reference_unless_another_is_named(plain: dict[str, Any], read: Read) -> None:
    """A grid's stand before the others, wherever in the file."""
    assert read(plain).plan.reference == "one"
    plain["grid"] = {"mode": ["quote", "free"]}
    assert read(plain).plan.reference == "quote"
    assert read({**plain, "reference": "free"}).plan.reference == "free"


def test_a_variant_takes_any_setting_of_a_settings_file(folder: Path, plain: dict[str, Any], read: Read) -> None:
    """With a mode and a prompt of its own; replies may stand in the file."""
    (folder / "short.md").write_text(IDEAS_PROMPT_TEMPLATE, encoding="utf-8")
    client = {"kind": "scripted", "name": "said here", "replies": ["one", "two"], "words_per_second": 40}
    settings = {"strict_narrative": True, "sampling": {"temperature": 0.5}}
    plain["variants"] = [{"name": "a:b", "client": client, "mode": "free", "prompt": "short.md", "settings": settings}]
    (variant,) = read(plain).plan.variants
    assert variant == PlanVariant(
        name="a:b",
        client=ClientChoice(kind="scripted", name="said here", replies=("one", "two"), words_per_second=40),
        settings=Settings(
            strict_narrative=True,
            mode=WritingMode.FREE,
            prompt_template=IDEAS_PROMPT_TEMPLATE,
            sampling={"temperature": 0.5},  # type: ignore[arg-type]
        ),
    )


def test_a_prompt_without_its_placeholders_is_refused(folder: Path, plain: dict[str, Any], refused: Refused) -> None:
    """Whether it stands in a file or in the settings."""
    (folder / "bad.md").write_text("Write something.", encoding="utf-8")
    plain["variants"] = [
        {"name": "a", "prompt": "bad.md"}, {"name": "b", "settings": {"prompt_template": "Write."}},
    ]  # fmt: skip
    plain["grid"] = {"prompt": ["default", "bad.md"]}
    problems = refused(plain)
    for place in ("grid.prompt[1]", "variants[0].prompt", "variants[1].settings.prompt_template"):
        assert any(one.startswith(f"{place}: ") and "TARGET_WORDS" in one for one in problems)


def test_a_key_is_in_no_plan_and_no_message(
    plain: dict[str, Any], read: Read, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its variable may be named; the key itself, typed anywhere, is not repeated."""
    key = "sk-very-secret-key-0123456789"
    monkeypatch.setenv("OWN_KEY", key)
    # A server of its own: which variable is named for a service holds as long as the process does.
    plain["variants"] = [{"name": "a", "client": "openai:http://127.0.0.1:9/v1", "model": "m", "key_env": "OWN_KEY"}]
    assert key not in read(plain).plan.model_dump_json()
    for wrong in (
        {"client": "gemini", "key_env": key},
        {"client": "gemini", "model": key},
        {"client": "gemini", "model": [key]},
        {"client": f"openai:https://{key}@api.openai.com/v1"},
        {"client": f"openai:https://api.openai.com/v1?key={key}"},
        {"client": "gemini", "settings": {"mode": key}},
        {"client": {"kind": key}},
    ):
        problems = refused({**plain, "variants": [{"name": "a", **wrong}]})
        assert not any(key in one for one in problems), problems


def test_a_key_that_is_typed_as_anything_else_is_refused(
    folder: Path, plain: dict[str, Any], asking: dict[str, Any], refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plan is stored and shown; a placeholder of a few letters is a word like any other."""
    key = "sk-very-secret-key-0123456789"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    (folder / "asked.txt").write_text(f"What is {key}?\n", encoding="utf-8")
    subject = {"transcript": "interview.md", "evidence": "evidence.json", "name": key}
    wrongs: tuple[tuple[str, dict[str, Any]], ...] = (
        ("title", {**plain, "title": f"With {key}"}),
        ("variants[0].name", {**plain, "variants": [{"name": key}]}),
        ("subjects[0].name", {**plain, "subjects": [subject]}),
        ("variants[0].client", {**plain, "variants": [{"name": "a", "client": f"openai:http://127.0.0.1:1/{key}/v1"}]}),
        ("variants[0].client.[key]", {**plain, "variants": [{"name": "a", "client": {"kind": "offline", key: 1}}]}),
        ("answers.questions", {**asking, "answers": {**asking["answers"], "questions": "asked.txt"}}),
    )
    for place, wrong in wrongs:
        problems = refused(wrong)
        assert not any(key in one for one in problems), problems
        assert any(one.startswith(f"{place}: ") for one in problems), problems
        assert any("holds a key" in one for one in problems), problems
    monkeypatch.setenv("OPENAI_API_KEY", "talk")
    assert refused({**plain, "title": "A talk", "seed": -1})[0].startswith("seed: ")


# Answers.


def test_variants_of_answers_share_how_passages_are_chosen(asking: dict[str, Any], read: Read) -> None:
    """A mode each, and what else is a variant's own."""
    asking["answers"].update(k=3, per_file=4, candidates=20, search_in="both", **{"lambda": 0.5})
    settings = {"by_reference": False, "least_words": 0, "sampling": {"seed": 3}}
    asking["variants"] = [
        {"name": "plain", "client": "scripted:answers.json", "mode": "baseline"},
        {"name": "rich", "client": "scripted:answers.json", "settings": settings},
        {"name": "none"},
    ]
    plain, rich, none = (one.asking for one in read(asking).plan.variants)
    assert (plain.mode, rich.mode, none.mode) == (AnswerMode.BASELINE, AnswerMode.INLINE, AnswerMode.EXCERPTS)
    assert (rich.by_reference, rich.least_words, rich.sampling.seed) == (False, 0, 3)
    for one in (plain, rich, none):
        assert (one.most, one.max_per_file, one.candidates, one.lambda_, one.search_in) == (3, 4, 20, 0.5, "both")


def test_a_grid_of_answers(asking: dict[str, Any], read: Read, refused: Refused) -> None:
    """Clients and modes; what is for chapters is named."""
    asking["grid"] = {"client": "scripted:answers.json", "mode": ["baseline", "inline"]}
    found = [(one.name, one.asking.mode) for one in read(asking).plan.variants]
    assert found == [("baseline", "baseline"), ("inline", "inline"), ("one", "excerpts")]
    asking["grid"] |= {"thresholds": [{}], "prompt": "default"}
    assert [one.partition(": ")[0] for one in refused(asking)] == ["grid.thresholds", "grid.prompt"]


def test_what_no_answer_has_is_refused(asking: dict[str, Any], refused: Refused) -> None:
    """Modes of chapters, settings of chapters, and what is the same for every variant."""
    asking["variants"] = [
        {"name": "a", "mode": "quote", "client": "scripted:answers.json"},
        {"name": "b", "mode": "inline"},
        {"name": "c", "settings": {"thresholds": {}}},
        {"name": "d", "settings": {"k": 3, "most": 4, "lambda": 1}},
        {"name": "e", "prompt": "default"},
        {"name": "f", "settings": {"least_words": "8"}},
    ]
    problems = refused(asking)
    for place, message in (
        ("variants[0].mode", "“quote” is not a mode of answers. Write one of: synthesis, inline, excerpts, baseline."),
        ("variants[1].mode", "offline cannot answer questions."),
        ("variants[2].settings.thresholds", "there is no such field."),
        ("variants[3].settings.k", "is the same for every variant."),
        ("variants[3].settings.most", "is the same for every variant."),
        ("variants[3].settings.lambda", "is the same for every variant."),
        ("variants[4].prompt", "is for chapters"),
        ("variants[5].settings.least_words", 'must be a valid integer, not "8".'),
    ):
        assert sum(one.startswith(f"{place}: ") and message in one for one in problems) == 1, (place, problems)
    assert len(problems) == 8
