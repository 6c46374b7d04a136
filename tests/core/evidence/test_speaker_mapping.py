"""Labels of a transcript cast to persons, and the roles that their turns suggest."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.evidence.speaker_mapping import Cast, LabelReport, cast_speakers, describe_labels, fit_speaker_mapping
from core.span import Span
from core.transcripts.speakers import Roster, Speaker, SpeakerRole
from core.transcripts.transcript import TranscriptPair, Turn
from core.whitelist.build import WhitelistQuote, prove_quotes
from tests.golden import cases
from tests.properties import examples

ZED = Speaker(speaker_id="zed", speaker_name="Zed Shaw", speaker_role=SpeakerRole.GUEST, aliases=("Z.",))
ANN = Speaker(speaker_id="ann_lee", speaker_name="Ann Lee", aliases=("Speaker 2",))
TALK = [
    ("Speaker 1", "I never wrote it down."),
    ("Speaker 2", "Why was it never written?"),
    ("Zed Shaw", "There was no paper in the house."),
    ("Speaker 3", "He had sold it."),
]
LABELS = tuple(label for label, _ in TALK)


def talk(turns: Sequence[tuple[str, str]]) -> TranscriptPair:
    """Write turns down as "label: words" and keep where they stand."""
    raw, made = "", list[Turn]()
    for label, words in turns:
        begin = len(raw)
        raw += f"{label}: {words}\n\n"
        start = begin + len(label) + 2
        made.append(Turn(speaker=label, span=Span(start, start + len(words)), label_span=Span(begin, start - 1)))
    return TranscriptPair.from_raw(raw, turns=tuple(made))


def quoting(speakers: tuple[Speaker, ...], *supports: tuple[str, str]) -> EvidenceMap:
    """Make a map of one claim from (words, speaker) pairs, with the evidence ids e1, e2, ..."""
    support = tuple(
        Support(evidence_id=f"e{number}", quote=quote, speaker=speaker)
        for number, (quote, speaker) in enumerate(supports, 1)
    )
    claim = ClaimEvidence(claim_id="c", claim="It is so.", support=support)
    return EvidenceMap(speakers=speakers, chapters=(ChapterEvidence(title="One", claims=(claim,)),))


def people_of(evidence_map: EvidenceMap, labels: Sequence[str] = LABELS) -> dict[str, str]:
    """Return the id of the person that each label means, "" for none."""
    roster = Roster.of(evidence_map.speakers, labels)
    return {label: person.speaker_id if (person := roster.resolve(label)) else "" for label in labels}


def proven(evidence_map: EvidenceMap, transcript: TranscriptPair) -> dict[str, WhitelistQuote]:
    """Return the proven quote of each evidence id, after looking at its slice."""
    proofs = prove_quotes(evidence_map, transcript, Roster.of(evidence_map.speakers, transcript.labels))
    for quote in proofs.quotes:
        assert all(transcript.raw[start:end] == quote.quote_text for start, end in quote.raw_spans[:1])
    return {evidence_id: quote for quote in proofs.quotes for evidence_id in quote.source_evidence_ids}


def refused(evidence_map: EvidenceMap, *casts: Cast, labels: Sequence[str] = LABELS) -> dict[str, str]:
    """Return what is wrong with casts: place to message."""
    with pytest.raises(BadInput) as raised:
        cast_speakers(evidence_map, labels, casts)
    assert all(problem.remedy for problem in raised.value.problems)
    return {problem.place: problem.message for problem in raised.value.problems}


def rows(reports: tuple[LabelReport, ...]) -> dict[str, LabelReport]:
    return {report.label: report for report in reports}


@pytest.mark.parametrize("case", cases("role_suggestions"))
def test_a_role_is_suggested_only_where_it_is_clear(case: Any) -> None:
    """As a careful person would after reading; each suggestion has a reason, and without one there is none."""
    supports = [("So.", name) for name, count in case.get("quotes", {}).items() for _ in range(count)]
    evidence_map = quoting(tuple(Speaker(**speaker) for speaker in case.get("speakers", ())), *supports)
    reports = describe_labels(talk([(label, words) for label, words in case["turns"]]), evidence_map, ())
    assert {report.label: report.suggested_role for report in reports} == case["roles"]
    assert all(bool(report.reason) is (report.suggested_role is not None) for report in reports)


def test_no_cast_changes_nothing() -> None:
    """Neither no casts, nor casts that say nothing, nor casts of labels that the transcript does not have."""
    evidence_map = quoting((ZED, ANN))
    idle = (Cast(label="Speaker 1"), Cast(label="Speaker 1", person=" "), Cast(label="Speaker 9", person="Ann Lee"))
    assert cast_speakers(evidence_map, LABELS, ()) is evidence_map
    assert cast_speakers(evidence_map, LABELS, idle) is evidence_map


@pytest.mark.parametrize("person", ["Zed Shaw", "zed", "ZED SHAW", "Z.", "Shaw", "Mr. Zed  Shaw"])
def test_a_label_becomes_the_alias_of_whom_a_name_means(person: str) -> None:
    """By id, name, alias, or a last name that one person bears; the person keeps the name, the id and the role."""
    cast = cast_speakers(quoting((ZED, ANN)), LABELS, [Cast(label="Speaker 1", person=person)])
    assert cast.speakers == (ZED.model_copy(update={"aliases": ("Z.", "Speaker 1")}), ANN)


def test_what_is_proven_under_a_label_is_proven_under_its_person() -> None:
    """Quotes that name the label and quotes that name the person are one person's, in the turns of that label."""
    transcript = talk(TALK)
    evidence_map = quoting(
        (ANN,), ("I never wrote it down", "Speaker 1"), ("never wrote it", "Zed Shaw"), ("no paper", "Zed Shaw")
    )
    before = proven(evidence_map, transcript)
    assert {key: quote.speaker.speaker_id for key, quote in before.items()} == {"e1": "speaker_1", "e3": "zed_shaw"}
    cast = cast_speakers(evidence_map, LABELS, [Cast(label="Speaker 1", person="Zed Shaw", role=SpeakerRole.GUEST)])
    after = proven(cast, transcript)
    assert {key: quote.speaker.speaker_name for key, quote in after.items()} == dict.fromkeys(
        ("e1", "e2", "e3"), "Zed Shaw"
    )
    assert {quote.speaker.speaker_role for quote in after.values()} == {SpeakerRole.GUEST}
    assert after["e1"].raw_spans == before["e1"].raw_spans


