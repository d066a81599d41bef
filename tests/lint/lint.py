#!/usr/bin/env python3
"""The rules that a script can check. Each is a function from (path, text) to complaints, with a bad
example beside it that it must catch.

Usage: lint.py ROOT [CORE_ARCHIVE]   prints complaints, then "tests: P passed, F failed"
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import documents

FUNCTION_LINES = 80
BANNED = "sprintf strcpy strcat strtok atoi atol gets alloca localtime gmtime".split()

# folder -> what its files must not include
FORBIDDEN_INCLUDES = {
    "core/": r'"(api|svc)|<(microhttpd|jansson|curl|libxml|pthread|time|unistd|stdatomic)|sys/',
    "api/": r"<(microhttpd|curl|libxml|pthread|time|unistd|sys/)",
    "service/": r'<(jansson|libxml)|"dana/',
}
# the one file of core that may include libxml2
LIBXML_FILE = "core/src/dom/tree.c"
# what core may not link to
FORBIDDEN_SYMBOLS = ("open fopen read write socket connect getenv time clock_gettime printf puts fprintf "
                     "pthread_create pthread_mutex_lock exit abort").split()


def strip_comments(text):
    """Blanks comments, strings and characters, keeping line numbers."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group(0))
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])+\'', blank, text, flags=re.S)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def layers(path, text):
    for folder, pattern in FORBIDDEN_INCLUDES.items():
        if not path.startswith(folder):
            continue
        for match in re.finditer(r"^\s*#\s*include\s*([\"<][^\">]*[\">])", text, re.M):
            if path == LIBXML_FILE and "<libxml/" in match.group(1):
                continue
            if re.search(pattern, match.group(1)):
                yield f"{path}:{line_of(text, match.start())}: {folder} must not include {match.group(1)}"


def banned(path, text):
    code = strip_comments(text)
    for match in re.finditer(r"\b(%s)\s*\(" % "|".join(BANNED), code):
        yield f"{path}:{line_of(code, match.start())}: {match.group(1)} is banned"
    for match in re.finditer(r"\bgoto\s+(?!out\b)\w+", code):
        yield f"{path}:{line_of(code, match.start())}: {match.group(0)}: the only label is out"
    for match in re.finditer(r"\b(?:if|while)\s*\(", code):
        if re.search(r"[^=!<>+*/|&^%-]=[^=]", condition_at(code, match.end())):
            yield f"{path}:{line_of(code, match.start())}: assignment in a condition"


def condition_at(code, start):
    """The text up to the parenthesis that closes the one before start."""
    depth = 1
    for end in range(start, len(code)):
        depth += (code[end] == "(") - (code[end] == ")")
        if depth == 0:
            return code[start:end]
    return code[start:]


def long_functions(path, text):
    start = None
    for number, line in enumerate(text.split("\n"), 1):
        if line == "{":
            start = number
        elif line == "}" and start is not None:
            if number - start - 1 > FUNCTION_LINES:
                yield f"{path}:{start}: a function of {number - start - 1} lines, {FUNCTION_LINES} are allowed"
            start = None


def documented(path, text):
    """Every prototype of a header stands under a comment."""
    if not path.endswith(".h"):
        return
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not re.match(r"^(?!typedef|struct|enum|union|static|extern \"C\"|#|/|\s|\}|\{|[A-Z_]+\()[A-Za-z_].*\w\(", line):
            continue
        before = number - 1
        if before >= 0 and not lines[before].strip().endswith("*/"):
            yield f"{path}:{number + 1}: no comment above: {line.strip()}"


# (check, path of a bad example, its text)
BAD_EXAMPLES = [
    (layers, "core/src/x.c", "#include <jansson.h>\n"),
    (layers, "core/src/x.c", "#include <libxml/tree.h>\n"),
    (layers, "core/src/dom/tree.c", "#include <jansson.h>\n"),
    (layers, "api/src/x.c", "#include <microhttpd.h>\n"),
    (layers, "service/src/x.c", '#include "dana/page.h"\n'),
    (banned, "core/src/x.c", "int f(char *a)\n{\n    return atoi(a);\n}\n"),
    (banned, "core/src/x.c", "void f(void)\n{\n    goto fail;\n}\n"),
    (banned, "core/src/x.c", "void f(int a)\n{\n    if ((a = g()) > 1) {\n    }\n}\n"),
    (long_functions, "core/src/x.c", "void f(void)\n{\n" + "    g();\n" * 81 + "}\n"),
    (documented, "core/include/x.h", "#define X\n\nint dana_x(void);\n"),
]
GOOD_EXAMPLES = [
    (layers, LIBXML_FILE, "#include <libxml/HTMLparser.h>\n"),
    (banned, "core/src/x.c", "/* atoi(x) */\nvoid f(int a)\n{\n    for (int b = 1; a <= b;) {\n        a += b == 1;\n    }\n}\n"),
    (documented, "core/include/x.h", "/* Does x. */\nint dana_x(void);\n"),
]


def tracked(root):
    names = subprocess.run(["git", "-C", root, "-c", "safe.directory=*", "ls-files", "-co",
                            "--exclude-standard"], capture_output=True, text=True).stdout.split("\n")
    if not any(names):
        names = [os.path.relpath(os.path.join(folder, name), root)
                 for folder, _, files in os.walk(root) if "/build" not in folder for name in files]
    return sorted(n for n in names if n and os.path.isfile(os.path.join(root, n)))


