"""The page "commands" of the help, made of click's own objects: usage, options with their help, exit codes.

`workbench help commands > workbench/help/commands.md` writes the file that the app and the repository show.
"""

import re
from collections.abc import Iterator

import click

COMMANDS = "commands"
"""The name of this page."""

_HEAD = """# The commands

This page is made of the commands themselves. `workbench COMMAND --help` prints the options of one command,
`workbench --version` the version. Without a command, `workbench` opens the app. In a checkout, write `uv run workbench`
in its place.

With `--json`, standard output is one JSON object and nothing else. Notes and errors go to standard error.

| exit code | means |
| --- | --- |
| 0 | the work was done, whatever was refused |
| 1 | checked and not in order, or a service failed; where a command has this code, its section says what it means |
| 2 | bad input: a file, an option or a name cannot be used; or standard output cannot be written |
| 130 | stopped with Ctrl+C |

A file may be a pipe, such as `<(cat edition.md)`; with `ask --from` and inside an experiment file it must be a regular
file. None is read further than it may be long."""
_MARKUP = re.compile(r"[\\`*]|<(?=[A-Za-z/!?])")


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", " ".join(text.split()))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield an item for each option of a command, but for `--help`."""
    for parameter in command.params:
        names, means = parameter.get_help_record(context) or ("", "")
        if means:
            yield f"- `{names}`: {_escaped(means)}"


def _section(command: click.Command, context: click.Context) -> str:
    usage = " ".join((context.command_path, *command.collect_usage_pieces(context)))
    parts = (
        f"## {context.command_path.partition(' ')[2]}",
        "\n\n".join(map(_escaped, (command.help or "").split("\n\n"))),
        f"```\n{usage}\n```",
        "\n".join(_options(command, context)),
        _escaped(command.epilog or ""),
    )
    return "\n\n".join(filter(None, parts))


def _sections(group: click.Group, context: click.Context) -> Iterator[str]:
    for name, command in group.commands.items():
        inside = click.Context(command, parent=context, info_name=name)
        yield _section(command, inside)
        if isinstance(command, click.Group):
            yield from _sections(command, inside)


def commands_page(group: click.Group) -> str:
    """Return the page as Markdown, a section for each command in the order in which they were made, those of a group
    behind it."""
    return "\n\n".join((_HEAD, *_sections(group, click.Context(group, info_name="workbench")))) + "\n"
