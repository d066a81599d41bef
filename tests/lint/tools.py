"""What other programs check of the whole repository: compilers, clang-format, shellcheck; and lists that must agree. Each
check is a function from a Tree to complaints, None where its program is missing."""
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor


def run(root, command, **options):
    return subprocess.run(command, cwd=root, capture_output=True, text=True, **options)


def formatting(tree):
    tool = shutil.which("clang-format-14") or shutil.which("clang-format")
    if tool is None or " 14." not in run(tree.root, [tool, "--version"]).stdout:
        return None
    found = run(tree.root, [tool, "--dry-run", "-Werror", "--style=file"] + tree.sources())
    return [line for line in found.stderr.split("\n") if "error:" in line]


def compile_alone(root, header, language, standard, compiler):
    """The first complaint about a header that is included first."""
    found = run(root, [compiler, "-x", language, f"-std={standard}", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only",
                       "-include", os.path.join(root, header), "-Icore/include", "-Iapi/include", "-"],
                input="int header_is_included;\n")
    return [f"{header} as {standard}: {found.stderr.strip().splitlines()[0]}"] if found.returncode else []


def public_headers(tree):
    """Each public header compiles alone, as C11 and as C++17."""
    headers = tree.paths(".h", under="core/include/") + tree.paths(".h", under="api/include/")
    ways = [(tree.root, header, *way) for header in headers for way in (("c", "c11", "gcc"), ("c++", "c++17", "g++"))]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [problem for found in pool.map(lambda way: compile_alone(*way), ways) for problem in found]


def two_compilers(tree):
    """Sources with vectors or built-in functions are C for clang, too, which builds the targets of tests/fuzz."""
    if shutil.which("clang") is None:
        return None
    words = re.compile(r"__builtin_|\b_mm\d*_|vector_size|\(target\(|arm_neon")
    paths = [path for path in tree.paths(".c") if path.split("/")[0] in ("core", "api", "service") and words.search(tree.texts[path])]
    options = ["-fsyntax-only", "-w", "-std=c11", "-D_GNU_SOURCE", *(f"-I{floor}/{kind}" for floor in ("core", "api", "service") for kind in ("src", "include"))]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = list(pool.map(lambda path: run(tree.root, ["clang", *options, path]), paths))
    return [f"{path}: {found.stderr.splitlines()[0]}" for path, found in zip(paths, runs) if found.returncode]


def source_lists(tree):
    """Every source of a floor stands in its CMakeLists.txt, and the other way round."""
    problems = []
    for floor in ("core", "api", "service"):
        listed = set(re.findall(r"\bsrc/[\w/]+\.c\b", tree.texts[f"{floor}/CMakeLists.txt"]))
        there = {path[len(floor) + 1:] for path in tree.paths(".c", under=f"{floor}/src/")}
        problems += [f"{floor}: {path} is not listed" for path in sorted(there - listed)]
        problems += [f"{floor}: {path} does not exist" for path in sorted(listed - there)]
    return problems


def first_line(tree, path):
    with open(os.path.join(tree.root, path), "rb") as file:
        return file.readline().decode("utf-8", "replace")


def shell_scripts(tree):
    tool = shutil.which("shellcheck")
    scripts = [path for path in tree.texts if first_line(tree, path).startswith(("#!/bin/sh", "#!/bin/bash"))]
    if tool is None:
        return [f"{path}: {found.stderr.strip()}" for path in scripts
                for found in [run(tree.root, ["bash", "-n", path])] if found.returncode]
    found = run(tree.root, [tool, "-f", "gcc"] + scripts)
    return found.stdout.strip().split("\n") if found.returncode else []


def packages(tree):
    return [f"deploy/packages: {line}" for line in tree.texts["deploy/packages"].split("\n")
            if line and not re.fullmatch(r"#.*|(build|run|render|test|train|image|emulate|boot|analyse|node|peers|package|slurm|machine) [a-z0-9.+-]+", line)]


CHECKS = [formatting, public_headers, two_compilers, source_lists, shell_scripts, packages]
