"""What the file of a transcript says of a passage: its place there, its times, its least certain word."""

import json

import pytest

import core
from core import TranscriptPair
from core.span import Span
from core.transcripts.passage_source import (
    ByteOrigin,
    Hearing,
    PointerOrigin,
    TimesOf,
    UncertainWord,
    hearing_of,
    origin_of,
    placed_words,
)

Heard = tuple[str, float | None, float | None, float]
LAMPS: list[Heard] = [("Lamps", 0.0, 0.4, 0.9), ("are", 0.4, 0.6, 0.31), ("patient,", 0.6, None, 0.31)]
MAPS: list[Heard] = [("maps", None, None, 0.8)]


def word(heard: Heard) -> dict[str, object]:
    text, start, end, confidence = heard
    times = {name: at for name, at in (("start", start), ("end", end)) if at is not None}
    return {"word": f" {text}", "probability": confidence, **times}


@pytest.fixture
def pair() -> TranscriptPair:
    """Two segments of Whisper, with what it knows of some of their words."""
    segments = [
        {"id": 0, "start": 0.0, "end": 2.0, "text": " Lamps are patient,", "words": list(map(word, LAMPS))},
        {"id": 1, "start": 2.0, "end": 3.5, "text": " maps are not.", "words": list(map(word, MAPS))},
    ]
    text = "".join(str(one["text"]) for one in segments)
    return core.read_transcript(json.dumps({"text": text, "segments": segments, "language": "en"}).encode(), "t.json")


def span_of(pair: TranscriptPair, words: str) -> Span:
    start = pair.raw.index(words)
    return Span(start, start + len(words))


@pytest.mark.parametrize(
    ("words", "heard"),
    [
        ("Lamps", Hearing(0.0, 0.4, TimesOf.WORDS, UncertainWord(word="Lamps", confidence=0.9))),
        ("Lamps are", Hearing(0.0, 0.6, TimesOf.WORDS, UncertainWord(word="are", confidence=0.31))),
        # The end of its last word is not known; of two words that are as uncertain it is the first.
        ("are patient", Hearing(0.4, None, TimesOf.WORDS, UncertainWord(word="are", confidence=0.31))),
        # The first word has no time: those of the units that hold it are nearest.
        ("maps are", Hearing(2.0, 3.5, TimesOf.UNITS, UncertainWord(word="maps", confidence=0.8))),
        # No word of it has a confidence.
        ("not", Hearing(2.0, 3.5, TimesOf.UNITS, None)),
        ("patient, maps", Hearing(0.6, None, TimesOf.WORDS, UncertainWord(word="patient,", confidence=0.31))),
    ],
)
def test_times_are_those_of_the_nearest_that_has_any(pair: TranscriptPair, words: str, heard: Hearing) -> None:
    """Words before units, and units before the turn; what is not known stays unknown."""
    assert hearing_of(pair, span_of(pair, words)) == heard


def test_a_text_has_the_times_that_stand_in_it() -> None:
    """Of its turn, whose end nobody knows; none before the first."""
    pair = core.read_transcript(b"Ann: Hello.\n\nBo [0:12]: The lamp is out.\n", "talk.txt")
    assert hearing_of(pair, span_of(pair, "lamp")) == Hearing(12.0, None, TimesOf.TURN, None)
    assert hearing_of(pair, span_of(pair, "Hello")) == Hearing()
    assert origin_of(pair, span_of(pair, "lamp")) is None


def test_a_passage_has_each_of_its_places_once(pair: TranscriptPair) -> None:
    """One is no list; together the parts are the whole passage."""
    both = span_of(pair, "patient, maps are")
    assert origin_of(pair, span_of(pair, "Lamps are")) == PointerOrigin(pointer="/segments/0/text")
    assert origin_of(pair, both) == (
        PointerOrigin(pointer="/segments/0/text"),
        PointerOrigin(pointer="/segments/1/text"),
    )
    assert "".join(part.span.slice(pair.raw) for part in placed_words(pair, both)) == both.slice(pair.raw)


def test_the_bytes_of_a_caption_hold_its_words() -> None:
    """Half-open, in the encoding of the file."""
    data = "WEBVTT\n\n00:01.000 --> 00:03.000\n<v Zoë>Schön.\n".encode()
    pair = core.read_transcript(data, "talk.vtt")
    origin = origin_of(pair, span_of(pair, "Schön"))
    assert isinstance(origin, ByteOrigin)
    assert data[slice(*origin.bytes)].decode() == "Schön."


def timed(words: str) -> list[dict[str, object]]:
    return [{"word": word, "start": at / 2, "end": at / 2 + 0.4} for at, word in enumerate(words.split())]


SAID = "The lamps were lit at four."
OF_A_WHOLE_PHRASE = {
    "whisper": {
        "text": SAID,
        "segments": [
            {"id": 0, "start": 0, "end": 3, "text": SAID, "avg_logprob": -0.2, "confidence": 0.1, "words": timed(SAID)}
        ],
    },
    "whisper-timestamped": {
        "text": SAID,
        "segments": [
            {
                "id": 0,
                "start": 0,
                "end": 3,
                "text": SAID,
                "confidence": 0.1,
                "words": [{"text": one["word"], "start": one["start"], "end": one["end"]} for one in timed(SAID)],
            }
        ],
    },
    "google": {
        "results": [
            {
                "alternatives": [
                    {
                        "transcript": SAID,
                        "confidence": 0.1,
                        "words": [{"word": word, "startTime": "1s", "endTime": "2s"} for word in SAID.split()],
                    }
                ]
            }
        ]
    },
    "deepgram": {
        "metadata": {"request_id": "a", "channels": 1},
        "results": {"channels": [{"alternatives": [{"transcript": SAID, "confidence": 0.1, "words": timed(SAID)}]}]},
    },
    "azure": {
        "recognizedPhrases": [
            {
                "recognitionStatus": "Success",
                "channel": 0,
                "offsetInTicks": 0,
                "durationInTicks": 30000000,
                "nBest": [{"confidence": 0.1, "lexical": SAID.lower(), "display": SAID}],
            }
        ]
    },
    "general": {"pieces": [{"text": SAID, "start": 0, "end": 3, "confidence": 0.1, "score": 0.1}]},
}


@pytest.mark.parametrize("dialect", OF_A_WHOLE_PHRASE)
def test_what_is_said_of_a_whole_phrase_is_of_no_single_word(dialect: str) -> None:
    """A phrase's confidence and a segment's likelihood make no word doubtful."""
    pair = core.read_transcript(json.dumps(OF_A_WHOLE_PHRASE[dialect]).encode(), "talk.json")
    assert (pair.source.dialect, pair.raw.strip()) == (dialect, SAID)
    assert all(word.confidence is None for word in pair.words)
    assert hearing_of(pair, Span(0, len(pair.raw))).least_certain is None
