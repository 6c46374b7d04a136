"""The commands that make sessions and say what belongs to them, with their options: import, recording."""

import sys
from pathlib import Path

import click

from workbench.cli import exit_codes, options


@click.command("import")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=options.FILE)
@options.database
@options.as_json
def import_command(paths: tuple[Path, ...], *, database: Path | None, as_json: bool) -> None:
    """Make one session for each talk in PATH: transcripts of any format, folders and zips of them, several.

    Files with the same words and the same name but for its ending are one talk. The map of X is X.json or
    X.evidence.json, a table of quotes or a REFI-QDA file beside it. What is refused keeps nothing else from being made.
    """
    from workbench.cli.sessions.import_transcripts import show_imported

    show_imported(paths, database, as_json=as_json)


@click.command("recording", epilog=exit_codes.RECORDING)
@click.argument("session", type=options.WORDS)
@click.argument("path", required=False, type=options.WORDS)
@click.option("--none", is_flag=True, help="Take the recording and the link away from the session.")
@options.database
@options.as_json
def recording_command(session: str, path: str | None, *, none: bool, database: Path | None, as_json: bool) -> None:
    """Say which recording SESSION (its title or id) has, or give it the file PATH: mp3, m4a, wav, ogg or webm.

    Only its path and hash are kept, no copy. An address of the web (https://…) as PATH is kept as a link beside the
    file, and never opened.
    """
    if none and path is not None:
        raise click.UsageError("--none goes without PATH.", click.get_current_context())
    from workbench.cli.sessions.recording import show_recording

    sys.exit(show_recording(session, "" if none else path, database, as_json=as_json))


session_commands: tuple[click.Command, ...] = (import_command, recording_command)
