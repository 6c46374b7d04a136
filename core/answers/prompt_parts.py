"""What every request for an answer has in common: how material is written, and the frame around it.

Whatever comes from a source stands as a JSON string on one line, so that no passage can pose as another one, as the end
of the material, or as an instruction of ours.
"""

import json

from core.llm.client import ChapterBrief, GenerationRequest, WritingMode
from core.prose.render import one_line

TARGET_WORDS = 300
LONGEST_SHOWN = 8_000
"""Characters of a passage that a model is shown; it is proven by all of it."""
_LONGEST_DOMAIN = 200


def as_data(text: str) -> str:
    """Return a text as a JSON string on one line."""
    return json.dumps(one_line(text), ensure_ascii=False)


def shown_text(text: str) -> str:
    """Return as much of a passage as a model is shown, cut at white space where there is any."""
    if len(text) <= LONGEST_SHOWN:
        return text
    cut = text.rfind(" ", LONGEST_SHOWN // 2, LONGEST_SHOWN)
    return text[: cut if cut > 0 else LONGEST_SHOWN]


def domain_of(domain: str, before: str) -> str:
    """Return what the sources are about, on one line behind the words before it; "" where nothing is said of it."""
    named = one_line(domain)[:_LONGEST_DOMAIN]
    return f"{before}{named}" if named else ""


def answer_request(question: str, prompt: str, system: str, mode: WritingMode) -> GenerationRequest:
    """Return the request for an answer: its brief has the question alone, for it has no chapter."""
    brief = ChapterBrief(
        title=one_line(question),
        claims=(),
        quotes=(),
        excerpts=(),
        target_words=TARGET_WORDS,
        generation_mode="answer",
        mode=mode,
    )
    return GenerationRequest(chapter_index=0, brief=brief, prompt=prompt, system=system)
