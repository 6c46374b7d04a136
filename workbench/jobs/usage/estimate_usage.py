"""What a run will take, before anything is sent."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from core.generation.line import Line
from core.generation.pipeline import chapters_to_write
from core.generation.prompt import format_excerpts_markdown
from core.generation.requests import request_of
from core.generation.settings import Settings
from core.llm.client import GenerationRequest, Usage, WritingMode
from core.record import Record
from workbench.providers.prices import cost_of
from workbench.store import ClientChoice

CountTokens = Callable[[GenerationRequest], int | None]

_CHARACTERS = 4  # to a token
_TOKENS_TO_TWO_WORDS = 3


class UsageAmount(Record):
    """So many calls with so many tokens; `cost` is in USD, None where the price is not known."""

    calls: int
    input_tokens: int
    output_tokens: int
    cost: Decimal | None


class UsageEstimate(UsageAmount):
    """What a run takes with one call for each chapter, and at `most` with a second attempt for each.

    `is_counted` tells whether the service counted the tokens in; else a token is four characters. What a model thinks
    before it writes is in neither, and nor is what a failure makes necessary.
    """

    most: UsageAmount
    is_counted: bool = False


def _tokens_of(text: str) -> int:
    return -(-len(text) // _CHARACTERS)


def _written_for(request: GenerationRequest) -> int:
    """Return how many tokens a reply is expected to have: the narrative, the excerpts and the core claims."""
    brief = request.brief
    narrative = -(-brief.reachable_words * _TOKENS_TO_TWO_WORDS // 2)
    claims = "".join(claim.claim for claim in brief.claims)
    return narrative + _tokens_of(format_excerpts_markdown(list(brief.excerpts))) + _tokens_of(claims)


def has_second_attempts(settings: Settings) -> bool:
    """Tell whether a model may be asked a second time for a chapter."""
    return settings.second_attempt and settings.mode is not WritingMode.FREE


def together(amounts: Iterable[UsageAmount]) -> UsageAmount:
    """Return the sum of amounts; a price that is not known makes that of the sum unknown."""
    found = list(amounts)
    costs = [amount.cost for amount in found]
    return UsageAmount(
        calls=sum(amount.calls for amount in found),
        input_tokens=sum(amount.input_tokens for amount in found),
        output_tokens=sum(amount.output_tokens for amount in found),
        cost=None if None in costs else sum((cost for cost in costs if cost is not None), Decimal(0)),
    )


def one_call(choice: ClientChoice, given: int, written: int, *, at: datetime | None = None) -> UsageAmount:
    """Return what one call takes with so many tokens in and out; prices as in `estimate_of`."""
    cost = cost_of(Usage(input_tokens=given, output_tokens=written), choice, at=at)
    return UsageAmount(calls=1, input_tokens=given, output_tokens=written, cost=cost)


class ChapterEstimate(NamedTuple):
    """What the first call for a chapter takes, and a second one."""

    first: UsageAmount
    second: UsageAmount


def chapter_amounts(
    request: GenerationRequest, choice: ClientChoice, *, counted: int | None = None, at: datetime | None = None
) -> ChapterEstimate:
    """Return what the calls for a chapter take; `counted` are the request's tokens where a service counted them."""
    given = _tokens_of(request.system + request.prompt) if counted is None else counted
    written = _written_for(request)
    return ChapterEstimate(one_call(choice, given, written, at=at), one_call(choice, given + written, written, at=at))


def estimate_of(
    line: Line,
    chapters: Sequence[int] | None,
    choice: ClientChoice,
    *,
    again: bool,
    count: CountTokens | None = None,
    at: datetime | None = None,
) -> UsageEstimate:
    """Return what writing these chapters will take; they count from 0 as in the evidence map, None means all.

    Nothing is sent. With `again` the client can be asked a second time for a chapter; whether that is done, the
    settings say: it is not for free writing, and not where second attempts are off. `count` counts the tokens of a
    request where a service is asked for that; what it raises is raised. Prices are those of the moment `at`, now where
    it is None. Raises UnknownChapter, and SettingsError where the prompt's template lacks something.
    """
    found = (request_of(line, index) for index in chapters_to_write(line, chapters))
    requests = [request for request in found if request is not None]
    counts = [None if count is None else count(request) for request in requests]
    amounts = [
        chapter_amounts(request, choice, counted=counted, at=at)
        for request, counted in zip(requests, counts, strict=True)
    ]
    least = together(one.first for one in amounts)
    has_second = again and has_second_attempts(line.settings)
    return UsageEstimate(
        **least.model_dump(),
        most=together(call for one in amounts for call in one) if has_second else least,
        is_counted=requests != [] and None not in counts,
    )
