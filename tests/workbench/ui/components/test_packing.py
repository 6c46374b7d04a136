"""What is sent to the browser of a part that it holds in another form."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from workbench.ui.components.packing import EncodedList, KnownLines, PackedPart, encoded, message_of, pack, pack_part

LONG = "many words that both have " * 8


def listed(*members: object) -> EncodedList:
    return EncodedList(encoded(one) for one in members)


def part_of(members: list[Any], **others: object) -> PackedPart:
    return pack_part({"rows": listed(*members), "about": LONG, **others})


def sent(now: PackedPart, held: PackedPart | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the head and the part as they are sent to a browser that holds another form, or nothing."""
    head, line = message_of({}, pack(rows=now), {"rows": held} if held else None).split(b"\n")
    return json.loads(head), json.loads(line)


def patched(held: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Do what the browser's `patch` does."""
    made = {**held, **changes["others"]}
    for name, steps in changes["lists"].items():
        taken = (held[name][step[0] : step[0] + step[1]] if len(step) == 2 else step for step in steps)
        made[name] = [one for some in taken for one in some]
    return made


MEMBERS = st.lists(st.one_of(st.integers(0, 6), st.lists(st.integers(0, 2), max_size=2), st.just(LONG)), max_size=8)


@given(MEMBERS, MEMBERS, st.integers(1, 2))
@examples(400)
def test_changes_make_the_part_that_is(before: list[Any], after: list[Any], step: int) -> None:
    """Whatever came, went, was moved or stands twice; the head says of which form they are changes."""
    held, now = part_of(before, step=1), part_of(after, step=step)
    head, line = sent(now, held)
    whole = json.loads(now.line)
    assert head["rows"] == now.digest
    if "from" in head:
        assert head["from"] == {"rows": held.digest}
        assert patched(json.loads(held.line), line) == whole
    else:
        assert line == whole


def test_of_a_long_list_only_what_is_new_is_sent() -> None:
    """Members that stayed are named by their places."""
    before = [[number, LONG] for number in range(200)]
    head, line = sent(part_of([*before[:90], "new", *before[95:]]), part_of(before))
    assert "from" in head
    assert line == {"lists": {"rows": [[0, 90], ["new"], [95, 105]]}, "others": {}}


def test_what_is_the_same_is_not_sent_again() -> None:
    """The browser has it, and its hash says so."""
    part = part_of([1, 2])
    head, line = sent(part, part)
    assert head == {"rows": part.digest, "from": {"rows": part.digest}}
    assert line == {"lists": {}, "others": {}}


@pytest.mark.parametrize(
    "held",
    [None, pack_part({"rows": listed(1), "about": LONG, "more": 1}), pack_part({"rows": [1], "of": 2})],
    ids=["nothing", "a field more", "other fields"],
)
def test_the_whole_is_sent_where_fields_are_others(held: PackedPart | None) -> None:
    """And where nothing is known of what the browser holds."""
    head, line = sent(part_of([1]), held)
    assert "from" not in head
    assert line == {"rows": [1], "about": LONG}


def test_a_list_is_the_json_that_it_would_be() -> None:
    """Members that are encoded already change nothing about it."""
    assert part_of([1, "😀"]).line == encoded({"rows": [1, "😀"], "about": LONG})
    assert listed(1, "a").decoded() == [1, "a"]


def test_a_line_is_made_again_only_where_it_is_of_something_else() -> None:
    """What is not asked for between two beginnings is forgotten."""
    known = KnownLines()
    made: list[str] = []

    def line(key: str, made_of: object) -> int:
        return known.of(key, made_of, lambda: made.append(key) or len(made))

    assert [line("a", 1), line("a", 1), line("b", 1), line("a", 2)] == [1, 1, 2, 3]
    known.begin()
    assert [line("a", 2), line("b", 2)] == [3, 4]
    known.begin()
    known.begin()
    assert line("a", 2) == 5