def test_two_labels_of_one_person_merge() -> None:
    """A label that changes in mid-file is no second person."""
    casts = [Cast(label="Speaker 1", person="Bo Ray"), Cast(label="Speaker 3", person="bo ray")]
    cast = cast_speakers(quoting((ZED,)), LABELS, casts)
    assert cast.speakers[1:] == (
        Speaker(speaker_id="bo_ray", speaker_name="Bo Ray", aliases=("Speaker 1", "Speaker 3")),
    )
    assert people_of(cast)["Speaker 1"] == people_of(cast)["Speaker 3"] == "bo_ray"


def test_a_label_belongs_to_one_person() -> None:
    """Whoever had it as an alias has it no more."""
    cast = cast_speakers(quoting((ZED, ANN)), LABELS, [Cast(label="Speaker 2", person="Zed Shaw")])
    assert {speaker.speaker_name: speaker.aliases for speaker in cast.speakers} == {
        "Zed Shaw": ("Z.", "Speaker 2"),
        "Ann Lee": (),
    }


def test_a_person_who_was_only_a_label_becomes_the_person() -> None:
    """A map made from a transcript with machine labels declares "Speaker 1"; its quotes follow by name, id, alias."""
    only = Speaker(
        speaker_id="s1", speaker_name="Speaker 1", speaker_role=SpeakerRole.GUEST, aliases=("the man", "SPEAKER 1")
    )
    supports = (("I never wrote", "Speaker 1"), ("wrote it down", "s1"), ("it down", "the man"), ("wrote it", "Bo Ray"))
    cast = cast_speakers(quoting((only,), *supports), LABELS, [Cast(label="Speaker 1", person="Bo Ray")])
    (person,) = cast.speakers
    assert (person.speaker_name, person.speaker_role) == ("Bo Ray", SpeakerRole.GUEST)
    assert {quote.speaker.speaker_id for quote in proven(cast, talk(TALK)).values()} == {"bo_ray"}
    assert set(proven(cast, talk(TALK))) == {"e1", "e2", "e3", "e4"}


