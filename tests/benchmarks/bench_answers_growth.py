"""Asking records takes time in proportion to the question, the records and the answer, whatever they hold."""

import json
import random
from collections.abc import Callable, Iterator
from functools import partial

from core.answers.diversity import select_diverse
from core.answers.excerpt_groups import find_themes
from core.answers.excerpts import best_snippet, excerpt_answer
from core.answers.feedback import read_feedback
from core.answers.inline import enforce_answer
from core.answers.passages import passages_of
from core.answers.query_terms import matches, read_question, term_weights, with_spaced_pairs
from core.answers.record_ids import record_stems
from core.answers.records import AnswerPolicy, Citation, CitationRef, Claim
from core.answers.validation import validate_citations
from core.transcripts.transcript import TranscriptPair
from tests.benchmarks.registry import Case, growth
from tests.core.answers.hostile_answers import hostile_ground

SENTENCE = "The ferry was late, and nobody told the people who waited on the pier why it did not come. "
REPEATED = {
    "proven lines": "> “The app takes forever to open on my old tablet.” — fb-0001\n",
    "lines of an open quotation": "> “a\n",
    "empty lines of a block quote": ">\n",
    "dashes": "> a — b — c\n",
    "references": "> [[1.1]] ",
    "invented lines": "> “nobody said this thing at all” — zz-9\n",
    "copied markup": "> <b>bold</b> *five* or **six** of _those_\n",
    "names": "Ann Lee says “a b c d” and ",
}


