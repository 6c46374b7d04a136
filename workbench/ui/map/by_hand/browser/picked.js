// ---- what is selected: shown while it is being selected, and beside it what is known of it

function pick(view, picked) {
  const { state } = view;
  state.cursor = picked ?? state.cursor;
  state.picked = picked;
  if (!picked) state.reshapes = "";
  if (globalThis.Highlight && CSS.highlights) {
    CSS.highlights.delete("workbench-picked");
    if (picked) CSS.highlights.set("workbench-picked", new Highlight(rangeOf(view, picked.start, picked.end)));
  }
  for (const node of [view.bubble, ...view.handles]) node.hidden = !picked;
  if (!picked) return;
  sayPicked(view);
  placeBubble(view);
}

function letGo(view) {
  document.getSelection()?.removeAllRanges();
  view.touched = null;
  pick(view, null);
}

function buildBubble(view) {
  view.bubble = make("div", "bubble", "", { role: "group", "aria-label": "Selected words" });
  view.bubbleParts = {
    facts: make("p", "facts", "", { role: "status" }),
    standing: make("p", "quiet"),
    acts: make("div", "acts"),
  };
  view.bubble.append(...Object.values(view.bubbleParts));
  view.bubble.onclick = view.bubble.onpointerdown = (event) => event.stopPropagation();
  view.bubble.onmousedown = (event) => event.preventDefault(); // what is selected stays selected
  view.handles = ["start", "end"].map((moves) => buildHandle(view, moves));
}

function sayPicked(view) {
  const { facts, standing, acts } = view.bubbleParts;
  const { start, end } = view.state.picked;
  const block = view.blocks[blockAt(view, start)];
  const words = onOneLine(view.raw.slice(start, end)).split(" ").length;
  const told = [block.name, block.since, count(words, "word", "words")].filter(Boolean).join(" · ");
  if (facts.textContent !== told) facts.textContent = told;
  standing.textContent = standingOf(view, block, words);
  const wanted = `${view.state.reshapes} ${view.state.claim} ${view.built.beside}`;
  if (acts.dataset.for === wanted) return; // while the mouse moves nothing else changes
  acts.dataset.for = wanted;
  acts.replaceChildren(...bubbleActs(view));
}

// What the whitelist will say, as far as the turn and the length decide it; afterwards the tree has its own word.
function standingOf(view, block, words) {
  const { start, end } = view.state.picked;
  const { named, unknown } = view.map;
  if (view.quotes.some(({ spans }) => spans.some(([from, to]) => from === start && to === end))) {
    return "A quote of the map already.";
  }
  if (named && !block.name) return "It would not be proven: the transcript gives this turn to nobody.";
  if (unknown.includes(block.name)) return "It would not be proven: say on Sources who this is.";
  const because = view.map.roleNotes[block.role] ?? "";
  const short = words < view.shortest ? `Under ${view.shortest} words it does not count for coverage.` : "";
  return ["It will be proven.", short || because].filter(Boolean).join(" ");
}

function bubbleActs(view) {
  const leave = button("small", "Let go", () => letGo(view), { title: "Esc" });
  const main = (text) => button("small main", text, () => addPicked(view), { title: "Enter", dir: "auto" });
  if (view.state.reshapes) return [main("Set the ends"), leave];
  const claim = view.rowOf.get(keyOf("claim", view.state.claim))?.row;
  return [
    ...(claim ? [main(`Add to “${shortened(claim.words || UNSAID.claim, 32)}”`)] : []),
    button("small", "New claim", () => addClaim(view), { title: "N" }),
    button("small", "New chapter", () => addChapter(view), { title: "Shift+N" }),
    leave,
  ];
}

function shortened(text, most) {
  const line = onOneLine(text);
  return line.length > most ? `${line.slice(0, most).trimEnd()}…` : line;
}

