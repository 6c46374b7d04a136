"""Recordings of the other kinds, encoded here: a tone that rises all the time says which second is really heard."""

from __future__ import annotations

import shutil
import subprocess
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.recording.test_player import best_heard, with_recording
from tests.browser.resting import settle
from workbench.store import RecordingKind, Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.running import Opener

_FFMPEG = shutil.which("ffmpeg") or ""
pytestmark = [
    pytest.mark.browser,
    pytest.mark.thorough,
    pytest.mark.skipif(not _FFMPEG, reason="there is no ffmpeg here, which encodes the sounds"),
]

_LOWEST, _RISE = 400, 50  # Hz, and by how many the tone is higher each second
_SECONDS = 120
# The noise of the first third makes a changing bitrate change: the first minute promises a larger file than it is.
_SOUND = (
    f"aevalsrc='0.5*sin(2*PI*({_LOWEST}*t+{_RISE / 2:g}*t*t))+if(lt(t,{_SECONDS // 3}),0.4*(random(0)-0.5),0)'"
    f":d={_SECONDS}:s=44100"
)
_PLACES = (100.3, 45.1, 71.77)
_LONG = 1.4
# Each begin and end on the clock; in between, frame by frame, the clock at the middle of a few samples with their tone.
_LISTEN = """audio => {
  for (const kind of ["playing", "pause"]) {
    audio.addEventListener(kind, () => audio.heard.push([kind, audio.currentTime]));
  }
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 2048 });
  context.createMediaElementSource(audio).connect(analyser).connect(context.destination);
  const samples = new Float32Array(analyser.fftSize);
  const tone = () => {
    const crossings = [];
    for (let at = 1; at < samples.length; at++) {
      const [before, after] = [samples[at - 1], samples[at]];
      if (before < 0 && after >= 0) crossings.push(at + before / (before - after));
    }
    return ((crossings.length - 1) * context.sampleRate) / (crossings.at(-1) - crossings[0]);
  };
  const look = () => {
    analyser.getFloatTimeDomainData(samples);
    const isWhole = samples.subarray(0, 64).some((sample) => sample > 0.2);
    const middle = audio.currentTime - samples.length / 2 / context.sampleRate;
    if (!audio.paused && isWhole) audio.loud.push([middle, tone()]);
    requestAnimationFrame(look);
  };
  look();
}"""


class Encoded(NamedTuple):
    """How ffmpeg is told to make a file, what the app knows it for, and what a browser calls it."""

    options: str
    kind: RecordingKind
    media_type: str


_MPEG, _MP4, _WEBM = "audio/mpeg", 'audio/mp4; codecs="mp4a.40.2"', 'audio/webm; codecs="opus"'
EXACT = {
    "mp3": Encoded("-c:a libmp3lame -b:a 64k", RecordingKind.MP3, _MPEG),
    "m4a": Encoded("-c:a aac -b:a 64k", RecordingKind.M4A, _MP4),
    "m4a-in-fragments": Encoded("-c:a aac -movflags +frag_keyframe+empty_moov", RecordingKind.M4A, _MP4),
    "webm": Encoded("-c:a libopus -b:a 48k", RecordingKind.WEBM, _WEBM),
    # As browsers record it: nothing says how long it is, nor where a second stands.
    "webm-without-places": Encoded("-c:a libopus -b:a 48k -live 1", RecordingKind.WEBM, _WEBM),
}
CHANGING = Encoded("-c:a libmp3lame -q:a 5", RecordingKind.MP3, _MPEG)
WITHOUT_TABLE = Encoded("-c:a libmp3lame -q:a 5 -write_xing 0", RecordingKind.MP3, _MPEG)
LOSSLESS = Encoded("-c:a alac", RecordingKind.M4A, 'audio/mp4; codecs="alac"')


