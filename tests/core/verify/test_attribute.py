from typing import Any

import pytest

from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.quotations import find_quotations
from core.verify.reading.read_edition import read_edition
from core.verify.result import SpeakerDeclaration
from tests.golden import cases, load

PEOPLE = load("attributions")["roster"]
CAST = TranscriptPersons(
    [(one["aliases"] or [one["name"]])[0] for one in PEOPLE],
    [SpeakerDeclaration(name=one["name"], label=alias) for one in PEOPLE for alias in one["aliases"]],
)
OPEN = cases("certain_forms_open") + cases("certain_forms_passed_on") + cases("certain_forms_mouths")
# Quotations of certain_forms_enforced that only verify, or only enforcement, gives to somebody: to be lowered.
MOST_DOUBTED, MOST_MISSED = 6, 8
NAMES = {frozenset({(one["aliases"] or [one["name"]])[0]}): one["name"] for one in PEOPLE}
# Where the checker reads otherwise: it takes the certain forms alone, each as a whole clause. A name that is nobody's
# is reported as it stands instead of as no name.
READ_ON = {
    "after-a-pause": None,
    "label-note": "Note",
    "ambiguous-first-name": "Chris",
    "ambiguous-in-parentheses": "Chris",
    # A source whose sentence says something else, and another name before the subject.
    "according-to-goes-on": None,
    "according-to-then-subject": None,
    "her-reply-was-goes-on": None,
    "when-asked": None,
    # Clauses within clauses.
    "it-was-who": None,
    "clause-before-and": None,
    "reported-speech-of-another": None,
    # Invisible characters make a name or a verb unknown.
    "zero-width-in-name": None,
    "zero-width-in-verb": None,
    # Words without capitals inside a sentence need not be a name.
    "lower-case-name-inside": None,
}


def named_in(text: str, cast: TranscriptPersons = CAST) -> list[str | None]:
    """Return whom a Markdown text names for each of its quotations, by declared name."""
    found = find_quotations(read_edition(text, "markdown"), cast)
    return [one.named and NAMES.get(one.named.labels or frozenset(), one.named.name) for one in found]


@pytest.mark.parametrize("case", cases("attributions"))
def test_the_sentence_names_the_speaker(case: Any) -> None:
    """The checker, which shares no code with enforcement, reads the same name out of a sentence."""
    assert named_in(case["text"]) == [READ_ON.get(case["id"], case["named"])]


@pytest.mark.parametrize(
    "case", cases("certain_forms") + cases("certain_forms_more") + cases("certain_forms_wider") + OPEN
)
def test_only_a_certain_form_names_the_speaker(case: Any) -> None:
    """A form is a whole clause beside its quotation; whoever is nobody of the transcript is nobody here."""
    people = {one["name"] for one in PEOPLE}
    named = [name if name in people or name in case["named"] else None for name in named_in(case["text"])]
    assert named == case["named"]


