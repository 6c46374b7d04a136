"""How clean the replies of models came: counted by client and model, in the file, the report and the command."""

import pytest

from core.generation.offline_client import OfflineComposer
from core.llm.reply_faults import Artifact, Repair, ReplyReading
from tests.workbench.experiments.results.making import KEPT, chapter
from tests.workbench.store import making
from workbench.cli.evaluate.output import say_replies
from workbench.experiments.results import EvaluationResults, UnitGroup, results_data, results_html, results_of_units
from workbench.experiments.results.reply_rates import NO_REPLY, rate_cells, rates_in_words, reply_rates
from workbench.labels import FAULTS
from workbench.store import CallFacts

CLEAN = ReplyReading(ok=True)
FENCED = ReplyReading(ok=True, artifacts=(Artifact.MARKDOWN_CODE_BLOCKS,))
REPAIRED = ReplyReading(
    ok=True,
    artifacts=(Artifact.MARKDOWN_CODE_BLOCKS, Artifact.TRAILING_COMMA),
    repairs=(Repair.TRAILING_COMMA,),
    valid=True,
)
OTHER = ReplyReading(ok=False, valid=False)
CUT = ReplyReading(ok=False, artifacts=(Artifact.TRUNCATED,))
FILTERED = ReplyReading(ok=False, artifacts=(Artifact.CONTENT_FILTER,))


def facts(reading: ReplyReading | None, **other: str | None) -> CallFacts:
    """Return an answered call with this reading."""
    return making.call(0).facts.model_copy(update={"reading": reading, **other})


CALLS = (
    *(facts(one) for one in (CLEAN, CLEAN, FENCED, REPAIRED, OTHER, CUT, FILTERED)),
    facts(None),
    making.failed(0).facts,
    facts(None, missing="There is none.", client="scripted"),
    facts(CLEAN, client="openai", model=None),
    facts(CLEAN, client=OfflineComposer.name, model=None),
)


def measured(*calls: CallFacts) -> EvaluationResults:
    """Return the results of one chapter for which these calls were made."""
    return results_of_units("All", [UnitGroup(name="one", units=(chapter(1, KEPT),), calls=calls)])


def test_replies_are_counted_by_client_and_model() -> None:
    """Every reply once: clean, cleaned up, failed or filtered; failed calls and the offline composer are no replies."""
    head, gemini, openai = rate_cells(reply_rates(CALLS))
    assert head[0] == "Written by"
    assert gemini[1:6] == ("2 of 7", "2 of 4", "2 of 7", "1 of 7", "1 of 2")
    assert gemini[6] == "in a code fence 2, cut off 1, filtered or refused 1, a trailing comma 1"
    assert openai[1:] == ("1 of 1", "n/a", "0 of 1", "0 of 1", "n/a", "nothing")
    assert "1 reply of an earlier version not counted." in rates_in_words(reply_rates(CALLS))


@pytest.mark.parametrize("calls", [(), CALLS[8:10], CALLS[-1:]])
def test_nothing_to_count_is_said(calls: tuple[CallFacts, ...]) -> None:
    """No table, and in words why."""
    assert rate_cells(reply_rates(calls)) == ()
    assert rates_in_words(reply_rates(calls)) == NO_REPLY


def test_replies_of_an_earlier_version_are_no_clean_ones() -> None:
    """Nothing is known of them, which is said instead of 0 of 0."""
    assert rate_cells(reply_rates(CALLS[7:8])) == ()
    assert rates_in_words(reply_rates(CALLS[7:8])) == "1 reply of an earlier version not counted."


def test_the_file_and_the_report_have_the_same_counts(capsys: pytest.CaptureFixture[str]) -> None:
    """Shares with k and n, seed 5's four among them; and the command prints the table."""
    results = measured(*CALLS)
    first = results_data(results)["replies"][0]
    names = ("usable", "clean", "cleaned_up", "failed", "filtered", "other_form")
    counts = {name: (first[name]["k"], first[name]["n"]) for name in names}
    assert counts == {
        "usable": (4, 7),
        "clean": (2, 7),
        "cleaned_up": (2, 4),
        "failed": (2, 7),
        "filtered": (1, 7),
        "other_form": (1, 2),
    }
    assert (first["faults"]["truncated"], first["unread"]) == (1, 1)
    assert "in a code fence 2, cut off 1" in results_html(results)
    assert NO_REPLY in results_html(measured())
    say_replies(results)
    assert "How clean the replies came" in capsys.readouterr().out


def test_every_fault_has_words() -> None:
    """A new kind is not shown by its bare name."""
    assert {*FAULTS} == {*Artifact, *Repair}
