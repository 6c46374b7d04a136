// Slides that fill the window. Text reaches the page through textContent alone and is never read as markup.

export default function (given) {
  const view = openView(given, createStage, ({ start }) => ({ at: start }));
  buildParts(view, given.data, { slides: buildSlides });
  view.root.classList.toggle("heard", view.head.heard);
  show(view, view.state.at);
  const stop = attach(view, listenOutside);
  view.stage.focus({ preventScroll: true });
  return stop;
}

function createStage(root) {
  const view = { root, slides: [], heard: -1 };
  view.stage = make("section", "stage", "", { tabindex: "-1", "aria-roledescription": "slide", "aria-live": "polite" });
  view.before = button("step", "←", () => turn(view, -1), named("Previous quote", " (←)"));
  view.after = button("step", "→", () => turn(view, 1), named("Next quote", " (→)"));
  view.position = make("span", "position");
  const leave = button("leave", "Leave", () => view.send({ leave: true }), named("Leave the presentation", " (Esc)"));
  const bar = make("nav", "bar", "", { "aria-label": "Slides" });
  bar.append(view.before, view.position, view.after, leave);
  root.append(view.stage, bar);
  return view;
}

function buildSlides(view, { slides, roles }) {
  Object.assign(view, { slides, roleWords: roles });
}

function turn(view, by) {
  show(view, view.state.at + by);
}

function show(view, wanted) {
  const last = view.slides.length - 1;
  const at = (view.state.at = Math.max(0, Math.min(wanted, last)));
  view.before.disabled = at === 0;
  view.after.disabled = at === last;
  view.position.textContent = `${grouped(at + 1)} of ${grouped(last + 1)}`;
  const slide = view.slides[at];
  view.stage.setAttribute("aria-label", `${slide.heading}, ${view.position.textContent}`);
  view.stage.replaceChildren(saying(view, slide), ...(slide.place ? [placing(slide.place)] : []));
  view.stage.scrollTop = 0;
}

// The more words, the smaller they are set: a slide is read from afar, and its words are never cut.
function sizeOf(pieces) {
  const letters = pieces.reduce((sum, [, text]) => sum + text.length, 0);
  return letters < 120 ? "short" : letters < 320 ? "middling" : "long";
}

function saying(view, { heading, pieces, name, role, time, sign, tone, notes, play }) {
  const shown = make("div", "saying");
  const words = diff(pieces, `said ${sizeOf(pieces)}`);
  const who = make("p", "who");
  who.append(make("b", "", name, { dir: "auto" }));
  if (role) who.append(roleBadge(view, role));
  if (time) who.append(make("time", "", time));
  who.append(...playButtons(view, play));
  shown.append(make("h2", "heading", heading, { dir: "auto" }), words, who, make("p", `sign ${tone}`, sign));
  shown.append(...notes.map((note) => make("p", "hint", note)));
  return shown;
}

function placing({ name, time, before, words, after }) {
  const shown = make("aside", "placing", "", { "aria-label": "In the transcript", tabindex: "0" });
  const head = make("p", "who");
  head.append(make("span", "quiet", "In the transcript"));
  if (name) head.append(make("b", "", name, { dir: "auto" }));
  if (time) head.append(make("time", "", time));
  const passage = make("p", "passage", "", { dir: "auto" });
  const mark = make("mark", "", words);
  passage.append(before, mark, after);
  shown.append(head, passage);
  requestAnimationFrame(() => {
    shown.scrollTop = Math.max(0, mark.offsetTop - shown.clientHeight / 3);
  });
  return shown;
}

// Space plays the words of the slide, and is the player's once it has them; without a sound it goes on.
function playOrTurn(view, event) {
  const sound = view.stage.querySelector("[data-play]");
  if (sound && view.heard === view.state.at) return;
  event.preventDefault();
  event.stopPropagation();
  if (sound) sound.click();
  else turn(view, 1);
}

function listenOutside(view, signal) {
  const keys = {
    ArrowRight: () => turn(view, 1),
    ArrowLeft: () => turn(view, -1),
    Home: () => show(view, 0),
    End: () => show(view, view.slides.length - 1),
    Escape: () => view.send({ leave: true }),
  };
  const pressed = (event) => {
    if (!isForView(view, event)) return;
    const onButton = event.composedPath()[0].closest?.("button");
    if (event.key === " " && !onButton) return playOrTurn(view, event);
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  view.stage.addEventListener("click", (event) => {
    if (event.target.closest("[data-play]")) view.heard = view.state.at;
  }, { signal, capture: true });
  // Before the player, which listens to the document: another slide has other words to play.
  addEventListener("keydown", pressed, { signal, capture: true });
}
