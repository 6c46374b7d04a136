"""The keys of the rows of a proposal: one component, which presses the buttons that stand there."""

from workbench.ui.map.row_keys.component import show_row_keys

__all__ = ["show_row_keys"]
