#!/usr/bin/env python3
"""The text and the elements of real pages as core has them, against a browser's DOMParser: what is text, what references mean,
and in which elements it lies. Each difference is counted by its cause; one that no cause explains fails.

dom.py [--all] [--list] [SET...]   a sample of each set, or all pages; --list prints each difference
Needs chromium and CORPORA; skipped without. Environment: DUMP_UNITS the program of dump_units.c, DECODE_FRAMES of decode_frames.c.
"""

import collections
import difflib
import gzip
import json
import os
import re
import subprocess
import sys
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "http"))

import devtools  # noqa: E402
import harness  # noqa: E402  (its folder is known only now)

SAMPLED = 4  # pages of a set, about
KNOWN = ("a article body button dd div dl dt form h1 h2 h3 h4 h5 h6 head hr html img input li main ol p section select table td th "
         "tr ul").split()
DROPPED = "script style noscript textarea iframe title template svg select".split()
UNSEEN = re.compile("[\\s\u0000-\u001f\u007f-\u009f\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e"
                    "\u2060-\u206f\u3000\u3164\ufeff\uffa0]+")

UNITS = """
const known = new Set(%s), dropped = new Set(%s);
const page = new DOMParser().parseFromString(%s, 'text/html');
const walker = page.createTreeWalker(page, NodeFilter.SHOW_TEXT);
const found = [];
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!/\\S/.test(node.data)) {
        continue;
    }
    const path = [];
    let gone = '';
    for (let e = node.parentElement; e; e = e.parentElement) {
        path.unshift(known.has(e.localName) && e.namespaceURI.endsWith('xhtml') ? e.localName : '*');
        gone = dropped.has(e.localName) ? e.localName : gone;
    }
    found.push([path.join(' '), node.data, gone]);
}
return found;
"""

Unit = collections.namedtuple("Unit", "path words")


def decoded(pages):
    """Texts of (bytes, label)."""
    frames = b"".join(b"%s %d\n%s" % (label.encode(), len(data), data) for data, label in pages)
    out = subprocess.run([os.environ["DECODE_FRAMES"]], input=frames, stdout=subprocess.PIPE, check=True).stdout
    at = 0
    for _ in pages:
        end = out.index(b"\n", at)
        length = int(out[at:end].split()[1])
        yield out[end + 1:end + 1 + length]
        at = end + 1 + length


def ours_of(pages):
    """The units of pages in UTF-8; None for one that is refused."""
    frames = b"".join(b"%d\n%s" % (len(page), page) for page in pages)
    out = subprocess.run([os.environ["DUMP_UNITS"]], input=frames, stdout=subprocess.PIPE, check=True).stdout.split(b"\n")
    at = 0
    for _ in pages:
        count = int(out[at])
        rows = [row.decode().split("\t", 1) for row in out[at + 1:at + 1 + max(count, 0)]]
        at += 1 + max(count, 0)
        yield None if count < 0 else [(path.strip(), text) for path, text in rows]


def words_of(rows):
    """(word, path) of rows of path and text."""
    return [(word, path) for path, text in rows for word in UNSEEN.sub(" ", text).split()]


def letters_of(words):
    return "".join(word for word, _ in words)


def rows_of(folder, name):
    with open(os.path.join(folder, name, "manifest.jsonl"), encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return rows


def sampled(name, rows, everything):
    every = 1 if everything else max(1, len(rows) // SAMPLED)
    return [row for row in rows if zlib.crc32(f"{name}/{row['id']}".encode()) % every == 0]


def pages_of(folder, name, everything):
    """(name, text in UTF-8) of pages."""
    chosen = [row for row in sampled(name, rows_of(folder, name), everything)
              if os.path.exists(os.path.join(folder, name, "pages", f"{row['id']}.html.gz"))]
    data = []
    for row in chosen:
        with gzip.open(os.path.join(folder, name, "pages", f"{row['id']}.html.gz")) as file:
            data.append((file.read(), row.get("charset_used") or "utf-8"))
    yield from zip([f"{name}/{row['id']}" for row in chosen], decoded(data))


def main():
    folder = os.environ["CORPORA"]
    everything = "--all" in sys.argv
    sets = [a for a in sys.argv[1:] if not a.startswith("--")] or sorted(os.listdir(folder))
    browser = devtools.Browser()
    counts = collections.Counter()
    for name in sets:
        if not os.path.isdir(os.path.join(folder, name)):
            continue
        pages = list(pages_of(folder, name, everything))
        for (page, text), ours in zip(pages, ours_of([text for _, text in pages])):
            counts["pages"] += 1
            if ours is None:
                counts["refused"] += 1
                continue
            theirs = browser.run(UNITS % (json.dumps(KNOWN), json.dumps(DROPPED), json.dumps(text.decode())))
            gone = [(path + " " + where, t) for path, t, where in theirs if where]
            shown = [(path, t) for path, t, where in theirs if not where]
            a, b = words_of(ours), words_of(shown)
            sa, sb = letters_of(a), letters_of(b)
            if sa == sb:
                counts["same text"] += 1
                pa = [p.replace("table * tr", "table tr") for w, p in a for _ in w]
                pb = [p.replace("table * tr", "table tr") for w, p in b for _ in w]
                for x, y in zip(pa, pb):
                    if x != y:
                        m = difflib.SequenceMatcher(None, x.split(), y.split(), autojunk=False)
                        why = " ".join(["-" + e for t, i, j, k, l in m.get_opcodes() if t != "equal" for e in x.split()[i:j]] +
                            ["+" + e for t, i, j, k, l in m.get_opcodes() if t != "equal" for e in y.split()[k:l]])
                        counts["letters: " + why] += 1
                diff = sum(x != y for x, y in zip(pa, pb))
                counts["letters"] += len(pa)
                counts["letters elsewhere"] += diff
                if diff:
                    counts["pages with letters elsewhere"] += 1
                    i = next(i for i in range(len(pa)) if pa[i] != pb[i])
                    print(f"PATH {page}: {diff} of {len(pa)}: {sa[i:i+30]!r}\n   {pa[i]}\n   {pb[i]}")
            else:
                wa, wb = [w for w, _ in a], [w for w, _ in b]
                k = 0
                while k < min(len(wa), len(wb)) and wa[k] == wb[k]:
                    k += 1
                e = 0
                while e < min(len(wa), len(wb)) - k and wa[-1 - e] == wb[-1 - e]:
                    e += 1
                m = difflib.SequenceMatcher(None, wa[k:len(wa) - e], wb[k:len(wb) - e], autojunk=False)
                for op, i1, i2, j1, j2 in m.get_opcodes():
                    x, y = wa[k:][i1:i2], wb[k:][j1:j2]
                    if "".join(x) == "".join(y):
                        continue
                    px = a[k + i1][1] if x else ""
                    py = b[k + j1][1] if y else ""
                    counts["texts other"] += 1
                    print(f"TEXT {page}: {len(x)} {' '.join(x)[:120]!r} [{px}] != {len(y)} {' '.join(y)[:120]!r} [{py}]")
    print(counts)
    browser.close()


if __name__ == "__main__":
    sys.exit(main())
