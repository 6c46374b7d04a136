"""Reads a chapter as a stranger to the product would, and names what is wrong in it.

It knows the sentences of the talk (`reply_talk.py`) and looks for marks, names and colons around them, by the names
that Unicode gives to characters and by a few patterns of its own; it uses nothing of the product.
"""

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from tests.reply_talk import INVENTED, PEOPLE, QUOTES, UNLISTED, Quote

VERBS = ("said", "says", "recalls", "explains", "adds", "insists", "writes", "argues", "replied", "remembers")
GESTURES = ("nods", "shrugs", "smiles", "laughs")
_MARKS = re.compile(
    r"QUOTATION|QUOTE|APOSTROPHE|PRIME|ACUTE ACCENT|GRAVE ACCENT|DITTO|DIAERESIS|TURNED COMMA|CORNER BRACKET"
    r"|(?<!LESS-THAN )ANGLE BRACKET|DOUBLE ACUTE|CURVED ANGLE"
)
_COLONS = frozenset(":：︰﹕꞉∶ː⁚։׃ꓽ")
_DASHES = "—–―‒-"
_SENTENCE_END = re.compile(
    r"[.!?…][”)]*\s+|;\s+|[\n|•◦▪‣]|\[\^[^]\s]*\]:"
)  # a bar ends a cell of a table that nobody rendered
_UNSEEN = "\u200b?"  # between the letters of a title
_TITLES = re.compile(rf"\b({'|'.join(map(_UNSEEN.join, ('Mr', 'Ms', 'Dr', 'Prof')))}){_UNSEEN}\.(?= )", re.IGNORECASE)
_LINK = re.compile(r"(?<!\\)\[([^]]*)\]\([^)]*\)")
_ENTITY = re.compile(r"(?<!\\)&[#\w]+;")
_LONGEST_ROLE = 3  # words
_NO_LETTERS = {ord(sign): None for sign in "*_\\"} | {ord("а"): "a"}  # signs beside a name, a letter like another
_FAKE = "⁂"  # stands for a quotation while what is outside is read


class Fault(NamedTuple):
    """What is wrong with a chapter: its class, and the words."""

    kind: str
    words: str


class Block(NamedTuple):
    """A block as it is shown: whether it is set apart as a quotation, and its text."""

    apart: bool
    text: str


class Standing(NamedTuple):
    """A quotation that stands: the quote, and the text of its block before and behind it."""

    quote: Quote
    before: str
    behind: str


def _forms() -> dict[str, str]:
    """Return the ways to name exactly one person, each with the person's name."""
    return {form: person.name for person in PEOPLE for form in (person.name, *person.forms)}


