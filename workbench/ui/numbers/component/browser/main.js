// A narrative with its numbers in the browser. Text reaches the page through textContent alone.

const remembered = new Map(); // what was looked at in each narrative, for when its page is opened again

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector("#view");
  const [first, second] = lineEnds(data);
  const head = JSON.parse(decode(data, 0, first));
  const view = (root.view ??= createView(root));
  // An act is on what the person saw: by the time it arrives that may be gone.
  view.send = (act) => setTriggerValue("act", { ...act, words: view.words, marks: view.marks });
  view.unsaved = head.unsaved;
  if (view.which !== head.which) {
    view.which = head.which;
    view.state = remembered.get(head.which) ?? { chosen: -1, seen: null, row: -1, off: [], top: 0 };
    view.nodes = [];
    remembered.set(head.which, view.state);
    view.words = view.marks = "";
  }
  const fresh = view.words !== head.words || view.marks !== head.marks;
  if (view.words !== head.words) {
    view.words = head.words;
    view.raw = JSON.parse(decode(data, first + 1, second)).text;
  }
  if (fresh) {
    view.marks = head.marks;
    build(view, JSON.parse(decode(data, second + 1, data.length)));
  }
  return attach(view);
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

// Streamlit calls the function above on every rerun, and what it returned last when the view goes away.
function attach(view) {
  const turn = (view.turn = {});
  view.detach?.();
  const stop = new AbortController();
  document.addEventListener("keydown", (event) => pressed(view, event), { capture: true, signal: stop.signal });
  window.addEventListener("beforeunload", (event) => view.unsaved && event.preventDefault(), { signal: stop.signal });
  view.detach = () => stop.abort();
  return () => {
    if (view.turn === turn) view.detach();
  };
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
