"""Words that a name signs without marks: `words — Name`, `words. (Name)`, and words set under a name.

Written from the rule alone: a name signs behind the stop of a sentence, as the very last thing of a block that has no
stop behind it, or behind a sentence that is a block of its own, as a cell between bars is. Elsewhere it may only say
who is meant, and signs where the words are the transcript's.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.span import Span
from core.text.confusables import DASHES, EVERYDAY_SIGNS, HYPHENS, is_everyday, may_hold, plain_letters
from core.transcripts.speakers import TITLES, name_words
from core.verify.naming.beside_quotation import NamedSpeaker, without_times
from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.naming.script_lines import find_only_name
from core.verify.naming.seen_persons import goes_on, is_clause, persons_as_seen, without_credit
from core.verify.reading.page import VisibleBlock, collapse, mark_in
from core.verify.reading.quoted_spans import find_quoted

_LONGEST = 90
_FEWEST = 4
_LONGEST_ROLE = 5
_LONGEST_LINE = 122  # characters of one that may be a name alone, a space at either end included
_MOST_WORDS = 60  # of a line that may be a name alone, whatever stands beside it
_LEAD = 240
_PERSON = 8  # words of a person with a role
# Of a link that stands as it was written its words are read.
_LINK = re.compile(r"\[([^\[\]\n]{1,80})\]\([^()\n]{0,80}\)")
# What opens stands first, as one set of characters, so that the engine skips what cannot.
_BRACKETS = re.compile(
    rf"[(（\[](?:(?<!\[)(?P<round>(?:[^()（）\n]|\([^()\n]{{0,80}}\)){{1,{_LONGEST}}})[)）]"
    rf"|(?<=\[)(?P<square>[^()\[\]（）\n]{{1,{_LONGEST}}})\](?:\([^()\n]{{0,80}}\))?)"
)
_DASH = re.compile(rf"[{DASHES}~{HYPHENS}](?:(?<![{HYPHENS}])|-+|(?<=\s[{HYPHENS}])(?=\s))[^\S\n]*")
_EVERYDAY_DASHES = "".join(filter(is_everyday, f"{DASHES}~{HYPHENS}"))
_END_OF_NAME = re.compile(r"[.!?](?=\s|\Z)|[)\]](?=[.\s]*\Z)|\s*(?:[\n|]|\Z)")
_A_SIGN = rf"[^\w\s,;:.!?…'\"“”‘’()\[\]{{}}<>|&+*_~{DASHES}{HYPHENS}]"
_SIGN = re.compile(rf"(?<=\s){_A_SIGN}{{1,3}}\s+")
# Most texts hold none of these.
_EVERYDAY_SIGN = re.compile(f"[{re.escape(''.join(re.findall(_A_SIGN, EVERYDAY_SIGNS)))}]")
_STOP_BEFORE = re.compile(r"\n|[.!?…]")
_ALONE = re.compile(r"(?:\n|[.!?…][”\"’)\]*]*[^\S\n])\s*(?P<name>\S[^\n]{0,80})\Z")
_SENTENCE_END = re.compile(r"[.!?…]+[”\"’)\]*]*\s+|[\n|]")
_BESIDE = re.compile(
    r"\A(?:as )?(?:said|says|told|tells|quoted|recalled|spoken|by|from|per|so|thus)(?: (?:by|to))? |"
    r" (?:said|says|recalled|told us)\Z"
)
_AFTER_DEGREES = re.compile(r",.*\.\s+[^\W\d_A-Z]")  # Ann Lee, M.Sc. keeps it
_BY = re.compile(r"\A(?:as )?(?:said|says|told|quoted|recalled|spoken|by)(?: by)? ")  # behind a dash
_SO = re.compile(r"\A(?:so|thus) ", re.IGNORECASE)  # So Ann Lee.
_TITLE_BEFORE = re.compile(rf"(?<![^\W_])(?:{'|'.join(sorted(TITLES))}|[^\W\d_])\Z", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_CLOSING = '”"’)]*'
# What signs nothing: the id of a record (fb-0001, but not "Speaker 1"), and what a dash parts.
_NO_SIGNER = re.compile(r"\A(?!.*[^\W\d_]{3}).*\d|[—–―]")
_ONLY_SIGNS = ("(", "~")  # a name behind one stands over nothing
_STOPS = tuple(".!?…")
_ARTICLES = ("The ", "A ", "An ")
_FIRST_PERSON = frozenset(
    "i i'm i've i'd i'll me my mine myself we we're we've we'd we'll us our ours ourselves".split()
)


class SignedWords(NamedTuple):
    """Words in a text that a name signs (code points, half-open); with `if_said` only if the transcript has them."""

    words: Span
    named: NamedSpeaker
    if_said: bool


class _Signer(NamedTuple):
    words_end: int
    end: int
    named: NamedSpeaker
    on_a_line: bool
    sign: bool = False  # one that may as well part two names or places


def _read(written: str, persons: TranscriptPersons) -> NamedSpeaker | None:
    name = without_credit(_SO.sub("", without_times(written).strip()))
    seen = persons_as_seen(persons)
    if (
        not seen.hints(name[:_LONGEST])
        or _NO_SIGNER.search(name)
        or goes_on(name)
        or _AFTER_DEGREES.search(name)
        or len(name.partition(",")[2].split()) > _LONGEST_ROLE
    ):
        return None
    return seen.read(name)


def _words_end(text: str, offset: int) -> int:
    """Return where the words before a place end, white space aside."""
    while offset and text[offset - 1].isspace():
        offset -= 1
    return offset


def _signers(text: str, persons: TranscriptPersons, quoted: Sequence[Span]) -> Iterator[_Signer]:
    """Yield the names that stand behind words; one directly behind a quotation is that one's and signs nothing."""
    quotation_ends = frozenset(span.end for span in quoted)
    for found in _BRACKETS.finditer(text) if may_hold(text, "([") else ():
        words_end = _words_end(text, found.start())
        if words_end in quotation_ends:
            continue
        shown = _LINK.sub(r"\1", found["round"] or found["square"]).strip()
        if named := _read(_BESIDE.sub("", shown), persons):
            yield _Signer(words_end, found.end(), named, "\n" in text[words_end : found.start()])
    for dash in _DASH.finditer(text) if may_hold(text, _EVERYDAY_DASHES) else ():
        words_end = _words_end(text, dash.start())
        if words_end in quotation_ends:
            continue
        near = min(len(text), dash.end() + _LONGEST)
        if is_everyday(text) and not persons_as_seen(persons).hints(text[dash.end() : near]):
            continue
        for end in _END_OF_NAME.finditer(text, dash.end(), near):
            if named := _read(_BY.sub("", text[dash.end() : end.start()]), persons):
                yield _Signer(words_end, end.start(), named, "\n" in text[words_end : dash.start()])
                break
            if "\n" in end.group():
                break
    yield from _behind_a_sign(text, persons)
    for alone in _last_alone(text):
        named = _read(alone["name"].strip(" *_."), persons)
        if named and not _TITLE_BEFORE.search(plain_letters(text[max(0, alone.start() - 16) : alone.start()])):
            words_end = len(text[: alone.start("name")].rstrip())
            yield _Signer(words_end, len(text), named, on_a_line=True)
            break


