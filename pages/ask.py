"""Ask: a question to the session's transcript, to folders and to feedback; every quotation of its answer is proven."""

from workbench.jobs import answers as answering
from workbench.ui.ask import view, view_pending, view_settings, view_sources, view_uploads
from workbench.ui.ask.state import choices
from workbench.ui.common import page_context

store = page_context.store()
session = page_context.open_session()
under_way = answering.pending_question(
    store, session.session_id
)  # before the answers: one that ends in between is in both
answers = store.answers.list(session.session_id)
session = choices.sync_choices(session, answers)
left, middle = view.sides()

with left:
    can_ask = view_sources.choose(session)
    view_settings.who(session)
    view_settings.how(session)
    view_settings.passages(session)

with middle:
    view_uploads.show_upload_messages(session)
    view_uploads.show_pending_tables(session)
    view.history(session, answers, under_way=bool(under_way))
    if under_way:
        view_pending.under_way(session, under_way)
    elif not answers:
        view.nothing_asked()
    view.suggestions(session, answers, disabled=bool(under_way))
    view.box(session, disabled=bool(under_way) or not can_ask)
