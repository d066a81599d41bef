"""Boosted trees, grown by xgboost. Each tree sees a part of the features, so that it cannot lean on the same few:
in trees that ask all, what holds on one kind of sites outweighs the rest."""
import json

import numpy as np
import xgboost

ROUNDS = 140
RATE = .075
COLUMNS = .25    # part of the features that a tree may ask
PENALTY = 5      # of the squared leaves
LEAST_WEIGHT = 5  # of a leaf: summed p (1 - p) of its blocks, whose mean weight is 1
BINS = 64        # of the values of a feature: finer ones fit single sites, and each threshold that is asked costs time


def split_at(values, limit):
    """A threshold between `limit` and the next value below it: xgboost goes right from `limit` on, core from above the
    threshold on. Of four digits, as the table has it, where these part the two."""
    at = np.searchsorted(values, limit)
    if at == 0:
        return float(limit)
    middle = (float(values[at - 1]) + float(limit)) / 2
    for digits in range(4, 10):
        rounded = float(f"{middle:.{digits}g}")
        if values[at - 1] <= np.float32(rounded) < limit:
            return rounded
    return float(values[at - 1])


class Trees:
    """rows: values of features; labels: 0 to 1; weights: of the rows, of any scale."""

    def __init__(self, rows, labels, weights, depth, seed):
        data = xgboost.QuantileDMatrix(rows, labels, weight=weights / weights.mean(), max_bin=BINS)
        self.base = float(np.log(np.average(labels, weights=weights) / (1 - np.average(labels, weights=weights))))
        self.model = xgboost.train(
            {"objective": "binary:logistic", "tree_method": "hist", "max_depth": depth, "eta": RATE,
             "colsample_bytree": COLUMNS, "reg_lambda": PENALTY, "min_child_weight": LEAST_WEIGHT,
             "base_score": float(np.average(labels, weights=weights)), "max_bin": BINS, "seed": seed,
             "nthread": 1}, data, ROUNDS)
        self.values = {}
        self.rows = rows

    def predict(self, rows):
        return self.model.inplace_predict(rows)

    def sorted_values(self, feature):
        if feature not in self.values:
            self.values[feature] = np.unique(self.rows[:, feature])
        return self.values[feature]

    def spread(self, depth, scale):
        """Yields each tree, full to `depth`: a leaf above the last level fills all below it. Features, thresholds and
        leaves times `scale`; node k's answers are nodes 2k + 1 and 2k + 2."""
        inner = 2 ** depth - 1
        for text in self.model.get_dump(dump_format="json"):
            features, thresholds, leaves = [0] * inner, [0.0] * inner, [0] * (inner + 1)

            def lay(node, k):
                if k >= inner:
                    leaves[k - inner] = int(round(node["leaf"] * scale))
                    return
                children = {child["nodeid"]: child for child in node.get("children", ())}
                if children:
                    features[k] = int(node["split"][1:])
                    thresholds[k] = split_at(self.sorted_values(features[k]), np.float32(node["split_condition"]))
                lay(children.get(node.get("yes"), node), 2 * k + 1)
                lay(children.get(node.get("no"), node), 2 * k + 2)

            lay(json.loads(text), 0)
            yield features, thresholds, leaves
