"""`workbench evaluate --estimate`: what an experiment would still send, and the cost."""

from core.text.safe_html import counted
from workbench.cli.output import print_table, say
from workbench.experiments.plan_file import LoadedPlan
from workbench.experiments.runner import ExperimentEstimate, estimate
from workbench.jobs.usage import UsageAmount, dollars, estimate_in_words
from workbench.store import ExperimentPlan, Store

_THINKING = "A model’s thinking tokens come on top."


def estimate_experiment(store: Store, wished: LoadedPlan) -> ExperimentEstimate:
    """Return what an experiment would take. Raises BadInput, StoreError."""
    return estimate(store, wished.plan, files=wished.files)


def _cost(amount: UsageAmount) -> str:
    return "price not known" if amount.cost is None else dollars(amount.cost)


def _judging(amount: UsageAmount) -> str:
    tokens = f"{amount.input_tokens:,} tokens in and {amount.output_tokens:,} out"
    return f"The judge: about {tokens} in {counted(amount.calls, 'call')}, {_cost(amount)}."


def size_of(plan: ExperimentPlan) -> str:
    """Return the size of a plan in words."""
    parts = [counted(len(plan.variants), "variant"), counted(len(plan.subjects), "subject")]
    return ", ".join([*parts, *([f"{plan.repeats} repeats"] if plan.repeats > 1 else [])])


def say_before(found: ExperimentEstimate) -> None:
    """Print what is going to be sent."""
    say(f"Still to be sent: {estimate_in_words(found)}.", error=True)
    if found.judging.calls:
        say(_judging(found.judging), error=True)


def say_estimate(plan: ExperimentPlan, found: ExperimentEstimate) -> None:
    """Print what an experiment would take; nothing is sent for it."""
    verb = "is" if found.units == 1 else "are"
    say(f"{plan.title}: {size_of(plan)}; {found.done:,} of {counted(found.units, 'unit')} {verb} done.")
    print_table(
        "Still to be sent",
        ("variant", "calls", "tokens in", "tokens out", "cost"),
        (
            (name, f"{one.calls:,}", f"{one.input_tokens:,}", f"{one.output_tokens:,}", _cost(one))
            for name, one in found.by_variant.items()
        ),
    )
    say(f"All variants: {estimate_in_words(found)}.")
    if found.judging.calls:
        say(_judging(found.judging))
    if found.answered:
        had = "has" if found.answered == 1 else "have"
        say(f"Of the others {counted(found.answered, 'unit')} {had} a stored first call, which is not made again.")
    say(f"{_THINKING} Nothing was sent.")
