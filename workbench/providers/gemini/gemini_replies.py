"""What comes of Gemini's reply: its words, how it ended, and what it took."""

from typing import TYPE_CHECKING

from core.llm.client import Outcome, Reply, Usage
from workbench.providers.finish_reasons import refused, reply_without_reason, truncated
from workbench.providers.service_messages import in_one_line
from workbench.providers.token_fields import count_of

if TYPE_CHECKING:
    from google.genai.types import Candidate, GenerateContentResponse, GenerateContentResponseUsageMetadata

_STOP = "STOP"
_TOO_LONG = ("MAX_TOKENS", "CONTINUATION")  # Gemini could go on; this program asks for the rest in its own way
_ANOTHER = "Another model may write it."
_WHY = {
    "SAFETY": "Gemini's safety filter stopped the reply.",
    "PROHIBITED_CONTENT": "Gemini judged the content to be prohibited and stopped the reply.",
    "RECITATION": "Gemini stopped the reply because it came too close to a published text.",
    "BLOCKLIST": "Gemini stopped the reply because of a term on a blocklist.",
    "SPII": "Gemini stopped the reply because it took something for sensitive personal data.",
    "LANGUAGE": "Gemini stopped the reply because it does not support its language.",
}


def _usage_of(counted: "GenerateContentResponseUsageMetadata | None") -> Usage:
    if counted is None:
        return Usage()
    return Usage(
        input_tokens=count_of(counted.prompt_token_count),
        output_tokens=count_of(counted.candidates_token_count),
        thinking_tokens=count_of(counted.thoughts_token_count),
        cached_tokens=count_of(counted.cached_content_token_count),
    )


class GeminiReplyReader:
    """A reply while it comes, chunk by chunk; one that does not stream is one chunk."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._finish = ""
        self._block = ""
        self._says = ""
        self._counted: GenerateContentResponseUsageMetadata | None = None

    @property
    def is_over(self) -> bool:
        """Whether Gemini said how the reply ended; what may follow is its usage."""
        return bool(self._finish or self._block)

    def take(self, chunk: "GenerateContentResponse") -> str:
        """Return the words of the next chunk: the first candidate's, without its thoughts."""
        if chunk.usage_metadata is not None:
            self._counted = chunk.usage_metadata  # each is the sum so far
        feedback = chunk.prompt_feedback
        if feedback is not None and feedback.block_reason is not None:
            self._block = in_one_line(feedback.block_reason.value)
            self._says = in_one_line(feedback.block_reason_message or "")
        return self._take_candidate(chunk.candidates[0]) if chunk.candidates else ""

    def _take_candidate(self, candidate: "Candidate") -> str:
        # What stopped a reply once is not made good by what comes after it.
        if candidate.finish_reason is not None and self._finish in ("", _STOP):
            self._finish = in_one_line(candidate.finish_reason.value)
        parts = (candidate.content.parts if candidate.content is not None else None) or ()
        piece = "".join(part.text for part in parts if part.text and not part.thought)
        self._pieces.append(piece)
        return piece

    def _why(self) -> str:
        if not self._block:
            what = _WHY.get(self._finish, f"Gemini stopped the reply and names a reason of its own: {self._finish}.")
            return f"{what} {_ANOTHER}"
        says = f" It says: “{self._says}”" if self._says else ""
        return f"Gemini did not let the prompt through ({self._block}).{says} {_ANOTHER}"

    def reply(self) -> Reply:
        """Return the whole reply. Raises ServiceTrouble where nothing came, and no reason why."""
        text = "".join(self._pieces)
        usage = _usage_of(self._counted)
        if self._finish == _STOP and not self._block:
            return Reply(text=text, outcome=Outcome.COMPLETE, finish_reason=_STOP, usage=usage)
        if self._block or (self._finish and self._finish not in _TOO_LONG):
            return refused(text, self._block or self._finish, usage, why=self._why())
        if self._finish:
            return truncated(text, self._finish, usage)
        return reply_without_reason(text, usage)
