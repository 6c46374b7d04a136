"""A narrative on the screen: what the browser is given, and what is believed of what it sends."""

import json
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from core.numbers.fixes import Fix, apply_fix
from core.numbers.records import QueryResult
from core.span import Span
from workbench.sessions.query_results import QueryResultSet
from workbench.store import StoredNarrative, before_last_change, changed_to
from workbench.ui.numbers.component import FixUndo, is_current, payload, read_act
from workbench.ui.numbers.component.payload import MAX_MARKS, MAX_ROWS
from workbench.ui.numbers.state import KINDS, NarrativeCheck, NumberStatus, check
from workbench.ui.numbers.state.narratives import NumberNarrative
from workbench.ui.numbers.state.rules import EditedRules, apply, default_rules

WORST = (Path(__file__).parents[3] / "browser" / "worst_words.txt").read_text(encoding="utf-8")
CITED = "😀 Per LMIS: The rate 😀 is 58.3% (QID: lmis_ret_001).\r\n\r\nIt was 61.2% before."


def row(query_id: str, value: int | str, **more: Any) -> QueryResult:
    return QueryResult(query_id=query_id, data_source="LMIS", value=Decimal(value), **more)


ROWS = (
    row("lmis_ret_001", "58.3", metric="rate", unit="percent"),
    row("lmis_old_001", "61.2", metric="rate", unit="percent"),
)


def results(rows: tuple[QueryResult, ...] = ROWS) -> QueryResultSet:
    return QueryResultSet(name="results.csv", key=str(hash(rows)), rows=rows)


def checked(
    text: str, given: QueryResultSet | None = None, ruling: EditedRules | None = None, **more: Any
) -> NarrativeCheck:
    return check(NumberNarrative(name="note.md", text=text, **more), given, ruling or default_rules())


def parts(one: NarrativeCheck) -> tuple[str, dict[str, Any]]:
    """Return the words and the marks as the browser reads them."""
    data = payload(one)
    return json.loads(data["words"])["text"], json.loads(data["marks"])


def in_units(text: str, start: int, end: int) -> str:
    """Slice a text as JavaScript does."""
    return text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")


def kinds(one: NarrativeCheck) -> dict[str, NumberStatus]:
    return {mark.span.slice(one.narrative.text): mark.kind for mark in one.marks}


def test_every_number_is_where_javascript_finds_it() -> None:
    """Offsets are UTF-16 units; the words arrive with their line ends."""
    words, marks = parts(checked(CITED, results()))
    assert words == CITED
    shown = [in_units(words, one["start"], one["end"]) for one in marks["numbers"]]
    assert shown == ["58.3%", "61.2%"] == [one["said"] for one in marks["numbers"]]


def test_every_verdict_has_a_word_and_a_sign_of_its_own() -> None:
    """So that colour is never alone."""
    assert set(KINDS) == set(NumberStatus)
    assert len({how.sign for how in KINDS.values()}) == len(NumberStatus)
    assert len({how.word for how in KINDS.values()}) == len(NumberStatus)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Per LMIS: It is 58.3% (QID: lmis_ret_001).", NumberStatus.CITED),
        ("It is 58.3%.", NumberStatus.UNCITED),
        ("Per LMIS: It is 58.3%.", NumberStatus.MISSING_ID),
        ("According to External DB: It is 58.3% (QID: ext_0001).", NumberStatus.UNKNOWN_SOURCE),
        ("From LMIS database: It is 58.3%.", NumberStatus.MALFORMED),
        ("Per LMIS: It is 53.8% (QID: lmis_ret_001).", NumberStatus.WRONG_VALUE),
    ],
)
def test_a_number_is_marked_by_its_verdict(text: str, kind: NumberStatus) -> None:
    """The one number of each of these texts."""
    assert list(kinds(checked(text, results())).values()) == [kind]


