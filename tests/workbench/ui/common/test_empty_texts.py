"""What shows words bears a text without any: nothing, white space, a character that is not seen."""

from streamlit.testing.v1 import AppTest

PATIENCE = 120  # seconds; the first run imports everything


def every_widget() -> None:
    from core.errors import BadInput, Problem, WorkbenchError
    from core.generation.notices import Notice, NoticeKind
    from workbench.safe_html import SafeHtml, diff, element, escape_text, join_html, table
    from workbench.ui.common import widgets
    from workbench.ui.common.widgets.problems import inside_file, problems, refused
    from workbench.ui.common.widgets.usage_cells import with_notes

    for text in ("", " ", "\n\t ", "\u200b", "\u00ad\ufeff"):
        problem = Problem(place=text, message=text, remedy=text)
        for shown in (
            SafeHtml(text),
            escape_text(text),
            join_html(()),
            join_html([text]),
            diff(()),
            element("p", text),
        ):
            widgets.show_html(shown)
            widgets.show_html(shown, width="content")
        widgets.show_html(table([(text, text)], [[text], [with_notes(text, text)]], caption=text))
        widgets.show_html(table([], [], caption=text))
        widgets.show_html(widgets.verdict_sign("verified"))
        widgets.words(text)
        widgets.heading(text)
        widgets.show_messages(
            [widgets.Message(went_well=True, lines=(text,)), widgets.Message(went_well=False, lines=())]
        )
        widgets.notices([])
        widgets.notices([Notice(kind=NoticeKind.NO_GUEST, message=text)])
        widgets.left_out([])
        widgets.left_out([problem])
        problems(text, [])
        problems(text, [problem], text)
        refused(text, [inside_file(text, problem)])
        for error in (BadInput(), BadInput(problem), WorkbenchError(text), ValueError(text)):
            with widgets.failures():
                raise error


def test_no_widget_raises_for_a_text_without_any() -> None:
    """And where nothing is to be shown, nothing is."""
    app = AppTest.from_function(every_widget, default_timeout=PATIENCE).run()
    assert [str(one.value) for one in app.exception] == []
    assert all(part.body.strip() for part in app.html)
