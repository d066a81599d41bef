#!/usr/bin/env python3
"""Runs danad and other extractors over the corpora and the spec cases in one run, and prints a table in Markdown.

usage: peers.py [--all] [--pages N] [--without LABEL]... [SET...]
    N pages a set (default 100) by a hash of their names, or all; without an extractor (defuddle takes a second a page)
Environment: CORPORA the folder of corpora, DANAD_BIN the binary (a release), PEERS_BUILD where the packages of npm and the
compiled class are; tests/peers/run sets the last two.

Every extractor gets the same decoded page, one after the other in one process, one page at a time. Counted are
* word F1: multiset overlap of lower-cased runs of letters, digits and `_`, mean of pages, as `danad evaluate` has it;
* what it does not tell: precision, recall, and the shares of pages under .5, without the gold text's first or last paragraph, and of those that
  go on behind its end (edges.py), mean of all pages with gold text;
* headline: equal to the gold headline but for white space and case;
* spec cases: pages of tests/spec with `run: auto`, no other option, and a text; right if the words are the expected ones in their order, with or
  without the headline before them;
* MB/s: bytes of HTML by seconds of CPU. Reading the page from the disk and the start are left out for the others; danad is timed
  as a process: its start, JSON in and JSON out are in;
* memory: the largest resident size of the process (VmHWM).
"""

import argparse
import gzip
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import zlib

import edges

HERE = os.path.dirname(os.path.abspath(__file__))
SPECS = os.path.join(HERE, os.pardir, "spec")
JARS = "/usr/share/java/boilerpipe.jar:/usr/share/java/nekohtml.jar:/usr/share/java/xercesImpl.jar"


def words(text):
    return re.findall(r"\w+", text.lower())


def word_f1(text, gold):
    precision, recall = edges.precision_recall(words(text), words(gold))
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def folded(text):
    return " ".join((text or "").split()).lower()


# ------------------------------------------------------------------------------------------- pages
class Page:
    """A page with what is expected of it; `of` is the set, or None for a spec case."""

    def __init__(self, name, html, gold=None, headline=None, of=None):
        self.name, self.html, self.gold, self.headline, self.of = name, html, gold, headline, of


