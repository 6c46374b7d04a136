"""The look of the HTML edition: one style sheet, no image, no font from elsewhere."""

_COLOURS = """
:root {
  color-scheme: light dark;
  --paper: #fbfaf6; --ink: #22201c; --soft: #665f55; --line: #e2dccf; --accent: #28615a; --tint: #e6efe9;
  --card: #ffffff; --shade: 0 1px 2px #0000001a, 0 8px 24px #00000021; --warn: #8a4b12; --warn-tint: #f8ecdc;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #181714; --ink: #e6e1d6; --soft: #a59d90; --line: #38342d; --accent: #8cc7b9; --tint: #20332e;
    --card: #24221e; --shade: 0 1px 2px #00000080, 0 8px 28px #000000a6; --warn: #e3ab72; --warn-tint: #35291b;
  }
}
"""

_PAGE = """
*, ::before, ::after { box-sizing: border-box; }
html {
  --serif: "Iowan Old Style", "Palatino Nova", "Palatino Linotype", Palatino, "Book Antiqua", Charter, Georgia,
    "Liberation Serif", "Noto Serif", serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
  background: var(--paper); color: var(--ink); font: 1.1875rem/1.62 var(--serif);
  text-size-adjust: 100%; -webkit-text-size-adjust: 100%; scroll-padding-top: 1.5rem; overflow-wrap: break-word;
}
body { max-width: 66ch; margin: 0 auto; padding: clamp(1.75rem, 6vw, 4rem) 1.5rem 5rem; }
h1, h2, h3, h4, h5, h6 { font-weight: 600; line-height: 1.2; text-wrap: balance; margin: 0; }
h1 { font-size: clamp(2rem, 5.5vw, 2.75rem); letter-spacing: -0.012em; }
h2 { font-size: 1.6rem; letter-spacing: -0.006em; margin-bottom: 1.25rem; }
h3 { font-size: 1.15rem; margin: 2rem 0 0.75rem; }
h4, h5, h6 { font-size: 1.05rem; margin: 1.75rem 0 0.5rem; }
p, ul, ol, dl, figure, blockquote, table { margin: 0 0 1.1em; }
p { text-wrap: pretty; hanging-punctuation: first; }
p, li, blockquote, td, h1, h2, h3, h4, h5, h6 { unicode-bidi: plaintext; }
ul, ol { padding-left: 1.35em; }
li { margin-bottom: 0.4em; }
li > :last-child, .verdict > :last-child, .note > :last-child { margin-bottom: 0; }
a { color: inherit; text-decoration-color: var(--line); text-underline-offset: 0.2em; }
a:hover { text-decoration-color: currentcolor; }
a:focus-visible, summary:focus-visible, button:focus-visible, .quote:focus-visible {
  outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 3px;
}
code { font: 0.82em/1.5 var(--mono); overflow-wrap: anywhere; }
"""

_FRAME = """
.eyebrow, .speakers, .verdict, .legend, .contents h2, .note, footer.about, .provenance, .changes, .attribution, .check,
.finding {
  font-family: var(--sans);
}
.eyebrow { margin: 0 0 0.75rem; color: var(--soft); font-size: 0.75rem; letter-spacing: 0.04em; }
.speakers { list-style: none; margin: 1rem 0 1.75rem; padding: 0; font-size: 0.8125rem; color: var(--soft); }
.speakers li { display: inline-block; margin: 0 1.25rem 0.2rem 0; }
.speakers b { color: var(--ink); font-weight: 600; }
.verdict { margin: 0; padding: 0.85rem 1.1rem; border-radius: 8px; background: var(--tint); font-size: 0.8125rem; }
.verdict strong { display: block; color: var(--accent); font-size: 0.9375rem; }
.verdict.open { background: var(--warn-tint); }
.verdict.open strong { color: var(--warn); }
.promise { margin: 1.75rem 0 0.75rem; font-style: italic; }
.legend { color: var(--soft); font-size: 0.78125rem; line-height: 1.55; }
.contents { margin: 2.5rem 0 0; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.contents h2 { margin: 0 0 0.75rem; color: var(--soft); font-size: 0.75rem; letter-spacing: 0.04em; }
.contents ol { list-style: none; margin: 0; padding: 0; }
.contents li { margin: 0; }
.contents a { display: grid; grid-template-columns: 1.75em 1fr; padding: 0.2em 0; text-decoration: none; }
.contents a:hover { text-decoration: underline; }
.number { color: var(--soft); font-variant-numeric: lining-nums tabular-nums; font-weight: 400; }
.chapter { margin-top: 3rem; padding-top: 2.5rem; border-top: 1px solid var(--line); }
.chapter h2 .number { display: block; margin-bottom: 0.35rem; font: 0.8125rem/1 var(--sans); }
.note { color: var(--soft); font-size: 0.8125rem; }
footer.about { margin-top: 4rem; padding-top: 2rem; border-top: 1px solid var(--line); font-size: 0.8125rem; }
footer.about h2 { margin: 0 0 1.25rem; font-size: 1rem; letter-spacing: 0; }
footer.about h3 { margin: 1.5rem 0 0.4rem; font-size: 0.8125rem; }
footer.about dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1.5rem; }
footer.about dt { color: var(--soft); }
footer.about dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.places { display: none; }
@media (max-width: 34rem) {
  footer.about dl { display: block; }
  footer.about dd { margin-bottom: 0.6rem; }
}
"""

