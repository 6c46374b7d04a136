"""Facts about talks as the index keeps them."""

from core.transcripts.readers import read_transcript
from workbench.search.talk_facts import TalkSpeaker, facts_as_json, measure_talk, read_facts

TRANSCRIPT = "[00:00:01] Maya Okafor: The tide was late.\n\n[00:00:04] Tom Reyes: Was it?\n"


def test_the_facts_of_a_talk_come_out_of_the_index_as_they_went_in() -> None:
    facts = measure_talk(read_transcript(TRANSCRIPT.encode(), "talk.txt"))
    assert facts.speakers == (TalkSpeaker("Maya Okafor", 1, 4, 0), TalkSpeaker("Tom Reyes", 1, 2, 1))
    assert read_facts(facts_as_json(facts)) == facts


def test_an_index_of_an_earlier_commit_is_read() -> None:
    """Its rows are objects by name: a stored index is not read anew because a value in memory is a tuple now."""
    kept = (
        '{"words_sha256":"00","turns":2,"words":6,"seconds":4.0,'
        '"speakers":[{"label":"Maya Okafor","turns":1,"words":4,"questions":0}]}'
    )
    facts = read_facts(kept)
    assert (facts.seconds, facts.speakers) == (4.0, (TalkSpeaker("Maya Okafor", 1, 4, 0),))
    assert facts_as_json(facts) == kept