def corpus_pages(folder, sets, count):
    for name in sets:
        with open(os.path.join(folder, name, "manifest.jsonl"), encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        rows = [row for row in rows if os.path.exists(os.path.join(folder, name, "gold", row["id"] + ".txt"))]
        rows.sort(key=lambda row: zlib.crc32(row["id"].encode()))
        for row in rows[:count]:
            with gzip.open(os.path.join(folder, name, "pages", row["id"] + ".html.gz")) as file:
                html = file.read().decode(row["charset_used"].partition("(")[0], "replace")
            with open(os.path.join(folder, name, "gold", row["id"] + ".txt"), encoding="utf-8") as file:
                gold = file.read()
            yield Page(f"{name}/{row['id']}", html, gold, row.get("headline"), name)


def spec_pages():
    for file_name in sorted(os.listdir(SPECS)):
        if not file_name.endswith(".spec"):
            continue
        with open(os.path.join(SPECS, file_name), encoding="utf-8") as file:
            cases = re.split(r"^=== ", file.read(), flags=re.M)[1:]
        for case in cases:
            title, _, rest = case.partition("\n")
            head, *parts = re.split(r"^--- (\w+)\n", rest, flags=re.M)
            sections = dict(zip(parts[::2], parts[1::2]))
            if head.strip() == "run: auto" and "text" in sections and "page" in sections:
                yield Page(f"{file_name}: {title}", sections["page"].rstrip("\n"), sections["text"].strip())


def is_right(page, text):
    """The words of a spec case, with or without those of its first heading before them."""
    found, wanted = words(text), words(page.gold)
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", page.html, re.S | re.I)
    title = words(re.sub(r"<[^>]*>", " ", heading[1])) if heading else []
    without = [w[len(title):] if title and w[:len(title)] == title else w for w in (found, wanted)]
    return without[0] == without[1]


# -------------------------------------------------------------------------------------- extractors
def peak_mb(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM:")) / 1024


def read_back(name):
    with open(name, encoding="utf-8", errors="replace", newline="") as file:
        return file.read()


def run_other(label, command, names, cwd=None):
    """Texts and titles of the pages, seconds of CPU, peak in MB."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=cwd)
    results, seconds = [], 0.0
    for name in names:
        process.stdin.write(name + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise SystemExit(f"{label} ended at {name}")
        seconds += float(line)
        results.append((read_back(f"{name}.{label}.txt"), read_back(f"{name}.{label}.title")))
    peak = peak_mb(process)
    process.stdin.close()
    process.wait()
    return results, seconds, peak


def run_danad(pages, algorithm):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen([os.environ["DANAD_BIN"], "extract", "--ndjson", "--threads", "1", "--algorithm", algorithm,
                                "--include", "text,headline"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    results = []
    for page in pages:
        process.stdin.write(json.dumps({"html": page.html}, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
        process.stdin.flush()
        result = json.loads(process.stdout.readline()).get("result") or {}
        results.append(((result.get("content") or {}).get("text") or "", (result.get("headline") or {}).get("text") or ""))
    peak = peak_mb(process)
    process.stdin.close()
    process.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return results, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, peak


def extractors(build):
    """Label, and a function of pages and file names that runs it."""
    def other(label, command, cwd=None):
        return label, lambda pages, names: run_other(label, command, names, cwd)

    return [("danad", lambda pages, names: run_danad(pages, "auto")),
            other("readability", ["node", os.path.join(build, "readability.mjs")]),
            other("defuddle", ["node", os.path.join(build, "defuddle.mjs")]),
            other("readability-lxml", ["/usr/bin/python3", os.path.join(HERE, "readability_lxml.py")]),
            other("boilerpipe", ["java", "-Xss8m", "-cp", f"{build}:{JARS}", "Boilerpipe"])]


# -------------------------------------------------------------------------------------------- table
def mean(values):
    return sum(values) / len(values) if values else float("nan")


def row(title, cells):
    print("| " + " | ".join([title, *cells]) + " |", flush=True)


def print_edges(pages, runs):
    """A row for each extractor: what word F1 does not tell."""
    row("", ["P", "R", "under .5", "no first", "no last", "goes on"])
    print("|---|" + "--:|" * 6)
    scored = [i for i, page in enumerate(pages) if page.of]
    for label, results, *_ in runs:
        figures = []
        for i in scored:
            text, page = results[i][0], pages[i]
            figures.append((*edges.precision_recall(words(text), words(page.gold)), word_f1(text, page.gold) < 0.5,
                            *edges.edges(text, page.gold, page.headline)))
        row(label, [f"{mean(column):.3f}" for column in zip(*figures)])


def print_table(pages, runs, sets):
    row("", [label for label, *_ in runs])
    print("|---|" + "--:|" * len(runs))
    by_set = {name: [i for i, page in enumerate(pages) if page.of == name] for name in sets}
    scores = {label: {name: mean([word_f1(results[i][0], pages[i].gold) for i in at]) for name, at in by_set.items()}
              for label, results, *_ in runs}
    for name, at in by_set.items():
        row(f"{name}, {len(at)} pages", [f"{scores[label][name]:.3f}" for label, *_ in runs])
    row(f"**word F1, mean of {len(sets)} sets**", [f"**{mean(list(scores[label].values())):.3f}**" for label, *_ in runs])
    titled = [i for i, page in enumerate(pages) if page.of and page.headline]
    row(f"headline right, of {len(titled)}", [f"{mean([folded(results[i][1]) == folded(pages[i].headline) for i in titled]):.3f}"
                                              for _, results, *_ in runs])
    cases = [i for i, page in enumerate(pages) if page.of is None]
    row(f"spec cases right, of {len(cases)}", [str(sum(is_right(pages[i], results[i][0]) for i in cases)) for _, results, *_ in runs])
    size = sum(len(page.html.encode("utf-8", "replace")) for page in pages)
    row("MB/s a core", [f"{size / 1e6 / seconds:.1f}" for _, _, seconds, _ in runs])
    row("peak memory, MB", [f"{peak:.0f}" for *_, peak in runs])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("sets", nargs="*")
    arguments = parser.parse_args()
    corpora = os.environ.get("CORPORA")
    if not corpora:
        print("CORPORA is not set: spec cases only", file=sys.stderr)
    sets = arguments.sets or (sorted(name for name in os.listdir(corpora) if os.path.isdir(os.path.join(corpora, name, "gold")))
                              if corpora else [])
    pages = list(corpus_pages(corpora, sets, None if arguments.all else arguments.pages)) + list(spec_pages())
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for i, page in enumerate(pages):
            names.append(os.path.join(folder, f"{i}.html"))
            with open(names[-1], "w", encoding="utf-8", errors="replace", newline="") as file:
                file.write(page.html)
        runs = []
        for label, run in extractors(os.environ["PEERS_BUILD"]):
            if label in arguments.without:
                continue
            print(f"{label}: {len(pages)} pages", file=sys.stderr, flush=True)
            runs.append((label, *run(pages, names)))
    print_table(pages, runs, sets)
    print()
    print_edges(pages, runs)


if __name__ == "__main__":
    main()
