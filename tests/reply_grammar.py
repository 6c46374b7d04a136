"""Replies from a grammar: names × verbs × clauses × marks × containers, and what must hold of the chapters they become.

`uv run python -m tests.reply_grammar 200000 --seed 1 --processes 2` tries so many and prints each class of faults with
its shortest reply. A reply is made of its seed and number alone.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from random import Random
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from core.enforcement.matcher import EnforcementPolicy
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line
from core.verify import verify_edition
from tests.reply_reading import GESTURES, VERBS, Fault, faults_of, is_plainly_named, lost_words, quotes_in
from tests.reply_talk import FILLERS, INVENTED, PEOPLE, QUOTES, STRANGERS, UNLISTED, Person, Quote, talk

Marks = tuple[str, str] | str  # before and behind words; one alone opens and is never closed
POLICY = EnforcementPolicy(references=False)


class Reply(NamedTuple):
    """A reply: its text, the quotes and sentences that must stand in the chapter, and whether all of it is honest."""

    text: str
    quotes: tuple[str, ...]
    prose: tuple[str, ...]
    honest: bool


HONEST = (
    *("{N} {v}: {q.}", "{N} {v}, {q.}", "{q,} {v} {N}.", "{q,} {N} {v}.", "{q.} ({N})", "{q} ({N}).", "{N}: {q.}"),
    *("**{N}:** {q.}", "As {N} puts it, {q.}", "According to {N}, {q.}", "{q,} according to {N}.", "{q.} — {N}"),
    *("In {N}’s words: {q.}", "{N}, the {r}, {v}: {q.}", "{q,} {v} {N}, the {r}.", "In the evening, {N} {v}: {q.}"),
    *("{q,} {N} {v}, and the room was quiet.", "{N} told {M}: {q.}", "{N} {g}: {q.}", "{N}’s answer: {q.}"),
    *("{q.} {F}", "{F} {q.}", "{q,} was the answer.", "For {N}, {q.}", "Somebody in the room {v}: {q.}"),
    *("{N} {v} that {q}, and nobody laughed.", "{q,} {N} {v}. {F}", "{F} {N} {v}: {q.}", "{F} {q,} {v} {N}."),
    *("{N} {g} and {v}: {q.}", "{N} {v} in the evening: {q.}", "{F} As {N} {v}, {q.}"),
)
"""Clauses of an honest writer; {N} is the right name, {M} another person's."""

