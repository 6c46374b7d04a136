from typing import cast

import pytest
from streamlit.testing.v1.element_tree import Slider

from core.coverage.levels import DEFAULT_THRESHOLDS, CoverageLevel, CoverageThresholds
from core.coverage.sensitivity import Threshold
from tests.pages.conftest import Opened, Opener
from workbench.store import Session, Store
from workbench.ui.common.coverage_sliders import DIALS, value_of

HOSTILE = "<img src=x onerror=alert(1)> $x$ :smile: -- **b**"


@pytest.fixture
def page(open_page: Opener, sample_stored: Session) -> Opened:
    opened = open_page("coverage", session=sample_stored.session_id)
    assert opened.failures == []
    return opened


def stored_thresholds(store: Store, session: Session) -> CoverageThresholds:
    return store.sessions.get(session.session_id).settings.thresholds


def dial_of(page: Opened, name: str) -> Slider:  # pyright: ignore[reportMissingTypeArgument, reportUnknownParameterType]
    return next(slider for slider in page.app.slider if slider.label == DIALS[name].label)


def turn(page: Opened, name: str, value: float) -> None:
    dial_of(page, name).set_value(value if not DIALS[name].whole else int(value)).run()
    assert page.failures == []


def look_at(page: Opened, view: str) -> None:
    page.app.button_group(key="look").set_value(view).run()
    assert page.failures == []


def shown_value(page: Opened, name: str) -> float:
    return cast("float", dial_of(page, name).value)


def test_every_slider_stands_where_it_is_stored(page: Opened) -> None:
    """All eleven numbers."""
    assert [slider.label for slider in page.app.slider] == [dial.label for dial in DIALS.values()]
    for name, dial in DIALS.items():
        assert shown_value(page, name) == value_of(DEFAULT_THRESHOLDS, dial)


def test_every_move_is_saved_at_once(page: Opened, store: Store, sample_stored: Session) -> None:
    """Without a button, whichever slider it is."""
    for name, dial in DIALS.items():
        target = value_of(DEFAULT_THRESHOLDS, dial) + (-dial.step if name.startswith("medium_") else dial.step)
        turn(page, name, target)
        assert value_of(stored_thresholds(store, sample_stored), dial) == target
        assert shown_value(page, name) == target


def test_a_move_turns_a_chapter_from_strong_to_medium(page: Opened) -> None:
    """Chapter 7 has 54.5 words per claim; from 55 on that is Medium, and the words on the page follow."""
    assert "3.2 more words per claim for Strong" in page.words
    turn(page, "strong_words_per_claim", 55)
    assert "0.5 more words per claim for Strong" in page.words
    assert "8.2 more words per claim for Strong" in page.words


def test_a_slider_that_takes_another_along_says_so(page: Opened, store: Store, sample_stored: Session) -> None:
    """Instead of failing."""
    turn(page, "medium_quotes", 7)
    assert "Strong now begins at 7 usable quotes too" in page.words
    assert stored_thresholds(store, sample_stored).strong_quotes == 7
    assert shown_value(page, "strong_quotes") == 7


def test_two_moves_in_a_row_are_both_kept(page: Opened, store: Store, sample_stored: Session) -> None:
    """Each builds on the one before."""
    turn(page, "min_usable_words", 9)
    turn(page, "weak.excerpts", 1)
    thresholds = stored_thresholds(store, sample_stored)
    assert (thresholds.min_usable_words, thresholds.weak.excerpts) == (9, 1)


def test_another_tab_is_not_overwritten(page: Opened, store: Store, sample_stored: Session) -> None:
    """A change made elsewhere stands; it is said, and the slider shows what is stored."""
    seen = store.sessions.get(sample_stored.session_id)
    theirs = CoverageThresholds(min_usable_words=12)
    store.sessions.put_settings(seen, seen.settings.model_copy(update={"thresholds": theirs}))
    dial_of(page, "min_usable_words").set_value(20).run()
    assert len(page.failures) == 1
    assert stored_thresholds(store, sample_stored) == theirs
    assert shown_value(page, "min_usable_words") == 12


