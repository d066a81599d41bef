#!/usr/bin/python3
"""Trains the weights of `titlerank` and writes its table.

  CORPORA=<folder> tests/train/train_headline.py DUMP_HEADLINES OUT.inc     train on all, write it
  CORPORA=<folder> tests/train/train_headline.py DUMP_HEADLINES --check     scores, cross-validated
  CORPORA=<folder> tests/train/train_headline.py DUMP_HEADLINES --ablation  without one term group
  CORPORA=<folder> tests/train/train_headline.py DUMP_HEADLINES --errors    the pages missed

DUMP_HEADLINES is the tool built from dump_headlines.c. Trained on wcxb-dev and ar-mulham only, both
CC-BY-4.0; the other sets only evaluate. Needs python3-numpy and python3-scipy. Nothing is random but
the folds, and their seeds are fixed.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile
import urllib.parse

import numpy as np
from scipy.optimize import minimize

SETS = ("wcxb-dev", "ar-mulham")
OTHERS = ("rtl-news", "he-aizenimr", "fa-saaad", "fa-ziaenezhad", "fa-bitorbit", "fa-gheychi",
          "ar-ahmedkarim", "ur-mariakhan")
SEEDS = (1, 2, 3)
FOLDS = 5
PENALTY = 300.   # of the squared weights of normalised terms
AUTHOR_SHARE = .3  # what a page of one author's set weighs

# Terms by group. VALUE: the feature. EQUAL: whether it is this. LOG: log(1 + feature). BELOW: whether
# it is below 0. CROSS: a product of two. A feature of the page alone is the same for all candidates
# and tells something in products only.
VALUES = (
    "AT_TITLE AT_TITLE_FIRST AT_TITLE_LAST AT_TITLE_PART AT_OG AT_OG_PART AT_TWITTER AT_META "
    "AT_LD_HEADLINE AT_LD_NAME AT_LD_PART AT_CRUMB AT_SITE AT_HEADING AT_HEADING_UNIT "
    "AT_HEADING_PART AT_BLOCK AT_UNIT PLACES VISIBLE LEVEL IS_H1 FIRST_H1 ONLY_H1 ORDER "
    "HEADING_ORDER SAME_TITLE SAME_OG SAME_LD SAME_H1 SAME_NAMES SAME_VISIBLE IN_TITLE OF_TITLE "
    "IN_OG OF_OG IN_TWITTER OF_TWITTER IN_META OF_META IN_LD_HEADLINE OF_LD_HEADLINE IN_LD_NAME "
    "OF_LD_NAME IN_CRUMB OF_CRUMB IN_SITE IN_ADDRESS OF_ADDRESS IN_H1 OF_H1 IN_HEADINGS LIKE_NAMES "
    "LIKE_GAP LIKE_GAP_VISIBLE REST REST_SITE REST_H1 REST_ADDRESS IN_HOST CUT_HOST CUT_BEFORE "
    "CUT_BEHIND CUT_INSIDE SEGMENTS WORDS LETTERS DIGITS ENDS_IN_MARK BLOCK_SHARE BEFORE_MAIN "
    "BEHIND_MAIN IN_MAIN PRUNED LINKED DEPTH REPEATS TEXT_BEHIND IN_ARTICLE IN_LIST IN_HEADER IN_NAV "
    "IN_COMMENTS IN_CARD IN_POST IN_HIDDEN IN_HERO NAMED_TITLE NAMED_SITE IS_ITEMPROP").split()
EQUALS = (("LEVEL", (1, 2, 3)), ("CUT_BEFORE", (1, 2, 3, 4)), ("CUT_BEHIND", (1, 2, 3, 4)),
          ("CUT_INSIDE", (1, 2, 3, 4)), ("ORDER", (0, 1)), ("HEADING_ORDER", (0, 1)),
          ("WORDS", (1, 2, 3)), ("SEGMENTS", (2, 3)))
HINTS = ("HINT_ARTICLE", "HINT_FORUM", "HINT_PRODUCT", "HINT_LISTING", "HAS_OG", "HAS_LD")
BY_HINT = ("IS_H1", "FIRST_H1", "ONLY_H1", "AT_TITLE_FIRST", "AT_TITLE_LAST", "AT_TITLE", "AT_OG",
           "OF_TITLE", "IN_TITLE", "OF_H1", "AT_BLOCK", "PRUNED")
PAIRS = (("IS_H1", "OF_TITLE"), ("IS_H1", "IN_TITLE"), ("IS_H1", "IN_MAIN"),
         ("AT_HEADING", "OF_OG"), ("AT_HEADING", "IN_OG"), ("AT_TITLE_FIRST", "REST_SITE"),
         ("AT_TITLE_LAST", "REST_SITE"), ("AT_TITLE_FIRST", "IN_H1"),
         ("AT_TITLE_FIRST", "REST_H1"), ("IS_H1", "IN_SITE"))


def all_terms():
    terms = [("VALUE", a, None) for a in VALUES]
    terms += [("EQUAL", a, v) for a, values in EQUALS for v in values]
    terms += [("LOG", "LETTERS", None), ("BELOW", "BEFORE_MAIN", None), ("BELOW", "BEHIND_MAIN", None)]
    terms += [("CROSS", a, h) for h in HINTS for a in BY_HINT]
    return terms + [("CROSS", a, b) for a, b in PAIRS]


def features_of(tool):
    names = subprocess.run([tool, "--names"], check=True, capture_output=True, text=True).stdout
    return {line.split("\t")[0]: i for i, line in enumerate(names.splitlines())}


def manifest(folder, name):
    with open(f"{folder}/{name}/manifest.jsonl", encoding="utf-8") as rows:
        return {row["id"]: row for row in map(json.loads, rows)}


def host(row):
    """Pages of one site go to one fold; a set of one author is one site."""
    if row["set"] != "wcxb-dev":
        return row["set"]
    name = urllib.parse.urlsplit(row.get("url") or "").hostname or row["id"]
    return ".".join(name.split(".")[-2:])


def load(folder, tool, name, at):
    """Yields the pages of a set with their candidates: features, whether they are gold, texts."""
    rows = manifest(folder, name)
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([tool, name, f"{scratch}/d"], check=True)
        features = np.fromfile(f"{scratch}/d.bin", dtype=np.float32).reshape(-1, len(at))
        with open(f"{scratch}/d.txt", encoding="utf-8", newline="\n") as file:
            lines = iter(file.read().split("\n")[:-1])
    begin = 0
    for line in lines:
        _, page, count = line.split("\t")
        texts = [next(lines).split("\t", 1) for _ in range(int(count))]
        row, end = rows[page], begin + len(texts)
        yield {"id": page, "set": name, "host": host(row), "type": row.get("page_type") or name,
               "gold": row["headline"], "features": features[begin:end].astype(float),
               "right": np.array([mark == "1" for mark, _ in texts], bool),
               "texts": [text for _, text in texts]}
        begin = end


def term_values(features, at, terms):
    """The terms of candidates, as titlerank.c computes them."""
    out = np.empty((len(features), len(terms)))
    for k, (kind, a, b) in enumerate(terms):
        value = features[:, at[a]]
        if kind == "EQUAL":
            value = value == b
        elif kind == "LOG":
            value = np.log1p(value)
        elif kind == "BELOW":
            value = value < 0
        elif kind == "CROSS":
            value = value * features[:, at[b]]
        out[:, k] = value
    return out


def fit(pages):
    """Weights of greatest penalised likelihood: a softmax over the candidates of each page, whose
    gold headline may be several candidates."""
    pages = [p for p in pages if p["right"].any()]
    values = np.vstack([p["terms"] for p in pages])
    spread = values.std(axis=0) + 1e-6
    values = (values - values.mean(axis=0)) / spread
    sizes = [len(p["right"]) for p in pages]
    starts = np.cumsum([0] + sizes)[:-1]
    page_of = np.repeat(np.arange(len(pages)), sizes)
    right = np.concatenate([p["right"] for p in pages]).astype(float)
    weight = np.array([1. if p["set"] == SETS[0] else AUTHOR_SHARE for p in pages])

    def loss(x):
        scores = values @ x
        shares = np.exp(scores - np.maximum.reduceat(scores, starts)[page_of])
        all_of, right_of = np.add.reduceat(shares, starts), np.add.reduceat(shares * right, starts)
        slope = (shares / all_of[page_of] - shares * right / right_of[page_of]) * weight[page_of]
        return ((weight * np.log(all_of / right_of)).sum() + .5 * PENALTY * (x @ x),
                values.T @ slope + PENALTY * x)

    start = np.zeros(values.shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return found.x / spread


def scores_of(pages, weights):
    """Whether each page's best candidate is its gold headline, as means by set and page type."""
    hits = collections.defaultdict(list)
    for page, weight in zip(pages, weights):
        hit = bool(len(page["right"]) and page["right"][int(np.argmax(page["terms"] @ weight))])
        hits[page["set"]].append(hit)
        hits[page["type"]].append(hit)
    return {name: float(np.mean(values)) for name, values in hits.items()}


