#!/usr/bin/python3
"""Trains the learned step of `auto` and writes its table.

  CORPORA=<folder> tests/train/train.py DUMP_BLOCKS --write FOLDER   train on all sets, write the tables of
                                                                 the trees and of the class words
  CORPORA=<folder> tests/train/train.py DUMP_BLOCKS --check      scores, cross-validated by site, and those
                                                                 of the sets that only evaluate, with intervals
  CORPORA=<folder> tests/train/train.py DUMP_BLOCKS --leave-out  each set by a model that saw none of it, and
                                                                 those that only evaluate by one of all
  CORPORA=<folder> tests/train/train.py DUMP_BLOCKS --losses     what keeps the pages of wcxb-dev from 1,
                                                                 cross-validated
  CORPORA=<folder> tests/train/train.py DUMP_BLOCKS --ablation   cross-validated without groups of features
  ... --without SET                                              as if there were no such training set
  ... --add SET=WEIGHT                                           a set of yours; a page of wcxb-dev weighs 1
  ... --folds N                                                  in so many parts instead of five: two take
                                                                 half the time, and train on half the sites
  ... --seeds N                                                  with --leave-out: so often, with the spread
  ... --sample S                                                 blocks that are drawn: .1 is quick and less sure
  ... --labels FOLDER                                            keep the blocks' labels there: they depend on texts
                                                                 alone, and take most of the time to read pages

DUMP_BLOCKS is the tool built from dump_blocks.c: it prints the names of the features and the constants
of `auto`. tests/README.md says how to train on pages of your own. Needs python3-numpy, python3-sklearn and python3-xgboost.
The seed is fixed: the same corpora and the same packages give the same table.
"""
import argparse
import collections
import hashlib
import os
import re
import sys
import tempfile

os.environ.setdefault("OMP_NUM_THREADS", "1")  # trees are too small for threads, which wait for one another

import numpy as np

import boost
import class_words
import forest
import losses
import page_type
import places
from nodes import read_nodes
from pages import Tool, folds, host, manifest

# Sets that train, and what a page of each weighs. daniel-dev's gold is GPL-3.0: --without daniel-dev.
TRAINED = {"wcxb-dev": 1, "ar-mulham": .3, "daniel-dev": .5, "fundus-dev": .5, "magic-dev": .5,
           "mlnews-dev": .5, "ldnews-dev": .5, "postlight-dev": .5, "newspaper-dev": .5,
           "he-flash-dev": .5, "trafilatura-dev": .3, "readability-dev": .2}
# News make most of the sets: pages of wcxb-dev that are none weigh so much more.
OTHER_TYPES = 1.6
# Sets that only evaluate.
OTHER_SETS = ("cleaneval-dev", "cleaneval-final-dev", "cleanportal-dev", "dari-voa-dev", "dragnet-dev",
              "rtl-news", "fa-saaad", "fa-ziaenezhad", "fa-bitorbit", "he-aizenimr", "ur-mariakhan",
              "zh-portals-dev")
SEED = 1
RESAMPLES = 2000
FOLDS = 5
# Blocks of little weight are drawn, and weigh as much more: so large a part is left.
SAMPLE = .3
LEAF_SCALE = 2048
# Groups of features that tell the same kind of thing, for --ablation.
GROUPS = {"page": ("page",), "type": ("type",), "shape": ("shape",), "neighbours": ("before", "after", "around"),
          "elements": ("parent", "grandparent"), "sections": ("section", "flat", "deep", "outline"),
          "headline": ("headline",), "names": ("marked",), "words": ("words",)}
KEPT = "page.hints"  # is left: the rules' part in a choice asks it
WORD = re.compile(r"\w+")
UNIT = places.UNIT


def read_texts(path):
    """Yields a page's id and the texts of its blocks."""
    with open(path, encoding="utf-8", newline="\n") as lines:
        for line in lines:
            _, page, count = line.rstrip("\n").split("\t")
            yield page, [next(lines).rstrip("\n") for _ in range(int(count))]


def label(units, gold_units):
    """How much of each block the gold text has anywhere, and how much is a part of it."""
    found = places.shares(units, gold_units)
    return np.array(found), np.array(places.labels(units, gold_units, found))


class Labels:
    """The labels of a set, kept in a folder where that is given: by the texts that they were made of."""

    def __init__(self, folder, name):
        self.path = folder and f"{folder}/{name}.npz"
        self.known = {}
        if self.path and os.path.exists(self.path):
            with np.load(self.path) as kept:
                self.known = dict(kept)
        self.count = len(self.known)

    def of(self, lines, gold, units, gold_units):
        text = "\n".join([gold, *lines])
        key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        if key not in self.known:
            self.known[key] = np.stack(label(units, gold_units))
        return self.known[key]

    def keep(self):
        if self.path and len(self.known) > self.count:
            np.savez_compressed(self.path, **self.known)