def test_a_new_person_is_unclear_until_somebody_says() -> None:
    """No role is guessed: not for somebody new, and not from the person the label was taken from."""
    cast = cast_speakers(quoting((ZED,)), LABELS, [Cast(label="Zed Shaw", person="Bo Ray")])
    renamed = cast.speakers[-1]
    fresh = cast_speakers(quoting((ANN,)), LABELS, [Cast(label="Speaker 2", person="Bo Ray")]).speakers[-1]
    assert (renamed.speaker_name, renamed.speaker_role) == ("Bo Ray", SpeakerRole.GUEST)
    assert (fresh.speaker_name, fresh.speaker_role) == ("Bo Ray", SpeakerRole.UNCLEAR)


@pytest.mark.parametrize(
    ("label", "meant"), [("Speaker 1", "speaker_1"), ("Speaker 2", "ann_lee"), ("Zed Shaw", "zed")]
)
def test_a_role_alone_goes_to_whom_the_label_means(label: str, meant: str) -> None:
    """Somebody declared keeps everything else; somebody known by the label alone is declared under the same id."""
    evidence_map = quoting((ZED, ANN))
    cast = cast_speakers(evidence_map, LABELS, [Cast(label=label, role=SpeakerRole.CALLER)])
    assert people_of(cast) == people_of(evidence_map)
    assert {speaker.speaker_id: speaker.speaker_role for speaker in cast.speakers} == {
        "zed": SpeakerRole.GUEST,
        "ann_lee": SpeakerRole.UNCLEAR,
    } | {meant: SpeakerRole.CALLER}


def test_a_role_reaches_a_person_whom_another_cast_made() -> None:
    """The label's person is whoever it means after all casts."""
    labels = ("Speaker 1", "Bo")
    casts = [Cast(label="Bo", role=SpeakerRole.HOST), Cast(label="Speaker 1", person="Bo Ray")]
    cast = cast_speakers(quoting(()), labels, casts)
    assert [(one.speaker_name, one.speaker_role) for one in cast.speakers] == [("Bo Ray", SpeakerRole.HOST)]


@pytest.mark.parametrize(
    "name",
    [
        "Zed “the Pen” Shaw",
        "<img src=x onerror=alert(1)>",
        "O’Connor",
        "李小龍",
        "$x$ :smile: --",
        "Ann & Bo",
        "R2-D2/C3PO",
    ],
)
def test_a_name_stands_as_it_was_written(name: str) -> None:
    """Only white space is tidied; the label and the name mean the person."""
    evidence_map = quoting((), ("never wrote", "Speaker 1"), ("wrote it", name))
    cast = cast_speakers(evidence_map, LABELS, [Cast(label="Speaker 1", person=f" {name}\n")])
    assert [speaker.speaker_name for speaker in cast.speakers] == [name]
    assert set(proven(cast, talk(TALK))) == {"e1", "e2"}


def test_a_derived_id_is_nobody_elses() -> None:
    """Ids are derived from names, and two names can lead to one."""
    other = Speaker(speaker_id="bo_ph_d", speaker_name="Somebody Else")
    cast = cast_speakers(quoting((other,)), LABELS, [Cast(label="Speaker 1", person="Bo, Ph.D")])
    assert [speaker.speaker_id for speaker in cast.speakers] == ["bo_ph_d", "bo_ph_d_2"]


def test_a_person_named_by_a_cast_label_is_whom_that_label_is_cast_to() -> None:
    """Speaker 3 is whoever Speaker 1 is."""
    casts = [Cast(label="Speaker 3", person="speaker 1"), Cast(label="Speaker 1", person="Bo Ray")]
    meant = people_of(cast_speakers(quoting((ZED,)), LABELS, casts))
    assert (meant["Speaker 1"], meant["Speaker 3"]) == ("bo_ray", "bo_ray")


def test_a_short_name_means_the_person_whom_another_cast_names_in_full() -> None:
    """Whichever comes first."""
    casts = [Cast(label="Speaker 1", person="Bo"), Cast(label="Speaker 3", person="Bo Ray")]
    cast = cast_speakers(quoting(()), LABELS, casts)
    assert [speaker.speaker_name for speaker in cast.speakers] == ["Bo Ray"]


def test_a_label_can_be_its_own_person() -> None:
    """Written in another way, that is the name that is shown."""
    labels = ("DR. BO RAY", "Ann")
    cast = cast_speakers(quoting(()), labels, [Cast(label="DR. BO RAY", person="Bo Ray", role=SpeakerRole.GUEST)])
    assert [speaker.speaker_name for speaker in cast.speakers] == ["Bo Ray"]
    assert people_of(cast, labels)["DR. BO RAY"] == cast.speakers[0].speaker_id


