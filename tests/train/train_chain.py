#!/usr/bin/python3
"""Trains the sequence labelling of thesis 3.3.2.2 (crf, memm, maxent) and writes its table.

  CORPORA=<folder> tests/train/train_chain.py DUMP_CHAIN --write core/src   train on all sets, write the table
  CORPORA=<folder> tests/train/train_chain.py DUMP_CHAIN --check            scores of the three models,
                                                                            cross-validated by site
  CORPORA=<folder> tests/train/train_chain.py DUMP_CHAIN --ablation         likewise, without groups of features
  tests/train/train_chain.py --gradient     compares the gradients with finite differences; needs no corpora
  ... --without SET                         as if there were no such training set
  ... --folds N                             in so many parts instead of five

DUMP_CHAIN is the tool built from dump_chain.c. Blocks are content where most of their words stand in runs of
four that the gold text has (labels.py). Each model maximises the likelihood of these labels less a squared
penalty, by L-BFGS. Needs python3-numpy, python3-scipy and python3-sklearn (for train.py, whose sets and
weights these are). Nothing is random but the folds: the same corpora and packages give the same table.
"""
import argparse
import collections
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import scipy.optimize
    import scipy.sparse as sparse
except ImportError as missing:
    print(missing)
    sys.exit(77)  # the test of the gradients is skipped

from labels import covered

MODELS = ("crf", "memm", "maxent")
# Words that have a weight, and the fewest sites that each is on.
WORDS, WORD_SITES = 1000, 8
# The penalty of a squared weight.
PENALTY = 10.0
ROUNDS = 100
# Added to the weight of content. The likeliest chain of a page that is not sure is that without content, though
# each of its blocks may be likelier content than not: chosen by word F1, cross-validated by site.
LIFT = {"crf": .3, "memm": 0, "maxent": 0}
# Pages are trained on in pieces of so many blocks: each begins with the label before it given.
PIECE = 256
BIAS = 0  # the feature that all blocks have
UNIT = 256
SEED = 1


def indices(counts):
    """Row pointers of a sparse matrix from the sizes of its rows."""
    return np.concatenate([[0], np.cumsum(counts)])


def read_rows(path, block_count):
    """The features of all blocks of a dump: for blocks, steps and words the row pointers and the columns."""
    values = np.fromfile(path, dtype=np.uint32)
    sizes = np.zeros((block_count, 3), np.int64)
    at = 0
    for i in range(block_count):
        sizes[i] = values[at:at + 3]
        at += 3 + int(sizes[i].sum())
    starts = indices(3 + sizes.sum(axis=1))[:-1]
    out = []
    begin = starts + 3
    for kind in range(3):
        pointers = indices(sizes[:, kind])
        columns = np.repeat(begin - pointers[:-1], sizes[:, kind]) + np.arange(pointers[-1])
        out.append((pointers, values[columns]))
        begin = begin + sizes[:, kind]
    return out


def part(rows, start, end):
    """Rows [start, end)."""
    pointers, columns = rows
    return pointers[start:end + 1] - pointers[start], columns[pointers[start]:pointers[end]]


def load(folder, tool, name):
    """The pages of a set, as train.py has them, with the features of the chains."""
    import train
    rows = train.manifest(folder, name)
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([tool, name, f"{scratch}/d"], check=True)
        texts = list(train.read_texts(f"{scratch}/d.txt"))
        kinds = read_rows(f"{scratch}/d.bin", sum(len(lines) for _, lines in texts))
    at = 0
    for page, lines in texts:
        row = rows[page]
        with open(f"{folder}/{name}/gold/{page}.txt", encoding="utf-8") as file:
            gold = file.read().lower()
        units = [train.UNIT.findall(line.lower()) for line in lines]
        yield {"id": page, "set": name, "host": train.host(row), "type": row.get("page_type") or name,
               "language": row.get("lang") or "unknown",
               "words": [train.WORD.findall(line.lower()) for line in lines],
               "gold": train.WORD.findall(gold),
               "labels": (covered(units, train.UNIT.findall(gold)) > .5).astype(int),
               "rows": [part(rows, at, at + len(lines)) for rows in kinds]}
        at += len(lines)


