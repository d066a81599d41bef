"""What class words tell: the odds that the text of an element called so is content.

A word's odds are those of its elements' text, a mean over hosts of means over elements, so that no
site outweighs another; words of few hosts are unknown. Features of a block are made of the odds as
core's dana__path_odds makes them.
"""
import collections
import math

import numpy as np

HOSTS = 6        # words of fewer are not known,
LEAST = 6        # nor are those of smaller odds, which tell no more than 0 does
PRIOR = .45      # the share of content where nothing is known,
PRIOR_HOSTS = 4  # which weighs as much as so many hosts
SCALE = 24       # as DANA__ODDS_SCALE
SLOTS = 4096     # as WORD_SLOTS in auto_words.c
FEATURES = slice(79, 86)  # their columns


def read_nodes(path):
    """Yields a page's parents, first blocks, ends, words of its elements, and its blocks' elements."""
    with open(path, encoding="ascii") as lines:
        for line in lines:
            _, nodes, blocks = line.split()
            rows = [list(map(int, next(lines).split())) for _ in range(int(nodes))]
            of_block = np.array([int(next(lines)) for _ in range(int(blocks))], int)
            yield {"parent": [r[0] for r in rows], "first": np.array([r[1] for r in rows]),
                   "end": np.array([r[2] for r in rows]), "words": [set(r[3:]) for r in rows],
                   "of_block": of_block}


def odds(share):
    return max(-127, min(127, round(SCALE * math.log((share + .01) / (1.01 - share)))))


def learn(pages):
    """The odds of each word's hash."""
    sums = collections.defaultdict(lambda: collections.defaultdict(lambda: [0., 0]))
    for page in pages:
        nodes = page["nodes"]
        weight = np.sqrt(page["lengths"])
        text = np.concatenate([[0], np.cumsum(weight)])
        content = np.concatenate([[0], np.cumsum(weight * page["labels"])])
        first, end = nodes["first"], nodes["end"]
        mass = text[end] - text[first]
        share = (content[end] - content[first]) / np.maximum(mass, 1e-9)
        for i in np.flatnonzero(mass > 0):
            for word in nodes["words"][i]:
                entry = sums[word][page["host"]]
                entry[0] += share[i]
                entry[1] += 1
    known = {}
    for word, hosts in sums.items():
        if len(hosts) >= HOSTS:
            shares = [total / count for total, count in hosts.values()]
            known[word] = odds((sum(shares) + PRIOR_HOSTS * PRIOR) / (len(shares) + PRIOR_HOSTS))
    return {word: value for word, value in known.items() if abs(value) >= LEAST}


def path_odds(known, nodes):
    """A row of dana__path_odds for each element."""
    out = np.zeros((len(nodes["parent"]), 7), np.float32)
    for i, (parent, words) in enumerate(zip(nodes["parent"], nodes["words"])):
        own = [known[w] for w in words if w in known]
        low, high = min(own, default=0), max(own, default=0)
        low, high = min(low, 0), max(high, 0)
        above = out[parent] if i > 0 else np.zeros(7)
        near = (low, high) if low or high else (above[2], above[3])
        out[i] = (low, high, *near, min(above[4], low), max(above[5], high), above[6] + low + high)
    return out


def encode(known, page):
    """The page's features with those of its class words as `known` has them."""
    features = page["features"].copy()
    if len(features):
        features[:, FEATURES] = path_odds(known, page["nodes"])[page["nodes"]["of_block"]]
    return features


def cross_encode(pages, seed, parts=4):
    """Encodes training pages, each with words that were learned without its host."""
    hosts = sorted({p["host"] for p in pages})
    np.random.RandomState(seed).shuffle(hosts)
    part = {h: i % parts for i, h in enumerate(hosts)}
    out = [None] * len(pages)
    for k in range(parts):
        known = learn([p for p in pages if part[p["host"]] != k])
        for i, page in enumerate(pages):
            if part[page["host"]] == k:
                out[i] = encode(known, page)
    return out


def slots(known):
    """The table of auto_words.c: checks and odds of SLOTS slots."""
    checks, values = [0] * SLOTS, [0] * SLOTS
    for word, value in sorted(known.items()):
        slot = word % SLOTS
        while values[slot] != 0:
            slot = (slot + 1) % SLOTS
        checks[slot], values[slot] = word >> 16, value
    return checks, values
