#!/usr/bin/python3
"""Trains the weights of `titlerank` and writes its table.

  CORPORA=<folder> tests/train/train_headline.py DUMP_HEADLINES OUT.inc     train on all, write it
  CORPORA=<folder> tests/train/train_headline.py DUMP_HEADLINES --check     scores, cross-validated
  CORPORA=<folder> tests/train/train_headline.py DUMP_HEADLINES --ablation  without one feature
  CORPORA=<folder> tests/train/train_headline.py DUMP_HEADLINES --errors    the pages missed

  ... --without SET                                                         as if there were no such set

DUMP_HEADLINES is the tool built from dump_headlines.c. Trained on the sets of TRAINED; those of OTHERS only
evaluate. Needs python3-numpy and python3-scipy. Nothing is random but the folds, and their seeds are
fixed. Beside the pages as they are it trains on some that retold.py writes.
"""
import argparse
import collections
import os
import re
import sys
import tempfile

import numpy as np
from scipy.optimize import minimize

import retold
from pages import Tool, folds, host, manifest

# Sets that train, and what a page of each weighs. daniel-dev's gold is GPL-3.0: --without daniel-dev.
TRAINED = {"wcxb-dev": 1, "ar-mulham": .3, "daniel-dev": .3, "fundus-dev": .5, "magic-dev": .5,
           "mlnews-dev": .5, "ldnews-dev": .5, "postlight-dev": .5, "newspaper-dev": .5,
           "he-flash-dev": .5, "trafilatura-dev": .5, "readability-dev": .2}
OTHERS = ("cleaneval-final-dev", "dragnet-dev", "zh-portals-dev", "cleanportal-dev", "dari-voa-dev", "rtl-news", "he-aizenimr", "fa-saaad",
          "fa-ziaenezhad", "fa-bitorbit", "fa-gheychi", "ar-ahmedkarim", "ur-mariakhan")
TYPED = "wcxb-dev"  # whose pages have types by hand
RETOLD = .02    # what a retold page weighs beside one of its set
SEEDS = (11, 12, 13)  # not those by which the terms were chosen
FOLDS = 5
PENALTY = 300.   # of the squared weights of normalised terms
WORD = re.compile(r"\w+")

# Terms by group. VALUE: the feature. EQUAL: whether it is this. LOG: log(1 + feature). BELOW: whether
# it is below 0. CROSS: a product of two. A feature of the page alone is the same for all candidates
# and tells something in products only.
GROUPS = {
    "places": "AT_TITLE_FIRST AT_TITLE_LAST AT_OG AT_META AT_LD_HEADLINE AT_LD_PART "
              "AT_CRUMB AT_HEADING AT_HEADING_UNIT AT_HEADING_PART PLACES VISIBLE SEEN",
    "headings": "IS_H1 FIRST_H1 ONLY_H1 HEADING_ORDER",
    "likeness": "SAME_TITLE SAME_H1 SAME_VISIBLE IN_TITLE OF_TITLE IN_OG OF_OG IN_TWITTER OF_META "
                "IN_LD_HEADLINE IN_CRUMB IN_LEAD LIKE_GAP LIKE_GAP_VISIBLE",
    "site and address": "IN_ADDRESS OF_ADDRESS CUT_HOST IS_SITE IS_HOST",
    "cuts": "CUT_AFTER CUT_INSIDE SEGMENTS PART_SEEN PART_BEFORE PART_AFTER",
    "form": "WORDS ENDS_IN_MARK",
    "position": "BLOCK_SHARE BEFORE_MAIN IN_MAIN PRUNED LINKED DEPTH TEXT_AFTER LAST_HEADING",
    "links": "HOME_LINK SELF_LINK OTHER_LINK",
    "class names": "IN_NAV IN_CARD IN_POST NAMED_TITLE NAMED_SITE",
}
VALUES = " ".join(GROUPS.values()).split()
EQUALS = (("LEVEL", (1, 3)), ("CUT_BEFORE", (1, 2)), ("CUT_AFTER", (2, 3, 4)),
          ("CUT_INSIDE", (1, 3, 4)), ("ORDER", (0, 1)), ("HEADING_ORDER", (0, 1)),
          ("WORDS", (1, 2)))
