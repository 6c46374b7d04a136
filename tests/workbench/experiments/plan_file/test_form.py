"""What an experiment file may look like: every problem at once, each with its place; nothing hostile gets far."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from core.llm.client import WritingMode
from core.text.documents import is_list, is_object
from tests.workbench.experiments.plan_file.conftest import Read, Refused
from workbench.experiments.plan_file import MOST_CELLS, experiment_schema

WRONG_EVERYWHERE = """
titel: a
title: 2026-01-01
subjects:
  - {transcript: nowhere.md, evidence: evidence.json}
  - {transcript: interview.md, evidence: evidence.json, chapters: [0]}
  - {transcript: interview.md, evidence: evidence.json, chapters: [1, 99]}
  - {session: no such}
  - {folder: nowhere, transcript: interview.md}
  - {transcript: interview.md}
  - {}
  - 7
grid:
  client: [offline, "scripted:nowhere.json", martian, 7]
  model: [m]
  mode: [referenz, quote, quote]
  thresholds: [{strong_quots: 4}, {strong_quotes: "4"}, {strong_quotes: 1}]
  prompt: [short.md]
variants:
  - {name: one, client: gemini, model: 3}
  - {name: one, mode: quote, settings: {mode: free, tempo: 3}}
  - {name: two, client: "openai:http://user:word@host/v1"}
  - {name: three, client: "openai:http://127.0.0.1:1/v1"}
  - {name: four, model: big}
  - {name: "  "}
  - {name: five, settings: {thresholds: {strong_quotes: .inf}}}
  - {}
  - {name: good}
