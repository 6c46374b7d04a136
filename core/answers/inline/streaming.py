"""An answer while it streams: a quotation is shown only when it is proven and carries the right id."""

from core.answers.inline.enforce_answer import AnswerEnforcer
from core.answers.passage_transcript import Ground
from core.answers.records import AnswerPolicy
from core.enforcement.streaming import ReplyGate, StreamGate


class InlineGate(ReplyGate):
    """Lets an answer through as it is settled; at its end the text is that of the finished answer.

    A fallback replaces it. Source: decisions.md#streaming, decisions.md#seed-4.
    """

    def __init__(self, ground: Ground, policy: AnswerPolicy | None = None) -> None:
        super().__init__(StreamGate(AnswerEnforcer(ground, policy or AnswerPolicy())))
