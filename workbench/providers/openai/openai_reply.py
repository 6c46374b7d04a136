"""A reply in OpenAI's format while it comes: its words, how it ended, and what it cost."""

from typing import Any, cast

from core.errors import ServiceTrouble
from core.llm.client import Reply, Usage
from workbench.providers.finish_reasons import refused, reply_without_reason, truncated
from workbench.providers.openai.openai_errors import as_list, as_object
from workbench.providers.service_messages import in_one_line
from workbench.providers.token_fields import count_of

_LONGEST_REFUSAL = 4_096  # characters
_REMEDY = "Try again; if it happens again, the address may be of something else."


def _strange(what: str) -> ServiceTrouble:
    return ServiceTrouble(f"The server's reply is not what was expected: {what}. {_REMEDY}")


def _text_in(message: dict[str, Any], name: str) -> str:
    value = message.get(name)
    if value is None:
        return ""
    if isinstance(value, list):
        parts = [as_object(part) for part in as_list(cast("object", value))]
        # Of a text in parts those of other types, such as thoughts, are no words.
        texts = [part.get("text") for part in parts if part.get("type") == "text"]
        if all(isinstance(part.get("type"), str) for part in parts) and all(isinstance(text, str) for text in texts):
            return "".join(cast("list[str]", texts))
    if not isinstance(value, str):
        raise _strange(f"its {name} is no text")
    return value


def _count_in(payload: dict[str, Any], name: str) -> int | None:
    return count_of(payload.get(name))


def usage_of(payload: dict[str, Any]) -> Usage:
    """Return the tokens as a server counted them; those of thinking are taken from the reply's, which most count in."""
    sent, written = _count_in(payload, "prompt_tokens"), _count_in(payload, "completion_tokens")
    thinking = _count_in(as_object(payload.get("completion_tokens_details")), "reasoning_tokens")
    cached = _count_in(as_object(payload.get("prompt_tokens_details")), "cached_tokens")
    if written is not None and thinking is not None:
        is_apart = _count_in(payload, "total_tokens") == (sent or 0) + written + thinking
        written = written if (is_apart and thinking) or thinking > written else written - thinking
    return Usage(input_tokens=sent, output_tokens=written, thinking_tokens=thinking, cached_tokens=cached)


class OpenAIReplyReader:
    """What has come of a reply; `finish_reason` is "" as long as the server gave none."""

    def __init__(self) -> None:
        self.finish_reason = ""
        self._pieces: list[str] = []
        self._refusal = ""
        self._usage = Usage()

    def take(self, payload: dict[str, Any], name: str) -> str:
        """Take the next part of it, or all, from a choice's `name` ("delta" or "message"); return its words.

        Raises ServiceTrouble for what is no such part.
        """
        if isinstance(payload.get("usage"), dict):
            self._usage = usage_of(payload["usage"])
        choices = as_list(payload.get("choices"))
        choice = as_object(choices[0]) if choices else {}
        message = as_object(choice.get(name))
        words = _text_in(message, "content")
        self._pieces.append(words)
        self._refusal = (self._refusal + _text_in(message, "refusal"))[:_LONGEST_REFUSAL]
        # Last, because it says that all before it was taken; and what stopped a reply once is not made good later.
        reason = _text_in(choice, "finish_reason")
        if self.finish_reason in ("", "stop"):
            self.finish_reason = reason or self.finish_reason
        return words

    def reply(self) -> Reply:
        """Return the reply, which is over. Raises ServiceTrouble where the server gave neither words nor a reason."""
        text, reason = "".join(self._pieces), in_one_line(self.finish_reason)
        if self._refusal:
            why = f"The model refused to write it: “{in_one_line(self._refusal)}”"
            return refused(text, "refusal", self._usage, why=why)
        match reason:
            case "":
                return reply_without_reason(text, self._usage)
            case "stop":
                return Reply(text=text, finish_reason=reason, usage=self._usage)
            case "length":
                return truncated(text, reason, self._usage)
            case "content_filter":
                why = "The service's content filter would not let it be written. Another model may write it."
            case _:
                why = f"The service ended the reply for a reason that is not known here: {reason}. Try another model."
        return refused(text, reason, self._usage, why=why)
