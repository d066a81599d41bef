#!/usr/bin/python3
"""Trains the decision trees of Content-Seeker (thesis 3.2.6) and writes their table.

  CORPORA=<folder> tests/train/train_segments.py DUMP_SEGMENTS --write core/src   train on all sets, write the table
  CORPORA=<folder> tests/train/train_segments.py DUMP_SEGMENTS --check            scores of the classification
                                                                              alone, cross-validated by site
  ... --without SET                                                           as if there were no such training set
  ... --folds N                                                               in so many parts instead of five

DUMP_SEGMENTS is the tool built from dump_segments.c. Labels come from gold texts: a string (the text of a block
element outside the block elements in it) is content as far as its words stand in runs of four that the gold text has (labels.py), a
node as far as its strings are. A node of which .1 to .9 is content is of bad granularity. Trees learn from the
nodes that a walk from the page down meets if it parts these alone. Needs python3-numpy and python3-sklearn. The
same corpora and packages give the same table.
"""
import argparse
import collections
import os
import sys
import tempfile

import numpy as np
from sklearn.tree import DecisionTreeClassifier

import train
from labels import covered
from pages import Tool, folds, host, manifest

SETS = tuple(train.TRAINED)
PURE = .1
# Leaves, and the least share of all weight in one: smaller trees say less, larger ones learn sites by heart.
LEAVES, LEAST = 64, .001
SEED = 1
FOLDS = 5


def read_nodes(path):
    """Yields the nodes of a page (parent, end, first unit, end of units, block-level) and its units' nodes."""
    with open(path, encoding="ascii") as lines:
        for line in lines:
            _, nodes, units = line.split()
            rows = [next(lines).split() for _ in range(int(nodes))]
            yield np.array(rows, int).reshape(-1, 5), np.array([int(next(lines)) for _ in range(int(units))], int)


def blocks_of(nodes):
    """For each node the innermost block-level element around it, itself counted."""
    out = np.zeros(len(nodes), int)
    for i in range(1, len(nodes)):
        out[i] = i if nodes[i, 4] else out[nodes[i, 0]]
    return out


def load(folder, tool, name):
    rows = manifest(folder, name)
    with tempfile.TemporaryDirectory() as scratch:
        features, path = tool.dump(name, scratch)
        texts = list(train.read_texts(path + ".txt"))
        trees = list(read_nodes(path + ".nodes"))
    at = 0
    for (page, lines), (nodes, units) in zip(texts, trees):
        row = rows[page]
        with open(f"{folder}/{name}/gold/{page}.txt", encoding="utf-8") as file:
            gold = file.read().lower()
        blocks = blocks_of(nodes)
        strings = collections.defaultdict(list)
        for unit, line in enumerate(lines):
            strings[blocks[units[unit]]].append(line)
        found = covered([train.UNIT.findall(" ".join(parts).lower()) for parts in strings.values()],
                        train.UNIT.findall(gold))
        labels = dict(zip(strings, found))
        lengths = np.array([len(line) for line in lines], float)
        content = np.array([labels[blocks[node]] for node in units]) * lengths if len(units) else np.zeros(0)
        sums = np.concatenate([[0], np.cumsum(content)]), np.concatenate([[0], np.cumsum(lengths)])
        text = sums[1][nodes[:, 3]] - sums[1][nodes[:, 2]]
        yield {"id": page, "set": name, "host": host(row), "type": row.get("page_type") or name,
               "language": row.get("lang") or "unknown", "gold": train.WORD.findall(gold),
               "words": [train.WORD.findall(line.lower()) for line in lines],
               "features": features[at:at + len(nodes)].view(np.float32).reshape(len(nodes), -1),
               "own": features.dtype.names.index("own_share"), "nodes": nodes, "units": units, "blocks": blocks, "text": text,
               "content": (sums[0][nodes[:, 3]] - sums[0][nodes[:, 2]]) / np.maximum(text, 1)}
        at += len(nodes)


def walk(page, is_good, is_content):
    """Nodes that a walk meets, and whether each text unit is taken, as content_seeker.c decides it."""
    own = page["features"][:, page["own"]]
    met, states = [], np.zeros((len(page["nodes"]), 2), bool)  # a segment, content
    for i in range(1, len(page["nodes"])):
        above = states[page["nodes"][i, 0]]
        if above[0] or not page["nodes"][i, 4] or page["text"][i] == 0:
            states[i] = above
            continue
        met.append(i)
        states[i] = own[i] == 1 or is_good[i], is_content[i]
    return met, states[page["units"], 1] if len(page["units"]) else np.zeros(0, bool)


