// A narrative with its numbers in the browser. Text reaches the page through textContent alone.

export default function (given) {
  const view = openView(given, createView, () => ({ chosen: -1, seen: null, row: -1, off: [], top: 0 }));
  if (view.isOther) view.nodes = [];
  buildParts(view, given.data, { words: (view, { text }) => (view.raw = text), marks: build });
  return attach(view, listenOutside);
}

function createView(root) {
  const view = { root, nodes: [], shown: [], rows: [] };
  view.bar = make("div", "bar");
  view.text = make("div", "text", "", { tabindex: "0", role: "region", "aria-label": "Narrative", dir: "auto" });
  view.card = make("aside", "card", "", { "aria-label": "The chosen number", "aria-live": "polite", tabindex: "-1" });
  view.results = make("section", "results", "", { "aria-label": "Results" });
  const panes = make("div", "panes");
  panes.append(view.text, view.card);
  root.replaceChildren(view.bar, panes, view.results);
  buildBar(view);
  listen(view);
  return view;
}

// Another text, or other verdicts: all of it is built again, and the place in it stays.
function build(view, given) {
  const within = view.card.contains(view.root.getRootNode().activeElement);
  const undid = view.undo === view.root.getRootNode().activeElement;
  Object.assign(view, { given, numbers: given.numbers, kinds: given.kinds });
  const { state } = view;
  const height = heightOf(view);
  state.off = state.off.filter((kind) => given.legend.some((entry) => entry.kind === kind));
  drawNarrative(view);
  drawResults(view);
  fillBar(view);
  applyFilter(view);
  choose(view, findAgain(view), { row: rowAgain(view) });
  scrollBack(view, height);
  // A button that was pressed is gone: the keyboard goes on at the number it was about.
  if (within || (undid && view.undo.disabled)) (view.nodes[state.chosen] ?? view.text).focus({ preventScroll: true });
}

function listenOutside(view, signal) {
  document.addEventListener("keydown", (event) => pressed(view, event), { capture: true, signal });
}

function listen(view) {
  const { root, text } = view;
  const numberAt = (event) => event.target.closest?.("mark:not(.off)");
  text.onclick = (event) => {
    const node = numberAt(event);
    if (node) choose(view, Number(node.dataset.number));
  };
  text.onkeydown = (event) => {
    const node = numberAt(event);
    if (!node || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    choose(view, Number(node.dataset.number));
  };
  text.addEventListener("scroll", () => (view.state.top = text.scrollTop), { passive: true });
  // Streamlit has shortcuts of its own.
  root.onkeydown = (event) => event.stopPropagation();
}
