"""The text of a chapter on the screen, to be edited: one component, and the wire to it.

What a person types reaches Python a moment after they pause, and is stored as it was typed. The browser never
overwrites words that are not stored yet: where the chapter was changed elsewhere meanwhile, it says so and waits.
"""

from workbench.editor.acts import Act, read_act
from workbench.editor.component import show_editor
from workbench.editor.payload import Editable, payload

__all__ = ["Act", "Editable", "payload", "read_act", "show_editor"]
