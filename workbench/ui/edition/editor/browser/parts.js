// ---- small things that everything else is made of

function make(tag, classes = "", text = "", attributes = {}) {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  if (text) node.textContent = text;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function button(classes, text, act, attributes = {}) {
  const node = make("button", classes, text, { type: "button", ...attributes });
  node.onclick = act;
  return node;
}

function grouped(number) {
  return number.toLocaleString("en");
}
