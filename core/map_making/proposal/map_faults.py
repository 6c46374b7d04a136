"""Why something of a model's map is not taken, in one word and in words for people."""

from enum import StrEnum

from core.record import Record


class MapFault(StrEnum):
    """Why a row of a reply is not in the map."""

    NO_JSON = "no_json"
    NO_CHAPTERS = "no_chapters"
    WRONG_FORM = "wrong_form"
    CUT_OFF = "cut_off"
    NO_WORDS = "no_words"
    NO_ID = "no_id"
    UNKNOWN_ID = "unknown_id"
    NOT_SHOWN = "not_shown"
    CROSSES_TURNS = "crosses_turns"
    TOO_LONG = "too_long"
    GAP = "gap"
    LOST_SPEECH = "lost_speech"
    NO_CHECK = "no_check"
    WORDS_DIFFER = "words_differ"
    DOUBLED = "doubled"
    NOT_PROVEN = "not_proven"
    NO_QUOTE = "no_quote"
    TOO_MANY = "too_many"


FAULTS_IN_WORDS = {
    MapFault.NO_JSON: "The reply holds no JSON.",
    MapFault.NO_CHAPTERS: "The reply proposes no chapters.",
    MapFault.WRONG_FORM: "It has another form than was asked for.",
    MapFault.CUT_OFF: "The reply ended too early, so its last row may be a piece.",
    MapFault.NO_WORDS: "It has no words, or too many to be read.",
    MapFault.NO_ID: "It names no sentence by its id; words that a model types are never taken.",
    MapFault.UNKNOWN_ID: "There is no sentence of this id.",
    MapFault.NOT_SHOWN: "The sentence was not in this window.",
    MapFault.CROSSES_TURNS: "The sentences are of more than one turn.",
    MapFault.TOO_LONG: "It names more than twelve sentences.",
    MapFault.GAP: "The sentences do not follow one another.",
    MapFault.LOST_SPEECH: "Words were lost inside it.",
    MapFault.NO_CHECK: "Its first or last words are missing, so that its id cannot be checked.",
    MapFault.WORDS_DIFFER: "Its first or last words are not those of the sentences that it names.",
    MapFault.DOUBLED: "Another quote has one of its sentences already.",
    MapFault.NOT_PROVEN: "The whitelist does not prove it.",
    MapFault.NO_QUOTE: "No quote stands under it.",
    MapFault.TOO_MANY: "A map has no room for more.",
}


class MapRefusal(Record):
    """What is not taken of a reply: the window's number from 1, the place in its JSON ("" for the whole), and why."""

    window: int
    place: str
    reason: MapFault

    @property
    def message(self) -> str:
        """The reason as a sentence."""
        return FAULTS_IN_WORDS[self.reason]