class Chains:
    """Pieces of chains as matrices. Rows stand by their place in the piece, the longest piece first, so that the
    k-th blocks of all pieces are one slice."""

    def __init__(self, blocks, steps, labels, lengths, weights, first):
        """Matrices of features and labels, a row a block; each piece's length, its weight, and the label before
        it."""
        order = np.argsort(-np.asarray(lengths), kind="stable")
        lengths = np.asarray(lengths)[order]
        starts = indices(np.asarray(lengths)[np.argsort(order)])[:-1][order]
        self.alive = [int((lengths > k).sum()) for k in range(lengths.max(initial=0))]
        self.offsets = indices(self.alive)
        rows = np.concatenate([starts[:n] + k for k, n in enumerate(self.alive)]) if self.alive else []
        self.rows = np.asarray(rows, int)
        self.blocks, self.steps, self.labels = blocks[self.rows], steps[self.rows], labels[self.rows]
        before = np.empty(len(self.rows), int)
        self.weights = np.empty(len(self.rows))
        first, weights = np.asarray(first)[order], np.asarray(weights, float)[order]
        for k, n in enumerate(self.alive):
            here = self.slice(k)
            before[here] = first[:n] if k == 0 else self.labels[self.slice(k - 1)][:n]
            self.weights[here] = weights[:n]
        self.first = first
        self.gold = np.zeros((len(self.rows), 2, 2))  # which step of each block is that of the labels
        self.gold[np.arange(len(self.rows)), before, self.labels] = 1

    def slice(self, k):
        return slice(self.offsets[k], self.offsets[k + 1])


def potentials(chains, blocks, steps):
    """step[from][to] of every block."""
    out = (chains.steps @ steps.reshape(-1, 4)).reshape(-1, 2, 2)
    out[:, :, 1] += (chains.blocks @ blocks)[:, None]
    return out


def normalise(steps):
    """Each step from a label as logarithms of probabilities."""
    return steps - np.logaddexp(steps[:, :, 0], steps[:, :, 1])[:, :, None]


def begin(chains):
    """Of each piece all weight on the label before it."""
    return np.where(np.arange(2) == chains.first[:, None], 1.0, 0.0)


def likelihood_of_chains(chains, steps):
    """The log likelihood of the labels under a conditional random field, and the expected steps. Forward and
    backward sums are scaled at each block, so that they stay finite."""
    highest = steps.reshape(-1, 4).max(axis=1)
    factors = np.exp(steps - highest[:, None, None])
    forward = np.empty((len(steps), 2))
    backward = np.ones((len(steps), 2))
    scales = np.empty(len(steps))
    for k, n in enumerate(chains.alive):
        here = chains.slice(k)
        before = forward[chains.slice(k - 1)][:n] if k else begin(chains)
        sums = before[:, :1] * factors[here][:, 0] + before[:, 1:] * factors[here][:, 1]
        scales[here] = sums.sum(axis=1)
        forward[here] = sums / scales[here][:, None]
    for k in range(len(chains.alive) - 1, 0, -1):
        here, n = chains.slice(k), chains.alive[k]
        after = backward[here] / scales[here][:, None]
        backward[chains.slice(k - 1)][:n] = (factors[here] * after[:, None, :]).sum(axis=2)
    expected = factors * (backward / scales[:, None])[:, None, :]
    for k, n in enumerate(chains.alive):
        before = forward[chains.slice(k - 1)][:n] if k else begin(chains)
        expected[chains.slice(k)] *= before[:, :, None]
    found = (chains.gold * steps).sum(axis=(1, 2)) - np.log(scales) - highest
    return chains.weights @ found, expected


def likelihood_of_steps(chains, steps):
    """The same for models whose steps are normalised each on its own, from the label of the gold text."""
    logs = normalise(steps)
    return (chains.weights @ (chains.gold * logs).sum(axis=(1, 2)),
            np.exp(logs) * chains.gold.sum(axis=2)[:, :, None])