def load(folder, tool, name, kept=None):
    rows = manifest(folder, name)
    labels = Labels(kept, name)
    with tempfile.TemporaryDirectory() as scratch:
        features, path = tool.dump(name, scratch)
        texts = list(read_texts(path + ".txt"))
        nodes = list(read_nodes(path + ".nodes"))
    at = 0
    for (page, lines), elements in zip(texts, nodes):
        row = rows[page]
        words = [WORD.findall(line.lower()) for line in lines]
        units = [places.UNIT.findall(line.lower()) for line in lines]
        with open(f"{folder}/{name}/gold/{page}.txt", encoding="utf-8") as file:
            gold = file.read().lower()
        gold_units = places.UNIT.findall(gold) if name in TRAINED else []
        found, placed = labels.of(lines, gold, units, gold_units)
        yield {"id": page, "set": name, "host": host(row), "type": row.get("page_type") or name,
               "language": row.get("lang") or "unknown",
               "words": words, "features": features[at:at + len(words)],
               "gold": WORD.findall(gold),
               "nodes": elements, "texts": lines, "constants": tool.constants,
               "found": found, "labels": placed,
               "lengths": np.array([len(u) for u in units], float)}
        at += len(words)
    labels.keep()


def weights(page):
    """Pages of a set weigh alike, blocks by the root of their words."""
    root = np.sqrt(page["lengths"]) / np.sqrt(max(page["lengths"].sum(), 50.0))
    other = page["set"] == "wcxb-dev" and page["type"] != "article"
    return root * TRAINED[page["set"]] * (OTHER_TYPES if other else 1)


def matrix(features):
    """The values of the features that the trees of blocks ask, a row a block: the first of them."""
    names = features.dtype.names
    asked = sum(not name.startswith("look.") for name in names)
    return features.view(np.float32).reshape(len(features), len(names))[:, :asked]


def draw(weight, sample, seed):
    """Draws a part of the blocks, by the root of their weight: which, and what each weighs then."""
    low, high = 0.0, 100.0
    chance = np.sqrt(weight)
    for _ in range(50):
        factor = (low + high) / 2
        if np.minimum(chance * factor, 1).mean() < sample:
            low = factor
        else:
            high = factor
    chance = np.minimum(chance * high, 1)
    drawn = np.random.RandomState(seed).random_sample(len(weight)) < chance
    return drawn, weight[drawn] / chance[drawn]


def learn_words(pages):
    """The odds of class words. Each page's features get those of other sites."""
    return class_words.put_crossed(pages, folds(pages, SEED + 1, class_words.PARTS))


def prepare(pages):
    """The odds of class words and the trees of page types, each page's own being put into its features; then
    the rows of all blocks, whether they are content, and what they weigh."""
    odds = learn_words(pages)
    types = page_type.put_crossed(pages, folds(pages, SEED + 2, page_type.PARTS), SEED)
    rows = matrix(np.concatenate([p["features"] for p in pages]))
    weight = np.concatenate([weights(p) for p in pages])
    return odds, types, (rows, np.concatenate([p["labels"] > .5 for p in pages]), weight / weight.mean())


def grow(blocks, depth, sample, seed):
    """The trees of blocks."""
    rows, content, weight = blocks
    drawn, weight = draw(weight, sample, seed)
    return boost.Trees(rows[drawn], content[drawn], weight, depth, seed)


def fit(pages, sample=SAMPLE, seeds=(SEED,)):
    """The odds of class words, the trees of page types, and those of blocks, one of each seed: the others hang on none."""
    pages = [page for page in pages if page["words"]]
    odds, types, blocks = prepare(pages)
    depth = int(pages[0]["constants"]["TREE_DEPTH"])
    return odds, types, [grow(blocks, depth, sample, seed) for seed in seeds]


def has_hint(page, name):
    """Whether the page has a hint of core's, as it calls it."""
    return bool(int(page["features"]["page.hints"][0]) & int(page["constants"]["HINT_" + name]))


