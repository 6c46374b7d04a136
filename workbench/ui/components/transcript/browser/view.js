// The transcript in the browser. Text reaches the page through textContent alone and is never read as markup.

// What every call of the component brings up to date.
function refresh(view) {
  view.paintMatches();
  view.drawRibbon(); // the theme may be another
  const { focus } = view.head;
  if (view.focus === focus) return;
  view.focus = focus;
  if (focus) focusOn(view, focus);
}

function blankState() {
  return {
    chosen: "", also: [], occurrence: 0, // ids of quotes
    roles: [], chapter: "", speaker: "", state: "", passages: true, // the filters; roles are those that are put away
    panel: "quote", open: "", // id of the open rejected quote
    query: "", place: null,
  };
}

function createView(root) {
  const empty = { blocks: [], quotes: [], rejected: [], mended: [], marked: [], lit: [], shown: [], shownNumbers: [] };
  const view = { root, focus: "", panelOfQuotes: "quote", ...empty };
  view.text = make("div", "text", "", { tabindex: "0", role: "region", "aria-label": "Transcript" });
  view.bar = make("div", "bar");
  view.ribbon = make("div", "ribbon");
  view.panel = make("aside", "panel", "", { "aria-label": "Quotes" });
  const panes = make("div", "panes");
  panes.append(view.text, view.panel);
  root.replaceChildren(view.bar, view.ribbon, panes);
  buildBar(view);
  buildPanel(view);
  buildRibbon(view);
  listen(view);
  return view;
}

// The words of another transcript: everything is built again, and the place is kept where the text still has it.
function buildWords(view, words) {
  view.raw = words.text;
  view.roleWords = words.roles;
  buildBlocks(view, words.blocks);
}

// A segment names its quotes by their ids, which stay where quotes come and go; here they are known by their numbers.
function withNumbers(view, [block, start, end, ids, ...rest]) {
  return [block, start, end, ids.map(view.numberOf).sort((one, other) => one - other), ...rest];
}

// Other quotes in the same words: the blocks stay, and with them their heights and the place in the text.
function buildMarks(view, marks) {
  Object.assign(view, {
    quotes: marks.quotes, chapters: marks.chapters, claims: marks.claims, legend: marks.legend,
    rejected: marks.rejected, mended: marks.mended, runs: marks.runs, shortest: marks.shortest, link: marks.link,
  });
  const number = new Map(view.quotes.map((quote, index) => [quote.id, index]));
  view.numberOf = (id) => number.get(id) ?? -1;
  const top = view.text.scrollTop;
  fillBlocks(view, marks.segments.map((one) => withNumbers(view, one)), marks.rejected.length);
  view.text.scrollTop = top;
  const { state } = view;
  if (view.numberOf(state.chosen) < 0) Object.assign(state, { chosen: "", also: [], occurrence: 0 });
  fillFilters(view);
  applyFilters(view);
  showRejected(view);
  showMended(view);
  choose(view, state.chosen, { also: state.also, occurrence: state.occurrence });
  openPanel(view, state.panel);
  view.search();
  restorePlace(view);
}

function listenOutside(view, signal) {
  document.addEventListener("keydown", (event) => pressed(view, event), { capture: true, signal });
  document.addEventListener("selectionchange", () => selectionMoved(view), { signal });
  const resized = new ResizeObserver(() => view.drawRibbon());
  resized.observe(view.ribbon);
  signal.addEventListener("abort", () => resized.disconnect());
}

function listen(view) {
  const { root, text } = view;
  const markAt = (event) => event.target.closest?.("mark:not(.off)");
  text.onclick = (event) => {
    // Words that are being selected are not being clicked.
    if (!selectedRange(view)) chooseMark(view, markAt(event));
  };
  text.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const mark = markAt(event);
    if (!mark) return;
    event.preventDefault();
    chooseMark(view, mark);
  };
  text.addEventListener("scroll", () => scrolled(view), { passive: true });
  // Streamlit has shortcuts of its own, and does not see that a letter was typed into our field.
  root.onkeydown = (event) => event.stopPropagation();
}
