"""The phrases with which the offline composer introduces quotations.

A phrase holds `{name}` and `{quote}`, a joining one `{next}` as well. Its name is directly the subject of a speech verb
and stands once, because that is how the person of a quotation is checked again. A phrase says nothing that is not in
the material: who speaks, in which role, before or after what. No feelings, no judgement, no word on whether a claim
holds.
"""

from enum import StrEnum


class PhraseUse(StrEnum):
    """What a phrase is for: who speaks, what stands before it, and where both are in the transcript."""

    OPENING = "nothing was said before"
    FIRST = "the first quotation after a claim"
    RIGHT_ON = "the same speaker, a little further on"
    MORE = "the same speaker again"
    LATER = "the same speaker, much later"
    ELSEWHERE = "the same speaker, who knows where"
    OTHER = "another speaker on the same claim"
    REPLY = "another speaker right after a statement"
    ANSWER = "another speaker right after a question"
    ASK = "a question"
    ASK_BACK = "a question right after another speaker"
    HOST = "a host's first words"
    HOST_ASKS = "a host's first question"
    CALLER = "a caller"
    CALLER_ASKS = "a caller's question"
    CLIP = "a recorded clip"
    CLIP_ASKS = "a question in a recorded clip"
    JOIN = "two quotations of one speaker in one sentence"
    JOIN_RIGHT_ON = "two quotations that lie close together, in one sentence"
    TWO_APART = "two quotations of one speaker, each set apart"
    JOIN_ASKS = "a question and what its speaker adds"
    SPARE = "any quotation, when the phrases made for its place are used up"
    SPARE_ASKS = "any question, likewise"
    CLAIM = "a claim that follows another one"
    TOPIC = "a claim that is no sentence"


# Any of these beginnings goes with any of these verbs.
_BEGINNINGS = (
    "Here|On this matter|In this connection|Under this heading|In this place|Among the rest|In another passage|"
    "In a further passage|In one more passage|In the same transcript"
)
_SAYING_VERBS = (
    "says|notes|remarks|observes|comments|says this|states|says the following|remarks as follows|puts it like this|"
    "notes the following|says it so"
)
_ASKING_VERBS = "asks|asks this|asks the following|asks as follows|asks it so"


def _spare(joined_verbs: str) -> tuple[str, ...]:
    """Return every beginning with every verb, neighbours different in both."""
    beginnings, verbs = _BEGINNINGS.split("|"), joined_verbs.split("|")
    return tuple(
        f"{beginning} {{name}} {verbs[(place + turn) % len(verbs)]}: {{quote}}"
        for turn in range(len(verbs))
        for place, beginning in enumerate(beginnings)
    )


