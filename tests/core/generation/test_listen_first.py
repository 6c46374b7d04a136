"""What a transcript is unsure of: a quote that must be listened to first is marked, and nothing else changes."""

import json
from collections.abc import Sequence

import pytest

import core
from core import Edition, Line, OfflineComposer, Settings
from tests.doubted_talk import TABLE, doubted_line


def line_of(listen_below: float) -> Line:
    return doubted_line(Settings(listen_below=listen_below))


def edition_of(listen_below: float) -> Edition:
    return core.generate_edition(line_of(listen_below), OfflineComposer())


def without_score(word: dict[str, object]) -> dict[str, object]:
    return {name: told for name, told in word.items() if name != "score"}


@pytest.mark.parametrize(
    ("listen_below", "marked"), [(0, [False, False]), (0.12, [False, False]), (0.3, [True, False]), (1, [True, True])]
)
def test_a_quote_is_marked_below_the_setting(listen_below: float, marked: Sequence[bool]) -> None:
    """The transcript is 12% and 71% sure of their least certain words; exactly as sure as asked is sure enough."""
    assert [quote.listen_first for quote in edition_of(listen_below).quotes] == marked


@pytest.mark.parametrize("listen_below", [0.3, 0.9, 1.0])
def test_it_warns_and_never_blocks(listen_below: float) -> None:
    """No quote, level, excerpt, chapter or verdict is another one."""
    asked, other = line_of(0), line_of(listen_below)
    assert (other.whitelist, other.rejections) == (asked.whitelist, asked.rejections)
    assert (other.coverages, other.merged) == (asked.coverages, asked.merged)
    plain, marked = edition_of(0), edition_of(listen_below)
    assert marked.verdict == plain.verdict == "verified"
    assert marked.chapters == plain.chapters
    assert [one.model_copy(update={"listen_first": False}) for one in marked.quotes] == list(plain.quotes)
    assert len(marked.notices) == len(plain.notices) + 1


def test_a_transcript_without_confidences_is_never_doubted() -> None:
    """Not even where a person wants to listen to everything."""
    segments = [{**one, "words": list(map(without_score, one["words"]))} for one in TABLE["talk"]["segments"]]
    transcript = core.read_transcript(json.dumps({"segments": segments}).encode(), "talk.json")
    evidence = core.read_evidence(json.dumps(TABLE["evidence"]))
    line = core.prepare_line(evidence, transcript, settings=Settings(listen_below=1))
    edition = core.generate_edition(line, OfflineComposer())
    assert [(one.least_certain, one.listen_first) for one in edition.quotes] == [(None, False)] * 2
    assert not any("Listen" in notice for notice in edition.notices)
