"""What is seen of a reply on its way: nothing of it that is not decided yet."""

from tests.workbench.jobs.answers.records import Room
from tests.workbench.jobs.answers.test_answer_worker import HELD, held, seen
from tests.workbench.jobs.runs.acting import until


def test_an_open_quotation_is_not_seen(room: Room) -> None:
    """The paragraph before it is; the quotation waits for its end, whatever it will be."""
    with held() as client:
        room.begin(HELD, by_reference=False)
        until(lambda: seen(room).received == client.at and seen(room).text)
        text = seen(room).text
    assert text.strip() == "People cannot rely on it."
