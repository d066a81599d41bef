"""Class words: the odds that text in elements with a word is content, learnt by site.

A page that trains the trees gets the odds of words on other sites, so that the trees learn what the
words of a site are worth that they have not seen."""
import numpy as np

# A word counts where so many sites have it; so many sites of the usual share stand beside them.
LEAST_SITES = 4
PRIOR_SITES = 3
PRIOR = .35
STEPS = 24   # of a logit; word_odds.h
PARTS = 4    # into which sites are cut to train the trees
CHAIN_MAX = 2000
DISTANCE_MAX = 255
NAMES = ("low", "high", "sum", "nearest", "outer", "distance")


def shares(page):
    """Words of the page, and the share of content in the text of their elements: of blocks whose words the gold
    text has, wherever it has them. By the labels instead, sets left out of the training lost .001."""
    nodes, weight = page["nodes"], np.sqrt(page["lengths"])
    content = np.concatenate([[0], np.cumsum(weight * (page["found"] > .5))])
    total = np.concatenate([[0], np.cumsum(weight)])
    element = np.repeat(np.arange(len(nodes["words"])), [len(words) for words in nodes["words"]])
    word = np.fromiter((word for words in nodes["words"] for word in words), np.int64, len(element))
    element, word = np.unique(np.stack([element, word]), axis=1)
    first, end = nodes["first"][element], nodes["end"][element]
    words, at = np.unique(word, return_inverse=True)
    whole = np.bincount(at, total[end] - total[first], len(words))
    part = np.bincount(at, content[end] - content[first], len(words))
    return words[whole > 0], part[whole > 0] / whole[whole > 0]


def learn(pages):
    """The odds of each word: a whole number, as core has it. Each site's mean counts once."""
    for page in pages:
        if "shares" not in page:
            page["shares"] = shares(page)
    sites = {host: k for k, host in enumerate(sorted({page["host"] for page in pages}))}
    words, at = np.unique(np.concatenate([page["shares"][0] for page in pages]), return_inverse=True)
    site = np.repeat([sites[page["host"]] for page in pages], [len(page["shares"][0]) for page in pages])
    pairs, pair = np.unique(at * len(sites) + site, return_inverse=True)
    means = np.bincount(pair, np.concatenate([page["shares"][1] for page in pages])) / np.bincount(pair)
    count = np.bincount(pairs // len(sites), minlength=len(words))
    mean = ((np.bincount(pairs // len(sites), means, len(words)) + PRIOR_SITES * PRIOR) / (count + PRIOR_SITES))
    odds = np.rint(STEPS * np.log(mean / (1 - mean))).astype(int)
    return {int(word): int(value) for word, value, sites_of in zip(words, odds, count) if sites_of >= LEAST_SITES}


def add_link(above, own):
    """As add_link in core/src/blocks/open_elements.c."""
    low, high, total, nearest, _, distance = above
    if not own:
        return (*above[:5], min(distance + 1, DISTANCE_MAX))
    mean = int(sum(own) / len(own))
    return (min(low, *own), max(high, *own), max(-CHAIN_MAX, min(CHAIN_MAX, total + mean)), mean,
            nearest, 0)


def encode(odds, page):
    """What the class words say of the elements around each block: a row a block."""
    nodes = page["nodes"]
    chains = [(0, 0, 0, 0, 0, 0)]
    for words, parent in zip(nodes["words"][1:], nodes["parent"][1:]):
        chains.append(add_link(chains[parent], [odds[w] for w in words if w in odds]))
    return np.array(chains, np.float32)[nodes["of_block"]]


def put(odds, pages):
    """Writes them into the pages' features."""
    for page in pages:
        if "words" in page.get("off", ()):
            continue  # an ablation
        rows = encode(odds, page)
        for k, name in enumerate(NAMES):
            page["features"][f"words.{name}"] = rows[:, k]


def put_crossed(pages, fold):
    """Each page by the words of other sites; `fold` is the part of each site. Returns the odds that
    all pages give."""
    for part in range(PARTS):
        put(learn([p for p in pages if fold[p["host"]] != part]),
            [p for p in pages if fold[p["host"]] == part])
    return learn(pages)


def write(odds, path, head):
    """Writes the table that core/src/blocks/word_odds.c reads: open addressing, half full."""
    slots = 1
    while slots < 2 * len(odds):
        slots *= 2
    keys, values = [0] * slots, [0] * slots
    for key in sorted(odds):
        at = key % slots
        while keys[at]:
            at = (at + 1) % slots
        keys[at], values[at] = key, odds[key]
    with open(path, "w", encoding="utf-8") as out:
        out.write(head + f"#define WORD_SLOTS {slots}u\n\n")
        for kind, name, numbers in (("uint32_t", "word_keys", keys), ("int8_t", "word_odds", values)):
            out.write(f"static const {kind} {name}[WORD_SLOTS] = {{\n")
            for i in range(0, slots, 16):
                out.write(",".join(map(str, numbers[i:i + 16])) + ",\n")
            out.write("};\n\n")
