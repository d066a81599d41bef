"""What keeps pages from a word F1 of 1: the page, the gold text, or the choice of blocks.

The loss of a page is 1 - F1. It belongs to one of these:
  no text      the page has no text outside its head
  between      what the best choice of whole blocks would lose as well
  stops early  the gold text ends, and blocks of the same kind, under elements with the same class
               words as its own blocks, go on after it for a quarter of what is taken
  choice       the rest
"""
import collections

import numpy as np

LONG = 5           # words of a block that counts as the gold text's end
STOP_SHARE = .25   # of the words that are taken
LOW = .5           # pages below are listed


def kinds_of(page):
    """What a block and the elements around it are."""
    nodes = page["nodes"]
    return [(int(kind), frozenset(nodes["words"][node]),
             frozenset(nodes["words"][nodes["parent"][node]]))
            for kind, node in zip(page["features"]["position.kind"], nodes["of_block"])]


def stops_early(page, taken):
    gold = np.flatnonzero((page["labels"] > .5) & (page["lengths"] >= LONG))
    if not len(gold):
        return False
    kinds = kinds_of(page)
    of_gold = {kinds[i] for i in gold}
    after = sum(page["lengths"][i] for i in range(gold[-1] + 1, len(kinds))
                 if taken[i] and page["labels"][i] < .5 and kinds[i] in of_gold)
    return after > STOP_SHARE * page["lengths"][taken].sum()


def parts(page, taken, f1, best):
    """The loss of a page, by what causes it."""
    if not page["words"]:
        return {"no text": 1 - f1}
    cause = "stops early" if stops_early(page, taken) else "choice"
    return {"between": 1 - best, cause: best - f1}


def show(rows):
    by_type = collections.defaultdict(list)
    for page, taken, f1, best in rows:
        by_type[page["type"]].append((page, parts(page, taken, f1, best), f1))
        by_type["wcxb-dev"].append(by_type[page["type"]][-1])
    names = ("no text", "between", "stops early", "choice")
    print(f"{'':14} pages  loss " + "".join(f"{name:>13}" for name in names) + "  pages that stop early")
    for kind, pages in sorted(by_type.items()):
        means = [sum(part.get(name, 0) for _, part, _ in pages) / len(pages) for name in names]
        early = sum("stops early" in part for _, part, _ in pages)
        print(f"{kind:14} {len(pages):5}  {sum(means):.3f}" + "".join(f"{m:13.3f}" for m in means)
              + f"  {early}")
    for kind, pages in sorted(by_type.items()):
        low = sorted((f1, page["id"]) for page, _, f1 in pages if f1 < LOW)
        if kind != "wcxb-dev":
            print(f"{kind}, below {LOW}: " + ", ".join(f"{i} {f1:.2f}" for f1, i in low))
