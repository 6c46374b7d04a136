"""Single sentences: a claim in running text, a quotation introduced by a phrase."""

import re

from core.generation.offline.plain_text import as_text, one_line, without_stray_marks
from core.generation.offline.quote_shape import (
    SliceEnding,
    begins_sentence,
    count_words,
    ending_of,
    is_cut_off,
    stands_apart,
)
from core.whitelist.build import WhitelistQuote

_TAKES_ROLE = re.compile(r"(?:[^{}]+, |Then )?\{name\} [a-z][^{}]*: \{quote\}")
_HOLE = re.compile(r"\{(?P<hole>name|quote|next)\}(?P<comma>,?)")
LEAST_EXPLAINED = 20  # words; a shorter quotation explains nothing

_SENTENCE_ENDS = (".", "?", "!", "…", "。", "？", "！")
_CLOSERS = "\"'”’»)]"
_SMALL_WORDS = """
a an the this that these those his her its their our your he she it they we you there here both each every all some many
most no nobody everybody everyone someone anybody nothing everything even one two three in on at for from with without
when while if because since after before although as asked of to
"""
# No name begins with one of these where a small letter follows: after a colon they may stand in small.
_SMALL = frozenset(_SMALL_WORDS.split())
# Signs of a finite verb; a claim without any of them, and without a full stop, is taken for a heading.
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|has|have|had|does|do|did|can|cannot|could|will|would|shall|should|may|might|must|says?|said"
    r"|makes?|made|means?|needs?|gets?|takes?|gives?|wants?|feels?|keeps?|comes?|goes|went|think|thinks|knows?)\b|n['’]t\b",
    re.IGNORECASE,
)
_LONG_ENOUGH = 9  # words; hardly a heading any more
_SPEECH = re.compile(
    r"add|admi|agree|announc|answer|argu|ask|assert|assur|beg[aiu]n|call|claim|comment|complain|conced|conclud|confe|contend"
    r"|continu|declar|den(?:y|ie)|describ|emphasi|explain|express|insist|joke|maintain|mention|not(?:e|ing)|object|observ"
    r"|point|promis|protest|put|quot|recall|reflect|remark|remember|remind|repeat|repl|report|respon|sa(?:y|id)|stat"
    r"|stress|suggest|sum|tell|th(?:ink|ought)|told|warn|wonder|writ|wrote"
)
_PRONOUN = re.compile(r"(?:\w+[ ,]+){0,4}?(?:he|she|his|her|him|they|their)\b", re.IGNORECASE)


def is_sentence(claim: str) -> bool:
    """Tell whether a claim can be taken for a whole sentence."""
    text = one_line(claim).rstrip(_CLOSERS)
    return text.endswith(_SENTENCE_ENDS) or len(text.split()) >= _LONG_ENOUGH or _VERB.search(text) is not None


def leans_on_a_name(claim: str, names: frozenset[str]) -> bool:
    """Tell whether a claim begins with a pronoun for a person, so that a name should stand before it.

    `names` are the casefolded words of the speakers' names.
    """
    match = _PRONOUN.match(one_line(claim))
    return match is not None and names.isdisjoint(re.split(r"\W+", match.group().casefold()))


def tells_who_speaks(claim: str, names: frozenset[str]) -> bool:
    """Tell whether a claim before a quotation could be taken to say whose it is (`Zed says that it works: ...`).

    `names` are the casefolded words of the names that would be wrong.
    """
    written = re.split(r"\W+", one_line(claim).strip("\"'”’»)].:,; "))
    named = [index for index, word in enumerate(written) if word.casefold() in names and not word.islower()]
    if named and (named[-1] == len(written) - 1 or (written[0].casefold() in ("according", "as") and named[0] < 6)):
        return True
    near = (word.casefold() for index in named for word in written[max(index - 1, 0) : index + 3])
    return any(_SPEECH.match(word) and not word.endswith("ly") for word in near)


def claim_sentence(claim: str, phrase: str = "{claim}") -> str:
    """Return a claim as a sentence of running text, escaped, after the words of `phrase`; "" where it holds nothing."""
    text = without_stray_marks(one_line(claim)).strip(",;: ")
    if not text:
        return ""
    if not phrase.startswith("{claim}"):
        first, _, rest = text.partition(" ")
        if first.lower() in _SMALL and rest[:1].islower():
            text = first.lower() + " " + rest
    if not text.rstrip(_CLOSERS).endswith(_SENTENCE_ENDS):
        text += "。" if _is_wide(text[-1]) else "."
    return phrase.replace("{claim}", as_text(text))


def _is_wide(char: str) -> bool:
    return "\u3040" <= char <= "\u9fff"


def fits(phrase: str, quote: WhitelistQuote) -> bool:
    """Tell whether a phrase reads well around a slice.

    After a full stop the sentence cannot go on; after a question or exclamation mark it goes on with a verb (`asks Ann
    Lee`); a slice in small letters cannot begin it, and a block quotation follows a colon.
    """
    if stands_apart(quote.quote_text) and not phrase.endswith(": {quote}"):
        return False
    if "explain" in phrase and count_words(quote.quote_text) < LEAST_EXPLAINED:
        return False
    before, _, after = phrase.partition("{quote}")
    if not before and not begins_sentence(quote.quote_text):
        return False
    if not after:
        return True
    ending = ending_of(quote.quote_text)
    if ending is SliceEnding.CALL:
        return not before and not after.lstrip(", ").startswith(("{name}", "as"))
    return ending is not SliceEnding.STOP and after.startswith(",") and not is_cut_off(quote.quote_text)


def keeps_name_apart(phrase: str) -> bool:
    """Tell whether a phrase keeps its name away from the quotation before it: some words or a comma come first."""
    before, name, _ = phrase.partition("{name}")
    return bool(name) and "{quote}" not in before and (" " in before.strip() or "," in before)


def takes_role(phrase: str) -> bool:
    """Tell whether a role may stand behind the name in a phrase (`Ann Lee, the host, says:`)."""
    return _TAKES_ROLE.fullmatch(phrase) is not None


def reference(quote: WhitelistQuote) -> str:
    """Return the reference that the pipeline replaces by the slice in quotation marks."""
    return f"[[{quote.quote_id}]]"


def quote_sentence(phrase: str, name: str, quotes: tuple[WhitelistQuote, ...]) -> str:
    """Return a sentence with one quotation, or two of one speaker; `name` is escaped already."""

    def fill(match: re.Match[str]) -> str:
        if match["hole"] == "name":
            return name + match["comma"]
        quote = quotes[match["hole"] == "next"]
        # Where the slice brings its own comma, question mark or exclamation mark, the sentence adds none.
        own = ending_of(quote.quote_text) in (SliceEnding.COMMA, SliceEnding.CALL)
        return reference(quote) + ("" if own else match["comma"])

    sentence = _HOLE.sub(fill, phrase)
    open_end = sentence.endswith("]]") and ending_of(quotes[-1].quote_text) in (SliceEnding.OPEN, SliceEnding.COMMA)
    return sentence + "." if open_end else sentence


def block_intro(phrase: str, name: str) -> str:
    """Return the words of a phrase that lead to a quotation in a paragraph of its own."""
    return phrase.replace("{name}", name).removesuffix(" {quote}")
