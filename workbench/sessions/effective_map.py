"""The evidence map that a session works with: the given map, or none, with a person's acts and speaker mappings."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.errors import Problem
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.evidence.speaker_mapping import Cast, fit_speaker_mapping
from core.map_making.acts.act_records import ActGroup, MendQuote, SingleAct
from core.map_making.acts.act_sentences import act_in_words
from core.map_making.acts.map_rows import MapRows, rows_of
from core.map_making.acts.replay import replay
from core.whitelist.corrections import Mend
from workbench.store import SourceFile


class UnusedAct(NamedTuple):
    """An act that does not fit the map: where it stands among the acts, from 0, what it did or was to do, and why it is
    not done."""

    place: int
    act: SingleAct | ActGroup
    sentence: str
    why: str


class EffectiveMap(NamedTuple):
    """An evidence map with acts and speaker mappings applied.

    `rows` are its rows under their identities, `unused` the acts that do not fit it. `problems` say which speaker
    mappings could not be applied, and why.
    """

    evidence_map: EvidenceMap
    rows: MapRows
    unused: tuple[UnusedAct, ...]
    problems: tuple[Problem, ...]

    @property
    def stale(self) -> tuple[Mend, ...]:
        """The corrections of words that the map no longer has."""
        return tuple(one.act.mend for one in self.unused if isinstance(one.act, MendQuote))

    @property
    def left_out(self) -> tuple[Problem, ...]:
        """Which mappings and acts do not count, and what to do; corrections are shown on *Whitelist*."""
        mappings = (
            problem.model_copy(update={"remedy": "Correct it on the page Sources."}) for problem in self.problems
        )
        acts = (_act_left_out(one) for one in self.unused if not isinstance(one.act, MendQuote))
        return (*mappings, *acts)


def _act_left_out(unused: UnusedAct) -> Problem:
    return Problem(
        place="A change of the map",
        message=f"{unused.sentence}; this does not count: {unused.why}",
        remedy="Take it back on the page Map, or on Edition under “Not in the evidence map” where it was made there.",
    )


def effective_map_of(
    given: EvidenceMap, labels: Sequence[str], mappings: Sequence[Cast], acts: Sequence[SingleAct | ActGroup]
) -> EffectiveMap:
    """Put acts over the given map, in their order, then speaker mappings; `labels` are the transcript's.

    A decision that does not fit is left out and never raises, because decisions about one file may not fit the next.
    """
    done = replay(rows_of(given), acts)
    mapped = fit_speaker_mapping(done.rows.as_map(), labels, mappings)
    unused = (
        UnusedAct(one.place, acts[one.place], act_in_words(done.rows, acts[one.place]), one.message)
        for one in done.refused
    )
    return EffectiveMap(mapped.evidence_map, done.rows, tuple(unused), mapped.problems)


def given_map(read: Callable[[str], bytes], source: SourceFile | None, title: str = "") -> EvidenceMap:
    """Return an evidence map as it was given, without what a person did since; an empty one of this title where there
    is none.

    `read` returns the bytes of a source by their sha256. Raises BadInput where it cannot be read any more, and what
    `read` raises.
    """
    return read_evidence(read(source.sha256), source.name) if source else EvidenceMap(title=title, chapters=())