def objective(values, model, chains, penalty):
    """What is minimised, and its gradient: weights of blocks' features, then four of each step's."""
    count = chains.blocks.shape[1]
    steps = potentials(chains, values[:count], tie(values[count:].reshape(-1, 4), model))
    total, expected = (likelihood_of_chains if model == "crf" else likelihood_of_steps)(chains, steps)
    off = (expected - chains.gold) * chains.weights[:, None, None]
    gradient = np.concatenate([chains.blocks.T @ off[:, :, 1].sum(axis=1),
                               tie_gradient(chains.steps.T @ off.reshape(-1, 4), model).ravel()])
    return penalty / 2 * values @ values - total, penalty * values + gradient


def tie(steps, model):
    """MEMM and MaxEnt have no weights of label 0; MaxEnt does not know where a step comes from."""
    if model == "crf":
        return steps
    out = np.zeros_like(steps)
    out[:, 1] = steps[:, 1]
    out[:, 3] = steps[:, 3 if model == "memm" else 1]
    return out


def tie_gradient(gradient, model):
    if model == "crf":
        return gradient
    out = np.zeros_like(gradient)
    out[:, 1] = gradient[:, 1] + (gradient[:, 3] if model == "maxent" else 0)
    out[:, 3] = gradient[:, 3] if model == "memm" else 0
    return out


def fit_model(model, chains):
    """The weights of blocks' and of steps' features."""
    count = chains.blocks.shape[1]
    start = np.zeros(count + 4 * chains.steps.shape[1])
    found = scipy.optimize.minimize(objective, start, (model, chains, PENALTY), "L-BFGS-B", jac=True,
                                    options={"maxiter": ROUNDS, "maxcor": 20})
    found.x[BIAS] += LIFT[model]
    return found.x[:count], tie(found.x[count:].reshape(-1, 4), model)


def viterbi(chains, steps):
    """The labels of greatest sum of each piece, in the order of the rows that the pieces were made of."""
    came = np.zeros((len(steps), 2), int)
    best = np.zeros((len(steps), 2))
    for k, n in enumerate(chains.alive):
        before = best[chains.slice(k - 1)][:n] if k else np.where(np.arange(2) == chains.first[:, None], 0, -1e30)
        paths = before[:, :, None] + steps[chains.slice(k)]
        came[chains.slice(k)] = paths[:, 1] > paths[:, 0]
        best[chains.slice(k)] = paths.max(axis=1)
    labels = np.zeros(len(steps), int)
    for k in range(len(chains.alive) - 1, -1, -1):
        here = chains.slice(k)
        n = chains.alive[k + 1] if k + 1 < len(chains.alive) else 0
        labels[here] = best[here][:, 1] > best[here][:, 0]
        if n:
            after = chains.slice(k + 1)
            labels[here][:n] = came[after][np.arange(n), labels[after]]
    out = np.zeros(len(steps), int)
    out[chains.rows] = labels
    return out


def count_words(pages):
    """The words that tell most of a block's label from that of its site's others, a site counted once."""
    seen = collections.defaultdict(list)
    by_site = collections.defaultdict(list)
    for page in pages:
        by_site[page["host"]].append(page)
    for site in by_site.values():
        labels = np.concatenate([page["labels"] for page in site])
        if not len(labels):
            continue
        sizes = np.concatenate([np.diff(page["rows"][2][0]) for page in site])
        words = np.concatenate([page["rows"][2][1] for page in site])
        known, which, counts = np.unique(words, return_inverse=True, return_counts=True)
        means = np.bincount(which, np.repeat(labels, sizes)) / counts - labels.mean()
        for word, mean in zip(known.tolist(), means.tolist()):
            seen[word].append(mean)
    worth = {word: abs(sum(means)) / len(means) ** .5 for word, means in seen.items() if len(means) >= WORD_SITES}
    return np.array(sorted(sorted(worth, key=lambda word: (-worth[word], word))[:WORDS]), np.uint32)


