// An edition beside its transcript. Text reaches the page through textContent alone and is never read as markup.

export default function (given) {
  const view = openView(given, createView, ({ chapter }) => ({ chapter, place: -1, tops: {} }));
  if (view.isOther) view.told = null;
  const fresh = buildParts(view, given.data, { words: buildWords, marks: buildEdition });
  follow(view, view.head.chapter, fresh);
  return attach(view, listenOutside, leave);
}

// The page may ask for a chapter. What it says about a chapter that the person has left meanwhile comes too late.
function follow(view, chapter, fresh) {
  const wanted = Math.min(chapter, view.chapters.length - 1);
  if (view.told !== null) {
    if (view.told === wanted) view.told = null;
    if (!fresh) return;
  } else if (wanted !== view.state.chapter) {
    return openChapter(view, wanted);
  }
  if (fresh) openChapter(view, Math.min(view.state.chapter, view.chapters.length - 1), { again: true });
}

function createView(root) {
  const view = { root, blocks: [], quotes: [], warnings: [], marked: [], lit: [], chapters: [], places: [] };
  view.bar = make("div", "bar");
  view.reading = make("div", "reading", "", { tabindex: "0", role: "region", "aria-label": "The chapter" });
  view.text = make("div", "text", "", { tabindex: "0", role: "region", "aria-label": "Transcript" });
  view.said = make("div", "said", "", { role: "status" });
  view.card = make("div", "card", "", { id: "card", role: "tooltip" });
  view.card.hidden = true;
  const panes = make("div", "panes");
  panes.append(view.reading, view.text);
  root.replaceChildren(view.bar, panes, view.said, view.card);
  buildBar(view);
  listen(view);
  return view;
}

function buildWords(view, words) {
  view.raw = words.text;
  view.roleWords = words.roles;
  buildBlocks(view, words.blocks);
  if (words.why) view.text.replaceChildren(make("p", "hint", words.why));
}

function buildEdition(view, edition) {
  Object.assign(view, { chapters: edition.chapters, quotes: edition.quotes, warnings: edition.warnings });
  view.placesOf = view.quotes.map(() => []);
  for (const [chapter, { places }] of edition.chapters.entries()) {
    for (const [place, quote] of places.entries()) view.placesOf[quote].push([chapter, place]);
  }
  if (view.blocks.length) fillBlocks(view, edition.segments, edition.warnings.length);
  for (const { shell, quotes } of view.marked) shell.classList.add(view.quotes[quotes[0]].role);
  fillBar(view);
}

function listenOutside(view, signal) {
  document.addEventListener("keydown", (event) => pressed(view, event), { capture: true, signal });
  document.addEventListener("click", (event) => askedFromThePage(view, event), { signal });
}

function leave(view) {
  clearTimeout(view.telling);
  unmarkPassage();
}

function listen(view) {
  const { root, reading, text } = view;
  const opens = (event) => event.key === "Enter" || event.key === " ";
  const placeAt = (event) => event.target.closest?.("[data-place]");
  const markAt = (event) => event.target.closest?.("mark");
  const isSelecting = () => !(rawSelection(view)?.collapsed ?? true);
  reading.onclick = (event) => {
    const node = placeAt(event);
    if (node && !isSelecting()) choosePlace(view, Number(node.dataset.place));
  };
  text.onclick = (event) => {
    const mark = markAt(event);
    if (mark && !isSelecting()) followMark(view, mark);
  };
  root.addEventListener("keydown", (event) => {
    const [node, mark] = [placeAt(event), markAt(event)];
    if (opens(event) && (node || mark)) {
      event.preventDefault();
      if (node) choosePlace(view, Number(node.dataset.place));
      else followMark(view, mark);
    }
    // Streamlit has shortcuts of its own.
    event.stopPropagation();
  });
  for (const pane of [reading, text]) {
    pane.addEventListener("pointerover", (event) => hovered(view, event.target));
    pane.addEventListener("pointerleave", () => hideCard(view));
    pane.addEventListener("focusin", (event) => hovered(view, event.target, { now: true }));
    pane.addEventListener("focusout", () => hideCard(view));
    pane.addEventListener("scroll", () => placeCard(view), { passive: true });
  }
  reading.addEventListener("scroll", () => (view.state.tops[view.state.chapter] = reading.scrollTop), { passive: true });
}