@pytest.fixture
def playing(app: str, database: Path, visit: Opener, tmp_path: Path) -> Callable[[Encoded], Page]:
    """Open a session with the rising tone as its recording, and a quote of it; skips what ffmpeg cannot make here."""

    def opened(made: Encoded) -> Page:
        path = tmp_path / f"talk.{made.kind.value}"
        command = [_FFMPEG, "-v", "error", "-f", "lavfi", "-i", _SOUND, *made.options.split(), str(path)]
        done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True)
        if done.returncode:
            pytest.skip(f"this ffmpeg does not make it: {done.stderr.decode(errors='replace').strip()}")
        session = with_recording(Store(database), path)
        assert session.recording is not None
        assert session.recording.kind is made.kind
        page = visit(f"{app}/whitelist?session={session.session_id}", "light").page
        page.locator("mark").nth(1).click()
        expect(page.locator("button.play")).to_be_visible()
        page.locator("audio").evaluate(_LISTEN)
        settle(page)
        return page

    return opened


def _can_play(page: Page, media_type: str) -> bool:
    return bool(page.locator("audio").evaluate("(audio, type) => audio.canPlayType(type)", media_type))


def _skip_if_unknown(page: Page, made: Encoded) -> None:
    if not _can_play(page, made.media_type):
        pytest.skip(f"this Chromium does not decode {made.media_type}")


def _ask_for(page: Page, start: float) -> None:
    """Let the button of the quote play other seconds."""
    seconds = f"{start:.3f} {start + _LONG:.3f}"
    page.locator("button.play").evaluate("(button, seconds) => (button.dataset.play = seconds)", seconds)


def heard_seconds(page: Page, start: float) -> tuple[float, float]:
    """Play from a second on; return with which second of the sound it began and ended, against those asked for."""
    _ask_for(page, start)
    heard = best_heard(page, page.locator("button.play"), (start, start + _LONG))
    tones: list[tuple[float, float]] = page.locator("audio").evaluate("audio => audio.loud")
    beside = median((tone - _LOWEST) / _RISE - clock for clock, tone in tones)
    return heard["playing"] + beside - start, heard["pause"] + beside - start - _LONG


@pytest.mark.parametrize("made", EXACT.values(), ids=EXACT)
def test_the_seconds_are_heard(playing: Callable[[Encoded], Page], made: Encoded) -> None:
    """They begin within a tenth of a second and end within three tenths, as in WAV and OGG, forwards and back."""
    page = playing(made)
    _skip_if_unknown(page, made)
    for start in _PLACES:
        begun, ended = heard_seconds(page, start)
        assert -0.1 <= begun <= 0.1
        assert -0.1 <= ended <= 0.3


def test_an_mp3_of_changing_bitrate_is_heard_as_near_as_its_table_has_it(playing: Callable[[Encoded], Page]) -> None:
    """Its table has a hundred places."""
    page = playing(CHANGING)
    _skip_if_unknown(page, CHANGING)
    for start in _PLACES:
        assert max(map(abs, heard_seconds(page, start))) < 1.5 * _SECONDS / 100


def test_what_lies_behind_the_end_that_the_browser_takes_it_to_have_is_not_played(
    playing: Callable[[Encoded], Page],
) -> None:
    """Without a table it takes the first bitrate for that of all; the player says whose word that is."""
    page = playing(WITHOUT_TABLE)
    _skip_if_unknown(page, WITHOUT_TABLE)
    _ask_for(page, _PLACES[0])
    page.locator("button.play").click()
    player = page.get_by_role("region", name="Player")
    expect(player.get_by_role("alert")).to_have_text(
        "By what the browser reads from the file, the recording ends before these words."
    )


def test_what_the_browser_does_not_decode_is_said(playing: Callable[[Encoded], Page]) -> None:
    """Nothing is played, and nothing waits."""
    page = playing(LOSSLESS)
    if _can_play(page, LOSSLESS.media_type):
        pytest.skip("this Chromium decodes Apple Lossless")
    page.locator("button.play").click()
    player = page.get_by_role("region", name="Player")
    expect(player.get_by_role("alert")).to_have_text("The browser cannot play this recording.")
