"""Every act that changes what a session keeps of its numbers.

Without a session the first thing that is given begins one. An act names the version that the person saw: what another
tab changed meanwhile is not overwritten, and the page says so.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256

from core.errors import BadInput
from core.numbers.fixes import Fix
from core.numbers.fixes import apply_fix as with_fix
from workbench.files.names import clean_name
from workbench.paths import SAMPLE_DATA
from workbench.sessions import create
from workbench.store import StoredNarrative, StoredNumberCheck, before_last_change, changed_to
from workbench.ui.common import page_context, urls
from workbench.ui.numbers.state import tab
from workbench.ui.numbers.state.kept import read_results, results_of
from workbench.ui.numbers.state.narratives import take_narrative
from workbench.ui.numbers.state.rules import CITATION, VERIFICATION, apply, as_stored, stored_rules

_SAMPLE_NARRATIVE, _SAMPLE_RESULTS = SAMPLE_DATA / "narrative.md", SAMPLE_DATA / "results.csv"


def _session_id() -> str:
    """Return the session of the address; without one a new session begins."""
    session = page_context.current()
    if session is None:
        session = create.begin(page_context.store())
        urls.name_session(session.session_id)
    return session.session_id


def _add(files: Sequence[tuple[str, bytes]], wrong: list[tab.RejectedInput]) -> None:
    """Store narratives; those that cannot be used come to `wrong`."""
    for name, data in files:
        try:
            given = take_narrative(name, data)
            page_context.store().narratives.add(_session_id(), given.name, given.text)
        except BadInput as error:
            wrong.append(tab.RejectedInput(name=clean_name(name), problems=error.problems))


def add_narratives(files: Sequence[tuple[str, bytes]]) -> bool:
    """Add narratives by name and bytes; those that cannot be used are kept apart. Returns whether all could."""
    wrong: list[tab.RejectedInput] = []
    went_well = page_context.change(lambda: _add(files, wrong))
    tab.refuse("narratives", wrong)
    return went_well and not wrong


def _put(stored: StoredNarrative) -> bool:
    return page_context.change(lambda: page_context.store().narratives.put(_session_id(), stored))


def apply_fix(stored: StoredNarrative, fix: Fix) -> None:
    """Change a narrative as a person asked."""
    _put(changed_to(with_fix(stored.text, fix), stored))


def undo_fix(stored: StoredNarrative) -> None:
    """Take the last change of a narrative back."""
    _put(before_last_change(stored))


def edit(stored: StoredNarrative, name: str, text: str) -> bool:
    """Give a narrative another name or other words. Returns whether that is stored."""
    changed = changed_to(text, stored) if text != stored.text else stored
    return _put(changed.model_copy(update={"name": name}))


def remove(stored: StoredNarrative) -> None:
    """Take a narrative away."""
    page_context.change(lambda: page_context.store().narratives.delete(_session_id(), stored))


def _try_results(name: str, act: Callable[[], object]) -> bool:
    """Do something with results; what cannot be used is kept apart. Returns whether it could."""
    wrong: list[tab.RejectedInput] = []

    def tried() -> None:
        try:
            act()
        except BadInput as error:
            wrong.append(tab.RejectedInput(name=name, problems=error.problems))

    went_well = page_context.change(tried)
    tab.refuse("results", wrong)
    return went_well and not wrong


def give_results(check: StoredNumberCheck, name: str, data: bytes) -> bool:
    """Take results; what was there stays where they cannot be used. Returns whether they could."""
    name = clean_name(name)

    def act() -> None:
        table = read_results(sha256(data).hexdigest(), name, "", lambda: data).table
        changed = check.model_copy(update={"table": table})
        page_context.store().number_checks.put_results(_session_id(), changed, name, data)

    return _try_results(name, act)


def _put_check(check: StoredNumberCheck, **changes: object) -> bool:
    changed = check.model_copy(update=changes)
    return page_context.change(lambda: page_context.store().number_checks.put(_session_id(), changed))


def choose_table(check: StoredNumberCheck, table: str) -> None:
    """Read another table of the database that was given."""
    if check.results is not None and _try_results(check.results.name, lambda: results_of(check, table)):
        _put_check(check, table=table)


def drop_results(check: StoredNumberCheck) -> None:
    """Go on without results."""
    _put_check(check, results=None, table="")
    tab.refuse("results", [])


def use_sample_results(check: StoredNumberCheck) -> None:
    """Take the sample's results."""
    give_results(check, _SAMPLE_RESULTS.name, _SAMPLE_RESULTS.read_bytes())


def use_sample(check: StoredNumberCheck) -> None:
    """Add the sample's narrative, with its results where there are none."""
    if add_narratives([(_SAMPLE_NARRATIVE.name, _SAMPLE_NARRATIVE.read_bytes())]) and check.results is None:
        use_sample_results(check)


def take_chapters(check: StoredNumberCheck, *, wanted: bool) -> None:
    """Check the chapters of the session's edition too, as they read whenever the page is drawn."""
    _put_check(check, with_chapters=wanted)


def apply_rules(check: StoredNumberCheck, typed: Mapping[str, str]) -> None:
    """Apply edited rules; while anything is wrong with them the last good ones stay in force."""
    ruling = apply(stored_rules(check.citation, check.verification), dict(typed))
    stored = {"citation": as_stored(CITATION, typed), "verification": as_stored(VERIFICATION, typed)}
    if ruling.problems or not _put_check(check, **stored):
        tab.keep_typed(urls.session_in_address(), typed, ruling.problems)
    else:
        tab.forget_typed()


def reset_rules(check: StoredNumberCheck) -> None:
    """Go back to the rules that the program comes with."""
    if _put_check(check, citation="", verification=""):
        tab.forget_typed()
