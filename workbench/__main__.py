"""The command: the app, and every step of the line without a screen.

Exit codes: 0 the work was done, whatever was refused; 1 checked and found wanting; 2 bad input.
"""

import gc
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

# pydantic looks for plugins in the metadata of every installed package, which costs a tenth of a short command; we
# have none.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
# Most of what a command makes, beginning with its imports, lives until it ends, so looking for garbage often, and once
# more at the exit, is a quarter of a short command's time (measured: 276 ms with, 204 ms without).
gc.set_threshold(200_000, 50, 50)

import click

from core.errors import BadInput, OutOfReplies, Problem, WorkbenchError
from workbench.cli import options
from workbench.cli.ask import options as ask_options
from workbench.cli.evaluate import options as evaluate_options


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="quote-workbench")
@options.database
@click.pass_context
def cli(context: click.Context, database: Path | None) -> None:
    """Quotes that are provably verbatim. Without a command, opens the app."""
    if context.invoked_subcommand is None:
        context.invoke(app, database=database)
    elif database is not None:
        raise click.UsageError("--db stands behind the name of the command: workbench app --db PATH.")


@cli.command()
@click.option(
    "--port", type=click.IntRange(1, 65535), help="The port on this machine; else the first free one from 8501."
)
@click.option("--no-browser", is_flag=True, help="Serve without opening a tab.")
@options.database
def app(port: int | None, *, no_browser: bool, database: Path | None) -> None:
    """Open the app; a fresh database begins with the sample session."""
    from workbench.cli.launch import open_app

    open_app(port, browser=not no_browser, database=database)


@cli.command()
@click.argument("transcript", type=options.FILE)
@click.argument("evidence", type=options.FILE)
@click.option("--out", type=options.FILE, metavar="DIR", help="The folder for the edition; required.")
@options.client
@click.option("--mode", type=click.Choice(["reference", "quote", "free"]), help="How the client is asked to quote.")
@click.option(
    "--chapter", "chapters", type=int, multiple=True, metavar="N", help="Only this chapter, from 1; repeatable."
)
@options.settings
@options.roles
@options.asking
def run(  # noqa: PLR0913 - click hands over one parameter for each option
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
    estimate: bool,
    count: bool,
) -> None:
    """Write an edition of TRANSCRIPT from EVIDENCE, every quotation proven."""
    if count and not estimate:
        raise click.UsageError("--count goes with --estimate.", click.get_current_context())
    if estimate and (debug or resume or no_stream):
        raise click.UsageError("--estimate makes no call: leave --debug, --resume and --no-stream out.")
    if out is None and not estimate:
        raise click.UsageError("Missing option '--out'.", click.get_current_context())
    from workbench.cli.prepare import prepare
    from workbench.cli.run import RunOptions, run_line
    from workbench.providers.client_spec import check_key, check_model, check_resume, choice_of

    line = prepare(transcript, evidence, guests=guests, hosts=hosts, settings=settings, mode=mode)
    choice = check_model(choice_of(client, model, key_env))
    asked = [number - 1 for number in chapters] or None
    if out is None or estimate:
        from workbench.cli.estimate import show_estimate

        show_estimate(line, check_key(choice) if count else choice, asked, count=count)
        return
    check_resume(choice, resume)
    writer = RunOptions(check_key(choice), debug=debug, resume=resume, streaming=not no_stream)
    sys.exit(run_line(line, writer, out, asked))


@cli.command()
@click.argument("client", metavar="CLIENT")
@options.key_env
@options.as_json
def models(client: str, *, key_env: str | None, as_json: bool) -> None:
    """Test the connection to CLIENT (gemini or openai:URL) and list its models."""
    from workbench.cli.models import show_models

    sys.exit(show_models(client, key_env, as_json=as_json))


@cli.command()
@click.argument("transcript", type=options.FILE)
@click.argument("evidence", type=options.FILE)
@options.as_json
@options.roles
def whitelist(
    transcript: Path, evidence: Path, *, as_json: bool, guests: tuple[str, ...], hosts: tuple[str, ...]
) -> None:
    """Show which quotes of EVIDENCE are proven, and why the others are not."""
    from workbench.cli.whitelist import show_whitelist

    show_whitelist(transcript, evidence, guests=guests, hosts=hosts, as_json=as_json)


@cli.command()
@click.argument("transcript", type=options.FILE)
@click.argument("evidence", type=options.FILE)
@options.settings
@options.as_json
@options.roles
def coverage(
    transcript: Path,
    evidence: Path,
    *,
    settings: Path | None,
    as_json: bool,
    guests: tuple[str, ...],
    hosts: tuple[str, ...],
) -> None:
    """Show what each chapter stands on, and which are merged."""
    from workbench.cli.coverage import show_coverage
    from workbench.cli.prepare import prepare

    show_coverage(prepare(transcript, evidence, guests=guests, hosts=hosts, settings=settings), as_json=as_json)


@cli.command()
@click.argument("transcript", type=options.FILE)
@click.argument("evidence", type=options.FILE)
@click.argument("draft", type=options.FILE)
@click.option("--chapter", type=int, required=True, metavar="N", help="The chapter the draft is for, from 1.")
@options.settings
@options.as_json
@options.roles
def enforce(
    transcript: Path,
    evidence: Path,
    draft: Path,
    *,
    chapter: int,
    settings: Path | None,
    as_json: bool,
    guests: tuple[str, ...],
    hosts: tuple[str, ...],
) -> None:
    """Show what becomes of DRAFT, a chapter as a model wrote it."""
    from workbench.cli.prepare import prepare
    from workbench.cli.run import show_enforced

    line = prepare(transcript, evidence, guests=guests, hosts=hosts, settings=settings)
    sys.exit(show_enforced(line, draft, chapter - 1, as_json=as_json))


