"""Whatever is selected or done in whatever order: quotes are slices, and what is taken back was never done."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from core.evidence.evidence_map import Support
from core.map_making.acts.act_records import ActRefusal, AddSupport, RowKey, RowLevel, SingleAct
from core.map_making.acts.apply_act import apply_act
from core.map_making.acts.make_act import MadeAct, make_act
from core.map_making.acts.map_rows import MapRows, rows_of
from core.map_making.acts.replay import replay
from core.map_making.acts.spoken_words import SpokenWords, spoken_words
from core.span import Span
from core.text.segmentation import cuts_token
from core.transcripts.annotations import AnnotationKind
from core.transcripts.readers import read_transcript
from core.whitelist.build import prove_quotes
from core.whitelist.corrections.evidence_text import CorrectionContext
from tests.core.map_making.acts.test_acts import ACTS, CONTEXT, ROWS, TRANSCRIPT, with_looks
from tests.properties import examples

PIECES = (
    *("the boat", "can’t", "15,000", "It’s", "well-known", "“no”", "Ann", "…", ".", ",", "ﬁne", "naïve", "e\u0301te"),
    *("東京", " ", " ", " ", "\n", "\n\n", "[laughs]", "[inaudible]", "[00:01:05]", "(unclear)", "Ada: ", "Bo: "),
)
KINDS = (
    *("add_chapter", "add_claim", "add_support", "span", "write", "note", "move", "merge", "split", "delete", "judge"),
    *("reject_proposed", "declare"),
)


@examples(600)
@given(st.lists(st.sampled_from(PIECES), max_size=30), st.tuples(st.integers(-2, 90), st.integers(-2, 90)))
def test_what_is_selected_is_a_slice_of_one_turn(pieces: list[str], ends: tuple[int, int]) -> None:
    """Of whole tokens, without a label, a time or lost speech; and the whitelist proves it where it knows who spoke."""
    talk = read_transcript(("Ada: So it was.\n\nBo: " + "".join(pieces)).encode(), "talk.txt")
    context = CorrectionContext(talk, CONTEXT.roster)
    said = spoken_words(Span(*ends), "", context)
    if not isinstance(said, SpokenWords):
        return
    assert said.quote == said.span.slice(talk.raw) != ""
    assert talk.turn_of(said.span) is not None
    assert not cuts_token(talk.raw, said.span.start)
    assert not cuts_token(talk.raw, said.span.end)
    inside = [one for one in talk.unspoken if one.span.overlaps(said.span)]
    assert {one.kind for one in inside} <= {AnnotationKind.ANNOTATION}
    assert all(said.span.contains(one.span) for one in inside)


def keys_of(rows: MapRows, level: RowLevel) -> list[str]:
    """Return the ids of the rows of a level, and one that nobody has."""
    return [key.row_id for key in rows.rows if key.level is level] + ["nobody"]


def any_act(data: st.DataObject, rows: MapRows) -> SingleAct:
    """Return some act on these rows; many are possible."""
    draw = data.draw

    def pick(level: RowLevel) -> str:
        return draw(st.sampled_from(keys_of(rows, level)))

    kind, level = draw(st.sampled_from(KINDS)), draw(st.sampled_from(RowLevel))
    outer = RowLevel.CHAPTER if level is RowLevel.SUPPORT else level
    words = draw(st.sampled_from(("", "a", "b", "words of it")))
    start = draw(st.integers(0, len(TRANSCRIPT.raw)))
    span = (start, start + draw(st.integers(0, 40)))
    into = {RowLevel.CHAPTER: None, RowLevel.CLAIM: RowLevel.CHAPTER, RowLevel.SUPPORT: RowLevel.CLAIM}[level]
    below = RowLevel.CLAIM if outer is RowLevel.CHAPTER else RowLevel.SUPPORT
    fields: dict[str, Any] = {
        "add_chapter": {"title": words, "before": draw(st.sampled_from(("", pick(RowLevel.CHAPTER))))},
        "add_claim": {"words": words, "chapter_id": pick(RowLevel.CHAPTER)},
        "add_support": {"claim_id": pick(RowLevel.CLAIM), "span": span},
        "span": {"row_id": pick(RowLevel.SUPPORT), "span": span},
        "write": {"row": outer, "row_id": pick(outer), "words": words},
        "note": {"row": level, "row_id": pick(level), "note": words},
        "move": {"row": level, "row_id": pick(level), "into": pick(into) if into else "", "before": pick(level)},
        "merge": {"row": outer, "row_id": pick(outer), "into": pick(outer)},
        "split": {"row": outer, "row_id": pick(outer), "at": pick(below), "words": words},
        "delete": {"row": level, "row_id": pick(level)},
        "judge": {"row": level, "row_id": pick(level), "accept": draw(st.booleans())},
        "reject_proposed": {
            "quotes": [{"origin": "model", "span": (0, 4), "quote": words}],
            "rejected": draw(st.booleans()),
        },
        "declare": {"speaker": {"speaker_id": words, "speaker_name": words}},
    }[kind]
    act = ACTS.validate_python({"kind": kind, **fields})
    return with_looks(act, rows)  # pyright: ignore[reportReturnType] no group is drawn


@examples(300)
@given(st.data())
def test_what_is_taken_back_was_never_done(data: st.DataObject) -> None:
    """One by one, the latest first; what stands each time is what stood before that act."""
    maps, acts = [ROWS], list[Any]()
    for _ in range(data.draw(st.integers(1, 12))):
        made = make_act(maps[-1], any_act(data, maps[-1]), CONTEXT)
        if isinstance(made, MadeAct):
            maps.append(made.rows)
            acts.append(made.act)
    for number in range(len(acts), -1, -1):
        again = replay(ROWS, acts[:number])
        assert again == (maps[number], ())
        assert again.rows.as_map() == maps[number].as_map()
        assert rows_of(again.rows.as_map()).as_map() == maps[number].as_map()
    for quote in (row for row in maps[-1].rows.values() if isinstance(row, Support)):
        assert quote.span is None or quote.quote == quote.span.slice(TRANSCRIPT.raw)


def test_what_is_added_is_proven() -> None:
    """By the same whitelist as everything, at its own place."""
    start = TRANSCRIPT.raw.index("can't") + 1
    act = with_looks(AddSupport(claim_id="k1", span=Span(start, start + 1)), ROWS)
    made = make_act(ROWS, act, CONTEXT)
    assert isinstance(made, MadeAct)
    proofs = prove_quotes(made.rows.as_map(), TRANSCRIPT, CONTEXT.roster)
    assert [(one.quote_text, one.raw_spans) for one in proofs.quotes if "quote-1" in one.source_evidence_ids] == [
        ("can't", [(start - 1, start + 4)])
    ]


def test_an_act_of_another_look_is_refused_whatever_it_is() -> None:
    """Also where it names too many or too few rows."""
    key = RowKey(RowLevel.CLAIM, "k1")
    for seen in ((), ("",), (ROWS.look(key), ROWS.look(key)), (ROWS.look(key, whole=True),)):
        act = ACTS.validate_python({"kind": "write", "row": "claim", "row_id": "k1", "words": "x", "seen": seen})
        assert isinstance(apply_act(ROWS, act), ActRefusal)
