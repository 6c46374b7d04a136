"""The presentation: one quote at a time in large type, beside its place in the transcript."""

from workbench.ui.presentation.component import present
from workbench.ui.presentation.slides import Slide, SlidePlace, place_of

__all__ = ["Slide", "SlidePlace", "place_of", "present"]
