"""The files of the repository as the rules see them: texts, code without comments, functions, symbols of objects.

A rule is a function from a Tree to complaints. A sample is a small Tree, which the rule must complain about or let pass.
"""
import glob
import os
import re
import subprocess


class Function:
    """A function's definition: its name, what stands before the name, its parameters, its body and the body's first line."""

    def __init__(self, match, code):
        self.before, self.name, self.parameters = (match.group(g) for g in ("before", "name", "parameters"))
        self.body = match.group("body")
        self.start, self.end = match.start("body"), match.end("body")
        self.line = line_of(code, match.start("name"))
        self.lines = self.body.count("\n")
        self.is_static = re.search(r"\bstatic\b", self.before) is not None


class Object:
    """What the object made of a source defines and what it takes from others."""

    def __init__(self, defined=(), taken=()):
        self.defined, self.taken = set(defined), set(taken)


class Tree:
    def __init__(self, texts, objects=None, root=None):
        """texts: path to text; objects: path of a source to its Object, None where nothing was built."""
        self.texts, self.objects, self.root = texts, objects, root
        self.codes, self.defined = {}, {}

    def paths(self, *suffixes, under=""):
        return [path for path in self.texts if path.endswith(suffixes) and path.startswith(under)]

    def sources(self, under=""):
        return self.paths(".c", ".h", under=under)

    def code(self, path):
        if path not in self.codes:
            self.codes[path] = strip_comments(self.texts[path])
        return self.codes[path]

    def functions(self, path):
        if path not in self.defined:
            self.defined[path] = [Function(match, self.code(path)) for match in FUNCTION.finditer(self.code(path))]
        return self.defined[path]


# as clang-format writes it: the name begins in the first column, so do the braces
FUNCTION = re.compile(r"^(?P<before>(?:__attribute__\(\(.*?\)\)\s*)?[A-Za-z_][\w *]*?)\b(?P<name>\w+)\((?P<parameters>[^;{}]*)\)\n\{\n(?P<body>.*?)^\}",
                      re.M | re.S)
COMMENT_OR_TEXT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)


def strip_comments(text):
    """Blanks comments, strings and characters; every other character keeps its position."""
    return COMMENT_OR_TEXT.sub(lambda match: re.sub(r"[^\n]", " ", match.group(0)), text)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


class Texts(dict):
    """Texts by path, each read when it is asked for."""

    def __init__(self, root, names):
        super().__init__((name, None) for name in names)
        self.root = root

    def __getitem__(self, name):
        if super().__getitem__(name) is None:
            with open(os.path.join(self.root, name), encoding="utf-8") as file:
                self[name] = file.read()
        return super().__getitem__(name)


def tracked(root):
    names = subprocess.run(["git", "-C", root, "-c", "safe.directory=*", "ls-files", "-co",
                            "--exclude-standard"], capture_output=True, text=True).stdout.split("\n")
    if not any(names):
        names = [os.path.relpath(os.path.join(folder, name), root)
                 for folder, _, files in os.walk(root) if "/build" not in folder for name in files]
    return sorted(n for n in names if n and os.path.isfile(os.path.join(root, n)))


FLOORS = ("core", "api", "service")


def source_of(build, path):
    """The source of an object as CMake names it: core/CMakeFiles/dana_core.dir/src/a/b.c.o; of a generated one: the object."""
    match = re.fullmatch(r"(\w+)/CMakeFiles/[\w.]+\.dir/(src/.*)\.o", os.path.relpath(path, build))
    return f"{match.group(1)}/{match.group(2)}" if match else path


def read_objects(build, sources):
    """The symbols of objects by their sources; nm's format of POSIX: 'file: name type value size'. What is left in the
    build of sources that are gone is passed over."""
    paths = [path for floor in FLOORS
             for path in sorted(glob.glob(f"{build}/{floor}/CMakeFiles/*.dir/**/*.o", recursive=True))]
    of_path = {path: source_of(build, path) for path in paths}
    of_path = {path: source for path, source in of_path.items() if source in sources or source == path}
    missing = sorted(set(sources) - set(of_path.values()))
    if missing:
        raise SystemExit(f"{build} has no object of {missing[0]}")
    lines = subprocess.run(["nm", "-A", "-g", "-P"] + list(of_path), capture_output=True, text=True, check=True).stdout
    objects = {source: Object() for source in of_path.values()}
    for path, name, kind in re.findall(r"^(.*?):? (\w\S*) (\w)(?= |$)", lines, re.M):
        found = objects[of_path[path]]
        (found.taken if kind == "U" else found.defined).add(name)
    return objects


def open_tree(root, build=None):
    """The repository at root; build: the folder that it was built in, for the rules on calls."""
    names = tracked(root)
    sources = {name for name in names if name.endswith(".c") and name.startswith(tuple(f"{floor}/src/" for floor in FLOORS))}
    return Tree(Texts(root, names), read_objects(build, sources) if build else None, root)