_NAMED = {_TITLES.sub(r"\1", form): name for form, name in _forms().items()}
_BY_FORM = {form.casefold(): name for form, name in _NAMED.items()}
_SOMEBODY = "(" + "|".join(re.escape(form) for form in sorted(_NAMED, key=len, reverse=True)) + ")"
_NAME = _SOMEBODY + rf"(?!’|[^\W{''.join(_COLONS)}])"  # some signs that look like a colon are letters
_ROLE = r"(?:, (?:the )?(?:host|guest|caller),)?"
_VERB = "(?:" + "|".join(VERBS) + ")"
_GESTURE = "(?:" + "|".join(GESTURES) + ")"
_OPENING = r"(?:(?:Later|Then|In the evening|On the question of cost|After a while),? )?"
# The plain forms, in which a name has to be the right one: a clause in front of a quotation, or what stands behind it.
_BEFORE = (
    rf"{_OPENING}{_NAME}{_ROLE} (?:{_GESTURE} and )?{_VERB}(?: in the evening)?[:,]?",
    rf"{_OPENING}{_NAME}{_ROLE} told {_NAME.replace('(', '(?:', 1)}[:,]",
    rf"[Aa]s {_NAME} (?:puts it|{_VERB})[:,]?",
    rf"[Aa]ccording to {_NAME}[:,]?",
    rf"In {_SOMEBODY}’s words[:,]?",
    rf"{_SOMEBODY}’s (?:answer|reply|verdict):",
    rf"{_NAME}(?: \([^)]*\)| \[[^\]]*\]|, (?:host|guest|caller))? ?:",
    rf"{_NAME} {_GESTURE}:",
)
_BEHIND = (
    rf",? ?{_VERB} {_NAME}(?=$|[.,;:]| and| told)",
    rf", ?{_NAME} {_VERB}(?=$|[.,;:]| and| told)",
    rf" {_NAME} {_VERB}(?=$|\.)",
    rf", ?{_NAME} told [^.,]*[.,]",
    rf" ?\({_NAME}[,)]",
    rf" ?(?:[—–]|--) {_NAME}(?=$|[.,\n])",
    rf"\n[—–] {_NAME}(?=$|[.,\n])",
    rf",? according to {_NAME}",
    rf",? as {_NAME} (?:puts it|{_VERB})",
)
# Forms in which the right name is enough, but which give nobody words for certain; names in any case too.
_PERHAPS_BEFORE = (
    *_BEFORE,
    rf"{_OPENING}{_NAME}{_ROLE} (?:{_VERB} that|told [^:,“]+[:,])",
    rf"{_SOMEBODY}’s answer was short:|For {_NAME},|.*, {_NAME} {_VERB},",
    rf"{_NAME}(?: \([^)]*\)| \[[^\]]*\]|, (?:host|guest|caller))? ?[{''.join(_COLONS)}]",
)
_PERHAPS_BEHIND = (*_BEHIND, rf" {_NAME} (?:{_VERB}|told [^.,]*)(?=[,.]| and)")
_BETWEEN = rf",? (?:{_VERB} {_NAME}|{_NAME} {_VERB}),(?: and(?: added:)?)? ?"


def plain(markdown: str) -> str:
    """Return what a page shows of a line of Markdown: no escapes, emphasis, entities or links."""
    shown: list[str] = []
    markdown = _LINK.sub(r"\1", markdown)
    characters = iter(_ENTITY.sub(lambda match: html.unescape(match[0]), markdown))
    for character in characters:
        if character == "\\":
            shown.append(next(characters, ""))
        elif character not in "*_`":
            shown.append(character)
    return "".join(shown)


def blocks_of(markdown: str) -> Iterator[Block]:
    """Yield the blocks of a chapter: headings, paragraphs, items of lists, block quotes."""
    for chunk in re.split(r"\n[ \t]*\n", markdown):
        lines = [line.strip() for line in chunk.split("\n") if line.strip()]
        while lines:
            apart = re.sub(r"^(?:[-*] |\d+[.)] )+", "", lines[0]).startswith(">")
            taken = 1
            while (
                taken < len(lines)
                and not re.match(r"[-*] |\d+[.)] |#", lines[taken])
                and (apart == lines[taken].startswith(">"))
            ):
                taken += 1
            text = "\n".join(re.sub(r"^(?:[-*] |\d+[.)] |#+ |> ?)*", "", line) for line in lines[:taken])
            yield Block(apart, _TITLES.sub(r"\1", plain(text)))
            lines = lines[taken:]


def _words(text: str) -> str:
    """Return the words of a text alone: folded, without marks, invisible characters and accents of no letter."""
    folded = "".join(one for one in unicodedata.normalize("NFKC", text) if unicodedata.category(one) != "Cf")
    return " ".join(re.findall(r"\w+", folded.replace("’", "").replace("'", "").casefold()))


_BY_WORDS = {_words(quote.words): quote for quote in QUOTES}
_UNPROVEN = {_words(words): words for words in (*INVENTED, *UNLISTED)}


