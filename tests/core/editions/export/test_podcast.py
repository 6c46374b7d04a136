"""The quotes and the chapters of an edition for a podcast's feed: soundbites, and chapters of the recording."""

import json
import re
from html import unescape
from typing import Any

import pytest

from core.editions.export.podcast import LONGEST_TITLE, write_chapters, write_soundbites
from core.enforcement.results import Edition
from core.errors import EditionError, NoTranscript
from core.transcripts.passage_source import TimesOf
from core.transcripts.readers import read_transcript

HASH = "c3" * 32
# The edition of conftest.py: two quotes of its first chapter with both times, a third without an end; the quote of its
# second chapter ends before it begins. Its third chapter has no quote.
TIMES = ((12.5, 30.0), (4350.4, 4361.0396), (20.0, None), (7.25, 5.0))
SOUNDBITES = f"""<?xml version="1.0" encoding="UTF-8"?>
<!-- Quotes of an edition of Quote Workbench, each an exact slice of its transcript; certificate {HASH} -->
<item xmlns:podcast="https://podcastindex.org/namespace/1.0">
<podcast:soundbite startTime="12.5" duration="17.5">Ines Weir &lt;Calloway&gt;: We are on the weir, and it's raining.\
</podcast:soundbite>
<podcast:soundbite startTime="4350.4" duration="10.64">Tobias Marlowe</podcast:soundbite>
</item>
"""


@pytest.fixture
def timed(edition: Edition) -> Edition:
    """The edition of conftest.py with times, its quotes in another order than they were said."""
    quotes = [
        quote.model_copy(update={"start_seconds": start, "end_seconds": end, "times": TimesOf.UNITS})
        for quote, (start, end) in zip(edition.quotes, TIMES, strict=True)
    ]
    return edition.model_copy(update={"quotes": tuple(reversed(quotes))})


def chapters_of(edition: Edition) -> dict[str, Any]:
    """Return the chapters as they are written."""
    return json.loads(write_chapters(edition, certificate_sha256=HASH))


def test_each_quote_with_both_times_is_a_soundbite(timed: Edition) -> None:
    """In the order of the recording; a quote too long for a title gives way to the speaker's name: no word is cut."""
    assert write_soundbites(timed, certificate_sha256=HASH).decode() == SOUNDBITES


def test_a_title_is_at_most_as_long_as_programs_show(timed: Edition) -> None:
    """The whole quote, else the whole name, else nothing."""
    name = "N" * (LONGEST_TITLE + 1)
    for given, title in ((name, ""), (name[1:], name[1:]), ("I", "I: We are on the weir, and it's raining.")):
        quotes = tuple(quote.model_copy(update={"speaker_name": given}) for quote in timed.quotes)
        written = write_soundbites(timed.model_copy(update={"quotes": quotes}), certificate_sha256=HASH).decode()
        assert unescape(re.findall(r">([^<>]*)</podcast:soundbite>", written)[0]) == title


def test_without_both_times_there_are_no_soundbites(edition: Edition) -> None:
    """A beginning alone is no soundbite."""
    with pytest.raises(EditionError, match="none of its quotes has a beginning and an end"):
        write_soundbites(edition, certificate_sha256=HASH)


def test_words_and_names_cannot_be_markup(timed: Edition) -> None:
    """Nor end the file with what no XML can hold."""
    name = '</podcast:soundbite><script src="x"/>\x00\x0b\ufffe--><!-- ]]>'
    quotes = tuple(quote.model_copy(update={"speaker_name": name}) for quote in timed.quotes)
    written = write_soundbites(timed.model_copy(update={"quotes": quotes}), certificate_sha256=HASH).decode()
    assert written.count("<podcast:soundbite ") == written.count("</podcast:soundbite>") == 2
    assert "<script" not in written
    assert not re.search("[\x00-\x08\x0b-\x1f\ufffe\uffff]", written)


def test_a_chapter_begins_with_its_first_quote(timed: Edition) -> None:
    """In the order of the recording, whatever the edition's; a chapter without a time is left out."""
    made = chapters_of(timed)
    assert made["version"] == "1.2.0"
    assert HASH in made["description"]
    second, first = (chapter.title for chapter in timed.chapters[:2])
    assert [one["startTime"] for one in made["chapters"]] == [7.25, 12.5]
    assert made["chapters"][1]["title"] == second
    assert made["chapters"][0]["title"].startswith(first.split()[0])
    assert set(made) == {"version", "title", "description", "chapters"}
    assert all(set(one) == {"startTime", "title"} for one in made["chapters"])


def test_titles_have_no_quotation_marks(timed: Edition) -> None:
    """Nothing but a proven quote may stand in them."""
    assert not re.search('["“”«»]', "".join(one["title"] for one in chapters_of(timed)["chapters"]))


def test_a_beginning_alone_begins_a_chapter(edition: Edition) -> None:
    """The turn's time is near enough for a chapter."""
    assert [one["startTime"] for one in chapters_of(edition)["chapters"]] == [4350.4]


def test_without_times_there_are_no_chapters(edition: Edition) -> None:
    """Said in words."""
    quotes = tuple(quote.model_copy(update={"start_seconds": None}) for quote in edition.quotes)
    with pytest.raises(EditionError, match="no time in the recording is known"):
        write_chapters(edition.model_copy(update={"quotes": quotes}), certificate_sha256=HASH)


def test_they_are_no_transcripts(timed: Edition) -> None:
    """Refused by name, whatever the file is called."""
    for name in ("episode.xml", "episode.txt"):
        with pytest.raises(NoTranscript, match="exported quotes as soundbites"):
            read_transcript(write_soundbites(timed, certificate_sha256=HASH), name)
    for name in ("chapters.json", "chapters.txt"):
        with pytest.raises(NoTranscript, match="the chapters of a recording"):
            read_transcript(write_chapters(timed, certificate_sha256=HASH), name)
