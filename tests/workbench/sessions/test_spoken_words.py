from core.transcripts.readers import read_transcript
from workbench.sessions.spoken_words import words_sha256


def words(text: str, name: str = "talk.txt") -> str:
    return words_sha256(read_transcript(text.encode(), name))


def test_labels_times_marks_and_layout_are_no_words() -> None:
    """Who speaks, when, in which line, with which dashes and marks around."""
    plain = words("The tide came at four. It came at five.")
    assert words("Ann: The tide came\nat four.\n\nBob: It came at five.\n") == plain
    assert words("Ann [00:00:01]: The TIDE came at four.\n\nBob [00:00:09]: It came at five.\n") == plain
    assert words("- The tide came at four.\n>> It came at five.\n") == plain
    assert words("The tide came at four. [laughter] It came at five.") == plain


def test_other_words_are_others() -> None:
    """However little: a letter, a number, its sign, a sign that belongs to a name."""
    texts = (
        "We use C++ here.",
        "We use C# here.",
        "We use C here.",
        "It is 3.5 now.",
        "It is 35 now.",
        "It is -35 now.",
    )
    assert len({words(text) for text in texts}) == len(texts)


def test_a_transcript_without_words_has_no_hash() -> None:
    """So that two of them are not taken for one talk."""
    assert words("[Music]\n[Applause]\n") == ""


def test_a_long_transcript_is_hashed_in_pieces() -> None:
    """Wherever the pieces end."""
    text = "Well, it came at five. " * 60_000
    assert words(text) == words(text.replace(" ", "\n"))