repeats: 0
repeats: 3
reference: nobody
judge: {client: offline, samples: 21}
seed: -1
"""
PLACES = (
    ("repeats", "stands twice, in lines 29 and 30."),
    ("variants[6].settings.thresholds.strong_quotes", "must be a finite number."),
    ("titel", "there is no such field. The fields here are: title, repeats, reference, seed, subjects, answers, grid,"),
    ("seed", "must be greater than or equal to 0, not -1."),
    ("subjects[0].transcript", "nowhere.md: the file cannot be read: No such file"),
    ("subjects[1].chapters[0]", "must be greater than or equal to 1, not 0."),
    ("subjects[2].chapters[1]", "there is no chapter 99; they count from 1 to 7."),
    ("subjects[3].session", "there is no session with the id or title “no such”."),
    ("subjects[4]", "names transcript and folder."),
    ("subjects[5].evidence", "is missing."),
    ("subjects[6]", "names nothing to write about."),
    ("subjects[7]", "must be an object with fields, not a number."),
    ("grid.mode[2]", "occurs twice in this list."),
    ("grid.client[1]", "nowhere.json: the file cannot be read"),
    ("grid.client[2]", "there is no client martian. Use offline, scripted:PATH, gemini or openai:URL."),
    ("grid.client[3]", "must be text or an object, not a number."),
    ("grid.model", "no client of the grid has models."),
    ("grid.mode[0]", "“referenz” is not a mode of chapters. Write one of: reference, quote, free."),
    ("grid.thresholds[0].strong_quots", "there is no such setting."),
    ("grid.thresholds[1].strong_quotes", 'must be a valid integer, not "4".'),
    ("grid.thresholds[2]", "STRONG must not begin below MEDIUM."),
    ("grid.prompt[0]", "short.md: the file cannot be read"),
    ("variants[0].model", "must be text, not a number."),
    ("variants[1].name", "another variant is called “one”."),
    ("variants[1].settings.mode", "`variants[1].mode` sets it too."),
    ("variants[1].settings.tempo", "there is no such setting. The settings here are: thresholds, mode,"),
    ("variants[2].client", "this is no address of a service"),
    ("variants[3].model", "none is chosen."),
    ("variants[4].model", "offline has no models to choose from."),
    ("variants[5].name", "is empty."),
    ("variants[7].name", "is missing."),
    ("reference", "no variant is called “nobody”."),
    ("judge.samples", "must be less than or equal to 20, not 21."),
)


def test_every_problem_is_said_at_once_with_its_place(refused: Refused) -> None:
    """Also what stands behind a part that is wrong; and what was typed into an address is repeated by none of them."""
    problems = refused(WRONG_EVERYWHERE)
    for place, message in PLACES:
        assert sum(one.startswith(f"{place}: ") and message in one for one in problems) == 1, (place, message)
    assert len(problems) == len(PLACES)
    assert not any("word@" in one for one in problems)


# What is no experiment as a whole.
NOT_ONE: tuple[tuple[str | bytes, str], ...] = (
    ("", "is empty"),
    ("- a\n- b\n", "holds a list, not an object"),
    ("just words", "neither JSON"),
    ("a: [", "neither JSON nor YAML"),
    (b"\xff\xfe\x00", "is not UTF-8 text"),
    ("a: &x [1]\nb: *x\n", "aliases"),
    ("title: !!python/object/apply:os.system ['true']\n", "neither JSON nor YAML"),
    ("title: !unknown x\n", "neither JSON nor YAML"),
    ("a: " + "[" * 100 + "]" * 100, "nested too deeply"),
    ('{"a": ' + "[" * 100 + "]" * 100 + "}", "is nested too deeply"),
    ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply"),
    ("? [a, b]\n: c\n", "neither JSON nor YAML"),
    ("seed: " + "9" * 5_000, "neither JSON nor YAML"),
    ("x" * 1_000_001, "is too big"),
    (b"x: " + b"y" * 20_000_001, "is too big"),
)  # fmt: skip


@pytest.mark.parametrize(("given", "message"), NOT_ONE, ids=[message for _, message in NOT_ONE])
def test_what_is_no_experiment_is_refused(given: str | bytes, message: str, refused: Refused) -> None:
    """With one sentence, whatever stands in it."""
    (problem,) = refused(given)
    assert message in problem
    assert len(problem) < 400


# A change of one field, and what is said of it.
HOSTILE: tuple[tuple[Mapping[str, Any], str], ...] = (
    ({"seed": 2**31}, "seed: must be less than or equal to 2147483647"),
    ({"seed": 10**300}, "seed: must be less than or equal to 2147483647"),
    ({"seed": 1.5}, "seed: must be a valid integer"),
    ({"repeats": True}, "repeats: must be a valid integer"),
    ({"repeats": 51}, "repeats: must be less than or equal to 50"),
    ({"title": ["a"]}, "title: must be text, not a list."),
    ({"title": "x" * 201}, "title: must have at most 200 characters"),
    ({"variants": {"name": "one"}}, "variants: must be a list, not an object."),
    ({"variants": [{"name": "one"}] * 201}, "variants: has 201 entries; 200 is the most."),
    ({"variants": [{"name": "a\nb"}]}, "variants[0].name: holds a line break"),
    ({"variants": [{"name": "\x1b[31mred"}]}, "variants[0].name: holds a line break or a character that cannot be"),
    ({"variants": []}, "names no way of writing."),
    ({"variants": [{"name": "a", "client": {"kind": "pasted"}}]}, "variants[0].client.kind: must be 'offline'"),
    ({"variants": [{"name": "a", "client": {"kind": "scripted"}}]}, "variants[0].client: has no replies."),
    (
        {"variants": [{"name": "a", "client": {"kind": "scripted", "replies": ["a", 7]}}]},
        "client.replies[1]: must be te",
    ),
    (
        {"variants": [{"name": "a", "client": {"kind": "scripted", "replies": ["a", "b"], "every_call": True}}]},
        "variants[0].client: has several replies",
    ),
    ({"variants": [{"name": "a", "client": {"kind": "offline", "replies": ["a"]}}]}, "only a scripted client has"),
    (
        {"variants": [{"name": "a", "client": {"kind": "offline", "api_key": "x"}}]},
        "client.api_key: there is no such f",
    ),
    ({"variants": [{"name": "a", "client": {"kind": "openai"}}]}, "variants[0].client: this is no address"),
    ({"variants": [{"name": "a", "client": "scripted:replies.json", "model": "m"}]}, "has no models to choose from"),
    (
        {"variants": [{"name": "a", "client": "gemini", "key_env": "NO_SUCH_KEY"}]},
        "variants[0].key_env: no environment",
    ),
    ({"subjects": [{"transcript": "interview.md", "evidence": "evidence.json"}] * 2_001}, "2,000 is the most"),
    ({"subjects": [{"transcript": "a\0b", "evidence": "evidence.json"}]}, "subjects[0].transcript: "),
    ({"subjects": [{"transcript": "x" * 4_000, "evidence": "evidence.json"}]}, "subjects[0].transcript: "),
    ({"subjects": [{"transcript": ".", "evidence": "evidence.json"}]}, "subjects[0].transcript: "),
    ({"grid": {"client": ["offline"] * 101}}, "grid.client: "),
    ({"grid": {"settings": {"mode": "free"}, "mode": "quote"}}, "grid.settings.mode: `grid.mode` sets it too."),
    ({"grid": {"client": [{"kind": [[]], "replies": ["a"]}]}}, "grid.client[0].kind: must be 'offline'"),
    ({"grid": "offline"}, "grid: must be an object with fields, not text."),
    (
        {"judge": {"client": "scripted:replies.json", "support": True}},
        "judge.support: needs a model, or a script with one",
    ),
    ({"judge": {}}, "judge.client: is missing."),
    ({"answers": {"from": "feedback.csv", "questions": ["a?"]}}, "answers: cannot be used together with `subjects`."),
    ({"subjects": None}, "names nothing to write about."),
)


@pytest.mark.parametrize(("change", "message"), HOSTILE, ids=[message for _, message in HOSTILE])
def test_what_no_field_can_hold_is_refused(
    change: Mapping[str, Any], message: str, plain: dict[str, Any], refused: Refused
) -> None:
    """Where it stands and what to do, and without what was typed where that is long."""
    problems = refused({**plain, **change})
    assert any(message in problem for problem in problems), problems
    assert all(len(problem) < 500 for problem in problems)


def test_a_grid_may_not_explode(plain: dict[str, Any], refused: Refused) -> None:
    """Its combinations are counted before any is made."""
    modes, thresholds = list(WritingMode), [{"strong_quotes": number} for number in range(5, 105)]
    problems = refused({**plain, "grid": {"mode": modes, "thresholds": thresholds}})
    assert problems == ["grid: has 300 combinations; 200 variants are the most. Leave values out."]


def test_an_experiment_may_not_explode(plain: dict[str, Any], refused: Refused) -> None:
    """What is to be written is counted: variants, subjects and repeats together."""
    variants = [{"name": f"v{number}"} for number in range(41)]
    (problem,) = refused({**plain, "subjects": plain["subjects"] * 10, "variants": variants, "repeats": 50})
    assert f"are 20,500 texts to write; {MOST_CELLS:,} is the most." in problem


def test_very_many_problems_are_cut(plain: dict[str, Any], refused: Refused) -> None:
    """With how many more there are."""
    problems = refused({**plain, **{f"field{number}": 1 for number in range(500)}})
    assert len(problems) == 101
    assert "there are 400 more problems" in problems[-1]


def test_a_field_that_is_written_twice_is_named_wherever_it_stands(refused: Refused) -> None:
    """In JSON as in YAML; a parser would take the last one and say nothing."""
    twice = '{"variants": [{"name": "one",\n\t"settings": {"mode": "free",\n"mode": "quote"}}], "variants": []}'
    problems = refused(twice)
    assert "variants[0].settings.mode: stands twice, in lines 2 and 3. Leave one of them out." in problems
    assert "variants: stands twice, in lines 1 and 3. Leave one of them out." in problems


def test_json_and_yaml_say_the_same(plain: dict[str, Any], read: Read) -> None:
    """Also with a byte order mark, and in UTF-16."""
    import yaml

    text = yaml.safe_dump(plain)
    plans = [read(data).plan for data in (plain, text, "\ufeff" + text, text.encode("utf-16"))]
    assert plans.count(plans[0]) == len(plans)


def test_the_schema_takes_what_is_read_and_names_what_is_not(read: Read, plain: dict[str, Any]) -> None:
    """One form, from which both are made."""
    schema = experiment_schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    good = {
        **plain,
        "title": "All of it",
        "grid": {"client": ["offline", {"kind": "scripted", "replies": ["a"]}], "mode": "quote", "prompt": "default"},
        "repeats": 2,
        "judge": {"client": {"kind": "scripted", "replies": ["{}"], "every_call": True}, "support": True},
    }
    assert read(good).plan.repeats == 2
    assert list(validator.iter_errors(good)) == []
    for wrong in ({"titel": "a"}, {"repeats": 0}, {"variants": [{"name": "a", "settings": {"tempo": 3}}]}):
        assert list(validator.iter_errors({**good, **wrong}))
    references = [one["$ref"] for one in _objects(schema) if "$ref" in one]
    assert references
    assert {one.removeprefix("#/$defs/") for one in references} <= set(schema["$defs"])
    assert "$comment" not in json.dumps(schema)


def _objects(value: Any) -> list[dict[str, Any]]:
    if is_object(value):
        return [value, *(inside for one in value.values() for inside in _objects(one))]
    return [inside for one in value for inside in _objects(one)] if is_list(value) else []
