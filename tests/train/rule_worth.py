#!/usr/bin/python3
"""What each rule behind the learned step of `auto` is worth, by tables that did not see a page's site.

  CORPORA=<folder> tests/train/rule_worth.py --tables FOLDER [--markdown]

FOLDER has the tables that `answers.py ... --tables FOLDER` trained. For each rule, of the pages of which it changed a block
last: how many score more with it than without it, how many less, and the sum, by the kinds of answers.py. A rule is worth
something where the sums are above 0, on more than one set.
"""
import argparse
import collections
import os
import subprocess
import sys
import tempfile

import answers
import train
from pages import folds, host, manifest

KINDS = ("folds", "left-out", "never")
LEAST = 1e-6  # of a change


def trained_pages(folder):
    """The pages that train: set, id and host."""
    return [{"set": name, "id": page, "host": host(row)} for name in train.TRAINED
            for page, row in manifest(folder, name).items() if answers.gold_of(folder, name, page) is not None]


def measure(tool, sets, kind, holds):
    """Yields a rule, the kind, the set, and the change of word F1, of the pages that a part holds."""
    run = subprocess.run([tool, *sets], check=True, capture_output=True, text=True)
    for line in run.stdout.splitlines():
        rule, name, page, without, with_it = line.split("\t")
        if holds(name, page):
            yield rule, kind, name, float(with_it) - float(without)


def parts(folder):
    """Each part of answers.py: the folder of its tables, its kind, its sets, and whether it holds a page."""
    pages = trained_pages(folder)
    fold = folds(pages, train.SEED, 3)
    known = {(p["set"], p["id"]): fold[p["host"]] for p in pages}
    for k in range(3):
        yield f"fold{k}", "folds", list(train.TRAINED), lambda name, page, k=k: known.get((name, page)) == k
    for part, sets in answers.GROUPS.items():
        yield part, "left-out", sorted(sets), lambda name, page: True


def collect(folder, kept):
    with tempfile.TemporaryDirectory() as scratch:
        builds = answers.Builds(scratch, "rule_worth", "-DDANAD_TESTS=ON")
        for part, kind, sets, holds in parts(folder):
            yield from measure(builds.make(f"{kept}/{part}"), sets, kind, holds)
            print(f"{part}: done", file=sys.stderr, flush=True)
        yield from measure(builds.make(f"{answers.ROOT}/core/src"), answers.NEVER, "never", lambda name, page: True)


def print_table(rows, markdown):
    sums = collections.defaultdict(lambda: [0, 0, 0, 0.0])
    sets = collections.defaultdict(set)
    for rule, kind, name, change in rows:
        row = sums[rule, kind]
        row[0] += 1
        row[1] += change > LEAST
        row[2] += change < -LEAST
        row[3] += change
        if change > LEAST:
            sets[rule].add(name)
    rules = sorted({rule for rule, _ in sums}, key=lambda rule: -sum(sums[rule, kind][3] for kind in KINDS))
    form = "| `{}` | {} | {} |" if markdown else "{:22} {:>5}  {}"
    for rule in rules:
        of_kind = [sums[rule, kind] for kind in KINDS]
        cells = [f"{rise}, {fall}, {total:+.2f}".replace("+0.", "+.").replace("-0.", "-.") for _, rise, fall, total in of_kind]
        print(form.format(rule, len(sets[rule]), (" | " if markdown else "  ").join(f"{cell:>16}" for cell in cells)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", required=True)
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    folder = os.environ.get("CORPORA")
    if not folder:
        sys.exit("CORPORA is not set")
    print_table(list(collect(folder, arguments.tables)), arguments.markdown)


if __name__ == "__main__":
    main()
