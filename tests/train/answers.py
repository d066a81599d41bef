#!/usr/bin/python3
"""Scores the answers of `auto`, with all that follows the trees, by tables that did not see a page's site.

  CORPORA=<folder> tests/train/answers.py DUMP_BLOCKS OUT           trains tables without each part of the pages, builds danad
                                                                with each of them, has it answer the part, writes OUT
  tests/train/answers.py --compare BEFORE AFTER                 what changed from one such file to another: pages whose
                                                                word F1 rises and falls, and the sum, by kind and set
  ... --folds N       parts of the sites, three without it
  ... --sample S      blocks that are drawn for training, as in train.py
  ... --labels FOLDER keep the blocks' labels there, as in train.py
  ... --tables FOLDER keep the trained tables there: a change of rules alone needs no training

Each page is answered up to three times; OUT has a line of JSON for each answer, with its `kind`:
  folds     by tables of the other sites, of all sets that train
  left-out  by tables without its set and those of its kind (GROUPS)
  never     of a set that never trains: by the tables of the sources
The sources are copied for the builds, and stay as they are. Needs what train.py needs, cmake, ninja and a compiler.
"""
import argparse
import base64
import collections
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile

import class_words
import page_type
import places
import train
from pages import Tool, folds, manifest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
# Sets that are left out together, as what one has learnt of a kind of sites the others have.
GROUPS = {"daniel": {"daniel-dev"}, "wcxb": {"wcxb-dev"},
          "parsers": {"magic-dev", "postlight-dev", "newspaper-dev", "he-flash-dev", "readability-dev"},
          "publishers": {"fundus-dev", "mlnews-dev", "ldnews-dev", "trafilatura-dev", "ar-mulham"}}
NEVER = (*train.OTHER_SETS, "ar-ahmedkarim", "europa-dev", "fa-gheychi")
TABLES = ("extractors/auto/trees_table.inc", "extractors/auto/page_type_table.inc", "blocks/word_odds_table.inc")
LARGEST = 12  # changes that are listed


def overlap(found, gold):
    """F1 of two lists."""
    common = sum((collections.Counter(found) & collections.Counter(gold)).values())
    total = len(found) + len(gold)
    return 2 * common / total if total else 1.0


def score(text, gold):
    """Word F1, and that of units: words; of Chinese and Japanese, characters."""
    return [round(overlap(pattern.findall(text.lower()), pattern.findall(gold.lower())), 6)
            for pattern in (train.WORD, places.UNIT)]


# ------------------------------------------------------------------------------------------ tables
def write_tables(pages, tool, sample, folder):
    """Trains on pages, and writes the tables as train.py does."""
    odds, types, (trees,) = train.fit([{**p, "features": p["features"].copy()} for p in pages], sample)
    first_lines = train.head(list(train.TRAINED))
    for table in TABLES:
        os.makedirs(os.path.dirname(f"{folder}/{table}"), exist_ok=True)
    train.write_trees(trees, tool, first_lines, f"{folder}/{TABLES[0]}")
    page_type.write(types, tool, train.spread, train.number, f"{folder}/{TABLES[1]}", first_lines)
    class_words.write(odds, f"{folder}/{TABLES[2]}", first_lines)


def parts_of(pages, count):
    """What each table must not see: its name, and whether a page is of the part."""
    fold = folds(pages, train.SEED, count)
    out = {f"fold{k}": (lambda page, k=k: fold[page["host"]] == k) for k in range(count)}
    out.update({name: (lambda page, sets=sets: page["set"] in sets) for name, sets in GROUPS.items()})
    return out


