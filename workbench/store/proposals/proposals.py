"""Maps that a model proposes: begun, leased, filled call by call, discarded; a session has at most one.

Its calls stand with those of runs, under its id, so that nothing that was answered is asked again and all of it is
counted.
"""

import sqlite3

from workbench.store.database import clock, leases
from workbench.store.database.json_text import as_json, from_json
from workbench.store.errors import Conflict, UnknownRecord
from workbench.store.proposals.proposal_records import MAP_MODE, ProposalPlan, ProposalProgress, ProposalState
from workbench.store.runs import calls
from workbench.store.runs.call_records import CallRecord
from workbench.store.sessions import sessions, sources

_NO_PROPOSAL = "This proposal is not there any more: it was discarded, perhaps in another tab or program."
_QUERY = f"""SELECT *, (SELECT count(DISTINCT position) FROM calls
    WHERE calls.run_id = map_proposals.proposal_id AND {calls.IS_ANSWER}) AS answered FROM map_proposals"""  # noqa: S608
_THIS = "This proposal"
_NO_NUMBER = 0  # in place of a run's


def _from_row(row: sqlite3.Row) -> ProposalProgress:
    return ProposalProgress.model_validate({name: row[name] for name in ProposalProgress.model_fields})


def progress(connection: sqlite3.Connection, session_id: str) -> ProposalProgress | None:
    """Return how far the proposal of a session is, None where it has none. Raises UnknownSession."""
    sessions.check(connection, session_id)
    row = connection.execute(f"{_QUERY} WHERE session_id = ?", (session_id,)).fetchone()
    return None if row is None else _from_row(row)


def get(connection: sqlite3.Connection, proposal_id: str) -> ProposalProgress:
    """Return how far a proposal is. Raises UnknownRecord, UnknownSession."""
    row = connection.execute(f"{_QUERY} WHERE proposal_id = ?", (proposal_id,)).fetchone()
    if row is None:
        raise UnknownRecord(_NO_PROPOSAL)
    sessions.check(connection, row["session_id"])
    return _from_row(row)


def plan(connection: sqlite3.Connection, proposal_id: str) -> ProposalPlan:
    """Return the plan of a proposal; it never changes. Raises UnknownRecord."""
    query = "SELECT content FROM map_proposal_plans WHERE proposal_id = ?"
    row = connection.execute(query, (proposal_id,)).fetchone()
    if row is None:
        raise UnknownRecord(_NO_PROPOSAL)
    return from_json(ProposalPlan, row["content"])


def begin(
    connection: sqlite3.Connection, session_id: str, given: ProposalPlan, *, owner: str, seconds: float
) -> ProposalProgress:
    """Begin the proposal of a session, and take its lease for `seconds`.

    Raises UnknownSession, Conflict if the session has one, or its transcript was replaced.
    """
    there = progress(connection, session_id)
    if there is not None:
        message = "This session has a proposal already, perhaps begun in another tab or program."
        raise Conflict(f"{message} Look at it, or discard it first; no second one was begun.", there)
    if not sources.is_kept(connection, given.transcript.sha256):
        message = f"“{given.transcript.name}” was replaced in another tab or program."
        raise Conflict(f"{message} Look at the session as it is now, then begin again.", None)
    proposal_id = sessions.new_id()
    connection.execute(
        "INSERT INTO map_proposals (proposal_id, session_id, begun_at, state, message, owner, leased_until, "
        "stop_requested) VALUES (?, ?, ?, ?, '', ?, ?, 0)",
        (proposal_id, session_id, clock.now(), ProposalState.RUNNING.value, owner, leases.leased_until(seconds)),
    )
    query = "INSERT INTO map_proposal_plans (proposal_id, content) VALUES (?, ?)"
    connection.execute(query, (proposal_id, as_json(given)))
    sessions.note_change(connection, session_id)
    return get(connection, proposal_id)


def _leased(stored: ProposalProgress) -> leases.LeasedRecord:
    return leases.LeasedRecord(stored, stored.owner, stored.leased_until)


