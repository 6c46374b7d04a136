"""Facts about a talk, found while its transcript is read: who speaks how much, and for how long."""

import hashlib
import json
from functools import cache
from typing import NamedTuple

from pydantic import TypeAdapter

from core.evidence.speaker_mapping.mapped_turns import measure_parts
from core.text.word_count import count_words
from core.transcripts.transcript import TranscriptPair


# Not records: who asks an archive holds the facts of all its talks, and as records they take four times the memory.
class TalkSpeaker(NamedTuple):
    """What one label of a transcript says: its turns, its words, and the turns that end with a question."""

    label: str
    turns: int
    words: int
    questions: int


class TalkFacts(NamedTuple):
    """A talk in numbers, with its speakers in order of appearance.

    `words_sha256` is the hash of its canonical form: copies of one talk have the same, whatever format they were saved
    in. `seconds` is the last time that the transcript gives, None where it gives none. Words under no label count in
    `words` alone.
    """

    words_sha256: str
    turns: int
    words: int
    seconds: float | None
    speakers: tuple[TalkSpeaker, ...] = ()


class IndexedTalk(NamedTuple):
    """A transcript of the index: its file (`key`, `name`), the hash of its bytes, how they were read, and its facts.

    `tiers` are those that were read where the file has several, as a JSON list.
    """

    key: str
    name: str
    sha256: str
    tiers: str
    facts: TalkFacts


@cache
def _adapter() -> TypeAdapter[TalkFacts]:
    return TypeAdapter(TalkFacts)


def facts_as_json(facts: TalkFacts) -> str:
    """Return the facts about a talk as the index keeps them: an object with a list of objects."""
    speakers = [speaker._asdict() for speaker in facts.speakers]
    return json.dumps({**facts._asdict(), "speakers": speakers}, ensure_ascii=False, separators=(",", ":"))


def read_facts(text: str) -> TalkFacts:
    """Return the facts that the index keeps. Raises pydantic's ValidationError for anything else."""
    return _adapter().validate_json(text)


def measure_talk(transcript: TranscriptPair) -> TalkFacts:
    """Return the facts about a transcript."""
    activity = measure_parts(transcript, {label: label for label in transcript.labels}, {})
    words = activity.words if transcript.turns else count_words(transcript.speech.text)
    return TalkFacts(
        words_sha256=hashlib.sha256(transcript.canonical.encode()).hexdigest(),
        turns=activity.turns,
        words=words,
        seconds=transcript.time_at(len(transcript.raw)),
        speakers=tuple(
            TalkSpeaker(label=label, turns=part.turns, words=part.words, questions=part.asking)
            for label, part in activity.parts.items()
        ),
    )
