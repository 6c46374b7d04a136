"""The style sheet of the report, for light and dark screens, phones, and paper."""

_COLOURS = """
:root {
  color-scheme: light dark;
  --paper: #fbfaf6; --ink: #22201c; --soft: #5f584e; --line: #ddd7ca; --card: #ffffff; --track: #d6d0c3;
  --good: #28615a; --good-tint: #e6efe9; --care: #8a4b12; --care-tint: #f8ecdc; --bad: #95352a;
  --written: #9c6c1c; --read: #2f7a6d; --grey: #6d6a64; --blue: #3f6fa3; --violet: #7d5ba6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #181714; --ink: #e6e1d6; --soft: #aaa295; --line: #38342d; --card: #211f1b; --track: #46413a;
    --good: #8cc7b9; --good-tint: #20332e; --care: #e3ab72; --care-tint: #35291b; --bad: #eb9c8f;
    --written: #d6a04a; --read: #6fb8a9; --grey: #9b968c; --blue: #8db3de; --violet: #b79bdd;
  }
}
"""

_PAGE = """
*, ::before, ::after { box-sizing: border-box; }
html {
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, Charter, Georgia, "Liberation Serif", serif;
  background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans);
  text-size-adjust: 100%; -webkit-text-size-adjust: 100%; overflow-wrap: anywhere;
  font-variant-numeric: lining-nums tabular-nums;
}
body { max-width: 68rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3.25rem) clamp(1rem, 4vw, 2rem) 4rem; }
h1, h2, h3 { font-weight: 600; line-height: 1.25; text-wrap: balance; margin: 0; }
h1 { font-size: clamp(1.6rem, 4.5vw, 2.25rem); letter-spacing: -0.01em; }
h2 { font-size: 1.3rem; margin: 3rem 0 0.6rem; padding-top: 1.4rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.0625rem; margin: 1.9rem 0 0.5rem; }
p, ul, dl { margin: 0 0 1rem; max-width: 46rem; }
h1, h3, p, li, td, th, dd { unicode-bidi: plaintext; }
ul { padding-left: 1.2em; }
li { margin-bottom: 0.4em; }
.eyebrow { margin: 0 0 0.5rem; color: var(--soft); font-size: 0.8125rem; letter-spacing: 0.03em; }
.soft, caption, figcaption, .note { color: var(--soft); }
.note { font-size: 0.9375rem; }
.verdict {
  max-width: none; margin: 1.5rem 0 0; padding: 0.9rem 1.1rem; border-radius: 8px; background: var(--good-tint);
}
.verdict strong { display: block; color: var(--good); }
.verdict.open { background: var(--care-tint); }
.verdict.open strong { color: var(--care); }
.good { color: var(--good); } .care { color: var(--care); } .bad { color: var(--bad); }
.sign { font-weight: 600; white-space: nowrap; }
dt { font-weight: 600; }
dd { margin: 0 0 0.8rem; }
"""

_CARDS = """
.cards {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 0.9rem;
  max-width: none; margin: 1rem 0 1.5rem; padding: 0; list-style: none;
}
.cards li {
  margin: 0; padding: 0.9rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card);
}
.cards h3 { margin: 0; font-size: 0.9375rem; }
.cards .value { margin: 0.35rem 0; font-size: 1.5rem; font-weight: 600; line-height: 1.2; }
.cards p { margin: 0; font-size: 0.875rem; color: var(--soft); }
"""

_TABLES = """
.table { overflow-x: auto; margin: 1rem 0 1.6rem; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; line-height: 1.45; }
caption { padding: 0 0 0.5rem; text-align: left; font-size: 0.9375rem; }
th, td { padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--soft); font-weight: 500; font-size: 0.875rem; vertical-align: bottom; }
tbody th { font-weight: 500; }
tbody th[scope="rowgroup"] { padding: 1.4rem 0 0.35rem; font-weight: 600; }
tbody th[scope="rowgroup"] span { display: block; color: var(--soft); font-weight: 400; font-size: 0.875rem; }
td small, th small { display: block; color: var(--soft); font-size: 0.8125rem; }
.name { width: 26%; min-width: 9rem; }
.number { white-space: nowrap; }
.drawn { width: 17rem; }
.bars { width: 58%; }
.wider { width: 40%; }
.wide { width: 38%; }
.mini { width: 20%; }
.near { font-family: var(--serif); font-size: 0.9375rem; }
del { color: var(--bad); } ins { color: var(--good); text-underline-offset: 0.15em; }
.words { font-family: var(--serif); font-size: 1rem; }
svg { display: block; overflow: visible; }
svg.dots { width: 16.25rem; height: auto; }
svg.bar { width: 100%; min-width: 4rem; height: 1.25rem; }
svg text { fill: var(--soft); font: 11px var(--sans); }
.track { stroke: var(--track); stroke-width: 1; }
.written { stroke: var(--written); stroke-width: 2; fill: var(--paper); }
.read { stroke: var(--read); stroke-width: 2; fill: var(--read); }
.found { fill: var(--grey); } .kept, .standing { fill: var(--read); } .unquoted { fill: var(--written); }
.dropped { fill: var(--bad); } .replaced { fill: var(--blue); } .corrected { fill: var(--violet); }
.key { display: inline-flex; align-items: center; gap: 0.4rem; margin-right: 1.4rem; }
.key svg { width: 14px; height: 14px; }
"""

_SMALL = """
@media screen and (max-width: 44rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, th, td { display: block; width: auto; min-width: 0; }
  tr { padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
  th, td, tbody th[scope="rowgroup"] { padding: 0.1rem 0; border: 0; }
  .name, .wider, .wide, .bars, .drawn, .mini { width: auto; }
  tbody th[scope="rowgroup"] { padding-top: 1rem; }
  td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); font: 0.875rem/1.45 var(--sans); }
  td.drawn::before, td.bars::before, td.mini::before { display: none; }
  .number { white-space: normal; }
  .drawn { padding: 0.3rem 0; }
  caption { display: block; }
}
"""

_PRINT = """
@media print {
  @page { size: A4; margin: 16mm 15mm; }
  :root {
    color-scheme: light;
    --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --card: #fff; --track: #bbb;
    --good: #1e4f49; --good-tint: #fff; --care: #6d3a0c; --care-tint: #fff; --bad: #7d2c22;
    --written: #8a5e16; --read: #28685d; --grey: #6d6a64; --blue: #355f8c; --violet: #6a4c8d;
  }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  html { font-size: 9.5pt; }
  body { max-width: none; padding: 0; }
  .verdict { border: 1px solid var(--line); }
  .table { overflow: visible; }
  h2, h3, caption { break-after: avoid; }
  h2 { margin-top: 1.8rem; }
  tr, .cards li, li { break-inside: avoid; }
  tbody th[scope="rowgroup"] { break-after: avoid; }
  thead { display: table-header-group; }
  table { font-size: 0.875rem; }
  th, td { padding-right: 0.6rem; }
  .name { min-width: 7rem; }
  .number { white-space: normal; overflow-wrap: normal; }
  svg.dots { width: 13rem; }
  .drawn { width: 13.5rem; }
}
"""

STYLE_SHEET = _COLOURS + _PAGE + _CARDS + _TABLES + _SMALL + _PRINT
