"""Turn the options of `workbench run` into an edition or an estimate."""

from pathlib import Path

import click


def write_edition(  # noqa: PLR0913 - click hands over one parameter for each option
    transcript: Path,
    evidence: Path,
    *,
    out: Path | None,
    client: str,
    mode: str | None,
    chapters: tuple[int, ...],
    settings: Path | None,
    guests: tuple[str, ...],
    hosts: tuple[str, ...],
    model: str | None,
    key_env: str | None,
    debug: Path | None,
    resume: Path | None,
    no_stream: bool,
    recording_url: str | None,
    estimate: bool,
    count: bool,
) -> int:
    """Write the edition that the command's options describe, or print an estimate; return the exit code.

    Raises BadInput, and WorkbenchError if no call was answered.
    """
    if count and not estimate:
        raise click.UsageError("--count goes with --estimate.", click.get_current_context())
    if estimate and (debug or resume or no_stream or recording_url):
        told = "--estimate makes no call: leave --debug, --resume, --no-stream and --recording-url out."
        raise click.UsageError(told, click.get_current_context())
    if out is None and not estimate:
        raise click.UsageError("Missing option '--out'.", click.get_current_context())
    from core.text.web_address import web_address
    from workbench.cli.prepare import prepare
    from workbench.cli.run import RunOptions, run_line
    from workbench.providers.client_spec import check_key, check_model, check_resume, choice_of

    address = web_address(recording_url, "--recording-url") if recording_url is not None else ""
    line = prepare(transcript, evidence, guests=guests, hosts=hosts, settings=settings, mode=mode)
    choice = check_model(choice_of(client, model, key_env))
    asked = [number - 1 for number in chapters] or None
    if out is None or estimate:
        from workbench.cli.estimate import show_estimate

        show_estimate(line, check_key(choice) if count else choice, asked, count=count)
        return 0
    check_resume(choice, resume)
    writer = RunOptions(check_key(choice), debug=debug, resume=resume, streaming=not no_stream, recording_url=address)
    return run_line(line, writer, out, asked)