def fold_copies(page, scores):
    """Of two runs of copies only the one of higher score counts, as in copies.c."""
    copy_of = page["nodes"]["copy_of"].copy()

    def rival(block):
        other = copy_of[block]
        while scores[other] <= 0 and copy_of[other] >= 0:
            other = copy_of[other]
        return other

    i = 0
    while i < len(scores):
        if copy_of[i] < 0:
            i += 1
            continue
        first, end = rival(i), i + 1
        while (first + end - i < i and end < len(scores) and copy_of[end] >= 0
               and rival(end) == first + end - i):
            end += 1
        runs = [(first + k - i, k) for k in range(i, end)]
        later = sum(scores[b] for _, b in runs) > sum(scores[a] for a, _ in runs)
        for a, b in runs:
            loser, winner = (a, b) if later else (b, a)
            scores[loser] = 0
            copy_of[loser], copy_of[winner] = winner, -1
        i = end


def choose(scores, lengths, missed):
    """The blocks of greatest expected F1, as trees.c chooses them."""
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


def missed_share(page, expected):
    """What a character that is missed counts, as in trees.c. expected: the share of content in the page's text."""
    least, most, large, of_things, sure = (page["constants"][f"MISSED_{name}"]
                                           for name in ("LEAST", "MOST", "LARGE", "THINGS", "SURE"))
    missed = least + (most - least) * min(expected / large, 1)
    things = sum(float(page["features"][f"type.{name}"][0]) for name in ("listing", "service", "collection", "product"))
    return missed + (of_things - missed) * max(things - sure, 0) / (1 - sure)


def take(trees, page):
    """The blocks that the extractor takes."""
    if not page["words"]:
        return np.zeros(0, bool)
    features, constants = page["features"], page["constants"]
    article = has_hint(page, "ARTICLE")
    share = 0 if article else constants["RULE_SHARE"]
    decision = features["block.decision"]
    scores = (1 - share) * trees.predict(matrix(features)) + share * (features["block.taken"] > 0)
    scores[decision == constants["DECISION_CUT"]] = 0
    if article:
        scores[(decision == constants["DECISION_PRUNED"]) & (features["block.link_share"] > .5)] = 0
    fold_copies(page, scores)
    text = features["block.text"].astype(float)
    return choose(scores, text, missed_share(page, (scores * text).sum() / max(text.sum(), 1)))


def evaluate(pages, others, sample=SAMPLE, seeds=(SEED,)):
    """Pairs of another page and what is taken of it by a model that was trained on all of `pages`, for each seed."""
    odds, types, trees_of_seeds = fit(pages, sample, seeds)
    class_words.put(odds, others)
    page_type.put(types, [page for page in others if page["words"]])
    return [[(page, take(trees, page)) for page in others] for trees in trees_of_seeds]


def cross_validate(pages, parts):
    """Pairs of a page and what is taken of it by a model that saw no page of its host."""
    fold = folds(pages, SEED, parts)
    out = []
    for k in range(parts):
        out += evaluate([p for p in pages if fold[p["host"]] != k],
                        [p for p in pages if fold[p["host"]] == k])[0]
    return out


def without(groups, pages):
    """The pages with groups of features that tell nothing."""
    out = []
    for page in pages:
        features = page["features"].copy()
        for name in features.dtype.names:
            if name.split(".")[0] in groups and name != KEPT:
                features[name] = 0
        out.append({**page, "features": features, "off": groups})
    return out


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


def print_scores(sums):
    print(f"{'':20} pages  word F1  95 % of resamples")
    for name, values in sorted(sums.items()):
        low, high = interval(values)
        print(f"{name:20} {len(values):5}   {np.mean(values):.4f}  {low:.4f} to {high:.4f}")


def spread(nodes, depth):
    """Lays a grown tree out as a full one: a leaf above the last level fills all below it. Returns
    features, thresholds and leaves."""
    inner = 2 ** depth - 1
    features, thresholds, leaves = [0] * inner, [0.0] * inner, [0] * (inner + 1)

    def lay(at, k):
        node = nodes[at]
        if k >= inner:
            leaves[k - inner] = int(round(float(node["value"]) * LEAF_SCALE))
            return
        if not node["is_leaf"]:
            features[k] = int(node["feature_idx"])
            thresholds[k] = float(node["num_threshold"])
        for side, child in (("left", 2 * k + 1), ("right", 2 * k + 2)):
            lay(at if node["is_leaf"] else int(node[side]), child)

    lay(0, 0)
    return features, thresholds, leaves


def number(value):
    """A float literal of four digits."""
    text = f"{value:.4g}"
    return text + ("f" if "." in text or "e" in text else ".f")


def head(sets):
    """The first lines of the tables."""
    tool = os.path.basename(__file__)
    return (f"/*\n * Generated by tests/train/{tool}; do not edit.\n"
            f" * Data: {', '.join(sets[:6])},\n * {', '.join(sets[6:])};\n"
            " * no text of them is in this table.\n"
            f" * Command: CORPORA=<folder> tests/train/{tool} build/bench/dump_blocks --write core/src\n"
            " */\n")


