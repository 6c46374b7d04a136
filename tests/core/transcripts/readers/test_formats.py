"""Each format is read exactly, or refused in words: golden cases, and what must hold of every file."""

import html
import json
import re

import pytest

import core
from core import BadInput, TranscriptPair
from core.transcripts.readers import lay_out
from tests.transcript_cases import Case, cases_of, differences, file_of

# The files whose readers are built; a case of any other is not yet promised.
FILES = (
    "webvtt",
    "srt",
    "json-whisper",
    "json-services",
    "docx",
    "table",
    "html",
    "elan",
    "textgrid",
    "json-general",
    "text",
    "refused",
)
_CASES = [(f"{name}: {case['case']}", case) for name in FILES for case in cases_of(name)]
READ = [pytest.param(case, id=title) for title, case in _CASES if "format" in case and "asks" not in case]
ASKED = [pytest.param(case, id=title) for title, case in _CASES if "asks" in case]
REFUSED = [pytest.param(case, id=title) for title, case in _CASES if "says" in case]


def _read(case: Case) -> TranscriptPair:
    return core.read_transcript(file_of(case), case["name"], chosen=case.get("choose", ()))


@pytest.mark.parametrize("case", READ)
def test_a_file_is_read_as_a_careful_person_reads_it(case: Case) -> None:
    """Speakers, turns, units, times and words; what nobody said is no speech; raw says the same as plain text."""
    assert differences(case, _read(case)) == []


