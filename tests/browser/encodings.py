#!/usr/bin/env python3
"""The decoders of core against a browser's TextDecoder (fatal off): labels, every byte and pair of bytes of every encoding,
the escapes of iso-2022-jp, the three bytes of euc-jp, the edges of gb18030's four bytes, UTF-8 and UTF-16, and what a page
ends in. encodings.py --whole [SEED] adds all four-byte sequences, all ends of two bytes and random text.

Needs chromium; skipped if it does not start. Environment: DECODE_FRAMES the program of decode_frames.c.
"""

import base64
import itertools
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "http"))

import devtools  # noqa: E402
import harness  # noqa: E402  (its folder is known only now)

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[os.pardir] * 2, "core", "src", "decode")
MULTI = ("gb18030", "gbk", "big5", "euc-jp", "shift_jis", "euc-kr", "iso-2022-jp")
WIDE = ("utf-16le", "utf-16be")
PAIRS = [bytes(pair) for pair in itertools.product(range(256), repeat=2)]
RANDOM_DOCUMENTS, RANDOM_BYTES = 2000, 400
SHOWN = 3

# Two defects of Chromium 156, where core is as the standard says. Behind `8F A1 41` its euc-jp reads the next pair as JIS X
# 0212: random text has no 8F, and each of the three bytes has a document of its own. The standard has two characters for each of four pairs of big5; Chromium makes lone surrogates of them.
BIG5_DOUBLES = {"\x93\udf04": "\xCA\u0304", "\x93\udf0c": "\xCA\u030C", "\xB3\udf04": "\xEA\u0304", "\xB3\udf0c": "\xEA\u030C"}

COMPARE = """
const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
const sent = bytes('%s'), ours = bytes('%s'), lengths = %s, lengths_of_ours = %s, doubles = %s, label = '%s';
const utf8 = new TextDecoder('utf-8', {ignoreBOM: true, fatal: true});
const wrong = [];
let at = 0, at_ours = 0;
for (let i = 0; i < lengths.length; i++) {
    let want = new TextDecoder(label, {ignoreBOM: true}).decode(sent.subarray(at, at + lengths[i]));
    const got = utf8.decode(ours.subarray(at_ours, at_ours + lengths_of_ours[i]));
    for (const [bad, good] of doubles) {
        want = want.replaceAll(bad, good);
    }
    if (want !== got && wrong.length < %d) {
        let k = 0;
        while (want[k] === got[k]) {
            k++;
        }
        const codes = text => Array.from(text.slice(Math.max(0, k - 3), k + 5), c => c.codePointAt(0).toString(16)).join(' ');
        wrong.push(`document ${i}, character ${k}: ${codes(want)}, not ${codes(got)}`);
    }
    at += lengths[i];
    at_ours += lengths_of_ours[i];
}
return wrong;
"""


def encoded(data):
    return base64.b64encode(data).decode()


def decode(label, documents):
    """Names and texts of documents as core decodes them."""
    frames = b"".join(b"%s %d\n%s" % (label.encode(), len(document), document) for document in documents)
    out = subprocess.run([os.environ["DECODE_FRAMES"]], input=frames, stdout=subprocess.PIPE, check=True).stdout
    texts, at = [], 0
    for _ in documents:
        end = out.index(b"\n", at)
        name, length = out[at:end].split()
        texts.append((name.decode(), out[end + 1:end + 1 + int(length)]))
        at = end + 1 + int(length)
    return texts


def compare(browser, label, documents):
    """What differs between core and the browser. Each document gets a first character, as a mark there would count."""
    before = {"utf-16le": b"x\0", "utf-16be": b"\0x"}.get(label, b"x")
    documents = [before + document for document in documents]
    ours = [text for _, text in decode(label, documents)]
    doubles = [[[ord(c) for c in text] for text in row] for row in BIG5_DOUBLES.items()] if label == "big5" else []
    written = "%s.map(row => row.map(units => String.fromCharCode(...units)))" % doubles
    wrong = browser.run(COMPARE % (encoded(b"".join(documents)), encoded(b"".join(ours)), [len(d) for d in documents],
                                   [len(t) for t in ours], written, label, SHOWN))
    return [f"{label}: {line}" for line in wrong]


def encodings():
    """WHATWG's names of the encodings of core."""
    with open(os.path.join(SOURCES, "encodings.h"), encoding="utf-8") as file:
        return re.findall(r'X\(\w+, "([\w-]+)", \w+\)', file.read())


def labels(browser):
    with open(os.path.join(SOURCES, "labels.c"), encoding="utf-8") as file:
        found = re.findall(r'\{"([^"]+)", DANA__', file.read())
    for label in found:
        wanted = browser.run(f"try {{ return new TextDecoder('{label}').encoding; }} catch {{ return 'replacement'; }}")
        got = decode(label, [b"x"])[0][0]
        if got != wanted:
            yield f"{label}: {got}, not {wanted}"


def lines(sequences, before=b"", after=b""):
    """One document with a sequence a line."""
    return [b"".join(before + sequence + after + b"\n" for sequence in sequences)]


def single_bytes(browser):
    for name in encodings():
        if name not in (*MULTI, *WIDE, "utf-8", "replacement"):
            yield from compare(browser, name, [bytes(range(256))])


