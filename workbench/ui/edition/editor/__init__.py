"""The text of a chapter on the screen, to be edited: one component, and the wire to it.

What a person types reaches Python a moment after they pause, and is stored as it was typed. The browser never
overwrites words that are not stored yet: where the chapter was changed elsewhere meanwhile, it says so and waits.
"""

from workbench.ui.edition.editor.acts import EditAction, read_act
from workbench.ui.edition.editor.component import show_editor
from workbench.ui.edition.editor.payload import EditorContent, payload

__all__ = ["EditAction", "EditorContent", "payload", "read_act", "show_editor"]
