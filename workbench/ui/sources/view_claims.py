"""The evidence map as a table, chapter by chapter: what is claimed, by which quotes, and whether they are proven."""

from collections.abc import Iterable, Iterator

import streamlit as st

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.line import Line
from core.map_making.acts.act_records import ActGroup, MendQuote, SingleAct
from core.whitelist.corrections import Mend
from workbench.labels import REASONS, claim_in_words, count
from workbench.safe_html import SafeHtml, element, join_html, table
from workbench.ui.common import urls
from workbench.ui.common.cache import EffectiveMap

_KEY = "claims.chapter"


class QuoteStates:
    """The state of each quote of a map: rejected with its reason, corrected, or proven."""

    def __init__(self, line: Line | None, corrections: Iterable[Mend]) -> None:
        self.known = line is not None
        self.rejected = {refusal.evidence_id: refusal for refusal in (line.proofs.refusals if line else ())}
        self.corrected: dict[str, Mend] = {}
        for correction in corrections:
            self.corrected.setdefault(correction.evidence_id, correction)  # the first says what the map said

    def proven(self, chapter: ChapterEvidence) -> int:
        """Count the proven quotes of a chapter."""
        return sum(support.evidence_id not in self.rejected for claim in chapter.claims for support in claim.support)

    def cell(self, support: Support) -> SafeHtml:
        """Return the state of one quote in words, with a sign and a colour."""
        if not self.known:
            return element("span", "Not looked up yet", class_="note")
        refusal = self.rejected.get(support.evidence_id)
        correction = self.corrected.get(support.evidence_id)
        if refusal is not None:
            return join_html(
                [
                    element("span", "✗ Rejected", class_="wb-level weak"),
                    element("p", REASONS[refusal.reason], class_="note"),
                ]
            )
        if correction is not None:
            was = f"The map says: “{correction.was_quote}”, {correction.was_speaker or 'nobody'}"
            sign = element("span", "✓ Corrected", class_="wb-level medium")
            return join_html([sign, element("p", was, class_="note")])
        return element("span", "✓ Proven", class_="wb-level strong")


def _rows(claim: ClaimEvidence, states: QuoteStates) -> Iterator[list[str]]:
    """Yield a row for each quote of a claim; the claim stands beside the first."""
    text = join_html([element("p", claim_in_words(claim.claim)), element("p", claim.claim_id, class_="note")])
    if not claim.support:
        yield [text, element("span", "No quote supports it.", class_="note"), "", ""]
    for number, support in enumerate(claim.support):
        quote = join_html(
            [
                element("span", support.quote or "(nothing)", class_="said"),
                element("p", support.evidence_id, class_="note"),
            ]
        )
        yield [
            "" if number else text,
            quote,
            support.speaker or element("span", "Nobody named", class_="note"),
            states.cell(support),
        ]


def _choose(evidence_map: EvidenceMap, states: QuoteStates) -> ChapterEvidence:
    def option(index: int) -> str:
        chapter = evidence_map.chapters[index]
        quotes = sum(len(claim.support) for claim in chapter.claims)
        proven = f"{states.proven(chapter):,} of {quotes:,} proven" if states.known else count(quotes, "quote")
        return f"{index + 1}. {chapter.title} ({proven})"

    chapters = range(len(evidence_map.chapters))
    if st.session_state.get(_KEY) not in chapters:
        st.session_state[_KEY] = 0
    chosen = st.selectbox("Chapter", chapters, format_func=option, key=_KEY, width=640)
    return evidence_map.chapters[chosen]


def claims(understood: EffectiveMap, line: Line | None, acts: Iterable[SingleAct | ActGroup]) -> None:
    """Show the map, one chapter at a time; `line` is None where there is no transcript to look the quotes up in."""
    if not understood.evidence_map.chapters:
        return
    corrections = (act.mend for act in acts if isinstance(act, MendQuote))
    states = QuoteStates(line, [correction for correction in corrections if correction not in understood.stale])
    st.html(element("h2", "The evidence map", class_="wb-heading"))
    chapter = _choose(understood.evidence_map, states)
    rows = [row for claim in chapter.claims for row in _rows(claim, states)]
    if not rows:
        st.html(element("p", "This chapter has no claims.", class_="note wb-quiet"))
        return
    headings = (("Claim", "claim"), ("Quote", "wide"), ("Speaker", ""), ("State", ""))
    st.html(element("div", table(headings, rows, caption="Claims and quotes of this chapter"), class_="wb-claims"))
    if states.rejected:
        st.page_link(
            urls.page_path("whitelist"),
            label="Look at the rejected quotes and correct them",
            query_params=urls.address(),
        )
