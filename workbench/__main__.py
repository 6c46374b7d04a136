"""The command: it opens the app, and runs every step of the line without it.

Exit codes: 0 the work was done, even if something was refused; 1 checked and not in order; 2 bad input, or output that
cannot be written; 130 stopped with Ctrl+C.
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

from workbench.cli import exit_codes, options
from workbench.cli.archive.commands import archive_commands
from workbench.cli.ask import options as ask_options
from workbench.cli.evaluate import options as evaluate_options
from workbench.cli.export.export_command import export_command
from workbench.cli.map.commands import map_commands
from workbench.cli.sessions.commands import session_commands


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="quote-workbench")
@options.database
@options.allow_hosts
@click.pass_context
def cli(context: click.Context, database: Path | None, allow_hosts: tuple[str, ...]) -> None:
    """Quotes that are provably verbatim. Without a command, opens the app."""
    if context.invoked_subcommand is None:
        context.invoke(app, database=database, allow_hosts=allow_hosts)
    elif allow_hosts:
        raise click.UsageError("--allow-host goes behind the name of the command: workbench app --allow-host NAME.")
    elif database is not None:
        raise click.UsageError("--db goes behind the name of the command: workbench app --db PATH.")


@cli.command()
@click.option(
    "--port", type=click.IntRange(1, 65535), help="The port on this machine; default: the first free one from 8501."
)
@click.option("--no-browser", is_flag=True, help="Serve without opening a tab.")
@options.database
@options.allow_hosts
def app(port: int | None, *, no_browser: bool, database: Path | None, allow_hosts: tuple[str, ...]) -> None:
    """Open the app; a fresh database begins with the sample session."""
    from workbench.cli.launch import open_app

    open_app(port, browser=not no_browser, database=database, allow_hosts=allow_hosts)


@cli.command(epilog=exit_codes.RUN)
@options.sources
@click.option("--out", type=options.FILE, metavar="DIR", help="The folder for the edition; required.")
@options.client
@click.option("--mode", type=click.Choice(["reference", "quote", "free"]), help="How the client is asked to quote.")
@click.option(
    "--chapter", "chapters", type=int, multiple=True, metavar="N", help="Only this chapter, from 1; repeatable."
)
@options.settings
@options.roles
@options.recording_url
@options.asking
def run(transcript: Path, evidence: Path, **given: Any) -> None:
    """Write an edition of TRANSCRIPT from EVIDENCE, every quotation proven."""
    from workbench.cli.run_arguments import write_edition

    sys.exit(write_edition(transcript, evidence, **given))


@cli.command(epilog=exit_codes.MODELS)
@click.argument("client", metavar="CLIENT")
@options.key_env
@options.as_json
def models(client: str, *, key_env: str | None, as_json: bool) -> None:
    """Test the connection to CLIENT (gemini or openai:URL) and list its models."""
    from workbench.cli.models import show_models

    sys.exit(show_models(client, key_env, as_json=as_json))


@cli.command()
@click.argument("file", type=options.FILE)
@options.tiers
@options.as_json
@click.option("--units", is_flag=True, help="With --json: each cue, segment or paragraph, with its times.")
@click.option("--words", is_flag=True, help="With --json: each word that has a time or a confidence.")
@click.option("--out", type=options.FILE, metavar="FILE.md", help="Write the transcript as Markdown, to correct it.")
def transcript(file: Path, *, as_json: bool, units: bool, words: bool, out: Path | None) -> None:
    """Show what is read in FILE, a transcript of any format, and what is left out."""
    from workbench.cli.inputs.transcript import show_transcript

    show_transcript(file, as_json=as_json, units=units, words=words, out=out)


for command in session_commands:
    cli.add_command(command)
cli.add_command(map_commands)
cli.add_command(archive_commands)


@cli.command()
@options.sources
@options.as_json
@options.roles
def whitelist(
    transcript: Path, evidence: Path, *, as_json: bool, guests: tuple[str, ...], hosts: tuple[str, ...]
) -> None:
    """Show which quotes of EVIDENCE are proven, and why the others are not."""
    from workbench.cli.whitelist import show_whitelist

    show_whitelist(transcript, evidence, guests=guests, hosts=hosts, as_json=as_json)


@cli.command()
@options.sources
@options.settings
@options.as_json
@options.roles
def coverage(transcript: Path, evidence: Path, *, as_json: bool, **given: Any) -> None:
    """Show the evidence of each chapter, and which chapters are merged."""
    from workbench.cli.coverage import show_coverage
    from workbench.cli.prepare import prepare

    show_coverage(prepare(transcript, evidence, **given), as_json=as_json)


@cli.command(epilog=exit_codes.ENFORCE)
@options.sources
@click.argument("draft", type=options.FILE)
@click.option("--chapter", type=int, required=True, metavar="N", help="The chapter the draft is for, from 1.")
@options.settings
@options.as_json
@options.roles
def enforce(transcript: Path, evidence: Path, draft: Path, *, chapter: int, as_json: bool, **given: Any) -> None:
    """Enforce DRAFT, a chapter as a model wrote it, and show the result."""
    from workbench.cli.prepare import prepare
    from workbench.cli.run import show_enforced

    line = prepare(transcript, evidence, **given)
    sys.exit(show_enforced(line, draft, chapter - 1, as_json=as_json))


@cli.command(epilog=exit_codes.VERIFY)
@options.verification
@options.as_json
def verify(
    edition: Path, transcript: Path, *, certificate: Path | None, names: Path | None, text_only: bool, as_json: bool
) -> None:
    """Find every quotation of EDITION in TRANSCRIPT again, with nothing but these two files."""
    from workbench.cli.verify import VerifiedFiles, show_verified

    files = VerifiedFiles(edition, transcript, certificate, names)
    sys.exit(show_verified(files, text_only=text_only, as_json=as_json))


cli.add_command(export_command)


@cli.command(epilog=exit_codes.BATTERY)
@options.sources
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="The seed of the selection.")
@options.as_json
def battery(transcript: Path, evidence: Path, *, seed: int, as_json: bool) -> None:
    """Corrupt the proven quotes of EVIDENCE in named ways and count how many every stage accepts."""
    from workbench.cli.battery import show_battery
    from workbench.cli.prepare import prepare

    sys.exit(show_battery(prepare(transcript, evidence), seed=seed, as_json=as_json))


@cli.command("extract-json", epilog=exit_codes.EXTRACT_JSON)
@click.argument("reply", type=options.FILE)
@click.option(
    "--schema", type=options.FILE, metavar="FILE", help="A JSON Schema, as JSON or YAML, that the value must fit."
)
@click.option("--strict", is_flag=True, help="Exit code 1 where anything had to be repaired.")
@click.option(
    "--debug", type=options.FILE, metavar="DIR", help="Keep the reply and what was wrong with it in this folder."
)
@options.as_json
def extract_json(reply: Path, *, schema: Path | None, strict: bool, debug: Path | None, as_json: bool) -> None:
    """Print the clean JSON in REPLY, whatever a model wrapped it in."""
    from workbench.cli.extract_json import show_extracted

    sys.exit(show_extracted(reply, schema, as_json=as_json, strict=strict, debug=debug))


@cli.command(epilog=exit_codes.NUMBERS)
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


@cli.command(epilog=exit_codes.ASK)
@click.argument("question", type=options.WORDS)
@click.argument("more", metavar="[PATH...]", nargs=-1, type=options.FILE)
@ask_options.question
def ask(question: str, **given: Any) -> None:
    """Answer QUESTION from transcripts and feedback records; every quotation is proven and names its record.

    QUESTION comes first; --from takes files and folders, several.
    """
    from workbench.cli.ask.arguments import show_asked

    sys.exit(show_asked(question, **given))


@cli.command(epilog=exit_codes.EVALUATE)
@click.argument("experiment", type=options.FILE)
@evaluate_options.experiment
def evaluate(experiment: Path, *, allow_chance: bool, baseline: Path | None, estimate: bool, **given: Any) -> None:
    """Run or resume EXPERIMENT, a YAML or JSON file; print shares, costs and differences."""
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


@cli.command("help")
@click.argument("name", required=False)
def show_help(name: str | None) -> None:
    """Print the help page NAME, or without NAME the list of pages."""
    from workbench.cli.help import print_help

    sys.exit(print_help(name, cli))


def main() -> None:
    """Run the command; bad input is printed as one line for each problem, with exit code 2."""
    from workbench.cli.output import exit_code_of

    try:
        sys.exit(exit_code_of(lambda: cli(prog_name="workbench", standalone_mode=False)))
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