HINTS = ("HINT_ARTICLE", "HINT_FORUM", "HINT_PRODUCT", "HAS_LD")
BY_HINT = ("IS_H1", "FIRST_H1", "AT_TITLE_FIRST", "AT_TITLE", "IN_TITLE", "OF_H1")
PAIRS = (("IS_H1", "OF_TITLE"), ("AT_HEADING", "OF_OG"),
         ("AT_TITLE_FIRST", "REST_SITE"), ("AT_TITLE_LAST", "REST_SITE"),
         ("AT_TITLE_FIRST", "IN_H1"), ("AT_TITLE_FIRST", "REST_H1"), ("AT_TITLE", "BEST_VISIBLE"),
         ("AT_TITLE_FIRST", "BEST_VISIBLE"), ("AT_TITLE_LAST", "BEST_VISIBLE"),
         ("AT_OG", "BEST_VISIBLE"), ("SEEN", "IN_TITLE"), ("SEEN", "OF_TITLE"), ("NAMED_TITLE", "IN_TITLE"),
         ("LAST_HEADING", "IN_TITLE"), ("AT_TITLE", "BEST_PART"), ("AT_TITLE_FIRST", "BEST_PART"),
         ("AT_TITLE_LAST", "BEST_PART"))


def all_terms():
    terms = [("VALUE", a, None) for a in VALUES]
    terms += [("EQUAL", a, v) for a, values in EQUALS for v in values]
    terms += [("LOG", "LETTERS", None), ("BELOW", "BEFORE_MAIN", None)]
    terms += [("CROSS", a, h) for h in HINTS for a in BY_HINT]
    return terms + [("CROSS", a, b) for a, b in PAIRS]


def load(folder, tool, name, label=None):
    """Yields the pages of a set with their candidates: features, whether they are gold, texts. label:
    what the set is called in place of its name and types."""
    rows = manifest(folder, name)
    with tempfile.TemporaryDirectory() as scratch:
        features, path = tool.dump(name, scratch)
        with open(path + ".txt", encoding="utf-8", newline="\n") as file:
            lines = iter(file.read().split("\n")[:-1])
    begin = 0
    for line in lines:
        _, page, count = line.split("\t")
        texts = [next(lines).split("\t", 2) for _ in range(int(count))]
        row, end = rows[page], begin + len(texts)
        yield {"id": page, "set": label or name, "host": host(row), "weight": TRAINED.get(name, 0) * (RETOLD if label else 1),
               "type": label or (row["page_type"] if name == TYPED else name), "gold": row["headline"], "features": features[begin:end],
               "right": np.array([mark == "1" for mark, _, _ in texts], bool),
               "preferred": [int(preferred) for _, preferred, _ in texts],
               "texts": [text for _, _, text in texts]}
        begin = end


def load_retold(folder, tool, names, label):
    """Yields the retold pages of sets."""
    with tempfile.TemporaryDirectory() as out:
        names = [name for name in names if retold.write(folder, out, name) > 0]
        os.environ["CORPORA"] = out
        for name in names:
            yield from load(out, tool, name, label)
        os.environ["CORPORA"] = folder


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
    weight = np.array([float(p["weight"]) for p in pages])

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


def is_same(page, found):
    """Whether a text has the gold headline's words: other marks and letter case count as the same."""
    return WORD.findall(page["gold"].lower()) == WORD.findall(found.lower())


def is_same_but_site(page, best):
    """Whether the gold headline has the site's name before or behind the words found, or the other way
    round: as og:site_name or the host says it."""
    pair = sorted((WORD.findall(page["gold"].lower()), WORD.findall(page["texts"][best].lower())), key=len)
    short, long = pair
    more = len(long) - len(short)
    if not short or more == 0:
        return False
    rest = long[len(short):] if long[:len(short)] == short else long[:more] if long[more:] == short else []
    name = "".join(rest)
    return name != "" and (name in re.sub(r"\W", "", page["host"].lower()) or
                           (len(long) > len(WORD.findall(page["texts"][best].lower()))
                            and page["features"]["REST_SITE"][best] >= 1))


def answer(page, weights):
    """The candidate that is the headline: the one that ranks best, or what core prefers to that."""
    return page["preferred"][int(np.argmax(page["terms"] @ weights))] if len(page["right"]) else None


