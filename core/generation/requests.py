"""The requests for a chapter: the first one, the continuation, and the retries."""

from collections.abc import Sequence

from core.generation.line import Line
from core.generation.prompt import SYSTEM_INSTRUCTIONS, build_prompt
from core.generation.retry_prompts import continuation_prompt, second_prompt, simpler_prompt
from core.generation.simple_reply import SimpleChapter
from core.llm.client import GenerationRequest, Purpose, WritingMode
from core.transcripts.transcript import TranscriptPair


def continuation_request(request: GenerationRequest, so_far: str) -> GenerationRequest:
    """Return the request for the rest of a reply that ended too early; `so_far` is what was received.

    The rest of a JSON text is not JSON, so it is requested as text.
    """
    prompt = continuation_prompt(request.prompt, so_far)
    return request.model_copy(update={"purpose": Purpose.CONTINUATION, "prompt": prompt, "answer_as": None})


def retry_request(request: GenerationRequest, version: str, rejected: Sequence[tuple[str, str]]) -> GenerationRequest:
    """Return the request for a chapter once more; `rejected` are words of its first version, each with the reason."""
    prompt = second_prompt(request.prompt, version, rejected)
    return request.model_copy(update={"purpose": Purpose.SECOND, "prompt": prompt})


def simpler_request(request: GenerationRequest, transcript: TranscriptPair) -> GenerationRequest:
    """Return the request for a chapter by a prompt without the transcript's words, whatever the run's writing mode; its
    reply is a `SimpleChapter`."""
    return request.model_copy(
        update={
            "purpose": Purpose.SIMPLER,
            "prompt": simpler_prompt(request.brief, transcript),
            "system": SYSTEM_INSTRUCTIONS[WritingMode.REFERENCE],
            "answer_as": SimpleChapter,
        }
    )


def request_of(line: Line, chapter_index: int) -> GenerationRequest | None:
    """Return exactly the first request for a chapter; None for one without any proven quote, which is not sent.

    `chapter_index` is the evidence map's, from 0. Raises UnknownChapter, and SettingsError where the prompt's template
    lacks something.
    """
    effective = line.effective_index(chapter_index)
    brief = line.brief(effective)
    if not brief.quotes:
        return None
    return GenerationRequest(
        chapter_index=effective,
        brief=brief,
        prompt=build_prompt(brief, line.settings.prompt_template),
        system=SYSTEM_INSTRUCTIONS[brief.mode],
        sampling=line.settings.sampling,
    )
