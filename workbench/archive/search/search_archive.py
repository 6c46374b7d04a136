"""A concordance of an archive: every place where words stand, who says them where, and how often."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import itemgetter

from core.span import Span
from workbench.archive.search.asked_pattern import AskedPattern
from workbench.archive.search.asked_words import AskedWords
from workbench.archive.search.concordance import (
    Concordance,
    ConcordanceLine,
    ConcordanceWish,
    SpeakerCount,
    TalkCount,
    per_thousand,
)
from workbench.archive.search.place_search import PlaceSearch
from workbench.archive.search.searched_archive import ArchiveTalk, SearchedArchive
from workbench.archive.search.spoken_units import SpokenUnit
from workbench.archive.search.talk_counts import CountedTalk, count_in_talks, read_asked
from workbench.search.speech.spoken_passages import SpokenSources

_ROOM = 4  # times the characters that are shown: what was not said is blank


def _before(text: str, most: int) -> str:
    """Return the last words before a place, with the space between; at most so many characters."""
    near = text[-_ROOM * most :] if most else ""
    words = " ".join(f"{near}|".split())[:-1]
    if len(words) <= most and len(near) == len(text):
        return words
    first = max(0, len(words) - most)
    is_whole = first > 0 and words[first - 1] == " "
    return words[first:] if is_whole else words[first:].partition(" ")[2]


def _behind(text: str, most: int) -> str:
    """Return the first words behind a place, with the space between; at most so many characters."""
    near = text[: _ROOM * most]
    words = " ".join(f"|{near}".split())[1:]
    if len(words) <= most and len(near) == len(text):
        return words
    is_whole = words[most : most + 1] == " "
    return words[:most] if is_whole else words[:most].rpartition(" ")[0]


def line_of(archive: SearchedArchive, talk: ArchiveTalk, unit: SpokenUnit, span: Span, context: int) -> ConcordanceLine:
    """Return the line of a place in what somebody says."""
    label = unit.first.speaker or ""
    return ConcordanceLine(
        left=_before(unit.spoken[: span.start], context),
        match=span.slice(unit.text),
        right=_behind(unit.spoken[span.end :], context),
        speaker=archive.person_of(label),
        label=label,
        talk=talk.key,
        title=talk.about.title,
        date=talk.about.date,
        start_seconds=unit.time_at(span.start),
        span=Span(unit.offset + span.start, unit.offset + span.end),
        turn=unit.first.turn,
    )


def _first(counted: Iterable[CountedTalk], limit: int) -> Iterator[CountedTalk]:
    """Yield the talks in which the first places stand."""
    for one in counted:
        if limit <= 0:
            return
        yield one
        limit -= one.total


def _places(
    sources: SpokenSources, asked: AskedWords | AskedPattern, counted: Iterable[CountedTalk]
) -> Iterator[tuple[ArchiveTalk, SpokenUnit, Span]]:
    """Yield the places in some talks, talk by talk."""
    talks = {one.part.talk.key: one.part for one in counted}
    places: dict[str, list[tuple[int, SpokenUnit, Span]]] = {key: [] for key in talks}
    some = sources.only(talks)
    for unit, spans in PlaceSearch(asked, some).found():
        key = some.key_of[unit.first.source_id]
        if talks[key].holds(unit.first.speaker):
            places[key] += ((unit.offset + span.start, unit, span) for span in spans)
    for key, own in places.items():
        yield from ((talks[key].talk, unit, span) for _, unit, span in sorted(own, key=itemgetter(0, 2)))


def _by_speaker(
    archive: SearchedArchive, words: Mapping[str, int], counted: Sequence[CountedTalk]
) -> Iterator[SpeakerCount]:
    counts, talks = Counter[str](), Counter[str]()
    last: dict[str, CountedTalk] = {}  # in which a person was counted
    for one in counted:
        for label, count in one.counts.items():
            person = archive.person_of(label)
            counts[person] += count
            if last.get(person) is not one:
                talks[person] += 1
                last[person] = one
    for speaker, count in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])):
        said = words.get(speaker, 0)
        yield SpeakerCount(
            speaker=speaker, count=count, talks=talks[speaker], words=said, per_thousand=per_thousand(count, said)
        )


def _by_talk(counted: Iterable[CountedTalk]) -> Iterator[TalkCount]:
    for one in counted:
        talk, words = one.part.talk, one.part.words
        yield TalkCount(
            talk=talk.key,
            title=talk.about.title,
            date=talk.about.date,
            count=one.total,
            words=words,
            per_thousand=per_thousand(one.total, words),
        )


def search_archive(archive: SearchedArchive, wish: ConcordanceWish) -> Concordance:
    """Return where words stand in a part of an archive; all places are counted, the first have lines.

    Words are found as quotes are: folded, whole tokens, in one turn, in speech alone, never over lost speech. A pattern
    is searched in what is said in each turn, as it is written, with what was not said as spaces. Copies of a talk count
    once. Raises BadInput, SearchIndexError.
    """
    asked = read_asked(wish)
    part = archive.part(wish.within)
    with archive.library.spoken(one.talk.key for one in part.talks) as sources:
        counted = list(count_in_talks(sources, asked, part.talks))
        places = list(islice(_places(sources, asked, _first(counted, wish.limit)), wish.limit))
    return Concordance(
        total=sum(one.total for one in counted),
        lines=tuple(line_of(archive, *place, wish.context) for place in places),
        speakers=tuple(_by_speaker(archive, part.words, counted)),
        talks=tuple(_by_talk(counted)),
        searched=len(part.talks),
        undated=archive.undated(wish.within),
    )
