// Links of the help open in place: the address changes, Streamlit draws the page that it names, nothing is loaded anew.
// Streamlit itself does not scroll to a section, because the page is drawn after the browser has looked for it; and it
// may draw the page more than once, so the section is kept in sight until the person does something.

const ACTS = ["pointerdown", "keydown", "wheel"];

export default function (given) {
  const view = openView(given, (root) => ({ root }), () => ({}));
  arrive(view, { moved: view.isOther === false });
  const stop = attach(view, listenOutside);
  bringIntoSight(view);
  return stop;
}

function listenOutside(view, signal) {
  document.addEventListener("click", (event) => follow(view, event), { signal });
  addEventListener("popstate", () => arrive(view, { moved: true }), { signal });
  const drawn = new MutationObserver(() => bringIntoSight(view));
  drawn.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener("abort", () => drawn.disconnect());
  for (const act of ACTS) addEventListener(act, () => void (view.going = null), { signal, capture: true });
}

function follow(view, event) {
  const link = event.target.closest?.("a.wb-help-link");
  const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || elsewhere || event.defaultPrevented) return;
  event.preventDefault();
  const isSame = link.search === location.search;
  history.pushState({}, "", link.href);
  view.place = ""; // a link that is followed twice leads there twice
  if (isSame) arrive(view, { moved: true });
  else dispatchEvent(new PopStateEvent("popstate")); // as if the person had gone there by Back or Forward
}

// Once for each place: what a person scrolled stays so while the page is drawn again.
function arrive(view, { moved }) {
  const place = `${view.head.page} ${location.hash}`;
  if (place === view.place || !isNamed(view.head.page)) return;
  view.place = place;
  view.going = { moved, goal: null };
  bringIntoSight(view);
}

function isNamed(page) {
  return (new URLSearchParams(location.search).get("page") ?? page) === page;
}

function bringIntoSight(view) {
  if (!view.going || !isNamed(view.head.page)) return;
  const article = document.querySelector(`article[data-help="${CSS.escape(view.head.page)}"]`);
  const section = article && document.getElementById(`help-${anchor()}`);
  const goal = section ?? (view.going.moved ? article?.querySelector("h1") : null);
  if (!goal || (goal === view.going.goal && document.activeElement !== document.body)) return;
  view.going.goal = goal;
  goal.scrollIntoView({ block: "start", behavior: "instant" });
  goal.focus({ preventScroll: true });
}

function anchor() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
}
