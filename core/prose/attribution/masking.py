"""A text whose quotations are one word each: what a sentence segmenter and a reader of names can make sense of."""

from collections.abc import Sequence

from core.prose.attribution.subjects import NAME, VERB_AFTER
from core.prose.quotations import Quotation
from core.prose.speech_verbs import SPEECH_VERBS
from core.span import Span
from core.text.sentences import punkt_spans


def mask_quotations(text: str, quotations: Sequence[Quotation]) -> str:
    """Return `text` with each quotation as one word of the same length, ending its sentence where its words do."""
    pieces: list[str] = []
    done = 0
    for quotation in quotations:
        length = quotation.outer.end - quotation.outer.start
        word = ("be" * (length // 2 + 1))[:length]  # a word that no segmenter takes for an abbreviation
        if length > 1 and ends_sentence(text, quotation, quotation.inner.slice(text)):
            word = word[:-1] + "."
        pieces += (text[done : quotation.outer.start], word)
        done = quotation.outer.end
    pieces.append(text[done:])
    return "".join(pieces)


def ends_sentence(text: str, quotation: Quotation, words: str) -> bool:
    """Tell whether a quotation of these words, where it stands in `text`, ends the sentence that it is in."""
    inner = words.rstrip()
    if not inner.endswith((".", "!", "?", "…")):
        return False
    following = text[quotation.outer.end : quotation.outer.end + 60].lstrip()
    if not following[:1].isupper():
        return False
    introduced = text[max(0, quotation.outer.start - 8) : quotation.outer.start].rstrip().endswith((":", ","))
    return introduced or not _is_followed_by_tag(following, inner[-1])


def _is_followed_by_tag(following: str, ending: str) -> bool:
    """Tell whether what follows a quotation still belongs to its sentence: `“Why?” Ann asks`, `“So.” Ann says, and`."""
    if following.split(maxsplit=1)[0].rstrip(".,").casefold() in SPEECH_VERBS:
        return ending in "!?…"
    name = NAME.match(following)
    verb = VERB_AFTER.match(following, name.end()) if name else None
    if verb is None:
        return False
    return ending in "!?…" or following[verb.end() : verb.end() + 1] in (".", ",", ";", ":", "")


def sentence_spans(masked: str) -> list[Span]:
    """Return the sentences of a text; code points, half-open, without gaps."""
    return punkt_spans(masked)
