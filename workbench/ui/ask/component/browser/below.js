// ---- below the answer: what was refused, what was put right, what it was made from, what it took

function below(view) {
  const { refused, corrections, from, usage } = view.given;
  const parts = [];
  if (refused.length) parts.push(section(view, "refused", `${grouped(refused.length)} refused`, refused.map((one) => drawRefused(view, one))));
  if (corrections.length) parts.push(section(view, "corrections", `${grouped(corrections.length)} put right`, corrections.map((one) => drawCorrection(view, one))));
  if (from.used.length) parts.push(section(view, "from", sayMadeFrom(from), madeFrom(view)));
  if (usage.length) parts.push(section(view, "usage", "Usage", [facts(usage)]));
  if (!parts.length) return [];
  const node = make("div", "below");
  node.append(...parts);
  return [node];
}

function section(view, name, title, content) {
  const node = make("details", name);
  node.append(make("summary", "", title), ...content);
  node.open = view.state.unfolded[name] ?? name === "refused";
  node.ontoggle = () => (view.state.unfolded[name] = node.open);
  return node;
}

function facts(pairs) {
  const list = make("dl", "usage");
  for (const [term, value] of pairs) list.append(make("dt", "", term), make("dd", "", value));
  return list;
}

// No marks around refused words: they are the model's, whoever they were given to.
function drawRefused(view, one) {
  const node = make("div", `refusal ${one.tone}`);
  const head = make("p", "why");
  head.append(make("b", "badge", `${one.sign} ${one.word}`), " ", one.message);
  node.append(head);
  if (one.claim) node.append(said(one.claim));
  if (one.words) node.append(make("p", "written", one.words, { dir: "auto" }));
  if (one.nearest.length) node.append(make("p", "label", "The nearest that a record has, and how it differs"), diff(one.nearest, "nearest"));
  if (one.record) node.append(theRecord(view, "It named ", one));
  return node;
}

function said(claim) {
  const node = make("p", "claim");
  node.append(make("span", "label", "In support of "), make("span", "", claim, { dir: "auto" }));
  return node;
}

function theRecord(view, label, { record, passage }) {
  const node = make("p", "label");
  node.append(label, passage < 0 ? make("span", "id", record, { dir: "auto" }) : opener(view, passage));
  return node;
}

function drawCorrection(view, one) {
  const node = make("div", "refusal good");
  const why = make("p", "why", `${one.said} `);
  why.append(one.passage < 0 ? make("span", "id", one.record, { dir: "auto" }) : opener(view, one.passage), ".");
  node.append(why);
  return node;
}

function sayMadeFrom({ used, left_out: left, more }) {
  const made = `Made from ${count(used.length, "passage", "passages")}`;
  return left.length || more ? `${made}; why others were left out` : made;
}

function opener(view, passage) {
  const { id } = view.given.passages[passage];
  return button("plain id", id, () => openPassage(view, passage), { title: "Show this passage" });
}

function madeFrom(view) {
  const { passages, from } = view.given;
  const used = make("ol", "used");
  for (const number of from.used) {
    const entry = make("li");
    const { who, time, source } = passages[number];
    entry.append(opener(view, number), make("span", "quiet", [who, time, source].filter(Boolean).join(" · "), { dir: "auto" }));
    used.append(entry);
  }
  if (!from.left_out.length) return [used];
  const left = make("ul", "left");
  for (const [id, source, why] of from.left_out) {
    const entry = make("li");
    entry.append(make("span", "id", id), make("span", "quiet", source, { dir: "auto" }), make("span", "", why));
    left.append(entry);
  }
  const parts = [used, make("p", "label", "Found and left out"), left];
  return from.more ? [...parts, make("p", "quiet", from.more)] : parts;
}
