// The player at the foot of the page: it plays the seconds of a passage, and shows its words as they are said.
// Whatever carries `data-play="START END"` on the page is a button of it; a press on one runs nothing on the server.

const STEP = 3; // seconds
const AROUND = 40; // pieces shown before and behind the one that is being said
const LINES = 2; // that are shown of the words
const PLAYS = "[data-play]";
// Where a file does not say how long it is, the browser guesses.
const ENDS_BEFORE = "By what the browser reads from the file, the recording ends before these words.";
const PRESSABLE = "button, a, summary, [role=button], mark[tabindex]";

export default function (given) {
  const view = openView(given, createPlayer, () => ({}));
  buildParts(view, given.data, { words: (view, { pieces }) => Object.assign(view, { pieces, shown: NaN }) });
  const { address } = view.head;
  if (view.address !== address) {
    stop(view);
    Object.assign(view, { address, passage: null });
    view.audio.src = address;
    view.root.hidden = true;
  }
  return attach(view, listenEverywhere, stop);
}

function createPlayer(root) {
  const view = { root, address: "", passage: null, pieces: [], shown: NaN, asked: 0 };
  view.audio = make("audio", "", "", { preload: "none" });
  view.toggle = button("toggle", "▶", () => toggle(view), named("Play", " (Space)"));
  view.time = make("span", "time");
  view.words = make("p", "words", "", { dir: "auto" });
  view.trouble = make("p", "trouble", "", { role: "alert" });
  const [back, on] = [
    button("step", "−3 s", () => move(view, -STEP), named("Three seconds back", " ([)")),
    button("step", "+3 s", () => move(view, STEP), named("Three seconds on", " (])")),
  ];
  const away = button("away", "✕", () => putAway(view), named("Close the player"));
  const bar = make("div", "bar", "", { role: "region", "aria-label": "Player" });
  const controls = make("div", "controls");
  controls.append(view.toggle, back, on, view.time);
  bar.append(controls, view.words, view.trouble, away, view.audio);
  root.replaceChildren(bar);
  root.hidden = true;
  for (const event of ["play", "pause", "seeked"]) view.audio.addEventListener(event, () => draw(view));
  view.audio.addEventListener("timeupdate", () => watch(view)); // also where no frame is drawn, in a tab behind others
  view.audio.addEventListener("play", () => eachFrame(view));
  view.audio.addEventListener("error", () => failed(view));
  return view;
}

function listenEverywhere(view, signal) {
  document.addEventListener("click", (event) => pressedButton(view, event), { capture: true, signal });
  document.addEventListener("keydown", (event) => pressedKey(view, event), { capture: true, signal });
  document.addEventListener("keyup", (event) => isSpaceOfOurs(view, event) && event.preventDefault(), { capture: true, signal });
}

// Buttons stand in other components too, behind roots of their own: the path of an event leads through them.
function playButton(event) {
  return event.composedPath().find((node) => node instanceof Element && node.matches(PLAYS));
}

function pressedButton(view, event) {
  const wanted = playButton(event);
  if (!wanted) return;
  event.preventDefault();
  event.stopPropagation();
  const [start, end] = wanted.dataset.play.split(" ");
  play(view, { start: Number(start), end: end ? Number(end) : Infinity });
}

// Of a button Space is the press, unless it is one of the player's own, which does the same.
function isSpaceOfOurs(view, event) {
  if (event.key !== " " || !view.passage || !isForView(view, event)) return false;
  const pressable = event.composedPath().find((node) => node instanceof Element && node.matches(PRESSABLE));
  return !pressable || pressable.matches(PLAYS) || view.root.contains(pressable);
}

function pressedKey(view, event) {
  const steps = { "[": -STEP, "]": STEP };
  const isStep = event.key in steps && view.passage && isForView(view, event);
  if (!isStep && !isSpaceOfOurs(view, event)) return;
  event.preventDefault();
  event.stopPropagation();
  if (isStep) move(view, steps[event.key]);
  else if (!event.repeat) toggle(view);
}

