#!/usr/bin/python3
"""Trains the weights of `titlerank` and writes its table.

  CORPORA=<folder> tests/train/train_headline.py DUMP_HEADLINES OUT.inc     train on all, write it
  CORPORA=<folder> tests/train/train_headline.py DUMP_HEADLINES --check     scores, cross-validated
  CORPORA=<folder> tests/train/train_headline.py DUMP_HEADLINES --ablation  without one feature
  CORPORA=<folder> tests/train/train_headline.py DUMP_HEADLINES --errors    the pages missed

DUMP_HEADLINES is the tool built from dump_headlines.c. Trained on wcxb-dev and ar-mulham only, both
CC-BY-4.0; the other sets only evaluate. Needs python3-numpy and python3-scipy. Nothing is random but
the folds, and their seeds are fixed.
"""
import collections
import os
import re
import sys
import tempfile

import numpy as np
from scipy.optimize import minimize

from pages import Tool, folds, host, manifest

SETS = ("wcxb-dev", "ar-mulham")
OTHERS = ("rtl-news", "he-aizenimr", "fa-saaad", "fa-ziaenezhad", "fa-bitorbit", "fa-gheychi",
          "ar-ahmedkarim", "ur-mariakhan")
SEEDS = (11, 12, 13)  # not those by which the terms were chosen
FOLDS = 5
PENALTY = 300.   # of the squared weights of normalised terms
WORD = re.compile(r"\w+")
AUTHOR_SHARE = .3  # what a page of one author's set weighs

# Terms by group. VALUE: the feature. EQUAL: whether it is this. LOG: log(1 + feature). BELOW: whether
# it is below 0. CROSS: a product of two. A feature of the page alone is the same for all candidates
# and tells something in products only.
GROUPS = {
    "places": "AT_TITLE_FIRST AT_TITLE_LAST AT_OG AT_TWITTER AT_META AT_LD_HEADLINE AT_LD_PART "
              "AT_CRUMB AT_HEADING AT_HEADING_UNIT AT_HEADING_PART PLACES VISIBLE",
    "headings": "IS_H1 FIRST_H1 ONLY_H1 HEADING_ORDER",
    "likeness": "SAME_TITLE SAME_H1 SAME_VISIBLE IN_TITLE OF_TITLE IN_OG OF_OG IN_TWITTER OF_META "
                "IN_LD_HEADLINE IN_CRUMB LIKE_GAP LIKE_GAP_VISIBLE",
    "site and address": "IN_ADDRESS OF_ADDRESS CUT_HOST",
    "cuts": "CUT_AFTER CUT_INSIDE SEGMENTS",
    "form": "WORDS ENDS_IN_MARK",
    "position": "BLOCK_SHARE BEFORE_MAIN IN_MAIN PRUNED LINKED DEPTH TEXT_AFTER",
    "class names": "IN_NAV IN_CARD IN_POST IN_HERO NAMED_TITLE NAMED_SITE",
}
VALUES = " ".join(GROUPS.values()).split()
EQUALS = (("LEVEL", (1, 2, 3)), ("CUT_BEFORE", (1, 2, 3, 4)), ("CUT_AFTER", (1, 2, 3, 4)),
          ("CUT_INSIDE", (1, 2, 3, 4)), ("ORDER", (0, 1)), ("HEADING_ORDER", (0, 1)),
          ("WORDS", (1, 2, 3)))
HINTS = ("HINT_ARTICLE", "HINT_FORUM", "HINT_PRODUCT", "HAS_LD")
BY_HINT = ("IS_H1", "FIRST_H1", "AT_TITLE_FIRST", "AT_TITLE", "IN_TITLE", "OF_H1")
PAIRS = (("IS_H1", "OF_TITLE"), ("IS_H1", "IN_MAIN"), ("IS_H1", "IN_SITE"), ("AT_HEADING", "OF_OG"),
         ("AT_TITLE_FIRST", "REST_SITE"), ("AT_TITLE_LAST", "REST_SITE"),
         ("AT_TITLE_FIRST", "IN_H1"), ("AT_TITLE_FIRST", "REST_H1"), ("AT_TITLE", "BEST_VISIBLE"),
         ("AT_TITLE_FIRST", "BEST_VISIBLE"), ("AT_TITLE_LAST", "BEST_VISIBLE"),
         ("AT_OG", "BEST_VISIBLE"), ("IS_H1", "BEST_VISIBLE"))


def all_terms():
    terms = [("VALUE", a, None) for a in VALUES]
    terms += [("EQUAL", a, v) for a, values in EQUALS for v in values]
    terms += [("LOG", "LETTERS", None), ("BELOW", "BEFORE_MAIN", None)]
    terms += [("CROSS", a, h) for h in HINTS for a in BY_HINT]
    return terms + [("CROSS", a, b) for a, b in PAIRS]