def cross_weights(pages, seed):
    """The weights for each page, trained without its host's fold."""
    hosts = sorted({p["host"] for p in pages})
    np.random.RandomState(seed).shuffle(hosts)
    fold = {h: i % FOLDS for i, h in enumerate(hosts)}
    models = [fit([p for p in pages if fold[p["host"]] != k]) for k in range(FOLDS)]
    return [models[fold[p["host"]]] for p in pages]


def cross_validate(pages):
    runs = [scores_of(pages, cross_weights(pages, seed)) for seed in SEEDS]
    return {name: float(np.mean([run[name] for run in runs])) for name in sorted(runs[0])}


def set_terms(pages, at, terms):
    for page in pages:
        page["terms"] = term_values(page["features"], at, terms)


def print_scores(label, scores):
    print(f"{label:28}", *(f"{name} {value:.4f}" for name, value in scores.items()), flush=True)


def ablation(pages, at):
    """Cross-validated scores without each group of terms: a feature and its products."""
    terms = all_terms()
    set_terms(pages, at, terms)
    print_scores("all", cross_validate(pages))
    for feature in sorted({t[1] for t in terms} | {t[2] for t in terms if t[0] == "CROSS"}):
        set_terms(pages, at, [t for t in terms if feature not in t[1:]])
        print_scores("without " + feature, cross_validate(pages))


