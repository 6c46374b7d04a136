"""The options of `workbench ask`, made into a question, the sources to search, and where the answer goes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from core.answers.records import AnswerMode
from workbench.cli.ask.ask import AskOptions, default_mode, show_answer
from workbench.cli.ask.index_sources import SearchSources
from workbench.files.read_file import read_bytes
from workbench.jobs.answers import QuestionRequest
from workbench.providers.client_spec import check_model, choice_of
from workbench.search import index_path
from workbench.search.named_sources import mapping_of
from workbench.store import AnswerSettings, ClientChoice, PassageDiversity

_MOST_BYTES = 1_000_000  # of a file with synonyms


def _synonyms_of(path: Path | None) -> dict[str, tuple[str, ...]]:
    if path is None:
        return {}
    from workbench.search.synonyms import read_synonyms

    return read_synonyms(read_bytes(path, _MOST_BYTES), path.name)


def _embeddings_of(service: str | None, model: str | None, key_variable: str | None) -> ClientChoice | None:
    if service is None and model is None and key_variable is None:
        return None
    from workbench.cli.ask.embeddings import embedding_choice

    return embedding_choice(service, model, key_variable)


def show_asked(  # noqa: PLR0913 - click hands over one parameter for each option
    question: str,
    *,
    paths: Sequence[Path],
    more: Sequence[Path],
    mapping: Sequence[str],
    tiers: Sequence[str],
    index: Path | None,
    client: str,
    model: str | None,
    key_env: str | None,
    mode: str | None,
    courses: bool,
    synonyms: Path | None,
    embeddings: str | None,
    embedding_model: str | None,
    embedding_key_env: str | None,
    out: Path | None,
    as_json: bool,
    no_stream: bool,
    estimate: bool,
    **chosen: Any,
) -> int:
    """Answer the question of the command's options, and return the exit code.

    `more` are paths behind the first one; `chosen` are fields of AnswerSettings. Raises BadInput, SearchIndexError.
    """
    if not paths:
        raise click.UsageError("Missing option '--from'.", click.get_current_context())
    choice = check_model(choice_of(client, model, key_env))
    settings = AnswerSettings(
        mode=AnswerMode(mode) if mode is not None else default_mode(choice),
        diversity=PassageDiversity.COURSES if courses else PassageDiversity.SIMILARITY,
        **chosen,
    )
    asked = QuestionRequest(text=question, client=choice, settings=settings, synonyms=_synonyms_of(synonyms))
    where = SearchSources((*paths, *more), mapping_of(mapping, tiers), index_path(index))
    made_by = _embeddings_of(embeddings, embedding_model, embedding_key_env)
    wish = AskOptions(out, as_json=as_json, streaming=not no_stream, estimate=estimate, embeddings=made_by)
    return show_answer(asked, where, wish)
