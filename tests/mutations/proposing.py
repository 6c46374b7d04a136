"""Maps by a model: which sentences a quote may name, and what is asked again."""

from tests.mutations.mutation import Mutation

_TABLE = "tests/core/map_making/proposal/test_map_replies.py::test_what_becomes_of_a_reply"
_CHECKS = "core/map_making/proposal/check_quotes.py"
_COMMAND = "tests/workbench/cli/map/test_propose.py"

PROPOSING = (
    Mutation(
        guard="a sentence that was not in the window is not taken",
        file=_CHECKS,
        old="        if first < shown.first or last > shown.last:",
        new="        if first > last:",
        tests=(f"{_TABLE}[windows-not-shown]",),
    ),
    Mutation(
        guard="a proposed quote lies in one turn",
        file=_CHECKS,
        old="        if self._sentences[first - 1].turn != self._sentences[last - 1].turn:",
        new="        if first > last:",
        tests=(f"{_TABLE}[crosses-turns]",),
    ),
    Mutation(
        guard="a proposed quote leaves no sentence out",
        file=_CHECKS,
        old=" if len(covered) == last - first + 1 else MapFault.GAP",
        new=" if covered else MapFault.GAP",
        tests=(f"{_TABLE}[gap]",),
    ),
    Mutation(
        guard="a proposed quote runs over no lost speech",
        file=_CHECKS,
        old="        if self._transcript.crosses_lost_speech(span_of(named)):",
        new="        if not named:",
        tests=(f"{_TABLE}[over-lost-speech]",),
    ),
    Mutation(
        guard="the last words check an id as the first ones do",
        file=_CHECKS,
        old="fits = _begins(first, parts) and _begins(last[::-1], [part[::-1] for part in reversed(parts)])",
        new="fits = _begins(first, parts)",
        tests=(f"{_TABLE}[check-last-wrong]",),
    ),
    Mutation(
        guard="an id without its words is not taken",
        file=_CHECKS,
        old="        if not first or not last:",
        new="        if not first and not last:",
        tests=(f"{_TABLE}[check-missing-last]",),
    ),
    Mutation(
        guard="no sentence is proposed twice",
        file=_CHECKS,
        old="        if not self._taken.isdisjoint(numbers):",
        new="        if not numbers:",
        tests=(f"{_TABLE}[windows-overlap]",),
    ),
    Mutation(
        guard="the last row of a reply that was cut off is not taken",
        file="core/map_making/proposal/read_map_reply.py",
        old="            if where == self._cut:",
        new="            if not where:",
        tests=(f"{_TABLE}[cut-behind-a-quote]",),
    ),
    Mutation(
        guard="a window that was answered is not asked again",
        file="workbench/cli/calls/window_calls.py",
        old="found.get(window.number) or asker.ask(",
        new="asker.ask(",
        tests=(f"{_COMMAND}::test_a_resumed_proposal_is_the_same",),
    ),
    Mutation(
        guard="each call for a window is kept",
        file="workbench/cli/calls/window_calls.py",
        old="        self._calls.keep(call)\n",
        new="",
        tests=(f"{_COMMAND}::test_a_resumed_proposal_is_the_same",),
    ),
    Mutation(
        guard="before a transcript is sent, it is said",
        file="workbench/cli/calls/window_calls.py",
        old="        announce(missing)\n",
        new="",
        tests=(f"{_COMMAND}::test_before_the_first_call_it_says_what_is_sent",),
    ),
)