def test_without_results_nothing_is_held_against_a_value() -> None:
    """The citation holds, and that is all that can be said."""
    assert list(kinds(checked("Per LMIS: It is 53.8% (QID: lmis_ret_001).")).values()) == [NumberStatus.CITED]


def test_the_numbers_of_a_proven_quote_are_the_speakers() -> None:
    """They are marked, and need no citation."""
    text = "She says “we lost 40 boats”. There were 60 boats."
    start = text.index("we lost")
    one = checked(text, exempt=(Span(start, start + len("we lost 40 boats")),))
    assert kinds(one) == {"40": NumberStatus.EXEMPT, "60": NumberStatus.UNCITED}
    assert one.summary.total_numbers == 1


def test_what_the_rules_switch_off_is_said_to_be_unchecked() -> None:
    """Never to be cited."""
    switched = default_rules().in_force["verification.yml"].replace("enabled: true", "enabled: false", 1)
    ruling = apply(default_rules(), {**default_rules().in_force, "verification.yml": switched})
    assert ruling.problems == ()
    assert list(kinds(checked("It is 58.3%.", ruling=ruling)).values()) == [NumberStatus.UNCHECKED]


def test_a_number_leads_to_its_row_and_the_row_is_as_the_file_has_it() -> None:
    """Id, source, metric, value, unit, period."""
    _, marks = parts(checked(CITED, results()))
    (place,) = marks["numbers"][0]["rows"]
    assert marks["rows"][place] == ["lmis_ret_001", "LMIS", "rate", "58.3", "percent", ""]
    assert marks["numbers"][1]["rows"] == []


def test_of_many_rows_those_are_shown_that_numbers_rest_on() -> None:
    """And the first others, in the order of the file."""
    many = tuple(row(f"lmis_row_{number:06}", number) for number in range(3 * MAX_ROWS))
    last = many[-1].query_id
    _, marks = parts(checked(f"Per LMIS: There are {3 * MAX_ROWS - 1} firms (QID: {last}).", results(many)))
    assert len(marks["rows"]) == MAX_ROWS
    assert [one[0] for one in marks["rows"]] == sorted(one[0] for one in marks["rows"])
    (place,) = marks["numbers"][0]["rows"]
    assert marks["rows"][place][0] == last


def test_of_more_numbers_than_a_browser_bears_the_first_are_marked() -> None:
    """And it is said that there are more."""
    _, marks = parts(checked("7 " * (MAX_MARKS + 5)))
    assert len(marks["numbers"]) == MAX_MARKS
    assert "The first 10,000 of 10,005 are marked here" in marks["note"]
    assert marks["legend"] == [{"kind": "uncited", "count": MAX_MARKS + 5}]


def test_personal_data_is_in_the_narrative_and_in_no_message() -> None:
    """What is said about it has its mark."""
    text = "Write to ada@example.org about the 58.3%."
    words, marks = parts(checked(text))
    assert words == text
    assert "ada@example" not in json.dumps(marks)
    assert [one["said"] for one in marks["numbers"]] == ["[email]", "58.3%"]
    assert marks["numbers"][0]["kind"] == NumberStatus.WARNING


def test_the_value_of_personal_data_is_not_read_out() -> None:
    """Not even where it counts as a number."""
    text = "Her card is 4111 1111 1111 1111, her number +1 202-555-0143."
    one = checked(text)
    shown = json.dumps(parts(one)[1])
    assert one.summary.personal
    assert not any(digits in shown for digits in ("4111", "1,111", "1111", "0143", "202"))


def test_an_editions_chapter_is_not_changed_here() -> None:
    """There is a way to the page where it can be; fixes are only suggested."""
    _, marks = parts(checked("It is 58.3%.", results(), address="edition?session=a&run=1"))
    assert marks["edit"] == "edition?session=a&run=1"
    assert marks["changes"] is None
    assert [one["fixes"] for one in marks["numbers"]] == [[]]
    assert marks["numbers"][0]["suggestions"]


