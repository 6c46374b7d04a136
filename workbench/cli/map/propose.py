"""`workbench map propose`: a map that a model proposes; the one command that sends a whole transcript."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from core.errors import BadInput, Problem
from core.evidence.evidence_map import write_evidence
from core.map_making.proposal.map_from_replies import MapProposal, map_from_replies
from core.map_making.proposal.map_requests import MapWindow, map_requests
from core.text.safe_html import in_words
from workbench.cli.calls.call_messages import how_to_go_on
from workbench.cli.calls.calls_folder import CallFolderPaths
from workbench.cli.calls.window_calls import WindowAnswers, ask_windows
from workbench.cli.inputs.load_inputs import load_transcript
from workbench.cli.map.from_table import counts_of, say_notes
from workbench.cli.map.outline import check_target
from workbench.cli.output import print_json, say
from workbench.files.write_files import write_all
from workbench.jobs.proposals.what_is_sent import characters_of, estimate_windows, sent_in_words
from workbench.labels import count
from workbench.providers import provider_of
from workbench.providers.client_spec import check_key, check_model, check_resume, choice_of
from workbench.store import ClientChoice


class ProposeOptions(NamedTuple):
    """Who proposes, whose roles are known, the folders of calls, and what is printed."""

    choice: ClientChoice
    guests: tuple[str, ...]
    hosts: tuple[str, ...]
    places: CallFolderPaths
    estimate: bool
    as_json: bool


def read_proposing(*, client: str, model: str | None, key_env: str | None, **given: Any) -> ProposeOptions:
    """Return the options of the command as it takes them. Raises BadInput."""
    debug, resume = given.pop("debug"), given.pop("resume")
    if given["estimate"] and (debug or resume):
        raise click.UsageError("--estimate makes no call: leave --debug and --resume out.")
    choice = check_model(choice_of(client, model, key_env))
    if not provider_of(choice.kind).can_answer:
        remedy = "Name a model, or use workbench map outline, which needs none."
        raise BadInput(Problem(place="--client", message=f"{choice.kind} is no model.", remedy=remedy))
    check_resume(choice, resume)
    return ProposeOptions(choice=choice, places=CallFolderPaths(kept_in=debug, found_in=resume), **given)


def _say_estimate(windows: Sequence[MapWindow], options: ProposeOptions) -> None:
    sent = sent_in_words(windows, len(windows), options.choice)
    if options.as_json:
        amount = estimate_windows(windows, options.choice).model_dump(mode="json", exclude={"most", "is_counted"})
        print_json({"sent": sent, "characters": characters_of(windows), **amount})
    else:
        say(f"{sent} Nothing was sent.")


def _as_data(proposal: MapProposal, answers: WindowAnswers, windows: int) -> dict[str, Any]:
    counts = {"chapters": 0, "claims": 0, "quotes": 0}
    return {
        **(counts if proposal.evidence_map is None else counts_of(proposal.evidence_map)),
        "windows": windows,
        "answered": len(answers.replies),
        "reason": proposal.reason,
        "refused": [{**one.model_dump(mode="json"), "message": one.message} for one in proposal.refusals],
    }


def _say(proposal: MapProposal, out: Path) -> None:
    if proposal.evidence_map is None:
        say(f"{proposal.reason} Nothing was written.")
    else:
        counts = counts_of(proposal.evidence_map)
        said = ", ".join(count(number, what.removesuffix("s")) for what, number in counts.items())
        say(f"Written: {out} with {said}, each quote proven. The words are the model's; nobody has accepted them yet.")
    reasons = Counter(one.reason for one in proposal.refusals)
    if reasons:
        told = ", ".join(f"{in_words(reason.value)} {number:,}" for reason, number in reasons.most_common())
        say(f"Refused: {told}.")
    say_notes([f"window {one.window}, {one.place or 'the reply'}: {one.message}" for one in proposal.refusals])


def _write(proposal: MapProposal, out: Path, answers: WindowAnswers) -> None:
    """Write the map, if there is one; what was paid for is kept where there is none."""
    if proposal.evidence_map is None:
        answers.calls.rescue()
        return
    try:
        write_all(out.parent, {out.name: write_evidence(proposal.evidence_map)})
    except Exception:
        answers.calls.rescue()
        say(f"The map could not be written. {how_to_go_on(answers.calls.kept_in)}", error=True)
        raise


def write_proposal(transcript_path: Path, out: Path | None, options: ProposeOptions) -> int:
    """Write the map that a model proposes, or print an estimate; return 1 if a reply is
    missing or not whole or nothing stands, else 0.

    Raises BadInput, and WorkbenchError if no call was answered; nothing is written then.
    """
    if out is None and not options.estimate:
        raise click.UsageError("Missing option '--out'.", click.get_current_context())
    if out is not None:
        check_target(transcript_path, out)
    transcript = load_transcript(transcript_path)
    windows = map_requests(transcript, guests=options.guests, hosts=options.hosts)
    if not windows:
        problem = Problem(place=transcript_path.name, message="nothing is said in it.", remedy="Name another file.")
        raise BadInput(problem)
    if out is None or options.estimate:
        _say_estimate(windows, options)
        return 0
    check_key(options.choice)
    answers = ask_windows(
        windows,
        options.choice,
        options.places,
        announce=lambda asked: say(sent_in_words(asked, len(windows), options.choice), error=True),
    )
    proposal = map_from_replies(transcript, answers.replies, guests=options.guests, hosts=options.hosts)
    _write(proposal, out, answers)
    if options.as_json:
        print_json(_as_data(proposal, answers, len(windows)))
    else:
        _say(proposal, out)
    return 0 if answers.complete and proposal.evidence_map is not None else 1
