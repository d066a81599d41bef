#!/usr/bin/env python3
"""libdana installed, and moved from where it was installed: what is visible of it, its ABI, the examples built by CMake and
by pkg-config with libdana.so and libdana.a, and what they print beside what danad prints. A program in C++.

Environment: CMAKE, CC, CXX; BUILD the folder of the build, LIBRARY its libdana.so, DANAD_BIN its danad; SANITIZE its
sanitizers, SAMPLES_DIR pages.
"""
import difflib
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "http"))
import harness  # noqa: E402

EXAMPLES = ("extract", "ranges", "stream")
BASE = "https://a.example/b/"
FLAGS = "-O1 -Wall -Wextra -Wpedantic -Werror"
SANITIZE = f"-fsanitize={os.environ['SANITIZE']}" if os.environ.get("SANITIZE") else ""
PAGES = sorted(glob.glob(os.path.join(os.environ["SAMPLES_DIR"], "*.html")))


def run(*command, **options):
    """The standard output of a program, which must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def danad(*arguments):
    return run(os.environ["DANAD_BIN"], "extract", *arguments)


class Installed:
    """An installation below a new folder, moved to another one there."""

    def __init__(self, folder):
        first, self.prefix = os.path.join(folder, "first"), os.path.join(folder, "moved")
        for component in ("library", "development"):
            run(os.environ["CMAKE"], "--install", os.environ["BUILD"], "--prefix", first, "--component", component)
        os.rename(first, self.prefix)
        self.lib = os.path.dirname(glob.glob(f"{self.prefix}/lib*/**/libdana.a", recursive=True)[0])
        self.folder = folder
        self.environment = {**os.environ, "PKG_CONFIG_PATH": os.path.join(self.lib, "pkgconfig"), "LD_LIBRARY_PATH": self.lib,
                            "CFLAGS": f"{FLAGS} {SANITIZE}", "LDFLAGS": SANITIZE}

    def copy(self, name):
        """The installed examples, in a folder of their own."""
        target = os.path.join(self.folder, name)
        shutil.copytree(os.path.join(self.prefix, "share/doc/libdana/examples"), target)
        return target

    def made(self, names, *variables):
        """Examples by make and pkg-config: name to program."""
        folder = self.copy("make" + "".join(variables))
        run("make", "-C", folder, *names, *variables, env=self.environment)
        return {name: os.path.join(folder, name) for name in names}

    def configured(self):
        """The examples by CMake: with libdana.so, with libdana.a."""
        build = os.path.join(self.copy("cmake"), "build")
        run(os.environ["CMAKE"], "-S", os.path.dirname(build), "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_C_COMPILER={os.environ['CC']}", env=self.environment)
        run(os.environ["CMAKE"], "--build", build, env=self.environment)
        return ({name: os.path.join(build, name) for name in EXAMPLES},
                {name: os.path.join(build, name + "_static") for name in EXAMPLES})


def files_are_there(installed):
    """Each header of the source, both libraries with their links, and what finds them."""
    names = {os.path.relpath(path, installed.prefix) for path in glob.glob(f"{installed.prefix}/**/*", recursive=True)}
    lib = os.path.relpath(installed.lib, installed.prefix)
    wanted = {f"include/dana/{name}" for name in os.listdir(os.path.join(ROOT, "core/include/dana"))}
    wanted |= {f"{lib}/{name}" for name in ("libdana.so", "libdana.so.1", "libdana.a", "pkgconfig/dana.pc",
                                            "cmake/dana/dana-config.cmake", "cmake/dana/dana-config-version.cmake")}
    with open(os.path.join(installed.prefix, "include/dana/dana.h"), encoding="utf-8") as file:
        included = set(re.findall('#include "(.*)"', file.read()))
    unread = {name[len("include/"):] for name in names if name.endswith(".h") and "/dana/" in name} - included - {"dana/dana.h"}
    return [f"no {name}" for name in sorted(wanted - names)] + [f"dana.h lacks {name}" for name in sorted(unread)]


def defined(path, *flags):
    lines = run("nm", "--defined-only", "-g", "-P", *flags, path).splitlines()
    return {line.split()[0].split("@")[0] for line in lines if len(line.split()) > 1 and line.split()[1] not in "AVWw"}


def symbols_are_ours(installed):
    """libdana.so shows what is declared alone (abi.py compares the names); all of libdana.a has our prefix."""
    shown = defined(os.path.join(installed.lib, "libdana.so"), "-D")
    held = defined(os.path.join(installed.lib, "libdana.a"))
    strange = {name for name in held if not re.search(r"dana_|^__odr_asan|^DW\.ref", name)}
    return [f"libdana.so shows {name}" for name in sorted(shown) if not re.match("dana_[a-z]", name)] + \
        [f"libdana.a defines {name}" for name in sorted(strange)] + [f"{len(shown)} functions"] * (len(shown) < 100)


def abi_is_as_described(installed):
    if ".debug_info" not in run("readelf", "-SW", os.environ["LIBRARY"]):
        print("skipped: the build has no debug information, which abidiff reads")
        return []
    if shutil.which("abidw") is None:
        print("skipped: abidw and abidiff (abigail-tools) are missing")
        return []
    done = subprocess.run([sys.executable, os.path.join(ROOT, "core/tools/abi.py"), "check", os.environ["LIBRARY"]],
                          capture_output=True, text=True)
    return (done.stdout + done.stderr).splitlines() if done.returncode else []


def needs(program):
    return set(re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", program)))


def links(programs, shared):
    wanted = "libdana.so.1"
    return [f"{name} links {needs(path)}" for name, path in programs.items() if (wanted in needs(path)) != shared]


def prints_markdown(programs, environment, wanted):
    """The pages, each a document, as one text."""
    text = "".join(run(programs["extract"], path, BASE, env=environment) for path in PAGES[:2])
    return [] if text == wanted else list(difflib.unified_diff(wanted.splitlines(), text.splitlines(), lineterm="", n=0))


def prints_ranges(programs, environment):
    """Lines, ranges, and parameters that were set."""
    problems = []
    for path, algorithm, params in ((PAGES[0], "dana", ["gap=4", "fill=true"]), (PAGES[1], "auto", [])):
        answer = json.loads(danad("--json", "--algorithm", algorithm, "--include", "ranges,density,line_offsets", path,
                                  *(word for param in params for word in ("--param", param))))
        rows = [line.split("\t") for line in run(programs["ranges"], path, algorithm, *params, env=environment).splitlines()]
        lines = [row for row in rows if row[0].isdigit()]
        ranges = [[int(n) for n in re.findall(r"\d+", " ".join(row))] for row in rows if row[0] == "range"]
        selected = [int(row[0]) for row in lines if row[-1] == "*"]
        density = answer["density"]
        wanted = [[r["start_line"], r["end_line"], r["start"], r["end"]] for r in answer["ranges"]]
        problems += [] if ranges == wanted else [f"{path} {algorithm}: {ranges}, not {wanted}"]
        problems += [] if [[int(row[3]), int(row[4])] for row in lines] == \
            [list(pair) for pair in zip(density["content"], density["code"])] else [f"{path} {algorithm}: densities"]
        problems += [] if selected == [n for r in wanted for n in range(r[0], r[1] + 1)] else [f"{path}: selected {selected}"]
    return problems


def streams(programs, environment):
    """Every page once, one that is missing among them, on several threads."""
    names = PAGES * 5 + ["nowhere.html"]
    rows = [line.split("\t") for line in run(programs["stream"], "4", input="\n".join(names), env=environment).splitlines()]
    problems = [] if sorted(row[0] for row in rows) == sorted(names) else [f"{len(rows)} lines of {len(names)}"]
    for path, answer in zip(PAGES, danad("--json", "--include", "text", *PAGES).splitlines()):
        answer = json.loads(answer)
        wanted = [path, str(answer["content"]["words"]), answer["language"]]
        problems += [f"{row}, not {wanted}" for row in rows if row[0] == path and row != wanted]
    return problems + [str(row) for row in rows if row[0] == "nowhere.html" and row[1:] != ["error", "No such file or directory"]]


def refuses(programs, environment):
    """Wrong usage, a missing file, an unknown algorithm and a value that is not allowed: an exit status and what is wrong."""
    problems = []
    for arguments, status, text in ((["extract"], 2, "usage"), (["extract", "nowhere"], 1, "nowhere: No such file"),
                                    (["ranges", PAGES[0], "none"], 2, "addanag"), (["ranges", PAGES[0], "dana", "gap=x"], 1, "gap"),
                                    (["stream", "0"], 2, "usage")):
        done = subprocess.run([programs[arguments[0]]] + arguments[1:], capture_output=True, text=True, env=environment, input="")
        problems += [] if done.returncode == status and text in done.stderr else [f"{arguments}: {done.returncode} {done.stderr}"]
    return problems


def in_cxx(installed, standard):
    """All headers in C++, linked with libdana.a and libdana.so; memory that is out in libraries is told, nothing of the
    program is replaced."""
    problems = []
    pkg = lambda *what: run("pkg-config", *what, "dana", env=installed.environment).split()  # noqa: E731
    for name, libs in (("shared", pkg("--libs")), ("static", [lib if lib != "-ldana" else "-l:libdana.a"
                                                              for lib in pkg("--static", "--libs")])):
        program = os.path.join(installed.folder, f"program_{name}")
        run(os.environ["CXX"], f"-std={standard}", *FLAGS.split(), *SANITIZE.split(), "-o", program,
            os.path.join(HERE, "program.cpp"), *pkg("--cflags"), *libs)
        told = run(program, env={**installed.environment, "ASAN_OPTIONS": "detect_leaks=0"})
        problems += [] if told == "1 -1 1 1\n" else [f"{name}: {told}"]
    return problems


def main():
    tally = harness.Tally()
    with tempfile.TemporaryDirectory() as folder:
        installed = Installed(folder)
        for check in (files_are_there, symbols_are_ours, abi_is_as_described):
            tally.run(check.__name__, check, installed)
        tally.run("C++11", in_cxx, installed, "c++11")
        cmake_shared, cmake_static = installed.configured()
        markdown = danad("--format", "markdown", "--base-url", BASE, *PAGES[:2])
        for name, programs, shared in (("CMake, shared", cmake_shared, True), ("CMake, static", cmake_static, False),
                                       ("pkg-config, shared", installed.made(EXAMPLES), True),
                                       ("pkg-config, static", installed.made(EXAMPLES[:1], "STATIC=1"), False)):
            tally.run(f"{name}: links", links, programs, shared)
            tally.run(f"{name}: extract", prints_markdown, programs, installed.environment, markdown)
        for check in (prints_ranges, streams, refuses):
            tally.run(check.__name__, check, cmake_shared, installed.environment)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