def matrices(pages, counts, vocabulary):
    """Features of blocks, with those of known words after them, and of steps: a row a block."""
    def stack(kind):
        pointers = indices(np.concatenate([np.diff(page["rows"][kind][0]) for page in pages]))
        return pointers, np.concatenate([page["rows"][kind][1] for page in pages]).astype(np.int64)

    def binary(pointers, columns, width):
        out = sparse.csr_matrix((np.ones(len(columns)), columns, pointers), (len(pointers) - 1, width))
        out.sum_duplicates()
        return out

    pointers, words = stack(2)
    at = np.searchsorted(vocabulary, words)
    known = (at < len(vocabulary)) & (vocabulary[np.minimum(at, max(len(vocabulary) - 1, 0))] == words)
    kept = indices(known)[pointers]
    blocks = sparse.hstack([binary(*stack(0), counts[0]), binary(kept, at[known], len(vocabulary))], "csr")
    return blocks, binary(*stack(1), counts[1])


def weight(page):
    """As train.py weighs pages, those of many blocks as much as those of few."""
    import train
    other = page["set"] == "wcxb-dev" and page["type"] != "article"
    return train.TRAINED[page["set"]] * (train.OTHER_TYPES if other else 1) / len(page["labels"]) ** .5


def chains_of(pages, counts, vocabulary, piece):
    """Whole pages where piece is None."""
    blocks, steps = matrices(pages, counts, vocabulary)
    lengths, weights, first = [], [], []
    for page in pages:
        labels = page["labels"]
        size = piece or len(labels)
        for start in range(0, len(labels), size):
            lengths.append(min(size, len(labels) - start))
            weights.append(weight(page) if piece else 1)
            first.append(labels[start - 1] if start else 0)
    weights = np.array(weights) / np.average(weights, weights=lengths)
    return Chains(blocks, steps, np.concatenate([page["labels"] for page in pages]), lengths, weights, first)


def fit(pages, counts, models=MODELS):
    """The words and, for each model, the weights of blocks' features with those of words, and of steps'."""
    pages = [page for page in pages if len(page["labels"])]
    vocabulary = count_words(pages)
    chains = chains_of(pages, counts, vocabulary, PIECE)
    return vocabulary, {model: fit_model(model, chains) for model in models}


def take(pages, counts, vocabulary, weights):
    """Pairs of a page and the labels that a model gives its blocks."""
    filled = [page for page in pages if len(page["labels"])]
    chains = chains_of(filled, counts, vocabulary, None)
    labels = viterbi(chains, potentials(chains, *weights))
    at = indices([len(page["labels"]) for page in filled])
    taken = {page["id"]: labels[at[i]:at[i + 1]] for i, page in enumerate(filled)}
    return [(page, taken.get(page["id"], np.zeros(0, int))) for page in pages]


def rounded(weights):
    return tuple(np.round(part * UNIT) / UNIT for part in weights)


def cross_validate(pages, counts, parts, models=MODELS):
    """For each model pairs of a page and its labels by weights that saw no page of its site."""
    import train
    fold = train.folds(pages, SEED, parts)
    out = {model: [] for model in models}
    for k in range(parts):
        vocabulary, weights = fit([p for p in pages if fold[p["host"]] != k], counts, models)
        others = [p for p in pages if fold[p["host"]] == k]
        for model in models:
            out[model] += take(others, counts, vocabulary, rounded(weights[model]))
    return out


def gradient_error(model, seed):
    """The greatest difference of a gradient from central differences, of random pieces."""
    random = np.random.RandomState(seed)
    lengths = [7, 1, 4, 4]
    rows = sum(lengths)
    chains = Chains(sparse.csr_matrix(random.random_sample((rows, 5)) < .5, dtype=float),
                    sparse.csr_matrix(random.random_sample((rows, 3)) < .5, dtype=float),
                    random.randint(0, 2, rows), lengths, random.random_sample(4) + .5, random.randint(0, 2, 4))
    at = random.standard_normal(5 + 3 * 4)
    _, gradient = objective(at, model, chains, .3)
    found = []
    for i in range(len(at)):
        step = np.zeros(len(at))
        step[i] = 1e-5
        found.append((objective(at + step, model, chains, .3)[0] - objective(at - step, model, chains, .3)[0]) / 2e-5)
    return np.abs(np.array(found) - gradient).max()


def check_gradients():
    """Prints the errors. Returns the exit status."""
    worst = {model: max(gradient_error(model, seed) for seed in range(20)) for model in MODELS}
    for model, error in worst.items():
        print(f"{model:8} differs from central differences by {error:.1e} at most")
    return int(max(worst.values()) > 1e-6)