def errors(pages):
    weights = cross_weights(pages, SEEDS[0])
    for page, weight in zip(pages, weights):
        scores = page["terms"] @ weight
        best = int(np.argmax(scores))
        if not page["right"][best]:
            known = "known" if page["right"].any() else "none"
            print(page["id"], page["type"], known, repr(page["gold"]), repr(page["texts"][best]),
                  sep="\t")


def write_table(terms, weights, scores, path):
    with open(path, "w", encoding="utf-8") as out:
        out.write(f"/*\n * Generated by tests/train/{os.path.basename(__file__)}; do not edit.\n"
                  " * Data: wcxb-dev (WCXB, M. Foley 2026) and ar-mulham, both CC-BY-4.0; no text of\n"
                  " * them is in this table.\n"
                  " * Command: CORPORA=<folder> tests/train/train_headline.py "
                  "build/bench/dump_headlines core/src/title/titlerank_weights.inc\n"
                  f" * Exact match, {FOLDS}-fold cross-validation by host, mean of the seeds "
                  f"{', '.join(map(str, SEEDS))}:\n")
        for name, value in scores.items():
            out.write(f" *   {name} {value:.4f}\n")
        out.write(" */\nstatic const term terms[] = {\n")
        for (kind, a, b), weight in zip(terms, weights):
            second = f"DANA__RANK_{b}" if kind == "CROSS" else b or 0
            out.write(f"    {{{kind}, DANA__RANK_{a}, {second}, {weight:.4f}f}},\n")
        out.write("};\n")


def main():
    folder = os.environ.get("CORPORA")
    if folder is None or len(sys.argv) != 3:
        sys.exit(__doc__)
    tool, action = sys.argv[1:]
    at, terms = features_of(tool), all_terms()
    pages = [p for name in SETS for p in load(folder, tool, name, at)]
    if action == "--ablation":
        ablation(pages, at)
        return
    set_terms(pages, at, terms)
    if action == "--errors":
        errors(pages)
        return
    scores = cross_validate(pages)
    weights = fit(pages)
    others = [p for name in OTHERS for p in load(folder, tool, name, at)]
    set_terms(others, at, terms)
    scores.update(scores_of(others, [weights] * len(others)))
    for name, value in scores.items():
        print(f"{name:16} {value:.4f}")
    if action != "--check":
        write_table(terms, weights, scores, action)


if __name__ == "__main__":
    main()
