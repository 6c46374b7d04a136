"""A small talk for the grammar of replies: who speaks, what was said and may be quoted, what nobody said.

No sentence shares its words with another, so that words found in a finished chapter are known for what they are.
"""

import json
from collections.abc import Sequence
from typing import NamedTuple

from core.coverage.levels import CoverageThresholds, LevelPlan
from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.generation.settings import Settings
from core.transcripts.readers import read_transcript


class Person(NamedTuple):
    """Somebody who speaks: the name, the role, and the other ways to name only this person."""

    name: str
    role: str
    forms: tuple[str, ...]


class Quote(NamedTuple):
    """A sentence that may be quoted, and by the names of whom it was said."""

    words: str
    speakers: tuple[str, ...]


REYES = Person("Tom Reyes", "host", ("Reyes", "Tom", "Mr. Reyes"))
OKAFOR = Person("Maya Okafor", "guest", ("Okafor", "Ms. Okafor", "Dr. Okafor"))
LINDQVIST = Person("Maya Lindqvist", "guest", ("Lindqvist", "Prof. Lindqvist"))
HARTWIG = Person("Jonas Hartwig", "guest", ("Hartwig", "Jonas", "Captain Hartwig"))
VASS = Person("Peter Vass", "caller", ("Vass", "Peter"))
PEOPLE = (REYES, OKAFOR, LINDQVIST, HARTWIG, VASS)
STRANGERS = ("Ruth Malik", "Inspector Dorn", "the mayor", "Maya")
"""Whom the transcript does not know, and a first name that two people bear."""

_SAID = {
    REYES: ("Did the pilots ever forgive the council?", "Nobody asked the ferrymen about it."),
    OKAFOR: (
        "We lost the northern lamp in the first winter.",
        "The council counted boats and forgot the crews.",
        "I never trusted a chart that looked so clean.",
        "Salt eats a rope from the inside, and you see nothing until it parts.",
    ),
    LINDQVIST: (
        "My grandmother kept the tide book in her kitchen.",
        "A harbour is a promise made in stone.",
        "There was money for a statue, and there was none for the second breakwater.",
    ),
    HARTWIG: (
        "The old pilots read the water with their feet.",
        "You can’t sell a lighthouse twice.",
        "It cost 1,400 crowns and it hardly ever worked!",
        "We towed it out at dawn — all nine of us — and let it go.",
    ),
    VASS: ("My father rowed that channel every night.", "The bell rang on its own at three."),
}
_BOTH = "Nothing that happened there was an accident."
QUOTES = (
    *(Quote(words, (person.name,)) for person, said in _SAID.items() for words in said),
    Quote(_BOTH, (OKAFOR.name, LINDQVIST.name)),
)
UNLISTED = ("The keeper slept through the storm in his boots.", "Everybody knew the key was under the mat.")
"""What was said and is no quote of the evidence map: it may not be quoted either."""
INVENTED = (
    "The mayor sank the ferry for the insurance.",
    "Every pilot was paid to look away.",
    "I burned the ledger on the quay.",
    "They never wanted the bridge to open.",
    "He took the money and left by boat.",
    "We lost the southern lamp in the first winter.",
    "You can sell a lighthouse twice.",
    "The council counted crews and forgot the boats.",
    "A harbour is a promise made in sand.",
)
FILLERS = (
    "The evening had begun late.",
    "Rain fell on the roof of the studio all the while.",
    "It is a small town with a long memory.",
    "None of this is in the printed reports.",
    "The matter was never settled.",
)
"""Sentences of a writer, which nobody would take for somebody's words."""


def _transcript() -> str:
    turns = [f"{person.name}: {words}" for person, said in _SAID.items() for words in said]
    turns += [f"{OKAFOR.name}: {_BOTH}", f"{REYES.name}: Is that so?", f"{LINDQVIST.name}: {_BOTH}"]
    turns += [f"{HARTWIG.name}: {UNLISTED[0]}", f"{VASS.name}: {UNLISTED[1]}"]
    return "\n\n".join(turns) + "\n"


def _supports(quotes: Sequence[Quote]) -> list[dict[str, str]]:
    return [{"quote": quote.words, "speaker": name} for quote in quotes for name in quote.speakers]


def talk() -> Line:
    """Return the talk as far as the line goes without a model: one chapter, each quote of the talk proven."""
    document = {
        "title": "The Harbour Hour",
        "speakers": [{"speaker_name": one.name, "speaker_role": one.role} for one in PEOPLE],
        "chapters": [
            {
                "title": "The Lamp and the Ledger",
                "claims": [
                    {"claim": "The harbour was neglected for years.", "support": _supports(QUOTES[:9])},
                    {"claim": "Those who worked there had seen it coming.", "support": _supports(QUOTES[9:])},
                ],
            }
        ],
    }
    one_excerpt = CoverageThresholds(strong=LevelPlan(target_words=800, generation_mode="normal", excerpts=1))
    settings = Settings(thresholds=one_excerpt, strict_narrative=False)
    evidence_map = read_evidence(json.dumps(document))
    line = prepare_line(evidence_map, read_transcript(_transcript().encode(), "harbour.txt"), settings=settings)
    if len(line.whitelist) != sum(len(quote.speakers) for quote in QUOTES):
        raise AssertionError("a quote of the talk is not proven")
    return line
