"""The recorded model that misbehaves: replies to the sample's prompts, played as a script."""

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256

from core.generation.line import Line
from workbench.labels import RECORDED_NAME
from workbench.paths import SAMPLE_DATA
from workbench.providers.provider import PickerEntry, Provider, ProviderChoice
from workbench.store import ClientChoice, Session

RECORDED_PACE = 40  # words per second: slow enough to watch, fast enough for a talk
# Which of the recorded replies is for the chapter that begins with this one of the sample's map.
_RECORDED_FOR = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 4, 6: 5}


@cache
def _sample_hashes() -> tuple[str, str]:
    transcript, evidence = (
        sha256((SAMPLE_DATA / name).read_bytes()).hexdigest() for name in ("interview.md", "evidence.json")
    )
    return transcript, evidence


def _is_the_sample(session: Session) -> bool:
    """Tell whether a session is the sample's: the model answered for those chapters only."""
    sources = (session.transcript and session.transcript.sha256, session.evidence and session.evidence.sha256)
    return sources == _sample_hashes()


def sent_of(line: Line, chapters: Sequence[int]) -> tuple[int, ...]:
    """Return those chapters that are sent to a client: the others have no proven quote."""
    quoted = {index for quote in line.merged.whitelist for index in quote.chapter_indices}
    return tuple(chapter for chapter in chapters if line.effective_index(chapter) in quoted)


def recorded_choice(replies: Sequence[str]) -> ClientChoice:
    """Return the choice of these recorded replies, one for each call."""
    return ClientChoice(kind="scripted", name=RECORDED_NAME, replies=tuple(replies), words_per_second=RECORDED_PACE)


def _for_chapters(_asked: ProviderChoice, line: Line, chapters: Sequence[int]) -> ClientChoice:
    replies = json.loads((SAMPLE_DATA / "replies.json").read_text(encoding="utf-8"))
    return recorded_choice([str(replies[_RECORDED_FOR[chapter]]) for chapter in sent_of(line, chapters)])


RECORDED = Provider(
    kind="recorded",
    title=RECORDED_NAME,
    on_generate=PickerEntry(
        name="A model that misbehaves (recorded)",
        caption="For a demonstration: it polishes, invents and misattributes, and you watch what becomes of it.",
    ),
    on_ask=PickerEntry(
        name="A model that misbehaves",
        caption="Recorded, for a demonstration: it misquotes the sample’s feedback, and you watch what becomes of it.",
    ),
    on_evaluate="A model that misbehaves (recorded)",
    fits=_is_the_sample,
    choose=_for_chapters,
)
