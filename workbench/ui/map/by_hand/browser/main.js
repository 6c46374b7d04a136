// The map by hand: the transcript with selecting in it, the map beside it as a tree.

export default function (given) {
  const view = openView(given, createMapView, blankMapState);
  if (!lacks(view)) {
    buildParts(view, given.data, { words: buildMapWords, marks: buildMarks, beside: buildMap });
    refresh(view);
    hearBack(view);
  }
  return attach(view, listenOnMap, leaveMap);
}

function blankMapState() {
  return {
    ...blankState(), panel: "map",
    picked: null, reshapes: "", // what is selected: `start`, `end`, and which of them `moves`; the quote it is for
    cursor: null, // what was selected last
    row: null, claim: "", slots: [], // the row with its buttons, the claim that is added to, those with a number
    writes: null, // the field that is open: its row, what it is for, what stands in it
  };
}

function createMapView(root) {
  const view = createView(root);
  Object.assign(view, { panelOfQuotes: "map", chose: () => lightRows(view), queue: [], sent: null, waits: 0 });
  Object.assign(view, { rowOf: new Map(), nodes: new Map(), litRows: [], awaited: [] });
  addPart(view, "map", "Map");
  view.tabs.prepend(view.parts.map.tab);
  view.parts.rejected.tab.hidden = true; // the tree has them
  root.classList.add("by-hand");
  buildBubble(view);
  listenToText(view);
  return view;
}

function buildMapWords(view, words) {
  buildWords(view, words);
  view.model = readWords(view.raw, words.selectable);
  view.blockOf = new WeakMap(view.blocks.map((block) => [block.article, block]));
  Object.assign(view.state, { picked: null, cursor: null });
  view.text.append(...view.handles, view.bubble);
}

// Another map, or other quotes in the text: what is selected stays so.
function buildMap(view, map) {
  view.map = { ...map, chapters: nested(map.rows) };
  indexRows(view);
  drawTree(view);
  lightRows(view);
  pick(view, view.state.picked);
}

// Rows come one after the other, each behind the one that it is in. `own` is what came: where it is the same as before,
// nothing about the row is other.
function nested(rows) {
  const chapters = [];
  for (const own of rows) {
    if (own.level === "chapter") chapters.push({ ...own, own, claims: [] });
    else if (own.level === "claim") chapters.at(-1).claims.push({ ...own, own, support: [] });
    else chapters.at(-1).claims.at(-1).support.push({ ...own, own });
  }
  return chapters;
}

function listenOnMap(view, signal) {
  document.addEventListener("keydown", (event) => pressedOnMap(view, event), { capture: true, signal });
  document.addEventListener("selectionchange", () => selectedByMouse(view), { signal });
  for (const ends of ["pointerup", "pointercancel"]) {
    document.addEventListener(ends, () => view.text.classList.remove("dragging"), { capture: true, signal });
  }
  listenOutside(view, signal);
}

function leaveMap(view) {
  clearTimeout(view.patience);
  forgetMatches();
  globalThis.CSS?.highlights?.delete("workbench-picked");
}