UNCERTAIN = (
    *("The man who hired {N} {v}: {q.}", "The host who introduced {N} {v}: {q.}", "Everyone around {N} {v}: {q.}"),
    *("A voice that was not {N} {v}: {q.}", "{N} recalls the words of the caller: {q.}", "{q,} {v} a friend of {N}."),
    *("It was {M}, not {N}, who {v}: {q.}", "The mayor thanked {N} and {v}: {q.}", "{N}’s brother {v}: {q.}"),
    *("{N} never said {q.}", "{N} was told: {q.}", "When {N} spoke, the mayor {v}: {q.}", "{q,} {v} {N}’s sister."),
    *("If {N} {v} {q}, nobody heard.", "{N} and {M} {v}: {q.}", "{N} heard {M} say {q.}", "{q} (not {N})."),
    *("{q,} {N} {v} the mayor {v}.", "{q} (about {N}).", "{q} ({N} laughs).", "{N} read from the log: {q.}"),
    *("Asked about {N}, the mayor {v}: {q.}", "Unlike {N}, the mayor {v}: {q.}", "{N} let the mayor say {q.}"),
    *("Has {N} {v} {q}?", "{N} denied that he {v} {q.}", "What {N} heard was {q.}", "{M} quoted {N}: {q.}"),
    *("{M} told {N}: {q.}", "{q,} {M} told {N}.", "{N} allegedly {v}: {q.}", "{N} will have {v}: {q.}"),
    *("{N} {v} a stranger {v}: {q.}", "To {N}, the mayor {v}: {q.}", "{q.} {N} left the room."),
    "{N}’s answer was short: {q.}",
    *("{N} repeated: {q.}", "{N} and a friend {v}: {q.}", "{N} is asked: {q.}"),
)
LABELS = (
    *("{N} (host): {q.}", "{N} [00:01:02]: {q.}", "**{N}** (guest): {q.}", "{N}, guest: {q.}", "{F} {N}: {q.}"),
    *("{N}{c} {q.}", "{i}: {q.}", "{i}{c} {q.}", "**{N}**{c} {q.}", "{F} {N}{c} {q.}", "{N}:\n{q.}", "{N}: {q.} {F}"),
)
SIGNED = (
    *("*{q.}* — {N}", "{q.}\n— {N}", "{q.} -- {N}", "**{N}** — {q.}", "{N} — {q.}", "{N}\n\n{q.}", "**{N}**\n\n{q.}"),
    *("### {N}\n\n{q.}", "{q.}\n\n— {N}", "— {q.}", "*{q.}* ({N})", "{q.} ({N}, {r})", "{q.} – {N}, {r}"),
    "{F} *{q.}* — {N}",
)
SEVERAL = (
    *("{N} {v}: {q} and {k}.", "{M} told {N}: {q} and {k}.", "{q,} {N} {v}, {k.}", "{q.} {N} {v}. {k.}"),
    *("{N} {v}: {q.} {M} {v}: {k.}", "{q,} {v} {N}, and added: {k.}", "{q.} {k.} {v} {N}."),
    "{N} {v} {q}; {k} {v} {M}.",
)
FAIR_MARKS = ("“”", "“”", '""', "‘’", "«»", "„“")
MARKS: tuple[Marks, ...] = (
    *("“”", '""', "''", "‘’", "«»", "‹›", "„“", "「」", "『』", "《》", "〈〉", "\u2329\u232a", "⟪⟫", "⟨⟩", "❝❞"),
    *("＂＂", "``"),
    *("˝˝", "〃〃", "‴‴", "¨¨", "ʻʻ", "ʺʺ", "″″", "´´", "``", "〝〞", "❮❯", "⸂⸃", "‟”", "‚‘", "“", "˝", "《", "⟪", "”"),
    *(("&ldquo;", "&rdquo;"), ("&quot;", "&quot;"), ("<q>", "</q>"), ('\\"', '\\"'), ("``", "''")),
    *(("<<", ">>"), ("", "")),
    *(("“*", "*”"), ("*“", "”*"), ("[“", "”](u)"), ("“\u200b", "\u200b”"), (",,", "''"), ("", ""), ("", ""), ("", "")),
)
COLONS = (":", "：", "︰", "꞉", "∶", "⁚", "ꓽ", " :", "\\:", "&colon;")


def _fullwidth(name: str) -> str:
    return "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in name)


def _bold(name: str) -> str:
    bold = (*range(0x1D41A, 0x1D434), *range(0x1D400, 0x1D41A))
    return name.translate(dict(zip(map(ord, ascii_lowercase + ascii_uppercase), bold, strict=True)))


SPELLINGS: tuple[Callable[[str], str], ...] = (
    *(str, str, str, str, str, str, str.lower, str.upper, _fullwidth, _bold),
    *(lambda name: name.replace(" ", " *", 1) + "*" if " " in name else f"*{name}*", lambda name: f"_{name}_"),
    *(lambda name: name[:2] + "\u200b" + name[2:], lambda name: name.replace("a", "а", 1), lambda name: f"[{name}](u)"),
)
CONTAINERS: tuple[Callable[[str], str], ...] = (
    *(str, str, str, str, str, str),
    *(partial("- {}".format), partial("1. {}".format), lambda text: "> " + text.replace("\n", "\n> ")),
    *(lambda text: "- > " + text.replace("\n", "\n  > "), lambda text: "> > " + text.replace("\n", "\n> > ")),
    *(partial("### {}".format), partial("{}\n---".format), partial("```\n{}\n```".format)),
    partial("<div>\n{}\n</div>".format),
    *(partial("<blockquote>{}</blockquote>".format), partial("[^1]: {}".format), partial("<p>{}</p>".format)),
    *(lambda text: "    " + text.replace("\n", "\n    "), partial("| a | b |\n| --- | --- |\n| {} | c |".format)),
    partial("*{}*".format),
)
PLAIN_CONTAINERS = (*(str, str, str), partial("- {}".format), partial("**{}**".format))
SECTIONS = (
    "### Core Claims\n\n- It was so: {}",
    "### Key Excerpts\n\n> {}",
    "### Key Excerpts\n\n> {}\n> — Maya Okafor",
)
"""What only stands last: whatever follows belongs to it."""


