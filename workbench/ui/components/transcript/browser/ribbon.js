// ---- the ribbon above the text: the whole transcript at once

const LANE = 11; // CSS pixels
const GAP = 5;
// The second cue of a role: how much of its lane a turn fills.
const FILLS = { host: 0.45, guest: 1, caller: 0.75, clip: 0.6, unclear: 0.25, "": 0.12 };
const INKS = { host: "blue", guest: "green", caller: "orange", clip: "violet", unclear: "gray", "": "gray" };

function buildRibbon(view) {
  const names = make("div", "lanes", "", { "aria-hidden": "true" });
  const track = make("div", "track", "", {
    role: "slider", tabindex: "0", "aria-label": "Place in the transcript", "aria-valuemin": "0", "aria-valuemax": "100",
    "aria-orientation": "horizontal", title: "Click or drag to go there",
  });
  const canvas = make("canvas", "", "", { "aria-hidden": "true" });
  const extent = make("div", "extent");
  track.append(canvas, extent);
  view.ribbon.append(names, track);
  view.drawRibbon = () => {
    view.drawing ??= requestAnimationFrame(() => {
      view.drawing = null;
      if (!view.root.isConnected || !view.raw) return;
      drawLanes(view, canvas, names);
      view.moveRibbon();
    });
  };
  view.moveRibbon = () => moveExtent(view, track, extent);
  listenToRibbon(view, track);
}

function listenToRibbon(view, track) {
  const go = (offset) => {
    const [top, bottom] = inSight(view);
    goTo(view, Math.max(0, offset - (bottom - top) / 2));
  };
  const point = (event) => {
    const { left, width } = track.getBoundingClientRect();
    go(((event.clientX - left) / width) * view.raw.length);
  };
  track.onpointerdown = (event) => {
    track.setPointerCapture(event.pointerId);
    point(event);
  };
  track.onpointermove = (event) => {
    if (track.hasPointerCapture(event.pointerId)) point(event);
  };
  track.onkeydown = (event) => {
    const [top, bottom] = inSight(view);
    const screen = bottom - top;
    const little = Math.max(screen / 4, view.raw.length / 200);
    const by = {
      ArrowLeft: -little, ArrowUp: -little, ArrowRight: little, ArrowDown: little,
      PageUp: -screen, PageDown: screen, Home: -view.raw.length, End: view.raw.length,
    }[event.key];
    if (!by) return;
    event.preventDefault();
    goTo(view, Math.max(0, Math.min(view.raw.length, top + by)));
  };
}

function moveExtent(view, track, extent) {
  const [top, bottom] = inSight(view);
  const length = view.raw?.length || 1;
  extent.style.left = `${(100 * top) / length}%`;
  extent.style.width = `${Math.max(0.3, (100 * (bottom - top)) / length)}%`;
  const part = Math.round((100 * top) / Math.max(1, length - (bottom - top)));
  const block = view.blocks[blockAt(view, top)];
  const told = [`${Math.min(100, part)} percent`, block?.since, block?.name].filter(Boolean);
  track.setAttribute("aria-valuenow", String(Math.max(0, Math.min(100, part))));
  track.setAttribute("aria-valuetext", told.join(", "));
}

function colours(view) {
  const style = getComputedStyle(view.root);
  const of = (name) => style.getPropertyValue(name).trim();
  const inks = Object.fromEntries(Object.entries(INKS).map(([role, ink]) => [role, of(`--st-${ink}-text-color`)]));
  const font = `10px ${of("--st-font") || "sans-serif"}`;
  return { inks, text: of("--st-text-color"), line: of("--st-border-color"), primary: of("--st-primary-color"), font };
}

function drawLanes(view, canvas, names) {
  const lanes = { Turns: drawTurns, Chapters: drawChapters, Quotes: drawQuotes };
  if (view.runs) lanes.Used = drawUsed;
  const entries = Object.entries(lanes);
  const height = entries.length * (LANE + GAP) - GAP;
  const width = canvas.parentElement.clientWidth;
  const crisp = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(width * crisp);
  canvas.height = Math.round(height * crisp);
  canvas.style.height = `${height}px`;
  if (names.childElementCount !== entries.length) {
    names.replaceChildren(...entries.map(([name]) => make("span", "", name)));
  }
  const pen = canvas.getContext("2d");
  pen.scale(crisp, crisp);
  const palette = colours(view);
  const scale = width / view.raw.length;
  entries.forEach(([, draw], lane) => {
    const top = lane * (LANE + GAP);
    const bar = (start, end, colour, part = 1, least = 1) => {
      pen.fillStyle = colour;
      pen.fillRect(start * scale, top + LANE * (1 - part), Math.max(least, (end - start) * scale), LANE * part);
    };
    draw(view, { pen, bar, palette, scale, top, width });
    pen.globalAlpha = 1;
  });
}

function drawTurns(view, { pen, bar, palette }) {
  pen.globalAlpha = 0.6;
  for (const { start, end, role } of view.blocks) bar(start, end, palette.inks[role], FILLS[role], 0.5);
}

// A run of quotes of one chapter, with nothing of another between them, is one bar with the chapter's number.
function drawChapters(view, { pen, bar, palette, scale, top, width }) {
  const runs = [];
  const placed = view.quotes
    .flatMap(({ spans, chapters }) => spans.map(([start, end]) => ({ start, end, chapter: chapters[0] })))
    .sort((one, other) => one.start - other.start);
  for (const { start, end, chapter } of placed) {
    const last = runs.at(-1);
    if (last?.chapter === chapter) last.end = Math.max(last.end, end);
    else runs.push({ start, end, chapter });
  }
  const wanted = view.state.chapter === "" ? null : Number(view.state.chapter);
  pen.font = palette.font;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  let free = 0; // where the next number may begin
  for (const { start, end, chapter } of runs) {
    pen.globalAlpha = wanted === null ? 0.16 + 0.12 * (chapter % 2) : chapter === wanted ? 0.55 : 0.1;
    bar(start, end, palette.text, 1, 2);
    const number = String(chapter + 1);
    const half = pen.measureText(number).width / 2 + 2;
    const middle = Math.max(half, Math.min(width - half, ((start + end) / 2) * scale));
    if (middle - half < free) continue;
    free = middle + half;
    pen.globalAlpha = wanted === null || chapter === wanted ? 0.95 : 0.35;
    pen.fillStyle = palette.text;
    pen.fillText(number, middle, top + LANE / 2 + 0.5);
  }
}

function drawQuotes(view, { pen, bar, palette }) {
  const chosen = view.numberOf(view.state.chosen);
  const draw = (number, colour, opacity) => {
    pen.globalAlpha = opacity;
    for (const [start, end] of view.quotes[number].spans) bar(start, end, colour, 1, 1.5);
  };
  view.quotes.forEach(({ role }, number) => draw(number, palette.inks[role], view.shown[number] ? 0.85 : 0.12));
  if (chosen >= 0) draw(chosen, palette.text, 1);
}

function drawUsed(view, { bar, palette }) {
  for (const { used, spans } of view.quotes) {
    if (used) for (const [start, end] of spans) bar(start, end, palette.primary, 1, 2);
  }
}
