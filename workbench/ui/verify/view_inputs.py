"""What comes in on the page Verify: an article, and the transcript it is checked against."""

from collections.abc import Sequence

import streamlit as st

from core.editions.article_check import ArticleForm
from core.errors import BadInput
from core.text.safe_html import ended
from core.text.well_formed import well_formed
from workbench.files.names import clean_name
from workbench.labels import count
from workbench.safe_html import element
from workbench.sessions import create, recognise_file
from workbench.sessions.recognise_file import AcceptedSource, RejectedSource, SourceKind, UndecidedSource
from workbench.store import Session
from workbench.ui.common import page_context, urls
from workbench.ui.common.widgets.base import no_session
from workbench.ui.common.widgets.problems import problems, refused
from workbench.ui.common.widgets.tier_choice import choose_tiers
from workbench.ui.verify import state
from workbench.ui.verify.state import Article, GivenVouching, ReferenceTranscript

_ARTICLE, _REFUSED_ARTICLE = "verify.article", "verify.refused-article"
_BROUGHT, _REFUSED_BROUGHT = "verify.brought", "verify.refused-transcript"
_VOUCHING, _REFUSED_VOUCHING = "verify.vouching", "verify.refused-vouching"
_UNDECIDED = "verify.undecided-transcript"
_ROUND = "verify.round"
_HERE = ""  # the option of a transcript that is brought here; every other is a session's id
_UPLOAD_MB = 20
_NAMED = 8  # speakers that are named; of more, how many
_FORMS: dict[ArticleForm, str] = {"markdown": "Markdown", "text": "Plain text", "html": "Web page (HTML)"}


def _round(what: str) -> str:
    """Return the number of the fields that take something in; the next number begins with empty ones."""
    return f"{what}-{st.session_state.get(f'{_ROUND}.{what}', 0)}"


def _next_round(what: str) -> None:
    key = f"{_ROUND}.{what}"
    st.session_state[key] = st.session_state.get(key, 0) + 1


def _take_article(name: str, data: bytes) -> bool:
    try:
        st.session_state[_ARTICLE] = state.take_article(name, data)
    except BadInput as error:
        st.session_state[_REFUSED_ARTICLE] = (clean_name(name), error.problems)
        return False
    for key in (_REFUSED_ARTICLE, _VOUCHING, _REFUSED_VOUCHING):
        st.session_state.pop(key, None)
    return True


def _take_vouching(name: str, data: bytes) -> bool:
    try:
        st.session_state[_VOUCHING] = state.take_vouching(name, data, st.session_state[_ARTICLE])
    except BadInput as error:
        st.session_state[_REFUSED_VOUCHING] = (clean_name(name), error.problems)
        return False
    st.session_state.pop(_REFUSED_VOUCHING, None)
    return True


def _take_transcript(name: str, data: bytes, chosen: tuple[str, ...] = ()) -> bool:
    outcome = recognise_file.take_in(SourceKind.TRANSCRIPT, name, data, chosen=chosen)
    if isinstance(outcome, RejectedSource):
        st.session_state[_REFUSED_BROUGHT] = (outcome.name, outcome.problems)
        return False
    for key in (_BROUGHT, _UNDECIDED, _REFUSED_BROUGHT):
        st.session_state.pop(key, None)
    st.session_state[_UNDECIDED if isinstance(outcome, UndecidedSource) else _BROUGHT] = outcome
    return True


def _decide() -> bool:
    """Ask which tiers of a transcript are meant; returns whether that is asked."""
    undecided: UndecidedSource | None = st.session_state.get(_UNDECIDED)
    if undecided is None:
        return False
    chosen = choose_tiers(undecided, "tiers-verify")
    if chosen:
        _take_transcript(undecided.name, undecided.data, chosen)
        st.rerun()
    return True


_TAKE = {"article": _take_article, "transcript": _take_transcript, "vouching": _take_vouching}
_PASTED = {
    "article": state.PASTED,
    "transcript": recognise_file.PASTED[SourceKind.TRANSCRIPT],
    "vouching": state.PASTED_VOUCHING,
}


def _upload(what: str, key: str) -> None:
    file = st.session_state.get(key)
    if file is not None:
        _TAKE[what](file.name, file.getvalue())
        _next_round(what)


def _paste(what: str, key: str) -> None:
    words = str(st.session_state.get(key) or "")
    if _TAKE[what](_PASTED[what], well_formed(words).encode()):
        _next_round(what)


def _ask(what: str) -> None:
    """Show the fields that take a text in, by its own form so that a half-typed one is never taken."""
    key = _round(what)
    with st.form(f"verify-form-{key}", border=False):
        st.text_area("Paste the text", key=f"paste-{key}", height=150)
        st.form_submit_button("Use this text", on_click=_paste, args=(what, f"paste-{key}"), key=f"verify-use-{what}")
    upload = f"upload-{key}"
    # Not by a callback, which would be lost where the other box is filled at once.
    if st.file_uploader("Or drop a file here, or choose one", key=upload, max_upload_size=_UPLOAD_MB):
        _upload(what, upload)
        st.rerun()


def vouching() -> GivenVouching | None:
    """Return the receipt or the certificate that was given beside the article, None where none was."""
    return st.session_state.get(_VOUCHING)


def _say_refused(key: str) -> bool:
    unusable = st.session_state.get(key)
    if unusable is None:
        return False
    refused(*unusable)
    return True


def _read_as(key: str) -> None:
    article: Article = st.session_state[_ARTICLE]
    st.session_state[_ARTICLE] = article.model_copy(update={"form": st.session_state[key]})


