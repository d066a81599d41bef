#!/usr/bin/env python3
"""The text and the elements of real pages as core has them, against a browser's DOMParser: what is text, what references mean,
and in which elements it lies. Each difference of texts is counted by its cause; one that no cause explains fails. Of letters a
share must lie in the same elements.

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

SAMPLED = 2  # pages of a set, about
KNOWN = ("a article body button dd div dl dt form h1 h2 h3 h4 h5 h6 head hr html img input li main ol p section select table td th "
         "tr ul").split()
# The table's body, which core does not imply: nothing asks for it.
IMPLIED = ("table * tr", "table tr")
# Least share of letters in the same elements; below the measured share of all pages, .965.
LEAST_SAME = 0.95
# DOMParser runs no scripts, so that it takes noscript for an element like others. Browsers, and core, take it for raw text.
NOSCRIPT = re.compile(r"<noscript\b[^>]*>.*?</noscript\s*>", re.I | re.S)
SCRIPTS, ESCAPED, MOVED, SIGN = "noscript", "escaped markup", "a table puts out what may not stand in it", "a heading's link to itself"
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


def differences(ours, theirs):
    """(words of ours, words of theirs) where the words differ, other than in where they end."""
    a, b = ([word for word, _ in words] for words in (ours, theirs))
    begin = 0
    while begin < min(len(a), len(b)) and a[begin] == b[begin]:
        begin += 1
    end = 0
    while end < min(len(a), len(b)) - begin and a[-1 - end] == b[-1 - end]:
        end += 1
    matcher = difflib.SequenceMatcher(None, a[begin:len(a) - end], b[begin:len(b) - end], autojunk=False)
    for kind, i, k, j, m in matcher.get_opcodes():
        found = ours[begin + i:begin + k], theirs[begin + j:begin + m]
        if kind != "equal" and letters_of(found[0]) != letters_of(found[1]):
            yield found


def cause_of(ours, theirs, moved):
    """Why the words differ; None: that is not known."""
    if sorted(moved[0]) == sorted(moved[1]):
        return MOVED
    if not ours and theirs[0][1].endswith(" a") and not re.search(r"\w", letters_of(theirs)):
        return SIGN
    if letters_of(theirs).startswith("<") and re.match(r"</?[a-z]+\b.*>", letters_of(theirs)):
        return ESCAPED
    return None


def rows_of(folder, name):
    with open(os.path.join(folder, name, "manifest.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def pages_of(folder, name, everything):
    """(name, text in UTF-8) of the pages of a set that are sampled, or of all."""
    rows = rows_of(folder, name)
    every = 1 if everything else max(1, len(rows) // SAMPLED)
    names, data = [], []
    for row in rows:
        path = os.path.join(folder, name, "pages", f"{row['id']}.html.gz")
        if zlib.crc32(f"{name}/{row['id']}".encode()) % every == 0 and os.path.exists(path):
            with gzip.open(path) as file:
                data.append((file.read(), row.get("charset_used") or "utf-8"))
            names.append(f"{name}/{row['id']}")
    yield from zip(names, decoded(data))


class Run:
    def __init__(self, browser, tell):
        self.browser, self.tell = browser, tell
        self.counts, self.problems = collections.Counter(), []
        self.letters, self.elsewhere = 0, collections.Counter()

    def theirs_of(self, text):
        rows = self.browser.run(UNITS % (json.dumps(KNOWN), json.dumps(DROPPED), json.dumps(text)))
        return words_of((path, data) for path, data, gone in rows if not gone)

    def compare(self, page, ours, text):
        theirs = self.theirs_of(text)
        if letters_of(ours) != letters_of(theirs) and NOSCRIPT.search(text):
            theirs = self.theirs_of(NOSCRIPT.sub("", text))
            if letters_of(ours) == letters_of(theirs):
                self.note(page, SCRIPTS)
        if letters_of(ours) == letters_of(theirs):
            self.counts["same text"] += 1
            self.compare_paths(page, ours, theirs)
            return
        found = list(differences(ours, theirs))
        moved = [word for one, _ in found for word, _ in one], [word for _, one in found for word, _ in one]
        for one, other in found:
            cause = cause_of(one, other, moved)
            if cause is None:
                self.problems.append(f"{page}: {letters_of(one)[:80]!r} is {letters_of(other)[:80]!r} {(one or other)[0][1]}")
            self.note(page, cause)

    def note(self, page, cause):
        self.counts[f"{cause or 'unexplained'}"] += 1
        if self.tell:
            print(f"{page}: {cause}")

    def compare_paths(self, page, ours, theirs):
        paths = [[path.replace(*IMPLIED) for word, path in words for _ in word] for words in (ours, theirs)]
        self.letters += len(paths[0])
        found = collections.Counter(pair for pair in zip(*paths) if pair[0] != pair[1])
        for (one, other), letters in found.items():
            self.elsewhere[elements_apart(one.split(), other.split())] += letters
        self.counts["other elements"] += bool(found)
        if found and self.tell:
            (one, other), letters = found.most_common(1)[0]
            print(f"{page}: {letters} letters in\n  {one}, not\n  {other}")


def elements_apart(one, other):
    """The elements that only one of two paths has: what of the tree was built in another way."""
    apart = (collections.Counter(one) - collections.Counter(other)) + (collections.Counter(other) - collections.Counter(one))
    if set(apart) <= {"*", "a"}:
        return "inline elements that overlap or end elsewhere"
    if set(apart) <= {"*", "a", "p"}:
        return "paragraphs"
    if set(apart) & {"table", "tr", "td", "th"}:
        return "tables"
    return "lists" if set(apart) & {"li", "ul", "ol", "dd", "dt", "dl"} else "forms" if "form" in apart else "blocks"


def main():
    tally = harness.Tally()
    folder = os.environ.get("CORPORA")
    everything = "--all" in sys.argv
    try:
        browser = devtools.Browser() if folder else None
    except devtools.Lost:
        browser = None
    if browser is None:
        print("SKIP elements as browsers have them: no CORPORA, or chromium does not start")
        print("tests: 0 passed, 0 failed, 1 skipped")
        return 0
    run = Run(browser, "--list" in sys.argv)
    try:
        for name in [word for word in sys.argv[1:] if not word.startswith("--")] or sorted(os.listdir(folder)):
            if os.path.exists(os.path.join(folder, name, "manifest.jsonl")):
                pages = list(pages_of(folder, name, everything))
                for (page, text), ours in zip(pages, ours_of([text for _, text in pages])):
                    run.counts["pages" if ours is not None else "refused"] += 1
                    if ours is not None:
                        run.compare(page, words_of(ours), text.decode())
    finally:
        browser.close()
    for cause, count in run.counts.most_common():
        print(f"{count:7} {cause}")
    for cause, letters in run.elsewhere.most_common():
        print(f"{letters / max(run.letters, 1):7.4f} of {run.letters} letters in other elements: {cause}")
    tally.check("texts are those of the browser", run.problems[:20])
    same = 1 - sum(run.elsewhere.values()) / max(run.letters, 1)
    tally.check("letters lie in the browser's elements", [] if same >= LEAST_SAME else [f"{same:.4f} of them"])
    tally.check("pages were compared", [] if run.counts["pages"] > 20 or len(sys.argv) > 1 else ["hardly any"])
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