def write_trees(trees, tool, first_lines, path):
    names, depth = tool.row.names, int(tool.constants["TREE_DEPTH"])
    full = [([names[k] for k in features], thresholds, leaves)
            for features, thresholds, leaves in trees.spread(depth, LEAF_SCALE)]
    with open(path, "w", encoding="utf-8") as out:
        out.write(first_lines)
        out.write(f"#define TREE_BASE {number(trees.base)}\n"
                  f"#define LEAF_SCALE {LEAF_SCALE}.f\n")
        forest.write(full, names, number, out)


def write(pages, tool, sets, folder):
    """Trains on all pages and writes the tables into core's folder of sources."""
    odds, types, (trees,) = fit(pages)
    first_lines = head(sets)
    write_trees(trees, tool, first_lines, f"{folder}/extractors/auto/trees_table.inc")
    class_words.write(odds, f"{folder}/blocks/word_odds_table.inc", first_lines)
    page_type.write(types, tool, spread, number, f"{folder}/extractors/auto/page_type_table.inc",
                    first_lines)


def scores_of_sets(taken):
    """The mean word F1 of sets, and of the types of wcxb-dev."""
    sums = collections.defaultdict(list)
    for page, blocks in taken:
        score = word_f1(page, blocks)
        sums[page["set"]].append(score)
        if page["set"] == "wcxb-dev":
            sums[f"wcxb-dev {page['type']}"].append(score)
    return {name: float(np.mean(values)) for name, values in sums.items()}


def print_left_out(pages, others, sample, seeds):
    """Each set by a model that was trained on the others, and the sets that only evaluate by one of all: their
    scores, the spread over seeds, and the mean of the sets."""
    runs = [{} for _ in range(seeds)]
    for left in (None, *sorted({p["set"] for p in pages})):
        asked = others if left is None else [p for p in pages if p["set"] == left]
        for run, taken in zip(runs, evaluate([p for p in pages if p["set"] != left], asked, sample,
                                             range(SEED, SEED + seeds))):
            run.update(scores_of_sets(taken))
        print(f"without {left}: done", file=sys.stderr, flush=True)
    print_runs(runs)


def print_runs(runs):
    """The scores of sets, the least and the most of them."""
    means = {name: [run[name] for run in runs] for name in sorted(runs[0])}
    means["mean of the sets"] = [float(np.mean([run[name] for name in run if " " not in name])) for run in runs]
    print(f"{'':20} word F1  least  most, of {len(runs)} seeds")
    for name, values in means.items():
        print(f"{name:20} {np.mean(values):.4f}   {min(values):.4f} {max(values):.4f}")


def read_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("tool")
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--write", metavar="FOLDER")
    for name in ("check", "leave-out", "losses", "ablation"):
        mode.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--folds", type=int, default=FOLDS)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--sample", type=float, default=SAMPLE)
    parser.add_argument("--labels", metavar="FOLDER")
    parser.add_argument("--without", action="append", default=[], choices=list(TRAINED))
    parser.add_argument("--add", action="append", default=[], metavar="SET=WEIGHT")
    arguments = parser.parse_args()
    for added in arguments.add:
        name, _, weight = added.partition("=")
        TRAINED[name] = float(weight or 1)
    return arguments


def main():
    folder = os.environ.get("CORPORA")
    arguments = read_arguments()
    if folder is None:
        sys.exit("CORPORA names no folder of corpora")
    tool = Tool(arguments.tool)
    sets = [name for name in TRAINED if name not in arguments.without]
    if arguments.labels:
        os.makedirs(arguments.labels, exist_ok=True)
    pages = [p for name in sets for p in load(folder, tool, name, arguments.labels)]
    others = [p for name in OTHER_SETS for p in load(folder, tool, name)] \
        if arguments.check or arguments.leave_out else []
    if arguments.leave_out:
        print_left_out(pages, others, arguments.sample, arguments.seeds)
        return
    if arguments.write:
        write(pages, tool, sets, arguments.write)
        return
    taken = cross_validate(pages, arguments.folds)
    print_scores(collect(taken))
    if arguments.ablation:
        for name, groups in GROUPS.items():
            print(f"without {name}")
            print_scores(collect(cross_validate(without(groups, pages), arguments.folds)))
    elif arguments.losses:
        losses.show([(p, blocks, word_f1(p, blocks), word_f1(p, p["labels"] > .5))
                     for p, blocks in taken if p["set"] == "wcxb-dev"])
    else:
        print_scores(collect(evaluate(pages, others)[0]))


if __name__ == "__main__":
    main()