@pytest.mark.parametrize(
    ("person", "role"), [("Lee", None), ("", SpeakerRole.HOST)], ids=["as the person", "as the label"]
)
def test_a_name_that_can_mean_two_people_is_refused(person: str, role: SpeakerRole | None) -> None:
    """The place names the label, the message the two."""
    eva = Speaker(speaker_id="eva_lee", speaker_name="Eva Lee")
    cast = Cast(label="Lee", person=person, role=role)
    assert refused(quoting((ANN, eva)), cast, labels=("Lee", "Bo")) == {
        "speaker of Lee": "“Lee” can mean Ann Lee or Eva Lee."
    }


def test_one_person_has_one_role() -> None:
    """Both labels and both roles are named."""
    casts = (
        Cast(label="Speaker 1", person="Bo Ray", role=SpeakerRole.GUEST),
        Cast(label="Speaker 3", person="Bo Ray", role=SpeakerRole.HOST),
    )
    assert refused(quoting(()), *casts) == {
        "speaker of Speaker 3": "Bo Ray is “guest” as “Speaker 1”, “host” here.",
    }


@pytest.mark.parametrize(
    ("casts", "place"),
    [
        pytest.param((Cast(label="Speaker 1", person="— !"),), "speaker of Speaker 1", id="no letters"),
        pytest.param(
            (Cast(label="Speaker 1", person="Speaker 3"), Cast(label="Speaker 3", person="Speaker 1")),
            "speaker of Speaker 1",
            id="each is the other",
        ),
        pytest.param(
            (Cast(label="Speaker 1", person="Bo"), Cast(label="Speaker 1", person="Cy")),
            "speaker of Speaker 1",
            id="one label, two persons",
        ),
    ],
)
def test_what_cannot_be_done_names_the_label(casts: tuple[Cast, ...], place: str) -> None:
    """With a message and a remedy."""
    assert place in refused(quoting((ZED,)), *casts)


def test_all_problems_are_reported_at_once() -> None:
    """One look is enough."""
    casts = (Cast(label="Speaker 1", person="?!"), Cast(label="Speaker 3", person="…"))
    assert set(refused(quoting(()), *casts)) == {"speaker of Speaker 1", "speaker of Speaker 3"}


def test_a_new_person_never_silences_a_label() -> None:
    """A second Adam would make the label "Adam" mean nobody, and its quotes would be lost unseen."""
    adam = Speaker(speaker_id="adam", speaker_name="Adam Berg", aliases=("Adam",))
    labels = ("Adam", "Speaker 1")
    found = refused(quoting((adam,)), Cast(label="Speaker 1", person="Adam Wold"), labels=labels)
    assert found == {"speaker of Adam": "“Adam” could then mean Adam Berg or Adam Wold."}


names = st.sampled_from(
    ["Ann Lee", "Ann", "Lee", "Bo Ray", "Bo", "Speaker 1", "Speaker 2", "S1", "", "李", "O'Neil", "—"]
)
speakers = st.lists(
    st.builds(
        Speaker,
        speaker_id=st.sampled_from(["ann_lee", "speaker_1", "s1", "bo", "x"]),
        speaker_name=names.filter(bool),
        speaker_role=st.sampled_from(SpeakerRole),
        aliases=st.lists(names.filter(bool), max_size=2).map(tuple),
    ),
    max_size=3,
    unique_by=lambda speaker: speaker.speaker_id,
).map(tuple)
all_labels = st.lists(names.filter(bool), min_size=1, max_size=4, unique=True)
all_casts = st.lists(
    st.builds(Cast, label=names.filter(bool), person=names, role=st.none() | st.sampled_from(SpeakerRole)), max_size=4
)


