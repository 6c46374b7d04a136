"""Labels of the page Poison: how a quotation was falsified, and how it ended."""

from functools import lru_cache

from core.editions.export.decision_labels import FINDINGS
from core.enforcement.results import Decision, DecisionPlace, QuotationFinding
from core.evaluation.corruptions import CorruptionClass
from core.evaluation.injection import Ending, Injected, Poisoning
from core.prose.render import one_line
from core.transcripts.annotations import blank_annotations
from core.whitelist.difference import DiffOperation, DiffPiece, word_diff
from workbench.labels import count
from workbench.ui.common.chapters import listed

CLASSES = {
    CorruptionClass.TYPOGRAPHY: "Only the typography changed",
    CorruptionClass.NEGATION: "A negation reversed",
    CorruptionClass.FILLER: "A hedge or filler left out",
    CorruptionClass.WORD: "One word swapped",
    CorruptionClass.LETTER: "One letter changed",
    CorruptionClass.NUMBER: "A number changed",
    CorruptionClass.STITCHED: "Two sentences joined",
    CorruptionClass.REORDERED: "Clauses in another order",
    CorruptionClass.ELIDED: "Words replaced by dots",
    CorruptionClass.RANDOM: "A few words at random",
    CorruptionClass.WRONG_SPEAKER: "Another person's name",
    CorruptionClass.CUT: "Cut in mid-word",
    CorruptionClass.TWO_TURNS: "Two people's words joined",
}
TONES = {Ending.LET_THROUGH: "bad"}
SIGNS = {
    Ending.UNQUOTED: "✓ Marks taken off",
    Ending.DROPPED: "✓ Taken out",
    Ending.HELD_BACK: "✓ Held back",
    Ending.PUT_RIGHT: "✓ Put right",
    Ending.ACCEPTED: "✓ Accepted",
    Ending.LET_THROUGH: "✗ Let through",
}
HOW_ALIKE = (
    "The check by likeness is the one that many tools use: words count as quoted when they are at least 92% like some "
    "stretch of the transcript, capital letters and spacing aside (rapidfuzz's partial_ratio of the words against the "
    "whole transcript, 92 or more). It does not ask who said them."
)


def _because(decision: Decision | None) -> str:
    if decision is None:
        return ""
    if decision.finding is QuotationFinding.NOT_IN_TRANSCRIPT:
        return "These words are not in the transcript."
    text = FINDINGS[decision.finding]
    return f"{text[:1].upper()}{text[1:]}."


_SAID = {
    Ending.UNQUOTED: "They stay as plain prose and are listed as unproven.",
    Ending.HELD_BACK: "The whole chapter was held back, and its key excerpts stand alone.",
    Ending.PUT_RIGHT: "The name of the person who said it was written in its place.",
    Ending.ACCEPTED: "It is the same quotation; the transcript's own characters were written.",
    Ending.LET_THROUGH: "This must not happen: please report it with the transcript, the draft and the random draw.",
}


def _dropped_in_words(decision: Decision | None) -> str:
    if decision is None:
        return "They were taken out with the words around them."
    return "The claim that rested on them is gone too." if decision.place is DecisionPlace.CORE_CLAIM else ""


def ending_in_words(one: Injected) -> str:
    """Return what became of corrupted words, and why."""
    decision = one.outcome.decision
    text = _dropped_in_words(decision) if one.ending is Ending.DROPPED else _SAID[one.ending]
    because = _because(decision) if one.ending in (Ending.UNQUOTED, Ending.DROPPED) else ""
    return " ".join(part for part in (because, text) if part)


# A page shows all of them anew whatever was touched.
@lru_cache(maxsize=512)
def _turned_into(original: str, written: str) -> tuple[DiffPiece, ...]:
    return word_diff(one_line(blank_annotations(original)), written)


def difference_of(one: Injected) -> list[DiffPiece]:
    """Return the true words turned into the written ones; where the words are the true ones, these alone."""
    written = one_line(one.words)
    if not one.is_false or one.corruption.corruption_class is CorruptionClass.WRONG_SPEAKER:
        return [DiffPiece(op=DiffOperation.SAME, text=written)]
    return list(_turned_into(one.corruption.original, written))


def endings_in_words(found: Poisoning) -> str:
    """Return what became of all that is false, "" where nothing is."""
    endings = [one.ending for one in found.false]
    labels = {
        Ending.UNQUOTED: "lost their quotation marks and are listed as unproven prose",
        Ending.DROPPED: "were taken out",
        Ending.PUT_RIGHT: "were put right",
        Ending.HELD_BACK: "were held back with their chapter",
        Ending.LET_THROUGH: "got through",
    }
    parts = [f"{endings.count(ending)} {words}" for ending, words in labels.items() if ending in endings]
    return f"Of those that are false, {listed(parts)}." if parts else ""


def typography_in_words(found: Poisoning) -> str:
    """Return what became of the quotations in which only the typography was changed, "" where there is none."""
    same = [one for one in found.injected if not one.is_false]
    accepted = sum(one.ending is Ending.ACCEPTED for one in same)
    if not same:
        return ""
    many = "Besides, only the marks, dashes or spaces were changed in"
    if accepted == len(same):
        how = "it was" if len(same) == 1 else "all were"
        return f"{many} {count(len(same), 'quotation')}: {how} accepted and written as the transcript has them."
    return f"{many} {count(len(same), 'quotation')}: {accepted} accepted, {len(same) - accepted} not."


def board_in_words(found: Poisoning) -> str:
    """Return the scoreboard of every class in words."""
    return " ".join(
        f"{CLASSES[tally.corruption_class]}: {tally.let_through} of {tally.injected} got through here, "
        f"{tally.naive} of {tally.injected} would have passed the check by likeness."
        for tally in found.tallies
        if tally.corruption_class is not CorruptionClass.TYPOGRAPHY
    )
