"""Where the words of quotes stand, whoever is named: by whom they were said, or why they count as said by nobody."""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import NamedTuple

from core.evidence.evidence_map import EvidenceMap, Support
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import parts_in_order
from core.whitelist.corrections.evidence_text import CorrectionContext
from core.whitelist.judge_places import MOST_PLACES
from core.whitelist.occurrences import Occurrence, find_all_of_many, is_in_one_turn, whole_occurrence
from core.whitelist.rejection import RejectionReason
from core.whitelist.typed_quotes import read_typed_quotes


class WordPlaces(NamedTuple):
    """The places in one turn where a quote's words stand, and the name of who says them at each, "" for nobody known.

    `reason` is why there are none; `all_seen` is false of words that stand at more places than are looked at.
    """

    places: tuple[Occurrence, ...]
    names: tuple[str, ...]
    reason: RejectionReason | None
    all_seen: bool

    @property
    def only_speaker(self) -> str:
        """The name of the person who alone said the words, "" where there is none."""
        alone = len(set(self.names)) == 1 and self.all_seen
        return self.names[0] if alone else ""


def _judge(core: str, matches: Iterable[tuple[int, int]], context: CorrectionContext) -> WordPlaces:
    transcript = context.transcript
    seen = list(islice(matches, MOST_PLACES + 1))
    whole = [one for match in seen[:MOST_PLACES] if (one := whole_occurrence(transcript, match)) is not None]
    places = [one for one in whole if is_in_one_turn(transcript, one)]
    reason = None
    if not places:
        elided = not seen and parts_in_order(transcript.canonical, core)
        absent = RejectionReason.ELIDED if elided else RejectionReason.NOT_FOUND
        reason = RejectionReason.CROSSES_TURNS if whole else RejectionReason.PARTIAL_WORD if seen else absent
    named = transcript.names_speakers
    names = (context.name_at(one.raw.start, "") or "" if named else "" for one in places)
    return WordPlaces(tuple(places), tuple(names), reason, len(seen) <= MOST_PLACES)


def find_word_places(
    evidence_map: EvidenceMap, transcript: TranscriptPair, roster: Roster, wanted: Callable[[Support], bool]
) -> dict[str, WordPlaces]:
    """Return where the words of the wanted quotes stand, by evidence id; a quote without words is left out."""
    chapters = (
        chapter.model_copy(
            update={
                "claims": tuple(
                    claim.model_copy(update={"support": tuple(filter(wanted, claim.support))})
                    for claim in chapter.claims
                )
            }
        )
        for chapter in evidence_map.chapters
    )
    asked = evidence_map.model_copy(update={"chapters": tuple(chapters)})
    typed = [one for one in read_typed_quotes(asked, transcript.canonical) if one.core]
    context = CorrectionContext(transcript, roster)
    found = find_all_of_many(transcript.canonical, [one.core for one in typed])
    return {one.evidence_id: _judge(one.core, matches, context) for one, matches in zip(typed, found, strict=True)}
