"""Files that somebody who means harm, or a program that breaks, would hand over: name, and bytes of up to 1 MB.

What they cost in memory at the sizes that are allowed is measured elsewhere; here they are small, so that every command
can be given every one of them.
"""

import gzip
import io
import json
import sqlite3
import zipfile

DEEP = 20_000  # levels: beyond what any parser here follows
_TURN = "Wanda Prell: The hand that wrote it was never in any hurry.\n\n"


def _zip(name: str, data: bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return held.getvalue()


def _database(*statements: str) -> bytes:
    connection = sqlite3.connect(":memory:")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    data = connection.serialize()
    connection.close()
    return data


def _map(quote: str, speaker: str = "Wanda Prell", title: str = "One") -> bytes:
    support = {"quote": quote, "speaker": speaker}
    return json.dumps({"chapters": [{"title": title, "claims": [{"claim": "c", "support": [support]}]}]}).encode()


_BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + level)}: &{chr(98 + level)} [{', '.join([f'*{chr(97 + level)}'] * 9)}]\n" for level in range(9)
)

NESTED = {
    "brackets": b"[" * DEEP,
    "closed brackets": b"[" * DEEP + b"]" * DEEP,
    "objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "chapters in chapters": b'{"chapters": [' * DEEP,
    "anyOf in anyOf": b'{"anyOf": [' * 400 + b"{}" + b"]}" * 400,
    "flow in YAML": b"a: " + b"[" * DEEP,
    "blocks in YAML": b"- " * DEEP + b"x",
    "elements": b"<!doctype html><html><body>" + b"<div>" * DEEP,
    "quotations in quotations": b"<blockquote><p>" * DEEP + b"x",
    "block quotes": b">" * DEEP + b" x",
    "lists": b"- " * DEEP + b"x\n" + b"1. " * DEEP + b"y",
    "emphasis": b"*" * DEEP + b"x" + b"_" * DEEP,
    "links": b"[x](" * DEEP,
    "images": b"![" * DEEP,
    "ticks": b"".join(b"`" * length + b" " for length in range(400)),
    "comments": b"<!--" * DEEP,
    "brackets of numbers": b"(" * DEEP + b"1" + b")" * DEEP,
}
JSON = {
    "not a number": b'{"chapters": NaN, "items": [Infinity, -Infinity, 1e999]}',
    "a number without end": b'{"chapters": ' + b"9" * 50_000 + b"}",
    "the same key again": b'{"chapters": [], "chapters": {}, "chapters": null}',
    "keys of other languages": b'{"__proto__": {"x": 1}, "constructor": [], "__class__": "x", "chapters": [{}]}',
    "halves of characters": b'{"chapters": [{"title": "\\ud800", "claims": [{"claim": "\\udc00", "support": '
    b'[{"quote": "\\ud83d", "speaker": "\\ude00"}]}]}], "\\ud800": 1}',
    "nothing in everything": b'{"chapters": [null, {"claims": [null, {"support": [null, {}]}]}], "speakers": [null]}',
    "true for all": b'{"chapters": true, "speakers": true, "title": true, "items": true, "variants": true}',
    "an endless string": b'{"chapters": "' + b"a" * 500_000,
    "one word of JSON": b"null",
    "a number alone": b"1e400",
    "comments in JSON": b'{/* x */ "chapters": [] // y\n}',
    "a byte order mark": b'\xef\xbb\xbf{"chapters": []}',
    "two marks": b'\xef\xbb\xbf\xef\xbb\xbf{"chapters": []}',
    "lines of JSON": b'{"id": 1}\n{"id": \n[]\n"x"\n' * 50,
    "a map with markup": _map("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</title><script>"),
    "a map of one letter": _map("e"),
    "a map of spaces": _map(" \u200b\u00a0"),
    "a map of formats": _map("%s %n {0.__class__} ${HOME} $(id) `id`", "%(name)s", "{title}"),
    "a map with escapes": _map("\x1b[2J\x1b]0;owned\x07", "\x1b[31mWanda Prell\x1b[0m", "a\rb\x08\x7f"),
    "a map that turns around": _map("\u202eyrruh\u202c", "\u202eWanda Prell", "\u2066x"),
}
YAML = {
    "a bomb": _BOMB.encode(),
    "an object of Python": b"!!python/object/apply:os.system ['echo owned']",
    "bytes": b"chapters: !!binary aGVsbG8=\nx: !!set {a, b}",
    "dates": b"chapters: 9999-99-99\ntitle: 2001-12-14t21:59:43.10-05:00",
    "numbers of old": b"chapters: 0o17\nx: 1:99:99\ny: 0b11\nz: .inf\nw: 0x" + b"f" * 5_000,
    "keys that are lists": b"? [a, b]\n: c\n? {d: e}\n: f",
    "merged keys": b"base: &b {a: 1}\nchapters:\n  <<: *b",
    "many documents": b"---\na: 1\n" * 500,
    "tabs": b"chapters:\n\t- title: x",
    "a tag that is none": b"chapters: !<tag:x> y\n%TAG ! x\n",
    "keys without end": "".join(f"k{number}: {number}\n" for number in range(5_000)).encode(),
}
TEXT = {
    "nothing": b"",
    "a mark alone": b"\xef\xbb\xbf",
    "zero bytes": bytes(5_000),
    "spaces": b" \n\t\r\n" * 500,
    "unseen characters": "\u200b\u200c\u2060\ufeff\u00ad".encode() * 500,
    "line ends of all kinds": b"A: b\rC: d\r\nE: f\x0bG: h\x0cI: j\xc2\x85K: l\xe2\x80\xa8M: n",
    "half of UTF-16": b"\xff\xfeA\x00:\x00 \x00\x00\xd8b\x00",
    "UTF-16 without a mark": "Wanda Prell: hurry".encode("utf-16-le"),
    "UTF-32": "Wanda Prell: hurry".encode("utf-32"),
    "bytes of no encoding": bytes(range(128, 256)) * 40,
    "UTF-8 cut off": "Wanda Prell: \u201churry".encode()[:-1] + b"\xe2\x80",
    "overlong UTF-8": b"Wanda Prell: \xc0\xbcscript\xc0\xbe \xf8\x88\x80\x80\x80",
    "escapes of a terminal": b"\x1b[2J\x1b]8;;http://evil.example\x07Wanda Prell\x1b]8;;\x07: \x1b[1mhurry\x1b[0m\n",
    "order turned around": "\u202eWanda Prell: yrruh\u202c \u2066x\u2069".encode(),
    "a pile of marks": ("Wanda Prell: h" + "\u0301" * 50_000).encode(),
    "words that grow": ("Wanda Prell: " + "\ufdfa" * 20_000).encode(),
    "labels without words": b"A: " * 50_000,
    "a label without end": b"A" * 200_000 + b": b",
    "colons": b":" * 200_000,
    "quotation marks": '"\u201c\u00ab\u2039\u2018'.encode() * 30_000,
    "quotation marks of HTML": b"<q>" * 30_000,
    "a formula": b'=1+1,+1,-1,@x\n"=HYPERLINK(""http://evil.example"")",\t=x,\'=y\n' * 200,
    "a table with one column": b"text\n" + b"x\n" * 5_000,
    "a table of commas": b"," * 200_000,
    "a table with an open quote": b'id,text\n1,"' + b"x\n" * 50_000,
    "columns without end": b",".join(b"c%d" % number for number in range(20_000)) + b"\n1,2,3\n",
    "a table with one name twice": b"id,id,text,text\n1,2,3,4\n",
    "regular expressions": b"(a+)+$ ((((((a*)*)*)*)*)*)*b [\\w\\W]{1,9999} (?P<x>" * 500,
    "numbers": b"1,1.1-" * 5_000,
    "percent": b"%" * 50_000,
    "addresses": b"a@" * 20_000 + b"b.c",
    "ids": b"[q_1](q_2) (q_3; q_4) `q_5` " * 3_000,
    "references": b"[^1]: x\n[1]: javascript:alert(1) 'x'\n[^1] [1] ![x](http://evil.example/x.png)\n" * 500,
    "entities": b"&lt;&#0;&#xD800;&#x110000;&#99999999999;&nosuch;" * 500,
    "scripts": b"<script>alert(1)</script><svg onload=alert(1)><a href=javascript:alert(1)>x</a>" * 200,
    "a page that says it is ours": b'<!doctype html><html lang="en"><head><meta name="generator" '
    b'content="Quote Workbench"></head><body><main><p>x</p></main><script type="application/json" '
    b'id="certificate">{"quotes": [</script></body></html>',
    "talk": (_TURN * 2_000).encode(),
    "talk in one line": (_TURN.replace("\n", " ") * 2_000).encode(),
}
BINARY = {
    "a database": _database("CREATE TABLE t (id TEXT, value REAL)", "INSERT INTO t VALUES ('q', 1)"),
    "a database of ours that is none": _database("CREATE TABLE sessions (x)", "PRAGMA application_id = 1"),
    "a database without tables": _database("CREATE VIEW v AS SELECT 1"),
    "a database cut off": _database("CREATE TABLE t (id TEXT)")[:3_000],
    "the mark of a database": b"SQLite format 3\x00",
    "a zip": _zip("a.txt", b"x"),
    "a bomb in a zip": _zip("word/document.xml", b" " * 5_000_000),
    "a gzip": gzip.compress(bytes(1_000_000), mtime=0),
    "a PDF": b"%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(500),
    "a program": b"\x7fELF" + bytes(500),
}
HOSTILE_FILES: dict[str, bytes] = {**NESTED, **JSON, **YAML, **TEXT, **BINARY}
