// An answer in the browser, and beside it the passage of one quotation. Text reaches the page through textContent alone.

const remembered = new Map(); // what was open in each answer, for when its page is opened again

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector("#view");
  const end = data.indexOf(10);
  const head = JSON.parse(decode(data, 0, end));
  const view = (root.view ??= createView(root));
  if (view.hash !== head.hash || view.key !== head.key) {
    Object.assign(view, head, { given: JSON.parse(decode(data, end + 1, data.length)) });
    const isNew = !remembered.has(head.key);
    view.state = remembered.get(head.key) ?? { quote: -1, passage: -1, unfolded: {} };
    remembered.set(head.key, view.state);
    build(view);
    if (isNew && head.fresh) requestAnimationFrame(() => root.scrollIntoView({ block: "start", behavior: "instant" }));
  }
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

function build(view) {
  const { given, state } = view;
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
