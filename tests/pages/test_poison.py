import re

import pytest

from core.evaluation.corruptions import CorruptionClass
from tests.pages.conftest import Opened, Opener
from workbench.store import Session, Store
from workbench.ui.poison.state import CLASSES, DRAW, DraftSource

HOSTILE = "<img src=x onerror=alert(1)> $x$ :smile: -- **b**"


@pytest.fixture
def page(open_page: Opener, sample_stored: Session) -> Opened:
    opened = open_page("poison", session=sample_stored.session_id)
    assert opened.failures == []
    return opened


def figures(page: Opened) -> list[str]:
    """Return the two big figures as they are read."""
    body = next(part.body for part in page.app.html if "wb-poison-board" in part.body)
    return [re.sub("<[^>]*>", "", one) for one in re.findall(r'class="figure">(.*?)</p>', body)]


def listing(page: Opened) -> str:
    return next(part.body for part in page.app.html if "wb-poison-way" in part.body)


def choose_source(page: Opened, source: DraftSource) -> None:
    page.app.selectbox(key="poison-source").set_value(source).run()
    assert page.failures == []


def test_the_scoreboard_comes_first(page: Opened) -> None:
    """Nothing got through of what is false; the check by likeness would have passed more than a third."""
    (ours, total), (naive, as_many) = (map(int, figure.split(" of ")) for figure in figures(page))
    assert (ours, total) == (0, as_many)
    assert naive > total / 3
    assert "all were accepted and written as the transcript has them" in page.words
    assert len(page.app.get("plotly_chart")) == 1


def test_everything_that_was_injected_is_listed(page: Opened) -> None:
    """Way by way, each with the words, the change, what became of it, and a likeness."""
    listed = listing(page)
    total = int(figures(page)[0].split(" of ")[1])
    assert listed.count("wb-verdict") >= 2 * total
    assert all(name in page.words for name in CLASSES.values())
    assert "<ins>" in listed
    assert "<del>" in listed
    assert "✓ Marks taken off" in page.words
    assert "✓ Taken out" in page.words
    assert "✓ Put right" in page.words
    assert "✗ Let through" not in page.words


def test_again_falsifies_otherwise(page: Opened) -> None:
    """Another draw, another list; the draw before brings the first list back."""
    first = listing(page)
    page.app.button(key="poison-again").click().run()
    assert page.app.session_state[DRAW] == 2
    assert listing(page) != first
    page.app.number_input(key=DRAW).set_value(1).run()
    assert listing(page) == first


def test_only_the_chosen_ways_are_used(page: Opened) -> None:
    """One way; its name alone is in the list."""
    page.app.multiselect(key="poison-classes").set_value([CorruptionClass.LETTER]).run()
    assert page.failures == []
    assert CLASSES[CorruptionClass.LETTER] in listing(page)
    assert CLASSES[CorruptionClass.WORD] not in listing(page)
    page.app.multiselect(key="poison-classes").set_value([CorruptionClass.TYPOGRAPHY]).run()
    assert page.failures == []
    assert not page.app.get("plotly_chart")
    assert "all were accepted" in page.words


def test_it_works_without_a_run(open_page: Opener, store: Store, sample_stored: Session) -> None:
    """The composer's draft is there on a session that nothing was written in."""
    copy = store.sessions.duplicate(sample_stored.session_id, "A copy")
    page = open_page("poison", session=copy.session_id)
    choose_source(page, DraftSource.COMPOSER)
    assert figures(page)[0].startswith("0 of ")


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        ("", "There is no draft: paste one, or choose a chapter with a proven quote."),
        (f"## Nothing\n\n{HOSTILE} “Nobody said this.”\n", "No proven quotation stands in this draft"),
        ("I'm sorry, but I can't help with that.", "there is nothing"),
    ],
)
def test_a_draft_without_a_proven_quotation_is_one_sentence(page: Opened, draft: str, said: str) -> None:
    """And no empty chart."""
    choose_source(page, DraftSource.PASTED)
    page.app.text_area(key="poison-pasted").set_value(draft).run()
    assert page.failures == []
    assert said in page.words
    assert not page.app.get("plotly_chart")
    assert "got through" not in page.words


def test_a_pasted_draft_is_poisoned_and_shown_as_text(page: Opened) -> None:
    """Whatever markup stands around its quotations is read as its characters."""
    choose_source(page, DraftSource.PASTED)
    draft = (
        f"## Brass\n\n{HOSTILE}\n\n“Dirt is evidence. You had taken a hundred years of evidence off that clock with a "
    )
    draft += "toothbrush, and you were proud of it,” Sorrel told him.\n"
    page.app.text_area(key="poison-pasted").set_value(draft).run()
    assert page.failures == []
    assert "1 quotation stands in this draft" in page.words
    bodies = "".join(part.body for part in page.app.html)
    assert "<img" not in bodies
    assert "$x$ :smile:" in page.words


def test_a_chapter_without_a_proven_quote_is_one_sentence(open_page: Opener, store: Store) -> None:
    """It is not written, so there is no draft."""
    session = store.sessions.create("Nothing proven")
    session = store.sessions.put_transcript(session, "talk.txt", b"Ann Lee: We built 15 boats.\n\nBo Marsh: So many?\n")
    evidence = (
        b'{"chapters": [{"title": "Boats", "claims": [{"claim": "A claim.", '
        b'"support": [{"quote": "No.", "speaker": "Ann Lee"}]}]}]}'
    )
    session = store.sessions.put_evidence(session, "map.json", evidence)
    page = open_page("poison", session=session.session_id)
    assert page.failures == []
    assert "There is no draft" in page.words
    assert not page.app.get("plotly_chart")


def test_an_incomplete_session_says_what_it_lacks(open_page: Opener, store: Store) -> None:
    """As on every page."""
    page = open_page("poison", session=store.sessions.create("Empty").session_id)
    assert "This session has no transcript and no evidence map yet." in page.words