@examples(200)
@given(speakers, all_labels, all_casts)
def test_casts_hold_in_any_order_and_twice(people: tuple[Speaker, ...], labels: list[str], casts: list[Cast]) -> None:
    """Either every cast label means its person, whatever the order of the casts and however often, or it is refused."""
    words = [f"these are the words of turn {number}" for number in range(len(labels))]
    transcript = talk(list(zip(labels, words, strict=True)))
    evidence_map = quoting(people, *zip(words, labels, strict=True))
    before = proven(evidence_map, transcript)
    try:
        cast = cast_speakers(evidence_map, labels, casts)
    except BadInput:
        for order in permutations(casts):
            with pytest.raises(BadInput):
                cast_speakers(evidence_map, labels, order)
        return
    assert {cast_speakers(evidence_map, labels, order) == cast for order in permutations(casts)} == {True}
    assert cast_speakers(cast, labels, casts) == cast
    ids = [speaker.speaker_id for speaker in cast.speakers]
    assert len(set(ids)) == len(ids)
    assert cast.chapters == evidence_map.chapters
    roster, after = Roster.of(cast.speakers, labels), proven(cast, transcript)
    roles = {speaker.speaker_id: speaker.speaker_role for speaker in cast.speakers}
    for one in casts:
        if one.label in labels and one.person.strip():
            person, again = roster.resolve(one.label), roster.resolve(one.person)
            assert person is not None
            assert again is not None
            assert person.speaker_id == again.speaker_id
            assert one.role in (None, roles[person.speaker_id])
            assert after[f"e{labels.index(one.label) + 1}"].speaker.speaker_id == person.speaker_id
    assert before.keys() <= after.keys()


def test_reports_say_how_much_and_who() -> None:
    """Turns and words under each label; the person and whether anybody declared them, after casting."""
    reports = rows(describe_labels(talk(TALK), quoting((ANN,)), [Cast(label="Speaker 1", person="Bo Ray")]))
    assert list(reports) == list(LABELS)
    assert {label: (one.turns, one.words) for label, one in reports.items()} == {
        "Speaker 1": (1, 5),
        "Speaker 2": (1, 5),
        "Zed Shaw": (1, 7),
        "Speaker 3": (1, 4),
    }
    assert {label: (one.person.speaker_name, one.declared) for label, one in reports.items()} == {
        "Speaker 1": ("Bo Ray", True),
        "Speaker 2": ("Ann Lee", True),
        "Zed Shaw": ("Zed Shaw", False),
        "Speaker 3": ("Speaker 3", False),
    }


def test_labels_are_described_before_there_is_a_map() -> None:
    """A transcript alone is enough; one without labels has nothing to describe."""
    reports = describe_labels(talk(TALK), None, ())
    assert {report.declared for report in reports} == {False}
    assert describe_labels(TranscriptPair.from_raw("So it was."), None, ()) == ()


def test_a_suggestion_is_never_applied() -> None:
    """Whatever is suggested, an undeclared speaker stays unclear."""
    turns = [("INTERVIEWER", "Where was it?"), ("INTERVIEWEE", "It was in the drawer.")]
    reports = describe_labels(talk(turns), None, ())
    assert [report.suggested_role for report in reports] == [SpeakerRole.HOST, SpeakerRole.GUEST]
    assert {report.person.speaker_role for report in reports} == {SpeakerRole.UNCLEAR}


def test_contradicting_casts_do_not_hide_the_table() -> None:
    """The rows then say what the map says, so that a person can put the casts right."""
    casts = [Cast(label="Speaker 1", person="Bo"), Cast(label="Speaker 1", person="Cy")]
    assert describe_labels(talk(TALK), quoting((ANN,)), casts) == describe_labels(talk(TALK), quoting((ANN,)), ())


@pytest.mark.parametrize(
    ("table", "label", "reason"),
    [
        ("rhetorical-guest", "Greta Olm", "Says “Welcome back to the programme” at the beginning"),
        ("interview-of-two", "Nora Vale", "Speaks first and asks 100 % of the questions that end a turn"),
        ("interview-of-two", "Emil Harrow", "Speaks 82 % of the words and seldom ends a turn with a question"),
        ("two-hosts-one-guest", "Tomas Reyle", "Says “Thank you for having me” at the beginning"),
        ("introduced-guests", "Hugo Blyth", "Introduced with the words “My guests”"),
        ("call-in", "Maud", "Speaks in 1 of 14 turns, after “go to the phones”"),
        ("call-in", "Aldous Fenn", "Speaks in 1 of 14 turns, after “Let’s hear”"),
        ("clip-labels", "[Clip]", "The label says “clip”"),
        ("quotes-decide", "Agnes Thorne", "Speaks 78 % of the words; 9 of 9 quotes are theirs"),
    ],
)
def test_a_reason_says_what_was_seen(table: str, label: str, reason: str) -> None:
    """In words and counts that a reader of the transcript can check."""
    (case,) = (case.values[0] for case in cases("role_suggestions") if case.id == table)
    supports = [("So.", name) for name, count in case.get("quotes", {}).items() for _ in range(count)]
    reports = describe_labels(talk([(name, words) for name, words in case["turns"]]), quoting((), *supports), ())
    assert rows(reports)[label].reason == reason