def pairs(browser):
    for name in (*MULTI[:-1], "utf-8"):
        yield from compare(browser, name, PAIRS if name == "euc-jp" else lines(PAIRS))
    yield from compare(browser, "euc-jp", [b"\x8F" + pair for pair in PAIRS])


def escapes(browser):
    """All pairs in each character set of iso-2022-jp, and all of two bytes behind an escape."""
    for escape in (b"\x1B(B", b"\x1B(J", b"\x1B(I", b"\x1B$B"):
        yield from compare(browser, "iso-2022-jp", lines(PAIRS, escape, b"\x1B(B"))
        yield from compare(browser, "iso-2022-jp", lines(PAIRS, escape + b"\x1B", b"!!\x1B(B"))
        yield from compare(browser, "iso-2022-jp", lines(PAIRS, escape + b"!\x1B", b"!\x1B(B"))


def gb_edges(browser):
    """Four bytes at the edges of what each may be, and at the edges of the ranges of code points."""
    sequences = [bytes(four) for four in itertools.product((0x7F, 0x80, 0x81, 0x84, 0x90, 0xE3, 0xFE, 0xFF),
                                                           (0x2F, 0x30, 0x31, 0x32, 0x39, 0x3A),
                                                           (0x40, 0x80, 0x81, 0xA4, 0xA5, 0xFE, 0xFF),
                                                           (0x2F, 0x30, 0x35, 0x39, 0x3A, 0x81))]
    with open(os.path.join(SOURCES, "gb18030_ranges_table.inc"), encoding="utf-8") as file:
        for pointer in map(int, re.findall(r"^\{(\d+),", file.read(), re.M)):
            for p in (max(0, pointer - 1), pointer, pointer + 1):
                sequences.append(bytes([0x81 + p // 12600, 0x30 + p // 1260 % 10, 0x81 + p // 10 % 126, 0x30 + p % 10]))
    for name in ("gb18030", "gbk"):
        yield from compare(browser, name, lines(sequences))


def unicode(browser):
    """Three and four bytes of UTF-8 at the edges of what each may be; units and surrogates of UTF-16."""
    edges = (0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xF4)
    yield from compare(browser, "utf-8", lines(bytes(four) for four in itertools.product(range(0xC0, 0x100), edges, edges, edges)))
    surrogates = [bytes.fromhex(unit) for unit in ("d7ff", "d800", "dbff", "dc00", "dfff", "e000", "0041")]
    threes = [b"".join(three) for three in itertools.product(surrogates, repeat=3)]
    for name, step in (("utf-16be", 1), ("utf-16le", -1)):
        document = b"".join(PAIRS) + b"".join(threes)
        turned = b"".join(document[i:i + 2][::step] for i in range(0, len(document), 2))
        ends = [turned[-6:][:n] for n in range(7)] + [three[::step][:n] for three in threes for n in (1, 2, 3, 4, 5)]
        yield from compare(browser, name, [turned, *ends])


def ends(browser):
    """What a page ends in: each byte, and each byte behind some."""
    before = (b"", b"\x81", b"\x81\x30", b"\x81\x30\x81", b"\x8E", b"\x8F", b"\x8F\xA1", b"\xE0", b"\xF0\x90", b"\xF0\x90\x80")
    for name in (*MULTI[:-1], "utf-8"):
        yield from compare(browser, name, [start + bytes([byte]) for start in before for byte in range(256)])
    before = (b"", b"\x1B", b"\x1B$", b"\x1B(", b"\x1B$B", b"\x1B$B!", b"\x1B(I", b"\x1B(B", b"\x1B(J\x1B")
    yield from compare(browser, "iso-2022-jp", [start + bytes([byte]) for start in before for byte in range(256)])


def all_fours(browser):
    fours = itertools.product(range(0x81, 0xFF), range(0x30, 0x3A), range(0x81, 0xFF), range(0x30, 0x3A))
    yield from compare(browser, "gb18030", lines(map(bytes, fours)))


def all_ends(browser):
    for name in (*MULTI, "utf-8"):
        yield from compare(browser, name, PAIRS)


def random_text(browser, seed):
    """Bytes that are mostly those that begin or continue a character."""
    draw = random.Random(seed)
    likely = [*b"\x1B\x1B\x1B$(BJI@!AZaz~0129<", *range(0x80, 0x100)]
    for name in (*MULTI, *WIDE, "utf-8"):
        documents = [bytes(draw.choice(likely) if draw.random() < .9 else draw.randrange(256)
                           for _ in range(draw.randrange(RANDOM_BYTES))) for _ in range(RANDOM_DOCUMENTS)]
        if name == "euc-jp":
            documents = [document.replace(b"\x8F", b"\x8E") for document in documents]
        yield from compare(browser, name, documents)


def main():
    tally = harness.Tally()
    try:
        browser = devtools.Browser()
    except devtools.Lost:
        print("SKIP encodings as browsers have them: chromium is not there or does not start")
        print("tests: 0 passed, 0 failed, 1 skipped")
        return 0
    try:
        checks = [labels, single_bytes, pairs, escapes, gb_edges, unicode, ends]
        for check in checks + ([all_fours, all_ends] if "--whole" in sys.argv else []):
            tally.run(check.__doc__ or check.__name__.replace("_", " "), lambda c=check: list(c(browser)))
        if "--whole" in sys.argv:
            tally.run("random text", lambda: list(random_text(browser, int(sys.argv[2]) if len(sys.argv) > 2 else 1)))
    finally:
        browser.close()
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
