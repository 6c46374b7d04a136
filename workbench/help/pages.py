"""The pages of the help: their names, in the order in which they are listed, and their texts."""

from pathlib import Path
from typing import NamedTuple

_HERE = Path(__file__).parent


class HelpPage(NamedTuple):
    """A page of the help; `name` is that of its file and of its address, `has` says what a reader finds there."""

    name: str
    title: str
    has: str


PAGES = (
    HelpPage("start", "Start here", "a first session, and the words used in the help"),
    HelpPage(
        "files", "Files", "transcripts, the evidence map, tables of quotes, settings, what an edition consists of"
    ),
    HelpPage("pages", "The pages of the app", "one section for each page"),
    HelpPage("models", "Models", "Gemini and other servers, keys, costs, failures, resuming"),
    HelpPage("ask", "Ask", "questions to transcripts and feedback records"),
    HelpPage("numbers", "Numbers", "every number with its source and the right value"),
    HelpPage("evaluate", "Evaluate", "experiments, measures, checks for continuous integration"),
    HelpPage("guarantee", "The guarantee", "what is held, what is not, how to check it"),
    HelpPage("security", "Security", "who can reach what, what is sent and kept where, limits"),
    HelpPage("commands", "The commands", "every command with its options and exit codes"),
    HelpPage("demo", "A demo in five minutes", "on the sample, offline"),
    HelpPage("troubles", "Troubles", "messages, their causes, and what to do"),
)


def read_page(page: HelpPage) -> str:
    """Return the text of a page, as Markdown."""
    return (_HERE / f"{page.name}.md").read_text(encoding="utf-8")
