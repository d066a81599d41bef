"""Functions and tables that are shared and that nobody needs, by the symbols of the objects."""
import re

from floors import folder_of
from tree import Object, Tree

# what tests or libraries alone need, and why it is there all the same
FOR_TESTS = {
    "dana_arena_peak": "tests measure the memory of a page",
    "dana_page_arena": "tests measure the memory of a page",
    "dana_version": "programs that link libdana ask for it",
    **dict.fromkeys(("_Znwm", "_Znam", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm"), "uchardet and CLD2 call it"),
    "dana__measure_block": "dump_blocks writes all features, the trees read those that they ask",
    "dana__is_of_subject": "dump_blocks writes the words that the odds of class words ask",
    "dana__rule_at": "corpus_metadata measures what each rule is worth",
}


def uses_in(code, name):
    """How often a source names what it defines, its definition apart."""
    return len(re.findall(rf"\b{name}\b", code)) - 1


def unneeded(tree):
    """(source, symbol) of what no other source of the floors takes."""
    taken = set().union(*(found.taken for found in tree.objects.values()))
    for path, found in tree.objects.items():
        if folder_of(path) and path in tree.texts:
            yield from ((path, name) for name in sorted(found.defined - taken) if name != "main" and name[:2] != "__")


def used_by_tests_alone(tree):
    """What only tests call, or nobody; what only its own source calls is static unless tests call it too."""
    tests = "\n".join(tree.code(path) for path in tree.sources("tests/"))
    needed = set(FOR_TESTS) if tree.root else set()
    tested = set(re.findall(r"\w+", tests))
    for path, name in unneeded(tree):
        own = uses_in(tree.code(path), name)
        if name in FOR_TESTS:
            needed.discard(name)
        elif own == 0:
            yield f"{path}: {name} is used by {'tests alone' if name in tested else 'nobody'}"
        elif name not in tested:
            yield f"{path}: {name} is used in its own source alone and is not static"
    yield from (f"tests/lint/unused.py: {name} need not be listed" for name in sorted(needed))


X = "core/src/base/x.c"
RULES_OF_OBJECTS = [used_by_tests_alone]
BAD = [
    (used_by_tests_alone, Tree({X: "int dana__x(void)\n{\n}\n", "tests/y.c": "dana__x();\n"}, {X: Object(["dana__x"])})),
    (used_by_tests_alone, Tree({X: "int dana__x(void)\n{\n}\n"}, {X: Object(["dana__x"])})),
    (used_by_tests_alone, Tree({X: "int dana__x(void)\n{\n}\nint y = dana__x();\n"}, {X: Object(["dana__x"])})),
]
GOOD = [
    (used_by_tests_alone, Tree({X: "int dana__x(void)\n{\n}\n"},
                               {X: Object(["dana__x"]), "api/src/json/y.c": Object(taken=["dana__x"])})),
    (used_by_tests_alone, Tree({X: "int dana__x(void)\n{\n}\nint y = dana__x();\n", "tests/y.c": "dana__x();\n"},
                               {X: Object(["dana__x"])})),
    (used_by_tests_alone, Tree({"service/src/main.c": "int main(void)\n{\n}\n"}, {"service/src/main.c": Object(["main"])})),
]
