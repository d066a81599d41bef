"""The order of floors and folders: who may include, declare and call whom. folders.txt is the order."""
import os
import re
from collections import defaultdict

from tree import Object, Tree, line_of

# floor -> what its files must not include
FORBIDDEN_INCLUDES = {
    "core/": r'"(api|svc)|<(microhttpd|jansson|curl|libxml|pthread|time|unistd|stdatomic)|sys/',
    "api/": r"<(microhttpd|curl|libxml|pthread|time|unistd|sys/)",
    "service/": r'<(jansson|libxml)|"dana/',
}
# programs of their own, which are installed with libdana
PROGRAMS = "core/examples/"
# the one file of core that may include libxml2
LIBXML_FILE = "core/src/dom/tree.c"
# the one part of service that reads JSON: it talks to a browser
JANSSON_FOLDER = "service/src/renderer/"
# what core may not link to
FORBIDDEN_SYMBOLS = ("open fopen read write socket connect getenv time clock_gettime printf puts fprintf "
                     "pthread_create pthread_mutex_lock exit abort").split()
INCLUDE = re.compile(r"^\s*#\s*include\s*([\"<][^\">]*[\">])", re.M)
PROTOTYPE = re.compile(r"^(?!typedef|static)[A-Za-z_][\w *]*?\b(\w+)\([^;{}]*\)\s*;", re.M)


def read_order(text):
    """(floor, folder) from low to high."""
    order, floor = [], None
    for line in text.split("\n"):
        if line and not line.startswith((" ", "#")):
            floor = line.strip()
        elif not line.startswith("#"):
            order += [(floor, folder) for folder in line.split()]
    return order


with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "folders.txt"), encoding="utf-8") as file:
    RANKS = {folder: rank for rank, folder in enumerate(read_order(file.read()))}


def folder_of(path):
    """(floor, folder) of a file of the three floors, else None."""
    match = re.match(r"(core|api|service)/(src|include)/(?:(.*)/)?[^/]*$", path)
    if match is None:
        return None
    return match.group(1), "include" if match.group(2) == "include" else match.group(3) or "."


def unit_of(path):
    """A source and its header are one unit."""
    return path.rsplit(".", 1)[0]


def show(folder):
    return "/".join(folder)


def floor_files(tree):
    return [path for path in tree.paths(".c", ".h", ".inc", ".def") if folder_of(path)]


def runs_up(low, high):
    """Whether the second folder stands after the first; one that is not listed stands nowhere."""
    return low in RANKS and high in RANKS and RANKS[high] > RANKS[low]


def includes(tree):
    """(file, included file, line) among the files of the three floors."""
    for path in floor_files(tree):
        floor = path.split("/")[0]
        for match in INCLUDE.finditer(tree.texts[path]):
            name = match.group(1)[1:-1]
            places = [f"{floor}/src", f"{floor}/include", os.path.dirname(path), "core/include", "api/include"]
            found = [p for p in (os.path.normpath(f"{place}/{name}") for place in places) if p in tree.texts]
            if found:
                yield path, found[0], line_of(tree.texts[path], match.start())


def definers(tree):
    """The source that defines each symbol."""
    return {name: path for path, found in tree.objects.items() if folder_of(path) for name in found.defined}


def calls(tree):
    """(source, source, symbol) for each symbol that a source takes from another: calls, tables, addresses."""
    defined = definers(tree)
    for path, found in tree.objects.items():
        for name in sorted(found.taken):
            if folder_of(path) and defined.get(name, path) != path:
                yield path, defined[name], name


def foreign_includes(tree):
    """An include of a library or of a floor that the floor may not know."""
    for path in tree.sources():
        for floor, pattern in FORBIDDEN_INCLUDES.items():
            if not path.startswith(floor) or path.startswith(PROGRAMS):
                continue
            for match in INCLUDE.finditer(tree.texts[path]):
                name = match.group(1)
                allowed = (path == LIBXML_FILE and "<libxml/" in name) or (path.startswith(JANSSON_FOLDER) and name == "<jansson.h>")
                if re.search(pattern, name) and not allowed:
                    yield f"{path}:{line_of(tree.texts[path], match.start())}: {floor} must not include {name}"