def _words(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("case", READ)
def test_a_unit_stands_in_the_file_where_it_says(case: Case) -> None:
    """The bytes at its place hold its words, the value at its pointer is its words."""
    data, pair = file_of(case), _read(case)
    for unit in pair.units:
        words = unit.span.slice(pair.raw)
        assert words == words.strip() != ""
        if unit.place is None:
            continue
        if unit.place.is_pointer:
            value = json.loads(data)
            for step in unit.place.name.split("/")[1:]:
                value = value[int(step) if isinstance(value, list) else step.replace("~1", "/").replace("~0", "~")]
            read = re.sub("<[^<>]*>", "", str(value)) if pair.source.dialect == "otranscribe" else str(value)
            assert _words(words) in _words(html.unescape(read))
        elif not unit.place.name:
            wide = "utf-16-be" if data.startswith(b"\xfe\xff") else "utf-16-le"
            encoding = wide if pair.source.encoding == "utf-16" else pair.source.encoding
            written = html.unescape(data[unit.place.first : unit.place.stop].decode(encoding))
            assert _words(written)[:1] + _words(written)[-1:] == _words(words)[:1] + _words(words)[-1:]


def test_a_session_of_before_reads_captions_as_the_text_it_stored() -> None:
    """Whoever says the form gets it: nothing is read anew behind a person's back."""
    data = b"WEBVTT\n\n00:01.000 --> 00:02.000\nHello.\n"
    assert core.read_transcript(data, form="text").raw == data.decode()


@pytest.mark.parametrize("case", ASKED)
def test_what_repeats_the_same_words_is_asked_about(case: Case) -> None:
    """The refusal names what there is to choose from, in the order of the file."""
    with pytest.raises(BadInput) as asked:
        _read(case)
    remedy = "".join(problem.remedy for problem in asked.value.problems)
    assert "--tier" in remedy
    assert ", ".join(f'"{name}"' for name in case["asks"]) in remedy


@pytest.mark.parametrize("case", ASKED)
def test_a_choice_that_the_file_does_not_have_is_refused(case: Case) -> None:
    """With the names that there are."""
    with pytest.raises(BadInput) as refused:
        _read({**case, "choose": ["No such name"]})
    assert [name for name in case["asks"] if name not in str(refused.value)] == []


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_transcript_is_refused_by_name(case: Case) -> None:
    """In a sentence that says what it is, with what to do."""
    with pytest.raises(BadInput) as refused:
        _read(case)
    said = str(refused.value).casefold()
    assert [word for word in case["says"] if word.casefold() not in said] == []
    assert all(problem.remedy for problem in refused.value.problems)


def test_captions_without_end_are_refused_before_they_are_read() -> None:
    """More cues than anybody's talk has would take more memory than a transcript may."""
    cue = b"00:00.000 --> 00:01.000\na\n\n"
    with pytest.raises(BadInput, match="more than 200,000 cues"):
        core.read_transcript(b"WEBVTT\n\n" + cue * 200_001)


def test_markdown_with_labels_is_markdown_whatever_its_times() -> None:
    """Its raw stays what it was before there were readers of timed lines."""
    data = "".join(f"**Ann:** [0:0{n}] Yes.\n\n0:0{n} was when it rang\n\n" for n in range(9)).encode()
    assert core.read_transcript(data, "talk.txt").source.reader == "text"
    assert core.read_transcript(data).source.reader == "markdown"


@pytest.mark.parametrize(
    "text",
    [
        'Ann: we write {"a": 1, "b": 2}\n\nBob: and then {"c": [1, 2], "d": null}\n',
        "[music] Anna: Hello there.\n\nBob: Hi.\n",
        "Well, I think, and I said so, that it sank.\nThen, after that, we left.\n",
        "Ann: 1 --> 2\n00:00:01,000 --> 00:00:02,000\nBob: yes\n",
        "chapters: we had three of them.\nAnn: claims: none.\n",
        "   The sea\n   is wide\nAnd so\n   am I\n",
        '"I said hello", he said, "and left."\n"Why?", she asked.\n',
        "Ann: it looks so:\n| Key | Door |\n| --- | --- |\n| blue | left |\nBob: yes\n",
        "- Ann: we lost it.\n- Bob: who?\n- Ann: we did.\n",
        "Ann: who said what?\n\n| Speaker | Text |\n|---|---|\n| Ann | key |\n\nBob: I did.\n\nAnn: so.\n\nBob: yes.\n",
        "2024: we lost it.\n2025: Ann: found it.\n",
        "12/03/24, 10:10 was when it rang: late.\n\nAnn: yes.\n\nBob: no.\n\nAnn: so.\n\nBob: well.\n",
        "Subject: the key\nAnn: who has it?\nBob: I do.\n",
        "#1 first item\n#2 second item\n",
        "Ann: you write <b>bold</b> there.\n\nBob: and <script>?\n",
    ],
)
def test_a_text_that_mentions_the_signs_of_others_stays_text(text: str) -> None:
    """Character for character."""
    pair = core.read_transcript(text.encode(), "talk.txt")
    assert (pair.source.reader, pair.source.dialect, pair.raw) == ("text", "", text)


def _timed(first: int, step: int, words: int) -> bytes:
    """Return five lines, so many minutes or seconds apart, with so many words."""
    said = " ".join(["word"] * words)
    return "".join(f"{at // 60}:{at % 60:02} {said}\n" for at in range(first, first + 5 * step, step)).encode()


@pytest.mark.parametrize(
    ("data", "dialect", "sure"),
    [
        pytest.param(_timed(0, 90, 5), "timed-lines", True, id="few words, from the beginning"),
        pytest.param(_timed(300, 300, 400), "timed-lines", False, id="every five minutes, filled"),
        pytest.param(_timed(480, 60, 12), "", True, id="every hour of a day, a sentence"),
        pytest.param(_timed(480, 60, 90), "timed-lines", False, id="every hour of a day, a page: nobody knows"),
    ],
)
def test_hours_of_a_day_are_text_and_what_could_be_either_is_a_guess(data: bytes, dialect: str, *, sure: bool) -> None:
    """A recording begins near 0, or its words fill the time between two lines."""
    source = core.read_transcript(data, "talk.txt").source
    assert (source.dialect, source.sure) == (dialect, sure)


def test_a_cue_that_nobody_can_be_shown_is_refused() -> None:
    """Lines and voices of one cue are held at once."""
    for cue in ("a\n" * 10_002, "<v Ann>a<v Bob>b" * 5_001, "a >> b " * 10_001):
        with pytest.raises(BadInput, match="more than 10,000 lines or voices"):
            core.read_transcript(f"WEBVTT\n\n00:00.000 --> 00:01.000\n{cue}\n".encode())


def test_more_units_than_a_week_of_talk_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the format: each takes memory."""
    monkeypatch.setattr(lay_out, "MOST_UNITS", 3)
    rows = "start,speaker,text\n" + "".join(f"{number},Ann,a\n" for number in range(4))
    with pytest.raises(BadInput, match=r"talk\.csv: this file holds more than 3 cues, segments, rows or words"):
        core.read_transcript(rows.encode(), "talk.csv")
    assert core.read_transcript(rows[:-8].encode(), "talk.csv").turns


def test_cues_with_names_without_end_are_refused() -> None:
    """Like captions, before it takes the memory."""
    cue = b"0:0:0.0 --> 0:0:1.0\nNora Lind\na\n"
    with pytest.raises(BadInput, match="more than 200,000 cues"):
        core.read_transcript(cue * 200_001)


def test_what_no_text_file_can_hold_is_written_as_what_proves_nothing() -> None:
    """A control, a byte order mark inside: `transcript.txt` is read again as it is."""
    words = "\ufeffword " * 60 + "A\x1b[0m b"
    pair = core.read_transcript(f"WEBVTT\n\n00:00.000 --> 00:01.000\n{words}\n".encode())
    assert pair.raw == "word " * 60 + "A\ufffd[0m b"
    assert core.read_transcript(pair.raw.encode(), form="text").raw == pair.raw