def test_the_defaults_come_back_and_can_be_taken_back(page: Opened, store: Store, sample_stored: Session) -> None:
    """One click is no loss of what was tuned for an hour."""
    turn(page, "strong_quotes", 9)
    page.app.button(key="reset").click().run()
    assert stored_thresholds(store, sample_stored) == DEFAULT_THRESHOLDS
    assert "All thresholds are at their defaults." in page.words
    page.app.button(key="put-back").click().run()
    assert stored_thresholds(store, sample_stored).strong_quotes == 9
    assert "put-back" not in {button.key for button in page.app.button}


def test_a_number_beyond_the_slider_is_shown_as_it_is(open_page: Opener, store: Store, sample_stored: Session) -> None:
    """A settings file may have set it."""
    seen = store.sessions.get(sample_stored.session_id)
    far = CoverageThresholds(strong_quotes=5_000, strong_words_per_claim=33.25)
    store.sessions.put_settings(seen, seen.settings.model_copy(update={"thresholds": far}))
    page = open_page("coverage", session=sample_stored.session_id)
    assert page.failures == []
    assert shown_value(page, "strong_quotes") == 5_000
    assert shown_value(page, "strong_words_per_claim") == 33.25


def test_what_is_joined_and_what_is_lacking_is_said(page: Opened) -> None:
    """In sentences, not only in charts."""
    assert "Chapters 5 and 6 are both weak and neighbours, so they are written as one" in page.words
    assert "Chapter 3 is weak and stays alone" in page.words
    assert "1 more usable quote and 1.5 more words per claim for Medium" in page.words


def test_what_the_evidence_carries_stands_beside_the_words_wanted(page: Opened) -> None:
    """Where it is fewer; the first chapter's evidence carries all its words."""
    assert "250 wanted, the evidence carries about 195" in page.words
    assert "500 wanted, the evidence carries about 490" in page.words
    assert page.words.count("the evidence carries about") == 3


def test_the_address_remembers_the_view(open_page: Opener, sample_stored: Session) -> None:
    """A bookmark opens the same place."""
    page = open_page("coverage", session=sample_stored.session_id, look="Level map")
    assert page.failures == []
    assert "How many chapters would have another level" in page.words


@pytest.mark.parametrize("across", Threshold)
def test_any_threshold_can_lie_across(page: Opened, across: Threshold) -> None:
    """The other choice never is the same one."""
    look_at(page, "Level map")
    page.app.selectbox(key="map-across").set_value(across).run()
    assert page.failures == []
    assert page.app.selectbox(key="map-up").value != across


def test_the_threshold_across_can_take_the_place_of_the_other(page: Opened) -> None:
    """Choosing what the other chooser shows is no error."""
    look_at(page, "Level map")
    page.app.selectbox(key="map-up").set_value(Threshold.MEDIUM_QUOTES).run()
    page.app.selectbox(key="map-across").set_value(Threshold.MEDIUM_QUOTES).run()
    assert page.failures == []
    assert page.app.selectbox(key="map-up").value is Threshold.STRONG_QUOTES


def test_the_level_map_is_said_in_words(page: Opened) -> None:
    """For each chapter, where its level would turn."""
    look_at(page, "Level map")
    assert "Of 80 other pairs of values" in page.words
    assert "30 to 60: Strong, 70 to 110: Medium" in page.words
    page.app.toggle(key="map-joined").set_value(False).run()
    assert page.failures == []


def save_preset(page: Opened, name: str) -> None:
    look_at(page, "Presets")
    page.app.text_input(key="preset-name").set_value(name)
    page.app.button(key="FormSubmitter:preset-Save the current thresholds").click().run()


def test_a_preset_is_saved_used_deleted_and_brought_back(page: Opened, store: Store, sample_stored: Session) -> None:
    """Thresholds under a name; no act is final."""
    turn(page, "strong_quotes", 9)
    save_preset(page, "strict")
    assert [(one.name, one.thresholds.strong_quotes) for one in store.presets.list(sample_stored.session_id)] == [
        ("strict", 9)
    ]
    page.app.button(key="reset").click().run()
    page.app.button(key="preset-apply").click().run()
    assert stored_thresholds(store, sample_stored).strong_quotes == 9
    page.app.button(key="preset-delete").click().run()
    assert store.presets.list(sample_stored.session_id) == ()
    page.app.button(key="preset-back").click().run()
    assert page.failures == []
    assert [one.thresholds.strong_quotes for one in store.presets.list(sample_stored.session_id)] == [9]


