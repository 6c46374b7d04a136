// ---- the chosen quote, its two places, and the ways from one to the other

function openChapter(view, number, { again = false, place = -1 } = {}) {
  const { state } = view;
  const kept = again ? state.place : place;
  state.chapter = number;
  hideCard(view);
  drawChapter(view, number);
  const here = new Set(view.chapters[number].places);
  for (const { shell, quotes } of view.marked) {
    shell.classList.toggle("elsewhere", !quotes.some((quote) => here.has(quote)));
  }
  showChapter(view);
  light(view, kept < view.places.length ? kept : -1);
  view.reading.scrollTop = state.tops[number] ?? 0;
}

// The page below is about one chapter too: it hears of another once the person stays there.
function turnTo(view, number, options = {}) {
  if (number === view.state.chapter || number < 0 || number >= view.chapters.length) return;
  delete view.state.tops[number];
  openChapter(view, number, options);
  clearTimeout(view.telling);
  view.told = number;
  view.telling = setTimeout(() => view.send({ chapter: number }), 250);
}

function quoteAt(view, place) {
  return view.chapters[view.state.chapter].places[place] ?? -1;
}

// Mark a quote on both sides; nothing moves.
function light(view, place) {
  for (const node of view.reading.querySelectorAll(".chosen")) node.classList.remove("chosen");
  for (const shell of view.lit) shell.classList.remove("chosen", "here");
  unmarkPassage();
  view.state.place = place;
  view.lit = [];
  const quote = quoteAt(view, place);
  for (const { shell, quotes } of view.marked) {
    if (!quotes.includes(quote)) continue;
    shell.classList.add("chosen", "here");
    view.lit.push(shell);
  }
  view.places[place]?.classList.add("chosen");
  const outside = quote < 0 ? [] : view.quotes[quote].warnings;
  for (const [number, shells] of (view.passages ?? []).entries()) {
    for (const shell of shells) shell.classList.toggle("warned", outside.includes(number));
  }
  sayPosition(view);
}

// A quote of the chapter was chosen: the transcript goes to its exact place.
function choosePlace(view, place, { card = false } = {}) {
  if (!card) hideCard(view);
  light(view, place);
  const quote = view.quotes[quoteAt(view, place)];
  const [span] = quote?.spans ?? [];
  if (!span) return say(view, "This quote has no place in the transcript beside it.");
  say(view, "");
  bring(view, ...span);
  flash(view.lit);
}

// A quote of the transcript was chosen: the edition goes to where it stands, and to the next place if it is there.
function chooseQuote(view, number) {
  const places = view.placesOf[number];
  if (!places.length) return;
  const { chapter, place } = view.state;
  const at = places.findIndex((one) => one[0] === chapter && one[1] === place);
  const inChapter = places.findIndex((one) => one[0] === chapter);
  const next = at >= 0 ? (at + 1) % places.length : Math.max(0, inChapter);
  goToPlace(view, ...places[next]);
  say(view, places.length > 1 ? `Place ${next + 1} of ${places.length} of this quote in the edition.` : "");
}

function followMark(view, mark) {
  hideCard(view);
  const numbers = mark.dataset.quotes.split(" ").map(Number);
  const here = numbers.find((number) => view.placesOf[number].some(([chapter]) => chapter === view.state.chapter));
  chooseQuote(view, here ?? numbers[0]);
}

function goToPlace(view, chapter, place, { focus = false } = {}) {
  turnTo(view, chapter, { place });
  light(view, place);
  const node = view.places[place];
  if (focus) node.focus({ preventScroll: true });
  showIn(view.reading, node);
  flash([node]);
}

function showIn(pane, node) {
  const [box, frame] = [node.getBoundingClientRect(), pane.getBoundingClientRect()];
  pane.scrollTop += box.top + Math.min(box.height / 2, frame.height / 3) - frame.top - frame.height / 2;
}

// The next or previous quote, in the next or previous chapter that has one where this one has no more.
function step(view, by) {
  const { state, chapters } = view;
  let [chapter, place] = [state.chapter, state.place + by];
  while (chapter >= 0 && chapter < chapters.length && !(place >= 0 && place < chapters[chapter].places.length)) {
    chapter += by;
    place = by > 0 ? 0 : (chapters[chapter]?.places.length ?? 0) - 1;
  }
  if (chapter < 0 || chapter >= chapters.length) {
    return say(view, by > 0 ? "This is the last quote of the edition." : "This is the first quote of the edition.");
  }
  goToPlace(view, chapter, place, { focus: true });
  choosePlace(view, place, { card: true });
}

function pressed(view, event) {
  if (!isForView(view, event)) return;
  if (event.key === "Escape") return hideCard(view);
  const by = { n: 1, p: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  step(view, by);
}

// ---- what the lists below the view ask for: `t start end` is a passage, `q place` a quote, `u number` unproven prose

function askedFromThePage(view, event) {
  const asked = event.composedPath()[0].closest?.("[data-wb-show]")?.dataset.wbShow;
  if (!asked || !view.root.getClientRects().length) return;
  const [kind, ...numbers] = asked.split(" ");
  const [first, second] = numbers.map(Number);
  view.root.scrollIntoView({ block: "start", behavior: "instant" });
  if (kind === "t") return showPassage(view, first, second);
  if (kind === "q" && view.places[first]) {
    goToPlace(view, view.state.chapter, first, { focus: true });
    return choosePlace(view, first);
  }
  const node = kind === "u" && view.prose[first]?.[0];
  if (!node) return;
  node.focus({ preventScroll: true });
  showIn(view.reading, node);
  flash(view.prose[first]);
}

function showPassage(view, start, end) {
  if (!view.blocks.length) return;
  light(view, -1);
  bring(view, start, end);
  globalThis.CSS?.highlights?.set("workbench-passage", new Highlight(rangeOf(view, start, end)));
  view.text.focus({ preventScroll: true });
}

function unmarkPassage() {
  globalThis.CSS?.highlights?.delete("workbench-passage");
}
