"""One card on the screen: one component, which shows the picture and draws it as a PNG where somebody wants that."""

from workbench.ui.edition.card.component import show_card

__all__ = ["show_card"]