PHRASES: dict[PhraseUse, tuple[str, ...]] = {
    PhraseUse.OPENING: (
        "{name} says: {quote}",
        "{quote}, says {name}.",
        "At one point {name} says: {quote}",
        "In one passage {name} says: {quote}",
        "Among other things {name} says: {quote}",
        "{quote}, {name} says at one point.",
        "{name} remarks: {quote}",
        "{name} says in one place: {quote}",
    ),
    PhraseUse.FIRST: (
        "{name} says: {quote}",
        "{name} puts it this way: {quote}",
        "{name} explains: {quote}",
        "Here is how {name} puts it: {quote}",
        "{quote}, {name} says.",
        "On this, {name} says: {quote}",
        "{name} remarks: {quote}",
        "This is how {name} explains it: {quote}",
        "{quote}, as {name} puts it.",
        "{name} says about this: {quote}",
        "{name} notes: {quote}",
        "What {name} says about it is this: {quote}",
        "{name} comments: {quote}",
        "{name} says of this: {quote}",
        "{name} observes: {quote}",
    ),
    PhraseUse.RIGHT_ON: (
        "{name} goes on: {quote}",
        "{name} continues: {quote}",
        "A moment later {name} adds: {quote}",
        "Then {name} says: {quote}",
        "{name} goes on to say: {quote}",
        "Soon afterwards {name} says: {quote}",
        "From there {name} continues: {quote}",
        "{name} says next: {quote}",
    ),
    PhraseUse.MORE: (
        "{name} adds: {quote}",
        "{name} also says: {quote}",
        "To this {name} adds: {quote}",
        "{name} says further: {quote}",
        "{name} adds something more: {quote}",
        "{name} says as well: {quote}",
        "And {name} adds this: {quote}",
        "Beyond that, {name} says: {quote}",
    ),
    PhraseUse.LATER: (
        "Later {name} says: {quote}",
        "Further on, {name} says: {quote}",
        "{name} says later on: {quote}",
        "Later in the conversation {name} adds: {quote}",
        "At a later point {name} notes: {quote}",
        "Some way on, {name} remarks: {quote}",
    ),
    PhraseUse.ELSEWHERE: (
        "Elsewhere {name} says: {quote}",
        "At another point {name} says: {quote}",
        "{name} says elsewhere: {quote}",
        "In another place {name} notes: {quote}",
        "{name} remarks elsewhere: {quote}",
    ),
    PhraseUse.OTHER: (
        "On the same point {name} says: {quote}",
        "{quote}, says {name} on the same subject.",
        "In turn, {name} says: {quote}",
        "{name} comments on this: {quote}",
        "On that subject {name} remarks: {quote}",
        "{name} says of the same thing: {quote}",
        "With regard to the same, {name} notes: {quote}",
        "{name} says on the same matter: {quote}",
        "In the same connection {name} comments: {quote}",
        "{name} remarks on the matter: {quote}",
        "Here too, {name} says: {quote}",
    ),
    PhraseUse.REPLY: (
        "{name} replies: {quote}",
        "Directly after this {name} says: {quote}",
        "In response {name} says: {quote}",
        "To that, {name} replies: {quote}",
        "{name} responds: {quote}",
        "Next to speak, {name} says: {quote}",
        "{name} says in response: {quote}",
        "Right after that {name} says: {quote}",
        "{name} says straight afterwards: {quote}",
    ),
    PhraseUse.ANSWER: (
        "{name} answers: {quote}",
        "To this question {name} answers: {quote}",
        "{name} replies: {quote}",
        "In answer to that {name} says: {quote}",
        "To that, {name} answers: {quote}",
        "In reply, {name} says: {quote}",
    ),
    PhraseUse.ASK: (
        "{name} asks: {quote}",
        "{quote} asks {name}.",
        "At one point {name} asks: {quote}",
        "{name} asks in these words: {quote}",
        "On this, {name} asks: {quote}",
        "{name} asks this: {quote}",
        "In one passage {name} asks: {quote}",
    ),
    PhraseUse.ASK_BACK: (
        "{name} asks in response: {quote}",
        "In return, {name} asks: {quote}",
        "Directly after this {name} asks: {quote}",
        "{name} asks back: {quote}",
        "In response {name} asks: {quote}",
    ),
    PhraseUse.HOST: (
        "Host {name} says: {quote}",
        "As host, {name} says: {quote}",
        "Host {name} remarks: {quote}",
        "Host {name} notes: {quote}",
        "Host {name} comments: {quote}",
    ),
    PhraseUse.HOST_ASKS: (
        "Host {name} asks: {quote}",
        "As host, {name} asks: {quote}",
        "Host {name} asks this: {quote}",
        "Host {name} asks as follows: {quote}",
    ),
    PhraseUse.CALLER: (
        "Calling in, {name} says: {quote}",
        "On the line, {name} says: {quote}",
        "As a caller, {name} says: {quote}",
        "{name} says as a caller: {quote}",
    ),
    PhraseUse.CALLER_ASKS: (
        "Calling in, {name} asks: {quote}",
        "On the line, {name} asks: {quote}",
        "As a caller, {name} asks: {quote}",
    ),
    PhraseUse.CLIP: (
        "In a recorded clip {name} says: {quote}",
        "On a recording, {name} says: {quote}",
        "A clip is played, and in it {name} says: {quote}",
        "{name} says in a clip: {quote}",
    ),
    PhraseUse.CLIP_ASKS: (
        "In a recorded clip {name} asks: {quote}",
        "On a recording, {name} asks: {quote}",
    ),
    PhraseUse.JOIN: (
        "{quote}, {name} says, and adds: {next}",
        "{name} explains: {quote}, and adds: {next}",
        "{quote}, {name} remarks, and says further: {next}",
        "{name} puts it this way: {quote}, and says as well: {next}",
    ),
    PhraseUse.JOIN_RIGHT_ON: (
        "{quote}, says {name}, and continues: {next}",
        "{name} says: {quote}, and goes on: {next}",
        "{quote}, {name} notes, and then says: {next}",
    ),
    PhraseUse.TWO_APART: (
        "{name} says, in two passages: {quote}",
        "In two passages {name} says: {quote}",
        "{name} explains it in two passages: {quote}",
        "{name} says two things: {quote}",
    ),
    PhraseUse.JOIN_ASKS: (
        "{quote} asks {name}, and adds: {next}",
        "{quote} asks {name}, and goes on: {next}",
        "{quote} asks {name}, and then says: {next}",
    ),
    PhraseUse.SPARE: _spare(_SAYING_VERBS),
    PhraseUse.SPARE_ASKS: _spare(_ASKING_VERBS),
    PhraseUse.CLAIM: (
        "The next matter is this: {claim}",
        "A further thread belongs here: {claim}",
        "Beside it stands another matter: {claim}",
        "Then there is this: {claim}",
        "Another thread belongs to it: {claim}",
        "One more thing follows: {claim}",
        "After that comes a further thing: {claim}",
    ),
    PhraseUse.TOPIC: (
        "The subject is this: {claim}",
        "The next subject is this: {claim}",
        "Another heading follows: {claim}",
        "The matter here is this: {claim}",
        "Then comes a further subject: {claim}",
        "One heading more: {claim}",
        "A separate matter comes next: {claim}",
        "Also under this title: {claim}",
    ),
}