def _choose_reading(article: Article) -> None:
    forms = list(_FORMS)
    key = f"verify-form-of-{_round('article')}"
    st.selectbox(
        "Read as",
        forms,
        index=forms.index(article.form),
        format_func=lambda form: _FORMS[form],
        key=key,
        on_change=_read_as,
        args=(key,),
    )


def _vouching_box() -> None:
    refused = _say_refused(_REFUSED_VOUCHING)
    given = vouching()
    if given is not None:
        st.html(element("p", f"Compared with {given.name}.", class_="note wb-quiet"))
    with st.expander("Compare it with its receipt or certificate", expanded=refused):
        text = "FILE.receipt.json of an export, or the certificate.json of an edition."
        st.html(element("p", text, class_="note wb-quiet"))
        _ask("vouching")


def _article_box() -> Article | None:
    st.html(element("h2", "Article", class_="wb-heading"))
    refused = _say_refused(_REFUSED_ARTICLE)
    article: Article | None = st.session_state.get(_ARTICLE)
    if article is None:
        text = (
            "What somebody wrote, by this program or not: Markdown, plain text or a web page of at most 2 MB, a Word "
            "document or an EPUB of at most 20 MB."
        )
        st.html(element("p", text, class_="note wb-quiet"))
        _ask("article")
        return None
    text = f"{count(len(article.text.split()), 'word')}, {count(article.text.count(chr(10)) + 1, 'line')}"
    st.html(element("div", element("p", article.name, class_="file"), element("p", text), class_="wb-source"))
    if article.form in _FORMS:
        _choose_reading(article)
    _vouching_box()
    with st.expander("Check another article", expanded=refused):
        _ask("article")
    return article


def _option(chosen: str, sessions: Sequence[Session], current: Session | None) -> str:
    if chosen == _HERE:
        return "One that I bring here"
    session = next(one for one in sessions if one.session_id == chosen)
    name = session.transcript.name if session.transcript else ""
    mine = "This session" if current and current.session_id == chosen else session.title
    return f"{mine}: {name}"


def _keep(taken: AcceptedSource) -> None:
    """Make a session of a transcript that was brought, because the person asked."""
    made: list[Session] = []
    if page_context.change(
        lambda: made.append(create.keep(page_context.store(), create.begin(page_context.store()), taken))
    ):
        page_context.keep_message(ended(f"{taken.name} is kept now, in the session “{made[0].title}”"))
        st.session_state.pop(_BROUGHT, None)
        urls.go("verify", made[0].session_id)
    st.rerun()


def _brought() -> ReferenceTranscript | None:
    refused = _say_refused(_REFUSED_BROUGHT)
    if _decide():
        with st.expander("Bring another transcript", expanded=refused):
            _ask("transcript")
        return None
    taken: AcceptedSource | None = st.session_state.get(_BROUGHT)
    if taken is None:
        text = "A turn begins with its speaker: “Name: words”. It is kept nowhere unless you ask for that."
        st.html(element("p", text, class_="note wb-quiet"))
        _ask("transcript")
        return None
    with st.expander("Bring another transcript", expanded=refused):
        _ask("transcript")
    if st.button("Keep it as a new session", key="verify-keep", type="tertiary"):
        _keep(taken)
    return state.against_brought(taken)


def _choose(current: Session | None) -> Session | None:
    """Ask for a session whose transcript is meant; None for one that is brought here.

    Nothing but the transcript of the open session is chosen by itself.
    """
    sessions = state.with_transcripts(current)
    if not sessions:
        st.html(element("p", "No session has a transcript yet, so bring one here.", class_="note wb-quiet"))
        return None
    options = [*(session.session_id for session in sessions), _HERE]
    key = f"verify-against-{current.session_id if current else ''}"
    if st.session_state.get(key) not in options:
        st.session_state.pop(key, None)
    own = current is not None and sessions[0].session_id == current.session_id
    chosen = st.selectbox(
        "Check it against the transcript of a session, or one of your own",
        options,
        index=0 if own and _BROUGHT not in st.session_state else len(options) - 1,
        format_func=lambda one: _option(one, sessions, current),
        key=key,
    )
    return next((one for one in sessions if one.session_id == chosen), None)


def _transcript_box(current: Session | None) -> ReferenceTranscript | None:
    st.html(element("h2", "Transcript", class_="wb-heading"))
    session = _choose(current)
    try:
        against = state.against_session(session) if session else _brought()
    except BadInput as error:
        problems("This transcript cannot be read.", error.problems)
        return None
    if against is not None:
        labels = against.transcript.labels
        names = ", ".join(labels[:_NAMED]) + (f" and {len(labels) - _NAMED:,} more" if len(labels) > _NAMED else "")
        text = f"{count(len(labels), 'speaker')}: {names}" if labels else "It names no speakers."
        st.html(element("div", element("p", against.name, class_="file"), element("p", text), class_="wb-source"))
    return against


def boxes(current: Session | None) -> tuple[Article | None, ReferenceTranscript | None]:
    """Take in an article and choose or take in a transcript; either is None while it is not there."""
    if current is None and urls.session_in_address():
        no_session(urls.session_in_address())
    left, right = st.columns(2, gap="medium")
    with left, st.container(border=True, height="stretch", key="wb-box-verify-article"):
        article = _article_box()
    with right, st.container(border=True, height="stretch", key="wb-box-verify-transcript"):
        against = _transcript_box(current)
    return article, against