def pressed(one: NarrativeCheck, **act: Any) -> Mapping[str, Any]:
    data = payload(one)
    return {"words": data["words_hash"], "marks": data["marks_hash"], **act}


def test_a_fix_that_is_pressed_changes_the_text_and_can_be_taken_back() -> None:
    """Until the number is cited; each change back one by one, to the text that was given."""
    given = narrative = StoredNarrative(name="note.md", text="It is 58.3%.", number=1, version=1)
    seen: list[NumberStatus] = []
    for _ in range(5):
        one = check(NumberNarrative.of(narrative), results(), default_rules())
        seen.append(one.marks[0].kind)
        act = read_act(pressed(one, number=0, fix=0), one)
        if not isinstance(act, Fix):
            break
        narrative = changed_to(apply_fix(narrative.text, act), narrative)
    assert seen[0] is NumberStatus.UNCITED
    assert seen[-1] is NumberStatus.CITED
    for _ in range(len(narrative.changes)):
        narrative = before_last_change(narrative)
    assert narrative == before_last_change(narrative) == given


def test_a_fix_shows_what_it_changes_and_nothing_around_it() -> None:
    """What goes, what comes, and a mark for what stays between two changes."""
    _, marks = parts(checked("Per LMIS: It is 53.8% (QID: lmis_ret_001). The old one was 61.2%.", results()))
    wrong, uncited = (one["fixes"] for one in marks["numbers"])
    assert wrong[0] == ["Write 58.3%", [["gone", "53.8%"], ["new", "58.3%"]]]
    assert uncited[0] == [
        "Cite lmis_old_001",
        [["new", "Per LMIS: "], ["same", " … "], ["new", "(QID: lmis_old_001)"]],
    ]


def test_a_value_that_was_not_checked_has_no_sign_of_success() -> None:
    """The row has none to check it by."""
    rows = (QueryResult(query_id="lmis_ret_001", data_source="LMIS"),)
    _, marks = parts(checked("Per LMIS: It is 58.3% (QID: lmis_ret_001).", results(rows)))
    (issue,) = marks["numbers"][0]["issues"]
    assert (issue["code"], issue["tone"], issue["sign"]) == ("UNCHECKED_VALUE", "quiet", "·")


def test_what_a_browser_sends_is_not_believed() -> None:
    """Numbers and fixes that are not there, and what is no act at all."""
    one = checked("It is 58.3%.", results())
    assert read_act(pressed(one, undo=True), one).__class__ is FixUndo
    wrong: list[object] = [None, "undo", 7, (), {}, {"undo": 1}, {"number": 0}, {"number": True, "fix": 0}]
    wrong += [{"number": number, "fix": 0} for number in (-1, 9, "0", None)]
    wrong += [{"number": 0, "fix": fix} for fix in (99, -1, 0.0, "0")]
    for sent in wrong:
        assert read_act(sent, one) is None


def test_an_act_on_what_is_gone_is_known() -> None:
    """By then another text or other verdicts stand there."""
    one = checked("It is 58.3%.", results())
    sent = pressed(one, number=0, fix=0)
    assert is_current(sent, payload(one))
    assert not is_current(sent, payload(checked("It is 58.4%.", results())))
    assert not is_current(sent, payload(checked("It is 58.3%.")))
    assert not is_current(None, payload(one))


def test_a_strangers_words_are_data() -> None:
    """In the narrative, in sources and in ids: characters in JSON, nothing else."""
    rows = (QueryResult(query_id="lmis_ret_001", data_source="LMIS", metric=WORST, unit=WORST, period=WORST),)
    words, marks = parts(checked(f"Per LMIS: {WORST} 58.3% (QID: lmis_ret_001).", results(rows)))
    assert WORST in words
    assert marks["rows"][0][2] == WORST
    assert payload(checked(WORST))["words"].isascii()
