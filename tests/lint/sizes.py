"""How long and how branched functions may be, how long sources, how many a folder."""
import os
import re
from collections import Counter

from tree import Tree

FUNCTION_LINES = 50
COMPLEXITY = 15
SOURCE_LINES = 400
TEST_LINES = 600  # a test is a list of cases
FOLDER_SOURCES = 12
# the branches of McCabe's measure; a switch counts once however many cases it has, as in pmccabe's first column
BRANCH = re.compile(r"\b(?:if|for|while|switch)\b|&&|\|\||\?")


def complexity(body):
    return 1 + len(BRANCH.findall(body))


def unread_functions(tree):
    """What begins as a function and is not read as one would escape the other rules."""
    for path in tree.sources():
        begun = len(re.findall(r"^\{$", tree.code(path), re.M))
        if begun != len(tree.functions(path)):
            yield f"{path}: {begun} functions, {len(tree.functions(path))} of them are read"


def long_functions(tree):
    for path in tree.sources():
        for function in tree.functions(path):
            if function.lines > FUNCTION_LINES:
                yield f"{path}:{function.line}: {function.name} has {function.lines} lines, {FUNCTION_LINES} are allowed"


def branched_functions(tree):
    for path in tree.sources():
        for function in tree.functions(path):
            if complexity(function.body) > COMPLEXITY:
                yield (f"{path}:{function.line}: {function.name} has a cyclomatic complexity of "
                       f"{complexity(function.body)}, {COMPLEXITY} is allowed")


def long_sources(tree):
    """Data that sources include (.inc, .def) may be longer."""
    for path in tree.sources():
        lines = tree.texts[path].count("\n")
        allowed = TEST_LINES if path.startswith("tests/") else SOURCE_LINES
        if lines > allowed:
            yield f"{path}: {lines} lines, {allowed} are allowed"


def crowded_folders(tree):
    for folder, sources in Counter(os.path.dirname(path) for path in tree.paths(".c")).items():
        if sources > FOLDER_SOURCES and not folder.startswith("tests/"):
            yield f"{folder}: {sources} sources, {FOLDER_SOURCES} are allowed"


def of_lines(count):
    return Tree({"core/src/x.c": "int dana__x(\n    int a)\n{\n" + "    g();\n" * count + "}\n"})


def of_branches(count):
    return Tree({"core/src/x.c": "void dana__x(int a)\n{\n    switch (a) {\n    case 1:\n    case 2:\n        break;\n    }\n"
                                 + "    a = a && 1;\n" * count + "    /* if (a) */\n    g(\"a ? b : c\");\n}\n"})


# What stands in the root; names that begin with a dot are tools' settings.
ROOT = {"service", "core", "api", "tests", "deploy", "openapi.yaml", "CMakeLists.txt", "CMakePresets.json", "README.md", "CONTRIBUTING.md",
        "CHANGELOG.md", "SECURITY.md", "LICENSE"}


def strangers_in_root(tree):
    names = {path.split("/")[0] for path in tree.texts}
    yield from (f"{name}: the root holds nothing of this name" for name in sorted(names - ROOT) if not name.startswith("."))


RULES = [unread_functions, long_functions, branched_functions, long_sources, crowded_folders, strangers_in_root]
BAD = [
    (unread_functions, Tree({"core/src/x.c": "struct {\n    int a;\n} b =\n{\n    1\n};\n"})),
    (long_functions, of_lines(51)),
    (branched_functions, of_branches(14)),
    (long_sources, Tree({"core/src/x.c": "\n" * 401})),
    (long_sources, Tree({"tests/x.c": "\n" * 601})),
    (crowded_folders, Tree({f"core/src/base/{number}.c": "" for number in range(13)})),
    (strangers_in_root, Tree({"core/src/x.c": "", "crash-1": ""})),
]
GOOD = [
    (unread_functions, Tree({"core/src/x.c": "__attribute__((format(printf, 1, 2))) static void f(const char *a, ...)\n{\n}\n"
                                             "int dana__x(void (*g)(int),\n            int a)\n{\n}\n"})),
    (long_functions, of_lines(50)),
    (branched_functions, of_branches(13)),
    (long_sources, Tree({"core/src/x.c": "\n" * 400, "tests/x.c": "\n" * 600, "core/src/x.inc": "\n" * 1000, "core/src/x.def": "\n" * 1000})),
    (crowded_folders, Tree({f"core/src/base/{number}.{suffix}": "" for number in range(12) for suffix in "ch"})),
    (strangers_in_root, Tree({"core/src/x.c": "", "README.md": "", ".gitignore": ""})),
]