def test_verify_reads_the_forms_of_enforcement() -> None:
    """Neither names another person than the other; where one names nobody, it is cautious, and that is counted."""
    doubted, missed = list[str](), list[str]()
    for case in load("certain_forms_enforced")["cases"]:
        for name, expected in zip(named_in(case["text"]), case["named"], strict=True):
            known = name if name in NAMES.values() or name in case["named"] else None
            assert known is None or expected is None or known == expected, case["text"]
            if known != expected:
                (doubted if expected is None else missed).append(case["text"])
    assert len(doubted) <= MOST_DOUBTED, doubted
    assert len(missed) <= MOST_MISSED, missed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“One” and “two” (Ann Lee).", [None, "Ann Lee"]),
        ("“One” (Ann Lee) and “two” (Bob Marsh).", ["Ann Lee", "Bob Marsh"]),
        ("Ann Lee says “one,” Bob Marsh answers “two”.", ["Ann Lee", "Bob Marsh"]),
        ("Ann Lee says “one.” Bob Marsh answers, “two.”", ["Ann Lee", "Bob Marsh"]),
        ("“One.” Ann Lee says.", ["Ann Lee"]),
        ("“One.” Ann Lee says more.", [None]),
        ("“One.” Ann Lee says; Bob Marsh nods.", ["Ann Lee"]),
        ("“One.” Ann Lee says, reading.", ["Ann Lee"]),
        ("“One.” Ann Lee says, “two.”", [None, "Ann Lee"]),
        ("“One,” asks Bob Marsh, and “two,” Ann says.", ["Bob Marsh", "Ann Lee"]),
        ("Bob: “one” (Ann Lee)", ["Ann Lee, Bob"]),
        ("“One” — Ann Lee, in the boat", ["Ann Lee"]),
        ("“One”\n— Dr. Okafor, M.Sc.", ["Dr. Mireille Okafor"]),
        ("“One” [04:10] (Ann\nLee)", ["Ann Lee"]),
        ("“One” (Ann Lee, 04:10)", ["Ann Lee"]),
        ("“One” — Ann could not believe it, says Bob Marsh", [None]),
        ("In Ann Lee’s words, “one”.", ["Ann Lee"]),
        ("In Ann Lee’s own words: “one” and “two”.", [None, None]),
        ("In the words of Ann Lee’s brother, “one”.", [None]),
        ("Ann Lee’s brother’s answer: “one”", [None]),
        ("Bob objects to Ann Lee’s answer: “one”", [None]),
        ("According to Bob and Ann Lee, “one”.", [None]),
        ("Not according to Ann Lee: “one”", [None]),
        ("According to Ann Lee, he said “one”.", [None]),
        ("According to Ann Lee, Bob said “one”.", [None]),
        ("According to Ann Lee, “one,” says Bob.", [None]),
        ("According to Ann Lee, “one,” he says.", [None]),
        ("According to Ann Lee’s book, “one”.", [None]),
        ("According to Marvin Lee, “one”.", ["Marvin Lee"]),
        ("“One,” according to Ann Lee and Bob Marsh.", [None]),
        ("“One,” according to Ann Lee’s brother.", [None]),
        ("“One.” According to Ann Lee it rains.", [None]),
        ("“One,” according to Bob. In Ann Lee’s words, “two”.", ["Bob Marsh", "Ann Lee"]),
        ("“One” (told Ann Lee)", [None]),
        ("“One” (said to Ann Lee)", [None]),
        ("“One” (said Ann Lee’s brother)", [None]),
        ("“One” (said Bob) says Ann Lee.", [None]),
        ("“One” (said Marvin Lee)", ["Marvin Lee"]),
        ("“One” (denied by Ann Lee)", [None]),
        ("“One” (Ann Lee denies)", [None]),
        ("“One” (by Ann Lee)", [None]),
        ("“One” (as Ann Lee says)", [None]),
        ("Bob says “one” (Ann Lee laughs).", ["Bob Marsh"]),
        ("Bob: “one” (Ann Lee agrees)", ["Bob Marsh"]),
        ("Bob says “one” (as Ann Lee recalls) again.", ["Bob Marsh"]),
        ("Bob says “one” (Ann Lee says).", ["Bob, Ann Lee"]),
        ("“One” (Bob) (as Ann Lee says)", ["Bob Marsh"]),
        ("“One” (Bob) (said Ann Lee)", ["Bob Marsh"]),
        ("“One,” according to Ann Lee, said Bob.", [None]),
        ("“One,” according to Ann Lee, Bob says.", [None]),
        ("“One,” according to Ann Lee\nsaid Bob.", [None]),
        ("“One” in Ann Lee’s words, says Bob.", [None]),
        ("Her words: “one,” according to Ann Lee.", [None]),
        ("The novel: “one,” according to Ann Lee.", [None]),
        ("In the novel’s words, “one,” according to Ann Lee.", [None]),
        ("Bob’s letter has “one,” according to Ann Lee.", [None]),
        ("It is false: “one,” according to Ann Lee.", [None]),
        ("Edda Moor: “one,” according to Ann Lee.", ["Edda Moor"]),
        ("The novel:\n\n“One,” according to Ann Lee.", [None]),
        ("The novel:\n\nIt begins so. According to Ann Lee, “one.”", [None]),
        ("Bob says:\n\n“One,” according to Ann Lee.", ["Bob, Ann Lee"]),
        ("Bob says:\n\n“One” (said Ann Lee).", ["Bob, Ann Lee"]),
        ("According to Ann Lee:\n\n“One” is what Bob wrote.", [None]),
        ("According to Ann Lee:\n\n“One.”", ["Ann Lee"]),
        ("According to Ann Lee:\n\n> One is what\n> Bob wrote.", ["Ann Lee"]),
        ("Never was it\n\naccording to Ann Lee “one”.", [None]),
        ("Bob: “one,” according to Ann Lee.", ["Bob, Ann Lee"]),
        ("Bob says “one”; according to Ann Lee, “two” (Ann Lee).", ["Bob Marsh", "Ann Lee"]),
        ("Bob says “one”; according to Ann Lee, it rains.", ["Bob Marsh"]),
        ("According to Ann Lee, “one” is what Bob wrote.", [None]),
        ("According to Ann Lee, “one” and “two” are what Bob wrote.", [None, None]),
        ("According to Ann Lee, “one” – so Bob.", [None]),
        ("According to Ann Lee, “one” and “two”.", [None, None]),
        ("According to Ann Lee, “one” (Bob) and “two” (Ann).", ["Bob Marsh", "Ann Lee"]),
        ("According to Ann Lee, “one” (Bob Marsh).", ["Bob Marsh"]),
        ("“One” (Bob Marsh), according to Ann Lee.", ["Bob Marsh"]),
        ("Ann whom Bob loved says: “one”", [None]),
        ("The woman Bob loved says: “one”", [None]),
        ("People Bob liked say “one”", [None]),
        ("Bob liked to say “one”.", [None]),
        ("As Bob loved to say: “one” and “two”.", ["Bob Marsh", None]),
        ("As Bob used to say, the letter has “one”.", [None]),
        ("As Bob used to say, “one” is Ann’s answer.", [None]),
        ("Ann used to recall “one” (Bob).", ["Bob Marsh"]),
        ("“One” (Bob), Ann used to say.", ["Bob Marsh"]),
        ("Ann quoth “one” (Bob).", ["Bob Marsh"]),
        ("In all that ann lee says: “one”", [None]),
        ("In all that\nann lee says: “one”", [None]),
        ("Told Marsh: “one”", ["Told Marsh"]),
        ("Said Marvin: “one”", ["Said Marvin"]),
        ("He likes to say: “one”, as Ann knows.", [None]),
        ("ann lee’s brother says “one”.", [None]),
        ("When ann lee speaks of it, he says “one”.", [None]),
        ("Ann Lee’s critics say “one”.", [None]),
        ("“One” — Ann Lee’s brother", [None]),
        ("Ann Lee’s brother: “one”", [None]),
        ("Edda Moor: “one”, as Ann knows.", ["Edda Moor"]),
        ("Money: “one”, as Ann knows.", ["Money"]),
        ("Ann Lee was told “one” by Bob Marsh.", [None]),
        ("Marvin Lee says “one”.", ["Marvin Lee"]),
        ("Ann Miller says “one”.", ["Ann Miller"]),
        ("Yesterday Ann said “one”.", ["Ann Lee"]),
        ("Ann said a lot. He went on: “one”.", [None]),
        ("When Ann speaks of it, he says “one”.", [None]),
        ("Bob laughs, and Ann shrugs and says “one”.", [None]),
        ("Ann Lee remembers:\n\n“One”", ["Ann Lee"]),
        ("“One”\n\n— Ann Lee", ["Ann Lee"]),
        ("Ann Lee: One.\nBob: Two.\nEdda: Three.", ["Ann Lee", "Bob Marsh", "Edda"]),
        ("Note: One.\nSource: Two.", []),
    ],
)
def test_names_beside_quotations(text: str, expected: list[str | None]) -> None:
    """What stands behind a quotation goes before its label, the label before the sentence; pronouns name nobody."""
    assert named_in(text) == expected