// Under the end of what is selected, or above its beginning where there is no room.
function placeBubble(view) {
  const { text, bubble, handles } = view;
  const { picked } = view.state;
  if (!picked) return;
  const rects = rangeOf(view, picked.start, picked.end).getClientRects();
  if (!rects.length) return;
  const pane = text.getBoundingClientRect();
  const put = (node, left, top) => {
    node.style.left = `${Math.round(left - pane.left + text.scrollLeft)}px`;
    node.style.top = `${Math.round(top - pane.top + text.scrollTop)}px`;
  };
  const [first, last] = [rects[0], rects[rects.length - 1]];
  put(handles[0], first.left, first.top);
  put(handles[1], last.right, last.top);
  handles.forEach((node, at) => {
    node.style.height = `${Math.round([first, last][at].height)}px`;
    node.classList.toggle("moves", ["start", "end"][at] === picked.moves);
  });
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const below = last.bottom + 8 + height < pane.bottom;
  const left = Math.min(last.left, pane.left + text.clientWidth - width - 12);
  put(bubble, Math.max(pane.left + 8, left), below ? last.bottom + 8 : Math.max(pane.top + 4, first.top - 8 - height));
}

// ---- by mouse

// The browser says what is selected but not always where it began: that end stays while the other one moves.
function selectedByMouse(view) {
  const touched = touchedSpan(view);
  if (!touched) return;
  const [from, to] = touched;
  const [wasFrom, wasTo] = view.touched ?? [];
  if (from === wasFrom && to === wasTo) return;
  if (to === wasTo || to === wasFrom) view.backward = true;
  else if (from === wasFrom || from === wasTo || !view.touched) view.backward = false;
  view.touched = touched;
  const span = view.backward ? snap(view.model, to, from) : snap(view.model, from, to);
  pick(view, span && { start: span[0], end: span[1], moves: view.backward ? "start" : "end" });
}

function buildHandle(view, moves) {
  const node = make("div", `handle ${moves}`, "", { "aria-hidden": "true" });
  node.onclick = (event) => event.stopPropagation();
  node.onmousedown = (event) => event.preventDefault(); // else the browser selects from here on
  node.onpointerdown = (event) => {
    event.stopPropagation();
    document.getSelection()?.removeAllRanges();
    node.setPointerCapture(event.pointerId);
    view.text.classList.add("dragging");
  };
  node.onpointermove = (event) => {
    if (!node.hasPointerCapture(event.pointerId)) return;
    dragEnd(view, moves, offsetAtPoint(view, event.clientX, event.clientY));
  };
  return node;
}

function dragEnd(view, moves, at) {
  const { start, end } = view.state.picked;
  const stays = moves === "start" ? end : start;
  if (at === null || (moves === "start" ? at >= end : at <= start)) return;
  const span = snap(view.model, stays, at);
  if (span) pick(view, { start: span[0], end: span[1], moves });
}

function offsetAtPoint(view, x, y) {
  const caret = document.caretPositionFromPoint?.(x, y, { shadowRoots: [view.root.getRootNode()] });
  const range = caret ? null : document.caretRangeFromPoint?.(x, y);
  const node = caret?.offsetNode ?? range?.startContainer;
  const block = view.blockOf.get(node?.parentElement?.closest("article"));
  const piece = block?.pieces.find((one) => one.node === node);
  return piece ? piece.start + (caret?.offset ?? range.startOffset) : null;
}

function listenToText(view) {
  const { text } = view;
  const clicked = text.onclick;
  text.onclick = (event) => {
    if (!selectedRange(view)) {
      letGo(view);
      const at = offsetAtPoint(view, event.clientX, event.clientY);
      const word = at === null ? -1 : placeIn(view.model.starts, at);
      if (word >= 0) view.state.cursor = cursorAt(view.model, word);
    }
    clicked(event);
  };
  // Another selection begins; while it is made, the bubble is not in its way.
  text.onpointerdown = () => {
    view.touched = null;
    text.classList.add("dragging");
  };
  text.oncopy = (event) => {
    if (!view.state.picked) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", view.raw.slice(view.state.picked.start, view.state.picked.end));
  };
  text.addEventListener("scroll", () => placeBubble(view), { passive: true });
}
