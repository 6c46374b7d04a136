// ---- what was sent and is not answered yet: shown where it will stand, and as nothing that is proven

// Which row an act makes: its level, the row that it will be in, its own key, its words.
const MAKES = {
  add_chapter: (_, act) => ["chapter", "", keyOf("chapter", act.new_id), act.title],
  add_claim: (_, act) => ["claim", keyOf("chapter", act.chapter_id), keyOf("claim", act.new_id), UNSAID.claim],
  add_support: (view, act) => ["support", keyOf("claim", act.claim_id), "", sliceOf(view, act.span)],
};

function drawAwaited(view) {
  for (const node of view.awaited) node.remove();
  view.awaited = [];
  const lists = new Map();
  for (const act of [view.sent, ...view.queue].flatMap((one) => one?.act?.acts ?? one?.act ?? [])) {
    const [level, into, key, words] = MAKES[act.kind]?.(view, act) ?? [];
    if (!level || view.nodes.has(key)) continue;
    const list = into ? (lists.get(into) ?? listInside(view, into)) : view.list;
    if (!list) continue;
    const item = awaitedRow(level, words);
    lists.set(key, item.appendChild(make("ol")));
    list.append(item);
    view.awaited.push(item);
  }
}

// A row without anything in it has its list at hand, but does not show it.
function listInside(view, key) {
  const node = view.nodes.get(key);
  if (node && !node.list.isConnected) node.item.append(node.list);
  return node?.list;
}

function awaitedRow(level, words) {
  const item = make("li", `node of-${level} awaited`);
  const line = make("div", "line");
  const entry = make("span", "entry");
  entry.append(make("span", "words", words, { dir: "auto" }));
  line.append(entry);
  item.append(line, make("p", "about", level === "support" ? "not yet proven" : "not yet stored"));
  return item;
}
