#!/usr/bin/python3
"""Trains the learned step of `auto` and writes its table.

  CORPORA=<folder> tests/train/train.py DUMP_BLOCKS FOLDER      train on all, write auto_trees_table.inc
  CORPORA=<folder> tests/train/train.py DUMP_BLOCKS --check     scores, cross-validated by host, and those
                                                                of the other sets, with intervals
  CORPORA=<folder> tests/train/train.py DUMP_BLOCKS --losses    what keeps the pages of wcxb-dev from 1,
                                                                cross-validated
  CORPORA=<folder> tests/train/train.py DUMP_BLOCKS --ablation  cross-validated without groups of features

DUMP_BLOCKS is the tool built from dump_blocks.c. Trained on wcxb-dev and ar-mulham only, both
CC-BY-4.0. Needs python3-numpy and python3-sklearn. The seed is fixed: the same corpora and the same
packages give the same table.
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

import losses
from nodes import read_nodes

SETS = ("wcxb-dev", "ar-mulham")
OTHER_SETS = ("cleaneval-dev", "rtl-news", "fa-saaad", "fa-ziaenezhad", "fa-bitorbit", "he-aizenimr",
              "ur-mariakhan")
SEED = 1
RESAMPLES = 2000
FOLDS = 5
TREES = 140
DEPTH = 5
RATE = .075
LEAF_SCALE = 2048
RULE_SHARES = (0., .3)  # on other pages, on pages with an article's hint; as in auto_trees.c,
PRUNED_TRUST = .6       # as these three
MISSED_SHARE = .75
MISSED_SHARE_PRODUCT = .4
HINTS = 0               # feature: the page's hints
ARTICLE, PRODUCT = 1, 4 # bits of them
IS_TAKEN = 24 + 9       # feature: whether the rules took the block
FATE = 24 + 10          # feature: the block's fate by the rules
FATE_PRUNED, FATE_CUT = 1, 3
TEXT = 24               # feature: code points of the block's text
LINK_SHARE = 24 + 1     # feature: the share of the block's text inside links
DIGIT_SHARE = 24 + 5    # feature: the share of digits in it
IN_TABLE, IN_PRE = 104, 108  # features
FOLDED_TEXT, FOLDED_TEXT_ARTICLE, FOLDED_DIGITS = 8, 60, .3  # as in auto_clean.c
# Features that tell the same kind of thing, for --ablation.
GROUPS = {"page": slice(0, 24), "neighbours": slice(37, 48), "elements": slice(53, 63),
          "sections": slice(63, 79), "names": slice(79, 103)}
WORD = re.compile(r"\w+")


def manifest(folder, name):
    with open(f"{folder}/{name}/manifest.jsonl", encoding="utf-8") as rows:
        return {row["id"]: row for row in map(json.loads, rows)}


def host(row):
    """Pages of one site go to one fold; a set of one author is one site."""
    if row["set"] != "wcxb-dev":
        return row["set"]
    name = urllib.parse.urlsplit(row.get("url") or "").hostname or row["id"]
    return ".".join(name.split(".")[-2:])


def runs(words, length):
    return (tuple(words[i:i + length]) for i in range(len(words) - length + 1))


def labels(texts, gold):
    """The share of each block's runs of four words (all of a shorter one) that the gold text has."""
    known = {run for length in range(1, 5) for run in runs(gold, length)}
    out = np.zeros(len(texts))
    for i, words in enumerate(texts):
        if words:
            found = [run in known for run in runs(words, min(4, len(words)))]
            out[i] = sum(found) / len(found)
    return out


def read_texts(path):
    """Yields a page's id and the texts of its blocks."""
    with open(path, encoding="utf-8", newline="\n") as lines:
        for line in lines:
            _, page, count = line.rstrip("\n").split("\t")
            yield page, [next(lines).rstrip("\n") for _ in range(int(count))]


def load(folder, tool, name):
    rows = manifest(folder, name)
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([tool, name, f"{scratch}/d"], check=True)
        texts = list(read_texts(f"{scratch}/d.txt"))
        blocks = sum(len(t) for _, t in texts)
        features = np.fromfile(f"{scratch}/d.bin", dtype=np.float32).reshape(blocks, -1)
        nodes = list(read_nodes(f"{scratch}/d.nodes"))
    at = 0
    for (page, lines), elements in zip(texts, nodes):
        row = rows[page]
        words = [WORD.findall(line.lower()) for line in lines]
        with open(f"{folder}/{name}/gold/{page}.txt", encoding="utf-8") as file:
            gold = WORD.findall(file.read().lower())
        yield {"id": page, "set": name, "host": host(row), "type": row.get("page_type") or name,
               "language": row.get("lang") or "unknown",
               "words": words, "features": features[at:at + len(words)], "gold": gold,
               "nodes": elements, "texts": lines,
               "labels": labels(words, gold), "lengths": np.array([len(w) for w in words], float)}
        at += len(words)