def scores_of(pages, weights):
    """Whether each page's headline is its gold headline, as means by set and page type: exactly, with
    quotation marks, other marks and letter case folded, and with the site's name folded too."""
    hits = collections.defaultdict(list)
    for page, weight in zip(pages, weights):
        best = answer(page, weight)
        exact = best is not None and bool(page["right"][best])
        folded = exact or (best is not None and is_same(page, page["texts"][best]))
        hit = (exact, folded, folded or (best is not None and is_same_but_site(page, best)))
        for name in {page["set"], page["type"]}:
            hits[name].append(hit)
    return {name: np.mean(values, axis=0) for name, values in hits.items()}


def cross_weights(pages, seed):
    """The weights for each page, trained without its host's fold."""
    fold = folds(pages, seed, FOLDS)
    models = [fit([p for p in pages if fold[p["host"]] != k]) for k in range(FOLDS)]
    return [models[fold[p["host"]]] for p in pages]


def cross_validate(pages):
    runs = [scores_of(pages, cross_weights(pages, seed)) for seed in SEEDS]
    return {name: np.mean([run[name] for run in runs], axis=0) for name in sorted(runs[0])}


def set_terms(pages, terms):
    for page in pages:
        page["terms"] = term_values(page["features"], terms)


def print_scores(label, scores):
    print(f"{label:28}", *(f"{name} {exact:.4f}" for name, (exact, *_) in scores.items()), flush=True)


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
    if is_same(page, found):
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
        best = answer(page, weight)
        if page["type"] != "retold" and not page["right"][best]:
            why = cause(page, page["texts"][best])
            counts[why] += 1
            print(page["id"], page["type"], why, repr(page["gold"]), repr(page["texts"][best]),
                  sep="\t")
    for why, count in counts.most_common():
        print(f"{count:5} {why}")


def write_table(terms, weights, scores, sets, path):
    tool = os.path.basename(__file__)
    with open(path, "w", encoding="utf-8") as out:
        out.write(f"/*\n * Generated by tests/train/{tool}; do not edit.\n"
                  f" * Data: {', '.join(sets[:6])},\n * {', '.join(sets[6:])};\n"
                  " * no text of them is in this table.\n"
                  f" * Command: CORPORA=<folder> tests/train/{tool} "
                  "build/bench/dump_headlines core/src/title/rank/titlerank_weights.inc\n"
                  f" * Exact match, {FOLDS}-fold cross-validation by host, mean of the seeds "
                  f"{', '.join(map(str, SEEDS))}:\n")
        for name, (exact, *_) in scores.items():
            how = ", not trained on" if name in OTHERS or name.endswith("others") else ""
            out.write(f" *   {name} {exact:.4f}{how}\n")
        out.write(" */\nstatic const term terms[] = {\n")
        for (kind, a, b), weight in zip(terms, weights):
            second = f"DANA__RANK_{b}" if kind == "CROSS" else b or 0
            out.write(f"    {{{kind}, DANA__RANK_{a}, {second}, {weight:.4f}f}},\n")
        out.write("};\n")


def read_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("tool")
    parser.add_argument("path", nargs="?")
    for name in ("check", "ablation", "errors"):
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--without", action="append", default=[], choices=TRAINED)
    arguments = parser.parse_args()
    if sum((arguments.path is not None, arguments.check, arguments.ablation, arguments.errors)) != 1:
        parser.error("one of OUT.inc, --check, --ablation, --errors")
    return arguments


def main():
    folder = os.environ.get("CORPORA")
    arguments = read_arguments()
    if folder is None:
        sys.exit("CORPORA names no folder of corpora")
    tool, terms = Tool(arguments.tool), all_terms()
    sets = [name for name in TRAINED if name not in arguments.without]
    pages = [p for name in sets for p in load(folder, tool, name)]
    pages += load_retold(folder, tool, sets, "retold")
    if arguments.ablation:
        ablation(pages)
        return
    set_terms(pages, terms)
    if arguments.errors:
        errors(pages)
        return
    scores = cross_validate(pages)
    weights = fit(pages)
    others = [p for name in OTHERS for p in load(folder, tool, name)]
    others += load_retold(folder, tool, OTHERS, "retold, others")
    set_terms(others, terms)
    scores.update(scores_of(others, [weights] * len(others)))
    for name, (exact, folded, siteless) in scores.items():
        print(f"{name:20} {exact:.4f}, marks and case folded {folded:.4f}, site's name too {siteless:.4f}")
    if arguments.path:
        write_table(terms, weights, scores, sets, arguments.path)


if __name__ == "__main__":
    main()
