"""Ask: a question to the session's transcript, to folders and to feedback; every quotation of its answer is proven."""

from workbench import answering, desk
from workbench.asking import choices
from workbench.show import ask as shown
from workbench.show import ask_coming, ask_given, ask_settings, ask_sources

store = desk.store()
session = desk.open_session()
under_way = answering.asking(store, session.session_id)  # before the answers: one that ends in between is in both
answers = store.answers(session.session_id)
session = choices.settle(session, answers)
left, middle = shown.sides()

with left:
    can_ask = ask_sources.choose(session)
    ask_settings.who(session)
    ask_settings.how(session)
    ask_settings.passages(session)

with middle:
    ask_given.told(session)
    ask_given.waiting(session)
    shown.history(session, answers, under_way=bool(under_way))
    if under_way:
        ask_coming.under_way(session, under_way)
    elif not answers:
        shown.nothing_asked()
    shown.suggestions(session, answers, disabled=bool(under_way))
    shown.box(session, disabled=bool(under_way) or not can_ask)
