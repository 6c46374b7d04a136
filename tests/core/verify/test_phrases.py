import re
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.verify.naming.idioms import _IDIOMS  # pyright: ignore[reportPrivateUsage]
from core.verify.naming.other_sources import _PHRASES  # pyright: ignore[reportPrivateUsage]
from core.verify.naming.phrases import Phrases
from tests.properties import examples

OTHERS = [("hears", phrase) for phrase in _PHRASES]
IDIOMS = list(_IDIOMS.items())
TABLES = {"others": (OTHERS, Phrases(OTHERS)), "idioms": (IDIOMS, Phrases(IDIOMS))}
BETWEEN = (" ", " ", " ", " ", ", ", ": ", "-", "’s ", "", " (", ". ")
ODD = ("ſaid", "READİNG", "Reading", "\u212anown", "1st", "_", "é", "Ann Lee", "the boy", "says", "19", "\n")
WORDS = {
    name: sorted({word for _, one in table for word in re.findall(r"[a-zé]{1,20}", one)} | set(ODD))
    for name, (table, _) in TABLES.items()
}


def plainly(table: Sequence[tuple[str, str]], text: str) -> str:
    """Return what one regular expression of all phrases, tried at every word, makes of a text."""
    either = "|".join(f"(?P<_{number}>{one})" for number, (_, one) in enumerate(table))
    pattern = re.compile(rf"\b(?=\w)(?:{either})(?!\w)", re.IGNORECASE)
    return pattern.sub(lambda found: table[int((found.lastgroup or "_0")[1:])][0], text)


@pytest.mark.parametrize("name", TABLES)
@given(data=st.data())
@examples(600)
def test_the_phrases_of_the_tables_are_found_as_by_one_expression(name: str, data: st.DataObject) -> None:
    """Texts of the words with which the phrases are written, in any order and case."""
    table, phrases = TABLES[name]
    words = st.tuples(st.sampled_from(WORDS[name]), st.sampled_from([str, str, str.title, str.upper]))
    drawn = data.draw(st.lists(st.tuples(words, st.sampled_from(BETWEEN)), max_size=12))
    text = "".join(spell(word) + between for (word, spell), between in drawn)
    assert phrases.replace(text) == plainly(table, text)
    assert phrases.occur_in(text) == (
        re.search(r"\x00", plainly([("\x00", one) for _, one in table], text)) is not None
    )


@pytest.mark.parametrize(
    "expression",
    [
        *(
            "a",
            "ab?c",
            "(?:a|b)c",
            "a(?:b|c)?",
            "[ab]c",
            "(?:a|b )c",
            "a{2}",
            "a+b",
            "a*b",
            r"a\w*",
            "(?<=b )a",
            "a(?=c)",
        ),
        *(
            "(?!b)[a-c]+",
            "a-?b",
            "a['’]?b",
            "(?:a(?:b|c)?+|b)",
            "a|b|(?:c|a b)",
            r"a\b b",
            "(?-i:A)b",
            "a1",
            "a?b?c",
            "[^b]c",
        ),
        *(r"a(?:\)|b)", "a[)|]", "(?:b )?a", "(?: ?b)?a", "(?:a b){1,2}", "(?:a (?:b|c) ){0,2}a"),
    ],
)
def test_an_expression_is_tried_at_each_word_that_can_begin_it(expression: str) -> None:
    """All short texts of a few signs: none that fits is passed over."""
    phrases = Phrases([("!", expression), ("?", "b c")])
    for signs in product("abcA1 ’-)", repeat=4):
        text = "".join(signs)
        assert phrases.replace(text) == plainly([("!", expression), ("?", "b c")], text)


def test_the_first_of_several_counts() -> None:
    """The order of the expressions decides, whether a word or any word can begin them."""
    assert Phrases([("1", "as well"), ("2", r"\w+ well as")]).replace("as well as") == "1 as"
    assert Phrases([("1", r"\w+ well as"), ("2", "as well")]).replace("as well as") == "1"
