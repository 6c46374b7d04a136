// ---- search

const PAINTED = 2000; // matches that are painted; all are counted

// What a person types stands for what the transcript may have written.
const ALIKE = { "'": "['’‘ʼ]", '"': '["“”„«»]', "-": "[-‐‑–—]", "…": "(?:…|\\.\\.\\.)" };

function pattern(query) {
  const typed = query.trim().replace(/[’‘ʼ]/g, "'").replace(/[“”„«»]/g, '"').replace(/[‐‑–—]/g, "-");
  const parts = [...typed.replace(/\s+/g, " ")].map((char) =>
    char === " " ? "\\s+" : (ALIKE[char] ?? char.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")),
  );
  return parts.length ? new RegExp(parts.join(""), "giu") : null;
}

function find(view, query) {
  const sought = pattern(query);
  const hits = [];
  if (!sought) return hits;
  for (const { text, start } of view.blocks) {
    for (const match of text.matchAll(sought)) hits.push([start + match.index, start + match.index + match[0].length]);
  }
  return hits;
}

function forgetMatches() {
  globalThis.CSS?.highlights?.delete("workbench-found");
  globalThis.CSS?.highlights?.delete("workbench-here");
}

function buildSearch(view) {
  const element = make("div", "search", "", { role: "search" });
  const field = make("input", "", "", {
    type: "search", placeholder: "Search the transcript", "aria-label": "Search the transcript",
    autocomplete: "off", spellcheck: "false",
  });
  const previous = button("step", "↑", () => go(-1), named("Previous match", " (Shift+Enter)"));
  const next = button("step", "↓", () => go(1), named("Next match", " (Enter)"));
  const status = make("output", "status", "", { "aria-live": "polite" });
  element.append(field, previous, next, status);

  let hits = [];
  let here = -1;
  const paint = () => {
    previous.disabled = next.disabled = !hits.length;
    const position = here >= 0 ? `${grouped(here + 1)} of ${count(hits.length, "match", "matches")}` : "";
    status.textContent = hits.length ? position : field.value.trim() ? "No match" : "";
    if (!globalThis.Highlight || !CSS.highlights) return; // older browsers still count and go there
    forgetMatches();
    if (!hits.length) return;
    // Those about the current one, so that also a very common word is painted where one looks.
    const from = Math.max(0, Math.min(here - PAINTED / 2, hits.length - PAINTED));
    const near = hits.slice(from, from + PAINTED).map((hit) => rangeOf(view, ...hit));
    CSS.highlights.set("workbench-found", new Highlight(...near));
    const current = new Highlight(rangeOf(view, ...hits[here]));
    current.priority = 1;
    CSS.highlights.set("workbench-here", current);
  };
  const go = (step) => {
    if (!hits.length) return;
    here = (here + step + hits.length) % hits.length;
    paint();
    bring(view, ...hits[here]);
  };
  field.oninput = () => {
    view.state.query = field.value;
    hits = find(view, field.value);
    here = hits.length ? 0 : -1;
    paint();
    if (hits.length) bring(view, ...hits[0]);
  };
  field.onkeydown = (event) => {
    if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
  };
  view.paintMatches = paint;
  // Other quotes in the text, or another text: the same search again, without going anywhere.
  view.search = () => {
    field.value = view.state.query;
    hits = find(view, field.value);
    here = Math.min(Math.max(here, hits.length ? 0 : -1), hits.length - 1);
    paint();
  };
  return element;
}
