#!/usr/bin/env python3
"""Makes a corpus of manuals, which no table is trained on, of Debian packages.

  apt-get download $(tests/train/manuals.py --packages)     in a folder of its own
  tests/train/manuals.py FOLDER OUT                     FOLDER has the packages (*.deb), OUT becomes a corpus:
  build/release/danad evaluate --algorithm auto OUT     a set of at most 40 pages for each package

Gold is the text of the element that holds what a tool for manuals wrote, without what leads around: rows of MANUALS.
Lists of contents are in gold, which danad leaves out where they are menus. Needs python3-lxml, python3-cssselect, dpkg.
"""
import argparse
import gzip
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import lxml.html

# package; elements with the text; elements in them that are none of it, besides AROUND
MANUALS = """
ant-doc                    | body                                          |
apache2-doc                | #page-content                                 | #quickview, .toplang, .bottomlang
aptitude-doc-ja            | body                                          |
aptitude-doc-ru            | body                                          |
bind9-doc                  | [role=main]                                   |
cmake-doc                  | div.body                                      |
debian-faq-ru              | body                                          |
debian-faq-zh-cn           | body                                          |
debian-handbook            | body                                          | .docnav, #chrometwo, .toc, #title, p#title
debian-kernel-handbook     | body                                          |
debian-policy              | div.body, [role=main]                         |
debian-reference-en        | body                                          |
debian-reference-ja        | body                                          |
developers-reference       | div.body, [role=main]                         |
developers-reference-ru    | div.body, [role=main]                         |
doxygen-doc                | div.contents                                  |
erlang-doc                 | #content                                      |
exim4-doc-html             | #content                                      |
fp-docs-3.2.2              | body                                          | .crosslinks
ghc-doc                    | #content, div.body                            |
git-doc                    | #content                                      |
installation-guide-amd64   | body                                          |
krb5-doc                   | div.body                                      |
libcommons-lang3-java-doc  | main                                          |
libeigen3-doc              | div.contents                                  |
libglib2.0-doc             | body                                          | #top
libpango1.0-doc            | #main                                         |
lilypond-doc-html-es       | body                                          | #tocframe, .nav_table, #main_nav
maint-guide-ja             | body                                          |
maxima-doc                 | body                                          |
mkdocs-doc                 | [role=main], .col-md-9                        |
ntpsec-doc                 | body                                          |
octave-doc                 | body                                          |
openjdk-17-doc             | main                                          |
postfix-doc                | body                                          |
postgresql-doc-15          | body                                          |
python-django-doc          | div.yui-b, div.body                           |
python-flask-doc           | div.body                                      |
python3.11-doc             | div.body                                      |
qtbase5-doc-html           | .mainContent                                  | .sidebar
r-doc-html                 | body                                          |
rust-doc                   | main                                          | .src, rustdoc-toolbar, #copy-path, button
sqlite3-doc                | body                                          | .nosearch, #fancy_toc
swi-prolog-doc             | body                                          | .navigate
tomcat10-docs              | #content                                      |
vim-doc                    | body                                          |
zsh-doc                    | body                                          |
"""

# What leads around in all of them.
AROUND = (".navheader, .navfooter, nav, .nav-panel, .related, .sphinxsidebar, .headerlink, script, style, noscript, "
          "template, .navigation, .header, .footer, footer, .wy-nav-side, .rst-footer-buttons, #toc-sidebar")

BLOCKS = set("p div section article table tr td th li ul ol dl dt dd pre h1 h2 h3 h4 h5 h6 blockquote br hr figure "
             "figcaption main body address summary details header".split())

PAGES = 40
LEAST_BYTES, MOST_BYTES = 3000, 1500000
LEAST_TEXT = 400
SEED = 7


def rows():
    """The manuals: package, selector of the text, selector of what is none of it."""
    for line in MANUALS.strip().splitlines():
        name, text, besides = (part.strip() for part in line.split("|"))
        yield name, text, AROUND + (", " + besides if besides else "")


def write_text(element, dropped, out):
    """Adds the text of an element to a list, a line for each block."""
    if isinstance(element.tag, str) and element not in dropped:
        border = "\n" if element.tag in BLOCKS else ""
        out.append(border + (element.text or ""))
        for child in element:
            write_text(child, dropped, out)
        out.append(border)
    out.append(element.tail or "")


def charset_of(html):
    """The character set that a page declares."""
    declared = re.search(rb"charset=[\"']?([\w-]+)", html[:2000])
    return declared.group(1).decode().lower() if declared else "utf-8"


def gold_of(html, text, besides):
    """The gold text of a page; empty: it has none."""
    page = lxml.html.document_fromstring(html, parser=lxml.html.HTMLParser(encoding=charset_of(html)))
    found = page.cssselect(text)
    if not found:
        return ""
    out = []
    found[0].tail = None
    write_text(found[0], set(page.cssselect(besides)), out)
    lines = (" ".join(line.split()) for line in "".join(out).split("\n"))
    return "\n".join(line for line in lines if line)


def pages_of(folder):
    """The pages of an unpacked package, in an order by chance that is always the same."""
    files = sorted(path for path in folder.rglob("*")
                   if path.is_file() and not path.is_symlink()
                   and re.search(r"\.(html|xhtml|htm)(\.[\w-]+)?(\.gz)?$", path.name)
                   and LEAST_BYTES < path.stat().st_size < MOST_BYTES)
    random.Random(SEED).shuffle(files)
    for path in files:
        html = path.read_bytes()
        yield path, gzip.decompress(html) if path.name.endswith(".gz") else html


def make_set(folder, out, name, text, besides):
    """Writes the set of a package. Returns how many pages it has."""
    (out / "pages").mkdir(parents=True, exist_ok=True)
    (out / "gold").mkdir(exist_ok=True)
    count = 0
    with open(out / "manifest.jsonl", "w", encoding="utf-8") as manifest:
        for path, html in pages_of(folder):
            try:
                gold = gold_of(html, text, besides)
            except (lxml.etree.ParserError, LookupError, UnicodeDecodeError):
                continue
            if len(gold) < LEAST_TEXT:
                continue
            key = f"{name}-{count:03}"
            with gzip.open(out / "pages" / f"{key}.html.gz", "wb") as page:
                page.write(html)
            (out / "gold" / f"{key}.txt").write_text(gold + "\n", encoding="utf-8")
            manifest.write(json.dumps({"id": key, "set": name, "url": f"https://example.org/{name}/{path.name}",
                                       "page_type": "documentation", "gold": "annotated", "headline": "",
                                       "charset_used": charset_of(html)}) + "\n")
            count += 1
            if count == PAGES:
                break
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("out", nargs="?", type=pathlib.Path)
    parser.add_argument("--packages", action="store_true", help="print the names of the packages")
    options = parser.parse_args()
    if options.packages:
        print(" ".join(name for name, _, _ in rows()))
        return 0
    if options.out is None:
        parser.error("FOLDER and OUT are needed")
    sys.setrecursionlimit(10000)
    for name, text, besides in rows():
        packages = sorted(options.folder.glob(f"{name}_*.deb"))
        if not packages:
            print(f"{name}: not in {options.folder}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["dpkg", "-x", packages[0], folder], check=True)
            print(f"{name}: {make_set(pathlib.Path(folder), options.out / name, name, text, besides)} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
