"""What a person does with the map that a model proposes: begun, stopped, resumed, discarded."""

from workbench.jobs import proposals
from workbench.store import ProposalProgress
from workbench.ui.common import page_context
from workbench.ui.map.proposal import TalkToAsk, checked_client, plan_of, stored_plan, windows_of, windows_of_plan


def begin(talk: TalkToAsk) -> None:
    """Let a model propose a map of the transcript that the person saw."""

    def act() -> None:
        windows = windows_of(talk, talk.roles)
        plan = plan_of(talk, checked_client(talk.session), windows)
        proposals.begin(page_context.store(), talk.session.session_id, plan, windows)

    page_context.change(act)


def stop(proposal_id: str) -> None:
    """Stop a proposal; what was answered stays."""
    page_context.change(lambda: proposals.stop(page_context.store(), proposal_id))


def resume(progress: ProposalProgress, talk: TalkToAsk) -> None:
    """Ask for what has no reply yet."""
    windows = windows_of_plan(talk, stored_plan(progress))
    page_context.change(lambda: proposals.resume(page_context.store(), progress, windows))


def discard(progress: ProposalProgress) -> None:
    """Remove a proposal with all its replies; what was accepted into the map stays there."""
    page_context.change(
        lambda: proposals.discard(page_context.store(), progress), "The proposal was discarded; the map is as it was."
    )
