"""A model asked for an evidence map, window after window: none asked twice, and what happens if a call fails."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.errors import OutOfReplies, WorkbenchError
from core.llm.client import Client, Outcome, Sampling, StreamingClient
from core.map_making.proposal.map_from_replies import WindowReply
from core.map_making.proposal.map_requests import MapWindow
from workbench.cli.calls.call_failures import CallFailures
from workbench.cli.calls.call_messages import say_failures, say_stopped, sum_up
from workbench.cli.calls.calls_folder import CallFolder, CallFolderPaths, CallTarget
from workbench.cli.calls.folder_lock import lock_folder
from workbench.cli.calls.terminal_progress import ProgressClient
from workbench.cli.exit_codes import INTERRUPTED
from workbench.cli.output import say
from workbench.jobs.calls import CallPosition, make_call
from workbench.jobs.proposals import window_reply
from workbench.jobs.usage import sum_in_words, sum_of
from workbench.providers import client_of
from workbench.store import CallRecord, ClientChoice


class WindowAnswers(NamedTuple):
    """The replies that came, in the order of the windows, whether all came whole, and the calls."""

    replies: tuple[WindowReply, ...]
    complete: bool
    calls: CallFolder


class _WindowAsker:
    """Asks for one window after the other, and stops when further calls would fail too."""

    def __init__(self, client: Client, choice: ClientChoice, calls: CallFolder) -> None:
        self.failing = CallFailures()
        self._client = client
        self._choice = choice
        self._calls = calls

    def ask(self, window: MapWindow, of: int) -> CallRecord | None:
        """Return the call for a window, None where it failed or would. Raises OutOfReplies."""
        if self.failing.hopeless:
            return None
        where = f"Window {window.number} of {of}"
        client = ProgressClient(self._client, where) if isinstance(self._client, StreamingClient) else self._client
        index = window.number - 1
        place = CallPosition(position=index, chapter_index=index, number=self._calls.next_number(index))
        failed: list[CallRecord] = []
        try:
            call = make_call(client, window.request, place, self._choice, failed=failed.append)
        except OutOfReplies:
            raise
        except Exception as error:
            if not failed:
                raise
            self._calls.keep(failed[-1])
            self.failing.note(failed[-1], error)
            return None
        self._calls.keep(call)
        self.failing.succeed()
        say(f"{where}: {sum_in_words(sum_of((call,)))}", error=True)
        return call


def _ask_all(
    windows: Sequence[MapWindow],
    asker: _WindowAsker,
    calls: CallFolder,
    announce: Callable[[Sequence[MapWindow]], None],
) -> WindowAnswers:
    found = {window.number: call for window in windows if (call := calls.find(window.request)) is not None}
    missing = [window for window in windows if window.number not in found]
    if missing:
        why = calls.why_none_fits(window.request for window in windows)
        if why:
            say(f"Note: no earlier call can be used, so all calls are made again: {why}.", error=True)
        announce(missing)
    made = [(window, found.get(window.number) or asker.ask(window, len(windows))) for window in windows]
    answered = [(window, call) for window, call in made if call is not None]
    for window, call in answered:
        if call.outcome is not Outcome.COMPLETE:
            say(f"Window {window.number} of {len(windows)} is not whole. {call.trouble}", error=True)
    whole = len(answered) == len(windows) and all(call.outcome is Outcome.COMPLETE for _, call in answered)
    return WindowAnswers(tuple(window_reply(window, call) for window, call in answered), whole, calls)


def ask_windows(
    windows: Sequence[MapWindow],
    choice: ClientChoice,
    places: CallFolderPaths,
    *,
    announce: Callable[[Sequence[MapWindow]], None],
) -> WindowAnswers:
    """Return the replies for all windows; each call is kept before its reply is read.

    `announce` is given the windows that are asked for, before the first call. Raises WorkbenchError if calls failed and
    none was answered, OutOfReplies, BadInput for the folders of calls, and SystemExit if the person interrupts.
    """
    with lock_folder(places.kept_in or places.found_in, make=places.kept_in is not None):
        client = client_of(choice)
        calls = CallFolder(places, Sampling(), CallTarget(client.name, client.model, choice.base_url))
        asker = _WindowAsker(client, choice, calls)
        try:
            answers = _ask_all(windows, asker, calls, announce)
        except KeyboardInterrupt:
            say_stopped(calls)
            raise SystemExit(INTERRUPTED) from None
        finally:
            getattr(client, "close", lambda: None)()
            sum_up(calls)
        failures = asker.failing.calls
        if failures and not answers.replies:
            raise WorkbenchError(f"{failures[0].trouble} Nothing was written.")
        if failures:
            say_failures(failures, calls.path)
        return answers
