"""Check a well-formed exported session for contents that contradict each other."""

import re
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256

from core.errors import BadInput, Problem
from core.map_making.acts.act_records import ActGroup, AddPassage, AddSupport, ChangeSpan, SingleAct
from core.span import Span
from workbench.store.answers import answer_checks
from workbench.store.database.clock import is_time
from workbench.store.names import MAX_NAME, MAX_PATH, one_line, web_address
from workbench.store.numbers import exported_numbers
from workbench.store.records import Edit
from workbench.store.runs import calls
from workbench.store.runs.edits import check_text
from workbench.store.session_file.session_contents import ExportedAnswer, ExportedRun, ExportedSource, SessionFile
from workbench.store.sessions.ear_verdicts import checked
from workbench.store.sessions.sources import check_size

_SHA256 = re.compile(r"[0-9a-f]{64}")
EXPORT_AGAIN = "Export the session again and import that file as it is."


def _problem(place: str, message: str) -> Problem:
    return Problem(place=place, message=message, remedy=EXPORT_AGAIN)


def _tried(place: str, check: Callable[[], object]) -> Iterator[Problem]:
    """Yield the problems that one of our own checks finds in a field."""
    try:
        check()
    except BadInput as error:
        yield from (problem.model_copy(update={"place": place}) for problem in error.problems)


def decode_source(source: ExportedSource) -> bytes:
    """Return the bytes of a source. Raises ValueError if they do not match the file's fields for them."""
    try:
        data = b64decode(source.base64, validate=True)
    except NotBase64 as error:
        raise ValueError("is not base64") from error
    if len(data) != source.size or sha256(data).hexdigest() != source.sha256:
        raise ValueError("does not have the size and the sha256 that the file gives for it")
    return data


def _of_sources(file: SessionFile) -> Iterator[Problem]:
    sizes: dict[str, int] = {}
    for index, source in enumerate(file.sources):
        place = f"sources[{index}]"
        sizes[source.sha256] = source.size
        try:
            yield from _tried(place, lambda source=source, place=place: check_size(decode_source(source), place))
        except ValueError as error:
            yield _problem(f"{place}.base64", f"{error}.")
    fields = {"transcript": file.transcript, "evidence": file.evidence, "numbers.results": file.numbers.results}
    for place, named in fields.items():
        if named is not None:
            yield from _tried(f"{place}.name", lambda named=named: one_line(named.name, "", most=MAX_NAME))
            if sizes.get(named.sha256) != named.size:
                yield _problem(f"{place}.sha256", "is not among the sources of the file, or has another size there.")


def _times(file: SessionFile) -> Iterator[tuple[str, str]]:
    yield "created_at", file.created_at
    for index, stored in enumerate(file.acts):
        yield f"acts[{index}].made_at", stored.made_at
    for index, verdict in enumerate(file.ear_verdicts):
        yield f"ear_verdicts[{index}].heard_at", verdict.heard_at
    for index, run in enumerate(file.runs):
        yield f"runs[{index}].started_at", run.started_at
        yield f"runs[{index}].finished_at", run.finished_at
        yield from ((f"runs[{index}].edits[{number}].made_at", edit.made_at) for number, edit in enumerate(run.edits))


def _of_names(file: SessionFile) -> Iterator[Problem]:
    yield from _tried("title", lambda: one_line(file.title, ""))
    for index, cast in enumerate(file.casts):
        for field, name in (("person", cast.person), ("pseudonym", cast.pseudonym)):
            if name:
                yield from _tried(f"casts[{index}].{field}", lambda name=name: one_line(name, ""))
    for index, preset in enumerate(file.presets):
        yield from _tried(f"presets[{index}].name", lambda preset=preset: one_line(preset.name, ""))
    for place, text in _times(file):
        if not is_time(text):
            yield _problem(place, "is no date and time in ISO 8601.")


def _of_recording(file: SessionFile) -> Iterator[Problem]:
    if file.recording_url:
        yield from _tried("recording_url", lambda: web_address(file.recording_url, ""))
    if file.recording is None:
        return
    path = file.recording.path
    yield from _tried("recording.path", lambda: one_line(path, "", most=MAX_PATH))
    if not _SHA256.fullmatch(file.recording.sha256):
        yield _problem("recording.sha256", "is no SHA-256: 64 digits from 0 to f.")
    if file.recording.size < 1:
        yield _problem("recording.size", "must be at least 1.")


def _of_ear_verdicts(file: SessionFile) -> Iterator[Problem]:
    for index, verdict in enumerate(file.ear_verdicts):
        place = f"ear_verdicts[{index}]"
        yield from _tried(place, lambda verdict=verdict: checked(verdict))
        for field in ("raw_sha256", "recording_sha256"):
            if not _SHA256.fullmatch(getattr(verdict, field)):
                yield _problem(f"{place}.{field}", "is no SHA-256: 64 digits from 0 to f.")


