"""Small things to store."""

from decimal import Decimal

from core.answers.records import AnsweredClaim, AnswerMode, AnswerQuote, AnswerUsage, Citation, CitedAnswer
from core.coverage.levels import ChapterCoverage, CoverageLevel, CoverageThresholds
from core.enforcement.results import ChapterDraft, Edition, EnforcementResult
from core.evaluation.records import Unit
from core.generation.settings import Settings
from core.llm.client import Outcome, Purpose, Usage
from core.map_making.acts.act_records import ActGroup, AddChapter, AddClaim, AddPassage, MendQuote
from core.map_making.acts.make_act import already_made
from core.prose.model import Heading, Paragraph, Quote, QuoteBlock, TextRun
from core.span import Span
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from core.whitelist.additions import Addition
from core.whitelist.corrections import Mend, MendKind
from workbench.store import (
    AnswerContents,
    AnswerSettings,
    CallRecord,
    ClientChoice,
    EarVerdict,
    ExperimentPlan,
    FinishedRun,
    OmittedPassage,
    OpenQuestion,
    OpenRun,
    PlanCell,
    PlanSubject,
    PlanVariant,
    Recording,
    RecordingKind,
    RunPlan,
    Session,
    SessionMaterial,
    Store,
    StoredUnit,
    SubjectQuestion,
    changed_to,
)
from workbench.store.sessions.map_acts import Make

STARTED, FINISHED = "2026-11-21T10:15:00+00:00", "2026-11-21T10:16:00+00:00"


def thresholds(strong_quotes: int) -> CoverageThresholds:
    """Thresholds that differ in one number; at least 3."""
    return CoverageThresholds(strong_quotes=strong_quotes)


RECORDING = Recording(path="/talks/the talk.wav", sha256="0a" * 32, size=1_000_000, kind=RecordingKind.WAV)


HEARD = EarVerdict(
    quote_id="q1", raw_sha256="1b" * 32, recording_sha256="0a" * 32, says_so=False, note="ninety", name="Ada"
)


def settings(strong_quotes: int) -> Settings:
    """Settings that differ in one number; at least 3."""
    return Settings(thresholds=thresholds(strong_quotes))


def mend(evidence_id: str, quote: str = "So it is.") -> Mend:
    """A mend of one quote."""
    return Mend(
        kind=MendKind.TRANSCRIPT_WORDS,
        evidence_id=evidence_id,
        was_quote="So it was.",
        was_speaker="Ada",
        quote=quote,
        speaker="Ada",
    )


def promotion(evidence_id: str, quote: str = "So it is.") -> Addition:
    """A promotion of one passage."""
    return Addition(
        evidence_id=evidence_id, chapter_index=1, claim_index=0, quote=quote, speaker="Ada", raw_span=Span(5, 14)
    )


def chapter_act(mark: str) -> Make:
    """The act that adds a chapter; one for each mark."""
    return already_made(AddChapter(title=mark, new_id=f"chapter {mark}"))


def acts() -> tuple[Make, ...]:
    """Acts of several kinds, each of which rests on the one before: the passage `promoted-1` is there, and mended."""
    chapters = (AddChapter(title="One", new_id="one"), AddChapter(title="Two", new_id="two"))
    claim = AddClaim(chapter_id="two", words="It was so.", new_id="k1", seen=("",))
    passage = AddPassage(addition=promotion("promoted-1", quote="So it was."))
    return tuple(map(already_made, (ActGroup(acts=(*chapters, claim)), passage, MendQuote(mend=mend("promoted-1")))))


def recipe(session: Session, *, chapters: int = 3, replies: tuple[str, ...] = ()) -> RunPlan:
    """A recipe of so many chapters, of what the session has."""
    return RunPlan(
        material=SessionMaterial(
            transcript=session.transcript,
            evidence=session.evidence,
            casts=(),
            settings=session.settings,
            acts=(MendQuote(mend=mend("c1.1.1")), AddPassage(addition=promotion("promoted-1"))),
        ),
        client=ClientChoice(kind="scripted", name="replies.json", replies=replies, words_per_second=40),
        chapters=tuple(range(chapters)),
    )


def chapter(index: int, text: str = "Words.") -> ChapterDraft:
    """A draft with a text and nothing else."""
    coverage = ChapterCoverage(
        chapter_index=index,
        level=CoverageLevel.WEAK,
        usable_quotes=0,
        quote_words_per_claim=0,
        quotes_per_claim=0,
        target_words=250,
        generation_mode="excerpt_only",
    )
    return ChapterDraft(
        chapter_index=index,
        effective_index=index,
        title=f"Chapter {index + 1}",
        narrative=text,
        key_excerpts=[],
        core_claims=[],
        coverage=coverage,
        enforcement=EnforcementResult(text=text, replaced=[], dropped=[]),
        text=text,
    )


def call(position: int, number: int = 1, *, text: str = "a reply", **other: object) -> CallRecord:
    """A call of a model that answered with a text; `other` fields are as they are given."""
    made = CallRecord(
        position=position,
        number=number,
        chapter_index=position,
        purpose=Purpose.FIRST if number == 1 else Purpose.SECOND,
        outcome=Outcome.COMPLETE,
        finish_reason="STOP",
        client="gemini",
        model="gemini-flash",
        usage=Usage(input_tokens=1_200, output_tokens=300, thinking_tokens=40, cached_tokens=0),
        requests=1,
        started_at=STARTED,
        seconds=2.5,
        first_token=0.25,
        first_proven=0.75,
        cost="0.00042",
        system="You write.",
        prompt=f"Write chapter {position + 1}.",
        reply=text,
    )
    return CallRecord.model_validate(made.model_dump() | other)