def _behind_a_sign(text: str, persons: TranscriptPersons) -> Iterator[_Signer]:
    """Yield the name behind the only sign of the last line, where the words before it end without a name."""
    if is_everyday(text) and _EVERYDAY_SIGN.search(text) is None:
        return
    end = len(text.rstrip())
    line = text.rfind("\n", 0, end) + 1
    signs = list(_SIGN.finditer(text, max(line, end - 2 * _LEAD), end))
    if len(signs) != 1 or end - signs[0].end() > _LONGEST:
        return
    before = text[max(line, signs[0].start() - _LONGEST) : signs[0].start()].split()
    named = _read(text[signs[0].end() : end], persons) if before else None
    if named is not None and not persons_as_seen(persons).hints(before[-1]):
        yield _Signer(_words_end(text, signs[0].start()), end, named, on_a_line=False, sign=True)


def _last_alone(text: str) -> Iterator[re.Match[str]]:
    """Yield the last words of a text: those behind each of its last line ends and stops."""
    end = len(text.rstrip())
    for stop in _STOP_BEFORE.finditer(text, max(0, end - _LONGEST - 10), end):
        alone = _ALONE.match(text, stop.start(), end)
        if alone is not None and text[: stop.start()].strip():
            yield alone


def find_signed(text: str, persons: TranscriptPersons) -> list[SignedWords]:
    """Return the words without marks that a name in the same block signs, in order."""
    quoted = [one.span for one in find_quoted(text)]
    signers = sorted(_signers(text, persons, quoted), key=lambda one: one[:2])
    if not signers:
        return []
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    last = len(text.rstrip())
    found: list[SignedWords] = []
    for signer in signers:
        end = signer.words_end
        while end and (text[end - 1].isspace() or text[end - 1] == "|"):
            end -= 1
        start = max((one for one in ends if one < end), default=0)
        words = text[start:end].strip()
        behind_last = max((span.end for span in quoted if span.start < signer.end), default=0)
        own = _ASIDE.sub("", text[max(start, behind_last) : end])
        own = own.lstrip("([ \n") if behind_last <= start else own
        if signer.sign and text[signer.end - 1] in _STOPS:
            continue
        if behind_last >= signer.end or not any(map(str.isalnum, own)) or "(" in own:
            continue
        stop = text[signer.end : signer.end + 1] in _STOPS
        behind = text[signer.end + stop : last].lstrip(_CLOSING).partition("|")[0].rstrip()
        alone = not start or text[start - 1] == "|"
        signs = _signs(words, behind, stop=stop, alone=alone, on_a_line=signer.on_a_line)
        if signs or len(words.split()) >= _FEWEST:
            found.append(SignedWords(Span(start, end), signer.named, not signs))
    return found