# ----------------------------------------------------------------------------------------- answers
class Builds:
    """danad, or another target, with other tables: a copy of the sources, built anew for each."""

    def __init__(self, scratch, target="danad", *options):
        self.tree, self.build, self.target = f"{scratch}/tree", f"{scratch}/build", target
        shutil.copytree(ROOT, self.tree, ignore=shutil.ignore_patterns("build", ".git"))
        subprocess.run(["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                        *options], check=True, stdout=subprocess.DEVNULL)

    def make(self, tables):
        """Returns the path of the program with these tables."""
        for table in TABLES:
            shutil.copyfile(f"{tables}/{table}", f"{self.tree}/core/src/{table}")
        run = subprocess.run(["ninja", "-C", self.build, self.target], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            sys.exit(run.stdout)
        return f"{self.build}/{self.target}"


def gold_of(folder, name, page):
    path = f"{folder}/{name}/gold/{page}.txt"
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return file.read()


def write_requests(folder, name, pages, path):
    """The pages as they were served, a line of JSON each."""
    rows = manifest(folder, name)
    with open(path, "w", encoding="utf-8") as out:
        for page in pages:
            with gzip.open(f"{folder}/{name}/pages/{page}.html.gz", "rb") as file:
                item = {"id": page, "html_base64": base64.b64encode(file.read()).decode()}
            if (rows[page].get("url") or "").startswith("http"):
                item["base_url"] = rows[page]["url"]
            out.write(json.dumps(item) + "\n")


def answer(danad, folder, name, pages, kind):
    """Yields what danad answers, with its scores."""
    with tempfile.NamedTemporaryFile() as requests:
        write_requests(folder, name, pages, requests.name)
        with open(requests.name, "rb") as lines:
            run = subprocess.run([danad, "extract", "--ndjson", "--include", "text,headline"], stdin=lines,
                                 capture_output=True, check=False)
    for line in run.stdout.splitlines():
        item = json.loads(line)
        result = item.get("result") or {}
        text = (result.get("content") or {}).get("text") or ""
        f1, units = score(text, gold_of(folder, name, item["id"]))
        yield {"kind": kind, "set": name, "id": item["id"], "f1": f1, "units": units, "error": item.get("error"),
               "page_type": result.get("page_type"), "headline": (result.get("headline") or {}).get("text"), "text": text}


def by_set(pages):
    out = collections.defaultdict(list)
    for page in pages:
        out[page["set"]].append(page["id"])
    return out


def make_answers(arguments, folder):
    tool = Tool(arguments.tool)
    if arguments.labels:
        os.makedirs(arguments.labels, exist_ok=True)
    pages = [p for name in train.TRAINED for p in train.load(folder, tool, name, arguments.labels)]
    with tempfile.TemporaryDirectory() as scratch, open(arguments.out, "w", encoding="utf-8") as out:
        builds = Builds(scratch)
        kept = arguments.tables or f"{scratch}/tables"
        for part, holds in parts_of(pages, arguments.folds).items():
            tables = f"{kept}/{part}"
            if not os.path.exists(f"{tables}/{TABLES[-1]}"):
                write_tables([p for p in pages if not holds(p)], tool, arguments.sample, tables)
            danad = builds.make(tables)
            kind = "folds" if part.startswith("fold") else "left-out"
            for name, ids in by_set(p for p in pages if holds(p)).items():
                out.writelines(json.dumps(row) + "\n" for row in answer(danad, folder, name, ids, kind))
            print(f"{part}: done", file=sys.stderr, flush=True)
        danad = builds.make(f"{ROOT}/core/src")
        for name in NEVER:
            ids = [page for page in manifest(folder, name) if gold_of(folder, name, page) is not None]
            out.writelines(json.dumps(row) + "\n" for row in answer(danad, folder, name, ids, "never"))


# ------------------------------------------------------------------------------------------ tables
def read_answers(path):
    with open(path, encoding="utf-8") as lines:
        return {(row["kind"], row["set"], row["id"]): row for row in map(json.loads, lines)}


def print_means(rows):
    sums = collections.defaultdict(list)
    for (kind, name, _), row in rows.items():
        sums[kind, name].append((row["f1"], row["units"]))
    means = {key: [sum(column) / len(values) for column in zip(*values)] for key, values in sums.items()}
    print(f"{'kind':9}{'set':21} pages  word F1  units")
    for kind in sorted({kind for kind, _ in means}):
        of_kind = {name: value for (k, name), value in means.items() if k == kind}
        for name, (f1, units) in sorted(of_kind.items()):
            print(f"{kind:9}{name:21} {len(sums[kind, name]):5}   {f1:.4f}  {units:.4f}")
        f1, units = (sum(column) / len(of_kind) for column in zip(*of_kind.values()))
        print(f"{kind:9}{'mean of the sets':21} {'':5}   {f1:.4f}  {units:.4f}")


def print_changes(before, after):
    changes = sorted((after[key]["f1"] - before[key]["f1"], key) for key in before.keys() & after.keys())
    sums = collections.defaultdict(lambda: [0, 0, 0.0])
    for change, (kind, name, _) in changes:
        for row in (sums[kind, "all"], sums[kind, name]):
            row[0] += change > 0
            row[1] += change < 0
            row[2] += change
    print(f"{'kind':9}{'set':21} rise  fall  sum")
    for (kind, name), (rise, fall, total) in sorted(sums.items()):
        if rise or fall:
            print(f"{kind:9}{name:21} {rise:4}  {fall:4}  {total:+.4f}")
    largest = [c for c in changes if c[0] != 0]
    for change, key in largest[:LARGEST] + largest[max(LARGEST, len(largest) - LARGEST):]:
        print(f"{change:+.4f}  {before[key]['f1']:.4f} to {after[key]['f1']:.4f}  {' '.join(key)}")


def read_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("tool", metavar="DUMP_BLOCKS")
    parser.add_argument("out", metavar="OUT")
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--folds", type=int, default=3)
    parser.add_argument("--sample", type=float, default=train.SAMPLE)
    parser.add_argument("--labels", metavar="FOLDER")
    parser.add_argument("--tables", metavar="FOLDER")
    return parser.parse_args()


def main():
    arguments = read_arguments()
    if arguments.compare:
        print_changes(read_answers(arguments.tool), read_answers(arguments.out))
        return
    folder = os.environ.get("CORPORA")
    if folder is None:
        sys.exit("CORPORA names no folder of corpora")
    make_answers(arguments, folder)
    print_means(read_answers(arguments.out))


if __name__ == "__main__":
    main()