_QUOTES = """
.quote { cursor: help; }
span.quote {
  unicode-bidi: isolate; border-radius: 2px; text-decoration: underline dotted 1px;
  text-decoration-color: color-mix(in srgb, var(--accent) 75%, transparent); text-underline-offset: 0.24em;
}
span.quote:hover, span.quote:focus { background: var(--tint); }
figure.quote { padding: 0.1rem 0 0.1rem 1.4rem; border-left: 3px solid var(--accent); margin: 1.5rem 0; }
figure.quote:hover { background: linear-gradient(90deg, var(--tint), transparent); }
.quote a { cursor: pointer; text-decoration: none; }
.quote a:hover, .quote a:focus-visible { text-decoration: underline; text-decoration-color: currentcolor; }
blockquote { margin: 0; }
blockquote p { margin: 0 0 0.35em; font-size: 1.0625em; line-height: 1.5; text-wrap: balance; }
.attribution { color: var(--soft); font-size: 0.8125rem; }
.attribution, .who b, .speakers b { unicode-bidi: isolate; }
"""

# Without anchors the card hangs under the last line of its quotation, at the left of the paragraph, so that it cannot
# leave the column. Where the browser knows anchors it hangs at the quotation itself and turns to where there is room.
_CARDS = """
p, h2, h3, h4, h5, h6, figure.quote { position: relative; }
.provenance {
  position: absolute; left: 0; z-index: 2; display: block; width: max-content; max-width: min(21rem, 100%);
  margin-top: 0.4rem; padding: 0.6rem 0.85rem 0.65rem; border: 1px solid var(--line); border-radius: 8px;
  background: var(--card); color: var(--soft); box-shadow: var(--shade);
  font-size: 0.75rem; font-style: normal; font-weight: 400; line-height: 1.55; letter-spacing: 0; text-align: left;
  text-indent: 0; text-decoration: none; text-wrap: wrap; white-space: normal; cursor: default;
  font-variant-numeric: lining-nums tabular-nums;
  visibility: hidden; opacity: 0; transition: opacity 0.12s, visibility 0.12s;
}
.provenance > span { display: block; }
.provenance .who { color: var(--ink); font-size: 0.8125rem; }
.provenance .who b { font-weight: 600; }
.provenance .doubt { color: var(--warn); }
mark.unproven {
  background: var(--warn-tint); color: inherit; border-radius: 2px; box-decoration-break: clone;
  text-decoration: underline wavy var(--warn) 1px; text-underline-offset: 0.24em; text-decoration-skip-ink: none;
}
.quote:hover > .provenance, .quote:focus-within > .provenance {
  visibility: visible; opacity: 1; transition-delay: 0.1s; z-index: 3;
}
@supports (position-area: bottom) and (anchor-scope: --quote) {
  .quote { anchor-name: --quote; anchor-scope: --quote; }
  .provenance {
    position: fixed; left: auto; max-width: min(21rem, calc(100vw - 2rem)); margin: 0.4rem 0;
    position-anchor: --quote; position-area: bottom span-right;
    position-try-fallbacks: flip-block, flip-inline, flip-block flip-inline, bottom span-all, top span-all;
  }
}
@media (prefers-reduced-motion: reduce) { .provenance { transition: none; } }
"""