@growth("answers: ten times an answer of whatever is repeated", 18)
def inline_answers() -> Iterator[Case]:
    """Lines, references, names and copied markup."""
    ground, policy = hostile_ground(), AnswerPolicy(least_words=3)
    for name, piece in REPEATED.items():
        texts = (piece * (size // len(piece) + 1) for size in (2_000, 20_000))
        yield Case(name, *(partial(enforce_answer, text, ground, policy) for text in texts))


HOSTILE: dict[str, Callable[[int], tuple[str, str]]] = {
    "a word that begins everywhere": lambda size: ("a" * 8 * size, "a" * 4 * size + "b"),
    "a word that stands inside another one everywhere": lambda size: ("ab" * 4 * size, "ba" * 10),
    "words that repeat": lambda size: ("no " * 4 * size, "no " * 2 * size + "yes"),
    "a quote that stands everywhere and nowhere": lambda size: ("[inaudible] no " * size, "no no"),
    "marks in marks": lambda size: ("“" * 6 * size, "“" * 6 * size + "so”"),
    "entities": lambda size: ("&amp;" * 4 * size, "&" * size + " so"),
    "escapes": lambda size: ("\\*" * 4 * size, "*" * 2 * size + "so"),
    "brackets": lambda size: ("[(" * 4 * size, "(" * 4 * size + "so"),
    "combining marks": lambda size: ("e" + "\u0301" * 4 * size, "e" + "\u0301" * 2 * size),
    "dashes": lambda size: ("- " * 4 * size + "so", "so" + " -" * 4 * size + " not"),
    "a quote far longer than its passage": lambda size: ("It is so.", SENTENCE * size),
}


def refused(passage: str, quote: str) -> None:
    """Validate one quote, which does not stand."""
    claim = Claim(claim_text="It is so.", citation=CitationRef(passage_id="0", quote=quote))
    assert validate_citations([claim], {"0": passage})[0] == []


@growth("answers: validating quotes of four times a hostile text", 7)
def hostile_quotes() -> Iterator[Case]:
    """Nothing of it stands."""
    for name, make in HOSTILE.items():
        yield Case(name, *(partial(refused, *make(size)) for size in (1_000, 4_000)))


@growth("answers: validating four times the claims", 7)
def many_claims() -> Iterator[Case]:
    """Each of a passage of its own."""
    passages = {str(number): f"{number} {SENTENCE * 8}" for number in range(200)}
    quotes = [f"It was  late {number}" if number % 2 else "the  ferry was Late" for number in range(200)]
    claims = [
        Claim(claim_text="It is so.", citation=CitationRef(passage_id=str(number), quote=quote))
        for number, quote in enumerate(quotes)
    ]
    yield Case("", *(partial(validate_citations, some, passages) for some in (claims[:50], claims)))


@growth("answers: eight times the records of a file", 20)
def feedback() -> Iterator[Case]:
    """In each form."""

    def written(form: str, count: int) -> str:
        rows = [{"id": number, "content": "The app is slow, “again”. " * 4, "x": {"y": 1}} for number in range(count)]
        if form == "csv":
            return "id,content,x\n" + "\n".join(f'{row["id"]},"{row["content"]}",z' for row in rows)
        return json.dumps(rows) if form == "json" else "\n".join(map(json.dumps, rows))

    for form in ("json", "lines", "csv"):
        yield Case(form, *(partial(read_feedback, written(form, count)) for count in (1_250, 10_000)))


@growth("answers: diversity of ten times the candidates", 30)
def diversity() -> Iterator[Case]:
    """No two texts are compared that share no word."""
    rng = random.Random(7)
    common = (
        "river ferry harbour tide storm lamp rope anchor sail crew bread salt ledger toll bridge flood mill".split()
    )
    vocabulary = [f"word{rng.randrange(4000)}" for _ in range(2000)] + common * 20

    def candidates(number: int) -> list[Citation]:
        texts = [" ".join(rng.choice(vocabulary) for _ in range(170)) for _ in range(number)]
        return [
            Citation(at, f"file {at % 20}", text=text, confidence=number - at, record_id=f"r{at}")
            for at, text in enumerate(texts)
        ]

    yield Case("", *(partial(select_diverse, candidates(number)) for number in (60, 600)))


@growth("answers: ids for eight times the files of one name", 20)
def record_ids() -> Iterator[Case]:
    """In one folder under names that are alike once they are safe, and in folders of their own."""
    marks = str.maketrans("01", "?!")

    def paths(count: int, *, together: bool) -> list[str]:
        return [f"a{f'{one:b}'.translate(marks)}.md" if together else f"{one}/a.md" for one in range(count)]

    for together in (True, False):
        yield Case(str(together), *(partial(record_stems, paths(count, together=together)) for count in (500, 4_000)))


SNIPPETS = (
    ("Yes. ", 1_000),
    ("storm ", 6_000),
    ("日本語。", 1_000),
    ("a,", 6_000),
    ('He said "no". ', 3_000),
    ("[inaudible] x. ", 3_000),
    ("x", 6_000),
    ("“", 6_000),
    ("[x", 6_000),
)


@growth("answers: the best snippet of eight times a hostile passage", 20)
def snippets() -> Iterator[Case]:
    """Whatever it is made of."""
    for piece, size in SNIPPETS:
        text = piece * (size // len(piece))
        asked = term_weights("storm", [text])
        yield Case(repr(piece), partial(best_snippet, text, asked), partial(best_snippet, text * 8, asked))


@growth("answers: excerpts of eight times the passages", 20)
def excerpts() -> Iterator[Case]:
    """By themes and files."""
    said = (
        "The ferry was an hour late, and then the next ferry did not come at all. My mother sold bread at the pier.",
        "A baker needs the first boat: bread does not wait, and bread gets cold.",
    )
    citations = [
        Citation(
            1,
            f"f{number % 9}",
            text=f"{said[0]} Number {number} of word{number % 50}. {said[1]}",
            record_id=f"r{number}",
        )
        for number in range(240)
    ]
    yield Case("", *(partial(excerpt_answer, "bread", some) for some in (citations[:30], citations)))


@growth("answers: eight times a hostile question or text", 20)
def questions() -> Iterator[Case]:
    """To ask, to look in, and to write for the index."""
    question = read_question("battery life x 1.1 电池 ß e\u0301")
    for piece in ("battery ", "x", '"“', "' '", "a-", "电", "e\u0301", "\u0301", "ß", "\u00ad", "1.", "ａ"):
        small, large = (piece * (size // len(piece)) for size in (25_000, 200_000))
        yield Case(f"asked {piece!r}", partial(read_question, small), partial(read_question, large))
        yield Case(f"looked in {piece!r}", partial(matches, question, small), partial(matches, question, large))
        yield Case(f"written {piece!r}", partial(with_spaced_pairs, small), partial(with_spaced_pairs, large))


@growth("answers: passages of eight times a turn", 20)
def passages() -> Iterator[Case]:
    """Three hours in one turn."""
    for piece in (
        *("We went there and saw it. ", "so we went there ", "word", "我们去了", "a.b", "[inaudible] ", "\n\n ", "1,"),
    ):
        made = (TranscriptPair.from_raw("x " + piece * (size // len(piece))) for size in (25_000, 200_000))
        yield Case(repr(piece), *(partial(passages_of, transcript, "a") for transcript in made))


@growth("answers: themes of eight times the texts", 40)
def themes() -> Iterator[Case]:
    """No square of eight."""
    rng = random.Random(5)
    words = [f"word{number}" for number in range(600)]
    texts = [" ".join(rng.choice(words) for _ in range(60)) for _ in range(400)]
    yield Case("", *(partial(find_themes, some, some) for some in (texts[:50], texts)))
