"""The page's type: what wcxb-dev's annotators call it; pages of the other sets are articles. A page that
trains the trees of blocks gets its types by a model of other sites."""
import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

ROUNDS = 40
DEPTH = 3    # TYPE_DEPTH in page_type.c
RATE = .1
LEAF_SCALE = 2048
PARTS = 5
# What a page of another set weighs: that it is an article is known of the set, not of the page.
NEWS_WEIGHT = .3
GROUP = "type."
ASKED = ("page.", "look.")


def types(pages):
    names = pages[0]["features"].dtype.names
    return [name[len(GROUP):] for name in names if name.startswith(GROUP)]


def questions(pages):
    """What the trees ask: a row a page."""
    names = [name for name in pages[0]["features"].dtype.names if name.startswith(ASKED)]
    return np.array([[page["features"][name][0] for name in names] for page in pages], np.float32)


def label(page, known):
    return known.index(page["type"]) if page["set"] == "wcxb-dev" else known.index("article")


def fit(pages, seed):
    known = types(pages)
    weight = np.array([1 if page["set"] == "wcxb-dev" else NEWS_WEIGHT for page in pages])
    model = HistGradientBoostingClassifier(
        max_iter=ROUNDS, max_depth=DEPTH, max_leaf_nodes=2 ** DEPTH, learning_rate=RATE,
        min_samples_leaf=15, l2_regularization=5, early_stopping=False, random_state=seed)
    return model.fit(questions(pages), [label(page, known) for page in pages], sample_weight=weight)


def put(model, pages):
    """Writes how likely each type is into the pages' features."""
    pages = [page for page in pages if "type" not in page.get("off", ())]  # an ablation
    if pages:
        known = types(pages)
        for page, shares in zip(pages, model.predict_proba(questions(pages))):
            for name, share in zip(known, shares):
                page["features"][GROUP + name] = share


def put_crossed(pages, fold, seed):
    """Each page by a model of other sites; `fold` is the part of each site. Returns that of all."""
    for part in range(PARTS):
        put(fit([p for p in pages if fold[p["host"]] != part], seed),
            [p for p in pages if fold[p["host"]] == part])
    return fit(pages, seed)


def write(model, tool, spread, number, path, head):
    """Writes the table that core/src/extractors/auto/page_type.c reads."""
    names = [name for name in tool.row.names if name.startswith(ASKED)]
    with open(path, "w", encoding="utf-8") as out:
        bases = ",".join(number(float(base)) for base in np.ravel(model._baseline_prediction))
        out.write(f"{head}#define TYPE_LEAF_SCALE {LEAF_SCALE}.f\n\nstatic const float "
                  f"type_bases[DANA_PAGE_TYPE_COUNT] = {{{bases}}};\n\n"
                  "static const type_tree type_trees[] = {\n")
        for step in model._predictors:
            for tree in step:
                features, thresholds, leaves = spread(tree.nodes, DEPTH)
                out.write("{{" + ",".join(f"F({names[k]})" for k in features) + "},{"
                          + ",".join(map(number, thresholds)) + "},{"
                          + ",".join(map(str, leaves)) + "}},\n")
        out.write("};\n")
