"""The page Numbers: narratives and results come in and are kept, the verdict is said, and nothing gets lost."""

import re
from html import unescape

from streamlit.testing.v1.element_tree import TextArea

from tests.pages.conftest import Opened, Opener
from workbench.paths import PAGES
from workbench.store import Session, Store, changed_to

NARRATIVE = "Per LMIS: The rate is 58.3% (QID: lmis_qat_2024q2).\n\nIt was 61.2% before."
RESULTS = "query_id,data_source,value,unit\nlmis_qat_2024q2,LMIS,58.3,percent\nlmis_old_0001,LMIS,61.2,percent\n"
OTHER = b"Per LMIS: It is 53.8% (QID: lmis_qat_2024q2)."
SIGNS = ("✓ Passed", "✗ Failed", "! Passed")


def paste(opened: Opened, what: str, words: str, number: int = 0) -> Opened:
    """Paste a text and say that it is to be used; what was used before has taken the fields of lower numbers."""
    opened.app.text_area(f"paste-{what}-{number}").input(words)
    (use,) = (button for button in opened.app.button if f"numbers-use-{what}" in str(button.key))
    return Opened(use.click().run())


def drop(opened: Opened, box: int, *files: tuple[str, bytes]) -> Opened:
    """Drop files on the first box (narratives, several at once) or the second (results, one)."""
    given = [(name, data, "application/octet-stream") for name, data in files]
    opened.app.file_uploader[box].set_value(given if box == 0 else given[0])
    return Opened(opened.app.run())


def field(opened: Opened, beginning: str) -> TextArea:
    """Return the text field whose key begins so."""
    (found,) = (one for one in opened.app.text_area if str(one.key).startswith(beginning))
    return found


def press(opened: Opened, key: str) -> Opened:
    return Opened(opened.app.button(key).click().run())


def looked_at(opened: Opened) -> str:
    chosen = opened.app.selectbox("numbers-chosen")
    return chosen.options[chosen.index or 0]


def has_component(opened: Opened) -> bool:
    return any(one.type == "bidi_component" for one in opened.app.main)


def test_nothing_to_check_is_said_and_is_no_verdict(open_page: Opener) -> None:
    """No sign, no component, no chart."""
    opened = open_page("numbers")
    assert opened.failures == []
    assert "There is no narrative yet, so nothing was checked." in opened.words
    assert not any(sign in opened.words for sign in SIGNS)
    assert not has_component(opened)


def test_a_pasted_narrative_has_a_verdict(open_page: Opener) -> None:
    """Without results that is said; with them they are held against the numbers."""
    opened = paste(open_page("numbers"), "narratives", NARRATIVE)
    assert opened.failures == []
    assert "✗ Failed" in opened.words
    assert "2 numbers: 1 cited, 1 uncited. No results were given" in opened.words
    assert has_component(opened)
    opened = paste(opened, "results", RESULTS)
    assert "2 numbers: 1 cited, 1 uncited." in opened.words
    assert "No results were given" not in opened.words
    assert "LMIS" in opened.words


def test_a_narrative_without_numbers_is_no_success(open_page: Opener) -> None:
    """One sentence, no sign of success, no chart."""
    opened = paste(open_page("numbers"), "narratives", "Nothing is claimed here.")
    assert "– Nothing to check" in opened.words
    assert "It has no number to check." in opened.words
    assert not any(sign in opened.words for sign in SIGNS)
    assert "Sources of the numbers, paragraph by paragraph" not in opened.words


def test_of_files_dropped_together_the_good_ones_are_kept(open_page: Opener) -> None:
    """Each that cannot be used is named with what to do."""
    files = [("good.md", NARRATIVE.encode()), ("empty.md", b" "), ("scan.pdf", b"%PDF-1.7"), ("other.md", OTHER)]
    opened = drop(open_page("numbers"), 0, *files)
    assert not opened.app.exception
    assert "empty.md cannot be used." in opened.words
    assert "scan.pdf cannot be used." in opened.words
    assert list(opened.app.selectbox("numbers-chosen").options) == ["good.md", "other.md"]


def test_several_narratives_stand_in_one_table(open_page: Opener) -> None:
    """Each with its counts and its verdict; the one that is chosen is shown, and can be put away."""
    opened = drop(open_page("numbers"), 0, ("good.md", NARRATIVE.encode()), ("other.md", OTHER))
    assert "2 narratives, 1 failed" in opened.words
    opened = Opened(opened.app.selectbox("numbers-chosen").set_value(1).run())
    assert opened.failures == []
    assert "1 number: 1 cited, 0 uncited." in opened.words
    opened = press(opened, "numbers-remove")
    assert opened.failures == []
    assert "2 numbers: 1 cited, 1 uncited." in opened.words
    assert not any(one.key == "numbers-chosen" for one in opened.app.selectbox)