def foreign_calls(tree):
    """A call of core to what does I/O, tells the time, or ends the process."""
    for path, found in tree.objects.items():
        if path.startswith("core/"):
            yield from (f"{path}: core must not call {name}" for name in FORBIDDEN_SYMBOLS if name in found.taken)


def unlisted_folders(tree):
    """A file in a folder that folders.txt does not know; a folder of the list without files."""
    there = {folder_of(path): path for path in floor_files(tree)}
    for folder, path in there.items():
        if folder not in RANKS:
            yield f"{path}: {show(folder)} is not in tests/lint/folders.txt"
    if tree.root:
        yield from (f"tests/lint/folders.txt: {show(folder)} has no files" for folder in RANKS if folder not in there)


def includes_up(tree):
    for path, included, line in includes(tree):
        if runs_up(folder_of(path), folder_of(included)):
            yield f"{path}:{line}: includes {included}, and {show(folder_of(included))} stands after {show(folder_of(path))}"


def calls_up(tree):
    """A function of a higher folder, called all the same because a lower one declares it."""
    for path, other, name in calls(tree):
        if runs_up(folder_of(path), folder_of(other)):
            yield f"{path}: uses {name} of {other}, and {show(folder_of(other))} stands after {show(folder_of(path))}"


def declared_elsewhere(tree):
    """A header a.h declares what a.c defines; without an a.c, what the sources of its folder define. Public headers
    declare what any source of the floor defines."""
    defined = {function.name: path for path in tree.paths(".c") if folder_of(path)
               for function in tree.functions(path) if not function.is_static}
    for path in tree.paths(".h"):
        folder, own = folder_of(path), f"{unit_of(path)}.c"
        if folder is None or folder[1] == "include":
            continue
        for match in PROTOTYPE.finditer(tree.code(path)):
            source = defined.get(match.group(1))
            if source and (source != own if own in tree.texts else folder_of(source) != folder):
                yield f"{path}:{line_of(tree.code(path), match.start(1))}: declares {match.group(1)} of {source}"


def circles_of(edges):
    """The sets of nodes that reach each other (Tarjan), larger than one."""
    index, low, stack, circles = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(edges.get(node, ())):
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                circles.append(sorted(stack[at:]))
            del stack[at:]

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return circles


def edges_between(tree, key):
    """Includes and calls among the keys of files."""
    pairs = [(a, b) for a, b, _ in includes(tree)] + ([(a, b) for a, b, _ in calls(tree)] if tree.objects else [])
    edges = defaultdict(set)
    for a, b in pairs:
        if key(a) != key(b):
            edges[key(a)].add(key(b))
    return edges


def told(what, edges, name):
    """Each circle with its arrows."""
    for circle in circles_of(edges):
        arrows = (f"{name(node)} -> {' '.join(name(other) for other in sorted(edges[node] & set(circle)))}" for node in circle)
        yield f"{len(circle)} {what} form a circle: {'; '.join(arrows)}"


def circles_of_files(tree):
    """Files that reach each other by includes and calls; a source and its header are one."""
    return told("files", edges_between(tree, unit_of), lambda unit: unit.replace("/src/", "/", 1))


def circles_of_folders(tree):
    return told("folders", edges_between(tree, folder_of), show)


