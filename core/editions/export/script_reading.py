"""The basic functions of the script: hashes, white space, quotations and pieces of the page, a transcript's text.

The script computes hashes itself, because a browser offers them to secure pages only, and a file may not be one.
"""

SHA256 = r"""
const ROUNDS = Uint32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2);
const words = new Uint32Array(64);
const turned = (word, by) => (word >>> by) | (word << (32 - by));

function mix(state, view, at) {
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const near = words[i - 15], far = words[i - 2];
    words[i] = words[i - 16] + words[i - 7] + (turned(near, 7) ^ turned(near, 18) ^ (near >>> 3))
      + (turned(far, 17) ^ turned(far, 19) ^ (far >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i];
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g; g = f; f = e; e = (d + first) | 0; d = c; c = b; b = a; a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
}

function sha256(bytes) {
  const state = Uint32Array.of(
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);
  const left = bytes.length % 64, whole = bytes.length - left;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < whole; at += 64) mix(state, view, at);
  const last = new Uint8Array(left < 56 ? 64 : 128), end = new DataView(last.buffer);
  last.set(bytes.subarray(whole));
  last[left] = 0x80;
  end.setUint32(last.length - 8, Math.floor(bytes.length / 0x20000000));
  end.setUint32(last.length - 4, bytes.length << 3);
  for (let at = 0; at < last.length; at += 64) mix(state, end, at);
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}
"""

READING = r"""
const SUM_DIGITS = 8;
// White space as the program that wrote this page knows it; a browser's own \s differs.
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
const collapse = (text) => text.split(SPACE).filter(Boolean).join(" ");
const letters = (name) => name.replace(/[^\p{L}\p{M}\p{N}]/gu, "");

function textOf(element, without) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = "";
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest(without)) text += walker.currentNode.data;
  }
  return collapse(text);
}

function readQuotation(element) {
  const shown = textOf(element, ".provenance, .attribution, .finding");
  const block = element.matches("figure") ? null : element.closest("p, h2, h3, h4, h5, h6");
  const around = block ? textOf(block, "[data-quote-id], .number, .finding") : "";
  return {
    element,
    id: element.dataset.quoteId,
    words: element.matches("figure") ? shown : shown.replace(/^“([^]*)”$/u, "$1"),
    names: Array.from(element.querySelectorAll(".attribution, .who b"), (name) => textOf(name, ".finding")),
    around: sha256(new TextEncoder().encode(around)).slice(0, 16),
  };
}

function pathOf(element) {
  const path = [];
  for (let at = element; !at.matches("html, body, head"); at = at.parentElement) {
    path.unshift([at.localName, ...Array.from(at.attributes, ({ name, value }) => `${name}=${value}`)].join(" "));
  }
  return path;
}

// Every text, comment and empty element, each with a sum of it and of the elements that it stands in. What draws and
// what runs is left out, and so are empty elements outside of all others, which may be a browser's own.
function readPieces() {
  const pieces = [];
  const add = (element, words) => {
    const sum = sha256(new TextEncoder().encode([...pathOf(element), words].join("\n"))).slice(0, SUM_DIGITS);
    pieces.push({ element, words, sum });
  };
  const walker = document.createTreeWalker(document.documentElement);
  let text = "";
  while (walker.nextNode()) {
    const node = walker.currentNode, isElement = node.nodeType === Node.ELEMENT_NODE;
    const element = isElement ? node : node.parentElement;
    if (element.closest("script, style, head > :not(title)") || element.matches("html, head")) continue;
    if (isElement) {
      if (!node.firstChild && !node.parentElement.matches("html, head, body")) add(element, "");
    } else if (node.nodeType === Node.COMMENT_NODE) {
      add(element, `a comment, ${collapse(node.data)}`);
    } else {
      text += node.data;
      if (node.nextSibling?.nodeType === Node.TEXT_NODE) continue;
      if (collapse(text)) add(element, collapse(text));
      text = "";
    }
  }
  return pieces;
}

// A transcript's text as somebody wrote it: `slice` takes code points, as the certificate counts them.
function transcriptOf(text, certified) {
  let offsets = null, collapsed = null;
  const offset = (point) => {
    if (!/[\ud800-\udbff]/.test(text)) return point;
    if (!offsets) {
      offsets = [];
      for (let at = 0; at < text.length; at += text.codePointAt(at) > 0xffff ? 2 : 1) offsets.push(at);
    }
    return point < offsets.length ? offsets[point] : text.length;
  };
  return {
    certified,
    slice: ([start, end]) => collapse(text.slice(offset(start), offset(end))),
    holds: (part) => part !== "" && (collapsed ??= collapse(text)).includes(part),
  };
}

// Bytes as text, null where they are none.
function decode(bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
"""
