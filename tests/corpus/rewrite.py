#!/usr/bin/env python3
"""Writes the sets of corpora again, with pages that are written in another way, for `danad evaluate`: what an extractor makes of
pages whose names, elements or language it does not know.

Usage: tests/corpus/rewrite.py WAY CORPORA FOLDER     FOLDER: where the sets are written; there may be none of them yet
Ways:
  names      each word of class and id values is another one, the same for the same word
  no-names   elements have no class and no id
  no-parts   article, main, section, nav, header, footer, aside, hgroup and figure are div
  divs       p is div
  breaks     p is two br behind its text
  letters    letters of Latin script are Georgian ones: no word is known; gold texts likewise
  as-they-are    to compare with
Pages in another encoding than UTF-8 are left out.
"""
import gzip
import pathlib
import re
import sys
import zlib

TOKEN = re.compile(r"<!--.*?-->|<script\b.*?</script\s*>|<style\b.*?</style\s*>"
                   r"|<(?P<end>/?)(?P<name>[a-z][a-z0-9-]*)(?P<rest>(?:[^>\"']|\"[^\"]*\"|'[^']*')*)>", re.S | re.I)
NAMES = re.compile(r"(\s(?:class|id)\s*=\s*)(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))", re.I)
REFERENCE = re.compile(r"(&#?\w+;)")
TITLES = re.compile(r"<meta\b[^>]*(?:title|description)[^>]*>", re.I)
CONTENT = re.compile(r"(\bcontent=)(\"[^\"]*\"|'[^']*')", re.I)
WAYS = {"names", "no-names", "no-parts", "divs", "breaks", "letters", "as-they-are"}
PARTS = {"article", "main", "section", "nav", "header", "footer", "aside", "hgroup", "figure"}
# letters that look like nothing in class words; 18 of them six times are enough for one word of a page each
LETTERS = "bcdfghjkmnpqrtvwxz"
LATIN = "abcdefghijklmnopqrstuvwxyz"
GEORGIAN = "აბცდეფგჰიჯკლმნოპქრსტუვწხყზ"
IN_GEORGIAN = str.maketrans(LATIN + LATIN.upper(), GEORGIAN + GEORGIAN)


def other_word(word):
    """Another word for a class word."""
    number = zlib.crc32(word.group().encode())
    letters = []
    for _ in range(6):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def other_names(rest):
    """Attributes with other words in class and id."""
    return NAMES.sub(lambda m: f'{m.group(1)}"{re.sub(r"[^ ]+", other_word, " ".join((m.group(2) or m.group(3) or m.group(4) or "").split()))}"',
                     rest)


def in_georgian(text):
    """A text in Georgian letters, references as they are."""
    pieces = REFERENCE.split(text)
    return "".join(piece if at % 2 else piece.translate(IN_GEORGIAN) for at, piece in enumerate(pieces))


def rewrite_tag(way, tag):
    """A token of markup in one of the ways."""
    if tag.group("name") is None:
        return tag.group()
    end, name, rest = tag.group("end"), tag.group("name"), tag.group("rest")
    if way == "names" and not end:
        rest = other_names(rest)
    elif way == "no-names" and not end:
        rest = NAMES.sub("", rest)
    elif way == "no-parts" and name.lower() in PARTS or way == "divs" and name.lower() == "p":
        name = "div"
    elif way == "breaks" and name.lower() == "p":
        return "<br><br>" if end else ""
    elif way == "letters" and TITLES.match(tag.group()):
        return CONTENT.sub(lambda m: m.group(1) + (m.group(2) if "://" in m.group(2) else in_georgian(m.group(2))), tag.group())
    return f"<{end}{name}{rest}>"


def rewrite(way, page):
    """A page in one of the ways."""
    written = []
    at = 0
    for tag in TOKEN.finditer(page):
        text = page[at:tag.start()]
        written += [in_georgian(text) if way == "letters" else text, rewrite_tag(way, tag)]
        at = tag.end()
    text = page[at:]
    return "".join(written) + (in_georgian(text) if way == "letters" else text)


def write_gold(way, gold, out):
    """Gold text: as it is, or in other letters."""
    text = gold.read_text(encoding="utf-8")
    out.write_text(text.translate(IN_GEORGIAN) if way == "letters" else text, encoding="utf-8")


def write_set(way, source, out):
    """Writes a set. Returns its pages."""
    pages = 0
    for name in ("pages", "gold"):
        (out / name).mkdir(parents=True, exist_ok=True)
    kept = []
    rows = {re.search(r'"id": *"([^"]+)"', row).group(1): row
            for row in (source / "manifest.jsonl").read_text(encoding="utf-8").splitlines() if row.strip()}
    for page_id, row in rows.items():
        try:
            page = gzip.open(source / "pages" / f"{page_id}.html.gz").read().decode("utf-8")
        except UnicodeDecodeError:
            continue
        with gzip.open(out / "pages" / f"{page_id}.html.gz", "wb", 1) as file:
            file.write(rewrite(way, page).encode("utf-8"))
        gold = source / "gold" / f"{page_id}.txt"
        if gold.exists():
            write_gold(way, gold, out / "gold" / gold.name)
        kept.append(row + "\n")
        pages += 1
    (out / "manifest.jsonl").write_text("".join(kept), encoding="utf-8")
    return pages


def main(way, corpora, folder):
    """Writes all sets of a folder."""
    if way not in WAYS:
        raise SystemExit(__doc__)
    for manifest in sorted(pathlib.Path(corpora).glob("*/manifest.jsonl")):
        name = manifest.parent.name
        print(f"{name}: {write_set(way, manifest.parent, pathlib.Path(folder) / name)} pages", flush=True)


if len(sys.argv) != 4:
    raise SystemExit(__doc__)
main(*sys.argv[1:])