def test_names_without_capitals() -> None:
    """In scripts without capitals a name is one as a label and behind a quotation; with a verb it is nobody's."""
    cast = TranscriptPersons(["王芳", "李雷"])
    text = "王芳说：“你好”。“再见”（李雷）。\n\n王芳：“好”"
    names = [one.named and one.named.name for one in find_quotations(read_edition(text, "text"), cast)]
    assert names == ["王芳说", "李雷", "王芳"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("grace hope says: “one”", "grace hope"),
        ("In all that grace hope says: “one”", None),
        ("It is such\ngrace hope says: “one”", None),
        ("They will may be say “one”", None),
        ("“One” will may say.", None),
    ],
)
def test_words_are_no_name_because_somebody_is_called_so(text: str, expected: str | None) -> None:
    """Without its capitals a name is one only where a text begins with it."""
    cast = TranscriptPersons(["Grace Hope", "Will May"])
    names = [one.named and one.named.name for one in find_quotations(read_edition(text, "markdown"), cast)]
    assert names == [expected]


@pytest.mark.parametrize(
    "before", ["", "It rains. We row! ", "Bob Marsh says so. Who knows? ", "Edda (all of it. “Two”) rows. "]
)
@pytest.mark.parametrize(
    "after", ["", " It snows. We sleep.", " Bob says so. We sleep.", " Why? He rows (a lot. Really)."]
)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Okafor says “one”.", "Dr. Mireille Okafor"),
        ("Mireille Okafor, Ph.D., says “one”.", "Dr. Mireille Okafor"),
        ("Dr. Mireille Okafor, M.Sc. says “one”.", "Dr. Mireille Okafor"),
        ("Ann Lee (a rower) says “one”.", "Ann Lee"),
        ("“One?” Ann Lee asked.", "Ann Lee"),
        ("As Ann once said, “one”.", "Ann Lee"),
        ("When Ann speaks of it, he says “one”.", None),
        ("“One” is what nobody said.", None),
    ],
)
def test_other_sentences_change_no_name(before: str, after: str, text: str, expected: str | None) -> None:
    """A quotation is given to whom its own sentence names, whoever speaks in the sentences around it."""
    names = named_in(before + text + after)
    assert names[-1] == expected
