"""Helpers that are written more than once: functions that are equal but for white space, comments, and the names of the
function, its parameters and its variables; macros with parameters that are equal."""
import re
from collections import defaultdict

from tree import COMMENT_OR_TEXT, Tree, line_of

TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|\w+|[^\w\s]')
VARIABLE = re.compile(r"(?:^|[;{}(])\s*(?!return\b|goto\b|else\b|case\b)(?:(?:const|static|struct|enum|unsigned)\s+)*[A-Za-z_]\w*"
                      r"(?:\s+|\s*\*+\s*(?:const\s+)?)(\w+)\s*(?=[=;\[,:])")
PARAMETER = re.compile(r"(\w+)\s*(?:\[\w*\]\s*)?(?:,|$)")
STATIC_DATA = re.compile(r"^static\b[^;{}()=]*?\b(\w+)\s*(?:\[[^\]]*\]\s*)*(?:;|=.*?;$)", re.M | re.S)
MACRO = re.compile(r"^#\s*define\s+(\w+)\((.*?)\)((?:[^\n\\]|\\\n|\\.)*)", re.M)


def without_comments(text):
    return COMMENT_OR_TEXT.sub(lambda match: " " if match.group(0)[0] == "/" else match.group(0), text)


def rename(tokens, names):
    """Numbers the names, except where they are members: calls, members and types stay as they are."""
    numbers = {}
    for name in names:
        numbers.setdefault(name, f"@{len(numbers)}")
    return tuple(token if before == "." or (last, before) == ("-", ">") else numbers.get(token, token)
                 for token, before, last in zip(tokens, [""] + tokens, ["", ""] + tokens))


class Shapes:
    """The functions of a source as tokens without their own names. What the source alone knows is no name that others can
    mean: its static functions stand for what they do, its static data for their definition."""

    def __init__(self, tree, path):
        self.text = tree.texts[path]
        self.functions = {function.name: function for function in tree.functions(path)}
        self.data = {match.group(1): hash(rename(TOKEN.findall(self.text[match.start():match.end()]), [match.group(1)]))
                     for match in STATIC_DATA.finditer(tree.code(path))}
        self.known = {}

    def of(self, name):
        if name not in self.known:
            self.known[name] = ("recursive",)
            function = self.functions[name]
            body = without_comments(self.text[function.start:function.end])
            names = [name] + PARAMETER.findall(function.parameters) + VARIABLE.findall(function.body)
            tokens = rename(TOKEN.findall(f"{function.parameters} @ {body}"), names)
            self.known[name] = tuple(self.meaning(token) for token in tokens)
        return self.known[name]

    def meaning(self, token):
        if token in self.functions and self.functions[token].is_static:
            return hash(self.of(token))
        return self.data.get(token, token)


def told(found):
    return (f"equal: {', '.join(places)}" for places in found.values() if len(places) > 1)


def sharing(path):
    """Sources of the same mark could share a helper: api may use what core offers, service and tests stand by themselves."""
    floor = path.split("/")[0]
    return "core" if floor == "api" else floor


def equal_functions(tree):
    found = defaultdict(list)
    for path in tree.sources():
        shapes = Shapes(tree, path)
        for function in tree.functions(path):
            found[sharing(path), shapes.of(function.name)].append(f"{path}:{function.line} {function.name}")
    return told(found)


def equal_macros(tree):
    found = defaultdict(list)
    for path in tree.sources():
        for match in MACRO.finditer(tree.texts[path]):
            name, parameters, body = match.groups()
            tokens = TOKEN.findall(without_comments(f"{parameters} @ {body}").replace("\\\n", " "))
            found[sharing(path), rename(tokens, PARAMETER.findall(parameters))].append(
                f"{path}:{line_of(tree.texts[path], match.start())} {name}")
    return told(found)


def of_bodies(*functions):
    return Tree({f"core/src/{number}.c": text for number, text in enumerate(functions)})


RULES = [equal_functions, equal_macros]
BAD = [
    (equal_functions, of_bodies("static int f(int a)\n{\n    return a + g(1);\n}\n",
                                "static int f(int a)\n{\n    /* as there */\n    return a  +\n      g(1);\n}\n")),
    (equal_functions, of_bodies("static int f(const char *a)\n{\n    int b = a[0];\n    return b;\n}\n",
                                "static int g(const char *c)\n{\n    int d = c[0];\n    return d;\n}\n")),
    (equal_functions, of_bodies("static int f(int a)\n{\n    return a + 1;\n}\n\nint g(int a)\n{\n    return f(a);\n}\n",
                                "static int h(int a)\n{\n    return a + 1;\n}\n\nint i(int a)\n{\n    return h(a);\n}\n")),
    (equal_functions, of_bodies("static int left;\n\nint g(void)\n{\n    return --left;\n}\n",
                                "static int calls;\n\nint h(void)\n{\n    return --calls;\n}\n")),
    (equal_macros, of_bodies("#define COUNT(array) (sizeof(array) / sizeof((array)[0]))\n",
                             "#define LENGTH(a) \\\n    (sizeof(a) / sizeof((a)[0])) /* elements */\n")),
    (equal_functions, Tree({"core/src/x.c": "static void f(struct s *a)\n{\n    free(a->x);\n}\n\n"
                                            "static void g(struct s *b)\n{\n    free(b->x);\n}\n"})),
]
GOOD = [
    (equal_functions, of_bodies("static int f(int a)\n{\n    return g(a);\n}\n", "static int f(int a)\n{\n    return h(a);\n}\n",
                                "static int f(long a)\n{\n    return g(a);\n}\n")),
    (equal_functions, of_bodies("static int f(struct s *a)\n{\n    return a->b;\n}\n", "static int f(struct s *b)\n{\n    return b->a;\n}\n")),
    (equal_functions, of_bodies('static int f(int a)\n{\n    return g("x");\n}\n', 'static int f(int a)\n{\n    return g("y");\n}\n')),
    (equal_functions, of_bodies("static int f(int a)\n{\n    return a + 1;\n}\n\nint g(int a)\n{\n    return f(a);\n}\n",
                                "static int f(int a)\n{\n    return a + 2;\n}\n\nint h(int a)\n{\n    return f(a);\n}\n")),
    (equal_functions, of_bodies("static const int rows[] = {1};\n\nint g(int a)\n{\n    return rows[a];\n}\n",
                                "static const int rows[] = {2};\n\nint h(int a)\n{\n    return rows[a];\n}\n")),
    (equal_functions, Tree({path: "static int f(int a)\n{\n    return a + 1;\n}\n" for path in ("core/src/x.c", "service/src/x.c")})),
    (equal_macros, of_bodies("#define SQUARE(a) ((a) * (a))\n#define SUM(a) ((a) + (a))\n#define LIMIT 5\n",
                             "#define LIMIT 5\n")),
]
