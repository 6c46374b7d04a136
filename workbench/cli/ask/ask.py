"""`workbench ask`: answer a question from files and folders; every quotation is proven and names its record."""

import logging
from pathlib import Path
from typing import NamedTuple

from core.answers.records import AnswerMode, CitedAnswer
from core.llm.client import Usage
from core.text.safe_html import counted
from workbench.cli.ask.answer_calls import Terminal, answer_calls
from workbench.cli.ask.index_sources import SearchSources, take_in
from workbench.cli.ask.output import check_out, print_answer, print_data, say_what_it_took, write_out
from workbench.cli.exit_codes import INTERRUPTED
from workbench.cli.output import say
from workbench.jobs.answers import (
    AnswerWriter,
    QuestionRequest,
    SearchResult,
    can_answer,
    find_passages,
    mode_for,
    steps_of,
)
from workbench.jobs.answers.answer_usage import tokens_of
from workbench.jobs.usage import dollars
from workbench.providers.client_spec import check_key
from workbench.providers.prices import cost_of
from workbench.search import IngestReport, SearchIndex
from workbench.search.named_sources import own_names
from workbench.store import AnswerContents, ClientChoice, check_question

_WRITTEN_TOKENS = 500  # about 300 words, and the ids of their quotes
_NO_VECTORS = (
    "Note: these passages are found by words alone. {} was not asked; it would get the question and all that is "
    "searched."
)
# The command prints these messages itself, so the log must not print them a second time.
logging.getLogger("workbench.jobs.answers").addHandler(logging.NullHandler())


class AskOptions(NamedTuple):
    """Where the answer goes: `out` is a file for it, None for none. With `estimate` nothing is sent. `embeddings` makes
    vectors for the search, None for none."""

    out: Path | None = None
    as_json: bool = False
    streaming: bool = True
    estimate: bool = False
    embeddings: ClientChoice | None = None


def default_mode(choice: ClientChoice) -> AnswerMode:
    """Return the mode in which a client answers if the person names none."""
    return mode_for(choice, AnswerMode.INLINE)


def _checked(asked: QuestionRequest, *, sends: bool) -> QuestionRequest:
    """Return the question as it is sent. Raises BadInput if it is no question, or if the service's key is missing."""
    mode = asked.settings.mode
    if mode_for(asked.client, mode) is not mode:
        say(f"Note: {asked.client.kind} cannot answer questions, so these are the passages themselves.", error=True)
    if sends and can_answer(asked.client) and mode is not AnswerMode.EXCERPTS:
        check_key(asked.client)
    return asked.model_copy(update={"text": check_question(asked.text)})


def _say_estimate(asked: QuestionRequest, found: SearchResult) -> None:
    """Print what the first call would send and cost."""
    step = steps_of(asked, found).next(())
    passages = counted(len(found.citations), "passage")
    if isinstance(step, CitedAnswer):
        say(f"{passages}: no model is asked, so this costs nothing.")
        return
    tokens = tokens_of(step.system + step.prompt)
    cost = cost_of(Usage(input_tokens=tokens, output_tokens=_WRITTEN_TOKENS), asked.client)
    price = "at a price that is not known" if cost is None else f"for about {dollars(cost)}" if cost else "at no cost"
    say(f"{passages}: about {tokens:,} tokens in and {_WRITTEN_TOKENS:,} out, {price}. Nothing was sent.")


def _find(
    library: SearchIndex, asked: QuestionRequest, taken: IngestReport, embeddings: ClientChoice | None
) -> SearchResult:
    """Return the passages for a question, found by words, and by vectors where a service for them is named."""
    named = own_names(library, taken)
    if embeddings is None:
        return find_passages(library, asked, named=named)
    from workbench.cli.ask.embeddings import embedder_of

    with embedder_of(embeddings) as embedder:
        return find_passages(library, asked, named=named, embedder=embedder)


def _written(
    asked: QuestionRequest, found: SearchResult, terminal: Terminal, *, streaming: bool
) -> tuple[AnswerContents, bool]:
    """Return the answer, and whether every call succeeded. Raises SystemExit if the person interrupts."""
    writing = AnswerWriter(asked)
    try:
        with answer_calls(asked.client, terminal, streaming=streaming) as ask:
            return writing.write(found, ask), not writing.failed
    except KeyboardInterrupt:
        terminal.leave()
        say("Stopped; there is no answer.", error=True)
        raise SystemExit(INTERRUPTED) from None


def show_answer(asked: QuestionRequest, where: SearchSources, wish: AskOptions) -> int:
    """Answer a question from the named sources, and print the answer; return 1 if a service failed, else 0.

    If the service fails, the answer is the passages that were found. Raises BadInput, SearchIndexError.
    """
    check_out(wish.out, where.paths)
    asked = _checked(asked, sends=not wish.estimate)
    library = SearchIndex(where.index_at)
    for line in library.take_rights_from_others():
        say(line, error=True)
    taken = take_in(library, where)
    asked = asked.model_copy(update={"sources": taken.keys})
    found = _find(library, asked, taken, None if wish.estimate else wish.embeddings)
    if wish.estimate:
        _say_estimate(asked, found)
        if wish.embeddings is not None:
            say(_NO_VECTORS.format(wish.embeddings.base_url), error=True)
        return 0
    terminal = Terminal(wanted=not wish.as_json)
    contents, complete = _written(asked, found, terminal, streaming=wish.streaming)
    try:
        if wish.as_json:
            print_data(contents, taken, wish.embeddings)
        else:
            print_answer(contents, terminal)
        say_what_it_took(contents)
    finally:  # the answer was paid for, so it is written even if the reader closed the pipe
        write_out(wish.out, contents, taken, wish.embeddings)
    return 0 if complete else 1