def read(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def check_format(root, sources):
    tool = shutil.which("clang-format-14") or shutil.which("clang-format")
    version = subprocess.run([tool, "--version"], capture_output=True, text=True).stdout if tool else ""
    if " 14." not in version:
        return None
    run = subprocess.run([tool, "--dry-run", "-Werror", "--style=file"] + sources, cwd=root,
                         capture_output=True, text=True)
    return [line for line in run.stderr.split("\n") if "error:" in line]


def check_symbols(archive):
    out = subprocess.run(["nm", "-u", archive], capture_output=True, text=True).stdout
    used = set(re.findall(r"\bU (\w+)", out))
    if "memcpy" not in used:
        return [f"{archive}: nm shows nothing"]
    return [f"core uses {name}" for name in FORBIDDEN_SYMBOLS if name in used]


def check_headers(root, headers):
    """Each public header compiles alone, as C11 and as C++17."""
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for header in headers:
            for language, standard, compiler in (("c", "c11", "gcc"), ("c++", "c++17", "g++")):
                run = subprocess.run(
                    [compiler, "-x", language, f"-std={standard}", "-Wall", "-Wextra", "-pedantic", "-Werror",
                     "-fsyntax-only", "-include", os.path.join(root, header), "-Icore/include", "-Iapi/include",
                     "-"], cwd=root, input="int header_is_included;\n", capture_output=True, text=True)
                if run.returncode != 0:
                    problems.append(f"{header} as {standard}: {run.stderr.strip().splitlines()[0]}")
    return problems


def check_source_lists(root, names):
    """Every source of a folder stands in its CMakeLists.txt, and the other way round."""
    problems = []
    for folder in ("core", "api", "service"):
        text = read(root, f"{folder}/CMakeLists.txt")
        listed = set(re.findall(r"\bsrc/[\w/]+\.c\b", text))
        there = {n[len(folder) + 1:] for n in names if n.startswith(f"{folder}/src/") and n.endswith(".c")}
        problems += [f"{folder}: {name} is not listed" for name in sorted(there - listed)]
        problems += [f"{folder}: {name} does not exist" for name in sorted(listed - there)]
    return problems


def check_shell(root, names):
    tool = shutil.which("shellcheck")
    scripts = [n for n in names if read_first_line(root, n).startswith(("#!/bin/sh", "#!/bin/bash"))]
    if tool is None:
        return [f"{s}: {p.stderr.strip()}" for s in scripts
                for p in [subprocess.run(["bash", "-n", s], cwd=root, capture_output=True, text=True)] if p.returncode]
    run = subprocess.run([tool, "-f", "gcc"] + scripts, cwd=root, capture_output=True, text=True)
    return run.stdout.strip().split("\n") if run.returncode else []


def read_first_line(root, name):
    with open(os.path.join(root, name), "rb") as file:
        return file.readline().decode("utf-8", "replace")


def check_packages(root):
    return [f"deploy/packages: {line}" for line in read(root, "deploy/packages").split("\n")
            if line and not re.fullmatch(r"#.*|(build|run|test|train|image|emulate|boot) [a-z0-9.+-]+", line)]


def check_references(root):
    """The table of character references is what its generator prints."""
    run = subprocess.run([sys.executable, "core/tools/references.py"], cwd=root, capture_output=True, text=True)
    same = run.stdout == read(root, "core/src/html/references_table.inc")
    return [] if same else ["core/src/html/references_table.inc is not what core/tools/references.py prints"]


class Tally:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def note(self, name, problems):
        if problems is None:
            self.skipped += 1
            print(f"skipped: {name}: its tool is missing or of another version")
            return
        problems = list(problems)
        self.passed += not problems
        self.failed += bool(problems)
        for problem in problems:
            print(f"FAILED {name}: {problem}")


def main():
    root = os.path.abspath(sys.argv[1])
    tally = Tally()
    names = tracked(root)
    sources = [n for n in names if n.endswith((".c", ".h"))]
    public = [n for n in sources if re.match(r"(core|api)/include/.*\.h$", n)]

    for check, path, text in BAD_EXAMPLES + documents.BAD:
        tally.note(f"{check.__name__} catches", [] if list(check(path, text)) else [f"not caught: {text!r}"])
    for check, path, text in GOOD_EXAMPLES + documents.GOOD:
        tally.note(f"{check.__name__} lets pass", check(path, text))
    for check in (layers, banned, long_functions):
        tally.note(check.__name__, [p for n in sources for p in check(n, read(root, n))])
    tally.note("documented", [p for n in sources if not n.startswith("tests/") for p in documented(n, read(root, n))])
    for check in (documents.links, documents.commands):
        tally.note(check.__name__, [p for n in names if n.endswith(".md") for p in check(n, read(root, n))])
    tally.note("format", check_format(root, sources))
    tally.note("headers", check_headers(root, public))
    tally.note("source lists", check_source_lists(root, names))
    tally.note("shell", check_shell(root, names))
    tally.note("packages", check_packages(root))
    tally.note("references", check_references(root))
    if len(sys.argv) > 2:
        tally.note("symbols", check_symbols(sys.argv[2]))
    print(f"tests: {tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    sys.exit(tally.failed > 0)


main()
