"""The phrases with which the offline composer introduces quotations.

A phrase holds `{name}` and `{quote}`, a joining one `{next}` as well, one for an answer `{listener}`. Its name is
directly the subject of a verb of saying and stands once: only such a form counts when the person of a quotation is
checked again. A phrase says nothing that is not in the material: who speaks, to whom, before or after what. No
feelings, no judgement, no word on whether a claim holds.
"""

from enum import StrEnum


class PhraseUse(StrEnum):
    """What a phrase is for: who speaks, what stands before it, and where both are in the transcript."""

    FIRST = "the first quotation of a claim"
    RIGHT_ON = "the same speaker, a little further on"
    MORE = "the same speaker again"
    OTHER = "another speaker on the same claim"
    REPLY = "another speaker right after a statement"
    ANSWER = "another speaker right after a question that is quoted"
    ANSWER_TO = "the answer to a question that is not quoted"
    ASK = "a question"
    ASK_BACK = "a question right after another speaker"
    JOIN = "two quotations of one speaker in one sentence"
    JOIN_RIGHT_ON = "two quotations that lie close together, in one sentence"
    TWO_APART = "two quotations of one speaker, each set apart"
    APART = "a quotation that is set apart, in words that no other chapter has"
    SPARE = "any quotation, when the phrases made for its place are used up"
    SPARE_ASKS = "any question, likewise"
    TOPIC = "a claim that is no sentence"


# Any of these beginnings goes with any of these verbs.
_BEGINNINGS = (
    "Here|On this matter|In this connection|Under this heading|On this subject|Among the rest|In another passage|"
    "In a further passage|In one more passage|In the same transcript"
)
_SAYING_VERBS = (
    "says|notes|remarks|observes|comments|says this|explains|says the following|remarks as follows|puts it like this|"
    "notes the following|says it so"
)
_APART = (
    "says|says this|says the following|puts it this way|puts it like this|puts it as follows|explains|explains this|"
    "explains it as follows|explains it this way|explains it like this|remarks|remarks on this|remarks the following|"
    "notes|notes the following|notes on this|observes|observes this|observes the following|comments|comments on this|"
    "says of this|says about this|describes it this way|describes it as follows|"
    "describes it like this"
)
_ASKING_VERBS = "asks|asks this|asks the following|asks as follows|asks it so"


def _spare(joined_verbs: str) -> tuple[str, ...]:
    """Return every beginning with every verb, neighbours different in both."""
    beginnings, verbs = _BEGINNINGS.split("|"), joined_verbs.split("|")
    return tuple(
        f"{beginning}, {{name}} {verbs[(place + turn) % len(verbs)]}: {{quote}}"
        for turn in range(len(verbs))
        for place, beginning in enumerate(beginnings)
    )


PHRASES: dict[PhraseUse, tuple[str, ...]] = {
    PhraseUse.FIRST: (
        "{name} says: {quote}",
        "{name} puts it this way: {quote}",
        "{name} explains: {quote}",
        "{quote}, {name} says.",
        "{name} says of this: {quote}",
        "{name} explains it as follows: {quote}",
        "{name} remarks: {quote}",
        "{quote}, says {name}.",
        "As {name} says, {quote}",
        "{name} notes: {quote}",
        "{name} says about this: {quote}",
        "{name} describes it like this: {quote}",
        "{name} observes: {quote}",
        "{name} comments: {quote}",
    ),
    PhraseUse.RIGHT_ON: (
        "{name} goes on: {quote}",
        "{name} continues: {quote}",
        "{name} adds: {quote}",
        "{name} says: {quote}",
        "{name} goes on to say: {quote}",
        "Then {name} says: {quote}",
        "{name} explains: {quote}",
        "{name} says next: {quote}",
    ),
    PhraseUse.MORE: (
        "{name} says: {quote}",
        "{name} adds: {quote}",
        "{name} also says: {quote}",
        "{name} notes: {quote}",
        "{name} says further: {quote}",
        "{name} remarks: {quote}",
        "{name} explains: {quote}",
        "{name} says as well: {quote}",
        "{name} observes: {quote}",
        "{name} adds this: {quote}",
        "{name} comments: {quote}",
        "{name} puts it like this: {quote}",
    ),
    PhraseUse.OTHER: (
        "{name} says: {quote}",
        "{name} comments: {quote}",
        "{name} says about the same thing: {quote}",
        "{name} remarks: {quote}",
        "{quote}, says {name} on the same subject.",
        "{name} adds: {quote}",
        "{name} observes: {quote}",
        "{name} says on the same matter: {quote}",
        "{name} notes: {quote}",
        "{name} explains: {quote}",
        "{name} says to {listener}: {quote}",
    ),
    PhraseUse.REPLY: (
        "{name} replies: {quote}",
        "{name} responds: {quote}",
        "{name} says in response: {quote}",
        "{name} replies as follows: {quote}",
        "{name} says to {listener}: {quote}",
        "{name} says straight afterwards: {quote}",
    ),
    PhraseUse.ANSWER: (
        "{name} answers: {quote}",
        "{name} answers {listener}: {quote}",
        "{name} replies: {quote}",
        "{name} replies to {listener}: {quote}",
        "{name} answers as follows: {quote}",
        "{name} answers this way: {quote}",
    ),
    PhraseUse.ANSWER_TO: (
        "{name} answers {listener}: {quote}",
        "{name} replies to {listener}: {quote}",
        "{name} tells {listener}: {quote}",
        "{name} says to {listener}: {quote}",
        "{name} explains to {listener}: {quote}",
        "{name} responds to {listener}: {quote}",
    ),
    PhraseUse.ASK: (
        "{name} asks: {quote}",
        "{quote} asks {name}.",
        "{name} asks this: {quote}",
        "{name} asks here: {quote}",
        "{name} asks the following: {quote}",
        "{name} asks as follows: {quote}",
    ),
    PhraseUse.ASK_BACK: (
        "{name} asks back: {quote}",
        "{name} asks in response: {quote}",
        "{name} asks straight afterwards: {quote}",
    ),
    PhraseUse.JOIN: (
        "{quote}, {name} says, and adds: {next}",
        "{quote}, {name} remarks, and adds: {next}",
    ),
    PhraseUse.JOIN_RIGHT_ON: (
        "{quote}, says {name}, and adds: {next}",
        "{quote}, {name} explains, and adds: {next}",
    ),
    PhraseUse.TWO_APART: (
        "{name} says, in two passages: {quote}",
        "In two passages, {name} says: {quote}",
        "{name} says two things: {quote}",
    ),
    PhraseUse.APART: tuple(f"{{name}} {verb}: {{quote}}" for verb in _APART.split("|")),
    PhraseUse.SPARE: _spare(_SAYING_VERBS),
    PhraseUse.SPARE_ASKS: _spare(_ASKING_VERBS),
    PhraseUse.TOPIC: (
        "The subject is this: {claim}",
        "The next subject is this: {claim}",
        "The matter here is this: {claim}",
        "A separate matter comes next: {claim}",
        "Then comes a further subject: {claim}",
        "Also under this title: {claim}",
    ),
}
