#!/usr/bin/env python3
"""Makes a corpus of the labelled articles that the npm package "article" is tested on, which no table is trained on.

  npm pack article@1.1.2                                in a folder of its own
  tests/train/articles.py article-1.1.2.tgz OUT         OUT becomes a corpus of one set, "article"
  build/release/danad evaluate --algorithm auto OUT

258 pages of 111 hosts of 2011 to 2013, in English. Gold: the text and the title that a person marked in each page:
paragraphs and lists, without captions, boxes and notes on authors. The package is MIT's; the pages are their
publishers', and are not ours to pass on.
"""
import argparse
import gzip
import json
import pathlib
import sys
import tarfile
from urllib.parse import urlsplit

FOLDER = "package/test/reallife/"


def read_json(package, name):
    """What a file of the package says."""
    return json.load(package.extractfile(FOLDER + name))


def row_of(number, page, html, expected):
    """A page's line of the manifest."""
    host = urlsplit(page["href"]).netloc
    return {"id": f"article-{number:03}", "url": page["href"], "host": host, "site": ".".join(host.split(".")[-2:]),
            "lang": "en", "charset": "utf-8", "charset_used": "utf-8", "bytes": len(html),
            "headline": expected["title"], "page_type": "article"}


def write_set(package, out):
    """Writes the set; returns how many pages it has."""
    for name in ("pages", "gold"):
        (out / name).mkdir(parents=True, exist_ok=True)
    pages = [page for page in read_json(package, "datamap.json") if page["labeled"]]
    with open(out / "manifest.jsonl", "w", encoding="utf-8") as manifest:
        for number, page in enumerate(pages):
            html = package.extractfile(f"{FOLDER}source/{page['key']}.html").read()
            expected = read_json(package, f"expected/{page['key']}.json")
            row = row_of(number, page, html, expected)
            with gzip.GzipFile(out / "pages" / f"{row['id']}.html.gz", "wb", mtime=0) as file:
                file.write(html)
            (out / "gold" / f"{row['id']}.txt").write_text(expected["text"], encoding="utf-8")
            manifest.write(json.dumps(row, ensure_ascii=False) + "\n")
    return len(pages)


def main():
    """Reads the arguments and writes the corpus."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=pathlib.Path, help="the package, as npm pack wrote it")
    parser.add_argument("out", type=pathlib.Path, help="folder of the corpus")
    options = parser.parse_args()
    with tarfile.open(options.package) as package:
        count = write_set(package, options.out / "article")
    print(f"{count} pages", file=sys.stderr)


if __name__ == "__main__":
    main()
