"""`workbench ask`: a question answered from files and folders, every quotation proven and named by its record."""

import logging
from pathlib import Path
from typing import NamedTuple

from core.answers.records import AnswerMode, CitedAnswer
from core.llm.client import Usage
from core.text.safe_html import counted
from workbench.cli.ask.answer_calls import Terminal, answer_calls
from workbench.cli.ask.index_sources import SearchSources, take_in
from workbench.cli.ask.output import check_out, print_answer, print_data, say_what_it_took, write_out
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
from workbench.search import SearchIndex
from workbench.search.named_sources import own_names
from workbench.store import AnswerContents, ClientChoice, check_question

_WRITTEN_TOKENS = 500  # about 300 words, and the ids of their quotes
# What is logged of an answer is said here, where the person reads it.
logging.getLogger("workbench.jobs.answers").addHandler(logging.NullHandler())


class AskOptions(NamedTuple):
    """What becomes of an answer: `out` is a file for it, None for none; with `estimate` nothing is sent."""

    out: Path | None = None
    as_json: bool = False
    streaming: bool = True
    estimate: bool = False


def default_mode(choice: ClientChoice) -> AnswerMode:
    """Return the mode in which a client answers where a person names none."""
    return mode_for(choice, AnswerMode.INLINE)


def _checked(asked: QuestionRequest, *, sends: bool) -> QuestionRequest:
    """Return the question as it is asked. Raises BadInput where it is none, or no key is there for who is asked."""
    mode = asked.settings.mode
    if mode_for(asked.client, mode) is not mode:
        say(f"Note: {asked.client.kind} cannot answer questions, so these are the passages themselves.", error=True)
    if sends and can_answer(asked.client) and mode is not AnswerMode.EXCERPTS:
        check_key(asked.client)
    return asked.model_copy(update={"text": check_question(asked.text)})


def _say_estimate(asked: QuestionRequest, found: SearchResult) -> None:
    """Say what would be sent first, and what it would cost."""
    step = steps_of(asked, found).next(())
    passages = counted(len(found.citations), "passage")
    if isinstance(step, CitedAnswer):
        say(f"{passages}: no model is asked, and nothing is to be paid.")
        return
    tokens = tokens_of(step.system + step.prompt)
    cost = cost_of(Usage(input_tokens=tokens, output_tokens=_WRITTEN_TOKENS), asked.client)
    price = "at a price that is not known" if cost is None else f"for about {dollars(cost)}" if cost else "at no cost"
    say(f"{passages}: about {tokens:,} tokens in and {_WRITTEN_TOKENS:,} out, {price}. Nothing was sent.")


def _written(
    asked: QuestionRequest, found: SearchResult, terminal: Terminal, *, streaming: bool
) -> tuple[AnswerContents, bool]:
    """Return the answer, and whether no call failed. Raises SystemExit where a person interrupts."""
    writing = AnswerWriter(asked)
    try:
        with answer_calls(asked.client, terminal, streaming=streaming) as ask:
            return writing.write(found, ask), not writing.failed
    except KeyboardInterrupt:
        terminal.leave()
        say("Stopped; there is no answer.", error=True)
        raise SystemExit(1) from None


def show_answer(asked: QuestionRequest, where: SearchSources, wish: AskOptions) -> int:
    """Answer a question from what is named, and print the answer; return 1 where a service failed, else 0.

    What a service cannot answer is answered with the passages that were found. Raises BadInput, IndexTrouble.
    """
    check_out(wish.out, where.paths)
    asked = _checked(asked, sends=not wish.estimate)
    library = SearchIndex(where.index_at)
    taken = take_in(library, where)
    asked = asked.model_copy(update={"sources": taken.keys})
    found = find_passages(library, asked, named=own_names(library, taken))
    if wish.estimate:
        _say_estimate(asked, found)
        return 0
    terminal = Terminal(wanted=not wish.as_json)
    contents, complete = _written(asked, found, terminal, streaming=wish.streaming)
    try:
        if wish.as_json:
            print_data(contents, taken)
        else:
            print_answer(contents, terminal)
        say_what_it_took(contents)
    finally:  # nobody may read on, and it was paid for
        write_out(wish.out, contents, taken)
    return 0 if complete else 1
