"""`workbench help`: the pages of the help in a terminal; that of the commands is made of the commands themselves."""

import click

from workbench.cli.help_commands import COMMANDS, commands_page
from workbench.cli.output import say
from workbench.help import PAGES, read_page


def _say_list(*, error: bool) -> None:
    width = max(len(page.name) for page in PAGES)
    for page in PAGES:
        say(f"  {page.name:<{width}}  {page.title}: {page.has}", error=error)


def print_help(name: str | None, group: click.Group) -> int:
    """Print the page of this name as Markdown, without a name the list of pages; return 2 where there is no such page.

    `group` is the command whose commands and options are listed on the page "commands".
    """
    if name is None:
        say("Pages of the help. `workbench help NAME` prints one; the app shows them on its page Help.\n")
        _say_list(error=False)
        say("\n`workbench COMMAND --help` lists the options of a command.")
        return 0
    page = next((page for page in PAGES if page.name == name), None)
    if page is None:
        instead = f" `workbench {name} --help` lists the options of this command." if name in group.commands else ""
        say(f"workbench: the help has no page {name}.{instead} Its pages are:\n", error=True)
        _say_list(error=True)
        return 2
    text = commands_page(group) if name == COMMANDS else read_page(page)
    say(text.rstrip("\n"))
    return 0