@cli.command()
@click.argument("edition", type=options.FILE)
@click.argument("transcript", type=options.FILE)
@click.option("--text-only", is_flag=True, help="Be content where the transcript names no speakers.")
@click.option(
    "--certificate", type=options.FILE, metavar="FILE", help="Also name every difference to this certificate.json."
)
@options.as_json
def verify(edition: Path, transcript: Path, *, certificate: Path | None, text_only: bool, as_json: bool) -> None:
    """Find every quotation of EDITION in TRANSCRIPT again, by nothing but these two files."""
    from workbench.cli.verify import show_verified

    sys.exit(show_verified(edition, transcript, certificate, text_only=text_only, as_json=as_json))


@cli.command()
@click.argument("transcript", type=options.FILE)
@click.argument("evidence", type=options.FILE)
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Which corruptions are drawn.")
@options.as_json
def battery(transcript: Path, evidence: Path, *, seed: int, as_json: bool) -> None:
    """Corrupt the proven quotes of EVIDENCE in named ways and count what every stage lets through."""
    from workbench.cli.battery import show_battery
    from workbench.cli.prepare import prepare

    sys.exit(show_battery(prepare(transcript, evidence), seed=seed, as_json=as_json))


@cli.command("extract-json")
@click.argument("reply", type=options.FILE)
@click.option(
    "--schema", type=options.FILE, metavar="FILE", help="A JSON Schema, as JSON or YAML, that the value must fit."
)
@options.as_json
def extract_json(reply: Path, *, schema: Path | None, as_json: bool) -> None:
    """Print the clean JSON in REPLY, whatever a model wrapped it in."""
    from workbench.cli.extract_json import show_extracted

    sys.exit(show_extracted(reply, schema, as_json=as_json))


@cli.command()
@click.argument("narratives", metavar="NARRATIVE...", nargs=-1, required=True, type=options.FILE)
@options.numbers
@options.as_json
def numbers(  # noqa: PLR0913 - click hands over one parameter for each option
    narratives: tuple[Path, ...],
    *,
    results: Path | None,
    table: str | None,
    rules: Path | None,
    verification: Path | None,
    today: datetime | None,
    summary: Path | None,
    redacted: Path | None,
    verbose: int,
    as_json: bool,
) -> None:
    """Check that every number of NARRATIVE has a source and a query id, and that its value is right."""
    if table is not None and results is None:
        raise click.UsageError("--table goes with --results.", click.get_current_context())
    if redacted is not None and len(narratives) > 1:
        raise click.UsageError("--redacted goes with one narrative.", click.get_current_context())
    from workbench.cli.numbers import NumberInputs, NumberOutputs, show_numbers

    day = f"{today or datetime.now().astimezone():%Y-%m-%d}"
    inputs, outputs = NumberInputs(results, table, rules, verification), NumberOutputs(summary, redacted)
    sys.exit(show_numbers(narratives, inputs, outputs, today=day, as_json=as_json, verbose=verbose))


@cli.command()
@click.argument("question")
@click.argument("more", metavar="[PATH...]", nargs=-1, type=options.FILE)
@ask_options.question
def ask(question: str, **given: Any) -> None:
    """Answer QUESTION from transcripts and feedback records, every quotation proven and named by its record.

    QUESTION comes first; --from takes files and folders, several.
    """
    from workbench.cli.ask.arguments import show_asked

    sys.exit(show_asked(question, **given))


@cli.command()
@click.argument("experiment", type=options.FILE)
@evaluate_options.experiment
def evaluate(experiment: Path, *, allow_chance: bool, baseline: Path | None, estimate: bool, **given: Any) -> None:
    """Run EXPERIMENT, a YAML or JSON file, or go on with it; show what holds, what it takes and what differs.

    Exit code 0: all that was asked was checked and held; 1: not, or it did not finish; 2: bad input, nothing was run.
    """
    if allow_chance and baseline is None:
        raise click.UsageError("--allow-chance goes with --baseline.", click.get_current_context())
    if estimate and (baseline or given["floors"] or given["out"] or given["as_json"]):
        raise click.UsageError("--estimate makes no results: leave --baseline, --fail-under, --out and --json out.")
    from workbench.cli.evaluate.arguments import EvaluateOptions
    from workbench.cli.evaluate.evaluate import show_evaluated

    sys.exit(
        show_evaluated(experiment, EvaluateOptions(baseline, allow_chance=allow_chance, estimate=estimate, **given))
    )


@cli.command()
@click.argument(
    "kind",
    type=click.Choice(["evidence", "settings", "certificate", "citation-rules", "verification-rules", "experiment"]),
)
def schema(kind: str) -> None:
    """Print the JSON Schema of a file that this program reads or writes."""
    from workbench.cli.output import print_json
    from workbench.cli.schemas import schema_of

    print_json(schema_of(kind))


def _fail(*problems: Problem) -> None:
    from workbench.cli.output import say

    for problem in problems:
        say(f"workbench: {problem}", error=True)
    sys.exit(2)


def main() -> None:
    """Run the command; what the person can mend is said in one line for each problem, and the exit code is 2."""
    try:
        cli(prog_name="workbench")
    except BadInput as error:
        _fail(*error.problems)
    except OutOfReplies as error:
        _fail(Problem(place="", message=str(error)))
    except WorkbenchError as error:
        from workbench.cli.output import say

        say(f"workbench: {error}", error=True)
        sys.exit(1)
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
