"""Search by words and by vectors: what is sent, what is kept, and what is found where the service fails."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.answers.rank_fusion import Vector
from tests.workbench.search.making import ids, talk
from tests.workbench.search.trigram_embedder import Counting, find
from workbench.search import SearchIndex, vector_search

TALK = talk(
    "The ferry to the island was late again.",
    "Boats are what my father repaired for a living.",
    "Nobody here ever minded the price of bread.",
    "The ferry and its crew were paid in salt.",
)
MEANINGS = {"ferry": (1.0, 0.0, 0.0), "boat": (0.9, 0.1, 0.0), "vessel": (1.0, 0.1, 0.0), "bread": (0.0, 0.0, 1.0)}


def meaning(text: str) -> Vector:
    """Return the vector of the first word that means something, as a model would that knows what boats are."""
    return next((vector for word, vector in MEANINGS.items() if word in text.casefold()), (0.0, 1.0, -1.0))


def kept(index: SearchIndex) -> int:
    """Return how many vectors the index holds."""
    with closing(sqlite3.connect(index.path)) as connection:
        return connection.execute("SELECT count(*) FROM vectors").fetchone()[0]


@pytest.fixture
def index(tmp_path: Path) -> SearchIndex:
    """Return an index with a talk."""
    index = SearchIndex(tmp_path / "ask.db")
    index.take_text("talk.md", TALK.encode(), key="talk")
    return index


def test_passages_without_any_word_of_the_question_are_found(index: SearchIndex) -> None:
    """Behind those that have some, and none whose vector points elsewhere; confidence falls along the ranking."""
    assert ids(index.search("vessel")) == []
    found = find(index, "vessel", Counting(meaning))
    assert (ids(found.hits), found.notice) == (["talk#2", "talk#1", "talk#4"], "")
    assert [round(hit.citation.confidence, 3) for hit in found.hits] == [1.0, 0.995, 0.995]
    found = find(index, "a boat or a salt vessel", Counting(meaning))
    by_words = ids(index.search("a boat or a salt vessel"))
    assert set(by_words) == {"talk#2", "talk#4"}
    assert ids(found.hits) == [*by_words, "talk#1"]
    confidences = [hit.citation.confidence for hit in found.hits]
    assert confidences == sorted(confidences, reverse=True)
    assert (confidences[0], confidences[-1] > 0) == (1.0, True)


def test_what_words_found_is_lit_as_before(index: SearchIndex) -> None:
    """And nothing in what they did not find."""
    found = find(index, "the crew of a vessel", Counting(meaning)).hits
    assert [[span.slice(hit.citation.text) for span in hit.highlights] for hit in found][:2] == [["crew"], []]


def test_a_second_question_sends_itself_alone(index: SearchIndex) -> None:
    """Vectors of passages are kept in the index, and rank as they did when they came."""
    first, second = Counting(meaning), Counting(meaning)
    once = find(index, "vessel", first)
    assert [len(texts) for texts in first.requests] == [5]
    assert first.requests[0][0] == "vessel"
    assert find(index, "vessel", second).hits == once.hits
    assert second.requests == [["vessel"]]
    assert second.seen == [(0, 1)]


def test_another_model_is_asked_for_its_own(index: SearchIndex) -> None:
    """And both are kept; a model that changed under its name is asked anew."""
    find(index, "vessel", Counting(meaning))
    other = Counting(lambda text: (*meaning(text), 1.0), model="other")
    find(index, "vessel", other)
    assert ([len(texts) for texts in other.requests], kept(index)) == ([5], 8)
    changed = Counting(lambda text: (*meaning(text), 0.0, 0.0))
    assert find(index, "vessel", changed).notice == ""
    assert ([len(texts) for texts in changed.requests], kept(index)) == ([1, 4], 8)
    again = Counting(lambda text: (*meaning(text), 0.0, 0.0))
    find(index, "vessel", again)
    assert [len(texts) for texts in again.requests] == [1]


def test_vectors_go_with_their_passages(index: SearchIndex) -> None:
    """Nothing of a source is left once it is forgotten; of a changed one the new passages are asked for."""
    index.take_text("other.md", talk("A vessel of clay.", "The kiln was cold.").encode(), key="other")
    find(index, "vessel", Counting(meaning))
    assert kept(index) == 6
    index.forget("talk")
    assert kept(index) == 2
    index.take_text("other.md", talk("A vessel of glass.").encode(), key="other")
    assert kept(index) == 0
    counting = Counting(meaning)
    find(index, "vessel", counting)
    assert [texts[1:] for texts in counting.requests] == [["A vessel of glass."]]


def test_a_text_is_sent_once(index: SearchIndex) -> None:
    """However many passages have it."""
    index.take_text("again.md", TALK.encode(), key="again")
    counting = Counting(meaning)
    assert len(find(index, "vessel", counting).hits) == 6
    assert [len(texts) for texts in counting.requests] == [5]


def test_only_what_is_searched_is_sent(index: SearchIndex) -> None:
    """Of the sources that are named; summaries where they are searched; and of a question with phrases, what has
    them."""
    table = "id,content,summary\nf-1,The boat sank.,A loss.\nf-2,Bread rose.,\n"
    index.take_text("table.csv", table.encode(), key="table")
    for scope, texts in (
        ("summaries", {"A loss.", "Bread rose."}),
        ("both", {"A loss.\nThe boat sank.", "Bread rose."}),
    ):
        counting = Counting(meaning, model=scope)
        find(index, "vessel", counting, sources=("table",), search_in=scope)
        assert set(counting.requests[0][1:]) == texts
    counting = Counting(meaning)
    found = find(index, '"the ferry and its crew"', counting, sources=("talk",))
    assert (ids(found.hits), found.notice) == (["talk#4"], "")
    assert counting.requests == [['"the ferry and its crew"', "The ferry and its crew were paid in salt."]]


def test_nothing_is_sent_where_there_is_nothing_to_find(index: SearchIndex, tmp_path: Path) -> None:
    """No index, no words, no source of that name."""
    counting = Counting(meaning)
    for where, text, sources in ((index, "?!", None), (index, "vessel", ("none",)), (index, "vessel", ())):
        assert find(where, text, counting, sources=sources) == ((), "")
    assert find(SearchIndex(tmp_path / "none.db"), "vessel", counting) == ((), "")
    assert counting.requests == []


def test_many_texts_are_sent_in_parts(tmp_path: Path) -> None:
    """At most 64 texts and 100,000 characters in each, a long one cut; progress is told before each."""
    index = SearchIndex(tmp_path / "ask.db")
    rows = "".join(f"f-{number},{'boat ' * 1_500 if number < 30 else 'boat'} {number}\n" for number in range(150))
    index.take_text("table.csv", f"id,content\n{rows}".encode(), key="table")
    counting = Counting(meaning)
    assert len(find(index, "vessel", counting).hits) == 50
    assert max(map(len, counting.requests)) <= 64
    assert max(sum(map(len, texts)) for texts in counting.requests) <= 100_000
    assert max(len(text) for texts in counting.requests for text in texts) == 6_000
    done = [0]
    for texts in counting.requests:
        done.append(done[-1] + len(texts))
    # The 30 long ones are alike once they are cut.
    assert (done[-1], counting.seen) == (122, [(sent, 122) for sent in done[:-1]])


def test_where_the_service_fails_words_alone_find(index: SearchIndex) -> None:
    """With a notice that quotes nothing of what it says; what it had sent is kept."""
    notes = "".join(f"f-{number},boat {number}\n" for number in range(100))
    index.take_text("table.csv", f"id,content\n{notes}".encode(), key="table")
    counting = Counting(meaning, fails_after=1)
    found = find(index, "a salt ferry", counting)
    assert found.hits == index.search("a salt ferry")
    assert found.notice == (
        "No vectors could be had from http://127.0.0.1:1/v1, so the passages are those with words of the question. "
        "It says: the storm took it. Try again later."
    )
    assert kept(index) == 63
    after = Counting(meaning)
    assert find(index, "a salt ferry", after).notice == ""
    assert sum(map(len, after.requests)) == 1 + 104 - 63


def test_vectors_that_do_not_belong_together_are_none(index: SearchIndex) -> None:
    """A model whose vectors have different lengths: words alone find, and the notice says of which passage."""
    counting = Counting(lambda text: (1.0,) * (2 + ("bread" in text)))
    found = find(index, "ferry", counting)
    assert found.hits == index.search("ferry")
    assert "vector of talk#3: has 3 numbers, and that of the question 2. Make all with one model." in found.notice


def test_of_very_many_passages_those_with_words_are_compared(
    index: SearchIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a notice says so."""
    monkeypatch.setattr(vector_search, "MOST_COMPARED", 3)
    counting = Counting(meaning)
    found = find(index, "ferry", counting)
    assert set(ids(found.hits)) == {"talk#1", "talk#4"}
    assert [len(texts) for texts in counting.requests] == [3]
    assert found.notice.startswith("More than ")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_an_index_that_may_not_be_written_still_finds(index: SearchIndex) -> None:
    """The vectors are used once, and a notice says why they are not kept."""
    index.path.chmod(0o400)
    found = find(index, "vessel", Counting(meaning))
    assert ids(found.hits) == ["talk#2", "talk#1", "talk#4"]
    assert found.notice.startswith("The vectors could not be kept for the next question.")


def test_an_index_that_is_locked_still_finds(tmp_path: Path) -> None:
    """Another program adds sources meanwhile."""
    index = SearchIndex(tmp_path / "ask.db", patience=0.05)
    index.take_text("talk.md", TALK.encode(), key="talk")
    with closing(sqlite3.connect(index.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        found = find(index, "vessel", Counting(meaning))
    assert ids(found.hits) == ["talk#2", "talk#1", "talk#4"]
    assert found.notice.startswith("The vectors could not be kept for the next question.")


def test_a_passage_that_is_gone_meanwhile_is_not_found(index: SearchIndex) -> None:
    """Another program forgets its source while the service is asked: nothing of it is kept."""

    def forgetting(text: str) -> Vector:
        if index.sources():
            index.forget("talk")
        return meaning(text)

    assert find(index, "vessel", Counting(forgetting)) == ((), "")
    assert kept(index) == 0


def test_an_index_without_vectors_stays_as_it_was(index: SearchIndex) -> None:
    """The table is made when the first vector is stored."""
    index.search("ferry")
    with closing(sqlite3.connect(index.path)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    assert not any("vector" in name for name in names)