def _in_marks(words: str, marks: Marks, end: str, *, outside: bool) -> str:
    """Return words in marks with a stop, a comma or nothing at their end; `outside`: a comma stands behind them."""
    opening, closing = (marks[0], marks[1] if len(marks) > 1 else "") if marks else ("", "")
    if words[-1] in "!?" or end == ".":
        return f"{opening}{words}{closing}"
    return f"{opening}{words}{closing}{end}" if outside else f"{opening}{words[:-1]}{end}{closing}"


class _Writer:
    """Writes one reply."""

    def __init__(self, random: Random, *, outside: bool = False) -> None:
        self.random = random
        self.outside = outside  # whether commas stand behind the marks, and slices keep their stop
        self.pool = random.sample(QUOTES, len(QUOTES))

    def _clause(self, form: str, fields: dict[str, str], words: Sequence[str], marks: Sequence[Marks]) -> str:
        for letter, said, pair in zip("qk", words, marks, strict=False):
            for end in (".", ",", ""):
                form = form.replace(f"{{{letter}{end}}}", _in_marks(said, pair, end, outside=self.outside))
        while "{v}" in form:
            form = form.replace("{v}", self.random.choice(VERBS), 1)
        for field, value in fields.items():
            form = form.replace(f"{{{field}}}", value)
        return form

    def _fields(self, name: str, other: str, person: Person) -> dict[str, str]:
        choice = self.random.choice
        letters = [part[0] for part in person.name.split()]
        return {
            "N": name,
            "M": other,
            "r": person.role,
            "g": choice(GESTURES),
            "F": choice(FILLERS),
            "c": choice(COLONS),
            "i": choice(["".join(letters), ".".join(letters) + "."]),
        }

    def honest(self, marks: Sequence[str] = FAIR_MARKS) -> tuple[str, Quote]:
        """Return a paragraph that quotes what was said, with nobody's name but the right one, and the quote."""
        quote = self.pool.pop()
        speakers = [person for person in PEOPLE if person.name in quote.speakers]
        person = self.random.choice(speakers)
        others = [one for one in PEOPLE if one.name not in quote.speakers]
        name = self.random.choice([person.name, person.name, *person.forms])
        fields = self._fields(name, self.random.choice(others).name, person)
        text = self._clause(self.random.choice(HONEST), fields, [quote.words], [self.random.choice(marks)])
        return text if self.random.random() < 0.8 else f"- {text}", quote

    def any(self, *, bare: bool = False) -> str:
        """Return a block that quotes what was said or what nobody said, of anybody, in any form."""
        choice = self.random.choice
        form = choice(choice((HONEST, UNCERTAIN, UNCERTAIN, LABELS, SIGNED, SEVERAL)))
        words = [choice([self.pool.pop().words, choice((*INVENTED, *UNLISTED))]) for _ in "qk"]
        person, other = self.random.sample(PEOPLE, 2)
        name = choice(SPELLINGS)(choice([person.name, person.name, *person.forms, choice(STRANGERS)]))
        fields = self._fields(name, choice([other.name, *other.forms]), person)
        odd = [said in INVENTED or not bare for said in words]
        marks = [choice(MARKS) if one and self.random.random() < 0.6 else "“”" for one in odd]
        text = self._clause(form, fields, words, marks)
        return text if bare else choice(CONTAINERS)(text)


def reply_of(seed: int, number: int) -> Reply:
    """Return one reply of the grammar, the same for the same numbers."""
    random = Random(f"{seed}-{number}")
    writer = _Writer(random)
    only_honest = random.random() < 0.3
    pieces: list[str] = []
    quotes: list[str] = []
    prose: list[str] = []
    for _ in range(random.randint(1, 4)):
        if random.random() < 0.3:
            prose.append(random.choice(FILLERS))
            pieces.append(prose[-1])
        if only_honest or random.random() < 0.4:
            text, quote = writer.honest()
            pieces.append(text)
            quotes.append(quote.words)
        else:
            pieces.append(writer.any())
    if not only_honest and random.random() < 0.15:
        pieces.append(random.choice(SECTIONS).format(writer.any(bare=True).replace("\n", " ")))
    return Reply("\n\n".join(pieces), tuple(quotes), tuple(prose), only_honest)


@cache
def _talk() -> Line:
    return talk()


