"""Helpers that are written more than once: functions that are equal but for white space, comments, and the names of the
function, its parameters and its variables."""
import re
from collections import defaultdict

from tree import COMMENT_OR_TEXT, Tree

TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|\w+|[^\w\s]')
COMMENT = re.compile(r"/[/*]")
VARIABLE = re.compile(r"(?:^|[;{}(])\s*(?!return\b|goto\b|else\b|case\b)(?:(?:const|static|struct|enum|unsigned)\s+)*[A-Za-z_]\w*"
                      r"(?:\s+|\s*\*+\s*(?:const\s+)?)(\w+)\s*(?=[=;\[,:])")
PARAMETER = re.compile(r"(\w+)\s*(?:\[\w*\]\s*)?(?:,|$)")


def without_comments(text):
    return COMMENT_OR_TEXT.sub(lambda match: " " if COMMENT.match(match.group(0)) else match.group(0), text)


def shape(function, text):
    """The function as tokens with its own names numbered; calls, members and types stay as they are."""
    names = [function.name] + PARAMETER.findall(function.parameters) + VARIABLE.findall(function.body)
    numbers = {}
    for name in names:
        numbers.setdefault(name, f"@{len(numbers)}")
    body = text[function.start:function.end]
    tokens = TOKEN.findall(without_comments(f"{function.parameters} @ {body}"))
    return tuple(token if before == "." or (before, last) == (">", "-") else numbers.get(token, token)
                 for token, before, last in zip(tokens, [""] + tokens, ["", ""] + tokens))


def equal_functions(tree):
    found = defaultdict(list)
    for path in tree.sources():
        for function in tree.functions(path):
            found[shape(function, tree.texts[path])].append(f"{path}:{function.line} {function.name}")
    for places in found.values():
        if len(places) > 1:
            yield f"equal: {', '.join(places)}"


def of_bodies(*functions):
    return Tree({f"core/src/{number}.c": text for number, text in enumerate(functions)})


RULES = [equal_functions]
BAD = [
    (equal_functions, of_bodies("static int f(int a)\n{\n    return a + g(1);\n}\n",
                                "static int f(int a)\n{\n    /* as there */\n    return a  +\n      g(1);\n}\n")),
    (equal_functions, of_bodies("static int f(const char *a)\n{\n    int b = a[0];\n    return b;\n}\n",
                                "static int g(const char *c)\n{\n    int d = c[0];\n    return d;\n}\n")),
    (equal_functions, Tree({"core/src/x.c": "static void f(struct s *a)\n{\n    free(a->x);\n}\n\n"
                                            "static void g(struct s *b)\n{\n    free(b->x);\n}\n"})),
]
GOOD = [
    (equal_functions, of_bodies("static int f(int a)\n{\n    return g(a);\n}\n", "static int f(int a)\n{\n    return h(a);\n}\n",
                                "static int f(long a)\n{\n    return g(a);\n}\n")),
    (equal_functions, of_bodies("static int f(struct s *a)\n{\n    return a->b;\n}\n", "static int f(struct s *b)\n{\n    return b->a;\n}\n")),
    (equal_functions, of_bodies('static int f(int a)\n{\n    return g("x");\n}\n', 'static int f(int a)\n{\n    return g("y");\n}\n')),
]