LOW, HIGH = "core/src/base/x.c", "core/src/posts/y.c"
RULES = [foreign_includes, unlisted_folders, includes_up, declared_elsewhere, circles_of_files, circles_of_folders]
RULES_OF_OBJECTS = [foreign_calls, calls_up]
BAD = [
    (foreign_includes, Tree({"core/src/x.c": "#include <jansson.h>\n"})),
    (foreign_includes, Tree({"core/src/x.c": "#include <libxml/tree.h>\n"})),
    (foreign_includes, Tree({"core/src/dom/tree.c": "#include <jansson.h>\n"})),
    (foreign_includes, Tree({"api/src/x.c": "#include <microhttpd.h>\n"})),
    (foreign_includes, Tree({"service/src/x.c": '#include "dana/page.h"\n'})),
    (foreign_calls, Tree({}, {LOW: Object(taken=["fopen"])})),
    (unlisted_folders, Tree({"core/src/misc/x.c": ""})),
    (unlisted_folders, Tree({"core/src/misc/x.inc": ""})),
    (includes_up, Tree({LOW: '#include "posts/y.h"\n', "core/src/posts/y.h": ""})),
    (includes_up, Tree({"core/include/dana/x.h": '#include "../../src/base/y.h"\n', "core/src/base/y.h": ""})),
    (includes_up, Tree({"api/include/api/x.h": '#include "json/y.h"\n', "api/src/json/y.h": ""})),
    (calls_up, Tree({}, {LOW: Object(taken=["dana__y"]), HIGH: Object(["dana__y"])})),
    (calls_up, Tree({}, {LOW: Object(taken=["api_y"]), "api/src/json/y.c": Object(["api_y"])})),
    (declared_elsewhere, Tree({"core/src/base/x.h": "int dana__y(void);\n", LOW: "",
                               "core/src/base/y.c": "int dana__y(void)\n{\n}\n"})),
    (declared_elsewhere, Tree({"core/src/base/x.h": "int dana__y(void);\n", HIGH: "int dana__y(void)\n{\n}\n"})),
    (circles_of_files, Tree({"core/src/base/x.h": '#include "base/y.h"\n', "core/src/base/y.h": '#include "base/x.h"\n'})),
    (circles_of_files, Tree({LOW: '#include "base/y.h"\n', "core/src/base/y.h": ""},
                            {LOW: Object(["dana__x"]), "core/src/base/y.c": Object(taken=["dana__x"])})),
    (circles_of_folders, Tree({LOW: '#include "posts/z.h"\n', HIGH: '#include "base/z.h"\n',
                               "core/src/base/z.h": "", "core/src/posts/z.h": ""})),
]
GOOD = [
    (foreign_includes, Tree({LIBXML_FILE: "#include <libxml/HTMLparser.h>\n"})),
    (foreign_includes, Tree({JANSSON_FOLDER + "a.c": "#include <jansson.h>\n"})),
    (foreign_calls, Tree({}, {LOW: Object(taken=["memcpy"]), "service/src/main.c": Object(taken=["exit"])})),
    (unlisted_folders, Tree({LOW: "", "service/src/main.c": "", "core/include/dana/x.h": "", "tests/x/y.c": ""})),
    (includes_up, Tree({HIGH: '#include "base/x.h"\n#include "dana/x.h"\n#include "y.h"\n', "core/src/base/x.h": "",
                        "core/src/posts/y.h": "", "core/include/dana/x.h": ""})),
    (calls_up, Tree({}, {LOW: Object(["dana__x"]), HIGH: Object(taken=["dana__x", "memcpy"])})),
    (declared_elsewhere, Tree({"core/src/base/x.h": "int dana__x(void);\n", LOW: "int dana__x(void)\n{\n}\n",
                               "core/include/dana/z.h": "int dana_y(void);\n", HIGH: "int dana_y(void)\n{\n}\n"})),
    (declared_elsewhere, Tree({"core/src/posts/shared.h": "int dana__y(void);\n", HIGH: "int dana__y(void)\n{\n}\n"})),
    (circles_of_files, Tree({LOW: '#include "base/x.h"\n', "core/src/base/x.h": '#include "base/z.h"\n', "core/src/base/z.h": ""})),
    (circles_of_folders, Tree({HIGH: '#include "base/x.h"\n', "core/src/base/x.h": '#include "base/z.h"\n', "core/src/base/z.h": ""})),
]
