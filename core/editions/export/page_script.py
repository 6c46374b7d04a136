"""The one script of the HTML edition: it looks for the page's quotations in a transcript that its reader drops on it.

It reads the page as it stands, asks no network, and writes text only (`textContent`).
"""

from core.editions.export.script_reading import READING, SHA256

_JUDGING = r"""
// Marks that no text but a quotation has here. Behind a digit a straight one or ” measures feet and inches.
const MARK = /[“„‟«‹〝〟〞❝❞＂「」『』﹁﹂﹃﹄｢｣⹂]|(?<![\d\u05d0-\u05ea])"|(?<!\d)”|(?<=\S)[»›]|[»›](?=\S)/u;

const BLOCK = "[data-quote-id], p, li, h1, h2, h3, h4, h5, h6, dt, dd, caption, td, th, summary";

function wordsProblem(quotation, entry, transcript) {
  const { words } = quotation;
  if (transcript.certified && entry && words !== "" && transcript.slice(entry.raw_span) === words) return null;
  if (!transcript.holds(words)) return ["not in the transcript", "These words do not stand in the transcript."];
  if (!transcript.certified || !entry) return null;
  return ["other words", "The transcript holds these words, but the certificate has others for this quotation."];
}

function nameProblem(quotation, entry) {
  const wrong = quotation.names.find((name) => letters(name) !== letters(entry.speaker_name));
  if (wrong === undefined) return null;
  return ["another name", `The page names ${wrong.replace(/^— /, "")}, the certificate ${entry.speaker_name}.`];
}

// Compares which quotations stand here, and the words around each, with what was written.
function comparePlaces(quotations, note) {
  const left = standing.quotes.map(([id, around]) => ({ id, around }));
  const take = (fits) => {
    const at = left.findIndex(fits);
    return at >= 0 && left.splice(at, 1).length > 0;
  };
  const others = quotations.filter(({ id, around }) => !take((one) => one.id === id && one.around === around));
  for (const quotation of others.filter(({ id }) => listed.has(id))) {
    if (take((one) => one.id === quotation.id)) {
      note(quotation, ["changed around it", "The words around it were changed, and may name somebody else."]);
    } else {
      note(quotation, ["too often", "It stands here more often than it was written."]);
    }
  }
  for (const { id } of left) {
    const words = collapse(listed.get(id)?.text ?? id);
    note({ element: null, words }, ["missing", "It was written here and stands here no more."]);
  }
}

function compareMarks(note) {
  const ours = "[data-quote-id], .check, .finding, script, style, noscript";
  const strays = new Set(
    Array.from(document.body.querySelectorAll("q, blockquote")).filter((element) => !element.closest(ours)));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (MARK.test(walker.currentNode.data) && !parent.closest(ours)) strays.add(parent);
  }
  for (const element of strays) {
    const why = "It looks like a quotation and was not certified.";
    note({ element, words: textOf(element, ours) }, ["not certified", why]);
  }
}

// Compares all else on the page with what was written, piece by piece; what stands in a named element is named once.
function comparePieces(problems, note) {
  const written = standing.pieces.match(new RegExp(`.{${SUM_DIGITS}}`, "g")) ?? [];
  const shorter = Math.min(pieces.length, written.length);
  let first = 0, last = 0;
  while (first < shorter && pieces[first].sum === written[first]) first += 1;
  while (last < shorter - first && pieces.at(-1 - last).sum === written.at(-1 - last)) last += 1;
  const here = pieces.slice(first, pieces.length - last), left = new Map();
  for (const sum of written.slice(first, written.length - last)) left.set(sum, (left.get(sum) ?? 0) + 1);
  const take = (sum) => left.set(sum, (left.get(sum) ?? 0) - 1).get(sum) >= 0;
  const strays = here.filter(({ sum }) => !take(sum));
  const named = problems.map(({ element }) => element).filter(Boolean);
  for (const { element, words } of strays) {
    const around = element.closest(BLOCK) ?? element;
    if (named.some((one) => one.contains(around) || around.contains(one))) continue;
    named.push(around);
    note({ element: around.closest("body *"), words }, ["changed", "It was not written here like this."]);
  }
  if (problems.length || !(here.length || left.size)) return;
  const next = pieces[first] ?? pieces.at(-1);
  note({ element: null, words: next.words }, ["moved", "Something before this was moved or taken out."]);
}

// Returns how many quotations stand here, how many of them the transcript holds (null: not looked for), what is wrong.
function examine(transcript) {
  const problems = [];
  const note = ({ element, words }, [label, why]) => problems.push({ element, words, label, why });
  const quotations = Array.from(document.querySelectorAll("[data-quote-id]"), readQuotation);
  let found = transcript ? quotations.length : null;
  for (const quotation of quotations) {
    const entry = listed.get(quotation.id);
    const wrong = transcript && wordsProblem(quotation, entry, transcript);
    if (wrong) found -= 1;
    const others = entry ? nameProblem(quotation, entry) : ["not certified", "The certificate does not list it."];
    for (const problem of [wrong, others]) if (problem) note(quotation, problem);
  }
  comparePlaces(quotations, note);
  compareMarks(note);
  comparePieces(problems, note);
  const follows = Node.DOCUMENT_POSITION_FOLLOWING;
  problems.sort((one, other) => {
    if (!one.element || !other.element || one.element === other.element) return !one.element - !other.element;
    return one.element.compareDocumentPosition(other.element) & follows ? -1 : 1;
  });
  return { total: quotations.length, found, problems };
}
"""

