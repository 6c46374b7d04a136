"""The sentences of an edition about itself, and how it mentions what it must not quote.

A reader takes every quotation mark for a claim. So no sentence of an edition about itself holds one, and words from
elsewhere (titles, notices, what a model wrote) lose their marks, and of a decision a list says only what can be held
against the transcript or the chapter.
"""

import re
from collections.abc import Iterator

from core.enforcement.context_warnings import WarningKind
from core.enforcement.results import (
    Decision,
    DecisionAction,
    DecisionPlace,
    EnforcementResult,
    ProseKind,
    QuotationFinding,
)
from core.transcripts.speakers import PARTICLES, SpeakerRole

ABOUT = "About this edition"
PROMISE = (
    "Every quotation in an edition is an exact slice of the transcript, spoken in one turn by the named speaker. "
    "It is found by comparing text modulo a listed set of typographic folds, and always shown in the transcript's own "
    "characters. Nothing else appears in quotation marks or as a block quote. Anyone can check this again, without "
    "this program's word for it."
)
NOT_PROMISED = "We do not promise that a quote is fair or that a claim is true."

VERDICTS = {
    "verified": (
        "Verified",
        "Every quotation in this edition was found again in the transcript, in one turn of the person named with it.",
    ),
    "verified_text_only": (
        "Words verified, speakers not",
        "Every quotation was found again in the transcript. It names no speakers, so speakers are not verified.",
    ),
    "unproven": (
        "Unproven",
        "At least one quotation was not found again in the transcript. The command at the end of this page names it.",
    ),
    "redacted": (
        "Redacted",
        "Names were taken out of this edition and of its transcript, so not all of its words can be found again.",
    ),
    "nothing_to_verify": (
        "Nothing to verify",
        "This edition holds no quotation, so there was nothing to look for in the transcript.",
    ),
}
NO_VERDICT = ("Not checked", "Nobody has looked for the quotations of this edition in its transcript again.")

ROLES = {role.value: role.value for role in SpeakerRole} | {SpeakerRole.UNCLEAR.value: "role not declared"}
ACTIONS = {
    DecisionAction.KEPT: "kept",
    DecisionAction.REPLACED: "corrected to the transcript",
    DecisionAction.UNQUOTED: "marks taken off",
    DecisionAction.DROPPED: "left out",
}
FINDINGS = {
    QuotationFinding.WHITELISTED: "a proven quote of this chapter",
    QuotationFinding.OTHER_CHAPTER: "a proven quote of another chapter",
    QuotationFinding.PART_OF_WHITELISTED: "part of a proven quote, not the whole of it",
    QuotationFinding.VERBATIM_NOT_WHITELISTED: "in the transcript, but not among the proven quotes",
    QuotationFinding.WRONG_SPEAKER: "in the transcript, but said by somebody else",
    QuotationFinding.NOT_IN_TRANSCRIPT: "not in the transcript",
    QuotationFinding.UNKNOWN_REFERENCE: "a reference to no proven quote",
    QuotationFinding.REPEATED: "a proven quote that stands in this chapter already",
    QuotationFinding.STRICT_NARRATIVE: "a proven quote that was set as a block quote, where none may stand",
    QuotationFinding.NOT_ATTRIBUTED: "a proven quote whose speaker could not be read from the text around it",
    QuotationFinding.NOT_WHITELISTED: "not among the proven quotes",
}
UNPROVEN = {
    ProseKind.LOST_MARKS: "stood in quotation marks without proof",
    ProseKind.VERBATIM: "copied from the transcript without marks",
    ProseKind.MENTION: "a title or a few words that stood in marks",
}
WARNINGS = {
    WarningKind.NEGATION: "a negation stands just outside it",
    WarningKind.HEDGE: "a hedge stands just outside it",
    WarningKind.CONDITION: "a condition stands just outside it",
    WarningKind.QUESTION: "it is part of a question",
    WarningKind.REPORTED_SPEECH: "somebody reports it",
}
PLACES = {
    DecisionPlace.NARRATIVE: "in the narrative",
    DecisionPlace.OWN_EXCERPTS: "in excerpts of its own",
    DecisionPlace.CORE_CLAIM: "in a core claim",
}
_WORD = re.compile(r"[^\W_]+")
_ID = re.compile(r"(?<!\w)[0-9a-fA-F]{16}(?!\w)")
_MOST_WORDS, _MOST_OF_A_NAME = 3, 6
_LONGEST_NAME = 20  # characters of a name in letters without case, in which nobody sees a name


def clock(seconds: float) -> str:
    """Return a time in a recording as h:mm:ss."""
    minutes, second = divmod(int(seconds), 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}"


def _reference(original: str) -> str:
    """Return what a model wrote, a reference without the words that it wrote beside the id."""
    found = _ID.search(original) if original.startswith(("[", "［")) and original.endswith(("]", "］")) else None
    return f"[[{found.group()}]]" if found and _WORD.search(_ID.sub(" ", original)) else original


def _name(name: str) -> str:
    """Return a wrong name, or its beginning where all of it could be a sentence."""
    if name.lower() == name.upper():
        return name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
    words = list(_WORD.finditer(name))
    is_name = len(words) <= _MOST_OF_A_NAME and all(
        not word.group()[0].islower() or word.group() in PARTICLES for word in words
    )
    return name if is_name or len(words) <= _MOST_WORDS else f"{name[: words[_MOST_WORDS - 1].end()]}…"


def listed_decisions(result: EnforcementResult) -> Iterator[Decision]:
    """Yield the decisions of a chapter as its lists have them: `sentence` is the one in which the words stand in the
    finished chapter, "" where they do not."""
    now = {prose.words: prose.sentence for prose in result.unproven if prose.kind is not ProseKind.VERBATIM}
    for decision in result.decisions:
        yield decision.model_copy(
            update={
                "original": _reference(decision.original),
                "sentence": now.get(decision.original, "") if decision.sentence else "",
                "corrected_name": _name(decision.corrected_name),
            }
        )
