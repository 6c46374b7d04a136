"""`workbench help`: the list, a page as it stands, and a page of the commands that is made of them."""

from pathlib import Path

import click
import pytest

from tests.workbench.conftest import Workbench
from workbench.__main__ import cli
from workbench.cli.help_commands import commands_page
from workbench.cli.map.commands import map_commands
from workbench.help import PAGES, HelpPage, read_page

COMMANDS = Path(__file__).parents[3] / "workbench" / "help" / "commands.md"


def test_without_a_name_the_pages_are_listed(workbench: Workbench) -> None:
    """Each with its name, its title and what is in it."""
    done = workbench("help")
    assert (done.code, done.err) == (0, "")
    for page in PAGES:
        assert f"  {page.name} " in done.out
        assert f"{page.title}: {page.has}" in done.out


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_printed_as_it_stands(page: HelpPage, workbench: Workbench) -> None:
    """Markdown reads well in a terminal."""
    done = workbench("help", page.name)
    assert (done.code, done.err) == (0, "")
    assert done.out == read_page(page)


@pytest.mark.parametrize("name", ["nosuch", "Start", "../../README", "run"])
def test_a_name_that_is_none_is_bad_input(name: str, workbench: Workbench) -> None:
    """Exit code 2 with the list on standard error; a command's name leads to its options."""
    done = workbench("help", name)
    assert (done.code, done.out) == (2, "")
    assert f"the help has no page {name}." in done.err
    assert all(page.title in done.err for page in PAGES)
    assert ("`workbench run --help`" in done.err) is (name == "run")


def test_the_page_of_the_commands_is_what_the_commands_are() -> None:
    """`workbench help commands > workbench/help/commands.md` brings the file up to date."""
    assert COMMANDS.read_text(encoding="utf-8") == commands_page(cli)


COMMANDS_BY_NAME = {**cli.commands, **{f"map {name}": command for name, command in map_commands.commands.items()}}


@pytest.mark.parametrize("name", COMMANDS_BY_NAME)
def test_every_option_of_a_command_is_on_its_page(name: str) -> None:
    """With its help; the usage names every argument, and the exit code has its meaning."""
    command = COMMANDS_BY_NAME[name]
    section = commands_page(cli).partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert any(f"`{option}" in section or f" {option}" in section for option in parameter.opts)
            assert parameter.help
            assert parameter.help in section
        else:
            assert parameter.make_metavar(click.Context(command)).strip("[].") in section
    assert (command.epilog or "") in section
    assert f"workbench {name}" in section


def test_a_command_says_what_it_means_by_exit_code_1(workbench: Workbench) -> None:
    """Also where it lists its options."""
    assert "Exit code 1: the chapter holds its key excerpts only." in workbench("enforce", "--help").out
    said = {name for name, command in cli.commands.items() if command.epilog}
    assert said == set(cli.commands) - {
        "app",
        "archive",
        "export",
        "import",
        "transcript",
        "map",
        "whitelist",
        "coverage",
        "schema",
        "help",
    }