def test_a_preset_that_is_replaced_can_be_brought_back(page: Opened, store: Store, sample_stored: Session) -> None:
    """The same name again is a new version, and the old one is not lost."""
    save_preset(page, "mine")
    turn(page, "strong_quotes", 9)
    save_preset(page, " mine ")
    assert "was replaced" in page.words
    assert [one.thresholds.strong_quotes for one in store.presets.list(sample_stored.session_id)] == [9]
    page.app.button(key="preset-back").click().run()
    assert [one.thresholds.strong_quotes for one in store.presets.list(sample_stored.session_id)] == [5]


def test_a_preset_of_another_tab_is_not_overwritten(page: Opened, store: Store, sample_stored: Session) -> None:
    """One of the same name that was made meanwhile stays, and the page says so."""
    look_at(page, "Presets")
    page.app.text_input(key="preset-name").set_value("strict")
    theirs = sample_stored.settings.thresholds.model_copy(update={"strong_quotes": 30})
    store.presets.put(sample_stored.session_id, "strict", theirs, version=None)
    page.app.button(key="FormSubmitter:preset-Save the current thresholds").click().run()
    assert "was made in another tab or program" in " ".join(page.failures)
    assert [one.thresholds.strong_quotes for one in store.presets.list(sample_stored.session_id)] == [30]


def test_a_preset_without_a_name_is_not_saved(page: Opened, store: Store, sample_stored: Session) -> None:
    """What to do is said."""
    save_preset(page, "  ")
    assert "Type a name for the preset first." in page.words
    assert store.presets.list(sample_stored.session_id) == ()


def test_two_presets_stand_side_by_side(page: Opened) -> None:
    """Levels, words to write and totals; what differs is said."""
    save_preset(page, "as it is")
    turn(page, "strong_words_per_claim", 58)
    save_preset(page, HOSTILE)
    page.app.selectbox(key="compare-left").set_value("“as it is”").run()
    page.app.selectbox(key="compare-right").set_value(f"“{HOSTILE}”").run()
    assert page.failures == []
    assert "≠ falls from Strong to Medium, 300 words fewer" in page.words
    assert "Words per claim for Strong" in page.words
    assert f"“{HOSTILE}”" in page.words
    assert not any("<img" in part.body for part in page.app.html)


def test_the_same_thresholds_are_said_to_be_the_same(page: Opened) -> None:
    """No table of nothing."""
    look_at(page, "Presets")
    assert "The two have the same thresholds." in page.words


def test_a_compared_preset_that_was_deleted_is_forgotten(page: Opened) -> None:
    """The chooser goes back to what there is."""
    save_preset(page, "short-lived")
    page.app.selectbox(key="compare-left").set_value("“short-lived”").run()
    page.app.button(key="preset-delete").click().run()
    assert page.failures == []
    assert page.app.selectbox(key="compare-left").value == "Current thresholds"


def test_a_chapter_without_claims_fails_nowhere(open_page: Opener, store: Store) -> None:
    """Every view of an almost empty map."""
    session = store.sessions.create("Empty map")
    session = store.sessions.put_transcript(session, "talk.txt", b"Ann: We begin here, and it is good.\n")
    session = store.sessions.put_evidence(session, "map.json", b'{"chapters": [{"title": "Nothing", "claims": []}]}')
    page = open_page("coverage", session=session.session_id)
    assert page.failures == []
    for view in ("Level map", "Presets", "Chapters"):
        look_at(page, view)


def test_levels_are_said_in_words_everywhere(page: Opened) -> None:
    """Colour is never the only signal."""
    for view in ("Level map", "Presets", "Chapters"):
        look_at(page, view)
        for level in CoverageLevel:
            assert level.value.capitalize() in page.words