def test_labels_of_one_person_get_one_suggestion() -> None:
    """A person whose label changes in mid-file has one part, and one role."""
    (case,) = (case.values[0] for case in cases("role_suggestions") if case.id == "diarised-two")
    turns = [(label, words) for label, words in case["turns"]]
    turns[2:] = [(f"{label}b", words) for label, words in turns[2:]]
    casts = [
        Cast(label=f"SPEAKER_0{n}{late}", person=name) for n, name in ((0, "Nora"), (1, "Emil")) for late in ("", "b")
    ]
    reports = rows(describe_labels(talk(turns), None, casts))
    assert reports["SPEAKER_00"].reason == reports["SPEAKER_00b"].reason
    assert {label: report.suggested_role for label, report in reports.items()} == {
        "SPEAKER_00": SpeakerRole.HOST,
        "SPEAKER_00b": SpeakerRole.HOST,
        "SPEAKER_01": SpeakerRole.GUEST,
        "SPEAKER_01b": SpeakerRole.GUEST,
    }


FITTING = {
    "all fit": (
        (Cast(label="Speaker 1", person="Bo Peep"), Cast(label="Speaker 3", role=SpeakerRole.HOST)),
        (),
        (),
    ),
    "two that say they are each other": (
        (
            Cast(label="Speaker 1", person="Speaker 3"),
            Cast(label="Speaker 2", person="Bo Peep"),
            Cast(label="Speaker 3", person="Speaker 1"),
        ),
        ("Speaker 1", "Speaker 3"),
        ("speaker of Speaker 1", "speaker of Speaker 3"),
    ),
    "two roles of one person": (
        (
            Cast(label="Speaker 1", person="Bo Peep", role=SpeakerRole.HOST),
            Cast(label="Speaker 2", person="Cy Roe"),
            Cast(label="Speaker 3", person="Bo Peep", role=SpeakerRole.GUEST),
        ),
        ("Speaker 3",),
        ("speaker of Speaker 3",),
    ),
    "one problem behind another": (
        (
            Cast(label="Speaker 1", person="...", role=SpeakerRole.HOST),
            Cast(label="Speaker 2", person="Bo Peep", role=SpeakerRole.HOST),
            Cast(label="Speaker 3", person="Bo Peep", role=SpeakerRole.GUEST),
        ),
        ("Speaker 1", "Speaker 3"),
        ("speaker of Speaker 1", "speaker of Speaker 3"),
    ),
}


@pytest.mark.parametrize(("casts", "left_out", "places"), FITTING.values(), ids=FITTING)
def test_casts_that_fit_are_kept_where_others_do_not(
    casts: tuple[Cast, ...], left_out: tuple[str, ...], places: tuple[str, ...]
) -> None:
    """The map is the one without those that are named, in whatever order they come, and their rows say so too."""
    given = quoting((ZED, ANN))
    for order in permutations(casts):
        fitted = fit_speaker_mapping(given, LABELS, order)
        assert {cast.label for cast in fitted.left_out} == set(left_out)
        assert tuple(problem.place for problem in fitted.problems) == places
        kept = [cast for cast in casts if cast.label not in left_out]
        assert fitted.evidence_map == cast_speakers(given, LABELS, kept)
    people = {report.label: report.person.speaker_id for report in describe_labels(talk(TALK), given, casts)}
    assert people == people_of(fit_speaker_mapping(given, LABELS, casts).evidence_map)


def test_a_cast_that_makes_another_label_unclear_is_found() -> None:
    """The problem names the label that nobody cast; what brings it about is left out all the same."""
    labels = ("Ann", "Speaker 1", "Speaker 2")
    given = quoting((Speaker(speaker_id="ann_lee", speaker_name="Ann Lee"),))
    casts = (Cast(label="Speaker 1", person="Ann Roe"), Cast(label="Speaker 2", person="Bo Peep"))
    with pytest.raises(BadInput) as raised:
        cast_speakers(given, labels, casts)
    assert [problem.place for problem in raised.value.problems] == ["speaker of Ann"]
    fitted = fit_speaker_mapping(given, labels, casts)
    assert fitted.left_out == casts[:1]
    assert people_of(fitted.evidence_map, labels) == {
        "Ann": "ann_lee",
        "Speaker 1": "speaker_1",
        "Speaker 2": "bo_peep",
    }