def load(folder, tool, name):
    """Yields the pages of a set with their candidates: features, whether they are gold, texts."""
    rows = manifest(folder, name)
    with tempfile.TemporaryDirectory() as scratch:
        features, path = tool.dump(name, scratch)
        with open(path + ".txt", encoding="utf-8", newline="\n") as file:
            lines = iter(file.read().split("\n")[:-1])
    begin = 0
    for line in lines:
        _, page, count = line.split("\t")
        texts = [next(lines).split("\t", 1) for _ in range(int(count))]
        row, end = rows[page], begin + len(texts)
        yield {"id": page, "set": name, "host": host(row), "type": row.get("page_type") or name,
               "gold": row["headline"], "features": features[begin:end],
               "right": np.array([mark == "1" for mark, _ in texts], bool),
               "texts": [text for _, text in texts]}
        begin = end


def term_values(features, terms):
    """The terms of candidates, as titlerank.c computes them."""
    out = np.empty((len(features), len(terms)))
    for k, (kind, a, b) in enumerate(terms):
        value = features[a].astype(float)
        if kind == "EQUAL":
            value = value == b
        elif kind == "LOG":
            value = np.log1p(value)
        elif kind == "BELOW":
            value = value < 0
        elif kind == "CROSS":
            value = value * features[b]
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
    fold = folds(pages, seed, FOLDS)
    models = [fit([p for p in pages if fold[p["host"]] != k]) for k in range(FOLDS)]
    return [models[fold[p["host"]]] for p in pages]


def cross_validate(pages):
    runs = [scores_of(pages, cross_weights(pages, seed)) for seed in SEEDS]
    return {name: float(np.mean([run[name] for run in runs])) for name in sorted(runs[0])}


def set_terms(pages, terms):
    for page in pages:
        page["terms"] = term_values(page["features"], terms)


def print_scores(label, scores):
    print(f"{label:28}", *(f"{name} {value:.4f}" for name, value in scores.items()), flush=True)


def ablation(pages):
    """Cross-validated scores without a group of features, then without each feature: its terms and
    its products."""
    terms = all_terms()
    features = sorted({t[1] for t in terms} | {t[2] for t in terms if t[0] == "CROSS"})
    rows = {"all": ()}
    rows.update({"without " + name: tuple(group.split()) for name, group in GROUPS.items()})
    rows["without products"] = None
    rows.update({"without " + feature: (feature,) for feature in features})
    for label, gone in rows.items():
        left = [t for t in terms if (t[0] != "CROSS" if gone is None else not set(gone) & set(t[1:]))]
        set_terms(pages, left)
        print_scores(label, cross_validate(pages))


def cause(page, found):
    """Why a page is missed, from its gold headline, what was found and what was to choose from."""
    gold, words = WORD.findall(page["gold"].lower()), WORD.findall(found.lower())
    if gold == words:
        return "the same words, other marks"
    if not page["right"].any():
        return "the gold headline is no text of the page"
    if set(gold) < set(words):
        return "more than the gold headline"
    if set(words) < set(gold):
        return "less than the gold headline"
    return "another text"


def errors(pages):
    """Lists the pages missed by cross-validation, then counts their causes."""
    counts = collections.Counter()
    for page, weight in zip(pages, cross_weights(pages, SEEDS[0])):
        best = int(np.argmax(page["terms"] @ weight))
        if not page["right"][best]:
            why = cause(page, page["texts"][best])
            counts[why] += 1
            print(page["id"], page["type"], why, repr(page["gold"]), repr(page["texts"][best]),
                  sep="\t")
    for why, count in counts.most_common():
        print(f"{count:5} {why}")


def write_table(terms, weights, scores, path):
    with open(path, "w", encoding="utf-8") as out:
        out.write(f"/*\n * Generated by tests/train/{os.path.basename(__file__)}; do not edit.\n"
                  " * Data: wcxb-dev (WCXB, M. Foley 2026) and ar-mulham, both CC-BY-4.0; no text of\n"
                  " * them is in this table.\n"
                  " * Command: CORPORA=<folder> tests/train/train_headline.py "
                  "build/bench/dump_headlines core/src/title/rank/titlerank_weights.inc\n"
                  f" * Exact match, {FOLDS}-fold cross-validation by host, mean of the seeds "
                  f"{', '.join(map(str, SEEDS))}:\n")
        for name, value in scores.items():
            how = ", not trained on" if name in OTHERS else ""
            out.write(f" *   {name} {value:.4f}{how}\n")
        out.write(" */\nstatic const term terms[] = {\n")
        for (kind, a, b), weight in zip(terms, weights):
            second = f"DANA__RANK_{b}" if kind == "CROSS" else b or 0
            out.write(f"    {{{kind}, DANA__RANK_{a}, {second}, {weight:.4f}f}},\n")
        out.write("};\n")


def main():
    folder = os.environ.get("CORPORA")
    if folder is None or len(sys.argv) != 3:
        sys.exit(__doc__)
    tool, action, terms = Tool(sys.argv[1]), sys.argv[2], all_terms()
    pages = [p for name in SETS for p in load(folder, tool, name)]
    if action == "--ablation":
        ablation(pages)
        return
    set_terms(pages, terms)
    if action == "--errors":
        errors(pages)
        return
    scores = cross_validate(pages)
    weights = fit(pages)
    others = [p for name in OTHERS for p in load(folder, tool, name)]
    set_terms(others, terms)
    scores.update(scores_of(others, [weights] * len(others)))
    for name, value in scores.items():
        print(f"{name:16} {value:.4f}")
    if action != "--check":
        write_table(terms, weights, scores, action)


if __name__ == "__main__":
    main()
