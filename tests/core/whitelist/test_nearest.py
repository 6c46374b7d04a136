import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from core.span import Span
from core.text.canonical import canonicalize
from core.text.segmentation import cuts_token
from core.transcripts.transcript import TranscriptPair, Turn
from core.whitelist.nearest import LONGEST_QUOTE, NEAR_ENOUGH, NearestMatch, find_nearest

HARBOUR = (
    "We went down to the harbour before the ferry came in, and nobody had told the pilot about the fog. "
    "So we waited. The whole crew can't have slept more than three hours, you know, but they were cheerful — "
    "non-stop singing, really. It cost us 15,000 euros to repair the hull afterwards. "
    "Don’t ask me why the harbour master signed that paper; I have never understood it. You know what I mean."
)
CHINESE = "我们昨天下午在图书馆里读了很多关于海洋的书，然后一起去吃饭。后来天下雨了，我们只好坐出租车回家。"
THAI = "เมื่อวานนี้เราไปตลาดน้ำกับเพื่อนหลายคนและกินก๋วยเตี๋ยวที่ร้านริมคลอง แล้วก็กลับบ้านตอนเย็นเพราะฝนตก"


def nearest(quote: str, raw: str) -> NearestMatch | None:
    return find_nearest([canonicalize(quote)], TranscriptPair.from_raw(raw))[0]


def words_of(near: NearestMatch | None, raw: str) -> str | None:
    return near and near.span.slice(TranscriptPair.from_raw(raw).canonical)


def talk(*turns: str) -> TranscriptPair:
    """Make a transcript of turns by two people."""
    pieces: list[str] = []
    made: list[Turn] = []
    place = 0
    for number, words in enumerate(turns):
        label = f"{'AB'[number % 2]}: "
        start = place + len(label)
        made.append(Turn(speaker=label[0], label_span=Span(place, place + 2), span=Span(start, start + len(words))))
        pieces.append(f"{label}{words}\n")
        place += len(pieces[-1])
    return TranscriptPair.from_raw("".join(pieces), turns=tuple(made))


@pytest.mark.parametrize(
    ("quote", "passage"),
    [
        pytest.param(
            "We went to the harbour before the ferry came in",
            "we went down to the harbour before the ferry came in",
            id="a word dropped",
        ),
        pytest.param(
            "nobody had ever told the pilot about the fog",
            "nobody had told the pilot about the fog",
            id="a word added",
        ),
        pytest.param(
            "everybody had told the pilot about the fog",
            "nobody had told the pilot about the fog",
            id="first word changed",
        ),
        pytest.param(
            "they were cheerful, singing non-stop, really",
            "they were cheerful-non-stop singing, really",
            id="words moved",
        ),
        pytest.param("It cost us 50,000 euros to repair", "it cost us 15,000 euros to repair", id="a number"),
        pytest.param("the harbor master singed that paper", "the harbour master signed that paper", id="misspelt"),
        pytest.param("theharbourmaster signedthat paper", "the harbour master signed that paper", id="run together"),
        pytest.param("you know what I mean", "you know what i mean", id="stock phrase, exact"),
        pytest.param("afterwords", "afterwards", id="one misspelt word"),
        pytest.param("the pilots", "the pilot", id="two words"),
        pytest.param("So we waited", "so we waited", id="exact"),
    ],
)
def test_the_passage_is_found_with_tight_ends(quote: str, passage: str) -> None:
    """The stretch is the transcript's words that the quote comes from, no more and no less."""
    near = nearest(quote, HARBOUR)
    assert near is not None
    assert words_of(near, HARBOUR) == passage
    assert near.score == pytest.approx(Levenshtein.normalized_similarity(canonicalize(quote), passage))


@pytest.mark.parametrize(
    ("quote", "raw"),
    [
        ("", HARBOUR),
        ("We waited", ""),
        ("", ""),
        ("...", "we went"),
        ("Quantum cats debate philosophy under purple moons", HARBOUR),
        ("x", HARBOUR),
        ("天空中有许多飞鸟和云彩", CHINESE),
        ("a" * (LONGEST_QUOTE + 1), "a" * (LONGEST_QUOTE + 1)),
    ],
)
def test_what_is_like_nothing_has_no_near_passage(quote: str, raw: str) -> None:
    """Below the threshold, and for texts with nothing to compare, the answer is None."""
    assert nearest(quote, raw) is None


@pytest.mark.parametrize(
    ("quote", "raw", "passage"),
    [
        ("我们昨天上午在图书馆里读了很多关于海洋的书", CHINESE, "我们昨天下午在图书馆里读了很多关于海洋的书"),
        ("天下雪了，我们只好坐出租车回家", CHINESE, "天下雨了,我们只好坐出租车回家"),
        ("กินก๋วยเตี๋ยวที่ร้านริมทะเล", THAI, None),
    ],
)
def test_scripts_without_spaces_are_searched_by_characters(quote: str, raw: str, passage: str | None) -> None:
    """Chinese and Thai quotes find their passage, which never begins with a combining mark."""
    near = nearest(quote, raw)
    assert near is not None
    found = words_of(near, raw)
    assert found is not None
    assert passage in (None, found)
    assert not found[0] < " "
    assert near.score >= 0.8


