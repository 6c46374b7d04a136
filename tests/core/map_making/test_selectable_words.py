"""The words of a transcript that can be selected for a quote; `tests/browser/map` selects them."""

from itertools import pairwise

from hypothesis import given, strategies

from core.map_making.selectable_words import SelectableTurn, selectable_turns
from core.text.segmentation import cuts_token
from core.transcripts.annotations import AnnotationKind
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from tests.properties import examples

SAID = strategies.sampled_from(
    "kept it. don't AT&T “go” (laughs) [inaudible] [00:12:03] 3.5 C++ – 3% 我 caf\u0065\u0301 😀 …why?".split()
)
TALKS = strategies.lists(strategies.lists(SAID, min_size=1, max_size=12), min_size=1, max_size=4)


def talk_of(turns: list[list[str]]) -> TranscriptPair:
    text = "\n\n".join(f"{('Ann Lee', 'Bob Marsh')[at % 2]}: {' '.join(said)}" for at, said in enumerate(turns))
    return read_transcript(text.encode(), "talk.txt")


def runs_of(turn: SelectableTurn) -> list[tuple[int, int]]:
    """Return where each run of a turn begins and ends in raw."""
    cuts = (*turn.runs, len(turn.words))
    return [(turn.words[first].start, turn.words[end - 1].end) for first, end in pairwise(cuts)]


def test_words_are_told_apart() -> None:
    """With the numbers of those that begin a run and a sentence."""
    talk = talk_of([["I can't (laughs) say.", "Why? [inaudible] It cost $5."]])
    (turn,) = selectable_turns(talk)
    assert [word.slice(talk.raw) for word in turn.words] == ["I", "can't", "say", "Why", "It", "cost", "$5"]
    assert turn.runs == (0, 4)
    assert turn.sentences == (0, 3, 4)


def test_a_turn_without_words_has_none() -> None:
    """Of a turn in which nothing can be selected nothing begins."""
    turns = list(selectable_turns(talk_of([["I kept it."], ["[inaudible]"], ["Why?"]])))
    assert [len(turn.words) for turn in turns] == [3, 0, 1]
    assert turns[1].runs == turns[1].sentences == ()


@given(TALKS)
@examples(200)
def test_every_word_is_whole_and_no_run_goes_over_what_parts_quotes(turns: list[list[str]]) -> None:
    """In order, inside its turn, and nothing was lost between the words of one run."""
    talk = talk_of(turns)
    found = list(selectable_turns(talk))
    words = [word for turn in found for word in turn.words]
    assert words == sorted(words)
    text = talk.speech.text
    assert not any(cuts_token(text, offset) for word in words for offset in word)
    for turn in found:
        assert all(turn.span.start <= word.start < word.end <= turn.span.end for word in turn.words)
        for start, end in runs_of(turn):
            parting = (AnnotationKind.LOST, AnnotationKind.TIMESTAMP)
            assert not any(one.kind in parting and start <= one.span.start < end for one in talk.unspoken)