def whole(values):
    return np.round(np.asarray(values) * UNIT).astype(int)


def write(found, counts, sets, path):
    vocabulary, weights = found
    with open(path, "w", encoding="utf-8") as out:
        out.write("/*\n * Generated by tests/train/train_chain.py; do not edit.\n"
                  f" * Data: {', '.join(sets[:6])},\n * {', '.join(sets[6:])};\n"
                  " * no text of them is in this table.\n"
                  " * Command: CORPORA=<folder> tests/train/train_chain.py build/bench/dump_chain --write core/src\n"
                  f" */\n#define CHAIN_UNIT {UNIT}.f\n\nstatic const chain_weights chain_models[MODEL_COUNT] = {{\n")
        for model in MODELS:
            blocks, steps = weights[model]
            out.write("{{" + ",".join(map(str, whole(blocks[:counts[0]]))) + "},\n{"
                      + ",".join("{" + ",".join(map(str, row)) + "}" for row in whole(steps)) + "}},\n")
        out.write("};\n\nstatic const chain_word chain_words[] = {\n")
        columns = [whole(weights[model][0][counts[0]:]) for model in MODELS]
        rows = [f"{{{word},{{{','.join(map(str, row))}}}}}" for word, *row in zip(vocabulary.tolist(), *columns)]
        for i in range(0, len(rows), 4):
            out.write(",".join(rows[i:i + 4]) + ",\n")
        out.write("};\n")


def print_models(taken):
    """A row a set, type and language, a column a model."""
    import train
    sums = {model: train.collect(pairs) for model, pairs in taken.items()}
    agree = {model: np.mean(np.concatenate([page["labels"] == labels for page, labels in pairs]))
             for model, pairs in taken.items()}
    print(f"{'word F1':22} pages  " + "  ".join(f"{model:6}" for model in taken))
    for name, values in sorted(sums[next(iter(taken))].items()):
        print(f"{name:22} {len(values):5}  " + "  ".join(f"{np.mean(sums[model][name]):.4f}" for model in taken))
    print(f"{'right labels of blocks':28}  " + "  ".join(f"{agree[model]:.4f}" for model in taken))


def without(features, pages):
    """The pages without some features of blocks."""
    def strip(page):
        pointers, columns = page["rows"][0]
        kept = ~np.isin(columns, features)
        return {**page, "rows": [(indices(kept)[pointers], columns[kept])] + page["rows"][1:]}

    return [strip(page) for page in pages]


def without_words(pages):
    return [{**page, "rows": page["rows"][:2] + [(0 * page["rows"][2][0], page["rows"][2][1][:0])]} for page in pages]


def ablate(pages, names, counts, parts):
    """Prints the scores without each group of features."""
    groups = collections.defaultdict(list)
    for i, name in enumerate(names[:counts[0]]):
        groups[name.split(".")[1].split("_")[0]].append(i)
    for group, features in groups.items():
        print(f"without {group}")
        print_models(cross_validate(without(features, pages), counts, parts))
    print("without words")
    print_models(cross_validate(without_words(pages), counts, parts))


def read_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("tool", nargs="?")
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--write", metavar="FOLDER")
    for name in ("check", "ablation", "gradient"):
        mode.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--without", action="append", default=[])
    return parser.parse_args()


def main():
    arguments = read_arguments()
    if arguments.gradient:
        sys.exit(check_gradients())
    import train
    folder = os.environ.get("CORPORA")
    if folder is None or arguments.tool is None:
        sys.exit("CORPORA names no folder of corpora, or the tool is missing")
    names = train.Tool(arguments.tool).row.names
    counts = tuple(sum(name.startswith(kind) for name in names) for kind in ("block.", "step."))
    sets = [name for name in train.TRAINED if name not in arguments.without]
    pages = [page for name in sets for page in load(folder, arguments.tool, name)]
    if arguments.write:
        write(fit(pages, counts), counts, sets, f"{arguments.write}/extractors/chain/chain_table.inc")
    elif arguments.ablation:
        ablate(pages, names, counts, arguments.folds)
    else:
        print_models(cross_validate(pages, counts, arguments.folds))


if __name__ == "__main__":
    main()
