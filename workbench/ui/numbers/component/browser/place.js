// ---- the place: what was open stays open when the narrative, its verdicts or the results change

function seenAt(view, chosen) {
  const number = view.numbers[chosen];
  return number ? { raw: view.raw, start: number.start, end: number.end, chosen } : null;
}

// The number that was open, where it stands now; where it is gone, the next one with an issue.
function findAgain(view) {
  const { numbers, state: { seen } } = view;
  if (!seen) return -1;
  const [from, to] = whereNow(seen, view.raw);
  const words = seen.raw.slice(seen.start, seen.end);
  const first = firstWhere(numbers.length, (at) => numbers[at].end > from);
  const past = firstWhere(numbers.length, (at) => numbers[at].start >= to);
  const there = Array.from({ length: Math.max(0, past - first) }, (_, at) => first + at);
  const alike = there.filter((at) => view.raw.slice(numbers[at].start, numbers[at].end) === words);
  const [nearest] = (alike.length ? alike : there).sort((a, b) => Math.abs(a - seen.chosen) - Math.abs(b - seen.chosen));
  return nearest ?? nextIssue(view, first);
}

// Where a stretch of one text lies in another that differs from it in one place: there it is all that changed.
function whereNow({ raw, start, end }, now) {
  const most = Math.min(raw.length, now.length);
  let before = 0;
  while (before < most && raw[before] === now[before]) before++;
  if (end <= before) return [start, end];
  let behind = 0;
  while (behind < most - before && raw[raw.length - 1 - behind] === now[now.length - 1 - behind]) behind++;
  const later = now.length - raw.length;
  if (start >= raw.length - behind) return [start + later, end + later];
  return [Math.min(before, start), Math.max(now.length - behind, end + later)];
}

function nextIssue(view, from) {
  const { length } = view.numbers;
  const wrong = ({ kind }) => ["bad", "care"].includes(view.kinds[kind].tone);
  for (let step = 0; step < length; step++) {
    const at = (from + step) % length;
    if (wrong(view.numbers[at])) return at;
  }
  return -1;
}

// The chosen row, where the results still have it there.
function rowAgain({ state, given }) {
  return state.row >= 0 && given.rows[state.row]?.join() === state.cells ? state.row : -1;
}

// How far below the upper edge of the pane the open number is seen, null where it is not.
function heightOf({ nodes, state, text }) {
  const node = nodes[state.chosen];
  if (!node) return null;
  const [box, frame] = [node.getBoundingClientRect(), text.getBoundingClientRect()];
  return box.top >= frame.top && box.bottom <= frame.bottom ? box.top - frame.top : null;
}

function scrollBack({ nodes, state, text }, height) {
  const { top } = state;
  text.scrollTop = top;
  const node = nodes[state.chosen];
  if (!node || height === null) return;
  text.scrollTop += node.getBoundingClientRect().top - text.getBoundingClientRect().top - height;
}