def test_the_narrative_that_is_looked_at_stays_the_one(open_page: Opener, sample_stored: Session) -> None:
    """Whatever comes in before it, and whichever page is opened meanwhile; once it is gone, the one in its place."""
    opened = press(open_page("numbers", session=sample_stored.session_id), "numbers-chapters")
    chapters = list(opened.app.selectbox("numbers-chosen").options)
    opened = Opened(opened.app.selectbox("numbers-chosen").set_value(2).run())
    opened = drop(opened, 0, ("good.md", NARRATIVE.encode()), ("other.md", OTHER))
    assert looked_at(opened) == chapters[2]
    opened.app.switch_page(str(PAGES / "verify.py")).run()
    opened = Opened(opened.app.switch_page(str(PAGES / "numbers.py")).run())
    assert looked_at(opened) == chapters[2]
    opened = press(Opened(opened.app.selectbox("numbers-chosen").set_value(0).run()), "numbers-remove")
    assert looked_at(opened) == "other.md"


def test_results_that_cannot_be_used_leave_the_ones_before(open_page: Opener) -> None:
    """The message names the file and the line."""
    opened = paste(open_page("numbers"), "results", RESULTS)
    opened = drop(opened, 1, ("worse.csv", b"query_id,data_source,value\nlmis_a_00001,LMIS,many\n"))
    assert "worse.csv cannot be used." in opened.words
    assert "line 2" in opened.words
    assert "lmis_old_0001" in opened.words


def test_the_sample_is_one_press_away(open_page: Opener) -> None:
    """Its narrative and its results; every kind of mistake is counted."""
    opened = press(open_page("numbers"), "numbers-sample")
    assert opened.failures == []
    assert "✗ Failed" in opened.words
    assert "narrative.md" in opened.words
    assert "results.csv" in opened.words


def test_rules_are_checked_when_they_are_applied(open_page: Opener) -> None:
    """All problems at once with their lines; the last good rules stay in force until better ones are applied."""
    opened = paste(open_page("numbers"), "narratives", "Per LMIS: It is 58.3%.")
    assert "✗ Failed" in opened.words

    def applied(citation: str, verification: str = "") -> Opened:
        field(opened, "numbers-citation").input(citation)
        field(opened, "numbers-verification").input(verification)
        return Opened(opened.app.button("numbers-apply").click().run())

    opened = applied("require_query_id: false\n")
    assert "✓ Passed" in opened.words
    opened = applied("allowed: 1\nrequire_query_id: perhaps\n", "sanity: 3\n")
    for place in ("citation.yml: line 1", "citation.yml: line 2", "verification.yml: line 1"):
        assert place in opened.words
    assert "✓ Passed" in opened.words
    assert field(opened, "numbers-citation").value == "allowed: 1\nrequire_query_id: perhaps\n"
    opened = press(opened, "numbers-reset")
    assert "✗ Failed" in opened.words
    assert "allowed_prefixes:" in str(field(opened, "numbers-citation").value)


def test_the_chapters_of_an_edition_are_checked_as_they_read(open_page: Opener, sample_stored: Session) -> None:
    """Their quotes' numbers are the speaker's; a chapter cannot be removed or changed here."""
    opened = press(open_page("numbers", session=sample_stored.session_id), "numbers-chapters")
    assert opened.failures == []
    chapters = list(opened.app.selectbox("numbers-chosen").options)
    assert chapters[0].startswith("1. ")
    assert len(chapters) > 2
    assert not any(one.key == "numbers-remove" for one in opened.app.button)
    opened = press(opened, "numbers-no-chapters")
    assert "There is no narrative yet" in opened.words


def test_what_was_given_begins_a_session_that_keeps_it(open_page: Opener, store: Store) -> None:
    """Whoever opens that session finds narratives, results, rules and fixes; what cannot be used begins none."""
    opened = drop(open_page("numbers"), 0, ("empty.md", b" "))
    assert store.sessions.list() == ()
    opened = paste(paste(opened, "narratives", NARRATIVE, 1), "results", RESULTS)
    field(opened, "numbers-citation").input("require_query_id: false\n")
    opened = press(opened, "numbers-apply")
    assert opened.failures == []
    (listed,) = store.sessions.list()
    again = open_page("numbers", session=listed.session.session_id)
    assert "2 numbers: 1 cited, 1 uncited." in again.words
    assert "lmis_old_0001" in again.words
    assert "These are not the default rules." in again.words
    assert field(again, "numbers-citation").value == "require_query_id: false\n"
    again.app.switch_page(str(PAGES / "verify.py")).run()
    assert "2 numbers: 1 cited" in Opened(again.app.switch_page(str(PAGES / "numbers.py")).run()).words


