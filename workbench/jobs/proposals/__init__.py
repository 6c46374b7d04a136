"""Maps that a model proposes in the background, window after window, each reply stored before it counts.

A proposal lives in the store with a lease, as runs do; what a page, a tab or the whole program does meanwhile does not
matter to it.
"""

from workbench.jobs.proposals.proposal_control import begin, discard, proposal_status, resume, stop
from workbench.jobs.proposals.proposal_worker import ProposalStatus
from workbench.jobs.proposals.replies import replies_of, window_reply

__all__ = [
    "ProposalStatus",
    "begin",
    "discard",
    "proposal_status",
    "replies_of",
    "resume",
    "stop",
    "window_reply",
]