// A place can be gone to once the length is known; what was asked for last counts.
async function play(view, passage) {
  const { audio } = view;
  const asked = ++view.asked;
  Object.assign(view, { passage, shown: NaN });
  view.trouble.textContent = "";
  view.root.hidden = false;
  audio.pause();
  if (audio.error) audio.load();
  if (audio.readyState < HTMLMediaElement.HAVE_METADATA) {
    audio.preload = "auto";
    audio.load();
    await new Promise((done) => audio.addEventListener("loadedmetadata", done, { once: true }));
    if (asked !== view.asked) return;
  }
  if (passage.start >= audio.duration) return failed(view, ENDS_BEFORE);
  audio.currentTime = passage.start;
  draw(view);
  go(view);
}

function go(view) {
  view.audio.play().catch(() => {}); // put away meanwhile, or an error, of which an event tells
}

function stop(view) {
  view.asked++;
  view.audio.pause();
}

function putAway(view) {
  stop(view);
  Object.assign(view, { passage: null });
  view.root.hidden = true;
}

function failed(view, why = "The browser cannot play this recording.") {
  if (!view.passage) return;
  view.trouble.textContent = why;
  draw(view);
}

function isAtEnd(view) {
  return view.audio.currentTime >= view.passage.end - 0.01;
}

function toggle(view) {
  const { audio, passage } = view;
  if (!passage) return;
  if (!audio.paused) return audio.pause();
  if (audio.ended || isAtEnd(view)) return play(view, passage);
  go(view);
}

// At the end, on means to hear more than the passage.
function move(view, seconds) {
  const { audio, passage } = view;
  if (seconds > 0 && isAtEnd(view)) passage.end += seconds;
  else audio.currentTime = Math.min(Math.max(0, audio.currentTime + seconds), passage.end);
  if (audio.paused) go(view);
  draw(view);
}

function eachFrame(view) {
  if (view.audio.paused) return;
  watch(view);
  requestAnimationFrame(() => eachFrame(view));
}

function watch(view) {
  if (!view.passage) return;
  if (!view.audio.paused && view.audio.currentTime >= view.passage.end) view.audio.pause();
  draw(view);
}

function clock(seconds) {
  const [whole, digits] = [Math.floor(seconds), (value) => String(value).padStart(2, "0")];
  return `${Math.floor(whole / 3600)}:${digits(Math.floor(whole / 60) % 60)}:${digits(whole % 60)}`;
}

function draw(view) {
  const { audio, passage, toggle: sign } = view;
  if (!passage) return;
  const label = audio.paused ? "Play" : "Pause";
  if (sign.getAttribute("aria-label") !== label) {
    sign.textContent = audio.paused ? "▶" : "❚❚";
    for (const [name, value] of Object.entries(named(label, " (Space)"))) sign.setAttribute(name, value);
  }
  const end = passage.end === Infinity ? "" : ` – ${clock(passage.end)}`;
  const time = `${clock(audio.currentTime)} of ${clock(passage.start)}${end}`;
  if (view.time.textContent !== time) view.time.textContent = time;
  drawWords(view);
}

// The pieces about the one that is being said; drawn anew only where that is another.
function drawWords(view) {
  const { pieces, audio } = view;
  const now = firstWhere(pieces.length, (number) => pieces[number][0] > audio.currentTime + 0.005) - 1;
  if (view.shown === now) return;
  view.shown = now;
  const [first, stop] = [Math.max(0, now - AROUND), Math.min(pieces.length, now + AROUND)];
  const nodes = pieces.slice(first, stop).map(([, text], at) => make("span", first + at === now ? "now" : "", text));
  view.words.replaceChildren(...nodes);
  const line = view.words.clientHeight / LINES; // whole lines, the one that is being said first
  view.words.scrollTop = Math.floor((nodes[now - first]?.offsetTop ?? 0) / line + 0.1) * line;
}
