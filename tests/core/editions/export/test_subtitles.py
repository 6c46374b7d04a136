"""The quotes of an edition as subtitles, at their times."""

from pathlib import Path

import pytest

from core.editions.export.subtitles import SubtitleForm, timed_quotes, write_subtitles
from core.enforcement.results import Edition
from core.errors import EditionError, NoTranscript
from core.evidence.evidence_map import read_evidence
from core.generation.line import prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.transcripts.passage_source import TimesOf
from core.transcripts.readers import read_transcript

SAMPLE = Path(__file__).parents[4] / "sample_data"
HASH = "c3" * 32
# What the edition of conftest.py says, each with when it was said: two with both times, one without an end, one that
# ends before it begins.
TIMES = ((12.5, 15.0), (4350.4, 4361.0396), (20.0, None), (30.0, 29.0))
VTT = f"""WEBVTT

NOTE Quotes of an edition of Quote Workbench, each an exact slice of its transcript; certificate {HASH}

{{first}}
00:00:12.500 --> 00:00:15.000
<v Ines Weir &lt;Calloway&gt;>We are on the weir, and it's raining.

{{second}}
01:12:30.400 --> 01:12:41.040
<v Tobias Marlowe>I typed &lt;script&gt;alert("rain")&lt;/script&gt; &amp; the gauge said "no". Then it said \
&lt;/style&gt;&lt;img src=x onerror=alert(1)&gt; and I went home.
"""
SRT = """1
00:00:12,500 --> 00:00:15,000
Ines Weir &lt;Calloway&gt;: We are on the weir, and it's raining.

2
01:12:30,400 --> 01:12:41,040
Tobias Marlowe: I typed &lt;script&gt;alert("rain")&lt;/script&gt; &amp; the gauge said "no". Then it said \
&lt;/style&gt;&lt;img src=x onerror=alert(1)&gt; and I went home.
"""


@pytest.fixture
def timed(edition: Edition) -> Edition:
    """The edition of conftest.py with times, its quotes in another order than they were said."""
    quotes = [
        quote.model_copy(update={"start_seconds": start, "end_seconds": end, "times": TimesOf.UNITS})
        for quote, (start, end) in zip(edition.quotes, TIMES, strict=True)
    ]
    return edition.model_copy(update={"quotes": tuple(reversed(quotes))})


def test_each_quote_with_both_times_is_a_cue(timed: Edition, edition: Edition) -> None:
    """In the order of the recording, speaker and words escaped, white space as one space."""
    first, second = (quote.quote_id for quote in edition.quotes[:2])
    assert write_subtitles(timed, "vtt", certificate_sha256=HASH).decode() == VTT.format(first=first, second=second)
    assert write_subtitles(timed, "srt", certificate_sha256=HASH).decode() == SRT
    assert [quote.quote_id for quote in timed_quotes(timed)] == [first, second]


@pytest.mark.parametrize("form", ["vtt", "srt"])
def test_without_times_there_are_no_subtitles(edition: Edition, form: SubtitleForm) -> None:
    """A beginning alone is no cue."""
    with pytest.raises(EditionError, match="none of its quotes has a beginning and an end"):
        write_subtitles(edition, form, certificate_sha256=HASH)


def test_a_name_cannot_end_its_line_or_its_cue(timed: Edition) -> None:
    """Whatever the name holds, the cue stays one."""
    name = "A\n\n00:00:01.000 --> 00:00:02.000\n<v B>"
    quotes = tuple(quote.model_copy(update={"speaker_name": name}) for quote in timed.quotes)
    hostile = timed.model_copy(update={"quotes": quotes})
    for form in ("vtt", "srt"):
        assert write_subtitles(hostile, form, certificate_sha256=HASH).decode().count("-->") == 2


@pytest.mark.parametrize("form", ["vtt", "srt"])
def test_our_own_readers_read_them_back(form: SubtitleForm) -> None:
    """Each quote of the sample with times, by its speaker, where it was said."""
    transcript = read_transcript((SAMPLE / "interview.vtt").read_bytes(), "interview.vtt")
    line = prepare_line(read_evidence((SAMPLE / "evidence.json").read_bytes(), "evidence.json"), transcript)
    edition = generate_edition(line, OfflineComposer())
    data = write_subtitles(edition, form, certificate_sha256=HASH)
    said = data.replace(b"NOTE Quotes of an edition", b"NOTE Other quotes")
    read = read_transcript(said, f"quotes.{form}")
    assert read.source.reader == {"vtt": "webvtt", "srt": "srt"}[form]
    quotes = timed_quotes(edition)
    assert len(read.units) == len(quotes) > 10
    for unit, quote in zip(read.units, quotes, strict=True):
        assert unit.span.slice(read.raw).split() == quote.text.split()
        turn = read.turn_of(unit.span)
        assert turn is not None
        assert turn.speaker == quote.speaker_name
        assert unit.start_seconds == pytest.approx(quote.start_seconds, abs=0.001)
        assert unit.end_seconds == pytest.approx(quote.end_seconds, abs=0.001)


def test_subtitles_of_quotes_are_no_transcript(timed: Edition) -> None:
    """They are refused by name: they prove nothing."""
    with pytest.raises(NoTranscript, match="exported quotes as subtitles"):
        read_transcript(write_subtitles(timed, "vtt", certificate_sha256=HASH), "quotes.vtt")