def by_gold(page):
    mixed = (page["content"] > PURE) & (page["content"] < 1 - PURE)
    return walk(page, ~mixed, page["content"] > .5)[0]


def weight(page, nodes):
    root = np.sqrt(page["text"][nodes])
    other = page["set"] == "wcxb-dev" and page["type"] != "article"
    return root / np.sqrt(max(page["text"][0], 50)) * train.TRAINED[page["set"]] * (train.OTHER_TYPES if other else 1)


def fit(pages):
    """The tree of granularity and that of content."""
    met = [by_gold(page) for page in pages]
    features = np.concatenate([page["features"][nodes] for page, nodes in zip(pages, met)])
    content = np.concatenate([page["content"][nodes] for page, nodes in zip(pages, met)])
    weights = np.concatenate([weight(page, nodes) for page, nodes in zip(pages, met)])
    good = (content <= PURE) | (content >= 1 - PURE)
    # A node without block elements below is a segment, whatever the tree would say.
    asked = features[:, pages[0]["own"]] < 1

    def grow(rows, labels):
        tree = DecisionTreeClassifier(criterion="entropy", max_leaf_nodes=LEAVES, min_weight_fraction_leaf=LEAST,
                                      random_state=SEED)
        return tree.fit(features[rows], labels[rows], weights[rows])

    return grow(asked, good), grow(np.ones(len(good), bool), content > .5)


def take(trees, page):
    """The text units that are taken."""
    if not len(page["nodes"]):
        return np.zeros(0, bool)
    return walk(page, *(tree.predict(page["features"]) for tree in trees))[1]


def cross_validate(pages, parts):
    fold = folds(pages, SEED, parts)
    out = []
    for k in range(parts):
        trees = fit([page for page in pages if fold[page["host"]] != k])
        out += [(page, take(trees, page)) for page in pages if fold[page["host"]] == k]
    return out


def rows_of(tree, names, literal):
    """The questions of a tree in their order; a tree that is one leaf asks one that tells nothing."""
    grown = tree.tree_
    inner = [i for i in range(grown.node_count) if grown.children_left[i] >= 0]
    at = {node: k for k, node in enumerate(inner)}

    def answer(node):
        return str(at[node]) if node in at else ("NO", "YES")[int(tree.classes_[np.argmax(grown.value[node][0])])]

    for node in inner:
        yield (f"{{F({names[grown.feature[node]]}),{literal(grown.threshold[node])},"
               f"{{{answer(grown.children_left[node])},{answer(grown.children_right[node])}}}}},")


def write(trees, names, sets, path):
    with open(path, "w", encoding="utf-8") as out:
        out.write("/*\n * Generated by tests/train/train_segments.py; do not edit.\n"
                  f" * Data: {', '.join(sets[:6])},\n * {', '.join(sets[6:])};\n"
                  " * no text of them is in this table.\n"
                  " * Command: CORPORA=<folder> tests/train/train_segments.py build/bench/dump_segments --write core/src\n"
                  " */\n")
        for name, tree in zip(("granularity_tree", "content_tree"), trees):
            out.write(f"static const question {name}[] = {{\n" + "\n".join(rows_of(tree, names, train.number))
                      + "\n};\n")


def read_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("tool")
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--write", metavar="FOLDER")
    mode.add_argument("--check", action="store_true")
    parser.add_argument("--folds", type=int, default=FOLDS)
    parser.add_argument("--without", action="append", default=[], choices=SETS)
    return parser.parse_args()


def main():
    folder = os.environ.get("CORPORA")
    arguments = read_arguments()
    if folder is None:
        sys.exit("CORPORA names no folder of corpora")
    tool = Tool(arguments.tool)
    sets = [name for name in SETS if name not in arguments.without]
    pages = [page for name in sets for page in load(folder, tool, name)]
    if arguments.write:
        write(fit(pages), tool.row.names, sets, f"{arguments.write}/extractors/tree/content_seeker_table.inc")
    else:
        train.print_scores(train.collect(cross_validate(pages, arguments.folds)))


if __name__ == "__main__":
    main()
