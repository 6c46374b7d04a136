// Links of the help open in place: the address changes, Streamlit draws the page that it names, nothing is loaded anew.
// Streamlit itself does not scroll to a section, because the page is drawn after the browser has looked for it.

const PATIENCE = 300; // frames until the page that was asked for is drawn

export default function (given) {
  const view = openView(given, (root) => ({ root }), () => ({}));
  arrive(view, { moved: view.isOther === false });
  return attach(view, listenOutside);
}

function listenOutside(view, signal) {
  document.addEventListener("click", (event) => follow(view, event), { signal });
  addEventListener("popstate", () => arrive(view, { moved: true }), { signal });
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
  const named = new URLSearchParams(location.search).get("page") ?? view.head.page;
  if (place === view.place || named !== view.head.page) return;
  view.place = place;
  bringIntoSight(view, place, moved, PATIENCE);
}

function bringIntoSight(view, place, moved, frames) {
  if (view.place !== place || !frames) return;
  const article = document.querySelector(`article[data-help="${CSS.escape(view.head.page)}"]`);
  if (!article) return requestAnimationFrame(() => bringIntoSight(view, place, moved, frames - 1));
  const section = document.getElementById(`help-${anchor()}`);
  const goal = section ?? (moved ? article.querySelector("h1") : null);
  goal?.scrollIntoView({ block: "start", behavior: "instant" });
  goal?.focus({ preventScroll: true });
}

function anchor() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
}
