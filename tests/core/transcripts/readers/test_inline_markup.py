import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.transcripts.readers.inline_markup import resolve_inline
from tests.core.transcripts.readers.hostile import INLINE

RESOLVED = {
    "plain words, kept.": "plain words, kept.",
    r"\[04:10\] See": "[04:10] See",
    r"the \#34 \*bleep\* snake\_case": "the #34 *bleep* snake_case",
    r"C:\temp stays": r"C:\temp stays",
    "&quot;Shame on you&quot; it&#39;s R&amp;D &lt; 5": '"Shame on you" it\'s R&D < 5',
    "AT&T; and &nosuch; stay": "AT&T; and &nosuch; stay",
    "&amp;quot; is decoded once": "&quot; is decoded once",
    "*the easy way* and _most_ and **all of it**": "the easy way and most and all of it",
    "***both*** and **one _two_**": "both and one two",
    r"**\*kazoo\***": "*kazoo*",
    '_"most"_, for me': '"most", for me',
    "you *should*.": "you should.",
    "2 * 3 * 4 is 24": "2 * 3 * 4 is 24",
    "sh*t and f**k and **** you": "sh*t and f**k and **** you",
    "snake_case_name and __init__ method": "snake_case_name and init method",
    "*args without a partner": "*args without a partner",
    "a lone ** here": "a lone ** here",
    "*over\ntwo lines*": "over\ntwo lines",
    "a [Zelda game](https://x.org/a_b_c) here": "a Zelda game here",
    '[with title](https://x.org "A title") done': "with title done",
    "[spaced](https://x.org/open source/a) done": "spaced done",
    "[parens](https://x.org/a_(b)) done": "parens done",
    "[**bold** link](/there) done": "bold link done",
    "[angled](<a b.html>) done": "angled done",
    "![a cat](cat.png) sits": "a cat sits",
    "[text][ref] and [ref] and [ref][]": "text and ref and ref",
    "[no ref][nothing]": "[no ref][nothing]",
    "I did [not] say": "I did [not] say",
    "[laughter] (he laughs) [inaudible]": "[laughter] (he laughs) [inaudible]",
    "[sic](sic) is no link": "[sic](sic) is no link",
    "[inaudible](00:12:03) is no link": "[inaudible](00:12:03) is no link",
    "[04:10](https://x.org/?t=250) So": "[04:10] So",
    "[laughter](https://x.org) So": "[laughter] So",
    "use `go fmt` and ``a ` b``": "use go fmt and a ` b",
    r"`\[raw\] *kept* &amp;`": r"\[raw\] *kept* &amp;",
    "a lone ` tick": "a lone ` tick",
    "see <https://x.org/a_b> now": "see https://x.org/a_b now",
    "<b>bold</b> and <i>it</i>": "bold and it",
    "the <b> tag and <unknown> stay": "the <b> tag and <unknown> stay",
    "one<br>two": "one\ntwo",
    "one\\\ntwo": "one\ntwo",
    "10<sup>2</sup> stays": "10<sup>2</sup> stays",
    "[unclosed and ](https://x.org)": "unclosed and ",
    "unopened](https://x.org)": "unopened](https://x.org)",
}


@pytest.mark.parametrize(("source", "read"), RESOLVED.items(), ids=RESOLVED)
def test_a_paragraph_is_resolved_to_what_a_person_reads(source: str, read: str) -> None:
    """Markdown's inline syntax goes, every other character stays."""
    assert resolve_inline(source, {"ref"}) == read


@given(st.text(alphabet="ab \n.,'\"!?:;-—’“”éß0123456789()", max_size=80))
def test_text_without_markup_is_left_alone(text: str) -> None:
    """What holds no character of Markdown's syntax is not touched."""
    assert resolve_inline(text) == text


@given(st.text(alphabet="ab*_\\`[]()!<>&;#/. \n", max_size=60))
def test_no_letter_outside_an_address_is_lost(text: str) -> None:
    """Only marks go: without links and entities the letters stay, in order."""
    source = text.replace("(", "").replace("&", "").replace("<", "")
    letters = [char for char in source if char.isalpha()]
    assert [char for char in resolve_inline(source) if char.isalpha()] == letters


@pytest.mark.parametrize("piece", INLINE)
def test_openers_without_an_end_are_read(piece: str) -> None:
    """Nothing is added; benchmarks hold that it takes time in proportion."""
    text = piece * (10_000 // len(piece))
    assert len(resolve_inline(text)) <= len(text)