def quotations(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the outermost pairs of “ and ” stand in a text, marks included."""
    depth, start = 0, 0
    for place, character in enumerate(text):
        if character == "“":
            start = start if depth else place
            depth += 1
        elif character == "”" and depth:
            depth -= 1
            if not depth:
                yield start, place + 1


def _outside(text: str) -> str:
    """Return a text with each quotation replaced by one character."""
    for start, end in reversed(list(quotations(text))):
        text = text[:start] + _FAKE + text[end:]
    return text


def standing(markdown: str) -> Iterator[Standing | Fault]:
    """Yield the quotations of a chapter, in order, and a fault for each that is no slice of the talk."""
    blocks = list(blocks_of(markdown))
    for block, below in zip_longest(blocks, blocks[1:]):
        if block.apart:
            words, _, behind = block.text.partition("\n—")
            found = [(words, "", f"\n—{behind}" if behind else "")]
        else:
            text, pairs = block.text, quotations(block.text)
            sign = f"\n{below.text}" if below and below.text[:1] in tuple(_DASHES) else ""
            found = [
                (text[start + 1 : end - 1], text[:start], text[end:] if text[end:].strip(" .") else sign)
                for start, end in pairs
            ]
        for words, before, after in found:
            shown = " ".join(words.split())
            quote = _BY_WORDS.get(_words(shown))
            if quote and shown.strip("“”") == quote.words:
                yield Standing(quote, before, after)
            else:
                yield Fault("survives: quoted", shown)


def _clause(before: str) -> str:
    """Return the text directly before a quotation, back to the sentence's end or the quotation before."""
    outside = _outside(before)
    tail = outside.rpartition(_FAKE)[2] if _FAKE in outside else outside
    return re.sub(r"^\s*\([^)]*\)", "", _SENTENCE_END.split(tail)[-1]).strip()


def _plain_letters(text: str) -> str:
    """Return a text without unseen characters and signs, wide and mathematical letters plain, colons as they are."""
    seen = (one for one in text.translate(_NO_LETTERS) if unicodedata.category(one) != "Cf")
    return _TITLES.sub(r"\1", "".join(one if one in _COLONS else unicodedata.normalize("NFKC", one) for one in seen))


def _names(before: Sequence[str], behind: Sequence[str], one: Standing, flags: re.RegexFlag) -> set[str]:
    """Return whom one of the patterns before or behind a quotation names for it."""
    clause, rest = _clause(one.before), _outside(one.behind)
    if flags:  # no signs that are shown as such and no other letters hide a right name
        clause, rest = _plain_letters(clause), _plain_letters(rest)
    matches = [re.fullmatch(pattern, clause, flags) for pattern in before]
    matches += [re.match(pattern, rest, flags) for pattern in behind]
    return {_BY_FORM[group.casefold()] for match in matches if match for group in match.groups() if group}


def _plain_names(one: Standing) -> set[str]:
    return _names(_BEFORE, _BEHIND, one, re.NOFLAG)


def name_fault(one: Standing) -> str:
    """Return what is wrong with the names beside a quotation: another person in a plain form, or nobody; else ""."""
    if _plain_names(one) - set(one.quote.speakers):
        return "wrong mouth"
    last = _outside(one.before).rpartition(_FAKE)
    between = re.fullmatch(_BETWEEN, last[2], re.IGNORECASE) if last[1] else None
    perhaps = _names(_PERHAPS_BEFORE, _PERHAPS_BEHIND, one, re.IGNORECASE)
    perhaps |= {_BY_FORM[group.casefold()] for group in between.groups() if group} if between else set()
    return "" if perhaps & set(one.quote.speakers) else "no name"


_LOOSE = sorted(
    {
        form
        for person in PEOPLE
        for whole in (person.name,)
        for form in (
            *(_words(one) for one in (whole, *person.forms, *whole.split())),
            "".join(part[0] for part in whole.split()).casefold(),
            " ".join(part[0] for part in whole.split()).casefold(),
            f"{whole[0]} {whole.split()[-1]}".casefold(),
        )
    },
    key=len,
    reverse=True,
)


def _is_name(text: str) -> bool:
    """Tell whether a text is nothing but a name, however it is written, with a role or a time behind it or without."""
    name, comma, role = re.sub(r"[(\[].*?[)\]]", "", text, flags=re.DOTALL).partition(",")
    return _words(name) in _LOOSE and (not comma or len(role.split()) <= _LONGEST_ROLE)


def _reads_as_said(before: str, behind: str, above: str, below: str) -> str:
    """Return how unproven words read as somebody's by what stands beside, above and below them, "" if they do not."""
    clause = _SENTENCE_END.split(before)[-1].strip()
    tail = behind.lstrip(".!?, ")
    bracket = re.match(r"\(([^)]*)\)", tail)
    sign = re.match(rf"\s*[{_DASHES}]+\s*([^.\n|{_FAKE}]*)[.\s]*(?:$|[\n|{_FAKE}])", tail)
    under = not tail.strip() and re.match(rf"\s*[{_DASHES}]+(.*)", below)
    ways = {
        "label": clause[-1:] in _COLONS and _is_name(clause[:-1]),
        "set behind a name": clause[-1:] in tuple(_DASHES) and _is_name(clause.rstrip(_DASHES)),
        "dialogue": bool(before.strip()) and not before.strip(" —–―"),
        "signed": any(match and _is_name(match[1]) for match in (bracket, sign, under)),
        "set under a name": not before.strip() and _FAKE not in above and _is_name(above),
    }
    return next((how for how, holds in ways.items() if holds), "")


def _found(words: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield where a sentence stands in a text, whatever stands between its words."""
    pattern = r"[\W_]+".join(re.escape(word) for word in re.findall(r"\w+", words))
    for match in re.finditer(pattern, text, re.IGNORECASE):
        yield match.span()


def survivals(markdown: str) -> Iterator[Fault]:
    """Yield each unproven sentence that reads as somebody's words, and each mark that belongs to no quotation."""
    blocks = list(blocks_of(markdown))
    for number, block in enumerate(blocks):
        outside = _outside(block.text)
        for place, character in enumerate(outside):
            inner = re.match(r"\w.\w|\S’s\b", outside[max(place - 1, 0) : place + 3])
            if not inner and _MARKS.search(unicodedata.name(character, "")):
                yield Fault("survives: mark", f"{character} in {outside}")
        above = _outside(blocks[number - 1].text) if number else ""
        below = blocks[number + 1].text if number + 1 < len(blocks) else ""
        for words in _UNPROVEN.values():
            for start, end in _found(words, outside):
                how = _reads_as_said(outside[:start], outside[end:], above, below)
                if how:
                    yield Fault(f"survives: {how}", words)


def faults_of(markdown: str) -> list[Fault]:
    """Return everything that is wrong in a chapter."""
    found = list(standing(markdown))
    faults = [one for one in found if isinstance(one, Fault)]
    for one in found:
        fault = name_fault(one) if isinstance(one, Standing) else ""
        if isinstance(one, Standing) and fault:
            faults.append(Fault(fault, one.quote.words))
    return [*faults, *survivals(markdown)]


def is_plainly_named(markdown: str) -> bool:
    """Tell whether each quotation of a text stands in a plain form with the right name."""
    return all(isinstance(one, Standing) and _plain_names(one) for one in standing(markdown))


def quotes_in(markdown: str) -> list[str]:
    """Return the words of the quotations that stand in a text, in order."""
    return [one.quote.words for one in standing(markdown) if isinstance(one, Standing)]


def lost_words(wanted: Sequence[str], markdown: str) -> list[str]:
    """Return the sentences of a writer that are no longer in a text."""
    text = _words(" ".join(block.text for block in blocks_of(markdown)))
    return [sentence for sentence in wanted if _words(sentence) not in text]
