"""The closed lists of English words that turn a sentence's meaning.

Whole words; case is ignored, an apostrophe may be straight or curly, and between two words of a phrase may stand what
is no speech.

- **Negation**: the words below, and every contraction with n't. "No" only before a word ("No, ..." answers); neither in
  "not only", "no doubt", "no wonder", "no matter".
- **Hedge**: the words below; "I think" and its like; "might" and "may" as verbs, "kind of" and "sort of" where no noun
  is meant (decided by the word before them).
- **Condition**: the words below; "suppose" without somebody who does.
- **Question**: the openings of a question whose mark the transcript left out; the mark itself is looked for elsewhere.
- **Reported speech**: a pronoun (or people, some, others ...) with said, told somebody, thought, believed, claimed and
  their like, "I", "we" and "you" in the past only; any subject with said, says, or told somebody. Other verbs (wrote,
  heard, explained ...), and nouns as subjects of any, need a "that" or a pause behind them.
"""

from typing import NamedTuple

from core.enforcement.context_warnings.warning import WarningKind


class WarningPhrase(NamedTuple):
    """A phrase that begins with one of the words `first` and goes on as the pattern `rest`.

    It does not count behind one of the words `not_behind`. `lower` is for words that a capital makes another word.
    """

    kind: WarningKind
    first: str
    rest: str = ""
    not_behind: str = ""
    lower: bool = False


_SOMEBODY = "(?:me|us|him|her|them|you|people|everyone|everybody|somebody|someone)"
_TOLD = f"(?:told|assured|warned|informed|reminded) {_SOMEBODY}"
_TELLS = f"(?:tells?|assures?|warns?|informs?|reminds?) {_SOMEBODY}"
_SPEECH_ALONE = "(?! (?:it|so|yes|no|hello|goodbye|nothing|something|anything|many|much|few)\\b)"
_THOUGHT_ALONE = "(?! (?:about|of|so|it)\\b)"
_THOUGHT = "(?:thought|believed|claimed|insisted|argued|assumed|figured|guessed|supposed|suspected)"
_THINKS = "(?:think|believe|claim|insist|argue|assume|suppose)s?"
_WITH_THAT = (
    "admitted alleged announced answered asserted complained concluded decided declared denied estimated explained "
    "explains feared hoped imagined joked maintained mentioned predicted promised replied reported stated suggested "
    "suggests swore wrote writes"
)
_SENSED = "felt heard read"  # with an object they tell what somebody did
_PAUSE = "(?= that\\b|\\s*[,.;:!?—–])"
_THAT = "(?: that\\b)?"
_PAST = (
    f"{_TOLD}|said{_SPEECH_ALONE}|{_THOUGHT}{_THOUGHT_ALONE}|(?:{'|'.join(_SENSED.split())}){_PAUSE}|"
    f"(?:{'|'.join(_WITH_THAT.split())})(?:{_PAUSE}|(?=\\s*\\Z))"
)
_PRESENT = f"{_TELLS}|says?{_SPEECH_ALONE}|{_THINKS}{_THOUGHT_ALONE}"
_HELPER = "had|have|has|did|always|once|also|then|just|even|actually|really|first|originally|later|still"
_HELPERS = f"(?:'d|'ve|'s)?(?: (?:{_HELPER})){{0,3}}"
_USED_TO = f"used to (?:say|think|believe|claim|argue|assume|insist|tell {_SOMEBODY})"
_SAY_SO = "think|guess|suppose|believe|suspect|imagine|assume|reckon|hope"
_KIND_BEHIND = (
    "a all an another any bad best certain different every exactly few first funny good her his its many most my new "
    "no odd old one only other our own particular right same second some special strange such that the their these "
    "third this those two weird what whatever which whole wrong your"
)
_NOUN_BEHIND = "a all an and early her his in its last late mid my next of our own since the their this until with your"

ALONE = {
    WarningKind.NEGATION: (
        "never nobody nothing nowhere none neither nor without hardly barely scarcely seldom rarely cannot "
        "dont doesnt didnt isnt wasnt arent werent couldnt wouldnt shouldnt hasnt havent hadnt"
    ),
    WarningKind.HEDGE: ("maybe perhaps probably possibly presumably apparently likely almost nearly seem seems seemed"),
    WarningKind.CONDITION: "if unless whether supposing assuming",
    WarningKind.REPORTED_SPEECH: "allegedly reportedly supposedly",
}

