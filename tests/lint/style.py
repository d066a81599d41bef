"""Habits of the code: functions and statements that are not used here, comments above prototypes."""
import re

from tree import Tree, line_of

BANNED = "sprintf strcpy strcat strtok atoi atol gets alloca localtime gmtime".split()
PROTOTYPE = re.compile(r"^(?!typedef|struct|enum|union|static|_Static_assert|extern \"C\"|#|/|\s|\}|\{|[A-Z_]+\()[A-Za-z_].*\w\(")


def condition_at(code, start):
    """The text up to the parenthesis that closes the one before start."""
    depth = 1
    for end in range(start, len(code)):
        depth += (code[end] == "(") - (code[end] == ")")
        if depth == 0:
            return code[start:end]
    return code[start:]


def banned(tree):
    for path in tree.sources():
        code = tree.code(path)
        for match in re.finditer(r"\b(%s)\s*\(" % "|".join(BANNED), code):
            yield f"{path}:{line_of(code, match.start())}: {match.group(1)} is banned"
        for match in re.finditer(r"\bgoto\s+(?!out\b)\w+", code):
            yield f"{path}:{line_of(code, match.start())}: {match.group(0)}: the only label is out"
        for match in re.finditer(r"\b(?:if|while)\s*\(", code):
            if re.search(r"[^=!<>+*/|&^%-]=[^=]", condition_at(code, match.end())):
                yield f"{path}:{line_of(code, match.start())}: assignment in a condition"


def undocumented(tree):
    """A prototype of a header without a comment above it."""
    for path in tree.paths(".h"):
        lines = tree.texts[path].split("\n")
        for above, line in zip([""] + lines, lines):
            if not path.startswith("tests/") and PROTOTYPE.match(line) and not above.strip().endswith("*/"):
                yield f"{path}:{lines.index(line) + 1}: no comment above: {line.strip()}"


def source(text):
    return Tree({"core/src/x.c": text})


RULES = [banned, undocumented]
BAD = [
    (banned, source("int f(char *a)\n{\n    return atoi(a);\n}\n")),
    (banned, source("void f(void)\n{\n    goto fail;\n}\n")),
    (banned, source("void f(int a)\n{\n    if ((a = g()) > 1) {\n    }\n}\n")),
    (undocumented, Tree({"core/include/x.h": "#define X\n\nint dana_x(void);\n"})),
]
GOOD = [
    (banned, source("/* atoi(x) */\nvoid f(int a)\n{\n    for (int b = 1; a <= b;) {\n        a += b == 1;\n    }\n}\n")),
    (undocumented, Tree({"core/include/x.h": "/* Does x. */\nint dana_x(void);\n"})),
]
