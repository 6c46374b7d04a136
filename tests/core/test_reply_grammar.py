"""The guarantee, tried with a grammar of replies and read by code of its own: no survival, no wrong mouth, no loss."""

import pytest

from tests.properties import share
from tests.reply_grammar import faults_in, reply_of, try_replies
from tests.reply_reading import faults_of, lost_words, quotes_in

Q = "A harbour is a promise made in stone."  # by Maya Lindqvist
F = "Every pilot was paid to look away."  # by nobody
READINGS: list[tuple[str, list[str]]] = [
    (f"Maya Lindqvist says: “{Q}”", []),
    (f"“{Q}” says Lindqvist, and “You can’t sell a lighthouse twice.” (Jonas Hartwig)", []),
    (f"> {Q}\n> — Maya Lindqvist", []),
    (f"The man who hired Maya Okafor said: “{Q}” (Maya Lindqvist)", []),
    (f"The man who hired Maya Okafor said: “{Q}”", ["no name"]),
    (f"Maya said: “{Q}”", ["no name"]),
    (f"Maya Okafor said: “{Q}”", ["wrong mouth"]),
    (f"Ms. Okafor nods: “{Q}” (Maya Lindqvist)", ["wrong mouth"]),
    (f"> {Q}\n> — Tom Reyes", ["wrong mouth"]),
    (f"Maya Lindqvist says: “{Q[:-1]}”", ["survives: quoted"]),
    (f"Maya Lindqvist says: “{F}”", ["survives: quoted"]),
    (f"> {F}", ["survives: quoted"]),
    (f"Maya Lindqvist says that it was so: {F}", []),
    (f"It was late. {F} It was early.", []),
    (f"It was late. **M.O.**⁚ {F}", ["survives: label"]),
    (f"\\[^1\\]: Tom Reyes (host): {F}", ["survives: label"]),
    (f"*{F}* — Prof. Lindqvist, guest", ["survives: signed"]),
    (f"- {F} (Maya)", ["survives: signed"]),
    (f"{F}\n\n— Tom", ["survives: signed"]),
    (f"### Ｔｏｍ Ｒｅｙｅｓ\n\n{F}", ["survives: set under a name"]),
    (f"**Peter** — {F}", ["survives: set behind a name"]),
    (f"\\[“{Q}” (Maya Lindqvist)\\](u) – Tom Reyes\n\n{F}", []),
    (f"— {F}", ["survives: dialogue"]),
    (f"He adds: ⟪{F}", ["survives: mark"]),
]
"""What a stranger to the product reads in a chapter."""


@pytest.mark.parametrize(("chapter", "kinds"), READINGS)
def test_a_chapter_is_read_as_it_stands(chapter: str, kinds: list[str]) -> None:
    """The reader of the property sees what it is there to see, and nothing else."""
    assert [fault.kind for fault in faults_of(chapter)] == kinds


def test_what_is_lost_is_seen() -> None:
    """A quotation without its marks is none, and a sentence that is cut is no longer there."""
    assert quotes_in(f"“{Q}” (Maya Lindqvist)\n\n{Q}") == [Q]
    assert lost_words(["None of it is so.", "It *is* so."], "It is so. None of it.") == ["None of it is so."]


def test_a_reply_is_made_of_its_numbers() -> None:
    """The same seed and number give the same reply, others another one."""
    assert reply_of(1, 2) == reply_of(1, 2)
    assert len({reply_of(seed, number).text for seed in range(5) for number in range(20)}) > 95


@pytest.mark.parametrize(("seed", "number"), [(20270102, 9260), (20270115, 5583), (20270108, 4930)])
def test_a_reply_that_had_a_fault_has_none(seed: int, number: int) -> None:
    """A dash in the second quotation of a block quote begins no name: the block was cut there, a mark left open. Two
    quotations between backticks and apostrophes are no span of code: their marks were half taken off."""
    assert list(faults_in(reply_of(seed, number))) == []


@pytest.mark.property
def test_nothing_survives_nobody_gets_anothers_words_and_nothing_is_lost(request: pytest.FixtureRequest) -> None:
    """Whatever the reply: see `faults_in` and `faults_unseen` for what would be a fault."""
    seed = int(request.config.getoption("hypothesis_seed", None) or 0)
    assert try_replies(range(share(5000)), seed) == []
