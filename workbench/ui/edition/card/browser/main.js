// A card: the picture as Python wrote it, and the same as a file. It is only ever an image, in which nothing acts and
// nothing is fetched; its words are never part of this page.

const PATIENCE = 60_000; // milliseconds until the browser has surely begun to save what it was given

export default function (given) {
  const view = openView(given, createView, () => null);
  buildParts(view, given.data, { card: showPicture });
  return attach(view, () => {});
}

function createView(root) {
  const view = { root, picture: make("img", "card"), trouble: make("p", "trouble", "", { role: "alert" }) };
  const buttons = make("div", "buttons");
  buttons.append(
    button("", "SVG", () => saveSvg(view.held.card), { title: "Save the card as an SVG file" }),
    button("", "PNG", () => void savePng(view, view.held.card), { title: "Save the card as a PNG file" }),
  );
  root.replaceChildren(view.picture, buttons, view.trouble);
  return view;
}

function showPicture(view, card) {
  const { picture } = view;
  Object.assign(picture, { src: addressOf(card), alt: card.words, width: card.width, height: card.height });
  view.trouble.textContent = "";
}

function addressOf(card) {
  return `data:image/svg+xml,${encodeURIComponent(card.svg)}`;
}

function saveSvg(card) {
  save(new Blob([card.svg], { type: "image/svg+xml" }), `${card.name}.svg`);
}

// Another card may be shown before this one is drawn.
async function savePng(view, card) {
  const blob = await drawn(card).catch(() => null);
  if (blob) save(blob, `${card.name}.png`);
  if (view.held.card !== card) return;
  view.trouble.textContent = blob ? "" : "This browser cannot draw the card. Save it as SVG.";
}

async function drawn(card) {
  const picture = new Image(card.width, card.height);
  picture.src = addressOf(card);
  await picture.decode();
  const canvas = Object.assign(make("canvas"), { width: card.width, height: card.height });
  canvas.getContext("2d").drawImage(picture, 0, 0, card.width, card.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function save(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", "", "", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), PATIENCE);
}