@pytest.mark.parametrize(
    ("quote", "passage"),
    [
        ("he was glad to see the old lighthouse again", "she was glad to see the old lighthouse again"),
        ("and the lighthouse keeper never answere", "and the lighthouse keeper never answered"),
        ("glad to see the old light", "glad to see the old light"),
    ],
)
def test_whole_words_win_unless_they_cost_similarity(quote: str, passage: str) -> None:
    """An end inside a word is only taken where the whole word would cost more than a tie."""
    raw = "In May she was glad to see the old lighthouse again, and the lighthouse keeper never answered her letter."
    near = nearest(quote, raw)
    assert near is not None
    found = words_of(near, raw)
    if Levenshtein.normalized_similarity(quote, passage) >= near.score - 0.02:
        assert found == passage
    assert near.score >= Levenshtein.normalized_similarity(quote, passage)


def test_one_turn_is_better_than_two_that_are_as_like() -> None:
    """Of two passages with the same words the one within a turn is taken, though it comes later."""
    transcript = talk(
        "I think we should leave",
        "the keys with the neighbour.",
        "I think we should leave the keys with the neighbour.",
    )
    near = find_nearest([canonicalize("I think we could leave the keys with the neighbour")], transcript)[0]
    assert near is not None
    turn = transcript.turn_of(transcript.raw_span(*near.span))
    assert turn is not None
    assert turn == transcript.turns[2]


def test_the_best_passage_may_run_over_turns() -> None:
    """Where no turn holds anything as like, the passage over two turns is the answer."""
    transcript = talk("I think we should leave the keys", "with the neighbour across the road.")
    near = find_nearest(["i think we should leave the keys with the neighbour across the street"], transcript)[0]
    assert near is not None
    assert near.span.slice(transcript.canonical).startswith("i think we should leave the keys with the neighbour")
    assert transcript.turn_of(transcript.raw_span(*near.span)) is None


def test_the_first_of_equal_passages_is_taken() -> None:
    """The answer does not depend on chance: the same words again later change nothing."""
    raw = "We paid the fee in March. " * 3
    assert words_of(nearest("We paid a fee in March", raw), raw) == "we paid the fee in march"
    near = nearest("We paid a fee in March", raw)
    assert near is not None
    assert near.span.start == 0


def test_a_batch_gives_what_each_quote_alone_gives() -> None:
    """The batch door is only faster."""
    transcript = TranscriptPair.from_raw(HARBOUR)
    quotes = [canonicalize(quote) for quote in ("the harbour master sang that paper", "", "so we wait", "nothing like")]
    assert find_nearest(quotes, transcript) == [find_nearest([quote], transcript)[0] for quote in quotes]


ALPHABET = st.text(alphabet="ab 'c-.,1é我ไ\u0301\n“", max_size=60)


@given(quote=ALPHABET, raw=ALPHABET)
def test_every_text_has_an_answer(quote: str, raw: str) -> None:
    """Whatever is asked, the span lies in the text, its score is its similarity, and nothing is raised."""
    transcript = TranscriptPair.from_raw(raw)
    canonical = canonicalize(quote)
    near = find_nearest([canonical], transcript)[0]
    if near is not None:
        assert 0 <= near.span.start < near.span.end <= len(transcript.canonical)
        assert near.score == Levenshtein.normalized_similarity(canonical, near.span.slice(transcript.canonical))
        assert near.score >= NEAR_ENOUGH


@given(st.data())
def test_a_verbatim_quote_is_its_own_passage(data: st.DataObject) -> None:
    """Whole words cut from the transcript are found with score 1."""
    transcript = TranscriptPair.from_raw(HARBOUR)
    words = transcript.canonical.split(" ")
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    quote = " ".join(words[first:last])
    near = find_nearest([quote], transcript)[0]
    assert near is not None
    assert near.span.slice(transcript.canonical) == quote


def test_ends_stand_between_tokens_of_raw() -> None:
    """What is decided on raw is kept: no end inside `can't`, `15,000` or `non-stop`."""
    transcript = TranscriptPair.from_raw(HARBOUR)
    quotes = [
        "the whole crew can have slept more than three hours",
        "it cost us 15 euros to repair the hull afterwards",
        "they were cheerful and stop singing, really",
    ]
    for near in find_nearest(quotes, transcript):
        assert near is not None
        span = transcript.raw_span(*near.span)
        assert not cuts_token(transcript.raw, span.start)
        assert not cuts_token(transcript.raw, span.end)


def test_misheard_words_do_not_hide_the_passage() -> None:
    """With one slip in each third word the passage is still the right one."""
    rng = random.Random(4)
    words = canonicalize(HARBOUR).split(" ")
    for first in range(0, len(words) - 15, 5):
        typed = words[first : first + 15]
        for place in range(1, 15, 3):
            typed[place] = typed[place].replace(rng.choice(typed[place]), rng.choice("aeiou"), 1)
        near = nearest(" ".join(typed), HARBOUR)
        assert near is not None
        whole = Levenshtein.normalized_similarity(" ".join(typed), " ".join(words[first : first + 15]))
        assert near.score >= whole - 0.02
