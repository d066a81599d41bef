"""Writes trees of blocks as core/src/forest/forest.h lays them out: each condition once, the values in the order
of the features, and trees that name conditions."""
import bisect

MOST_CONDITIONS = 2 ** 16


def conditions_of(trees, names):
    """The thresholds of each feature that is asked, in the order of the features."""
    asked = {}
    for features, thresholds, _ in trees:
        for feature, threshold in zip(features, thresholds):
            asked.setdefault(feature, set()).add(threshold)
    return [(name, sorted(asked[name])) for name in names if name in asked]


def rows(values, size):
    return ",\n".join(",".join(map(str, values[i:i + size])) for i in range(0, len(values), size))


def write(trees, names, number, out):
    """trees: (names of features, thresholds, leaves) of full trees, node k's answers being 2k + 1 and 2k + 2; the
    thresholds as the table has them, of four digits. names: of all features, in their order."""
    conditions = conditions_of(trees, names)
    ends, end = {}, 0
    for name, thresholds in conditions:
        ends[name] = end = end + len(thresholds)
    if end > MOST_CONDITIONS:
        raise SystemExit(f"{end} conditions are more than the {MOST_CONDITIONS} that a node can name")
    of_name = dict(conditions)

    def condition(name, threshold):
        return ends[name] - len(of_name[name]) + bisect.bisect_left(of_name[name], threshold)

    out.write(f"#define LEAF_MOST {max(abs(leaf) for _, _, leaves in trees for leaf in leaves)}\n\n"
              "static const dana__asked asked[] = {\n"
              + rows([f"{{F({name}),{ends[name]}}}" for name, _ in conditions], 4) + "};\n\n"
              "static const bool is_asked[DANA__FEATURE_COUNT] = {\n"
              + rows([f"[F({name})]=true" for name, _ in conditions], 4) + "};\n\n"
              "static const float thresholds[] = {\n"
              + ",\n".join(",".join(map(number, thresholds)) for _, thresholds in conditions) + "};\n\n"
              "static const dana__tree trees[] = {\n")
    for features, thresholds, leaves in trees:
        nodes = ",".join(str(condition(*node)) for node in zip(features, thresholds))
        out.write(f"{{{{{nodes}}},\n{{{','.join(map(str, leaves))}}}}},\n")
    out.write("};\n")
