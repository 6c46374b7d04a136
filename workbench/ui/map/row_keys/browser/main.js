// The keys of proposed rows. They press the buttons that stand in the rows, so that a key does what a click does and
// nothing else; the row is the one that holds the focus, and looking at one accepts nothing.

const ROWS = '[class*="st-key-wb-row-"]';
const PRESSED = { a: '[class*="st-key-map-accepted-"] button', x: '[class*="st-key-map-rejected-"] button' };
const STEPS = { j: 1, k: -1 };
const HINT = "Keys: J and K go to the next row and the one before; A accepts and X rejects the row that has the focus.";

export default function (given) {
  const view = openView(given, createView, () => ({ row: "", byKeys: false }));
  return attach(view, (view, signal) => {
    document.addEventListener("keydown", (event) => press(view, event), { signal });
    document.addEventListener("focusin", (event) => note(view, event), { signal });
    document.addEventListener("pointerdown", () => (view.state.byKeys = false), { signal });
    const drawn = new MutationObserver(() => holdFocus(view));
    drawn.observe(document.body, { childList: true, subtree: true });
    signal.addEventListener("abort", () => drawn.disconnect());
    holdFocus(view);
  });
}

function createView(root) {
  root.replaceChildren(make("p", "hint", HINT));
  return { root };
}

function nameOf(row) {
  return [...row.classList].find((name) => name.startsWith("st-key-wb-row-")) ?? "";
}

// The page is drawn anew behind every press: the row that had the focus is known by its name.
function note(view, event) {
  const row = event.target.closest?.(ROWS);
  if (row) view.state.row = nameOf(row);
  else view.state.byKeys = false;
}

// A button that is drawn anew has lost the focus. It comes back to a row that got it by a key, unless it went elsewhere.
function holdFocus(view) {
  if (!view.state.byKeys || document.activeElement !== document.body) return;
  const row = [...document.querySelectorAll(ROWS)].find((row) => nameOf(row) === view.state.row);
  row?.querySelector("button")?.focus({ preventScroll: true });
}

function press(view, event) {
  if (event.shiftKey || event.repeat || !isForView(view, event)) return;
  const rows = [...document.querySelectorAll(ROWS)];
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const step = STEPS[event.key];
  if (step) {
    const from = here >= 0 ? here : rows.findIndex((row) => nameOf(row) === view.state.row);
    focusOn(view, rows[from < 0 ? 0 : Math.min(Math.max(from + step, 0), rows.length - 1)]);
  } else if (here >= 0 && PRESSED[event.key]) {
    rows[here].querySelector(PRESSED[event.key])?.click();
    focusOn(view, rows[Math.min(here + 1, rows.length - 1)]);
  } else {
    return;
  }
  event.preventDefault();
}

function focusOn(view, row) {
  row?.querySelector("button")?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
  view.state.byKeys = Boolean(row);
}