PHRASES = (
    WarningPhrase(WarningKind.NEGATION, "not", "(?! only\\b)"),
    WarningPhrase(WarningKind.NEGATION, "no", " (?:longer|more|one)"),
    WarningPhrase(WarningKind.NEGATION, "no", "(?!\\s*[,.;:!?…—–]| (?:doubt|wonder|matter|longer|more|one)\\b)"),
    WarningPhrase(WarningKind.HEDGE, "i", f"(?: (?:just|really|still|also|do))? (?:{_SAY_SO}){_THOUGHT_ALONE}"),
    WarningPhrase(WarningKind.HEDGE, "i", "(?:'d| would) (?:say|guess|think)"),
    WarningPhrase(WarningKind.HEDGE, "i", "'m afraid"),
    WarningPhrase(WarningKind.HEDGE, "in", " my (?:opinion|view)"),
    WarningPhrase(WarningKind.HEDGE, "to", " my knowledge"),
    WarningPhrase(WarningKind.HEDGE, "as", " far as I know"),
    WarningPhrase(WarningKind.HEDGE, "appear appears appeared", " to"),
    WarningPhrase(WarningKind.HEDGE, "kind sort", " of", not_behind=_KIND_BEHIND),
    WarningPhrase(WarningKind.HEDGE, "might may", not_behind=_NOUN_BEHIND, lower=True),
    WarningPhrase(WarningKind.CONDITION, "provided providing", " that"),
    WarningPhrase(WarningKind.CONDITION, "on", "(?: the)? condition that"),
    WarningPhrase(WarningKind.CONDITION, "only except", " (?:when|if)"),
    WarningPhrase(WarningKind.CONDITION, "in", " case(?! of\\b)"),
    WarningPhrase(WarningKind.CONDITION, "as so", " long as"),
    WarningPhrase(
        WarningKind.CONDITION, "suppose", _THAT, not_behind="i we you they do does did to would could might can"
    ),
    WarningPhrase(WarningKind.QUESTION, "is isn", "(?:'t)? it (?:true|possible|likely|fair to say) that"),
    WarningPhrase(WarningKind.QUESTION, "are", " you (?:saying|telling me) that"),
    WarningPhrase(WarningKind.QUESTION, "do did", f" you (?:think|mean|believe|know){_THAT}"),
    WarningPhrase(WarningKind.QUESTION, "would can", f" (?:you|we) say{_THAT}"),
    WarningPhrase(WarningKind.REPORTED_SPEECH, "i we", f" (?:was|were) told{_THAT}"),
    WarningPhrase(WarningKind.REPORTED_SPEECH, "i we you", f"{_HELPERS} (?:{_USED_TO}|{_PAST}){_THAT}"),
    WarningPhrase(
        WarningKind.REPORTED_SPEECH,
        "he she they people someone somebody everyone everybody others some many most",
        f"{_HELPERS} (?:{_USED_TO}|{_PAST}|{_PRESENT}){_THAT}",
    ),
    WarningPhrase(WarningKind.REPORTED_SPEECH, "he she they", " (?:was|were) like(?=,)"),
    WarningPhrase(WarningKind.REPORTED_SPEECH, "it", f" (?:is|was) (?:said|believed|thought|claimed|alleged){_THAT}"),
    WarningPhrase(WarningKind.REPORTED_SPEECH, "said says", f"{_SPEECH_ALONE}{_THAT}", not_behind="that having"),
    WarningPhrase(
        WarningKind.REPORTED_SPEECH,
        "told tells assured assures warned warns informed informs reminded reminds",
        f" {_SOMEBODY}{_THAT}",
    ),
    WarningPhrase(
        WarningKind.REPORTED_SPEECH,
        "thought believed claimed insisted argued assumed figured guessed supposed suspected thinks believes claims "
        f"insists argues assumes supposes say {_SENSED} {_WITH_THAT}",
        " that",
    ),
    WarningPhrase(
        WarningKind.REPORTED_SPEECH,
        "view opinion belief theory idea claim argument assumption impression feeling story rumour rumor legend",
        " (?:is|was) that",
    ),
    WarningPhrase(WarningKind.REPORTED_SPEECH, "according", " to"),
    WarningPhrase(WarningKind.REPORTED_SPEECH, "rumour rumor", f" has it{_THAT}"),
)