def _of_what_stands_once(file: SessionFile) -> Iterator[Problem]:
    once = {
        "sources[{}].sha256": enumerate(source.sha256 for source in file.sources),
        "numbers.narratives[{}].name": enumerate(one.name.strip() for one in file.numbers.narratives),
        "casts[{}].label": enumerate(cast.label for cast in file.casts),
        "presets[{}].name": enumerate(preset.name.strip() for preset in file.presets),
        "ear_verdicts[{}]": enumerate(str(one.key) for one in file.ear_verdicts),
    }
    for place, keys in once.items():
        seen: set[str] = set()
        for index, key in keys:
            if key in seen:
                yield _problem(place.format(index), "stands here for the second time; only one may.")
            seen.add(key)


def _of_numbers(place: str, numbers: Iterable[int]) -> Iterator[Problem]:
    for index, number in enumerate(numbers):
        if number != index + 1:
            yield _problem(f"{place}[{index}].number", f"must be {index + 1}: they are numbered from 1 in their order.")


def _of_span(place: str, span: Span) -> Iterator[Problem]:
    if not 0 <= span.start < span.end:
        yield _problem(place, "must begin at 0 or later, and end after it begins.")


def _of_act(place: str, act: SingleAct | ActGroup) -> Iterator[Problem]:
    if isinstance(act, ActGroup):
        for index, one in enumerate(act.acts):
            yield from _of_act(f"{place}.acts[{index}]", one)
    elif isinstance(act, (AddSupport, ChangeSpan)):
        yield from _of_span(f"{place}.span", act.span)
    elif isinstance(act, AddPassage):
        addition = act.addition
        for name, index in (("chapter_index", addition.chapter_index), ("claim_index", addition.claim_index)):
            if index < 0:
                yield _problem(f"{place}.addition.{name}", "must not be below 0: they are counted from 0.")
        yield from _of_span(f"{place}.addition.raw_span", addition.raw_span)


def _of_edits(place: str, edits: tuple[Edit, ...], chapters: int) -> Iterator[Problem]:
    """Yield the problems of the edits of a run: in each chapter, every edit in force follows the one before it."""
    yield from _of_numbers(place, (edit.number for edit in edits))
    standing: dict[int, int] = {}
    made: set[tuple[int, int]] = set()
    for index, edit in enumerate(edits):
        here = f"{place}[{index}]"
        yield from _tried(f"{here}.text", lambda edit=edit: check_text(edit.text))
        if not 0 <= edit.position < chapters:
            yield _problem(f"{here}.position", f"is no chapter of the edition, which has {chapters}, counted from 0.")
        stood = standing.get(edit.position, 0)
        if not edit.undone and edit.after != stood:
            yield _problem(f"{here}.after", f"must be {stood}: that stood in this chapter before.")
        if edit.undone and edit.after != 0 and (edit.position, edit.after) not in made:
            yield _problem(f"{here}.after", "must be 0, or the number of an earlier edit of the same chapter.")
        made.add((edit.position, edit.number))
        if not edit.undone:
            standing[edit.position] = edit.number


def _of_runs(runs: tuple[ExportedRun, ...]) -> Iterator[Problem]:
    last = 0
    for index, run in enumerate(runs):
        place = f"runs[{index}]"
        if run.number <= last:
            yield _problem(f"{place}.number", f"must be more than {last}: they are in the order of their numbers.")
        last = run.number
        if run.chapters != len(run.edition.chapters):
            yield _problem(f"{place}.chapters", f"must be {len(run.edition.chapters)}, as many as the edition has.")
        yield from _of_edits(f"{place}.edits", run.edits, len(run.edition.chapters))
        chapters = [chapter.chapter_index for chapter in run.edition.chapters]
        for problem in calls.problems_of(run.calls, chapters):
            yield _problem(f"{place}.calls{problem.place}", problem.message)


def _of_answers(answers: tuple[ExportedAnswer, ...]) -> Iterator[Problem]:
    last = 0
    for index, filed in enumerate(answers):
        place = f"answers[{index}]"
        if filed.number <= last:
            yield _problem(f"{place}.number", f"must be more than {last}: they are in the order of their numbers.")
        last = filed.number
        if not is_time(filed.asked_at):
            yield _problem(f"{place}.asked_at", "is no date and time in ISO 8601.")
        yield from answer_checks.problems_of(f"{place}.answer", filed.answer)


def problems_of(file: SessionFile) -> list[Problem]:
    """Return all problems of a well-formed file, each with its place."""
    return [
        *_of_names(file),
        *_of_sources(file),
        *_of_recording(file),
        *_of_ear_verdicts(file),
        *_of_what_stands_once(file),
        *_of_numbers("acts", (stored.number for stored in file.acts)),
        *(problem for index, stored in enumerate(file.acts) for problem in _of_act(f"acts[{index}].act", stored.act)),
        *_of_runs(file.runs),
        *_of_answers(file.answers),
        *exported_numbers.problems_of("numbers", file.numbers),
    ]