def weights(page):
    """Pages weigh alike, blocks by the root of their words; one author's set weighs less."""
    root = np.sqrt(page["lengths"]) / np.sqrt(max(page["lengths"].sum(), 50.0))
    return root * (1.0 if page["set"] == "wcxb-dev" else .3)


def fit(pages):
    weight = np.concatenate([weights(p) for p in pages])
    model = HistGradientBoostingClassifier(
        max_iter=TREES, max_depth=DEPTH, max_leaf_nodes=2 ** DEPTH, learning_rate=RATE,
        min_samples_leaf=100, l2_regularization=5, early_stopping=False, random_state=SEED)
    return model.fit(np.concatenate([p["features"] for p in pages]),
                     np.concatenate([p["labels"] > .5 for p in pages]),
                     sample_weight=weight / weight.mean())


def missed_share(hints):
    """The share of the content outside of what is taken that counts as missed."""
    return MISSED_SHARE_PRODUCT if hints & (ARTICLE | PRODUCT) == PRODUCT else MISSED_SHARE


def fold_repeats(page, scores):
    """Of texts that stand several times only the one of highest score counts, as in auto_clean.c."""
    features = page["features"]
    least = FOLDED_TEXT_ARTICLE if int(features[0, HINTS]) & ARTICLE else FOLDED_TEXT
    folded = ((features[:, TEXT] >= least) & (features[:, DIGIT_SHARE] < FOLDED_DIGITS)
              & (features[:, IN_TABLE] == 0) & (features[:, IN_PRE] == 0))
    best = {}
    for i in np.flatnonzero(folded):
        text = page["texts"][i]
        if text in best and scores[best[text]] >= scores[i]:
            scores[i] = 0
            continue
        if text in best:
            scores[best[text]] = 0
        best[text] = i


def choose(scores, lengths, missed):
    """The blocks of greatest expected F1, as auto_trees.c chooses them."""
    order = np.argsort(-scores, kind="stable")
    text = np.cumsum(lengths[order])
    content = np.cumsum((lengths * scores)[order])
    best = int(np.argmax(2 * content / (text + missed * content[-1] + 1e-6)))
    taken = np.zeros(len(scores), bool)
    taken[order[:best + 1]] = True
    return taken & (scores > 0)


def word_f1(page, taken):
    found = collections.Counter(w for i in np.flatnonzero(taken) for w in page["words"][i])
    common = sum((found & collections.Counter(page["gold"])).values())
    total = sum(found.values()) + len(page["gold"])
    return 2 * common / total if total else 1.0


def take(model, page):
    """The blocks that the extractor takes."""
    if not page["words"]:
        return np.zeros(0, bool)
    features = page["features"]
    hints = int(features[0, HINTS])
    article = hints & ARTICLE
    rules = RULE_SHARES[article]
    pruned = features[:, FATE] == FATE_PRUNED
    trust = np.where(pruned & (article > 0), PRUNED_TRUST, 1)
    scores = ((1 - rules) * trust * model.predict_proba(features)[:, 1]
              + rules * (features[:, IS_TAKEN] > 0))
    scores[features[:, FATE] == FATE_CUT] = 0
    if article:
        scores[pruned & (features[:, LINK_SHARE] > .5)] = 0
    fold_repeats(page, scores)
    return choose(scores, page["lengths"], missed_share(hints))


def cross_validate(pages):
    """Pairs of a page and what is taken of it by a model that saw no page of its host."""
    hosts = sorted({p["host"] for p in pages})
    np.random.RandomState(SEED).shuffle(hosts)
    fold = {h: i % FOLDS for i, h in enumerate(hosts)}
    out = []
    for k in range(FOLDS):
        model = fit([p for p in pages if fold[p["host"]] != k])
        out += [(p, take(model, p)) for p in pages if fold[p["host"]] == k]
    return out


def without(columns, pages):
    """The pages with features that tell nothing; the rules' part in a choice is left."""
    out = []
    for page in pages:
        features = page["features"].copy()
        features[:, columns] = 0
        features[:, HINTS] = page["features"][:, HINTS]
        out.append({**page, "features": features})
    return out