def _is_in_order(wanted: Sequence[str], found: Sequence[str]) -> bool:
    rest = iter(found)
    return all(one in rest for one in wanted)


def faults_in(reply: Reply) -> Iterator[Fault]:
    """Yield what is wrong with the chapter that a reply becomes: what survives, whose mouth, what is lost."""
    try:
        draft = finish_chapter(_talk(), 0, reply.text, policy=POLICY)
    except Exception as error:  # noqa: BLE001 - whatever is raised is the finding
        yield Fault("raises", repr(error)[:200])
        return
    if draft.fallback:
        yield Fault("chapter lost", draft.fallback[:200])
        return
    yield from faults_of(draft.text)
    if not _is_in_order(reply.quotes, quotes_in(draft.narrative)):
        yield Fault("honest quote lost" if reply.honest else "honest quote lost beside others", "; ".join(reply.quotes))
    if reply.honest:
        for sentence in lost_words(reply.prose, draft.narrative):
            yield Fault("honest prose lost", sentence)


def written_of(seed: int, number: int) -> Reply:
    """Return a chapter as a stranger could hand it in: the grammar in plain containers, no reply and never enforced."""
    random = Random(f"written-{seed}-{number}")
    writer = _Writer(random, outside=True)
    honest = random.random() < 0.4
    if honest:
        texts = [writer.honest(("“”",))[0] for _ in range(random.randint(1, 3))]
    else:
        texts = [random.choice(PLAIN_CONTAINERS)(writer.any(bare=True)) for _ in range(random.randint(1, 2))]
    return Reply("\n\n".join(texts), (), (), honest)


def faults_unseen(written: Reply) -> Iterator[Fault]:
    """Yield each fault that `verify` does not object to, and what it objects to in honest text in plain forms."""
    objected = verify_edition(written.text, _talk().transcript, form="markdown").unproven
    known = (*INVENTED, *(quote.words for quote in QUOTES))  # what is unlisted is in the transcript all the same
    faults = [fault for fault in faults_of(written.text) if any(words in fault.words for words in known)]
    if faults and not objected:
        yield from (fault._replace(kind=f"verify accepts: {fault.kind}") for fault in faults)
    if written.honest and not faults and is_plainly_named(written.text):
        yield from (Fault(f"verify refuses: {one.reason}", one.text) for one in objected)


class Found(NamedTuple):
    """A fault, and the reply that has it."""

    fault: Fault
    number: int
    text: str


def try_replies(numbers: range, seed: int) -> list[Found]:
    """Return every fault of the replies with these numbers, and of as many texts that `verify` is given."""
    replies = ((number, reply_of(seed, number)) for number in numbers)
    found = [Found(fault, number, reply.text) for number, reply in replies for fault in faults_in(reply)]
    texts = ((number, written_of(seed, number)) for number in numbers)
    return [*found, *(Found(fault, number, text.text) for number, text in texts for fault in faults_unseen(text))]


def try_all(count: int, seed: int, processes: int) -> list[Found]:
    """Return every fault of so many replies; each process is given a few hundred at a time."""
    chunks = [range(start, min(start + 250, count)) for start in range(0, count, 250)]
    if processes < 2:
        return [found for chunk in chunks for found in try_replies(chunk, seed)]
    with ProcessPoolExecutor(processes) as pool:
        return [found for part in pool.map(partial(try_replies, seed=seed), chunks) for found in part]


def main(arguments: list[str] | None = None) -> int:
    """Try so many replies, print each class of faults with its shortest reply, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.reply_grammar", description=__doc__)
    parser.add_argument("count", type=int, help="how many replies")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--each", type=int, default=1, help="how many replies of each class are printed")
    options = parser.parse_args(arguments)
    found = try_all(options.count, options.seed, options.processes)
    for kind in sorted({one.fault.kind for one in found}):
        of_kind = sorted((one for one in found if one.fault.kind == kind), key=lambda one: len(one.text))
        sys.stdout.write(f"{kind}: {len({one.number for one in of_kind})} replies\n")
        for one in of_kind[: options.each]:
            sys.stdout.write(f"  number {one.number}: {one.fault.words}\n    {one.text!r}\n")
    faulty = len({one.number for one in found})
    sys.stdout.write(f"{options.count:,} replies, seed {options.seed}: {faulty:,} with faults\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