_SHOWING = r"""
const LARGEST = 50_000_000;
const LISTED = 40;
const byId = (id) => document.getElementById(id);
const certificate = dataOf("certificate");
const standing = dataOf("standing");
const listed = new Map(certificate?.quotes?.map((quote) => [quote.quote_id, quote]));
let pieces = [];
let checks = 0;

function dataOf(id) {
  try {
    return JSON.parse(byId(id).textContent);
  } catch {
    return null;
  }
}

function made(tag, className, text) {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

function clear() {
  document.querySelectorAll(".finding").forEach((label) => label.remove());
  document.querySelectorAll(".doubtful").forEach((element) => element.classList.remove("doubtful"));
  byId("check-list").replaceChildren();
  byId("check-file").replaceChildren();
}

function mark({ element, label }, number) {
  if (!element) return;
  element.id ||= `doubtful-${number}`;
  element.classList.add("doubtful");
  const shown = made("span", "finding", label);
  if (element.matches("span[data-quote-id]")) element.after(" ", shown);
  else (element.querySelector("blockquote") ?? element).append(" ", shown);
}

function item({ element, words, why }) {
  const entry = document.createElement("li");
  const shown = words.length > 160 ? `${words.slice(0, 159).replace(/[\ud800-\udbff]$/, "")}…` : words;
  const link = made(element ? "a" : "span", "words", shown || "(no words)");
  if (element) link.href = `#${element.id}`;
  entry.append(link, " ", made("span", "why", why));
  return entry;
}

function say(text, good, sum, name) {
  byId("check-outcome").textContent = text;
  byId("check").classList.toggle("open", good === false);
  byId("check").classList.toggle("good", good === true);
  if (sum) byId("check-file").append(made("bdi", "", name), " has the SHA-256 ", made("code", "", sum), ".");
}

function list(problems) {
  problems.forEach(mark);
  byId("check-list").append(...problems.slice(0, LISTED).map(item));
  const more = problems.length - LISTED;
  if (more > 0) byId("check-list").append(made("li", "why", `And ${more} more, marked in the text.`));
}

// Returns what is said of a page whose problems are its own, and whether all is well.
function told(text, { problems }, good) {
  list(problems);
  if (!problems.length) return [text, good];
  const many = `${problems.length} things on this page are not as they were certified.`;
  return [`${text} ${problems.length === 1 ? "One thing on this page is not as it was certified." : many}`, false];
}

function judgeText(text, certified) {
  const result = examine(transcriptOf(text, certified));
  const { found, total, problems } = result;
  if (certified && !total) return told("No quotation stands on this page.", result, false);
  if (certified) return told(`${found} of ${total} quotations were found again in this transcript.`, result, true);
  const other = "This is another transcript than the one that the edition was made from.";
  if (!found) return [`${other} None of the ${total} quotations was found in it.`, false];
  list(problems);
  return [`${other} ${found} of ${total} quotations were found in it all the same.`, false];
}

function judge(bytes, sum) {
  const text = decode(bytes);
  if (sum === certificate.raw_sha256 && text !== null) return judgeText(text, true);
  if (sum === certificate.transcript_sha256) {
    const next = "To look for its words here, choose the transcript.txt that was written next to this page. "
      + "The command at its end reads this file, too, and looks for each quotation in its bytes.";
    return told(`This is the file that the edition was made from. ${next}`, examine(null), null);
  }
  if (text !== null) return judgeText(text, false);
  return ["This file is not text in UTF-8, nor is it the one that the edition was made from.", false];
}

async function check(files) {
  const turn = ++checks;
  clear();
  const [file] = files;
  if (!certificate?.quotes || !standing?.pieces) {
    return say("This page has lost its certificate and cannot check itself. The command at its end can.", false);
  }
  if (files.length !== 1) return say("Choose one file.", false);
  if (file.size > LARGEST) return say("This file is too large to be a transcript: over 50 MB.", false);
  say("Reading.", null);
  let bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return turn === checks && say("This file cannot be read.", false);
  }
  if (turn !== checks) return;
  if (!bytes.length) return say("This file is empty.", false);
  const sum = sha256(bytes);
  say(...judge(bytes, sum), sum, file.name);
}

const drags = (event) => event.dataTransfer?.types.includes("Files");
const over = (is) => byId("check").classList.toggle("over", is);
addEventListener("dragover", (event) => { if (drags(event)) { event.preventDefault(); over(true); } });
addEventListener("dragleave", (event) => { if (!event.relatedTarget) over(false); });
addEventListener("drop", (event) => {
  over(false);
  if (drags(event)) { event.preventDefault(); check(event.dataTransfer.files); }
});
byId("check-choose").addEventListener("click", () => byId("check-input").click());
byId("check-input").addEventListener("change", ({ target }) => {
  if (target.files.length) check(Array.from(target.files));
  target.value = "";
});
// Once everything stands here, and before anything is changed.
addEventListener("DOMContentLoaded", () => {
  pieces = readPieces();
  byId("check-unscripted").hidden = true;
  byId("check").hidden = false;
});
"""

SCRIPT = f'"use strict";\n(() => {{{SHA256}{READING}{_JUDGING}{_SHOWING}}})();\n'
