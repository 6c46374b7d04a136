"""Read an experiment file into a complete plan, in which nothing is left to look up."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import BadInput, Problem
from core.llm.client import Sampling, WritingMode
from core.text.documents import is_list
from core.text.safe_html import ended
from core.text.tables import first_problems
from workbench.experiments.plan_file.document import read_document, texts_of
from workbench.experiments.plan_file.form import (
    MOST_SUBJECTS,
    MOST_VARIANTS,
    ExperimentWish,
    HeadWish,
    JudgeWish,
    spellings,
)
from workbench.experiments.plan_file.plan_clients import ClientSpec, client_at
from workbench.experiments.plan_file.questions import answers_at, subject_of
from workbench.experiments.plan_file.reader import PlanFileReader, PlanSource
from workbench.experiments.plan_file.subjects import subjects_at
from workbench.experiments.plan_file.variants import grid_at, name_of, variant_at
from workbench.providers import PROVIDERS, provider_of
from workbench.providers.registry import specs_in_words
from workbench.store import AnswerSettings, Store, as_title
from workbench.store.experiments.experiment_records import ExperimentPlan, JudgeChoice, PlanSubject, PlanVariant

MOST_CELLS = 20_000


class LoadedPlan(NamedTuple):
    """An experiment file, read: the plan, the bytes of its sources, and notes for the person."""

    plan: ExperimentPlan
    files: tuple[PlanSource, ...]
    notes: tuple[str, ...] = ()


def _judge(reading: PlanFileReader, written: object) -> JudgeChoice | None:
    wish = reading.check(JudgeWish, written, "judge")
    choice = None if wish is None else client_at(reading, "judge", ClientSpec(wish.client, wish.model, wish.key_env))
    if wish is None or choice is None:
        return None
    provider = provider_of(choice.kind)
    if not provider.can_answer:
        judges = specs_in_words(one for one in PROVIDERS.values() if one.can_answer)
        reading.complain("judge.client", f"{choice.kind} cannot judge.", f"Name {judges}.")
        return None
    if wish.support and provider.is_fixed and not choice.every_call:
        message = "needs a model, or a script with one text: in a list it is not known which reply answers which call."
        reading.complain("judge.support", message, "Write false, or name another client.")
    return JudgeChoice(
        client=choice, samples=wish.samples, support=wish.support, sampling=Sampling(**wish.sampling.model_dump())
    )


def _variants(reading: PlanFileReader, document: Mapping[str, Any], search: AnswerSettings | None) -> list[PlanVariant]:
    variants = [] if document.get("grid") is None else grid_at(reading, document["grid"], search)
    taken = {variant.name for variant in variants}
    for place, written in reading.items(document, "variants", MOST_VARIANTS):
        variant = variant_at(reading, place, written, search)
        name = name_of(written)
        if name in taken:
            reading.complain(
                f"{place}.name", ended(f"another variant is called “{name}”"), "Give each a name of its own."
            )
        taken |= {name} - {""}
        variants += [] if variant is None else [variant]
    if not document.get("grid") and not document.get("variants"):
        reading.complain("", "names no way of writing.", "Write `grid:` or `variants:`.")
    if len(variants) > MOST_VARIANTS:
        message = f"has {len(variants):,} variants; {MOST_VARIANTS} is the most."
        reading.complain("", message, "Leave some out.")
    return variants


def _subjects(reading: PlanFileReader, document: Mapping[str, Any]) -> tuple[list[PlanSubject], AnswerSettings | None]:
    """Return the subjects, and for questions also the settings of the search."""
    has_subjects, has_answers = (bool(document.get(field)) for field in ("subjects", "answers"))
    if has_subjects and has_answers:
        reading.complain("answers", "cannot be used together with `subjects`.", "Make two experiments of it.")
    elif not has_subjects and not has_answers:
        reading.complain("", "names nothing to write about.", "Write `subjects:`, or `answers:` for questions.")
    subjects = subjects_at(reading, reading.items(document, "subjects", MOST_SUBJECTS))
    asked = answers_at(reading, document["answers"]) if has_answers else None
    if asked is None:
        return subjects, AnswerSettings() if has_answers and not has_subjects else None
    subject = subject_of(reading, asked)
    return [*subjects, *([] if subject is None else [subject])], None if has_subjects else asked.search


def _head(reading: PlanFileReader, document: Mapping[str, Any]) -> HeadWish:
    known = list(spellings(ExperimentWish))
    for field in document:
        if field not in known:
            reading.complain(field, "there is no such field.", f"The fields here are: {', '.join(known)}.")
    written = [field for field in spellings(HeadWish) if document.get(field) is not None]
    # One by one, so that a wrong field does not hide the others.
    read = {field: reading.check(HeadWish, {field: document[field]}, "") for field in written}
    return HeadWish(**{field: getattr(one, field) for field, one in read.items() if one is not None})


def _reference(
    reading: PlanFileReader, head: HeadWish, variants: Sequence[PlanVariant], document: Mapping[str, Any]
) -> str:
    names = [variant.name for variant in variants]
    if head.reference is None:
        return names[0] if names else ""
    written = document.get("variants")
    wrong = map(name_of, written) if is_list(written) else ()  # a variant with a problem may still be the reference
    if names and head.reference not in (*names, *wrong):
        known = ", ".join(f"“{name}”" for name in names[:10]) + (", …" if len(names) > 10 else "")
        reading.complain("reference", ended(f"no variant is called “{head.reference}”"), f"There are: {known}.")
    return head.reference


def _check_size(
    reading: PlanFileReader, head: HeadWish, variants: Sequence[PlanVariant], subjects: Sequence[PlanSubject]
) -> None:
    cells = len(variants) * len(subjects) * head.repeats
    if cells > MOST_CELLS:
        counts = f"{len(variants)} variants x {len(subjects)} subjects x {head.repeats} repeats"
        message = f"is too big: {counts} are {cells:,} texts to write; {MOST_CELLS:,} is the most."
        reading.complain("", message, "Split the experiment.")


def _note_composers(reading: PlanFileReader, variants: Sequence[PlanVariant], search: AnswerSettings | None) -> None:
    composers = [one for one in variants if not provider_of(one.client.kind).reads_prompt]
    names = [one.name for one in composers if one.settings.mode is not WritingMode.REFERENCE and search is None]
    if names:
        reading.notes.append(
            f"{', '.join(names)}: offline always quotes by reference. In another mode its references are counted as "
            "quotations that are not in the source."
        )


def _refuse(name: str, problems: Sequence[Problem]) -> BadInput:
    return BadInput(*first_problems(list(dict.fromkeys(problems)), name))


def read_experiment(data: bytes | str, name: str, *, folder: Path, store: Store) -> LoadedPlan:
    """Read an experiment file and the files that it names (paths are relative to `folder`), and find passages.

    No service is called, and nothing is stored. Raises BadInput with every problem at once, each with its place
    (`experiment.yml: variants[1].settings.thresholds.strong_quotes`), and StoreError if sessions cannot be read.
    """
    reading = PlanFileReader(name, folder, store)
    document = read_document(data, name, reading.walk)
    head = _head(reading, document)
    subjects, search = _subjects(reading, document)
    variants = _variants(reading, document, search)
    judge = None if document.get("judge") is None else _judge(reading, document["judge"])
    reference = _reference(reading, head, variants, document)
    _check_size(reading, head, variants, subjects)
    _note_composers(reading, variants, search)
    for place, text in texts_of(document):  # last, because only now it is known which variables hold keys
        reading.complain_of_key(place, text)
    if reading.walk.problems:
        raise _refuse(name, reading.walk.problems)
    plan = ExperimentPlan(
        title=as_title(head.title or Path(name).stem) or "Experiment",
        variants=tuple(variants),
        subjects=tuple(subjects),
        repeats=head.repeats,
        reference=reference,
        judge=judge,
        seed=head.seed,
    )
    return LoadedPlan(plan, tuple(reading.files.values()), tuple(reading.notes))
