// An answer in the browser, and beside it the passage of one quotation. Text reaches the page through textContent alone.

export default function (given) {
  const view = openView(given, createView, () => ({ quote: -1, passage: -1, unfolded: {} }));
  buildParts(view, given.data, { words: build });
  const { root, isNew, head } = view;
  if (isNew && head.fresh) requestAnimationFrame(() => root.scrollIntoView({ block: "start", behavior: "instant" }));
}

function createView(root) {
  const view = { root };
  view.reading = make("div", "reading");
  view.beside = make("aside", "beside", "", { role: "region", "aria-label": "The passage", "aria-live": "polite", tabindex: "-1" });
  const panes = make("div", "panes");
  panes.append(view.reading, view.beside);
  root.replaceChildren(panes);
  root.onkeydown = (event) => pressed(view, event);
  return view;
}

function build(view, given) {
  view.given = given;
  const { state } = view;
  view.chips = given.quotes.map(() => []);
  view.reading.replaceChildren(...answer(view), ...below(view));
  if (!given.quotes[state.quote]) state.quote = -1;
  if (!given.passages[state.passage]) state.passage = -1;
  showPassage(view);
}

// A chip was pressed: its passage opens beside the answer, and the same chip again closes it.
function openQuote(view, quote, chip) {
  const { state } = view;
  if (state.quote === quote && chip) return closePassage(view);
  Object.assign(state, { quote, passage: view.given.quotes[quote].passage });
  showPassage(view);
  intoSight(view);
}

function openPassage(view, passage) {
  Object.assign(view.state, { quote: -1, passage });
  showPassage(view);
  intoSight(view);
}

function closePassage(view) {
  const [chip] = view.chips[view.state.quote] ?? [];
  Object.assign(view.state, { quote: -1, passage: -1 });
  showPassage(view);
  chip?.focus({ preventScroll: true });
}

function step(view, by) {
  const shown = view.given.quotes.flatMap((quote, number) => (quote ? [number] : []));
  const at = shown.indexOf(view.state.quote);
  const next = shown[(at + by + shown.length) % shown.length];
  openQuote(view, next);
  view.chips[next][0]?.scrollIntoView({ block: "nearest" });
}

function pressed(view, event) {
  event.stopPropagation(); // Streamlit has shortcuts of its own
  if (event.ctrlKey || event.altKey || event.metaKey || view.state.passage < 0) return;
  if (event.key === "Escape") return closePassage(view);
  const by = { n: 1, p: -1 }[event.key];
  if (!by || view.state.quote < 0) return;
  event.preventDefault();
  step(view, by);
}