_CHECK = """
.check { margin: 1.75rem 0 0; padding: 1rem 1.1rem; border: 1px solid var(--line); border-radius: 8px; }
.check { color: var(--soft); font-size: 0.8125rem; line-height: 1.55; }
.check.over { border-color: var(--accent); outline: 2px dashed var(--accent); outline-offset: 3px; }
.check p:first-child { display: grid; grid-template-columns: max-content 1fr; gap: 0.75rem 1.25rem; }
.check p:first-child { align-items: center; }
.check p { margin: 0; }
.check .outcome:not(:empty) { margin-top: 0.85rem; padding-top: 0.85rem; border-top: 1px solid var(--line); }
.check .outcome { color: var(--ink); font-size: 0.9375rem; font-weight: 600; }
.check.good .outcome { color: var(--accent); }
.check.open .outcome { color: var(--warn); }
.check ol { margin: 0.6rem 0 0; padding-left: 1.6em; }
.check ol:empty, .check .file:empty { display: none; }
.check li { margin-bottom: 0.35em; }
.check .words { color: var(--ink); text-decoration-color: currentcolor; }
.check .why { display: block; }
.check .file, .check .trust { margin-top: 0.6rem; font-size: 0.75rem; }
button {
  padding: 0.5rem 0.95rem; border: 1px solid var(--accent); border-radius: 6px; background: transparent;
  color: var(--accent); font: 600 0.8125rem/1.3 var(--sans); cursor: pointer;
}
button:hover { background: var(--tint); }
.doubtful, figure.doubtful, span.quote.doubtful {
  outline: 2px solid var(--warn); outline-offset: 1px; border-radius: 2px; background: var(--warn-tint);
}
.finding {
  display: inline-block; margin: 0 0.25em; padding: 0 0.5em; border-radius: 4px;
  background: var(--warn); color: var(--paper);
  font-size: 0.6875rem; font-style: normal; font-weight: 600; line-height: 1.7; vertical-align: 0.1em;
}
@media (max-width: 34rem) { .check p:first-child { grid-template-columns: 1fr; justify-items: start; } }
"""

_CHANGES = """
.changes { margin-top: 1.75rem; }
.changes summary { margin-bottom: 0.5rem; cursor: pointer; font-weight: 600; }
.changes code { font: 1.12em/1.45 var(--serif); }
.changes table { width: 100%; border-collapse: collapse; font-size: 0.75rem; line-height: 1.5; }
.changes caption { padding: 1.5rem 0 0.5rem; text-align: left; font-weight: 600; }
.changes th { color: var(--soft); font-weight: 400; text-align: left; }
.changes th, .changes td { padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.changes th:last-child, .changes td:last-child { padding-right: 0; }
.changes td { width: 23%; }
.changes td:last-child { width: 54%; }
.changes .soft { display: block; color: var(--soft); }
@media (max-width: 34rem) {
  .changes thead { display: none; }
  .changes tr { display: block; padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
  .changes td, .changes td:last-child { display: block; width: auto; padding: 0; border: 0; }
  .changes td:first-child { font-weight: 600; }
}
"""

# On paper nobody can point at a quotation: each gets a number, and its place stands in a list at the end.
_PRINT = """
@media print {
  :root {
    color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --accent: #222; --tint: #fff;
    --warn: #222; --warn-tint: #fff;
  }
  @page { margin: 22mm 20mm; @bottom-center { content: counter(page); font: 9pt Georgia, serif; } }
  html { font-size: 10.5pt; line-height: 1.45; }
  body { max-width: none; padding: 0; counter-reset: quotation; }
  .provenance, .legend, .contents, .changes, .check { display: none; }
  .verdict { padding: 0.75rem 1rem; border: 1px solid var(--line); background: none; }
  .chapter { margin-top: 2.5rem; padding-top: 1.5rem; }
  h2, h3, h4, h5, h6, figure.quote { break-inside: avoid; break-after: avoid; }
  figure.quote { break-after: auto; }
  p, li { orphans: 3; widows: 3; }
  a, span.quote { text-decoration: none; }
  .chapter .quote { counter-increment: quotation; }
  span.quote::after, figure.quote blockquote p::after {
    content: counter(quotation); margin-left: 0.1em; font: 0.65em/0 var(--sans); vertical-align: super;
  }
  .places { display: block; margin-top: 2.5rem; }
  .places ol { columns: 2; column-gap: 2rem; font-size: 8pt; line-height: 1.4; }
  .places li { break-inside: avoid; }
}
"""

STYLE_SHEET = _COLOURS + _PAGE + _FRAME + _QUOTES + _CARDS + _CHECK + _CHANGES + _PRINT
