"""The player of a session's recording: what it is given, and what its buttons carry, which stand anywhere on a page."""

from workbench.ui.components.player.component import show_player
from workbench.ui.components.player.payload import payload, play_of

__all__ = ["payload", "play_of", "show_player"]