def failed(position: int, number: int = 1, **other: object) -> CallRecord:
    """A call that failed for now, of which nothing came."""
    of_it = {"outcome": Outcome.TRANSIENT, "finish_reason": "", "trouble": "Too many requests.", "reply": None}
    of_it |= {"first_token": None, "first_proven": None, "cost": None}
    return CallRecord.model_validate(call(position, number).model_dump() | of_it | other)


def run(
    session_id: str, certificate: str = "{}\n", *, text: str = "Words.", chapters: int = 3, transcript_sha256: str = ""
) -> FinishedRun:
    """A run whose edition has so many chapters of the same text."""
    edition = Edition(
        title="An edition",
        chapters=tuple(chapter(index, text) for index in range(chapters)),
        quotes=(),
        speakers=(),
        transcript_sha256=transcript_sha256,
        client="offline",
        verdict="nothing_to_verify",
    )
    return FinishedRun.of(
        session_id,
        edition,
        settings=settings(4),
        certificate=certificate,
        started_at=STARTED,
        finished_at=FINISHED,
    )


def stored_run(store: Store, opened: OpenRun) -> OpenRun:
    """The open run as it is stored now."""
    found = store.runs.open_run(opened.session_id)
    assert found is not None
    return found


def write_all(store: Store, opened: OpenRun, owner: str = "one") -> None:
    """Write every chapter that is not written yet."""
    for one in stored_run(store, opened).chapters:
        if one.draft is None:
            store.calls.begin(opened.run_id, owner, one.position)
            text = f"reply {one.position}"
            store.calls.add(opened.run_id, owner, call(one.position, text=text, chapter_index=one.chapter_index))
            store.runs.put_reply(opened.run_id, owner, one.position, text)
            store.runs.put_chapter(opened.run_id, owner, one.position, chapter(one.chapter_index))


def answer(question: str = "What was lost?", text: str = "We lost it twice. Then we wrote it down.") -> AnswerContents:
    """An answer to a question, with one claim and its quote, the first 17 characters of a passage with this text."""
    citation = Citation(
        0, "talk.md", text=text, record_id="talk#3", speaker="Ada", offset=40, metadata={"course": "A", "n": [1, None]}
    )
    quote = AnswerQuote(
        text=text[:17], record_id="talk#3", source="talk.md", within=Span(0, 17), span=Span(40, 57), speaker="Ada"
    )
    speaker = SpeakerRef(speaker_id="talk#3", speaker_name="talk#3", speaker_role=SpeakerRole.UNCLEAR)
    shown = Quote(text=quote.text, quote_id="q", raw_span=quote.span, speaker=speaker)
    made = CitedAnswer(
        question=question,
        mode=AnswerMode.SYNTHESIS,
        blocks=(
            Heading(level=2, inlines=(TextRun(text="An answer"),)),
            Paragraph(inlines=(TextRun(text="It was lost."),)),
            QuoteBlock(quote=shown),
        ),
        claims=(AnsweredClaim(claim_text="It was lost.", quote=quote),),
        quotes=(quote,),
        citations=(citation,),
        client="gemini",
        model="gemini-flash",
        usage=AnswerUsage(calls=1, requests=1, input_tokens=1_200, cost_usd=Decimal("0.00042"), seconds=2.5),
    )
    return AnswerContents(
        asked_at=STARTED,
        answer=made,
        settings=AnswerSettings(mode=AnswerMode.SYNTHESIS, domain="sailing"),
        found=2,
        left_out=(OmittedPassage(record_id="talk#9", source="talk.md", why="its file has two passages already."),),
        calls=(call(0),),
    )


def subject(session: Session, name: str = "An interview") -> PlanSubject:
    """A session as the subject of an experiment."""
    material = SessionMaterial(transcript=session.transcript, evidence=session.evidence, casts=(), settings=Settings())
    return PlanSubject(name=name, material=material)


def plan(session: Session, **more: object) -> ExperimentPlan:
    """An experiment of two variants on one session."""
    script = ClientChoice(kind="scripted", name="replies.json", replies=("a reply",))
    variants = (PlanVariant(name="one", client=ClientChoice(kind="offline")), PlanVariant(name="two", client=script))
    given = {"title": "Which is best?", "variants": variants, "subjects": (subject(session),)}
    return ExperimentPlan.model_validate(given | more)


RECORDS = PlanSubject(name="records", questions=(SubjectQuestion(text="What was lost?", citations=()),))
UNIT = StoredUnit(
    cell=PlanCell(variant=0, subject=0),
    position=0,
    unit=Unit(subject="An interview", key="chapter 1", title="It"),
    text="Words.",
    calls=(call(0).facts,),
    paid=1,
)


def question(answer_id: str = "asked", *, owner: str = "one", leased_until: float = 0.0) -> OpenQuestion:
    """A question that is being asked."""
    return OpenQuestion(
        answer_id=answer_id, question="What was lost?", asked_at=STARTED, owner=owner, leased_until=leased_until
    )


RESULTS = b"query_id,data_source,value\nlmis_qat_2024q2,LMIS,58.3\n"


def add_numbers(store: Store, session_id: str) -> None:
    """Store two narratives, one of them changed twice, with results and rules."""
    first = store.narratives.add(session_id, "report.md", "It is 53.8%.")
    first = store.narratives.put(session_id, changed_to("It is 58.3%.", first))
    store.narratives.put(session_id, changed_to("Per LMIS: It is 58.3%.", first))
    store.narratives.add(session_id, "Pasted narrative", "It was 61.2% 😀.")
    check = store.number_checks.get(session_id)
    check = check.model_copy(update={"citation": "require_query_id: false\n", "with_chapters": True})
    store.number_checks.put_results(session_id, check, "results.csv", RESULTS)
