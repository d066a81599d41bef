"""Which blocks of a page are its gold text.

A block whose words the gold text has is not yet a part of it: the name of a section in the menu, the
headline as a link beside the next article, "Share" or a date stand in many gold texts, too. So blocks are
laid along the gold text: those that follow each other in both are its parts, as many words of them as
possible, and each place of the gold text is taken once. Where the gold text has another order, a longer
block may also fill a place that is left. Of 199 000 blocks that had all or half of their words in the gold
text, 41 000 have no place in it, most of them of one to three words.
"""
import collections
import re

# Words, and the characters of scripts that part none: labels compare runs of them.
CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
UNIT = re.compile(f"[{CJK}]|[^\\W{CJK}]+")
RUN = 4
LEAST = .5        # share of its runs that the gold text must have
PROBES = 40       # runs of a block by which it is looked for
PLACES = 8        # in the gold text that are tried for a block, and for a short one
SHORT_PLACES = 30
SHORT = 8         # units of a short block
KNOWN_MOST = 60   # places of a run that are looked at
OVERLAP = 10      # a block may overlap the one before it by such a part of its length
LEFT_OPEN = .4    # share of a place that others may have taken
GAP = .01         # what a block between costs, in units


def runs(words, length):
    return (tuple(words[i:i + length]) for i in range(len(words) - length + 1))


def shares(blocks, gold):
    """The share of each block's runs of four units (all of a shorter one) that the gold text has."""
    known = {run for length in range(1, RUN + 1) for run in runs(gold, length)}
    out = [0.0] * len(blocks)
    for i, units in enumerate(blocks):
        if units:
            found = [run in known for run in runs(units, min(RUN, len(units)))]
            out[i] = sum(found) / len(found)
    return out


def index_runs(gold):
    """Where each run of the gold text stands in it."""
    places = collections.defaultdict(list)
    for length in range(1, RUN + 1):
        for at, run in enumerate(runs(gold, length)):
            places[run].append(at)
    return places


def find_places(units, index, length):
    """The places [start, end) of the gold text that most runs of a block ask for."""
    width = min(RUN, len(units))
    votes = collections.Counter()
    for k in range(0, len(units) - width + 1, max(1, len(units) // PROBES)):
        for at in index.get(tuple(units[k:k + width]), ())[:KNOWN_MOST]:
            votes[at - k] += 1
    best = votes.most_common(SHORT_PLACES if len(units) <= SHORT else PLACES)
    return [(max(0, start), min(length, start + len(units)))
            for start, count in best if 2 * count >= best[0][1]]


class Chains:
    """The heaviest chain that ends at or before each place: a Fenwick tree of maxima."""

    def __init__(self, length):
        self.best = [(0.0, None)] * (length + 2)

    def before(self, end):
        at, found = end + 1, (0.0, None)
        while at > 0:
            found = max(found, self.best[at], key=lambda chain: chain[0])
            at -= at & -at
        return found

    def add(self, end, weight, link):
        at = end + 1
        while at < len(self.best):
            if weight > self.best[at][0]:
                self.best[at] = (weight, link)
            at += at & -at


def heaviest_chain(candidates, length):
    """Pairs of a block and its place: in one order in the page and in the gold text. Candidates are
    a block, its weight, its units and its places. A chain costs GAP for each block from its first to its last: of
    equal texts those nearest to the others count. Weights in the tree are without what the last block costs."""
    chains, best = Chains(length), (0.0, None)
    for block, weight, units, places in candidates:
        slack = units // OVERLAP if units > SHORT else 0
        links = []
        for start, end in places:
            before, link = chains.before(min(end, start + slack))
            if before < GAP * block:
                before, link = GAP * block, None
            links.append((end, before + weight, (block, start, end, link)))
        for end, total, link in links:
            chains.add(end, total, link)
            best = max(best, (total - GAP * block, link), key=lambda chain: chain[0])
    out, link = [], best[1]
    while link is not None:
        block, start, end, link = link
        out.append((block, start, end))
    return out


def labels(blocks, gold, found):
    """How much of each block, a list of units, is a part of the gold text: 0 to 1. `found` are the shares."""
    out = [0.0] * len(blocks)
    index = index_runs(gold)
    candidates = [(i, found[i] * len(units), len(units), find_places(units, index, len(gold)))
                  for i, units in enumerate(blocks) if found[i] > LEAST]
    taken = [False] * len(gold)

    def take(block, start, end):
        out[block] = found[block]
        taken[start:end] = [True] * (end - start)

    for place in heaviest_chain(candidates, len(gold)):
        take(*place)
    for block, _, units, places in sorted(candidates, key=lambda c: -c[2]):
        for start, end in places if out[block] == 0 and units >= RUN else ():
            if sum(taken[start:end]) < LEFT_OPEN * (end - start):
                take(block, start, end)
                break
    return out