def lease(
    connection: sqlite3.Connection,
    proposal_id: str,
    owner: str,
    seconds: float,
    *,
    instead_of: str = "",
    living: str = "",
) -> ProposalProgress:
    """Take the lease of a proposal to go on with it, as `open_runs.lease` does for a run; one that is done stays.

    Raises UnknownRecord, UnknownSession, Conflict if another worker holds it.
    """
    stored = get(connection, proposal_id)
    leases.refuse_held(_leased(stored), _THIS, "It was left to go on there.", instead_of=instead_of, living=living)
    if stored.state is ProposalState.DONE:
        return stored
    leases.take(connection, leases.PROPOSALS, proposal_id, owner, seconds)
    return get(connection, proposal_id)


def renew(connection: sqlite3.Connection, proposal_id: str, owner: str, seconds: float) -> bool:
    """Renew the lease; tell whether a stop is requested. Raises LostLease."""
    leases.renew(connection, leases.PROPOSALS, proposal_id, owner, seconds)
    return get(connection, proposal_id).stop_requested


def request_stop(connection: sqlite3.Connection, proposal_id: str) -> None:
    """Request the worker of a proposal, in any program, to stop. Raises UnknownRecord."""
    if not leases.request_stop(connection, leases.PROPOSALS, proposal_id):
        raise UnknownRecord(_NO_PROPOSAL)


def _made_for(stored: ProposalProgress) -> calls.RunReference:
    return calls.RunReference(stored.session_id, stored.proposal_id, _NO_NUMBER, MAP_MODE)


def add_call(connection: sqlite3.Connection, proposal_id: str, owner: str, call: CallRecord) -> None:
    """Store a call for a window, answered or failed, before its reply is used, under the window's next number; storing
    the same call twice is allowed.

    Raises LostLease, BadInput if its time is invalid.
    """
    leases.check_owner(connection, leases.PROPOSALS, proposal_id, owner)
    clock.check_time("started_at", call.started_at)
    stored = calls.of_chapter(connection, proposal_id, call.position)
    if not any(one.started_at == call.started_at for one in stored):
        numbered = call.model_copy(update={"number": len(stored) + 1})
        calls.write(connection, _made_for(get(connection, proposal_id)), numbered)


def add_late_call(connection: sqlite3.Connection, was: ProposalProgress, call: CallRecord) -> None:
    """Store a call whose proposal has another worker by now, or is gone, for the usage alone; `was` is the proposal
    as it was. Raises UnknownSession."""
    calls.write_late(connection, _made_for(was), call, behind=call.position + 1)


def release(connection: sqlite3.Connection, proposal_id: str, owner: str, state: ProposalState, message: str) -> None:
    """Release the lease and store the proposal's state and the reason. Raises LostLease."""
    leases.release(connection, leases.PROPOSALS, proposal_id, owner, state.value, message)


def stop_with_session(connection: sqlite3.Connection, session_id: str) -> None:
    """End the lease of a deleted session's proposal, whoever holds it; a restored session can resume it."""
    connection.execute(
        "UPDATE map_proposals SET owner = '', leased_until = 0, state = ?, message = ? "
        "WHERE session_id = ? AND state = ?",
        (ProposalState.STOPPED.value, "The session was deleted meanwhile.", session_id, ProposalState.RUNNING.value),
    )


def discard(
    connection: sqlite3.Connection, proposal_id: str, session_id: str, *, instead_of: str = "", living: str = ""
) -> None:
    """Remove a proposal of a session with its prompts and replies; the usage of its calls stays.

    Raises UnknownRecord, UnknownSession, Conflict if another worker than `instead_of` holds its lease, or `living` is
    its owner.
    """
    stored = get(connection, proposal_id)
    if stored.session_id != session_id:
        raise UnknownRecord(_NO_PROPOSAL)
    stop_first = "Stop it first; it was left as it is."
    leases.refuse_held(_leased(stored), _THIS, stop_first, instead_of=instead_of, living=living)
    connection.execute("DELETE FROM map_proposals WHERE proposal_id = ?", (proposal_id,))
    calls.forget_texts(connection, proposal_id)
    sessions.note_change(connection, session_id)
