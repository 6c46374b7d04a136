"""The outcome of corrupted words, read from the finished chapter.

`verify`, which shares no code with enforcement, says whether words were accepted; only the action and its reason come
from the chapter's own decisions.
"""

from collections.abc import Sequence
from typing import NamedTuple

from core.enforcement.results import STAYS, ChapterDraft, Decision, DecisionAction
from core.evaluation.corruptions import Corruption, CorruptionClass, run_of
from core.evaluation.injection.inject import InjectedDraft
from core.evaluation.injection.injected_draft import Ending, InjectionOutcome
from core.generation.finish_chapter import speaker_declarations
from core.generation.line import Line
from core.prose.render import one_line, write_blocks
from core.transcripts.speakers import Roster
from core.verify import verify_part
from core.whitelist.quote_key import unwrap_marks


class _ReadQuotation(NamedTuple):
    """A quotation as `verify` reads it: its words, as they are and as a run of words, and the named speaker; `proven`
    says whether both are right."""

    text: str
    run: str
    speaker_id: str
    proven: bool


def _id_of(name: str | None, roster: Roster) -> str:
    speaker = roster.resolve(name)
    return speaker.speaker_id if speaker else ""


def _read(line: Line, finished: ChapterDraft) -> list[_ReadQuotation]:
    """Return every quotation of a finished chapter."""
    seen = verify_part(write_blocks(finished.blocks), line.transcript, declared=speaker_declarations(line))
    named = [(one.text, one.speaker, True) for one in seen.proven]
    named += [(one.text, one.named, False) for one in seen.unproven]
    return [_ReadQuotation(text, run_of(text), _id_of(name, line.roster), proven) for text, name, proven in named]


def _got_through(case: Corruption, words: str, seen: Sequence[_ReadQuotation]) -> bool:
    """Tell whether a quotation has words that nobody said, or true ones under the wrong name."""
    if case.corruption_class is CorruptionClass.TYPOGRAPHY:
        return False
    run = run_of(words)
    if case.corruption_class is CorruptionClass.WRONG_SPEAKER:
        return any(one.run == run and one.speaker_id == case.speaker.speaker_id for one in seen)
    return any(run in one.run for one in seen)


def _ending(
    case: Corruption, words: str, decision: Decision | None, read: tuple[ChapterDraft, list[_ReadQuotation]]
) -> Ending:
    finished, seen = read
    if _got_through(case, words, seen):
        return Ending.LET_THROUGH
    if finished.fallback:
        return Ending.HELD_BACK
    stands = any(one.proven and one.text == one_line(case.original) for one in seen)
    if decision is not None and decision.action in STAYS and stands:
        return Ending.ACCEPTED if case.corruption_class is CorruptionClass.TYPOGRAPHY else Ending.PUT_RIGHT
    in_prose = decision.action is DecisionAction.UNQUOTED if decision else run_of(words) in run_of(finished.text)
    return Ending.UNQUOTED if in_prose else Ending.DROPPED


def _decisions_at(words: Sequence[str], decisions: Sequence[Decision]) -> dict[int, Decision]:
    """Return the decision about each spot, where the decisions follow the spots; both are in reading order."""
    found: dict[int, Decision] = {}
    next_one = 0
    for spot, read in enumerate(words):
        written = one_line(unwrap_marks(read))
        at = next((at for at in range(next_one, len(decisions)) if decisions[at].original == written), None)
        if at is not None:
            found[spot], next_one = decisions[at], at + 1
    return found


def read_outcomes(line: Line, draft: InjectedDraft, finished: ChapterDraft) -> dict[int, InjectionOutcome]:
    """Return the outcome of each spot with corrupted words, by its number.

    `finished` is the chapter that was made of the poisoned draft.
    """
    decisions = _decisions_at(draft.words, finished.enforcement.decisions)
    read = finished, _read(line, finished)
    outcomes: dict[int, InjectionOutcome] = {}
    for spot, case in draft.cases.items():
        decision = decisions.get(spot)
        outcomes[spot] = InjectionOutcome(ending=_ending(case, draft.words[spot], decision, read), decision=decision)
    return outcomes