def test_a_narrative_is_named_and_edited(open_page: Opener, store: Store) -> None:
    """When it is pasted, and later; the words are checked anew."""
    opened = open_page("numbers")
    opened.app.text_input("name-narratives-0").input("The spring report")
    opened = paste(opened, "narratives", NARRATIVE)
    assert "The spring report" in opened.words
    opened = Opened(opened.app.toggle("numbers-edit").set_value(True).run())
    (name,) = (one for one in opened.app.text_input if str(one.key).startswith("numbers-name"))
    name.input("The summer report")
    field(opened, "numbers-text").input("Per LMIS: It is 58.3% (QID: lmis_qat_2024q2).")
    opened = press(opened, "numbers-keep")
    assert opened.failures == []
    assert "The summer report" in opened.words
    assert "1 number: 1 cited, 0 uncited." in opened.words
    (stored,) = store.narratives.list(store.sessions.list()[0].session.session_id)
    assert (stored.name, len(stored.changes)) == ("The summer report", 1)


def test_a_name_that_another_narrative_has_is_refused(open_page: Opener) -> None:
    """The message says so, and what was typed stays."""
    opened = drop(open_page("numbers"), 0, ("good.md", NARRATIVE.encode()), ("other.md", OTHER))
    opened = Opened(opened.app.toggle("numbers-edit").set_value(True).run())
    (name,) = (one for one in opened.app.text_input if str(one.key).startswith("numbers-name"))
    opened.app.text_input(name.key or "").input("other.md")
    opened = press(opened, "numbers-keep")
    assert "the name of another narrative" in opened.words
    (name,) = (one for one in opened.app.text_input if str(one.key).startswith("numbers-name"))
    assert name.value == "other.md"


def test_two_tabs_overwrite_nothing(open_page: Opener, store: Store) -> None:
    """The slower one is told; what it typed stands in its fields, over what is stored now."""
    one = paste(open_page("numbers"), "narratives", NARRATIVE)
    session_id = store.sessions.list()[0].session.session_id
    one = Opened(one.app.toggle("numbers-edit").set_value(True).run())
    (stored,) = store.narratives.list(session_id)
    store.narratives.put(session_id, changed_to("It is 5 here.", stored))
    field(one, "numbers-text").input("It is 7 there.")
    one = press(one, "numbers-keep")
    assert "was changed in another tab or program" in one.words
    assert store.narratives.list(session_id)[0].text == "It is 5 here."
    assert field(one, "numbers-text").value == "It is 7 there."
    one = press(one, "numbers-keep")
    assert store.narratives.list(session_id)[0].text == "It is 7 there."
    check = store.number_checks.get(session_id)
    field(one, "numbers-citation").input("require_query_id: false\n")
    store.number_checks.put(session_id, check.model_copy(update={"verification": "sanity: {}\n"}))
    one = press(one, "numbers-apply")
    assert "The results or the rules of this session were changed" in one.words
    assert field(one, "numbers-citation").value == "require_query_id: false\n"
    assert store.number_checks.get(session_id).citation == ""


def test_narratives_are_seen_side_by_side(open_page: Opener) -> None:
    """What each says of a query, beside what the query returned; one narrative alone has no such table."""
    opened = paste(drop(open_page("numbers"), 0, ("good.md", NARRATIVE.encode())), "results", RESULTS)
    assert "What each says of a query" not in opened.words
    opened = drop(opened, 0, ("other.md", OTHER))
    assert opened.failures == []
    (beside,) = (part.body for part in opened.app.html if 'class="wb-numbers-beside"' in part.body)
    inside = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", beside)
    cells = [unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in inside]
    assert cells == [
        *("Query id", "Result", "good.md", "other.md"),
        *("lmis_qat_2024q2", "58.3 percent", "58.3% ✓", "53.8% ≠"),
        *("No query id", "", "61.2% ∅", "–"),
    ]


def test_a_number_of_400_digits_is_a_claim_like_any_other(open_page: Opener) -> None:
    """Uncited at first; with its citation it is right."""
    digits = "7310986452" * 40
    opened = paste(open_page("numbers"), "narratives", f"There are {digits} ways.")
    assert "1 number: 0 cited, 1 uncited." in opened.words
    opened = paste(opened, "narratives", f"Per LMIS: There are {digits} ways (QID: lmis_way_0001).", 1)
    opened = paste(opened, "results", f"query_id,data_source,value\nlmis_way_0001,LMIS,{digits}\n")
    opened = Opened(opened.app.selectbox("numbers-chosen").set_value(1).run())
    assert opened.failures == []
    assert "✓ Passed" in opened.words
    assert "1 number: 1 cited, 0 uncited." in opened.words