def _signs(words: str, behind: str, *, stop: bool, alone: bool, on_a_line: bool) -> bool:
    """Tell whether a name behind words signs them whatever they are; `behind` is what follows the name."""
    ends = not behind
    if words.rstrip(_CLOSING).endswith(_STOPS):
        return ends or (behind[0].isspace() and not behind.lstrip()[:1].islower())
    if not ends:
        return False
    return on_a_line or (len(words.split()) >= _FEWEST and (not stop or alone))


def is_surely_long(text: str) -> bool:
    """Tell whether a text is too long to be a name alone, however its white space is collapsed."""
    return len(text) > _LONGEST_LINE and "  " not in text and text.isprintable()


def name_of_signature(text: str, persons: TranscriptPersons) -> tuple[NamedSpeaker | None, bool]:
    """Return the person whose name is all of a block, and whether it can only sign what stands above it."""
    if is_surely_long(text) or mark_in(text) is not None:
        return None, False
    written = collapse(text)
    name = without_credit(written)
    return find_only_name(name, persons), name != written or written.startswith(_ONLY_SIGNS)


def named_above(above: str, words: str, persons: TranscriptPersons) -> NamedSpeaker | None:
    """Return the person whose name is all of the block above some words; None where the words are about that person.

    Words are about somebody whom they name, unless somebody speaks in them as I or we.
    """
    lead = [] if is_surely_long(above) else above.split(None, _MOST_WORDS)
    can_name = 0 < len(lead) <= _MOST_WORDS and lead[0][0] not in tuple("—–―⸺-(~")
    above = " ".join(lead)
    named = find_only_name(above, persons) if can_name and without_credit(above) == above else None
    if named is None or find_only_name(" ".join(words.split()), persons):
        return None
    own = {part for label in named.labels or () for part in name_words(label)}
    own.update(name_words(named.name) if named.labels else ())
    head = [word.strip(".,;:!?…()").casefold() for word in words.strip()[:_LEAD].replace("’", "'").split()]
    about = named.labels and _FIRST_PERSON.isdisjoint(head) and any(word.removesuffix("'s") in own for word in head)
    return None if about else named


def is_below(blocks: Sequence[VisibleBlock], index: int) -> bool:
    """Tell whether a block stands in the item of the one before it, in the next one as a sentence, or as a paragraph
    below a list but of people.

    In a list of people the item before the last is no sentence and no quotation.
    """
    block, above, first = blocks[index], blocks[index - 1], blocks[max(0, index - 2)]
    if above.item == block.item:
        return True
    words = collapse(first.text) if first.item != above.item else ""
    is_person = len(words.split()) <= _PERSON and not words.endswith(_STOPS) and not find_quoted(words)
    is_person = is_person and not (words.startswith(_ARTICLES) or is_clause(words))
    if first.item and words and is_person:
        return False
    if block.item and above.item:  # a name in one item stands over the sentence in the next
        own = collapse(block.text)
        is_whole = own.endswith(_STOPS) or is_clause(own)
        return is_whole and not own[0].islower() and len(own.split(None, _FEWEST)) >= _FEWEST
    return not (block.item or block.level)
