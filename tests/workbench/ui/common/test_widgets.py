import logging
import re
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

PATIENCE = 120


def shown(app: AppTest) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", "\n".join(part.body for part in app.html)))


def bad_input() -> None:
    from core.errors import BadInput, Problem
    from workbench.ui.common import widgets as show

    with show.failures():
        raise BadInput(
            Problem(place="chapters[2].title", message="is <missing>.", remedy="Write one."),
            Problem(place="", message="-- $x$"),
        )


def failed_client() -> None:
    from core.errors import ClientError
    from workbench.ui.common import widgets as show

    with show.failures():
        raise ClientError("the model <did not> answer")


def own_bug() -> None:
    from workbench.ui.common import widgets as show

    with show.failures():
        raise ZeroDivisionError("<by zero>")


def test_all_problems_of_an_input_are_shown_with_their_remedies() -> None:
    """Escaped, one below the other, in place of the page."""
    app = AppTest.from_function(bad_input, default_timeout=PATIENCE).run()
    assert not app.exception
    assert "chapters[2].title: is <missing>. Write one." in shown(app)
    assert "-- $x$" in shown(app)


def test_a_failed_client_is_shown_in_its_own_words() -> None:
    """Without a traceback."""
    assert "the model <did not> answer" in shown(AppTest.from_function(failed_client, default_timeout=PATIENCE).run())


def test_a_bug_of_ours_is_a_calm_box_and_a_traceback_in_the_terminal(caplog: pytest.LogCaptureFixture) -> None:
    """The person sees what happened, the terminal has where."""
    with caplog.at_level(logging.ERROR):
        app = AppTest.from_function(own_bug, default_timeout=PATIENCE).run()
    assert not app.exception
    assert "ZeroDivisionError: <by zero>" in shown(app)
    assert "Traceback" in caplog.text
