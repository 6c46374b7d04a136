// ---- the keys of the map; in a field none of them is ours

const KEYS = [
  ["← →", "go to the word before, to the next word"],
  ["↑ ↓", "go to the sentence before, to the next one"],
  ["Shift and an arrow", "select as far as there"],
  ["E", "let the arrows move the other end"],
  ["Enter", "add what is selected to the current claim"],
  ["1 – 9", "add it to the claim with this number"],
  ["N, Shift+N", "add it to a new claim, to a new chapter"],
  ["Esc", "let go of what is selected"],
  ["J, K", "next quote, quote before"],
  ["O", "next of the quotes that overlap here"],
  ["A, X", "accept, reject the current row, where it is proposed"],
  ["Alt+↑, Alt+↓", "move the current claim, chapter or quote"],
  ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo; on a Mac with ⌘"],
];

function pressedOnMap(view, event) {
  if (!view.map || !hears(view, event)) return;
  const withCtrl = event.ctrlKey || event.metaKey;
  const pressed = withCtrl ? pressedWithCtrl : event.altKey ? pressedWithAlt : pressedAlone;
  const { writes } = view.state;
  if (!pressed(view, event)) return;
  if (view.state.writes === writes && isAwaited(writes)) view.state.writes = null;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// The field of a row that is still being made: who goes on meanwhile does not want it, and it would take the keys.
function isAwaited(writes) {
  return writes?.text === null;
}

function pressedWithCtrl(view, event) {
  if (event.altKey || event.key.toLowerCase() !== "z") return false;
  takeBack(view, event.shiftKey ? "redo" : "undo");
  return true;
}

function pressedWithAlt(view, event) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  return Boolean(by && view.state.row && moveRow(view, view.state.row, by));
}

function pressedAlone(view, event) {
  const { state } = view;
  const { key } = event;
  const [at] = event.composedPath();
  const inText = at instanceof Node && view.text.contains(at);
  const nowhere = at === document.body || at === document.documentElement;
  if (key.startsWith("Arrow")) return (inText || (nowhere && state.picked)) && pressedArrow(view, event);
  if (key === "Enter") {
    if (!state.picked || !(nowhere || (inText && !at.closest("button, mark[role=button]")))) return false;
    addPicked(view);
    return true;
  }
  return pressedLetter(view, event);
}

function isFocused(node) {
  return node.getRootNode().activeElement === node;
}

function pressedArrow(view, event) {
  const { picked } = view.state;
  if (!view.model.starts.length) return false;
  if (picked) view.touched = null;
  const move = event.shiftKey ? extend : moveCursor;
  const next = picked ? move(view.model, picked, event.key) : nextCursor(view, event.key);
  document.getSelection()?.removeAllRanges();
  if (!isFocused(view.text)) view.text.focus({ preventScroll: true }); // a mark that was clicked would take Enter
  pick(view, next);
  keepInSight(view, next);
  return true;
}

// Where the cursor was, as long as that is on the screen; else the chosen quote, or the first word in sight.
function nextCursor(view, key) {
  const { model, state } = view;
  const [top, bottom] = inSight(view);
  const { cursor } = state;
  if (cursor && top <= cursor.end && cursor.start <= bottom) return moveCursor(model, cursor, key);
  const chosen = view.numberOf(state.chosen);
  const from = chosen < 0 ? top : view.quotes[chosen].spans[state.occurrence][0];
  const { length } = model.ends;
  return cursorAt(model, Math.min(length - 1, firstWhere(length, (one) => model.ends[one] > from)));
}

function keepInSight(view, { start, end, moves }) {
  const at = moves === "start" ? start : end - 1;
  const place = rangeOf(view, at, at + 1).getBoundingClientRect();
  const pane = view.text.getBoundingClientRect();
  if (place.top < pane.top + 24 || place.bottom > pane.bottom - 24) bring(view, at, at + 1);
}

function pressedLetter(view, event) {
  const { state } = view;
  const key = event.key.length > 1 ? event.key : event.key.toLowerCase();
  const act = {
    Escape: () => (state.picked ? letGo(view) : isAwaited(state.writes) ? undefined : null),
    e: () => state.picked && pick(view, otherEnd(state.picked)),
    n: () => (event.shiftKey ? addChapter : addClaim)(view),
    o: () => nextOverlap(view),
    a: () => judgeRow(view, state.row, true),
    x: () => judgeRow(view, state.row, false),
  }[key];
  if (/^[1-9]$/.test(key)) return addToSlot(view, Number(key));
  if (!act) return false;
  return act() !== null;
}

// The quotes that stand where the chosen one does, or what is selected, each in turn.
function nextOverlap(view) {
  const { state, quotes } = view;
  const chosen = view.numberOf(state.chosen);
  const here = state.picked ? [state.picked.start, state.picked.end] : quotes[chosen]?.spans[state.occurrence];
  if (!here) return;
  const touches = ([start, end]) => start < here[1] && here[0] < end;
  const numbers = quotes.flatMap(({ spans }, number) => (spans.some(touches) ? [number] : []));
  if (!numbers.length) return;
  const next = numbers[(numbers.indexOf(chosen) + 1) % numbers.length];
  choose(view, quotes[next].id, { occurrence: quotes[next].spans.findIndex(touches), go: true });
  openPanel(view, "map");
}

function buildKeys() {
  const help = make("details", "keys");
  const list = make("dl");
  list.append(...KEYS.flatMap(([key, does]) => [make("dt", "", key), make("dd", "", does)]));
  help.append(make("summary", "", "Keys"), list);
  return help;
}
