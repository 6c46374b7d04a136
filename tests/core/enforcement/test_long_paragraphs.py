"""A paragraph that is decided in stretches is one paragraph in the end."""

from core.enforcement.enforcer import enforce_chapter
from core.generation.line import Line
from core.prose.render import one_line, write_blocks

WORDS = "nobody in the harbour minded that at all and they went on with it for a long while "


def test_a_paragraph_that_never_ends_is_joined_once(sample: Line) -> None:
    """The stretches of one long paragraph become one paragraph again, word for word."""
    sentence = f"The sea was calm and {WORDS * 3}."
    reply = " ".join([sentence] * 200)
    enforced = enforce_chapter(reply, sample.merged.whitelist, 0, transcript=sample.transcript, roster=sample.roster)
    assert write_blocks(enforced.narrative) == one_line(reply) + "\n"
    assert len(enforced.narrative) == 1
