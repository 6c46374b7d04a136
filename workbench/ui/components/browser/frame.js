// ---- the frame of every component: what it is given, what it remembers, which keys are its own, when it goes away

const remembered = new Map(); // the state of each view by its key, for when its page is opened again

// A component is given lines of JSON: a head, and parts that are read only where they are needed.
function readLine(data, number) {
  let start = 0;
  for (let line = 0; line < number; line++) start = data.indexOf(10, start) + 1;
  const end = data.indexOf(10, start);
  return JSON.parse(new TextDecoder().decode(data.subarray(start, end < 0 ? data.length : end)));
}

// A part of which only the changes came: lists made of the members that are here and of new ones, and other fields.
function patch(held, { lists, others }) {
  const part = { ...held, ...others };
  for (const [name, steps] of Object.entries(lists)) {
    part[name] = steps.flatMap((step) => (step.length === 1 ? step : held[name].slice(step[0], step[0] + step[1])));
  }
  return part;
}

// Changes of what is not here cannot be used: the view stays as it is, and asks for the whole.
function lacks(view) {
  const unknown = Object.entries(view.head.from ?? {}).some(([name, hash]) => !isHere(view, name, hash));
  if (unknown) view.send({ do: "whole" });
  return unknown;
}

function isHere(view, name, hash) {
  return view.built[name] === hash || view.built[name] === view.head[name];
}

// Streamlit calls a component on every rerun. `create` makes the view, once; `blank` the state of one never opened.
function openView({ data, parentElement, setTriggerValue }, create, blank) {
  const root = parentElement.querySelector("#view");
  const head = readLine(data, 0);
  const view = (root.view ??= Object.assign(create(root), { built: {}, held: {} }));
  Object.assign(view, { head, isOther: view.key !== head.key, isNew: !remembered.has(head.key), key: head.key });
  if (view.isOther) view.state = remembered.get(head.key) ?? blank(head);
  remembered.set(head.key, view.state);
  // An act is on what the person saw: by the time it arrives that may be gone.
  view.send = (act) => setTriggerValue("act", { ...act, ...view.built });
  return view;
}

// Build each part that is not built yet, and those after it; of another view always the last. Tells whether any was.
function buildParts(view, data, builders) {
  const names = Object.keys(builders);
  let fresh = false;
  for (const [at, name] of names.entries()) {
    fresh ||= view.built[name] !== view.head[name] || (view.isOther && at === names.length - 1);
    if (!fresh) continue;
    if (!view.head.from?.[name]) view.held[name] = readLine(data, at + 1);
    else if (view.built[name] !== view.head[name]) view.held[name] = patch(view.held[name], readLine(data, at + 1));
    view.built[name] = view.head[name];
    builders[name](view, view.held[name]);
  }
  return fresh;
}

// What a component returns is called when its view goes away; a later call of the component takes over from it.
function attach(view, listen, leave = () => {}) {
  const call = (view.call = {});
  view.detach?.();
  const stop = new AbortController();
  listen(view, stop.signal);
  view.detach = () => stop.abort();
  return () => {
    if (view.call !== call) return;
    view.call = null;
    view.detach();
    leave(view);
  };
}

const TYPED_INTO =
  "input, textarea, select, [contenteditable]:not([contenteditable='false']), [role=textbox], [role=dialog], dialog";

// Tell whether a key that is pressed anywhere is for this view: nobody types, and the view is on the screen.
function isForView(view, event) {
  return !(event.ctrlKey || event.altKey || event.metaKey) && hears(view, event);
}

function hears(view, event) {
  if (event.isComposing) return false;
  if (event.composedPath().some((node) => node instanceof Element && node.matches(TYPED_INTO))) return false;
  return view.root.getClientRects().length > 0;
}