def evaluate(pages, others):
    """The other sets, by a model that was trained on all of `pages`."""
    model = fit(pages)
    return [(page, take(model, page)) for page in others]


def collect(taken):
    """Scores by set, type and language of the pages."""
    sums = collections.defaultdict(list)
    for page, blocks in taken:
        f1 = word_f1(page, blocks)
        for name in {page["set"], page["type"], "language " + page["language"]}:
            sums[name].append(f1)
    return sums


def interval(values):
    """The middle 95 % of the means of resampled pages."""
    draws = np.random.RandomState(SEED).choice(values, (RESAMPLES, len(values)))
    return np.quantile(draws.mean(axis=1), (.025, .975))


def means(sums):
    return {name: float(np.mean(values)) for name, values in sorted(sums.items())}


def print_scores(sums):
    print(f"{'':20} pages  word F1  95 % of resamples")
    for name, values in sorted(sums.items()):
        low, high = interval(values)
        print(f"{name:20} {len(values):5}   {np.mean(values):.4f}  {low:.4f} to {high:.4f}")


def spread(nodes, at, k, features, thresholds, leaves):
    """Lays a grown tree out as a full one: a leaf above the last level fills all below it."""
    node = nodes[at]
    inner = 2 ** DEPTH - 1
    if k >= inner:
        leaves[k - inner] = int(round(float(node["value"]) * LEAF_SCALE))
        return
    if not node["is_leaf"]:
        features[k] = int(node["feature_idx"])
        thresholds[k] = float(node["num_threshold"])
    for side, child in (("left", 2 * k + 1), ("right", 2 * k + 2)):
        spread(nodes, at if node["is_leaf"] else int(node[side]), child, features, thresholds,
               leaves)


def number(value):
    """A float literal of four digits."""
    text = f"{value:.4g}"
    return text + ("f" if "." in text or "e" in text else ".f")


def write_header(out, scores):
    tool = os.path.basename(__file__)
    out.write(f"/*\n * Generated by tests/train/{tool}; do not edit.\n"
              " * Data: wcxb-dev (WCXB, M. Foley 2026) and ar-mulham, both CC-BY-4.0; no text of\n"
              " * them is in this table.\n"
              " * Command: CORPORA=<folder> tests/train/train.py build/bench/dump_blocks "
              "core/src/extractors\n"
              f" * Word F1, {FOLDS}-fold cross-validation by host, seed {SEED}:\n")
    for name, value in scores.items():
        out.write(f" *   {name} {value:.4f}\n")
    out.write(" */\n")


def write_trees(trees, scores, path):
    inner = 2 ** DEPTH - 1
    with open(path, "w", encoding="utf-8") as out:
        write_header(out, scores)
        out.write(f"#define TREE_BASE {number(float(np.ravel(trees._baseline_prediction)[0]))}\n"
                  f"#define LEAF_SCALE {LEAF_SCALE}.f\n\nstatic const tree trees[] = {{\n")
        for step in trees._predictors:
            features, thresholds, leaves = [0] * inner, [0.0] * inner, [0] * (inner + 1)
            spread(step[0].nodes, 0, 0, features, thresholds, leaves)
            out.write("{{" + ",".join(map(str, features)) + "},\n{"
                      + ",".join(map(number, thresholds)) + "},\n{"
                      + ",".join(map(str, leaves)) + "}},\n")
        out.write("};\n")


def main():
    folder = os.environ.get("CORPORA")
    if folder is None or len(sys.argv) != 3:
        sys.exit(__doc__)
    pages = [p for name in SETS for p in load(folder, sys.argv[1], name)]
    taken = cross_validate(pages)
    sums = collect(taken)
    print_scores(sums)
    if sys.argv[2] == "--ablation":
        for name, columns in GROUPS.items():
            print(f"without {name}")
            print_scores(collect(cross_validate(without(columns, pages))))
    elif sys.argv[2] == "--losses":
        losses.show([(p, blocks, word_f1(p, blocks), word_f1(p, p["labels"] > .5))
                     for p, blocks in taken if p["set"] == "wcxb-dev"])
    elif sys.argv[2] == "--check":
        others = [p for name in OTHER_SETS for p in load(folder, sys.argv[1], name)]
        print_scores(collect(evaluate(pages, others)))
    else:
        write_trees(fit(pages), means(sums), f"{sys.argv[2]}/auto_trees_table.inc")


if __name__ == "__main__":
    main()
