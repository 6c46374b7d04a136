"""One talk in several formats is one talk: the same turns, and a map proves the same quotes from each."""

import pytest

import core
from tests.conftest import SAMPLE
from tests.same_talk import TALK, UNNAMED, WRITTEN

EVIDENCE = core.read_evidence((SAMPLE / "evidence.json").read_bytes(), "evidence.json")


@pytest.mark.parametrize("form", WRITTEN)
def test_the_turns_are_the_same(form: str) -> None:
    """By speaker and words, however the format cuts them."""
    pair = core.read_transcript(WRITTEN[form](), "talk")
    said = [(turn.speaker, " ".join(turn.span.slice(pair.raw).split())) for turn in pair.turns]
    assert said == [(turn.name, turn.words) for turn in TALK]


@pytest.mark.parametrize("form", WRITTEN)
def test_the_same_quotes_are_proven(form: str) -> None:
    """As many as in the sample's own file, each the slice of its transcript."""
    proven: dict[str, set[tuple[str, str]]] = {}
    for name, data in (("own", (SAMPLE / "interview.md").read_bytes()), (form, WRITTEN[form]())):
        pair = core.read_transcript(data, "interview.md" if name == "own" else "talk")
        quotes = core.build_quote_whitelist(EVIDENCE, pair)
        assert all(pair.raw[slice(*quote.raw_spans[0])] == quote.quote_text for quote in quotes)
        proven[name] = {(" ".join(quote.quote_canonical.split()), quote.speaker.speaker_name) for quote in quotes}
    assert proven[form] == proven["own"]
    assert len(proven["own"]) > 50


@pytest.mark.parametrize(("name", "form"), [("interview.vtt", "vtt"), ("interview.whisperx.json", "whisperx")])
def test_the_sample_has_the_talk_in_other_formats(name: str, form: str) -> None:
    """Byte for byte what the script writes."""
    assert (SAMPLE / name).read_bytes() == WRITTEN[form]()


def test_whisper_has_the_words_and_no_turns() -> None:
    """It names nobody, and nobody is named."""
    pair = core.read_transcript(UNNAMED["whisper"](), "talk.json")
    assert pair.turns == ()
    assert pair.raw.split() == " ".join(turn.words for turn in TALK).split()
